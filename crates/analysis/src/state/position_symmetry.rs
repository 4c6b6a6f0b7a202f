//! The symmetries of a puzzle and its positions: the symmetries that leave a position unchanged, and one representative of each
//! symmetry class.
//!
//! Start at [`PositionSymmetries::new`], then [`PositionSymmetries::of`] and [`PositionSymmetries::representative`]. The symmetries are
//! those of the puzzle's generators, found from the moves alone. One that preserves the sense of every turn acts like a rotation of the
//! puzzle, and one that reverses every turn acts like a mirror; some puzzles have further ones. If the puzzle counts as solved in any
//! orientation, positions that differ by a rotation of the whole puzzle count as one.

use permutant_cube::model::moves::Move;
use permutant_cube::model::point_group::PointGroup;
use permutant_cube::model::symmetry::Symmetry as CubeSymmetry;
use permutant_puzzle::definition::Role;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::{BaseMove, Turn};
use permutant_puzzle::orbit::Orbit;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::{OrbitState, State};
use permutant_puzzle::transformation::Transformation;
use permutant_search::symmetry::{Automorphism, Symmetries, inverse};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;

/// The effect of a symmetry on the sense of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sense {
    /// Every turn keeps its sense, as under a rotation of the whole puzzle.
    Kept,
    /// Every turn reverses its sense, as under a mirror.
    Reversed,
    /// Some turns keep their sense and others reverse it, or a turn becomes another power.
    Mixed,
}

/// The positions that count as the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct UpTo {
    /// Those that differ by a rotation of the whole puzzle, that is, by a symmetry that keeps the sense of turns.
    pub rotations: bool,
    /// Those that differ by any symmetry.
    pub symmetries: bool,
    /// A position and its inverse.
    pub inverse: bool,
}

/// The symmetry of one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Numbers of the symmetries that leave the position unchanged, ascending; the identity, 0, is one of them.
    pub fixing: Vec<usize>,
    /// Numbers of the symmetries that map it to its inverse; `None` if positions have no inverses at the same distance from solved
    /// (because of identical pieces, or because moves are not always possible).
    pub inverting: Option<Vec<usize>>,
}

impl Symmetry {
    /// Whether the position is its own inverse.
    pub fn is_own_inverse(&self) -> bool {
        self.inverting.as_ref().is_some_and(|inverting| inverting.contains(&0))
    }
}

/// The symmetries of a puzzle, prepared for its positions.
#[derive(Clone, Debug)]
pub struct PositionSymmetries<'p> {
    puzzle: &'p Puzzle,
    turns: Vec<Turn>,
    found: Symmetries,
    senses: Vec<Sense>,
    /// By symmetry: the rotations of the definition with the same effect, if there are any.
    rotations: Vec<Option<Vec<Turn>>>,
    /// Whether all turns commute.
    commute: bool,
    /// By orbit and slot: the part of the orbit to which turns can carry the piece in this slot, named by its first slot. No turn moves
    /// a corner of a pyraminx, but a rotation of the whole puzzle does.
    parts: Vec<Vec<usize>>,
}

/// Largest number of products of a definition's rotations that are examined: solids have up to 60.
const MOST_ROTATIONS: usize = 1000;

