//! Reasons why a state cannot be solved: the invariants of all moves.
//!
//! Start at [`Invariants::new`], [`Invariants::violation`] and [`Invariants::kept`]. Three kinds are derived from the
//! moves alone: the slots that a piece can reach, the sum of the orientations of an orbit, and parities of
//! permutations, singly or combined. They are necessary conditions; on most puzzles they are also sufficient, but not
//! on all (the Mathieu groups have further invariants). Passing them thus does not prove that a state can be solved.

use crate::orbit::Orbit;
use crate::state::State;
use crate::transformation::Transformation;
use num_integer::gcd;
use std::collections::BTreeMap;
use std::fmt;

/// The invariants of a set of moves.
#[derive(Clone, Debug)]
pub struct Invariants {
    orbits: Vec<Orbit>,
    parts: Vec<Part>,
    moves: Vec<Transformation>,
}

/// Slots of one orbit that the moves connect.
#[derive(Clone, Debug)]
struct Part {
    orbit: usize,
    slots: Vec<usize>,
}

/// The reason why a state cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Violation {
    /// A piece is in a slot that it cannot reach.
    OutOfReach {
        /// Name of the orbit.
        orbit: String,
        /// The slot, from 1.
        slot: usize,
        /// The piece in the slot, from 1.
        piece: usize,
    },
    /// The sum of the orientations of an orbit is wrong.
    Twist {
        /// Name of the orbit.
        orbit: String,
        /// The excess modulo `modulus`; never 0.
        excess: u16,
        /// The moves preserve the sum modulo this number.
        modulus: u16,
    },
    /// The parities of these orbits' permutations are inconsistent; for a single orbit, the permutation is odd, which
    /// no moves can produce.
    Parity {
        /// Names of the orbits.
        orbits: Vec<String>,
    },
}

/// An invariant of every move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kept {
    /// No move displaces the pieces in these slots; they may turn in place.
    Still {
        /// Name of the orbit.
        orbit: String,
        /// How many.
        slots: usize,
    },
    /// The pieces in these slots stay among them.
    Reach {
        /// Name of the orbit.
        orbit: String,
        /// The slots, from 1; not all of the orbit's.
        slots: Vec<usize>,
    },
    /// The sum of the orientations of these slots.
    Twist {
        /// Name of the orbit.
        orbit: String,
        /// How many slots.
        slots: usize,
        /// The sum is invariant modulo this number, greater than 1.
        modulus: u16,
    },
    /// The parity of the permutations of these orbits together.
    Parity {
        /// Names of the orbits; one of which moves exchange several parts is named for each of them.
        orbits: Vec<String>,
    },
}

/// Most slots that are listed; of more, only the first and the last are named.
const LISTED: usize = 12;

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kept::Still { orbit, slots: 1 } => write!(f, "orbit {orbit}: one piece stays where it is"),
            Kept::Still { orbit, slots } => write!(f, "orbit {orbit}: {slots} pieces stay where they are"),
            Kept::Reach { orbit, slots } => match &slots[..] {
                [first, .., last] if slots.len() > LISTED => {
                    write!(
                        f,
                        "orbit {orbit}: the pieces in {} slots, {first} to {last}, stay within these slots",
                        slots.len()
                    )
                }
                _ => {
                    let slots: Vec<String> = slots.iter().map(ToString::to_string).collect();
                    write!(
                        f,
                        "orbit {orbit}: the pieces in slots {} stay within these slots",
                        slots.join(" ")
                    )
                }
            },
            Kept::Twist { orbit, slots, modulus } => {
                write!(f, "orbit {orbit}: the sum of {slots} orientations modulo {modulus}")
            }
            Kept::Parity { orbits } => match &orbits[..] {
                [orbit] => write!(f, "orbit {orbit}: every permutation is even"),
                [one, other] => {
                    write!(f, "orbits {one} and {other}: both permutations are even, or both are odd")
                }
                _ => write!(f, "orbits {}: an even number of the permutations is odd", orbits.join(", ")),
            },
        }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Violation::OutOfReach { orbit, slot, piece } => {
                write!(f, "orbit {orbit}: piece {piece} is in slot {slot}, which it cannot reach")
            }
            Violation::Twist { orbit, excess, modulus: 2 } => {
                debug_assert_eq!(*excess, 1);
                write!(f, "orbit {orbit}: one piece is flipped")
            }
            Violation::Twist { orbit, excess, modulus } => write!(
                f,
                "orbit {orbit}: the orientations add up to {excess} too much modulo {modulus}; one piece is twisted"
            ),
            Violation::Parity { orbits } => match &orbits[..] {
                [orbit] => write!(f, "orbit {orbit} has odd parity: two of its pieces are exchanged"),
                _ => write!(
                    f,
                    "the parities of the orbits {} do not fit together: two pieces are exchanged",
                    orbits.join(", ")
                ),
            },
        }
    }
}

