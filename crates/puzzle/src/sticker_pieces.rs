//! The pieces of a puzzle that is defined by the permutations of its stickers.
//!
//! Start at [`StickerPieces::find`]. Stickers belong to one piece if each of them tells where the other is: there is a
//! map of an orbit of stickers to another, or to itself, that commutes with all moves. Maps of an orbit to itself form the
//! centralizer of the moves there. A cyclic group of them turns the pieces: its orbits are the places of pieces, and its
//! order is the number of their orientations. An orbit whose stickers all follow from those of another is left out.
//! No group is enumerated: that a map commutes with the generators is checked along the orbit, in O(orbit · generators).

use crate::definition::{Action, Definition, Generator, Restrictions};
use crate::orbit::Orbit;
use crate::state::{OrbitState, State};
use crate::transformation::{OrbitTransformation, Transformation};
use std::collections::HashMap;

/// What the stickers of a slot show, from its first orientation on.
type View = Vec<u16>;

/// The pieces with their orientations.
type Pieces = HashMap<View, (u16, u16)>;

/// A puzzle of stickers as one of pieces, with the same moves.
#[derive(Clone, Debug)]
pub struct StickerPieces {
    definition: Definition,
    orbits: Vec<Seen>,
    /// Stickers that never move, with their labels.
    fixed: Vec<(u32, u16)>,
}

/// How the pieces of an orbit are seen.
#[derive(Clone, Debug)]
struct Seen {
    /// The stickers of each slot.
    slots: Vec<Vec<u32>>,
    pieces: Pieces,
}

/// An orbit of stickers.
struct Sheet {
    /// In the order of a search from the first.
    points: Vec<u32>,
    /// The powers of a map that commutes with all moves, from the first on: each is the image of all stickers, by number.
    turns: Vec<Vec<u32>>,
    /// Maps to orbits that follow from this one.
    followers: Vec<Vec<u32>>,
}

const NOWHERE: u32 = u32::MAX;

impl StickerPieces {
    /// The pieces of a puzzle; `None` if its stickers move one by one, if something has orientations already, if moves are not
    /// always possible, or if the labels of a piece do not show how it is turned.
    pub fn find(stickers: &Definition) -> Option<Self> {
        if stickers.restrictions != Restrictions::default()
            || stickers.orbits.iter().any(|orbit| orbit.orientations != 1)
        {
            return None;
        }
        let labels = labels(&stickers.solved);
        let moves: Option<Vec<(&Generator, Vec<u32>)>> =
            stickers.generators.iter().map(|made| Some((made, sources(made, &stickers.orbits)?))).collect();
        let moves = moves?;
        let lists: Vec<&[u32]> = moves.iter().map(|(_, list)| &list[..]).collect();
        let (sheets, fixed) = sheets(&lists, labels.len());
        if sheets.iter().all(|sheet| sheet.turns.len() == 1 && sheet.followers.is_empty()) {
            return None;
        }

        let mut definition = Definition::new(stickers.name.clone(), Vec::new());
        definition.aliases.clone_from(&stickers.aliases);
        definition.comments.clone_from(&stickers.comments);
        let (mut orbits, mut solved, mut parts) = (Vec::new(), Vec::new(), vec![Vec::new(); moves.len()]);
        for (number, sheet) in sheets.iter().enumerate() {
            let modulus = sheet.turns.len();
            let (slots, place) = sheet.slots(labels.len());
            let orbit = Orbit {
                name: format!("PIECES{}", number + 1),
                pieces: u16::try_from(slots.len()).ok()?,
                orientations: u16::try_from(modulus).ok()?,
            };
            for (list, parts) in lists.iter().zip(&mut parts) {
                let from = |slot: &Vec<u32>| place[list[slot[0] as usize] as usize];
                let permutation = slots.iter().map(|slot| from(slot).0).collect();
                let twist = |slot| ((modulus - from(slot).1) % modulus) as u16;
                let part = OrbitTransformation::new(&orbit, permutation, slots.iter().map(twist).collect());
                parts.push((number, part.ok()?));
            }
            let seen: Vec<Vec<u32>> = slots.iter().map(|slot| sheet.seen(slot)).collect();
            let (pieces, home) = pieces(&seen, &labels, modulus)?;
            solved.push(home);
            definition.orbits.push(orbit);
            orbits.push(Seen { slots: seen, pieces });
        }
        definition.solved = State { orbits: solved };
        definition.generators = moves
            .iter()
            .zip(parts)
            .map(|((made, _), parts)| Generator {
                name: made.name.clone(),
                role: made.role,
                action: Action::Given(Transformation::from_parts(parts)),
            })
            .collect();
        let fixed = fixed.into_iter().map(|point| (point, labels[point as usize])).collect();
        Some(StickerPieces { definition, orbits, fixed })
    }

