//! Short words by sifting many products at once.
//!
//! A state is the residue of the element after multiplication by some words, restricted to the base points that are
//! still to be fixed. A step multiplies every state by all words stored in its slot. The best states survive, ranked by
//! their cost so far plus the cost of the words for their later slots. The first states are the products of the element
//! with every element of the ball. The search knows only the chain of the puzzle.

use std::ops::ControlFlow;

use super::alphabet::{Alphabet, Letter};
use super::ball::Ball;
use super::columns::Columns;
use super::images::{HashedSet, hash};
use super::levels::Levels;
use super::parity::Parities;

/// How much of the estimate counts, in sixteenths. The words for a random image of a base point overrate what is to
/// come, as the beam keeps the states with good ones: 4 to 7 gave the shortest words on cubes, tori and rings, 16 made
/// them a tenth longer.
const ESTIMATE: u32 = 6;
const WHOLE: u32 = 16;

/// So many states of the last step are made words, which are then reduced.
const FINALISTS: usize = 50;

/// No element: the state's base point is at home.
const NONE: u32 = u32::MAX;

/// What a search reads.
#[derive(Clone, Copy)]
pub(super) struct Beam<'a> {
    pub(super) alphabet: &'a Alphabet,
    pub(super) ball: &'a Ball,
    pub(super) levels: &'a Levels,
    pub(super) estimates: &'a Estimates,
}

/// What a search is to do.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) columns: &'a Columns,
    /// Where the points of each column of the first level go.
    pub(super) start: &'a [u16],
    /// Of the word that is wanted.
    pub(super) parity: u16,
    /// States kept in a step.
    pub(super) width: usize,
    /// How many of the best states of each step are handed out.
    pub(super) unfinished: usize,
}

/// What a search has found.
pub(super) struct Found {
    /// It brings the base points home; `None` if no state came through.
    pub(super) word: Option<Vec<Letter>>,
    /// Words that bring home the base points of the first levels, few levels first.
    pub(super) unfinished: Vec<Vec<Letter>>,
}

/// What the words of later slots will cost.
#[derive(Clone, Debug)]
pub(super) struct Estimates {
    /// See [`Levels::least_costs`].
    pub(super) least: Vec<u16>,
    pub(super) parities: Parities,
    /// Of each element of the levels.
    element_parities: Vec<u16>,
    /// See [`Parities::costs`].
    parity_costs: Vec<u32>,
}

impl Estimates {
    pub(super) fn new(alphabet: &Alphabet, levels: &Levels) -> Self {
        let parities = Parities::new(alphabet);
        let elements = 0..levels.elements.len() as u32;
        Estimates {
            least: levels.least_costs(),
            element_parities: elements.map(|at| parities.of(levels.elements.word(at))).collect(),
            parity_costs: parities.costs(levels, |_| Vec::new()),
            parities,
        }
    }

    #[inline]
    fn parity_cost(&self, columns: &Columns, level: usize, parity: u16) -> u32 {
        let costs = columns.parity_costs().unwrap_or(&self.parity_costs);
        costs[level * self.parities.classes() + usize::from(parity)]
    }
}

/// How a state came about.
#[derive(Clone, Copy)]
struct Node {
    /// `NONE` for the first states.
    parent: u32,
    /// Of the ball for the first states, of the levels for all others.
    element: u32,
}

struct Candidate {
    score: u32,
    state: u32,
    choice: u32,
    element: u32,
    cost: u32,
    parity: u16,
}

/// The states of one step, in rows of columns.
#[derive(Default)]
struct States {
    images: Vec<u16>,
    costs: Vec<u32>,
    nodes: Vec<u32>,
    /// Of the word that is still needed.
    parities: Vec<u16>,
}

