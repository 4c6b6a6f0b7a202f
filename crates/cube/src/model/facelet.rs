//! The cube as its 54 stickers, and the conversion to pieces and back.
//!
//! Start at [`read`], which converts text to pieces and reports errors as a [`Diagnostic`] with the position in the text, or at
//! [`FaceCube`] for the intermediate steps. A facelet string lists the faces U R F D L B, each row by row as in the usual net,
//! in any six symbols. A colour denotes the face whose centre has this colour. A cube that is held differently or has other
//! colours is therefore read relative to its centres, and a solution turns the faces in the given position. White space is
//! skipped.
//!
//! Solvability is not checked here but in [`crate::model::solvability`].

use crate::model::cubie::{Corners, CubieCube, Edges, PieceKind};
use crate::model::moves::Face;
use permutant_puzzle::diagnostic::Diagnostic;
use std::fmt;
use std::ops::Range;

/// Number of facelets, 6 · 9.
pub const FACELETS: usize = 54;

/// Facelets of each corner place, clockwise from the one on U or D, as 9 · face + row-major position.
pub(crate) const CORNER_FACELETS: [[u8; 3]; 8] = [
    [8, 9, 20],   // URF: U9 R1 F3
    [6, 18, 38],  // UFL: U7 F1 L3
    [0, 36, 47],  // ULB: U1 L1 B3
    [2, 45, 11],  // UBR: U3 B1 R3
    [29, 26, 15], // DFR: D3 F9 R7
    [27, 44, 24], // DLF: D1 L9 F7
    [33, 53, 42], // DBL: D7 B9 L7
    [35, 17, 51], // DRB: D9 R9 B7
];

/// Facelets of each edge place, the one that tells its flip first.
pub(crate) const EDGE_FACELETS: [[u8; 2]; 12] = [
    [5, 10],  // UR: U6 R2
    [7, 19],  // UF: U8 F2
    [3, 37],  // UL: U4 L2
    [1, 46],  // UB: U2 B2
    [32, 16], // DR: D6 R8
    [28, 25], // DF: D2 F8
    [30, 43], // DL: D4 L8
    [34, 52], // DB: D8 B8
    [23, 12], // FR: F6 R4
    [21, 41], // FL: F4 L6
    [50, 39], // BL: B6 L4
    [48, 14], // BR: B4 R6
];

/// A facelet; shown by face and number as `U1` … `B9`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facelet {
    /// The face it lies on.
    pub face: Face,
    /// Its number there, row by row from 1.
    pub number: u8,
}

impl Facelet {
    /// The facelet at a place in the string of a cube with this many facelets per face.
    pub(crate) fn at(index: usize, per_face: usize) -> Facelet {
        Facelet { face: Face::ALL[index / per_face], number: (index % per_face + 1) as u8 }
    }

    fn index(self, per_face: usize) -> usize {
        per_face * self.face.index() + usize::from(self.number) - 1
    }
}

impl fmt::Display for Facelet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.face, self.number)
    }
}

/// The colours of all facelets. Each colour is represented by the face whose centre has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FaceCube {
    facelets: [Face; FACELETS],
}

