//! Centres of a cube of any size: ring by ring from the inside, many orbits at a time.
//!
//! Start at [`solve`]. There are three stages, [`STAGES`]: U and D; the other four faces as two pairs of opposite faces; each
//! face. In each stage, all [`Exchange`]s are considered after all turns of the faces from which they take centres. The one
//! that solves most centres for its number of turns is made, with the best amount for each row.

use crate::model::geometry;
use crate::model::orbit::{Orbit, Permutation, SLOTS};
use crate::model::stickers::Stickers;
use crate::model::turn::{Metric, Turn, length, quarters, spell};
use crate::reduction::exchanges::{Classes, Exchange, Row, find};
use permutant_search::limits::{Control, Progress, StopReason};

/// The classes of faces that each stage brings together.
pub const STAGES: [Classes; 3] =
    [Classes([0, 2, 2, 1, 2, 2]), Classes([0, 2, 3, 1, 2, 3]), Classes([0, 1, 2, 3, 4, 5])];

/// The gain of a row whose amount would undo finished parts; no other gain outweighs it.
const FORBIDDEN: i32 = -1_000_000;

/// The exchanges of every stage: those of the rows between the layers x, and those of the layers x themselves.
#[derive(Clone, Debug)]
pub struct CentreExchanges {
    metric: Metric,
    stages: [[Vec<Exchange>; 2]; 3],
}

impl CentreExchanges {
    /// Finds the exchanges in a fraction of a second.
    pub fn new(metric: Metric) -> Self {
        let stages = STAGES.map(|classes| [true, false].map(|own| find(classes, metric, own)));
        CentreExchanges { metric, stages }
    }
}

/// An orbit of a ring: the class of each content.
#[derive(Clone, Debug)]
struct Ring {
    size: usize,
    x: usize,
    /// By orbit, in the order (x, x), then by j the orbits (x, j) and (j, x), then (x, middle).
    contents: Vec<[u8; SLOTS]>,
}

impl Ring {
    fn load(cube: &Stickers<u8>, x: usize, classes: Classes) -> Ring {
        let size = cube.size();
        let orbits = Ring::orbits(size, x);
        let class = |colour: u8| classes.0[usize::from(colour)];
        let contents = |orbit: Orbit| std::array::from_fn(|slot| class(cube.get(orbit.cell(size, slot))));
        Ring { size, x, contents: orbits.into_iter().map(contents).collect() }
    }

    fn orbits(size: usize, x: usize) -> Vec<Orbit> {
        let orbit = |row, column| Orbit { row, column };
        let mut orbits = vec![orbit(x, x)];
        for j in x + 1..size / 2 {
            orbits.extend([orbit(x, j), orbit(j, x)]);
        }
        if size % 2 == 1 {
            orbits.push(orbit(x, size / 2));
        }
        orbits
    }

    /// The kind of a row, and the first of its orbits.
    fn row(&self, row: usize) -> (Row, usize) {
        let far = self.size - 1 - row;
        let (x, near) = (self.x, row.min(far));
        match row {
            _ if row == x => (Row::Own, 0),
            _ if far == x => (Row::OwnFar, 0),
            _ if row == far => (Row::Middle, self.contents.len() - 1),
            _ if row < far => (Row::Near, 2 * (near - x) - 1),
            _ => (Row::Far, 2 * (near - x) - 1),
        }
    }

    fn wrong(&self, orbits: std::ops::Range<usize>, classes: Classes) -> usize {
        let wrong = |contents: &[u8; SLOTS]| {
            (0u8..).zip(contents).filter(|&(slot, &class)| classes.of_slot(slot) != class).count()
        };
        self.contents[orbits].iter().map(wrong).sum()
    }

    fn turn_face(&mut self, face: usize, amount: u8) {
        for contents in &mut self.contents {
            contents[4 * face..4 * face + 4].rotate_right(usize::from(amount));
        }
    }

    fn apply(&mut self, orbit: usize, p: &Permutation) {
        let old = self.contents[orbit];
        self.contents[orbit] = std::array::from_fn(|slot| old[usize::from(p[slot])]);
    }
}

