//! A coset table that is being filled: definitions, deductions, coincidences, compression.
//!
//! Start at [`PartialTable`]. Coset c times the letter of column x is the entry (c, x), or [`NONE`] as long as it is unknown. Entries come
//! in pairs, as (d, x⁻¹) is c if (c, x) is d. A coincidence, two numbers for one coset, is processed at once: the larger number dies and
//! its entries go over to the smaller (Leech; Holt, Eick and O'Brien, "Handbook of computational group theory", 2005, 5.1). Which entries
//! are defined and which words are scanned is decided in [`super::enumeration`].

use super::columns::{Columns, Relators, Span};
use crate::orbit::find;

/// An entry that is not known.
pub(super) const NONE: u32 = u32::MAX;

/// There is no room for another coset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Full;

#[derive(Clone, Debug)]
pub(super) struct PartialTable {
    inverse: Vec<u16>,
    /// Row by row.
    entries: Vec<u32>,
    /// By coset: itself while it lives, then one that it is equal to.
    link: Vec<u32>,
    /// Cosets that have died and whose entries must go over.
    dying: Vec<u32>,
    /// Entries that became known since they were last looked at, if they are kept.
    pub(super) deductions: Vec<(u32, u16)>,
    keeps_deductions: bool,
    /// What took time so far: letters that scans followed, and whatever else is added.
    pub(super) work: u64,
    capacity: u32,
    /// Living cosets.
    pub(super) live: u32,
    /// The most that lived at the same time.
    pub(super) max: u32,
    /// Cosets defined in all.
    pub(super) total: u64,
}

impl PartialTable {
    /// Deductions beyond so many are forgotten: 64 MiB. The last scan of all relators at all cosets makes up for them.
    const MOST_DEDUCTIONS: usize = 1 << 23;

    /// The table with the first coset alone.
    pub(super) fn new(columns: &Columns, capacity: u32, keeps_deductions: bool) -> Self {
        PartialTable {
            inverse: columns.inverse.clone(),
            entries: vec![NONE; columns.len()],
            link: vec![0],
            dying: Vec::new(),
            deductions: Vec::new(),
            keeps_deductions,
            work: 0,
            capacity,
            live: 1,
            max: 1,
            total: 1,
        }
    }

    /// Numbers given to cosets, dead ones included.
    #[inline]
    pub(super) fn len(&self) -> u32 {
        self.link.len() as u32
    }

    #[inline]
    pub(super) fn is_live(&self, coset: u32) -> bool {
        self.link[coset as usize] == coset
    }

    #[inline]
    fn at(&self, coset: u32, column: u16) -> usize {
        coset as usize * self.inverse.len() + usize::from(column)
    }

    #[inline]
    pub(super) fn entry(&self, coset: u32, column: u16) -> u32 {
        self.entries[self.at(coset, column)]
    }

    /// The first unknown entry of a row.
    pub(super) fn open_column(&self, coset: u32) -> Option<u16> {
        (0..self.inverse.len() as u16).find(|&column| self.entry(coset, column) == NONE)
    }

    /// Defines a new coset as this one times the letter of a column whose entry is unknown.
    pub(super) fn define(&mut self, coset: u32, column: u16) -> Result<u32, Full> {
        let new = self.len();
        let width = self.inverse.len();
        if new >= self.capacity
            || self.entries.try_reserve(width).is_err()
            || self.link.try_reserve(1).is_err()
        {
            return Err(Full);
        }
        self.link.push(new);
        self.entries.resize(self.entries.len() + width, NONE);
        self.live += 1;
        self.max = self.max.max(self.live);
        self.total += 1;
        self.join(coset, column, new);
        Ok(new)
    }

    /// Makes an unknown entry known, and with it that of the inverse.
    #[inline]
    fn join(&mut self, coset: u32, column: u16, image: u32) {
        let inverse = self.inverse[usize::from(column)];
        let (there, back) = (self.at(coset, column), self.at(image, inverse));
        self.entries[there] = image;
        self.entries[back] = coset;
        if self.keeps_deductions && self.deductions.len() < Self::MOST_DEDUCTIONS {
            self.deductions.push((coset, column));
        }
    }

    /// Follows a word from a coset from both ends, as far as entries are known. If one letter is left between, its entry is deduced;
    /// if the ends meet in different cosets, these coincide; otherwise the two ends and the letters between are returned.
    #[inline]
    pub(super) fn scan(&mut self, coset: u32, relators: &Relators, span: Span) -> Option<Gap> {
        self.go_on(&mut Ends::new(coset, span), relators, span)
    }

    /// Whether a relator is a power whose cycle at this coset goes through a smaller one, a period before. If relators were scanned at
    /// the cosets in their order, a scan finds nothing new here. Of a long power at many cosets these scans would take nearly all time.
    #[inline]
    pub(super) fn is_scanned_before(&mut self, coset: u32, relators: &Relators, span: Span) -> bool {
        let Some(period) = relators.period(span) else { return false };
        self.work += period.len() as u64;
        let mut before = coset;
        for &column in period.iter().rev() {
            before = self.entry(before, column);
            if before == NONE {
                return false;
            }
        }
        before < coset
    }

