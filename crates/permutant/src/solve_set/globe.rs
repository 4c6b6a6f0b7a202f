//! Globes among listed puzzles, for their solver.
//!
//! Start at [`ListedGlobe::of`]. A globe is known by its moves: cycles of one length that together move each place once are its rows, and
//! all others must be flips. The columns are counted from the first row; where flips begin in it tells them apart, and they tell how the
//! other rows lie beside it. What is put together in this way is a globe only if each list is the one that its move has there.

use super::alphabet::{Alphabet, Step};
use super::set::Task;
use permutant_others::globe::{self, Globe};
use permutant_search::limits::Control;
use std::ops::ControlFlow;

/// A listed puzzle that is a globe.
#[derive(Debug)]
pub(super) struct ListedGlobe {
    globe: Globe,
    /// The place of the list for each place of the globe.
    place_of: Vec<usize>,
    /// By row, the step that makes each place get what was in the next column.
    turns: Vec<Step>,
    /// By column, the step that turns over half of the globe from there on.
    flips: Vec<Step>,
}

/// A row as the list has it: the places in the order in which each gets what was in the next one, and its move.
struct Row {
    places: Vec<usize>,
    number: u16,
}

/// How a row lies beside the first one: the column of its first place, and whether columns descend from there.
#[derive(Clone, Copy)]
struct Lie {
    first: usize,
    descends: bool,
}

impl Lie {
    fn column(self, position: usize, columns: usize) -> usize {
        let by = if self.descends { columns - position } else { position };
        (self.first + by) % columns
    }
}

/// The places of a move's only cycle, each before the one from which it gets its content; `None` if the move has several.
fn cycle(list: &[u16]) -> Option<Vec<usize>> {
    let from = |place: usize| usize::from(list[place]);
    let first = (0..list.len()).find(|&place| from(place) != place)?;
    let mut places = vec![first];
    let mut at = from(first);
    while at != first {
        places.push(at);
        at = from(at);
    }
    let moved = (0..list.len()).filter(|&place| from(place) != place).count();
    (moved == places.len()).then_some(places)
}

/// Whether a flip from one column on moves the place of another column. Those of the middle row stay.
fn moves(column: usize, flip: usize, half: usize, is_middle: bool) -> bool {
    let offset = (column + 2 * half - flip) % (2 * half);
    offset < half && !is_middle
}