/// An error in a facelet string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FaceletError {
    /// Too many or too few symbols.
    #[error("{found} facelets: expected {expected}, {} for each of U R F D L B", .expected / 6)]
    Count {
        /// Number of facelets of the cube.
        expected: usize,
        /// Number of symbols that are not white space.
        found: usize,
        /// Bytes of the first symbol that is too much, or the end of the text.
        span: Range<usize>,
    },
    /// Two centres have one colour.
    #[error("the centres of {} and {} are both '{symbol}': expected six different colours", .first.face, .second.face)]
    CentreTwice {
        /// The colour.
        symbol: char,
        /// A centre that has it.
        first: Facelet,
        /// Another centre that has it.
        second: Facelet,
    },
    /// A symbol that no centre has.
    #[error("facelet {at} is '{symbol}', which is the colour of no centre: the centres are {centres}")]
    NotACentre {
        /// The symbol.
        symbol: char,
        /// Where it was found first.
        at: Facelet,
        /// The six symbols of the centres in the order U R F D L B.
        centres: String,
    },
    /// The number of facelets of a colour is not that of a face.
    #[error("colour '{symbol}' occurs {count} times: expected {expected}")]
    ColourCount {
        /// How often each colour should occur.
        expected: usize,
        /// The colour.
        symbol: char,
        /// How often it occurs.
        count: usize,
    },
    /// The colours of a cube without centres do not show which of them are opposite.
    #[error(
        "colour '{symbol}' meets {met} other colours at the corners: expected 4, all but the opposite one"
    )]
    Scheme {
        /// The colour.
        symbol: char,
        /// How many other colours share a corner with it.
        met: usize,
    },
    /// A place has colours that no piece has.
    #[error("the {kind} at {place} shows {colours}: there is no such {kind}, {why}")]
    NoSuchPiece {
        /// Corner or edge.
        kind: PieceKind,
        /// Name of the place.
        place: &'static str,
        /// The colours shown there.
        colours: String,
        /// Why no piece looks so.
        why: Impossible,
        /// The facelets of that place.
        facelets: Vec<Facelet>,
    },
    /// A piece occurs twice, so another is missing.
    #[error("the {kind} {piece} occurs twice, at {first} and at {second}, but not {missing}")]
    PieceTwice {
        /// Corner or edge.
        kind: PieceKind,
        /// The piece.
        piece: &'static str,
        /// Where it is.
        first: &'static str,
        /// Where it is too.
        second: &'static str,
        /// The piece that is missing; where several are, their names with commas.
        missing: String,
        /// The facelets of the second place.
        facelets: Vec<Facelet>,
    },
}

/// The reason why no piece has these colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Impossible {
    /// One colour occurs twice.
    SameColour,
    /// Two colours are those of opposite faces.
    OppositeColours,
    /// The colours of a corner are in mirrored order.
    Mirrored,
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Impossible::SameColour => "one colour occurs twice",
            Impossible::OppositeColours => "colours of opposite faces never meet",
            Impossible::Mirrored => "its colours are in the reverse order",
        })
    }
}

impl FaceletError {
    /// The same error with its position in the text.
    pub fn diagnostic(&self, text: &str) -> Diagnostic {
        let spans: Vec<Range<usize>> = symbols(text).take(FACELETS).map(|(span, _)| span).collect();
        let end = text.len()..text.len();
        let span_of =
            |facelet: &Facelet| spans.get(facelet.index(spans.len() / 6)).cloned().unwrap_or(end.clone());
        match self {
            FaceletError::Count { found, expected, span } => {
                Diagnostic::new(span.clone(), format!("{found} facelets"))
                    .expected(format!("{expected} facelets, {} for each of U R F D L B", expected / 6))
            }
            FaceletError::CentreTwice { second, .. } => Diagnostic::new(span_of(second), self.to_string()),
            FaceletError::NotACentre { at, symbol, centres } => Diagnostic::new(
                span_of(at),
                format!("facelet {at} is '{symbol}', which is the colour of no centre"),
            )
            .expected(format!("one of {centres}")),
            FaceletError::ColourCount { symbol, count, expected } => {
                // The first symbol that is too much, or the last one there is.
                let mut places = symbols(text).filter(|(_, c)| c == symbol).map(|(span, _)| span);
                let place = places.nth((*count).clamp(1, expected + 1) - 1).unwrap_or(end);
                Diagnostic::new(place, format!("colour '{symbol}' occurs {count} times"))
                    .expected(format!("{expected} of each colour"))
            }
            FaceletError::Scheme { .. } => Diagnostic::new(0..text.len(), self.to_string()),
            FaceletError::NoSuchPiece { facelets, .. } | FaceletError::PieceTwice { facelets, .. } => {
                let span = facelets.first().map_or(end.clone(), span_of);
                let places: Vec<String> = facelets.iter().map(ToString::to_string).collect();
                Diagnostic::new(span, self.to_string()).help(format!("look at facelets {}", places.join(" ")))
            }
        }
    }
}

