//! A puzzle as data: the common representation that all formats are read into and written from.
//!
//! Start at [`Definition`]. It contains only what a file states; [`crate::puzzle::Puzzle`] is a checked definition
//! with computed moves. Names of orbits and moves keep their spelling and order.

use crate::orbit::Orbit;
use crate::state::State;
use crate::transformation::Transformation;

/// The role of a named move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A generator of the puzzle's group: a search uses it and its powers.
    Turn,
    /// A turn of the whole puzzle in space; free in most metrics, never searched.
    Rotation,
    /// A name for use in algorithms; never searched.
    Named,
}

/// The content of a named move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Given slot by slot.
    Given(Transformation),
    /// Given as an algorithm of other moves.
    Sequence(String),
}

/// A named move of the definition, which also determines its powers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    /// The name of the single move, as `R`.
    pub name: String,
    /// How it takes part.
    pub role: Role,
    /// What it does.
    pub action: Action,
}

/// Another spelling of a move, for reading only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// The other spelling.
    pub name: String,
    /// What it stands for: a move of the puzzle, possibly with an amount.
    pub stands_for: String,
}

/// Pieces that must never occupy a slot; a move that brings one there is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// Number of the orbit.
    pub orbit: usize,
    /// The slot, from 0.
    pub slot: u16,
    /// The pieces, from 0, as numbered in the solved state.
    pub pieces: Vec<u16>,
}

/// Pieces glued together (bandaged): a move is possible only if it moves all of them or none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Number of the orbit and piece (from 0, as numbered in the solved state).
    pub pieces: Vec<(usize, u16)>,
}

/// A limit on how often moves may occur in a solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveLimit {
    /// The move with its amount as written (`F2`), or a name with `*` for all its powers (`F*`).
    pub moves: String,
    /// Most occurrences.
    pub most: u32,
}

/// Values that scrambles may omit, by orbit: pieces whose place or orientation need not be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignore {
    /// Number of the orbit.
    pub orbit: usize,
    /// By piece of the solved state's slots: its place may be left out.
    pub places: Vec<bool>,
    /// By piece of the solved state's slots: its orientation may be left out.
    pub orientations: Vec<bool>,
}

/// Further rules that restrict the moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restrictions {
    /// Pieces that must not occupy a slot.
    pub illegal: Vec<Illegal>,
    /// Pieces glued together.
    pub blocks: Vec<Block>,
    /// The second move must not directly follow the first; names as written, with their amounts.
    pub forbidden_pairs: Vec<(String, String)>,
    /// No two moves of one group may follow each other directly.
    pub forbidden_groups: Vec<Vec<String>>,
    /// Limits on how often moves may occur.
    pub move_limits: Vec<MoveLimit>,
    /// Values that scrambles may omit.
    pub ignore: Vec<Ignore>,
}

/// A puzzle as a file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// The orbits; their order is that of all rows.
    pub orbits: Vec<Orbit>,
    /// The solved state. Identical pieces share a number there.
    pub solved: State,
    /// The moves, in the order in which they are listed.
    pub generators: Vec<Generator>,
    /// Other spellings.
    pub aliases: Vec<Alias>,
    /// Further rules.
    pub restrictions: Restrictions,
    /// Lines of comment at the head of the file.
    pub comments: Vec<String>,
}

impl Definition {
    /// A definition without moves, with all pieces distinct.
    pub fn new(name: impl Into<String>, orbits: Vec<Orbit>) -> Self {
        Definition {
            name: name.into(),
            solved: State::identity(&orbits),
            orbits,
            generators: Vec::new(),
            aliases: Vec::new(),
            restrictions: Restrictions::default(),
            comments: Vec::new(),
        }
    }

    /// The number of an orbit by its name.
    pub fn orbit(&self, name: &str) -> Option<usize> {
        self.orbits.iter().position(|orbit| orbit.name == name)
    }
}
