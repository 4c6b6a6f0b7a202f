//! The choice of engines: which engine solves which request, what is tried before it, what replaces it if it fails, and why. These
//! decisions are made only here.
//!
//! Start at [`Plan::of`]. The engines only execute a plan.

use super::preparing::optimal_metric;
use super::request::Request;
use super::weighted;
use crate::engine::{Engine, Method, Refusal};
use crate::model::{Family, Model};
use permutant_cube::h48::Size;
use permutant_cube::two_phase::{self, weighted::WeightedSolver};
use permutant_nxn::insertion::solver as insertion;
use permutant_nxn::reduction::solver::SHELLS;
use permutant_puzzle::orbit::Orbit;
use permutant_puzzle::placements;
use permutant_puzzle::state::State;
use permutant_search::limits::Limits;
use permutant_search::puzzle_space::Patterns;

/// Nodes of a search that runs before another engine.
pub(super) const QUICK_NODES: u64 = 300_000;

/// Nodes of such a search before beams.
const NODES_BEFORE_BEAMS: u64 = 100_000;

/// Nodes of such a search if only centres are turned: half a second, enough for solutions of 12 turns and some of 14.
const NODES_FOR_CENTRES: u64 = 4_000_000;

/// Nodes of such a search before a reduction if time is limited: a tenth of a second.
const HURRIED_NODES: u64 = 30_000;

/// An engine, the steps before and after it, and the reason for its choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Nodes of a general search that runs first, as it may find a shortest solution immediately.
    pub quick_search: Option<u64>,
    /// Whether beams run next, as they may find a short solution immediately.
    pub quick_beams: bool,
    /// The engine.
    pub engine: Engine,
    /// The engine that takes over if this one finds that it cannot solve the puzzle.
    pub fallback: Option<Engine>,
    /// The reason, in a sentence.
    pub reason: String,
}

impl Plan {
    fn new(engine: Engine, reason: impl Into<String>) -> Self {
        Plan { quick_search: None, quick_beams: false, engine, fallback: None, reason: reason.into() }
    }

    /// The plan if positions are solved by a complete count.
    pub(super) fn by_count() -> Self {
        Plan::new(
            Engine::Count,
            "the distances of all states have been counted: each move of a shortest solution leads to a state that is nearer",
        )
    }

    /// The plan for a request. A named engine that does not support the request is refused, not replaced.
    pub fn of(model: &Model, request: &Request<'_>) -> Result<Self, Refusal> {
        let mut plan = match special(model, request)? {
            Some(plan) => plan,
            None => usual(model, request)?,
        };
        let is_auto = request.method == Method::Auto;
        match plan.engine {
            Engine::Reduction if is_auto => plan.quick_search = Some(nodes_before_reduction(model, request)),
            Engine::Words if is_auto && model.family == Family::Supercube => {
                plan.quick_search = Some(NODES_FOR_CENTRES);
            }
            Engine::Words if is_auto => {
                plan.quick_beams = !is_large(model, request.position.goal.as_ref());
                plan.quick_search = Some(if plan.quick_beams { NODES_BEFORE_BEAMS } else { QUICK_NODES });
                plan.fallback = Some(Engine::Search);
            }
            Engine::Optimal
                if (request.limits.shortest_only || optimal_metric(request).joins_opposite_faces())
                    && request.metric.counts_turn_by_turn()
                    && request.limits.max_nodes.is_none() =>
            {
                plan.quick_search = Some(QUICK_NODES);
            }
            Engine::TwoPhase if is_auto && model.family == Family::Supercube => {
                plan.fallback = Some(Engine::Words);
            }
            Engine::Tetraminx => {
                plan.quick_search = Some(QUICK_NODES);
                plan.fallback = Some(Engine::Words);
            }
            Engine::Distances => plan.fallback = Some(Engine::Search),
            _ => {}
        }
        Ok(plan)
    }
}

fn nodes_before_reduction(model: &Model, request: &Request<'_>) -> u64 {
    let has_quick_answer = request.improve && request.limits.max_nodes.is_none() && reduces_quickly(model);
    if has_quick_answer { HURRIED_NODES } else { QUICK_NODES }
}

/// Whether a reduction without tables takes less than a second.
pub(super) fn reduces_quickly(model: &Model) -> bool {
    matches!(model.family, Family::Cube(size) if usize::from(size) <= SHELLS)
}

const TRY_IN_RANDOM_ORDER: &str = "try moves in a random order";
const DO_WITHOUT_SYMMETRY: &str = "do without symmetry";

