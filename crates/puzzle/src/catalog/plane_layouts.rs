//! Planar layouts of the families: boards, circles, crossing rings, a track with a turntable.
//!
//! Start at [`Layout`], which lists outlines in the order of the positions, and plates under them. The distance between
//! neighbours is about 1.

use crate::picture::{Flat, Outline, Seams};
use crate::sorting::sort_by;
use std::f64::consts::{PI, TAU};

/// The layout of the positions.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    /// By position: its outline.
    pub(super) outlines: Vec<Outline>,
    /// By position: the number of its colour.
    pub(super) colours: Vec<usize>,
    /// The plates under the positions.
    pub(super) plates: Vec<Outline>,
    /// The glued edges of a board.
    pub(super) seams: Option<Seams>,
}

/// The radius of a disc if neighbours are 1 apart.
const DISC: f64 = 0.45;
/// Half of the side of a tile.
const TILE: f64 = 0.47;

/// The point at an angle, clockwise from the top, on a circle.
fn at(centre: Flat, radius: f64, angle: f64) -> Flat {
    [centre[0] + radius * angle.sin(), centre[1] - radius * angle.cos()]
}

/// The radius of a circle on which this many points lie 1 apart.
fn radius_of(count: usize) -> f64 {
    if count < 2 { 0.5 } else { 0.5 / (PI / count as f64).sin() }
}

fn distance(x: Flat, y: Flat) -> f64 {
    (x[0] - y[0]).hypot(x[1] - y[1])
}

impl Layout {
    fn discs(centres: &[Flat], radius: f64) -> Vec<Outline> {
        centres.iter().map(|&centre| Outline::Disc { centre, radius }).collect()
    }

