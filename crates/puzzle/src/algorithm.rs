//! Algorithms of a puzzle: conversion between text and turns, and operations on them.
//!
//! Start at [`parse`], [`turns`] and [`write()`]. The notation knows names, and a puzzle knows their effects; this
//! module connects the two. [`Names`] supplies the names of a puzzle to the reader, and turns are simplified by their
//! actual effects.

use crate::diagnostic::Diagnostic;
use crate::metric::Metric;
use crate::moves::Turn;
use crate::notation::cube_symmetry::CubeSymmetry;
use crate::notation::{
    self, Alg, AnyName, Dialect, MoveAlgebra, MoveToken, SpannedMove, Vocabulary, without_annotations,
};
use crate::puzzle::Puzzle;
use crate::small_map::Map;
use crate::state::State;
use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Range;
use std::slice;
use std::sync::Arc;

/// Most moves to which the brackets of an algorithm may expand.
pub const MAX_MOVES: usize = 1_000_000;

/// The names of a puzzle's moves, for reading algorithms.
#[derive(Clone, Copy, Debug)]
pub struct Names<'p>(pub &'p Puzzle);

impl Vocabulary for Names<'_> {
    fn knows(&self, name: &str) -> bool {
        self.0.knows(name) || is_direction(self.0, name)
    }

    fn lacks_sign(&self, name: &str) -> bool {
        let has_no_effect = || self.0.base(name).is_some_and(|turn| turn.base().order == Some(1));
        self.0.knows(&format!("{name}+")) && has_no_effect()
    }

    fn names(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        let directions = self.0.directions().iter().map(|direction| direction.name.as_str());
        let mut names: Vec<&str> = self.0.names().chain(directions).collect();
        names.sort_unstable();
        names.extend(self.0.layer_examples());
        Box::new(names.into_iter())
    }
}

/// Reads an algorithm in the names of a puzzle; a number at the beginning of a line and a length at its end are
/// skipped ([`without_annotations`]).
pub fn parse(puzzle: &Puzzle, text: &str) -> Result<Alg, Diagnostic> {
    let names = Names(puzzle);
    notation::parse(&without_annotations(text, &names), &names, Dialect::default())
}

/// The image of an algorithm of a cube under a symmetry, with its brackets. Reads the names of cube moves, which distinguish layers.
///
/// # Errors
///
/// If the text is no algorithm, or contains moves that cubes do not have.
pub fn image_on_cube(puzzle: &Puzzle, text: &str, symmetry: &CubeSymmetry) -> Result<Alg, Diagnostic> {
    let plain = without_annotations(text, &Names(puzzle));
    notation::parse(&plain, &AnyName, Dialect::default())?.map_moves(symmetry)
}

/// The turn of a move on a puzzle. `None` if the puzzle has no such move, because its name or layers are unknown, and
/// for moves that consist of several turns, such as a pair of turns of Square-1 or a repeated direction.
pub fn turn(puzzle: &Puzzle, token: &MoveToken) -> Option<Turn> {
    puzzle.turn_by(&token.name(), i64::from(token.amount))
}

fn is_direction(puzzle: &Puzzle, name: &str) -> bool {
    puzzle.directions().iter().any(|direction| direction.name == name)
}

/// The turns of an algorithm one by one, with brackets expanded, at most [`MAX_MOVES`]; directions are those from the
/// solved state.
pub fn turns(puzzle: &Puzzle, alg: &Alg) -> Result<Vec<Turn>, Diagnostic> {
    Ok(turns_from(puzzle, puzzle.solved(), alg)?.into_iter().map(|(turn, _)| turn).collect())
}

