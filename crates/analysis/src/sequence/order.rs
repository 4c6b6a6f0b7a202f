//! The order of a sequence, that is, the number of repetitions that have no effect, and its effect as cycles.
//!
//! Start at [`SequenceOrder::of`]. It reports two orders: one with all pieces distinguished, and one of the visible effect, in which
//! pieces of one colour are identical. When all pieces are distinguished, the centres of a big cube are distinguished by their slots;
//! the twist of a centre within its slot counts only if the definition gives it orientations.

use permutant_group::{Permutation, UBig};
use permutant_puzzle::algorithm;
use permutant_puzzle::cycle_structure::CycleStructure;
use permutant_puzzle::formats::facelets::FaceletLayout;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::transformation::Transformation;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The effect of a sequence under repetition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SequenceOrder {
    /// Least positive number of repetitions that have no effect, with all pieces distinguished.
    pub order: UBig,
    /// Least positive number of repetitions after which the solved state has its original appearance.
    pub coloured_order: UBig,
    /// The number of repetitions of which the cycles and stickers are told: 1, unless the sequence has directions, as those of a sliding puzzle.
    /// These name the same moves again after so many repetitions, and no fewer have no effect.
    pub period: u64,
    /// The cycles of the pieces, by orbit.
    pub cycles: CycleStructure,
    /// The effect on the stickers, each distinguished, read "moved to": facelets in the order of the puzzle's facelet strings if it has
    /// them, otherwise one sticker for each orientation of each slot.
    pub stickers: Permutation,
}

/// The reason why a sequence has no order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OrderError {
    /// After some repetitions, the sequence meets a position in which a move is not possible.
    #[error(
        "the sequence cannot be repeated: its turn {turn} is blocked in repetition {repetition}, so it has no order"
    )]
    Blocked {
        /// The number of the repetition, from 1.
        repetition: u64,
        /// The turn.
        turn: String,
    },
    /// After some repetitions, nothing can move in a direction.
    #[error("the sequence cannot be repeated, so it has no order: in repetition {repetition}, {reason}")]
    NoMove {
        /// The number of the repetition, from 1.
        repetition: u64,
        /// What cannot be done.
        reason: String,
    },
    /// Every repetition would have to be tried to see whether its moves are possible, which would take too long.
    #[error(
        "moves of {puzzle} may be blocked, and checking all repetitions of the sequence would take {turns} \
         turns; expected at most {most}"
    )]
    TooLong {
        /// Name of the puzzle.
        puzzle: String,
        /// Number of turns until the sequence has no effect.
        turns: UBig,
        /// Number of turns that are tried.
        most: u64,
    },
    /// There are more than 2^32 stickers.
    #[error("{0} has too many stickers to number them")]
    TooLarge(String),
}

/// Largest number of turns that are made to test whether a sequence can be repeated.
const MAX_TRIED: u64 = 1_000_000;

impl SequenceOrder {
    /// The effect of an algorithm that is repeated as it is written: what a direction moves depends on the position. `turns` are those of the first
    /// repetition. O(turns · slots) for each repetition until they are the same again.
    ///
    /// # Errors
    /// As [`SequenceOrder::of`], and if nothing can move in a direction in some repetition.
    pub fn of_written(
        puzzle: &Puzzle,
        facelets: Option<&FaceletLayout>,
        text: &str,
        turns: &[Turn],
    ) -> Result<Self, OrderError> {
        let (all, period) = until_the_same(puzzle, text, turns)?;
        let found = SequenceOrder::of(puzzle, facelets, &all)?;
        let [order, coloured_order] =
            [&found.order, &found.coloured_order].map(|order| order * UBig::from(period));
        Ok(SequenceOrder { order, coloured_order, period, ..found })
    }

    /// The combined effect of the turns. O(turns · slots).
    ///
    /// # Errors
    /// If pieces of the puzzle may block moves and do so in some repetition of the sequence.
    pub fn of(puzzle: &Puzzle, facelets: Option<&FaceletLayout>, turns: &[Turn]) -> Result<Self, OrderError> {
        let whole = product(turns);
        let cycles = CycleStructure::of(&whole);
        let order = cycles.order();
        if puzzle.is_restricted() {
            can_be_repeated(puzzle, turns, &order)?;
        }
        let coloured_order = cycles.coloured_order(&whole, puzzle.solved());
        let stickers = match facelets {
            Some(layout) => layout.permutation(puzzle.orbits(), &whole),
            None => Points::new(puzzle.orbits())
                .ok_or_else(|| OrderError::TooLarge(puzzle.name().to_string()))?
                .permutation(&whole),
        };
        Ok(SequenceOrder { order, coloured_order, period: 1, cycles, stickers })
    }
}