impl<'p> PositionSymmetries<'p> {
    /// Finds the symmetries of all powers of the generators, and of the moves that rotations of the whole puzzle make of them: at most
    /// 1024, otherwise a subset that is a group.
    pub fn new(puzzle: &'p Puzzle) -> Self {
        let metric = Metric::htm();
        let all = in_all_orientations(puzzle, puzzle.generator_turns());
        let costs: Vec<u32> = all.iter().map(|turn| metric.cost(turn)).collect();
        let solved = puzzle.solved();
        let words = rotation_effects(puzzle, &all);
        let effects: Vec<Vec<usize>> = words.keys().cloned().collect();
        let found = Symmetries::find_with(puzzle, &all, &costs, std::slice::from_ref(solved), &effects);
        // If nothing is known of the turns, only the identity, for which nothing is known of them either.
        let known = found.elements().first().map_or(0, |identity| identity.turns().len());
        let turns = all[..known.min(all.len())].to_vec();
        let first = first_alike(&turns);
        let effect =
            |element: &Automorphism| element.turns().iter().map(|&turn| first[turn]).collect::<Vec<_>>();
        let elements = found.elements().iter();
        let rotations: Vec<_> = elements.map(|element| words.get(&effect(element)).cloned()).collect();
        let senses = senses(found.elements(), &turns, &rotations);
        let parts = parts(puzzle, &all);
        let bases = || puzzle.generators().map(|base| &base.transformation);
        let commute = bases().count() > 1 && bases().all(|a| bases().all(|b| a.commutes_with(b)));
        PositionSymmetries { puzzle, turns, found, senses, rotations, commute, parts }
    }

    /// The number of symmetries, at least 1; number 0 is the identity.
    pub fn count(&self) -> usize {
        self.senses.len().max(1)
    }

    /// The effect of each symmetry on the sense of turns, by number.
    pub fn senses(&self) -> &[Sense] {
        &self.senses
    }

    /// Whether positions have inverses at the same distance from solved.
    pub fn has_inverse(&self) -> bool {
        self.found.has_inverse()
    }

    /// The rotations of the definition with the effect of a symmetry, as short as possible.
    pub fn rotation(&self, number: usize) -> Option<&[Turn]> {
        self.rotations.get(number)?.as_deref()
    }

    /// Whether a symmetry counts as a rotation of the whole puzzle: it keeps the sense of turns. If all turns commute, as on the clock,
    /// the sense says little, and only rotations with names count.
    pub fn is_rotation(&self, number: usize) -> bool {
        self.rotation(number).is_some()
            || !self.commute && self.senses.get(number).is_some_and(|&sense| sense == Sense::Kept)
    }

    /// The effect of a symmetry on the moves, one for each base: the move, and its image.
    pub fn moves(&self, number: usize) -> Vec<(Turn, Turn)> {
        let Some(element) = self.found.elements().get(number) else { return Vec::new() };
        let once = self.turns.iter().enumerate().filter(|(_, turn)| turn.amount() == 1);
        once.map(|(at, turn)| (turn.clone(), self.turns[element.turns()[at]].clone())).collect()
    }

    /// The position in all orientations that turns could reach: each piece in a slot to which turns can carry it, and the pieces that
    /// no turn moves as in the solved state. Only for these is an image an image of the same position, since the symmetries are those
    /// of the turns alone. If there is no such orientation, the position is returned unchanged.
    fn held(&self, state: &State) -> Vec<State> {
        let solved = self.puzzle.solved();
        let contents = |row: &OrbitState, parts: &[usize]| -> Vec<(usize, u16)> {
            let mut contents: Vec<_> = parts.iter().copied().zip(row.pieces.iter().copied()).collect();
            contents.sort_unstable();
            contents
        };
        let homes: Vec<_> =
            solved.orbits.iter().zip(&self.parts).map(|(row, parts)| contents(row, parts)).collect();
        let can_be = |held: &State| {
            held.orbits.iter().enumerate().all(|(orbit, row)| {
                let (home, parts) = (&solved.orbits[orbit], &self.parts[orbit]);
                let still = |slot: usize| {
                    parts[slot] != STILL
                        || (row.pieces[slot], row.orientations[slot])
                            == (home.pieces[slot], home.orientations[slot])
                };
                (0..row.pieces.len()).all(still) && contents(row, parts) == homes[orbit]
            })
        };
        let all = self.puzzle.rotations().iter().map(|rotation| state.after(rotation));
        let ways: Vec<State> = all.filter(can_be).collect();
        if ways.is_empty() { vec![state.clone()] } else { ways }
    }

    /// The inverse of a position in a given orientation, if there is one.
    fn inverse(&self, held: &State) -> Option<State> {
        self.found.has_inverse().then(|| inverse(self.puzzle.solved(), held))
    }

