//! Random small definitions, and reduced versions of them.
//!
//! Start at [`draw`] and [`smaller`].

use super::definition::{Action, Definition, Move, Rule, Set, State};
use super::distances::{Distances, Metric};
use crate::dice::Dice;
use std::ops::Range;

/// Puzzles with more states are not drawn, because all states are enumerated repeatedly.
pub(crate) const MOST_STATES: usize = 6000;
/// Moves of greater order are not drawn, because a search may leave out powers from the thousandth on.
const MOST_POWERS: usize = 100;

/// Puzzles with more rotations are not drawn.
pub(crate) const MOST_ROTATIONS: usize = 120;

/// A random definition with one to three sets, few enough states, and no move that is the identity.
pub(crate) fn draw(dice: &mut Dice) -> Definition {
    loop {
        let definition = attempt(dice);
        if is_fit(&definition) {
            return definition;
        }
    }
}

/// Whether the program should accept the definition and the campaign can count its states.
pub(crate) fn is_fit(definition: &Definition) -> bool {
    let all = || definition.moves.iter().chain(&definition.rotations);
    let goals = std::slice::from_ref(&definition.solved);
    !definition.moves.is_empty()
        && definition.is_legal(&definition.solved)
        && all()
            .all(|one| definition.powers(&one.action, MOST_POWERS).is_some_and(|powers| !powers.is_empty()))
        && definition.rotated(MOST_ROTATIONS).is_some()
        && Distances::new(definition, goals, Metric::Htm, MOST_STATES).is_some()
}

fn attempt(dice: &mut Dice) -> Definition {
    let count = *dice.pick(&[1, 1, 2, 2, 3]);
    let sets: Vec<Set> = (0..count)
        .map(|index| Set {
            name: ["A", "B", "C"][index].to_string(),
            pieces: if dice.one_in(8) { 1 } else { dice.between(2, 8) },
            orientations: *dice.pick(&[1, 1, 2, 3, 4]),
        })
        .collect();
    let slots: usize = sets.iter().map(|set| set.pieces).sum();
    let mut definition = Definition {
        sets,
        solved: State { pieces: vec![0; slots], turns: vec![0; slots] },
        free: vec![false; slots],
        moves: Vec::new(),
        rotations: Vec::new(),
        rules: Vec::new(),
    };
    for (set, range) in definition.sets.clone().iter().zip(definition.ranges()) {
        solve_set(&mut definition, dice, set, range);
    }
    let moves = dice.between(1, 4);
    for name in &["a", "b", "c", "d"][..moves] {
        definition.moves.push(Move { name: (*name).to_string(), action: action(&definition, dice) });
    }
    if dice.one_in(3) {
        let rotations = dice.between(1, 2);
        for name in &["x", "y", "z"][..rotations] {
            definition.rotations.push(Move { name: (*name).to_string(), action: action(&definition, dice) });
        }
    }
    if dice.one_in(5) {
        let slot = dice.below(slots);
        let range = definition.ranges().into_iter().find(|range| range.contains(&slot)).unwrap_or(0..slots);
        let piece = definition.solved.pieces[dice.between(range.start, range.end - 1)];
        definition.rules.push(Rule { slot, piece });
    }
    definition
}

/// The solved state of a set: all pieces different, or some identical; occasionally with orientations that do not
/// matter.
fn solve_set(definition: &mut Definition, dice: &mut Dice, set: &Set, range: Range<usize>) {
    let alike = dice.one_in(3);
    let classes = if alike { dice.between(1, set.pieces) } else { set.pieces };
    let mut pieces: Vec<u8> = (0..set.pieces).map(|index| (index % classes) as u8).collect();
    if dice.one_in(3) {
        dice.shuffle(&mut pieces);
    }
    let free_class = (set.orientations > 1 && dice.one_in(6)).then(|| *dice.pick(&pieces));
    for (slot, piece) in range.zip(pieces) {
        definition.solved.pieces[slot] = piece;
        definition.free[slot] = free_class == Some(piece);
    }
}

/// One or two cycles in some of the sets, occasionally with changes of orientation.
fn action(definition: &Definition, dice: &mut Dice) -> Action {
    let mut action = definition.nothing();
    for (set, range) in definition.sets.iter().zip(definition.ranges()) {
        if dice.one_in(3) {
            continue;
        }
        let mut slots: Vec<usize> = range.collect();
        dice.shuffle(&mut slots);
        let mut left = &slots[..];
        for _ in 0..dice.between(1, 2) {
            let length = dice.between(1, left.len().clamp(1, 5)).min(left.len());
            let (cycle, rest) = left.split_at(length);
            for (index, &slot) in cycle.iter().enumerate() {
                action.from[slot] = cycle[(index + 1) % length];
            }
            left = rest;
            if left.is_empty() {
                break;
            }
        }
        if set.orientations > 1 && !dice.one_in(3) {
            for &slot in &slots {
                if action.from[slot] != slot || dice.one_in(8) {
                    action.turn[slot] = dice.below(usize::from(set.orientations)) as u8;
                }
            }
        }
    }
    action
}

/// A position of the same pieces: usually one that moves and rotations reach, occasionally any.
pub(crate) fn position(definition: &Definition, dice: &mut Dice) -> State {
    let mut state = definition.solved.clone();
    if dice.one_in(4) {
        let orientations = definition.orientations();
        for range in definition.ranges() {
            let mut from: Vec<usize> = range.clone().collect();
            dice.shuffle(&mut from);
            for (slot, from) in range.zip(from) {
                state.pieces[slot] = definition.solved.pieces[from];
                let turn = dice.below(usize::from(orientations[slot])) as u8;
                state.turns[slot] = if definition.free[from] { 0 } else { turn };
            }
        }
        return state;
    }
    let turned = dice.one_in(2);
    for _ in 0..dice.between(0, 30) {
        let rotates = turned && !definition.rotations.is_empty() && dice.one_in(4);
        let one = dice.pick(if rotates { &definition.rotations } else { &definition.moves });
        let next = definition.after(&state, &one.action);
        if definition.is_legal(&next) {
            state = next;
        }
    }
    state
}

