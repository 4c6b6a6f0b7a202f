//! Single centres of a solved cube into their places: for cubes on which every sticker has its own label.
//!
//! Start at [`place`]. With a layer X, another layer Y about the same axis and a face F on another axis, X · F Y F⁻¹ · X⁻¹ · F Y⁻¹ F⁻¹ is a
//! 3-cycle of centres in one orbit and changes nothing else. Turns of faces and of the layers at the depth of X before it, undone after it,
//! give the other 3-cycles of the orbit, the cheapest first. If several layers take the place of Y at once, the same maneuver makes the
//! same 3-cycle in an orbit for each of them, at two quarter turns more. The maneuver is made that removes most disorder for its cost.

use crate::model::geometry::{self, Cell};
use crate::model::orbit::{IDENTITY, Orbit, Permutation, SLOTS, inverse, then};
use crate::model::turn::{Turn, quarters};
use permutant_search::limits::{Control, StopReason};
use std::cmp::Reverse;
use std::collections::hash_map::Entry;
use std::collections::{BinaryHeap, HashMap};

/// The content of the first slot goes to the second, that of the second to the third; the least slot is the first.
type Cycle = [u8; 3];

/// Where layers are, for a depth of X and one of Y.
#[derive(Clone, Copy, Debug)]
struct Depths {
    size: usize,
    x: usize,
    y: usize,
}

/// A turn of a maneuver that Y does not take part in.
#[derive(Clone, Copy, Debug)]
enum Shared {
    Face(usize, u8),
    /// The layer at the depth of X from one end of an axis or from the other.
    Layer(usize, bool, u8),
}

impl Shared {
    fn all() -> Vec<Shared> {
        let amounts = 1..4u8;
        let faces = (0..6).flat_map(|face| amounts.clone().map(move |amount| Shared::Face(face, amount)));
        let ends = (0..3).flat_map(|axis| [(axis, false), (axis, true)]);
        let layers =
            ends.flat_map(|(axis, far)| amounts.clone().map(move |amount| Shared::Layer(axis, far, amount)));
        faces.chain(layers).collect()
    }

    fn turn(self, at: &Depths) -> Turn {
        match self {
            Shared::Face(face, amount) => Turn::face(at.size, face, amount),
            Shared::Layer(axis, far, amount) => Turn::layer(axis, layer(at.size, at.x, far), amount),
        }
    }

    fn cost(self) -> u32 {
        let (Shared::Face(_, amount) | Shared::Layer(_, _, amount)) = self;
        quarters(amount)
    }
}

fn layer(size: usize, depth: usize, far: bool) -> usize {
    if far { size - 1 - depth } else { depth }
}

/// A 3-cycle by itself.
#[derive(Clone, Copy, Debug)]
struct Commutator {
    axis: usize,
    far_x: bool,
    far_y: bool,
    amounts: [u8; 2],
    face: (usize, u8),
}

impl Commutator {
    /// The quarter turns apart from those of Y.
    const SHARED: u32 = 6;
    /// The quarter turns of Y.
    const OF_Y: u32 = 2;

    fn all() -> Vec<Commutator> {
        let mut all = Vec::new();
        for axis in 0..3 {
            for face in (0..6).filter(|&face| geometry::axis_of(face).0 != axis) {
                for code in 0..32u8 {
                    let bit = |at: u8| code >> at & 1 == 1;
                    let amount = |at: u8| if bit(at) { 1 } else { 3 };
                    all.push(Commutator {
                        axis,
                        far_x: bit(0),
                        far_y: bit(1),
                        amounts: [amount(2), amount(3)],
                        face: (face, amount(4)),
                    });
                }
            }
        }
        all
    }

    /// Its turns, with these layers in the place of Y.
    fn turns(&self, at: &Depths, depths: &[usize]) -> Vec<Turn> {
        let x = Turn::layer(self.axis, layer(at.size, at.x, self.far_x), self.amounts[0]);
        let face = Turn::face(at.size, self.face.0, self.face.1);
        let y: Vec<Turn> = depths
            .iter()
            .map(|&depth| Turn::layer(self.axis, layer(at.size, depth, self.far_y), self.amounts[1]))
            .collect();
        let back: Vec<Turn> = y.iter().map(|turn| turn.inverse()).collect();
        [&[x, face][..], &y, &[face.inverse(), x.inverse(), face], &back, &[face.inverse()]].concat()
    }
}