    /// The puzzle of pieces.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// A state of the stickers as one of the pieces; `None` if they do not make up the pieces of the solved puzzle, so that it cannot
    /// be reached.
    pub fn state(&self, stickers: &State) -> Option<State> {
        let labels = labels(stickers);
        if self.fixed.iter().any(|&(point, label)| labels.get(point as usize) != Some(&label)) {
            return None;
        }
        let orbits = self.orbits.iter().zip(&self.definition.orbits).map(|(seen, orbit)| {
            let mut row = OrbitState {
                pieces: Vec::new(),
                orientations: Vec::new(),
                moduli: vec![orbit.orientations; seen.slots.len()],
            };
            for slot in &seen.slots {
                let (piece, orientation) = seen.pieces.get(&view(slot, &labels))?;
                row.pieces.push(*piece);
                row.orientations.push(*orientation);
            }
            Some(row)
        });
        let state = State { orbits: orbits.collect::<Option<_>>()? };
        state.check_pieces(&self.definition.solved, &self.definition.orbits).is_ok().then_some(state)
    }
}

/// The labels of all orbits, one after the other.
fn labels(state: &State) -> Vec<u16> {
    state.orbits.iter().flat_map(|orbit| orbit.pieces.iter().copied()).collect()
}

/// For each sticker the one whose place it takes; `None` if the move is not given by its effect.
fn sources(made: &Generator, orbits: &[Orbit]) -> Option<Vec<u32>> {
    let Action::Given(effect) = &made.action else { return None };
    let first: Vec<u32> = orbits
        .iter()
        .scan(0, |next, orbit| Some(std::mem::replace(next, *next + u32::from(orbit.pieces))))
        .collect();
    let count: u32 = orbits.iter().map(|orbit| u32::from(orbit.pieces)).sum();
    let mut list: Vec<u32> = (0..count).collect();
    for (orbit, part) in effect.parts() {
        for (slot, &from) in part.permutation().iter().enumerate() {
            list[first[orbit] as usize + slot] = first[orbit] + u32::from(from);
        }
    }
    Some(list)
}

/// Looks for maps that commute with moves.
struct Finder<'m> {
    moves: &'m [&'m [u32]],
    /// The image of each sticker, while a map is looked for.
    image: Vec<u32>,
}

impl Finder<'_> {
    /// The orbit of a sticker, in the order of a search.
    fn orbit(&self, first: u32) -> Vec<u32> {
        let (mut points, mut met) = (vec![first], vec![false; self.image.len()]);
        met[first as usize] = true;
        let mut next = 0;
        while let Some(&point) = points.get(next) {
            next += 1;
            for list in self.moves {
                let to = list[point as usize];
                if !std::mem::replace(&mut met[to as usize], true) {
                    points.push(to);
                }
            }
        }
        points
    }

    /// The map of an orbit, given in this order, that commutes with all moves and takes its first sticker to `image`; `None` if there
    /// is none.
    fn map(&mut self, points: &[u32], image: u32) -> Option<Vec<u32>> {
        self.image[points[0] as usize] = image;
        let mut set = vec![points[0]];
        let commutes = points.iter().all(|&point| {
            self.moves.iter().all(|list| {
                let (to, aim) = (list[point as usize], list[self.image[point as usize] as usize]);
                if self.image[to as usize] == NOWHERE {
                    self.image[to as usize] = aim;
                    set.push(to);
                }
                self.image[to as usize] == aim
            })
        });
        let found = commutes.then(|| self.image.clone());
        set.into_iter().for_each(|point| self.image[point as usize] = NOWHERE);
        found
    }
}