/// Number of turns whose changes are combined before they enter a product.
const TOGETHER: usize = 64;

/// The combined effect of turns. Several turns are combined first: on a big cube each moves a small part, and every step with the whole
/// would copy all of it.
pub fn product(turns: &[Turn]) -> Transformation {
    turns.chunks(TOGETHER).fold(Transformation::identity(), |all, turns| {
        let changes: Vec<Transformation> = turns.iter().map(Turn::transformation).collect();
        all.then(&Transformation::product(&changes))
    })
}

/// The turns of as many repetitions of an algorithm as its directions need to name the first turns again, and the number of these repetitions.
fn until_the_same(puzzle: &Puzzle, text: &str, turns: &[Turn]) -> Result<(Vec<Turn>, u64), OrderError> {
    let (mut all, mut period) = (turns.to_vec(), 1);
    if puzzle.directions().is_empty() {
        return Ok((all, period));
    }
    let mut state = puzzle.solved().clone();
    turns.iter().for_each(|turn| turn.make(&mut state));
    while all.len() as u64 <= MAX_TRIED {
        let next = algorithm::read_from(puzzle, &state, text)
            .map_err(|fault| OrderError::NoMove { repetition: period + 1, reason: fault.message })?;
        if next == turns {
            return Ok((all, period));
        }
        next.iter().for_each(|turn| turn.make(&mut state));
        all.extend(next);
        period += 1;
    }
    Err(OrderError::TooLong { puzzle: puzzle.name().to_string(), turns: all.len().into(), most: MAX_TRIED })
}

/// Makes every turn of every repetition up to the order.
fn can_be_repeated(puzzle: &Puzzle, turns: &[Turn], order: &UBig) -> Result<(), OrderError> {
    let all = order * UBig::from(turns.len());
    let Some(repetitions) = u64::try_from(order).ok().filter(|_| all <= UBig::from(MAX_TRIED)) else {
        return Err(OrderError::TooLong { puzzle: puzzle.name().to_string(), turns: all, most: MAX_TRIED });
    };
    let mut state = puzzle.solved().clone();
    for repetition in 1..=repetitions {
        for turn in turns {
            if !puzzle.is_possible(&state, turn) {
                return Err(OrderError::Blocked { repetition, turn: turn.to_string() });
            }
            turn.make(&mut state);
        }
    }
    Ok(())
}