/// The turns of an algorithm that starts in a given state, each with its position in the text.
fn turns_from(puzzle: &Puzzle, start: &State, alg: &Alg) -> Result<Vec<(Turn, Range<usize>)>, Diagnostic> {
    let moves = alg.expand(MAX_MOVES).map_err(|fault| {
        Diagnostic::new(0..0, fault.to_string()).help("repeat fewer times, or reduce the powers by hand")
    })?;
    let unknown = |spanned: &SpannedMove| {
        let name = puzzle.name();
        Diagnostic::new(spanned.span.clone(), format!("{name} has no move '{}'", spanned.token))
            .expected("a move of the puzzle, with layers that it has")
    };
    let known = Turns::new(puzzle);
    if puzzle.directions().is_empty() {
        let mut turns = Vec::with_capacity(moves.len());
        for spanned in &moves {
            let found = known.turns(&spanned.token).ok_or_else(|| unknown(spanned))?;
            turns.extend(found.into_iter().map(|turn| (turn, spanned.span.clone())));
        }
        return Ok(turns);
    }
    let mut state = start.clone();
    let mut turns = Vec::new();
    for spanned in &moves {
        let (name, amount) = (spanned.token.name(), i64::from(spanned.token.amount));
        if !is_direction(puzzle, &name) {
            let found = known.turn(&spanned.token).ok_or_else(|| unknown(spanned))?;
            found.make(&mut state);
            turns.push((found, spanned.span.clone()));
            continue;
        }
        if turns.len() as u64 + amount.unsigned_abs() > MAX_MOVES as u64 {
            return Err(Diagnostic::new(spanned.span.clone(), format!("more than {MAX_MOVES} moves")));
        }
        for _ in 0..amount.unsigned_abs() {
            let found = puzzle.directed(&state, &name, amount.signum()).ok_or_else(|| {
                let message = format!("nothing can move in that direction: '{}'", spanned.token);
                Diagnostic::new(spanned.span.clone(), message)
                    .expected("a direction in which something can move")
            })?;
            found.make(&mut state);
            turns.push((found, spanned.span.clone()));
        }
    }
    Ok(turns)
}

/// Reads an algorithm and expands it to turns; directions are resolved from the solved state.
pub fn read(puzzle: &Puzzle, text: &str) -> Result<Vec<Turn>, Diagnostic> {
    turns(puzzle, &parse(puzzle, text)?)
}

/// Reads an algorithm that starts in a given state, which matters only on puzzles with directions.
pub fn read_from(puzzle: &Puzzle, start: &State, text: &str) -> Result<Vec<Turn>, Diagnostic> {
    Ok(read_places(puzzle, start, text)?.into_iter().map(|(turn, _)| turn).collect())
}

/// As [`read_from`], with the position of each turn in the text, in bytes; repetitions of a bracket have the same
/// positions.
pub fn read_places(
    puzzle: &Puzzle,
    start: &State,
    text: &str,
) -> Result<Vec<(Turn, Range<usize>)>, Diagnostic> {
    turns_from(puzzle, start, &parse(puzzle, text)?)
}

/// Writes turns that start in a given state, as directions where the puzzle has them.
pub fn write_from(puzzle: &Puzzle, start: &State, turns: &[Turn]) -> String {
    if puzzle.directions().is_empty() {
        return write(turns);
    }
    let mut state = start.clone();
    let mut words = Vec::with_capacity(turns.len());
    for turn in turns {
        words.push(puzzle.direction_of(&state, turn).map_or_else(|| turn.to_string(), str::to_string));
        turn.make(&mut state);
    }
    words.join(" ")
}

/// Turns as text, separated by spaces; neighbouring turns of the two layers of Square-1 as one pair.
pub fn write(turns: &[Turn]) -> String {
    let mut words: Vec<String> = Vec::with_capacity(turns.len());
    // The pair of turns that may still go on.
    let mut open: Option<(i32, i32)> = None;
    for turn in turns {
        let pair = layers_turned(turn);
        let joined = match (open, pair) {
            (Some((up, 0)), Some((0, down))) | (Some((0, down)), Some((up, 0))) => Some((up, down)),
            _ => None,
        };
        if let Some((up, down)) = joined {
            words.pop();
            words.push(format!("({up},{down})"));
        } else {
            words.push(turn.to_string());
        }
        open = if joined.is_some() { None } else { pair };
    }
    words.join(" ")
}

/// The amounts by which the layers of Square-1 turn, if the turn is one of a single layer.
fn layers_turned(turn: &Turn) -> Option<(i32, i32)> {
    let (up, down) = MoveToken::new(turn.base().name.as_str()).square1_turns()?;
    let amount = i32::try_from(turn.amount()).ok()?;
    Some((up.checked_mul(amount)?, down.checked_mul(amount)?))
}