const KORF: &str =
    "a search with pattern databases, the greatest of whose distances is the bound, was requested";

/// Requests that few engines support: other costs of turns, a restricted set of moves, another order of moves, solutions after a given
/// one, exact tables of pieces, no use of symmetry.
fn special(model: &Model, request: &Request<'_>) -> Result<Option<Plan>, Refusal> {
    if request.method == Method::Korf {
        let what = match () {
            () if !request.after.is_empty() => "continue after a solution",
            () if request.order.is_some() => TRY_IN_RANDOM_ORDER,
            () if !request.symmetry => DO_WITHOUT_SYMMETRY,
            () => return Ok(Some(Plan::new(Engine::Korf, KORF))),
        };
        return Err(Refusal::Beyond(Engine::Korf, what));
    }
    let of_pieces = matches!(request.patterns, Patterns::Pieces(_));
    let is_varied = !request.symmetry || request.order.is_some();
    if !of_pieces && !is_varied && weighted::is_weighted(model, request) {
        match weighted::costs(model, request) {
            Ok(_) => {
                return Ok(Some(Plan::new(
                    Engine::WeightedTwoPhase,
                    "short solutions of the 3x3x3 in this metric and with these moves come fastest from Kociemba's two phases, \
                     with tables made for what turns cost",
                )));
            }
            Err(what) if request.method != Method::Auto => {
                return Err(Refusal::Beyond(Engine::TwoPhase, what));
            }
            // Another engine may.
            Err(_) => {}
        }
    }
    let what = match () {
        () if !request.after.is_empty() => "continue after a solution",
        () if !request.turns.is_empty() => "leave moves out",
        () if of_pieces => "use pattern databases",
        () if request.order.is_some() => TRY_IN_RANDOM_ORDER,
        () if !request.symmetry => DO_WITHOUT_SYMMETRY,
        () => return Ok(None),
    };
    match request.method {
        Method::TwoPhase | Method::TwoPhaseLarge => Err(Refusal::Beyond(Engine::TwoPhase, what)),
        Method::Thistlethwaite => Err(Refusal::Beyond(Engine::Thistlethwaite, what)),
        Method::ThreeAxes => Err(Refusal::Beyond(Engine::ThreeAxes, what)),
        Method::Huge => Err(Refusal::Beyond(Engine::Huge, what)),
        Method::Words => Err(Refusal::BeyondWords(what)),
        Method::Reduction => Err(Refusal::Beyond(Engine::Reduction, what)),
        Method::Beam if !request.after.is_empty() || is_varied => Err(Refusal::Beyond(Engine::Beam, what)),
        Method::Beam => Ok(Some(Plan::new(Engine::Beam, "a beam search was requested"))),
        Method::Phases => Err(Refusal::Beyond(Engine::Phases, what)),
        Method::Insertion => Err(Refusal::Beyond(Engine::Insertion, what)),
        Method::Local => Err(Refusal::Beyond(Engine::Local, what)),
        Method::Auto | Method::Optimal | Method::Search | Method::Korf => Ok(Some(Plan::new(
            Engine::Search,
            "the general search is the engine that accepts a choice and an order of moves, continues after a solution, uses pattern \
             databases, and does without symmetry",
        ))),
    }
}

/// A position, or all its solutions, in the moves of the metric.
fn usual(model: &Model, request: &Request<'_>) -> Result<Plan, Refusal> {
    let case = Case::of(request);
    if !request.metric.counts_turn_by_turn() {
        let own = own_engine(model, request, &case).filter(|plan| plan.engine == Engine::Optimal);
        return own.ok_or_else(|| Refusal::Together(request.metric.name().to_string()));
    }
    match named(model, request, &case)? {
        Some(plan) => Ok(plan),
        None => Ok(own_engine(model, request, &case).unwrap_or_else(|| any_puzzle(model, request, &case))),
    }
}

/// The facts on which the choice depends, computed once.
struct Case {
    half_turns: bool,
    quarter_turns: bool,
    /// One solution is wanted, of any length.
    one: bool,
    /// The goal differs from the solved position, or is only a part of it.
    to_another: bool,
    /// The parts of the request that words and beams, the phases of the 3x3x3, its three axes, and reductions do not support.
    beyond_words: Option<&'static str>,
    beyond_phases: Option<&'static str>,
    beyond_axes: Option<&'static str>,
    beyond_reduction: Option<&'static str>,
}

