//! Which states, and how many, a group reaches in a puzzle with identical pieces.
//!
//! Start at [`IdenticalPieces`]. Let G be the group, and let Y consist of all changes that leave the appearance of a goal unchanged
//! (they exchange identical pieces and change orientations that are not visible) and that bring no piece to a slot where G does not
//! bring it. The states from which G leads to the goal are then the cosets of Y in GY. If Y normalises G, then GY is a group: the one
//! that G and Y generate together, whose order is computed in the same way as that of G. The program checks that Y normalises G: either
//! G contains all even permutations of the slots in question, or G still has the same order when the conjugates of its generators under
//! those of Y are added. A state then leads to the goal if some change that produces it lies in GY, that is, if adding the change to
//! the generators does not enlarge that group.
//!
//! [`IdenticalPieces::way`] finds a change in G itself that brings the state to something with the appearance of the goal. It works
//! downwards from GY: for each generator of Y that enlarges the group, it removes some power of this generator, or the product of such
//! a power with earlier generators.

use crate::group::order::order_of_changes;
use permutant_group::UBig;
use permutant_puzzle::orbit::Orbit;
use permutant_puzzle::state::{OrbitState, State};
use permutant_puzzle::transformation::{OrbitTransformation, Transformation};
use permutant_search::limits::{Control, Progress};
use std::collections::BTreeMap;

/// Largest number of images under all conjugates: about a second.
const IMAGES: usize = 1 << 20;

/// Largest factor by which one change may enlarge a group for its cosets to be enumerated.
const COSETS: u32 = 64;

/// Progress report while one of several states is chosen.
const CHOICES: &str = "what looks alike, gone through";

/// A group and the changes that preserve the appearance of a goal.
#[derive(Debug)]
pub struct IdenticalPieces<'a> {
    orbits: &'a [Orbit],
    goal: &'a State,
    /// By orbit and slot: the least slot that the group reaches from there.
    reach: Vec<Vec<u16>>,
    /// Generators of the group, then those of the changes that preserve the appearance of the goal.
    generators: Vec<Transformation>,
    /// The number of these that belong to the group.
    own: usize,
    own_order: UBig,
    /// The order of both together.
    order: UBig,
    /// The number of changes that preserve the appearance of the goal.
    changes: UBig,
}

/// Slots of an orbit that the group carries to one another, with some identical pieces.
struct Family {
    orbit: usize,
    slots: Vec<u16>,
    /// An exchange of two identical pieces.
    exchange: Transformation,
}

impl<'a> IdenticalPieces<'a> {
    /// The group that some changes of a puzzle generate, and a goal. `None` if the order of the group is not known (see
    /// [`crate::group::order::order`]), if the exchanges of identical pieces do not normalise it, or if the test would take long.
    pub fn new(orbits: &'a [Orbit], mut generators: Vec<Transformation>, goal: &'a State) -> Option<Self> {
        let order = order_of_changes(orbits, &generators)?;
        let reach: Vec<Vec<u16>> = (0..orbits.len()).map(|orbit| reach(orbits, &generators, orbit)).collect();
        let (mut exchanges, mut families, mut twists) = (Vec::new(), Vec::<Family>::new(), Vec::new());
        let mut changes = UBig::ONE;
        for (number, (orbit, row)) in orbits.iter().zip(&goal.orbits).enumerate() {
            for ((_, least), slots) in classes(row, &reach[number]) {
                for (below, pair) in slots.windows(2).enumerate() {
                    let exchange = exchange(orbit, number, row, pair[0], pair[1])?;
                    if families.iter().all(|family| (family.orbit, family.slots[0]) != (number, least)) {
                        let slots = (0..orbit.pieces).filter(|&at| reach[number][usize::from(at)] == least);
                        let exchange = exchange.clone();
                        families.push(Family { orbit: number, slots: slots.collect(), exchange });
                    }
                    exchanges.push(exchange);
                    changes *= UBig::from(below + 2);
                }
                for slot in slots {
                    let modulus = row.moduli[usize::from(slot)];
                    if modulus < orbit.orientations {
                        twists.push(twist(orbit, number, slot, modulus)?);
                        changes *= UBig::from(orbit.orientations / modulus);
                    }
                }
            }
        }
        let own = generators.len();
        let mut alike = IdenticalPieces {
            orbits,
            goal,
            reach,
            generators: Vec::new(),
            own,
            own_order: order.clone(),
            order,
            changes,
        };
        if exchanges.is_empty() && twists.is_empty() {
            alike.generators = generators;
            return Some(alike);
        }
        // Exchanges that are known to normalise the group need not be examined one by one, and one per family suffices.
        let is_known = families.is_empty() || alike.has_alternating_groups(&generators, &families);
        let mut hidden = twists;
        if !is_known {
            hidden.extend(exchanges);
        }
        if !alike.is_normalised(&generators, &hidden)? {
            return None;
        }
        if is_known {
            hidden.extend(families.into_iter().map(|family| family.exchange));
        }
        generators.extend(hidden);
        alike.order = order_of_changes(orbits, &generators)?;
        alike.generators = generators;
        Some(alike)
    }

