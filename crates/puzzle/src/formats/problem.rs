//! A position to solve, which may be incomplete.
//!
//! Start at [`Problem`]. Texts may leave pieces or orientations unspecified (`?`). Unspecified values do not matter
//! in the goal either: unnamed pieces become one class of identical pieces, and an unspecified orientation is known
//! modulo 1. Every engine that solves a given state towards a given goal can thus handle it. Cases that this cannot
//! express (one of two identical pieces named, the other unspecified among different ones) are rejected, not guessed.

use crate::definition::Definition;
use crate::diagnostic::Diagnostic;
use crate::orbit::Orbit;
use crate::state::{OrbitState, State};
use std::ops::Range;

/// A position and its goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The position of the pieces.
    pub state: State,
    /// The goal, if unspecified values make it differ from the solved state of the definition. Unspecified pieces
    /// have the number after the last piece of the solved state.
    pub goal: Option<State>,
    /// The position with the pieces that were named but need not be solved (`?7`), numbered as in the solved state:
    /// the rules for glued pieces need them. An unspecified orientation is 0 there.
    pub hint: Option<State>,
}

impl Problem {
    /// A fully specified position.
    pub fn new(state: State) -> Self {
        Problem { state, goal: None, hint: None }
    }
}

/// An entry of a row: a value, or an unspecified entry, possibly with a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// Specified. Pieces are numbered from 0.
    Told(u32),
    /// Unspecified.
    Open(Option<u32>),
}

/// The contents of a text for one orbit, with the place of each entry.
pub(super) struct Told {
    pub(super) pieces: Vec<(Entry, Range<usize>)>,
    /// Empty if not given; orientations that matter are then 0.
    pub(super) orientations: Vec<(Entry, Range<usize>)>,
}

/// What may be unspecified.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Leave {
    /// What the definition lists as unspecified, and what does not matter in the solved state anyway.
    Listed,
    /// Anything.
    Anything,
}

/// The numbers of the pieces of one orbit during the construction of a problem.
struct Orbitwise<'a> {
    definition: &'a Definition,
    index: usize,
    orbit: &'a Orbit,
    solved: &'a OrbitState,
    /// Pieces of the solved state, by number.
    count: Vec<u32>,
}

struct Settled {
    state: OrbitState,
    goal: Option<OrbitState>,
    hint: Option<OrbitState>,
}

/// Makes a problem from the contents for each orbit; `None` means that an orbit is solved. There must be one entry per
/// slot, and orientations must be below those of the orbit.
pub(super) fn settle(
    definition: &Definition,
    told: Vec<Option<Told>>,
    leave: Leave,
) -> Result<Problem, Diagnostic> {
    let solved = &definition.solved;
    let mut problem = Problem::new(solved.clone());
    let (mut goal, mut hint) = (None::<State>, None::<State>);
    let mut hinted = true;
    for (index, told) in told.into_iter().enumerate() {
        let Some(told) = told else { continue };
        let settled = Orbitwise::new(definition, index).settle(&told, leave)?;
        hinted &= settled.goal.is_none() || settled.hint.is_some();
        if let Some(rows) = settled.goal {
            goal.get_or_insert_with(|| solved.clone()).orbits[index] = rows;
        }
        if let Some(rows) = settled.hint {
            hint.get_or_insert_with(|| solved.clone()).orbits[index] = rows;
        }
        problem.state.orbits[index] = settled.state;
    }
    if let Some(hint) = &mut hint {
        let goal = goal.as_ref().unwrap_or(solved);
        for (index, rows) in hint.orbits.iter_mut().enumerate() {
            if goal.orbits[index] == solved.orbits[index] {
                rows.clone_from(&problem.state.orbits[index]);
            }
        }
    }
    (problem.goal, problem.hint) = (goal, hint.filter(|_| hinted));
    Ok(problem)
}

/// The numbers in a row, if all are specified.
fn all_told(row: &[(Entry, Range<usize>)]) -> Option<Vec<u32>> {
    let told = |(entry, _): &(Entry, _)| match entry {
        Entry::Told(value) => Some(*value),
        Entry::Open(_) => None,
    };
    row.iter().map(told).collect()
}

/// The numbers renumbered in their order as 0, 1, 2, ….
fn packed(numbers: &[u32]) -> Vec<u32> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    numbers.iter().map(|number| sorted.partition_point(|other| other < number) as u32).collect()
}

impl<'a> Orbitwise<'a> {
    fn new(definition: &'a Definition, index: usize) -> Self {
        let solved = &definition.solved.orbits[index];
        let classes = solved.pieces.iter().map(|&piece| usize::from(piece) + 1).max().unwrap_or(0);
        let mut count = vec![0; classes];
        for &piece in &solved.pieces {
            count[usize::from(piece)] += 1;
        }
        Orbitwise { definition, index, orbit: &definition.orbits[index], solved, count }
    }

