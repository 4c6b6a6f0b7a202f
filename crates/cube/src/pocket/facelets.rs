//! The 2x2x2 as its 24 stickers.
//!
//! Start at [`read`]. The faces come in the order U R F D L B, each row by row as in the usual net. Since there are no centres,
//! colours are interpreted in one of two ways. The six letters of the faces denote these faces. Any other six symbols are
//! interpreted from the cube itself: opposite colours never meet at a corner, and the corner at DBL names its three faces.
//! White space is skipped.

use crate::model::cubie::{Corners, PieceKind};
use crate::model::facelet::{
    CORNER_FACELETS, Facelet, FaceletError, Impossible, corner_of, once_each, read_symbols,
};
use crate::model::moves::Face;
use permutant_puzzle::diagnostic::Diagnostic;

/// Number of facelets, 6 · 4.
pub const FACELETS: usize = 24;

/// Facelets of a corner place, clockwise from the one on U or D, as 4 · face + row-major position: the corners of the
/// faces of the 3x3x3.
fn facelets_of(place: usize) -> [usize; 3] {
    CORNER_FACELETS[place].map(|at| {
        let (face, position) = (usize::from(at) / 9, usize::from(at) % 9);
        // 0, 2, 6, 8 are the corners of a face: row and column are 0 or 2.
        4 * face + position / 6 * 2 + position % 3 / 2
    })
}

/// Reads a facelet string and converts it to corners. One corner may still be twisted.
///
/// ```
/// use permutant_cube::model::cubie::Corners;
/// use permutant_cube::pocket::facelets::read;
/// assert_eq!(read("UUUU RRRR FFFF DDDD LLLL BBBB"), Ok(Corners::SOLVED));
/// assert_eq!(read("wwww rrrr gggg yyyy oooo bbbb"), Ok(Corners::SOLVED));
/// ```
pub fn read(text: &str) -> Result<Corners, Diagnostic> {
    parse(text).map_err(|error| error.diagnostic(text))
}

/// [`read`], with a typed error.
pub fn parse(text: &str) -> Result<Corners, FaceletError> {
    let symbols: [char; FACELETS] = read_symbols(text)?;
    for symbol in symbols {
        let count = symbols.iter().filter(|&&c| c == symbol).count();
        if count != 4 {
            return Err(FaceletError::ColourCount { symbol, count, expected: 4 });
        }
    }
    let is_named = symbols.iter().all(|&symbol| Face::ALL.iter().any(|face| face.letter() == symbol));
    let names = if is_named { Face::ALL.map(Face::letter) } else { names_from_corners(&symbols)? };
    let mut corners = Corners::SOLVED;
    for place in 0..8 {
        let shown = facelets_of(place).map(|at| symbols[at]);
        let piece = match shown.map(|symbol| Face::ALL.into_iter().find(|face| names[face.index()] == symbol))
        {
            [Some(a), Some(b), Some(c)] => corner_of([a, b, c]),
            // Six names for six colours: a symbol without one means that some face's name is another's too.
            _ => Err(Impossible::OppositeColours),
        };
        (corners.c[place], corners.o[place]) = piece.map_err(|why| FaceletError::NoSuchPiece {
            kind: PieceKind::Corner,
            place: PieceKind::Corner.name(place as u8),
            colours: shown.iter().collect(),
            why,
            facelets: facelets_of(place).map(|at| Facelet::at(at, 4)).to_vec(),
        })?;
    }
    once_each(PieceKind::Corner, &corners.c, |place| {
        facelets_of(place).map(|at| Facelet::at(at, 4)).to_vec()
    })?;
    Ok(corners)
}

