//! Chooses base points one after the other and finds elements that fix the earlier ones, by collisions.
//!
//! Two elements that agree on the base points so far differ by an element that fixes them. The ball has many such
//! pairs. They give every element of the stabilizer that costs up to twice the radius, which supplies deep levels with
//! short words. Minkwitz, "An algorithm for solving the factorization problem in permutation groups" (1998), sifts
//! words in order of length instead; GAP keeps a pool of short words and, like [`Pools`], takes the point that most of
//! them fix as the next base point.

use super::alphabet::{Alphabet, Letter};
use super::ball::Ball;
use super::commutators::commutators;
use super::elements::Elements;
use super::images::{HashedSet, hash, invert, multiply};
use super::levels::Levels;

/// Up to twice the radius of the ball, all words that fix base points are found; from eight quarter turns on, these are
/// the commutators that cubes are solved by.
const FAR: u32 = 3;

/// How the next base point is chosen among those that are still moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    /// The one that most elements of the pool fix.
    MostFixed,
    /// The same, where all elements of one cost count together as much as all of another.
    MostFixedByCost,
    /// The first in number: neighbours follow each other where points were numbered along a track.
    Natural,
}

/// Elements that fix the base points so far, each once.
struct Pool {
    elements: Elements,
    seen: HashedSet,
    /// The first so many are always kept: commutators, which move few points and cost more than others.
    seeds: usize,
}

impl Pool {
    fn new(degree: usize) -> Self {
        Pool { elements: Elements::new(degree), seen: HashedSet::default(), seeds: 0 }
    }

    fn add(&mut self, images: &[u16], word: &[Letter], cost: u32) {
        if self.seen.insert(hash(images)) {
            self.elements.push(images, word, cost);
        }
    }

    /// The seeds and the cheapest `most` of the others, cheapest first.
    fn cheapest(&self, most: usize) -> Vec<u32> {
        let mut order: Vec<u32> = (self.seeds as u32..self.elements.len() as u32).collect();
        order.sort_by_key(|&at| self.elements.cost(at));
        order.truncate(most);
        order.extend(0..self.seeds as u32);
        order.sort_by_key(|&at| self.elements.cost(at));
        order
    }
}

/// What makes the pools.
pub(super) struct Pools<'a> {
    pub(super) alphabet: &'a Alphabet,
    pub(super) ball: &'a Ball,
    /// Elements in a pool, and pairs of the ball and of the pool that go into the next one.
    pub(super) size: usize,
    pub(super) rule: Rule,
}

impl Pools<'_> {
    /// Fills the slots of one level after the other, until a pool is empty. `go_on` is asked before each level.
    /// O(levels × size × degree).
    pub(super) fn run<E>(
        &self,
        levels: &mut Levels,
        mut go_on: impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        let degree = self.alphabet.degree();
        let mut pool = Pool::new(degree);
        // Where the letters are many, the words of the ball are too short to meet in deep levels.
        let seeds = match self.ball.radius() < FAR {
            true => commutators(self.alphabet, self.ball, self.size / 2),
            false => Elements::new(degree),
        };
        for at in 0..seeds.len() as u32 {
            pool.add(seeds.images(at), seeds.word(at), seeds.cost(at));
        }
        pool.seeds = pool.elements.len();
        let mut word = Vec::new();
        for at in 1..self.ball.len().min(2 * self.size) as u32 {
            word.clear();
            self.ball.append_word(at, &mut word);
            pool.add(self.ball.images(at), &word, self.ball.cost(at));
        }
        let mut order = pool.cheapest(2 * self.size);
        let mut groups = vec![(0..self.ball.len() as u32).collect::<Vec<u32>>()];
        while let Some(base) = self.choose(&pool.elements, &order) {
            go_on()?;
            levels.push_level(base);
            for &at in &order {
                let elements = &pool.elements;
                if elements.images(at)[usize::from(base)] != base {
                    let (images, word) = (elements.images(at), elements.word(at));
                    levels.offer(self.alphabet, images, word, elements.cost(at));
                }
            }
            groups = self.split(&groups, base);
            pool = self.stabilize(&pool, &order, &groups, base);
            order = pool.cheapest(self.size);
        }
        Ok(())
    }

    fn choose(&self, elements: &Elements, order: &[u32]) -> Option<u16> {
        let degree = self.alphabet.degree();
        let mut fixed = vec![0u64; degree];
        let mut total = 0;
        for class in order.chunk_by(|&a, &b| elements.cost(a) == elements.cost(b)) {
            const WHOLE: u64 = 1 << 32;
            let weight = if self.rule == Rule::MostFixedByCost { WHOLE / class.len() as u64 } else { 1 };
            for &at in class {
                total += weight;
                for (point, &image) in elements.images(at).iter().enumerate() {
                    fixed[point] += if usize::from(image) == point { weight } else { 0 };
                }
            }
        }
        let moved = (0..degree).filter(|&point| fixed[point] < total);
        let chosen = match self.rule {
            Rule::Natural => moved.min(),
            _ => moved.max_by_key(|&point| (fixed[point], std::cmp::Reverse(point))),
        };
        chosen.map(|point| point as u16)
    }

    /// Elements of the ball that agree on one more base point, where there are several.
    fn split(&self, groups: &[Vec<u32>], base: u16) -> Vec<Vec<u32>> {
        let mut parts: Vec<Vec<u32>> = vec![Vec::new(); self.alphabet.degree()];
        let mut next = Vec::new();
        for group in groups {
            for &at in group {
                parts[usize::from(self.ball.images(at)[usize::from(base)])].push(at);
            }
            for &at in group {
                let part = &mut parts[usize::from(self.ball.images(at)[usize::from(base)])];
                match part.len() {
                    0 | 1 => part.clear(),
                    _ => next.push(std::mem::take(part)),
                }
            }
        }
        next
    }

    /// The pool of the next level.
    fn stabilize(&self, pool: &Pool, order: &[u32], groups: &[Vec<u32>], base: u16) -> Pool {
        let degree = self.alphabet.degree();
        let mut next = Pool::new(degree);
        next.seen.insert(hash(&(0..degree).map(|point| point as u16).collect::<Vec<_>>()));
        let mut by_image: Vec<Vec<u32>> = vec![Vec::new(); degree];
        for &at in order {
            let is_seed = (at as usize) < pool.seeds;
            if is_seed && pool.elements.images(at)[usize::from(base)] == base {
                next.add(pool.elements.images(at), pool.elements.word(at), pool.elements.cost(at));
            }
        }
        next.seeds = next.elements.len();
        for &at in order {
            let image = pool.elements.images(at)[usize::from(base)];
            if image == base {
                next.add(pool.elements.images(at), pool.elements.word(at), pool.elements.cost(at));
            } else {
                by_image[usize::from(image)].push(at);
            }
        }
        let (mut inverse, mut product) = (vec![0; degree], vec![0; degree]);
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for (i, j) in cheapest_pairs(groups, |at| self.ball.cost(at), self.size) {
            invert(self.ball.images(j), &mut inverse);
            multiply(self.ball.images(i), &inverse, &mut product);
            left.clear();
            right.clear();
            self.ball.append_word(i, &mut left);
            self.ball.append_word(j, &mut right);
            let word = self.alphabet.quotient(&left, &right);
            next.add(&product, &word, self.alphabet.cost(&word));
        }
        if next.elements.len() < self.size {
            for (i, j) in cheapest_pairs(&by_image, |at| pool.elements.cost(at), self.size) {
                invert(pool.elements.images(j), &mut inverse);
                multiply(pool.elements.images(i), &inverse, &mut product);
                let word = self.alphabet.quotient(pool.elements.word(i), pool.elements.word(j));
                next.add(&product, &word, self.alphabet.cost(&word));
            }
        }
        next
    }
}

