//! The turns since the start, the text in which they are written, and how many of them are made.
//!
//! Start at [`Timeline`]. The text remains the user's own, including brackets and comments, as long as turns are added
//! only at its end. If a turn is added in the middle of a bracket, the turns before it are written out.

use crate::error::PageError;
use permutant::algorithm;
use permutant::position::Position;
use permutant::puzzle::diagnostic::Diagnostic;
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::picture::Loose;
use permutant::puzzle::puzzle::Puzzle;
use permutant::puzzle::state::State;
use serde::Serialize;
use std::ops::Range;

/// The greatest number of steps that are reported one by one, since nobody watches more. Checkpoints are also this far
/// apart.
pub const MOST_STEPS: usize = 1000;

/// A turn of the line, and its place in the text, in bytes.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    turn: Turn,
    place: Range<usize>,
}

impl Word {
    fn is_same_turn(&self, other: &Word) -> bool {
        self.turn.amount() == other.turn.amount() && self.turn.base().name == other.turn.base().name
    }
}

/// A turn that was made, in the form in which it is shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Step {
    /// The turn in usual notation.
    pub text: String,
    /// The name of the move.
    pub name: String,
    /// The number of times that it was made.
    pub amount: i64,
}

/// How the position at the start of a timeline arose.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The algorithm that leads to it from the solved puzzle, if one is known, as it was written.
    pub setup: Option<String>,
    /// Where the parts are that are no pieces.
    pub loose: Loose,
    /// The seed of the scramble or of the random moves.
    pub seed: Option<u32>,
}

/// Turns since a start, the first of which are made.
#[derive(Clone, Debug)]
pub struct Timeline {
    start: State,
    origin: Origin,
    text: String,
    line: Vec<Word>,
    made: usize,
    state: State,
    /// By metric of [`Metric::named`]: the length of the turns made.
    lengths: [u64; 5],
    /// The positions after [`MOST_STEPS`] turns, twice as many and so on, as far as the line was ever made.
    checkpoints: Vec<Checkpoint>,
}

/// The state at a place in a line, which need not be reached again turn by turn.
#[derive(Clone, Debug)]
struct Checkpoint {
    state: State,
    lengths: [u64; 5],
}

/// Another end of a line: its content from the turn `keep` and the byte `kept` on, and the number of turns made.
#[derive(Clone, Debug)]
pub struct Ending {
    keep: usize,
    words: Vec<Word>,
    kept: usize,
    text: String,
    made: usize,
}

impl Timeline {
    /// A timeline without turns.
    pub fn new(start: State, origin: Origin) -> Self {
        let state = start.clone();
        Timeline {
            start,
            origin,
            text: String::new(),
            line: Vec::new(),
            made: 0,
            state,
            lengths: [0; 5],
            checkpoints: Vec::new(),
        }
    }

    /// The current state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The state at the start.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// How the start arose.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// The text of the turns.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of turns.
    pub fn len(&self) -> usize {
        self.line.len()
    }

    /// Whether there are no turns.
    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    /// The number of turns made.
    pub fn made(&self) -> usize {
        self.made
    }

    /// The turns made.
    pub fn turns(&self) -> impl Iterator<Item = &Turn> {
        self.line[..self.made].iter().map(|word| &word.turn)
    }

    /// By metric of [`Metric::named`]: the length of the turns made.
    pub fn lengths(&self) -> [u64; 5] {
        self.lengths
    }

    /// The place in the text, in bytes, of the turn made last.
    pub fn current(&self) -> Option<Range<usize>> {
        Some(self.line[self.made.checked_sub(1)?].place.clone())
    }

    /// The ending that continues from here with a turn, written as `word`. O(turns made) in the middle of a line.
    pub fn followed_by(&self, puzzle: &Puzzle, turn: Turn, word: &str) -> Ending {
        let mut ending = self.cut(puzzle);
        ending.append(&self.text, word, |at| vec![Word { turn, place: at..at + word.len() }]);
        Ending { made: self.made + 1, ..ending }
    }

    /// The ending that continues from here with an algorithm, of which either all or nothing is made.
    ///
    /// # Errors
    ///
    /// If the text is not an algorithm of the puzzle, or pieces block one of its moves.
    pub fn followed_by_text(&self, puzzle: &Puzzle, text: &str, is_made: bool) -> Result<Ending, PageError> {
        let words = read(puzzle, &self.state, text)?;
        if words.is_empty() {
            let (keep, kept) = (self.line.len(), self.text.len());
            return Ok(Ending { keep, words, kept, text: String::new(), made: self.made });
        }
        let mut ending = self.cut(puzzle);
        ending.append(&self.text, text.trim_end(), |at| {
            let moved = |Word { turn, place }| Word { turn, place: place.start + at..place.end + at };
            words.into_iter().map(moved).collect()
        });
        let all = ending.keep + ending.words.len();
        Ok(Ending { made: if is_made { all } else { self.made }, ..ending })
    }

