//! A shape laid out flat: unfolded to a net, or shown from the front and, beside it, from behind.
//!
//! Start at [`picture`]. A net follows a tree of faces, each rotated about the edge shared with its parent into the
//! parent's plane. No net of a Platonic solid overlaps itself (Horiyama and Shoji, 2011).

use super::colours::Scheme;
use super::flat_picture::{FlatFace, FlatSticker, Picture};
use super::outline::{Flat, Outline, frame};
use super::rotation::{cross, dot};
use super::stereographic::Stereographic;
use crate::geometry::{Point, Shape};
use crate::sorting::{sort_by, sort_by_key};
use crate::state::State;

/// The view of a solid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum View {
    /// Seen from the front, and next to it from behind, so that every face is visible once.
    #[default]
    Solid,
    /// Unfolded.
    Net,
    /// Inflated to a sphere and projected into the plane from a point at the back.
    Stereographic,
}

/// x + by · y
fn plus(x: Point, by: f64, y: Point) -> Point {
    [x[0] + by * y[0], x[1] + by * y[1], x[2] + by * y[2]]
}

fn unit(x: Point) -> Point {
    let length = dot(x, x).sqrt();
    x.map(|part| part / length)
}

/// A plane to draw in: its origin in space and in the picture, and its directions to the right and down.
#[derive(Clone, Copy, Debug)]
struct Sheet {
    origin: Point,
    at: Flat,
    right: Point,
    down: Point,
}

impl Sheet {
    fn flat(&self, point: Point) -> Flat {
        let from = plus(point, -1.0, self.origin);
        [self.at[0] + dot(from, self.right), self.at[1] + dot(from, self.down)]
    }

    /// A view from a direction, with another one upwards.
    fn towards(from: Point, up: Point) -> Self {
        let from = unit(from);
        let down = unit(plus(plus([0.0; 3], -1.0, up), dot(up, from), from));
        Sheet { origin: [0.0; 3], at: [0.0; 2], right: cross(from, down), down }
    }
}

/// The corners of each face, clockwise as seen from outside.
fn outlines(shape: &Shape) -> Vec<Vec<Point>> {
    let count = shape.faces().len();
    let mut outlines: Vec<Vec<Point>> = vec![Vec::new(); count];
    // The corners of a convex face are the outermost corners of its stickers: those on two other faces.
    for sticker in shape.stickers() {
        for &corner in &sticker.corners {
            let on =
                shape.faces().iter().filter(|face| (dot(face.normal, corner) - face.distance).abs() < 1e-7);
            let outline = &mut outlines[sticker.face];
            let is_new = outline.iter().all(|&known| {
                let off = plus(corner, -1.0, known);
                dot(off, off) > 1e-12
            });
            if on.count() >= 3 && is_new {
                outline.push(corner);
            }
        }
    }
    for (face, outline) in outlines.iter_mut().enumerate() {
        let normal = shape.faces()[face].normal;
        let count = outline.len().max(1) as f64;
        let middle = outline.iter().fold([0.0; 3], |sum, &corner| plus(sum, 1.0 / count, corner));
        let Some(&first) = outline.first() else { continue };
        let axis = plus(first, -1.0, middle);
        let angle = |corner: &Point| {
            let from = plus(*corner, -1.0, middle);
            dot(cross(from, axis), normal).atan2(dot(from, axis)).rem_euclid(std::f64::consts::TAU - 1e-9)
        };
        sort_by(outline, |x, y| angle(x).total_cmp(&angle(y)));
    }
    outlines
}

/// The face that is looked at, the one at the top, and the turn to the side and upwards, by the usual names of faces.
pub(super) struct Pose {
    pub(super) from: Point,
    pub(super) up: Point,
    /// From where a solid is seen that can be turned: no picture beside it shows the other side.
    pub(super) eye: Point,
}

