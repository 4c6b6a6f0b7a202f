//! All automorphisms of a set of turns that fix the solved states.
//!
//! Start at [`Symmetries::find`]. Images of a few turns that generate the others are chosen one by one. The cycle types
//! of turns and of products of two turns limit the choice. A complete choice is extended to slots and then verified
//! turn by turn. As in the search for stabilizer chains, only one automorphism is sought for each image of each turn
//! with the earlier turns fixed; the rest are products (as Leon and McKay compute automorphism groups).

use super::automorphism::Automorphism;
use super::relabelling::{Relabelling, connected_parts};
use super::touched_slots::Flat;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Greatest product of turns and slots that is examined: a 7x7x7 has 60 000.
const MAX_SIZE: usize = 1 << 20;
/// Greatest number of products of two turns, times slots, whose cycles are examined.
const MAX_PAIRS: usize = 1 << 24;
/// Number of steps from slot to slot after which the search stops with what it has found: some tenths of a second.
const STEPS: u64 = 1 << 24;
/// Greatest number of automorphisms: more hardly help a search, and their tables must be kept.
const MOST: usize = 1024;

/// The symmetry of a set of turns and its solved states: a group of automorphisms.
#[derive(Clone, Debug)]
pub struct Symmetries {
    elements: Vec<Automorphism>,
    inverse: bool,
}

impl Symmetries {
    /// Finds the automorphisms of `turns` (each with its cost) that fix the first of `goals`, map the goals to
    /// themselves, and keep every rule of the definition.
    ///
    /// The result is always a group. It is the whole group unless that has more than 1024 elements or takes too long to
    /// find; then it is a subgroup, possibly only the identity. A definition that limits the number of occurrences of
    /// moves has only the identity.
    pub fn find(puzzle: &Puzzle, turns: &[Turn], costs: &[u32], goals: &[State]) -> Self {
        Symmetries::find_with(puzzle, turns, costs, goals, &[])
    }

    /// The same with some permutations of the turns given that may come from automorphisms, such as those of rotations
    /// of the whole puzzle. Those that do will be among the elements, unless they generate more than 1024.
    pub fn find_with(
        puzzle: &Puzzle,
        turns: &[Turn],
        costs: &[u32],
        goals: &[State],
        known: &[Vec<usize>],
    ) -> Self {
        let Some(goal) = goals.first() else { return Symmetries { elements: Vec::new(), inverse: false } };
        let alone = |flat: &Flat| {
            let identity = Relabelling::identity(flat);
            identity.automorphism(puzzle, flat, (0..turns.len()).collect())
        };
        let Some(flat) = Flat::new(puzzle, turns, costs, goal, MAX_SIZE) else {
            let none = Flat::new(puzzle, &[], &[], goal, usize::MAX);
            let identity = none.map(|flat| alone(&flat));
            return Symmetries { elements: identity.into_iter().collect(), inverse: false };
        };
        let inverse = inverts(puzzle, turns, &flat, goals);
        let elements = Rules::new(puzzle, turns)
            .and_then(|rules| Finder::new(puzzle, &flat, goals, rules))
            .map_or_else(|| vec![alone(&flat)], |finder| finder.group(known));
        Symmetries { elements, inverse }
    }

    /// The identity first; the others in an order determined by the puzzle alone.
    pub fn elements(&self) -> &[Automorphism] {
        &self.elements
    }

    /// Whether a state and its inverse (see [`inverse`]) have the same distance from solved: there is one solved state,
    /// its pieces are distinct, a turn costs as much as its inverse, and every turn is always possible.
    pub fn has_inverse(&self) -> bool {
        self.inverse
    }
}

