//! A puzzle decomposed into sets of slots between which pieces move, and the coordinates of each.
//!
//! Start at [`coordinates`]. Sets of slots between which no piece moves are treated separately, and so are positions
//! and orientations: the change of orientation that a move makes in a slot depends on slots alone, not on the piece.
//! The exception is pieces that are known modulo different numbers; there the two form one coordinate.

use super::coordinate::{Coordinate, TooLarge};
use super::coupling::Coupling;
use super::move_set::MoveSet;
use super::slots::{Aspect, Slots};
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::{OrbitState, State};
use std::collections::BTreeMap;

/// The aspects that a puzzle's coordinates describe, before anything is enumerated. Slots that no move touches are
/// omitted, and so are aspects with only one value, and orientations that follow from the places. `None` if a set has more than 65 535
/// different contents.
pub fn aspects(puzzle: &Puzzle, solved: &State, moves: &MoveSet) -> Option<Vec<Slots>> {
    let mut found = Vec::new();
    for (orbit, row) in solved.orbits.iter().enumerate() {
        for slots in components(puzzle, orbit, moves) {
            let moduli = slots.iter().map(|&slot| row.moduli[usize::from(slot)]);
            let (least, most) = (moduli.clone().min().unwrap_or(1), moduli.max().unwrap_or(1));
            let wanted: &[Aspect] = match (least, most) {
                (1, 1) => &[Aspect::Places],
                (least, most) if least == most => match places_tell_twists(orbit, &slots, row, moves) {
                    true => &[Aspect::Places],
                    false => &[Aspect::Places, Aspect::Twists],
                },
                _ => &[Aspect::Contents],
            };
            for &aspect in wanted {
                found.push(Slots::new(orbit, slots.clone(), aspect, std::slice::from_ref(solved))?);
            }
        }
    }
    found.retain(|slots| slots.contents() > 1);
    Some(found)
}

/// The coordinates of a puzzle whose moves are always possible. Coordinates with one value, and those determined by
/// another one, are omitted. Fails if a coordinate has more than `most` values.
pub fn coordinates(
    aspects: &[Slots],
    solved: &State,
    moves: &MoveSet,
    most: usize,
) -> Result<Vec<Coordinate>, TooLarge> {
    let mut found: Vec<Coordinate> = Vec::new();
    for slots in aspects {
        found.push(Coordinate::of_slots(slots.clone(), solved, moves, most)?);
    }
    found.retain(|coordinate| coordinate.size() > 1);
    // Large ones first, so that a small one is dropped in favour of a large one that determines it.
    found.sort_by_key(|coordinate| std::cmp::Reverse(coordinate.size()));
    let mut kept: Vec<Coordinate> = Vec::new();
    for coordinate in found {
        let known = kept.iter().any(|large| {
            large.size().is_multiple_of(coordinate.size())
                && Coupling::new(large, &coordinate, moves).width() == 1
        });
        if !known {
            kept.push(coordinate);
        }
    }
    Ok(kept)
}

/// Whether a piece has the same orientation whenever it is in the same slot, so that all orientations follow from the places. So it is with
/// the edges of a dino cube, whose two stickers are never exchanged. `slots` are a set between which pieces move, and orientations are known
/// modulo one number. O(slots · moves).
fn places_tell_twists(orbit: usize, slots: &[u16], row: &OrbitState, moves: &MoveSet) -> bool {
    let modulus = row.moduli[usize::from(slots[0])];
    // By slot: the orientation there of a piece that has orientation 0 in the first slot.
    let mut brought = vec![None; row.pieces.len()];
    brought[usize::from(slots[0])] = Some(0);
    let mut open = vec![slots[0]];
    while let Some(to) = open.pop() {
        let to = usize::from(to);
        let Some(after) = brought[to] else { continue };
        for part in moves.moves().iter().filter_map(|m| m.change.part(orbit)) {
            let from = part.permutation()[to];
            let before = (after + modulus - part.orientation()[to] % modulus) % modulus;
            match brought[usize::from(from)].replace(before) {
                Some(other) if other != before => return false,
                Some(_) => {}
                None => open.push(from),
            }
        }
    }
    // Pieces that look alike must agree in this.
    let mut by_piece = BTreeMap::new();
    slots.iter().map(|&slot| usize::from(slot)).all(|slot| {
        let Some(brought) = brought[slot] else { return false };
        let own = (row.orientations[slot] + modulus - brought) % modulus;
        *by_piece.entry(row.pieces[slot]).or_insert(own) == own
    })
}

/// The slots of an orbit that moves touch, in sets between which no piece moves; each ascending.
fn components(puzzle: &Puzzle, orbit: usize, moves: &MoveSet) -> Vec<Vec<u16>> {
    let count = usize::from(puzzle.orbits()[orbit].pieces);
    let mut root: Vec<usize> = (0..count).collect();
    let mut touched = vec![false; count];
    fn find(root: &mut [usize], mut slot: usize) -> usize {
        while root[slot] != slot {
            root[slot] = root[root[slot]];
            slot = root[slot];
        }
        slot
    }
    for part in moves.moves().iter().filter_map(|m| m.change.part(orbit)) {
        for (slot, &from) in part.permutation().iter().enumerate() {
            touched[slot] |= part.touches(slot);
            let (a, b) = (find(&mut root, slot), find(&mut root, usize::from(from)));
            root[a.max(b)] = a.min(b);
        }
    }
    let mut sets = vec![Vec::new(); count];
    for slot in (0..count).filter(|&slot| touched[slot]) {
        sets[find(&mut root, slot)].push(slot as u16);
    }
    sets.retain(|set| !set.is_empty());
    sets
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::catalog;
    use permutant_puzzle::definition::Definition;
    use permutant_puzzle::formats::tws;
    use permutant_puzzle::metric::Metric;

    fn seen(puzzle: &Puzzle) -> Vec<Aspect> {
        let metric = Metric::htm();
        let moves = MoveSet::new(puzzle, &puzzle.search_turns(&metric), &metric).unwrap();
        aspects(puzzle, puzzle.solved(), &moves).unwrap().iter().map(|slots| slots.aspect).collect()
    }

    #[test]
    fn orientations_that_follow_from_places_are_left_out() {
        assert_eq!(seen(&catalog::find("dino").unwrap().puzzle), [Aspect::Places]);
        let pocket = seen(&catalog::find("2x2x2").unwrap().puzzle);
        assert_eq!(pocket, [Aspect::Places, Aspect::Twists]);
        // Two pieces are exchanged, and each is turned. Only if they differ does the place of one tell how it is turned.
        let pair = |solved: &str, twists: &str| -> Definition {
            let text =
                format!("Name pair\nSet A 2 2\nSolved\nA\n{solved}\nEnd\nMove S\nA\n2 1\n{twists}\nEnd\n");
            tws::read(&text).unwrap()
        };
        let both = [Aspect::Places, Aspect::Twists];
        for (solved, twists, expected) in
            [("1 2", "1 1", &both[..1]), ("1 1", "1 1", &both[1..]), ("1 2", "1 0", &both)]
        {
            let puzzle = Puzzle::new(pair(solved, twists)).unwrap();
            assert_eq!(seen(&puzzle), expected, "{solved}, {twists}");
        }
    }
}
