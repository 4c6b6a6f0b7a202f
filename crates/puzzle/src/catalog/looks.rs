//! The appearance of puzzles that are not generated from geometry.
//!
//! Start at [`look`]. A cube is drawn by its facelets; each of the others has a counterpart cut from a solid. The
//! stickers of the counterpart are assigned to the places in the puzzle's own definition, with pieces matched by
//! their faces.

use super::{ivy, megaminx, pyraminx, skewb};
use crate::formats::facelets::{FaceletLayout, StickerPlace};
use crate::geometry::{Point, Shape, ShapeFace, ShapeSticker, generate};
use crate::orbit::Orbit;
use crate::puzzle::Puzzle;
use crate::small_map::Map;
use crate::sorting;

/// A puzzle cut from a solid whose pieces correspond to those of this puzzle, with another numbering.
struct Twin {
    description: &'static str,
    /// By orbit: the faces of its pieces, clockwise. Of two orbits on the same faces, the one nearer to the centre
    /// comes first.
    pieces: Vec<&'static [&'static str]>,
    /// Faces with different names: the name here, the name there.
    renamed: &'static [(&'static str, &'static str)],
    /// Whether pieces of the twin that do not exist here are left out; otherwise they are drawn unchanged.
    is_part: bool,
}

fn twin(name: &str) -> Option<Twin> {
    let pyramid = |description, tips| {
        let pieces: [&'static [&'static str]; 3] =
            [&pyraminx::EDGES, &pyraminx::CORNER_PIECES, &pyraminx::CORNER_PIECES];
        let pieces = pieces[..if tips { 3 } else { 2 }].to_vec();
        Twin { description, pieces, renamed: &[("L", "BL"), ("R", "BR")], is_part: false }
    };
    Some(match name {
        "pyraminx" => pyramid("t v 1/3 v 5/3", true),
        "tetraminx" => pyramid("t v 1/3", false),
        "skewb" => {
            let pieces: Vec<&'static [&'static str]> = vec![&skewb::CORNERS, &skewb::CENTERS];
            Twin { description: "c v 0", pieces, renamed: &[], is_part: false }
        }
        "ivy cube" => {
            let pieces: Vec<&'static [&'static str]> = vec![&ivy::CORNERS, &ivy::LEAVES];
            Twin { description: "c v 0", pieces, renamed: &[], is_part: true }
        }
        "megaminx" => {
            let pieces: Vec<&'static [&'static str]> = vec![&megaminx::CORNERS, &megaminx::EDGES];
            Twin { description: "d f 0.7", pieces, renamed: &[], is_part: false }
        }
        _ => return None,
    })
}

/// The description of the solid whose cuts give the pieces of a puzzle with its own definition.
pub(super) fn description(name: &str) -> Option<&'static str> {
    twin(name).map(|twin| twin.description)
}

/// The appearance of a puzzle of the catalog that is not cut from a solid; `None` for a puzzle in the plane. `facelets`
/// is the layout of a cube.
pub fn look(puzzle: &Puzzle, facelets: Option<&FaceletLayout>) -> Option<Shape> {
    match facelets {
        Some(layout) => Some(cube(layout, puzzle.orbits())),
        None => of_twin(&twin(puzzle.name())?, puzzle.orbits()),
    }
}

fn of_twin(twin: &Twin, orbits: &[Orbit]) -> Option<Shape> {
    let shape = generate(twin.description, twin.description).ok()?.shape;
    let here = |there: &str| {
        let renamed = twin.renamed.iter().find(|(_, other)| *other == there);
        renamed.map_or(there, |(here, _)| here).to_string()
    };
    let names: Vec<String> = shape.faces().iter().map(|face| here(&face.name)).collect();
    // The pieces of the twin by their faces: the distance from the centre, and the place.
    let mut pieces: Map<StickerPlace, (Vec<usize>, f64)> = Map::new();
    for sticker in shape.stickers() {
        let piece = StickerPlace { index: 0, ..sticker.place? };
        let far = sticker.corners.iter().map(|c| c.iter().map(|x| x * x).sum::<f64>()).fold(0.0, f64::max);
        let (faces, reach) = pieces.get_or_insert_with(piece, Default::default);
        faces.push(sticker.face);
        *reach = reach.max(far);
    }
    let mut by_faces: Map<Vec<usize>, Vec<(f64, StickerPlace)>> = Map::new();
    for (piece, (mut faces, reach)) in pieces {
        sorting::sort(&mut faces);
        by_faces.get_or_insert_with(faces, Default::default).push((reach, piece));
    }
    by_faces.values_mut().for_each(|pieces| sorting::sort_by(pieces, |x, y| x.0.total_cmp(&y.0)));
    let mut places: Map<(StickerPlace, usize), StickerPlace> = Map::new();
    for (orbit, pieces) in twin.pieces.iter().enumerate() {
        for (slot, piece) in pieces.iter().enumerate() {
            let number = |name: &str| names.iter().position(|known| known == name);
            let faces = piece.split(' ').map(number).collect::<Option<Vec<usize>>>()?;
            let mut sorted = faces.clone();
            sorting::sort(&mut sorted);
            let found = by_faces.get_mut(&sorted).filter(|found| !found.is_empty())?.remove(0).1;
            for (index, &face) in faces.iter().enumerate() {
                let place = StickerPlace { orbit, slot: slot as u16, index: index as u16 };
                places.insert((found, face), place);
            }
        }
    }
    let stickers = shape.stickers().iter().map(|sticker| {
        let there = sticker.place.map(|place| (StickerPlace { index: 0, ..place }, sticker.face));
        ShapeSticker { place: there.and_then(|there| places.get(&there).copied()), ..sticker.clone() }
    });
    let stickers = stickers.filter(|sticker| !twin.is_part || sticker.place.is_some()).collect();
    let faces = shape.faces().iter().zip(names).map(|(face, name)| ShapeFace { name, ..face.clone() });
    Some(Shape::of_parts(faces.collect(), stickers, orbits))
}

