//! Powers and commutators that move few pieces: where a short word moves many pieces, a power of it or its commutator with another
//! short word often moves three or four.
//!
//! Start at [`find`]. The method is the usual one of puzzle solvers: a power of a word is the identity on all cycles whose lengths
//! divide the exponent, and the commutator [A, B] moves few pieces where the pieces that A moves and those that B moves have few places
//! in common. All words are tried, by the length of the result; points are followed one by one until too many have moved. Sequences
//! that are neither a power nor a commutator are the subject of [`class_search`](crate::sequence::class_search).

use permutant_puzzle::cycle_class::CycleClass;
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::points::Points;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::transformation::Transformation;
use permutant_search::limits::{Control, Limits, Outcome, Progress, StopReason};
use permutant_search::puzzle_space::{PuzzleSpace, SpaceError};
use permutant_search::sequences::{Node, Sequences};
use permutant_search::space::{MoveId, Space};
use std::collections::HashSet;
use std::ops::ControlFlow;

/// What is sought.
#[derive(Clone, Debug)]
pub struct Request {
    /// The greatest number of pieces moved or turned, all pieces distinguished.
    pub most_pieces: usize,
    /// The metric.
    pub metric: Metric,
    /// The turns of the words and their inverses; see [`crate::sequence::move_choice::turns`].
    pub turns: Vec<Turn>,
    /// The limits. The caller counts the results.
    pub limits: Limits,
}

/// How a sequence is made of shorter words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The word, repeated.
    Power {
        /// The word.
        word: Vec<Turn>,
        /// Number of repetitions, at least 2.
        exponent: u32,
    },
    /// A B A⁻¹ B⁻¹.
    Commutator {
        /// A.
        first: Vec<Turn>,
        /// B.
        second: Vec<Turn>,
    },
}

/// A sequence that moves few pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// What it is made of.
    pub shape: Shape,
    /// Its length in the metric, as it is written.
    pub length: u32,
    /// Number of pieces that it moves or turns.
    pub pieces: usize,
    /// Its order.
    pub order: u64,
    /// Its cycles, which no earlier result has.
    pub class: CycleClass,
}

/// The reason why there is no search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FewPiecesError {
    /// The moves are not suitable for a search.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// A definition with rules, which a power or a commutator of allowed words may break.
    #[error(
        "the definition restricts its moves; powers and commutators are only sought where every sequence is allowed"
    )]
    Restricted,
}

/// Finds powers and commutators that move at most so many pieces, in order of their length, and the first of each conjugacy class of
/// cycles. Each is passed to `on_found` until that breaks.
///
/// [`Outcome::Found`] if `on_found` broke, otherwise the limit. If there are b^n words of length n, results of length n take time as
/// b^(n/2) for a number of pairs that is n times that, and memory as b^(n/4).
///
/// # Errors
///
/// If the puzzle cannot be searched.
pub fn find(
    puzzle: &Puzzle,
    request: &Request,
    control: &Control<'_>,
    on_found: &mut dyn FnMut(Found) -> ControlFlow<()>,
) -> Result<Outcome<()>, FewPiecesError> {
    let rules = &puzzle.definition().restrictions;
    let about_sequences =
        rules.forbidden_pairs.len() + rules.forbidden_groups.len() + rules.move_limits.len();
    if puzzle.is_restricted() || about_sequences > 0 {
        return Err(FewPiecesError::Restricted);
    }
    let goal = std::slice::from_ref(puzzle.solved());
    let space = PuzzleSpace::new(puzzle, &request.turns, &request.metric, goal)?;
    let sequences = Sequences::new(&space);
    let points = Points::new(puzzle.orbits()).ok_or(SpaceError::TooLarge("more than four billion points"))?;
    let changes: Vec<Transformation> =
        space.moves().map(|m| Transformation::product(&transformations(space.turns(m)))).collect();
    let images: Vec<Vec<u32>> = changes.iter().map(|change| points.permutation(change).moved_to()).collect();
    let is_moved = |&point: &u32| images.iter().any(|image| image[point as usize] != point);
    let is_first = |&point: &u32| points.describe(point).is_some_and(|(_, _, mark)| mark == 0);
    // A piece is where it was, and turned as it was, if its first point is.
    let firsts = (0..points.degree() as u32).filter(is_first).filter(is_moved).collect();
    let mut search = Search {
        puzzle,
        request,
        space: &space,
        sequences: &sequences,
        images,
        firsts,
        control,
        nodes: 0,
        seen: HashSet::new(),
        on_found,
    };
    let longest = request.limits.max_length.unwrap_or(MOST_LENGTH).min(MOST_LENGTH);
    for length in request.limits.min_length.max(2)..=longest {
        control.report(Progress::Depth { length, nodes: search.nodes });
        match search.length(length) {
            Ok(()) => {}
            Err(End::Enough) => return Ok(Outcome::Found(())),
            Err(End::Stop(reason)) => return Ok(Outcome::LimitReached(reason)),
        }
    }
    Ok(Outcome::LimitReached(StopReason::Length))
}