    /// The positions that count as the same as this one, itself first, each once. O(symmetries × slots · log symmetries).
    pub fn images(&self, state: &State, up_to: UpTo) -> Vec<State> {
        let held = self.held(state).swap_remove(0);
        let inverse = up_to.inverse.then(|| self.inverse(&held)).flatten();
        let taken = self.taken(up_to);
        let ways = std::iter::once(&held).chain(&inverse);
        let images = ways.flat_map(|way| {
            std::iter::once(way.clone()).chain(taken.iter().map(|element| element.image(way)))
        });
        let mut seen = BTreeSet::new();
        images.filter(|image| seen.insert(image.clone())).collect()
    }

    /// The symmetries whose images count as the same.
    fn taken(&self, up_to: UpTo) -> Vec<&Automorphism> {
        let elements = self.found.elements().iter().enumerate();
        elements
            .filter(|(number, _)| up_to.symmetries || up_to.rotations && self.is_rotation(*number))
            .map(|(_, element)| element)
            .collect()
    }

    /// The symmetry of a position. O(symmetries × slots × log rotations).
    pub fn of(&self, state: &State) -> Symmetry {
        let ways = self.held(state);
        let held = &ways[0];
        let alike: BTreeSet<&State> = ways.iter().collect();
        let images: Vec<State> = self.found.elements().iter().map(|element| element.image(held)).collect();
        let numbers = |is: &dyn Fn(&State) -> bool| -> Vec<usize> {
            images.iter().enumerate().filter(|(_, image)| is(image)).map(|(number, _)| number).collect()
        };
        let inverting = self.inverse(held).map(|inverse| {
            let ways: BTreeSet<State> = self.held(&inverse).into_iter().collect();
            numbers(&|image| ways.contains(image))
        });
        Symmetry { fixing: numbers(&|image| alike.contains(image)), inverting }
    }

    /// The representative of all positions that differ only by symmetry: the least of them. If everything is distinguished, it is the
    /// position in one of its orientations. O(rotations × symmetries × slots).
    pub fn representative(&self, state: &State, up_to: UpTo) -> State {
        let ways = self.held(state);
        let inverses: Vec<State> = match up_to.inverse {
            true => ways.iter().filter_map(|way| self.inverse(way)).collect(),
            false => Vec::new(),
        };
        let taken = self.taken(up_to);
        let candidates = ways.iter().chain(&inverses);
        let images = candidates.clone().flat_map(|way| taken.iter().map(|element| element.image(way)));
        images.chain(candidates.cloned()).min().unwrap_or_else(|| state.clone())
    }

    /// Some of these symmetries that generate all of them, few and the same each time. The numbers must be those of a group.
    pub fn generators(&self, group: &[usize]) -> Vec<usize> {
        let elements = self.found.elements();
        let number: BTreeMap<&[usize], usize> =
            elements.iter().enumerate().map(|(number, element)| (element.turns(), number)).collect();
        let product = |a: usize, b: usize| -> Option<usize> {
            let turns: Vec<usize> =
                elements[a].turns().iter().map(|&turn| elements[b].turns()[turn]).collect();
            number.get(&turns[..]).copied()
        };
        let mut made = BTreeSet::from([0]);
        let mut generators = Vec::new();
        for &element in group {
            if !made.contains(&element) {
                generators.push(element);
                let mut open: VecDeque<usize> = made.iter().copied().collect();
                while let Some(known) = open.pop_front() {
                    for &generator in &generators {
                        if let Some(new) = product(known, generator).filter(|new| !made.contains(new)) {
                            made.insert(new);
                            open.push_back(new);
                        }
                    }
                }
            }
        }
        generators
    }
}

/// The powers of a move that have an effect; for a move of a large order, the move and its inverse.
fn powers(base: &Arc<BaseMove>) -> Vec<Turn> {
    /// As in searches.
    const MOST_POWERS: u64 = 1000;
    let amounts = match base.order {
        Some(order) if order <= MOST_POWERS => (1..order as i64).collect(),
        _ => vec![1, -1],
    };
    amounts.into_iter().map(|amount| Turn::new(Arc::clone(base), amount)).collect()
}

