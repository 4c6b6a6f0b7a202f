//! One representative for all symmetric images of a state: tables that find it quickly for packed states.
//!
//! Start at [`Representatives::write`]. The representative is the least image of a state under the group, read in a
//! fixed order of slots and in an internal numbering of contents. The first slot read is the image of some slot t of
//! one orbit Ω of the group. For each content of t, the tables give the best value that the first slot can obtain from
//! it and the elements that achieve it. One look at each slot of Ω therefore leaves few elements, usually one, to be
//! compared slot by slot. Contents that few elements fix come first, which leaves the fewest.

use super::action::is_group;

/// The initial value for the mixing of bits.
const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

/// Multiply and fold.
#[inline]
fn mix(hash: u64, word: u64) -> u64 {
    let product = u128::from(word ^ hash) * 0xa076_1d64_78bd_642f;
    (product as u64) ^ (product >> 64) as u64
}

#[inline]
fn finish(hash: u64) -> u64 {
    hash ^ hash >> 32
}

/// Mixed bits of a row, four numbers at a time; its length is a multiple of 4.
#[inline]
pub(crate) fn mixed(row: &[u16]) -> u64 {
    let word = |four: &[u16]| {
        let [a, b, c, d] = [four[0], four[1], four[2], four[3]].map(u64::from);
        a | b << 16 | c << 32 | d << 48
    };
    finish(row.chunks_exact(4).fold(SEED, |hash, four| mix(hash, word(four))))
}

/// A group that acts on packed states, prepared to find representatives.
#[derive(Clone, Debug)]
pub(crate) struct Representatives {
    elements: usize,
    /// Slots in use.
    slots: usize,
    /// `sources[element * slots + slot]`: the slot whose content moves to this slot, and the start of its images.
    sources: Vec<(u16, u32)>,
    /// Images of contents: by the start above plus the content.
    images: Vec<u16>,
    /// The orbit Ω, with the start of the ranks of each of its slots: index them by start plus content.
    first: Vec<(u16, u32)>,
    /// The best rank that the first slot can obtain; the least is best.
    ranks: Vec<u16>,
    /// The range of `leaders` that achieve it.
    led: Vec<(u32, u32)>,
    leaders: Vec<u16>,
    /// The order in which slots are read after the first.
    order: Vec<u16>,
}

/// The images of one content in one slot under a group.
type PairClass = Vec<(usize, u16)>;

/// Greatest number of entries of all tables of images: 2^23 of 2 bytes.
const MOST_IMAGES: usize = 1 << 23;

impl Representatives {
    /// `contents[slot]` is the number of possible contents of a slot, counted from 0; `image(element, slot, content)`
    /// returns the slot to which it goes and its image. Element 0 is the identity. `None` if the tables would be too
    /// large, there is only the identity, or the elements do not form a group.
    pub(crate) fn new(
        elements: usize,
        contents: &[std::ops::Range<u16>],
        image: impl Fn(usize, usize, u16) -> (usize, u16),
    ) -> Option<Self> {
        let slots = contents.len();
        let pairs: usize = contents.iter().map(|range| usize::from(range.end)).sum();
        if elements < 2 || elements > usize::from(u16::MAX) || elements.saturating_mul(pairs) > MOST_IMAGES {
            return None;
        }
        if !is_group(elements, contents, &image) {
            return None;
        }
        let mut found = Representatives {
            elements,
            slots,
            sources: vec![(0, 0); elements * slots],
            images: Vec::new(),
            first: Vec::new(),
            ranks: Vec::new(),
            led: Vec::new(),
            leaders: Vec::new(),
            order: Vec::new(),
        };
        let mut known = std::collections::HashMap::new();
        for element in 0..elements {
            for (slot, range) in contents.iter().enumerate() {
                let target = image(element, slot, range.start).0;
                let table: Vec<u16> = (0..range.end)
                    .map(|c| if c < range.start { c } else { image(element, slot, c).1 })
                    .collect();
                let start = *known.entry(table).or_insert_with_key(|table| {
                    found.images.extend(table);
                    (found.images.len() - table.len()) as u32
                });
                found.sources[element * slots + target] = (slot as u16, start);
            }
        }
        found.choose_first(contents, &image);
        let anchor = found.first[0].0;
        let mut order: Vec<u16> = found.first.iter().skip(1).map(|(slot, _)| *slot).collect();
        let others: Vec<u16> =
            (0..slots as u16).filter(|slot| *slot != anchor && !order.contains(slot)).collect();
        order.extend(others);
        found.order = order;
        Some(found)
    }

