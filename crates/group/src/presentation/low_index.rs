//! Subgroups of low index, one of each conjugacy class.
//!
//! Start at [`LowIndexSubgroups`]. Every subgroup of index n has one standard coset table with n rows, and every complete table in which
//! the relators close is that of a subgroup. The search completes tables entry by entry in all ways, deduces what the relators enforce,
//! and gives up a table as soon as that of a conjugate subgroup would come first (Sims, "Computation with finitely presented
//! groups", 1994, section 5.6; Holt, Eick and O'Brien, "Handbook of computational group theory", 2005, section 5.4).

use super::columns::{Columns, Relators, Span};
use super::coset_table::CosetTable;
use super::partial_table::NONE;
use super::relators::Presentation;
use super::word::Word;

/// A subgroup that stands for its conjugacy class.
#[derive(Clone, Debug)]
pub struct LowIndexSubgroup {
    /// Its cosets.
    pub table: CosetTable,
    /// Words that generate it.
    pub generators: Vec<Word>,
    /// The number of its conjugates.
    pub class_length: u32,
}

/// The caller stopped the search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("stopped before all subgroups were found")]
pub struct StoppedError;

/// All classes of subgroups up to an index, as an iterator. In a free group of rank r the number of subgroups of index n grows like
/// n · n!^(r-1), so indices beyond 10 or 12 are for groups with many relators.
///
/// ```
/// use permutant_group::presentation::{LowIndexSubgroups, Presentation};
///
/// let free: Presentation = "<a, b |>".parse()?;
/// let classes: Vec<_> = LowIndexSubgroups::new(&free, 2).collect();
/// assert_eq!(classes.iter().filter(|class| class.table.index() == 2).count(), 3);
/// # Ok::<(), permutant_group::presentation::SyntaxError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LowIndexSubgroups {
    columns: Columns,
    relators: Relators,
    most: u32,
    /// Rows for the largest index; those from `count` on are unknown.
    entries: Vec<u32>,
    count: u32,
    /// Entries that were made known, in order.
    trail: Vec<(u32, u16)>,
    choices: Vec<Choice>,
    /// Choices and letters that scans followed since the caller was asked.
    work: usize,
}

/// An entry that is tried with one coset after the other.
#[derive(Clone, Copy, Debug)]
struct Choice {
    coset: u32,
    column: u16,
    /// The coset to be tried next.
    next: u32,
    /// Cosets and known entries before the choice.
    count: u32,
    known: usize,
}

impl LowIndexSubgroups {
    /// The largest index that is looked for.
    pub const MOST: u32 = 1 << 12;

    /// Choices and letters between two questions whether to go on: a millisecond. Letters count because relators may have millions.
    const WORK: usize = 1 << 14;

    /// The subgroups of index 1 to `most`, which is at least 1 and at most [`MOST`](Self::MOST); others are taken as the nearest of these.
    pub fn new(presentation: &Presentation, most: u32) -> Self {
        let most = most.clamp(1, Self::MOST);
        let columns = Columns::new(presentation);
        let relators = Relators::new(&columns, presentation, &[]);
        let entries = vec![NONE; columns.len() * most as usize];
        let root = Choice { coset: 0, column: 0, next: 0, count: 1, known: 0 };
        LowIndexSubgroups {
            columns,
            relators,
            most,
            entries,
            count: 1,
            trail: Vec::new(),
            choices: vec![root],
            work: 0,
        }
    }

    /// The next class, in no particular order; `None` after the last. `go_on` is called every few milliseconds.
    ///
    /// # Errors
    /// If `go_on` returned false. The search can be continued.
    pub fn next_while(
        &mut self,
        mut go_on: impl FnMut() -> bool,
    ) -> Result<Option<LowIndexSubgroup>, StoppedError> {
        if self.columns.len() == 0 {
            // The group without generators has itself as its only subgroup.
            return Ok(self.choices.pop().map(|_| self.found(1)));
        }
        while let Some(choice) = self.choices.last_mut() {
            let Choice { coset, column, next, count, known } = *choice;
            choice.next += 1;
            self.undo(known, count);
            if next > count || next == self.most {
                self.choices.pop();
                continue;
            }
            let inverse = self.columns.inverse[usize::from(column)];
            if next < count && self.entry(next, inverse) != NONE {
                continue;
            }
            self.count = count.max(next + 1);
            self.join(coset, column, next);
            match self.deduce(known, &mut go_on) {
                Ok(true) => {}
                Ok(false) => continue,
                Err(stopped) => {
                    self.choices.last_mut().into_iter().for_each(|choice| choice.next = next);
                    return Err(stopped);
                }
            }
            let Some(symmetric) = self.symmetric_roots() else { continue };
            match self.first_open(coset) {
                None => return Ok(Some(self.found(symmetric))),
                Some((coset, column)) => {
                    let (count, known) = (self.count, self.trail.len());
                    self.choices.push(Choice { coset, column, next: 0, count, known });
                }
            }
        }
        Ok(None)
    }

    fn at(&self, coset: u32, column: u16) -> usize {
        coset as usize * self.columns.len() + usize::from(column)
    }

    fn entry(&self, coset: u32, column: u16) -> u32 {
        self.entries[self.at(coset, column)]
    }

    fn set(&mut self, coset: u32, column: u16, image: u32) {
        let at = self.at(coset, column);
        self.entries[at] = image;
    }