/// How a 3-cycle is made.
#[derive(Clone, Copy, Debug)]
enum Way {
    Commutator(usize),
    /// A shared turn, this 3-cycle, and the turn backwards.
    After(usize, Cycle),
}

/// The cheapest maneuvers for all 3-cycles of an orbit.
struct Maneuvers {
    /// By 3-cycle: the quarter turns apart from those of Y, and the way.
    ways: HashMap<Cycle, (u32, Way)>,
}

fn least_first([a, b, c]: Cycle) -> Cycle {
    match a.min(b).min(c) {
        least if least == a => [a, b, c],
        least if least == b => [b, c, a],
        _ => [c, a, b],
    }
}

/// The 3-cycle that a permutation is.
fn as_cycle(p: &Permutation) -> Option<Cycle> {
    let moved: Vec<u8> = (0..SLOTS as u8).filter(|&slot| p[usize::from(slot)] != slot).collect();
    let &[first, ..] = &moved[..] else { return None };
    let to = inverse(p);
    let second = to[usize::from(first)];
    let third = to[usize::from(second)];
    (moved.len() == 3 && to[usize::from(third)] == first).then_some([first, second, third])
}

/// Tables for all orbits: what can be made, and of what.
struct Tables {
    commutators: Vec<Commutator>,
    shared: Vec<Shared>,
}

impl Tables {
    /// The maneuvers of one orbit.
    fn maneuvers(&self, at: &Depths, orbit: Orbit) -> Maneuvers {
        let turns: Vec<Permutation> =
            self.shared.iter().map(|shared| orbit.permutation(at.size, shared.turn(at))).collect();
        let mut ways: HashMap<Cycle, (u32, Way)> = HashMap::new();
        let mut queue = BinaryHeap::new();
        for (number, commutator) in self.commutators.iter().enumerate() {
            let p = commutator.turns(at, &[at.y]).into_iter().map(|turn| orbit.permutation(at.size, turn));
            if let Some(cycle) = as_cycle(&p.fold(IDENTITY, |all, p| then(&all, &p)))
                && let Entry::Vacant(entry) = ways.entry(cycle)
            {
                entry.insert((Commutator::SHARED, Way::Commutator(number)));
                queue.push(Reverse((Commutator::SHARED, cycle)));
            }
        }
        while let Some(Reverse((cost, cycle))) = queue.pop() {
            if ways[&cycle].0 < cost {
                continue;
            }
            for (number, (shared, p)) in self.shared.iter().zip(&turns).enumerate() {
                let next = least_first(cycle.map(|slot| p[usize::from(slot)]));
                let more = cost + 2 * shared.cost();
                if ways.get(&next).is_none_or(|(known, _)| more < *known) {
                    ways.insert(next, (more, Way::After(number, cycle)));
                    queue.push(Reverse((more, next)));
                }
            }
        }
        Maneuvers { ways }
    }

    /// The turns of a maneuver, with layers at these depths in the place of Y.
    fn turns(&self, at: &Depths, maneuvers: &Maneuvers, mut cycle: Cycle, depths: &[usize]) -> Vec<Turn> {
        let mut before = Vec::new();
        loop {
            match maneuvers.ways.get(&cycle) {
                Some((_, Way::After(shared, inner))) => {
                    before.push(self.shared[*shared].turn(at));
                    cycle = *inner;
                }
                Some((_, Way::Commutator(number))) => {
                    let turns = self.commutators[*number].turns(at, depths);
                    let back: Vec<Turn> = before.iter().rev().map(|turn| turn.inverse()).collect();
                    return [before, turns, back].concat();
                }
                None => return Vec::new(),
            }
        }
    }
}

/// For each slot, where its content belongs, and its cycle.
#[derive(Clone, Debug)]
struct Disorder {
    home: Permutation,
    cycle_of: [u8; SLOTS],
    /// The number of cycles.
    cycles: u32,
}

