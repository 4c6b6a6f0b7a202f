//! A checked definition with computed moves, on which everything else operates.
//!
//! Start at [`Puzzle::new`], [`Puzzle::turn`] (a move by its name) and [`Puzzle::search_turns`] (the turns of a
//! search in a metric). A puzzle with layers (an NxNxN cube) also names every block of layers, through its
//! [`LayerNames`]; these moves are computed on demand.

use crate::definition::{Action, Alias, Definition, MoveLimit, Role};
use crate::direction::Direction;
use crate::metric::Metric;
use crate::moves::{BaseMove, Turn};
use crate::orbit::Orbit;
use crate::puzzle_error::PuzzleError;
use crate::small_map::{Map, Set};
use crate::sorting::sort_by;
use crate::state::{State, StateError};
use crate::transformation::Transformation;
use std::sync::Arc;

/// Moves that are named by rule rather than listed, as the blocks of layers of a big cube.
pub trait LayerNames: Send + Sync + std::fmt::Debug {
    /// The move of this name (without an amount) and the amount by which it is to be multiplied, e.g. `L` as
    /// the whole cube is -1 of `x`. `None` if the rule knows no such name.
    fn base(&self, name: &str) -> Option<(BaseMove, i64)>;

    /// Whether the rule knows the name: [`LayerNames::base`] without computing the effect of the move.
    fn knows(&self, name: &str) -> bool;

    /// Some names that the rule knows, to show in help what kinds there are.
    fn examples(&self) -> Vec<&str>;

    /// The moves that a search should use where slices are as cheap as outer blocks (`slices`), or not.
    fn search_bases(&self, slices: bool) -> Vec<BaseMove>;
}

/// What counts as solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The solved state in its given orientation in space.
    Exact,
    /// The solved state in any orientation of the whole puzzle.
    UpToRotation,
}

/// Of moves with a larger order than this, a search uses only the move and its inverse.
const MAX_SEARCHED_ORDER: u64 = 1000;

/// A puzzle that is ready to use.
#[derive(Clone, Debug)]
pub struct Puzzle {
    definition: Definition,
    bases: Vec<Arc<BaseMove>>,
    by_name: Map<String, (usize, i64)>,
    layers: Option<Arc<dyn LayerNames>>,
    goal: Goal,
    rotations: Vec<Transformation>,
    directions: Vec<Direction>,
}

impl Puzzle {
    /// Checks a definition and computes its moves. The goal is the solved state of the definition.
    pub fn new(definition: Definition) -> Result<Self, PuzzleError> {
        definition.solved.check(&definition.orbits)?;
        let bases = crate::sequence::resolve_generators(&definition)?;
        let mut by_name = Map::new();
        for (index, base) in bases.iter().enumerate() {
            if by_name.insert(base.name.clone(), (index, 1)).is_some() {
                return Err(PuzzleError::Repeated(base.name.clone()));
            }
        }
        let puzzle = Puzzle {
            definition,
            bases: bases.into_iter().map(Arc::new).collect(),
            by_name,
            layers: None,
            goal: Goal::Exact,
            rotations: vec![Transformation::identity()],
            directions: Vec::new(),
        };
        let aliases = puzzle.definition.aliases.clone();
        puzzle.with_spellings(&aliases)
    }

    /// The same puzzle with more spellings of its moves, which are no part of the definition: formats need not have a place for
    /// them.
    pub(crate) fn with_spellings(mut self, aliases: &[Alias]) -> Result<Self, PuzzleError> {
        for alias in aliases {
            let meant = self.turn(&alias.stands_for).and_then(|turn| {
                let base = self.bases.iter().position(|base| base.name == turn.base().name)?;
                Some((base, turn.amount()))
            });
            let Some(meant) = meant else {
                let (name, stands_for) = (alias.name.clone(), alias.stands_for.clone());
                return Err(PuzzleError::Alias { name, stands_for });
            };
            self.by_name.get_or_insert_with(alias.name.clone(), || meant);
        }
        Ok(self)
    }

    /// The same puzzle with moves that are named by rule; if the rule names a listed move, it defines the weight and
    /// the axis of that move.
    pub fn with_layers(mut self, layers: Arc<dyn LayerNames>) -> Self {
        for base in &mut self.bases {
            if let Some((named, 1)) = layers.base(&base.name) {
                *base =
                    Arc::new(BaseMove { weight: named.weight, axis: named.axis, ..BaseMove::clone(base) });
            }
        }
        self.layers = Some(layers);
        self
    }