impl Case {
    fn of(request: &Request<'_>) -> Self {
        let (metric, goal) = (&request.metric, request.position.goal.as_ref());
        let half_turns = matches!(metric.name(), "htm" | "obtm" | "ftm");
        let one = request.limits.max_solutions == Some(1) && request.limits.min_length == 0;
        let to_another = request.target.is_some() || goal.is_some();
        let beyond_words = match () {
            () if !one => Some("list several solutions, or longer ones than it finds"),
            () if request.optimal => Some("prove a solution shortest"),
            () => None,
        };
        let beyond_phases = match () {
            () if !half_turns => Some("count in this metric: it counts face turns"),
            () if goal.is_some() => beyond_words.or(Some("solve a position of which only a part matters")),
            () if request.method == Method::Optimal => beyond_words.or(Some("prove a solution shortest")),
            () => beyond_words,
        };
        let beyond_axes = match () {
            () if !half_turns => Some("count in this metric: it counts face turns"),
            () if goal.is_some() => Some("solve a position of which only a part matters"),
            () => None,
        };
        let elsewhere = to_another.then_some("reach another position than the solved one");
        Case {
            half_turns,
            quarter_turns: matches!(metric.name(), "qtm" | "obqtm"),
            one,
            to_another,
            beyond_words,
            beyond_phases,
            beyond_axes,
            beyond_reduction: beyond_words.or(elsewhere),
        }
    }
}

/// The plan for a named method; `None` if the choice is left open.
fn named(model: &Model, request: &Request<'_>, case: &Case) -> Result<Option<Plan>, Refusal> {
    let name = || model.puzzle.name().to_string();
    let unless = |obstacle: Option<&'static str>, engine, reason: &str| match obstacle {
        Some(what) => Err(Refusal::Beyond(engine, what)),
        None => Ok(Some(Plan::new(engine, reason))),
    };
    let beyond_beams_and_words = || case.beyond_words.or(beyond_beams(model));
    match (request.method, model.family) {
        (Method::Reduction, Family::Cube(4..)) => {
            unless(case.beyond_reduction, Engine::Reduction, "reduction to the 3x3x3 was requested")
        }
        (Method::Reduction, _) => Err(Refusal::NotABigCube(name())),
        (Method::Words, _) => match case.beyond_words {
            Some(what) => Err(Refusal::BeyondWords(what)),
            None => Ok(Some(Plan::new(Engine::Words, "words of the puzzle's group were requested"))),
        },
        (Method::Beam, _) => unless(beyond_beams_and_words(), Engine::Beam, "a beam search was requested"),
        (Method::Insertion, Family::Cube(size @ 4..)) if usize::from(size) > insertion::LARGEST => {
            Err(Refusal::TooManyLayers { name: name(), most: insertion::LARGEST })
        }
        (Method::Insertion, Family::Cube(4..)) => {
            unless(case.beyond_reduction, Engine::Insertion, "insertion was requested")
        }
        (Method::Insertion, _) => {
            unless(beyond_beams_and_words(), Engine::Insertion, "insertion was requested")
        }
        (Method::Phases, _) => unless(beyond_beams_and_words(), Engine::Phases, "phases were requested"),
        (Method::Local, _) => {
            unless(beyond_beams_and_words(), Engine::Local, "local improvement was requested")
        }
        (Method::TwoPhase | Method::TwoPhaseLarge, Family::Cube(3) | Family::Supercube) => {
            unless(case.beyond_phases, Engine::TwoPhase, "the two-phase method was requested")
        }
        (Method::TwoPhase, Family::Square1) if case.beyond_reduction.is_none() => Ok(None),
        (Method::TwoPhase | Method::TwoPhaseLarge, _) => Err(Refusal::NotThe3x3x3(Engine::TwoPhase, name())),
        (Method::Thistlethwaite, Family::Cube(3)) => {
            unless(case.beyond_phases, Engine::Thistlethwaite, "Thistlethwaite's method was requested")
        }
        (Method::Thistlethwaite, _) => Err(Refusal::NotThe3x3x3(Engine::Thistlethwaite, name())),
        (Method::ThreeAxes, Family::Cube(3)) => {
            unless(case.beyond_axes, Engine::ThreeAxes, "the search along three axes was requested")
        }
        (Method::ThreeAxes, _) => Err(Refusal::NotThe3x3x3(Engine::ThreeAxes, name())),
        (Method::Huge, Family::Cube(3)) => unless(
            case.beyond_axes,
            Engine::Huge,
            "the search along three axes with the huge table was requested",
        ),
        (Method::Huge, _) => Err(Refusal::NotThe3x3x3(Engine::Huge, name())),
        (Method::Auto | Method::Optimal | Method::Search | Method::Korf, _) => Ok(None),
    }
}

