//! The parts into which a search is split.
//!
//! Start at [`parts`]. A sequence consists of *syllables*, turns about one axis, whose order is of no account; so the image of a sequence under a
//! symmetry consists of the images of its syllables. Parts begin after two syllables, and if the coset has symmetries, only where the turns
//! made are the least of their images. Such parts are split further until there are enough of them for all threads.

use super::phase_one::PhaseOne;
use super::pieces::Pieces;
use super::symmetry::Stabilizer;
use crate::model::cubie::CubieCube;
use crate::model::move_masks::NO_FACE;
use crate::model::moves::Move;
use crate::simd::{Lanes, Portable};
use crate::two_phase::{Seen, Turns};

/// Fewest parts, if there are so many.
const PARTS: usize = 2000;

/// Most turns of two syllables, which are quarter turns or half turns of four faces.
pub(super) const TWO_SYLLABLES: u32 = 8;

/// A state some turns after the start.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) at: Seen,
    pub(super) pieces: Pieces,
    /// What turned last, as [`PhaseOne::after`] names it.
    pub(super) last: usize,
}

/// The ways of exactly `length` turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ways<'a> {
    pub(super) cube: &'a CubieCube,
    pub(super) length: u32,
    /// Only those that end with a turn that leads into G1 from outside.
    pub(super) leaving: bool,
    /// So many turns at the end are looked up.
    pub(super) looked_up: u32,
}

impl Ways<'_> {
    /// Whether they are long enough to be split after two syllables, so that images need not be searched.
    pub(super) fn are_split(&self) -> bool {
        self.length >= TWO_SYLLABLES + self.looked_up
    }
}

/// The ways of `left` turns on from a state.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) node: Node,
    pub(super) left: u32,
}

/// A part, and the turns that led to it.
#[derive(Clone, Copy, Debug)]
struct Begun {
    part: Part,
    turns: CubieCube,
}

/// All ways, in parts: of those that are images of each other under the symmetries, one is enough if they [are
/// split](Ways::are_split).
pub(super) fn parts<P: PhaseOne>(ways: Ways<'_>, stabilizer: &Stabilizer, tables: &P) -> Vec<Part> {
    let node = Node { at: tables.start(ways.cube), pieces: Pieces::of(ways.cube), last: NO_FACE };
    let whole = Part { node, left: ways.length };
    if node.at.distance() > ways.length {
        return Vec::new();
    }
    if !ways.are_split() {
        return vec![whole];
    }
    let split = Split {
        leaving: ways.leaving,
        tables,
        pieces: Move::ALL.map(|turn| Pieces::of(CubieCube::of_move(turn))),
    };
    let mut first = Vec::new();
    split.syllables(Begun { part: whole, turns: CubieCube::SOLVED }, None, &mut first);
    let mut second = Vec::new();
    first.iter().for_each(|&begun| split.syllables(begun, None, &mut second));
    second.retain(|begun| stabilizer.is_least(&begun.turns));
    let mut parts: Vec<Part> = second.iter().map(|begun| begun.part).collect();
    while !parts.is_empty() && parts.len() < PARTS && parts.iter().all(|part| part.left > ways.looked_up) {
        parts = parts.iter().flat_map(|part| split.children(part)).map(|(part, _)| part).collect();
    }
    parts
}

/// What parts are split with.
struct Split<'a, P> {
    leaving: bool,
    tables: &'a P,
    /// By turn.
    pieces: [Pieces; Move::COUNT],
}

impl<P: PhaseOne> Split<'_, P> {
    /// The parts one turn later, with this turn.
    fn children(&self, part: &Part) -> Vec<(Part, Move)> {
        let left = part.left - 1;
        let mut children = Vec::new();
        expand::<P, Portable>(&part.node, left, self.leaving, self.tables, &self.pieces, |node, turn| {
            children.push((Part { node, left }, turn));
        });
        children
    }

    /// All that one syllable, about the given axis or any, leads to from a state.
    fn syllables(&self, begun: Begun, axis: Option<usize>, to: &mut Vec<Begun>) {
        for (part, turn) in self.children(&begun.part) {
            let turns_about = turn.face().index() % 3;
            if axis.is_none_or(|axis| axis == turns_about) {
                let next = Begun { part, turns: begun.turns.then(CubieCube::of_move(turn)) };
                self.syllables(next, Some(turns_about), to);
                // After the second face of an axis, none of its faces turns again.
                let node = Node { last: turns_about + 3, ..part.node };
                to.push(Begun { part: Part { node, ..part }, ..next });
            }
        }
    }
}

/// Gives the states one turn later from which exactly `left` turns lead into G1, at least one, with this turn.
#[inline(always)]
pub(super) fn expand<P: PhaseOne, L: Lanes>(
    node: &Node,
    left: u32,
    leaving: bool,
    tables: &P,
    turns: &[Pieces; Move::COUNT],
    mut give: impl FnMut(Node, Move),
) {
    tables.follow(node.at, Turns { last: node.last, leaving: false }, left, |child| {
        if !(leaving && P::is_detour(child.distance, left)) {
            let pieces = node.pieces.then::<L>(&turns[child.turn.index()], child.turn);
            give(Node { at: child.at, pieces, last: P::after(node.last, child.turn) }, child.turn);
        }
    });
}
