//! Wings of a cube of any size: every orbit is matched to the middle edges, all orbits at a time.
//!
//! Start at [`parity`] and [`pair`]. With solved centres, E · A · E⁻¹ pairs wings: E turns inner layers about an axis, and A
//! takes one edge out between them (as in R U R'). Relative to the middle edges this is a 3-cycle of wings in each orbit in
//! which E turns a layer. An even cube has no middle edges. Virtual ones are assumed there, those that best fit the innermost
//! wings and can be solved together with the corners.

use crate::model::geometry;
use crate::model::orbit::{IDENTITY, Orbit, Permutation, SLOTS, inverse, is_odd, then};
use crate::model::pieces::{Pieces, as_3x3x3, wing_faces};
use crate::model::stickers::Stickers;
use crate::model::turn::{Metric, Turn, quarters};
use permutant_cube::model::facelet;
use permutant_search::limits::{Control, Progress, StopReason};
use std::collections::{HashMap, VecDeque};

/// Quarter turns of inner layers about the axis of U and D, one in each orbit of wings with an odd permutation, which make all of
/// them even.
pub fn parity(pieces: &Pieces) -> Vec<Turn> {
    let odd = pieces.wings.iter().filter(|(_, wings)| is_odd(wings));
    odd.map(|(orbit, _)| Turn::layer(1, orbit.column, 1)).collect()
}

/// A and the axis of E.
struct Insertion {
    axis: usize,
    /// Two faces, the second turned between turns of the first: face and amount.
    faces: [(usize, u8); 2],
    /// The effect of A on wings and middle edges.
    outer: Permutation,
    /// By 4 · amount of the near layer + amount of the far layer: E · A · E⁻¹ · A⁻¹, and the slots that it changes.
    inner: Vec<(Permutation, Vec<u8>)>,
}

impl Insertion {
    /// All insertions. Each wing orbit is like that of the 4x4x4.
    fn all() -> Vec<Insertion> {
        const SIZE: usize = 4;
        let orbit = Orbit { row: 0, column: 1 };
        let mut all = Vec::new();
        for axis in 0..3 {
            let around = |face: &usize| geometry::axis_of(*face).0 != axis;
            let along = |face: &usize| geometry::axis_of(*face).0 == axis;
            for side in (0..6).filter(around) {
                for end in (0..6).filter(along) {
                    for code in 0..9u8 {
                        let faces = [(side, code / 3 + 1), (end, code % 3 + 1)];
                        let a = Insertion::outer_turns(SIZE, faces);
                        let outer = orbit.permutation_of(SIZE, &a);
                        let commutator = |amounts: u8| {
                            let e = [Turn::layer(axis, 1, amounts / 4), Turn::layer(axis, 2, amounts % 4)];
                            let e = orbit.permutation_of(SIZE, &e);
                            let there = then(&then(&e, &outer), &inverse(&e));
                            let p = then(&there, &inverse(&outer));
                            let moved = (0..SLOTS as u8).filter(|&slot| p[usize::from(slot)] != slot);
                            (p, moved.collect())
                        };
                        all.push(Insertion { axis, faces, outer, inner: (0..16).map(commutator).collect() });
                    }
                }
            }
        }
        all
    }

    fn outer_turns(size: usize, [(side, out), (end, amount)]: [(usize, u8); 2]) -> [Turn; 3] {
        [Turn::face(size, side, out), Turn::face(size, end, amount), Turn::face(size, side, 4 - out)]
    }
}

/// For every 3-cycle of wings: the turns of faces and the insertion that produce it. Computed outwards from the
/// insertions.
struct Cycles {
    /// By cycle (its least slot first): the number of turns of faces before, and the next step.
    known: HashMap<[u8; 3], (u32, Way)>,
}

enum Way {
    /// The insertion with this number and these amounts.
    Insertion(usize, u8),
    /// A turn of a face, after which this cycle remains to be done.
    Face(usize, u8, [u8; 3]),
}