    /// The ending that replaces the whole line by another algorithm and makes all of it.
    ///
    /// # Errors
    ///
    /// As for [`Timeline::followed_by_text`].
    pub fn rewritten(&self, puzzle: &Puzzle, text: &str) -> Result<Ending, PageError> {
        let words = read(puzzle, &self.start, text)?;
        let keep = self
            .line
            .iter()
            .zip(&words)
            .take_while(|(old, new)| old.is_same_turn(new) && old.place == new.place);
        let keep = keep.count();
        let made = words.len();
        Ok(Ending { keep, words: words[keep..].to_vec(), kept: 0, text: text.to_string(), made })
    }

    /// The ending that removes the turns that are not made.
    fn cut(&self, puzzle: &Puzzle) -> Ending {
        let made = self.made;
        let kept = if made == self.line.len() { Some(self.text.len()) } else { self.kept(puzzle) };
        if let Some(kept) = kept {
            return Ending { keep: made, words: Vec::new(), kept, text: String::new(), made };
        }
        let mut state = self.start.clone();
        let mut ending = Ending { keep: 0, words: Vec::new(), kept: 0, text: String::new(), made };
        for Word { turn, .. } in &self.line[..made] {
            let word = spelled(puzzle, &state, turn);
            turn.make(&mut state);
            ending.append("", &word, |at| vec![Word { turn: turn.clone(), place: at..at + word.len() }]);
        }
        ending
    }

    /// The length of the text up to which it contains exactly the turns made, if there is such a place.
    fn kept(&self, puzzle: &Puzzle) -> Option<usize> {
        let kept = self.current().map_or(0, |place| place.end);
        let words = read(puzzle, &self.start, self.text.get(..kept)?).ok()?;
        (words == self.line[..self.made]).then_some(kept)
    }

    /// Applies an ending. Returns the one that restores the present line, and the steps between the two positions.
    pub fn end(&mut self, puzzle: &Puzzle, ending: Ending) -> (Ending, Vec<Step>) {
        let Ending { keep, words, kept, text, made } = ending;
        let is_same = |(old, new): &(&Word, &Word)| old.is_same_turn(new);
        let same = self.line[keep..].iter().zip(&words).take_while(is_same).count();
        let made_before = self.made;
        let mut steps = self.seek(puzzle, made.min(keep + same).min(self.made));
        let before = Ending {
            keep,
            words: self.line.split_off(keep),
            kept,
            text: self.text.split_off(kept),
            made: made_before,
        };
        self.line.extend(words);
        self.text.push_str(&text);
        self.checkpoints.truncate((keep + same) / MOST_STEPS);
        let back = made_before - self.made;
        let forward = self.seek(puzzle, made);
        let all = back + self.made.abs_diff(made_before - back);
        steps.extend(forward);
        // Steps that lead only part of the way are not shown.
        steps.truncate(if steps.len() == all && all <= MOST_STEPS { all } else { 0 });
        (before, steps)
    }

    /// Makes or undoes turns until this many are made. Returns the steps if they are few enough to be watched.
    /// O([`MOST_STEPS`] × slots) if the line was made before.
    pub fn seek(&mut self, puzzle: &Puzzle, made: usize) -> Vec<Step> {
        let target = made.min(self.line.len());
        let told = self.made.abs_diff(target) <= MOST_STEPS;
        if !told {
            self.jump(target);
        }
        let metrics = Metric::named();
        let mut steps = Vec::new();
        while self.made != target {
            let is_forward = self.made < target;
            let written = &self.line[if is_forward { self.made } else { self.made - 1 }].turn;
            let turn = if is_forward { written.clone() } else { written.inverse() };
            if told {
                steps.push(Step {
                    text: spelled(puzzle, &self.state, &turn),
                    name: turn.base().name.clone(),
                    amount: turn.amount(),
                });
            }
            for (length, metric) in self.lengths.iter_mut().zip(&metrics) {
                let cost = u64::from(metric.cost(written));
                *length = if is_forward { *length + cost } else { *length - cost };
            }
            turn.make(&mut self.state);
            self.made = if is_forward { self.made + 1 } else { self.made - 1 };
            if self.made == (self.checkpoints.len() + 1) * MOST_STEPS {
                self.checkpoints.push(Checkpoint { state: self.state.clone(), lengths: self.lengths });
            }
        }
        steps
    }

    /// Goes to the checkpoint nearest to a place of the line, or to the start, if that is nearer than the present
    /// place.
    fn jump(&mut self, target: usize) {
        let nearest = ((target + MOST_STEPS / 2) / MOST_STEPS).min(self.checkpoints.len());
        let made = nearest * MOST_STEPS;
        if made.abs_diff(target) >= self.made.abs_diff(target) {
            return;
        }
        let there = match nearest.checked_sub(1) {
            Some(at) => self.checkpoints[at].clone(),
            None => Checkpoint { state: self.start.clone(), lengths: [0; 5] },
        };
        (self.state, self.lengths, self.made) = (there.state, there.lengths, made);
    }
}

