//! Words in a puzzle's moves: a solver for every puzzle, however large.
//!
//! Start at [`PuzzleWords`]. The moves of the puzzle become permutations of points (see [`permutant_puzzle::points`]), and the
//! properties of words in [`permutant_group::words`] carry over to solutions: they are short but not shortest, and one is always found.
//! Identical pieces may be exchanged as convenient. Where moves are not always possible, the letters are walks from one shape back to
//! it; see [`super::bandaging_graph`].

use super::bandaging_graph::{self, ShapeId, Shapes};
use super::loops::{Letters, Loops};
use super::word_points::{Looks, WordPoints, restrict};
use crate::group::outside::why_outside;
use crate::sequence::order::product;
use permutant_group::words::{
    Alike, Alphabet, AlphabetError, BuildError, Effort, Letter, NotInGroup, WordTable,
};
use permutant_group::{Permutation, SchreierSims, UBig};
use permutant_puzzle::invariants::Invariants;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_search::limits::{Control, StopReason};
use permutant_search::table::Description;
use permutant_search::table_source::TableSource;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

/// The effort spent on one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordEffort {
    /// Composed from the table: microseconds.
    Table,
    /// The best of the given number of starts: milliseconds.
    Starts(usize),
    /// A beam of the given number of states: at least tens of milliseconds.
    Beam(usize),
}

impl WordEffort {
    /// The usual number of starts.
    pub const STARTS: WordEffort = WordEffort::Starts(1000);
    /// The usual width of a beam.
    pub const BEAM: WordEffort = WordEffort::Beam(500);
}

/// The turns of which words consist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordMoves {
    /// The turns of a search in the metric: they solve every position, up to a rotation of the whole puzzle, in words that are short in
    /// that metric.
    Search,
    /// The moves that the puzzle lists and their powers: they make every element of its group.
    Generators,
}

impl WordMoves {
    pub(super) fn turns(self, puzzle: &Puzzle, metric: &Metric) -> Vec<Turn> {
        match self {
            WordMoves::Search => puzzle.search_turns(metric),
            WordMoves::Generators => puzzle.generator_turns(),
        }
    }
}

/// The reason why there are no words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordsError {
    /// A rule of the definition that words cannot follow.
    #[error("words cannot respect {0}; remove the rule from the definition, or use --method search")]
    Restricted(&'static str),
    /// If moves are not always possible: too much depends on the positions of the pieces.
    #[error(
        "the possible moves depend on more than {} arrangements of the pieces, too many for words; use --method search",
        bandaging_graph::MOST
    )]
    Shapes,
    /// The metric assigns no cost to a single move.
    #[error(
        "words need a metric that counts move by move, and {0} does not; use another metric, such as htm"
    )]
    Together(String),
    /// The moves yield no letters.
    #[error("the moves make no words: {0}")]
    Alphabet(#[from] AlphabetError),
    /// The puzzle has too many points for the memory.
    #[error("a table of words for {points} points does not fit into memory; allow more with --memory")]
    Memory {
        /// Points that the moves touch.
        points: usize,
    },
    /// A bug: the proved order was not reached.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The caller stopped the computation.
    #[error("no word: {0}")]
    Stopped(StopReason),
    /// The position is not one of the puzzle's.
    #[error("it is outside the group of the puzzle: {0}")]
    Outside(String),
}

/// The strong generators of one level of a stabilizer chain, as words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StabilizerLevel {
    /// The base point: its set and slot, and the mark of the piece if it has several.
    pub base: String,
    /// Where it goes, and turns that take it there and fix all base points before it; one for each point of its orbit but itself.
    pub generators: Vec<(String, Vec<Turn>)>,
}

/// Words for one puzzle and one metric.
#[derive(Debug)]
pub struct PuzzleWords {
    points: WordPoints,
    letters: Spelling,
    metric: Metric,
    table: WordTable,
    /// Results for the most recent goals that leave something unspecified.
    alike: Mutex<Vec<(Vec<u32>, Arc<Alike>)>>,
}

/// The meaning of the letters of the table.
#[derive(Debug)]
pub(super) enum Spelling {
    /// By letter: a turn.
    Turns(Vec<Turn>),
    /// If moves are not always possible, walks from the root and back to it.
    Walks {
        loops: Box<Loops>,
        /// By letter.
        walks: Vec<Vec<usize>>,
        /// The shape of the solved state, at which elements start.
        solved: ShapeId,
    },
}

/// Number of goals whose [`Alike`] is kept.
const KEPT: usize = 32;
/// Number of paths to the root that are tried.
const WAYS: usize = 24;

