//! Draws pieces that only move together as one, without lines between their stickers.
//!
//! Start at [`blocks`], [`groups`] and [`joints`]. Stickers on the same face are joined along their shared sides, as are planar
//! pieces with outlines of their own. Planar slots with gaps between them are joined by a band.

use super::flat_picture::{FlatSticker, Joint};
use super::look::Look;
use super::outline::{Flat, Outline};
use crate::definition::{Block, Role};
use crate::geometry::{Point, ShapeSticker};
use crate::puzzle::Puzzle;
use crate::state::State;

/// The blocks of a puzzle that are drawn as one: those that its definition glues together, and on a solid the pieces that no move carries
/// or turns, as far as they touch on a face, such as the block of the fused cube. O(moves × slots + stickers²) at most, and O(moves) if a
/// move turns the whole puzzle.
pub fn blocks(puzzle: &Puzzle, look: &Look) -> Vec<Block> {
    let mut blocks = puzzle.definition().restrictions.blocks.clone();
    let Look::Solid(shape) = look else { return blocks };
    if puzzle.bases().iter().any(|base| base.role == Role::Rotation) {
        return blocks;
    }
    let stays = |orbit: usize, slot: u16| {
        let slot = usize::from(slot);
        puzzle.bases().iter().all(|base| {
            let part = base.transformation.part(orbit);
            part.is_none_or(|part| {
                usize::from(part.permutation()[slot]) == slot && part.orientation()[slot] == 0
            })
        })
    };
    let still: Vec<(usize, &ShapeSticker, (usize, u16))> = (shape.stickers().iter().enumerate())
        .filter_map(|(number, sticker)| Some((number, sticker, sticker.place?)))
        .filter(|(.., place)| stays(place.orbit, place.slot))
        .map(|(number, sticker, place)| {
            let piece = puzzle.solved().orbits[place.orbit].pieces[usize::from(place.slot)];
            (number, sticker, (place.orbit, piece))
        })
        .collect();
    let touch = |one: &ShapeSticker, other: &ShapeSticker| {
        let near = |x: &Point, y: &Point| x.iter().zip(y).all(|(x, y)| (x - y).abs() < 1e-6);
        let shared = one.corners.iter().filter(|x| other.corners.iter().any(|y| near(x, y)));
        one.face == other.face && shared.count() > 1
    };
    let mut pieces: Vec<(usize, u16)> = Vec::new();
    for (number, one, piece) in &still {
        let touches = still.iter().any(|(other, sticker, _)| other != number && touch(one, sticker));
        if touches && !pieces.contains(piece) {
            pieces.push(*piece);
        }
    }
    if pieces.len() > 1 {
        blocks.push(Block { pieces });
    }
    blocks
}

/// By block of glued pieces: the stickers, or slots in the plane, that show them in a state. Blocks with fewer than two
/// visible pieces are omitted. O(blocks × stickers).
pub(super) fn groups(look: &Look, blocks: &[Block], state: &State) -> Vec<Vec<usize>> {
    let group = |block: &Block| {
        let shows = |sticker: &usize| {
            look.place(*sticker).is_some_and(|place| {
                let piece = state.orbits[place.orbit].pieces[usize::from(place.slot)];
                block.pieces.contains(&(place.orbit, piece))
            })
        };
        let stickers: Vec<usize> = (0..look.len()).filter(shows).collect();
        let mut slots =
            stickers.iter().filter_map(|&at| look.place(at)).map(|place| (place.orbit, place.slot));
        let first = slots.next();
        slots.any(|slot| Some(slot) != first).then_some(stickers)
    };
    blocks.iter().filter_map(group).collect()
}

/// The lines that join the stickers of each group.
pub(super) fn joints(look: &Look, groups: &[Vec<usize>], drawn: &[FlatSticker]) -> Vec<Joint> {
    let number = |sticker: usize| drawn.iter().position(|known| known.sticker == sticker);
    let mut joints = Vec::new();
    for group in groups {
        let group: Vec<usize> = group.iter().filter_map(|&sticker| number(sticker)).collect();
        for (at, &one) in group.iter().enumerate() {
            let before = group[..at].iter().copied();
            match look {
                Look::Solid(shape) => {
                    let face = |number: usize| shape.stickers()[drawn[number].sticker].face;
                    for other in before.filter(|&other| face(other) == face(one)) {
                        let shared = shared_sides(&drawn[one].outline, &drawn[other].outline);
                        let joint = |line| Joint { line, width: None, stickers: [one, other] };
                        joints.extend(shared.into_iter().map(joint));
                    }
                }
                // Pieces with outlines of their own touch.
                Look::Plane(plane) if plane.parts.iter().any(|part| part.pose.is_some()) => {
                    let index = |number: usize| plane.parts[drawn[number].sticker].index;
                    for other in before.filter(|&other| index(other) == 0 && index(one) == 0) {
                        let shared = shared_sides(&drawn[one].outline, &drawn[other].outline);
                        let joint = |line| Joint { line, width: None, stickers: [one, other] };
                        joints.extend(shared.into_iter().map(joint));
                    }
                }
                Look::Plane(_) => {
                    // To the nearest of the previous ones.
                    let [x, y] = drawn[one].outline.middle();
                    let far = |&other: &usize| {
                        let [to_x, to_y] = drawn[other].outline.middle();
                        (to_x - x).hypot(to_y - y)
                    };
                    let Some(other) = before.min_by(|a, b| far(a).total_cmp(&far(b))) else { continue };
                    let line = [[x, y], drawn[other].outline.middle()];
                    let width =
                        0.35 * f64::min(drawn[one].outline.area(), drawn[other].outline.area()).sqrt();
                    joints.push(Joint { line, width: Some(width), stickers: [one, other] });
                }
            }
        }
    }
    joints
}

