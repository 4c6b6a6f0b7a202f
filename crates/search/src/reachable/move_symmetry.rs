//! Symmetries of a puzzle, found from the effects of its moves: permutations of the moves that a relabelling of all
//! states induces.
//!
//! Start at [`MoveSymmetries::find`]. A permutation π of the moves is a symmetry if there is a map α of the states that
//! fixes the solved one and satisfies α(s·m) = α(s)·π(m). The solved state then determines α, so π is tested by
//! following the moves through coordinates that determine the state, and rejected if two paths to a value disagree. The
//! method uses neither geometry nor names; rotations and reflections of a solid are among the symmetries it finds.
//! Candidates are built move by move and pruned by the orders of the products of two moves.

use super::coordinate::Coordinate;
use super::move_set::{Making, MoveSet};
use permutant_puzzle::transformation::Transformation;
use std::collections::HashMap;

/// Greatest number of elements in a group of symmetries: beyond this, those found so far are used.
const MOST: usize = 512;

/// Greatest number of permutations that are tested by following moves, and of partial ones that are examined.
const MOST_TRIED: usize = 4096;
const MOST_PARTIAL: usize = 1 << 18;

/// Which symmetries of the moves a numbering uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymmetryUse {
    /// None.
    None,
    /// Those of the division into rows and places that promises the shortest count.
    IfFaster,
    /// As many as any of these divisions has, whatever the count takes.
    Most,
}

/// A group of symmetries of a set of moves. Element 0 is the identity.
#[derive(Clone, Debug)]
pub struct MoveSymmetries {
    /// By element: the move that each move becomes.
    elements: Vec<Vec<u16>>,
    /// `product[first * count + second]`: first, then second.
    product: Vec<u16>,
    /// Elements that generate all.
    generators: Vec<usize>,
}

/// The action of a symmetry on the values of coordinates, coordinate by coordinate.
pub(crate) type Action = Vec<Vec<u32>>;

impl MoveSymmetries {
    /// The identity alone.
    pub fn none(moves: &MoveSet) -> Self {
        let identity = (0..moves.len() as u16).collect();
        MoveSymmetries { elements: vec![identity], product: vec![0], generators: Vec::new() }
    }

    /// The symmetries that act on each of the coordinates.
    pub fn find(moves: &MoveSet, coordinates: &[&Coordinate]) -> Self {
        MoveSymmetries::find_where(moves, |permutation| {
            coordinates.iter().all(|coordinate| action(coordinate, moves, permutation).is_some())
        })
    }

    /// The permutations of the moves that satisfy a condition, which products of such satisfy too. Each that is found generates a larger
    /// group; only those outside it are tried.
    pub(super) fn find_where(moves: &MoveSet, mut holds: impl FnMut(&[u16]) -> bool) -> Self {
        let mut found = MoveSymmetries::none(moves);
        let mut search = Search::new(moves);
        search.run(&mut |permutation| {
            if found.elements.iter().any(|known| known == permutation) {
                return false;
            }
            if holds(permutation) {
                found.add(permutation);
            }
            found.elements.len() >= MOST
        });
        found
    }

    /// The images of all moves under a symmetry.
    pub(super) fn permutation(&self, element: usize) -> &[u16] {
        &self.elements[element]
    }

    /// Number of symmetries, including the identity.
    pub fn count(&self) -> usize {
        self.elements.len()
    }

    /// The image of a move.
    pub fn image(&self, element: usize, m: usize) -> usize {
        usize::from(self.elements[element][m])
    }

    /// The product of two symmetries: first one, then the other.
    pub fn then(&self, first: usize, second: usize) -> usize {
        usize::from(self.product[first * self.elements.len() + second])
    }

    /// The inverse of a symmetry.
    pub fn inverse(&self, element: usize) -> usize {
        (0..self.count()).find(|&other| self.then(element, other) == 0).unwrap_or(0)
    }

    /// Elements that generate the group.
    pub fn generators(&self) -> &[usize] {
        &self.generators
    }

    /// The action of each generator on the values of a coordinate.
    pub(crate) fn actions(&self, coordinate: &Coordinate, moves: &MoveSet) -> Action {
        let identity = || (0..coordinate.size() as u32).collect();
        (self.generators.iter())
            .map(|&element| action(coordinate, moves, &self.elements[element]).unwrap_or_else(identity))
            .collect()
    }

    /// The action of every element on the values of a coordinate, computed from the generators.
    pub(crate) fn all_actions(&self, coordinate: &Coordinate, moves: &MoveSet) -> Action {
        let by_generator = self.actions(coordinate, moves);
        let mut all: Action = vec![Vec::new(); self.count()];
        all[0] = (0..coordinate.size() as u32).collect();
        let mut open = vec![0];
        while let Some(element) = open.pop() {
            for (&generator, action) in self.generators.iter().zip(&by_generator) {
                let next = self.then(element, generator);
                if all[next].is_empty() {
                    all[next] = all[element].iter().map(|&value| action[value as usize]).collect();
                    open.push(next);
                }
            }
        }
        all
    }

