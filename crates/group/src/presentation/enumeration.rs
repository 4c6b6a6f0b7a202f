//! Coset enumeration: the index of a subgroup of a finitely presented group, and its coset table.
//!
//! Start at [`Enumeration`] and [`Strategy`]. The method of Todd and Coxeter ("A practical method for enumerating cosets of a finite
//! abstract group", 1936) in the forms of Haselgrove, Leech and Trotter with lookahead, of Felsch ("Programmierung der
//! Restklassenabzählung einer Gruppe nach Untergruppen", 1961), and a mixture of these; see Cannon, Dimino, Havas and Watson,
//! "Implementation and analysis of the Todd–Coxeter algorithm" (1973), and Sims, "Computation with finitely presented groups" (1994),
//! chapter 5. An enumeration ends if the index is finite, but no bound on its length can be given: limits are for that.

use super::columns::{Columns, Relators};
use super::coset_table::CosetTable;
use super::partial_table::{Full, Gap, NONE, PartialTable};
use super::relators::{Presentation, PresentationError};
use super::word::Word;

use thiserror::Error;

/// Which cosets are defined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Strategy {
    /// Haselgrove, Leech and Trotter: every relator is closed at one coset after the other. Fast, but defines many cosets. If the table
    /// is full, a lookahead scans for coincidences without defining any.
    Hlt,
    /// HLT that looks ahead whenever the table has doubled, and so finds collapses early. Needs less memory where there are any.
    Lookahead,
    /// Felsch: the first unknown entry is defined, and all that follows from it is deduced at once. Defines few cosets, but scans more.
    Felsch,
    /// Felsch's method, in which entries that would close a relator go first, and relators are closed at a coset now and then.
    #[default]
    Mix,
}

impl Strategy {
    /// Whether relators are closed coset by coset, so that nothing need be deduced from single entries.
    fn is_hlt(self) -> bool {
        matches!(self, Strategy::Hlt | Strategy::Lookahead)
    }
}

/// How many cosets an enumeration had to do with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Statistics {
    /// Cosets that are different as far as is known: the index, once the enumeration is complete.
    pub live: u32,
    /// The most cosets that were in the table at the same time without being known to be equal.
    pub max: u32,
    /// Cosets that were defined, the first included.
    pub total: u64,
}

/// A finished enumeration.
#[derive(Clone, Debug)]
pub struct Enumerated {
    /// The table, standard and complete.
    pub table: CosetTable,
    /// What it took.
    pub statistics: Statistics,
}

/// Why there is no table.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EnumerationError {
    /// A generator of the subgroup is no word in the generators of the group.
    #[error(transparent)]
    Presentation(#[from] PresentationError),
    /// The table was full, and a lookahead made too little room. The index may be infinite.
    #[error("the table is full with {capacity} cosets ({} of them alive, {} defined in all)", statistics.live, statistics.total)]
    Full {
        /// The largest number of cosets, dead ones that still take room included.
        capacity: u32,
        /// How far it came.
        statistics: Statistics,
    },
    /// The caller stopped the enumeration.
    #[error("stopped after {} cosets ({} of them alive)", statistics.total, statistics.live)]
    Stopped {
        /// How far it came.
        statistics: Statistics,
    },
}

/// An enumeration to be made.
///
/// ```
/// use permutant_group::presentation::{Enumeration, Presentation, Strategy, read_words};
///
/// // The Mathieu group M11 acts on the twelve cosets of PSL(2, 11).
/// let m11: Presentation = "<a, b, c | a^11, b^5, c^4, (a*c)^3, b^c = b^2, a^b = a^4>".parse()?;
/// let subgroup = read_words("a, b, c^2", &m11)?;
/// let felsch = Enumeration::new(&m11, &subgroup).strategy(Strategy::Felsch).run()?;
/// assert_eq!(felsch.table.index(), 12);
/// assert_eq!(Enumeration::new(&m11, &[]).run()?.table.index(), 7920);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Enumeration<'p> {
    presentation: &'p Presentation,
    subgroup: &'p [Word],
    strategy: Strategy,
    capacity: u32,
}

impl<'p> Enumeration<'p> {
    /// Cosets that a table has room for unless [`capacity`](Self::capacity) says otherwise: with two generators 400 MB.
    pub const CAPACITY: u32 = 1 << 24;

    /// The cosets of the subgroup that the words generate; of the trivial one if there are none, so that the index is the order.
    pub fn new(presentation: &'p Presentation, subgroup: &'p [Word]) -> Self {
        let (strategy, capacity) = (Strategy::default(), Self::CAPACITY);
        Enumeration { presentation, subgroup, strategy, capacity }
    }