    /// The number of each piece of the solved state that remains after the named ones were removed, or the index of the
    /// first named piece that is not available.
    fn left_after(&self, named: impl Iterator<Item = (usize, u32)>) -> Result<Vec<u32>, usize> {
        let mut left = self.count.clone();
        for (index, piece) in named {
            match left.get_mut(piece as usize) {
                Some(left) if *left > 0 => *left -= 1,
                _ => return Err(index),
            }
        }
        Ok(left)
    }

    fn settle(&self, told: &Told, leave: Leave) -> Result<Settled, Diagnostic> {
        let Some(numbers) = all_told(&told.pieces) else { return self.with_open_pieces(told, leave) };
        let fits = |numbers: &[u32]| self.left_after(numbers.iter().copied().enumerate()).is_ok();
        let pieces = if fits(&numbers) {
            numbers
        } else {
            // Gaps in the numbers were closed when the definition was read, and are closed in the same way here. If all
            // pieces are distinguished, an unknown number is more likely a mistake.
            let packed = packed(&numbers);
            if self.count.iter().all(|&count| count == 1) || !fits(&packed) {
                return self.reduced(told, &numbers);
            }
            packed
        };
        let full = packed_is_full(&pieces);
        let pieces: Vec<u16> = pieces.iter().map(|&piece| piece as u16).collect();
        self.with_orientations(told, pieces, None, full, leave)
    }

    /// A position that distinguishes all pieces although the solved state does not: piece k is the one in slot k of the
    /// solved state.
    fn reduced(&self, told: &Told, numbers: &[u32]) -> Result<Settled, Diagnostic> {
        let slots = numbers.len();
        let mut seen = vec![false; slots];
        let full = numbers
            .iter()
            .all(|&slot| seen.get_mut(slot as usize).is_some_and(|seen| !std::mem::replace(seen, true)));
        let turns =
            if told.orientations.is_empty() { Some(vec![0; slots]) } else { all_told(&told.orientations) };
        let (true, Some(turns)) = (full, turns) else { return Err(self.wrong_pieces(told)) };
        let mut state = self.solved.clone();
        for (slot, (&home, turn)) in numbers.iter().zip(turns).enumerate() {
            let home = home as usize;
            let modulus = self.solved.moduli[home];
            state.pieces[slot] = self.solved.pieces[home];
            state.moduli[slot] = modulus;
            state.orientations[slot] =
                ((u32::from(self.solved.orientations[home]) + turn) % u32::from(modulus)) as u16;
        }
        Ok(Settled { state, goal: None, hint: None })
    }