impl Disorder {
    fn new(home: Permutation) -> Disorder {
        let (mut cycle_of, mut cycles) = ([u8::MAX; SLOTS], 0);
        for start in 0..SLOTS {
            let mut at = start;
            while cycle_of[at] == u8::MAX {
                cycle_of[at] = start as u8;
                at = usize::from(home[at]);
            }
            cycles += u32::from(usize::from(cycle_of[start]) == start);
        }
        Disorder { home, cycle_of, cycles }
    }

    fn is_solved(&self) -> bool {
        self.cycles as usize == SLOTS
    }

    fn after(&self, [a, b, c]: Cycle) -> Disorder {
        let [a, b, c] = [a, b, c].map(usize::from);
        let mut home = self.home;
        (home[b], home[c], home[a]) = (self.home[a], self.home[b], self.home[c]);
        Disorder::new(home)
    }

    /// Whether a 3-cycle splits a cycle into three.
    fn is_split_by(&self, cycle: Cycle) -> bool {
        let [a, b, c] = cycle.map(|slot| self.cycle_of[usize::from(slot)]);
        a == b && b == c && self.after(cycle).cycles > self.cycles
    }

    /// Whether a 3-cycle makes an odd cycle of two even ones, which 3-cycles cannot solve apart.
    fn is_joined_by(&self, cycle: Cycle) -> bool {
        let [a, b, c] = cycle.map(|slot| self.cycle_of[usize::from(slot)]);
        if (a == b) == (b == c || a == c) {
            return false;
        }
        let length = |of: u8| self.cycle_of.iter().filter(|&&cycle| cycle == of).count();
        [a, b, c].iter().all(|&of| length(of).is_multiple_of(2)) && self.after(cycle).cycles >= self.cycles
    }
}

/// The orbits that a depth of X serves with one kind of depths of Y.
struct Group {
    x: usize,
    /// By depth of Y: the disorder of each of the kinds of orbits.
    depths: Vec<(usize, Vec<Disorder>)>,
    /// The orbits for a depth of Y.
    orbits: fn(usize, usize) -> Vec<Orbit>,
}

/// Brings the centres of a cube to their places. By cell, in the order of facelet strings: the index of the cell where its content
/// belongs. The turns change centres only. `None` if a centre belongs in another orbit, or the order of an orbit is odd.
///
/// # Errors
///
/// The reason for the stop, if `control` stopped it.
pub fn place(size: usize, homes: &[u32], control: &Control<'_>) -> Result<Option<Vec<Turn>>, StopReason> {
    let Some(groups) = groups(size, homes) else { return Ok(None) };
    let tables = Tables { commutators: Commutator::all(), shared: Shared::all() };
    let mut turns = Vec::new();
    for mut group in groups {
        let Some(&(first, _)) = group.depths.first() else { continue };
        let at = Depths { size, x: group.x, y: first };
        if group.depths.iter().flat_map(|(_, kinds)| kinds).all(Disorder::is_solved) {
            continue;
        }
        let kinds: Vec<Maneuvers> =
            (group.orbits)(group.x, first).into_iter().map(|orbit| tables.maneuvers(&at, orbit)).collect();
        for (kind, maneuvers) in kinds.iter().enumerate() {
            let mut sorted: Vec<(u32, Cycle)> =
                maneuvers.ways.iter().map(|(&cycle, &(cost, _))| (cost, cycle)).collect();
            sorted.sort_unstable();
            loop {
                control.interrupted().map_or(Ok(()), Err)?;
                let Some((cycle, depths)) = best(&group, kind, &sorted) else { break };
                turns.extend(tables.turns(&at, maneuvers, cycle, &depths));
                for (depth, disorders) in &mut group.depths {
                    if depths.contains(depth) {
                        disorders[kind] = disorders[kind].after(cycle);
                    }
                }
            }
        }
        if !group.depths.iter().flat_map(|(_, kinds)| kinds).all(Disorder::is_solved) {
            return Ok(None);
        }
    }
    Ok(Some(turns))
}

