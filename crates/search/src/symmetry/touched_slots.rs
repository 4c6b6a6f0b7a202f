//! The touched slots of a puzzle in one row, and its turns as rows over them: the input of the search for
//! automorphisms.
//!
//! Start at [`Flat::new`]. Orientations are reduced to what the solved state distinguishes: in an orbit whose
//! orientations do not matter, turns twist nothing.

use num_integer::{gcd, lcm};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_puzzle::touched_slots::{Step, TouchedSlots};
use std::collections::{BTreeMap, HashMap};

/// A touched slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    pub(super) orbit: usize,
    pub(super) slot: u16,
    /// The solved piece of the slot: piece, orientation, and the modulus of the orientation.
    pub(super) home: (u16, u16, u16),
}

/// A turn as rows over the touched slots, read "replaced by".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct FlatTurn {
    pub(super) from: Vec<u32>,
    pub(super) twist: Vec<u16>,
}

#[derive(Clone, Debug)]
pub(super) struct Flat {
    pub(super) slots: Vec<Slot>,
    /// By orbit of the puzzle: its touched slots as a range, and the modulus of its orientations.
    pub(super) orbits: Vec<(std::ops::Range<usize>, u16)>,
    pub(super) turns: Vec<FlatTurn>,
    /// By turn: the slot to which the piece of each slot moves.
    pub(super) to: Vec<Vec<u32>>,
    pub(super) costs: Vec<u32>,
    /// The turns of each effect and cost.
    numbers: HashMap<(FlatTurn, u32), Vec<usize>>,
}

impl Flat {
    /// `None` if turns × slots exceed `most`.
    pub(super) fn new(
        puzzle: &Puzzle,
        turns: &[Turn],
        costs: &[u32],
        goal: &State,
        most: usize,
    ) -> Option<Self> {
        let all: usize = puzzle.orbits().iter().map(|orbit| usize::from(orbit.pieces)).sum();
        if turns.len().max(1).saturating_mul(all) > most {
            return None;
        }
        let whole: Vec<_> = turns.iter().map(Turn::transformation).collect();
        let mut flat = Flat {
            slots: Vec::new(),
            orbits: Vec::new(),
            turns: Vec::new(),
            to: Vec::new(),
            costs: costs.to_vec(),
            numbers: HashMap::new(),
        };
        let touched = TouchedSlots::new(puzzle.orbits(), &whole);
        for (orbit, range) in touched.orbits().iter().enumerate() {
            let row = &goal.orbits[orbit];
            let mut modulus = 1;
            for &(_, slot) in &touched.slots()[range.clone()] {
                let at = usize::from(slot);
                let home = (row.pieces[at], row.orientations[at], row.moduli[at]);
                flat.slots.push(Slot { orbit, slot, home });
                modulus = lcm(modulus, home.2);
            }
            flat.orbits.push((range.clone(), modulus));
        }
        for turn in &whole {
            let mut row =
                FlatTurn { from: (0..flat.slots.len() as u32).collect(), twist: vec![0; flat.slots.len()] };
            for Step { to, from, twist } in touched.steps(turn) {
                row.from[to] = from as u32;
                row.twist[to] = twist % flat.modulus(to);
            }
            let mut to = vec![0; row.from.len()];
            row.from.iter().enumerate().for_each(|(slot, &from)| to[from as usize] = slot as u32);
            flat.to.push(to);
            flat.turns.push(row);
        }
        for (index, turn) in flat.turns.iter().enumerate() {
            flat.numbers.entry((turn.clone(), costs[index])).or_default().push(index);
        }
        Some(flat)
    }

    pub(super) fn modulus(&self, slot: usize) -> u16 {
        self.orbits[self.slots[slot].orbit].1
    }

    /// The turns with this effect and cost; several if turns are identical.
    pub(super) fn numbered(&self, turn: FlatTurn, cost: u32) -> &[usize] {
        self.numbers.get(&(turn, cost)).map_or(&[], Vec::as_slice)
    }

    /// First `a`, then `b`.
    pub(super) fn product(&self, a: &FlatTurn, b: &FlatTurn) -> FlatTurn {
        let slots = 0..self.slots.len();
        FlatTurn {
            from: b.from.iter().map(|&from| a.from[from as usize]).collect(),
            twist: slots.map(|s| (a.twist[b.from[s] as usize] + b.twist[s]) % self.modulus(s)).collect(),
        }
    }

    /// An invariant under automorphisms, computed from the cycles of each length, twist and kind of orbit.
    pub(super) fn signature(&self, turn: &FlatTurn) -> u64 {
        let mut counts: BTreeMap<(usize, u16, u32, u16), u32> = BTreeMap::new();
        let mut seen = vec![false; turn.from.len()];
        for start in 0..seen.len() {
            let (mut slot, mut length, mut twist) = (start, 0u32, 0u32);
            while !std::mem::replace(&mut seen[slot], true) {
                length += 1;
                twist += u32::from(turn.twist[slot]);
                slot = turn.from[slot] as usize;
            }
            if length > 0 {
                let (range, modulus) = &self.orbits[self.slots[start].orbit];
                let order = gcd(*modulus, (twist % u32::from(*modulus)) as u16);
                *counts.entry((range.len(), *modulus, length, order)).or_default() += 1;
            }
        }
        let mut mixed = 0x9e37_79b9_7f4a_7c15u64;
        for ((size, modulus, length, order), count) in counts {
            for part in
                [size as u64, u64::from(modulus), u64::from(length), u64::from(order), u64::from(count)]
            {
                mixed = (mixed ^ part).wrapping_mul(0xff51_afd7_ed55_8ccd);
                mixed ^= mixed >> 32;
            }
        }
        mixed
    }
}
