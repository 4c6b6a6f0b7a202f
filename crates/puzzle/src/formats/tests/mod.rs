//! Tests across all formats, and shared texts.

mod errors;
mod golden;
mod kociemba;
mod meaning;
mod mutations;
mod round_trips;

use crate::definition::Definition;
use crate::diagnostic::Diagnostic;
use std::path::{Path, PathBuf};

/// The folder of the corpus.
fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/tws")
}

fn text(name: &str) -> String {
    let path = corpus().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Names and texts of the definitions in the corpus.
fn definitions() -> Vec<(String, String)> {
    let mut names: Vec<String> = (std::fs::read_dir(corpus().join("pg")).unwrap())
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names.len(), 17);
    names.into_iter().map(|name| (name.clone(), text(&format!("pg/{name}")))).collect()
}

/// Reads a text, and panics with the error in it otherwise.
fn ok<T>(text: &str, result: Result<T, Diagnostic>) -> T {
    result.unwrap_or_else(|fault| panic!("{}: `{}`: {fault}", fault.position(text), fault.token(text)))
}

/// The definition without comments, which not every format preserves.
fn bare(definition: &Definition) -> Definition {
    Definition { comments: Vec::new(), ..definition.clone() }
}

/// A 2x2x1 with glued pieces, limits and a fixed centre that the moves turn: every feature of ksolve.
const GLUED: &str = "# a slab with a bar across
Name glued slab

Set PIECE 4 2
Set CENTRE 1 1
Solved
PIECE
1 2 3 4
End
Move A
PIECE
2 1 3 4
1 1 0 0
End
Move B
PIECE
1 2 4 3
0 0 1 1
CENTRE
1
1
End
Move C
PIECE
2 3 4
1
End

Ignore
PIECE
1 1 0 0
1 1 0 0
End
Block
PIECE
3 CENTRE 1 End
Block PIECE 1 2 End
ForbiddenPairs
A B
C' A
End
ForbiddenGroups
A B C2
C C2
End
MoveLimits
C* 3
C2 1
End
ParallelMoves A B End
Multiplicators 2 2 3 ' End
";
