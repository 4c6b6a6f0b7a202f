//! Random turns for events that do not require random states: cubes of 5 to 7 layers, and the megaminx.
//!
//! Start at [`big_cube`] and [`megaminx`].

use permutant_group::random::below;
use rand_core::Rng;

/// A turn of a block of outer layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    /// 0 to 5: U R F D L B.
    face: usize,
    /// The number of layers that turn, from 1.
    layers: u16,
    quarters: usize,
}

impl Block {
    fn word(self) -> String {
        let face = ['U', 'R', 'F', 'D', 'L', 'B'][self.face];
        let suffix = ["", "", "2", "'"][self.quarters];
        match self.layers {
            1 => format!("{face}{suffix}"),
            2 => format!("{face}w{suffix}"),
            layers => format!("{layers}{face}w{suffix}"),
        }
    }

    fn axis(self) -> usize {
        self.face % 3
    }

    /// Whether two turns about one axis are the same turn: the same block, or the two halves of a cube, which differ by a rotation.
    fn merges_with(self, other: Block, size: u16) -> bool {
        self.layers == other.layers && (self.face == other.face || 2 * self.layers == size)
    }
}

/// The given number of turns of outer blocks of up to half of the layers; of consecutive turns about one axis no two turn the same
/// block. The last turn is not about the face `last`, if that is given.
pub(super) fn big_cube(
    size: u16,
    count: usize,
    last: Option<char>,
    rng: &mut (impl Rng + ?Sized),
) -> Vec<String> {
    let taken = last.and_then(|face| ['U', 'R', 'F'].into_iter().position(|known| known == face));
    let mut turns: Vec<Block> = Vec::with_capacity(count);
    while turns.len() < count {
        let turn = Block {
            face: below(rng, 6) as usize,
            layers: 1 + below(rng, u64::from(size / 2)) as u16,
            quarters: 1 + below(rng, 3) as usize,
        };
        let mut row = turns.iter().rev().take_while(|before| before.axis() == turn.axis());
        let merges = row.any(|before| before.merges_with(turn, size));
        let ends_wrong = turns.len() + 1 == count && taken == Some(turn.axis());
        if !merges && !ends_wrong {
            turns.push(turn);
        }
    }
    turns.into_iter().map(Block::word).collect()
}

/// Lines of a megaminx scramble, and double turns in each.
pub(super) const LINES: usize = 7;
const PAIRS: usize = 5;

/// The lines of a megaminx scramble (article 12d): `R` and `D` alternately, each two fifths in a random direction, and U at the end of
/// each line, in the direction of the last `D`.
pub(super) fn megaminx(rng: &mut (impl Rng + ?Sized)) -> Vec<String> {
    let line = |rng: &mut _| {
        let mut words: Vec<String> = Vec::with_capacity(2 * PAIRS + 1);
        let mut forward = false;
        for at in 0..2 * PAIRS {
            forward = below(rng, 2) == 0;
            words.push(format!("{}{}", ["R", "D"][at % 2], if forward { "++" } else { "--" }));
        }
        words.push(if forward { "U" } else { "U'" }.to_string());
        words.join(" ")
    };
    (0..LINES).map(|_| line(rng)).collect()
}

/// The wheels that a scramble of the clock turns, on either side of the rotation. Each position of the dials results from exactly one
/// choice of hours, so random hours produce random states.
const CLOCK: [&[&str]; 2] =
    [&["UR", "DR", "DL", "UL", "U", "R", "D", "L", "ALL"], &["U", "R", "D", "L", "ALL"]];

