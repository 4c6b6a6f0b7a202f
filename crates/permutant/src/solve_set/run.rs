//! Work on many states within one time, on several threads.
//!
//! Start at [`Run`]. Each state gets a share of the time that is left, in proportion to its places, since longer answers have more to
//! gain; what it does not use goes to those that follow. States without an answer come first, small ones before large ones. Time that is
//! left after all goes to those that used their share up, as many as can have at least twice as much ([`Queue::refill`]).

use super::attempt::{Allowed, Case, Ending, SetAnswer, Solvers};
use super::set::PuzzleSet;
use crate::tables::TableSource;
use permutant_search::limits::Control;
use permutant_search::threads::on_threads;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

/// What happened.
#[derive(Clone, Debug)]
pub enum Event {
    /// A puzzle was recognised.
    Recognised {
        /// Its number.
        puzzle: usize,
        /// As what.
        what: String,
    },
    /// A state has its first answer, or a shorter one.
    Answer {
        /// The number of the state.
        task: usize,
        /// The answer.
        answer: SetAnswer,
    },
    /// The work on a state ended for good.
    Ended {
        /// The number of the state.
        task: usize,
        /// How.
        ending: Ending,
    },
}

/// Work on states of a set.
pub struct Run<'a> {
    /// The set.
    pub set: &'a PuzzleSet,
    /// The numbers of the states.
    pub chosen: &'a [usize],
    /// The lengths of answers that are known, by the number of the state.
    pub known: &'a HashMap<usize, usize>,
    /// The source of tables.
    pub tables: &'a dyn TableSource,
    /// The time for all states; without it, each gets the answer that comes first.
    pub time: Option<Duration>,
    /// The time since the work began.
    pub clock: &'a (dyn Fn() -> Duration + Sync),
    /// Stops the work soon after it becomes true.
    pub cancel: &'a AtomicBool,
    /// The number of states that are solved at once.
    pub threads: usize,
    /// The memory for each of them.
    pub max_memory: u64,
}

impl std::fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("chosen", &self.chosen).field("time", &self.time).finish_non_exhaustive()
    }
}

/// The time of a run that is worth building tables.
const WORTH_BUILDING: Duration = Duration::from_secs(120);

/// The seconds that building one may take on one core, and how many times longer the run must be if it takes more.
const SECONDS_TO_BUILD: u64 = 60;
const TIMES_TO_BUILD: u64 = 3;

/// A puzzle with a goal, once one of its states was begun.
type Group<'a> = OnceLock<Result<Case<'a>, String>>;

/// A state that used up its share of the time.
struct Late {
    task: usize,
    ending: Ending,
    share: Duration,
    /// The part of its answer above the lower bound, which may be gained; all of it if there is no answer.
    gap: f64,
}

/// The states that wait, and the weight of all of them; those that more time may help.
struct Queue {
    waiting: std::vec::IntoIter<usize>,
    weight: f64,
    late: Vec<Late>,
}

impl Queue {
    /// Lets those states wait again that have most to gain, as many as `time` has twice their shares for.
    fn refill(&mut self, time: Duration) -> Vec<usize> {
        self.late.sort_by(|a, b| b.gap.total_cmp(&a.gap));
        let mut needed = Duration::ZERO;
        let fits = |late: &&Late| {
            needed += late.share * 2;
            needed <= time
        };
        let count = self.late.iter().take_while(fits).count();
        self.late.drain(..count).map(|late| late.task).collect()
    }
}

/// The solvers of the groups, and how many of their states wait or are worked on.
struct Kept<'c> {
    solvers: Vec<(Option<Arc<Solvers<'c>>>, usize)>,
    /// A group of which no state waits, and whose solvers are kept in case that one does again.
    idle: Option<usize>,
}