impl Invariants {
    /// The invariants of the moves. O(moves × slots).
    pub fn new(orbits: &[Orbit], moves: Vec<Transformation>) -> Self {
        let mut parts = Vec::new();
        for (number, orbit) in orbits.iter().enumerate() {
            let mut root: Vec<usize> = (0..usize::from(orbit.pieces)).collect();
            for part in moves.iter().filter_map(|whole| whole.part(number)) {
                for (slot, &from) in part.permutation().iter().enumerate() {
                    let (a, b) = (find(&mut root, slot), find(&mut root, usize::from(from)));
                    root[a.max(b)] = a.min(b);
                }
            }
            let mut by_root = BTreeMap::<usize, Vec<usize>>::new();
            for slot in 0..root.len() {
                by_root.entry(find(&mut root, slot)).or_default().push(slot);
            }
            parts.extend(by_root.into_values().map(|slots| Part { orbit: number, slots }));
        }
        Invariants { orbits: orbits.to_vec(), parts, moves }
    }

    /// The first invariant that prevents a state from reaching the goal, if there is one. Both must be states of the
    /// puzzle. O(moves × slots).
    pub fn violation(&self, state: &State, goal: &State) -> Option<Violation> {
        self.out_of_reach(state, goal)
            .or_else(|| self.parts.iter().find_map(|part| self.twist(part, state, goal)))
            .or_else(|| self.parity(state, goal))
    }

    /// The invariants, of the supported kinds, of the states that can reach the goal. The parities are a basis:
    /// products of the listed ones are invariant as well. O(moves × slots + parts³).
    pub fn kept(&self, goal: &State) -> Vec<Kept> {
        let still = self.orbits.iter().enumerate().filter_map(|(number, orbit)| {
            let alone = |part: &&Part| part.orbit == number && part.slots.len() == 1;
            let slots = self.parts.iter().filter(alone).count();
            (slots > 0).then(|| Kept::Still { orbit: orbit.name.clone(), slots })
        });
        let divided = |part: &&Part| {
            part.slots.len() > 1 && part.slots.len() < usize::from(self.orbits[part.orbit].pieces)
        };
        let reach = self.parts.iter().filter(divided).map(|part| Kept::Reach {
            orbit: self.name(part),
            slots: part.slots.iter().map(|slot| slot + 1).collect(),
        });
        let twists = self.parts.iter().filter_map(|part| {
            let modulus = self.twist_modulus(part, goal);
            let twist = Kept::Twist { orbit: self.name(part), slots: part.slots.len(), modulus };
            (modulus > 1).then_some(twist)
        });
        let (parts, _) = self.told_apart(goal, goal);
        let parities = self.checks(&parts).into_iter().map(|check| {
            let named = parts.iter().zip(&check).filter(|(_, bit)| **bit).map(|(part, _)| self.name(part));
            Kept::Parity { orbits: named.collect() }
        });
        still.chain(reach).chain(twists).chain(parities).collect()
    }

    fn name(&self, part: &Part) -> String {
        self.orbits[part.orbit].name.clone()
    }

    fn out_of_reach(&self, state: &State, goal: &State) -> Option<Violation> {
        self.parts.iter().find_map(|part| {
            let (found, wanted) = (&state.orbits[part.orbit].pieces, &goal.orbits[part.orbit].pieces);
            let mut missing = BTreeMap::<u16, isize>::new();
            part.slots.iter().for_each(|&slot| *missing.entry(wanted[slot]).or_default() += 1);
            part.slots.iter().for_each(|&slot| *missing.entry(found[slot]).or_default() -= 1);
            let slot = *part.slots.iter().find(|&&slot| missing[&found[slot]] < 0)?;
            let piece = usize::from(found[slot]) + 1;
            Some(Violation::OutOfReach { orbit: self.name(part), slot: slot + 1, piece })
        })
    }

