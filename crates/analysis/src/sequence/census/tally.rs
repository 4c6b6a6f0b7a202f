//! Counts of cycle types and of coloured orders, made one sequence at a time.
//!
//! Start at [`Kinds`], the possible kinds of cycles, and at [`Tally`]. A cycle type is a row of bit fields, one for each kind of cycle
//! (orbit, length, order of the twist). Each field is wide enough for the greatest number of such cycles in the orbit. Counting a cycle
//! is therefore one addition, two types are equal exactly if their rows are, and each type has its order computed only once. Fixed
//! slots without twist have no field; their number follows from the others.

use super::elements::{Element, Layout};
use num_integer::gcd;
use permutant_group::UBig;
use permutant_puzzle::cycle_structure::{Bead, ColourPeriod, least_common_multiple};
use permutant_puzzle::orbit::Orbit;
use permutant_puzzle::state::State;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// A number of cycles of one kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CycleCount {
    /// Number of the orbit.
    pub orbit: usize,
    /// Slots on the cycle.
    pub length: u16,
    /// The number of rounds after which the pieces have their original orientations.
    pub rounds: u16,
    /// The number of cycles of this kind, at least 1.
    pub count: u16,
}

/// Cycle counts by orbit, such as `CORNERS 1*3 5*3 EDGES 7`: in a cycle of 5 slots written `5*3`, the pieces have their original
/// orientations after 3 rounds; `2^4` denotes four cycles of 2. Fixed slots are omitted; the identity is `()`.
pub fn write_cycle_counts(cycles: &[CycleCount], orbits: &[Orbit]) -> String {
    let mut text = String::new();
    let mut orbit = None;
    for cycle in cycles {
        if orbit.replace(cycle.orbit) != Some(cycle.orbit) {
            let space = if text.is_empty() { "" } else { " " };
            text += space;
            text += orbits.get(cycle.orbit).map_or("?", |orbit| orbit.name.as_str());
        }
        // Writing to a string cannot fail.
        let _ = write!(text, " {}", cycle.length);
        if cycle.rounds > 1 {
            let _ = write!(text, "*{}", cycle.rounds);
        }
        if cycle.count > 1 {
            let _ = write!(text, "^{}", cycle.count);
        }
    }
    if text.is_empty() { "()".to_string() } else { text }
}

/// The position of the number of cycles of one kind in the row of a cycle type.
#[derive(Clone, Copy, Debug)]
struct Field {
    word: u32,
    shift: u32,
    bits: u32,
}

/// The possible kinds of cycles in a layout.
#[derive(Debug)]
pub(super) struct Kinds {
    orbits: Vec<OrbitKinds>,
    /// By orbit, then length - 1, then index of the divisor that is the order of the twist.
    fields: Vec<Field>,
    /// By orbit and twist: index of the divisor that is the order of the twist.
    classes: Vec<u16>,
    /// Number of words of a row.
    pub(super) words: usize,
}

/// The positions of the kinds of an orbit.
#[derive(Debug)]
struct OrbitKinds {
    /// Its number in the puzzle.
    orbit: usize,
    slots: usize,
    orientations: u32,
    /// The divisors of its orientations, ascending.
    divisors: Vec<u16>,
    first_field: usize,
    first_class: usize,
}

impl Kinds {
    pub(super) fn new(layout: &Layout) -> Self {
        let mut kinds = Kinds { orbits: Vec::new(), fields: Vec::new(), classes: Vec::new(), words: 1 };
        let mut used = 0;
        for orbit in &layout.orbits {
            let orientations = orbit.orientations;
            let divisors: Vec<u16> = (1..=orientations).filter(|d| orientations.is_multiple_of(*d)).collect();
            let class = |twist: u16| {
                let order = orientations / gcd(orientations, twist);
                divisors.binary_search(&order).unwrap_or_default() as u16
            };
            let (first_field, first_class) = (kinds.fields.len(), kinds.classes.len());
            kinds.classes.extend((0..orientations).map(class));
            for length in 1..=orbit.slots.len() {
                for _ in &divisors {
                    // The field must hold the greatest number of cycles of this length.
                    let bits = (orbit.slots.len() / length).ilog2() + 1;
                    if used + bits > 64 {
                        (kinds.words, used) = (kinds.words + 1, 0);
                    }
                    kinds.fields.push(Field { word: kinds.words as u32 - 1, shift: used, bits });
                    used += bits;
                }
            }
            kinds.orbits.push(OrbitKinds {
                orbit: orbit.orbit,
                slots: orbit.slots.len(),
                orientations: orientations.into(),
                divisors,
                first_field,
                first_class,
            });
        }
        kinds
    }

