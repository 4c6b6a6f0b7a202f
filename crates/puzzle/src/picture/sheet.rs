//! Pages of pictures with text: a sheet has a row for each entry, as the scrambles of a round; a gallery has four in a row.
//!
//! Start at [`sheet`] and [`gallery`]. A sheet is a canvas like that of a single picture, in millimetres of A4 paper, so every output
//! format of canvases also works for sheets.

use super::canvas::{Anchor, Bridge, Canvas, Fill, Style, Theme, Word};
use super::flat_picture::Picture;
use super::outline::{Flat, Outline};

/// An entry of a sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its label, such as `1` or `E1`, which galleries do not show.
    pub label: String,
    /// Its text; each of these starts a new line, and lines that are too long are broken.
    pub lines: Vec<String>,
    /// The picture next to it.
    pub picture: Picture,
}

/// A4 paper and its margin, in millimetres. A sheet with more entries than fit is longer and covers several pages.
const PAPER: [f64; 2] = [210.0, 297.0];
const MARGIN: f64 = 10.0;
/// The height of the title, and the space that it takes.
const TITLE: f64 = 6.0;
const HEAD: f64 = 14.0;
/// The height of an entry. Seven entries fit on a page: five attempts and two extra ones.
const ROW: f64 = 37.0;
/// The widths of the columns for labels, text and picture, which are separated by gaps.
const LABEL: f64 = 14.0;
const PICTURE: f64 = 56.0;
/// The space between columns and around a picture.
const GAP: f64 = 3.0;
/// The largest size of letters of the text, and the height of its lines relative to that size.
const LETTERS: f64 = 4.6;
const LINE: f64 = 1.35;
/// The columns of a gallery, the height of its cells and of the pictures in them, and the largest size of letters.
const COLUMNS: usize = 4;
const CELL: f64 = 43.0;
const SHOWN: f64 = 24.0;
const SMALL: f64 = 3.0;
/// The smallest size of letters; text that is still too long exceeds its space.
const LEAST_LETTERS: f64 = 1.6;

const INK: u32 = 0x000000;
const RULE: u32 = 0xb0b0b0;

/// A sheet of entries under a title, with this width in pixels. O(stickers).
pub fn sheet(title: &str, entries: &[Entry], pixels: u32) -> Canvas {
    let mut sheet = paper(title, HEAD + 2.0 * MARGIN + ROW * entries.len() as f64, pixels);
    for (number, entry) in entries.iter().enumerate() {
        let top = MARGIN + HEAD + ROW * number as f64;
        let rule = [[MARGIN, top], [PAPER[0] - MARGIN, top]];
        sheet.bridges.push(Bridge { line: rule, width: 0.25, colour: RULE });
        let middle = top + ROW / 2.0;
        sheet.words.push(word([MARGIN + (LABEL - GAP) / 2.0, middle], 5.0, Anchor::Middle, &entry.label));
        let wide = PAPER[0] - 2.0 * MARGIN - LABEL - PICTURE - GAP;
        let (size, lines) = fitted(&entry.lines, [wide, ROW - 2.0], LETTERS, true);
        let above = (lines.len() as f64 - 1.0) / 2.0;
        for (at, line) in lines.iter().enumerate() {
            let y = middle + (at as f64 - above) * size * LINE;
            sheet.words.push(word([MARGIN + LABEL, y], size, Anchor::Start, line));
        }
        let centre = [PAPER[0] - MARGIN - PICTURE / 2.0, middle];
        paste(&mut sheet, &entry.picture, centre, [PICTURE, ROW - 2.0]);
    }
    sheet
}

