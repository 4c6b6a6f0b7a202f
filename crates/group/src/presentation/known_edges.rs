//! Relators that determine an action: a coset enumeration whose result is known beforehand.
//!
//! Start at [`KnownEdges`]. A group acts on points that stand for the cosets of a subgroup. An edge, a point and a generator, is known
//! if it follows from definitions (the edges of a tree), from the generators of the subgroup, and from the relators found so far. While one
//! is unknown, the cycle that it closes becomes a relator, and all that follows from this is deduced. In the end the relators leave
//! an enumeration no choice, which proves them to be enough (Cannon, "Construction of defining relators for finite groups", 1973).

use super::low_index::StoppedError;
use super::word::Word;
use crate::orbit::Letter;
use crate::permutation::Permutation;
use std::collections::BTreeSet;

/// The action of generators on the orbit of point 0, and which of its edges are known.
#[derive(Clone, Debug)]
pub(super) struct KnownEdges {
    /// By letter (generators alternate with their inverses): the images of the points.
    images: Vec<Vec<u32>>,
    /// By point, then by letter.
    known: Vec<bool>,
    /// Known edges of which the consequences have not been looked at.
    pending: Vec<(u32, usize)>,
    /// By letter: the cyclic conjugates of relators and their inverses that begin with it.
    beginning_with: Vec<Vec<Vec<usize>>>,
    seen: BTreeSet<Vec<usize>>,
}

/// Shortest words from the root to the points of its orbit.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// The orbit, nearest points first.
    pub(super) points: Vec<u32>,
    /// By point; `None` outside the orbit.
    pub(super) words: Vec<Option<Word>>,
}

fn letter(number: usize) -> Letter {
    let generator = (number / 2) as u32;
    if number.is_multiple_of(2) { Letter::forward(generator) } else { Letter::backward(generator) }
}

fn number(letter: Letter) -> usize {
    letter.generator() * 2 + usize::from(letter.is_inverse())
}

impl KnownEdges {
    /// The action of the generators on this many points. Nothing is known yet.
    pub(super) fn new(generators: &[Permutation], degree: usize) -> Self {
        let images =
            |permutation: &Permutation| (0..degree as u32).map(|point| permutation.image(point)).collect();
        let both = generators.iter().flat_map(|generator| [images(generator), images(&generator.inverse())]);
        let images: Vec<Vec<u32>> = both.collect();
        let letters = images.len();
        KnownEdges {
            images,
            known: vec![false; degree * letters],
            pending: Vec::new(),
            beginning_with: vec![Vec::new(); letters],
            seen: BTreeSet::new(),
        }
    }

    /// A tree of shortest words from a point, whose edges become known.
    pub(super) fn tree(&mut self, root: u32) -> Tree {
        let degree = self.known.len().checked_div(self.images.len()).unwrap_or(1).max(root as usize + 1);
        let mut tree = Tree { points: vec![root], words: vec![None; degree] };
        tree.words[root as usize] = Some(Word::empty());
        let mut at = 0;
        while let Some(&point) = tree.points.get(at) {
            at += 1;
            for column in 0..self.images.len() {
                let image = self.images[column][point as usize];
                if tree.words[image as usize].is_none() {
                    let mut word = tree.words[point as usize].clone().unwrap_or_default();
                    word.push(letter(column));
                    tree.words[image as usize] = Some(word);
                    tree.points.push(image);
                    self.learn(point, column);
                }
            }
        }
        tree
    }

    /// Makes the edge of a generator at a point known.
    pub(super) fn learn_generator(&mut self, point: u32, generator: usize) {
        self.learn(point, 2 * generator);
    }

    fn learn(&mut self, point: u32, column: usize) {
        let letters = self.images.len();
        if !std::mem::replace(&mut self.known[point as usize * letters + column], true) {
            let image = self.images[column][point as usize];
            self.known[image as usize * letters + (column ^ 1)] = true;
            self.pending.push((point, column));
        }
    }

