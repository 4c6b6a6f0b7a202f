//! What can be asked, as it is written in JSON.
//!
//! Start at [`Request`]: `{"puzzle": {"name": "3x3x3"}, "call": "solve", "position": {"text": "R U"}, "options": {"optimal": true}}`.

use serde::Deserialize;

/// A request.
#[derive(Clone, Debug, Deserialize)]
pub struct Request {
    /// The puzzle that it is about; only the list of puzzles is about none.
    pub puzzle: Option<Source>,
    /// What is asked.
    #[serde(flatten)]
    pub call: Call,
}

/// What a puzzle is made from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Source {
    /// A name of the catalog, or a description of cuts.
    Name(String),
    /// The text of a definition.
    Definition(String),
    /// Lists, each a move.
    Moves {
        /// The name of the puzzle.
        name: String,
        /// The moves by their names.
        moves: Vec<(String, Vec<u16>)>,
        /// The piece by point of the solved puzzle.
        solved: Vec<u16>,
        /// How lists are read.
        reading: Reading,
    },
}

/// How the list of a move is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Reading {
    /// After the move, point i holds what was at the point of entry i.
    #[serde(rename = "replaced by")]
    ReplacedBy,
    /// The content of point i goes to the point of entry i.
    #[serde(rename = "moved to")]
    MovedTo,
}

/// A position as it was given: a text, with the symbols of its faces if they are not the usual ones, or stickers.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Given {
    /// Any text from which the library reads a position.
    #[serde(default)]
    pub text: String,
    /// The symbols of the faces in a facelet string.
    pub faces: Option<String>,
    /// The number of the face by sticker, instead of a text.
    pub stickers: Option<Vec<u16>>,
}

/// An element of a group: a permutation of its points, or a position or an algorithm.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Element {
    /// By point, counted from 0, the point to which it goes.
    Permutation {
        /// The list.
        permutation: Vec<u32>,
    },
    /// A text, or stickers.
    Given(Given),
}

/// What is asked of a puzzle.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "call", rename_all = "kebab-case", rename_all_fields = "camelCase")]
pub enum Call {
    /// The catalog.
    Puzzles,
    /// The names of its moves and faces.
    Puzzle,
    /// Its definition in a format of other programs.
    Definition {
        /// The format.
        format: String,
    },
    /// A position.
    Position {
        /// The position.
        position: Given,
    },
    /// The position after an algorithm.
    After {
        /// The position before.
        position: Given,
        /// The algorithm.
        algorithm: String,
    },
    /// The position that undoes another one.
    Inverse {
        /// The other one.
        position: Given,
    },
    /// Whether an algorithm solves a position.
    Verify {
        /// The position.
        position: Given,
        /// The algorithm.
        algorithm: String,
    },
    /// Why a position cannot be solved.
    Obstacle {
        /// The position.
        position: Given,
    },
    /// What makes a position of the solved one, as a permutation of the points of the group.
    Permutation {
        /// The position.
        position: Given,
    },
    /// A picture as SVG.
    Picture {
        /// The position.
        position: Given,
        /// How it is drawn.
        #[serde(default)]
        options: Drawing,
    },
    /// One solution; with `improve`, the caller gets ever shorter ones meanwhile.
    Solve {
        /// The position.
        position: Given,
        /// How it is solved.
        #[serde(default)]
        options: Solving,
    },
    /// Several solutions, shortest first.
    Solutions {
        /// The position.
        position: Given,
        /// How many; without it all of the shortest length, or all up to `max_length`.
        count: Option<u64>,
        /// How it is solved.
        #[serde(default)]
        options: Solving,
    },
    /// A solution of each of many positions.
    SolveMany {
        /// The positions.
        positions: Vec<Given>,
        /// Whether the first fault ends the work.
        #[serde(default)]
        stops: bool,
        /// How they are solved; limits hold for each of them.
        #[serde(default)]
        options: Solving,
    },
    /// Scrambles.
    Scrambles {
        /// The seed.
        seed: u64,
        /// How many.
        count: u64,
        /// So many random moves, instead of a random state.
        moves: Option<u32>,
        /// Algorithms of exactly this length.
        length: Option<u32>,
    },
    /// The order of an algorithm.
    Order {
        /// The algorithm.
        algorithm: String,
    },
    /// The orders of all elements of the group, or of many sequences.
    Orders {
        /// Which sequences.
        #[serde(default)]
        options: Census,
    },
    /// The number of states at each distance.
    God {
        /// What is counted.
        #[serde(default)]
        options: Counting,
    },
    /// The group of the moves.
    Group,
    /// Whether moves can make an element.
    Member {
        /// The element.
        element: Element,
    },
    /// An algorithm that makes an element.
    Factor {
        /// The element.
        element: Element,
        /// How much is done for a short one.
        #[serde(default)]
        options: Factoring,
    },
}