/// The same entries as a gallery: rows of pictures, each with its text below. O(stickers).
pub fn gallery(title: &str, entries: &[Entry], pixels: u32) -> Canvas {
    let rows = entries.len().div_ceil(COLUMNS);
    let mut sheet = paper(title, HEAD + 2.0 * MARGIN + CELL * rows as f64, pixels);
    let wide = (PAPER[0] - 2.0 * MARGIN) / COLUMNS as f64;
    for (number, entry) in entries.iter().enumerate() {
        let left = MARGIN + wide * (number % COLUMNS) as f64;
        let top = MARGIN + HEAD + CELL * (number / COLUMNS) as f64;
        let middle = left + wide / 2.0;
        paste(&mut sheet, &entry.picture, [middle, top + SHOWN / 2.0], [wide - GAP, SHOWN]);
        let (size, lines) = fitted(&entry.lines, [wide - 2.0 * GAP, CELL - SHOWN - 2.0 * GAP], SMALL, false);
        for (at, line) in lines.iter().enumerate() {
            let y = top + SHOWN + GAP + (at as f64 + 0.5) * size * LINE;
            sheet.words.push(word([middle, y], size, Anchor::Middle, line));
        }
    }
    sheet
}

fn word(at: Flat, size: f64, anchor: Anchor, text: &str) -> Word {
    Word { at, anchor, size, colour: INK, text: text.to_string() }
}

/// Paper of at least this height with a title.
fn paper(title: &str, height: f64, pixels: u32) -> Canvas {
    let height = f64::max(PAPER[1], height);
    let letters = title.chars().count().max(1) as f64;
    let size = f64::min(TITLE, (PAPER[0] - 2.0 * MARGIN) / (letters * Word::LETTER));
    Canvas {
        frame: [0.0, 0.0, PAPER[0], height],
        pixels: [pixels, (f64::from(pixels) * height / PAPER[0]).round() as u32],
        background: Some(0xffffff),
        body: 0x1a1a1a,
        line: 0.0,
        fills: Vec::new(),
        bridges: Vec::new(),
        arrows: Vec::new(),
        ink: INK,
        words: vec![word([MARGIN, MARGIN + TITLE / 2.0], size, Anchor::Start, title)],
    }
}

/// Draws a picture as large as it fits into a box.
fn paste(sheet: &mut Canvas, picture: &Picture, centre: Flat, [wide, high]: [f64; 2]) {
    let painted = Canvas::new(picture, Style { theme: Theme::Light, ..Style::default() });
    let [left, up, across, down] = painted.frame;
    let scale = f64::min(wide / across, high / down);
    let place = |[x, y]: Flat| {
        [centre[0] + scale * (x - left - across / 2.0), centre[1] + scale * (y - up - down / 2.0)]
    };
    let line = painted.line * scale;
    sheet.line = if sheet.line > 0.0 { sheet.line.min(line) } else { line };
    let outlined = |fill: Fill| Fill { outline: placed(fill.outline, scale, place), ..fill };
    sheet.fills.extend(painted.fills.into_iter().map(outlined));
    sheet.bridges.extend(painted.bridges.into_iter().map(|bridge| Bridge {
        line: bridge.line.map(place),
        width: scale * bridge.width,
        ..bridge
    }));
    sheet.words.extend(painted.words.into_iter().map(|word| Word {
        at: place(word.at),
        size: scale * word.size,
        ..word
    }));
}

fn placed(outline: Outline, scale: f64, place: impl Fn(Flat) -> Flat) -> Outline {
    match outline {
        Outline::Polygon(corners) => Outline::Polygon(corners.into_iter().map(place).collect()),
        Outline::Disc { centre, radius } => Outline::Disc { centre: place(centre), radius: scale * radius },
    }
}

/// The largest size up to `most` at which a text fits into a box, and its lines at that size. If `whole` is set, only a single line is
/// broken; several lines stay as they are.
fn fitted(lines: &[String], [wide, high]: [f64; 2], most: f64, whole: bool) -> (f64, Vec<String>) {
    let mut size = most;
    loop {
        let letters = (wide / (size * Word::LETTER)) as usize;
        let broken: Vec<String> = lines.iter().flat_map(|line| broken(line, letters)).collect();
        let is_one_each = !whole || broken.len() == lines.len() || lines.len() == 1;
        let fits = is_one_each && broken.len() as f64 * size * LINE <= high;
        if fits || size <= LEAST_LETTERS {
            return (size, broken);
        }
        size *= 0.95;
    }
}