impl PuzzleWords {
    /// Builds the words of a puzzle, or takes their table from the source. The letters are the chosen moves, with their costs in the
    /// metric, or walks of these moves. `memory` bounds the tables, in bytes.
    pub fn new(
        puzzle: &Puzzle,
        moves: WordMoves,
        metric: &Metric,
        memory: usize,
        source: &dyn TableSource,
        control: &Control<'_>,
    ) -> Result<Self, WordsError> {
        let points = points_of(puzzle)?;
        let (words, effort) = begun(puzzle, moves, metric, memory, control)?;
        let Beginning { touched, generators, alphabet, letters } = words;
        let table = saved_or_built(puzzle, metric, alphabet, &generators, effort, source, control)?;
        let points = WordPoints::new(puzzle.orbits().to_vec(), points, touched);
        let (metric, alike) = (metric.clone(), Mutex::new(Vec::new()));
        Ok(PuzzleWords { points, letters, metric, table, alike })
    }

    /// Whether the source already has the table for the moves of a search; otherwise building it takes seconds.
    pub fn are_kept(
        puzzle: &Puzzle,
        metric: &Metric,
        memory: usize,
        source: &dyn TableSource,
        control: &Control<'_>,
    ) -> bool {
        begun(puzzle, WordMoves::Search, metric, memory, control)
            .is_ok_and(|(words, effort)| source.has(&description(puzzle, metric, &words.alphabet, effort)))
    }

    /// The table itself.
    pub fn table(&self) -> &WordTable {
        &self.table
    }

    /// The order of the group that the moves generate.
    pub fn order(&self) -> UBig {
        self.table.order()
    }

    /// The turns of a word. If moves are not always possible, it starts and ends in the shape of the solved state.
    pub fn turns(&self, word: &[Letter]) -> Vec<Turn> {
        match &self.letters {
            Spelling::Turns(turns) => word.iter().map(|letter| turns[letter.index()].clone()).collect(),
            Spelling::Walks { loops, solved, .. } => {
                let out = loops.shapes().to_root(*solved);
                let back = loops.shapes().backwards(&out);
                loops.spell(&loops.walk(&out, self.walks(word), &back))
            }
        }
    }

    /// The cost of a word in the metric.
    pub fn cost(&self, word: &[Letter]) -> u64 {
        match &self.letters {
            Spelling::Turns(_) => u64::from(self.table.alphabet().cost(word)),
            Spelling::Walks { .. } => self.metric.length(&self.turns(word)),
        }
    }

    /// The walks of a word's letters.
    fn walks(&self, word: &[Letter]) -> impl Iterator<Item = &[usize]> {
        let walks = match &self.letters {
            Spelling::Turns(_) => &[][..],
            Spelling::Walks { walks, .. } => walks,
        };
        word.iter().filter_map(|letter| walks.get(letter.index())).map(Vec::as_slice)
    }

    /// A word for a random element of the group, each equally likely; the same seed gives the same word.
    pub fn random_word(
        &self,
        seed: u64,
        effort: WordEffort,
        control: &Control<'_>,
    ) -> Result<Vec<Turn>, WordsError> {
        let element = self.table.random(&mut ChaCha8Rng::seed_from_u64(seed));
        let word = self.word(&element, effort, control)?;
        // A result is returned only if its product has been verified.
        match self.table.alphabet().element(&word) == element {
            true => Ok(self.turns(&word)),
            false => Err(WordsError::Outside("its word is that of another element".into())),
        }
    }

    /// A permutation of the puzzle's points, restricted to the points that letters touch. If moves are not always possible, it must
    /// preserve the shape of the solved state.
    pub fn element(&self, permutation: &Permutation) -> Result<Permutation, WordsError> {
        let element = match &self.letters {
            Spelling::Turns(_) => permutation.clone(),
            Spelling::Walks { loops, solved, .. } => {
                permutation.conjugate(&loops.element(&loops.shapes().to_root(*solved)))
            }
        };
        self.points.among_touched(&element).map_err(WordsError::Outside)
    }

    /// The effect of turns as a permutation of the points that letters touch; see [`Self::element`].
    pub fn element_of(&self, turns: &[Turn]) -> Result<Permutation, WordsError> {
        self.element(&self.points.of_all().permutation(&product(turns)))
    }

    /// A word for an element.
    pub fn word(
        &self,
        element: &Permutation,
        effort: WordEffort,
        control: &Control<'_>,
    ) -> Result<Vec<Letter>, WordsError> {
        let outside = |fault: NotInGroup| WordsError::Outside(self.in_the_puzzle(element, &fault));
        match effort {
            WordEffort::Table => self.table.word(element),
            WordEffort::Starts(starts) => self.table.best_word(element, starts),
            WordEffort::Beam(width) => self.table.short_word(element, width, || flow(control)),
        }
        .map_err(outside)
    }