/// Marks a slot that no turn touches.
const STILL: usize = usize::MAX;

/// By orbit and slot: the first slot that turns connect with it, or [`STILL`].
fn parts(puzzle: &Puzzle, turns: &[Turn]) -> Vec<Vec<usize>> {
    let slots = |set: &Orbit| usize::from(set.pieces);
    let mut touched: Vec<Vec<bool>> = puzzle.orbits().iter().map(|set| vec![false; slots(set)]).collect();
    let mut joined: Vec<Vec<usize>> = puzzle.orbits().iter().map(|set| (0..slots(set)).collect()).collect();
    fn first(joined: &[usize], mut slot: usize) -> usize {
        while joined[slot] != slot {
            slot = joined[slot];
        }
        slot
    }
    for turn in turns {
        for (orbit, part) in turn.base().transformation.parts() {
            for (slot, &from) in part.permutation().iter().enumerate() {
                let joined = &mut joined[orbit];
                let (a, b) = (first(joined, slot), first(joined, usize::from(from)));
                joined[a.max(b)] = a.min(b);
                touched[orbit][slot] |= a != b || part.touches(slot);
            }
        }
    }
    let part = |(joined, touched): (&Vec<usize>, &Vec<bool>)| -> Vec<usize> {
        let slots = touched.iter().enumerate();
        slots.map(|(slot, &touched)| if touched { first(joined, slot) } else { STILL }).collect()
    };
    joined.iter().zip(&touched).map(part).collect()
}

/// The turns together with their images under rotations of the puzzle: `R U L B` of a skewb leave one corner unchanged, and become the
/// turns about all eight corners when the puzzle is turned over. The turns are returned unchanged if one of the images has no name, or
/// if there are too many to examine.
fn in_all_orientations(puzzle: &Puzzle, turns: Vec<Turn>) -> Vec<Turn> {
    /// Turns × rotations × slots.
    const MOST: usize = 1 << 22;
    let slots: usize = puzzle.orbits().iter().map(|set| usize::from(set.pieces)).sum();
    let rotations = puzzle.rotations();
    if turns.len().saturating_mul(rotations.len()).saturating_mul(slots) > MOST {
        return turns;
    }
    let changes = |turns: &[Turn]| turns.iter().map(Turn::transformation).collect::<Vec<_>>();
    let named = puzzle.bases().iter().filter(|base| base.role != Role::Rotation);
    let named: Vec<Turn> = named.flat_map(powers).collect();
    let named: HashMap<Transformation, Turn> = changes(&named).into_iter().zip(named).collect();
    let mut seen: HashSet<Transformation> = changes(&turns).into_iter().collect();
    let mut all = turns.clone();
    for rotation in rotations {
        let back = rotation.inverse();
        for change in changes(&turns) {
            let turned = back.then(&change).then(rotation);
            if !seen.contains(&turned) {
                let Some(turn) = named.get(&turned) else { return turns };
                all.push(turn.clone());
                seen.insert(turned);
            }
        }
    }
    all
}

/// The class of a group of symmetries as motions of the cube, determined by the images of the face turns; `None` for puzzles other than
/// cubes.
pub fn point_group(known: &PositionSymmetries<'_>, group: &[usize]) -> Option<PointGroup> {
    let motion = |&number: &usize| {
        let images: Vec<(String, String)> =
            known.moves(number).iter().map(|(turn, image)| (turn.to_string(), image.to_string())).collect();
        CubeSymmetry::all().find(|symmetry| {
            Move::ALL.iter().filter(|turn| turn.quarters() == 1).all(|&turn| {
                let (turn, image) = (turn.to_string(), symmetry.of_move(turn).to_string());
                images.contains(&(turn, image))
            })
        })
    };
    // Inner layers of big cubes have symmetries of their own, which are not motions.
    let motions = group.iter().filter(|&&number| known.senses()[number] != Sense::Mixed).map(motion);
    PointGroup::of(&motions.collect::<Option<Vec<_>>>()?)
}