impl<'c> Kept<'c> {
    /// The solvers of a group, made if they are not kept.
    fn of(&mut self, group: usize, make: impl FnOnce() -> Solvers<'c>) -> Arc<Solvers<'c>> {
        if self.solvers[group].0.is_none() {
            self.drop_idle();
        }
        Arc::clone(self.solvers[group].0.get_or_insert_with(|| Arc::new(make())))
    }

    fn drop_idle(&mut self) {
        if let Some(idle) = self.idle.take()
            && self.solvers[idle].1 == 0
        {
            self.solvers[idle].0 = None;
        }
    }

    /// What a solver keeps is only of use to states of the same group.
    fn leave(&mut self, group: usize) {
        self.solvers[group].1 -= 1;
        if self.solvers[group].1 == 0 && self.idle != Some(group) {
            self.drop_idle();
            self.idle = Some(group);
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Run<'_> {
    /// Solves the states, and tells what happens. Answers of one state come in order, each shorter than the one before and than the one
    /// that was known, or as long with a greater lower bound.
    pub fn solve(&self, on_event: &(dyn Fn(Event) + Sync)) {
        let order = self.order();
        let (groups, group_of) = self.groups();
        let kept = Kept { solvers: groups.iter().map(|_| (None, 0)).collect(), idle: None };
        let kept = Mutex::new(kept);
        order.iter().for_each(|task| locked(&kept).solvers[group_of[task]].1 += 1);
        let weight = order.iter().map(|&task| self.weight(task)).sum();
        let queue = Mutex::new(Queue { waiting: order.into_iter(), weight, late: Vec::new() });
        let known = Mutex::new(self.known.iter().map(|(&task, &length)| (task, (length, 0))).collect());
        let refill = |queue: &mut Queue, time: Duration| {
            let mut tasks = queue.refill(time);
            tasks.sort_unstable_by_key(|task| (group_of[task], *task));
            let mut kept = locked(&kept);
            tasks.iter().for_each(|task| kept.solvers[group_of[task]].1 += 1);
            queue.weight = tasks.iter().map(|&task| self.weight(task)).sum();
            queue.waiting = tasks.into_iter();
        };
        on_threads(self.threads.max(1), |_| {
            while let Some((task, until)) = self.next(&queue, &refill) {
                let group = group_of[&task];
                let begun = (self.clock)();
                let case = groups[group].get_or_init(|| self.case(task, on_event));
                let ending = match case {
                    Err(reason) => Ending::Nothing(reason.clone()),
                    Ok(case) => {
                        let make = || case.solvers(self.tables, self.threads);
                        let solvers = locked(&kept).of(group, make);
                        self.attempt(case, &solvers, &known, (task, until), on_event)
                    }
                };
                locked(&kept).leave(group);
                let is_late = until.is_some_and(|until| (self.clock)() >= until);
                let answer = locked(&known).get(&task).copied();
                let gap = answer.map_or(1.0, |(length, bound)| 1.0 - f64::from(bound) / length.max(1) as f64);
                if is_late && gap > 0.0 && !matches!(ending, Ending::Unsolvable(_)) {
                    let share = (self.clock)().saturating_sub(begun);
                    locked(&queue).late.push(Late { task, ending, share, gap });
                } else {
                    on_event(Event::Ended { task, ending });
                }
            }
        });
        let late = queue.into_inner().unwrap_or_else(PoisonError::into_inner).late;
        late.into_iter().for_each(|Late { task, ending, .. }| on_event(Event::Ended { task, ending }));
    }

    /// States without an answer first, and then small puzzles, with those of one goal together.
    fn order(&self) -> Vec<usize> {
        let mut order = self.chosen.to_vec();
        let place = |&task: &usize| {
            let of = &self.set.tasks[task];
            (self.known.contains_key(&task), of.start.len(), of.puzzle, of.goal.clone(), task)
        };
        order.sort_by_cached_key(place);
        order
    }

    /// The groups, and the group of each state.
    fn groups(&self) -> (Vec<Group<'_>>, HashMap<usize, usize>) {
        let mut numbers: HashMap<(usize, &[u16]), usize> = HashMap::new();
        let of = |&task: &usize| {
            let next = numbers.len();
            let of = &self.set.tasks[task];
            (task, *numbers.entry((of.puzzle, &of.goal)).or_insert(next))
        };
        let group_of: HashMap<usize, usize> = self.chosen.iter().map(of).collect();
        ((0..numbers.len()).map(|_| OnceLock::new()).collect(), group_of)
    }

    fn case(&self, task: usize, on_event: &(dyn Fn(Event) + Sync)) -> Result<Case<'_>, String> {
        let of = &self.set.tasks[task];
        let case = Case::new(self.set, of)?;
        on_event(Event::Recognised { puzzle: of.puzzle, what: case.recognised() });
        Ok(case)
    }

    /// What a state counts when the time is shared.
    fn weight(&self, task: usize) -> f64 {
        self.set.tasks[task].start.len() as f64
    }

    /// The next state, and the time until which it may be worked on.
    fn next(
        &self,
        queue: &Mutex<Queue>,
        refill: &dyn Fn(&mut Queue, Duration),
    ) -> Option<(usize, Option<Duration>)> {
        if self.cancel.load(Ordering::Relaxed) {
            return None;
        }
        let mut queue = locked(queue);
        let task = queue.waiting.next().or_else(|| {
            let left = self.time?.saturating_sub((self.clock)());
            refill(&mut queue, left.saturating_mul(self.threads.max(1) as u32));
            queue.waiting.next()
        })?;
        let (weight, all) = (self.weight(task), queue.weight);
        queue.weight -= weight;
        let until = self.time.map(|total| {
            let now = (self.clock)();
            let left = total.saturating_sub(now);
            let share = (self.threads.max(1) as f64 * weight / all.max(weight)).min(1.0);
            now + left.mul_f64(share)
        });
        Some((task, until))
    }

    /// What building a table may take on one core.
    fn seconds_to_build(&self) -> u64 {
        let worth = self.time.filter(|time| *time >= WORTH_BUILDING);
        worth.map_or(0, |time| (time.as_secs() / TIMES_TO_BUILD).max(SECONDS_TO_BUILD))
    }

    fn attempt(
        &self,
        case: &Case<'_>,
        solvers: &Solvers<'_>,
        known: &Mutex<HashMap<usize, (usize, u32)>>,
        (task, until): (usize, Option<Duration>),
        on_event: &(dyn Fn(Event) + Sync),
    ) -> Ending {
        let time_is_up = || until.is_some_and(|until| (self.clock)() >= until);
        let allowed = Allowed {
            control: Control::new().with_cancel(self.cancel).with_deadline(&time_is_up),
            max_memory: self.max_memory,
            improve: self.time.is_some(),
            is_first: !locked(known).contains_key(&task),
            seconds_to_build: self.seconds_to_build(),
        };
        let mut best = locked(known).get(&task).copied();
        let is_known = best.is_some();
        let ending = case.attempt(solvers, &self.set.tasks[task], &allowed, &mut |answer| {
            let (length, bound) = (answer.length(), answer.lower_bound);
            if best.is_none_or(|(least, known)| length < least || length == least && bound > known) {
                best = Some((length, bound));
                locked(known).insert(task, (length, bound));
                on_event(Event::Answer { task, answer });
            }
            ControlFlow::Continue(())
        });
        if is_known { Ending::Answered } else { ending }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn late(task: usize, seconds: u64, gap: f64) -> Late {
        Late { task, ending: Ending::Answered, share: Duration::from_secs(seconds), gap }
    }

    #[test]
    fn time_that_is_left_goes_to_states_with_most_to_gain() {
        let late = vec![late(1, 4, 0.1), late(2, 4, 0.5), late(3, 1, 0.2)];
        let mut queue = Queue { waiting: Vec::new().into_iter(), weight: 0.0, late };
        // Twice four seconds and twice one.
        assert_eq!(queue.refill(Duration::from_secs(11)), [2, 3]);
        assert!(queue.refill(Duration::from_secs(7)).is_empty());
        assert_eq!(queue.refill(Duration::from_secs(8)), [1]);
        assert!(queue.late.is_empty());
    }
}