    fn knows(&self, point: u32, column: usize) -> bool {
        self.known[point as usize * self.images.len() + column]
    }

    /// Adds a relator, and deduces what follows from it. O(points · length² of the relator) and the consequences.
    pub(super) fn add(&mut self, relator: &Word, points: &[u32]) {
        let word: Vec<usize> =
            relator.cyclically_reduced().letters().iter().map(|&letter| number(letter)).collect();
        let inverse: Vec<usize> = word.iter().rev().map(|column| column ^ 1).collect();
        for word in [&word, &inverse] {
            for start in 0..word.len() {
                let conjugate = [&word[start..], &word[..start]].concat();
                if self.seen.insert(conjugate.clone()) {
                    self.beginning_with[conjugate[0]].push(conjugate);
                }
            }
        }
        for &point in points {
            self.scan(point, &word);
        }
        self.deduce();
    }

    /// Deduces all that follows from what became known.
    pub(super) fn deduce(&mut self) {
        while let Some((point, column)) = self.pending.pop() {
            let words = std::mem::take(&mut self.beginning_with[column]);
            words.iter().for_each(|word| self.scan(point, word));
            self.beginning_with[column] = words;
        }
    }

    /// Follows a relator from both ends. If a single edge is unknown, it becomes known.
    fn scan(&mut self, point: u32, word: &[usize]) {
        let (mut front, mut from) = (point, 0);
        while from < word.len() && self.knows(front, word[from]) {
            front = self.images[word[from]][front as usize];
            from += 1;
        }
        let (mut back, mut to) = (point, word.len());
        while to > from && self.knows(back, word[to - 1] ^ 1) {
            back = self.images[word[to - 1] ^ 1][back as usize];
            to -= 1;
        }
        if to == from + 1 {
            self.learn(front, word[from]);
        }
    }

    /// Adds relators until every edge of the orbit is known, those of short cycles first. `rest` is what remains of a cycle at the
    /// root: the element of the subgroup that the word to a point, a generator and the way back make, as a word. `go_on` is called for every relator.
    ///
    /// # Errors
    /// What `rest` returned, and if `go_on` returned false.
    pub(super) fn complete<E: From<StoppedError>>(
        &mut self,
        tree: &Tree,
        rest: impl Fn(&Word) -> Result<Word, E>,
        go_on: &mut dyn FnMut() -> bool,
    ) -> Result<Vec<Word>, E> {
        self.deduce();
        let way = |point: u32| tree.words[point as usize].as_ref();
        let length = |point: u32| way(point).map_or(0, Word::len);
        let mut open: Vec<(usize, u32, usize)> = Vec::new();
        for &point in &tree.points {
            for column in (0..self.images.len()).step_by(2) {
                if !self.knows(point, column) {
                    let image = self.images[column][point as usize];
                    open.push((length(point) + length(image), point, column));
                }
            }
        }
        // A stable sort: of cycles of one length those near the root come first.
        open.sort_by_key(|&(length, ..)| length);
        let mut relators = Vec::new();
        for (_, point, column) in open {
            let (false, Some(to), Some(back)) =
                (self.knows(point, column), way(point), way(self.images[column][point as usize]))
            else {
                continue;
            };
            if !go_on() {
                return Err(StoppedError.into());
            }
            let mut cycle = to.clone();
            cycle.push(letter(column));
            let cycle = cycle.then(&back.inverse());
            let relator = cycle.then(&rest(&cycle)?.inverse()).cyclically_reduced();
            self.add(&relator, &tree.points);
            relators.push(relator);
        }
        Ok(relators)
    }

    /// Whether every edge at these points is known.
    pub(super) fn is_complete(&self, points: &[u32]) -> bool {
        points.iter().all(|&point| (0..self.images.len()).all(|column| self.knows(point, column)))
    }
}
