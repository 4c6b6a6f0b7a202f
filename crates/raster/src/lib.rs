//! Pictures of puzzles as PNG: the same canvas that `permutant_puzzle` writes as SVG, painted without fonts.
//!
//! ```
//! use permutant_puzzle::catalog;
//! use permutant_puzzle::picture::{Canvas, Depiction, Look, Style};
//!
//! let entry = catalog::find("c v 0")?;
//! let look = Look::Solid(entry.shape.ok_or("it is cut from a solid")?);
//! let solved = entry.puzzle.solved();
//! let picture = look.picture(solved, solved, &Depiction::default());
//! let bytes = permutant_raster::png(&Canvas::new(&picture, Style { width: 100, ..Style::default() }))?;
//! assert!(bytes.starts_with(b"\x89PNG"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod png;
mod strokes;

pub use png::{RasterError, png};
