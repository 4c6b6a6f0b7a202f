//! Makes every bar one colour.
//!
//! Start at [`Matching::solve`]. This is a beam search by cost: of all states reached with a given number of turns, it keeps
//! those with most centres of the colour of their bar. On even cubes the two middle centres of each bar come first. Then, as on
//! odd cubes, the other centres are matched to the middle. The middle layers no longer turn, and one exchange serves all other
//! layers.

use super::bars::{Bars, permuted};
use super::exchanges::{Exchange, Net, Nets, Pair, before};
use crate::model::orbit::{IDENTITY, Permutation, SLOTS};
use crate::model::turn::{Metric, Turn};
use permutant_search::limits::{Control, StopReason};
use std::collections::HashSet;

/// The gain required for a change of the amount from one layer to the next, in tenths of a centre. A change costs turns
/// in E and in E⁻¹.
const PRICE: i32 = 10;

/// The beam is abandoned after this many turns without progress.
const STALLED: usize = 40;

/// The number of turns before exchanges that are tried in a state, times the square of the number of layers.
const TRIED: usize = 36 * 49;

/// Bars to be matched, and the turns used so far.
#[derive(Clone, Debug)]
pub struct Start {
    /// The bars.
    pub bars: Bars,
    /// The number of turns used before.
    pub used: u32,
}

/// A solution with bars of one colour each.
#[derive(Clone, Debug)]
pub struct Way {
    /// Number of the start.
    pub start: usize,
    /// The turns.
    pub turns: Vec<Turn>,
    /// Turns used, including those before the start.
    pub used: u32,
}

/// The effects of exchanges and of the turns before them.
#[derive(Debug)]
pub struct Matching {
    nets: Nets,
    size: usize,
    metric: Metric,
    /// Turns before an exchange, each with its effect on bars; the first entry is no turn.
    before: Vec<(Option<Turn>, Permutation)>,
}

/// A state that was reached.
struct Node {
    bars: Bars,
    matched: usize,
    /// The number of the start, and the turns made since.
    start: usize,
    turns: Vec<Turn>,
}

/// A state that can be reached.
struct Candidate {
    matched: usize,
    parent: usize,
    exchange: Exchange,
}

/// The goal of either step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// The two middle positions of an even cube.
    Middle,
    /// All other positions, matched to the middle.
    Others,
}

/// States by turns used.
struct Layers {
    layers: Vec<Vec<Candidate>>,
    /// The least number of matched centres that a candidate of a layer must have.
    least: Vec<usize>,
    width: usize,
}

impl Layers {
    fn push(&mut self, used: usize, matched: usize, make: impl FnOnce() -> Candidate) {
        if self.layers.len() <= used {
            self.layers.resize_with(used + 1, Vec::new);
            self.least.resize(used + 1, 0);
        }
        if matched < self.least[used] {
            return;
        }
        let layer = &mut self.layers[used];
        layer.push(make());
        if layer.len() >= 8 * self.width {
            let kept = 4 * self.width;
            layer.select_nth_unstable_by_key(kept, |candidate| std::cmp::Reverse(candidate.matched));
            layer.truncate(kept);
            self.least[used] = layer.iter().map(|candidate| candidate.matched).min().unwrap_or(0);
        }
    }
}

impl Matching {
    /// For cubes of this size in this metric.
    pub fn new(size: usize, metric: Metric) -> Matching {
        let turns = before(size).into_iter().map(|(turn, by)| (Some(turn), by));
        let before = std::iter::once((None, IDENTITY)).chain(turns).collect();
        Matching { nets: Nets::build(), size, metric, before }
    }

    /// Finds solutions from any of the starts, the shortest first and at most this many; none if the beam fails from
    /// all of them. `width` states are kept per layer.
    ///
    /// # Errors
    ///
    /// The reason for the stop, if `control` stopped it.
    pub fn solve(
        &self,
        starts: &[Start],
        width: usize,
        most: usize,
        control: &Control<'_>,
    ) -> Result<Vec<Way>, StopReason> {
        let nodes = starts.iter().enumerate().map(|(start, Start { bars, used })| {
            (*used as usize, Node { bars: bars.clone(), matched: 0, start, turns: Vec::new() })
        });
        let mut nodes: Vec<(usize, Node)> = nodes.collect();
        if self.size.is_multiple_of(2) {
            nodes = self.step(Step::Middle, nodes, width, most, control)?;
        }
        let positions = self.size - 4;
        if positions > 2 {
            nodes = self.step(Step::Others, nodes, width, most, control)?;
        }
        let way = |(used, Node { start, turns, .. }): (usize, Node)| Way { start, turns, used: used as u32 };
        let mut ways: Vec<Way> = nodes.into_iter().map(way).collect();
        ways.sort_by_key(|way| way.used);
        ways.truncate(most);
        Ok(ways)
    }