/// The colours of the faces U R F D L B, such that the corner at DBL is solved.
fn names_from_corners(symbols: &[char; FACELETS]) -> Result<[char; 6], FaceletError> {
    let corners: Vec<[char; 3]> = (0..8).map(|place| facelets_of(place).map(|at| symbols[at])).collect();
    let opposite = |symbol: char| {
        let mut met: Vec<char> =
            corners.iter().filter(|corner| corner.contains(&symbol)).flatten().copied().collect();
        met.sort_unstable();
        met.dedup();
        // The colour itself, and all others but the opposite one.
        match symbols.iter().find(|other| !met.contains(other)) {
            Some(&other) if met.len() == 5 => Ok(other),
            _ => Err(FaceletError::Scheme { symbol, met: met.len().saturating_sub(1) }),
        }
    };
    let [down, back, left] = corners[6];
    Ok([opposite(down)?, opposite(left)?, opposite(back)?, down, left, back])
}

/// The facelet string of some corners, in the letters of the faces.
pub fn write(corners: &Corners) -> String {
    let mut facelets = [' '; FACELETS];
    for place in 0..8 {
        let home = CORNER_FACELETS[usize::from(corners.c[place])];
        for (side, colour) in home.into_iter().enumerate() {
            let at = facelets_of(place)[(side + usize::from(corners.o[place])) % 3];
            facelets[at] = Face::ALL[usize::from(colour) / 9].letter();
        }
    }
    facelets.iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::cubie::CubieCube;
    use crate::model::facelet::FaceCube;
    use crate::model::random_state::random_corners;
    use crate::model::symmetry::Symmetry;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    #[test]
    fn stickers_are_the_corner_stickers_of_the_3x3x3() {
        let mut rng = ChaCha8Rng::seed_from_u64(22);
        for _ in 0..200 {
            let corners = random_corners(&mut rng);
            let big: Vec<char> =
                FaceCube::from(&CubieCube { corners, ..CubieCube::SOLVED }).to_string().chars().collect();
            let expected: String =
                big.chunks(9).flat_map(|face| [face[0], face[2], face[6], face[8]]).collect();
            assert_eq!(write(&corners), expected);
            assert_eq!(read(&expected), Ok(corners));
        }
    }

    #[test]
    fn any_six_colours_are_the_same_cube_turned() {
        let mut rng = ChaCha8Rng::seed_from_u64(23);
        for _ in 0..200 {
            let corners = random_corners(&mut rng);
            let recoloured: String = write(&corners)
                .chars()
                .map(|c| "wrgyob".chars().nth("URFDLB".find(c).unwrap()).unwrap())
                .collect();
            let read = read(&recoloured).unwrap();
            // The corner at DBL is called DBL now: rotated names, which is a rotation on the other side.
            assert_eq!((read.c[6], read.o[6]), (6, 0));
            assert!(
                Symmetry::rotations().any(|rotation| rotation.rotated_corners().then(&corners) == read),
                "{recoloured}"
            );
            assert_eq!(read.unsolvable_twist(), None);
        }
    }

    #[test]
    fn each_fault_is_named() {
        let fault = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(fault("UUUU"), "4 facelets: expected 24 facelets, 4 for each of U R F D L B");
        assert_eq!(fault("UUUURRRRFFFFDDDDLLLLBBBU"), "colour 'U' occurs 5 times: expected 4 of each colour");
        assert_eq!(
            fault("UUUDRRRRFFFFDUDDLLLLBBBB"),
            "the corner at URF shows DRF: there is no such corner, its colours are in the reverse order \
             (look at facelets U4 R1 F2)"
        );
        assert_eq!(fault("xxxxyyyyzzzzaaaabbbbccbx"), "colour 'x' occurs 5 times: expected 4 of each colour");
        assert_eq!(
            fault("xxxayyyyzzzzaxaabbbbcccc"),
            "the corner at URF shows ayz: there is no such corner, its colours are in the reverse order \
             (look at facelets U4 R1 F2)"
        );
        assert_eq!(
            fault("xxxx yyyz yzzz aaaa bbbb cccc"),
            "colour 'b' meets 5 other colours at the corners: expected 4, all but the opposite one"
        );
        assert_eq!(
            fault("UUUU RRLR FFFF DDDD LRLL BBBB"),
            "the corner at UFL shows UFR: there is no such corner, its colours are in the reverse order \
             (look at facelets U3 F1 L2)"
        );
    }
}