/// The effect of each automorphism on the amounts of turns. If every turn is its own inverse, the amounts tell nothing; if the
/// rotations of such a puzzle have names, the automorphisms that are rotations keep the sense.
fn senses(elements: &[Automorphism], turns: &[Turn], rotations: &[Option<Vec<Turn>>]) -> Vec<Sense> {
    let has_rotations = rotations.iter().flatten().count() > 1;
    let sense = |(element, rotation): (&Automorphism, &Option<Vec<Turn>>)| {
        let amounts =
            || element.turns().iter().zip(turns).map(|(&image, turn)| (turn, turns[image].amount()));
        let same = amounts().all(|(turn, amount)| turn.amount() == amount);
        let opposite = amounts().all(|(turn, amount)| turn.base().reduce(-turn.amount()) == amount);
        match (same, opposite) {
            (true, true) if has_rotations && rotation.is_none() => Sense::Reversed,
            (true, _) => Sense::Kept,
            (false, true) => Sense::Reversed,
            (false, false) => Sense::Mixed,
        }
    };
    elements.iter().zip(rotations).map(sense).collect()
}

/// By turn: the first one with the same effect.
fn first_alike(turns: &[Turn]) -> Vec<usize> {
    let mut first = HashMap::new();
    let number = |(number, turn): (usize, &Turn)| *first.entry(turn.transformation()).or_insert(number);
    turns.iter().enumerate().map(number).collect()
}

/// The effects of rotations of the whole puzzle on turns, each with the shortest rotations that produce it. Of turns with the same
/// effect the first represents all.
fn rotation_effects(puzzle: &Puzzle, turns: &[Turn]) -> BTreeMap<Vec<usize>, Vec<Turn>> {
    let first = first_alike(turns);
    let changes: HashMap<Transformation, usize> =
        turns.iter().zip(first).map(|(turn, first)| (turn.transformation(), first)).collect();
    let effect = |rotation: &Transformation| -> Option<Vec<usize>> {
        let back = rotation.inverse();
        let image = |turn: &Turn| changes.get(&back.then(&turn.transformation()).then(rotation)).copied();
        turns.iter().map(image).collect()
    };
    let mut words = BTreeMap::new();
    for (rotation, word) in rotation_words(puzzle) {
        if let Some(effect) = effect(&rotation) {
            words.entry(effect).or_insert(word);
        }
    }
    words
}

