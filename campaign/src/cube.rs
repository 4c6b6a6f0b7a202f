//! Cubes of any size as stickers in space: a turn rotates the points of a layer, and nothing else is assumed.
//!
//! Start at [`Cube::after`]. The centre of the cube is the origin, x points right, y up, z to the viewer. A sticker
//! consists of its cubie (coordinates from -(n - 1) to n - 1 in steps of 2) and its outward direction.

type Vector = [i32; 3];

/// A sticker: its cubie, its direction, and the place that it had when the cube was solved.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Sticker {
    cubie: Vector,
    faces: Vector,
    home: usize,
}

/// A cube.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cube {
    size: usize,
    /// In the order of facelet strings.
    stickers: Vec<Sticker>,
}

/// The faces in the order of facelet strings: name, outward direction, and the directions of its columns and rows.
const FACES: [(char, Vector, Vector, Vector); 6] = [
    ('U', [0, 1, 0], [1, 0, 0], [0, 0, 1]),
    ('R', [1, 0, 0], [0, 0, -1], [0, -1, 0]),
    ('F', [0, 0, 1], [1, 0, 0], [0, -1, 0]),
    ('D', [0, -1, 0], [1, 0, 0], [0, 0, -1]),
    ('L', [-1, 0, 0], [0, 0, 1], [0, -1, 0]),
    ('B', [0, 0, -1], [-1, 0, 0], [0, -1, 0]),
];