/// The state that the inverse of a sequence makes from the solved state, if the sequence makes `state` from it. Useful
/// if [`Symmetries::has_inverse`]; slots that no turn touches must be as in the solved state. O(slots).
pub fn inverse(goal: &State, state: &State) -> State {
    let mut result = goal.clone();
    for (row, (now, solved)) in result.orbits.iter_mut().zip(state.orbits.iter().zip(&goal.orbits)) {
        let home: HashMap<u16, usize> =
            solved.pieces.iter().enumerate().map(|(slot, &piece)| (piece, slot)).collect();
        for (slot, piece) in now.pieces.iter().enumerate() {
            let Some(&from) = home.get(piece) else { continue };
            let m = u32::from(solved.moduli[slot]);
            let turned = u32::from(now.orientations[slot]) + m - u32::from(solved.orientations[from]);
            let back = (u32::from(solved.orientations[slot]) + 2 * m - turned % m) % m;
            (row.pieces[from], row.orientations[from]) = (solved.pieces[slot], back as u16);
        }
    }
    result
}

fn inverts(puzzle: &Puzzle, turns: &[Turn], flat: &Flat, goals: &[State]) -> bool {
    let rules = &puzzle.definition().restrictions;
    let free = !puzzle.is_restricted()
        && rules.forbidden_pairs.is_empty()
        && rules.forbidden_groups.is_empty()
        && rules.move_limits.is_empty();
    let told_apart = flat.orbits.iter().enumerate().all(|(orbit, (range, modulus))| {
        let row = &goals[0].orbits[orbit];
        let different: BTreeSet<u16> = row.pieces.iter().copied().collect();
        range.is_empty()
            || different.len() == row.pieces.len()
                && flat.slots[range.clone()].iter().all(|slot| slot.home.2 == *modulus)
    });
    let undone = |at: usize| {
        let back = turns[at].inverse();
        turns.iter().position(|turn| *turn == back).is_some_and(|back| flat.costs[back] == flat.costs[at])
    };
    free && goals.len() == 1 && told_apart && (0..turns.len()).all(undone)
}

/// What an automorphism must preserve besides turns and solved states.
struct Rules {
    /// Orbit, slot, piece.
    illegal: BTreeSet<(usize, u16, u16)>,
    blocks: BTreeSet<BTreeSet<(usize, u16)>>,
    forbidden: BTreeSet<(usize, usize)>,
    /// By turn: the slots that one turn of its base touches, for blocks.
    touched: Vec<BTreeSet<(usize, u16)>>,
}

impl Rules {
    /// `None` if there is a rule that automorphisms are not known to preserve.
    fn new(puzzle: &Puzzle, turns: &[Turn]) -> Option<Self> {
        let rules = &puzzle.definition().restrictions;
        if !rules.move_limits.is_empty() {
            return None;
        }
        let illegal = (rules.illegal.iter())
            .flat_map(|one| one.pieces.iter().map(|&piece| (one.orbit, one.slot, piece)))
            .collect();
        let blocks: BTreeSet<_> =
            rules.blocks.iter().map(|block| block.pieces.iter().copied().collect()).collect();
        let named = |name: &String| {
            let turn = puzzle.turn(name)?;
            turns.iter().position(|other| *other == turn)
        };
        let mut forbidden = BTreeSet::new();
        for (first, second) in &rules.forbidden_pairs {
            forbidden.insert((named(first)?, named(second)?));
        }
        for group in &rules.forbidden_groups {
            let group: Vec<usize> = group.iter().map(named).collect::<Option<_>>()?;
            forbidden.extend(group.iter().flat_map(|&a| group.iter().map(move |&b| (a, b))));
        }
        let touched_by = |turn: &Turn| {
            let parts = turn.base().transformation.parts();
            let touched = parts.flat_map(|(orbit, part)| {
                let rows = part.permutation().iter().zip(part.orientation()).enumerate();
                let moved = rows.filter(|(slot, (from, turn))| usize::from(**from) != *slot || **turn != 0);
                moved.map(move |(slot, _)| (orbit, slot as u16))
            });
            touched.collect()
        };
        let touched = if blocks.is_empty() { Vec::new() } else { turns.iter().map(touched_by).collect() };
        Some(Rules { illegal, blocks, forbidden, touched })
    }

