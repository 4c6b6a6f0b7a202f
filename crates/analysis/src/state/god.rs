//! God's algorithm: the number of states at each distance from the solved one, and the states that are farthest from it.
//!
//! Start at [`run`] with a [`Request`]. The method is chosen here by the exact number of states and reported in
//! [`Report::explanation`]. If moves are always possible and all cost the same, it uses two bits per state over a perfect index
//! ([`permutant_search::god::two_bit`]). If distances add, it uses several smaller counts ([`permutant_search::god::factors`]).
//! Otherwise it stores whole states in hash tables ([`permutant_search::god::hashed`]). The referee has replayed everything that is
//! reported of antipodes.

use super::god_in_parts::{self, Counted};
use crate::group::order;
use permutant_group::UBig;
use permutant_puzzle::algorithm;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::replay::replay;
use permutant_puzzle::state::State;
use permutant_search::god::class_counts::class_counts;
use permutant_search::god::classes::StateClasses;
use permutant_search::god::distances::Distances;
use permutant_search::god::factors::{self, Factor};
use permutant_search::god::hashed::Hashed;
use permutant_search::god::state_codec::WholeStates;
use permutant_search::god::two_bit::TwoBit;
use permutant_search::god::walk;
use permutant_search::limits::{Control, Progress, StopReason};
use permutant_search::puzzle_space::PackedState;
use permutant_search::reachable::coordinate::TooLarge;
use permutant_search::reachable::move_set::MoveSet;
use permutant_search::reachable::move_symmetry::SymmetryUse;
use permutant_search::reachable::numbering::{Numbering, NumberingOptions};
use permutant_search::reachable::packed::PackedPuzzle;
use permutant_search::table::{Description, hex};
use std::collections::BTreeMap;

pub use super::god_report::{Antipode, Classes, GodError, NoSaves, Report, Request, Saves};
pub use permutant_search::god::integrity::check as check_save;
pub use permutant_search::god::saved::Damaged;

/// Counts states by distance.
///
/// # Errors
/// If the puzzle has rules that cannot be counted under, if it is known beforehand that the count does not fit into the
/// memory, or if an antipode does not pass the referee. What ends a count later is told in the report.
pub fn run(puzzle: &Puzzle, request: &Request<'_>, control: &Control<'_>) -> Result<Report, GodError> {
    let restrictions = &puzzle.definition().restrictions;
    if !restrictions.move_limits.is_empty() {
        return Err(GodError::Unsupported("limits on how often a move may occur"));
    }
    if !restrictions.forbidden_pairs.is_empty() || !restrictions.forbidden_groups.is_empty() {
        return Err(GodError::Unsupported("rules about which move may follow which"));
    }
    let moves = MoveSet::new(puzzle, &request.turns, &request.metric)?;
    let mut count = Count { puzzle, request, moves, explanation: Vec::new() };
    if let Some(store) = request.store {
        let counted = god_in_parts::count(puzzle, request, &count.moves, store, control)?;
        return count.of_parts(counted);
    }
    match god_in_parts::reason_against_an_index(puzzle, request, &count.moves) {
        Some(reason) => {
            count.say(reason.into());
            count.hashed(None, control)
        }
        None => count.by_index(control),
    }
}

/// A run.
struct Count<'a> {
    puzzle: &'a Puzzle,
    request: &'a Request<'a>,
    moves: MoveSet,
    explanation: Vec<String>,
}

/// Estimate of the bytes that all tables take: an index, its rows, two bits a state and the lists.
fn needed(index: &Numbering, symmetries: usize) -> u64 {
    let table = Distances::bytes(index.row_count(), index.width());
    index.bytes() + (table + table / 8) / symmetries as u64
}

/// Whether a count with a table of these bytes can be saved: the checkpoint is a copy of the table in memory.
fn can_be_saved(needed: u64, table: u64, allowed: u64) -> bool {
    needed.saturating_add(table) <= allowed
}

