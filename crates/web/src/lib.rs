//! The library as a web page calls it: puzzles that can be drawn, played, scrambled and solved.
//!
//! Start at [`game::Game`] and [`jobs`]. Everything is plain Rust; [`bindings`] alone knows JavaScript. What goes over is text:
//! JSON for records, algorithms as people write them.
//!
//! ```
//! use permutant_web::game::Game;
//!
//! let mut game = Game::new("2x2x2")?;
//! game.play("R U")?;
//! assert!(!game.status().solved);
//! game.undo();
//! assert!(game.status().solved);
//! # Ok::<(), permutant_web::fault::Fault>(())
//! ```

pub mod bindings;
pub mod fault;
pub mod game;
pub mod jobs;
pub mod shelf;