impl Pose {
    pub(super) fn of(shape: &Shape) -> Self {
        let normal = |name: &str| {
            let face = shape.faces().iter().find(|face| face.name == name);
            face.map_or([0.0; 3], |face| face.normal)
        };
        let sum = |parts: &[(f64, &str)]| {
            parts.iter().fold([0.0; 3], |sum, &(by, name)| plus(sum, by, normal(name)))
        };
        let (from, up) = match shape.faces().len() {
            4 => (sum(&[(-1.0, "D"), (0.4, "F")]), sum(&[(-1.0, "D")])),
            6 => (sum(&[(1.0, "F"), (0.8, "U"), (0.75, "R")]), normal("U")),
            8 => (sum(&[(1.0, "F"), (0.8, "U"), (0.85, "L"), (1.0, "R")]), normal("U")),
            12 => (sum(&[(1.0, "F"), (0.9, "U"), (0.15, "R")]), normal("U")),
            _ => {
                let first = shape.faces().first().map_or([0.0, 0.0, 1.0], |face| face.normal);
                let second = shape.faces().get(1).map_or([0.0, 1.0, 0.0], |face| face.normal);
                (plus(first, 0.35, second), second)
            }
        };
        if dot(from, from) > 0.1 && dot(up, up) > 0.1 {
            let eye = match shape.faces().len() {
                // Two faces, the front one a little wider, and the tip above them: from 15 degrees above the base. The face on the right is R
                // or BR.
                4 => sum(&[(1.0, "F"), (0.815, "R"), (0.815, "BR"), (0.37, "D")]),
                // As many faces as can be.
                12 => sum(&[(1.0, "F"), (0.35, "U"), (0.3, "R")]),
                _ => from,
            };
            return Pose { from, up, eye };
        }
        // Faces with other names: from the side and slightly from above.
        let from = [0.35, 0.6, 1.0];
        Pose { from, up: [0.0, 1.0, 0.0], eye: from }
    }
}

/// The parent of each face in a net, for faces where breadth-first order from the first face would give an unusual net.
fn hangs_on(shape: &Shape) -> &'static [(&'static str, &'static str)] {
    match shape.faces().len() {
        6 => &[("F", ""), ("U", "F"), ("L", "F"), ("R", "F"), ("D", "F"), ("B", "R")],
        12 => &[
            ("U", ""),
            ("F", "U"),
            ("R", "U"),
            ("BR", "U"),
            ("BL", "U"),
            ("L", "U"),
            ("FR", "R"),
            ("D", "FR"),
            ("DR", "D"),
            ("B", "D"),
            ("DL", "D"),
            ("FL", "D"),
        ],
        _ => &[],
    }
}

/// For each face, its place in a net.
fn net(shape: &Shape, outlines: &[Vec<Point>]) -> Vec<Option<Sheet>> {
    let faces = shape.faces();
    let number = |name: &str| faces.iter().position(|face| face.name == name);
    let mut tree: Vec<(usize, Option<usize>)> = (hangs_on(shape).iter())
        .filter_map(|&(face, parent)| Some((number(face)?, number(parent))))
        .collect();
    if tree.len() != faces.len() {
        tree = breadth_first(outlines, number("F").unwrap_or(0));
    }
    let mut sheets: Vec<Option<Sheet>> = vec![None; faces.len()];
    for (face, parent) in tree {
        let normal = faces[face].normal;
        let sheet = match parent {
            None => {
                // The top points upwards, or the face below or in front points downwards.
                let other = |name: &str| number(name).filter(|&other| other != face);
                let upwards = other("U").map(|up| (up, 1.0));
                let downwards = || other("D").filter(|_| other("F").is_none()).or_else(|| other("F"));
                let (up, sign) = upwards
                    .or_else(|| downwards().map(|down| (down, -1.0)))
                    .unwrap_or((usize::from(face == 0), 1.0));
                Sheet::towards(normal, faces[up].normal.map(|x| sign * x))
            }
            Some(parent) => {
                let Some(sheet) = sheets[parent] else { continue };
                let shared: Vec<Point> = (outlines[face].iter().copied())
                    .filter(|&corner| {
                        outlines[parent].iter().any(|&other| {
                            let off = plus(corner, -1.0, other);
                            dot(off, off) < 1e-12
                        })
                    })
                    .collect();
                let [start, end] = shared[..] else { continue };
                let along = unit(plus(end, -1.0, start));
                // The direction away from the edge, in the child and in the parent's plane beyond it.
                let middle =
                    outlines[face].iter().fold([0.0; 3], |sum, &c| plus(sum, 1.0, plus(c, -1.0, start)));
                let away = unit(plus(middle, -dot(middle, along), along));
                let inner =
                    outlines[parent].iter().fold([0.0; 3], |sum, &c| plus(sum, 1.0, plus(c, -1.0, start)));
                let beyond = unit(plus(inner, -dot(inner, along), along)).map(|x| -x);
                let carried =
                    |axis: Point| plus(along.map(|x| x * dot(axis, along)), dot(axis, beyond), away);
                Sheet {
                    origin: start,
                    at: sheet.flat(start),
                    right: carried(sheet.right),
                    down: carried(sheet.down),
                }
            }
        };
        sheets[face] = Some(sheet);
    }
    sheets
}

