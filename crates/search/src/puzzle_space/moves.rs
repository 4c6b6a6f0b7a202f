//! Turns compiled to packed moves, and which of them commute or merge.

use super::error::SpaceError;
use super::packed_move::PackedMove;
use super::rows::{PackedOrbit, PieceNumbers};
use super::space::PuzzleSpace;
use crate::space::MoveId;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use std::collections::{HashMap, HashSet};

impl PuzzleSpace {
    pub(super) fn compile_moves(
        &self,
        puzzle: &Puzzle,
        turns: &[&Turn],
        metric: &Metric,
    ) -> Result<Vec<PackedMove>, SpaceError> {
        let mut classes: Vec<&str> = Vec::new();
        let mut moves = Vec::new();
        for &turn in turns {
            let name = turn.base().name.as_str();
            let class = classes.iter().position(|&known| known == name).unwrap_or(classes.len());
            if class == classes.len() {
                classes.push(name);
            }
            // If an intermediate state may be forbidden, several turns cannot replace one.
            let (sequence, cost) = match puzzle.definition().restrictions.illegal.is_empty() {
                true => cheapest(turn, turns, metric),
                false => (vec![turn.clone()], metric.cost(turn)),
            };
            if cost == 0 {
                return Err(SpaceError::Free(turn.to_string(), metric.name().to_string()));
            }
            let inverse = turn.inverse();
            let inverse = turns.iter().position(|other| **other == inverse).ok_or(SpaceError::NoMoves)?;
            let mut compiled = self.compile(turn);
            (compiled.turns, compiled.cost, compiled.class) = (sequence, cost, class);
            compiled.inverse = MoveId(inverse as u16);
            moves.push(compiled);
        }
        Ok(moves)
    }

    pub(super) fn compile(&self, turn: &Turn) -> PackedMove {
        let (mut copies, mut turned) = (Vec::new(), Vec::new());
        let mut twisted = Vec::new();
        let whole = turn.transformation();
        for orbit in &self.orbits {
            let Some(part) = whole.part(orbit.orbit) else { continue };
            let position = |slot: usize| orbit.slots.binary_search(&slot).map(|at| (orbit.first + at) as u16);
            let mut start_of = HashMap::new();
            for (slot, (&from, &twist)) in part.permutation().iter().zip(part.orientation()).enumerate() {
                let (Ok(to), Ok(from)) = (position(slot), position(usize::from(from))) else { continue };
                if twist == 0 {
                    if to != from {
                        copies.push((to, from));
                    }
                    continue;
                }
                let start = *start_of.entry(twist).or_insert_with(|| {
                    let start = twisted.len() as u32;
                    twisted.extend(twist_table(orbit, twist));
                    start
                });
                turned.push((to, from, start));
            }
        }
        let (turns, touched, touched_slots) = (Vec::new(), Vec::new(), Vec::new());
        PackedMove {
            turns,
            cost: 0,
            class: 0,
            inverse: MoveId(0),
            copies,
            turned,
            twisted,
            touched,
            touched_slots,
        }
    }

    /// The pairs of moves of a class that combine neither into nothing nor into a move that costs no more than both.
    pub(super) fn find_apart(&self, turns: &[&Turn]) -> HashSet<(MoveId, MoveId)> {
        let mut by_class: HashMap<usize, HashMap<i64, MoveId>> = HashMap::new();
        for (m, (compiled, turn)) in self.moves.iter().zip(turns).enumerate() {
            by_class.entry(compiled.class).or_default().insert(turn.amount(), MoveId(m as u16));
        }
        let mut apart = HashSet::new();
        for members in by_class.values() {
            for (&amount, &first) in members {
                for (&other, &second) in members {
                    let base = turns[first.index()].base();
                    let sum = base.reduce(amount + other);
                    let both = self.moves[first.index()].cost + self.moves[second.index()].cost;
                    let merged = members.get(&sum).is_some_and(|m| self.moves[m.index()].cost <= both);
                    if sum != 0 && !merged {
                        apart.insert((first, second));
                    }
                }
            }
        }
        apart
    }

    pub(super) fn compile_commuting(&mut self, turns: &[&Turn], restricted: bool) {
        let whole: Vec<_> = turns.iter().map(|turn| turn.transformation()).collect();
        let count = whole.len();
        self.commutes = vec![false; count * count];
        // If possibility depends on the state, one order may be possible and the other not. If the occurrences of a
        // power are limited, two others with something between them that commutes may replace it.
        if restricted || !self.forbidden.is_empty() || !self.limits.is_empty() {
            return;
        }
        let mut members: Vec<Vec<usize>> = Vec::new();
        for (m, compiled) in self.moves.iter().enumerate() {
            members.resize(members.len().max(compiled.class + 1), Vec::new());
            members[compiled.class].push(m);
        }
        for (a, ms) in members.iter().enumerate() {
            for (b, ns) in members.iter().enumerate().skip(a) {
                // Powers of commuting moves commute too: one test decides for two parallel layers of a big cube.
                let once = |m: usize| &turns[m].base().transformation;
                let all = a == b || once(ms[0]).commutes_with(once(ns[0]));
                for (&m, &n) in ms.iter().flat_map(|m| ns.iter().map(move |n| (m, n))) {
                    let commute = all || whole[m].commutes_with(&whole[n]);
                    self.commutes[m * count + n] = commute;
                    self.commutes[n * count + m] = commute;
                }
            }
        }
    }
}

/// The effect of a twist on each content of an orbit.
fn twist_table(orbit: &PackedOrbit, twist: u16) -> Vec<u16> {
    let mut table: Vec<u16> = (0..orbit.contents().end).collect();
    for &PieceNumbers { first, modulus, .. } in orbit.pieces.values() {
        for orientation in 0..modulus {
            let after = (u32::from(orientation) + u32::from(twist)) % u32::from(modulus);
            table[usize::from(first + orientation)] = first + after as u16;
        }
    }
    table
}

/// The cheapest way to make a turn from turns of the same base: the turn itself, or several turns if the metric makes
/// one turn more expensive than repeating another.
fn cheapest(turn: &Turn, turns: &[&Turn], metric: &Metric) -> (Vec<Turn>, u32) {
    let direct = metric.cost(turn);
    let base = turn.base();
    let powers: Vec<&Turn> = turns.iter().filter(|other| other.base().name == base.name).copied().collect();
    let mut best: HashMap<i64, (u32, Vec<Turn>)> = HashMap::from([(0, (0, Vec::new()))]);
    let mut frontier = vec![0i64];
    while let Some(amount) = frontier.pop() {
        let (cost, path) = best[&amount].clone();
        for &power in &powers {
            let sum = cost.saturating_add(metric.cost(power));
            let reached = base.reduce(amount + power.amount());
            if sum < direct && best.get(&reached).is_none_or(|(known, _)| sum < *known) {
                let path = path.iter().cloned().chain([power.clone()]).collect();
                best.insert(reached, (sum, path));
                frontier.push(reached);
            }
        }
    }
    match best.remove(&turn.amount()) {
        Some((cost, path)) if turn.amount() != 0 => (path, cost),
        _ => (vec![turn.clone()], direct),
    }
}