    /// Positions row by row; each row has one colour.
    pub(super) fn board(rows: usize, columns: usize) -> Self {
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| [column, row]));
        let tile = |cell: [usize; 2]| {
            let middle = cell.map(|x| x as f64 + 0.5);
            Outline::rectangle(middle.map(|x| x - TILE), middle.map(|x| x + TILE))
        };
        Layout {
            outlines: cells.map(tile).collect(),
            colours: (0..rows * columns).map(|position| position / columns).collect(),
            plates: vec![Outline::rectangle([-0.08; 2], [columns as f64 + 0.08, rows as f64 + 0.08])],
            ..Layout::default()
        }
    }

    /// A board whose left and right edges are glued, upside down if `is_twisted`, and top and bottom if `has_ends`.
    pub(super) fn glued(rows: usize, columns: usize, is_twisted: bool, has_ends: bool) -> Self {
        let seams = Some(Seams { sizes: [columns, rows], is_twisted, has_ends });
        Layout { seams, ..Layout::board(rows, columns) }
    }

    /// Positions in one column.
    pub(super) fn stack(count: usize) -> Self {
        let bar = |row: usize| Outline::rectangle([-1.5, row as f64 + 0.04], [1.5, row as f64 + 0.96]);
        Layout { outlines: (0..count).map(bar).collect(), colours: (0..count).collect(), ..Layout::default() }
    }

    /// Circles with a common centre, from the inner to the outer one, each with this many positions; a circle with one
    /// position is the centre.
    pub(super) fn circles(counts: &[usize]) -> Self {
        let mut centres = Vec::new();
        let mut radius: f64 = 0.0;
        for (number, &count) in counts.iter().enumerate() {
            if count == 1 {
                centres.push([0.0; 2]);
                continue;
            }
            radius = if number == 0 { radius_of(count) } else { f64::max(radius + 1.0, radius_of(count)) };
            centres.extend((0..count).map(|i| at([0.0; 2], radius, TAU * i as f64 / count as f64)));
        }
        Layout {
            outlines: Self::discs(&centres, DISC),
            colours: (0..centres.len()).collect(),
            plates: vec![Outline::Disc { centre: [0.0; 2], radius: radius + 0.6 }],
            ..Layout::default()
        }
    }

    /// The rows of a globe as rings around its upper pole, row by row, each divided into this many cells.
    pub(super) fn polar(rows: usize, columns: usize) -> Self {
        let step = TAU / columns as f64;
        // Cells of the innermost row are about half as wide as high.
        let hole = f64::max(0.7, 0.5 / step);
        // Corners along an arc: a cell is curved if there are few columns.
        let corners = (24 / columns).max(1) + 1;
        let cell = |row: usize, column: usize| {
            let (inner, outer) = (hole + row as f64 + 0.03, hole + row as f64 + 0.97);
            let arc = |radius: f64| {
                let gap = 0.03 / radius;
                let (start, end) = (step * column as f64 + gap, step * (column + 1) as f64 - gap);
                (0..=corners)
                    .map(move |i| at([0.0; 2], radius, start + (end - start) * i as f64 / corners as f64))
            };
            let back: Vec<Flat> = arc(inner).collect();
            Outline::Polygon(arc(outer).chain(back.into_iter().rev()).collect())
        };
        let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
        Layout {
            outlines: cells.map(|(row, column)| cell(row, column)).collect(),
            colours: (0..rows * columns).map(|position| position / columns).collect(),
            plates: vec![Outline::Disc { centre: [0.0; 2], radius: hole + rows as f64 + 0.05 }],
            ..Layout::default()
        }
    }

    /// A closed track whose first positions lie on a straight line, on a turntable about the origin.
    pub(super) fn track_with_turntable(length: usize, turned: usize) -> Self {
        let chord = (turned - 1) as f64;
        // The others lie on an arc that closes the track: at least a half circle, with positions at least 1 apart. Its
        // angle follows from its length: chord = 2·radius·sin(angle/2), length = radius·angle.
        let steps = length - turned + 1;
        let arc = f64::max(steps as f64, chord * PI / 2.0);
        let (mut low, mut high) = (1e-9, TAU);
        for _ in 0..60 {
            let angle = (low + high) / 2.0;
            if (angle / 2.0).sin() * 2.0 * arc > chord * angle { low = angle } else { high = angle }
        }
        let (angle, radius) = (low, arc / low);
        let below = -radius * (angle / 2.0).cos();
        let line = (0..turned).map(|i| [i as f64 - chord / 2.0, 0.0]);
        // From the right end of the line to the left one.
        let rest = (1..steps).map(|i| {
            let from_bottom = angle / 2.0 - angle * i as f64 / steps as f64;
            [radius * from_bottom.sin(), below + radius * from_bottom.cos()]
        });
        let centres: Vec<Flat> = line.chain(rest).collect();
        Layout {
            outlines: Self::discs(&centres, DISC),
            colours: (0..length).collect(),
            plates: vec![
                Outline::Disc { centre: [0.0, below], radius: radius + 0.6 },
                Outline::Disc { centre: [0.0; 2], radius: chord / 2.0 + 0.6 },
            ],
            ..Layout::default()
        }
    }

    /// Two tracks that share a vertical arc: first the shared positions from the lowest upwards, then those of the left
    /// track from above the arc around to below it, then those of the right track.
    pub(super) fn merged_tracks(left: usize, right: usize, shared: usize) -> Self {
        let height = (shared - 1) as f64;
        let mut centres: Vec<Flat> = (0..shared).map(|i| [0.0, height - i as f64]).collect();
        let mut colours = vec![0; shared];
        for (side, count) in [(-1.0, left), (1.0, right)] {
            let steps = count + 1;
            // A rectangle as wide as the length requires; over a single shared position, a square on its corner.
            let (width, slant) = match shared {
                1 => (steps as f64 / 32.0_f64.sqrt(), steps as f64 / 32.0_f64.sqrt()),
                _ => (f64::max(1.0, (steps as f64 - height) / 2.0), 0.0),
            };
            let corners = match shared {
                1 => {
                    vec![[0.0, 0.0], [side * width, -slant], [side * 2.0 * width, 0.0], [side * width, slant]]
                }
                _ => vec![[0.0, 0.0], [side * width, 0.0], [side * width, height], [0.0, height]],
            };
            let end = [0.0, height];
            let path: Vec<Flat> = corners.into_iter().chain((shared == 1).then_some(end)).collect();
            let whole: f64 = path.windows(2).map(|pair| distance(pair[0], pair[1])).sum();
            centres.extend((1..steps).map(|step| along(&path, whole * step as f64 / steps as f64)));
            colours.extend(vec![if side < 0.0 { 1 } else { 2 }; count]);
        }
        let radius = DISC * f64::min(nearest(&centres), 1.0);
        Layout { outlines: Self::discs(&centres, radius), colours, ..Layout::default() }
    }
}

