//! The moves that may lower the number of separated neighbours, found without trying every move.
//!
//! Start at [`Improving::write`]. A move brings new contents to as many ties as it breaks. If none of these were in order, the number of
//! separated neighbours could not fall; so a move that lowers it brings some contents that are in order to a tie. In a stack, one of the two is
//! always the content of the top slot, so the place of its few neighbours tells which moves to consider.

use crate::space::MoveId;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// Slots from which most contents of new neighbours come. With more, trying all moves is as fast.
const MOST_HUBS: usize = 4;

/// Contents that are in order beside one content.
const MOST_PARTNERS: usize = 4;

/// Slots that are compared at once.
const CHUNK: usize = 32;

/// A pair of contents that a move brings to a tie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entered {
    pub(super) m: MoveId,
    /// Stands for all ties that may hold the same.
    pub(super) table: u32,
    /// The slots from which the contents come.
    pub(super) sources: [u16; 2],
}

/// By content and slot: which moves may improve.
#[derive(Clone, Debug)]
pub(super) struct Improving {
    range: Range<usize>,
    content: u16,
    hubs: Vec<Hub>,
    /// Moves that bring one content to a place: its slot, by content whether it is in order there, and the move.
    singles: Vec<(u16, Vec<bool>, MoveId)>,
}

/// A slot whose content gets new neighbours.
#[derive(Clone, Debug)]
struct Hub {
    slot: u16,
    /// By its content: the neighbours that are in order.
    partners: Vec<Vec<u16>>,
    /// By slot: the moves that bring the content of the slot beside that of the hub.
    moves: Vec<Vec<MoveId>>,
}

impl Improving {
    /// The moves of a relation on a range of slots: all pairs of contents that they bring to ties, the possible contents of the slots, and
    /// whether two contents are in order in a tie of a table. `None` if trying all moves is as fast.
    pub(super) fn new(
        entered: &[Entered],
        range: Range<usize>,
        contents: Range<u16>,
        holds: impl Fn(u32, u16, u16) -> bool,
    ) -> Option<Self> {
        let mut occurrences: HashMap<u16, usize> = HashMap::new();
        for entered in entered {
            entered.sources.iter().for_each(|&slot| *occurrences.entry(slot).or_default() += 1);
        }
        let mut singles = Vec::new();
        let mut hubs: BTreeMap<(u16, bool, u32), Vec<Vec<MoveId>>> = BTreeMap::new();
        for &Entered { m, table, sources: [first, second] } in entered {
            if first == second {
                let holds = contents.clone().map(|content| holds(table, content, content));
                singles.push((first, holds.collect(), m));
                continue;
            }
            let is_first = (occurrences[&first], second) >= (occurrences[&second], first);
            let (hub, other) = if is_first { (first, second) } else { (second, first) };
            let moves = hubs.entry((hub, is_first, table)).or_insert_with(|| vec![Vec::new(); range.len()]);
            moves[usize::from(other) - range.start].push(m);
        }
        let hub = |((slot, is_first, table), moves): ((u16, bool, u32), Vec<Vec<MoveId>>)| {
            let fits = |hub: u16, other: u16| match is_first {
                true => holds(table, hub, other),
                false => holds(table, other, hub),
            };
            let partners = |content: u16| contents.clone().filter(|&other| fits(content, other)).collect();
            Hub { slot, partners: contents.clone().map(partners).collect(), moves }
        };
        let hubs: Vec<Hub> = hubs.into_iter().map(hub).collect();
        let most = hubs.iter().flat_map(|hub| hub.partners.iter().map(Vec::len)).max().unwrap_or(0);
        let pays = hubs.len() <= MOST_HUBS && most <= MOST_PARTNERS;
        pays.then_some(Improving { range, content: contents.start, hubs, singles })
    }

    /// Writes the moves that may improve a state, in ascending order.
    #[inline]
    pub(super) fn write(&self, row: &[u16], found: &mut Vec<MoveId>) {
        found.clear();
        let slots = &row[self.range.clone()];
        self.each(row, found, |hub, partner, found| {
            for (chunk, moves) in slots.chunks(CHUNK).zip(hub.moves.chunks(CHUNK)) {
                // Without a branch for each slot, several are compared by one instruction.
                if chunk.iter().fold(false, |any, &content| any | (content == partner)) {
                    let places = chunk.iter().zip(moves).filter(|(content, _)| **content == partner);
                    places.for_each(|(_, moves)| found.extend_from_slice(moves));
                }
            }
        });
    }

    /// As [`Improving::write`], where each content is in the one slot that `place` tells.
    #[inline]
    pub(super) fn write_by(&self, row: &[u16], place: impl Fn(u16) -> u16, found: &mut Vec<MoveId>) {
        found.clear();
        self.each(row, found, |hub, partner, found| {
            found.extend_from_slice(&hub.moves[usize::from(place(partner)) - self.range.start]);
        });
    }

    /// Moves that bring a single content to its place, and what `extend` finds for each partner of a hub.
    #[inline(always)]
    fn each(&self, row: &[u16], found: &mut Vec<MoveId>, extend: impl Fn(&Hub, u16, &mut Vec<MoveId>)) {
        let content = |slot: u16| usize::from(row[usize::from(slot)] - self.content);
        let singles = self.singles.iter().filter(|(slot, holds, _)| holds[content(*slot)]);
        found.extend(singles.map(|&(.., m)| m));
        for hub in &self.hubs {
            hub.partners[content(hub.slot)].iter().for_each(|&partner| extend(hub, partner, found));
        }
        found.sort_unstable();
        found.dedup();
    }
}
