//! The analysis of a puzzle, for a worker: its group, the invariants of its moves, the distances of its states, and the
//! effect of a sequence.
//!
//! Start at [`facts`], [`distances`] and [`order`]. The library computes the results; this file puts
//! them into records.

use crate::error::PageError;
use crate::jobs::MEMORY;
use crate::{rows, source};
use permutant::algorithm;
use permutant::analysis::group::report::{GroupReport, Request};
use permutant::analysis::group::state_count::StateCount;
use permutant::analysis::sequence::move_choice;
use permutant::analysis::sequence::order::{SequenceOrder, write_cycle_type};
use permutant::analysis::state::god::{self, NoSaves};
use permutant::group::UBig;
use permutant::model::{Family, Model};
use permutant::puzzle::catalog;
use permutant::puzzle::geometry::Seen;
use permutant::puzzle::invariants::Kept;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::picture::{Look, Loose};
use permutant::search::limits::Control;
use permutant::solver::{SeenSolvability, Solvability, Solver};
use serde::Serialize;
use std::collections::BTreeSet;

/// The facts about a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Facts {
    /// The name of the puzzle.
    pub name: String,
    /// What the puzzle is, if it is one of the catalog.
    pub about: Option<String>,
    /// How its description was interpreted: one line each.
    pub notes: Vec<String>,
    /// Its sets of pieces.
    pub sets: Vec<SetFacts>,
    /// The number of positions, without distinguishing identical pieces; `None` if it is unknown.
    pub states: Option<String>,
    /// The same up to rotation of the whole puzzle; `None` if moves cannot turn it as a whole.
    pub states_up_to_rotation: Option<String>,
    /// What is known of the antipodes.
    pub gods_numbers: Vec<FarthestFacts>,
    /// The group of the moves.
    pub group: Option<GroupFacts>,
    /// Why there is no information about the group.
    pub no_group: Option<String>,
}

/// A set of pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SetFacts {
    /// Its name.
    pub name: String,
    /// The number of pieces.
    pub pieces: u16,
    /// The number of distinguishable pieces.
    pub kinds: usize,
    /// The number of orientations of each piece.
    pub orientations: u16,
}

/// A God's number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct FarthestFacts {
    /// The metric.
    pub metric: String,
    /// The number, or its bounds.
    pub number: String,
    /// Its source.
    pub source: String,
}

/// The group of the moves, with all pieces distinguished.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct GroupFacts {
    /// The order of the group.
    pub order: String,
    /// The prime factors of the order, with their exponents.
    pub factors: Vec<[usize; 2]>,
    /// How the order was proved.
    pub proof: String,
    /// The product of wreath products that contains the group.
    pub envelope: String,
    /// The number of points that it moves: pieces times orientations.
    pub points: usize,
    /// Its orbits.
    pub orbits: Vec<OrbitFacts>,
    /// The base points of a stabilizer chain, from 1; empty if the order was found without one.
    pub base: Vec<u64>,
    /// For each base point, the size of its orbit under its stabilizer; their product is the order.
    pub transversals: Vec<usize>,
    /// The number of strong generators in the chain.
    pub strong_generators: Option<usize>,
    /// The invariants of all moves.
    pub kept: Vec<KeptFacts>,
}

/// An invariant of all moves; see [`Kept`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum KeptFacts {
    /// So many pieces of a set stay where they are.
    Still {
        /// The set.
        set: String,
        /// How many pieces stay where they are.
        count: usize,
    },
    /// So many pieces of a set stay among so many slots.
    Reach {
        /// The set.
        set: String,
        /// How many pieces stay among as many slots.
        count: usize,
    },
    /// The sum of so many orientations.
    Twist {
        /// The set.
        set: String,
        /// How many orientations are added up.
        count: usize,
        /// The sum is invariant modulo this number.
        modulus: u16,
    },
    /// The parity of the permutations of these sets together.
    Parity {
        /// The sets whose permutations together have an invariant parity.
        sets: Vec<String>,
    },
}