    fn are_kept(&self, found: &Automorphism) -> bool {
        let piece = |orbit: usize, piece: u16| {
            let image = &found.orbits[orbit];
            image.pieces.get(&piece).map_or((orbit, piece), |(becomes, _)| (image.orbit, *becomes))
        };
        let illegal = self.illegal.iter().map(|&(orbit, slot, one)| {
            let (to_orbit, to) = found.slot(orbit, slot);
            (to_orbit, to, piece(orbit, one).1)
        });
        let block =
            |block: &BTreeSet<(usize, u16)>| block.iter().map(|&(orbit, one)| piece(orbit, one)).collect();
        let moved = |slots: &BTreeSet<(usize, u16)>| -> BTreeSet<(usize, u16)> {
            slots.iter().map(|&(orbit, slot)| found.slot(orbit, slot)).collect()
        };
        illegal.collect::<BTreeSet<_>>() == self.illegal
            && self.blocks.iter().map(block).collect::<BTreeSet<_>>() == self.blocks
            && (self.forbidden.iter())
                .all(|&(a, b)| self.forbidden.contains(&(found.turns[a], found.turns[b])))
            && (self.touched.iter().zip(&found.turns))
                .all(|(slots, &image)| moved(slots) == self.touched[image])
    }
}

struct Finder<'a> {
    puzzle: &'a Puzzle,
    flat: &'a Flat,
    goals: BTreeSet<&'a State>,
    rules: Rules,
    /// Turns of which the others are powers.
    base: Vec<usize>,
    /// By turn: the number of the base turn with the same effect, if there is one.
    in_base: Vec<Option<usize>>,
    parts: Vec<Vec<usize>>,
    /// By number of base turns: the parts with several slots that the first base turns connect.
    parts_by_level: Vec<Vec<Vec<usize>>>,
    signatures: Vec<u64>,
    /// `pairs[i * turns + t]`: signatures of base turn i, then t, and in the opposite order.
    pairs: Vec<(u64, u64)>,
    budget: u64,
}

/// An automorphism during the construction of the group.
#[derive(Clone)]
struct Element {
    relabelling: Relabelling,
    turns: Vec<usize>,
}

impl<'a> Finder<'a> {
    fn new(puzzle: &'a Puzzle, flat: &'a Flat, goals: &'a [State], rules: Rules) -> Option<Self> {
        let base = generating(flat);
        let count = flat.turns.len();
        if base.len().saturating_mul(count).saturating_mul(flat.slots.len()) > MAX_PAIRS {
            return None;
        }
        let signatures = flat.turns.iter().map(|turn| flat.signature(turn)).collect();
        let product = |a: usize, b: usize| flat.signature(&flat.product(&flat.turns[a], &flat.turns[b]));
        let pairs = base.iter().flat_map(|&a| (0..count).map(move |b| (a, b)));
        let pairs = pairs.map(|(a, b)| (product(a, b), product(b, a))).collect();
        let (parts, goals) = (connected_parts(flat, &base), goals.iter().collect());
        let several = |level: usize| {
            let parts = connected_parts(flat, &base[..=level]);
            parts.into_iter().filter(|part| part.len() > 1).collect()
        };
        let parts_by_level = (0..base.len()).map(several).collect();
        let numbers: HashMap<_, usize> =
            base.iter().enumerate().map(|(number, &turn)| (&flat.turns[turn], number)).collect();
        let in_base = flat.turns.iter().map(|turn| numbers.get(turn).copied()).collect();
        let budget = STEPS;
        Some(Finder {
            puzzle,
            flat,
            goals,
            rules,
            base,
            in_base,
            parts,
            parts_by_level,
            signatures,
            pairs,
            budget,
        })
    }