    /// Chooses as Ω the orbit of slots that leaves the fewest elements to compare.
    fn choose_first(
        &mut self,
        contents: &[std::ops::Range<u16>],
        image: &impl Fn(usize, usize, u16) -> (usize, u16),
    ) {
        let mut seen = vec![false; self.slots];
        let mut best: Option<(f64, Vec<usize>, Vec<PairClass>)> = None;
        for anchor in 0..self.slots {
            if seen[anchor] {
                continue;
            }
            let orbit: std::collections::BTreeSet<usize> =
                (0..self.elements).map(|element| image(element, anchor, contents[anchor].start).0).collect();
            orbit.iter().for_each(|&slot| seen[slot] = true);
            // Orbits of the pairs of slot and content; the fewest elements fix those with the most members.
            let mut classes: Vec<PairClass> = Vec::new();
            let mut numbered = std::collections::HashSet::new();
            for content in contents[anchor].clone() {
                if !numbered.contains(&(anchor, content)) {
                    let class: std::collections::BTreeSet<(usize, u16)> =
                        (0..self.elements).map(|element| image(element, anchor, content)).collect();
                    numbered.extend(class.iter().copied());
                    classes.push(class.into_iter().collect());
                }
            }
            classes.sort_by_key(|class| std::cmp::Reverse(class.len()));
            // With contents drawn at random: Σ over classes of the number of slots that hold the first class that
            // occurs, times the elements that map one of them to the anchor.
            let pairs: f64 = classes.iter().map(|class| class.len() as f64).sum();
            let (mut left, mut expected) = (1.0f64, 0.0);
            for class in &classes {
                let share = class.len() as f64 / pairs;
                let holding = orbit.len() as f64 * share * left.powi(orbit.len() as i32 - 1);
                expected += holding * self.elements as f64 / class.len() as f64;
                left -= share;
            }
            // Examining a slot costs about a tenth of comparing an element.
            let cost = expected + orbit.len() as f64 / 10.0;
            if best.as_ref().is_none_or(|(least, ..)| cost < *least) {
                let mut orbit: Vec<usize> = orbit.into_iter().collect();
                orbit.retain(|&slot| slot != anchor);
                orbit.insert(0, anchor);
                best = Some((cost, orbit, classes));
            }
        }
        let Some((_, orbit, classes)) = best else { return };
        let anchor = orbit[0];
        for &slot in &orbit {
            self.first.push((slot as u16, self.ranks.len() as u32));
            // Contents that never occur keep the worst rank.
            self.ranks.extend(vec![u16::MAX; usize::from(contents[slot].end)]);
            self.led.extend(vec![(0, 0); usize::from(contents[slot].end)]);
        }
        let start_of: std::collections::HashMap<u16, u32> = self.first.iter().copied().collect();
        for (rank, class) in classes.iter().enumerate() {
            let Some(&(_, wanted)) = class.iter().find(|(slot, _)| *slot == anchor) else { continue };
            for &(slot, content) in class {
                let from = self.leaders.len() as u32;
                let leads = |&element: &usize| image(element, slot, content) == (anchor, wanted);
                self.leaders.extend((0..self.elements).filter(leads).map(|element| element as u16));
                let at = start_of[&(slot as u16)] as usize + usize::from(content);
                // Fewer classes than contents, which are numbered in 16 bits.
                self.ranks[at] = rank as u16;
                self.led[at] = (from, self.leaders.len() as u32);
            }
        }
    }

    #[inline]
    fn value(&self, element: usize, slot: usize, state: &[u16]) -> u16 {
        let (source, start) = self.sources[element * self.slots + slot];
        self.images[start as usize + usize::from(state[usize::from(source)])]
    }