/// The symbols of a text that are not white space, with their bytes.
fn symbols(text: &str) -> impl Iterator<Item = (Range<usize>, char)> {
    text.char_indices().filter(|(_, c)| !c.is_whitespace()).map(|(at, c)| (at..at + c.len_utf8(), c))
}

/// The `N` symbols of a text, without white space, or an error if their number is wrong.
pub(crate) fn read_symbols<const N: usize>(text: &str) -> Result<[char; N], FaceletError> {
    let mut seen = ['\0'; N];
    let mut found = 0;
    let mut surplus = None;
    for (span, c) in symbols(text) {
        match seen.get_mut(found) {
            Some(place) => *place = c,
            None => {
                surplus.get_or_insert(span);
            }
        }
        found += 1;
    }
    if found == N {
        return Ok(seen);
    }
    Err(FaceletError::Count { found, expected: N, span: surplus.unwrap_or(text.len()..text.len()) })
}

/// Reads a facelet string and converts it to pieces. The cube may still be unsolvable.
///
/// ```
/// let cube = permutant_cube::model::facelet::read("UUUUUUUUU RRRRRRRRR FFFFFFFFF DDDDDDDDD LLLLLLLLL BBBBBBBBB").unwrap();
/// assert_eq!(cube, permutant_cube::model::cubie::CubieCube::SOLVED);
/// ```
pub fn read(text: &str) -> Result<CubieCube, Diagnostic> {
    FaceCube::parse(text).and_then(|faces| faces.cubies()).map_err(|error| error.diagnostic(text))
}

impl FaceCube {
    /// Reads 54 symbols, ignoring white space. The centres define the meaning of the colours. O(length of the text), with memory
    /// for 54 symbols only.
    pub fn parse(text: &str) -> Result<FaceCube, FaceletError> {
        FaceCube::from_symbols(&read_symbols(text)?)
    }

    /// Colours from 54 symbols in the order of facelet strings.
    pub fn from_symbols(symbols: &[char; FACELETS]) -> Result<FaceCube, FaceletError> {
        let centre = |face: Face| Facelet { face, number: 5 };
        let meaning =
            |symbol: char| Face::ALL.into_iter().find(|&face| symbols[centre(face).index(9)] == symbol);
        for face in Face::ALL {
            let symbol = symbols[centre(face).index(9)];
            if let Some(first) = meaning(symbol).filter(|&first| first != face) {
                return Err(FaceletError::CentreTwice { symbol, first: centre(first), second: centre(face) });
            }
        }
        let mut facelets = [Face::U; FACELETS];
        for (at, &symbol) in symbols.iter().enumerate() {
            facelets[at] = meaning(symbol).ok_or_else(|| FaceletError::NotACentre {
                symbol,
                at: Facelet::at(at, 9),
                centres: Face::ALL.map(|face| symbols[centre(face).index(9)].to_string()).join(" "),
            })?;
        }
        for face in Face::ALL {
            let count = facelets.iter().filter(|&&colour| colour == face).count();
            if count != 9 {
                return Err(FaceletError::ColourCount {
                    symbol: symbols[centre(face).index(9)],
                    count,
                    expected: 9,
                });
            }
        }
        Ok(FaceCube { facelets })
    }

    /// The colour of each facelet, by the face of its centre.
    pub fn colours(&self) -> &[Face; FACELETS] {
        &self.facelets
    }

    /// The pieces with these colours.
    pub fn cubies(&self) -> Result<CubieCube, FaceletError> {
        let mut corners = Corners::SOLVED;
        for (place, facelets) in CORNER_FACELETS.iter().enumerate() {
            let colours = facelets.map(|at| self.facelets[usize::from(at)]);
            let (piece, turned) = corner_of(colours)
                .map_err(|why| no_such_piece(PieceKind::Corner, place, &colours, why, facelets))?;
            (corners.c[place], corners.o[place]) = (piece, turned);
        }
        once_each(PieceKind::Corner, &corners.c, |place| {
            CORNER_FACELETS[place].map(|at| Facelet::at(at.into(), 9)).to_vec()
        })?;
        let mut edges = Edges::SOLVED;
        for (place, facelets) in EDGE_FACELETS.iter().enumerate() {
            let colours = facelets.map(|at| self.facelets[usize::from(at)]);
            let (piece, turned) = edge_of(colours)
                .map_err(|why| no_such_piece(PieceKind::Edge, place, &colours, why, facelets))?;
            (edges.e[place], edges.o[place]) = (piece, turned);
        }
        once_each(PieceKind::Edge, &edges.e, |place| {
            EDGE_FACELETS[place].map(|at| Facelet::at(at.into(), 9)).to_vec()
        })?;
        Ok(CubieCube { corners, edges })
    }
}