    /// The sum of the orientations over a part is invariant modulo this number: the gcd of the known moduli and of
    /// the sums that the moves add.
    fn twist_modulus(&self, part: &Part, goal: &State) -> u16 {
        let known = part.slots.iter().map(|&slot| goal.orbits[part.orbit].moduli[slot]).fold(0, gcd);
        // Nearly all the pieces of a big cube have no orientation: no move needs to be asked.
        if known == 1 {
            return 1;
        }
        let added = self.moves.iter().filter_map(|whole| whole.part(part.orbit)).map(|moved| {
            let sum: u32 = part.slots.iter().map(|&slot| u32::from(moved.orientation()[slot])).sum();
            (sum % u32::from(moved.modulus())) as u16
        });
        added.fold(known, gcd)
    }

    fn twist(&self, part: &Part, state: &State, goal: &State) -> Option<Violation> {
        let modulus = self.twist_modulus(part, goal);
        let sum = |state: &State| -> u32 {
            part.slots.iter().map(|&slot| u32::from(state.orbits[part.orbit].orientations[slot])).sum()
        };
        let modulus32 = u32::from(modulus.max(1));
        let excess = (sum(state) % modulus32 + modulus32 - sum(goal) % modulus32) % modulus32;
        (excess != 0).then(|| Violation::Twist { orbit: self.name(part), excess: excess as u16, modulus })
    }

    /// The parts whose pieces are all distinct, and whether their permutation of the goal is odd.
    fn told_apart(&self, state: &State, goal: &State) -> (Vec<&Part>, Vec<bool>) {
        let permutation = |part: &Part| -> Option<Vec<usize>> {
            let (found, wanted) = (&state.orbits[part.orbit].pieces, &goal.orbits[part.orbit].pieces);
            let home: BTreeMap<u16, usize> =
                part.slots.iter().enumerate().map(|(at, &slot)| (wanted[slot], at)).collect();
            let told_apart = home.len() == part.slots.len() && home.len() > 1;
            told_apart.then(|| part.slots.iter().map(|&slot| home[&found[slot]]).collect())
        };
        self.parts.iter().filter_map(|part| Some((part, is_odd(&permutation(part)?)))).unzip()
    }

    /// Sets of parts on which every move is even in sum, as a basis: the kernel of the rows of parities, one row a move.
    fn checks(&self, parts: &[&Part]) -> Vec<Vec<bool>> {
        let rows = self.moves.iter().map(|whole| {
            parts
                .iter()
                .map(|part| {
                    whole.part(part.orbit).is_some_and(|moved| {
                        let at: BTreeMap<usize, usize> =
                            part.slots.iter().enumerate().map(|(at, &slot)| (slot, at)).collect();
                        let images: Vec<usize> = part
                            .slots
                            .iter()
                            .map(|&slot| at[&usize::from(moved.permutation()[slot])])
                            .collect();
                        is_odd(&images)
                    })
                })
                .collect::<Vec<bool>>()
        });
        kernel(rows.collect(), parts.len())
    }

    /// Parities of the parts whose pieces are all distinct: the state's must be a sum of moves' (over GF(2)).
    fn parity(&self, state: &State, goal: &State) -> Option<Violation> {
        let (parts, odd) = self.told_apart(state, goal);
        let checks = self.checks(&parts);
        let violated = checks.iter().filter(|check| {
            check.iter().zip(&odd).filter(|(in_check, odd)| **in_check && **odd).count() % 2 == 1
        });
        let least = violated.min_by_key(|check| check.iter().filter(|bit| **bit).count())?;
        let mut orbits: Vec<String> =
            parts.iter().zip(least).filter(|(_, bit)| **bit).map(|(part, _)| self.name(part)).collect();
        orbits.dedup();
        Some(Violation::Parity { orbits })
    }
}

fn find(root: &mut [usize], mut slot: usize) -> usize {
    while root[slot] != slot {
        root[slot] = root[root[slot]];
        slot = root[slot];
    }
    slot
}

/// Parity of a permutation: points minus cycles.
fn is_odd(images: &[usize]) -> bool {
    let mut seen = vec![false; images.len()];
    let mut cycles = 0;
    for start in 0..images.len() {
        let mut at = start;
        cycles += usize::from(!seen[start]);
        while !std::mem::replace(&mut seen[at], true) {
            at = images[at];
        }
    }
    (images.len() - cycles) % 2 == 1
}