/// Bytes that tables may take unless the caller says otherwise: what a phone grants to a page.
pub const MEMORY: u64 = 256 << 20;

/// How a position is solved.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Solving {
    /// The name of the method.
    pub method: String,
    /// Whether only a shortest solution will do.
    pub optimal: bool,
    /// Whether shorter solutions are searched after the first.
    pub improve: bool,
    /// The least length that counts as a solution.
    pub min_length: u32,
    /// The greatest length that is searched.
    pub max_length: Option<u32>,
    /// Seconds after which the search ends.
    pub time_limit: Option<f64>,
    /// States after which the search ends.
    pub max_nodes: Option<u64>,
    /// The name of the metric.
    pub metric: String,
    /// The moves that solutions are made of, if not all.
    pub moves: Vec<String>,
    /// The position to reach, if not the solved one.
    pub to: Option<Given>,
    /// Bytes that tables may take.
    pub memory: u64,
    /// Whether tables that make answers much shorter are built first.
    pub builds: bool,
}

impl Default for Solving {
    fn default() -> Self {
        Solving {
            method: "auto".into(),
            optimal: false,
            improve: false,
            min_length: 0,
            max_length: None,
            time_limit: None,
            max_nodes: None,
            metric: "htm".into(),
            moves: Vec::new(),
            to: None,
            memory: MEMORY,
            builds: false,
        }
    }
}

/// Which orders are counted: without a length and a sample, those of all elements of the group.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Census {
    /// Of all canonical sequences up to this length.
    pub length: Option<u32>,
    /// Of so many random sequences.
    pub sample: Option<u64>,
    /// The seed of the sample.
    pub seed: u64,
    /// The moves of which sequences are made, if not all.
    pub moves: Vec<String>,
    /// The name of the metric.
    pub metric: String,
    /// Bytes that the count may take.
    pub memory: u64,
}

impl Default for Census {
    fn default() -> Self {
        Census {
            length: None,
            sample: None,
            seed: 0,
            moves: Vec::new(),
            metric: "htm".into(),
            memory: MEMORY,
        }
    }
}

/// Which states are counted by their distance.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct Counting {
    /// The name of the metric.
    pub metric: String,
    /// The moves, if not all.
    pub moves: Vec<String>,
    /// The greatest distance that is counted.
    pub depth: Option<u64>,
    /// How many farthest states are told.
    pub antipodes: usize,
    /// Bytes that the count may take.
    pub memory: u64,
}

impl Default for Counting {
    fn default() -> Self {
        Counting { metric: "htm".into(), moves: Vec::new(), depth: None, antipodes: 1, memory: MEMORY }
    }
}

/// How a word for an element is found.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Factoring {
    /// `table`, `search` or `beam`.
    pub effort: String,
    /// The width of a beam.
    pub width: usize,
    /// The name of the metric.
    pub metric: String,
}

impl Default for Factoring {
    fn default() -> Self {
        Factoring { effort: "beam".into(), width: 500, metric: "qtm".into() }
    }
}

/// How a position is drawn.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Drawing {
    /// `solid`, `net` or `stereographic`.
    pub view: String,
    /// `usual` or `safe`.
    pub scheme: String,
    /// `clear`, `light` or `dark`.
    pub theme: String,
    /// Whether stickers bear letters.
    pub letters: bool,
    /// The width in pixels.
    pub width: u32,
}

impl Default for Drawing {
    fn default() -> Self {
        Drawing {
            view: "solid".into(),
            scheme: "usual".into(),
            theme: "clear".into(),
            letters: false,
            width: 400,
        }
    }
}