/// A 3-cycle (the content of the first slot goes to the second) with its least slot first.
fn least_first([a, b, c]: [u8; 3]) -> [u8; 3] {
    match a.min(b).min(c) {
        least if least == a => [a, b, c],
        least if least == b => [b, c, a],
        _ => [c, a, b],
    }
}

impl Cycles {
    fn new(insertions: &[Insertion]) -> Cycles {
        let orbit = Orbit { row: 0, column: 1 };
        let mut known = HashMap::new();
        let mut queue = VecDeque::new();
        for (number, insertion) in insertions.iter().enumerate() {
            for (amounts, (p, moved)) in (0u8..).zip(&insertion.inner) {
                if let &[c, ..] = &moved[..]
                    && moved.len() == 3
                {
                    let b = p[usize::from(c)];
                    let cycle = least_first([p[usize::from(b)], b, c]);
                    known.entry(cycle).or_insert_with(|| {
                        queue.push_back(cycle);
                        (0, Way::Insertion(number, amounts))
                    });
                }
            }
        }
        let turns: Vec<(usize, u8, Permutation)> = (0..6)
            .flat_map(|face| (1..4u8).map(move |amount| (face, amount)))
            .map(|(face, amount)| (face, amount, orbit.permutation(4, Turn::face(4, face, amount))))
            .collect();
        while let Some(cycle) = queue.pop_front() {
            let cost = known[&cycle].0;
            for (face, amount, p) in &turns {
                let before = least_first(cycle.map(|slot| p[usize::from(slot)]));
                known.entry(before).or_insert_with(|| {
                    queue.push_back(before);
                    (cost + 1, Way::Face(*face, *amount, cycle))
                });
            }
        }
        Cycles { known }
    }

    /// The cycle of one orbit that solves most wings, with the fewest turns before. Turns of faces do not separate two
    /// adjacent wings, so no cycle through both is known. If only such wings remain, the result is a cycle that
    /// separates them.
    fn choice(&self, pairing: &Pairing, step: usize) -> Option<Choice> {
        let wanted = &pairing.wanted;
        let best = |wings: &Permutation| {
            let all =
                self.known.iter().map(|(&cycle, &(turns, _))| (gain(wings, wanted, cycle), cycle, turns));
            all.max_by_key(|&(gain, cycle, turns)| (gain, std::cmp::Reverse((turns, cycle))))
        };
        let (orbit, wings) =
            pairing.orbits.iter().map(|(_, wings)| wings).enumerate().find(|(_, wings)| *wings != wanted)?;
        let (most, mut cycle, _) = best(wings)?;
        if most <= 0 {
            let mut others: Vec<[u8; 3]> = self.known.keys().copied().collect();
            others.sort_unstable();
            others.retain(|cycle| {
                let mut wings = *wings;
                let [a, b, c] = cycle.map(usize::from);
                let lost = gain(&wings, wanted, *cycle);
                (wings[b], wings[c], wings[a]) = (wings[a], wings[b], wings[c]);
                lost >= -1 && best(&wings).is_some_and(|(gain, ..)| gain > 0)
            });
            // A different one at each step, so that the choice does not repeat itself.
            cycle = *others.get(step * 7919 % others.len().max(1))?;
        }
        let mut before = Vec::new();
        while let (_, Way::Face(face, amount, rest)) = &self.known[&cycle] {
            before.push((*face, *amount));
            cycle = *rest;
        }
        let (_, Way::Insertion(insertion, inner)) = self.known[&cycle] else { return None };
        let mut amounts = vec![0; pairing.orbits.len()];
        amounts[orbit] = inner;
        Some(Choice { before, insertion, amounts, gain: most.max(0) as u32, cost: 0 })
    }
}

/// The number of wings that a 3-cycle solves, minus those that it takes away.
fn gain(wings: &Permutation, wanted: &Permutation, cycle: [u8; 3]) -> i32 {
    let [a, b, c] = cycle.map(usize::from);
    let home = |from: usize, to: usize| i32::from(wings[from] == wanted[to]);
    home(a, b) + home(b, c) + home(c, a) - home(a, a) - home(b, b) - home(c, c)
}