impl ListedGlobe {
    /// The puzzle as a globe; `None` if it is none. O(places · columns²).
    pub(super) fn of(alphabet: &Alphabet) -> Option<Self> {
        let lists: Vec<&[u16]> = alphabet.letters.iter().map(|letter| &letter.list[..]).collect();
        let count = lists.first()?.len();
        let mut rows = Vec::new();
        let mut flips = Vec::new();
        for (number, list) in (0..).zip(&lists) {
            match cycle(list).filter(|places| places.len() > 2) {
                Some(places) => rows.push(Row { places, number }),
                None => flips.push(number),
            }
        }
        let columns = rows.first()?.places.len();
        let half = columns / 2;
        let are_rows = columns.is_multiple_of(2)
            && half > 1
            && flips.len() == columns
            && rows.len() * columns == count
            && rows.iter().all(|row| row.places.len() == columns);
        if !are_rows {
            return None;
        }
        let mut row_of = vec![usize::MAX; count];
        for (number, row) in rows.iter().enumerate() {
            row.places.iter().for_each(|&place| row_of[place] = number);
        }
        if row_of.contains(&usize::MAX) {
            return None;
        }
        // The row to which a flip takes the pieces of a row.
        let first_flip = lists[usize::from(flips[0])];
        let partner = |row: &Row| {
            let moved = row.places.iter().find(|&&place| usize::from(first_flip[place]) != place);
            row_of[usize::from(first_flip[*moved.unwrap_or(&row.places[0])])]
        };
        let partners: Vec<usize> = rows.iter().map(partner).collect();
        let is_middle = |row: usize| partners[row] == row;
        if (0..rows.len()).filter(|&row| is_middle(row)).count() != rows.len() % 2
            || (0..rows.len()).any(|row| partners[partners[row]] != row)
        {
            return None;
        }
        // Whether each flip, which begins in some column, moves the places of a row that lies so.
        let fits = |row: usize, lie: Lie, begins: usize, flip: u16| {
            let list = lists[usize::from(flip)];
            rows[row].places.iter().enumerate().all(|(position, &place)| {
                let is_moved = usize::from(list[place]) != place;
                is_moved == moves(lie.column(position, columns), begins, half, is_middle(row))
            })
        };
        let first = (0..rows.len()).find(|&row| !is_middle(row))?;
        let lie = Lie { first: 0, descends: false };
        let mut by_column = vec![None; columns];
        for &flip in &flips {
            let begins = (0..columns).find(|&begins| fits(first, lie, begins, flip))?;
            by_column[begins] = Some(flip);
        }
        let by_column: Vec<u16> = by_column.into_iter().collect::<Option<_>>()?;
        let lies = (0..rows.len()).map(|row| {
            let all = (0..columns).flat_map(|first| [false, true].map(|descends| Lie { first, descends }));
            all.into_iter()
                .find(|&lie| by_column.iter().enumerate().all(|(begins, &flip)| fits(row, lie, begins, flip)))
        });
        let lies: Vec<Lie> = lies.collect::<Option<_>>()?;
        // Rows from the outside to the middle, each with its partner as far from the other end.
        let mut order = vec![0; rows.len()];
        let tops = (0..rows.len()).filter(|&row| row <= partners[row]);
        let (pairs, middle): (Vec<usize>, Vec<usize>) = tops.partition(|&row| !is_middle(row));
        for (at, &top) in pairs.iter().chain(&middle).enumerate() {
            order[at] = top;
            order[rows.len() - 1 - at] = partners[top];
        }
        let globe = Globe { rows: rows.len(), half };
        let mut place_of = vec![0; count];
        for (at, &row) in order.iter().enumerate() {
            for (position, &place) in rows[row].places.iter().enumerate() {
                place_of[at * columns + lies[row].column(position, columns)] = place;
            }
        }
        let turn = |&row: &usize| Step { number: rows[row].number, backwards: lies[row].descends };
        let found = ListedGlobe {
            globe,
            place_of,
            turns: order.iter().map(turn).collect(),
            flips: by_column.into_iter().map(|number| Step { number, backwards: false }).collect(),
        };
        found.is_listed(alphabet).then_some(found)
    }

    /// Whether each move of the globe does what its list says.
    fn is_listed(&self, alphabet: &Alphabet) -> bool {
        let turns = (0..self.globe.rows as u16).map(|row| globe::Step::Turn { row, backwards: false });
        let flips = (0..self.globe.columns() as u16).map(globe::Step::Flip);
        turns.chain(flips).all(|step| {
            let mut places: Vec<usize> = (0..self.globe.places()).collect();
            alphabet.make(self.step(step), &mut places);
            let list = self.globe.list(step);
            self.place_of
                .iter()
                .zip(list)
                .all(|(&place, from)| places[place] == self.place_of[usize::from(from)])
        })
    }