/// The inverse of an algorithm, with its brackets. A move that undoes itself, such as `R2` of a cube, has no prime.
pub fn inverse(puzzle: &Puzzle, alg: &Alg) -> Alg {
    let known = Turns::new(puzzle);
    // The amount is that of the inverse.
    let positive = |name: &str, amount: i32| match known.undoes_itself(name, amount) {
        true => amount.saturating_abs(),
        false => amount,
    };
    let same = |token: &MoveToken| {
        Some(match token.square1_turns() {
            Some((up, down)) if token.amount == 1 => {
                MoveToken::square1(positive("(1,0)", up), positive("(0,1)", down))
            }
            _ => token.clone().with_amount(positive(&token.name(), token.amount)),
        })
    };
    let inverse = alg.inverse();
    inverse.map_moves(&same).unwrap_or(inverse)
}

/// The inverse of a sequence of turns.
pub fn invert(turns: &[Turn]) -> Vec<Turn> {
    turns.iter().rev().map(Turn::inverse).collect()
}

/// The length of an algorithm in a metric, including repetitions. Nothing is expanded if the metric counts turn by
/// turn. `u128::MAX` means that much or more.
pub fn length(puzzle: &Puzzle, alg: &Alg, metric: &Metric) -> Result<u128, Diagnostic> {
    if !metric.counts_turn_by_turn() {
        return Ok(metric.length(&turns(puzzle, alg)?).into());
    }
    let known = Turns::new(puzzle);
    alg.cost(|token| match known.turns(token) {
        Some(turns) => Some(turns.iter().map(|turn| u64::from(metric.cost(turn))).sum()),
        // A direction is a single move as often as it says, and costs what any of its moves costs.
        None => {
            let direction = puzzle.directions().iter().find(|direction| direction.name == token.name())?;
            let once = puzzle.turn(direction.moves.iter().flatten().next()?)?;
            Some(u64::from(metric.cost(&once)) * u64::from(token.amount.unsigned_abs()))
        }
    })
}

/// A cache of the turns of a puzzle, with each move computed once, as those of big cubes move thousands of pieces.
/// Orders and commutation are derived from the actual effects.
struct Turns<'p> {
    puzzle: &'p Puzzle,
    known: RefCell<Map<String, Option<Turn>>>,
}

impl<'p> Turns<'p> {
    fn new(puzzle: &'p Puzzle) -> Self {
        Turns { puzzle, known: RefCell::default() }
    }

    /// See [`turn`].
    fn turn(&self, token: &MoveToken) -> Option<Turn> {
        let mut known = self.known.borrow_mut();
        let name = token.name();
        let once = known.get_or_insert_with(name.clone(), || self.puzzle.base(&name));
        once.as_ref()?.times(i64::from(token.amount))
    }

    /// Whether the move of this name, made this often, is its own inverse.
    fn undoes_itself(&self, name: &str, amount: i32) -> bool {
        let order = self.turn(&MoveToken::new(name)).and_then(|turn| i64::try_from(turn.base().order?).ok());
        order.is_some_and(|order| order < 3 || 2 * i64::from(amount) % order == 0)
    }

    /// The turns of a move one after the other: two, one or none for a pair of turns of Square-1.
    fn turns(&self, token: &MoveToken) -> Option<Vec<Turn>> {
        if let Some(turn) = self.turn(token) {
            return Some(vec![turn]);
        }
        let (up, down) = token.power(1)?.square1_turns()?;
        let layer = |name: &str, by: i32| {
            let amount = by.checked_mul(token.amount)?;
            self.turn(&MoveToken::new(name).with_amount(amount))
        };
        let turns = [layer("(1,0)", up)?, layer("(0,1)", down)?];
        Some(turns.into_iter().filter(|turn| turn.amount() != 0).collect())
    }
}

impl MoveAlgebra for Turns<'_> {
    fn order(&self, token: &MoveToken) -> Option<u32> {
        self.turn(token)?.base().order?.try_into().ok()
    }

    fn commutes(&self, a: &MoveToken, b: &MoveToken) -> bool {
        match (self.turn(a), self.turn(b)) {
            (Some(a), Some(b)) => a.commutes_with(&b),
            _ => false,
        }
    }
}