    /// What every move preserves and the element does not, or else where the table fails, with the points as the puzzle numbers them.
    fn in_the_puzzle(&self, element: &Permutation, fault: &NotInGroup) -> String {
        if let Spelling::Turns(turns) = &self.letters {
            let moves = turns.iter().map(Turn::transformation).collect();
            let invariants = Invariants::new(self.points.orbits(), moves);
            if let Some(reason) =
                why_outside(self.points.orbits(), &invariants, &self.points.among_all(element))
            {
                return reason;
            }
        }
        let name = |point: u32| self.points.name(point);
        match fault {
            NotInGroup::Orbit { level: 0, base, image } => {
                format!("{} goes to {}, which it cannot reach", name(*base), name(*image))
            }
            NotInGroup::Orbit { base, image, .. } => format!(
                "when moves have undone a part of it, {} still goes to {}, and no further ones bring it back",
                name(*base),
                name(*image)
            ),
            NotInGroup::Residue { residue } => {
                let moved: Vec<String> = residue.support().take(6).map(name).collect();
                format!(
                    "when moves have undone as much of it as they can, it still moves {}",
                    moved.join(", ")
                )
            }
            NotInGroup::Degree { .. } => fault.to_string(),
        }
    }

    /// The orbits and slots in the order in which words solve their pieces. Words are short where only the last of them are left.
    pub fn slots_in_order(&self) -> Vec<(usize, u16)> {
        let mut slots: Vec<(usize, u16)> = Vec::new();
        for point in self.table.base() {
            slots.extend(self.points.slot(point).filter(|slot| !slots.contains(slot)));
        }
        slots
    }

    /// The strong generators, base point by base point.
    pub fn strong_generators(&self) -> impl Iterator<Item = StabilizerLevel> + '_ {
        self.table.base().into_iter().enumerate().map(|(level, base)| StabilizerLevel {
            base: self.points.name(base),
            generators: (self.table.strong_generators(level).into_iter())
                .map(|(point, word)| (self.points.name(point), self.turns(&word)))
                .collect(),
        })
    }

    /// Whether only one element brings a state to a goal.
    pub fn tells_apart(&self, start: &State, goal: &State) -> bool {
        self.points.of_all().between(start, goal).is_some()
    }

    /// Turns that bring a state to a goal, possibly with identical pieces.
    pub fn solution(
        &self,
        start: &State,
        goal: &State,
        effort: WordEffort,
        control: &Control<'_>,
    ) -> Result<Vec<Turn>, WordsError> {
        let Spelling::Walks { loops, .. } = &self.letters else {
            let word = self.between(start, goal, effort, control)?;
            return Ok(self.turns(&word));
        };
        let shapes = loops.shapes();
        let unreached = "no moves bring the pieces on which other moves depend to their solved places";
        let unreached = || WordsError::Outside(unreached.into());
        let (from, to) = (shapes.of(start).ok_or_else(unreached)?, shapes.of(goal).ok_or_else(unreached)?);
        let back = shapes.backwards(&shapes.to_root(to));
        let there = |walk: &[usize], state: &State| {
            let step = |state: State, turn: &Turn| state.after(&turn.transformation());
            loops.spell(walk).iter().fold(state.clone(), step)
        };
        let goal = there(&shapes.to_root(to), goal);
        let mut ways: Vec<Vec<usize>> = vec![shapes.to_root(from)];
        if self.tells_apart(start, &goal) {
            // With identical pieces a first word takes longer, so one path is enough.
            let walks = loops.walks_to_root(from, WAYS).into_iter().map(|walk| walk.turns);
            ways.extend(walks.filter(|walk| *walk != ways[0]).collect::<Vec<_>>());
        }
        let mut nearest: Option<(Vec<usize>, &Vec<usize>)> = None;
        for way in &ways {
            let word = self.between(&there(way, start), &goal, WordEffort::Table, control)?;
            let walk = loops.walk(way, self.walks(&word), &back);
            if nearest.as_ref().is_none_or(|(least, _)| loops.cost(&walk) < loops.cost(least)) {
                nearest = Some((walk, way));
            }
        }
        let Some((mut walk, way)) = nearest else { return Err(unreached()) };
        if effort != WordEffort::Table {
            let word = self.between(&there(way, start), &goal, effort, control)?;
            let shorter = loops.walk(way, self.walks(&word), &back);
            if loops.cost(&shorter) < loops.cost(&walk) {
                walk = shorter;
            }
        }
        Ok(loops.spell(&walk))
    }

    /// A word that brings a state to a goal, where both have the shape of the root.
    fn between(
        &self,
        start: &State,
        goal: &State,
        effort: WordEffort,
        control: &Control<'_>,
    ) -> Result<Vec<Letter>, WordsError> {
        if let Some(element) = self.points.between(start, goal) {
            return self.word(&element.map_err(WordsError::Outside)?, effort, control);
        }
        let Looks { now, goal } = self.points.looks(start, goal).map_err(WordsError::Outside)?;
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let alike = self.alike(&goal, &mut rng)?;
        let width = match effort {
            WordEffort::Table => 1,
            WordEffort::Starts(_) => 20,
            WordEffort::Beam(width) => (width / alike.choices()).max(50),
        };
        match self.table.arranging_word(&alike, &now, width, &mut rng, || flow(control)) {
            Ok(Some(word)) => Ok(word),
            Ok(None) => Err(WordsError::Outside("no arrangement of its pieces was found".into())),
            Err(fault) => Err(WordsError::Outside(fault.to_string())),
        }
    }

    fn alike(&self, goal: &[u32], rng: &mut ChaCha8Rng) -> Result<Arc<Alike>, WordsError> {
        let mut kept = self.alike.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((_, alike)) = kept.iter().find(|(known, _)| known == goal) {
            return Ok(Arc::clone(alike));
        }
        let alike = self.table.alike(goal, rng).map_err(|fault| WordsError::Outside(fault.to_string()))?;
        let alike = Arc::new(alike);
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((goal.to_vec(), Arc::clone(&alike)));
        Ok(alike)
    }
}