/// A line broken at blanks into lines of at most this many letters, as far as its words permit.
fn broken(line: &str, letters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in line.split_whitespace() {
        match lines.last_mut() {
            Some(last) if last.chars().count() + 1 + word.chars().count() <= letters => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::{Depiction, Look, View};
    use super::*;
    use crate::catalog;

    #[test]
    fn lines_are_broken_at_blanks_and_fit() {
        assert_eq!(broken("aa bb cc dd", 5), ["aa bb", "cc dd"]);
        assert_eq!(broken("aa  bbbbbbb c", 5), ["aa", "bbbbbbb", "c"]);
        let turns = vec!["3Rw2".to_string(); 100].join(" ");
        let (size, lines) = fitted(std::slice::from_ref(&turns), [119.0, 35.0], LETTERS, true);
        assert!(lines.len() as f64 * size * LINE <= 35.0 && size > 2.5, "{size}: {lines:?}");
        assert_eq!(lines.join(" "), turns);
        let seven = vec!["R++ D-- R++ D++ R-- D-- R++ D++ R-- D-- U'".to_string(); 7];
        assert_eq!(fitted(&seven, [119.0, 35.0], LETTERS, true).1, seven, "lines that are told stay");
    }

    #[test]
    fn entries_stand_one_below_the_other_on_the_paper() {
        let entry = catalog::find("skewb").unwrap();
        let look = Look::Solid(catalog::look(&entry.puzzle, None).unwrap());
        let depiction = Depiction { view: View::Net, ..Depiction::default() };
        let picture = look.picture(entry.puzzle.solved(), entry.puzzle.solved(), &depiction);
        for count in [0, 1, 7, 12] {
            let entries: Vec<Entry> = (1..=count)
                .map(|n: usize| Entry {
                    label: n.to_string(),
                    lines: vec!["R U' L B".into()],
                    picture: picture.clone(),
                })
                .collect();
            let drawn = sheet("Skewb", &entries, 794);
            let [_, _, wide, high] = drawn.frame;
            assert_eq!(high <= PAPER[1], count <= 7, "{count}");
            assert_eq!(drawn.fills.len(), count * (6 + 30));
            let inside =
                |[x, y]: Flat| x >= MARGIN - 1e-9 && x <= wide - MARGIN + 1e-9 && y >= 0.0 && y <= high;
            for fill in &drawn.fills {
                let Outline::Polygon(corners) = &fill.outline else { panic!("stickers are polygons") };
                assert!(corners.iter().all(|&corner| inside(corner)));
            }
            let labels: Vec<&str> = drawn
                .words
                .iter()
                .filter(|word| word.anchor == Anchor::Middle)
                .map(|word| word.text.as_str())
                .collect();
            let expected: Vec<String> = (1..=count).map(|n| n.to_string()).collect();
            assert_eq!(labels, expected);
        }
    }

    #[test]
    fn a_gallery_has_four_pictures_in_a_row() {
        let entry = catalog::find("skewb").unwrap();
        let look = Look::Solid(catalog::look(&entry.puzzle, None).unwrap());
        let picture = look.picture(entry.puzzle.solved(), entry.puzzle.solved(), &Depiction::default());
        let lines = vec!["Name".to_string(), "R U' L B ".repeat(12)];
        let entries = vec![Entry { label: String::new(), lines, picture }; 25];
        let drawn = gallery("Skewb", &entries, 794);
        let [_, _, wide, high] = drawn.frame;
        assert_eq!(high, HEAD + 2.0 * MARGIN + 7.0 * CELL);
        let names: Vec<&Word> = drawn.words.iter().filter(|word| word.text == "Name").collect();
        assert_eq!(names.len(), 25);
        assert!(
            names.windows(2).all(|pair| (pair[0].at[1] == pair[1].at[1]) != (pair[0].at[0] > pair[1].at[0]))
        );
        for word in &drawn.words[1..] {
            let half = word.text.chars().count() as f64 * word.size * Word::LETTER / 2.0;
            assert!(
                word.at[0] - half >= MARGIN - 1e-9 && word.at[0] + half <= wide - MARGIN + 1e-9,
                "{word:?}"
            );
            assert!(word.at[1] <= high - MARGIN);
        }
    }
}
