//! The two styles of rows in files of twsearch: numbers from 1, as ksolve has them, or from 0, as KPuzzle has them.
//!
//! Start at [`Style`]. Readers recognise the style from the command; writers take it as an argument.

/// How blocks of rows are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `Solved`, `Move` and `Scramble`: numbers from 1, orientations of a move by the piece that moved. Every program reads it.
    FromOne,
    /// `StartState`, `MoveTransformation` and `ScrambleState`: numbers from 0, orientations of a move by slot.
    FromZero,
}

impl Style {
    /// The number of the first piece.
    pub(super) fn first(self) -> u32 {
        u32::from(self == Style::FromOne)
    }

    /// The command that begins a move.
    pub(super) fn of_move(self) -> &'static str {
        match self {
            Style::FromOne => "Move",
            Style::FromZero => "MoveTransformation",
        }
    }
}