    /// The same puzzle, solved up to rotation of the whole puzzle by any product of its rotations.
    pub fn up_to_rotation(mut self) -> Self {
        self.goal = Goal::UpToRotation;
        let steps: Vec<_> = self.rotation_bases().map(|base| base.transformation.clone()).collect();
        let mut seen: Set<_> = self.rotations.iter().cloned().collect();
        let mut next = 0;
        while next < self.rotations.len() {
            for step in &steps {
                let turned = self.rotations[next].then(step);
                if seen.insert(turned.clone()) {
                    self.rotations.push(turned);
                }
            }
            next += 1;
        }
        self
    }

    /// The same puzzle with more limits on how often moves may occur in a solution.
    pub fn with_move_limits(mut self, limits: impl IntoIterator<Item = MoveLimit>) -> Self {
        self.definition.restrictions.move_limits.extend(limits);
        self
    }

    /// The same puzzle with names for moves that depend on where a piece is. Names that already belong to moves keep
    /// their meaning.
    pub fn with_directions(mut self, directions: Vec<Direction>) -> Self {
        self.directions = directions;
        self.directions.retain(|direction| !self.by_name.contains_key(&direction.name));
        self
    }

    /// The same puzzle under another name.
    pub(crate) fn named(mut self, name: &str) -> Self {
        self.definition.name = name.to_string();
        self
    }

    /// The rule that names its moves, where there is one.
    pub(crate) fn layers(&self) -> Option<&Arc<dyn LayerNames>> {
        self.layers.as_ref()
    }

    /// Names for moves that depend on where a piece is.
    pub fn directions(&self) -> &[Direction] {
        &self.directions
    }

    fn rotation_bases(&self) -> impl Iterator<Item = &Arc<BaseMove>> {
        self.bases.iter().filter(|base| base.role == Role::Rotation)
    }