impl Ending {
    /// Whether it leaves a timeline unchanged.
    pub fn is_idle(&self, timeline: &Timeline) -> bool {
        self.made == timeline.made
            && self.words == timeline.line[self.keep..]
            && self.text == timeline.text[self.kept..]
    }

    /// Appends text to that of the timeline, and the words that it contains, given its place.
    fn append(&mut self, whole: &str, text: &str, words: impl FnOnce(usize) -> Vec<Word>) {
        let before = if self.text.is_empty() { &whole[..self.kept] } else { &self.text };
        // Text after a comment would become part of it.
        let is_comment = before.lines().last().is_some_and(|line| line.contains("//"));
        let space = match before.chars().last() {
            None | Some('\n') => "",
            Some(_) if is_comment => "\n",
            Some(last) if last.is_whitespace() => "",
            Some(_) => " ",
        };
        self.text.push_str(space);
        let at = self.kept + self.text.len();
        self.words.extend(words(at));
        self.text.push_str(text);
    }
}

/// A turn in usual notation.
pub fn spelled(puzzle: &Puzzle, state: &State, turn: &Turn) -> String {
    puzzle.direction_of(state, turn).map_or_else(|| turn.to_string(), str::to_string)
}

/// The turns of an algorithm, all of which can be made in a state.
fn read(puzzle: &Puzzle, start: &State, text: &str) -> Result<Vec<Word>, PageError> {
    let fault = |fault: Diagnostic| PageError::in_text(text, fault);
    let words: Vec<Word> = algorithm::read_places(puzzle, start, text)
        .map_err(fault)?
        .into_iter()
        .map(|(turn, place)| Word { turn, place })
        .collect();
    if puzzle.is_restricted() {
        let turns: Vec<Turn> = words.iter().map(|word| word.turn.clone()).collect();
        Position::after(puzzle, start, &turns).map_err(|blocked| {
            let place = words.get(blocked.at).map_or(0..text.len(), |word| word.place.clone());
            fault(Diagnostic::new(place, blocked.to_string()))
        })?;
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant::model::Model;

    /// The number of turns made or undone on the way to a place. The result there is the same as turn by turn.
    fn walked(timeline: &mut Timeline, puzzle: &Puzzle, target: usize) -> usize {
        let mut jumped = timeline.clone();
        if jumped.made.abs_diff(target) > MOST_STEPS {
            jumped.jump(target);
        }
        timeline.seek(puzzle, target);
        let mut slow = Timeline::new(timeline.start.clone(), Origin::default());
        slow.line.clone_from(&timeline.line);
        for made in 1..=target {
            slow.seek(puzzle, made);
        }
        assert_eq!((&timeline.state, timeline.lengths, timeline.made), (&slow.state, slow.lengths, target));
        jumped.made.abs_diff(target)
    }

    #[test]
    fn jumps_are_short() {
        let puzzle = Model::find("3x3x3").unwrap().puzzle;
        let mut timeline = Timeline::new(puzzle.solved().clone(), Origin::default());
        let ending = timeline.followed_by_text(&puzzle, "(R U2 F' M D)1700", true).unwrap();
        timeline.end(&puzzle, ending);
        assert_eq!((timeline.len(), timeline.made(), timeline.checkpoints.len()), (8500, 8500, 8));
        for target in [0, 8500, 1, 4321, 2499, 8499, 7300, 3, 1000] {
            let steps = walked(&mut timeline, &puzzle, target);
            assert!(steps <= MOST_STEPS, "{target}: {steps}");
        }
        // Another end invalidates the checkpoints after it and keeps those before.
        let other = timeline.rewritten(&puzzle, "(R U2 F' M D)500 (L B)900").unwrap();
        timeline.end(&puzzle, other);
        assert_eq!((timeline.len(), timeline.checkpoints.len()), (4300, 4));
        for target in [2600, 100, 4250, 1200] {
            let steps = walked(&mut timeline, &puzzle, target);
            assert!(steps <= MOST_STEPS, "{target}: {steps}");
        }
    }

    /// A line that was never made is stepped through once; after that the way is short.
    #[test]
    fn what_lies_ahead_is_walked_once() {
        let puzzle = Model::find("2x2x2").unwrap().puzzle;
        let mut timeline = Timeline::new(puzzle.solved().clone(), Origin::default());
        let ending = timeline.followed_by_text(&puzzle, "(R U)2000", false).unwrap();
        timeline.end(&puzzle, ending);
        assert_eq!((timeline.made(), timeline.checkpoints.len()), (0, 0));
        assert_eq!(walked(&mut timeline, &puzzle, 3800), 3800);
        assert_eq!(walked(&mut timeline, &puzzle, 200), 200);
        // From the last checkpoint, at 3000.
        assert_eq!(walked(&mut timeline, &puzzle, 3800), 800);
    }
}