/// Longer sequences are not sought: the depth of the walk equals the length of a word.
const MOST_LENGTH: u32 = 1000;

/// Candidates between two checks of the caller's flags: a millisecond.
const CANDIDATES_PER_LOOK: u64 = 1 << 14;

fn transformations(turns: &[Turn]) -> Vec<Transformation> {
    turns.iter().map(Turn::transformation).collect()
}

/// Why a search ends early.
enum End {
    Enough,
    Stop(StopReason),
}

/// A word with what it does to points.
#[derive(Clone)]
struct Word {
    moves: Vec<MoveId>,
    image: Vec<u32>,
}

struct Search<'a> {
    puzzle: &'a Puzzle,
    request: &'a Request,
    space: &'a PuzzleSpace,
    sequences: &'a Sequences,
    /// By move: where each point goes.
    images: Vec<Vec<u32>>,
    /// One point of each slot that some move changes.
    firsts: Vec<u32>,
    control: &'a Control<'a>,
    nodes: u64,
    seen: HashSet<CycleClass>,
    on_found: &'a mut dyn FnMut(Found) -> ControlFlow<()>,
}

impl Search<'_> {
    /// All results of one length.
    fn length(&mut self, length: u32) -> Result<(), End> {
        for exponent in (2..=length).filter(|&exponent| length.is_multiple_of(exponent)) {
            self.words(length / exponent, &mut |search, word| {
                let image = |point: u32| (0..exponent).fold(point, |point, _| word.image[point as usize]);
                match search.is_few(image)? {
                    true => {
                        let word = search.turns(word);
                        search.tell(length, Shape::Power { word, exponent })
                    }
                    false => Ok(()),
                }
            })?;
        }
        let half = length / 2;
        if length % 2 == 1 {
            return Ok(());
        }
        for cost in 1..=half / 2 {
            let shorter = self.list(cost)?;
            self.words(half - cost, &mut |search, second| {
                let back = inverse(&second.image);
                for (first, first_back) in &shorter {
                    let image = |point: u32| {
                        let there = second.image[first.image[point as usize] as usize];
                        back[first_back[there as usize] as usize]
                    };
                    if search.is_few(image)? {
                        let [first, second] = [first, second].map(|word| search.turns(word));
                        search.tell(length, Shape::Commutator { first, second })?;
                    }
                }
                Ok(())
            })?;
        }
        Ok(())
    }

    /// All words of a cost, each with its inverse image, as far as they fit into memory.
    fn list(&mut self, cost: u32) -> Result<Vec<(Word, Vec<u32>)>, End> {
        let mut words = Vec::new();
        let each = (2 * self.space.state_bytes() + 8 * self.images.first().map_or(0, Vec::len)) as u64;
        let most = self.request.limits.max_memory / (each + size_of::<(Word, Vec<u32>)>() as u64);
        self.words(cost, &mut |_, word| {
            if words.len() as u64 >= most {
                return Err(End::Stop(StopReason::Memory));
            }
            words.push((word.clone(), inverse(&word.image)));
            Ok(())
        })?;
        Ok(words)
    }

    /// Visits all canonical words of a cost.
    fn words(
        &mut self,
        cost: u32,
        visit: &mut dyn FnMut(&mut Self, &Word) -> Result<(), End>,
    ) -> Result<(), End> {
        let degree = self.images.first().map_or(0, Vec::len);
        let mut word = Word { moves: Vec::new(), image: (0..degree as u32).collect() };
        self.extend(&mut word, self.sequences.start(), cost, visit)
    }

    fn extend(
        &mut self,
        word: &mut Word,
        node: Node,
        left: u32,
        visit: &mut dyn FnMut(&mut Self, &Word) -> Result<(), End>,
    ) -> Result<(), End> {
        if left == 0 {
            return visit(self, word);
        }
        for m in self.space.moves() {
            let Some(rest) = left.checked_sub(self.space.cost(m)) else { continue };
            let Some(next) = self.sequences.after(node, m) else { continue };
            let image = &self.images[m.index()];
            let after = word.image.iter().map(|&point| image[point as usize]).collect();
            let before = std::mem::replace(&mut word.image, after);
            word.moves.push(m);
            let end = self.extend(word, next, rest, visit);
            word.moves.pop();
            word.image = before;
            end?;
        }
        Ok(())
    }

    /// Whether a candidate moves some pieces, and few.
    fn is_few(&mut self, image: impl Fn(u32) -> u32) -> Result<bool, End> {
        self.nodes += 1;
        if self.request.limits.max_nodes.is_some_and(|most| self.nodes > most) {
            return Err(End::Stop(StopReason::Nodes));
        }
        if self.nodes.is_multiple_of(CANDIDATES_PER_LOOK)
            && let Some(reason) = self.control.interrupted()
        {
            return Err(End::Stop(reason));
        }
        let mut moved = 0;
        for &point in &self.firsts {
            moved += usize::from(image(point) != point);
            if moved > self.request.most_pieces {
                return Ok(false);
            }
        }
        Ok(moved > 0)
    }

    fn turns(&self, word: &Word) -> Vec<Turn> {
        word.moves.iter().flat_map(|&m| self.space.turns(m).iter().cloned()).collect()
    }

    /// Reports a result whose cycles are new.
    fn tell(&mut self, length: u32, shape: Shape) -> Result<(), End> {
        // The whole effect, by another way than the points that were followed.
        let effect = shape.effect();
        let class = CycleClass::of(&effect, self.puzzle.orbits());
        let pieces = class.orbits().iter().flatten().map(|&(length, _)| length).sum();
        if !self.seen.insert(class.clone()) {
            return Ok(());
        }
        let order = effect.order().unwrap_or(u64::MAX);
        match (self.on_found)(Found { shape, length, pieces, order, class }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(End::Enough),
        }
    }
}