impl From<&CubieCube> for FaceCube {
    fn from(cube: &CubieCube) -> FaceCube {
        let mut facelets: [Face; FACELETS] = std::array::from_fn(|at| Face::ALL[at / 9]);
        for place in 0..8 {
            let (piece, twist) = (cube.corners.c[place], cube.corners.o[place]);
            for (at, colour) in corner_stickers(place, piece, twist) {
                facelets[usize::from(at)] = colour;
            }
        }
        for place in 0..12 {
            let (piece, flip) = (cube.edges.e[place], cube.edges.o[place]);
            for (at, colour) in edge_stickers(place, piece, flip) {
                facelets[usize::from(at)] = colour;
            }
        }
        FaceCube { facelets }
    }
}

impl fmt::Display for FaceCube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.facelets.iter().try_for_each(|face| write!(f, "{face}"))
    }
}

/// The facelets of a corner place, with the colours that a piece shows there.
pub(crate) fn corner_stickers(place: usize, piece: u8, twist: u8) -> [(u8, Face); 3] {
    let home = CORNER_FACELETS[usize::from(piece)];
    std::array::from_fn(|side| {
        let at = CORNER_FACELETS[place][(side + usize::from(twist)) % 3];
        (at, Face::ALL[usize::from(home[side]) / 9])
    })
}

/// The facelets of an edge place, with the colours that a piece shows there.
pub(crate) fn edge_stickers(place: usize, piece: u8, flip: u8) -> [(u8, Face); 2] {
    let home = EDGE_FACELETS[usize::from(piece)];
    std::array::from_fn(|side| {
        let at = EDGE_FACELETS[place][(side + usize::from(flip)) % 2];
        (at, Face::ALL[usize::from(home[side]) / 9])
    })
}

/// The corner with `colours` clockwise from the U or D facelet of its place, and its twist there.
pub(crate) fn corner_of(colours: [Face; 3]) -> Result<(u8, u8), Impossible> {
    let [a, b, c] = colours;
    if a == b || b == c || c == a {
        return Err(Impossible::SameColour);
    }
    for (piece, home) in CORNER_FACELETS.iter().enumerate() {
        let names = home.map(|at| Face::ALL[usize::from(at) / 9]);
        for turned in 0..3 {
            if (0..3).all(|side| colours[(side + turned) % 3] == names[side]) {
                return Ok((piece as u8, turned as u8));
            }
        }
    }
    let opposite = a == b.opposite() || b == c.opposite() || c == a.opposite();
    Err(if opposite { Impossible::OppositeColours } else { Impossible::Mirrored })
}

/// The edge that shows `colours` at a place, and its flip there.
fn edge_of(colours: [Face; 2]) -> Result<(u8, u8), Impossible> {
    let [a, b] = colours;
    for (piece, home) in EDGE_FACELETS.iter().enumerate() {
        let [x, y] = home.map(|at| Face::ALL[usize::from(at) / 9]);
        if [a, b] == [x, y] {
            return Ok((piece as u8, 0));
        }
        if [b, a] == [x, y] {
            return Ok((piece as u8, 1));
        }
    }
    Err(if a == b { Impossible::SameColour } else { Impossible::OppositeColours })
}

fn no_such_piece(
    kind: PieceKind,
    place: usize,
    colours: &[Face],
    why: Impossible,
    facelets: &[u8],
) -> FaceletError {
    FaceletError::NoSuchPiece {
        kind,
        place: kind.name(place as u8),
        colours: colours.iter().map(|face| face.letter()).collect(),
        why,
        facelets: facelets.iter().map(|&at| Facelet::at(at.into(), 9)).collect(),
    }
}

