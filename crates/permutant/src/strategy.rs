//! Which engine solves what: decided here and nowhere else, with the reason.
//!
//! Start at [`choose`].

use crate::model::{Family, Model};
use permutant_cube::h48::Size;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::orbit::Orbit;
use permutant_puzzle::state::{OrbitState, State};
use permutant_search::limits::Limits;
use std::fmt;

/// What the caller asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// What suits the puzzle and the request.
    #[default]
    Auto,
    /// Kociemba's two phases.
    TwoPhase,
    /// The same with its large tables, which are built if they are not there.
    TwoPhaseLarge,
    /// Thistlethwaite's four groups.
    Thistlethwaite,
    /// A shortest solution, proven.
    Optimal,
    /// The general search.
    Search,
    /// Words in the puzzle's moves.
    Words,
    /// A beam of the states that look nearest.
    Beam,
    /// Reduction of a big cube to the 3x3x3.
    Reduction,
}

/// What does the work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Engine {
    /// The two-phase solver of the 3x3x3.
    TwoPhase,
    /// Thistlethwaite's four phases for the 3x3x3.
    Thistlethwaite,
    /// The optimal solver of the 3x3x3.
    Optimal,
    /// The two phases of Square-1.
    Square1,
    /// The table of the clock.
    Clock,
    /// The whole distance table of the 2x2x2.
    Table,
    /// The distances of all states, where they are few enough to be counted.
    Distances,
    /// IDA* with a pruning table, for any puzzle.
    Search,
    /// Words of the puzzle's group, for any puzzle however large.
    Words,
    /// A beam of the states that look nearest, for any puzzle.
    Beam,
    /// Reduction to the 3x3x3, for cubes of any size from 4 on.
    Reduction,
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Engine::TwoPhase => "two-phase",
            Engine::Thistlethwaite => "thistlethwaite",
            Engine::Optimal => "optimal",
            Engine::Square1 => "square-1",
            Engine::Clock => "clock",
            Engine::Table => "table",
            Engine::Distances => "distances",
            Engine::Search => "search",
            Engine::Words => "words",
            Engine::Beam => "beam",
            Engine::Reduction => "reduction",
        })
    }
}

/// An engine and why it was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The engine.
    pub engine: Engine,
    /// Why, in a sentence.
    pub reason: String,
}

/// Why a method cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Another puzzle.
    #[error("the {0} method solves the 3x3x3 only, not {1}")]
    NotThe3x3x3(Engine, String),
    /// A puzzle that is no big cube.
    #[error("the reduction method solves cubes from 4x4x4 on, not {0}")]
    NotABigCube(String),
    /// Something that the method cannot do.
    #[error("the {0} method cannot {1}; use --method search")]
    Beyond(Engine, &'static str),
    /// Turns about one axis that are to count together.
    #[error(
        "only the two-phase method, for one short solution of the 3x3x3, counts in {0}, where turns about one axis count \
         together; expected another metric"
    )]
    Together(String),
    /// A solution that is to be handed out while it is found.
    #[error(
        "only the reduction of a cube from 4x4x4 on, with no greatest length, hands out its turns while it finds them"
    )]
    Streamed,
    /// Something that words cannot do.
    #[error("the words method cannot {0}; use --method search")]
    BeyondWords(&'static str),
}

/// What is asked of a solver, as far as the choice depends on it.
#[derive(Clone, Debug)]
pub struct Wish<'a> {
    /// The method that the caller named.
    pub method: Method,
    /// Whether only a proven shortest solution will do.
    pub optimal: bool,
    /// What counts as a move.
    pub metric: &'a Metric,
    /// What may be used up.
    pub limits: &'a Limits,
    /// Whether the goal is another position than the solved one.
    pub to_another: bool,
    /// The goal where it leaves something out.
    pub pattern: Option<&'a State>,
}