    fn matched(&self, step: Step, bars: &Bars) -> usize {
        let middle = bars.middle();
        match step {
            Step::Others => bars.matched(),
            Step::Middle => {
                let [one, other] = [&bars.positions[middle], &bars.positions[middle + 1]];
                one.iter().zip(other).filter(|(a, b)| a == b).count()
            }
        }
    }

    fn step(
        &self,
        step: Step,
        starts: Vec<(usize, Node)>,
        width: usize,
        most: usize,
        control: &Control<'_>,
    ) -> Result<Vec<(usize, Node)>, StopReason> {
        let mut layers = Layers { layers: Vec::new(), least: Vec::new(), width };
        let mut waiting = starts;
        for (_, node) in &mut waiting {
            node.matched = self.matched(step, &node.bars);
        }
        let mut nodes: Vec<Node> = Vec::new();
        let mut seen: HashSet<Bars> = HashSet::new();
        let mut ends: Vec<(usize, Node)> = Vec::new();
        let mut best = 0;
        // The turns used when the number of matched centres last rose, or when a start was added.
        let mut rose = waiting.iter().map(|(used, _)| *used).max().unwrap_or(0);
        let mut used = 0;
        while used < layers.layers.len() || !waiting.is_empty() {
            if let Some(reason) = control.interrupted() {
                return Err(reason);
            }
            let mut reached: Vec<Node> = Vec::new();
            let (now, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|(at, _)| *at == used);
            waiting = later;
            reached.extend(now.into_iter().map(|(_, node)| node));
            let mut candidates = layers.layers.get_mut(used).map(std::mem::take).unwrap_or_default();
            candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.matched));
            for candidate in candidates.into_iter().take(2 * width) {
                let Candidate { matched, parent, exchange } = candidate;
                let parent = &nodes[parent];
                let turns = exchange.turns(self.size);
                let bars = self.turned(&parent.bars, &exchange);
                let turns = parent.turns.iter().copied().chain(turns).collect();
                reached.push(Node { bars, matched, start: parent.start, turns });
            }
            reached.sort_by_key(|node| std::cmp::Reverse(node.matched));
            let mut alive = 0;
            for node in reached {
                if alive == width || node.matched + 4 < best || !seen.insert(node.bars.clone()) {
                    continue;
                }
                if node.matched > best {
                    (best, rose) = (node.matched, rose.max(used));
                }
                let all = if step == Step::Middle { SLOTS } else { node.bars.all() };
                if node.matched == all {
                    ends.push((used, node));
                    continue;
                }
                alive += 1;
                control.visited(1);
                self.expand(step, used, nodes.len(), &node, &mut layers);
                nodes.push(node);
            }
            // A beam that is too narrow may run in circles.
            if used > rose + STALLED {
                break;
            }
            let enough = ends.len() >= most;
            if enough || ends.first().is_some_and(|(first, _)| used >= first + 2) {
                break;
            }
            used += 1;
        }
        Ok(ends)
    }

    /// The bars after an exchange.
    fn turned(&self, bars: &Bars, exchange: &Exchange) -> Bars {
        let before = self.before.iter().find(|(turn, _)| *turn == exchange.before).map(|(_, by)| by);
        let rim = self.nets.rims(exchange.axis).iter().position(|rim| *rim == exchange.rim).unwrap_or(0);
        let outer = exchange.amounts.first().copied().unwrap_or_default();
        let nets = self.nets.of(exchange.axis, outer, rim);
        let positions = bars.positions.len();
        let turned = bars.positions.iter().enumerate().map(|(at, colours)| {
            let colours = before.map_or(*colours, |by| permuted(colours, by));
            let near = at.min(positions - 1 - at);
            let amounts = exchange.amounts.get(near + 1).copied().unwrap_or_default();
            let amounts = if at == near { amounts } else { amounts.mirrored() };
            permuted(&colours, &nets[usize::from(amounts.0)].by)
        });
        Bars { positions: turned.collect() }
    }

    fn expand(&self, step: Step, used: usize, parent: usize, node: &Node, layers: &mut Layers) {
        // With many layers some choice always fits. Therefore only a part of the turns before is tried, a different
        // one in each state.
        let tried = (TRIED / self.size.pow(2)).clamp(4, self.before.len() - 1);
        let (still, turns) = self.before.split_at(1);
        for (turn, by) in
            still.iter().chain(turns.iter().cycle().skip(parent * tried % turns.len()).take(tried))
        {
            let bars =
                Bars { positions: node.bars.positions.iter().map(|colours| permuted(colours, by)).collect() };
            let used = used + usize::from(turn.is_some());
            for axis in 0..3 {
                for (number, rim) in self.nets.rims(axis).iter().enumerate() {
                    for outer in Pair::one_sided() {
                        let nets = self.nets.of(axis, outer, number);
                        let push = &mut |gain: i32, changes: u32, amounts: &dyn Fn() -> Vec<Pair>| {
                            let cost = used + (2 * changes + self.block_ends()) as usize;
                            let matched = (node.matched as i32 + gain).max(0) as usize;
                            layers.push(cost, matched, || {
                                let exchange =
                                    Exchange { before: *turn, axis, amounts: amounts(), rim: *rim };
                                Candidate { matched, parent, exchange }
                            });
                        };
                        match step {
                            Step::Middle => middle(&bars, self.nets.apart(axis, outer, number), outer, push),
                            Step::Others => others(&bars, nets, outer, push),
                        }
                    }
                }
            }
        }
    }

    /// The cost of a turn of a single inner layer.
    fn block_ends(&self) -> u32 {
        match self.metric {
            Metric::OuterBlocks => 2,
            Metric::Slices | Metric::LayerQuarters => 1,
        }
    }
}