    fn join(&mut self, coset: u32, column: u16, image: u32) {
        self.set(coset, column, image);
        self.set(image, self.columns.inverse[usize::from(column)], coset);
        self.trail.push((coset, column));
    }

    /// Forgets all entries but the first of the trail.
    fn undo(&mut self, known: usize, count: u32) {
        while self.trail.len() > known
            && let Some((coset, column)) = self.trail.pop()
        {
            let image = self.entry(coset, column);
            self.set(image, self.columns.inverse[usize::from(column)], NONE);
            self.set(coset, column, NONE);
        }
        self.count = count;
    }

    /// Deduces what follows from the entries of the trail from there on. False if a relator does not close.
    fn deduce(&mut self, from: usize, go_on: &mut dyn FnMut() -> bool) -> Result<bool, StoppedError> {
        let mut at = from;
        while let Some(&(coset, column)) = self.trail.get(at) {
            at += 1;
            self.ask(go_on)?;
            for number in 0..self.relators.beginning_with[usize::from(column)].len() {
                let word = self.relators.beginning_with[usize::from(column)][number];
                if !self.scan(coset, word) {
                    return Ok(false);
                }
                self.ask(go_on)?;
            }
        }
        Ok(true)
    }

    /// Asks the caller now and then whether to go on.
    fn ask(&mut self, go_on: &mut dyn FnMut() -> bool) -> Result<(), StoppedError> {
        self.work += 1;
        if self.work < Self::WORK {
            return Ok(());
        }
        self.work = 0;
        if go_on() { Ok(()) } else { Err(StoppedError) }
    }

    /// Follows a relator from both ends. False if the ends meet in different cosets.
    fn scan(&mut self, coset: u32, word: Span) -> bool {
        let (forward, backward) = self.relators.word(word);
        let (mut front, mut from) = (coset, 0);
        while from < forward.len() && self.entry(front, forward[from]) != NONE {
            front = self.entry(front, forward[from]);
            from += 1;
        }
        let (mut back, mut to) = (coset, forward.len());
        while to > from && self.entry(back, backward[to - 1]) != NONE {
            back = self.entry(back, backward[to - 1]);
            to -= 1;
        }
        self.work += forward.len() - (to - from);
        if to == from {
            return front == back;
        }
        if to == from + 1 {
            let column = forward[from];
            self.join(front, column, back);
        }
        true
    }

    /// The first unknown entry of a row from this one on.
    fn first_open(&self, from: u32) -> Option<(u32, u16)> {
        let width = self.columns.len();
        let known = self.at(from, 0);
        let open =
            self.entries[known..self.count as usize * width].iter().position(|&image| image == NONE)?;
        Some((from + (open / width) as u32, (open % width) as u16))
    }

    /// Compares the table with those that begin at another coset, which belong to conjugate subgroups. `None` if one of them comes first;
    /// otherwise how many are equal, this one included, if the table is complete.
    fn symmetric_roots(&self) -> Option<u32> {
        let mut equal = 1;
        let mut number = vec![NONE; self.count as usize];
        let mut order = Vec::with_capacity(self.count as usize);
        for root in 1..self.count {
            number.fill(NONE);
            order.clear();
            number[root as usize] = 0;
            order.push(root);
            match self.compare(&mut number, &mut order) {
                Some(std::cmp::Ordering::Less) => return None,
                Some(std::cmp::Ordering::Equal) => equal += 1,
                _ => {}
            }
        }
        Some(equal)
    }

    /// The order of the table that begins at `order[0]` relative to this one; `None` where entries are unknown before they differ.
    fn compare(&self, number: &mut [u32], order: &mut Vec<u32>) -> Option<std::cmp::Ordering> {
        for coset in 0..self.count {
            // A coset without a number is reached by no known entry of those before.
            let &other = order.get(coset as usize)?;
            for column in 0..self.columns.len() as u16 {
                let (image, moved) = (self.entry(coset, column), self.entry(other, column));
                if image == NONE || moved == NONE {
                    return None;
                }
                let new = &mut number[moved as usize];
                if *new == NONE {
                    *new = order.len() as u32;
                    order.push(moved);
                }
                if *new != image {
                    return Some((*new).cmp(&image));
                }
            }
        }
        Some(std::cmp::Ordering::Equal)
    }

    /// The subgroup of the complete table. Every coset was defined by the choice of a new number and everything deduced follows from the
    /// relators, so the choices of known cosets give generators.
    fn found(&self, symmetric: u32) -> LowIndexSubgroup {
        let known = &self.entries[..self.count as usize * self.columns.len()];
        let table = CosetTable::standard(self.columns.clone(), known.to_vec());
        let words = table.representatives();
        let closes = |choice: &&Choice| choice.next <= choice.count;
        let generator = |choice: &Choice| {
            let mut word = words[choice.coset as usize].clone();
            word.push(self.columns.letters[usize::from(choice.column)]);
            word.then(&words[choice.next as usize - 1].inverse())
        };
        let generators = self.choices.iter().filter(closes).map(generator).collect();
        LowIndexSubgroup { generators, class_length: self.count / symmetric, table }
    }
}

impl Iterator for LowIndexSubgroups {
    type Item = LowIndexSubgroup;

    fn next(&mut self) -> Option<LowIndexSubgroup> {
        self.next_while(|| true).unwrap_or_default()
    }
}