    /// The definition that it was made from.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.definition.name
    }

    /// Its orbits.
    pub fn orbits(&self) -> &[Orbit] {
        &self.definition.orbits
    }

    /// The solved state of the definition.
    pub fn solved(&self) -> &State {
        &self.definition.solved
    }

    /// What counts as solved.
    pub fn goal(&self) -> Goal {
        self.goal
    }

    /// The rotations of the whole puzzle that [`Goal::UpToRotation`] allows; the identity alone otherwise.
    pub fn rotations(&self) -> &[Transformation] {
        &self.rotations
    }

    /// The solved states: one, or one for each rotation that changes its appearance.
    pub fn solved_states(&self) -> Vec<State> {
        let states = self.rotations.iter().map(|rotation| self.solved().after(rotation));
        let mut states: Vec<State> = states.collect();
        sort_by(&mut states, State::cmp);
        states.dedup();
        states
    }

    /// Whether a state counts as solved. O(slots × rotations) at most.
    pub fn is_solved(&self, state: &State) -> bool {
        let is_after = |rotation| state.differing(self.solved(), rotation).next().is_none();
        self.rotations.iter().any(is_after)
    }

    /// Every move that the definition lists, in its order.
    pub fn bases(&self) -> &[Arc<BaseMove>] {
        &self.bases
    }

    /// The generators of the puzzle's group: the moves whose role is [`Role::Turn`].
    pub fn generators(&self) -> impl Iterator<Item = &Arc<BaseMove>> {
        self.bases.iter().filter(|base| base.role == Role::Turn)
    }

    /// Whether there is a move of exactly this name, without an amount.
    pub fn knows(&self, name: &str) -> bool {
        self.by_name.contains_key(name) || self.layers.as_ref().is_some_and(|layers| layers.knows(name))
    }

    /// The move of exactly this name, without an amount.
    pub fn base(&self, name: &str) -> Option<Turn> {
        if let Some(&(index, amount)) = self.by_name.get(name) {
            return Some(Turn::new(Arc::clone(&self.bases[index]), amount));
        }
        // In Pochmann's notation, the inverse of `R++` is a name of its own.
        if let Some(stem) = name.strip_suffix("--") {
            return self.base(&format!("{stem}++")).map(|turn| turn.inverse());
        }
        let (base, amount) = self.layers.as_ref()?.base(name)?;
        Some(Turn::new(Arc::new(base), amount))
    }

    /// A move by its name and an amount, as [`Turn::times`].
    pub fn turn_by(&self, name: &str, amount: i64) -> Option<Turn> {
        self.base(name)?.times(amount)
    }

    /// A single move as it is written: a name, perhaps with an amount and a prime, as `R`, `R2`, `R2'`, `f0^2`, `f0^2'`, `f0^-2`.
    pub fn turn(&self, text: &str) -> Option<Turn> {
        if let Some(turn) = self.base(text) {
            return Some(turn);
        }
        if let Some((name, amount)) = text.split_once('^')
            && let Ok(amount) = amount.parse::<i64>()
        {
            return self.turn_by(name, amount);
        }
        let (text, sign) = match text.strip_suffix('\'') {
            Some(rest) => (rest, -1),
            None => (text, 1),
        };
        // A name may end in digits of its own, as `R1'`.
        if self.knows(text) {
            return self.turn_by(text, sign);
        }
        let name = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let amount = if name.len() == text.len() { 1 } else { text[name.len()..].parse::<i64>().ok()? };
        self.turn_by(name.strip_suffix('^').unwrap_or(name), sign * amount)
    }

    /// The move of a direction in a state (`amount` 1), or that of the inverse direction (`amount` -1). `None` if
    /// there is no such direction, or no move that way.
    pub fn directed(&self, state: &State, name: &str, amount: i64) -> Option<Turn> {
        let find = |name: &str| self.directions().iter().find(|direction| direction.name == name);
        let direction = find(name)?;
        let direction = if amount < 0 { find(&direction.opposite)? } else { direction };
        let (orbit, piece) = direction.piece;
        let slot = state.orbits[orbit].pieces.iter().position(|&found| found == piece)?;
        self.turn(direction.moves.get(slot)?.as_deref()?)
    }

    /// The direction in which a turn goes in a state, if it goes in one.
    pub fn direction_of(&self, state: &State, turn: &Turn) -> Option<&str> {
        let goes = |direction: &&Direction| self.directed(state, &direction.name, 1).as_ref() == Some(turn);
        self.directions().iter().find(goes).map(|direction| direction.name.as_str())
    }

    /// Every name of a listed move and every alias, for suggestions.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.by_name.keys().map(String::as_str)
    }

    /// Some names of layers that the puzzle knows besides, to show what kinds there are.
    pub fn layer_examples(&self) -> Vec<&str> {
        self.layers.as_ref().map_or_else(Vec::new, |layers| layers.examples())
    }

    /// The turns of a search in a metric: every power of every generator as given by [`Self::powers`], or the blocks
    /// of layers that suit the metric best.
    pub fn search_turns(&self, metric: &Metric) -> Vec<Turn> {
        let bases: Vec<Arc<BaseMove>> = match &self.layers {
            Some(layers) => layers.search_bases(metric.favours_slices()).into_iter().map(Arc::new).collect(),
            None => self.generators().cloned().collect(),
        };
        bases.iter().flat_map(|base| self.powers(base, metric)).collect()
    }

    /// The turns from which solutions are made: those of [`Self::search_turns`], and in a metric of weights also the moves that have one, and
    /// turns that count less than one of these with the same effect up to a rotation of the whole puzzle.
    pub fn solution_turns(&self, metric: &Metric) -> Vec<Turn> {
        let mut turns = self.search_turns(metric);
        let mut weighted: Vec<Turn> = Vec::new();
        for turn in metric.weighted_names().filter_map(|name| self.turn(name)) {
            if turn.base().role != Role::Rotation {
                weighted.extend(self.powers(turn.base(), metric));
            }
        }
        for turn in weighted {
            let mut alike = self.alike_up_to_rotation(std::slice::from_ref(&turn));
            alike.retain(|other| metric.cost(other) < metric.cost(&turn));
            for turn in std::iter::once(turn).chain(alike) {
                if !turns.contains(&turn) {
                    turns.push(turn);
                }
            }
        }
        turns
    }

    /// Turns of generators that have the effect of one of these turns, up to a rotation of the whole puzzle.
    pub fn alike_up_to_rotation(&self, turns: &[Turn]) -> Vec<Turn> {
        if turns.is_empty() || self.rotations.len() < 2 {
            return Vec::new();
        }
        let rotated = |turn: &Turn| {
            self.rotations.iter().map(|rotation| turn.transformation().then(rotation)).collect()
        };
        let effects: Set<Transformation> =
            turns.iter().flat_map(|turn| -> Vec<_> { rotated(turn) }).collect();
        self.generator_turns().into_iter().filter(|turn| effects.contains(&turn.transformation())).collect()
    }

    /// The powers of a move that are turns of their own in a metric: all up to an order of 1000, beyond that the move and its inverse.
    ///
    /// In a metric that counts steps, a turn of two steps is two turns, and between them the puzzle is in a state. Where a definition
    /// forbids states, a turn of several steps could jump over one, so only single steps are turns then.
    pub fn powers(&self, base: &Arc<BaseMove>, metric: &Metric) -> Vec<Turn> {
        if metric.counts_steps() && !self.definition.restrictions.illegal.is_empty() {
            let mut steps: Vec<Turn> = [1, -1].map(|amount| Turn::new(Arc::clone(base), amount)).into();
            steps.retain(|turn| turn.amount() != 0);
            steps.dedup();
            return steps;
        }
        powers(base).collect()
    }

    /// Every power of every generator, as [`Self::search_turns`] takes them: the turns that generate the puzzle's
    /// group, including those that a search omits because whole-puzzle rotations or blocks of layers replace them.
    pub fn generator_turns(&self) -> Vec<Turn> {
        self.generators().flat_map(powers).collect()
    }

    /// Checks that a state is one of this puzzle's: lengths, ranges, the same pieces. A state that distinguishes
    /// pieces which are identical here is translated: piece k is the one whose solved slot is k.
    pub fn admit(&self, state: State) -> Result<State, StateError> {
        state.check(self.orbits())?;
        let mut state = state;
        for ((found, solved), orbit) in state.orbits.iter_mut().zip(&self.solved().orbits).zip(self.orbits())
        {
            if found.is_full(orbit) && !solved.is_full(orbit) {
                for slot in 0..found.pieces.len() {
                    let home = usize::from(found.pieces[slot]);
                    let modulus = solved.moduli[home];
                    found.pieces[slot] = solved.pieces[home];
                    found.orientations[slot] =
                        (found.orientations[slot] + solved.orientations[home]) % modulus;
                    found.moduli[slot] = modulus;
                }
            }
        }
        state.check_pieces(self.solved(), self.orbits())?;
        Ok(state)
    }

    /// Which restrictions the moves of this puzzle have that depend on the state.
    pub fn is_restricted(&self) -> bool {
        let restrictions = &self.definition.restrictions;
        !(restrictions.illegal.is_empty() && restrictions.blocks.is_empty())
    }

    /// Whether a turn can be made in a state: it keeps every block of glued pieces together and brings no piece to a
    /// forbidden slot. For blocks, a turn moves all pieces that its base move does, even if the power returns some of
    /// them. Forbidden slots are tested only at the end of the turn.
    pub fn is_possible(&self, state: &State, turn: &Turn) -> bool {
        let restrictions = &self.definition.restrictions;
        let once = &turn.base().transformation;
        let moved = &|orbit: usize, slot: usize| {
            once.part(orbit).is_some_and(|part| {
                let leaves = usize::from(part.permutation()[slot]) != slot;
                leaves || part.orientation()[slot] != 0
            })
        };
        let block_stays_whole = |block: &crate::definition::Block| {
            let mut moves = block.pieces.iter().flat_map(|&(orbit, piece)| {
                let slots = state.orbits[orbit].pieces.iter().enumerate();
                slots.filter(move |(_, found)| **found == piece).map(move |(slot, _)| moved(orbit, slot))
            });
            let first = moves.next();
            moves.all(|moves| Some(moves) == first)
        };
        let whole = turn.transformation();
        restrictions.blocks.iter().all(block_stays_whole)
            && restrictions.illegal.iter().all(|illegal| {
                let slot = usize::from(illegal.slot);
                let from =
                    whole.part(illegal.orbit).map_or(slot, |part| usize::from(part.permutation()[slot]));
                !illegal.pieces.contains(&state.orbits[illegal.orbit].pieces[from])
            })
    }

    /// The algorithm of an action that is given as one.
    pub fn sequence_of(&self, name: &str) -> Option<&str> {
        let generator = self.definition.generators.iter().find(|generator| generator.name == name)?;
        match &generator.action {
            Action::Sequence(text) => Some(text),
            Action::Given(_) => None,
        }
    }
}

/// The powers of a move that are turns of their own: all up to an order of 1000, beyond that the move and its inverse.
fn powers(base: &Arc<BaseMove>) -> impl Iterator<Item = Turn> {
    let amounts: Vec<i64> = match base.order {
        Some(order) if order <= MAX_SEARCHED_ORDER => (1..order as i64).collect(),
        _ => vec![1, -1],
    };
    amounts.into_iter().map(|amount| Turn::new(Arc::clone(base), amount))
}