fn flow(control: &Control<'_>) -> ControlFlow<()> {
    if control.interrupted().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// The data from which a table of words is built.
pub(super) struct Beginning {
    pub(super) touched: Vec<u32>,
    generators: Vec<Permutation>,
    pub(super) alphabet: Alphabet,
    pub(super) letters: Spelling,
}

/// The points that are touched, and the generators on them.
fn touched_by(degree: usize, whole: &[Permutation]) -> (Vec<u32>, Vec<Permutation>) {
    let moves = |point: &u32| whole.iter().any(|generator| generator.image(*point) != *point);
    let touched: Vec<u32> = (0..degree as u32).filter(moves).collect();
    let generators = whole.iter().filter_map(|whole| restrict(&touched, whole)).collect();
    (touched, generators)
}

/// Turns as letters.
pub(super) fn of_turns(turns: &[Turn], metric: &Metric, points: &Points) -> Result<Beginning, WordsError> {
    let mut bases = Vec::new();
    for turn in turns {
        if !bases.contains(turn.base()) {
            bases.push(turn.base().clone());
        }
    }
    let whole: Vec<Permutation> = bases.iter().map(|base| points.permutation(&base.transformation)).collect();
    let (touched, generators) = touched_by(points.degree(), &whole);
    let costs: HashMap<(usize, i64), u32> = turns
        .iter()
        .filter_map(|turn| {
            let base = bases.iter().position(|base| base == turn.base())?;
            Some(((base, turn.amount()), metric.cost(turn)))
        })
        .collect();
    let alphabet = Alphabet::weighted(&generators, |base, power| costs.get(&(base, power)).copied())?;
    let letters = alphabet.letters().map(|letter| {
        let (base, power) = alphabet.power(letter);
        Turn::new(bases[base].clone(), power)
    });
    let letters = Spelling::Turns(letters.collect());
    Ok(Beginning { touched, generators, alphabet, letters })
}

/// Walks as letters.
fn of_walks(
    loops: Loops,
    solved: ShapeId,
    memory: usize,
    control: &Control<'_>,
) -> Result<Beginning, WordsError> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let letters = loops.letters(memory, &mut rng, control).map_err(WordsError::Stopped)?;
    let Letters { generators, walks: by_power } =
        letters.ok_or(WordsError::Memory { points: loops.degree() })?;
    let (touched, generators) = touched_by(loops.degree(), &generators);
    let cost = |generator, power| {
        let walk = by_power.get(&(generator, power))?;
        Some(loops.cost(walk).clamp(1, Alphabet::MAX_COST.into()) as u32)
    };
    let alphabet = Alphabet::weighted(&generators, cost)?;
    let walks = alphabet.letters().map(|letter| by_power.get(&alphabet.power(letter)).cloned());
    let walks = walks.map(Option::unwrap_or_default).collect();
    Ok(Beginning {
        touched,
        generators,
        alphabet,
        letters: Spelling::Walks { loops: Box::new(loops), walks, solved },
    })
}