/// The starting point of a face of a cube (its upper left corner in the usual net), and the directions of its columns
/// and rows.
const SIDES: [[Point; 3]; 6] = [
    [[-1.0, 1.0, -1.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]],
    [[1.0, 1.0, 1.0], [0.0, 0.0, -1.0], [0.0, -1.0, 0.0]],
    [[-1.0, 1.0, 1.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0]],
    [[-1.0, -1.0, 1.0], [1.0, 0.0, 0.0], [0.0, 0.0, -1.0]],
    [[-1.0, 1.0, -1.0], [0.0, 0.0, 1.0], [0.0, -1.0, 0.0]],
    [[1.0, 1.0, -1.0], [-1.0, 0.0, 0.0], [0.0, -1.0, 0.0]],
];

/// A cube of 6·N² facelets, face by face, row by row.
fn cube(layout: &FaceletLayout, orbits: &[Orbit]) -> Shape {
    let size = (layout.facelets().len() / SIDES.len()).isqrt();
    let normals = [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
    let faces = layout.faces().iter().enumerate().map(|(face, letter)| {
        let sign = if face < 3 { 1.0 } else { -1.0 };
        ShapeFace {
            name: letter.to_string(),
            normal: normals[face % 3].map(|x| sign * x),
            distance: 1.0,
            colour: None,
        }
    });
    let stickers = layout.facelets().iter().enumerate().map(|(number, facelet)| {
        let (face, row, column) = (number / (size * size), number / size % size, number % size);
        let [start, right, down] = SIDES[face % SIDES.len()];
        let step = 2.0 / size as f64;
        let corners = [(0, 0), (0, 1), (1, 1), (1, 0)].map(|(below, beside)| {
            let (x, y) = ((column + beside) as f64 * step, (row + below) as f64 * step);
            std::array::from_fn(|i| start[i] + x * right[i] + y * down[i])
        });
        ShapeSticker { face, corners: corners.to_vec(), place: facelet.place }
    });
    Shape::of_parts(faces.collect(), stickers.collect(), orbits)
}

#[cfg(test)]
mod tests {
    use crate::catalog;
    use crate::puzzle::Puzzle;
    use std::collections::BTreeMap;

    fn after(puzzle: &Puzzle, moves: &str) -> crate::state::State {
        moves.split_whitespace().fold(puzzle.solved().clone(), |state, name| {
            state.after(&puzzle.turn(name).unwrap().transformation())
        })
    }

    /// The picture of a cube agrees with its facelet string.
    #[test]
    fn cubes_show_their_facelets() {
        for (name, moves) in [("2x2x2", "R U F'"), ("3x3x3", "R U2 F' L D B"), ("5x5x5", "Rw 2U F' 3L D2")] {
            let entry = catalog::find(name).unwrap();
            let (puzzle, facelets) = (entry.puzzle, entry.facelets.unwrap());
            let shape = catalog::look(&puzzle, Some(&facelets)).unwrap();
            let state = after(&puzzle, moves);
            let shown: String = (shape.colours(puzzle.solved(), &state).into_iter())
                .map(|face| shape.faces()[face.unwrap()].name.clone())
                .collect();
            assert_eq!(shown, facelets.write(puzzle.orbits(), puzzle.solved(), &state), "{name}");
        }
    }

    /// After the same sequence, a twin shows the same as the puzzle cut from a solid.
    #[test]
    fn twins_show_what_geometry_shows() {
        for (name, description, moves) in [
            ("megaminx", "d f 0.7", [("U R FL' DR2 B", "U R FL' DR2 B"), ("D BL", "D BL")]),
            ("skewb", "c v 0", [("R U L' B", "DRB UBL DFL' DBL"), ("UFR", "UFR")]),
            ("pyraminx", "t v 1/3 v 5/3", [("U L' B R", "Uw Lw' Bw Rw"), ("u B' l r'", "U Bw' L R'")]),
            ("tetraminx", "t v 1/3", [("U L' B R", "U L' B R"), ("U", "U")]),
        ] {
            let hand = catalog::find(name).unwrap().puzzle;
            let drawn = catalog::look(&hand, None).unwrap();
            let cut = catalog::find(description).unwrap();
            let cut_shape = cut.shape.unwrap();
            for (by_hand, by_cut) in moves {
                let shown = drawn.colours(hand.solved(), &after(&hand, by_hand));
                let expected = cut_shape.colours(cut.puzzle.solved(), &after(&cut.puzzle, by_cut));
                assert_eq!(shown, expected, "{name} {by_hand}");
                let mut counts: BTreeMap<_, usize> = BTreeMap::new();
                shown.into_iter().for_each(|face| *counts.entry(face.unwrap()).or_default() += 1);
                assert!(counts.values().all(|&count| count == drawn.stickers().len() / drawn.faces().len()));
            }
        }
    }

    #[test]
    fn puzzles_in_the_plane_have_no_solid() {
        let torus = catalog::find("torus:4x4").unwrap();
        assert!(catalog::look(&torus.puzzle, None).is_none());
    }
}