/// The wings of all orbits, and the middle edges to which they are matched.
struct Pairing {
    size: usize,
    orbits: Vec<(Orbit, Permutation)>,
    /// The wing that belongs in each slot.
    wanted: Permutation,
}

/// The next insertion.
struct Choice {
    before: Vec<(usize, u8)>,
    insertion: usize,
    /// By orbit: the amounts of its near and far layer, as in [`Insertion::inner`].
    amounts: Vec<u8>,
    gain: u32,
    cost: u32,
}

impl Pairing {
    fn wrong(&self) -> usize {
        let wrong = |wings: &Permutation| wings.iter().zip(&self.wanted).filter(|(a, b)| a != b).count();
        self.orbits.iter().map(|(_, wings)| wrong(wings)).sum()
    }

    fn after(&self, p: &Permutation) -> Pairing {
        let orbits = self.orbits.iter().map(|(orbit, wings)| (*orbit, then(wings, p))).collect();
        Pairing { size: self.size, orbits, wanted: then(&self.wanted, p) }
    }

    /// The layers that E turns.
    fn layers(&self, amounts: &[u8]) -> Vec<(usize, u8)> {
        let mut layers = Vec::new();
        for ((orbit, _), &amounts) in self.orbits.iter().zip(amounts) {
            let both = [(orbit.column, amounts / 4), (self.size - 1 - orbit.column, amounts % 4)];
            layers.extend(both.into_iter().filter(|(_, amount)| *amount > 0));
        }
        layers.sort_unstable();
        layers
    }

    /// The best use of one insertion, for all orbits.
    fn choice(&self, number: usize, insertion: &Insertion, metric: Metric) -> Option<Choice> {
        let mut amounts = vec![0; self.orbits.len()];
        let mut total = 0;
        for ((_, wings), chosen) in self.orbits.iter().zip(&mut amounts) {
            let gain = |amounts: u8| -> i32 {
                let (p, moved) = &insertion.inner[usize::from(amounts)];
                let one = |&slot: &u8| {
                    let (slot, from) = (usize::from(slot), usize::from(p[usize::from(slot)]));
                    i32::from(wings[from] == self.wanted[slot]) - i32::from(wings[slot] == self.wanted[slot])
                };
                moved.iter().map(one).sum()
            };
            // Two layers must gain more than one of them alone.
            let price = |amount: u8| match metric {
                Metric::LayerQuarters => quarters(amount) as i32,
                _ => i32::from(amount > 0),
            };
            let worth = |amounts: u8| 2 * gain(amounts) - price(amounts / 4) - price(amounts % 4);
            let best = (0..16).max_by_key(|&amounts| (worth(amounts), 16 - amounts)).unwrap_or(0);
            if worth(best) > 0 {
                *chosen = best;
                total += gain(best);
            }
        }
        let gain = u32::try_from(total).ok().filter(|&gain| gain > 0)?;
        let layers = self.layers(&amounts);
        let turned = match metric {
            Metric::Slices => layers.len() as u32,
            Metric::OuterBlocks => crate::reduction::centres::changes(&layers),
            Metric::LayerQuarters => layers.iter().map(|&(_, amount)| quarters(amount)).sum(),
        };
        let faces = match (metric, insertion.faces) {
            (Metric::LayerQuarters, [(_, out), (_, amount)]) => 2 * quarters(out) + quarters(amount),
            _ => 3,
        };
        Some(Choice { before: Vec::new(), insertion: number, amounts, gain, cost: faces + 2 * turned })
    }