/// An exchange with the turns before it and the rows that take part.
#[derive(Clone, Debug)]
struct Choice {
    exchange: usize,
    /// The number of quarter turns of each face before the exchange.
    before: [u8; 6],
    rows: Vec<(usize, u8)>,
    gain: u32,
    cost: u32,
}

impl Choice {
    /// Whether it brings more centres to their faces per turn, with `more` added to each cost; if that is equal,
    /// whether it brings more in total.
    fn is_better(&self, other: &Choice, more: u32) -> bool {
        let (a, b) = (self.gain * (other.cost + more), other.gain * (self.cost + more));
        a > b || a == b && self.gain > other.gain
    }
}

/// The search for the best exchange of a stage in a ring.
struct Chooser<'a> {
    ring: &'a Ring,
    classes: Classes,
    exchanges: &'a [Exchange],
    metric: Metric,
    rows: &'a [usize],
    /// Turns added to the cost of every exchange, which favours large exchanges.
    more: u32,
    /// The turns made before; the last ones are about one axis.
    made: &'a [Turn],
}

impl Chooser<'_> {
    /// The number of centres that a row with an amount brings to their faces, minus the number that it takes away.
    fn gain(&self, exchange: &Exchange, before: &[u8; 6], row: usize, amount: u8) -> i32 {
        let (kind, first) = self.ring.row(row);
        let Some(effect) = &exchange.effects[kind as usize][usize::from(amount) - 1] else {
            return FORBIDDEN;
        };
        let mut gain = 0;
        for &(orbit, from, to) in &effect.crossings {
            let (face, place) = (from / 4, from % 4);
            let source = 4 * face + (place + 4 - before[usize::from(face)]) % 4;
            let class = self.ring.contents[first + usize::from(orbit)][usize::from(source)];
            gain +=
                i32::from(self.classes.of_slot(to) == class) - i32::from(self.classes.of_slot(from) == class);
        }
        gain
    }

    /// The row with the greatest gain.
    fn one_row(&self, exchange: &Exchange, before: &[u8; 6]) -> (Vec<(usize, u8)>, i32, u32) {
        let one = |&row: &usize| {
            (1..4u8).map(move |amount| (self.gain(exchange, before, row, amount), row, amount))
        };
        let best = self
            .rows
            .iter()
            .flat_map(one)
            .max_by_key(|&(gain, row, amount)| (gain, std::cmp::Reverse((row, amount))));
        let once = |amount| match self.metric {
            Metric::OuterBlocks => 2,
            Metric::Slices => 1,
            Metric::LayerQuarters => quarters(amount),
        };
        let each = |amount| once(amount) * if exchange.undone { 2 } else { 1 };
        best.map_or((Vec::new(), 0, 0), |(gain, row, amount)| (vec![(row, amount)], gain, each(amount)))
    }

    /// The rows that are worth their cost, with their gain and the cost of E.
    fn rows(&self, exchange: &Exchange, before: &[u8; 6]) -> (Vec<(usize, u8)>, i32, u32) {
        let (mut chosen, mut total, mut cost) = (Vec::new(), 0, 0);
        let each = if exchange.undone { 2 } else { 1 };
        if self.rows.contains(&self.ring.x) {
            // The two layers x act on the same orbit, so only one of them is used at a time.
            return self.one_row(exchange, before);
        }
        match self.metric {
            Metric::Slices => {
                for &row in self.rows {
                    let best =
                        (1..4u8).map(|amount| (self.gain(exchange, before, row, amount), 4 - amount)).max();
                    if let Some((gain @ 1.., rest)) = best {
                        chosen.push((row, 4 - rest));
                        total += gain;
                        cost += each;
                    }
                }
            }
            Metric::LayerQuarters => {
                for &row in self.rows {
                    // The most centres for each quarter turn, as twice their number.
                    let worth =
                        |amount: u8| (2 * self.gain(exchange, before, row, amount)) / quarters(amount) as i32;
                    let best =
                        [1, 3, 2].into_iter().max_by_key(|&amount| (worth(amount), 4 - quarters(amount)));
                    if let Some(amount) = best.filter(|&amount| worth(amount) > 0) {
                        chosen.push((row, amount));
                        total += self.gain(exchange, before, row, amount);
                        cost += each * quarters(amount);
                    }
                }
            }
            Metric::OuterBlocks => {
                // Each change of the amount from one row to the next costs a turn. By the amount of the last row:
                // the best value so far, which is twice the gain minus the cost, and the rows that achieve it.
                let mut best: [(i32, Vec<(usize, u8)>); 4] =
                    std::array::from_fn(|amount| (if amount == 0 { 0 } else { i32::MIN / 4 }, Vec::new()));
                let price = each as i32;
                let mut last = None;
                for &row in self.rows {
                    let apart = last.is_some_and(|last| last + 1 != row);
                    last = Some(row);
                    if apart {
                        let closed = close(&best, price);
                        best = std::array::from_fn(|amount| {
                            if amount == 0 { closed.clone() } else { (i32::MIN / 4, Vec::new()) }
                        });
                    }
                    best = std::array::from_fn(|amount| {
                        let from = |old: usize| best[old].0 - if old == amount { 0 } else { price };
                        let old = (0..4).max_by_key(|&old| (from(old), old == amount)).unwrap_or(0);
                        let mut chosen = best[old].1.clone();
                        if amount == 0 {
                            return (from(old), chosen);
                        }
                        chosen.push((row, amount as u8));
                        (from(old) + 2 * self.gain(exchange, before, row, amount as u8), chosen)
                    });
                }
                let (_, rows) = close(&best, price);
                if rows.is_empty() {
                    return self.one_row(exchange, before);
                }
                total = rows.iter().map(|&(row, amount)| self.gain(exchange, before, row, amount)).sum();
                cost = each * changes(&rows);
                chosen = rows;
            }
        }
        (chosen, total, cost)
    }

    fn choice(&self, number: usize, before: [u8; 6]) -> Option<Choice> {
        let exchange = &self.exchanges[number];
        let (rows, gain, cost) = self.rows(exchange, &before);
        let turned: u32 = before.iter().map(|&amount| self.face_cost(amount)).sum();
        let gain = u32::try_from(gain).ok().filter(|&gain| gain > 0)?;
        let cost = exchange.cost + cost + turned - self.saved(exchange, &before);
        Some(Choice { exchange: number, before, rows, gain, cost })
    }

    /// The cost of a turn of a face.
    fn face_cost(&self, amount: u8) -> u32 {
        let quarters = quarters(amount);
        if self.metric == Metric::LayerQuarters { quarters } else { quarters.min(1) }
    }

    /// The cost saved when the first turn of O merges with the end of O⁻¹ of the previous exchange, which requires that
    /// only turns about this axis lie in between.
    fn saved(&self, exchange: &Exchange, before: &[u8; 6]) -> u32 {
        let Some(letter) = exchange.word.first() else { return 0 };
        let turn = letter.turn(self.ring.size, self.ring.x);
        let between = (0..6).filter(|&face| before[face] > 0).map(|face| geometry::axis_of(face).0);
        if between.into_iter().any(|axis| axis != usize::from(turn.axis)) {
            return 0;
        }
        let last = self.made.iter().rev().take_while(|made| made.axis == turn.axis);
        match last.into_iter().find(|made| (made.from, made.to) == (turn.from, turn.to)) {
            Some(made) if self.metric == Metric::LayerQuarters => {
                quarters(made.amount) + quarters(turn.amount) - quarters(made.amount + turn.amount)
            }
            Some(made) if (made.amount + turn.amount) % 4 == 0 => 2 * letter.cost(self.metric),
            Some(_) => letter.cost(self.metric),
            None => 0,
        }
    }

    /// The best of all exchanges, each after turns of up to two suitable faces: the best one face, then another.
    fn best(&self) -> Option<Choice> {
        let mut best: Option<Choice> = None;
        let keep = |best: &mut Option<Choice>, choice: Option<Choice>| {
            if let Some(choice) = choice
                && best.as_ref().is_none_or(|best| choice.is_better(best, self.more))
            {
                *best = Some(choice);
            }
        };
        for (number, exchange) in self.exchanges.iter().enumerate() {
            let mut before = [0; 6];
            let mut own: Option<Choice> = None;
            keep(&mut own, self.choice(number, before));
            for _ in 0..2 {
                let mut next: Option<Choice> = None;
                for face in (0..6).filter(|&face| exchange.faces >> face & 1 == 1 && before[face] == 0) {
                    for amount in 1..4 {
                        let mut before = before;
                        before[face] = amount;
                        keep(&mut next, self.choice(number, before));
                    }
                }
                let Some(choice) = &next else { break };
                before = choice.before;
                keep(&mut own, next);
            }
            keep(&mut best, own);
        }
        best
    }

    /// The same after turns of any faces.
    fn best_after_any(&self) -> Option<Choice> {
        let mut best: Option<Choice> = None;
        for (number, exchange) in self.exchanges.iter().enumerate() {
            let faces: Vec<usize> = (0..6).filter(|face| exchange.faces >> face & 1 == 1).collect();
            for code in 0..1usize << (2 * faces.len()) {
                let mut before = [0; 6];
                for (at, &face) in faces.iter().enumerate() {
                    before[face] = (code >> (2 * at) & 3) as u8;
                }
                if let Some(choice) = self.choice(number, before)
                    && best.as_ref().is_none_or(|best| choice.is_better(best, self.more))
                {
                    best = Some(choice);
                }
            }
        }
        best
    }
}

