//! Search engines for any permutation puzzle.
//!
//! Start at [`space::Space`], which describes a puzzle to an engine, [`ida_star::IdaStar`], which finds shortest
//! solutions, and [`limits`], the limits and outcomes that all solvers share.
//!
//! ```
//! use permutant_puzzle::{catalog, metric::Metric};
//! use permutant_search::ida_star::IdaStar;
//! use permutant_search::limits::{Control, Limits};
//! use permutant_search::{pruning::PruningTable, puzzle_space::PuzzleSpace, sequences::Sequences};
//!
//! let puzzle = catalog::find("tetraminx")?.puzzle;
//! let (metric, goal) = (Metric::htm(), puzzle.solved().clone());
//! let space = PuzzleSpace::new(&puzzle, &puzzle.search_turns(&metric), &metric, &[goal.clone()])?;
//! let start = goal.after(&puzzle.turn("U").unwrap().transformation());
//! let start = space.pack(&puzzle, &start, &goal)?;
//! let (sequences, mut table) = (Sequences::new(&space), PruningTable::new(&space, 1 << 20));
//! let mut search = IdaStar::new(&space, &sequences, &mut table, &start, &Limits::default(), Control::new());
//! let shortest = search.next().unwrap();
//! assert_eq!(space.turns(shortest.moves[0])[0].to_string(), "U'");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod alternating;
pub mod beam;
pub mod bfs;
pub mod god;
pub mod guide;
pub mod ida_star;
pub mod limits;
mod mixing;
mod native;
pub mod parted;
pub mod pattern;
pub mod phases;
pub mod prefetch;
pub mod pruning;
pub mod puzzle_space;
pub mod random_walk;
pub mod reachable;
pub mod sequences;
pub mod shortcuts;
pub mod space;
pub mod symmetry;
pub mod table;
pub mod table_source;
pub mod threads;