/// A basis of the vectors whose product with every row is even.
fn kernel(mut rows: Vec<Vec<bool>>, width: usize) -> Vec<Vec<bool>> {
    let mut pivots: Vec<usize> = Vec::new();
    for column in 0..width {
        let done = pivots.len();
        let Some(found) = (done..rows.len()).find(|&row| rows[row][column]) else { continue };
        rows.swap(done, found);
        let pivot = rows[done].clone();
        for (index, row) in rows.iter_mut().enumerate().filter(|(index, row)| *index != done && row[column]) {
            debug_assert_ne!(index, done);
            row.iter_mut().zip(&pivot).for_each(|(bit, pivot)| *bit ^= pivot);
        }
        pivots.push(column);
    }
    let free = (0..width).filter(|column| !pivots.contains(column));
    free.map(|column| {
        let mut vector = vec![false; width];
        vector[column] = true;
        for (row, &pivot) in rows.iter().zip(&pivots) {
            vector[pivot] = row[column];
        }
        vector
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use crate::metric::Metric;

    /// What is told after a change of the solved state.
    fn told(name: &str, change: impl Fn(&mut State)) -> Option<String> {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let turns = puzzle.search_turns(&Metric::htm());
        let moves = turns.iter().map(crate::moves::Turn::transformation).collect();
        let mut state = puzzle.solved().clone();
        for turn in turns.iter().cycle().step_by(5).take(50) {
            turn.make(&mut state);
        }
        change(&mut state);
        let invariants = Invariants::new(puzzle.orbits(), moves);
        invariants.violation(&state, puzzle.solved()).map(|violation| violation.to_string())
    }

    fn kept(name: &str) -> Vec<String> {
        let puzzle = catalog::find(name).unwrap().puzzle;
        let moves = puzzle.generators().map(|base| base.transformation.clone()).collect();
        let invariants = Invariants::new(puzzle.orbits(), moves);
        invariants.kept(puzzle.solved()).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_is_kept_is_listed() {
        let cube = kept("3x3x3");
        assert!(cube.contains(&"orbit EDGES: the sum of 12 orientations modulo 2".to_string()), "{cube:?}");
        assert!(cube.contains(&"orbit CORNERS: the sum of 8 orientations modulo 3".to_string()), "{cube:?}");
        let parity = "orbits EDGES and CORNERS: both permutations are even, or both are odd";
        assert!(cube.contains(&parity.to_string()), "{cube:?}");
        assert_eq!(kept("m24"), ["orbit TILES: every permutation is even"]);
        // The dodecahedron's turns are cycles of five, which are even.
        assert_eq!(kept("megaminx").iter().filter(|told| told.contains("is even")).count(), 2);
        assert!(kept("topspin:20,4").is_empty());
    }

    #[test]
    fn what_moves_keep_is_told() {
        let (edges, corners) = (0, 1);
        assert_eq!(told("3x3x3", |_| {}), None);
        let flipped = told("3x3x3", |s| s.orbits[edges].orientations[3] ^= 1).unwrap();
        assert_eq!(flipped, "orbit EDGES: one piece is flipped");
        let twisted = told("3x3x3", |s| {
            let o = &mut s.orbits[corners].orientations[2];
            *o = (*o + 2) % 3;
        });
        assert!(twisted.unwrap().contains("2 too much modulo 3"));
        let swapped = told("3x3x3", |s| s.orbits[edges].pieces.swap(0, 1)).unwrap();
        assert!(swapped.contains("EDGES, CORNERS"), "{swapped}");
        // Two exchanges, one in each orbit, cancel.
        let both = |s: &mut State| {
            s.orbits[edges].pieces.swap(0, 1);
            s.orbits[corners].pieces.swap(0, 1);
        };
        assert_eq!(told("3x3x3", both), None);
        let odd = told("tetraminx", |s| s.orbits[edges].pieces.swap(0, 1)).unwrap();
        assert_eq!(odd, "orbit EDGES has odd parity: two of its pieces are exchanged");
        let moved = told("tetraminx", |s| s.orbits[corners].pieces.swap(0, 1)).unwrap();
        assert!(moved.contains("which it cannot reach"), "{moved}");
        assert_eq!(told("4x4x4", |s| s.orbits[1].pieces.swap(0, 1)), None);
    }
}
