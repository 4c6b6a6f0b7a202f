//! The step of a search: the effect of moves on packed states, and what is known of each state.

use super::rows::{NOTHING, PackedState};
use super::space::PuzzleSpace;
use crate::pruning::Projection;
use crate::space::{MoveId, Space};
use crate::symmetry::{Around, mixed};

impl Space for PuzzleSpace {
    type State = PackedState;

    fn move_count(&self) -> usize {
        self.moves.len()
    }

    fn cost(&self, m: MoveId) -> u32 {
        self.moves[m.index()].cost
    }

    fn inverse(&self, m: MoveId) -> MoveId {
        self.moves[m.index()].inverse
    }

    fn class(&self, m: MoveId) -> usize {
        self.moves[m.index()].class
    }

    fn commutes(&self, a: MoveId, b: MoveId) -> bool {
        self.commutes[a.index() * self.moves.len() + b.index()]
    }

    fn merges(&self, first: MoveId, second: MoveId) -> bool {
        self.class(first) == self.class(second) && !self.apart.contains(&(first, second))
    }

    fn may_follow(&self, previous: MoveId, next: MoveId) -> bool {
        !self.forbidden.contains(&(previous, next))
    }

    #[inline]
    fn apply(&self, m: MoveId, from: &PackedState, to: &mut PackedState) -> bool {
        let compiled = &self.moves[m.index()];
        for block in &self.blocks {
            let is_inside = |slot: &&u16| block.contents.contains(&from[usize::from(**slot)]);
            let inside = compiled.touched_slots.iter().filter(is_inside).count();
            if inside > 0 && inside < block.slots {
                return false;
            }
        }
        // Eight slots at a time: rows are short, and a call costs more than the copy.
        let (mut rest, mut row) = (&mut to[..], &from[..]);
        while let (Some((there, after)), Some((eight, next))) =
            (rest.split_first_chunk_mut::<8>(), row.split_first_chunk::<8>())
        {
            *there = *eight;
            (rest, row) = (after, next);
        }
        for &(target, source) in &compiled.copies {
            to[usize::from(target)] = from[usize::from(source)];
        }
        for &(target, source, start) in &compiled.turned {
            let content = from[usize::from(source)];
            to[usize::from(target)] = compiled.twisted[start as usize + usize::from(content)];
        }
        self.is_legal(to)
    }

    fn goals(&self) -> &[PackedState] {
        &self.goals
    }

    #[inline]
    fn representative(&self, state: &PackedState, to: &mut PackedState) {
        match &self.representatives {
            Some(representatives) => representatives.write(state, to),
            None => to.copy_from_slice(state),
        }
    }

    #[inline]
    fn index_up_to_symmetry(&self, state: &PackedState, _: &mut PackedState) -> u64 {
        match (&self.sums, &self.representatives) {
            (Some(sums), _) => sums.sum(state),
            (None, Some(representatives)) => representatives.mixed(state, self.width, NOTHING),
            (None, None) => self.index(state),
        }
    }

    #[inline]
    fn begin_expand(&self, state: &PackedState, around: &mut Around) {
        if let Some(sums) = &self.sums {
            sums.begin_expand(state, around);
        }
    }

    fn is_always_possible(&self) -> bool {
        self.blocks.is_empty() && self.illegal.is_empty()
    }

    #[inline]
    fn successor_index(&self, m: MoveId, around: &Around, state: &PackedState) -> Option<u64> {
        self.sums.as_ref().map(|sums| sums.sum_after(m.index(), around, state))
    }

    fn second_index(&self, state: &PackedState, spare: &mut [PackedState; 2]) -> Option<u64> {
        let [inverse, spare] = spare;
        self.write_inverse(state, inverse).then(|| self.index_up_to_symmetry(inverse, spare))
    }

    fn parity(&self, state: &PackedState) -> Option<u32> {
        let characters = self.parity.as_ref()?;
        let mut signs = self.goals.iter().map(|goal| self.differ(characters, state, goal));
        let first = signs.next()??;
        signs.all(|sign| sign == Some(first)).then_some(u32::from(first))
    }

    fn projections(&self, most: usize) -> Vec<Projection> {
        self.parts(most)
    }

    fn given_parts(&self) -> Option<&[Vec<Projection>]> {
        self.given_parts.as_deref()
    }

    fn project(&self, projection: &Projection, state: &PackedState) -> u128 {
        projection.of(state)
    }

    fn row<'s>(&self, state: &'s PackedState) -> Option<&'s [u16]> {
        Some(state)
    }

    fn state_bytes(&self) -> usize {
        size_of::<PackedState>() + self.width * size_of::<u16>()
    }

    fn move_limits(&self) -> &[(Vec<MoveId>, u32)] {
        &self.limits
    }

    fn symmetries_fixing(&self, state: &PackedState) -> usize {
        self.representatives.as_ref().map_or(1, |representatives| representatives.fixing(state))
    }

    /// Mixed bits of the whole row: multiply and fold, four slots at a time.
    #[inline]
    fn index(&self, state: &PackedState) -> u64 {
        mixed(state)
    }
}