/// A cycle type in the notation of textbooks: `1^42 3 4^2 7^4 15`.
pub fn write_cycle_type(counts: &BTreeMap<usize, usize>) -> String {
    let mut text = String::new();
    for (at, (length, count)) in counts.iter().enumerate() {
        let space = if at == 0 { "" } else { " " };
        // Writing to a string cannot fail.
        let _ = match count {
            1 => write!(text, "{space}{length}"),
            _ => write!(text, "{space}{length}^{count}"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzles::{defined, named};
    use permutant_puzzle::state::State;
    use permutant_puzzle::{algorithm, catalog};

    fn order(puzzle: &Puzzle, text: &str) -> SequenceOrder {
        let facelets = catalog::find(puzzle.name()).ok().and_then(|entry| entry.facelets);
        SequenceOrder::of(puzzle, facelets.as_ref(), &algorithm::read(puzzle, text).unwrap()).unwrap()
    }

    /// Values of Charles Reid's posts on the 4x4x4, cycle types among its 96 stickers.
    #[test]
    fn orders_on_the_4x4x4_are_the_published_ones() {
        let cube = named("4x4x4");
        for (text, apart, coloured, cycle_type) in [
            ("R", 4_u32, 4_u32, "1^64 4^8"),
            ("U R", 420, 105, "1^42 3 4^2 7^4 15"),
            ("Uw Rw", 15, 15, "1^24 3^4 15^4"),
            ("U Rw", 240, 240, "1^32 3 4 10 15 16^2"),
            ("U R U' R'", 6, 6, ""),
            // The U permutation, which also exchanges centres of one colour.
            ("R U' R U R U R U' R' U' R2", 12, 3, ""),
            ("", 1, 1, "1^96"),
        ] {
            let found = order(&cube, text);
            let written = write_cycle_type(&found.stickers.cycle_type());
            assert!(cycle_type.is_empty() || written == cycle_type, "{text}: {written}");
            let found = (found.order, found.coloured_order);
            assert_eq!(found, (apart.into(), coloured.into()), "{text}");
        }
        // Large orders found by a random search, with all pieces distinguished.
        assert_eq!(order(&cube, "Fw D' 2D").order, 45045_u32.into());
        assert_eq!(order(&cube, "Dw' 2R' Uw' 2U' L").order, 471240_u32.into());
    }

    #[test]
    fn orders_are_those_of_repeating() {
        for (name, text, known) in [
            ("3x3x3", "R U2 D' B D'", Some(1260)),
            ("3x3x3", "R U", Some(105)),
            ("3x3x3", "x", Some(4)),
            ("5x5x5", "M U 2R", None),
            ("2x2x2", "R U", Some(15)),
            ("skewb", "R U", None),
            ("pyraminx", "U R l", None),
            ("megaminx", "U R2 BL", None),
        ] {
            let puzzle = named(name);
            let whole = product(&algorithm::read(&puzzle, text).unwrap());
            let repeats = |state: &State| {
                let repeated =
                    std::iter::successors(Some(state.after(&whole)), |now| Some(now.after(&whole)));
                1 + repeated.take_while(|now| now != state).count()
            };
            let apart = repeats(&State::identity(puzzle.orbits()));
            assert!(known.is_none_or(|known| known == apart), "{name} {text}: {apart}");
            let found = order(&puzzle, text);
            assert_eq!(found.order, apart.into(), "{name} {text}");
            assert_eq!(found.coloured_order, repeats(puzzle.solved()).into(), "{name} {text}");
        }
    }

    #[test]
    fn generators_for_gap_are_a_puzzle_too() {
        let puzzle = defined("a := (1,2,3)(4,5); b := (5,6);");
        let found = order(&puzzle, "a b");
        assert_eq!(found.order, 3_u8.into());
        assert_eq!(write_cycle_type(&found.stickers.cycle_type()), "3^2");
    }

    /// Two pieces are glued together; the turn that would separate them is not possible, neither once nor in a repetition.
    #[test]
    fn blocked_sequences_have_no_order() {
        let text = "Name Glued\n\nSet A 4 1\n\nSolved\nA\n1 2 3 4\nEnd\n\nMove r\nA\n2 3 4 1\nEnd\n\nMove s\nA\n2 1 3 4\nEnd\n\nBlock\nA\n1 2\nEnd\n";
        let puzzle = defined(text);
        let read = |text| algorithm::read(&puzzle, text).unwrap();
        assert_eq!(SequenceOrder::of(&puzzle, None, &read("r")).unwrap().order, 4_u8.into());
        let fault = SequenceOrder::of(&puzzle, None, &read("r s")).unwrap_err();
        assert!(matches!(fault, OrderError::Blocked { .. }), "{fault}");
    }

    /// All words of up to six directions, against repetitions of the text until all pieces are at home. On a Möbius strip the hole can go on in one
    /// direction, so that the same letters move other pieces each time.
    #[test]
    fn directions_are_repeated_as_they_are_written() {
        for (name, goes_on) in [("slide:2x3", false), ("moebius:2x3", true)] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let (mut orders, mut periods) = (0, 0);
            for code in 0..4_usize.pow(6) {
                let letters = (0..6).map(|at| ["U", "D", "L", "R"][code / 4_usize.pow(at) % 4]);
                let word: Vec<&str> = letters.take(1 + code % 6).collect();
                let text = word.join(" ");
                let Ok(turns) = algorithm::read(&puzzle, &text) else { continue };
                let mut state = puzzle.solved().clone();
                let mut repetitions = 0_u32;
                let expected = loop {
                    let Ok(next) = algorithm::read_from(&puzzle, &state, &text) else { break None };
                    next.iter().for_each(|turn| turn.make(&mut state));
                    repetitions += 1;
                    if puzzle.is_solved(&state) {
                        break Some(UBig::from(repetitions));
                    }
                };
                let found = SequenceOrder::of_written(&puzzle, None, &text, &turns);
                assert_eq!(found.as_ref().ok().map(|found| found.order.clone()), expected, "{text}");
                orders += usize::from(expected.is_some());
                periods += usize::from(found.is_ok_and(|found| found.period > 1));
            }
            assert!(orders > 100 && (periods > 10) == goes_on, "{name}: {orders}, {periods}");
        }
    }
}
