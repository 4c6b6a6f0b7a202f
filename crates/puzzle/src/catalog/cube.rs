//! NxNxN cubes for any N from 2: stickers, pieces, layers and rotations, from coordinates.
//!
//! Start at [`cube`]. A sticker is the cubie's centre and the direction of its face, in integers: x points to the
//! right, y up and z to the front, with cubies at -(N-1), …, N-1 in steps of 2. The pieces of the 3x3x3 are numbered
//! as in cubing.js; other slots follow the order of facelets (faces U R F D L B, row by row as in the usual net).
//! Stickers of one colour are not distinguished, so the centres of a face are identical pieces.

use super::stickers::{Slot, StickerModel, StickerMove};
use crate::definition::{Action, Generator, Role};
use crate::formats::facelets::FaceletLayout;
use crate::moves::{BaseMove, Weight};
use crate::notation::cube_names::{CubeTurn, TurningLayers};
use crate::notation::{Layers, MoveToken};
use crate::puzzle::{LayerNames, Puzzle};
use crate::small_map::{Map, Set};
use crate::sorting;
use crate::transformation::Transformation;
use std::sync::Arc;

/// The largest cube that is built piece by piece: 65 025 facelets per face.
pub const MAX_SIZE: u16 = 255;

/// Faces in the order of facelet strings.
pub const FACES: [char; 6] = ['U', 'R', 'F', 'D', 'L', 'B'];

type Point = [i32; 3];

/// x, y, z: the axis of a face and whether it lies on the positive side.
const NORMALS: [Point; 6] = [[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, -1, 0], [-1, 0, 0], [0, 0, -1]];

/// Slots of the pieces that every cube has, as faces, in cubing.js's order; stickers clockwise.
const CORNERS: [&str; 8] = ["URF", "UBR", "ULB", "UFL", "DFR", "DLF", "DBL", "DRB"];
const EDGES: [&str; 12] = ["UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL"];
const CENTERS: [&str; 6] = ["U", "L", "F", "R", "B", "D"];

/// A quarter turn, clockwise as seen from the positive end of the axis.
fn quarter(axis: usize, p: Point) -> Point {
    let [x, y, z] = p;
    match axis {
        0 => [x, z, -y], // R: front goes up
        1 => [-z, y, x], // U: front goes left
        _ => [y, -x, z], // F: up goes right
    }
}

/// The centre and direction of the sticker in a row and column of a face, and the inverse.
fn sticker_at(n: i32, face: usize, row: i32, column: i32) -> (Point, Point) {
    let (e, r, c) = (n - 1, 2 * row, 2 * column);
    let centre = match face {
        0 => [c - e, e, r - e],
        1 => [e, e - r, e - c],
        2 => [c - e, e - r, e],
        3 => [c - e, -e, e - r],
        4 => [-e, e - r, c - e],
        _ => [e - c, e - r, -e],
    };
    (centre, NORMALS[face])
}

fn sticker_of(n: i32, (centre, normal): (Point, Point)) -> u32 {
    let (e, [x, y, z]) = (n - 1, centre);
    let (face, row, column) = match normal {
        [0, 1, 0] => (0, z + e, x + e),
        [1, 0, 0] => (1, e - y, e - z),
        [0, 0, 1] => (2, e - y, x + e),
        [0, -1, 0] => (3, e - z, x + e),
        [-1, 0, 0] => (4, e - y, z + e),
        _ => (5, e - y, e - x),
    };
    (face * n * n + (row / 2) * n + column / 2) as u32
}

/// The cubies of a cube that have stickers, with these stickers.
struct Cubies {
    n: i32,
    stickers: Map<Point, Vec<u32>>,
}

impl Cubies {
    fn new(n: i32) -> Self {
        let mut stickers: Map<Point, Vec<u32>> = Map::new();
        for face in 0..6 {
            for (row, column) in (0..n).flat_map(|row| (0..n).map(move |column| (row, column))) {
                let at = sticker_at(n, face, row, column);
                stickers.get_or_insert_with(at.0, Default::default).push(sticker_of(n, at));
            }
        }
        Cubies { n, stickers }
    }

