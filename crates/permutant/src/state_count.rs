//! How many states a puzzle has, pieces that look alike exchanged freely.
//!
//! Start at [`states`]. With G the group of the moves and Y all exchanges of pieces that look alike and that moves can bring to
//! each other's places, the states are the cosets
//! of Y in GY. Where Y normalises G, GY is a group: the one that both generate, whose order is known as well as that of G. That
//! Y does is not believed but checked: G has all even permutations of the places in question, or G and all its generators'
//! conjugates under those of Y have the order of G.

use crate::group_order;
use permutant_group::UBig;
use permutant_puzzle::definition::Orbit;
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
    let mut families: Vec<Family> = Vec::new();
    let mut all = UBig::ONE;
    for (number, (orbit, solved)) in puzzle.orbits().iter().zip(&puzzle.solved().orbits).enumerate() {
        let move_orbits = move_orbits(puzzle, number);
        for ((_, least), slots) in classes(solved, &move_orbits) {
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
                let exchange = cycle(orbit, number, pair)?;
                if families.iter().all(|family| (family.orbit, family.least) != (number, least)) {
                    let slots = (0..orbit.pieces).filter(|&slot| move_orbits[usize::from(slot)] == least);
                    let exchange = exchange.clone();
                    families.push(Family { orbit: number, least, slots: slots.collect(), exchange });
                }
                exchanges.push(exchange);
                all *= UBig::from(below + 2);
            }
        }
    }
    if exchanges.is_empty() {
        return Some(order);
    }
    let generators: Vec<&Transformation> = puzzle.generators().map(|base| &base.transformation).collect();
    if has_alternating_groups(puzzle, &generators, &families, &order) {
        let one_each = families.iter().map(|family| &family.exchange);
        let both = group_order::order_of_changes(puzzle, generators.iter().copied().chain(one_each))?;
        return Some(both / all);
    }
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

/// Slots of an orbit that moves lead to from one another, some of their pieces alike.
struct Family {
    orbit: usize,
    least: u16,
    slots: Vec<u16>,
    /// An exchange of two that are alike.
    exchange: Transformation,
}

/// Whether the group has all even permutations of each family, everything else left alone. Then exchanges normalise it, as an
/// exchange and its conjugate are an even permutation of the family together; and with one exchange of a family it has all.
/// Even permutations are made of a cycle of three and one of all slots, or of all but the first if those are even in number.
fn has_alternating_groups(
    puzzle: &Puzzle,
    generators: &[&Transformation],
    families: &[Family],
    order: &UBig,
) -> bool {
    let mut cycles = Vec::new();
    for family in families {
        let orbit = &puzzle.orbits()[family.orbit];
        let slots = &family.slots;
        if orbit.orientations > 1 {
            return false;
        }
        let long = &slots[usize::from(slots.len().is_multiple_of(2))..];
        for part in [slots.get(..3), Some(long)].into_iter().flatten() {
            let Some(cycle) = cycle(orbit, family.orbit, part) else { return false };
            cycles.push(cycle);
        }
    }
    group_order::order_of_changes(puzzle, generators.iter().copied().chain(&cycles)).as_ref() == Some(order)
}

/// A cycle of slots of an orbit.
fn cycle(orbit: &Orbit, number: usize, slots: &[u16]) -> Option<Transformation> {
    let mut places: Vec<u16> = (0..orbit.pieces).collect();
    for (at, &slot) in slots.iter().enumerate() {
        places[usize::from(slot)] = slots[(at + 1) % slots.len()];
    }
    let part = OrbitTransformation::new(orbit, places, vec![0; usize::from(orbit.pieces)]).ok()?;
    Some(Transformation::from_parts([(number, part)]))
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
        // 7! 3^6 24!^((N² - 2N) / 4) / 4!^(6 (N - 2)² / 4) with a corner held still, for even N.
        let factorial = |n: u8| (1..=n).fold(UBig::ONE, |product, n| product * UBig::from(n));
        let power = |base: &UBig, exponent: usize| (0..exponent).fold(UBig::ONE, |product, _| product * base);
        let still = |n: usize| {
            let centres = power(&factorial(4), 6 * (n - 2) * (n - 2) / 4);
            factorial(7) * UBig::from(729u16) * power(&factorial(24), (n * n - 2 * n) / 4) / centres
        };
        for n in [6, 8, 14] {
            assert_eq!(count(&format!("{n}x{n}x{n}")), Some(still(n) * UBig::from(24u8)), "{n}");
        }
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