    /// The number of states, distinguished by appearance, from which the group leads to the goal.
    pub fn states(&self) -> UBig {
        &self.order / &self.changes
    }

    /// Whether the group leads from a state to the goal; `None` if the test would take long.
    pub fn reaches(&self, start: &State) -> Option<bool> {
        let Some(change) = self.change(start) else { return Some(false) };
        let all = self.generators.iter().chain([&change]);
        Some(order_of_changes(self.orbits, all)? == self.order)
    }

    /// A change of the group that brings a state to the appearance of the goal. `None` if the group does not lead there, or if finding
    /// such a change would take long or was interrupted.
    pub fn way(&self, start: &State, control: &Control<'_>) -> Option<Transformation> {
        let mut change = self.change(start)?;
        // The changes that enlarge the group, each with the number of preceding ones, the order at that point, and the factor of
        // enlargement.
        let (mut larger, mut tower, mut order) =
            (Vec::new(), self.generators[..self.own].to_vec(), self.own_order.clone());
        let total = self.generators.len() - self.own;
        for (done, hidden) in self.generators[self.own..].iter().enumerate() {
            control.report(Progress::Part { name: CHOICES, done: done as u64, total: total as u64 });
            if order == self.order {
                break;
            }
            if control.interrupted().is_some() {
                return None;
            }
            let with = order_of_changes(self.orbits, tower.iter().chain([hidden]))?;
            if with != order {
                let cosets = u32::try_from(&with / &order).ok().filter(|&cosets| cosets <= COSETS)?;
                larger.push((tower.len(), order, cosets));
                tower.push(hidden.clone());
                order = with;
            }
        }
        for (below, order, cosets) in larger.iter().rev() {
            let (group, hidden) = (&tower[..*below], &tower[self.own..=*below]);
            let has = |change: &Transformation| {
                Some(order_of_changes(self.orbits, group.iter().chain([change]))? == *order)
            };
            change = entered(&change, hidden, *cosets as usize, has)?;
        }
        Some(change)
    }

    /// Some change that brings a state to the goal and brings no piece where the group does not; `None` if there is none.
    fn change(&self, start: &State) -> Option<Transformation> {
        let mut parts = Vec::new();
        for (number, orbit) in self.orbits.iter().enumerate() {
            let (from, to, reach) = (&start.orbits[number], &self.goal.orbits[number], &self.reach[number]);
            let mut found = classes(from, reach);
            let (mut places, mut turns) = (Vec::new(), Vec::new());
            for (slot, &piece) in to.pieces.iter().enumerate() {
                let place = found.get_mut(&(piece, reach[slot]))?.pop()?;
                let at = usize::from(place);
                let orientations = u32::from(orbit.orientations);
                let turn = u32::from(to.orientations[slot]) + orientations - u32::from(from.orientations[at]);
                places.push(place);
                turns.push((turn % orientations) as u16);
            }
            parts.push((number, OrbitTransformation::new(orbit, places, turns).ok()?));
        }
        Some(Transformation::from_parts(parts))
    }