    /// The best insertion after turns of at most this many faces.
    fn best(&self, insertions: &[Insertion], faces: u32, metric: Metric) -> Option<Choice> {
        let mut best: Option<Choice> = None;
        let mut consider = |choice: Choice| {
            let is_better = |best: &Choice| {
                let (a, b) = (choice.gain * best.cost, best.gain * choice.cost);
                a > b || a == b && choice.gain > best.gain
            };
            if best.as_ref().is_none_or(is_better) {
                best = Some(choice);
            }
        };
        for (number, insertion) in insertions.iter().enumerate() {
            self.choice(number, insertion, metric).into_iter().for_each(&mut consider);
        }
        if faces > 0 {
            for (face, amount) in (0..6).flat_map(|face| (1..4u8).map(move |amount| (face, amount))) {
                let p = Orbit { row: 0, column: 1 }.permutation(4, Turn::face(4, face, amount));
                if let Some(mut choice) = self.after(&p).best(insertions, faces - 1, metric) {
                    choice.before.insert(0, (face, amount));
                    choice.cost += if metric == Metric::LayerQuarters { quarters(amount) } else { 1 };
                    consider(choice);
                }
            }
        }
        best
    }
}

/// The wing beside the middle edge in each slot.
fn beside_middle_edges(cube: &Stickers<u8>) -> Permutation {
    let (size, faces) = (cube.size(), wing_faces());
    let orbit = Orbit { row: 0, column: size / 2 };
    std::array::from_fn(|slot| {
        let cell = orbit.cell(size, slot);
        let colours = [cell, geometry::neighbours(size, cell)[0]].map(|cell| usize::from(cube.get(cell)));
        faces.iter().position(|faces| *faces == colours).expect("a middle edge has two neighbouring colours")
            as u8
    })
}

/// The slots of the two wings of each edge.
pub(crate) fn edges() -> Vec<[usize; 2]> {
    let faces = wing_faces();
    let other =
        |slot: usize| faces.iter().position(|&[a, b]| [b, a] == faces[slot]).expect("an edge has two wings");
    (0..SLOTS).filter(|&slot| slot < other(slot)).map(|slot| [slot, other(slot)]).collect()
}