    fn at(&self, sticker: u32) -> (Point, Point) {
        let (n, sticker) = (self.n, sticker as i32);
        sticker_at(n, (sticker / (n * n)) as usize, sticker % (n * n) / n, sticker % n)
    }

    /// The place to which a quarter turn of its layer about an axis moves a sticker.
    fn turned(&self, axis: usize, sticker: u32) -> u32 {
        let (centre, normal) = self.at(sticker);
        sticker_of(self.n, (quarter(axis, centre), quarter(axis, normal)))
    }

    /// Quarter turns of all layers about an axis, beginning at its positive end.
    fn layers(&self, axis: usize) -> Vec<StickerMove> {
        let mut layers = vec![StickerMove::new(); self.n as usize];
        for sticker in 0..(6 * self.n * self.n) as u32 {
            let depth = (self.n - 1 - self.at(sticker).0[axis]) / 2;
            layers[depth as usize].push((sticker, self.turned(axis, sticker)));
        }
        layers
    }

    /// The slot of the cubie that lies on all the named faces and in the middle along every other axis, with its
    /// stickers in that order of faces.
    fn named(&self, faces: &str) -> (Point, Vec<u32>) {
        let normals: Vec<Point> = faces
            .chars()
            .map(|letter| NORMALS[FACES.iter().position(|&face| face == letter).unwrap_or(0)])
            .collect();
        let mut centre = [0; 3];
        for normal in &normals {
            for axis in 0..3 {
                centre[axis] += normal[axis] * (self.n - 1);
            }
        }
        (centre, normals.iter().map(|&normal| sticker_of(self.n, (centre, normal))).collect())
    }
}

/// The orbits of the pieces of a cube under construction: (name, orientations), and the slots in order.
#[derive(Default)]
struct Orbits {
    kinds: Vec<(String, u16)>,
    slots: Vec<Slot>,
    placed: Set<Point>,
}

impl Orbits {
    fn of(cubies: &Cubies) -> Self {
        let odd = cubies.n % 2 == 1;
        let mut orbits = Orbits::default();
        if odd {
            orbits.add("EDGES".into(), 2, EDGES.iter().map(|faces| cubies.named(faces)));
        }
        orbits.add("CORNERS".into(), 3, CORNERS.iter().map(|faces| cubies.named(faces)));
        if odd {
            orbits.add("CENTERS".into(), 1, CENTERS.iter().map(|faces| cubies.named(faces)));
        }
        orbits.add_the_rest(cubies);
        orbits
    }

    fn add(&mut self, name: String, orientations: u16, slots: impl Iterator<Item = (Point, Vec<u32>)>) {
        let orbit = self.kinds.len();
        self.kinds.push((name, orientations));
        for (centre, stickers) in slots {
            self.placed.insert(centre);
            self.slots.push(Slot { orbit, stickers });
        }
    }

    /// The orbits of 24, found by following the moves from the first facelet of each.
    fn add_the_rest(&mut self, cubies: &Cubies) {
        let (mut wings, mut centres) = (0, cubies.n % 2);
        for start in 0..(6 * cubies.n * cubies.n) as u32 {
            if self.placed.contains(&cubies.at(start).0) {
                continue;
            }
            let mut found = vec![start];
            let mut next = 0;
            while next < found.len() {
                let at = found[next];
                for image in [0, 1, 2].map(|axis| cubies.turned(axis, at)) {
                    if !found.contains(&image) {
                        found.push(image);
                    }
                }
                next += 1;
            }
            sorting::sort(&mut found);
            let is_wing = cubies.stickers[&cubies.at(start).0].len() == 2;
            let (kind, count) = if is_wing { ("WINGS", &mut wings) } else { ("CENTERS", &mut centres) };
            *count += 1;
            let name = if *count == 1 { kind.to_string() } else { format!("{kind}{count}") };
            let slot = |sticker: u32| {
                let centre = cubies.at(sticker).0;
                let others = cubies.stickers[&centre].iter().copied().filter(move |&other| other != sticker);
                (centre, std::iter::once(sticker).chain(others).collect())
            };
            self.add(name, 1, found.into_iter().map(slot));
        }
    }
}

