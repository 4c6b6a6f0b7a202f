//! Draws pieces that only move together as one, without lines between their stickers.
//!
//! Start at [`groups`] and [`joints`]. Stickers on the same face are joined along their shared sides, as are planar
//! pieces with outlines of their own. Planar slots with gaps between them are joined by a band.

use super::flat_picture::{FlatSticker, Joint};
use super::look::Look;
use super::outline::{Flat, Outline};
use crate::definition::Block;
use crate::state::State;

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
                Look::Plane(plane) if !plane.poses.is_empty() => {
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

    /// The hand that holds a blank is invisible, so nothing is joined to it.
    #[test]
    fn blanks_are_joined_to_nothing() {
        let entry = catalog::find("slide:3x3").unwrap();
        let look = Look::Plane(entry.plane.unwrap());
        let scene = Scene::new(&entry.puzzle, &look, entry.puzzle.solved(), Scheme::Usual);
        assert!(scene.glued.is_empty());
    }
}