/// Virtual middle edges that fit the innermost wings and with which the cube can be solved.
fn imagined(cube: &Stickers<u8>, innermost: &Permutation) -> Permutation {
    let edges = edges();
    let partner = |wing: u8| {
        edges
            .iter()
            .find_map(|&[a, b]| match usize::from(wing) {
                wing if wing == a => Some(b as u8),
                wing if wing == b => Some(a as u8),
                _ => None,
            })
            .expect("every wing has a partner")
    };
    // Each edge takes the colours of one of its two wings, and no two edges take those of the same pair. Going from
    // the wing that is not chosen to the place of its partner produces cycles, each of which has two directions.
    let place =
        |wing: u8| innermost.iter().position(|&other| other == wing).expect("every wing is somewhere");
    let edge_of =
        |slot: usize| edges.iter().position(|edge| edge.contains(&slot)).expect("every slot is at an edge");
    let mut cycles: Vec<Vec<(usize, [usize; 2])>> = Vec::new();
    let mut seen = [false; 12];
    for start in 0..12 {
        let (mut at, mut enter) = (start, edges[start][0]);
        let mut cycle = Vec::new();
        while !std::mem::replace(&mut seen[at], true) {
            let leave = if edges[at][0] == enter { edges[at][1] } else { edges[at][0] };
            cycle.push((at, [enter, leave]));
            enter = place(partner(innermost[leave]));
            at = edge_of(enter);
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    let take = |code: u32| {
        let mut wanted = IDENTITY;
        for (number, cycle) in cycles.iter().enumerate() {
            for &(edge, slots) in cycle {
                let [mut own, mut other] = edges[edge];
                if slots[(code >> number & 1) as usize] != own {
                    (own, other) = (other, own);
                }
                wanted[own] = innermost[own];
                wanted[other] = partner(innermost[own]);
            }
        }
        wanted
    };
    let matched = |wanted: &Permutation| wanted.iter().zip(innermost).filter(|(a, b)| a == b).count();
    let all: Vec<Permutation> = (0..1u32 << cycles.len().min(10)).map(take).collect();
    let fit = all.iter().filter(|wanted| can_be_solved(cube, wanted)).max_by_key(|wanted| matched(wanted));
    if let Some(wanted) = fit {
        return *wanted;
    }
    // Two edges exchanged, one edge flipped, or both: one of these can be solved.
    let exchanged = |wanted: &Permutation, a: usize, b: usize| {
        let mut wanted = *wanted;
        wanted.swap(edges[a][0], edges[b][0]);
        wanted.swap(edges[a][1], edges[b][1]);
        wanted
    };
    let flipped = |wanted: &Permutation, a: usize| {
        let mut wanted = *wanted;
        wanted.swap(edges[a][0], edges[a][1]);
        wanted
    };
    let changed = all.iter().flat_map(|wanted| {
        (0..12).flat_map(move |a| {
            let single = flipped(wanted, a);
            (a + 1..12).flat_map(move |b| [single, exchanged(wanted, a, b), exchanged(&single, a, b)])
        })
    });
    let fit = changed.filter(|wanted| can_be_solved(cube, wanted)).max_by_key(|wanted| matched(wanted));
    fit.expect("flips and exchanges reach every parity")
}

/// Whether the corners and these middle edges form a solvable 3x3x3.
fn can_be_solved(cube: &Stickers<u8>, wanted: &Permutation) -> bool {
    let faces = wing_faces();
    let mut seen: Vec<char> = as_3x3x3(cube, 0).chars().collect();
    for slot in 0..SLOTS {
        // The sides of a face in the order in which turns of the face move the upper one.
        let side = [1, 5, 7, 3][slot % 4];
        seen[9 * (slot / 4) + side] = geometry::FACES[faces[usize::from(wanted[slot])][0]];
    }
    let seen: String = seen.into_iter().collect();
    facelet::read(&seen).is_ok_and(|cube| cube.check_solvable().is_ok())
}

/// Pairs all wings of a cube with solved centres and even permutations of all orbits of wings. The turns are made on the cube and
/// passed to `made`, one insertion at a time.
///
/// # Errors
///
/// The reason for the stop, if `control` or `made` stopped it.
pub fn pair(
    cube: &mut Stickers<u8>,
    pieces: &Pieces,
    metric: Metric,
    control: &Control<'_>,
    made: &mut dyn FnMut(&[Turn]) -> Result<(), StopReason>,
) -> Result<(), StopReason> {
    let size = cube.size();
    let Some((_, innermost)) = pieces.wings.first() else { return Ok(()) };
    let wanted = if size % 2 == 1 { beside_middle_edges(cube) } else { imagined(cube, innermost) };
    let mut pairing = Pairing { size, orbits: pieces.wings.clone(), wanted };
    let insertions = Insertion::all();
    let mut cycles = None;
    let mut steps = 0;
    let total = pairing.wrong() as u64;
    while pairing.wrong() > 0 {
        let done = total.saturating_sub(pairing.wrong() as u64);
        control.report(Progress::Part { name: "edges", done, total });
        if let Some(reason) = control.interrupted() {
            return Err(reason);
        }
        control.visited(1);
        let choice = pairing
            .best(&insertions, 1, metric)
            .or_else(|| cycles.get_or_insert_with(|| Cycles::new(&insertions)).choice(&pairing, steps));
        let choice = choice.expect("an even permutation is a product of 3-cycles");
        let mut turns = Vec::new();
        for &(face, amount) in &choice.before {
            turns.push(Turn::face(size, face, amount));
            let p = Orbit { row: 0, column: 1 }.permutation(4, Turn::face(4, face, amount));
            pairing = pairing.after(&p);
        }
        let insertion = &insertions[choice.insertion];
        let layers = pairing.layers(&choice.amounts);
        let e: Vec<Turn> =
            layers.iter().map(|&(at, amount)| Turn::layer(insertion.axis, at, amount)).collect();
        turns.extend(&e);
        turns.extend(Insertion::outer_turns(size, insertion.faces));
        turns.extend(crate::model::turn::inverse(&e));
        for ((_, wings), &amounts) in pairing.orbits.iter_mut().zip(&choice.amounts) {
            *wings = then(wings, &insertion.inner[usize::from(amounts)].0);
        }
        pairing = pairing.after(&insertion.outer);
        made(&turns)?;
        cube.turns(&turns);
        steps += turns.len();
    }
    Ok(())
}