/// The orbits of stickers that do not follow from others, and the stickers that never move.
fn sheets(moves: &[&[u32]], count: usize) -> (Vec<Sheet>, Vec<u32>) {
    let mut finder = Finder { moves, image: vec![NOWHERE; count] };
    let (mut orbits, mut met) = (Vec::new(), vec![false; count]);
    for first in 0..count as u32 {
        if !met[first as usize] {
            let points = finder.orbit(first);
            points.iter().for_each(|&point| met[point as usize] = true);
            orbits.push(points);
        }
    }
    // What follows is never larger.
    orbits.sort_by_key(|points| std::cmp::Reverse(points.len()));
    let (mut sheets, mut fixed): (Vec<Sheet>, Vec<u32>) = (Vec::new(), Vec::new());
    for points in orbits {
        if let [point] = points[..] {
            fixed.push(point);
            continue;
        }
        let follows = sheets.iter_mut().any(|sheet| {
            let is_multiple = sheet.points.len().is_multiple_of(points.len());
            let map = is_multiple
                .then(|| points.iter().find_map(|&image| finder.map(&sheet.points, image)))
                .flatten()
                .filter(|map| sheet.is_within_slots(map));
            map.is_some_and(|map| {
                sheet.followers.push(map);
                true
            })
        });
        if !follows {
            let maps = points.iter().filter_map(|&image| finder.map(&points, image));
            let turns = maps.map(|map| powers(&points, &map)).max_by_key(Vec::len).unwrap_or_default();
            sheets.push(Sheet { points, turns, followers: Vec::new() });
        }
    }
    (sheets, fixed)
}

/// The powers of a map of an orbit to itself, from the one that changes nothing on.
fn powers(points: &[u32], map: &[u32]) -> Vec<Vec<u32>> {
    let mut same = vec![NOWHERE; map.len()];
    points.iter().for_each(|&point| same[point as usize] = point);
    let next = |power: &Vec<u32>| {
        let mut next = power.clone();
        points.iter().for_each(|&point| next[point as usize] = map[power[point as usize] as usize]);
        // A map that fixes one sticker of an orbit fixes all.
        (next[points[0] as usize] != points[0]).then_some(next)
    };
    std::iter::successors(Some(same), next).collect()
}

impl Sheet {
    /// Whether stickers with the same image belong to one slot.
    fn is_within_slots(&self, map: &[u32]) -> bool {
        let first = self.points[0] as usize;
        let in_slot = self.turns.iter().filter(|turn| map[turn[first] as usize] == map[first]).count();
        let all = self.points.iter().filter(|&&point| map[point as usize] == map[first]).count();
        in_slot == all
    }

