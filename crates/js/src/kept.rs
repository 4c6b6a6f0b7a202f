//! Puzzles with what is kept of them from one request to the next: solvers and their tables, groups, words.
//!
//! Start at [`Shelf`]. A request names its puzzle in full, so that an engine that was started anew answers like the one before it.

use crate::fault::Fault;
use crate::request::{self, Source};
use permutant::analysis::group::report::GroupReport;
use permutant::analysis::group::words::PuzzleWords;
use permutant::listed_moves::{self, Reading};
use permutant::model::Model;
use permutant::solver::Solver;
use self_cell::self_cell;
use std::rc::Rc;

self_cell!(
    /// A solver together with its puzzle.
    struct KeptSolver {
        owner: Box<Model>,

        #[not_covariant]
        dependent: Solver,
    }
);

/// A puzzle, with what is kept of it.
pub(crate) struct Kept {
    source: Source,
    solver: KeptSolver,
    /// The group, once it was asked for.
    pub(crate) group: Option<Rc<GroupReport>>,
    /// The words made last, and the name of their metric.
    pub(crate) words: Option<(String, Rc<PuzzleWords>)>,
}

impl Kept {
    fn new(source: Source) -> Result<Self, Fault> {
        let model = match &source {
            Source::Name(name) => Model::find(name).map_err(|fault| Fault::not_found(name, &fault))?,
            Source::Definition(text) => {
                Model::from_any(text).map_err(|fault| Fault::no_model(text, &fault))?
            }
            Source::Moves { name, moves, solved, reading } => {
                let reading = match reading {
                    request::Reading::ReplacedBy => Reading::ReplacedBy,
                    request::Reading::MovedTo => Reading::MovedTo,
                };
                listed_moves::model(name, moves, solved.clone(), reading)
                    .map_err(|fault| Fault::unsupported(&fault))?
            }
        };
        let solver = KeptSolver::new(Box::new(model), |model| Solver::new(model));
        Ok(Kept { source, solver, group: None, words: None })
    }

    /// The puzzle.
    pub(crate) fn model(&self) -> &Model {
        self.solver.borrow_owner()
    }

    /// Does work with the solver.
    pub(crate) fn with_solver<T>(&self, work: impl FnOnce(&Model, &Solver<'_>) -> T) -> T {
        self.solver.with_dependent(|model, solver| work(model, solver))
    }
}

/// How many puzzles are kept. Their tables take most of the memory.
const MOST: usize = 4;

/// The puzzles that requests were about last, the last one first.
#[derive(Default)]
pub(crate) struct Shelf(Vec<Kept>);

impl Shelf {
    /// The puzzle of a request.
    pub(crate) fn get(&mut self, source: Source) -> Result<&mut Kept, Fault> {
        let kept = match self.0.iter().position(|kept| kept.source == source) {
            Some(at) => self.0.remove(at),
            None => Kept::new(source)?,
        };
        self.0.insert(0, kept);
        self.0.truncate(MOST);
        Ok(&mut self.0[0])
    }
}
