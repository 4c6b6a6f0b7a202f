//! Table files on disk: whole or absent at any moment, one builder at a time, checked when opened; the memory that large
//! tables lie in; and the source from which solvers take them ([`TableFiles`]).
//!
//! ```
//! use permutant_search::table::Description;
//! use permutant_store::{TableDir, TableError};
//!
//! let directory = tempfile::tempdir()?;
//! let tables = TableDir::new(directory.path());
//! let description = Description {
//!     name: "example".into(),
//!     metric: "htm".into(),
//!     fingerprint: [0; 32],
//!     entry_bits: 8,
//!     entries: Some(4),
//! };
//! // Built the first time, opened from then on.
//! let table = tables.get_or_build(&description, || Ok::<_, TableError>(vec![0, 1, 2, 1]))?;
//! assert_eq!(table.entries(), [0, 1, 2, 1]);
//! table.verify()?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod huge_pages;
pub mod levels;
mod plain_file;
mod stamp;
pub mod table_dir;
pub mod table_error;
pub mod table_file;
pub mod table_files;
pub mod table_memory;

pub use huge_pages::HugePages;
pub use levels::LevelDir;
pub use table_dir::TableDir;
pub use table_error::TableError;
pub use table_file::TableFile;
pub use table_files::TableFiles;
pub use table_memory::{TableCheck, TableMemory};