    /// The stickers of the orbit by slot and orientation, and the slot and orientation of each sticker.
    fn slots(&self, count: usize) -> (Vec<Vec<u32>>, Vec<(u16, usize)>) {
        let (mut slots, mut place) = (Vec::new(), vec![None; count]);
        let mut points = self.points.clone();
        points.sort_unstable();
        for point in points {
            if place[point as usize].is_none() {
                let slot: Vec<u32> = self.turns.iter().map(|turn| turn[point as usize]).collect();
                for (turned, &point) in slot.iter().enumerate() {
                    place[point as usize] = Some((slots.len() as u16, turned));
                }
                slots.push(slot);
            }
        }
        (slots, place.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// All stickers of a slot that tell its piece, one orientation after the other.
    fn seen(&self, slot: &[u32]) -> Vec<u32> {
        let with = |&point: &u32| {
            let others = self.followers.iter().map(move |map| map[point as usize]);
            std::iter::once(point).chain(others)
        };
        slot.iter().flat_map(with).collect()
    }
}

fn view(slot: &[u32], labels: &[u16]) -> View {
    slot.iter().map(|&point| labels[point as usize]).collect()
}

/// The pieces of an orbit by what their stickers show, and the solved state. `None` if a piece looks the same in two orientations.
fn pieces(slots: &[Vec<u32>], labels: &[u16], modulus: usize) -> Option<(Pieces, OrbitState)> {
    let mut known = Pieces::new();
    let mut home = OrbitState {
        pieces: Vec::new(),
        orientations: Vec::new(),
        moduli: vec![u16::try_from(modulus).ok()?; slots.len()],
    };
    for (slot, stickers) in slots.iter().enumerate() {
        let shown = view(stickers, labels);
        let (piece, orientation) = match known.get(&shown) {
            Some(like) => *like,
            None => {
                for orientation in 0..modulus {
                    let mut turned = shown.clone();
                    turned.rotate_right(orientation * shown.len() / modulus);
                    if known.insert(turned, (slot as u16, orientation as u16)).is_some() {
                        return None;
                    }
                }
                (slot as u16, 0)
            }
        };
        home.pieces.push(piece);
        home.orientations.push(orientation);
    }
    Some((known, home))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use crate::points::Points;
    use crate::puzzle::Puzzle;
    use rand_chacha::ChaCha8Rng;
    use rand_core::{Rng, SeedableRng};

    /// A puzzle of the catalog by its points, numbered at random, each with a label of its own.
    fn by_stickers(puzzle: &Puzzle, rng: &mut ChaCha8Rng) -> Definition {
        let points = Points::new(puzzle.orbits()).unwrap();
        let degree = points.degree();
        let mut names: Vec<u16> = (0..degree as u16).collect();
        (1..degree).rev().for_each(|at| names.swap(at, rng.next_u32() as usize % (at + 1)));
        let orbit = Orbit { name: "STICKERS".into(), pieces: degree as u16, orientations: 1 };
        let mut definition = Definition::new("stickers", vec![orbit.clone()]);
        for base in puzzle.generators() {
            let whole = points.permutation(&puzzle.base(&base.name).unwrap().transformation());
            let mut list = vec![0; degree];
            for point in 0..degree {
                list[usize::from(names[whole.image(point as u32) as usize])] = names[point];
            }
            let part = OrbitTransformation::new(&orbit, list, vec![0; degree]).unwrap();
            let action = Action::Given(Transformation::from_parts([(0, part)]));
            definition.generators.push(Generator { name: base.name.clone(), role: base.role, action });
        }
        definition
    }

    #[test]
    fn pieces_are_those_of_the_catalog() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let centres = vec![(1, 4); 6];
        for (name, expected) in [
            ("megaminx", vec![(20, 3), (30, 2)]),
            ("supercube", [centres, vec![(8, 3), (12, 2)]].concat()),
            // Four of its corners cannot change places, and how they are turned tells where the others are.
            ("skewb", Vec::new()),
            ("pyraminx", Vec::new()),
        ] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let stickers = by_stickers(&puzzle, &mut rng);
            let pieces = StickerPieces::find(&stickers).unwrap();
            let mut found: Vec<(u16, u16)> =
                pieces.definition().orbits.iter().map(|orbit| (orbit.pieces, orbit.orientations)).collect();
            found.sort_unstable();
            if !expected.is_empty() {
                assert_eq!(found, expected, "{name}");
            }
            let (of_stickers, of_pieces) =
                (Puzzle::new(stickers).unwrap(), Puzzle::new(pieces.definition().clone()).unwrap());
            let (mut one, mut other) = (of_stickers.solved().clone(), of_pieces.solved().clone());
            for _ in 0..100 {
                let bases: Vec<_> = of_stickers.generators().collect();
                let name = &bases[rng.next_u32() as usize % bases.len()].name;
                of_stickers.base(name).unwrap().make(&mut one);
                of_pieces.base(name).unwrap().make(&mut other);
                assert_eq!(pieces.state(&one).as_ref(), Some(&other));
            }
            let row = &mut one.orbits[0].pieces;
            let at = rng.next_u32() as usize % row.len();
            let next = (at + 1) % row.len();
            row.swap(at, next);
            assert_ne!(pieces.state(&one).as_ref(), Some(&other));
        }
    }

    #[test]
    fn stickers_of_equal_colours_make_up_the_same_pieces() {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let puzzle = catalog::find("3x3x3").unwrap().puzzle;
        let mut stickers = by_stickers(&puzzle, &mut rng);
        let pieces = StickerPieces::find(&stickers).unwrap();
        // Two pieces look the same: the second takes the labels of the first.
        let slots = &pieces.orbits[0].slots;
        let row = &mut stickers.solved.orbits[0].pieces;
        for (&from, &to) in slots[0].iter().zip(&slots[1]) {
            row[to as usize] = row[from as usize];
        }
        let alike = StickerPieces::find(&stickers).unwrap();
        let home = &alike.definition().solved.orbits[0];
        assert_eq!((home.pieces[1], home.orientations[1]), (0, 0));
        assert_eq!(alike.state(&stickers.solved).as_ref(), Some(&alike.definition().solved));
        // A piece that looks the same in all orientations has none that can be known.
        let row = &mut stickers.solved.orbits[0].pieces;
        slots[0].iter().for_each(|&point| row[point as usize] = 0);
        assert!(StickerPieces::find(&stickers).is_none());
    }
}