/// Powers as single moves, the shorter way round: `R2` is `R R`, `r0^3` of a move of order 20 three times `r0`. `None` beyond
/// [`MAX_MOVES`].
pub fn single(turns: &[Turn]) -> Option<Vec<Turn>> {
    let times = |turn: &Turn| turn.amount().unsigned_abs();
    let count = turns.iter().map(times).fold(0, u64::saturating_add);
    if count > MAX_MOVES as u64 {
        return None;
    }
    let one = |turn: &Turn| {
        let once = Turn::new(Arc::clone(turn.base()), turn.amount().signum());
        std::iter::repeat_n(once, times(turn) as usize)
    };
    Some(turns.iter().flat_map(one).collect())
}

/// Merges turns of the same move, also across turns that commute with it, and drops turns without effect: `U D U'` is
/// `D` on a cube. `R++` has a sign in its name but no amount in what people write, so its powers stay single moves.
pub fn simplify(puzzle: &Puzzle, turns: &[Turn]) -> Vec<Turn> {
    let tokens: Vec<MoveToken> = (turns.iter())
        .filter_map(|turn| {
            let amount = i32::try_from(turn.amount()).ok()?;
            Some(MoveToken::new(turn.base().name.clone()).with_amount(amount))
        })
        .collect();
    if tokens.len() < turns.len() {
        return turns.to_vec();
    }
    let known = Turns::new(puzzle);
    let simple = notation::simplify(&tokens, &known);
    let as_written = |turn: Turn| match turn.base().name.ends_with("++") {
        true => single(slice::from_ref(&turn)).unwrap_or_else(|| vec![turn]),
        false => vec![turn],
    };
    simple.iter().filter_map(|token| known.turn(token)).flat_map(as_written).collect()
}

/// Simplifies, and gives the same order to all sequences that differ only by exchanging commuting turns: of the turns
/// that may come next, it takes the one whose move the definition lists first (the lexicographic normal form of
/// Anisimov and Knuth). O(turns × different turns).
pub fn merge(puzzle: &Puzzle, turns: &[Turn]) -> Vec<Turn> {
    let mut now = turns.to_vec();
    loop {
        let next = in_order(puzzle, &simplify(puzzle, &now));
        // In another order turns may meet that were apart.
        if next.len() == now.len() {
            return next;
        }
        now = next;
    }
}