    /// The element that maps a state to its representative.
    #[inline]
    fn leader(&self, state: &[u16]) -> usize {
        let mut best = None;
        // Sixty-four slots at a time; few puzzles have more in one orbit.
        for first in self.first.chunks(64) {
            // The slots that hold the least rank, as bits: their positions cannot be predicted.
            let (mut least, mut holding) = (u16::MAX, 0u64);
            for (at, &(slot, start)) in first.iter().enumerate() {
                let rank = self.ranks[start as usize + usize::from(state[usize::from(slot)])];
                let others = if rank < least { 0 } else { holding };
                holding = others | u64::from(rank <= least) << at;
                least = least.min(rank);
            }
            if best.is_some_and(|(rank, _)| rank < least) {
                continue;
            }
            if best.is_some_and(|(rank, _)| rank > least) {
                best = None;
            }
            while holding != 0 {
                let (slot, start) = first[holding.trailing_zeros() as usize];
                holding &= holding - 1;
                let (from, to) = self.led[start as usize + usize::from(state[usize::from(slot)])];
                for &element in &self.leaders[from as usize..to as usize] {
                    let element = usize::from(element);
                    if best.is_none_or(|(_, best)| self.is_less(element, best, state)) {
                        best = Some((least, element));
                    }
                }
            }
        }
        // Only a content that no definition gives has no leader; such a state represents itself.
        best.map_or(0, |(_, element)| element)
    }

    #[inline]
    fn is_less(&self, a: usize, b: usize, state: &[u16]) -> bool {
        for &slot in &self.order {
            let (left, right) =
                (self.value(a, usize::from(slot), state), self.value(b, usize::from(slot), state));
            if left != right {
                return left < right;
            }
        }
        false
    }

    /// Writes the representative of a state; slots beyond those in use are unchanged.
    #[inline]
    pub(crate) fn write(&self, state: &[u16], to: &mut [u16]) {
        let leader = self.leader(state);
        let row = &self.sources[leader * self.slots..(leader + 1) * self.slots];
        for (content, &(source, start)) in to.iter_mut().zip(row) {
            *content = self.images[start as usize + usize::from(state[usize::from(source)])];
        }
    }

    /// Mixed bits of the representative of a state of `width` slots, with those beyond the slots in use filled with
    /// `filling`: the result of [`mixed`] for the output of [`Representatives::write`], without writing it.
    #[inline]
    pub(crate) fn mixed(&self, state: &[u16], width: usize, filling: u16) -> u64 {
        let leader = self.leader(state);
        let row = &self.sources[leader * self.slots..(leader + 1) * self.slots];
        let content = |&(source, start): &(u16, u32)| {
            u64::from(self.images[start as usize + usize::from(state[usize::from(source)])])
        };
        let mut hash = SEED;
        for four in row.chunks(4) {
            let word = match four {
                [a, b, c, d] => content(a) | content(b) << 16 | content(c) << 32 | content(d) << 48,
                fewer => (0..4).fold(0, |word, at| {
                    word | fewer.get(at).map_or(u64::from(filling), content) << (16 * at)
                }),
            };
            hash = mix(hash, word);
        }
        let filled = u64::from(filling) * 0x0001_0001_0001_0001;
        (row.len().div_ceil(4)..width / 4).for_each(|_| hash = mix(hash, filled));
        finish(hash)
    }

    /// The slot and content to which an element takes a content of a slot.
    pub(crate) fn image(&self, element: usize, slot: usize, content: u16) -> Option<(usize, u16)> {
        let row = &self.sources[element * self.slots..][..self.slots];
        let to = row.iter().position(|source| usize::from(source.0) == slot)?;
        Some((to, self.images[row[to].1 as usize + usize::from(content)]))
    }

    /// The number of elements.
    pub(crate) fn count(&self) -> usize {
        self.elements
    }

    /// The number of elements that fix a state.
    pub(crate) fn fixing(&self, state: &[u16]) -> usize {
        let fixes =
            |&element: &usize| (0..self.slots).all(|slot| self.value(element, slot, state) == state[slot]);
        (0..self.elements).filter(fixes).count()
    }
}