/// Random hours for each wheel (article 12g): clockwise up to six, otherwise in the shorter direction.
pub(super) fn clock(rng: &mut (impl Rng + ?Sized)) -> String {
    let mut words: Vec<String> = Vec::new();
    for (side, wheels) in CLOCK.into_iter().enumerate() {
        if side == 1 {
            words.push("y2".into());
        }
        for wheel in wheels {
            let hours = below(rng, 12);
            words.push(if hours <= 6 {
                format!("{wheel}{hours}+")
            } else {
                format!("{wheel}{}-", 12 - hours)
            });
        }
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm;
    use crate::model::Model;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;
    use std::collections::HashMap;

    #[test]
    fn no_two_turns_merge_and_all_are_used() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for (size, count) in [(5, 60), (6, 80), (7, 100)] {
            let model = Model::find(&format!("{size}x{size}x{size}")).unwrap();
            let mut seen: HashMap<String, u32> = HashMap::new();
            for _ in 0..40 {
                let words = big_cube(size, count, Some('F'), &mut rng);
                assert_eq!(words.len(), count);
                assert!(!words[count - 1].contains(['F', 'B']), "{words:?}");
                let turns = algorithm::read(&model.puzzle, &words.join(" ")).unwrap();
                assert_eq!(algorithm::simplify(&model.puzzle, &turns).len(), count);
                for pair in words.windows(2) {
                    let halves =
                        |word: &str| (size == 6 && word.starts_with('3')).then(|| word.as_bytes()[1]);
                    if let (Some(one), Some(other)) = (halves(&pair[0]), halves(&pair[1])) {
                        let axis = |face| b"URFDLB".iter().position(|&known| known == face).unwrap() % 3;
                        assert_ne!(axis(one), axis(other), "{pair:?}");
                    }
                }
                words.into_iter().for_each(|word| *seen.entry(word).or_insert(0) += 1);
            }
            assert_eq!(seen.len(), 6 * 3 * usize::from(size / 2), "{size}");
        }
    }

    /// The fourteen wheels are independent modulo 2 and modulo 3, so 12^14 choices of hours make as many states.
    #[test]
    fn hours_of_the_clock_make_each_state_once() {
        let model = Model::find("clock").unwrap();
        let hours = |text: &str| -> Vec<i64> {
            let turns = algorithm::read(&model.puzzle, text).unwrap();
            let state =
                turns.iter().fold(model.puzzle.solved().clone(), |at, turn| at.after(&turn.transformation()));
            state.orbits.iter().flat_map(|row| row.orientations.iter().map(|&hour| i64::from(hour))).collect()
        };
        let front = CLOCK[0].iter().map(|wheel| hours(&format!("{wheel}1+")));
        // Inverted, so that both are seen from one side.
        let rows: Vec<Vec<i64>> =
            front.chain(CLOCK[1].iter().map(|wheel| hours(&format!("y2 {wheel}1+ y2")))).collect();
        for prime in [2i64, 3] {
            let mut left: Vec<Vec<i64>> = rows.clone();
            let mut rank = 0;
            for column in 0..rows[0].len() {
                let Some(pivot) = left.iter().position(|row| row[column] % prime != 0) else { continue };
                let row = left.swap_remove(pivot);
                // In a field of two or three elements every nonzero element is its own inverse.
                for other in &mut left {
                    let times = other[column] * row[column];
                    other
                        .iter_mut()
                        .zip(&row)
                        .for_each(|(entry, by)| *entry = (*entry - times * by).rem_euclid(prime));
                }
                rank += 1;
            }
            assert_eq!(rank, 14, "modulo {prime}");
        }
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..20 {
            let text = clock(&mut rng);
            assert_eq!(text.split(' ').count(), 15);
            hours(&text);
        }
    }

    #[test]
    fn megaminx_lines_are_pochmanns() {
        let model = Model::find("megaminx").unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut forward = [0; 2];
        for _ in 0..20 {
            let lines = megaminx(&mut rng);
            assert_eq!(lines.len(), LINES);
            assert!(algorithm::read(&model.puzzle, &lines.join("\n")).unwrap().len() == 11 * LINES);
            for line in lines {
                let words: Vec<&str> = line.split(' ').collect();
                assert_eq!(words.len(), 11);
                for (at, word) in words[..10].iter().enumerate() {
                    let face = ["R", "D"][at % 2];
                    let way = ["++", "--"].iter().position(|way| *word == format!("{face}{way}")).unwrap();
                    forward[way] += 1;
                }
                assert_eq!(words[10] == "U", words[9] == "D++");
                assert!(["U", "U'"].contains(&words[10]));
            }
        }
        // 1400 trials: a standard deviation of 19.
        assert!(forward.iter().all(|&n: &i32| n.abs_diff(700) < 100), "{forward:?}");
    }
}
