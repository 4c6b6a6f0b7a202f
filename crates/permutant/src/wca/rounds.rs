//! Scrambles of one event, one after the other.
//!
//! Start at [`Rounds::new`] and [`Rounds::next`]. A round draws a random state or random turns. Positions that are too close to solved
//! are drawn again, so that the remaining ones stay equally likely. The written scramble is read again and must lead to the state that
//! was drawn.

use super::error::Wrong;
use super::event::Event;
use super::four::{self, Wide};
use super::orientation::{Block, Orientation};
use super::random_turns;
use super::small::Small;
use super::square1::Near;
use super::three::{self, Ends};
use crate::algorithm;
use crate::model::{Family, Model};
use crate::position::Position;
use crate::scramble::{Scrambler, Source};
use crate::solver::{SolveError, Solver};
use crate::tables::TableSource;
use permutant_cube::model::cubie::CubieCube;
use permutant_cube::model::facelet;
use permutant_cube::model::moves::{Face, Move, inverse};
use permutant_cube::two_phase;
use permutant_group::random::below;
use permutant_puzzle::catalog::NotFound;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use permutant_search::limits::Control;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// A scramble of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Official {
    /// The moves, in the notation of article 12; one line, except for the megaminx.
    pub lines: Vec<String>,
    /// The scrambled position, for its picture.
    pub state: State,
}

impl Official {
    /// The moves on one line.
    pub fn text(&self) -> String {
        self.lines.join(" ")
    }
}

/// The reason why there is no scramble.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OfficialError {
    /// No sequence to the state was found.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// An internal error of this program.
    #[error(transparent)]
    Wrong(#[from] Wrong),
}

/// Generates the scrambles of an event.
#[derive(Debug)]
pub struct Rounds<'m> {
    event: Event,
    model: &'m Model,
    rng: ChaCha8Rng,
    way: Way<'m>,
}

#[derive(Debug)]
enum Way<'m> {
    /// Puzzles with few states; the pyraminx has tips as well.
    Small(Box<Small>),
    Three(Box<two_phase::Solver>),
    Four(Box<Solver<'m>>, Box<Wide>),
    Big(u16),
    Megaminx,
    Clock,
    SquareOne(Box<Scrambler<'m>>, Box<Near<'m>>),
}

/// Turns before and after a scramble for the fewest-moves event: one of each axis, so that the edge orientation in it is not that for
/// which the scramble was made.
const PADDING: [(char, u8); 3] = [('R', 3), ('U', 3), ('F', 1)];

impl<'m> Rounds<'m> {
    /// The puzzle that is scrambled.
    ///
    /// # Errors
    ///
    /// If it is not in the catalog.
    pub fn model(event: Event) -> Result<Model, NotFound> {
        Model::find(event.puzzle())
    }

    /// Scrambles of an event from a seed. The model is [`Rounds::model`]'s. Up to a second, for the 4x4x4.
    ///
    /// # Errors
    ///
    /// [`Wrong`] for another model.
    pub fn new(event: Event, model: &'m Model, seed: u64) -> Result<Self, Wrong> {
        let way = match event {
            Event::Two => Way::Small(Box::new(Small::new(model, &["U", "R", "F"])?)),
            Event::Skewb => Way::Small(Box::new(Small::new(model, &["R", "U", "L", "B"])?)),
            Event::Pyraminx => {
                let without_tips = Model::find("tetraminx").map_err(|_| Wrong)?;
                Way::Small(Box::new(Small::new(&without_tips, &["U", "L", "R", "B"])?))
            }
            Event::Three
            | Event::OneHanded
            | Event::FewestMoves
            | Event::ThreeBlindfolded
            | Event::MultiBlind => Way::Three(Box::default()),
            Event::Four | Event::FourBlindfolded => {
                Way::Four(Box::new(Solver::new(model)), Box::new(Wide::new(&model.puzzle)?))
            }
            Event::Five | Event::Six | Event::Seven | Event::FiveBlindfolded => match model.family {
                Family::Cube(size) => Way::Big(size),
                _ => return Err(Wrong),
            },
            Event::Megaminx => Way::Megaminx,
            Event::Clock => Way::Clock,
            Event::SquareOne => {
                Way::SquareOne(Box::new(Scrambler::new(model, seed, None)), Box::new(Near::new(model)?))
            }
        };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // Each event has its own random numbers, so that the rounds of a contest from one seed do not repeat each other's states.
        rng.set_stream(Event::ALL.iter().position(|known| *known == event).unwrap_or(0) as u64);
        Ok(Rounds { event, model, rng, way })
    }

