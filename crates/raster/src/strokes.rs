//! Letters and digits as strokes on a grid, for pictures without fonts.
//!
//! Start at [`of_word`].

use permutant_puzzle::picture::{Anchor, Flat, Word};

/// A grid of 5 by 7 points. Strokes are separated by `|`; a point is two digits, to the right and down.
const GLYPHS: &[(char, &str)] = &[
    ('0', "10 30 41 45 36 16 05 01 10"),
    ('1', "11 20 26|16 36"),
    ('2', "01 10 30 41 42 06 46"),
    ('3', "01 10 30 41 42 33 13|33 44 45 36 16 05"),
    ('4', "36 30 04 44"),
    ('5', "40 00 03 12 32 43 45 36 16 05"),
    ('6', "41 30 10 01 05 16 36 45 44 33 13 04"),
    ('7', "00 40 16"),
    ('8', "13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33"),
    ('9', "05 16 36 45 41 30 10 01 02 13 33 42"),
    ('A', "06 20 46|14 34"),
    ('B', "03 00 30 41 42 33 03 06 36 45 44 33"),
    ('C', "41 30 10 01 05 16 36 45"),
    ('D', "00 06 26 44 42 20 00"),
    ('E', "40 00 06 46|03 33"),
    ('F', "40 00 06|03 33"),
    ('G', "41 30 10 01 05 16 36 45 43 23"),
    ('H', "00 06|40 46|03 43"),
    ('I', "20 26|10 30|16 36"),
    ('J', "40 45 36 16 05"),
    ('K', "00 06|40 03 46"),
    ('L', "00 06 46"),
    ('M', "06 00 23 40 46"),
    ('N', "06 00 46 40"),
    ('O', "10 30 41 45 36 16 05 01 10"),
    ('P', "06 00 30 41 42 33 03"),
    ('Q', "10 30 41 45 36 16 05 01 10|34 46"),
    ('R', "06 00 30 41 42 33 03|23 46"),
    ('S', "41 30 10 01 02 13 33 44 45 36 16 05"),
    ('T', "00 40|20 26"),
    ('U', "00 05 16 36 45 40"),
    ('V', "00 26 40"),
    ('W', "00 16 23 36 40"),
    ('X', "00 46|40 06"),
    ('Y', "00 23 40|23 26"),
    ('Z', "00 40 06 46"),
    ('a', "12 32 43 46|44 14 05 16 36 45"),
    ('b', "00 06|03 12 32 43 45 36 16 05"),
    ('c', "43 32 12 03 05 16 36 45"),
    ('d', "40 46|43 32 12 03 05 16 36 45"),
    ('e', "04 44 43 32 12 03 05 16 36 45"),
    ('f', "40 30 21 26|12 32"),
    ('g', "43 32 12 03 04 15 35 44|42 45 36 16"),
    ('h', "00 06|03 12 32 43 46"),
    ('i', "22 26|20 20"),
    ('j', "22 25 16 06|20 20"),
    ('k', "00 06|42 05|24 46"),
    ('l', "10 20 25 36"),
    ('m', "02 06|03 12 23 26|23 32 43 46"),
    ('n', "02 06|03 12 32 43 46"),
    ('o', "12 32 43 45 36 16 05 03 12"),
    ('p', "02 06|02 32 43 44 35 05"),
    ('q', "42 46|42 12 03 04 15 45"),
    ('r', "02 06|04 13 22 32 43"),
    ('s', "43 32 12 03 14 34 45 36 16 05"),
    ('t', "10 15 26 36|02 32"),
    ('u', "02 05 16 36 45|42 46"),
    ('v', "02 26 42"),
    ('w', "02 16 24 36 42"),
    ('x', "02 46|42 06"),
    ('y', "02 24|42 16"),
    ('z', "02 42 06 46"),
    ('\'', "20 22"),
    ('+', "21 25|03 43"),
    ('*', "20 24|01 43|03 41"),
    ('/', "06 40"),
    ('(', "30 21 25 36"),
    (')', "10 21 25 16"),
    (',', "25 16"),
    ('.', "26 26"),
    (':', "22 22|25 25"),
    ('?', "01 10 30 41 42 23 24|26 26"),
    ('-', "13 33"),
    ('_', "06 46"),
];
/// The shape of any other character: a box.
const OTHER: &str = "00 40 46 06 00";

/// The height of a letter, its width, and the distance to the next one, relative to the size.
const HEIGHT: f64 = 0.75;
const WIDTH: f64 = 0.46;
const ADVANCE: f64 = 0.66;

/// The strokes of a word, or of a line of text.
pub(crate) fn of_word(word: &Word) -> Vec<Vec<Flat>> {
    let size = word.size;
    let (advance, left) = match word.anchor {
        Anchor::Middle => {
            let letters = word.text.chars().count();
            (ADVANCE, word.at[0] - size * (ADVANCE * letters.saturating_sub(1) as f64 + WIDTH) / 2.0)
        }
        Anchor::Start => (Word::LETTER, word.at[0]),
    };
    let top = word.at[1] - HEIGHT * size / 2.0;
    let letters = word.text.chars().enumerate().filter(|(_, letter)| *letter != ' ');
    let strokes = letters.flat_map(|(place, letter)| {
        let known = GLYPHS.iter().find(|(known, _)| *known == letter);
        let strokes = known.map_or(OTHER, |(_, strokes)| strokes).split('|');
        strokes.map(move |stroke| {
            let point = |point: &str| {
                let step = |at: usize| f64::from(point.as_bytes().get(at).copied().unwrap_or(b'0') - b'0');
                [
                    left + size * (advance * place as f64 + WIDTH * step(0) / 4.0),
                    top + size * HEIGHT * step(1) / 6.0,
                ]
            };
            stroke.split(' ').map(point).collect()
        })
    });
    strokes.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_lie_on_their_grid() {
        for (letter, strokes) in GLYPHS {
            assert_eq!(GLYPHS.iter().filter(|(other, _)| other == letter).count(), 1, "{letter}");
            for point in strokes.split(['|', ' ']) {
                let [right, down] = point.as_bytes() else { panic!("{letter}: {point}") };
                assert!((b'0'..=b'4').contains(right) && (b'0'..=b'6').contains(down), "{letter}: {point}");
            }
        }
        let word =
            |anchor, text: &str| Word { at: [0.0; 2], anchor, size: 1.0, colour: 0, text: text.into() };
        let middle = of_word(&word(Anchor::Middle, "12"));
        assert!(middle.iter().flatten().all(|[x, y]| x.abs() < 0.6 && y.abs() < 0.4));
        // From the point on, each letter in a separate cell.
        let line = of_word(&word(Anchor::Start, "Rw2 u' (1,0)/ R++ x:z."));
        let wide = Word::LETTER * 22.0;
        assert!(line.iter().flatten().all(|[x, y]| (0.0..wide).contains(x) && y.abs() < 0.4));
        let alone = |letter: &str| of_word(&word(Anchor::Start, letter));
        assert_ne!(alone("u"), alone("U"));
        assert!(alone(" ").is_empty());
    }
}