/// The best choice that ends with rows that stay.
fn close(best: &[(i32, Vec<(usize, u8)>); 4], price: i32) -> (i32, Vec<(usize, u8)>) {
    let (at, value) = (0..4)
        .map(|at| (at, best[at].0 - if at == 0 { 0 } else { price }))
        .max_by_key(|&(at, value)| (value, at == 0))
        .unwrap_or((0, 0));
    (value, best[at].1.clone())
}

/// The number of changes of the amount from row to row.
pub(crate) fn changes(rows: &[(usize, u8)]) -> u32 {
    let mut changes = 0;
    let mut last: Option<(usize, u8)> = None;
    for &(row, amount) in rows {
        changes += match last {
            Some((before, same)) if before + 1 == row && same == amount => 0,
            Some((before, _)) if before + 1 == row => 1,
            Some(_) => 2,
            None => 1,
        };
        last = Some((row, amount));
    }
    changes + u32::from(last.is_some())
}

/// Up to this many layers, a part of a ring is solved in two ways and the shorter one is kept. For larger cubes that
/// would take minutes.
const TWO_WAYS: usize = 50;

/// The turns added to the cost of exchanges in each of the ways that are tried.
fn ways(size: usize, metric: Metric) -> &'static [u32] {
    match metric {
        _ if size > TWO_WAYS => &[0],
        // A hundredth shorter than two ways: 12 845 quarter turns for a 33x33x33 in place of 12 973.
        Metric::LayerQuarters => &[0, 1, 2, 4],
        _ => &[0, 2],
    }
}