/// The specialised engine for the puzzle, if it supports the request.
fn own_engine(model: &Model, request: &Request<'_>, case: &Case) -> Option<Plan> {
    let (limits, method) = (&request.limits, request.method);
    let is_auto = method == Method::Auto;
    let may_be_shortest = is_auto || method == Method::Optimal;
    let by_steps = case.half_turns || case.quarter_turns;
    let by_moves = case.half_turns || matches!(request.metric.name(), "stm" | "btm" | "twist" | "twists");
    // The table of the 3x3x3, for shortest solutions of complete positions.
    let has_table = may_be_shortest
        && (request.optimal || method == Method::Optimal || limits.shortest_only)
        && (by_steps
            || optimal_metric(request).joins_opposite_faces() && case.one && model.family == Family::Cube(3))
        && request.position.goal.is_none()
        && Size::LEAST.bytes_to_build() as u64 <= limits.max_memory;
    Some(match model.family {
        Family::Cube(4..) if is_auto && case.beyond_reduction.is_none() => Plan::new(
            Engine::Reduction,
            format!(
                "{} has too many states to search for a shortest solution: unless a quick search finds one, it is reduced to the \
                 3x3x3 (--optimal searches on)",
                model.puzzle.name()
            ),
        ),
        Family::Square1
            if matches!(method, Method::Auto | Method::TwoPhase) && case.beyond_reduction.is_none() =>
        {
            Plan::new(
                Engine::Square1,
                "short solutions of Square-1 come fastest from two phases, first to a square and then to the solved position \
                 (--optimal searches for a shortest one)",
            )
        }
        Family::Clock if may_be_shortest && case.one && !case.to_another && by_moves => Plan::new(
            Engine::Clock,
            "the order of the clock's moves does not matter: a table of what they do to its corners gives a shortest solution",
        ),
        Family::ProfessorTetraminx
            if is_auto
                && case.beyond_reduction.is_none()
                && limits.max_nodes.is_none()
                && (by_steps || by_moves || request.metric.name() == "sqtm") =>
        {
            Plan::new(
                Engine::Tetraminx,
                "short solutions of the professor tetraminx come fastest from two phases, into which turns of outer layers are inserted",
            )
        }
        Family::Cube(3) if is_auto && case.beyond_phases.is_none() => Plan::new(
            Engine::TwoPhase,
            "short solutions of the 3x3x3 come fastest from Kociemba's two phases",
        ),
        Family::Supercube
            if is_auto && case.beyond_phases.is_none() && turns_only_centres(model, request) =>
        {
            Plan::new(
                Engine::Words,
                "only centres are turned, and near such positions two phases find solutions late: unless a quick search finds a \
                 shortest solution, words of the group give a short one (--optimal searches on)",
            )
        }
        Family::Supercube if is_auto && case.beyond_phases.is_none() => Plan::new(
            Engine::TwoPhase,
            "short solutions of the supercube come fastest from Kociemba's two phases: of the solutions of its other pieces, those \
             count that turn the centres as they must be",
        ),
        Family::Cube(3) if has_table && !case.one && is_short(request) => Plan::new(
            Engine::Search,
            "all solutions of so few moves are found fastest without a table, by the general search",
        ),
        Family::Cube(3) if has_table => Plan::new(
            Engine::Optimal,
            "shortest solutions of the 3x3x3 come fastest from its optimal solver and its table",
        ),
        Family::Supercube if has_table && case.one && turns_only_centres(model, request) => Plan::new(
            Engine::Search,
            "only centres are turned, of which the table of the optimal solver knows nothing: the general search finds a shortest \
             solution sooner",
        ),
        Family::Supercube if has_table && case.one => Plan::new(
            Engine::Optimal,
            "a shortest solution of the supercube is found among the solutions of its other pieces, by the optimal solver of the 3x3x3 \
             and its table",
        ),
        Family::Cube(2) if may_be_shortest && case.one && !case.to_another && by_steps => Plan::new(
            Engine::Table,
            "the 2x2x2 is small: its whole distance table leads to a shortest solution",
        ),
        _ => return None,
    })
}

/// Whether a position of the supercube has all corners and edges in place.
fn turns_only_centres(model: &Model, request: &Request<'_>) -> bool {
    let state = &request.position.state;
    let is_centre = |orbit: &Orbit| orbit.orientations == 4;
    let agree = |goal: &State| {
        let rows = state.orbits.iter().zip(&goal.orbits).zip(model.puzzle.orbits());
        rows.into_iter().all(|((now, aim), orbit)| match is_centre(orbit) {
            true => now.pieces == aim.pieces,
            false => now == aim,
        })
    };
    request.goals(model).iter().any(agree)
}