/// The number of matched centres at a position, minus the number if bars moved as a whole.
fn gain(colours: &[u8; SLOTS], middle: &[u8; SLOTS], net: &Net, wholes: &Net) -> i32 {
    let one = |&slot: &u8| {
        let slot = usize::from(slot);
        let (from, whole) = (usize::from(net.by[slot]), usize::from(wholes.by[slot]));
        let colour = middle[whole];
        i32::from(colours[from] == colour) - i32::from(colours[whole] == colour)
    };
    net.differs.iter().map(one).sum()
}

/// Receives the gain of an exchange, the number of changes of its amounts, and the amounts.
type Push<'a> = dyn FnMut(i32, u32, &dyn Fn() -> Vec<Pair>) + 'a;

/// Exchanges of the two middle positions, by the centres that each amount of the layer before the middle brings
/// together.
fn middle(bars: &Bars, apart: &[Vec<(u8, u8)>], outer: Pair, push: &mut Push<'_>) {
    let at = bars.middle();
    let [one, other] = [&bars.positions[at], &bars.positions[at + 1]];
    for (near, apart) in (0u8..).zip(apart) {
        let inner = Pair::new(near, 0);
        let changes = outer.changes(inner) + u32::from(near > 0);
        // A slot whose centres come from two bars: what they form, and what the first of them was part of.
        let one_slot = |&(from, to): &(u8, u8)| {
            let (from, to) = (usize::from(from), usize::from(to));
            i32::from(one[from] == other[to]) - i32::from(one[from] == other[from])
        };
        let gain: i32 = apart.iter().map(one_slot).sum();
        if gain >= 0 && changes > 0 {
            push(gain, changes, &|| std::iter::repeat_n(outer, at + 1).chain([inner]).collect());
        }
    }
}

/// The best amounts for all layers except those in the middle. The third layers turn with the outer ones.
fn others(bars: &Bars, nets: &[Net], outer: Pair, push: &mut Push<'_>) {
    let at = bars.middle();
    let colours = &bars.positions[at];
    let last = bars.positions.len() - 1;
    let gains = |near: usize, pair: Pair| {
        let at = |index: usize, pair: Pair| {
            gain(&bars.positions[index], colours, &nets[usize::from(pair.0)], &nets[0])
        };
        at(near, pair) + at(last - near, pair.mirrored())
    };
    // By amounts of the layer so far: the best value in tenths, after the cost of the changes.
    let mut best = [i32::MIN / 2; 16];
    best[usize::from(outer.0)] = 10 * gains(0, outer);
    let mut from: Vec<[Pair; 16]> = Vec::new();
    for near in 1..at {
        let (next, came) = changed(&best);
        best = next;
        for pair in Pair::all() {
            best[usize::from(pair.0)] += 10 * gains(near, pair);
        }
        from.push(came);
    }
    let end = |pair: &Pair| best[usize::from(pair.0)] - PRICE * pair.changes(Pair::default()) as i32;
    let innermost = Pair::all().max_by_key(end).unwrap_or_default();
    // From the inside, with the amount of the outer layers twice, since the third layers share it.
    let amounts = || {
        let back = from.iter().rev().scan(innermost, |pair, came| {
            *pair = came[usize::from(pair.0)];
            Some(*pair)
        });
        std::iter::once(innermost).chain(back).chain([outer])
    };
    let changes = amounts().zip(amounts().skip(1)).map(|(one, next)| one.changes(next)).sum::<u32>()
        + innermost.changes(Pair::default());
    if changes == 0 {
        return;
    }
    let total = (end(&innermost) + PRICE * (changes as i32)) / 10;
    if total >= 0 {
        push(total, changes, &|| {
            let mut all: Vec<Pair> = amounts().collect();
            all.reverse();
            all
        });
    }
}

