//! Words in a puzzle's moves: a solver for every puzzle whose moves generate a group, however large.
//!
//! Start at [`PuzzleWords`]. The puzzle's moves become permutations of points (see
//! [`permutant_puzzle::points`]), and what is said of words in [`permutant_group::words`] holds for solutions: short,
//! not shortest, and never missing. Pieces that look alike may be exchanged as it suits.

use crate::tables::TableSource;
use permutant_group::words::{
    Alike, Alphabet, AlphabetError, BuildError, Effort, Letter, NotInGroup, WordTable,
};
use permutant_group::{Permutation, StabilizerChain, UBig};
use permutant_puzzle::definition::Orbit;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_search::limits::{Control, StopReason};
use permutant_search::table::Description;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;
use std::collections::HashMap;
use std::ops::ControlFlow;

/// How much work goes into one word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordEffort {
    /// Put together from the table: microseconds.
    Table,
    /// The best of so many starts: milliseconds.
    Starts(usize),
    /// A beam of so many states: tens of milliseconds and more.
    Beam(usize),
}

impl WordEffort {
    /// The usual number of starts.
    pub const STARTS: WordEffort = WordEffort::Starts(1000);
    /// The usual width of a beam.
    pub const BEAM: WordEffort = WordEffort::Beam(500);
}