/// Quarter turns of every layer of a cube, and the rules for naming blocks of them.
#[derive(Debug)]
struct CubeLayers {
    size: u16,
    /// By axis (x from R, y from U, z from F) and depth from the positive side.
    layers: [Vec<Transformation>; 3],
}

/// A block of layers: an axis, the side from which it is named, and depths from that side, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LayerBlock {
    face: usize,
    from: u16,
    to: u16,
}

/// The axis of each face, and whether it lies on the positive side.
fn axis_of(face: usize) -> (usize, bool) {
    let normal = NORMALS[face];
    let axis = normal.iter().position(|&c| c != 0).unwrap_or(0);
    (axis, normal[axis] > 0)
}

impl CubeLayers {
    /// The effect of turning a block, clockwise as seen from its face or counterclockwise.
    fn transformation(&self, block: LayerBlock, clockwise: bool) -> Transformation {
        let (axis, positive) = axis_of(block.face);
        let depths =
            (block.from..=block.to).map(|depth| if positive { depth - 1 } else { self.size - depth });
        let turned = Transformation::product(depths.map(|depth| &self.layers[axis][usize::from(depth)]));
        if positive == clockwise { turned } else { turned.inverse() }
    }

    /// The canonical name of a block, and -1 if it is the name of the opposite turn.
    fn name(&self, block: LayerBlock) -> (String, i64) {
        let LayerBlock { face, from, to } = block;
        let letter = FACES[face];
        let middle = self.size % 2 == 1 && from == to && from == self.size / 2 + 1;
        match (from, to) {
            (1, to) if to == self.size => {
                let (axis, positive) = axis_of(face);
                (["x", "y", "z"][axis].to_string(), if positive { 1 } else { -1 })
            }
            _ if middle => {
                // M follows L, E follows D, S follows F.
                let (axis, positive) = axis_of(face);
                let with_name = positive == (axis == 2);
                (["M", "E", "S"][axis].to_string(), if with_name { 1 } else { -1 })
            }
            (1, 1) => (letter.to_string(), 1),
            (1, 2) => (format!("{letter}w"), 1),
            (1, to) => (format!("{to}{letter}w"), 1),
            (from, to) if from == to => (format!("{from}{letter}"), 1),
            (from, to) => (format!("{from}-{to}{letter}w"), 1),
        }
    }

    fn base_of(&self, block: LayerBlock) -> (BaseMove, i64) {
        let (name, sign) = self.name(block);
        let outer = block.from == 1 || block.to == self.size;
        let (role, weight) = match (block.from == 1 && block.to == self.size, outer) {
            (true, _) => (Role::Rotation, Weight::ROTATION),
            (false, true) => (Role::Turn, Weight::TURN),
            (false, false) => (Role::Named, Weight::SLICE),
        };
        let turned = self.transformation(block, sign > 0);
        let axis = axis_of(block.face).0;
        (BaseMove::new(name, role, turned).with_weight(weight).about(axis), sign)
    }

    /// The block that a name denotes.
    fn block(&self, name: &str) -> Option<LayerBlock> {
        let family = name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
        let prefix = &name[..name.len() - family.len()];
        let layers = match prefix.split_once('-') {
            _ if prefix.is_empty() => None,
            None => Some(Layers::one(prefix.parse().ok()?)),
            Some((from, to)) => Some(Layers::block(from.parse().ok()?, to.parse().ok()?)),
        };
        let turn = CubeTurn::of(&MoveToken { layers, family: family.to_string(), amount: 1 })?;
        let size = self.size;
        let middle = size / 2 + 1;
        let (from, to) = match turn.layers {
            TurningLayers::Block { from, to } => (from, to),
            TurningLayers::Middle => (size % 2 == 1).then_some((middle, middle))?,
            TurningLayers::Inner => (2, size - 1),
            TurningLayers::Whole => (1, size),
        };
        let face = FACES.iter().position(|&face| face == turn.face.letter())?;
        (1 <= from && from <= to && to <= size).then_some(LayerBlock { face, from, to })
    }
}