    /// Whether the group contains all even permutations of each family that leave everything else unchanged. Exchanges then normalise
    /// it, since the product of an exchange and its conjugate is an even permutation of the family; with one exchange of a family, the
    /// group contains all of them. The even permutations are generated by a cycle of three and a cycle of all slots, or of all but the
    /// first if their number is even.
    fn has_alternating_groups(&self, generators: &[Transformation], families: &[Family]) -> bool {
        let mut cycles = Vec::new();
        for family in families {
            let orbit = &self.orbits[family.orbit];
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
        order_of_changes(self.orbits, generators.iter().chain(&cycles)).as_ref() == Some(&self.order)
    }

    /// Whether the group contains all conjugates of the generators under some changes.
    fn is_normalised(&self, generators: &[Transformation], changes: &[Transformation]) -> Option<bool> {
        let sizes = self.orbits.iter().map(|o| usize::from(o.pieces) * usize::from(o.orientations));
        if generators.len().saturating_mul(changes.len()).saturating_mul(sizes.sum()) > IMAGES {
            return None;
        }
        // Conjugation by a change that commutes with a generator has no effect on it.
        let conjugates: Vec<Transformation> = (changes.iter())
            .flat_map(|change| generators.iter().map(move |generator| (change, generator)))
            .filter(|(change, generator)| !change.commutes_with(generator))
            .map(|(change, generator)| change.inverse().then(generator).then(change))
            .collect();
        Some(order_of_changes(self.orbits, generators.iter().chain(&conjugates))? == self.order)
    }
}

/// The product of a change with some product of others that lies in a group. The group has the given number of cosets in the one that
/// it generates together with the others. `None` if membership in the group is not known.
fn entered(
    change: &Transformation,
    others: &[Transformation],
    cosets: usize,
    has: impl Fn(&Transformation) -> Option<bool>,
) -> Option<Transformation> {
    let mut found = vec![Transformation::identity()];
    let mut at = 0;
    while at < found.len() {
        let tried = change.then(&found[at]);
        if has(&tried)? {
            return Some(tried);
        }
        for other in others.iter().rev() {
            if found.len() == cosets {
                break;
            }
            let next = other.then(&found[at]);
            let mut is_new = true;
            for known in &found {
                is_new &= !has(&known.inverse().then(&next))?;
            }
            if is_new {
                found.push(next);
            }
        }
        at += 1;
    }
    None
}

/// A change of one orbit.
fn change_of(orbit: &Orbit, number: usize, places: Vec<u16>, turns: Vec<u16>) -> Option<Transformation> {
    let part = OrbitTransformation::new(orbit, places, turns).ok()?;
    Some(Transformation::from_parts([(number, part)]))
}

/// A cycle of slots of an orbit.
fn cycle(orbit: &Orbit, number: usize, slots: &[u16]) -> Option<Transformation> {
    let mut places: Vec<u16> = (0..orbit.pieces).collect();
    for (at, &slot) in slots.iter().enumerate() {
        places[usize::from(slot)] = slots[(at + 1) % slots.len()];
    }
    change_of(orbit, number, places, vec![0; usize::from(orbit.pieces)])
}

/// The exchange of two identical pieces, each taking the orientation of the other; it is its own inverse.
fn exchange(orbit: &Orbit, number: usize, row: &OrbitState, one: u16, other: u16) -> Option<Transformation> {
    let (a, b) = (usize::from(one), usize::from(other));
    let mut places: Vec<u16> = (0..orbit.pieces).collect();
    places.swap(a, b);
    let mut turns = vec![0; places.len()];
    let difference = |to: usize, from: usize| {
        let sum = u32::from(row.orientations[to]) + u32::from(orbit.orientations);
        ((sum - u32::from(row.orientations[from])) % u32::from(orbit.orientations)) as u16
    };
    (turns[a], turns[b]) = (difference(a, b), difference(b, a));
    change_of(orbit, number, places, turns)
}

/// The smallest twist of a piece that is not visible.
fn twist(orbit: &Orbit, number: usize, slot: u16, by: u16) -> Option<Transformation> {
    let mut turns = vec![0; usize::from(orbit.pieces)];
    turns[usize::from(slot)] = by;
    change_of(orbit, number, (0..orbit.pieces).collect(), turns)
}

/// By slot of an orbit: the least slot that changes reach from there.
fn reach(orbits: &[Orbit], generators: &[Transformation], orbit: usize) -> Vec<u16> {
    let mut least: Vec<u16> = (0..orbits[orbit].pieces).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for part in generators.iter().filter_map(|generator| generator.part(orbit)) {
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

/// The slots of each piece, by its number and the slots that it can reach.
fn classes(row: &OrbitState, reach: &[u16]) -> BTreeMap<(u16, u16), Vec<u16>> {
    let mut classes: BTreeMap<(u16, u16), Vec<u16>> = BTreeMap::new();
    for (slot, (&piece, &least)) in row.pieces.iter().zip(reach).enumerate() {
        classes.entry((piece, least)).or_default().push(slot as u16);
    }
    classes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzles::defined;
    use permutant_puzzle::puzzle::Puzzle;
    use std::collections::HashSet;

    fn generators(puzzle: &Puzzle) -> Vec<Transformation> {
        puzzle.generators().map(|base| base.transformation.clone()).collect()
    }

    /// All states that moves reach.
    fn closure(puzzle: &Puzzle) -> HashSet<State> {
        let moves = generators(puzzle);
        let mut seen = HashSet::from([puzzle.solved().clone()]);
        let mut open = vec![puzzle.solved().clone()];
        while let Some(state) = open.pop() {
            for next in moves.iter().map(|change| state.after(change)) {
                if seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        seen
    }

    /// For states near the solved one, made by exchanges and twists of any pieces, the verdict agrees with a complete enumeration.
    fn check(text: &str, is_all: bool) {
        let puzzle = defined(text);
        let reached = closure(&puzzle);
        let alike = IdenticalPieces::new(puzzle.orbits(), generators(&puzzle), puzzle.solved()).unwrap();
        assert_eq!(alike.states(), UBig::from(reached.len()), "{text}");
        let mut seen: HashSet<State> = HashSet::from([puzzle.solved().clone()]);
        let mut open = vec![puzzle.solved().clone()];
        let (mut inside, mut outside) = (0, 0);
        while let Some(state) = open.pop() {
            let is_reached = reached.contains(&state);
            assert_eq!(alike.reaches(&state), Some(is_reached), "{text}: {state:?}");
            (inside, outside) = (inside + usize::from(is_reached), outside + usize::from(!is_reached));
            if seen.len() > 300 {
                continue;
            }
            for (number, orbit) in puzzle.orbits().iter().enumerate() {
                for slot in 0..orbit.pieces - 1 {
                    let swap = cycle(orbit, number, &[slot, slot + 1]).unwrap();
                    let turned = twist(orbit, number, slot, 1 % orbit.orientations).unwrap();
                    for next in [state.after(&swap), state.after(&turned)] {
                        if seen.insert(next.clone()) {
                            open.push(next);
                        }
                    }
                }
            }
        }
        assert!(inside > 5 && (outside == 0) == is_all, "{text}: {inside} and {outside}");
    }

    #[test]
    fn what_is_reached_is_what_moves_lead_to() {
        // All even permutations of pieces, some of which are identical: every arrangement.
        check(
            "positions = 6\nalike = [[1, 2], [5, 6]]\n[[move]]\nname = \"r\"\ncycles = [[1, 2, 3, 4, 5]]\n\
             [[move]]\nname = \"s\"\ncycles = [[2, 3, 4, 5, 6]]\n",
            true,
        );
        // Two sets with coupled parities; identical pieces in one of them make its parity arbitrary.
        let sets = |pieces: &str| {
            format!(
                "Name n\nSet A 4 1\nSet B 3 1\nSolved\nA\n1 2 3 4\nB\n{pieces}\nEnd\nMove r\nA\n2 3 4 1\nB\n2 1 3\nEnd\n\
                 Move s\nA\n2 1 3 4\nB\n1 3 2\nEnd\nMove t\nA\n1 2 3 4\nB\n2 3 1\nEnd\n"
            )
        };
        check(&sets("1 2 3"), false);
        check(&sets("1 1 3"), true);
        // Orientations with an invariant sum, on identical pieces that are oriented differently.
        check(
            "Name n\nSet A 4 3\nSolved\nA\n1 1 3 4\n0 1 0 2\nEnd\nMove r\nA\n2 3 4 1\n0 0 0 0\nEnd\n\
             Move s\nA\n2 1 3 4\n0 0 0 0\nEnd\nMove t\nA\n1 2 3 4\n1 2 0 0\nEnd\n",
            false,
        );
    }

    /// An orientation that is not visible compensates the sum of the others.
    #[test]
    fn what_is_hidden_is_chosen() {
        let told = "Name n\nSet A 3 2\nSolved\nA\n1 2 3\nEnd\nMove r\nA\n2 3 1\n0 0 0\nEnd\n\
                    Move s\nA\n2 1 3\n0 0 0\nEnd\nMove t\nA\n1 2 3\n1 1 0\nEnd\n";
        let hidden = told.replace("1 2 3\nEnd", "1 2 3\n0 0 ?\nEnd");
        let judged = |text: &str| {
            let puzzle = defined(text);
            let alike = IdenticalPieces::new(puzzle.orbits(), generators(&puzzle), puzzle.solved()).unwrap();
            assert_eq!(alike.states(), UBig::from(closure(&puzzle).len()));
            let flip = twist(&puzzle.orbits()[0], 0, 0, 1).unwrap();
            alike.reaches(&puzzle.solved().after(&flip))
        };
        assert_eq!((judged(told), judged(&hidden)), (Some(false), Some(true)));
    }

    /// For every state with the appearance of a reachable one, a change that the moves can make is found: its inverse applied to the
    /// goal is reachable when everything is distinguished.
    #[test]
    fn ways_are_the_groups_own() {
        // Two sets with coupled parities, and flips that come in pairs; the hidden part of the goal compensates either.
        let told = "Name n\nSet A 3 2\nSet B 3 1\nSolved\nA\n1 2 3\nB\n1 2 3\nEnd\nMove r\nA\n2 1 3\n0 0 0\nB\n1 3 2\nEnd\n\
                    Move s\nA\n2 3 1\n0 0 0\nB\n1 2 3\nEnd\nMove t\nA\n1 2 3\n1 1 0\nB\n2 3 1\nEnd\n";
        let puzzle = defined(told);
        let (reached, moves) = (closure(&puzzle), generators(&puzzle));
        let hide = |state: &State, pieces: bool| {
            let mut seen = state.clone();
            for slot in 0..3 {
                let a = &mut seen.orbits[0];
                if a.pieces[slot] == 2 {
                    (a.orientations[slot], a.moduli[slot]) = (0, 1);
                }
                let b = &mut seen.orbits[1];
                if pieces && b.pieces[slot] == 1 {
                    b.pieces[slot] = 0;
                }
            }
            seen
        };
        for pieces in [false, true] {
            let goal = hide(puzzle.solved(), pieces);
            let alike = IdenticalPieces::new(puzzle.orbits(), moves.clone(), &goal).unwrap();
            let (mut found, mut none) = (0, 0);
            let mut open = vec![puzzle.solved().clone()];
            let mut seen: HashSet<State> = open.iter().cloned().collect();
            let mut changes = moves.clone();
            changes.push(twist(&puzzle.orbits()[0], 0, 0, 1).unwrap());
            changes.push(cycle(&puzzle.orbits()[1], 1, &[0, 1]).unwrap());
            while let Some(state) = open.pop() {
                let start = hide(&state, pieces);
                let way = alike.way(&start, &Control::new());
                assert_eq!(way.is_some(), alike.reaches(&start) == Some(true));
                (found, none) = (found + usize::from(way.is_some()), none + usize::from(way.is_none()));
                if let Some(way) = way {
                    let chosen = puzzle.solved().after(&way.inverse());
                    assert!(reached.contains(&chosen) && hide(&chosen, pieces) == start, "{state:?}");
                }
                open.extend(
                    changes.iter().map(|change| state.after(change)).filter(|next| seen.insert(next.clone())),
                );
            }
            assert!(found > 100 && (none == 0) == pieces, "{pieces}: {found}, {none}");
        }
    }

    /// Cosets of a group with a non-commutative quotient: the Klein four-group in all permutations of four.
    #[test]
    fn every_coset_is_entered() {
        let orbit = Orbit { name: "A".into(), pieces: 4, orientations: 1 };
        let swap = |a: u16, b: u16| cycle(&orbit, 0, &[a, b]).unwrap();
        let four = [swap(0, 1).then(&swap(2, 3)), swap(0, 2).then(&swap(1, 3)), swap(0, 3).then(&swap(1, 2))];
        let has = |change: &Transformation| Some(change.is_identity() || four.contains(change));
        let others = [swap(0, 1), swap(1, 2), swap(2, 3)];
        let mut all = vec![Transformation::identity()];
        let mut at = 0;
        while at < all.len() {
            for other in &others {
                let next = all[at].then(other);
                if !all.contains(&next) {
                    all.push(next);
                }
            }
            at += 1;
        }
        assert_eq!(all.len(), 24);
        for change in all {
            let found = entered(&change, &others, 6, has).unwrap();
            assert_eq!(has(&found), Some(true), "{change:?}");
        }
    }

    /// A ring alone: exchanges do not normalise its group, so no result is claimed.
    #[test]
    fn nothing_is_claimed_without_proof() {
        let ring = "positions = 6\nalike = [[1, 2, 3, 4], [5, 6]]\n[[track]]\nname = \"r\"\ncycle = [1, 2, 3, 4, 5, 6]\n";
        let puzzle = defined(ring);
        assert!(IdenticalPieces::new(puzzle.orbits(), generators(&puzzle), puzzle.solved()).is_none());
    }
}