/// The least order of the turns under exchanges of commuting turns.
fn in_order(puzzle: &Puzzle, turns: &[Turn]) -> Vec<Turn> {
    let rank = |turn: &Turn| {
        let listed = puzzle.bases().iter().position(|base| base.name == turn.base().name);
        (listed.unwrap_or(usize::MAX), turn.base().name.clone(), turn.amount())
    };
    let numbers: BTreeMap<_, &Turn> = turns.iter().map(|turn| (rank(turn), turn)).collect();
    let different: Vec<&Turn> = numbers.values().copied().collect();
    let effects: Vec<_> = different.iter().map(|turn| turn.transformation()).collect();
    let ranks: Vec<_> = numbers.keys().collect();
    let letters: Vec<usize> =
        turns.iter().map(|turn| ranks.binary_search(&&rank(turn)).unwrap_or_default()).collect();
    let tied: Vec<Vec<bool>> = (0..effects.len())
        .map(|a| (0..effects.len()).map(|b| a == b || !effects[a].commutes_with(&effects[b])).collect())
        .collect();
    // Each place waits for the last one before it of every letter that it must not overtake.
    let mut last: Vec<Option<usize>> = vec![None; different.len()];
    let mut waits = vec![0usize; turns.len()];
    let mut frees: Vec<Vec<usize>> = vec![Vec::new(); turns.len()];
    for (at, &letter) in letters.iter().enumerate() {
        for before in (0..last.len()).filter(|&other| tied[letter][other]).filter_map(|other| last[other]) {
            waits[at] += 1;
            frees[before].push(at);
        }
        last[letter] = Some(at);
    }
    let free = (0..turns.len()).filter(|&at| waits[at] == 0);
    let mut open: BinaryHeap<Reverse<(usize, usize)>> = free.map(|at| Reverse((letters[at], at))).collect();
    let mut order = Vec::with_capacity(turns.len());
    while let Some(Reverse((_, at))) = open.pop() {
        order.push(turns[at].clone());
        for &next in &frees[at] {
            waits[next] -= 1;
            if waits[next] == 0 {
                open.push(Reverse((letters[next], next)));
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;

    fn merged(name: &str, text: &str) -> String {
        let model = catalog::find(name).unwrap();
        write(&merge(&model.puzzle, &read(&model.puzzle, text).unwrap()))
    }

    #[test]
    fn merged_sequences_have_one_order() {
        for (name, text, expected) in [
            ("3x3x3", "U D U' R R2 L R", "D L"),
            ("3x3x3", "L R D U", "R L U D"),
            ("3x3x3", "D U R L' D' U", "U D R L' U D'"),
            ("3x3x3", "B F U B' F2 B", "F B U F2"),
            ("3x3x3", "", ""),
            ("pyraminx", "b u R r", "R u r b"),
        ] {
            assert_eq!(merged(name, text), expected, "{text}");
        }
    }

    /// Sequences of six turns of U and D, R and L: those that exchanging neighbours leads to each other merge to one text.
    #[test]
    fn merging_finds_all_exchanges() {
        let cube = catalog::find("3x3x3").unwrap().puzzle;
        let names = ["U", "D", "R", "L2"];
        let words = |length: u32| {
            (0..4usize.pow(length))
                .map(move |n| (0..length).map(|at| n / 4usize.pow(at) % 4).collect::<Vec<_>>())
        };
        let text = |word: &[usize]| {
            let turns: Vec<Turn> = word.iter().map(|&n| cube.turn(names[n]).unwrap()).collect();
            write(&merge(&cube, &turns))
        };
        for word in words(5) {
            let all = text(&word);
            for at in 0..word.len() - 1 {
                if word[at] / 2 == word[at + 1] / 2 {
                    let mut other = word.clone();
                    other.swap(at, at + 1);
                    assert_eq!(text(&other), all, "{word:?}");
                }
            }
        }
    }

    fn simplified(name: &str, text: &str) -> String {
        let model = catalog::find(name).unwrap();
        write(&simplify(&model.puzzle, &read(&model.puzzle, text).unwrap()))
    }

    #[test]
    fn turns_merge_across_what_commutes() {
        for (name, text, expected) in [
            ("3x3x3", "U D U'", "D"),
            ("3x3x3", "U D U' R R2 L R", "D L"),
            ("3x3x3", "(R U R' U')2 U R U' R'", "R U R' U'"),
            ("3x3x3", "M L M'", "L"),
            ("skewb", "R R", "R'"),
            ("megaminx", "U2 U2", "U'"),
            ("megaminx", "U D U", "U2 D"),
            ("megaminx", "R++ R-- D-- D-- D--", "D++ D++"),
            ("4x4x4", "Rw 2L Rw'", "2L"),
        ] {
            assert_eq!(simplified(name, text), expected, "{text}");
        }
    }

    #[test]
    fn lengths_in_the_metrics_of_the_cube() {
        let cube = catalog::find("5x5x5").unwrap().puzzle;
        for (text, expected) in [
            ("", [0, 0, 0, 0, 0]),
            ("R", [1, 1, 1, 1, 1]),
            ("R2", [1, 2, 1, 2, 1]),
            ("R3", [1, 1, 1, 1, 1]),
            ("r 3Rw 1-3r 1R", [4, 4, 4, 4, 4]),
            ("M", [2, 2, 1, 1, 1]),
            ("M2", [2, 4, 1, 2, 1]),
            ("2R 2-4r m E' S", [10, 10, 5, 5, 5]),
            ("x y2 Rv", [0, 0, 0, 0, 3]),
            ("[R, U2]3", [12, 18, 12, 18, 12]),
            ("[R M: U]2'", [14, 14, 10, 10, 10]),
            ("((((R)9999)9999)9999)9999", [9999u128.pow(4); 5]),
        ] {
            let alg = parse(&cube, text).unwrap();
            let metrics = [Metric::htm(), Metric::qtm(), Metric::stm(), Metric::sqtm(), Metric::etm()];
            assert_eq!(metrics.map(|metric| length(&cube, &alg, &metric).unwrap()), expected, "{text}");
        }
    }

    #[test]
    fn turns_know_their_places() {
        let places = |name: &str, text: &str| -> Vec<(String, String)> {
            let model = catalog::find(name).unwrap();
            let turns = read_places(&model.puzzle, model.puzzle.solved(), text).unwrap();
            turns.into_iter().map(|(turn, place)| (turn.to_string(), text[place].to_string())).collect()
        };
        let pair = |turn: &str, place: &str| (turn.to_string(), place.to_string());
        let commutator = [pair("R", "R"), pair("U2", "U2"), pair("R'", "R"), pair("U2", "U2")];
        assert_eq!(places("3x3x3", "[R, U2] // twice")[..2], commutator[..2]);
        assert_eq!(places("3x3x3", "[R, U2]")[2].1, "R");
        assert_eq!(places("3x3x3", "(R U2)2").len(), 4);
        let slides = places("slide:4x4", "R2 D");
        assert_eq!(slides.iter().map(|(_, place)| place.as_str()).collect::<Vec<_>>(), ["R2", "R2", "D"]);
    }

    /// Square-1 as the regulations write it, without brackets, and by letters; the clock with its pins.
    #[test]
    fn square_1_and_the_clock_are_read_and_written() {
        let written = |name: &str, text: &str| {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let alg = parse(&puzzle, text).unwrap();
            (write(&turns(&puzzle, &alg).unwrap()), inverse(&puzzle, &alg).to_string())
        };
        for text in
            ["(1,0)/(-3,3)/(0,-1)", "1,0/-3,3/0,-1", "(1, 0) / (-3, 3) / (0, -1)", "U / U3' D3 _SLASH_ D'"]
        {
            assert_eq!(written("square-1", text).0, "(1,0) / (-3,3) / (0,-1)", "{text}");
        }
        assert_eq!(written("square-1", "1,0/-3,3/").1, "/ (3, -3) / (-1, 0)");
        assert_eq!(simplified("square-1", "(1,0)(2,-5)/(6,0)/ / (7,0)"), "(3,-5) / (1,0)");
        assert_eq!(simplified("square-1", "(1,0)(2,-5)// comment"), "(3,-5)");
        let scramble = "UR1+ DR2- DL0+ UL4- ALL2- y2 U3+ L5- UR DL";
        assert_eq!(
            written("clock", scramble),
            (scramble.into(), "DL UR L5+ U3- y2 ALL2+ UL4+ DL0+ DR2+ UR1-".into())
        );
        assert_eq!(simplified("clock", "UR5+ U2- UR4+ y2 y2 UR3+"), "U2-");
        let puzzle = catalog::find("square-1").unwrap().puzzle;
        let count = |metric: Metric| {
            length(&puzzle, &parse(&puzzle, "(1,0)/(3,3)/(0,0)/").unwrap(), &metric).unwrap()
        };
        assert_eq!([Metric::twist(), Metric::htm(), Metric::qtm()].map(count), [3, 6, 10]);
    }

    /// A half turn has no prime, whatever the order of the move.
    #[test]
    fn moves_that_undo_themselves_are_their_own_inverses() {
        for (name, text, expected) in [
            ("3x3x3", "R U2 F' M2' x2 R6", "R6 x2 M2 F U2 R'"),
            ("3x3x3", "[R2: (U R2)3]", "[R2: (R2 U')3]"),
            ("4x4x4", "2R2 Rw2 3Rw", "3Rw' Rw2 2R2"),
            ("megaminx", "R2 U", "U' R2'"),
            ("megaminx", "R-- D++", "D-- R++"),
            ("square-1", "(6,3)/(-1,6)", "(1, 6) / (6, -3)"),
            ("clock", "UR6+ L5- y2", "y2 L5+ UR6+"),
            ("torus:12x12", "R1^6 R12", "R12' R1^6"),
        ] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let alg = parse(&puzzle, text).unwrap();
            assert_eq!(inverse(&puzzle, &alg).to_string(), expected, "{name} {text}");
        }
    }

    #[test]
    fn what_a_puzzle_does_not_have_is_told_with_its_place() {
        let cube = catalog::find("4x4x4").unwrap().puzzle;
        for (text, token) in [("R U Q", "Q"), ("R 7R", "7R"), ("U (R Q2)2", "Q2")] {
            let told = read(&cube, text).unwrap_err();
            assert!(told.token(text).starts_with(token.trim_end_matches('2')), "{text}: {told:?}");
        }
        assert!(read(&cube, "((((R)9999)9999)9999)9999").unwrap_err().message.contains("moves"));
    }
}