/// Checks that the pieces are a permutation.
pub(crate) fn once_each(
    kind: PieceKind,
    pieces: &[u8],
    facelets: impl Fn(usize) -> Vec<Facelet>,
) -> Result<(), FaceletError> {
    for (second, &piece) in pieces.iter().enumerate() {
        if let Some(first) = pieces[..second].iter().position(|&other| other == piece) {
            let missing = (0..pieces.len() as u8).filter(|n| !pieces.contains(n));
            return Err(FaceletError::PieceTwice {
                kind,
                piece: kind.name(piece),
                first: kind.name(first as u8),
                second: kind.name(second as u8),
                missing: missing.map(|n| kind.name(n)).collect::<Vec<_>>().join(", "),
                facelets: facelets(second),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::moves::Move;
    use crate::model::random_state::random_cube;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    const SOLVED: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";

    /// Where the stickers go in a quarter turn, from the geometry of the net alone: the twelve around the face, in
    /// four runs that move clockwise, and the nine on it. This is the oracle for the piece level.
    fn turn_stickers(facelets: &str, face: Face) -> String {
        let runs: [[usize; 3]; 4] = match face {
            Face::U => [[45, 46, 47], [9, 10, 11], [18, 19, 20], [36, 37, 38]],
            Face::R => [[20, 23, 26], [2, 5, 8], [51, 48, 45], [29, 32, 35]],
            Face::F => [[6, 7, 8], [9, 12, 15], [29, 28, 27], [44, 41, 38]],
            Face::D => [[24, 25, 26], [15, 16, 17], [51, 52, 53], [42, 43, 44]],
            Face::L => [[0, 3, 6], [18, 21, 24], [27, 30, 33], [53, 50, 47]],
            Face::B => [[2, 1, 0], [36, 39, 42], [33, 34, 35], [17, 14, 11]],
        };
        let old: Vec<char> = facelets.chars().collect();
        let mut new = old.clone();
        for (n, run) in runs.iter().enumerate() {
            for (k, &at) in run.iter().enumerate() {
                new[runs[(n + 1) % 4][k]] = old[at];
            }
        }
        let first = 9 * face.index();
        for row in 0..3 {
            for column in 0..3 {
                new[first + 3 * column + 2 - row] = old[first + 3 * row + column];
            }
        }
        new.into_iter().collect()
    }

    #[test]
    fn every_turn_moves_the_stickers_as_the_net_says() {
        let mut cube = random_cube(&mut ChaCha8Rng::seed_from_u64(3));
        for step in 0..200 {
            let turn = Move::ALL[(7 * step + step / 5) % 18];
            let mut expected = FaceCube::from(&cube).to_string();
            for _ in 0..turn.quarters() {
                expected = turn_stickers(&expected, turn.face());
            }
            cube = cube.after(&[turn]);
            assert_eq!(FaceCube::from(&cube).to_string(), expected, "{turn}");
        }
    }

    #[test]
    fn published_strings() {
        // After one quarter turn, as printed by every program that uses this order of the facelets.
        for (face, expected) in [
            (Face::U, "UUUUUUUUUBBBRRRRRRRRRFFFFFFDDDDDDDDDFFFLLLLLLLLLBBBBBB"),
            (Face::R, "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB"),
            (Face::F, "UUUUUULLLURRURRURRFFFFFFFFFRRRDDDDDDLLDLLDLLDBBBBBBBBB"),
            (Face::D, "UUUUUUUUURRRRRRFFFFFFFFFLLLDDDDDDDDDLLLLLLBBBBBBBBBRRR"),
            (Face::L, "BUUBUUBUURRRRRRRRRUFFUFFUFFFDDFDDFDDLLLLLLLLLBBDBBDBBD"),
            (Face::B, "RRRUUUUUURRDRRDRRDFFFFFFFFFDDDDDDLLLULLULLULLBBBBBBBBB"),
        ] {
            let cube = CubieCube::SOLVED.after(&[Move::new(face, 1).unwrap()]);
            assert_eq!(FaceCube::from(&cube).to_string(), expected);
            assert_eq!(read(expected), Ok(cube));
        }
    }

    #[test]
    fn random_cubes_come_back_in_any_colours_and_spacing() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        for _ in 0..200 {
            let cube = random_cube(&mut rng);
            let text = FaceCube::from(&cube).to_string();
            assert_eq!(read(&text), Ok(cube));
            let recoloured: String = text
                .chars()
                .map(|c| format!("{} ", ["wé1.☃?"].concat().chars().nth("URFDLB".find(c).unwrap()).unwrap()))
                .collect();
            assert_eq!(read(&recoloured), Ok(cube));
        }
    }

    /// Error and marked piece of text.
    fn fault(text: &str) -> (String, String) {
        let diagnostic = read(text).unwrap_err();
        (diagnostic.to_string(), diagnostic.token(text).to_owned())
    }

    fn with(changes: &[(usize, char)]) -> String {
        let mut symbols: Vec<char> = SOLVED.chars().collect();
        for &(at, symbol) in changes {
            symbols[at] = symbol;
        }
        symbols.into_iter().collect()
    }

    #[test]
    fn each_fault_is_named_with_its_place() {
        let fault_of = |changes: &[(usize, char)]| fault(&with(changes)).0;
        assert_eq!(
            fault(&SOLVED[..53]),
            ("53 facelets: expected 54 facelets, 9 for each of U R F D L B".to_owned(), String::new())
        );
        assert_eq!(fault(&format!("{SOLVED} xB")).1, "x");
        assert_eq!(fault("").0, "0 facelets: expected 54 facelets, 9 for each of U R F D L B");
        assert_eq!(
            fault_of(&[(13, 'U')]),
            "the centres of U and R are both 'U': expected six different colours"
        );
        assert_eq!(
            fault(&with(&[(10, 'x')])),
            (
                "facelet R2 is 'x', which is the colour of no centre: expected one of U R F D L B".into(),
                "x".into()
            )
        );
        assert_eq!(fault_of(&[(0, 'R')]), "colour 'U' occurs 8 times: expected 9 of each colour");
        assert_eq!(
            fault_of(&[(8, 'D'), (29, 'U')]),
            "the corner at URF shows DRF: there is no such corner, its colours are in the reverse order \
             (look at facelets U9 R1 F3)"
        );
        assert_eq!(
            fault_of(&[(9, 'L'), (38, 'R')]),
            "the corner at URF shows ULF: there is no such corner, its colours are in the reverse order \
             (look at facelets U9 R1 F3)"
        );
        assert_eq!(
            fault_of(&[(8, 'D'), (9, 'D'), (29, 'U'), (35, 'R')]),
            "the corner at URF shows DDF: there is no such corner, one colour occurs twice \
             (look at facelets U9 R1 F3)"
        );
        assert_eq!(
            fault_of(&[(8, 'D'), (9, 'U'), (29, 'R')]),
            "the corner at URF shows DUF: there is no such corner, colours of opposite faces never meet \
             (look at facelets U9 R1 F3)"
        );
        assert_eq!(
            fault_of(&[(9, 'F'), (20, 'L'), (43, 'R')]),
            "the corner UFL occurs twice, at URF and at UFL, but not URF (look at facelets U7 F1 L3)"
        );
        assert_eq!(
            fault_of(&[(19, 'R'), (16, 'F')]),
            "the edge UR occurs twice, at UR and at UF, but not UF, DR (look at facelets U8 F2)"
        );
        assert_eq!(
            fault_of(&[(5, 'L'), (37, 'U')]),
            "the edge at UR shows LR: there is no such edge, colours of opposite faces never meet \
             (look at facelets U6 R2)"
        );
    }

    #[test]
    fn unsolvable_pieces_still_read() {
        let twisted = with(&[(8, 'R'), (9, 'F'), (20, 'U')]);
        assert_eq!(
            read(&twisted).unwrap().check_solvable().unwrap_err().to_string(),
            "one corner is twisted counterclockwise (URF)"
        );
        let flipped = with(&[(7, 'F'), (19, 'U')]);
        assert_eq!(
            read(&flipped).unwrap().check_solvable().unwrap_err().to_string(),
            "one edge is flipped (UF)"
        );
    }
}
