//! A picture of any puzzle: a circle of numbered discs for each orbit.
//!
//! Start at [`Plane::of_orbits`]. It serves definitions, which do not describe the appearance of a puzzle. A slot
//! whose piece can be turned is a spoke of discs, one for each distinguishable orientation. When the puzzle is
//! solved, the innermost disc shows the number of the piece, and `3.1` is the next disc outwards.

use super::outline::{Flat, Outline};
use super::plane::{Part, Plane};
use crate::orbit::Orbit;
use crate::small_map::Map;
use crate::state::{OrbitState, State};
use num_integer::gcd;
use std::f64::consts::TAU;

/// The greatest number of discs that are drawn.
const MOST: usize = 10_000;
/// The radius of a disc; neighbours are 1 apart.
const RADIUS: f64 = 0.45;
/// The distance between circles of different orbits.
const GAP: f64 = 0.8;

impl Plane {
    /// All orbits of a puzzle as circles of discs. `None` if there would be more than ten thousand discs. The state
    /// must be one of the orbits. O(discs).
    pub fn of_orbits(orbits: &[Orbit], solved: &State) -> Option<Plane> {
        let rings: Vec<u16> = solved.orbits.iter().map(told_apart).collect();
        let discs =
            orbits.iter().zip(&rings).map(|(orbit, &ring)| usize::from(orbit.pieces) * usize::from(ring));
        if discs.fold(0, usize::saturating_add) > MOST {
            return None;
        }
        let circles: Vec<Circle> =
            orbits.iter().zip(&rings).map(|(orbit, &ring)| Circle::new(orbit.pieces, ring)).collect();
        let mut parts = Vec::new();
        let middles = packed(&circles);
        for (number, (circle, middle)) in circles.iter().zip(middles).enumerate() {
            let row = &solved.orbits[number];
            // Identical pieces have the same colour.
            let mut first = Map::new();
            for (slot, &piece) in row.pieces.iter().enumerate() {
                let colour = *first.get_or_insert_with(piece, || slot);
                for index in 0..circle.rings {
                    let known = gcd(row.moduli[slot], circle.rings).max(1);
                    let mark = (index % known + known - row.orientations[slot] % known) % known;
                    let name = u32::from(piece) + 1;
                    let label = if mark == 0 { name.to_string() } else { format!("{name}.{mark}") };
                    let centre = circle.disc(middle, slot as u16, index);
                    let outline = Outline::Disc { centre, radius: RADIUS };
                    parts.push(Part {
                        outline,
                        orbit: number,
                        slot: slot as u16,
                        index,
                        colour,
                        label,
                        pose: None,
                    });
                }
            }
        }
        let colours = orbits.iter().map(|orbit| usize::from(orbit.pieces)).max().unwrap_or(0);
        Some(Plane { parts, colours, rings, ..Plane::default() })
    }
}

/// The number of distinguishable orientations in an orbit: the least common multiple of the moduli of its pieces.
fn told_apart(row: &OrbitState) -> u16 {
    row.moduli.iter().fold(1, |all, &modulus| all / gcd(all, modulus).max(1) * modulus)
}

/// The slots of an orbit.
struct Circle {
    slots: u16,
    rings: u16,
    /// The radius of the circle of the innermost discs.
    radius: f64,
}

impl Circle {
    fn new(slots: u16, rings: u16) -> Self {
        // Neighbours on a circle are at a distance of 1; a single disc is at the centre.
        let radius = if slots < 2 { 0.0 } else { 0.5 / (TAU / 2.0 / f64::from(slots)).sin() };
        Circle { slots, rings, radius }
    }

    /// The side of the square around it.
    fn size(&self) -> f64 {
        2.0 * (self.radius + f64::from(self.rings.max(1) - 1) + 0.5)
    }

    /// The centre of a disc; slots run clockwise from the top.
    fn disc(&self, [x, y]: Flat, slot: u16, index: u16) -> Flat {
        let angle = TAU * f64::from(slot) / f64::from(self.slots.max(1));
        let far = self.radius + f64::from(index);
        [x + far * angle.sin(), y - far * angle.cos()]
    }
}

/// The centres of the circles, arranged in rows so that the whole is about as wide as high.
fn packed(circles: &[Circle]) -> Vec<Flat> {
    let area: f64 = circles.iter().map(|circle| (circle.size() + GAP).powi(2)).sum();
    let wide = circles.iter().map(|circle| circle.size() + GAP).fold(1.2 * area.sqrt(), f64::max);
    let (mut middles, mut left, mut top, mut high) = (Vec::new(), 0.0, 0.0, 0.0);
    for circle in circles {
        let size = circle.size() + GAP;
        if left + size > wide + 1e-9 {
            (left, top, high) = (0.0, top + high, 0.0);
        }
        middles.push([left + 0.5 * size, top + 0.5 * size]);
        left += size;
        high = f64::max(high, size);
    }
    middles
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use crate::picture::Look;
    use crate::picture::look::Places;

    /// After a move, each disc shows what was at the origin given by the move.
    #[test]
    fn discs_go_where_moves_carry_them() {
        for name in ["3x3x3", "skewb", "m12", "megaminx", "c f 0 v 0"] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let plane = Plane::of_orbits(puzzle.orbits(), puzzle.solved()).unwrap();
            let look = Look::Plane(plane.clone());
            let places = Places::of(&look);
            let mut state = puzzle.solved().clone();
            let mut shown = plane.homes(puzzle.solved(), &state);
            // The first of several identical pieces represents all.
            assert!(shown.iter().enumerate().all(|(at, home)| home.is_some_and(|home| home <= at)), "{name}");
            for base in puzzle.bases().iter().cycle().step_by(2).take(12) {
                let before = shown.clone();
                for (from, to) in places.carried(&base.transformation) {
                    shown[to] = before[from];
                }
                state.apply(&base.transformation);
                assert_eq!(shown, plane.homes(puzzle.solved(), &state), "{name} {}", base.name);
            }
        }
    }

    #[test]
    fn discs_lie_apart() {
        for name in ["3x3x3", "pyraminx", "5x5x5", "m24"] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let plane = Plane::of_orbits(puzzle.orbits(), puzzle.solved()).unwrap();
            let middles: Vec<Flat> = plane.parts.iter().map(|part| part.outline.middle()).collect();
            for (at, one) in middles.iter().enumerate() {
                let near = |other: &Flat| (one[0] - other[0]).hypot(one[1] - other[1]) < 2.0 * RADIUS;
                assert!(!middles[..at].iter().any(near), "{name}: {one:?}");
            }
        }
        let huge = catalog::find("63x63x63").unwrap().puzzle;
        assert!(Plane::of_orbits(huge.orbits(), huge.solved()).is_none());
    }
}