/// Faces with their parents, in order of distance from a first face.
fn breadth_first(outlines: &[Vec<Point>], first: usize) -> Vec<(usize, Option<usize>)> {
    let touches = |a: usize, b: usize| {
        let shared = outlines[a].iter().filter(|&&x| {
            outlines[b].iter().any(|&y| {
                let off = plus(x, -1.0, y);
                dot(off, off) < 1e-12
            })
        });
        shared.count() == 2
    };
    let mut tree = vec![(first, None)];
    let mut next = 0;
    while next < tree.len() {
        let parent = tree[next].0;
        for face in 0..outlines.len() {
            if tree.iter().all(|(known, _)| *known != face) && touches(face, parent) {
                tree.push((face, Some(parent)));
            }
        }
        next += 1;
    }
    tree
}

/// A position of a puzzle, drawn flat. Both states must be of the puzzle with this shape.
pub fn picture(shape: &Shape, solved: &State, state: &State, view: View, scheme: Scheme) -> Picture {
    let outlines = outlines(shape);
    let faces = shape.faces();
    let colours = shape.colours(solved, state);
    let coloured = |number: usize, outline: Outline| {
        let colour = colours[number];
        FlatSticker {
            sticker: number,
            outline,
            colour: colour.map(|face| scheme.of_face(faces, face)),
            name: colour.map(|face| faces[face].name.clone()),
        }
    };
    if view == View::Stereographic {
        let Pose { up, .. } = Pose::of(shape);
        let first = faces.first().map_or([0.0, 0.0, 1.0], |face| face.normal);
        let front = faces.iter().find(|face| face.name == "F").map_or(first, |face| face.normal.map(|x| -x));
        if let Some(projection) = Stereographic::new(shape, up, front) {
            let number = |sticker: usize| (!projection.is_around(sticker), sticker);
            let mut order: Vec<usize> = (0..shape.stickers().len()).collect();
            sort_by_key(&mut order, |&sticker| number(sticker));
            let outline = |sticker: usize| projection.outline(sticker, &shape.stickers()[sticker].corners);
            let stickers: Vec<FlatSticker> =
                order.into_iter().map(|sticker| coloured(sticker, outline(sticker))).collect();
            let frame = frame(stickers.iter().map(|sticker| &sticker.outline));
            return Picture::new(frame, Vec::new(), stickers);
        }
    }
    let sheets = match view {
        View::Net => net(shape, &outlines),
        View::Solid | View::Stereographic => {
            let Pose { from, up, .. } = Pose::of(shape);
            let front = Sheet::towards(from, up);
            let behind = Sheet::towards(from.map(|x| -x), up);
            // The greatest distance of a corner determines the distance between the two views.
            let reach =
                outlines.iter().flatten().map(|&corner| dot(corner, front.right).abs()).fold(0.0, f64::max);
            let behind = Sheet { at: [2.2 * reach, 0.0], ..behind };
            faces.iter().map(|face| Some(if dot(face.normal, from) > 0.0 { front } else { behind })).collect()
        }
    };
    let flat = |face: usize, corners: &[Point]| {
        let sheet = sheets[face]?;
        Some(Outline::Polygon(corners.iter().map(|&corner| sheet.flat(corner)).collect()))
    };
    let flat_faces: Vec<FlatFace> = (outlines.iter().enumerate())
        .filter_map(|(face, outline)| Some(FlatFace { face, outline: flat(face, outline)? }))
        .collect();
    let stickers = shape
        .stickers()
        .iter()
        .enumerate()
        .filter_map(|(number, sticker)| Some(coloured(number, flat(sticker.face, &sticker.corners)?)));
    let stickers = stickers.collect();
    let frame = frame(flat_faces.iter().map(|face| &face.outline));
    Picture::new(frame, flat_faces, stickers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;

    fn area(corners: &[Flat]) -> f64 {
        let pairs = (0..corners.len()).map(|at| (corners[at], corners[(at + 1) % corners.len()]));
        pairs.map(|(x, y)| x[0] * y[1] - x[1] * y[0]).sum::<f64>() / 2.0
    }

    fn inside(point: Flat, corners: &[Flat]) -> bool {
        (0..corners.len()).all(|at| {
            let (x, y) = (corners[at], corners[(at + 1) % corners.len()]);
            (y[0] - x[0]) * (point[1] - x[1]) - (y[1] - x[1]) * (point[0] - x[0]) > -1e-9
        })
    }

    /// In a net, all faces have their true sizes and do not overlap. In both views, every sticker lies in its face, and
    /// its corners run clockwise, so that no face is seen from inside.
    #[test]
    fn faces_lie_side_by_side() {
        for name in ["jing pyraminx", "dino", "fto", "pyraminx crystal", "icosamate", "helicopter"] {
            let entry = catalog::find(name).unwrap();
            let (puzzle, shape) = (entry.puzzle, entry.shape.unwrap());
            for view in [View::Net, View::Solid] {
                let drawn = picture(&shape, puzzle.solved(), puzzle.solved(), view, Scheme::Usual);
                assert_eq!(drawn.faces.len(), shape.faces().len(), "{name} {view:?}");
                assert_eq!(drawn.stickers.len(), shape.stickers().len(), "{name} {view:?}");
                for face in &drawn.faces {
                    let within =
                        drawn.stickers.iter().filter(|s| shape.stickers()[s.sticker].face == face.face);
                    let mut sum = 0.0;
                    for sticker in within {
                        assert!(area(sticker.outline.corners()) > 0.0, "{name} {view:?}");
                        assert!(
                            sticker
                                .outline
                                .corners()
                                .iter()
                                .all(|&corner| inside(corner, face.outline.corners())),
                            "{name} {view:?}"
                        );
                        sum += area(sticker.outline.corners());
                    }
                    assert!((sum - area(face.outline.corners())).abs() < 1e-9, "{name} {view:?}");
                }
                if view == View::Net {
                    let first = area(drawn.faces[0].outline.corners());
                    for face in &drawn.faces {
                        assert!((area(face.outline.corners()) - first).abs() < 1e-9, "{name}");
                        let count = face.outline.corners().len() as f64;
                        let middle =
                            [0, 1].map(|i| face.outline.corners().iter().map(|c| c[i]).sum::<f64>() / count);
                        let over = drawn.faces.iter().filter(|other| inside(middle, other.outline.corners()));
                        assert_eq!(over.count(), 1, "{name}");
                    }
                }
            }
        }
    }
}