    /// Adds a permutation and all its products with the elements present.
    fn add(&mut self, permutation: &[u16]) {
        self.elements.push(permutation.to_vec());
        self.generators.push(self.elements.len() - 1);
        let mut number: HashMap<Vec<u16>, usize> =
            self.elements.iter().cloned().enumerate().map(|(at, element)| (element, at)).collect();
        let generators: Vec<Vec<u16>> = self.generators.iter().map(|&at| self.elements[at].clone()).collect();
        let product = |a: &[u16], b: &[u16]| a.iter().map(|&m| b[usize::from(m)]).collect::<Vec<u16>>();
        let mut at = 0;
        while at < self.elements.len() {
            for generator in &generators {
                let next = product(&self.elements[at], generator);
                if !number.contains_key(&next) {
                    number.insert(next.clone(), self.elements.len());
                    self.elements.push(next);
                }
            }
            at += 1;
        }
        self.product = (self.elements.iter())
            .flat_map(|a| self.elements.iter().map(|b| number[&product(a, b)] as u16).collect::<Vec<u16>>())
            .collect();
    }
}

/// The map of the values of a coordinate that a permutation of the moves induces, if there is one.
fn action(coordinate: &Coordinate, moves: &MoveSet, permutation: &[u16]) -> Option<Vec<u32>> {
    let mut image = vec![u32::MAX; coordinate.size()];
    image[0] = 0;
    let direct: Vec<(usize, usize)> = moves.direct().map(|m| (m, usize::from(permutation[m]))).collect();
    for value in 0..coordinate.size() as u32 {
        // Every value comes after one from which it is reached, so its image is known here.
        let here = image[value as usize];
        for &(m, becomes) in &direct {
            let (to, expected) = (coordinate.after(value, m) as usize, coordinate.after(here, becomes));
            if image[to] == u32::MAX {
                image[to] = expected;
            } else if image[to] != expected {
                return None;
            }
        }
    }
    Some(image)
}

/// Enumerates permutations of the moves that could be symmetries.
struct Search<'a> {
    moves: &'a MoveSet,
    /// `orders[a * moves + b]`: order of a, then b.
    orders: Vec<Option<u64>>,
    number: HashMap<&'a Transformation, usize>,
    direct: Vec<usize>,
    partial: usize,
    tried: usize,
}

impl<'a> Search<'a> {
    fn new(moves: &'a MoveSet) -> Self {
        let all = moves.moves();
        let orders = all.iter().flat_map(|a| all.iter().map(|b| a.change.then(&b.change).order())).collect();
        let number = all.iter().enumerate().map(|(at, m)| (&m.change, at)).collect();
        Search { moves, orders, number, direct: moves.direct().collect(), partial: 0, tried: 0 }
    }

    /// Passes each candidate to the callback until the callback returns that it has enough.
    fn run(&mut self, found: &mut dyn FnMut(&[u16]) -> bool) {
        let mut images = Vec::with_capacity(self.direct.len());
        self.extend(&mut images, found);
    }

    /// Returns true if the callback has enough.
    fn extend(&mut self, images: &mut Vec<usize>, found: &mut dyn FnMut(&[u16]) -> bool) -> bool {
        if images.len() == self.direct.len() {
            self.tried += 1;
            return self.whole(images).is_some_and(|permutation| found(&permutation))
                || self.tried > MOST_TRIED;
        }
        let m = self.direct[images.len()];
        for image in 0..self.moves.len() {
            self.partial += 1;
            if self.partial > MOST_PARTIAL {
                return true;
            }
            if self.fits(m, image, images) {
                images.push(image);
                if self.extend(images, found) {
                    return true;
                }
                images.pop();
            }
        }
        false
    }

    fn fits(&self, m: usize, image: usize, images: &[usize]) -> bool {
        let all = self.moves.moves();
        let order = |a: usize, b: usize| self.orders[a * all.len() + b];
        all[m].cost == all[image].cost
            && order(m, m) == order(image, image)
            && all[m].change.order() == all[image].change.order()
            && self.direct.iter().zip(images).all(|(&other, &becomes)| {
                becomes != image
                    && order(other, m) == order(becomes, image)
                    && order(all[other].inverse, m) == order(all[becomes].inverse, image)
            })
    }

    /// The permutation of all moves that images of the direct ones induce.
    fn whole(&self, images: &[usize]) -> Option<Vec<u16>> {
        let all = self.moves.moves();
        let mut permutation = vec![0_u16; all.len()];
        let mut images = images.iter();
        for (m, making) in self.moves.making().iter().enumerate() {
            let image = match *making {
                Making::Direct => *images.next()?,
                Making::Inverse(of) => all[usize::from(permutation[of])].inverse,
                Making::Product(a, b) => {
                    let (a, b) = (usize::from(permutation[a]), usize::from(permutation[b]));
                    *self.number.get(&all[a].change.then(&all[b].change))?
                }
            };
            if all[image].cost != all[m].cost {
                return None;
            }
            permutation[m] = image as u16;
        }
        let mut seen = vec![false; all.len()];
        let once = permutation.iter().all(|&image| !std::mem::replace(&mut seen[usize::from(image)], true));
        once.then_some(permutation)
    }
}