    /// The same rounds with tables from a source: those of the 4x4x4 take a second to build.
    pub fn with_tables(self, tables: &'m dyn TableSource) -> Self {
        let way = match self.way {
            Way::Four(_, wide) => Way::Four(Box::new(Solver::with_tables(self.model, tables)), wide),
            way => way,
        };
        Rounds { way, ..self }
    }

    /// The way in which its scrambles are made.
    pub fn source(&self) -> Source {
        if self.event.is_random_state() { Source::RandomState } else { Source::RandomMoves }
    }

    /// The next scramble.
    ///
    /// # Errors
    ///
    /// If `control` stops it.
    pub fn next(&mut self, control: &Control<'_>) -> Result<Official, OfficialError> {
        let puzzle = &self.model.puzzle;
        loop {
            if let Some(reason) = control.interrupted() {
                return Err(SolveError::Limit(reason).into());
            }
            let lines = match &mut self.way {
                Way::Small(small) => small_lines(self.event, small, &mut self.rng)?,
                Way::Three(solver) => three_lines(self.event, self.model, solver, &mut self.rng, control)?,
                Way::Four(solver, wide) => {
                    let state = four::random(puzzle, &mut self.rng);
                    let mut words = words(&four::sequence(self.model, solver, wide, &state, control)?);
                    if !is_somewhere(puzzle, &after(puzzle, &words)?, &state) {
                        return Err(Wrong.into());
                    }
                    if self.event.is_blindfolded() {
                        words.extend(Orientation::random(&mut self.rng).words(Block::Whole));
                    }
                    vec![words.join(" ")]
                }
                Way::Big(size) => {
                    // 60 turns for the 5x5x5 and 20 more for each further layer.
                    let count = 20 * usize::from(size.saturating_sub(2));
                    let blindfolded = self.event.is_blindfolded().then(|| Orientation::random(&mut self.rng));
                    let last = blindfolded.and_then(Orientation::first);
                    let mut words = random_turns::big_cube(*size, count, last, &mut self.rng);
                    words.extend(blindfolded.into_iter().flat_map(|held| held.words(Block::ThreeLayers)));
                    vec![words.join(" ")]
                }
                Way::Megaminx => random_turns::megaminx(&mut self.rng),
                Way::Clock => vec![random_turns::clock(&mut self.rng)],
                Way::SquareOne(scrambler, near) => {
                    let scramble = scrambler.next(control)?;
                    let line = algorithm::write(&scramble.turns);
                    if scramble.source != Source::RandomState {
                        return Err(Wrong.into());
                    }
                    if near.is_near(&after(puzzle, std::slice::from_ref(&line))?) {
                        continue;
                    }
                    vec![line]
                }
            };
            let state = after(puzzle, &lines)?;
            if !is_near(puzzle, &state) {
                return Ok(Official { lines, state });
            }
        }
    }
}

/// Turns as words.
fn words(turns: &[Turn]) -> Vec<String> {
    turns.iter().map(ToString::to_string).collect()
}

/// The state that the words reach from the solved one.
fn after(puzzle: &Puzzle, words: &[String]) -> Result<State, Wrong> {
    let turns = algorithm::read(puzzle, &words.join(" ")).map_err(|_| Wrong)?;
    Ok(Position::after(puzzle, puzzle.solved(), &turns).map_err(|_| Wrong)?.state)
}

/// Whether two states are equal up to a rotation of the whole puzzle.
fn is_somewhere(puzzle: &Puzzle, one: &State, other: &State) -> bool {
    puzzle.rotations().iter().any(|rotation| one.after(rotation) == *other)
}

/// Whether a state can be solved in fewer than two moves, in any orientation: article 4b3 for every puzzle.
fn is_near(puzzle: &Puzzle, state: &State) -> bool {
    let turns = puzzle.search_turns(&Metric::htm());
    let is_turn = |turn: &Turn| puzzle.is_solved(&state.after(&turn.transformation()));
    puzzle.is_solved(state) || turns.iter().any(is_turn)
}