impl From<Kept> for KeptFacts {
    fn from(kept: Kept) -> Self {
        match kept {
            Kept::Still { orbit, slots } => KeptFacts::Still { set: orbit, count: slots },
            Kept::Reach { orbit, slots } => KeptFacts::Reach { set: orbit, count: slots.len() },
            Kept::Twist { orbit, slots, modulus } => KeptFacts::Twist { set: orbit, count: slots, modulus },
            Kept::Parity { orbits } => KeptFacts::Parity { sets: orbits },
        }
    }
}

/// An orbit of the group on the points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OrbitFacts {
    /// The set of pieces.
    pub set: String,
    /// The number of points.
    pub length: usize,
    /// The sizes of its blocks; empty if the orbit is primitive.
    pub blocks: Vec<usize>,
}

/// The facts about a puzzle. Takes seconds at most, except for puzzles of many thousand pieces.
///
/// # Errors
///
/// If there is no such puzzle.
pub fn facts(puzzle: &str, control: &Control<'_>) -> Result<Facts, PageError> {
    let model = source::model(puzzle)?;
    let go_on = || control.interrupted().is_none();
    let group = GroupReport::new(&model.puzzle, &Request::default(), go_on);
    let is_listed = model.family != Family::Defined;
    let line = catalog::line(model.puzzle.name()).filter(|_| is_listed);
    let gods_numbers = if is_listed { catalog::gods_numbers(model.puzzle.name()) } else { Vec::new() };
    let sets = model.puzzle.orbits().iter().zip(&model.puzzle.solved().orbits).map(|(orbit, solved)| {
        let kinds = solved.pieces.iter().collect::<BTreeSet<_>>().len();
        SetFacts { name: orbit.name.clone(), pieces: orbit.pieces, kinds, orientations: orbit.orientations }
    });
    let counted = if model.states.is_none() { StateCount::of(&model.puzzle) } else { None };
    let up_to_rotation = counted.as_ref().and_then(StateCount::up_to_rotation);
    let states = model.states.map(catalog::Arrangements::count).or(counted.map(|count| count.states));
    Ok(Facts {
        name: model.puzzle.name().to_string(),
        about: line.map(|line| line.about.to_string()),
        notes: model.notes.clone(),
        sets: sets.collect(),
        states: states.map(|states| states.to_string()),
        states_up_to_rotation: up_to_rotation.map(|states| states.to_string()),
        gods_numbers: (gods_numbers.into_iter())
            .map(|god| FarthestFacts {
                metric: god.metric.to_string(),
                number: god.number.to_string(),
                source: god.source.to_string(),
            })
            .collect(),
        no_group: group.as_ref().err().map(ToString::to_string),
        group: group.ok().map(|report| group_facts(&model, &report)),
    })
}

fn group_facts(model: &Model, report: &GroupReport) -> GroupFacts {
    let orbit = |orbit: permutant::analysis::group::report::GroupOrbit| OrbitFacts {
        set: orbit.set,
        length: orbit.points.len(),
        blocks: orbit.blocks,
    };
    let factors = report.factors().unwrap_or_default();
    GroupFacts {
        order: report.order().to_string(),
        factors: factors.into_iter().map(|(prime, exponent)| [prime as usize, exponent]).collect(),
        proof: report.proof().about().to_string(),
        envelope: report.envelope().to_string(),
        points: report.degree(),
        orbits: report.orbits().into_iter().map(orbit).collect(),
        base: report.base().iter().map(|&point| u64::from(point) + 1).collect(),
        transversals: report.transversals(),
        strong_generators: report.strong_generators(),
        kept: report.kept(model.puzzle.solved()).into_iter().map(KeptFacts::from).collect(),
    }
}

/// The number of positions at each distance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Distances {
    /// By distance from 0, in the half-turn metric.
    pub counts: Vec<String>,
    /// The total of these.
    pub total: String,
    /// The number of positions, if it is known.
    pub states: Option<String>,
    /// Whether the count is complete.
    pub complete: bool,
    /// Why the count is incomplete.
    pub stopped: Option<String>,
    /// Some of the antipodes, each as an algorithm that leads to it from the solved puzzle.
    pub farthest: Vec<String>,
    /// How the positions were counted.
    pub method: Vec<String>,
}