    /// The cycles of a row, by orbit, length and rounds.
    fn decode(&self, row: &[u64]) -> Vec<CycleCount> {
        let mut cycles = Vec::new();
        for kinds in &self.orbits {
            let fields = &self.fields[kinds.first_field..];
            for (at, field) in fields.iter().take(kinds.slots * kinds.divisors.len()).enumerate() {
                let count = row[field.word as usize] >> field.shift & ((1 << field.bits) - 1);
                if count > 0 {
                    let (length, rounds) = (at / kinds.divisors.len() + 1, at % kinds.divisors.len());
                    cycles.push(CycleCount {
                        orbit: kinds.orbit,
                        length: length as u16,
                        rounds: kinds.divisors[rounds],
                        count: count as u16,
                    });
                }
            }
        }
        cycles
    }
}

/// Least common multiple of the orders of cycles.
fn order(cycles: &[CycleCount]) -> UBig {
    least_common_multiple(cycles.iter().map(|cycle| u64::from(cycle.length) * u64::from(cycle.rounds)))
}

/// The row of a cycle type.
pub(super) trait Row: Clone + Eq + Hash + Send {
    fn zero(words: usize) -> Self;
    fn words(&self) -> &[u64];
    fn words_mut(&mut self) -> &mut [u64];
}

/// A row of at most `W` words.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct FixedRow<const W: usize>([u64; W]);

impl<const W: usize> Hash for FixedRow<W> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|&word| state.write_u64(word));
    }
}

impl<const W: usize> Row for FixedRow<W> {
    fn zero(words: usize) -> Self {
        debug_assert!(words <= W);
        FixedRow([0; W])
    }

    #[inline]
    fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline]
    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

/// A row of any number of words.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct WideRow(Box<[u64]>);

impl Hash for WideRow {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.iter().for_each(|&word| state.write_u64(word));
    }
}

impl Row for WideRow {
    fn zero(words: usize) -> Self {
        WideRow(vec![0; words].into())
    }

    fn words(&self) -> &[u64] {
        &self.0
    }

    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }
}

/// Hashes words by one multiplication each: rows do not come from an adversary, and there is one look-up per sequence.
#[derive(Default)]
pub(super) struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(byte.into()));
    }

    #[inline]
    fn write_u64(&mut self, word: u64) {
        // 2^64 divided by the golden ratio (Knuth, TAOCP 3, 6.4); the upper half of the product is folded in.
        let product = u128::from(self.0 ^ word) * 0x9E37_79B9_7F4A_7C15;
        self.0 = (product as u64) ^ (product >> 64) as u64 ^ word.rotate_left(32);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

type WordMap<K, V> = HashMap<K, V, BuildHasherDefault<WordHasher>>;

/// The number of sequences, and the first of them in the order of the walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Counted {
    pub(super) count: u64,
    /// Position of the first one in the walk, and its moves.
    pub(super) first: (u64, Box<[u16]>),
}

impl Counted {
    fn add(&mut self, other: Counted) {
        self.count += other.count;
        if other.first < self.first {
            self.first = other.first;
        }
    }
}

/// Data common to all sequences of a census.
pub(super) struct Subject<'p> {
    pub(super) layout: Layout,
    pub(super) kinds: Kinds,
    /// By orbit of the layout: whether the solved state leaves part of it undetermined.
    pub(super) coloured: Vec<bool>,
    pub(super) solved: &'p State,
}

impl Subject<'_> {
    /// Whether the coloured order may differ from the order with all pieces distinguished.
    pub(super) fn is_coloured(&self) -> bool {
        self.coloured.contains(&true)
    }
}

/// Counts of one length.
pub(super) struct Tally<R> {
    types: WordMap<R, Counted>,
    /// By coloured order; only if it may differ.
    coloured: WordMap<u64, Counted>,
    /// Coloured orders beyond 64 bits.
    large: BTreeMap<UBig, Counted>,
}

/// Working data for the counting, apart from the counts.
pub(super) struct Scratch<R> {
    row: R,
    left: Vec<u64>,
    cycle: Vec<u16>,
    periods: Vec<u64>,
    period: ColourPeriod,
}

impl<R: Row> Scratch<R> {
    pub(super) fn new(subject: &Subject<'_>) -> Self {
        Scratch {
            row: R::zero(subject.kinds.words),
            left: vec![0; subject.layout.slots().div_ceil(64)],
            cycle: Vec::new(),
            periods: Vec::new(),
            period: ColourPeriod::default(),
        }
    }
}

impl<R: Row> Tally<R> {
    pub(super) fn new() -> Self {
        Tally { types: WordMap::default(), coloured: WordMap::default(), large: BTreeMap::new() }
    }

    /// Number of different cycle types and coloured orders so far.
    pub(super) fn entries(&self) -> usize {
        self.types.len() + self.coloured.len() + self.large.len()
    }