/// The orbits of a ring that one kind of exchange solves by turning these rows.
struct Part<'a> {
    orbits: std::ops::Range<usize>,
    rows: Vec<usize>,
    classes: Classes,
    exchanges: &'a [Exchange],
    metric: Metric,
}

impl Part<'_> {
    /// Whether a row may take part. In outer blocks, a row without gain may connect two rows with gain.
    fn may_pay(&self, ring: &Ring, row: usize) -> bool {
        let (kind, first) = ring.row(row);
        self.metric == Metric::OuterBlocks || ring.wrong(first..first + kind.orbits(), self.classes) > 0
    }

    /// The turns that solve all centres of the part, after some previous turns.
    fn solved(
        &self,
        mut ring: Ring,
        more: u32,
        made: &[Turn],
        control: &Control<'_>,
    ) -> Result<Vec<Turn>, StopReason> {
        let Part { classes, exchanges, metric, .. } = *self;
        let (size, x) = (ring.size, ring.x);
        // Only the last run of the previous turns matters.
        let last =
            made.last().map_or(0, |last| made.iter().rev().take_while(|turn| turn.axis == last.axis).count());
        let mut turns = made[made.len() - last..].to_vec();
        while ring.wrong(self.orbits.clone(), classes) > 0 {
            control.interrupted().map_or(Ok(()), Err)?;
            control.visited(1);
            let rows: Vec<usize> =
                self.rows.iter().copied().filter(|&row| self.may_pay(&ring, row)).collect();
            let chooser =
                Chooser { ring: &ring, classes, exchanges, metric, rows: &rows, more, made: &turns };
            let choice = chooser.best().or_else(|| chooser.best_after_any());
            let choice = choice.expect("a 3-cycle brings one centre home at least");
            for (face, &amount) in choice.before.iter().enumerate() {
                if amount > 0 {
                    turns.push(Turn::face(size, face, amount));
                    ring.turn_face(face, amount);
                }
            }
            let exchange = &exchanges[choice.exchange];
            turns.extend(exchange.turns(size, x, &choice.rows));
            for &(row, amount) in &choice.rows {
                let (kind, first) = ring.row(row);
                if let Some(effect) = &exchange.effects[kind as usize][usize::from(amount) - 1] {
                    for orbit in 0..kind.orbits() {
                        ring.apply(first + orbit, &effect.permutations[orbit]);
                    }
                }
            }
        }
        turns.drain(..last);
        Ok(turns)
    }
}