/// Why there are no words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WordsFault {
    /// A rule of the definition that words cannot follow.
    #[error(
        "words do not follow rules such as {0}; take the rule out of the definition, or use --method search"
    )]
    Restricted(&'static str),
    /// No letters can be made of the moves.
    #[error("the moves make no words: {0}")]
    Alphabet(#[from] AlphabetError),
    /// The puzzle has too many points for the memory.
    #[error("a table of words for {points} points does not fit into the memory; allow more with --memory")]
    Memory {
        /// Points that the moves touch.
        points: usize,
    },
    /// A bug: the order that was proved was not reached.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// The caller stopped it.
    #[error("no word: {0}")]
    Stopped(StopReason),
    /// The position is not one of the puzzle's.
    #[error("it is outside the group of the puzzle: {0}")]
    Outside(String),
}

/// Words for one puzzle and one metric.
#[derive(Debug)]
pub struct PuzzleWords {
    orbits: Vec<Orbit>,
    points: Points,
    /// The points that moves touch, ascending; the words know them by their place here.
    touched: Vec<u32>,
    /// By letter.
    turns: Vec<Turn>,
    table: WordTable,
}

impl PuzzleWords {
    /// Builds the words of a puzzle, or takes its table from the source. The letters are the turns of a search in that
    /// metric. `memory` bounds the tables, in bytes.
    pub fn new(
        puzzle: &Puzzle,
        metric: &Metric,
        memory: usize,
        source: &dyn TableSource,
        control: &Control<'_>,
    ) -> Result<Self, WordsFault> {
        let rules = &puzzle.definition().restrictions;
        let rule = [
            (!rules.illegal.is_empty(), "positions that are not allowed"),
            (!rules.blocks.is_empty(), "pieces that are glued together"),
            (!rules.forbidden_pairs.is_empty() || !rules.forbidden_groups.is_empty(), "forbidden sequences"),
            (!rules.move_limits.is_empty(), "limits on how often a move may occur"),
        ];
        if let Some((_, rule)) = rule.into_iter().find(|(there, _)| *there) {
            return Err(WordsFault::Restricted(rule));
        }
        let degree = AlphabetError::Degree { degree: usize::MAX };
        let points = Points::new(puzzle.orbits()).ok_or(degree)?;
        let turns = puzzle.search_turns(metric);
        let mut bases = Vec::new();
        for turn in &turns {
            if !bases.contains(turn.base()) {
                bases.push(turn.base().clone());
            }
        }
        let whole: Vec<Permutation> =
            bases.iter().map(|base| points.permutation(&base.transformation)).collect();
        let touched: Vec<u32> = (0..points.degree() as u32)
            .filter(|&point| whole.iter().any(|generator| generator.image(point) != point))
            .collect();
        let generators: Vec<Permutation> =
            whole.iter().filter_map(|whole| restrict(&touched, whole)).collect();
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
        let turns = letters.collect();
        let effort = Effort::within(memory, touched.len());
        // The widest rows: one element for each slot of each level.
        if effort.width == 1 && 2 * touched.len().saturating_pow(3) / 8 > memory {
            return Err(WordsFault::Memory { points: touched.len() });
        }
        let table = saved_or_built(puzzle, metric, alphabet, &generators, effort, source, control)?;
        Ok(PuzzleWords { orbits: puzzle.orbits().to_vec(), points, touched, turns, table })
    }

    /// The table itself.
    pub fn table(&self) -> &WordTable {
        &self.table
    }

    /// The order of the group that the moves generate.
    pub fn order(&self) -> UBig {
        self.table.order()
    }

    /// The turns of a word.
    pub fn turns(&self, word: &[Letter]) -> Vec<Turn> {
        word.iter().map(|letter| self.turns[letter.index()].clone()).collect()
    }

    /// A permutation of the puzzle's points as one of the points that moves touch.
    pub fn element(&self, permutation: &Permutation) -> Result<Permutation, WordsFault> {
        restrict(&self.touched, permutation)
            .filter(|element| element.support().count() == permutation.support().count())
            .ok_or_else(|| WordsFault::Outside("it moves a point that no move touches".into()))
    }

    /// A word for an element.
    pub fn word(
        &self,
        element: &Permutation,
        effort: WordEffort,
        control: &Control<'_>,
    ) -> Result<Vec<Letter>, WordsFault> {
        let outside = |fault: NotInGroup| WordsFault::Outside(self.in_the_puzzle(&fault));
        match effort {
            WordEffort::Table => self.table.word(element),
            WordEffort::Starts(starts) => self.table.best_word(element, starts),
            WordEffort::Beam(width) => self.table.short_word(element, width, || flow(control)),
        }
        .map_err(outside)
    }

    /// The fault with the points as the puzzle numbers them, from 1.
    fn in_the_puzzle(&self, fault: &NotInGroup) -> String {
        let name = |point: u32| self.describe(self.touched.get(point as usize).copied().unwrap_or(point));
        match fault {
            NotInGroup::Orbit { level, base, image } => format!(
                "once {level} base points are right, {} would have to go to {}, where no element takes it",
                name(*base),
                name(*image)
            ),
            NotInGroup::Residue { residue } => {
                let points: Vec<String> = residue.support().take(6).map(name).collect();
                format!("all base points are right, but {} are not", points.join(", "))
            }
            NotInGroup::Degree { .. } => fault.to_string(),
        }
    }

    /// A point in the puzzle's words.
    fn describe(&self, point: u32) -> String {
        let Some((orbit, slot, mark)) = self.points.describe(point) else {
            return format!("point {}", point + 1);
        };
        let orbit = &self.orbits[orbit];
        let mark = if orbit.orientations > 1 { format!(".{mark}") } else { String::new() };
        format!("{} {}{mark}", orbit.name, slot + 1)
    }

    /// Whether only one element brings a state to a goal.
    pub fn tells_apart(&self, start: &State, goal: &State) -> bool {
        self.points.between(start, goal).is_some()
    }

    /// Turns that bring a state to a goal, where pieces may look alike.
    pub fn solution(
        &self,
        start: &State,
        goal: &State,
        effort: WordEffort,
        control: &Control<'_>,
    ) -> Result<Vec<Turn>, WordsFault> {
        if let Some(difference) = self.points.between(start, goal) {
            let element = self.element(&self.points.permutation(&difference))?;
            return Ok(self.turns(&self.word(&element, effort, control)?));
        }
        let mut numbers = HashMap::new();
        let goal = self.looks(goal, &mut numbers);
        let now = self.looks(start, &mut numbers);
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let alike = self.alike(&goal, &mut rng)?;
        let width = match effort {
            WordEffort::Table => 1,
            WordEffort::Starts(_) => 20,
            WordEffort::Beam(width) => (width / alike.choices()).max(50),
        };
        let word = self.table.arranging_word(&alike, &now, width, &mut rng, || flow(control));
        match word {
            Ok(Some(word)) => Ok(self.turns(&word)),
            Ok(None) => Err(WordsFault::Outside("no arrangement of its pieces was found".into())),
            Err(fault) => Err(WordsFault::Outside(fault.to_string())),
        }
    }

    fn alike(&self, goal: &[u32], rng: &mut ChaCha8Rng) -> Result<Alike, WordsFault> {
        self.table.alike(goal, rng).map_err(|fault| WordsFault::Outside(fault.to_string()))
    }

    /// What stands at each point that moves touch: piece and mark, where a piece is known modulo a divisor the mark
    /// modulo it. The same numbers mean the same look.
    fn looks(&self, state: &State, numbers: &mut HashMap<(usize, u16, u16), u32>) -> Vec<u32> {
        let look = |&point: &u32| {
            let (orbit, slot, mark) = self.points.describe(point)?;
            let (row, slot) = (&state.orbits[orbit], usize::from(slot));
            let orientations = u32::from(self.orbits[orbit].orientations);
            let modulus = u32::from(row.moduli[slot]).max(1);
            // The piece's own mark at this point: it is turned by its orientation.
            let own =
                (u32::from(mark) + orientations - u32::from(row.orientations[slot]) % orientations) % modulus;
            let next = numbers.len() as u32;
            Some(*numbers.entry((orbit, row.pieces[slot], own as u16)).or_insert(next))
        };
        self.touched.iter().map(look).map(|look| look.unwrap_or(u32::MAX)).collect()
    }
}

fn flow(control: &Control<'_>) -> ControlFlow<()> {
    if control.interrupted().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// A permutation of all points as one of some of them; `None` if it does not keep these together.
fn restrict(points: &[u32], whole: &Permutation) -> Option<Permutation> {
    let images: Option<Vec<u32>> = points
        .iter()
        .map(|&point| points.binary_search(&whole.image(point)).ok().map(|place| place as u32))
        .collect();
    Permutation::from_moved_to(&images?).ok()
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

fn saved_or_built(
    puzzle: &Puzzle,
    metric: &Metric,
    alphabet: Alphabet,
    generators: &[Permutation],
    effort: Effort,
    source: &dyn TableSource,
    control: &Control<'_>,
) -> Result<WordTable, WordsFault> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let order = StabilizerChain::new(generators, &mut rng).order();
    let mut built = None;
    let mut fault = None;
    let mut build = || {
        let go_on = || control.interrupted().map_or(Ok(()), |reason| Err(Halt::Stopped(reason)));
        let table = WordTable::build_while(alphabet.clone(), &order, effort, &mut rng, go_on);
        match table {
            Ok(table) => Some(built.insert(table).to_bytes()),
            Err(Halt::Build(error)) => {
                fault = Some(WordsFault::Build(error));
                None
            }
            Err(Halt::Stopped(reason)) => {
                fault = Some(WordsFault::Stopped(reason));
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
        // What is kept has the right passport and the wrong bytes: it is left to `tables verify`.
        None => Ok(WordTable::build(alphabet, &order, effort, &mut ChaCha8Rng::seed_from_u64(0))?),
    }
}

/// What a file of these words says of itself.
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