/// All rotations of the whole puzzle that the definition's rotations generate, each with a shortest word, short ones first; only the
/// identity if there are none, or more than a thousand.
pub(crate) fn rotation_words(puzzle: &Puzzle) -> Vec<(Transformation, Vec<Turn>)> {
    let bases = puzzle.bases().iter().filter(|base| base.role == Role::Rotation);
    let steps: Vec<Turn> = bases
        .flat_map(|base| {
            let order = base.order.and_then(|order| i64::try_from(order).ok()).unwrap_or(2).min(60);
            (1..order.max(2)).map(|amount| Turn::new(Arc::clone(base), amount))
        })
        .collect();
    let alone = vec![(Transformation::identity(), Vec::new())];
    let mut words = alone.clone();
    let mut seen = HashSet::from([Transformation::identity()]);
    let mut next = 0;
    while next < words.len() {
        for step in &steps {
            let turned = words[next].0.then(&step.transformation());
            if seen.insert(turned.clone()) {
                let mut word = words[next].1.clone();
                word.push(step.clone());
                words.push((turned, word));
            }
        }
        if words.len() > MOST_ROTATIONS {
            return alone;
        }
        next += 1;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_puzzles::{after, defined, named};
    use permutant_group::random::below;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    const ROTATIONS: UpTo = UpTo { rotations: true, symmetries: false, inverse: false };
    const SYMMETRIES: UpTo = UpTo { rotations: false, symmetries: true, inverse: false };
    const ALL: UpTo = UpTo { rotations: false, symmetries: true, inverse: true };

    /// The rotations of `--showsymmetry` in twsearch (testdata/tws/cli-examples.tsv), and the mirrors by hand: a plane through the axis
    /// of R reverses R, a plane across R and L exchanges them.
    #[test]
    fn positions_of_the_cube_have_the_known_symmetry() {
        let puzzle = named("3x3x3");
        let symmetries = PositionSymmetries::new(&puzzle);
        assert_eq!(symmetries.count(), 48);
        for (text, rotations, all, own_inverse) in [
            ("R", 4, 4, false),
            ("R L'", 4, 8, false),
            ("R L", 8, 8, false),
            ("", 24, 48, true),
            ("x y2", 24, 48, true),
            ("R2 L2 U2 D2 F2 B2", 24, 48, true),
            ("R U R' U'", 1, 1, false),
            ("R U2 F'", 1, 1, false),
        ] {
            let found = symmetries.of(&after(&puzzle, text));
            let kept = found.fixing.iter().filter(|&&n| symmetries.senses()[n] == Sense::Kept).count();
            assert_eq!((kept, found.fixing.len()), (rotations, all), "{text}");
            assert_eq!(found.is_own_inverse(), own_inverse, "{text}");
            assert_eq!(found.inverting.is_some_and(|all| !all.is_empty()), text != "R U2 F'", "{text}");
        }
    }

    #[test]
    fn positions_that_are_the_same_but_for_symmetry_have_one_representative() {
        for (name, rotations, symmetries) in [("3x3x3", 3, 2), ("2x2x2", 3, 2), ("tetraminx", 2, 1)] {
            let puzzle = named(name);
            let known = PositionSymmetries::new(&puzzle);
            let one = |up_to| -> BTreeSet<State> {
                let turns = puzzle.generator_turns().into_iter();
                turns
                    .map(|turn| known.representative(&puzzle.solved().after(&turn.transformation()), up_to))
                    .collect()
            };
            // A turn and its inverse are mirror images; a half turn is its own mirror image.
            assert_eq!(one(ROTATIONS).len(), rotations, "{name}");
            assert_eq!(one(SYMMETRIES).len(), symmetries, "{name}");
            assert_eq!(one(ALL).len(), symmetries, "{name}");
        }
    }

    #[test]
    fn held_otherwise_it_is_the_same_position() {
        for name in ["3x3x3", "2x2x2", "4x4x4"] {
            let puzzle = named(name);
            let known = PositionSymmetries::new(&puzzle);
            let mut rng = ChaCha8Rng::seed_from_u64(9);
            let turns = puzzle.generator_turns();
            for _ in 0..3 {
                let text: Vec<String> =
                    (0..6).map(|_| turns[below(&mut rng, turns.len() as u64) as usize].to_string()).collect();
                let text = text.join(" ");
                for up_to in [UpTo::default(), ROTATIONS, ALL] {
                    let of = |text: &str| known.representative(&after(&puzzle, text), up_to);
                    assert_eq!(of(&text), of(&format!("{text} x y")), "{name} {text}");
                    if up_to != UpTo::default() {
                        assert_eq!(of(&text), of(&format!("[y x: {text}]")), "{name} {text}");
                    }
                    // The 4x4x4 has identical pieces.
                    assert_eq!(known.has_inverse(), name != "4x4x4");
                    if up_to.inverse && known.has_inverse() {
                        assert_eq!(of(&text), of(&format!("({text})'")), "{name} {text}");
                    }
                }
            }
        }
    }

    /// Sequences of two moves differ only by symmetry if a symmetry renames the moves of one to those of the other. The number of
    /// classes under renaming, counted without an image of a state, is compared with the number of representatives. For a solid the
    /// number of symmetries is that of the body, unless its cuts add more.
    #[test]
    fn classes_of_positions_are_those_of_renamed_moves() {
        for (name, rotations, all) in [
            ("3x3x3", 24, 48),
            ("2x2x2", 24, 48),
            ("pyraminx", 12, 24),
            ("tetraminx", 12, 24),
            ("master tetraminx", 12, 24),
            ("skewb", 24, 48),
            ("dino", 24, 48),
            ("helicopter", 24, 48),
            ("fto", 24, 48),
        ] {
            let puzzle = named(name);
            let known = PositionSymmetries::new(&puzzle);
            let kept = (0..known.count()).filter(|&n| known.senses[n] == Sense::Kept).count();
            let count = known.turns.len();
            let words: Vec<[usize; 2]> = (0..count).flat_map(|a| (0..count).map(move |b| [a, b])).collect();
            let states: Vec<State> = (words.iter())
                .map(|word| {
                    let solved = puzzle.solved().clone();
                    word.iter().fold(solved, |state, &turn| state.after(&known.turns[turn].transformation()))
                })
                .collect();
            for up_to in [ROTATIONS, SYMMETRIES] {
                let mut class: Vec<usize> = (0..words.len()).collect();
                fn first(class: &[usize], mut at: usize) -> usize {
                    while class[at] != at {
                        at = class[at];
                    }
                    at
                }
                let mut join = |a: usize, b: usize| {
                    let (a, b) = (first(&class, a), first(&class, b));
                    class[a.max(b)] = a.min(b);
                };
                for (element, sense) in known.found.elements().iter().zip(&known.senses) {
                    if up_to.symmetries || *sense == Sense::Kept {
                        for (at, [a, b]) in words.iter().enumerate() {
                            join(at, element.turns()[*a] * count + element.turns()[*b]);
                        }
                    }
                }
                // Two words that lead to one position, held in some way.
                let mut seen: BTreeMap<State, usize> = BTreeMap::new();
                for (at, state) in states.iter().enumerate() {
                    let held = puzzle.rotations().iter().map(|rotation| state.after(rotation)).min().unwrap();
                    join(*seen.entry(held).or_insert(at), at);
                }
                let classes: BTreeSet<usize> = (0..words.len()).map(|at| first(&class, at)).collect();
                let representatives: BTreeSet<State> =
                    states.iter().map(|state| known.representative(state, up_to)).collect();
                assert_eq!(representatives.len(), classes.len(), "{name} {up_to:?}");
            }
            assert_eq!((kept, known.count()), (rotations, all), "{name}");
        }
    }

    #[test]
    fn a_large_solid_has_all_its_symmetries() {
        let puzzle = named("megaminx");
        let known = PositionSymmetries::new(&puzzle);
        let kept = known.senses.iter().filter(|sense| **sense == Sense::Kept).count();
        assert_eq!((kept, known.count()), (60, 120));
    }

    #[test]
    fn a_stabilizer_is_made_by_its_generators_and_rotations_have_names() {
        let puzzle = named("3x3x3");
        let known = PositionSymmetries::new(&puzzle);
        let all: Vec<usize> = (0..48).collect();
        let generators = known.generators(&all);
        assert!(generators.len() <= 5 && !generators.contains(&0), "{generators:?}");
        let named = (0..48).filter(|&n| known.rotation(n).is_some()).count();
        assert_eq!(named, 24);
        assert!((0..48).all(|n| known.rotation(n).is_none_or(|word| word.len() <= 2)));
    }

    #[test]
    fn definitions_without_rotations_and_lone_turns_have_symmetries_too() {
        let text = "Name Two\n\nSet A 4 1\n\nSolved\nA\n1 2 3 4\nEnd\n\nMove a\nA\n2 1 3 4\nEnd\n\nMove b\nA\n1 2 4 3\nEnd\n";
        let puzzle = defined(text);
        let known = PositionSymmetries::new(&puzzle);
        let found = known.of(&after(&puzzle, "a b"));
        assert_eq!((found.fixing.len(), known.count()), (known.count(), known.count()));
        let one = known.representative(&after(&puzzle, "a"), SYMMETRIES);
        assert_eq!(one, known.representative(&after(&puzzle, "b"), SYMMETRIES));
        assert_ne!(
            known.representative(&after(&puzzle, "a"), UpTo::default()),
            known.representative(&after(&puzzle, "b"), UpTo::default())
        );
    }
}