impl Shape {
    /// What the sequence does.
    pub fn effect(&self) -> Transformation {
        match self {
            Shape::Power { word, exponent } => {
                Transformation::product(&transformations(word)).power(i64::from(*exponent))
            }
            Shape::Commutator { first, second } => {
                let [a, b] = [first, second].map(|word| Transformation::product(&transformations(word)));
                Transformation::product(&[a.clone(), b.clone(), a.inverse(), b.inverse()])
            }
        }
    }
}

fn inverse(image: &[u32]) -> Vec<u32> {
    let mut back = vec![0; image.len()];
    for (from, &to) in (0..).zip(image) {
        back[to as usize] = from;
    }
    back
}

#[cfg(test)]
mod tests {
    use super::*;
    use permutant_puzzle::catalog;
    use std::collections::BTreeMap;

    fn request(puzzle: &Puzzle, most_pieces: usize, max_length: u32) -> Request {
        let metric = Metric::htm();
        let turns = puzzle.search_turns(&metric);
        let limits = Limits { max_length: Some(max_length), max_memory: 1 << 26, ..Limits::default() };
        Request { most_pieces, metric, turns, limits }
    }

    fn all(puzzle: &Puzzle, request: &Request) -> Vec<Found> {
        let mut found = Vec::new();
        let end = find(puzzle, request, &Control::new(), &mut |one| {
            found.push(one);
            ControlFlow::Continue(())
        });
        assert_eq!(end.unwrap(), Outcome::LimitReached(StopReason::Length));
        found
    }