    fn named<'t>(&self, told: &'t Told) -> impl Iterator<Item = (usize, u32)> + 't {
        told.pieces.iter().enumerate().filter_map(|(slot, (entry, _))| match entry {
            Entry::Told(piece) => Some((slot, *piece)),
            Entry::Open(_) => None,
        })
    }

    /// The error if the named pieces are not those of the solved state.
    fn wrong_pieces(&self, told: &Told) -> Diagnostic {
        let name = &self.orbit.name;
        let Err(slot) = self.left_after(self.named(told)) else {
            // With one entry per slot, all of them known, this cannot happen.
            return Diagnostic::new(
                told.pieces[0].1.clone(),
                format!("not all pieces of {name} are specified"),
            );
        };
        let (entry, span) = &told.pieces[slot];
        let piece = match entry {
            Entry::Told(piece) | Entry::Open(Some(piece)) => *piece,
            Entry::Open(None) => 0,
        };
        let left = |piece: u32| self.count.get(piece as usize).copied().unwrap_or(0);
        let written = u64::from(piece) + 1;
        let message = match left(piece) {
            0 => format!("{name} has no piece {written}, counted from 1"),
            1 => format!("piece {written} of {name}, counted from 1, occurs a second time"),
            most => format!("piece {written} of {name}, counted from 1, occurs more than {most} times"),
        };
        let fault =
            Diagnostic::new(span.clone(), message).expected("the pieces of the solved state, each as often");
        let mut missing = self.count.clone();
        for (_, piece) in self.named(told) {
            if let Some(left) = missing.get_mut(piece as usize) {
                *left = left.saturating_sub(1);
            }
        }
        match missing.iter().position(|&left| left > 0) {
            Some(piece) => fault.help(format!("piece {} is missing", piece + 1)),
            None => fault,
        }
    }

    fn with_open_pieces(&self, told: &Told, leave: Leave) -> Result<Settled, Diagnostic> {
        let left = match self.left_after(self.named(told)) {
            Ok(left) => left,
            Err(_) => return Err(self.wrong_pieces(told)),
        };
        let first_open = told.pieces.iter().find(|(entry, _)| matches!(entry, Entry::Open(_)));
        let span = first_open.map_or(0..0, |(_, span)| span.clone());
        let hints = self.hints(told, &left)?;
        let mut classes = left.iter().enumerate().filter(|&(_, &left)| left > 0).map(|(piece, _)| piece);
        let (first, second) = (classes.next().unwrap_or(0), classes.next());
        let open_number = self.count.len() as u32;
        let number = if second.is_none() { first as u32 } else { open_number };
        if second.is_some() {
            self.may_leave_places(&left, leave, &span)?;
            if hints.is_none() && !self.definition.restrictions.blocks.is_empty() {
                return Err(Diagnostic::new(span, "a piece is left out of a puzzle with glued pieces")
                    .expected("`?` with the number of a piece that may be there")
                    .help("without it, the possible moves are not determined"));
            }
        }
        let pieces = told.pieces.iter().map(|(entry, _)| match entry {
            Entry::Told(piece) => *piece as u16,
            Entry::Open(_) => number as u16,
        });
        let open = second.is_some().then_some((left, hints));
        self.with_orientations(told, pieces.collect(), open, false, leave)
    }

    /// The complete row of pieces according to the hints, if every unspecified entry has one.
    fn hints(&self, told: &Told, left: &[u32]) -> Result<Option<Vec<u16>>, Diagnostic> {
        let mut left = left.to_vec();
        let mut row = Vec::with_capacity(told.pieces.len());
        let mut whole = true;
        for (entry, span) in &told.pieces {
            match entry {
                Entry::Told(piece) => row.push(*piece as u16),
                Entry::Open(None) => whole = false,
                Entry::Open(Some(piece)) => match left.get_mut(*piece as usize) {
                    Some(left) if *left > 0 => {
                        *left -= 1;
                        row.push(*piece as u16);
                    }
                    _ => {
                        let message = format!("piece {} is not available here", u64::from(*piece) + 1);
                        return Err(Diagnostic::new(span.clone(), message)
                            .expected("`?` with one of the pieces that are not named"));
                    }
                },
            }
        }
        Ok(whole.then_some(row))
    }

    fn may_leave_places(&self, left: &[u32], leave: Leave, span: &Range<usize>) -> Result<(), Diagnostic> {
        let listed = self.definition.restrictions.ignore.iter().find(|rule| rule.orbit == self.index);
        for (piece, (&left, &count)) in left.iter().zip(&self.count).enumerate() {
            if left == 0 {
                continue;
            }
            let name = &self.orbit.name;
            if left < count {
                let message =
                    format!("piece {} of {name} is named in one slot and left out in another", piece + 1);
                return Err(Diagnostic::new(span.clone(), message)
                    .expected("all identical pieces named, or none of them"));
            }
            let is_listed = || {
                let slot = self.solved.pieces.iter().position(|&other| usize::from(other) == piece);
                listed.zip(slot).is_some_and(|(rule, slot)| rule.places.get(slot) == Some(&true))
            };
            if leave == Leave::Listed && !is_listed() {
                let message = format!("piece {} of {name} is left out", piece + 1);
                return Err(Diagnostic::new(span.clone(), message)
                    .expected("every piece that the definition does not list under `Ignore`"));
            }
        }
        Ok(())
    }

    /// Adds the orientations. `open` contains the number of times that each piece was unspecified, and the complete row
    /// according to the hints.
    fn with_orientations(
        &self,
        told: &Told,
        pieces: Vec<u16>,
        open: Option<(Vec<u32>, Option<Vec<u16>>)>,
        full: bool,
        leave: Leave,
    ) -> Result<Settled, Diagnostic> {
        let mut goal = self.solved.clone();
        let open_number = self.count.len() as u16;
        if let Some((left, _)) = &open {
            for piece in &mut goal.pieces {
                if left[usize::from(*piece)] > 0 {
                    *piece = open_number;
                }
            }
        }
        let mut modulus_of = self.moduli(told, &pieces, &goal)?;
        // If everything is specified, that is more than what matters, which is not an error.
        let tells_more = full && all_told(&told.orientations).is_some();
        let mut asked: Vec<Option<bool>> = vec![None; self.count.len() + 1];
        let mut orientations = vec![0; pieces.len()];
        let mut turns_by_hint = vec![0; pieces.len()];
        for (slot, (entry, span)) in told.orientations.iter().enumerate() {
            let class = usize::from(pieces[slot]);
            let free = modulus_of[class] == Some(1) && self.orbit.orientations > 1;
            let is_open = matches!(entry, Entry::Open(_));
            let told_so_far = asked[class].get_or_insert(is_open);
            if *told_so_far != is_open && self.orbit.orientations > 1 {
                return Err(Diagnostic::new(
                    span.clone(),
                    "some of several identical pieces have an orientation and some have none",
                )
                .expected("`?` for all of them, or for none"));
            }
            match *entry {
                Entry::Told(_) if free && !tells_more && leave == Leave::Listed && open.is_none() => {
                    return Err(Diagnostic::new(span.clone(), "this piece has an orientation")
                        .expected("`?`, as the solved state has it for this piece"));
                }
                Entry::Told(turn) => {
                    orientations[slot] = turn;
                    turns_by_hint[slot] = turn;
                }
                Entry::Open(turn) => {
                    turns_by_hint[slot] = turn.unwrap_or(0);
                    if !free && self.orbit.orientations > 1 {
                        self.may_leave_orientation(pieces[slot], &open, leave, span)?;
                        modulus_of[class] = Some(1);
                    }
                }
            }
        }
        let modulus = |piece: u16| modulus_of[usize::from(piece)].unwrap_or(1);
        let state = OrbitState {
            moduli: pieces.iter().map(|&piece| modulus(piece)).collect(),
            orientations: (pieces.iter().zip(&orientations))
                .map(|(&piece, &turn)| (turn % u32::from(modulus(piece))) as u16)
                .collect(),
            pieces,
        };
        for (slot, &piece) in goal.pieces.iter().enumerate() {
            goal.moduli[slot] = modulus(piece);
            goal.orientations[slot] %= modulus(piece);
        }
        let hint_pieces = match open {
            Some((_, hints)) => hints,
            None => (goal != *self.solved).then(|| state.pieces.clone()),
        };
        let hint = hint_pieces.map(|pieces| self.hint(pieces, &turns_by_hint));
        let goal = (goal != *self.solved).then_some(goal);
        Ok(Settled { state, goal, hint })
    }

    /// By piece of a goal, with one more for those left out: the modulus of its orientations, 1 where slots differ.
    fn moduli(&self, told: &Told, pieces: &[u16], goal: &OrbitState) -> Result<Vec<Option<u16>>, Diagnostic> {
        let open_number = self.count.len() as u16;
        let mut mixed = false;
        let mut modulus_of: Vec<Option<u16>> = vec![None; self.count.len() + 1];
        for (slot, &piece) in goal.pieces.iter().enumerate() {
            let modulus = modulus_of[usize::from(piece)].get_or_insert(goal.moduli[slot]);
            if *modulus != goal.moduli[slot] {
                *modulus = 1;
                mixed = true;
            }
        }
        let is_told = |slot: usize| {
            !told.orientations.get(slot).is_some_and(|(turn, _)| matches!(turn, Entry::Open(_)))
        };
        if mixed && pieces.iter().enumerate().any(|(slot, &piece)| piece == open_number && is_told(slot)) {
            let (_, span) = &told.pieces[0];
            let message = format!(
                "of the pieces of {} left out, only some have an orientation that matters",
                self.orbit.name
            );
            return Err(
                Diagnostic::new(span.clone(), message).expected("`?` as the orientation of all of them")
            );
        }
        Ok(modulus_of)
    }

    fn hint(&self, pieces: Vec<u16>, turns: &[u32]) -> OrbitState {
        let mut modulus_of = vec![1; self.count.len()];
        for (&piece, &modulus) in self.solved.pieces.iter().zip(&self.solved.moduli) {
            modulus_of[usize::from(piece)] = modulus;
        }
        let moduli: Vec<u16> = pieces.iter().map(|&piece| modulus_of[usize::from(piece)]).collect();
        let orientations =
            moduli.iter().zip(turns).map(|(&modulus, &turn)| (turn % u32::from(modulus)) as u16).collect();
        OrbitState { pieces, orientations, moduli }
    }

    fn may_leave_orientation(
        &self,
        piece: u16,
        open: &Option<(Vec<u32>, Option<Vec<u16>>)>,
        leave: Leave,
        span: &Range<usize>,
    ) -> Result<(), Diagnostic> {
        if leave == Leave::Anything {
            return Ok(());
        }
        let listed = self.definition.restrictions.ignore.iter().find(|rule| rule.orbit == self.index);
        let is_meant = |home: u16| match open {
            Some((left, _)) if usize::from(piece) == self.count.len() => left[usize::from(home)] > 0,
            _ => home == piece,
        };
        let ok = listed.is_some_and(|rule| {
            let mut homes = self.solved.pieces.iter().zip(&rule.orientations);
            homes.all(|(&home, &listed)| listed || !is_meant(home))
        });
        if ok {
            return Ok(());
        }
        Err(Diagnostic::new(span.clone(), "this piece has its orientation left out")
            .expected("a number: neither the solved state nor `Ignore` leaves it out"))
    }
}

/// Whether numbers are 0, 1, 2, … in some order.
fn packed_is_full(numbers: &[u32]) -> bool {
    let mut seen = vec![false; numbers.len()];
    numbers.iter().all(|&n| seen.get_mut(n as usize).is_some_and(|seen| !std::mem::replace(seen, true)))
}