    /// Its size: the number of rows less one, and half the number of columns.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.globe.rows - 1, self.globe.half)
    }

    fn step(&self, step: globe::Step) -> Step {
        match step {
            globe::Step::Turn { row, backwards } => {
                let step = self.turns[usize::from(row)];
                Step { backwards: step.backwards != backwards, ..step }
            }
            globe::Step::Flip(column) => self.flips[usize::from(column)],
        }
    }

    /// Steps that solve a state, by a beam of this width; `None` if it finds none or is stopped.
    pub(super) fn solve(&self, task: &Task, width: usize, control: &Control<'_>) -> Option<Vec<Step>> {
        self.in_columns(task, |case| globe::solve(case, width, control)).map(|steps| self.listed(&steps))
    }

    /// Makes a solution shorter, which a beam of this width found, until the control stops it or nothing is left to be tried.
    pub(super) fn improve(
        &self,
        task: &Task,
        (solution, width): (&[Step], usize),
        control: &Control<'_>,
        on_shorter: &mut dyn FnMut(Vec<Step>) -> ControlFlow<()>,
    ) {
        let steps: Option<Vec<globe::Step>> = solution.iter().map(|&step| self.unlisted(step)).collect();
        if let Some(steps) = steps {
            let mut on_steps = |steps: Vec<globe::Step>| on_shorter(self.listed(&steps));
            self.in_columns(task, |case| globe::improve(case, (&steps, width), control, &mut on_steps));
        }
    }

    /// Does something with a state as a globe has it.
    fn in_columns<R>(&self, task: &Task, with: impl FnOnce(&globe::Case<'_>) -> R) -> R {
        let labels = |of: &[u16]| -> Vec<u16> { self.place_of.iter().map(|&place| of[place]).collect() };
        let (start, goal) = (labels(&task.start), labels(&task.goal));
        with(&globe::Case { globe: self.globe, start: &start, goal: &goal, wildcards: task.wildcards })
    }

    fn listed(&self, steps: &[globe::Step]) -> Vec<Step> {
        steps.iter().map(|&step| self.step(step)).collect()
    }

    /// The step of the globe that is this one.
    fn unlisted(&self, step: Step) -> Option<globe::Step> {
        let row = || {
            let row = self.turns.iter().position(|turn| turn.number == step.number)?;
            let backwards = self.turns[row].backwards != step.backwards;
            Some(globe::Step::Turn { row: row as u16, backwards })
        };
        let flip = || self.flips.iter().position(|flip| flip.number == step.number);
        row().or_else(|| flip().map(|column| globe::Step::Flip(column as u16)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::formats::puzzle_set::ListedPuzzle;

    /// The moves of a globe whose places are renamed, some turned around, in another order.
    fn listed(globe: Globe, seed: usize) -> Alphabet {
        let count = globe.places();
        let mut renamed: Vec<usize> = (0..count).collect();
        let mut at = seed;
        for place in (1..count).rev() {
            at = (at * 75 + 74) % 65_537;
            renamed.swap(place, at % (place + 1));
        }
        let turns = (0..globe.rows as u16)
            .map(|row| globe::Step::Turn { row, backwards: (usize::from(row) + seed).is_multiple_of(3) });
        let flips = (0..globe.columns() as u16).rev().map(globe::Step::Flip);
        let list = |step| {
            let mut list = vec![0; count];
            for (place, from) in globe.list(step).into_iter().enumerate() {
                list[renamed[place]] = renamed[usize::from(from)] as u16;
            }
            list
        };
        let moves: Vec<_> = turns.chain(flips).map(|step| (format!("{step:?}"), list(step))).collect();
        Alphabet::new(&ListedPuzzle { name: "x".into(), moves, solved: None })
    }

    #[test]
    fn globes_are_known_by_what_their_moves_do_and_solved_in_these() {
        for (seed, (rows, half)) in
            [(2, 8), (3, 3), (3, 4), (4, 2), (5, 5), (7, 4), (2, 6)].into_iter().enumerate()
        {
            let alphabet = listed(Globe { rows, half }, seed + 1);
            let listed = ListedGlobe::of(&alphabet).unwrap_or_else(|| panic!("{rows} {half}"));
            assert_eq!(listed.size(), (rows - 1, half));
            let goal: Vec<u16> = (0..2 * rows * half).map(|place| (place % 5) as u16).collect();
            let mut start = goal.clone();
            let count = alphabet.letters.len();
            for at in 0..3 * count {
                let step = Step { number: (at * at % count) as u16, backwards: at % 2 == 0 };
                alphabet.make(step, &mut start);
            }
            let task = Task { id: String::new(), puzzle: 0, start, goal, wildcards: 0, best_known: None };
            let steps = listed.solve(&task, 2, &Control::new()).unwrap_or_else(|| panic!("{rows} {half}"));
            let mut state = task.start.clone();
            steps.iter().for_each(|&step| alphabet.make(step, &mut state));
            assert_eq!(state, task.goal, "{rows} {half}");
            let again: Option<Vec<globe::Step>> = steps.iter().map(|&step| listed.unlisted(step)).collect();
            assert_eq!(listed.listed(&again.unwrap()), steps, "{rows} {half}");
        }
    }

    #[test]
    fn other_puzzles_are_no_globes() {
        let globe = Globe { rows: 4, half: 3 };
        let alphabet = listed(globe, 5);
        assert!(ListedGlobe::of(&alphabet).is_some());
        // Two places of one move exchanged; a move missing.
        for at in 0..alphabet.letters.len() {
            let mut other = alphabet.clone();
            other.letters[at].list.swap(3, 17);
            assert!(ListedGlobe::of(&other).is_none(), "{at}");
            let mut other = alphabet.clone();
            other.letters.remove(at);
            assert!(ListedGlobe::of(&other).is_none(), "{at}");
        }
    }
}