    /// Counts a sequence. `first` is called only if it is the first of its kind.
    #[inline]
    pub(super) fn count<E: Element>(
        &mut self,
        subject: &Subject<'_>,
        scratch: &mut Scratch<R>,
        element: &E,
        first: impl Fn() -> (u64, Box<[u16]>),
    ) {
        let sees_all = !subject.is_coloured();
        scratch.row.words_mut().fill(0);
        scratch.periods.clear();
        let slots = subject.layout.slots();
        for (at, word) in scratch.left.iter_mut().enumerate() {
            let bits = (slots - 64 * at).min(64);
            *word = u64::MAX >> (64 - bits);
        }
        for at in 0..scratch.left.len() {
            while scratch.left[at] != 0 {
                let start = 64 * at + scratch.left[at].trailing_zeros() as usize;
                let orbit = usize::from(subject.layout.orbit_of[start]);
                let kinds = &subject.kinds.orbits[orbit];
                let unseen = !sees_all && subject.coloured[orbit];
                let (mut slot, mut length, mut twist) = (start, 0, 0);
                scratch.cycle.clear();
                loop {
                    scratch.left[slot / 64] &= !(1 << (slot % 64));
                    length += 1;
                    twist += element.turn(slot);
                    twist -= if twist >= kinds.orientations { kinds.orientations } else { 0 };
                    if unseen {
                        scratch.cycle.push(slot as u16);
                    }
                    slot = element.from(slot);
                    if slot == start {
                        break;
                    }
                }
                if length == 1 && twist == 0 {
                    continue;
                }
                let class = usize::from(subject.kinds.classes[kinds.first_class + twist as usize]);
                let field =
                    subject.kinds.fields[kinds.first_field + (length - 1) * kinds.divisors.len() + class];
                scratch.row.words_mut()[field.word as usize] += 1 << field.shift;
                if unseen {
                    let period = colour_period(subject, &mut scratch.period, orbit, &scratch.cycle, element);
                    scratch.periods.push(period);
                } else if !sees_all {
                    scratch.periods.push(length as u64 * u64::from(kinds.divisors[class]));
                }
            }
        }
        match self.types.get_mut(&scratch.row) {
            Some(counted) => counted.count += 1,
            None => {
                self.types.insert(scratch.row.clone(), Counted { count: 1, first: first() });
            }
        }
        if sees_all {
            return;
        }
        match lcm(&scratch.periods) {
            Some(order) => match self.coloured.get_mut(&order) {
                Some(counted) => counted.count += 1,
                None => {
                    self.coloured.insert(order, Counted { count: 1, first: first() });
                }
            },
            None => {
                let order = least_common_multiple(scratch.periods.iter().copied());
                let counted = Counted { count: 1, first: first() };
                match self.large.get_mut(&order) {
                    Some(known) => known.add(counted),
                    None => {
                        self.large.insert(order, counted);
                    }
                }
            }
        }
    }

    /// Adds the counts of another tally of the same length.
    pub(super) fn add(&mut self, other: Tally<R>) {
        fn merge<K: Eq + Hash>(all: &mut WordMap<K, Counted>, more: WordMap<K, Counted>) {
            for (key, counted) in more {
                match all.get_mut(&key) {
                    Some(known) => known.add(counted),
                    None => {
                        all.insert(key, counted);
                    }
                }
            }
        }
        merge(&mut self.types, other.types);
        merge(&mut self.coloured, other.coloured);
        for (order, counted) in other.large {
            match self.large.get_mut(&order) {
                Some(known) => known.add(counted),
                None => {
                    self.large.insert(order, counted);
                }
            }
        }
    }

    /// The cycle types with their orders.
    pub(super) fn types(&self, kinds: &Kinds) -> BTreeMap<Vec<CycleCount>, (UBig, Counted)> {
        (self.types.iter())
            .map(|(row, counted)| {
                let cycles = kinds.decode(row.words());
                let order = order(&cycles);
                (cycles, (order, counted.clone()))
            })
            .collect()
    }

    /// The coloured orders; empty if they equal those with all pieces distinguished.
    pub(super) fn coloured(&self) -> BTreeMap<UBig, Counted> {
        let small = self.coloured.iter().map(|(order, counted)| (UBig::from(*order), counted.clone()));
        small.chain(self.large.iter().map(|(order, counted)| (order.clone(), counted.clone()))).collect()
    }
}

/// The least number of repetitions after which a cycle of the layout has its original appearance.
fn colour_period<E: Element>(
    subject: &Subject<'_>,
    period: &mut ColourPeriod,
    orbit: usize,
    cycle: &[u16],
    element: &E,
) -> u64 {
    let place = &subject.layout.orbits[orbit];
    let seen = &subject.solved.orbits[place.orbit];
    // The cycle was followed backwards, against the motion of the pieces.
    period.of_cycle(cycle.iter().rev().map(|&slot| {
        let slot = usize::from(slot);
        let at = usize::from(place.slots[slot - place.first]);
        Bead {
            piece: seen.pieces[at],
            orientation: seen.orientations[at],
            modulus: seen.moduli[at],
            turn: element.turn(slot) as u16,
        }
    }))
}

/// The least common multiple, if it fits.
fn lcm(numbers: &[u64]) -> Option<u64> {
    numbers.iter().try_fold(1u64, |all, &number| match all % number {
        0 => Some(all),
        rest => all.checked_mul(number / gcd(number, rest)),
    })
}