/// Chooses the engine. An engine that was named and cannot do it is refused, not replaced.
pub fn choose(model: &Model, wish: &Wish<'_>) -> Result<Choice, Refusal> {
    if !wish.metric.counts_turn_by_turn() {
        return Err(Refusal::Together(wish.metric.name().to_string()));
    }
    let choice = |engine, reason: String| Ok(Choice { engine, reason });
    let name = model.puzzle.name();
    let half_turns = matches!(wish.metric.name(), "htm" | "obtm" | "ftm");
    let counts_moves = half_turns || matches!(wish.metric.name(), "stm" | "btm" | "twist" | "twists");
    let quarter_turns = matches!(wish.metric.name(), "qtm" | "obqtm");
    let one = wish.limits.max_solutions == Some(1) && wish.limits.min_length == 0;
    let obstacle = if !half_turns {
        Some("count in this metric: it counts face turns")
    } else if !one {
        Some("list several solutions, or longer ones than it finds")
    } else if wish.optimal || wish.method == Method::Optimal {
        Some("prove a solution shortest")
    } else if wish.pattern.is_some() {
        Some("solve what leaves something out")
    } else {
        None
    };
    let beyond_words = if !one {
        Some("list several solutions, or longer ones than it finds")
    } else if wish.optimal {
        Some("prove a solution shortest")
    } else {
        None
    };
    let beyond_reduction = match beyond_words {
        None if wish.to_another || wish.pattern.is_some() => {
            Some("reach another position than the solved one")
        }
        other => other,
    };
    match (wish.method, model.family) {
        (Method::Reduction, Family::Cube(4..)) => match beyond_reduction {
            Some(what) => Err(Refusal::Beyond(Engine::Reduction, what)),
            None => choice(Engine::Reduction, "reduction to the 3x3x3 was asked for".into()),
        },
        (Method::Reduction, _) => Err(Refusal::NotABigCube(name.to_string())),
        (Method::Auto, Family::Cube(4..)) if beyond_reduction.is_none() => choice(
            Engine::Reduction,
            format!(
                "{name} has too many states to search for a shortest solution: unless a quick search finds one, it is \
                 reduced to the 3x3x3 (--optimal searches on)"
            ),
        ),
        (Method::Words, _) => match beyond_words {
            Some(what) => Err(Refusal::BeyondWords(what)),
            None => choice(Engine::Words, "words of the puzzle's group were asked for".into()),
        },
        (Method::Beam, _) => match beyond_words.or(beyond_beams(model)) {
            Some(what) => Err(Refusal::Beyond(Engine::Beam, what)),
            None => choice(Engine::Beam, "a beam was asked for".into()),
        },
        (Method::TwoPhase | Method::TwoPhaseLarge, Family::Cube(3)) => match obstacle {
            Some(what) => Err(Refusal::Beyond(Engine::TwoPhase, what)),
            None => choice(Engine::TwoPhase, "the two-phase method was asked for".into()),
        },
        (Method::Auto | Method::TwoPhase, Family::Square1) if beyond_reduction.is_none() => choice(
            Engine::Square1,
            "short solutions of Square-1 come fastest from two phases, to squares and home (--optimal searches for a \
             shortest one)"
                .into(),
        ),
        (Method::Auto | Method::Optimal, Family::Clock)
            if one && !wish.to_another && wish.pattern.is_none() && counts_moves =>
        {
            choice(
                Engine::Clock,
                "the order of the clock's moves does not matter: a table of what they do to its corners gives a \
                 shortest solution"
                    .into(),
            )
        }
        (Method::TwoPhase | Method::TwoPhaseLarge, _) => {
            Err(Refusal::NotThe3x3x3(Engine::TwoPhase, name.to_string()))
        }
        (Method::Thistlethwaite, Family::Cube(3)) => match obstacle {
            Some(what) => Err(Refusal::Beyond(Engine::Thistlethwaite, what)),
            None => choice(Engine::Thistlethwaite, "Thistlethwaite's method was asked for".into()),
        },
        (Method::Thistlethwaite, _) => Err(Refusal::NotThe3x3x3(Engine::Thistlethwaite, name.to_string())),
        (Method::Auto, Family::Cube(3)) if obstacle.is_none() => choice(
            Engine::TwoPhase,
            "short solutions of the 3x3x3 come fastest from Kociemba's two phases".into(),
        ),
        (Method::Auto | Method::Optimal, Family::Cube(3))
            if (half_turns || quarter_turns)
                && wish.pattern.is_none()
                && (wish.optimal || wish.method == Method::Optimal || wish.limits.shortest_only)
                && Size::LEAST.bytes_to_build() as u64 <= wish.limits.max_memory =>
        {
            choice(
                Engine::Optimal,
                "shortest solutions of the 3x3x3 come fastest from its optimal solver and its table".into(),
            )
        }
        (Method::Auto | Method::Optimal, Family::Cube(2))
            if one && !wish.to_another && (half_turns || quarter_turns) =>
        {
            choice(
                Engine::Table,
                "the 2x2x2 is small: its whole distance table leads to a shortest solution".into(),
            )
        }
        // Who bounds the nodes wants a search.
        (Method::Auto, _)
            if beyond_words.is_none() && wish.limits.max_nodes.is_none() && is_large(model, wish.pattern) =>
        {
            choice(
                Engine::Words,
                format!(
                    "{name} has too many states to search for a shortest solution: unless a quick search finds one, \
                 words of its group give a short one (--optimal searches on)"
                ),
            )
        }
        // Who bounds the length wants no other.
        (Method::Auto, _)
            if beyond_words.is_none()
                && (wish.limits.max_nodes, wish.limits.max_length) == (None, None)
                && is_medium(model, wish.pattern) =>
        {
            choice(
                Engine::Words,
                format!(
                    "a search for a shortest solution of {name} may take minutes: unless a quick search finds one, words of \
                 its group and beams give a short one (--optimal searches on)"
                ),
            )
        }
        (Method::Auto | Method::Search | Method::Optimal, _) => choice(
            Engine::Search,
            format!(
                "the general search finds shortest solutions of any puzzle; {name} has no engine of its own for this request"
            ),
        ),
    }
}

