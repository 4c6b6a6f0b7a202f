//! Enumeration of sequences: all below a prefix in the order of words, or random ones.
//!
//! Start at [`Course`], which holds the moves and which of them may follow which, and at [`Walker`]. The walk keeps one element for
//! each move of the sequence, so that every further sequence costs one product.

use super::elements::{Element, Step};
use super::tally::{Row, Scratch, Subject, Tally};
use permutant_group::random::below;
use permutant_search::limits::{Control, StopReason};
use permutant_search::sequences::{Node, Sequences as Automaton};
use permutant_search::space::MoveId;
use rand_core::Rng;

/// The moves, their costs, and the sequences that count.
pub(super) struct Course {
    pub(super) steps: Vec<Vec<Step>>,
    pub(super) costs: Vec<u32>,
    /// Determines which move may come next; without it, any move may.
    pub(super) canonical: Option<Automaton>,
}

/// The point from which the walk continues: a node of the automaton, if there is one.
type Place = Option<Node>;

impl Course {
    fn start(&self) -> Place {
        self.canonical.as_ref().map(Automaton::start)
    }

    /// The node after a move; `None` if the move must not follow here.
    #[inline]
    fn after(&self, place: Place, m: usize) -> Option<Place> {
        match (&self.canonical, place) {
            (Some(automaton), Some(node)) => automaton.after(node, MoveId(m as u16)).map(Some),
            _ => Some(None),
        }
    }

    /// All sequences of up to `moves` moves and a cost of at most `cost`, in the order of words.
    pub(super) fn prefixes(&self, moves: usize, cost: u32) -> Vec<Vec<u16>> {
        let mut found = Vec::new();
        let mut stack = vec![(Vec::new(), self.start(), 0)];
        while let Some((path, place, spent)) = stack.pop() {
            if path.len() < moves {
                for m in (0..self.costs.len()).rev() {
                    let Some(next) = self.after(place, m) else { continue };
                    let total = self.costs[m].saturating_add(spent);
                    if total <= cost {
                        let longer: Vec<u16> = path.iter().copied().chain([m as u16]).collect();
                        stack.push((longer, next, total));
                    }
                }
            }
            found.push(path);
        }
        found
    }
}

/// Number of sequences between two checks whether to stop.
const BETWEEN_LOOKS: u32 = 1 << 12;

/// One thread's walk and its counts.
pub(super) struct Walker<'a, E, R> {
    subject: &'a Subject<'a>,
    course: &'a Course,
    control: &'a Control<'a>,
    /// Maximum number of different cycle types and orders that are kept.
    most_entries: usize,
    scratch: Scratch<R>,
    /// By cost.
    pub(super) tallies: Vec<Tally<R>>,
    /// The effect of the sequence after each of its moves; the first entry is the identity.
    elements: Vec<E>,
    since_look: u32,
}

impl<'a, E: Element, R: Row> Walker<'a, E, R> {
    pub(super) fn new(
        subject: &'a Subject<'a>,
        course: &'a Course,
        control: &'a Control<'a>,
        most_entries: usize,
    ) -> Self {
        let elements = vec![E::identity(subject.layout.slots())];
        let scratch = Scratch::new(subject);
        Walker {
            subject,
            course,
            control,
            most_entries,
            scratch,
            tallies: Vec::new(),
            elements,
            since_look: 0,
        }
    }

    fn look(&mut self) -> Result<(), StopReason> {
        self.since_look += 1;
        if self.since_look < BETWEEN_LOOKS {
            return Ok(());
        }
        self.since_look = 0;
        if self.tallies.iter().map(Tally::entries).sum::<usize>() > self.most_entries {
            return Err(StopReason::Memory);
        }
        self.control.interrupted().map_or(Ok(()), Err)
    }

    /// Computes the effect of the sequence after its move `depth` (from 1), `m`.
    #[inline]
    fn make(&mut self, depth: usize, m: usize) {
        if self.elements.len() == depth {
            self.elements.push(self.elements[0].clone());
        }
        let (before, after) = self.elements.split_at_mut(depth);
        after[0].set_product(&before[depth - 1], &self.course.steps[m]);
    }

    #[inline]
    fn count(&mut self, depth: usize, length: usize, first: impl Fn() -> (u64, Box<[u16]>)) {
        while self.tallies.len() <= length {
            self.tallies.push(Tally::new());
        }
        self.tallies[length].count(self.subject, &mut self.scratch, &self.elements[depth], first);
    }

    /// Counts a prefix and, if requested, all sequences that begin with it, up to a cost.
    pub(super) fn walk(
        &mut self,
        prefix: &[u16],
        task: u64,
        below: bool,
        most: u32,
    ) -> Result<(), StopReason> {
        let (mut place, mut spent) = (self.course.start(), 0);
        for (at, &m) in prefix.iter().enumerate() {
            let m = usize::from(m);
            place = self.course.after(place, m).unwrap_or(None);
            spent += self.course.costs[m];
            self.make(at + 1, m);
        }
        let mut path = prefix.to_vec();
        self.look()?;
        self.count(prefix.len(), spent as usize, || (task, path.clone().into()));
        if !below {
            return Ok(());
        }
        // For each move of the sequence after the prefix: the node before it, the cost so far, and the next move to try.
        let mut stack = vec![(place, spent, 0)];
        while let Some((place, spent, next)) = stack.last_mut() {
            let m = *next;
            if m == self.course.costs.len() {
                stack.pop();
                if !stack.is_empty() {
                    path.pop();
                }
                continue;
            }
            *next += 1;
            let Some(place) = self.course.after(*place, m) else { continue };
            let spent = spent.saturating_add(self.course.costs[m]);
            if spent > most {
                continue;
            }
            self.look()?;
            path.push(m as u16);
            self.make(path.len(), m);
            self.count(path.len(), spent as usize, || (task, path.clone().into()));
            if spent < most {
                stack.push((place, spent, 0));
            } else {
                path.pop();
            }
        }
        Ok(())
    }

    /// Counts a random sequence of the given number of moves, each uniform among those that may follow; it is shorter if no move may
    /// follow.
    pub(super) fn sample<G: Rng>(
        &mut self,
        rng: &mut G,
        moves: usize,
        number: u64,
    ) -> Result<(), StopReason> {
        let mut path = Vec::with_capacity(moves);
        let mut place = self.course.start();
        let mut allowed: Vec<usize> = Vec::new();
        // The sequence so far is at index 1, its continuation at index 2.
        self.elements.truncate(1);
        self.elements.resize(3, self.elements[0].clone());
        for _ in 0..moves {
            allowed.clear();
            allowed.extend((0..self.course.costs.len()).filter(|&m| self.course.after(place, m).is_some()));
            if allowed.is_empty() {
                break;
            }
            let m = allowed[below(rng, allowed.len() as u64) as usize];
            place = self.course.after(place, m).unwrap_or(None);
            self.make(2, m);
            self.elements.swap(1, 2);
            path.push(m as u16);
            self.look()?;
        }
        self.count(1, 0, || (number, path.clone().into()));
        Ok(())
    }
}