/// The 2x2x2, the pyraminx and the skewb.
fn small_lines(event: Event, small: &Small, rng: &mut ChaCha8Rng) -> Result<Vec<String>, Wrong> {
    loop {
        let state = small.random(rng)?;
        // Each tip that is turned relative to its corner counts as one move.
        let tips: Vec<String> = match event {
            Event::Pyraminx => ["u", "l", "r", "b"]
                .iter()
                .zip([(); 4].map(|()| below(rng, 3)))
                .filter(|(_, by)| *by > 0)
                .map(|(tip, by)| format!("{tip}{}", if by == 1 { "" } else { "'" }))
                .collect(),
            _ => Vec::new(),
        };
        let least = event.least_moves() as usize;
        if small.distance(&state).is_some_and(|distance| distance + tips.len() < least) {
            continue;
        }
        let mut words = words(&small.sequence(&state, rng)?);
        words.extend(tips);
        return Ok(vec![words.join(" ")]);
    }
}

/// The 3x3x3: unchanged, padded for the fewest-moves event, or held in a random orientation.
fn three_lines(
    event: Event,
    model: &Model,
    solver: &two_phase::Solver,
    rng: &mut ChaCha8Rng,
    control: &Control<'_>,
) -> Result<Vec<String>, OfficialError> {
    let cube = three::random(rng);
    let turn = |(face, quarters): (char, u8)| {
        Face::ALL.into_iter().find(|known| known.letter() == face).and_then(|face| Move::new(face, quarters))
    };
    let held = event.is_blindfolded().then(|| Orientation::random(rng));
    let padding: Vec<Move> = match event {
        Event::FewestMoves => PADDING.into_iter().filter_map(turn).collect(),
        _ => Vec::new(),
    };
    let behind: Vec<Move> = match held {
        Some(held) => held.faces().into_iter().filter_map(turn).collect(),
        None => padding.clone(),
    };
    // The effect of the moves in the middle on the solved cube, such that all moves together produce the cube that was drawn.
    let undone = |moves: &[Move]| CubieCube::SOLVED.after(&inverse(moves));
    let middle = undone(&padding).then(&cube).then(&undone(&behind));
    let ends = Ends {
        first: padding.last().map(|turn| turn.face()),
        last: match held {
            Some(held) => behind.first().filter(|_| held.first().is_some()).map(|turn| turn.face()),
            None => padding.first().map(|turn| turn.face()),
        },
    };
    let moves = three::sequence(solver, &middle, ends, rng, control)?;
    let mut words: Vec<String> = [&padding[..], &moves].concat().iter().map(ToString::to_string).collect();
    match held {
        Some(held) => words.extend(held.words(Block::TwoLayers)),
        None => words.extend(padding.iter().map(ToString::to_string)),
    }
    let line = words.join(" ");
    let state = after(&model.puzzle, &words)?;
    let shows = |state: &State| {
        let text = model.facelets.as_ref()?.write(model.puzzle.orbits(), model.puzzle.solved(), state);
        facelet::read(&text).ok()
    };
    let turned = model.puzzle.rotations().iter().map(|rotation| state.after(rotation));
    match turned.into_iter().any(|state| shows(&state) == Some(cube)) {
        true => Ok(vec![line]),
        false => Err(Wrong.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn scrambles(event: Event, seed: u64, count: usize) -> Vec<Official> {
        let model = Rounds::model(event).unwrap();
        let mut rounds = Rounds::new(event, &model, seed).unwrap();
        (0..count).map(|_| rounds.next(&Control::new()).unwrap()).collect()
    }

    #[test]
    fn seeds_give_the_same_scrambles() {
        for event in Event::ALL {
            let two = scrambles(event, 3, 2);
            assert_eq!(two, scrambles(event, 3, 2), "{event}");
            assert_ne!(two[0], two[1], "{event}");
        }
        assert_ne!(scrambles(Event::Three, 3, 1), scrambles(Event::Three, 4, 1));
        assert_ne!(scrambles(Event::Three, 3, 1), scrambles(Event::OneHanded, 3, 1));
    }

    #[test]
    fn words_are_those_of_the_regulations() {
        let known = |event: Event, word: &str| {
            let bare = word.trim_end_matches('\'').trim_end_matches('2');
            let suffix = &word[bare.len()..];
            let faces = |word: &str| matches!(word, "U" | "R" | "F" | "D" | "L" | "B");
            match event {
                Event::Two => matches!(bare, "U" | "R" | "F"),
                Event::Skewb => matches!(bare, "U" | "R" | "L" | "B") && suffix != "2",
                Event::Pyraminx => {
                    matches!(bare, "U" | "R" | "L" | "B" | "u" | "l" | "r" | "b") && suffix != "2"
                }
                Event::Megaminx => matches!(word, "R++" | "R--" | "D++" | "D--" | "U" | "U'"),
                Event::Three | Event::FewestMoves | Event::OneHanded => faces(bare),
                Event::ThreeBlindfolded | Event::MultiBlind => {
                    faces(bare) || matches!(bare, "Uw" | "Rw" | "Fw")
                }
                Event::Four => faces(bare) || matches!(bare, "Uw" | "Rw" | "Fw"),
                Event::FourBlindfolded => faces(bare) || matches!(bare, "Uw" | "Rw" | "Fw" | "x" | "y" | "z"),
                Event::Five | Event::FiveBlindfolded | Event::Six | Event::Seven => {
                    let rest = bare.strip_prefix('3').unwrap_or(bare);
                    let most = if event == Event::Five { 2 } else { 3 };
                    let layers = match (bare.starts_with('3'), rest.strip_suffix('w')) {
                        (true, Some(face)) if faces(face) => 3,
                        (false, Some(face)) if faces(face) => 2,
                        (false, None) if faces(rest) => 1,
                        _ => return false,
                    };
                    layers <= most
                }
                Event::Clock => {
                    let (wheel, hours) =
                        word.split_at(word.find(|c: char| c.is_ascii_digit()).unwrap_or(word.len()));
                    let sign = hours.trim_start_matches(|c: char| c.is_ascii_digit());
                    let wheels = ["UR", "DR", "DL", "UL", "U", "R", "D", "L", "ALL"];
                    word == "y2" || wheels.contains(&wheel) && ["+", "-"].contains(&sign)
                }
                Event::SquareOne => {
                    let pair =
                        word.strip_prefix('(').and_then(|word| word.strip_suffix(')')?.split_once(','));
                    let turns = pair.map(|(up, down)| [up, down].map(|by| by.parse::<i32>().unwrap_or(99)));
                    let fits =
                        |turns: [i32; 2]| turns != [0, 0] && turns.iter().all(|by| (-5..=6).contains(by));
                    word == "/" || turns.is_some_and(fits)
                }
            }
        };
        for event in Event::ALL {
            for scramble in scrambles(event, 11, 3) {
                let text = scramble.text();
                assert!(text.split(' ').all(|word| known(event, word)), "{event}: {text}");
                let count = text.split(' ').count();
                let expected = match event {
                    Event::Two | Event::Skewb => 11..=11,
                    Event::Pyraminx => 11..=15,
                    Event::Three | Event::OneHanded => 15..=21,
                    Event::ThreeBlindfolded | Event::MultiBlind => 15..=30,
                    Event::FewestMoves => 21..=34,
                    Event::Four => 30..=60,
                    Event::FourBlindfolded => 30..=62,
                    Event::Five => 60..=60,
                    Event::FiveBlindfolded => 60..=62,
                    Event::Six => 80..=80,
                    Event::Seven => 100..=100,
                    Event::Megaminx => 77..=77,
                    Event::Clock => 15..=15,
                    Event::SquareOne => 11..=40,
                };
                assert!(expected.contains(&count), "{event} {count}: {text}");
            }
        }
    }

    /// The padding is at both ends, nothing merges with it, and the middle has no more moves than usual.
    #[test]
    fn fewest_moves_are_padded() {
        let model = Rounds::model(Event::FewestMoves).unwrap();
        for scramble in scrambles(Event::FewestMoves, 5, 40) {
            let text = scramble.text();
            let words: Vec<&str> = text.split(' ').collect();
            assert!(text.starts_with("R' U' F ") && text.ends_with(" R' U' F"), "{text}");
            let inner = &words[3..words.len() - 3];
            assert!(
                !inner[0].starts_with(['F', 'B']) && !inner[inner.len() - 1].starts_with(['R', 'L']),
                "{text}"
            );
            let turns = algorithm::read(&model.puzzle, &text).unwrap();
            assert_eq!(algorithm::simplify(&model.puzzle, &turns).len(), words.len(), "{text}");
        }
    }

    /// 24 orientations, identified by the centres; on the 4x4x4 by the position of the corner that is scrambled to DBL.
    #[test]
    fn blindfolded_cubes_are_held_at_random() {
        let model = Rounds::model(Event::ThreeBlindfolded).unwrap();
        let mut counts: BTreeMap<Vec<u16>, u32> = BTreeMap::new();
        let all = scrambles(Event::ThreeBlindfolded, 8, 480);
        let centres = model.puzzle.orbits().iter().position(|orbit| orbit.pieces == 6).unwrap();
        for scramble in &all {
            *counts.entry(scramble.state.orbits[centres].pieces.clone()).or_insert(0) += 1;
            let text = scramble.text();
            let turns = algorithm::read(&model.puzzle, &text).unwrap();
            assert_eq!(algorithm::simplify(&model.puzzle, &turns).len(), turns.len(), "{text}");
            let wide = text.split(' ').position(|word| word.contains('w'));
            let first = wide.map(|at| [at - 1, at].map(|at| text.split(' ').nth(at).unwrap().as_bytes()[0]));
            if let Some([before, wide]) = first {
                let axis = |face| b"URFDLB".iter().position(|&known| known == face).unwrap() % 3;
                assert_ne!(axis(before), axis(wide), "{text}");
            }
        }
        assert_eq!(counts.len(), 24);
        let chi: f64 = counts.values().map(|&n| (f64::from(n) - 20.0).powi(2) / 20.0).sum();
        // 23 degrees of freedom: 49.7 is exceeded once in a thousand.
        assert!(chi < 55.0, "{chi}: {counts:?}");
    }

    /// Closer positions of the pyraminx are drawn again: 1 in 900 of all positions needs fewer than six moves with its tips.
    #[test]
    fn near_positions_are_drawn_again() {
        let model = Model::find("tetraminx").unwrap();
        let small = Small::new(&model, &["U", "L", "R", "B"]).unwrap();
        let tetraminx = &model.puzzle;
        let pyraminx = Rounds::model(Event::Pyraminx).unwrap();
        for scramble in scrambles(Event::Pyraminx, 21, 300) {
            let text = scramble.text();
            let (tips, turns): (Vec<&str>, Vec<&str>) =
                text.split(' ').partition(|word| word.starts_with(char::is_lowercase));
            let state = after(tetraminx, &turns.iter().map(ToString::to_string).collect::<Vec<_>>()).unwrap();
            assert!(small.distance(&state).is_none_or(|distance| distance + tips.len() >= 6), "{text}");
            assert!(text.ends_with(&tips.join(" ")), "{text}");
            assert_eq!(scramble.state, after(&pyraminx.puzzle, &[text]).unwrap());
        }
        for (event, least) in [(Event::Two, 4), (Event::Skewb, 7)] {
            let model = Rounds::model(event).unwrap();
            let moves: &[&str] = if event == Event::Two { &["U", "R", "F"] } else { &["R", "U", "L", "B"] };
            let small = Small::new(&model, moves).unwrap();
            for scramble in scrambles(event, 22, 300) {
                assert!(small.distance(&scramble.state).is_none_or(|distance| distance >= least));
            }
        }
        let square1 = Rounds::model(Event::SquareOne).unwrap();
        let list = Near::new(&square1).unwrap();
        for text in [
            "",
            "(1,0)",
            "/",
            "(1,0) / (3,3) / (-1,0)",
            "(1,0) / (3,0) / (3,3) / (0,-3) /",
            "/ (3,3) / (-3,0) / (3,3) / (0,3) / (1,-1)",
        ] {
            assert!(list.is_near(&after(&square1.puzzle, &[text.to_string()]).unwrap()), "{text}");
        }
        for scramble in scrambles(Event::SquareOne, 23, 5) {
            assert!(!list.is_near(&scramble.state), "{}", scramble.text());
        }
        let cube = Rounds::model(Event::Seven).unwrap().puzzle;
        for (text, near) in
            [("", true), ("x", true), ("R", true), ("3Rw2 y", true), ("R U", false), ("Rw U2", false)]
        {
            assert_eq!(is_near(&cube, &after(&cube, &[text.to_string()]).unwrap()), near, "{text}");
        }
    }
}