fn dot(a: Vector, b: Vector) -> i32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn cross(a: Vector, b: Vector) -> Vector {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/// A quarter turn clockwise as seen from the tip of the axis: by -90 degrees.
fn turned(v: Vector, axis: Vector) -> Vector {
    let along = dot(v, axis);
    let aside = cross(v, axis);
    [0, 1, 2].map(|i| aside[i] + along * axis[i])
}

/// The coordinates of the columns and rows of a face, in reading order.
fn places(size: usize) -> impl Iterator<Item = (Vector, Vector)> {
    let last = size as i32 - 1;
    FACES.into_iter().flat_map(move |(_, faces, columns, rows)| {
        (0..size * size).map(move |index| {
            let (row, column) = ((index / size) as i32, (index % size) as i32);
            let (down, right) = (2 * row - last, 2 * column - last);
            ([0, 1, 2].map(|i| last * faces[i] + right * columns[i] + down * rows[i]), faces)
        })
    })
}

/// A turn: its axis, its layers (counted from 0 at the tip of the axis), and its number of quarters.
struct Turn {
    axis: Vector,
    layers: std::ops::Range<usize>,
    quarters: usize,
}

/// Reads `R`, `Rw2`, `3Rw'`, `2R`, `2-3Rw`, `M`, `x2`; `None` for anything else.
fn read(word: &str, size: usize) -> Option<Turn> {
    let (word, is_inverse) = word.strip_suffix('\'').map_or((word, false), |word| (word, true));
    let base = word.trim_end_matches(|c: char| c.is_ascii_digit());
    let amount: usize = if base == word { 1 } else { word[base.len()..].parse().ok()? };
    let letters = base.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-');
    let number = &base[..base.len() - letters.len()];
    let face = |name: char| FACES.iter().find(|face| face.0 == name).map(|face| face.1);
    let (axis, layers) = match (number, letters) {
        ("", "x" | "y" | "z" | "M" | "E" | "S") => {
            let name = match letters {
                "x" => 'R',
                "y" => 'U',
                "z" | "S" => 'F',
                "M" => 'L',
                _ => 'D',
            };
            let is_middle = "MES".contains(letters);
            let middle = (size - 1) / 2..size / 2 + 1;
            (face(name)?, if is_middle { middle } else { 0..size })
        }
        _ => {
            let (letter, is_wide) =
                letters.strip_suffix('w').map_or((letters, false), |letter| (letter, true));
            let mut letters = letter.chars();
            let (name, None) = (letters.next()?, letters.next()) else { return None };
            let layers = match (number, is_wide) {
                ("", false) => 0..1,
                ("", true) => 0..2,
                (number, _) if number.contains('-') => {
                    let (from, to) = number.split_once('-')?;
                    from.parse::<usize>().ok()?.checked_sub(1)?..to.parse().ok()?
                }
                (number, true) => 0..number.parse().ok()?,
                (number, false) => {
                    let layer: usize = number.parse().ok()?;
                    layer.checked_sub(1)?..layer
                }
            };
            (face(name)?, layers)
        }
    };
    let quarters = if is_inverse { 4 - amount % 4 } else { amount } % 4;
    (layers.end <= size).then_some(Turn { axis, layers, quarters })
}

impl Cube {
    /// The solved cube.
    pub(crate) fn solved(size: usize) -> Self {
        let stickers = places(size).enumerate();
        let stickers = stickers.map(|(home, (cubie, faces))| Sticker { cubie, faces, home }).collect();
        Cube { size, stickers }
    }

    /// The cube after a sequence of turns; `None` if a word is not a turn of the cube.
    pub(crate) fn after(&self, words: &str) -> Option<Cube> {
        let mut cube = self.clone();
        for word in words.split_whitespace() {
            let turn = read(word, self.size)?;
            for sticker in &mut cube.stickers {
                let depth = (self.size as i32 - 1 - dot(sticker.cubie, turn.axis)) / 2;
                if turn.layers.contains(&(depth as usize)) {
                    for _ in 0..turn.quarters {
                        sticker.cubie = turned(sticker.cubie, turn.axis);
                        sticker.faces = turned(sticker.faces, turn.axis);
                    }
                }
            }
        }
        let order = |place| cube.stickers.iter().position(|sticker| (sticker.cubie, sticker.faces) == place);
        let order: Option<Vec<usize>> = places(self.size).map(order).collect();
        let stickers = order?.into_iter().map(|index| cube.stickers[index].clone()).collect();
        Some(Cube { size: self.size, stickers })
    }

    /// By place: the place of its sticker in the solved cube.
    #[cfg(test)]
    pub(crate) fn places(&self) -> Vec<usize> {
        self.stickers.iter().map(|sticker| sticker.home).collect()
    }

    /// The colours by place, given by the names of the faces in the solved cube.
    pub(crate) fn facelets(&self) -> String {
        let colour = |sticker: &Sticker| FACES[sticker.home / (self.size * self.size)].0;
        self.stickers.iter().map(colour).collect()
    }

    /// Whether each face shows one colour.
    pub(crate) fn is_solved(&self) -> bool {
        let facelets: Vec<char> = self.facelets().chars().collect();
        facelets.chunks(self.size * self.size).all(|face| face.iter().all(|colour| *colour == face[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(size: usize, words: &str) -> usize {
        let solved = Cube::solved(size);
        let mut cube = solved.after(words).unwrap();
        let mut order = 1;
        while cube.facelets() != solved.facelets() {
            cube = cube.after(words).unwrap();
            order += 1;
        }
        order
    }

    #[test]
    fn orders_of_sequences_are_the_known_ones() {
        for (words, expected) in [
            ("R", 4),
            ("R U", 105),
            ("R U'", 63),
            ("R U R' U'", 6),
            ("R U R' U R U2 R'", 6),
            ("R U2 D' B D'", 1260),
            ("M2 E2 S2", 2),
            ("x", 4),
        ] {
            assert_eq!(order(3, words), expected, "{words}");
        }
        assert_eq!(order(2, "R U"), 15);
        assert_eq!(order(4, "2R2 U2"), order(4, "2R2 D2"));
    }

    #[test]
    fn facelets_are_those_of_the_usual_net() {
        let after = |size, words| Cube::solved(size).after(words).unwrap().facelets();
        assert_eq!(after(3, "R U F' D B2 L"), after(3, "R U F' D B2 L x x'"));
        assert_eq!(after(3, "U"), "UUUUUUUUUBBBRRRRRRRRRFFFFFFDDDDDDDDDFFFLLLLLLLLLBBBBBB");
        assert_eq!(after(3, "R"), "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB");
        assert_eq!(after(3, "M"), after(3, "R L' x'"));
        assert_eq!(after(4, "3Rw L' x'"), after(4, ""));
        assert_eq!(after(4, "Rw"), after(4, "R 2R"));
        assert_eq!(after(5, "2-3Rw"), after(5, "2R 3R"));
        assert!(Cube::solved(3).after("x y2 z'").unwrap().is_solved());
        assert!(!Cube::solved(3).after("M2").unwrap().is_solved());
        assert!(Cube::solved(3).after("R Q").is_none() && Cube::solved(3).after("4Rw").is_none());
    }

    /// The first distances of the 2x2x2 with turns of U, R and F, as published.
    #[test]
    fn the_pocket_cube_has_its_numbers() {
        let mut level = vec![Cube::solved(2)];
        let mut seen: std::collections::HashSet<String> = level.iter().map(Cube::facelets).collect();
        for expected in [9, 54, 321, 1847] {
            let turns = ["U", "U2", "U'", "R", "R2", "R'", "F", "F2", "F'"];
            let next = level.iter().flat_map(|cube| turns.iter().map(|turn| cube.after(turn).unwrap()));
            level = next.filter(|cube| seen.insert(cube.facelets())).collect();
            assert_eq!(level.len(), expected);
        }
    }
}