/// Factors of up to this number of states are counted completely, whatever depth is requested: seconds at most.
const COUNTED_WHOLE: u64 = 1 << 26;

/// Rows of an index that are enumerated while a state is counted in hash tables.
const ROWS_PER_STATE: usize = 4;

/// Rows that are enumerated in a moment.
const FREE_ROWS: usize = 1 << 17;

/// A solution, and the number of the goal to which it leads.
type Word = (usize, Vec<Turn>);

/// A count of one factor.
struct Part {
    counts: Vec<u64>,
    stopped: Option<StopReason>,
    /// Solutions of its antipodes, in its own moves.
    antipodes: Vec<Vec<usize>>,
    /// The number of symmetries and of classes at each distance, if requested.
    classes: Option<(usize, Vec<u64>)>,
    perfect: bool,
}

impl Count<'_> {
    fn say(&mut self, sentence: String) {
        self.explanation.push(sentence);
    }

    /// The largest level that is requested.
    fn depth(&self) -> u64 {
        self.request.depth.map_or(u64::MAX, |depth| depth / u64::from(self.moves.unit()))
    }

    fn options(&self) -> NumberingOptions {
        let most_rows = Numbering::most_rows(&self.moves, self.request.max_memory);
        // Classes need an index, whatever it costs.
        let most_rows = if self.request.classes { most_rows } else { most_rows.min(self.rows_that_pay()) };
        let symmetry = match (self.request.classes, self.request.symmetry) {
            (true, _) => SymmetryUse::Most,
            (false, true) => SymmetryUse::IfFaster,
            (false, false) => SymmetryUse::None,
        };
        NumberingOptions { most_rows, symmetry, exact: false, threads: self.request.threads }
    }

    /// The number of rows whose enumeration is no more work than a count up to the requested depth in hash tables.
    fn rows_that_pay(&self) -> usize {
        let depth = u32::try_from(self.depth()).unwrap_or(u32::MAX);
        self.moves.len().saturating_pow(depth).saturating_mul(ROWS_PER_STATE).max(FREE_ROWS)
    }

    fn by_index(mut self, control: &Control<'_>) -> Result<Report, GodError> {
        let solved = &self.request.goals[0];
        let factors = match self.request.classes {
            // Symmetries may exchange factors.
            true => factors::whole(self.puzzle, solved, &self.moves, self.options()).map(|whole| vec![whole]),
            false => factors::split(self.puzzle, solved, &self.moves, self.options()),
        };
        match factors {
            Ok(factors) => self.by_factors(&factors, control),
            Err(TooLarge { most }) => {
                self.say(format!("a perfect index would have more than {most} rows"));
                self.hashed(None, control)
            }
        }
    }

    fn by_factors(mut self, factors: &[Factor], control: &Control<'_>) -> Result<Report, GodError> {
        let states = factors.iter().map(|factor| UBig::from(factor.index.size())).product::<UBig>();
        let needed: u64 = factors.iter().map(|factor| needed(&factor.index, factor.symmetries.count())).sum();
        if needed > self.request.max_memory {
            self.say(format!(
                "two bits for each of {states} states would take {needed} bytes with all tables"
            ));
            return self.hashed(Some(&(states, needed)), control);
        }
        if factors.len() > 1 {
            let sizes: Vec<String> = factors.iter().map(|factor| factor.index.size().to_string()).collect();
            self.say(format!(
                "the moves split into {} sets whose distances add, so {} states are counted each on their own",
                factors.len(),
                sizes.join(" + ")
            ));
        }
        for Factor { index, symmetries, .. } in factors {
            let how = match index {
                Numbering::Cosets(_) => {
                    ", by the places of some pieces and the arrangement of the others".into()
                }
                Numbering::Coordinates(index) if index.blocks() > 1 => {
                    format!(", {} times fewer than rows and places have values apart", index.blocks())
                }
                Numbering::Coordinates(_) => String::new(),
                Numbering::Blocks(_) => {
                    ", by which slots blocks of pieces fill, and how pieces are arranged in their blocks"
                        .into()
                }
            };
            let kind = match index {
                Numbering::Blocks(_) => "an index of at most",
                Numbering::Coordinates(_) | Numbering::Cosets(_) => "a perfect index of",
            };
            self.say(format!(
                "{kind} {} states: {} rows of {} places{how}; two bits a state",
                index.size(),
                index.row_count(),
                index.width(),
            ));
            if symmetries.count() > 1 {
                self.say(format!(
                    "{} symmetries of the moves permute the rows: one row of each class is stored",
                    symmetries.count()
                ));
            }
        }
        let several = factors.len() > 1;
        let parts: Vec<Part> = (factors.iter())
            .map(|factor| {
                // Factors that are counted completely prove that distances add.
                let to_the_end = several && factor.index.size() <= COUNTED_WHOLE;
                self.count(factor, if to_the_end { u64::MAX } else { self.depth() }, !several, control)
            })
            .collect();
        let interrupted =
            parts.iter().any(|part| part.stopped.is_some_and(|reason| reason != StopReason::Length));
        if several && !interrupted && !parts.iter().all(|part| part.perfect) {
            self.say("it is not proved that the distances add, so all states are counted together".into());
            let solved = &self.request.goals[0];
            return match factors::whole(self.puzzle, solved, &self.moves, self.options()) {
                Ok(whole) => self.by_factors(&[whole], control),
                Err(TooLarge { .. }) => self.hashed(None, control),
            };
        }
        self.merge(factors, &parts, states)
    }

    /// The report of a count in parts.
    fn of_parts(mut self, counted: Counted) -> Result<Report, GodError> {
        let Counted { counts, stopped, words, explanation } = counted;
        self.explanation.extend(explanation);
        let levels: Vec<UBig> = counts.into_iter().map(UBig::from).collect();
        let antipodes = self.antipodes(words, &levels)?;
        Ok(Report {
            classes: None,
            states: stopped.is_none().then(|| levels.iter().sum()),
            distribution: self.in_metric(levels),
            stopped,
            antipodes,
            method: "parts",
            explanation: self.explanation,
        })
    }

    /// A saved count, if it is valid and goes no farther than requested.
    fn saved<T>(
        &self,
        description: &Description,
        depth: u64,
        resume: impl FnOnce(&[u8]) -> Result<T, Damaged>,
        levels: impl FnOnce(&T) -> usize,
    ) -> Option<T> {
        let saves = self.request.saves;
        match resume(&saves.load(description)?) {
            Ok(search) if levels(&search) as u64 - 1 > depth => None,
            Ok(search) => {
                saves.resumed(description, Ok(()));
                Some(search)
            }
            Err(fault) => {
                saves.resumed(description, Err(fault));
                None
            }
        }
    }

    /// Reports a level of the whole puzzle.
    fn tell(&self, level: u64, states: u64, control: &Control<'_>) {
        control.report(Progress::Level { distance: level * u64::from(self.moves.unit()), states });
    }

    /// Counts levels to a depth or to the end, and saves them; those of the `whole` puzzle are reported.
    fn levels(
        &self,
        search: &mut TwoBit<'_>,
        saved_as: Option<&Description>,
        depth: u64,
        whole: bool,
        control: &Control<'_>,
    ) -> Option<StopReason> {
        if whole {
            self.tell(0, search.counts()[0], control);
        }
        loop {
            if search.counts().len() as u64 > depth && !search.is_full() {
                return Some(StopReason::Length);
            }
            match search.step(control) {
                Ok(0) => {
                    saved_as.iter().for_each(|description| self.request.saves.done(description));
                    return None;
                }
                Ok(states) => {
                    if whole {
                        self.tell(search.counts().len() as u64 - 1, states, control);
                    }
                    let save = || search.save();
                    saved_as.iter().for_each(|description| self.request.saves.level(description, &save));
                }
                Err(reason) => return Some(reason),
            }
        }
    }

    fn count(&self, factor: &Factor, depth: u64, whole: bool, control: &Control<'_>) -> Part {
        let symmetries = &factor.symmetries;
        let rows = factor.index.classes(symmetries);
        let description = self.description(rows.fingerprint());
        let begin = || TwoBit::new(&rows, self.request.threads);
        let resume = |bytes: &[u8]| begin().resume(bytes);
        let needed = rows.bytes() as u64 + TwoBit::bytes(&rows);
        let table = Distances::bytes(rows.len(), rows.width());
        let saved_as = can_be_saved(needed, table, self.request.max_memory).then_some(&description);
        let saved = saved_as.and_then(|saved_as| {
            self.saved(saved_as, depth, resume, |search: &TwoBit<'_>| search.counts().len())
        });
        let mut search = saved.unwrap_or_else(begin);
        let stopped = self.levels(&mut search, saved_as, depth, whole, control);
        let wanted = if stopped.is_some_and(|reason| reason != StopReason::Length) {
            0
        } else {
            self.request.antipodes
        };
        let ways = walk::antipodes(&rows, symmetries, &search, wanted);
        let antipodes = ways.into_iter().map(|(path, _)| path).collect();
        let counted = || class_counts(&rows, symmetries, &search, control);
        let classes = self.request.classes.then(counted).flatten().map(|counts| (symmetries.count(), counts));
        Part { counts: search.counts().to_vec(), stopped, antipodes, classes, perfect: search.is_full() }
    }

    /// The name of a checkpoint of a count.
    fn description(&self, fingerprint: [u8; 32]) -> Description {
        // The fingerprint covers metric and moves by the effects and costs of the moves.
        Description {
            name: format!("god-{}", hex(&fingerprint[..8])),
            metric: String::new(),
            fingerprint,
            entry_bits: 8,
            entries: None,
        }
    }

    /// Combines counts of factors.
    fn merge(self, factors: &[Factor], parts: &[Part], states: UBig) -> Result<Report, GodError> {
        let stopped = parts.iter().find_map(|part| part.stopped);
        let mut distribution = vec![UBig::ONE];
        // Levels up to which every factor was counted.
        let mut complete = usize::MAX;
        for part in parts {
            let mut product = vec![UBig::ZERO; distribution.len() + part.counts.len() - 1];
            for (a, left) in distribution.iter().enumerate() {
                for (b, &right) in part.counts.iter().enumerate() {
                    product[a + b] += left * UBig::from(right);
                }
            }
            if part.stopped.is_some() {
                complete = complete.min(part.counts.len() - 1);
            }
            distribution = product;
        }
        let most = usize::try_from(self.depth()).unwrap_or(usize::MAX).min(complete);
        let cut = distribution.len() - 1 > most;
        distribution.truncate(most.saturating_add(1));
        let stopped = stopped.or(cut.then_some(StopReason::Length));
        let mut words: Vec<Vec<Turn>> = Vec::new();
        if !cut && stopped.is_none() || factors.len() == 1 {
            words.push(Vec::new());
            for (factor, part) in factors.iter().zip(parts) {
                let turn = |&m: &usize| factor.moves.moves()[m].turn.clone();
                let longer = words.iter().flat_map(|word| {
                    let with =
                        |path: &Vec<usize>| word.iter().cloned().chain(path.iter().map(turn)).collect();
                    part.antipodes.iter().map(with).collect::<Vec<Vec<Turn>>>()
                });
                words = longer.take(self.request.antipodes).collect();
            }
        }
        let known = parts.iter().all(|part| part.perfect);
        // An index by blocks may have numbers that belong to no state.
        let counted = (stopped.is_none() && factors.len() == 1).then(|| distribution.iter().sum());
        let words = words.into_iter().map(|word| (0, word)).collect();
        let antipodes = self.antipodes(words, &distribution)?;
        let classes = match parts {
            [Part { classes: Some((symmetries, counts)), .. }] => {
                let levels = counts[..distribution.len()].iter().copied().map(UBig::from).collect();
                let distribution = self.in_metric(levels);
                Some(Classes { symmetries: *symmetries, inverses: false, distribution })
            }
            _ => None,
        };
        Ok(Report {
            classes,
            distribution: self.in_metric(distribution),
            stopped,
            states: if known { Some(states) } else { counted },
            antipodes,
            method: if factors.len() > 1 { "product" } else { "two-bit" },
            explanation: self.explanation,
        })
    }

    /// Fills in the distances that no cost reaches.
    fn in_metric(&self, levels: Vec<UBig>) -> Vec<UBig> {
        let unit = self.moves.unit() as usize;
        let mut distribution = vec![UBig::ZERO; (levels.len() - 1) * unit + 1];
        for (level, count) in levels.into_iter().enumerate() {
            distribution[level * unit] = count;
        }
        distribution
    }

    /// The states that the solutions solve, found by replaying them.
    fn antipodes(&self, words: Vec<Word>, levels: &[UBig]) -> Result<Vec<Antipode>, GodError> {
        let length = (levels.len() as u64 - 1) * u64::from(self.moves.unit());
        words
            .into_iter()
            .map(|(goal, solution)| {
                let goal = &self.request.goals[goal];
                let scramble = algorithm::invert(&solution);
                let mut state = goal.clone();
                scramble.iter().for_each(|turn| turn.make(&mut state));
                let replayed = replay(self.puzzle, &state, &solution, &self.request.metric);
                let right =
                    replayed.blocked_at.is_none() && replayed.state == *goal && replayed.length == length;
                if right {
                    Ok(Antipode { state, solution, scramble })
                } else {
                    Err(GodError::Refused(algorithm::write(&solution)))
                }
            })
            .collect()
    }

    /// A lower bound on the number of states: the order of the group, divided by the number of changes that may preserve the solved
    /// state. If all pieces are distinguished, it is the whole order. `None` for groups whose order would take long.
    fn least_states(&self) -> Option<UBig> {
        let direct = self.moves.direct().map(|m| &self.moves.moves()[m].change);
        let order = order::order_of_changes(self.puzzle.orbits(), direct)?;
        let mut keeping = UBig::ONE;
        for (row, orbit) in self.request.goals[0].orbits.iter().zip(self.puzzle.orbits()) {
            let mut alike: BTreeMap<u16, u64> = BTreeMap::new();
            for (&piece, &modulus) in row.pieces.iter().zip(&row.moduli) {
                let times = alike.entry(piece).or_default();
                *times += 1;
                // Exchanges of identical pieces, k! as a product, and twists that are not visible.
                keeping *= UBig::from(*times) * UBig::from(orbit.orientations / modulus);
            }
        }
        Some(order / keeping)
    }

    fn hashed(mut self, known: Option<&(UBig, u64)>, control: &Control<'_>) -> Result<Report, GodError> {
        let goals = &self.request.goals;
        if let (Some((states, needed)), None) = (known, self.request.depth) {
            let (states, needed) = (states.clone(), (*needed).into());
            return Err(GodError::Memory { states, needed, allowed: self.request.max_memory });
        }
        let packed = PackedPuzzle::new(self.puzzle, goals, &self.moves).ok_or(GodError::TooManyContents)?;
        let classes = (self.request.symmetry || self.request.classes)
            .then(|| StateClasses::new(self.puzzle, &self.moves, &self.request.metric, goals))
            .flatten();
        let symmetries = classes.as_ref().map_or(1, StateClasses::symmetries) as u64;
        let whole: &dyn WholeStates = match &classes {
            Some(classes) => classes,
            None => &packed,
        };
        if self.request.depth.is_none()
            && !self.puzzle.is_restricted()
            && let Some(states) = self.least_states()
        {
            // A state takes its words, its distance, and its index in a hash table that is three quarters full.
            let needed = &states / UBig::from(symmetries) * UBig::from(8 * whole.words() as u64 + 8 + 5);
            if needed > UBig::from(self.request.max_memory) {
                return Err(GodError::Memory { states, needed, allowed: self.request.max_memory });
            }
        }
        let legal = |goal: &State| whole.read(goal).is_some_and(|state| whole.is_legal(&state));
        if !goals.iter().all(legal) {
            return Err(GodError::IllegalGoal);
        }
        self.say(format!(
            "whole states of {} bytes in hash tables, as long as memory lasts",
            8 * whole.words()
        ));
        if symmetries > 1 {
            self.say(format!(
                "one of each class under {symmetries} symmetries, inverses among them if they are as far"
            ));
        }
        let (threads, memory) = (self.request.threads, self.request.max_memory);
        let begin = || Hashed::new(whole, goals, &self.moves, threads, memory);
        let begun = begin().ok_or(GodError::IllegalGoal)?;
        let description = self.description(begun.fingerprint());
        let resume = |bytes: &[u8]| begin().ok_or(Damaged)?.resume(bytes);
        let saved = self.saved(&description, self.depth(), resume, |search| search.counts().len());
        let mut search = saved.unwrap_or(begun);
        self.tell(0, search.counts()[0], control);
        let stopped = loop {
            // Before a step: a saved count may already be complete.
            if search.counts().len() as u64 - 1 == self.depth() {
                break Some(StopReason::Length);
            }
            match search.step(control) {
                Ok(Some((distance, _))) if distance > self.depth() => break Some(StopReason::Length),
                Ok(Some((distance, states))) => {
                    self.tell(distance, states, control);
                    // Saved bytes are about those of the states.
                    if can_be_saved(search.bytes(), search.bytes(), memory) {
                        self.request.saves.level(&description, &|| search.save());
                    }
                }
                Ok(None) => break None,
                Err(reason) => break Some(reason),
            }
        };
        if stopped.is_none() {
            self.request.saves.done(&description);
        }
        let most = usize::try_from(self.depth()).unwrap_or(usize::MAX).saturating_add(1);
        let counts = &search.counts()[..search.counts().len().min(most)];
        let levels: Vec<UBig> = counts.iter().map(|&count| UBig::from(count)).collect();
        let wanted = if counts.len() == search.counts().len() { self.request.antipodes } else { 0 };
        let words = search.last_level(wanted).iter().map(|state| self.solve(whole, &search, state)).collect();
        let antipodes = self.antipodes(words, &levels)?;
        let of_classes = classes.as_ref().filter(|_| self.request.classes).map(|classes| Classes {
            symmetries: classes.symmetries() / if classes.with_inverses() { 2 } else { 1 },
            inverses: classes.with_inverses(),
            distribution: self.in_metric(search.stored()[..counts.len()].iter().map(|&n| n.into()).collect()),
        });
        Ok(Report {
            classes: of_classes,
            states: stopped.is_none().then(|| levels.iter().sum()),
            distribution: self.in_metric(levels),
            stopped,
            antipodes,
            method: "hash",
            explanation: self.explanation,
        })
    }

    /// A shortest solution of a state of the last level.
    fn solve(&self, whole: &dyn WholeStates, search: &Hashed<'_>, state: &PackedState) -> Word {
        let (mut state, mut turns) = (state.clone(), Vec::new());
        let mut distance = search.distance(&state).unwrap_or(0);
        let mut to = state.clone();
        while distance > 0 {
            let nearer = self.moves.moves().iter().enumerate().find_map(|(m, step)| {
                let left = distance.checked_sub(u64::from(step.cost))?;
                (whole.apply(m, &state, &mut to) && search.distance(&to) == Some(left)).then_some((m, left))
            });
            let Some((m, left)) = nearer else { break };
            whole.apply(m, &state, &mut to);
            std::mem::swap(&mut state, &mut to);
            turns.push(self.moves.moves()[m].turn.clone());
            distance = left;
        }
        let same = |goal: &State| whole.read(goal).as_ref() == Some(&state);
        (self.request.goals.iter().position(same).unwrap_or(0), turns)
    }
}
