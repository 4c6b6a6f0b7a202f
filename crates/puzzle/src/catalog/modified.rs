//! Commercial puzzles that modify others: pieces are omitted, glued together, or distinguished.
//!
//! Start at [`MODIFIED`] and [`find`]. Each is a name for a variant described in words (see `variants.rs`).

use super::Line;
use super::names::plain;

/// A name for a variant.
pub(super) struct Modified {
    /// Its entry in the catalog.
    pub(super) line: Line,
    /// The variant, in words.
    pub(super) made_of: &'static str,
    /// The number of its positions, if moves are not always possible and it was counted.
    pub(super) states: Option<u64>,
}

const fn modified(names: &'static [&'static str; 1], about: &'static str, made_of: &'static str) -> Modified {
    Modified { line: Line { name: names[0], examples: names, about }, made_of, states: None }
}

/// All of these puzzles.
pub(super) static MODIFIED: [Modified; 5] = [
    modified(&["kilominx"], "megaminx of two layers: its corners alone", "megaminx without edges"),
    modified(
        &["void cube"],
        "3x3x3 without centres, so that two edges may seem exchanged",
        "3x3x3 without centers",
    ),
    modified(
        &["supercube"],
        "3x3x3 whose centres show how they are turned",
        "3x3x3 with centre orientations",
    ),
    // The block stays in place. If the whole puzzle were turned, other faces would be free.
    modified(
        &["fused cube"],
        "3x3x3 with a block of 2x2x2 in one piece",
        "3x3x3 with moves U,R,F with DBL fixed",
    ),
    // The one free corner is UFR; seven corners are glued to edges, the other five edges to centres (Jaap Scherphuis, Jaap's
    // Puzzle Page, Bicube, which also counts the positions).
    Modified {
        line: Line {
            name: "bicube",
            examples: &["bicube"],
            about: "bandaged cube: all pieces but a corner are glued in pairs",
        },
        made_of: "3x3x3 with centre orientations with UF+UFL glued with UR+UBR glued with FR+DFR glued \
                  with UB+UBL glued with FL+DFL glued with DR+DBR glued with BL+DBL glued with U+UL glued \
                  with R+BR glued with F+DF glued with L+DL glued with D+DB+B glued",
        states: Some(1_108_800),
    },
];

/// The puzzle of this name.
pub(super) fn find(name: &str) -> Option<&'static Modified> {
    let name = plain(name);
    MODIFIED.iter().find(|modified| plain(modified.line.name) == name)
}
