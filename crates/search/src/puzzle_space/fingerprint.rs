//! What distinguishes one space from another: moves, costs, rules, solved states, and the numbering of states.

use super::space::PuzzleSpace;
use crate::reachable::row_set::Fingerprint;
use crate::space::{MoveId, Space};

/// Distinguishes these fingerprints from others.
const PURPOSE: u64 = u64::from_le_bytes(*b"searched");
/// Number of state indices that are included, so that another numbering of states gives another fingerprint.
const SAMPLES: usize = 64;

impl PuzzleSpace {
    /// Identifies everything on which distances and indices of states depend. O(moves × slots).
    pub fn fingerprint(&self) -> [u8; 32] {
        let mut sum = Fingerprint::new(PURPOSE);
        for m in &self.moves {
            sum.add_all([m.cost.into(), m.class as u64, m.inverse.0.into()]);
            sum.add_all(m.copies.iter().map(|&(to, from)| u64::from(to) << 16 | u64::from(from)));
            let turned = m.turned.iter();
            sum.add_all(
                turned.map(|&(to, from, at)| u64::from(at) << 32 | u64::from(to) << 16 | u64::from(from)),
            );
            sum.add_all(m.twisted.iter().map(|&content| content.into()));
            sum.add_all(m.touched.iter().map(|&touched| touched.into()));
        }
        self.goals.iter().for_each(|goal| sum.add_all(goal.iter().map(|&content| content.into())));
        for (slot, contents) in &self.illegal {
            sum.add(*slot as u64);
            sum.add_all(contents.iter().map(|&content| content.into()));
        }
        self.blocks
            .iter()
            .for_each(|block| sum.add_all(block.contents.iter().map(|&content| content.into())));
        sum.add_all(self.forbidden.iter().map(|(a, b)| u64::from(a.0) << 16 | u64::from(b.0)));
        for (moves, most) in &self.limits {
            sum.add((*most).into());
            sum.add_all(moves.iter().map(|m| m.0.into()));
        }
        // A walk from the first goal, by possible moves.
        let mut here = self.goals[0].clone();
        let (mut next, mut spare) = (here.clone(), here.clone());
        let count = self.move_count();
        for step in 0..SAMPLES {
            let m = MoveId(((step * step + 5 * step) % count.max(1)) as u16);
            if count > 0 && self.apply(m, &here, &mut next) {
                std::mem::swap(&mut here, &mut next);
            }
            sum.add(self.index_up_to_symmetry(&here, &mut spare));
        }
        sum.bytes()
    }
}