/// Stops a build.
enum Halt {
    Build(BuildError),
    Stopped(StopReason),
}

impl From<BuildError> for Halt {
    fn from(error: BuildError) -> Self {
        Halt::Build(error)
    }
}

pub(super) fn points_of(puzzle: &Puzzle) -> Result<Points, WordsError> {
    Ok(Points::new(puzzle.orbits()).ok_or(AlphabetError::Degree { degree: usize::MAX })?)
}

/// The header of a table of words, and the effort spent on one word.
fn begun(
    puzzle: &Puzzle,
    moves: WordMoves,
    metric: &Metric,
    memory: usize,
    control: &Control<'_>,
) -> Result<(Beginning, Effort), WordsError> {
    if !metric.counts_turn_by_turn() {
        return Err(WordsError::Together(metric.name().to_string()));
    }
    if let Some(rule) = super::unfollowed(puzzle) {
        return Err(WordsError::Restricted(rule));
    }
    let points = points_of(puzzle)?;
    let turns = moves.turns(puzzle, metric);
    let words = if puzzle.is_restricted() {
        let shapes = Shapes::new(puzzle, &turns, metric).ok_or(WordsError::Shapes)?;
        let solved = shapes.root();
        let solved = shapes.of(puzzle.solved()).unwrap_or(solved);
        of_walks(Loops::new(shapes, turns, &points), solved, memory, control)?
    } else {
        of_turns(&turns, metric, &points)?
    };
    let effort = Effort::within(memory, words.touched.len());
    // The widest rows: one element for each slot of each level.
    if effort.width == 1 && 2 * words.touched.len().saturating_pow(3) / 8 > memory {
        return Err(WordsError::Memory { points: words.touched.len() });
    }
    Ok((words, effort))
}

fn saved_or_built(
    puzzle: &Puzzle,
    metric: &Metric,
    alphabet: Alphabet,
    generators: &[Permutation],
    effort: Effort,
    source: &dyn TableSource,
    control: &Control<'_>,
) -> Result<WordTable, WordsError> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let go_on = || control.interrupted().map_or(Ok(()), |reason| Err(WordsError::Stopped(reason)));
    let order = SchreierSims::new(generators).prove_while(&mut rng, go_on)?.order();
    let mut built = None;
    let mut fault = None;
    let mut build = || {
        let go_on = || control.interrupted().map_or(Ok(()), |reason| Err(Halt::Stopped(reason)));
        let table = WordTable::build_while(alphabet.clone(), &order, effort, &mut rng, go_on);
        match table {
            Ok(table) => Some(built.insert(table).to_bytes()),
            Err(Halt::Build(error)) => {
                fault = Some(match error {
                    BuildError::Memory { .. } => WordsError::Memory { points: alphabet.degree() },
                    wrong => WordsError::Build(wrong),
                });
                None
            }
            Err(Halt::Stopped(reason)) => {
                fault = Some(WordsError::Stopped(reason));
                None
            }
        }
    };
    let entries = source.entries(&description(puzzle, metric, &alphabet, effort), &mut build);
    if let Some(table) = built {
        return Ok(table);
    }
    if let Some(fault) = fault {
        return Err(fault);
    }
    let kept = entries.and_then(|bytes| WordTable::from_bytes(alphabet.clone(), &order, &bytes).ok());
    match kept {
        Some(table) => Ok(table),
        // The stored data have the correct header but wrong bytes: `tables verify` deals with this case.
        None => Ok(WordTable::build(alphabet, &order, effort, &mut ChaCha8Rng::seed_from_u64(0))?),
    }
}

/// The file header of these words.
fn description(puzzle: &Puzzle, metric: &Metric, alphabet: &Alphabet, effort: Effort) -> Description {
    let mut fingerprint = [0; 32];
    fingerprint[..8].copy_from_slice(b"words v1");
    fingerprint[8..16].copy_from_slice(&alphabet.fingerprint().to_le_bytes());
    for (at, number) in [effort.ball, effort.pool, effort.width].into_iter().enumerate() {
        fingerprint[16 + 4 * at..][..4].copy_from_slice(&(number as u32).to_le_bytes());
    }
    let plain: String = puzzle
        .name()
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .take(24)
        .collect();
    let metric: String = metric.name().chars().filter(char::is_ascii_graphic).take(64).collect();
    Description {
        name: format!("words-{plain}-{:016x}", alphabet.fingerprint()),
        metric,
        fingerprint,
        entry_bits: 8,
        entries: None,
    }
}