/// The best values by the amounts of the next layer, minus the cost of each change, and the amounts from which they
/// come.
fn changed(best: &[i32; 16]) -> ([i32; 16], [Pair; 16]) {
    let mut values = *best;
    let mut came: [Pair; 16] = std::array::from_fn(|number| Pair(number as u8));
    // Pairs that differ in the near amount are adjacent, in groups of four; pairs that differ in the far amount are
    // four apart.
    for (step, others) in [(1, 4), (4, 1)] {
        for line in 0..4 {
            let places: [usize; 4] = std::array::from_fn(|at| line * others + at * step);
            let most = places.into_iter().max_by_key(|&at| values[at]).unwrap_or(places[0]);
            let (value, pair) = (values[most] - PRICE, came[most]);
            for at in places {
                if values[at] < value {
                    (values[at], came[at]) = (value, pair);
                }
            }
        }
    }
    (values, came)
}

#[cfg(test)]
mod tests {
    use super::super::lines::Lines;
    use super::*;
    use crate::model::stickers::Stickers;
    use crate::model::turn::{length, spell};
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    #[test]
    fn bars_become_of_one_colour_and_what_is_inside_stays() {
        let mut rng = ChaCha8Rng::seed_from_u64(6);
        for (size, metric) in
            [(6, Metric::OuterBlocks), (7, Metric::Slices), (8, Metric::Slices), (9, Metric::OuterBlocks)]
        {
            let mut cube = Stickers::solved(size);
            for _ in 0..20 * size {
                let random = rng.next_u32() as usize;
                cube.turn(Turn::layer(random % 3, random / 3 % size, 1));
            }
            let inside = Lines::inner(size).seen(&cube);
            let start = Start { bars: Bars::read(&cube), used: 5 };
            let solve = || {
                Matching::new(size, metric)
                    .solve(std::slice::from_ref(&start), 12, 2, &Control::new())
                    .unwrap()
            };
            let ways = solve();
            assert!((1..=2).contains(&ways.len()));
            for way in &ways {
                let mut cube = cube.clone();
                cube.turns(&way.turns);
                let bars = Bars::read(&cube);
                assert_eq!(bars.matched(), bars.all(), "{size}");
                // Turns that move bars as a whole also turn the inner cube.
                let wholes = way.turns.iter().fold(inside.clone(), |mut inside, turn| {
                    let lines = Lines::inner(size);
                    let same = (0..3).flat_map(|axis| {
                        (0..size - 2).map(move |layer| Turn::layer(axis, layer, turn.amount))
                    });
                    for small in same {
                        let lifted = lines.lift(small);
                        if lifted.axis == turn.axis && (turn.from..=turn.to).contains(&lifted.from) {
                            inside.turn(small);
                        }
                    }
                    inside
                });
                assert!(Lines::inner(size).seen(&cube) == wholes);
                // Turns may merge at the boundaries.
                assert!(5 + length(size, &spell(size, &way.turns, metric), metric) <= way.used);
            }
            let again: Vec<Vec<Turn>> = solve().into_iter().map(|way| way.turns).collect();
            assert!(ways.iter().map(|way| &way.turns).eq(&again));
        }
    }

    #[test]
    fn changes_are_made_where_they_pay() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for _ in 0..100 {
            let best: [i32; 16] = std::array::from_fn(|_| (rng.next_u32() % 60) as i32);
            let (values, came) = changed(&best);
            for pair in Pair::all() {
                let value = |from: Pair| best[usize::from(from.0)] - PRICE * from.changes(pair) as i32;
                let most = Pair::all().map(value).max().unwrap();
                assert_eq!(values[usize::from(pair.0)], most);
                assert_eq!(value(came[usize::from(pair.0)]), most);
            }
        }
    }
}