/// The point of a path at this distance from its beginning.
fn along(path: &[Flat], far: f64) -> Flat {
    let mut rest = far;
    for pair in path.windows(2) {
        let length = distance(pair[0], pair[1]);
        if rest <= length && length > 0.0 {
            return [0, 1].map(|i| pair[0][i] + (pair[1][i] - pair[0][i]) * rest / length);
        }
        rest -= length;
    }
    path.last().copied().unwrap_or_default()
}

/// Two rings that cross twice, each with its positions from the upper crossing on: the left one clockwise, the right one
/// counterclockwise, both first along the part inside the other ring.
#[derive(Clone, Debug)]
pub(super) struct Crossing {
    /// The positions of the left ring.
    pub(super) left: Vec<usize>,
    /// The positions of the right ring.
    pub(super) right: Vec<usize>,
    /// The number of steps from the upper crossing to the lower one along each ring.
    pub(super) steps: [usize; 2],
}

/// The drawing of the rings.
#[derive(Clone, Debug)]
pub(super) struct Crossed {
    /// The layout of the positions.
    pub(super) layout: Layout,
    /// The centres of the rings, if both are circles about which they turn.
    pub(super) centres: Option<[Flat; 2]>,
}

impl Crossing {
    /// Lays out the rings: as circles if that is possible without positions touching, otherwise as lenses.
    pub(super) fn layout(&self) -> Crossed {
        let (circles, centres, plates) = self.circles();
        let nearest = nearest(&circles);
        if nearest > 0.6 {
            let plates = plates.into_iter().map(|(centre, radius)| Outline::Disc { centre, radius });
            let layout = self.coloured(&circles, DISC * f64::min(nearest, 1.0), plates.collect());
            return Crossed { layout, centres: Some(centres) };
        }
        let lenses = self.lenses();
        let nearest = self::nearest(&lenses);
        Crossed { layout: self.coloured(&lenses, DISC * f64::min(nearest, 1.0), Vec::new()), centres: None }
    }

    fn coloured(&self, centres: &[Flat], radius: f64, plates: Vec<Outline>) -> Layout {
        // The parts of the rings between the crossings have one colour each; the crossings belong to the outer parts.
        let mut colours = vec![0; centres.len()];
        for (side, ring) in [&self.left, &self.right].into_iter().enumerate() {
            for (step, &position) in ring.iter().enumerate() {
                let inner = (1..self.steps[side]).contains(&step);
                let crossing = step == 0 || step == self.steps[side];
                colours[position] = if inner { 2 * side + 1 } else { 2 * side * usize::from(!crossing) };
            }
        }
        Layout { outlines: Layout::discs(centres, radius), colours, plates, ..Layout::default() }
    }

    /// Both rings as circles through the same two points: the centres of positions, the centres of the circles, and the
    /// discs under them.
    fn circles(&self) -> (Vec<Flat>, [Flat; 2], Vec<(Flat, f64)>) {
        let rings = [&self.left, &self.right];
        let half: [f64; 2] = [0, 1].map(|side| PI * self.steps[side] as f64 / rings[side].len() as f64);
        // The half chord is such that the positions of the denser ring are 1 apart.
        let chord = (0..2).map(|side| radius_of(rings[side].len()) * half[side].sin()).fold(0.0, f64::max);
        let mut centres = vec![[0.0; 2]; self.positions()];
        let mut plates = Vec::new();
        let mut middles = [[0.0; 2]; 2];
        for (side, ring) in rings.into_iter().enumerate() {
            let radius = chord / half[side].sin();
            // The inner arc of the left ring is on its right side.
            let sign = if side == 0 { 1.0 } else { -1.0 };
            let middle = [-sign * radius * half[side].cos(), 0.0];
            for (step, &position) in ring.iter().enumerate() {
                let from_top = PI / 2.0 - half[side] + TAU * step as f64 / ring.len() as f64;
                centres[position] = at(middle, radius, sign * from_top);
            }
            plates.push((middle, radius + 0.6));
            middles[side] = middle;
        }
        (centres, middles, plates)
    }