/// Counts positions by their distance from the solved one in its given orientation, up to a depth. Each level is
/// reported to the control as soon as it is counted.
///
/// # Errors
///
/// If there is no such puzzle, its distances cannot be counted, or it is known in advance that they do not fit into
/// memory.
pub fn distances(puzzle: &str, depth: Option<u32>, control: &Control<'_>) -> Result<Distances, PageError> {
    let model = source::model(puzzle)?;
    let metric = Metric::htm();
    let turns = move_choice::turns(&model.puzzle, &metric, &[]).map_err(|fault| PageError::new(&fault))?;
    let request = god::Request {
        metric,
        turns,
        goals: vec![model.puzzle.solved().clone()],
        depth: depth.map(u64::from),
        antipodes: 3,
        symmetry: true,
        classes: false,
        threads: 1,
        max_memory: MEMORY,
        saves: &NoSaves,
        store: None,
    };
    let report = god::run(&model.puzzle, &request, control).map_err(|fault| PageError::new(&fault))?;
    let text = |count: &UBig| count.to_string();
    Ok(Distances {
        counts: report.distribution.iter().map(text).collect(),
        total: report.total().to_string(),
        states: report.states.as_ref().map(text),
        complete: report.stopped.is_none(),
        stopped: report.stopped.map(|reason| reason.to_string()),
        farthest: report.antipodes.iter().map(|one| source::write(&model, &one.scramble)).collect(),
        method: report.explanation,
    })
}

/// The effect of a sequence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Order {
    /// The number of its turns.
    pub turns: usize,
    /// Its order: the number of repetitions after which it has no effect, with all pieces distinguished.
    pub order: String,
    /// The same for the visible colours.
    pub coloured_order: String,
    /// The cycles of pieces, one line per set.
    pub cycles: Vec<String>,
    /// The number of stickers.
    pub stickers: usize,
    /// The cycle type of the stickers.
    pub cycle_type: String,
}

/// The effect on the pieces of a sequence, repeated.
///
/// # Errors
///
/// If there is no such puzzle, the text is not an algorithm of it, or pieces block a move.
pub fn order(puzzle: &str, text: &str) -> Result<Order, PageError> {
    let model = source::model(puzzle)?;
    let turns = algorithm::read(&model.puzzle, text).map_err(|fault| PageError::in_text(text, fault))?;
    let found = SequenceOrder::of_written(&model.puzzle, model.facelets.as_ref(), text, &turns)
        .map_err(|fault| PageError::new(&fault))?;
    Ok(Order {
        turns: turns.len(),
        order: found.order.to_string(),
        coloured_order: found.coloured_order.to_string(),
        cycles: found.cycles.write(model.puzzle.orbits()),
        stickers: found.stickers.degree(),
        cycle_type: write_cycle_type(&found.stickers.cycle_type()),
    })
}

/// Whether a position can be solved, in the form that the page shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Verdict {
    /// Whether it can; `None` if that is unknown.
    pub solvable: Option<bool>,
    /// Why it cannot be solved; may be empty.
    pub reason: String,
    /// If any position with the same colours was requested: one that can be solved, as [`rows`]. `None` if none is
    /// known.
    pub position: Option<String>,
}

