//! The restrictions of a definition: pieces forbidden in slots, glued pieces, forbidden pairs of moves, limits on a
//! move.

use super::error::SpaceError;
use super::packed_move::PackedMove;
use super::rows::PackedOrbit;
use super::space::{Block, PuzzleSpace};
use crate::space::{MoveId, Space};
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;

impl PuzzleSpace {
    pub(super) fn compile_restrictions(&mut self, puzzle: &Puzzle) -> Result<(), SpaceError> {
        let restrictions = &puzzle.definition().restrictions;
        let contents = |orbit: &PackedOrbit, piece: u16| -> Vec<u16> {
            let range = orbit.pieces.get(&piece).map(|piece| piece.first..piece.first + piece.modulus);
            range.into_iter().flatten().collect()
        };
        for illegal in &restrictions.illegal {
            let Some(orbit) = self.orbits.iter().find(|orbit| orbit.orbit == illegal.orbit) else { continue };
            let Ok(at) = orbit.slots.binary_search(&usize::from(illegal.slot)) else { continue };
            let pieces = illegal.pieces.iter().flat_map(|&piece| contents(orbit, piece)).collect();
            self.illegal.push((orbit.first + at, pieces));
        }
        for block in &restrictions.blocks {
            // Contents are numbered separately in each orbit, so a block is a list of contents.
            let pieces = block.pieces.iter().flat_map(|&(orbit, piece)| {
                let packed = self.orbits.iter().find(|packed| packed.orbit == orbit);
                packed.map(|packed| contents(packed, piece)).unwrap_or_default()
            });
            let pieces: Vec<u16> = pieces.collect();
            let fixed = (block.pieces.iter()).any(|&(orbit, piece)| {
                let slots = puzzle.solved().orbits[orbit].pieces.iter().enumerate();
                let packed = self.orbits.iter().find(|packed| packed.orbit == orbit);
                slots
                    .filter(|(_, found)| **found == piece)
                    .any(|(slot, _)| packed.is_none_or(|packed| packed.slots.binary_search(&slot).is_err()))
            });
            if fixed {
                return Err(SpaceError::Unsupported("a block with a piece that no move affects"));
            }
            let is_inside = |content: &&u16| pieces.contains(content);
            let slots = self.goals.first().map_or(0, |goal| goal.iter().filter(is_inside).count());
            self.blocks.push(Block { contents: pieces, slots });
        }
        if !self.blocks.is_empty() {
            for at in 0..self.moves.len() {
                // A turn touches what its base touches, even if a power brings a piece back.
                let base = Turn::new(self.moves[at].turns[0].base().clone(), 1);
                let once = self.compile(&base);
                let mut touched = vec![false; self.width];
                let all = once.copies.iter().map(|copy| copy.0).chain(once.turned.iter().map(|turn| turn.0));
                all.for_each(|slot| touched[usize::from(slot)] = true);
                let slots = (0u16..).zip(&touched).filter(|(_, touched)| **touched);
                self.moves[at].touched_slots = slots.map(|(slot, _)| slot).collect();
                self.moves[at].touched = touched;
            }
        }
        let named = |moves: &[PackedMove], name: &str| -> Result<MoveId, SpaceError> {
            let unknown = || SpaceError::UnknownMove(name.to_string());
            let turn = puzzle.turn(name).ok_or_else(unknown)?;
            let at =
                moves.iter().position(|m| m.turns.len() == 1 && m.turns[0] == turn).ok_or_else(unknown)?;
            Ok(MoveId(at as u16))
        };
        for (first, second) in &restrictions.forbidden_pairs {
            let pair = (named(&self.moves, first)?, named(&self.moves, second)?);
            self.forbidden.push(pair);
        }
        for group in &restrictions.forbidden_groups {
            let group: Vec<MoveId> =
                group.iter().map(|name| named(&self.moves, name)).collect::<Result<_, _>>()?;
            self.forbidden.extend(group.iter().flat_map(|&a| group.iter().map(move |&b| (a, b))));
        }
        for limit in &restrictions.move_limits {
            let moves = match limit.moves.strip_suffix('*') {
                Some(base) => {
                    let unknown = || SpaceError::UnknownMove(limit.moves.clone());
                    let base = puzzle.turn(base).ok_or_else(unknown)?;
                    let same = |m: &MoveId| self.moves[m.index()].turns[0].base() == base.base();
                    self.moves().filter(same).collect()
                }
                None => vec![named(&self.moves, &limit.moves)?],
            };
            self.limits.push((moves, limit.most));
        }
        Ok(())
    }
}