    /// Sets the strategy. The table does not depend on it, its cost does.
    #[must_use]
    pub fn strategy(self, strategy: Strategy) -> Self {
        Enumeration { strategy, ..self }
    }

    /// Sets the largest number of cosets, from 1 to 2^32 - 2; others are taken as the nearest of these.
    #[must_use]
    pub fn capacity(self, cosets: u32) -> Self {
        Enumeration { capacity: cosets.clamp(1, NONE - 1), ..self }
    }

    /// Bytes that a coset takes: its row, and two numbers while the table is made standard.
    pub fn bytes_per_coset(presentation: &Presentation) -> u64 {
        4 * (Columns::new(presentation).len() as u64 + 2)
    }

    /// Enumerates.
    ///
    /// # Errors
    /// If the table is too small, which is certain if the index is infinite, or if a word uses an unknown generator.
    pub fn run(&self) -> Result<Enumerated, EnumerationError> {
        self.run_while(|_| true)
    }

    /// [`run`](Self::run) with cancellation. `go_on` is called every few milliseconds with the numbers so far.
    ///
    /// # Errors
    /// As for `run`, and if `go_on` returned false.
    pub fn run_while(
        &self,
        mut go_on: impl FnMut(Statistics) -> bool,
    ) -> Result<Enumerated, EnumerationError> {
        self.subgroup.iter().try_for_each(|word| self.presentation.check(word))?;
        let columns = Columns::new(self.presentation);
        let relators = Relators::new(&columns, self.presentation, self.subgroup);
        let table = PartialTable::new(&columns, self.capacity, !self.strategy.is_hlt());
        let mut run = Run {
            table,
            relators: &relators,
            capacity: self.capacity,
            closed: 0,
            filled: 0,
            preferred: Vec::new(),
            look_at: (self.strategy == Strategy::Lookahead).then_some(Run::FIRST_LOOK),
            asked: 0,
            go_on: &mut go_on,
        };
        run.begin()?;
        // A long relator would close late or never among definitions in the order of the table.
        run.close_relators(1)?;
        match self.strategy {
            Strategy::Hlt | Strategy::Lookahead => run.close_relators(u32::MAX)?,
            Strategy::Felsch => run.felsch()?,
            Strategy::Mix => run.mix()?,
        }
        let statistics = run.statistics();
        run.table.compress([]);
        let table = CosetTable::standard(columns, run.table.into_entries());
        Ok(Enumerated { table, statistics })
    }
}

/// An enumeration under way.
struct Run<'a> {
    table: PartialTable,
    relators: &'a Relators,
    capacity: u32,
    /// At all living cosets before this one every relator is closed.
    closed: u32,
    /// The rows of all living cosets before this one are full.
    filled: u32,
    /// Entries with which a relator would close, the latest last.
    preferred: Vec<(u32, u16)>,
    /// The number of cosets in the table at which a lookahead is due, if the strategy has any before the table is full.
    look_at: Option<u32>,
    /// The work that was done when the caller was last asked.
    asked: u64,
    go_on: &'a mut dyn FnMut(Statistics) -> bool,
}