/// The common parts of the sides of two polygons, up to rounding.
fn shared_sides(one: &Outline, other: &Outline) -> Vec<[Flat; 2]> {
    let sides = |outline: &Outline| -> Vec<[Flat; 2]> {
        let corners = outline.corners();
        (0..corners.len()).map(|at| [corners[at], corners[(at + 1) % corners.len()]]).collect()
    };
    let mut shared = Vec::new();
    for [start, end] in sides(one) {
        let way = [end[0] - start[0], end[1] - start[1]];
        let length = way[0].hypot(way[1]);
        if length < 1e-9 {
            continue;
        }
        let along = |[x, y]: Flat| ((x - start[0]) * way[0] + (y - start[1]) * way[1]) / length;
        let off = |[x, y]: Flat| ((x - start[0]) * way[1] - (y - start[1]) * way[0]).abs() / length;
        for side in sides(other).into_iter().filter(|side| side.iter().all(|&at| off(at) < 1e-6)) {
            let [from, to] = side.map(along);
            let (from, to) = (f64::min(from, to).max(0.0), f64::max(from, to).min(length));
            if to - from > 1e-6 {
                let at = |part: f64| [0, 1].map(|i| start[i] + way[i] * part / length);
                shared.push([at(from), at(to)]);
            }
        }
    }
    shared
}

#[cfg(test)]
mod tests {
    use super::super::tests::look;
    use super::super::{Depiction, Look, Scene, Scheme, View};
    use crate::catalog;

    #[test]
    fn glued_stickers_are_joined_where_they_touch() {
        let entry = catalog::find("3x3x3 with UF+UFR+FR glued").unwrap();
        let puzzle = entry.puzzle;
        let look = Look::Solid(entry.shape.unwrap());
        let blocks = puzzle.definition().restrictions.blocks.clone();
        // UF and UFR touch on U and on F, UFR and FR on F and on R; UF and FR at a corner of F alone.
        for moves in [&[][..], &["F"], &["B", "L"]] {
            let state = moves.iter().fold(puzzle.solved().clone(), |state, name| {
                state.after(&puzzle.turn(name).unwrap().transformation())
            });
            for (view, shown) in [(View::Solid, 4), (View::Net, 4)] {
                let depiction = Depiction { view, blocks: blocks.clone(), ..Depiction::default() };
                let drawn = look.picture(puzzle.solved(), &state, &depiction);
                assert_eq!(drawn.joints.len(), shown, "{moves:?} {view:?}");
                for joint in &drawn.joints {
                    let [[x, y], [to_x, to_y]] = joint.line;
                    assert!((to_x - x).hypot(to_y - y) > 0.2);
                }
            }
            let depiction =
                Depiction { view: View::Stereographic, blocks: blocks.clone(), ..Depiction::default() };
            assert!(!look.picture(puzzle.solved(), &state, &depiction).joints.is_empty());
            let scene = Scene::new(&puzzle, &look, &state, Scheme::Usual);
            assert_eq!(scene.glued.len(), 1);
            assert_eq!(scene.glued[0].len(), 2 + 3 + 2);
        }
        let free = catalog::find("c f 1/3").unwrap();
        let look = Look::Solid(free.shape.unwrap());
        let scene = Scene::new(&free.puzzle, &look, free.puzzle.solved(), Scheme::Usual);
        assert!(scene.glued.is_empty());
    }

    /// The 2x2x2 that no move of the fused cube carries: three stickers on each of its faces beside that of the corner.
    #[test]
    fn pieces_that_no_move_carries_are_one_block() {
        let (puzzle, fused) = look("fused cube");
        let scene = Scene::new(&puzzle, &fused, puzzle.solved(), Scheme::Usual);
        assert_eq!(scene.glued.iter().map(Vec::len).collect::<Vec<_>>(), [12]);
        let blocks = super::blocks(&puzzle, &fused);
        for view in [View::Solid, View::Net] {
            let depiction = Depiction { view, blocks: blocks.clone(), ..Depiction::default() };
            let turned = puzzle.solved().after(&puzzle.turn("U").unwrap().transformation());
            assert_eq!(fused.picture(puzzle.solved(), &turned, &depiction).joints.len(), 12);
        }
        for name in ["3x3x3", "megaminx", "2x2x2 with DBL fixed", "void cube"] {
            let (puzzle, look) = look(name);
            assert!(super::blocks(&puzzle, &look).is_empty(), "{name}");
        }
    }

    /// The hand that holds a blank is invisible, so nothing is joined to it.
    #[test]
    fn blanks_are_joined_to_nothing() {
        let entry = catalog::find("slide:3x3").unwrap();
        let look = Look::Plane(entry.plane.unwrap());
        let scene = Scene::new(&entry.puzzle, &look, entry.puzzle.solved(), Scheme::Usual);
        assert!(scene.glued.is_empty());
    }
}