impl Beam<'_> {
    /// Cost of the cheapest words for the images of the base points from `level` on, given by column; where there is a
    /// choice, of the cheapest choice at each level by itself.
    #[inline]
    fn estimate(&self, columns: &Columns, level: usize, images: &[u16]) -> u32 {
        let degree = self.alphabet.degree();
        let rows = self.estimates.least[level * degree..columns.depth() * degree].chunks_exact(degree);
        let Some(heads) = columns.heads(level) else {
            return rows.zip(images).map(|(row, &image)| u32::from(row[usize::from(image)])).sum();
        };
        rows.zip(heads)
            .map(|(row, heads)| {
                let costs = heads.iter().map(|&head| row[usize::from(images[usize::from(head)])]);
                u32::from(costs.min().unwrap_or(0))
            })
            .sum()
    }

    /// Brings the base points home. The words begin with elements of the ball; `go_on` is asked before each step, and
    /// nothing is found if it says stop.
    pub(super) fn search(&self, task: &Task<'_>, mut go_on: impl FnMut() -> ControlFlow<()>) -> Found {
        let &Task { columns, width, unfinished: kept, .. } = task;
        let mut unfinished = Vec::new();
        let depth = columns.depth();
        let mut nodes = Vec::new();
        let mut states = self.first_states(task, &mut nodes);
        let (mut start_word, mut row) = (Vec::new(), Vec::new());
        for level in 0..depth {
            if go_on().is_break() {
                return Found { word: None, unfinished };
            }
            // 1. Every word of the slot, for every choice of a coset.
            let base = self.levels.levels[level].base;
            let slots = &self.levels.levels[level].slots;
            let mut candidates: Vec<Candidate> = Vec::new();
            for (state, images) in states.images.chunks_exact(columns.width(level)).enumerate() {
                let node: Node = nodes[states.nodes[state] as usize];
                let tail = if node.parent == NONE {
                    start_word.clear();
                    self.ball.append_word(node.element, &mut start_word);
                    &start_word[..]
                } else {
                    self.levels.elements.word(node.element)
                };
                for (number, choice) in columns.choices(level).iter().enumerate() {
                    let point = images[usize::from(choice.head)];
                    let mut offer = |element: u32, cost: u32, estimate: u32| {
                        let mut parity = states.parities[state] ^ choice.parity;
                        if element != NONE {
                            parity ^= self.estimates.element_parities[element as usize];
                        }
                        let mending = self.estimates.parity_cost(columns, level + 1, parity);
                        let score = (cost + mending) * WHOLE + estimate * ESTIMATE;
                        candidates.push(Candidate {
                            score,
                            state: state as u32,
                            choice: number as u32,
                            element,
                            cost,
                            parity,
                        });
                    };
                    if point == base {
                        row.clear();
                        row.extend(choice.sources.iter().map(|&source| images[usize::from(source)]));
                        offer(NONE, states.costs[state], self.estimate(columns, level + 1, &row));
                        continue;
                    }
                    for &element in &slots[usize::from(point)] {
                        let by = self.levels.elements.images(element);
                        row.clear();
                        let later = choice.sources.iter().map(|&source| images[usize::from(source)]);
                        row.extend(later.map(|image| by[usize::from(image)]));
                        let word = self.levels.elements.word(element);
                        let cost = states.costs[state] + self.levels.elements.cost(element);
                        let cost = cost - self.alphabet.saved(tail, word).min(cost);
                        offer(element, cost, self.estimate(columns, level + 1, &row));
                    }
                }
            }
            // 2. The best, a few more than are kept, as some are the same.
            let most = width + width / 4;
            if candidates.len() > most {
                candidates.select_nth_unstable_by_key(most, |candidate| candidate.score);
                candidates.truncate(most);
            }
            candidates.sort_unstable_by_key(|c| (c.score, c.state, c.choice, c.element));
            // 3. Their images, each once.
            states = self.step(columns, level, &states, &candidates, width, &mut nodes);
            unfinished.extend(states.nodes.iter().take(kept).map(|&node| self.word(&nodes, node)));
        }
        let mut order: Vec<usize> = (0..states.costs.len()).collect();
        order.sort_by_key(|&at| states.costs[at]);
        order.truncate(FINALISTS);
        let words = order.into_iter().map(|at| self.word(&nodes, states.nodes[at]));
        Found { word: words.min_by_key(|word| self.alphabet.cost(word)), unfinished }
    }

    fn first_states(&self, task: &Task<'_>, nodes: &mut Vec<Node>) -> States {
        let &Task { columns, start, parity, width, .. } = task;
        let (mut word, mut row) = (Vec::new(), Vec::new());
        let mut best: Vec<(u32, u32)> = (0..self.ball.len() as u32)
            .map(|at| {
                let by = self.ball.images(at);
                row.clear();
                row.extend(start.iter().map(|&image| by[usize::from(image)]));
                let estimate = self.estimate(columns, 0, &row);
                let mending =
                    self.estimates.parity_cost(columns, 0, parity ^ self.start_parity(at, &mut word));
                ((self.ball.cost(at) + mending) * WHOLE + estimate * ESTIMATE, at)
            })
            .collect();
        if best.len() > width {
            best.select_nth_unstable(width);
            best.truncate(width);
        }
        best.sort_unstable();
        let mut states = States::default();
        for (_, at) in best {
            states.nodes.push(nodes.len() as u32);
            nodes.push(Node { parent: NONE, element: at });
            states.costs.push(self.ball.cost(at));
            states.parities.push(parity ^ self.start_parity(at, &mut word));
            let by = self.ball.images(at);
            states.images.extend(start.iter().map(|&image| by[usize::from(image)]));
        }
        states
    }

    fn start_parity(&self, at: u32, word: &mut Vec<Letter>) -> u16 {
        word.clear();
        self.ball.append_word(at, word);
        self.estimates.parities.of(word)
    }

    fn step(
        &self,
        columns: &Columns,
        level: usize,
        states: &States,
        candidates: &[Candidate],
        width: usize,
        nodes: &mut Vec<Node>,
    ) -> States {
        let mut next = States::default();
        let mut seen = HashedSet::default();
        let mut row = vec![0; columns.width(level + 1)];
        for candidate in candidates {
            let images = &states.images[candidate.state as usize * columns.width(level)..];
            let sources = &columns.choices(level)[candidate.choice as usize].sources;
            row.iter_mut().zip(sources).for_each(|(to, &source)| *to = images[usize::from(source)]);
            let parent = states.nodes[candidate.state as usize];
            if candidate.element != NONE {
                let by = self.levels.elements.images(candidate.element);
                row.iter_mut().for_each(|image| *image = by[usize::from(*image)]);
            }
            // All states of the last step are alike, and what they cost is known only when they are words.
            if !row.is_empty() && !seen.insert(hash(&row)) {
                continue;
            }
            next.images.extend_from_slice(&row);
            next.costs.push(candidate.cost);
            next.parities.push(candidate.parity);
            if candidate.element == NONE {
                next.nodes.push(parent);
            } else {
                next.nodes.push(nodes.len() as u32);
                nodes.push(Node { parent, element: candidate.element });
            }
            if next.costs.len() == width {
                break;
            }
        }
        next
    }

    fn word(&self, nodes: &[Node], mut at: u32) -> Vec<Letter> {
        let mut elements = Vec::new();
        while nodes[at as usize].parent != NONE {
            elements.push(nodes[at as usize].element);
            at = nodes[at as usize].parent;
        }
        let mut start = Vec::new();
        self.ball.append_word(nodes[at as usize].element, &mut start);
        let rest = elements.iter().rev().map(|&element| self.levels.elements.word(element));
        self.alphabet.product(&std::iter::once(&start[..]).chain(rest).collect::<Vec<_>>())
    }
}