    fn group(mut self, known: &[Vec<usize>]) -> Vec<Automorphism> {
        let identity = Element {
            relabelling: Relabelling::identity(self.flat),
            turns: (0..self.flat.turns.len()).collect(),
        };
        let known: Vec<Element> = known.iter().filter_map(|turns| self.element_of(turns)).collect();
        let mut elements = vec![identity.clone()];
        let mut generators: Vec<Element> = Vec::new();
        for level in (0..self.base.len()).rev() {
            // The known automorphisms may move every turn.
            let other = if level == 0 { &known[..] } else { &[] };
            let Some(found) = self.coset_leaders(level, &identity, &generators, other) else { break };
            let (leaders, more) = found;
            if elements.len() * leaders.len() > MOST {
                break;
            }
            let products: Option<Vec<Element>> = elements
                .iter()
                .flat_map(|element| leaders.iter().map(move |leader| (element, leader)))
                .map(|(element, leader)| self.product(element, leader))
                .collect();
            let Some(products) = products else { break };
            elements = products;
            generators.extend(more);
        }
        let has = |element: &Element| elements.iter().any(|one| one.turns == element.turns);
        if !known.iter().all(has) {
            // The search was stopped early: the known automorphisms generate a group, with those found or alone.
            let all: Vec<Element> = generators.iter().chain(&known).cloned().collect();
            let closed = self.closure(&identity, &all).or_else(|| self.closure(&identity, &known));
            elements = closed.unwrap_or(elements);
        }
        elements.sort_by(|a, b| a.turns.cmp(&b.turns));
        (elements.into_iter())
            .map(|element| element.relabelling.automorphism(self.puzzle, self.flat, element.turns))
            .collect()
    }

    /// The automorphism that permutes the turns in this way, if there is one.
    fn element_of(&mut self, turns: &[usize]) -> Option<Element> {
        let images: Vec<usize> =
            self.base.iter().map(|&turn| turns.get(turn).copied()).collect::<Option<_>>()?;
        let budget = self.budget;
        let found = self.prove(&images);
        self.budget = budget;
        found
    }

    /// All products of some automorphisms; `None` beyond [`MOST`].
    fn closure(&self, identity: &Element, generators: &[Element]) -> Option<Vec<Element>> {
        let mut elements = vec![identity.clone()];
        let mut seen = BTreeSet::from([identity.turns.clone()]);
        let mut next = 0;
        while let Some(element) = elements.get(next).cloned() {
            next += 1;
            for generator in generators {
                let product = self.product(&element, generator)?;
                if seen.insert(product.turns.clone()) {
                    elements.push(product);
                }
            }
            if elements.len() > MOST {
                return None;
            }
        }
        Some(elements)
    }

    fn product(&self, a: &Element, b: &Element) -> Option<Element> {
        let relabelling = a.relabelling.then(&b.relabelling, self.flat)?;
        Some(Element { relabelling, turns: a.turns.iter().map(|&turn| b.turns[turn]).collect() })
    }

    /// For each image that base turn `level` can have while earlier ones are fixed, one automorphism; and which of them
    /// were newly found, including the `other` ones. `None` if the budget was exhausted.
    fn coset_leaders(
        &mut self,
        level: usize,
        identity: &Element,
        known: &[Element],
        other: &[Element],
    ) -> Option<(Vec<Element>, Vec<Element>)> {
        let start = self.base[level];
        let mut leaders = BTreeMap::from([(start, identity.clone())]);
        let mut new: Vec<Element> = other.to_vec();
        self.spread(&mut leaders, known, &new)?;
        for candidate in 0..self.flat.turns.len() {
            if leaders.contains_key(&candidate) || !self.fits(level, candidate, &self.base[..level]) {
                continue;
            }
            let mut images: Vec<usize> = self.base[..level].to_vec();
            images.push(candidate);
            let found = self.complete(&mut images);
            if self.budget == 0 {
                return None;
            }
            let Some(found) = found else { continue };
            new.push(found);
            self.spread(&mut leaders, known, &new)?;
        }
        Some((leaders.into_values().collect(), new))
    }

    /// Adds the images of a turn under all known automorphisms.
    fn spread(
        &self,
        leaders: &mut BTreeMap<usize, Element>,
        known: &[Element],
        new: &[Element],
    ) -> Option<()> {
        let mut queue: Vec<usize> = leaders.keys().copied().collect();
        while let Some(image) = queue.pop() {
            for generator in known.iter().chain(new) {
                let next = generator.turns[image];
                if !leaders.contains_key(&next) {
                    leaders.insert(next, self.product(&leaders[&image], generator)?);
                    queue.push(next);
                }
            }
        }
        Some(())
    }

