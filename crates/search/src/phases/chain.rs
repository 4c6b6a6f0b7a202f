//! The order in which moves are left out, and which pieces each phase solves.

/// Greatest number of positions of the pieces of a phase: what a search without a table of all of them does in milliseconds.
const MOST_POSITIONS: f64 = 1e10;

/// What moves and slots have to do with each other. Slots of all orbits are numbered together.
#[derive(Debug)]
pub(super) struct Layout {
    /// For each move, whatever its amount, the slots that it touches.
    pub(super) touched: Vec<Vec<bool>>,
    /// For each slot, its orbit and the orientations of a piece.
    pub(super) slots: Vec<(usize, u16)>,
}

/// A phase: moves that are still allowed, and the slots whose pieces it solves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) bases: Vec<usize>,
    pub(super) pieces: Vec<usize>,
}

impl Layout {
    /// The slots that some of these moves touch.
    pub(super) fn reached(&self, bases: &[usize]) -> Vec<bool> {
        (0..self.slots.len()).map(|slot| bases.iter().any(|&base| self.touched[base][slot])).collect()
    }

    /// The number of positions of some pieces in the slots that these moves reach.
    fn positions(&self, pieces: &[usize], reached: &[bool]) -> f64 {
        let mut free: Vec<f64> = Vec::new();
        for (slot, &(orbit, _)) in self.slots.iter().enumerate() {
            free.resize(free.len().max(orbit + 1), 0.0);
            free[orbit] += f64::from(u8::from(reached[slot]));
        }
        pieces.iter().fold(1.0, |product, &piece| {
            let (orbit, orientations) = self.slots[piece];
            free[orbit] -= 1.0;
            product * (free[orbit] + 1.0) * f64::from(orientations)
        })
    }

    /// The two moves that touch the latest slots and have some in common, by the mean number of their slots. Other slots come last.
    pub(super) fn last(&self, order: &[usize]) -> Option<[usize; 2]> {
        let late = |slot: usize| order.iter().position(|&other| other == slot).unwrap_or(order.len());
        let bases = 0..self.touched.len();
        let pairs = bases.clone().flat_map(|one| (0..one).map(move |other| [one, other]));
        let share = |pair: &[usize; 2]| {
            self.touched[pair[0]].iter().zip(&self.touched[pair[1]]).any(|(one, other)| *one && *other)
        };
        let mean = |pair: &[usize; 2]| {
            let reached = self.reached(pair);
            let slots: Vec<usize> = (0..reached.len()).filter(|&slot| reached[slot]).collect();
            slots.iter().map(|&slot| late(slot)).sum::<usize>() * 1000 / slots.len().max(1)
        };
        pairs.filter(share).max_by_key(mean)
    }

    /// Phases that leave out `first`, then always the move without which most pieces have to be solved, so that the moves that are left
    /// share pieces. Ends where no move can be left out without solving too much at once, or the last moves are left.
    pub(super) fn chain(&self, first: usize, last: &[usize]) -> Vec<Plan> {
        let mut bases: Vec<usize> = (0..self.touched.len()).filter(|&base| base != first).collect();
        let all: Vec<usize> = (0..self.touched.len()).collect();
        let mut plans: Vec<Plan> = Vec::new();
        let mut plan = Plan { pieces: self.only(&all, &bases), bases: all };
        while bases.len() > last.len() {
            let begin = self.reached(&plan.bases);
            let without = |base: usize| -> Vec<usize> {
                bases.iter().copied().filter(|&other| other != base).collect()
            };
            let mut choices: Vec<(usize, Vec<usize>)> =
                bases.iter().map(|&base| (base, self.only(&bases, &without(base)))).collect();
            choices.retain(|(base, _)| !last.contains(base));
            choices.sort_by_key(|(_, pieces)| std::cmp::Reverse(pieces.len()));
            let fits = |(_, new): &(usize, Vec<usize>)| {
                let pieces: Vec<usize> = plan.pieces.iter().chain(new).copied().collect();
                self.positions(&pieces, &begin) <= MOST_POSITIONS
            };
            match choices.iter().find(|choice| fits(choice)) {
                Some((base, new)) if plan.pieces.is_empty() || new.len() == choices[0].1.len() => {
                    plan.pieces.extend(new);
                    bases = without(*base);
                }
                _ if plan.pieces.is_empty() => break,
                _ => {
                    plans.push(plan);
                    plan = Plan { bases: bases.clone(), pieces: Vec::new() };
                }
            }
        }
        plans.extend(Some(plan).filter(|plan| !plan.pieces.is_empty()));
        plans.iter_mut().for_each(|plan| plan.pieces.sort_unstable());
        plans
    }

    /// The slots that only the first of these sets of moves touches.
    fn only(&self, all: &[usize], others: &[usize]) -> Vec<usize> {
        let (reached, left) = (self.reached(all), self.reached(others));
        (0..left.len()).filter(|&slot| reached[slot] && !left[slot]).collect()
    }
}
