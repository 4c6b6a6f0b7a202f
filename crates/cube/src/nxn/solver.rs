//! Solves an NxNxN cube of any size by reduction to the 3x3x3.
//!
//! Start at [`Reduction`]. Centres first, with the parity of the wings, then wings, then the 3x3x3 that is left by two phases.
//! A solution is replayed on the stickers before it is handed out.

use super::centres::{self, CentreExchanges};
use super::pieces::{Pieces, Unsolvable, as_3x3x3, as_it_stands, seen_from_centres};
use super::stickers::Stickers;
use super::turn::{Count, Turn, length, spell};
use super::wings;
use crate::facelet;
use crate::two_phase;
use permutant_search::limits::{Control, Limits, Outcome, StopReason};
use std::sync::OnceLock;

/// Nodes of the search for a short end of a solution.
const LAST_NODES: u64 = 2_000_000;

/// A part of a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phase {
    /// What it does.
    pub name: &'static str,
    /// Its turns.
    pub turns: Vec<Turn>,
}

/// A solution, replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reduced {
    /// N.
    pub size: usize,
    /// What it counts.
    pub count: Count,
    /// The parts in order.
    pub phases: Vec<Phase>,
    /// All turns, merged where parts meet.
    pub turns: Vec<Turn>,
}

impl Reduced {
    /// What it counts.
    pub fn length(&self) -> u32 {
        length(self.size, &self.turns, self.count)
    }
}

/// Why there is no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReductionFault {
    /// None exists.
    #[error(transparent)]
    Unsolvable(#[from] Unsolvable),
    /// A limit was reached first.
    #[error("{0}")]
    Stopped(StopReason),
}

/// A solver for cubes of any size, counting in one way. What it needs is found when it is first used.
#[derive(Debug)]
pub struct Reduction {
    count: Count,
    exchanges: OnceLock<CentreExchanges>,
    last: two_phase::Solver,
}

impl Reduction {
    /// A solver that ends with this solver of the 3x3x3.
    pub fn new(count: Count, last: two_phase::Solver) -> Self {
        Reduction { count, exchanges: OnceLock::new(), last }
    }

    /// A solution.
    ///
    /// # Errors
    ///
    /// [`ReductionFault`]: that there is none, or that `control` stopped it.
    pub fn solve(&self, cube: &Stickers<u8>, control: &Control<'_>) -> Result<Reduced, ReductionFault> {
        let start = seen_from_centres(cube)?;
        let size = start.size();
        let mut cube = start.clone();
        let mut phases = Vec::new();
        let mut phase = |name, turns: Vec<Turn>| {
            if !turns.is_empty() {
                phases.push(Phase { name, turns: spell(size, &turns, self.count) });
            }
        };
        Pieces::read(&cube)?;
        let exchanges = self.exchanges.get_or_init(|| CentreExchanges::new(self.count));
        for (stage, name) in ["centres of U and D", "pairs of centres", "centres"].into_iter().enumerate() {
            let turns =
                centres::solve(&mut cube, exchanges, stage, control).map_err(ReductionFault::Stopped)?;
            phase(name, turns);
            // Where middle layers have turned, the fixed centres have.
            cube = seen_from_centres(&cube)?;
            if stage == 0 {
                let parity = wings::parity(&Pieces::read(&cube)?);
                cube.turns(&parity);
                phase("parity", parity);
            }
        }
        let pieces = Pieces::read(&cube)?;
        let paired = wings::pair(&mut cube, &pieces, self.count, control).map_err(ReductionFault::Stopped)?;
        phase("edges", paired);
        let last = self.last(&cube, control)?;
        phase("3x3x3", last);
        Ok(self.checked(&start, phases))
    }

    /// The phases as a solution, replayed.
    fn checked(&self, start: &Stickers<u8>, phases: Vec<Phase>) -> Reduced {
        let size = start.size();
        let all: Vec<Turn> = phases.iter().flat_map(|phase| &phase.turns).copied().collect();
        let turns = spell(size, &all, self.count);
        let mut replayed = start.clone();
        replayed.turns(&turns);
        assert!(replayed.is_solved(), "a solution must solve the cube");
        Reduced { size, count: self.count, phases, turns }
    }

    /// The end of a solution, where wings are paired and centres solved.
    fn last(&self, cube: &Stickers<u8>, control: &Control<'_>) -> Result<Vec<Turn>, ReductionFault> {
        let size = cube.size();
        let cube = as_it_stands(cube).ok_or(ReductionFault::Stopped(StopReason::Nodes))?;
        let reduced = facelet::read(&as_3x3x3(&cube, size / 2))
            .map_err(|fault| ReductionFault::Unsolvable(Unsolvable::Pieces(fault.message)))?;
        let limits = Limits { max_nodes: Some(LAST_NODES), ..Limits::default() };
        match self.last.solve(&reduced, &limits, control) {
            Outcome::Found(solution) => Ok(solution
                .moves
                .iter()
                .map(|turn| Turn::face(size, turn.face().index(), turn.quarters()))
                .collect()),
            Outcome::LimitReached(reason) => Err(ReductionFault::Stopped(reason)),
            Outcome::ProvenNone => {
                let reason =
                    reduced.check_solvable().expect_err("only what cannot be solved has no solution");
                Err(Unsolvable::Laws(super::pieces::Reason(reason)).into())
            }
        }
    }
}