    /// Four arcs through the crossings, at angles of 100 and 30 degrees to both sides of the line between them.
    fn lenses(&self) -> Vec<Flat> {
        let rings = [&self.left, &self.right];
        let angle = |inner: bool| if inner { PI / 6.0 } else { PI / 1.8 };
        // The length of an arc at angle a over a chord of 2h is 2·a·h/sin(a).
        let needed = |steps: usize, inner: bool| steps as f64 * angle(inner).sin() / (2.0 * angle(inner));
        let half = (0..2)
            .flat_map(|side| {
                let inner = self.steps[side];
                [needed(inner, true), needed(rings[side].len() - inner, false)]
            })
            .fold(0.5, f64::max);
        let mut centres = vec![[0.0; 2]; self.positions()];
        for (side, ring) in rings.into_iter().enumerate() {
            let steps = self.steps[side];
            for (step, &position) in ring.iter().enumerate() {
                let inner = step <= steps;
                let part = if inner {
                    step as f64 / steps as f64
                } else {
                    1.0 - (step - steps) as f64 / (ring.len() - steps) as f64
                };
                let (angle, radius) = (angle(inner), half / angle(inner).sin());
                // From the upper crossing to the lower one, bulging to the right.
                let turned = angle * (2.0 * part - 1.0);
                let bulge = radius * (turned.cos() - angle.cos());
                let to_right = inner == (side == 0);
                centres[position] = [if to_right { bulge } else { -bulge }, radius * turned.sin()];
            }
        }
        centres
    }

    fn positions(&self) -> usize {
        self.left.len() + self.right.len() - 2
    }
}

/// The least distance between two points. O(points · log points) if few have similar heights.
fn nearest(points: &[Flat]) -> f64 {
    let mut sorted = points.to_vec();
    sort_by(&mut sorted, |x, y| x[1].total_cmp(&y[1]));
    let mut nearest = f64::INFINITY;
    for (number, &point) in sorted.iter().enumerate() {
        for &other in &sorted[number + 1..] {
            if other[1] - point[1] >= nearest {
                break;
            }
            nearest = nearest.min(distance(point, other));
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn middles(layout: &Layout) -> Vec<Flat> {
        layout.outlines.iter().map(Outline::middle).collect()
    }

    fn crossing(left: usize, right: usize, steps: [usize; 2]) -> Crossing {
        let between = left..left + steps[1] - 1;
        let beyond = between.end..left + right - 2;
        let ring = [0].into_iter().chain(between).chain([steps[0]]).chain(beyond).collect();
        Crossing { left: (0..left).collect(), right: ring, steps }
    }

    #[test]
    fn neighbours_are_one_apart() {
        for (layout, expected) in [
            (Layout::board(3, 5), 1.0),
            (Layout::circles(&[11, 1, 11]), 1.0),
            (Layout::track_with_turntable(20, 4), 0.99),
            (Layout::track_with_turntable(12, 12), 1.0),
            (Layout::track_with_turntable(9, 6), 1.0),
            (Layout::merged_tracks(8, 5, 4), 0.71),
            (Layout::merged_tracks(7, 11, 1), 1.0),
            (Layout::merged_tracks(1, 1, 2), 1.0),
        ] {
            let points = middles(&layout);
            let nearest = nearest(&points);
            assert!(nearest > expected - 0.02 && nearest < 1.02, "{nearest}");
        }
    }

    /// Rings share exactly their crossings, and no positions touch, however the rings cross.
    #[test]
    fn rings_cross_without_touching() {
        for (left, right, steps, is_round) in [
            (20, 20, [5, 5], true),
            (6, 6, [2, 2], true),
            (6, 6, [3, 3], false),
            (12, 12, [3, 4], true),
            (30, 8, [3, 6], true),
            (7, 9, [1, 1], true),
            (40, 3, [39, 1], true),
        ] {
            let crossing = crossing(left, right, steps);
            let Crossed { layout, centres } = crossing.layout();
            assert_eq!(centres.is_some(), is_round, "{left} {right} {steps:?}");
            assert_eq!(layout.outlines.len(), left + right - 2);
            let points = middles(&layout);
            assert!(nearest(&points) > 0.4, "{left} {right} {steps:?} {}", nearest(&points));
            if let Some(centres) = centres {
                for (ring, centre) in [(&crossing.left, centres[0]), (&crossing.right, centres[1])] {
                    let radius = distance(points[ring[0]], centre);
                    let step = distance(points[ring[0]], points[ring[1]]);
                    for (at, &position) in ring.iter().enumerate() {
                        let next = points[ring[(at + 1) % ring.len()]];
                        assert!((distance(points[position], centre) - radius).abs() < 1e-9);
                        assert!((distance(points[position], next) - step).abs() < 1e-9);
                    }
                }
            }
        }
    }
}
