//! A part of a state that moves change independently of the rest: some slots, and the class of the contents of each.
//!
//! Start at [`Projection::new`]. The classes of all slots are packed into one number, so a part has at most 128 bits.

/// The source of a class when a move is made: a slot, and the map of the classes (a range of `maps`).
#[derive(Clone, Copy, Debug)]
struct Copy {
    to: u32,
    from: u32,
    map: Option<u32>,
}

/// The effect of one move on the part.
#[derive(Clone, Debug, Default)]
struct Change {
    copies: Vec<Copy>,
    /// The bits of the slots that it changes.
    mask: u128,
}

/// A part of a state, and the effect of the moves on it.
#[derive(Clone, Debug)]
pub struct Projection {
    /// Slots of the state, in the order in which they are packed.
    slots: Vec<usize>,
    /// The first content of their orbit.
    first: u16,
    /// By content, from that one on: its class.
    classes: Vec<u8>,
    /// Bits per class.
    bits: u32,
    changes: Vec<Change>,
    maps: Vec<u8>,
    class_count: usize,
}

/// The effect of a move on a slot of a state: (to, from), with the map of the contents of the orbit if it changes the
/// orientation.
pub(crate) type SlotChange<'a> = (usize, usize, Option<&'a [u16]>);

impl Projection {
    /// The part of a state that describes each of these slots only by the class of its content; contents are numbered
    /// from `first` on. The slots are closed under the moves. `None` if a move does not map all contents of a class to
    /// one class, or if the classes of all slots take more than 128 bits.
    pub(crate) fn new<'a>(
        slots: Vec<usize>,
        (first, classes): (u16, Vec<u8>),
        moves: impl Iterator<Item = Vec<SlotChange<'a>>>,
    ) -> Option<Self> {
        let class_count = classes.iter().map(|&class| usize::from(class) + 1).max()?;
        let bits = usize::BITS - (class_count - 1).leading_zeros();
        if slots.is_empty() || bits == 0 || slots.len() * bits as usize > u128::BITS as usize {
            return None;
        }
        let mut projection =
            Projection { slots, first, classes, bits, changes: Vec::new(), maps: Vec::new(), class_count };
        for changes in moves {
            let change = projection.change(&changes)?;
            projection.changes.push(change);
        }
        Some(projection)
    }

    fn change(&mut self, changes: &[SlotChange<'_>]) -> Option<Change> {
        let mut change = Change::default();
        for &(to, from, twisted) in changes {
            let Some(to) = self.slots.iter().position(|&slot| slot == to) else { continue };
            let from = self.slots.iter().position(|&slot| slot == from)?;
            let map = match twisted {
                None => None,
                Some(twisted) => {
                    let map = self.class_map(twisted)?;
                    let is_plain = map.iter().enumerate().all(|(class, &after)| class == usize::from(after));
                    if is_plain { None } else { Some(self.place_of(&map)) }
                }
            };
            if to != from || map.is_some() {
                let (to, from) = (to as u32 * self.bits, from as u32 * self.bits);
                change.mask |= ((1 << self.bits) - 1) << to;
                change.copies.push(Copy { to, from, map });
            }
        }
        Some(change)
    }

    fn class(&self, content: u16) -> u8 {
        let at = usize::from(content.wrapping_sub(self.first));
        self.classes.get(at).copied().unwrap_or(0)
    }

    /// The effect of a twist on each class; `None` if it splits a class.
    fn class_map(&self, twisted: &[u16]) -> Option<Vec<u8>> {
        let mut map = vec![None; self.class_count];
        for (&class, &after) in self.classes.iter().zip(twisted) {
            let after = self.class(after);
            if *map[usize::from(class)].get_or_insert(after) != after {
                return None;
            }
        }
        Some(map.into_iter().enumerate().map(|(class, after)| after.unwrap_or(class as u8)).collect())
    }

    /// The start of a map; equal maps are stored once.
    fn place_of(&mut self, map: &[u8]) -> u32 {
        let known = self.maps.chunks(map.len()).position(|known| known == map);
        (known.unwrap_or_else(|| {
            self.maps.extend(map);
            self.maps.len() / map.len() - 1
        }) * map.len()) as u32
    }

    /// The part of a state whose slots have these contents.
    pub(crate) fn of(&self, contents: &[u16]) -> u128 {
        self.slots
            .iter()
            .rev()
            .fold(0, |part, &slot| part << self.bits | u128::from(self.class(contents[slot])))
    }

    /// The part after a move.
    pub(super) fn after(&self, part: u128, m: usize) -> u128 {
        let Change { copies, mask } = &self.changes[m];
        let one = (1u128 << self.bits) - 1;
        copies.iter().fold(part & !mask, |after, copy| {
            let class = part >> copy.from & one;
            let class = match copy.map {
                Some(start) => u128::from(self.maps[start as usize + class as usize]),
                None => class,
            };
            after | class << copy.to
        })
    }

    /// Number of moves.
    pub(super) fn moves(&self) -> usize {
        self.changes.len()
    }
}
