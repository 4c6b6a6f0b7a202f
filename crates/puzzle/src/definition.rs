//! What a puzzle is, as data: the one meaning that every format is read into and written from.
//!
//! Start at [`Definition`]. It says only what a file says; [`crate::puzzle::Puzzle`] is a definition that was
//! checked and whose moves were worked out. Names of orbits and moves are kept as written, in their order.

use crate::orbit::Orbit;
use crate::state::State;
use crate::transformation::Transformation;

/// How a named move takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A generator of the puzzle's group: a search uses it and its powers.
    Turn,
    /// The whole puzzle is turned in space; free in most metrics, never searched.
    Rotation,
    /// Known by name in algorithms, and not searched.
    Named,
}

/// What a named move is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Given slot by slot.
    Given(Transformation),
    /// Given as an algorithm of other moves.
    Sequence(String),
}

/// A move as the definition names it; its powers follow from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    /// The name of the move once, as `R`.
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

/// Pieces that must never come to stand in a slot; a move that brings one there is not possible.
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

/// What scrambles may leave out, by orbit: pieces whose place or orientation need not be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ignore {
    /// Number of the orbit.
    pub orbit: usize,
    /// By piece of the solved state's slots: its place may be left out.
    pub places: Vec<bool>,
    /// By piece of the solved state's slots: its orientation may be left out.
    pub orientations: Vec<bool>,
}

/// Rules about which moves may be made when, beyond the moves themselves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Restrictions {
    /// Pieces that must not stand in a slot.
    pub illegal: Vec<Illegal>,
    /// Pieces glued together.
    pub blocks: Vec<Block>,
    /// The second move must not directly follow the first; names as written, with their amounts.
    pub forbidden_pairs: Vec<(String, String)>,
    /// No two moves of one group may follow each other directly.
    pub forbidden_groups: Vec<Vec<String>>,
    /// Limits on how often moves may occur.
    pub move_limits: Vec<MoveLimit>,
    /// What scrambles may leave out.
    pub ignore: Vec<Ignore>,
}

/// A puzzle as a file describes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// The orbits; their order is that of all rows.
    pub orbits: Vec<Orbit>,
    /// The solved state. Pieces that look alike share a number there.
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
    /// A definition without moves, every piece told apart.
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
