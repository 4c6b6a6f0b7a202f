//! The library as a web page calls it: puzzles that can be drawn, played, scrambled and solved.
//!
//! Start at [`game::Game`] and [`jobs`]. Everything is plain Rust except [`bindings`] and [`work`], which know
//! JavaScript. Data are passed as text: JSON for records, usual notation for algorithms. Without the feature `work`,
//! what only a worker does is left out. The page itself therefore loads a small engine that plays and draws.
//!
//! ```
//! use permutant_web::game::Game;
//!
//! let mut game = Game::new("2x2x2")?;
//! game.play("R U")?;
//! assert!(!game.status().solved);
//! game.undo();
//! assert!(game.status().solved);
//! # Ok::<(), permutant_web::error::PageError>(())
//! ```

#[cfg(feature = "work")]
pub mod analysis_bindings;
#[cfg(feature = "work")]
pub mod analysis_panel;
#[cfg(feature = "work")]
pub mod bench;
#[cfg(feature = "work")]
pub mod bench_bindings;
pub mod bindings;
#[cfg(feature = "work")]
pub mod change_algorithm;
pub mod error;
#[cfg(feature = "work")]
pub mod events;
#[cfg(feature = "work")]
pub mod export;
pub mod game;
#[cfg(feature = "work")]
pub mod jobs;
pub mod out_of_place;
pub mod rows;
pub mod shelf;
pub mod source;
pub mod sticker_colours;
pub mod timeline;
pub mod twizzle;
#[cfg(all(test, feature = "work"))]
mod wire;
#[cfg(feature = "work")]
pub mod words;
#[cfg(feature = "work")]
pub mod work;