    /// Whether base turn `level` may map to `image` if the earlier base turns map to `images`.
    fn fits(&self, level: usize, image: usize, images: &[usize]) -> bool {
        let (turn, count) = (self.base[level], self.flat.turns.len());
        self.flat.costs[turn] == self.flat.costs[image]
            && self.signatures[turn] == self.signatures[image]
            && images.iter().enumerate().all(|(before, &other)| {
                let wanted = self.pairs[before * count + turn];
                // Only products with base turns are stored; others are computed.
                let found = match self.in_base[other] {
                    Some(at) => self.pairs[at * count + image],
                    None => {
                        let product = |a: usize, b: usize| {
                            let (a, b) = (&self.flat.turns[a], &self.flat.turns[b]);
                            self.flat.signature(&self.flat.product(a, b))
                        };
                        (product(other, image), product(image, other))
                    }
                };
                found == wanted
            })
    }

    /// An automorphism that gives the first base turns these images, if there is one.
    fn complete(&mut self, images: &mut Vec<usize>) -> Option<Element> {
        if images.len() == self.base.len() {
            return self.prove(images);
        }
        for candidate in 0..self.flat.turns.len() {
            let steps = (images.len() as u64 + 1) * 4;
            self.budget = self.budget.saturating_sub(steps);
            if self.budget == 0 {
                return None;
            }
            if images.contains(&candidate) || !self.fits(images.len(), candidate, images) {
                continue;
            }
            images.push(candidate);
            let found = if self.carries(images) { self.complete(images) } else { None };
            images.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Whether the slots moved by the first base turns can be mapped to those moved by their images. This is cheaper
    /// than a failure at the end if many turns look the same individually.
    fn carries(&mut self, images: &[usize]) -> bool {
        let pairs: Vec<(usize, usize)> = self.base.iter().copied().zip(images.iter().copied()).collect();
        let parts = &self.parts_by_level[images.len() - 1];
        Relabelling::build(self.flat, parts, &pairs, &mut self.budget).is_some()
    }

    fn prove(&mut self, images: &[usize]) -> Option<Element> {
        let pairs: Vec<(usize, usize)> = self.base.iter().copied().zip(images.iter().copied()).collect();
        let relabelling = Relabelling::build(self.flat, &self.parts, &pairs, &mut self.budget)?;
        let cost = (self.flat.turns.len() * self.flat.slots.len()) as u64;
        self.budget = self.budget.saturating_sub(cost);
        let turns = relabelling.turns(self.flat)?;
        let found = relabelling.automorphism(self.puzzle, self.flat, turns.clone());
        let goals_kept = self.goals.iter().all(|goal| self.goals.contains(&found.image(goal)));
        (goals_kept && self.rules.are_kept(&found)).then_some(Element { relabelling, turns })
    }
}

/// Turns such that all others with an effect are powers of them, by effect.
fn generating(flat: &Flat) -> Vec<usize> {
    let identity: Vec<u32> = (0..flat.slots.len() as u32).collect();
    let does_nothing = |at: usize| {
        let turn = &flat.turns[at];
        turn.from == identity && turn.twist.iter().all(|&twist| twist == 0)
    };
    let by_effect: HashMap<_, Vec<usize>> =
        (0..flat.turns.len()).fold(HashMap::new(), |mut map: HashMap<_, Vec<usize>>, at| {
            map.entry(&flat.turns[at]).or_default().push(at);
            map
        });
    let mut covered = vec![false; flat.turns.len()];
    let mut base = Vec::new();
    for at in 0..flat.turns.len() {
        if covered[at] || does_nothing(at) {
            continue;
        }
        base.push(at);
        let mut power = flat.turns[at].clone();
        // Exponents above the number of turns cannot all give turns.
        for _ in 0..flat.turns.len() + 1 {
            for &known in by_effect.get(&power).into_iter().flatten() {
                covered[known] = true;
            }
            power = flat.product(&power, &flat.turns[at]);
        }
    }
    base
}