/// Pairs out of lists that are sorted by cost, those with the cheapest sums, `most` at most.
fn cheapest_pairs(lists: &[Vec<u32>], cost: impl Fn(u32) -> u32, most: usize) -> Vec<(u32, u32)> {
    // How many pairs there are of each sum.
    let mut counts: Vec<u64> = Vec::new();
    for list in lists {
        let classes: Vec<(u32, u64)> = list
            .chunk_by(|&a, &b| cost(a) == cost(b))
            .map(|class| (cost(class[0]), class.len() as u64))
            .collect();
        for (at, &(a, m)) in classes.iter().enumerate() {
            for &(b, n) in &classes[at..] {
                let sum = (a + b) as usize;
                if counts.len() <= sum {
                    counts.resize(sum + 1, 0);
                }
                counts[sum] += if a == b { m * (m - 1) / 2 } else { m * n };
            }
        }
    }
    let mut total = 0;
    let limit = counts.iter().position(|&count| {
        total += count;
        total >= most as u64
    });
    let limit = limit.unwrap_or(counts.len()) as u32;
    // All pairs below the limit, and as many at the limit as there is room for.
    let (mut pairs, mut last) = (Vec::new(), Vec::new());
    for list in lists {
        for (at, &i) in list.iter().enumerate() {
            if 2 * cost(i) > limit {
                break;
            }
            for &j in &list[at + 1..] {
                match (cost(i) + cost(j)).cmp(&limit) {
                    std::cmp::Ordering::Less => pairs.push((i, j)),
                    std::cmp::Ordering::Equal if last.len() < most => last.push((i, j)),
                    std::cmp::Ordering::Equal => {}
                    std::cmp::Ordering::Greater => break,
                }
            }
        }
    }
    last.truncate(most.saturating_sub(pairs.len()));
    pairs.extend(last);
    pairs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cheapest_pairs_come_whatever_list_they_are_in() {
        let costs = [1, 2, 2, 5, 0, 3, 3];
        let lists = [vec![0, 1, 2, 3], vec![4, 5, 6]];
        let cost = |at: u32| costs[at as usize];
        let sums = |most: usize| {
            let mut sums: Vec<u32> =
                cheapest_pairs(&lists, cost, most).iter().map(|&(i, j)| cost(i) + cost(j)).collect();
            sums.sort_unstable();
            sums
        };
        assert_eq!(sums(100), [3, 3, 3, 3, 4, 6, 6, 7, 7]);
        assert_eq!(sums(5), [3, 3, 3, 3, 4]);
        assert_eq!(sums(3), [3, 3, 3]);
        assert_eq!(sums(0), []);
    }
}