    /// The least length by class, from all words of up to half the length, canonical or not.
    fn by_brute_force(puzzle: &Puzzle, request: &Request, length: u32) -> BTreeMap<CycleClass, u32> {
        let mut words: Vec<Vec<Transformation>> = vec![vec![Transformation::identity()]];
        for _ in 0..length / 2 {
            let longer = words[words.len() - 1].iter();
            let one_more = |word: &Transformation| {
                request.turns.iter().map(|turn| word.then(&turn.transformation())).collect()
            };
            words.push(longer.flat_map(|word| -> Vec<_> { one_more(word) }).collect());
        }
        let mut least = BTreeMap::new();
        let mut note = |effect: Transformation, length: u32| {
            let class = CycleClass::of(&effect, puzzle.orbits());
            let pieces: usize = class.orbits().iter().flatten().map(|&(length, _)| length).sum();
            if (1..=request.most_pieces).contains(&pieces) {
                let known = least.entry(class).or_insert(length);
                *known = length.min(*known);
            }
        };
        for (cost, of_cost) in (0u32..).zip(&words).skip(1) {
            for exponent in (2..=length).take_while(|exponent| exponent * cost <= length) {
                of_cost.iter().for_each(|word| note(word.power(exponent.into()), exponent * cost));
            }
            for (other, of_other) in (0u32..).zip(&words).skip(1) {
                if 2 * (cost + other) <= length {
                    for a in of_cost {
                        for b in of_other {
                            let parts = [a.clone(), b.clone(), a.inverse(), b.inverse()];
                            note(Transformation::product(&parts), 2 * (cost + other));
                        }
                    }
                }
            }
        }
        least
    }

    #[test]
    fn the_first_of_each_class_is_as_short_as_brute_force_finds_it() {
        for (name, pieces, length) in
            [("pyraminx", 5, 6), ("2x2x2", 5, 6), ("skewb", 6, 7), ("rings:9,9,3,3", 6, 5)]
        {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let request = request(&puzzle, pieces, length);
            let found = all(&puzzle, &request);
            let lengths: BTreeMap<CycleClass, u32> =
                found.iter().map(|one| (one.class.clone(), one.length)).collect();
            assert_eq!(lengths.len(), found.len(), "{name}: each class once");
            assert_eq!(lengths, by_brute_force(&puzzle, &request, length), "{name}");
            for one in found {
                assert!(one.pieces <= pieces && one.shape.effect().order() == Some(one.order), "{name}");
            }
        }
    }

    #[test]
    fn the_three_cycle_of_edges_is_a_commutator_of_a_slice() {
        let puzzle = catalog::find("3x3x3").unwrap().puzzle;
        let metric = Metric::stm();
        let names = ["M", "U"].map(String::from);
        let turns = crate::sequence::move_choice::turns(&puzzle, &metric, &names).unwrap();
        let request = Request { metric, turns, ..request(&puzzle, 3, 6) };
        let found = all(&puzzle, &request);
        assert!(found.iter().any(|one| one.pieces == 3 && one.order == 3), "{found:?}");
    }

    #[test]
    fn limits_and_rules_are_kept() {
        let puzzle = catalog::find("3x3x3").unwrap().puzzle;
        let mut limited = request(&puzzle, 3, 20);
        limited.limits.max_nodes = Some(1000);
        let end = find(&puzzle, &limited, &Control::new(), &mut |_| ControlFlow::Continue(()));
        assert_eq!(end, Ok(Outcome::LimitReached(StopReason::Nodes)));
        limited.limits = Limits { max_memory: 1 << 10, ..request(&puzzle, 3, 20).limits };
        let end = find(&puzzle, &limited, &Control::new(), &mut |_| ControlFlow::Continue(()));
        assert_eq!(end, Ok(Outcome::LimitReached(StopReason::Memory)));
        let board = catalog::find("slide:3x3").unwrap().puzzle;
        let refused =
            find(&board, &request(&board, 3, 6), &Control::new(), &mut |_| ControlFlow::Continue(()));
        assert_eq!(refused, Err(FewPiecesError::Restricted));
    }
}