/// An engine that accepts any puzzle.
fn any_puzzle(model: &Model, request: &Request<'_>, case: &Case) -> Plan {
    let (name, goal) = (model.puzzle.name(), request.position.goal.as_ref());
    let bounds = (request.limits.max_nodes, request.limits.max_length);
    let takes_words = request.method == Method::Auto && case.beyond_words.is_none();
    // A user who limits the nodes wants a search; one who limits the length wants no other engine if a search can finish.
    if takes_words && bounds.0.is_none() && is_large(model, goal) {
        return Plan::new(
            Engine::Words,
            format!(
                "{name} has too many states to search for a shortest solution: unless a quick search finds one, words of its group \
                 give a short one (--optimal searches on)"
            ),
        );
    }
    if takes_words && bounds == (None, None) && is_medium(model, goal) {
        return Plan::new(
            Engine::Words,
            format!(
                "a search for a shortest solution of {name} may take minutes: unless a quick search finds one, words of its group and \
                 beams give a short one (--optimal searches on)"
            ),
        );
    }
    if matches!(request.method, Method::Auto | Method::Optimal) && may_be_counted(model, request) {
        return Plan::new(
            Engine::Distances,
            "if it has few enough states, all distances are counted once and lead to a shortest solution; else the general search \
             finds one",
        );
    }
    Plan::new(
        Engine::Search,
        format!(
            "the general search finds shortest solutions of any puzzle; {name} has no engine of its own for this request"
        ),
    )
}

/// Whether the request asks only for solutions of the 3x3x3 that are so short that they need no table.
fn is_short(request: &Request<'_>) -> bool {
    let quarters = request.metric.name().ends_with("qtm");
    let exact = if quarters { WeightedSolver::EXACT_COST } else { two_phase::EXACT_LENGTH };
    request.limits.max_length.is_some_and(|most| most <= exact)
}

/// Whether all distances may be available for one solution, as far as can be determined immediately.
fn may_be_counted(model: &Model, request: &Request<'_>) -> bool {
    let Limits { max_solutions, min_length, max_nodes, .. } = request.limits;
    (max_solutions, min_length, max_nodes) == (Some(1), 0, None)
        && makes_words(model)
        && !model.puzzle.is_restricted()
        && !is_large(model, request.position.goal.as_ref())
}

/// The reason why a beam cannot follow the rules of a definition, if there is one.
fn beyond_beams(model: &Model) -> Option<&'static str> {
    let restrictions = &model.puzzle.definition().restrictions;
    if !restrictions.forbidden_pairs.is_empty() || !restrictions.forbidden_groups.is_empty() {
        return Some("follow rules about which move may follow which");
    }
    (!restrictions.move_limits.is_empty()).then_some("keep to limits on how often a move may occur")
}

/// log2 of the number of states that a search in memory can process from both ends, with some margin.
const LARGE: f64 = 50.0;
/// log2 of the number of states up to which a search for a shortest solution may finish within minutes.
const WITHIN_MINUTES: f64 = 60.0;
/// log2 of the number of states up to which most are so close to each other that a search in memory takes seconds.
const MEDIUM: f64 = 42.0;

/// Whether a puzzle has so many states that a search for a shortest solution seldom finishes, while its moves generate words.
pub(crate) fn is_large(model: &Model, pattern: Option<&State>) -> bool {
    makes_words(model) && bits(model, pattern) > LARGE
}

/// Whether a search for a shortest solution is worth a share of the time.
pub(super) fn may_be_proven(model: &Model, pattern: Option<&State>) -> bool {
    bits(model, pattern) <= WITHIN_MINUTES
}

/// Whether a search for a shortest solution usually finishes, but may take minutes, while the moves generate words.
fn is_medium(model: &Model, pattern: Option<&State>) -> bool {
    makes_words(model) && bits(model, pattern) > MEDIUM
}

/// Whether there is no rule about sequences of moves.
pub(super) fn makes_words(model: &Model) -> bool {
    let restrictions = &model.puzzle.definition().restrictions;
    restrictions.forbidden_pairs.len() + restrictions.forbidden_groups.len() + restrictions.move_limits.len()
        == 0
}

/// log2 of the number of placements of the pieces.
fn bits(model: &Model, pattern: Option<&State>) -> f64 {
    let puzzle = &model.puzzle;
    placements::log2(puzzle.orbits(), pattern.unwrap_or(puzzle.solved()), &puzzle.generator_turns())
}