impl LayerNames for CubeLayers {
    fn base(&self, name: &str) -> Option<(BaseMove, i64)> {
        Some(self.base_of(self.block(name)?))
    }

    fn knows(&self, name: &str) -> bool {
        self.block(name).is_some()
    }

    fn examples(&self) -> Vec<&str> {
        ["Rw", "r", "M", "E", "S", "2R", "3Rw", "2-3Rw"].into_iter().filter(|name| self.knows(name)).collect()
    }

    /// The outer blocks. On an even cube, a block of more than half the layers is equivalent to the opposite block and
    /// a rotation. Blocks therefore reach to the middle from every side, and the two halves count as one kind. With
    /// slices, inner layers are included.
    fn search_bases(&self, slices: bool) -> Vec<BaseMove> {
        let size = self.size;
        let mut blocks = Vec::new();
        for face in 0..6 {
            let (_, positive) = axis_of(face);
            let most = if size.is_multiple_of(2) && !positive { size / 2 - 1 } else { size / 2 };
            blocks.extend((1..=most).map(|to| LayerBlock { face, from: 1, to }));
            if slices {
                let inner = (2..=size / 2).map(|depth| LayerBlock { face, from: depth, to: depth });
                blocks.extend(inner);
                if size % 2 == 1 && positive == (axis_of(face).0 == 2) {
                    blocks.push(LayerBlock { face, from: size / 2 + 1, to: size / 2 + 1 });
                }
            }
        }
        blocks.into_iter().map(|block| self.base_of(block).0).collect()
    }
}

/// A cube with its layers, and the layout of its facelets.
#[derive(Clone, Debug)]
pub struct Cube {
    /// The puzzle. It is solved if every face has one colour, in any orientation of the cube.
    pub puzzle: Puzzle,
    /// The sticker that each facelet of a facelet string shows.
    pub facelets: FaceletLayout,
}

/// The NxNxN cube. `None` unless 2 ≤ `size` ≤ [`MAX_SIZE`].
///
/// Its generators are single layers on each side of the middle (`U 2U … D 2D …`); on the 3x3x3 the six faces. Every
/// block of layers has a name: `R 2R 2-4Rw 3Rw Rw r M E S m e s x y z Rv`. O(size²) stickers.
pub fn cube(size: u16) -> Option<Cube> {
    if !(2..=MAX_SIZE).contains(&size) {
        return None;
    }
    let cubies = Cubies::new(i32::from(size));
    let moves = [0, 1, 2].map(|axis| cubies.layers(axis));
    let orbits = Orbits::of(&cubies);
    let kinds: Vec<(&str, u16)> = orbits.kinds.iter().map(|(name, count)| (name.as_str(), *count)).collect();
    let model = StickerModel::new(&kinds, orbits.slots, &moves.concat());
    let layers = moves.map(|layers| layers.iter().map(|layer| model.transformation(layer)).collect());
    let layers = CubeLayers { size, layers };

    let face_size = u32::from(size) * u32::from(size);
    let face = |sticker: u32| (sticker / face_size) as u8;
    let mut definition = model.definition(&format!("{size}x{size}x{size}"), |s| u16::from(face(s)));
    let mut blocks = Vec::new();
    for face in 0..6 {
        blocks.extend((1..=size / 2).map(|depth| LayerBlock { face, from: depth, to: depth }));
    }
    // The rotations about the axes, named from R, U and F.
    blocks.extend([1, 0, 2].map(|face| LayerBlock { face, from: 1, to: size }));
    definition.generators = (blocks.into_iter())
        .map(|block| {
            let base = layers.base_of(block).0;
            let role = if base.role == Role::Rotation { Role::Rotation } else { Role::Turn };
            Generator { name: base.name, role, action: Action::Given(base.transformation) }
        })
        .collect();
    let puzzle = Puzzle::new(definition).expect("a cube is a puzzle");
    let facelets = model.facelets(&FACES, face);
    Some(Cube { puzzle: puzzle.with_layers(Arc::new(layers)).up_to_rotation(), facelets })
}
