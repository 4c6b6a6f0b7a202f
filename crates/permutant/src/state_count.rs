//! How many states a puzzle has, pieces that look alike exchanged freely.
//!
//! Start at [`states`]. With G the group of the moves and Y all exchanges of pieces that look alike and that moves can bring to
//! each other's places, the states are the cosets
//! of Y in GY. Where Y normalises G, GY is a group: the one that both generate, whose order is known as well as that of G. That
//! Y does is not believed but checked: G and all its generators' conjugates under those of Y must have the order of G.

use crate::group_order;
use permutant_group::UBig;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::OrbitState;
use permutant_puzzle::transformation::{OrbitTransformation, Transformation};
use std::collections::BTreeMap;

/// Most images of all conjugates: about a second.
const IMAGES: usize = 1 << 20;

/// The number of states that the generators lead to from the solved one, as it lies. `None` where the order of the group is
/// not known, where moves are not always possible, where orientations of alike pieces differ or are not told, where
/// exchanges of alike pieces do not normalise the group, or where finding out would take long.
pub fn states(puzzle: &Puzzle) -> Option<UBig> {
    let order = group_order::order(puzzle)?;
    let mut exchanges: Vec<Transformation> = Vec::new();
    let mut all = UBig::ONE;
    for (number, (orbit, solved)) in puzzle.orbits().iter().zip(&puzzle.solved().orbits).enumerate() {
        for slots in classes(solved, &move_orbits(puzzle, number)).into_values() {
            let first = usize::from(slots[0]);
            let told = |&slot: &u16| {
                let slot = usize::from(slot);
                solved.moduli[slot] == orbit.orientations
                    && solved.orientations[slot] == solved.orientations[first]
            };
            if !slots.iter().all(told) {
                return None;
            }
            for (below, pair) in slots.windows(2).enumerate() {
                let mut places: Vec<u16> = (0..orbit.pieces).collect();
                places.swap(usize::from(pair[0]), usize::from(pair[1]));
                let part =
                    OrbitTransformation::new(orbit, places, vec![0; usize::from(orbit.pieces)]).ok()?;
                exchanges.push(Transformation::from_parts([(number, part)]));
                all *= UBig::from(below + 2);
            }
        }
    }
    if exchanges.is_empty() {
        return Some(order);
    }
    let generators: Vec<&Transformation> = puzzle.generators().map(|base| &base.transformation).collect();
    let degree: usize =
        puzzle.orbits().iter().map(|o| usize::from(o.pieces) * usize::from(o.orientations)).sum();
    if generators.len().saturating_mul(exchanges.len()).saturating_mul(degree) > IMAGES {
        return None;
    }
    // An exchange is its own inverse; one that a generator commutes with changes nothing.
    let conjugates: Vec<Transformation> = (exchanges.iter())
        .flat_map(|swap| generators.iter().map(move |generator| (swap, *generator)))
        .filter(|(swap, generator)| !swap.commutes_with(generator))
        .map(|(swap, generator)| swap.then(generator).then(swap))
        .collect();
    let closed = group_order::order_of_changes(puzzle, generators.iter().copied().chain(&conjugates))?;
    if closed != order {
        return None;
    }
    let both = group_order::order_of_changes(puzzle, generators.iter().copied().chain(&exchanges))?;
    Some(both / all)
}

/// By slot of an orbit: the least slot that moves lead to from there.
fn move_orbits(puzzle: &Puzzle, orbit: usize) -> Vec<u16> {
    let mut least: Vec<u16> = (0..puzzle.orbits()[orbit].pieces).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for part in puzzle.generators().filter_map(|base| base.transformation.part(orbit)) {
            for (slot, &from) in part.permutation().iter().enumerate() {
                let (here, there) = (least[slot], least[usize::from(from)]);
                if here != there {
                    (least[slot], least[usize::from(from)]) = (here.min(there), here.min(there));
                    changed = true;
                }
            }
        }
    }
    least
}

/// The slots of each piece, by its number in the solved state and the slots that it can come to.
fn classes(solved: &OrbitState, move_orbits: &[u16]) -> BTreeMap<(u16, u16), Vec<u16>> {
    let mut classes: BTreeMap<(u16, u16), Vec<u16>> = BTreeMap::new();
    for (slot, (&piece, &least)) in solved.pieces.iter().zip(move_orbits).enumerate() {
        classes.entry((piece, least)).or_default().push(slot as u16);
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;

    fn count(name: &str) -> Option<UBig> {
        states(&Model::find(name).unwrap().puzzle)
    }

    /// Published numbers of positions: of cubes 24 times those with a corner held still, where rotations are moves; others
    /// as Tomas Rokicki lists them for PuzzleGeometry, to their six digits.
    #[test]
    fn published_numbers_of_states() {
        for (name, known) in [
            ("3x3x3", "43252003274489856000"),
            ("4x4x4", "177628724197557644876978255387965784064000000000"),
            ("5x5x5", "282870942277741856536180333107150328293127731985672134721536000000000000000"),
            ("little chop", "3246670537110000"),
            ("skewb", "3149280"),
            ("torus:3x3", "181440"),
        ] {
            assert_eq!(count(name).unwrap().to_string(), known, "{name}");
        }
        for (name, digits, length) in
            [("fto", "376898", 24), ("master skewb", "507006", 30), ("2x2x2 + little chop", "105409", 32)]
        {
            let found = count(name).unwrap_or_else(|| panic!("{name}")).to_string();
            assert!(rounded(&found) == digits && found.len() == length, "{name}: {found}");
        }
        assert_eq!(count("slide:3x3"), None);
    }

    fn rounded(digits: &str) -> String {
        let seven: u32 = digits[..7].parse().unwrap();
        ((seven + 5) / 10).to_string()
    }

    /// Where counting to the end is quick, the count is the same.
    #[test]
    fn counted_states() {
        // Four of one kind and two of another on a ring that shifts and a pair that is exchanged: 6! / (4! 2!).
        let text = "positions = 6\nalike = [[1, 2, 3, 4], [5, 6]]\n[[track]]\nname = \"r\"\ncycle = [1, 2, 3, 4, 5, 6]\n\
                    [[move]]\nname = \"t\"\ncycles = [[1, 2]]\n";
        assert_eq!(states(&Model::from_toml(text).unwrap().puzzle), Some(UBig::from(15u8)));
        // Only the ring: exchanges do not normalise it, and nothing is claimed.
        let ring = text.split("[[move]]").next().unwrap();
        assert_eq!(states(&Model::from_toml(ring).unwrap().puzzle), None);
    }
}
