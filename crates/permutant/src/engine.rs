//! The methods that a caller can name, the engines that do the work, and why a method is refused.

use std::fmt;

/// The method that the caller asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// The method that suits the puzzle and the request.
    #[default]
    Auto,
    /// Kociemba's two phases.
    TwoPhase,
    /// Kociemba's two phases with the large tables, which are built if they are missing.
    TwoPhaseLarge,
    /// Thistlethwaite's four groups.
    Thistlethwaite,
    /// A shortest solution, proven.
    Optimal,
    /// A shortest solution by Reid's three simultaneous phase-1 searches.
    ThreeAxes,
    /// The same with Kociemba's huge table, which is built if it is missing.
    Huge,
    /// The general search.
    Search,
    /// Korf's search with pattern databases.
    Korf,
    /// Words in the puzzle's moves.
    Words,
    /// A beam of the states with the lowest heuristic.
    Beam,
    /// Phases that leave out moves, with beams and words from their ends.
    Phases,
    /// 3-cycles inserted into a solution of some pieces.
    Insertion,
    /// Local improvement of another method's solution.
    Local,
    /// Reduction of a big cube to the 3x3x3.
    Reduction,
}

impl Method {
    /// All methods, in the order in which help pages list them.
    pub const ALL: [Self; 15] = [
        Method::Auto,
        Method::TwoPhase,
        Method::TwoPhaseLarge,
        Method::Thistlethwaite,
        Method::Optimal,
        Method::ThreeAxes,
        Method::Huge,
        Method::Search,
        Method::Korf,
        Method::Words,
        Method::Beam,
        Method::Phases,
        Method::Insertion,
        Method::Local,
        Method::Reduction,
    ];

    /// Its name, as in `--method`.
    pub fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::TwoPhase => "two-phase",
            Method::TwoPhaseLarge => "two-phase-large",
            Method::Thistlethwaite => "thistlethwaite",
            Method::Optimal => "optimal",
            Method::ThreeAxes => "three-axes",
            Method::Huge => "huge",
            Method::Search => "search",
            Method::Korf => "korf",
            Method::Words => "words",
            Method::Beam => "beam",
            Method::Phases => "phases",
            Method::Insertion => "insertion",
            Method::Local => "local",
            Method::Reduction => "reduction",
        }
    }
}

/// The engine that does the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Engine {
    /// The two-phase solver of the 3x3x3.
    TwoPhase,
    /// The two-phase solver with tables for the costs of turns, if these are not all 1.
    WeightedTwoPhase,
    /// Thistlethwaite's four phases for the 3x3x3.
    Thistlethwaite,
    /// The optimal solver of the 3x3x3.
    Optimal,
    /// Reid's optimal solver of the 3x3x3.
    ThreeAxes,
    /// The same with Kociemba's huge table.
    Huge,
    /// The two phases of Square-1.
    Square1,
    /// The table of the clock.
    Clock,
    /// The two phases of the professor tetraminx, with insertion.
    Tetraminx,
    /// The complete distance table of the 2x2x2.
    Table,
    /// The distances of all states, for puzzles with few enough states.
    Distances,
    /// The complete count of all states in a store.
    Count,
    /// IDA* with a pruning table, for any puzzle.
    Search,
    /// IDA* with pattern databases of chosen pieces, for puzzles whose moves are always possible.
    Korf,
    /// Words of the puzzle's group, for any puzzle however large.
    Words,
    /// A beam of the states with the lowest heuristic, for any puzzle.
    Beam,
    /// Phases that leave out moves, with beams and words from their ends, for any puzzle.
    Phases,
    /// 3-cycles inserted into a solution of some pieces, for any puzzle with such cycles.
    Insertion,
    /// Local improvement of another engine's solution, for any puzzle.
    Local,
    /// Reduction to the 3x3x3, or insertion of commutators, for cubes of any size from 4 on.
    Reduction,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Engine::TwoPhase | Engine::WeightedTwoPhase => "two-phase",
            Engine::Thistlethwaite => "thistlethwaite",
            Engine::Optimal => "optimal",
            Engine::ThreeAxes => "three-axes",
            Engine::Huge => "huge",
            Engine::Square1 => "square-1",
            Engine::Clock => "clock",
            Engine::Tetraminx => "tetraminx",
            Engine::Table => "table",
            Engine::Distances => "distances",
            Engine::Count => "count",
            Engine::Search => "search",
            Engine::Korf => "korf",
            Engine::Words => "words",
            Engine::Beam => "beam",
            Engine::Phases => "phases",
            Engine::Insertion => "insertion",
            Engine::Local => "local",
            Engine::Reduction => "reduction",
        })
    }
}

/// The reason why a method cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refusal {
    /// Another puzzle.
    #[error("the {0} method solves the 3x3x3 only, not {1}")]
    NotThe3x3x3(Engine, String),
    /// A puzzle that is not a big cube.
    #[error("the reduction method solves only 4x4x4 and larger cubes, not {0}")]
    NotABigCube(String),
    /// A cube with too many layers for insertion.
    #[error("the insertion method solves cubes of at most {most} layers, not {name}; use --method reduction")]
    TooManyLayers {
        /// The cube.
        name: String,
        /// The greatest number of layers.
        most: usize,
    },
    /// A request that the method does not support.
    #[error("the {0} method cannot {1}; use --method search")]
    Beyond(Engine, &'static str),
    /// Turns about one axis that are to count together.
    #[error(
        "in {0}, turns about one axis count together; only the two-phase method and the optimal solver of \
         the 3x3x3 support that, for one solution; use another metric"
    )]
    Together(String),
    /// A solution that is to be output while it is being found.
    #[error(
        "only the reduction of a 4x4x4 or larger cube, without a maximum length, outputs its turns while it finds them"
    )]
    Streamed,
    /// A request that words do not support.
    #[error("the words method cannot {0}; use --method search")]
    BeyondWords(&'static str),
}