/// Whether a position can be solved, without searching. With `seen`, and for a solid, whether any position with the
/// same colours can.
///
/// # Errors
///
/// If there is no such puzzle, or the text is not a position of it.
pub fn solvability(
    puzzle: &str,
    position: &str,
    seen: bool,
    control: &Control<'_>,
) -> Result<Verdict, PageError> {
    let model = source::model(puzzle)?;
    let position = source::position(&model, position)?;
    let solver = Solver::new(&model);
    let look = if seen { Some(source::look(&model)?) } else { None };
    let found = match look {
        Some(Look::Solid(shape)) => {
            let seen = Seen::new(&shape, model.puzzle.orbits(), model.puzzle.solved());
            solver.solvability_as_seen(&position.state, &seen, control)
        }
        _ => SeenSolvability { solvability: solver.solvability(&position, control), state: None },
    };
    let (solvable, reason) = match found.solvability {
        Solvability::Solvable => (Some(true), String::new()),
        Solvability::Open => (None, String::new()),
        Solvability::Unsolvable(reason) => (Some(false), reason),
    };
    let position = found.state.map(|state| rows::write(&model.puzzle, &state, &Loose::default()));
    Ok(Verdict { solvable, reason, position })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use permutant::search::limits::Progress;
    use std::sync::Mutex;

    #[test]
    fn the_mathieu_groups_have_their_orders() {
        // Conway et al., ATLAS of Finite Groups (1985).
        for (name, order, transversals) in [
            ("m11", "7920", 4),
            ("m12", "95040", 5),
            ("m22", "443520", 5),
            ("m23", "10200960", 6),
            ("m24", "244823040", 7),
        ] {
            let found = facts(name, &Control::new()).unwrap();
            assert_eq!(found.states.as_deref(), Some(order), "{name}");
            let group = found.group.unwrap();
            assert_eq!(group.order, order, "{name}");
            assert_eq!((group.orbits.len(), group.transversals.len()), (1, transversals), "{name}");
            let product: usize = group.factors.iter().map(|[p, e]| p.pow(*e as u32)).product();
            assert_eq!(product.to_string(), order, "{name}");
        }
    }

    #[test]
    fn facts_of_other_puzzles() {
        let found = facts("slide:3x3", &Control::new()).unwrap();
        assert_eq!(found.states.as_deref(), Some("181440"));
        assert!(found.group.is_none() && found.no_group.unwrap().contains("not always possible"));
        let found = facts("a := (1,2,3)(4,5); b := (5,6);", &Control::new()).unwrap();
        assert_eq!(found.group.unwrap().order, "18");
        let cube = facts("3x3x3", &Control::new()).unwrap();
        assert!(!cube.gods_numbers.is_empty() && cube.about.is_some() && cube.notes.is_empty());
        assert_eq!(cube.states_up_to_rotation, None);
        let pocket = facts("2x2x2", &Control::new()).unwrap();
        assert_eq!(pocket.states_up_to_rotation.as_deref(), Some("3674160"));
        let twist = KeptFacts::Twist { set: "CORNERS".into(), count: 8, modulus: 3 };
        assert!(cube.group.unwrap().kept.contains(&twist));
        assert!(facts("no puzzle", &Control::new()).is_err());
    }

    #[test]
    fn levels_are_told_and_add_up() {
        let told = Mutex::new(Vec::new());
        let hear = |progress: Progress| {
            if let Progress::Level { distance, states } = progress {
                told.lock().unwrap().push((distance, states.to_string()));
            }
        };
        let control = Control::new().with_progress(&hear);
        for (puzzle, total) in [("m12", "95040"), ("slide:3x3", "181440")] {
            told.lock().unwrap().clear();
            let found = distances(puzzle, None, &control).unwrap();
            assert!(found.complete && found.total == total && !found.farthest.is_empty(), "{found:?}");
            let heard: Vec<_> = (0..).zip(found.counts.clone()).collect();
            assert_eq!(*told.lock().unwrap(), heard, "{puzzle}");
        }
        let shallow = distances("3x3x3", Some(3), &control).unwrap();
        // Known since 1981 (Singmaster's notes): 1, 18, 243, 3240.
        assert_eq!(shallow.counts, ["1", "18", "243", "3240"]);
        assert!(!shallow.complete);
        assert!(distances("7x7x7", None, &control).unwrap_err().message.contains("bytes"));
    }

    #[test]
    fn sequences_have_orders() {
        let found = order("3x3x3", "R U").unwrap();
        assert_eq!((found.order.as_str(), found.turns), ("105", 2));
        assert_eq!(found.cycles.len(), 2);
        assert_eq!(order("3x3x3", "R Q").unwrap_err().span, Some([2, 3]));
    }

    #[test]
    fn positions_are_judged() {
        let game = Game::new("3x3x3").unwrap();
        let solved = game.position();
        let solvability = |position: &str| solvability("3x3x3", position, false, &Control::new()).unwrap();
        assert_eq!(solvability(&solved).solvable, Some(true));
        let flipped = "UUUUUUUFURRRRRRRRRFUFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
        let verdict = solvability(flipped);
        assert_eq!(verdict.solvable, Some(false));
        assert!(verdict.reason.contains("flip"), "{}", verdict.reason);
    }
}