impl Run<'_> {
    /// Cosets at the first lookahead: fewer are not worth one.
    const FIRST_LOOK: u32 = 1 << 12;
    /// Letters to follow between two questions whether to go on: a millisecond. Relators of millions of letters may be written, so
    /// steps of any other kind may take minutes.
    const WORK: u64 = 1 << 18;
    /// A table that is full is worth going on with if this part of it becomes free.
    const WORTHWHILE: u32 = 32;
    /// Definitions by Felsch's method for each coset at which the mixture closes relators.
    const DEFINITIONS: u32 = 1000;
    /// Preferred definitions that are remembered; older ones are mostly out of date.
    const PREFERRED: usize = 256;

    fn statistics(&self) -> Statistics {
        Statistics { live: self.table.live, max: self.table.max, total: self.table.total }
    }

    /// Asks the caller now and then whether to go on; to be called for every entry and every scan.
    fn step(&mut self) -> Result<(), EnumerationError> {
        self.table.work += 1;
        if self.table.work - self.asked >= Self::WORK {
            self.asked = self.table.work;
            let statistics = self.statistics();
            if !(self.go_on)(statistics) {
                return Err(EnumerationError::Stopped { statistics });
            }
        }
        Ok(())
    }

    /// Traces the generators of the subgroup at the first coset.
    fn begin(&mut self) -> Result<(), EnumerationError> {
        for &word in &self.relators.subgroup {
            while self.table.scan_and_fill(0, self.relators, word).is_err() {
                self.make_room()?;
            }
        }
        Ok(())
    }

    /// Closes every relator at so many further cosets, and fills their rows.
    fn close_relators(&mut self, cosets: u32) -> Result<(), EnumerationError> {
        let mut done = 0;
        while done < cosets && self.closed < self.table.len() {
            self.step()?;
            if self.look_at.is_some_and(|due| self.table.len() >= due) {
                self.look_ahead()?;
                [self.closed, self.filled] = self.table.compress([self.closed, self.filled]);
                self.look_at = Some(self.table.len().saturating_mul(2).max(Self::FIRST_LOOK));
                continue;
            }
            if self.table.is_live(self.closed) {
                if self.close_relators_at(self.closed).is_err() {
                    self.make_room()?;
                    continue;
                }
                done += 1;
            }
            self.closed += 1;
        }
        Ok(())
    }

    fn close_relators_at(&mut self, coset: u32) -> Result<(), Full> {
        for &relator in &self.relators.plain {
            if !self.table.is_scanned_before(coset, self.relators, relator) {
                self.table.scan_and_fill(coset, self.relators, relator)?;
            }
            if !self.table.is_live(coset) {
                return Ok(());
            }
        }
        while let Some(column) = self.table.open_column(coset) {
            self.table.define(coset, column)?;
        }
        Ok(())
    }

    /// Scans for all that follows from the entries that became known.
    fn deduce(&mut self) -> Result<(), EnumerationError> {
        while let Some((coset, column)) = self.table.deductions.pop() {
            self.step()?;
            // The entries of the dead went over and came here again.
            for &word in &self.relators.beginning_with[usize::from(column)] {
                if !self.table.is_live(coset) || self.table.entry(coset, column) == NONE {
                    break;
                }
                self.step()?;
                if let Some(gap) = self.table.scan(coset, self.relators, word) {
                    self.prefer(gap);
                }
            }
        }
        Ok(())
    }

    /// Remembers an entry with which a relator would close.
    fn prefer(&mut self, gap: Gap) {
        if gap.letters == 2 {
            if self.preferred.len() == Self::PREFERRED {
                self.preferred.clear();
            }
            self.preferred.push((gap.front, gap.column));
        }
    }

    /// Defines the first unknown entry of the table. False if there is none.
    fn define_first(&mut self) -> Result<bool, EnumerationError> {
        while self.filled < self.table.len() {
            if self.table.is_live(self.filled)
                && let Some(column) = self.table.open_column(self.filled)
            {
                if self.table.define(self.filled, column).is_err() {
                    self.make_room()?;
                    continue;
                }
                return Ok(true);
            }
            self.filled += 1;
        }
        Ok(false)
    }

    /// Defines a preferred entry. False if none is left.
    fn define_preferred(&mut self) -> bool {
        while let Some((coset, column)) = self.preferred.pop() {
            if self.table.is_live(coset) && self.table.entry(coset, column) == NONE {
                // A full table is told when the first entry is defined.
                return self.table.define(coset, column).is_ok();
            }
        }
        false
    }

    fn felsch(&mut self) -> Result<(), EnumerationError> {
        loop {
            self.deduce()?;
            if !self.define_first()? {
                break;
            }
        }
        self.look_ahead()
    }

    fn mix(&mut self) -> Result<(), EnumerationError> {
        // Without a bound preferred definitions might never fill the first rows, and the enumeration might never end.
        let share = 5 * (self.relators.beginning_with.len() as u64 + 2) / 4;
        loop {
            for _ in 0..Self::DEFINITIONS {
                self.deduce()?;
                let may_prefer = u64::from(self.table.len()) < share * (u64::from(self.filled) + 1);
                let is_open = may_prefer && self.define_preferred() || self.define_first()?;
                if !is_open {
                    return self.look_ahead();
                }
            }
            self.deduce()?;
            self.close_relators(1)?;
        }
    }

    /// Scans every relator at every coset and defines none. All coincidences that the relators give by now are then known.
    fn look_ahead(&mut self) -> Result<(), EnumerationError> {
        let mut coset = 0;
        while coset < self.table.len() {
            self.step()?;
            for &relator in &self.relators.plain {
                self.step()?;
                if self.table.is_live(coset) && !self.table.is_scanned_before(coset, self.relators, relator) {
                    self.table.scan(coset, self.relators, relator);
                }
            }
            coset += 1;
        }
        Ok(())
    }

    /// Makes room in a full table.
    fn make_room(&mut self) -> Result<(), EnumerationError> {
        let worthwhile = (self.capacity / Self::WORTHWHILE).max(1);
        if self.table.len() - self.table.live < worthwhile {
            self.look_ahead()?;
        }
        if self.table.len() - self.table.live < worthwhile {
            let statistics = self.statistics();
            return Err(EnumerationError::Full { capacity: self.table.len(), statistics });
        }
        self.preferred.clear();
        [self.closed, self.filled] = self.table.compress([self.closed, self.filled]);
        Ok(())
    }
}