/// Definitions that are smaller by one element, each with its positions adapted.
pub(crate) fn smaller(definition: &Definition, positions: &[State]) -> Vec<(Definition, Vec<State>)> {
    let mut found = Vec::new();
    let mut add = |change: &dyn Fn(&mut Definition)| {
        let mut less = definition.clone();
        change(&mut less);
        found.push((less, positions.to_vec()));
    };
    for index in 0..definition.rules.len() {
        add(&|less| {
            less.rules.remove(index);
        });
    }
    for index in 0..definition.rotations.len() {
        add(&|less| {
            less.rotations.remove(index);
        });
    }
    for index in 0..definition.moves.len() {
        add(&|less| {
            less.moves.remove(index);
        });
    }
    if positions.len() > 1 {
        found.extend(positions.iter().map(|one| (definition.clone(), vec![one.clone()])));
    }
    if definition.sets.len() > 1 {
        for (index, range) in definition.ranges().into_iter().enumerate() {
            found.push(without_set(definition, positions, index, &range));
        }
    }
    for range in definition.ranges() {
        for slot in range.clone() {
            if definition.sets.iter().zip(definition.ranges()).any(|(set, of)| of == range && set.pieces > 1)
            {
                found.extend(without_slot(definition, positions, &range, slot));
            }
        }
    }
    found.retain(|(definition, _)| is_fit(definition));
    found
}

fn without_set(
    definition: &Definition,
    positions: &[State],
    index: usize,
    range: &Range<usize>,
) -> (Definition, Vec<State>) {
    let mut less = definition.clone();
    less.sets.remove(index);
    without_slots(&mut less, range);
    (less, positions.iter().map(|one| state_without(one, range)).collect())
}

/// The definition without one slot, which no move affects and whose piece is the same in all positions and occurs in no
/// other slot.
fn without_slot(
    definition: &Definition,
    positions: &[State],
    range: &Range<usize>,
    slot: usize,
) -> Option<(Definition, Vec<State>)> {
    let stays = definition.moves.iter().chain(&definition.rotations).all(|one| one.action.from[slot] == slot);
    let piece = definition.solved.pieces[slot];
    let is_only = range.clone().all(|other| other == slot || definition.solved.pieces[other] != piece);
    if !stays || !is_only || positions.iter().any(|one| one.pieces[slot] != piece) {
        return None;
    }
    let mut less = definition.clone();
    let index = definition.ranges().iter().position(|of| of == range)?;
    less.sets[index].pieces -= 1;
    let gone = slot..slot + 1;
    let closed = |state: &mut State| {
        for slot in range.clone() {
            if state.pieces[slot] > piece {
                state.pieces[slot] -= 1;
            }
        }
    };
    closed(&mut less.solved);
    less.rules.retain(|rule| !(range.contains(&rule.slot) && rule.piece == piece));
    for rule in less.rules.iter_mut().filter(|rule| range.contains(&rule.slot) && rule.piece > piece) {
        rule.piece -= 1;
    }
    without_slots(&mut less, &gone);
    let positions = positions.iter().map(|one| {
        let mut one = one.clone();
        closed(&mut one);
        state_without(&one, &gone)
    });
    Some((less, positions.collect()))
}

fn state_without(state: &State, gone: &Range<usize>) -> State {
    let mut state = state.clone();
    state.pieces.drain(gone.clone());
    state.turns.drain(gone.clone());
    state
}

/// Removes slots from everything except the sets; none of them may exchange pieces with a slot that remains.
fn without_slots(definition: &mut Definition, gone: &Range<usize>) {
    let closed = |slot: usize| if slot < gone.start { slot } else { slot - gone.len() };
    definition.solved = state_without(&definition.solved, gone);
    definition.free.drain(gone.clone());
    definition.rules.retain(|rule| !gone.contains(&rule.slot));
    for rule in &mut definition.rules {
        rule.slot = closed(rule.slot);
    }
    for one in definition.moves.iter_mut().chain(&mut definition.rotations) {
        one.action.from.drain(gone.clone());
        one.action.turn.drain(gone.clone());
        for from in &mut one.action.from {
            *from = closed(*from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_sound(definition: &Definition, state: &State) {
        let slots: usize = definition.sets.iter().map(|set| set.pieces).sum();
        assert_eq!((state.pieces.len(), state.turns.len(), definition.free.len()), (slots, slots, slots));
        for range in definition.ranges() {
            let sorted = |state: &State| {
                let mut row = state.pieces[range.clone()].to_vec();
                row.sort_unstable();
                row
            };
            assert_eq!(sorted(state), sorted(&definition.solved));
            for one in definition.moves.iter().chain(&definition.rotations) {
                let mut from = one.action.from[range.clone()].to_vec();
                from.sort_unstable();
                assert!(from.into_iter().eq(range.clone()));
            }
        }
    }

    #[test]
    fn drawn_definitions_are_sound_and_so_are_smaller_ones() {
        let mut dice = Dice::new(1, "random puzzles", 0);
        for _ in 0..60 {
            let definition = draw(&mut dice);
            let positions: Vec<State> = (0..2).map(|_| position(&definition, &mut dice)).collect();
            for state in &positions {
                assert_sound(&definition, state);
            }
            for (less, positions) in smaller(&definition, &positions) {
                assert!(!positions.is_empty());
                for state in &positions {
                    assert_sound(&less, state);
                }
            }
        }
    }
}