/// Why a beam cannot follow the rules of a definition, if it cannot.
fn beyond_beams(model: &Model) -> Option<&'static str> {
    let restrictions = &model.puzzle.definition().restrictions;
    if !restrictions.forbidden_pairs.is_empty() || !restrictions.forbidden_groups.is_empty() {
        return Some("follow rules about which move may follow which");
    }
    (!restrictions.move_limits.is_empty()).then_some("keep to limits on how often a move may occur")
}

/// log2 of the states that a search in memory gets through from both ends, with something to spare.
const LARGE: f64 = 50.0;
/// log2 of the states of which most are so near to each other that a search in memory takes seconds.
const MEDIUM: f64 = 42.0;

/// Whether a puzzle has so many states that a search for a shortest solution seldom ends, while its moves make words.
pub(crate) fn is_large(model: &Model, pattern: Option<&State>) -> bool {
    makes_words(model) && bits(model, pattern) > LARGE
}

/// Whether a search for a shortest solution mostly ends, but may take minutes, while the moves make words.
fn is_medium(model: &Model, pattern: Option<&State>) -> bool {
    makes_words(model) && bits(model, pattern) > MEDIUM
}

/// Whether no rule is about sequences of moves.
fn makes_words(model: &Model) -> bool {
    let restrictions = &model.puzzle.definition().restrictions;
    restrictions.forbidden_pairs.len() + restrictions.forbidden_groups.len() + restrictions.move_limits.len()
        == 0
}

/// log2 of the ways in which the pieces could lie, were all of them reached.
fn bits(model: &Model, pattern: Option<&State>) -> f64 {
    let solved = pattern.unwrap_or(model.puzzle.solved());
    let bits = |(orbit, row): (&Orbit, &OrbitState)| {
        let mut alike = std::collections::HashMap::new();
        let mut bits = 0.0;
        for (slot, piece) in row.pieces.iter().enumerate() {
            let count = alike.entry(piece).or_insert(0u32);
            *count += 1;
            bits += ((slot + 1) as f64).log2() - f64::from(*count).log2();
            bits += f64::from(orbit.orientations.min(row.moduli[slot].max(1))).log2();
        }
        bits
    };
    model.puzzle.orbits().iter().zip(&solved.orbits).map(bits).sum()
}