/// The 3-cycle that splits most cycles for its cost, with the depths where it does; if none does, one that joins two.
fn best(group: &Group, kind: usize, sorted: &[(u32, Cycle)]) -> Option<(Cycle, Vec<usize>)> {
    let most = |is_it: fn(&Disorder, Cycle) -> bool| {
        let mut best: Option<(u64, u64, Cycle)> = None;
        for &(shared, cycle) in sorted {
            let count = group.depths.iter().filter(|(_, kinds)| is_it(&kinds[kind], cycle)).count() as u64;
            let cost = u64::from(shared) + u64::from(Commutator::OF_Y) * count;
            if count > 0 && best.is_none_or(|(most, least, _)| count * least > most * cost) {
                best = Some((count, cost, cycle));
            }
        }
        let (.., cycle) = best?;
        let depths = group.depths.iter().filter(|(_, kinds)| is_it(&kinds[kind], cycle));
        Some((cycle, depths.map(|(depth, _)| *depth).collect()))
    };
    most(Disorder::is_split_by).or_else(|| most(Disorder::is_joined_by))
}

/// The orbits of a cube, by depth of X, with the disorder of each.
fn groups(size: usize, homes: &[u32]) -> Option<Vec<Group>> {
    let disorder = |orbit: Orbit| -> Option<Disorder> {
        let cells: HashMap<usize, u8> =
            (0..SLOTS).map(|slot| (orbit.cell(size, slot).index(size), slot as u8)).collect();
        let mut home = [0; SLOTS];
        for (slot, home) in home.iter_mut().enumerate() {
            let cell: Cell = orbit.cell(size, slot);
            *home = *cells.get(&(homes[cell.index(size)] as usize))?;
        }
        Some(Disorder::new(home))
    };
    let with =
        |x: usize, y: usize, orbits: fn(usize, usize) -> Vec<Orbit>| -> Option<(usize, Vec<Disorder>)> {
            Some((y, orbits(x, y).into_iter().map(disorder).collect::<Option<_>>()?))
        };
    let own: fn(usize, usize) -> Vec<Orbit> = |x, _| vec![Orbit { row: x, column: x }];
    let oblique: fn(usize, usize) -> Vec<Orbit> =
        |x, y| vec![Orbit { row: x, column: y }, Orbit { row: y, column: x }];
    let middle: fn(usize, usize) -> Vec<Orbit> = |x, y| vec![Orbit { row: x, column: y }];
    let mut groups = Vec::new();
    for x in 1..size / 2 {
        groups.push(Group { x, depths: vec![with(x, x, own)?], orbits: own });
        let depths = (x + 1..size / 2).map(|y| with(x, y, oblique)).collect::<Option<Vec<_>>>()?;
        groups.push(Group { x, depths, orbits: oblique });
        if size % 2 == 1 {
            groups.push(Group { x, depths: vec![with(x, size / 2, middle)?], orbits: middle });
        }
    }
    Some(groups)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::stickers::Stickers;

    #[test]
    fn centres_come_to_their_places_and_nothing_else_moves() {
        for size in 4..10 {
            // Commutators of inner layers exchange centres only.
            let mut cube =
                Stickers::new(&(0..6 * size * size).map(|at| at as u32).collect::<Vec<_>>()).unwrap();
            let mut at = size;
            for step in 0..20 {
                at = at * 75 % 65_537;
                let x = Turn::layer(step % 3, 1 + at % (size - 2), 1);
                let y = Turn::layer((step + 1) % 3, 1 + at / 97 % (size - 2), 3);
                let is_fixed = |turn: &Turn| size % 2 == 1 && usize::from(turn.from) == size / 2;
                if !(is_fixed(&x) && is_fixed(&y)) {
                    cube.turns(&[x, y, x.inverse(), y.inverse()]);
                }
            }
            let turns = place(size, &cube.cells(), &Control::new()).unwrap().unwrap();
            assert!(!turns.is_empty());
            cube.turns(&turns);
            assert!(cube.cells().iter().enumerate().all(|(at, &home)| at == home as usize), "{size}");
        }
    }

    #[test]
    fn an_odd_order_has_no_way() {
        let mut homes: Vec<u32> = (0..96).collect();
        homes.swap(5, 6);
        assert_eq!(place(4, &homes, &Control::new()), Ok(None));
    }
}