/// The number of orbits of centres of a cube.
pub fn orbits(size: usize) -> usize {
    (1..size / 2).map(|x| Ring::orbits(size, x).len()).sum()
}

/// Solves one of the [`STAGES`] of the centres of a cube whose colours are numbers of faces. The turns are made on the cube and
/// passed to `made`, part of a ring at a time. Progress is counted from `done` of `total` orbits. The first stage may leave inner
/// layers about the axis of U and D off by quarter turns; the others preserve the parity of all wings.
///
/// # Errors
///
/// The reason for the stop, if `control` or `made` stopped it.
pub fn solve(
    cube: &mut Stickers<u8>,
    exchanges: &CentreExchanges,
    stage: usize,
    (mut done, total): (usize, usize),
    control: &Control<'_>,
    made: &mut dyn FnMut(&[Turn]) -> Result<(), StopReason>,
) -> Result<(), StopReason> {
    let size = cube.size();
    let classes = STAGES[stage];
    let mut solved = Vec::new();
    for x in (1..size / 2).rev() {
        let (own, others) = (0..1, 1..Ring::orbits(size, x).len());
        let parts = [(own, vec![x, size - 1 - x]), (others, (x + 1..size - 1 - x).collect())];
        for ((orbits, rows), exchanges_of_part) in parts.into_iter().zip(&exchanges.stages[stage]) {
            let part = Part { orbits, rows, classes, exchanges: exchanges_of_part, metric: exchanges.metric };
            let ring = Ring::load(cube, x, classes);
            let mut shortest: Option<(u32, Vec<Turn>)> = None;
            for &more in ways(size, exchanges.metric) {
                let turns = part.solved(ring.clone(), more, &solved, control)?;
                let used = length(size, &spell(size, &turns, exchanges.metric), exchanges.metric);
                if shortest.as_ref().is_none_or(|(least, _)| used < *least) {
                    shortest = Some((used, turns));
                }
            }
            let turns = shortest.map(|(_, turns)| turns).unwrap_or_default();
            cube.turns(&turns);
            debug_assert_eq!(Ring::load(cube, x, classes).wrong(part.orbits.clone(), classes), 0);
            made(&turns)?;
            solved.extend(turns);
            done += part.orbits.len();
            control.report(Progress::Part { name: "centres", done: done as u64, total: total as u64 });
        }
    }
    Ok(())
}
