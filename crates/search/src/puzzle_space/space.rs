//! The space itself: what it is made of, and the step of a search.

use super::images::Inverses;
use super::moves::PackedMove;
use super::parity::Character;
use super::rows::{NOTHING, PackedOrbit, PackedState, pack_orbits};
use crate::pruning::{MOST_GIVEN, Projection};
use crate::space::{MoveId, Space};
use crate::symmetry::{Around, PairSums, Representatives, mixed};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use std::collections::HashSet;

/// Most slots: each has a number of 16 bits.
const MAX_SLOTS: usize = u16::MAX as usize;
const TOO_MANY: &str = "more than 65 000 slots or moves";

/// A puzzle, a metric, a set of turns and a set of solved states, ready to be searched.
#[derive(Clone, Debug)]
pub struct PuzzleSpace {
    pub(super) orbits: Vec<PackedOrbit>,
    pub(super) moves: Vec<PackedMove>,
    /// `commutes[a * moves + b]`.
    pub(super) commutes: Vec<bool>,
    /// Moves of the same class that make up neither nothing nor a move that costs no more.
    pub(super) apart: HashSet<(MoveId, MoveId)>,
    /// Pairs that must not follow each other.
    pub(super) forbidden: Vec<(MoveId, MoveId)>,
    pub(super) goals: Vec<PackedState>,
    pub(super) width: usize,
    pub(super) illegal: Vec<(usize, Vec<u16>)>,
    pub(super) blocks: Vec<Vec<u16>>,
    /// What says, all together, whether a sequence costs an odd number of units.
    pub(super) parity: Option<Vec<Character>>,
    /// Moves that together may occur only so often.
    pub(super) limits: Vec<(Vec<MoveId>, u32)>,
    pub(super) representatives: Option<Representatives>,
    /// Where there are representatives, and pairs suffice.
    pub(super) sums: Option<PairSums>,
    pub(super) inverses: Option<Inverses>,
    /// Sets of parts that the user wants exact tables of.
    pub(super) given_parts: Option<Vec<Vec<Projection>>>,
}

/// Why a puzzle cannot be searched as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpaceError {
    /// There is nothing to search with.
    #[error("no moves to search with")]
    NoMoves,
    /// A move costs nothing.
    #[error("the move {0} costs nothing in the metric {1}; a search needs every move to cost at least 1")]
    Free(String, String),
    /// The metric does not say what a move costs by itself.
    #[error("a search counts move by move, and {0} does not; expected another metric")]
    Together(String),
    /// Too many different contents of slots, or too many moves.
    #[error("the puzzle is too large to be searched: {0}")]
    TooLarge(&'static str),
    /// A rule of the definition that a search does not know how to follow.
    #[error("{0} cannot be searched yet; take the rule out of the definition to search without it")]
    Unsupported(&'static str),
    /// A rule names an unknown move.
    #[error("'{0}' in a forbidden pair, group or limit is not a move of the search")]
    UnknownMove(String),
    /// A table of pieces that the user named would take too much memory.
    #[error(
        "an exact table of {pieces} takes {}, and half of the memory, {available} bytes, is for such tables; name fewer pieces, \
         or allow more memory",
        bytes.map_or("more bytes than can be counted".to_string(), |bytes| format!("about {bytes} bytes"))
    )]
    PatternTooLarge {
        /// Which pieces.
        pieces: String,
        /// What the table takes, if that is a number at all.
        bytes: Option<u64>,
        /// What is left for it.
        available: u64,
    },
    /// More tables than a search asks.
    #[error("too many exact tables of pieces: together they have over {MOST_GIVEN} coordinates")]
    TooManyPatterns,
    /// The state differs from every solved state where no move can change it.
    #[error("orbit {orbit}, slot {slot}: no move reaches this slot, and it differs from the solved state")]
    OutOfReach {
        /// Name of the orbit.
        orbit: String,
        /// The slot, from 1.
        slot: usize,
    },
}

impl PuzzleSpace {
    /// Compiles a puzzle for searching. `goals` are solved states of the puzzle (at least one) that agree in
    /// every slot that no turn touches. O(turns² × slots).
    pub fn new(
        puzzle: &Puzzle,
        turns: &[Turn],
        metric: &Metric,
        goals: &[State],
    ) -> Result<Self, SpaceError> {
        if goals.is_empty() || turns.is_empty() {
            return Err(SpaceError::NoMoves);
        }
        if !metric.counts_turn_by_turn() {
            return Err(SpaceError::Together(metric.name().to_string()));
        }
        let turns: Vec<&Turn> = turns.iter().filter(|turn| !turn.transformation().is_identity()).collect();
        let orbits = pack_orbits(puzzle, &turns, &goals[0])?;
        let slots: usize = orbits.iter().map(|orbit| orbit.slots.len()).sum();
        let width = slots.next_multiple_of(8);
        if slots > MAX_SLOTS || turns.len() > usize::from(u16::MAX) - 1 {
            return Err(SpaceError::TooLarge(TOO_MANY));
        }
        let mut space = PuzzleSpace {
            orbits,
            moves: Vec::new(),
            commutes: Vec::new(),
            apart: HashSet::new(),
            forbidden: Vec::new(),
            goals: Vec::new(),
            width,
            illegal: Vec::new(),
            blocks: Vec::new(),
            parity: None,
            limits: Vec::new(),
            representatives: None,
            sums: None,
            inverses: None,
            given_parts: None,
        };
        space.moves = space.compile_moves(puzzle, &turns, metric)?;
        space.apart = space.find_apart(&turns);
        space.compile_restrictions(puzzle)?;
        space.compile_commuting(&turns, puzzle.is_restricted());
        for goal in goals {
            let packed = space.pack_unchecked(goal);
            if !space.goals.contains(&packed) {
                space.goals.push(packed);
            }
        }
        space.parity = space.find_parity();
        Ok(space)
    }

    /// Whether the puzzle is of a size that can be searched, told before anything large is built. O(moves × slots).
    pub fn check_size(puzzle: &Puzzle) -> Result<(), SpaceError> {
        let mut touched: Vec<Vec<bool>> =
            puzzle.orbits().iter().map(|orbit| vec![false; usize::from(orbit.pieces)]).collect();
        for (orbit, part) in puzzle.generators().flat_map(|base| base.transformation.parts()) {
            for (slot, (&from, &turn)) in part.permutation().iter().zip(part.orientation()).enumerate() {
                touched[orbit][slot] |= usize::from(from) != slot || turn != 0;
            }
        }
        match touched.iter().flatten().filter(|touched| **touched).count() {
            slots if slots > MAX_SLOTS => Err(SpaceError::TooLarge(TOO_MANY)),
            _ => Ok(()),
        }
    }

    /// What a move is called by people: one turn, or several where repeating is cheaper.
    pub fn turns(&self, m: MoveId) -> &[Turn] {
        &self.moves[m.index()].turns
    }
}

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
            let mut inside =
                from.iter().zip(&compiled.touched).filter(|(content, _)| block.contains(content));
            if let Some((_, first)) = inside.next()
                && inside.any(|(_, touched)| touched != first)
            {
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
