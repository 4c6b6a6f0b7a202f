//! Words of a sliding puzzle that a search can leave out, because an earlier word has the same effect.
//!
//! Start at [`Sliding::duplicates`]. Words are ordered by length, then by their moves. A word whose effect an earlier one has, from the
//! same slot of the blank, never occurs in the first of all shortest solutions: the earlier one in its place would give an earlier
//! solution. Taylor and Korf (1993) found such words by a search from one state, as here, and forbade them by an automaton.

use super::sliding::Sliding;
use crate::sequences::Sequences;
use crate::space::MoveId;
use std::collections::HashSet;

impl Sliding {
    /// The automaton that leaves out all words whose effect an earlier one has, as far as a search of so many states finds them and so
    /// many nodes hold them.
    pub fn duplicates(&self, most_states: usize, most_nodes: usize) -> Sequences {
        let words = self.duplicate_words(most_states);
        let moves = self.edges.iter().flatten().map(|slide| slide.by.index() + 1).max().unwrap_or(0);
        Sequences::without(&words, moves, most_nodes)
    }

    /// Those words that contain no shorter one, in their order.
    fn duplicate_words(&self, most_states: usize) -> Vec<Vec<MoveId>> {
        let solved: Vec<u8> = (0..self.slots() as u8).collect();
        // By slot of the blank: the arrangements that the words of one length lead to, and all that shorter words lead to.
        let mut rims: Vec<Vec<(Vec<u8>, Vec<MoveId>)>> =
            solved.iter().map(|_| vec![(solved.clone(), Vec::new())]).collect();
        let mut seen: Vec<HashSet<Vec<u8>>> =
            solved.iter().map(|_| HashSet::from([solved.clone()])).collect();
        let mut duplicates = Vec::new();
        let mut known: HashSet<Vec<MoveId>> = HashSet::new();
        let mut states = 0;
        while states < most_states && rims.iter().any(|rim| !rim.is_empty()) {
            let mut found = Vec::new();
            for ((start, rim), seen) in (0..).zip(&mut rims).zip(&mut seen) {
                let mut next = Vec::new();
                for (arrangement, word) in rim.iter() {
                    let blank = arrangement.iter().position(|&from| from == start).unwrap_or(0);
                    for slide in &self.edges[blank] {
                        let longer: Vec<MoveId> = word.iter().copied().chain([slide.by]).collect();
                        if (1..longer.len()).any(|at| known.contains(&longer[at..])) {
                            continue;
                        }
                        let mut after = arrangement.clone();
                        after.swap(usize::from(slide.from), usize::from(slide.to));
                        if seen.insert(after.clone()) {
                            next.push((after, longer));
                        } else {
                            found.push(longer);
                        }
                    }
                }
                states += next.len();
                *rim = next;
            }
            found.sort_unstable();
            found.dedup();
            known.extend(found.iter().cloned());
            duplicates.extend(found);
        }
        duplicates
    }
}