    /// [`scan`](Self::scan), and defines cosets where letters are left between.
    pub(super) fn scan_and_fill(&mut self, coset: u32, relators: &Relators, span: Span) -> Result<(), Full> {
        let mut ends = Ends::new(coset, span);
        while let Some(gap) = self.go_on(&mut ends, relators, span) {
            self.define(gap.front, gap.column)?;
        }
        Ok(())
    }

    /// Goes on with a scan from where its ends stopped. In the meantime cosets may have been defined, but none may have died.
    #[inline]
    fn go_on(&mut self, ends: &mut Ends, relators: &Relators, span: Span) -> Option<Gap> {
        let (forward, backward) = relators.word(span);
        let Ends { mut front, mut from, mut back, mut to } = *ends;
        while from < to {
            let next = self.entry(front, forward[from]);
            if next == NONE {
                break;
            }
            front = next;
            from += 1;
        }
        while to > from {
            let next = self.entry(back, backward[to - 1]);
            if next == NONE {
                break;
            }
            back = next;
            to -= 1;
        }
        self.work += (ends.to - ends.from - (to - from)) as u64 + 1;
        *ends = Ends { front, from, back, to };
        match to - from {
            0 if front == back => {}
            0 => self.coincidence(front, back),
            1 => self.join(front, forward[from], back),
            letters => return Some(Gap { front, column: forward[from], letters }),
        }
        None
    }

    /// Identifies two cosets, and all that coincide because of it. Full rows stay full.
    fn coincidence(&mut self, first: u32, second: u32) {
        self.identify(first, second);
        let mut at = 0;
        while let Some(&dead) = self.dying.get(at) {
            at += 1;
            for column in 0..self.inverse.len() as u16 {
                let place = self.at(dead, column);
                let image = std::mem::replace(&mut self.entries[place], NONE);
                if image == NONE {
                    continue;
                }
                let inverse = self.inverse[usize::from(column)];
                let back = self.at(image, inverse);
                self.entries[back] = NONE;
                let (coset, image) = (find(&mut self.link, dead), find(&mut self.link, image));
                match (self.entry(coset, column), self.entry(image, inverse)) {
                    (NONE, NONE) => self.join(coset, column, image),
                    (NONE, other) => self.identify(coset, other),
                    (other, _) => self.identify(image, other),
                }
            }
        }
        self.dying.clear();
    }

    /// Lets the larger of two living numbers of one coset die.
    fn identify(&mut self, first: u32, second: u32) {
        let (first, second) = (find(&mut self.link, first), find(&mut self.link, second));
        if first != second {
            let (kept, dead) = (first.min(second), first.max(second));
            self.link[dead as usize] = kept;
            self.dying.push(dead);
            self.live -= 1;
        }
    }

    /// Renumbers the living cosets without gaps in their order. Returns the numbers that the given ones, each alive or not, become: that
    /// of the first living coset from there on.
    pub(super) fn compress<const N: usize>(&mut self, pointers: [u32; N]) -> [u32; N] {
        let width = self.inverse.len();
        // A first pass turns the links of living cosets into their new numbers, a second one moves the rows.
        let mut next = 0;
        let mut moved = pointers.map(|_| 0);
        for coset in 0..self.len() {
            for (pointer, moved) in pointers.iter().zip(&mut moved) {
                if coset == *pointer {
                    *moved = next;
                }
            }
            if self.is_live(coset) {
                self.link[coset as usize] = next;
                next += 1;
            } else {
                self.link[coset as usize] = NONE;
            }
        }
        for (pointer, moved) in pointers.iter().zip(&mut moved) {
            if *pointer >= self.len() {
                *moved = next;
            }
        }
        for coset in 0..self.link.len() {
            let new = self.link[coset];
            if new != NONE {
                for column in 0..width {
                    let image = self.entries[coset * width + column];
                    let image = if image == NONE { NONE } else { self.link[image as usize] };
                    self.entries[new as usize * width + column] = image;
                }
            }
        }
        let kept = |&(coset, column): &(u32, u16)| {
            let new = self.link[coset as usize];
            (new != NONE).then_some((new, column))
        };
        self.deductions = self.deductions.iter().filter_map(kept).collect();
        self.entries.truncate(next as usize * width);
        self.link.clear();
        self.link.extend(0..next);
        moved
    }

    /// The entries row by row.
    pub(super) fn into_entries(self) -> Vec<u32> {
        self.entries
    }
}

/// How far a scan has come from both ends of a word.
#[derive(Clone, Copy, Debug)]
struct Ends {
    front: u32,
    from: usize,
    back: u32,
    to: usize,
}

impl Ends {
    fn new(coset: u32, span: Span) -> Self {
        Ends { front: coset, from: 0, back: coset, to: span.len() }
    }
}

/// Where a scan stopped.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    /// The coset reached from the left.
    pub(super) front: u32,
    /// The column of the first letter whose entry is unknown.
    pub(super) column: u16,
    /// Letters without entry, two or more.
    pub(super) letters: usize,
}
