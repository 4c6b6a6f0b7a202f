//! Elements that are 3-cycles of one orbit, and a search for some with short words.
//!
//! Start at [`Seed`] and [`Search`]. The commutator of two elements that have a single piece in common among those that
//! they move is a 3-cycle of pieces: the usual way by which people solve large puzzles. Conjugation makes all other
//! 3-cycles of the orbit out of it (see [`super::conjugates`]).

use super::alphabet::{Alphabet, Letter};

/// A 3-cycle `a → b → c → a`, by points or by their places in the orbit.
pub(super) type Cycle = [u16; 3];

/// An element all of whose cycles have length three, in one orbit and one for each point of a piece.
#[derive(Clone, Debug)]
pub(super) struct Seed {
    pub(super) cycles: Vec<Cycle>,
    pub(super) word: Vec<Letter>,
}

/// The most points of a piece.
pub(super) const MOST_OF_PIECE: usize = 3;

pub(super) fn moved(images: &[u16]) -> impl Iterator<Item = usize> {
    images.iter().enumerate().filter(|&(point, &image)| point != usize::from(image)).map(|(point, _)| point)
}

/// The cycles of an element, if it has between one and three, all of length three and in the orbit.
pub(super) fn three_cycles(images: &[u16], orbit: &[u16]) -> Option<Vec<Cycle>> {
    let points: Vec<usize> = moved(images).take(3 * MOST_OF_PIECE + 1).collect();
    if points.is_empty() || points.len() > 3 * MOST_OF_PIECE {
        return None;
    }
    let next = |point: u16| images[usize::from(point)];
    let mut cycles: Vec<Cycle> = Vec::new();
    for point in points.into_iter().map(|point| point as u16) {
        if cycles.iter().flatten().any(|&known| known == point) {
            continue;
        }
        let cycle = [point, next(point), next(next(point))];
        if next(cycle[2]) != point || orbit.binary_search(&point).is_err() {
            return None;
        }
        cycles.push(cycle);
    }
    Some(cycles)
}

/// Whether three points belong to three pieces: otherwise the pieces are turned in place.
pub(super) fn are_apart(pieces: &[u16], [a, b, c]: &Cycle) -> bool {
    let [a, b, c] = [a, b, c].map(|&point| pieces[usize::from(point)]);
    a != b && b != c && c != a
}

/// By point: the least point of its piece. Pieces are the blocks that hold one point of each cycle of an element that
/// moves three of them.
pub(super) fn pieces(alphabet: &Alphabet, cycles: &[Cycle]) -> Option<Vec<u16>> {
    let (first, others) = cycles.split_first()?;
    let mut pieces: Vec<u16> = (0..alphabet.degree() as u16).collect();
    for other in others {
        pieces = other.iter().find_map(|&mate| {
            let joined = joined(alphabet, &pieces, first[0], mate);
            let size = joined.iter().filter(|&&piece| piece == joined[usize::from(first[0])]).count();
            (size <= cycles.len()).then_some(joined)
        })?;
    }
    cycles.iter().all(|cycle| are_apart(&pieces, cycle)).then_some(pieces)
}

/// The finest blocks in which two points lie together.
fn joined(alphabet: &Alphabet, pieces: &[u16], one: u16, other: u16) -> Vec<u16> {
    let mut pieces = pieces.to_vec();
    let mut open = vec![(one, other)];
    while let Some((one, other)) = open.pop() {
        let (a, b) = (pieces[usize::from(one)], pieces[usize::from(other)]);
        if a == b {
            continue;
        }
        let (keep, drop) = (a.min(b), a.max(b));
        pieces.iter_mut().filter(|piece| **piece == drop).for_each(|piece| *piece = keep);
        for letter in alphabet.letters() {
            let images = alphabet.images(letter);
            open.push((images[usize::from(one)], images[usize::from(other)]));
        }
    }
    pieces
}

/// 3-cycles that are enough.
const ENOUGH: usize = 40;
/// Products that are looked at for one form: some hundredths of a second.
const MOST_PRODUCTS: usize = 20_000_000;
/// So many commutators that share a piece are made without a 3-cycle among them: where pieces are turned in place, say.
const MOST_FAILURES: usize = 1000;

/// The middle of a conjugate.
#[derive(Clone, Copy)]
enum Middle {
    Letter(Letter),
    Commutator(Letter, Letter),
}

/// The form of `x = u v u⁻¹`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Form {
    /// Of `u`.
    letters: usize,
    /// Whether `v` is a commutator `a b a⁻¹ b⁻¹`; else it is a letter.
    is_commutator: bool,
}

impl Form {
    const fn new(letters: usize, is_commutator: bool) -> Self {
        Form { letters, is_commutator }
    }

    /// Those that make the shorter words first.
    pub(super) const ALL: [Form; 7] = [
        Form::new(0, false),
        Form::new(1, false),
        Form::new(0, true),
        Form::new(2, false),
        Form::new(1, true),
        Form::new(3, false),
        Form::new(2, true),
    ];
}

/// A letter, and the points that it moves, those of other orbits first.
struct Outer {
    letter: Letter,
    support: Vec<u16>,
}

/// Finds 3-cycles of an orbit among the commutators `x y x⁻¹ y⁻¹` of a letter `y` and elements `x` of a few letters.
///
/// As the group moves the orbit transitively, the piece that both move may be chosen. What is left is to follow the points
/// that `y` moves through `x`, most often until the first one that is moved.
pub(super) struct Search<'a> {
    alphabet: &'a Alphabet,
    orbit: &'a [u16],
    /// By point: whether it may be moved as well.
    is_free: &'a [bool],
    /// A point of the orbit.
    root: u16,
    /// Those that move points of the orbit.
    letters: Vec<Letter>,
    /// Letters that move the root.
    outer: Vec<Outer>,
    /// By place in the orbit: the middles that move it, once they were asked for.
    middles: Vec<Option<Vec<Middle>>>,
    /// The letters of `u` so far.
    path: Vec<Letter>,
    found: Vec<Seed>,
    failures: usize,
}

impl<'a> Search<'a> {
    /// The points of an orbit, which are not free, ascending. Elements that move free points count as 3-cycles as well.
    pub(super) fn new(alphabet: &'a Alphabet, orbit: &'a [u16], is_free: &'a [bool]) -> Self {
        let root = orbit[0];
        let moves = |letter: Letter, point: u16| alphabet.images(letter)[usize::from(point)] != point;
        let letters: Vec<Letter> =
            alphabet.letters().filter(|&letter| orbit.iter().any(|&point| moves(letter, point))).collect();
        let mut outer: Vec<Outer> = Vec::new();
        for &letter in letters.iter().filter(|&&letter| moves(letter, root)) {
            let fixed = moved(alphabet.images(letter)).filter(|&point| !is_free[point]);
            let mut support: Vec<u16> = fixed.map(|point| point as u16).collect();
            support.sort_by_key(|point| orbit.binary_search(point).is_ok());
            // Powers of a letter that move the same points have the same pieces in common with others.
            if outer.iter().all(|other| other.support != support) {
                outer.push(Outer { letter, support });
            }
        }
        Search {
            alphabet,
            orbit,
            is_free,
            root,
            letters,
            outer,
            middles: Vec::new(),
            path: Vec::new(),
            found: Vec::new(),
            failures: 0,
        }
    }

    /// 3-cycles of a form, some at least if there are any; none if there are too many letters to try them. O(letters to the
    /// number of the form × middles that move a given point × points) at most.
    pub(super) fn run<E>(
        mut self,
        form: Form,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Vec<Seed>, E> {
        if self.products(form) > MOST_PRODUCTS {
            self.letters.retain(|&letter| self.alphabet.power(letter).1.abs() == 1);
        }
        if self.products(form) <= MOST_PRODUCTS {
            self.walk(form, form.letters, self.root, go_on)?;
        }
        Ok(self.found)
    }

    /// About how many products there are.
    fn products(&mut self, form: Form) -> usize {
        self.middles = vec![None; self.orbit.len()];
        let middles = self.middles_of(form, 0).len();
        (self.letters.len().saturating_pow(form.letters as u32)).saturating_mul(middles * self.outer.len())
    }

    fn image(&self, letter: Letter, point: u16) -> u16 {
        self.alphabet.images(letter)[usize::from(point)]
    }

    fn image_by(&self, middle: Middle, point: u16) -> u16 {
        match middle {
            Middle::Letter(letter) => self.image(letter, point),
            Middle::Commutator(a, b) => {
                let back = [self.alphabet.inverse(a), self.alphabet.inverse(b)];
                [a, b, back[0], back[1]].into_iter().fold(point, |point, letter| self.image(letter, point))
            }
        }
    }

    /// The middles that move a point, given by its place.
    fn middles_of(&mut self, form: Form, place: usize) -> Vec<Middle> {
        if let Some(known) = &mut self.middles[place] {
            return std::mem::take(known);
        }
        let point = self.orbit[place];
        let is_moved = |middle: &Middle| self.image_by(*middle, point) != point;
        match form.is_commutator {
            false => self.letters.iter().map(|&letter| Middle::Letter(letter)).filter(is_moved).collect(),
            true => {
                let pairs = self.letters.iter().flat_map(|&a| self.letters.iter().map(move |&b| (a, b)));
                let generator = |letter| self.alphabet.generator(letter);
                let differ = pairs.filter(|&(a, b)| !self.alphabet.commute(generator(a), generator(b)));
                differ.map(|(a, b)| Middle::Commutator(a, b)).filter(is_moved).collect()
            }
        }
    }

    /// Tries all `u` that go on from the path, by so many letters; `at` is where the path takes the root.
    fn walk<E>(
        &mut self,
        form: Form,
        letters: usize,
        at: u16,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<(), E> {
        if letters == 0 {
            go_on()?;
            self.try_middles(form, at);
            return Ok(());
        }
        for number in 0..self.letters.len() {
            let letter = self.letters[number];
            let generator = self.alphabet.generator(letter);
            // Of letters that commute, one order is enough.
            let last = self.path.last().map(|&last| self.alphabet.generator(last));
            if last.is_some_and(|last| generator <= last && self.alphabet.commute(generator, last)) {
                continue;
            }
            self.path.push(letter);
            let walked = self.walk(form, letters - 1, self.image(letter, at), go_on);
            self.path.pop();
            walked?;
            if self.is_over() {
                break;
            }
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.found.len() >= ENOUGH || self.failures >= MOST_FAILURES
    }

    fn try_middles(&mut self, form: Form, at: u16) {
        let Ok(place) = self.orbit.binary_search(&at) else { return };
        let middles = self.middles_of(form, place);
        let last = self.path.last().map(|&last| self.alphabet.generator(last));
        for &middle in &middles {
            if let (Middle::Letter(letter), Some(last)) = (middle, last)
                && self.alphabet.commute(self.alphabet.generator(letter), last)
            {
                continue;
            }
            for outer in 0..self.outer.len() {
                if self.is_over() {
                    break;
                }
                if self.share_a_piece(middle, &self.outer[outer]) {
                    match self.seed(middle, self.outer[outer].letter) {
                        Some(seed) => self.found.push(seed),
                        None => self.failures += 1,
                    }
                }
            }
        }
        self.middles[place] = Some(middles);
    }

    /// Whether the points that both move can be a single piece of the orbit.
    fn share_a_piece(&self, middle: Middle, outer: &Outer) -> bool {
        let mut shared = 0;
        for &point in &outer.support {
            let there = self.path.iter().fold(point, |point, &letter| self.image(letter, point));
            if self.image_by(middle, there) != there {
                shared += 1;
                if shared > MOST_OF_PIECE || self.orbit.binary_search(&point).is_err() {
                    return false;
                }
            }
        }
        true
    }

    /// The commutator with an outer letter, if it is a 3-cycle.
    fn seed(&self, middle: Middle, outer: Letter) -> Option<Seed> {
        let alphabet = self.alphabet;
        let middle = match middle {
            Middle::Letter(letter) => vec![letter],
            Middle::Commutator(a, b) => vec![a, b, alphabet.inverse(a), alphabet.inverse(b)],
        };
        let x = alphabet.product(&[&self.path, &middle, &alphabet.invert(&self.path)]);
        let word = alphabet.product(&[&x, &[outer], &alphabet.invert(&x), &[alphabet.inverse(outer)]]);
        let image =
            |(point, image): (usize, u32)| if self.is_free[point] { point as u16 } else { image as u16 };
        let images: Vec<u16> = alphabet.element(&word).iter().enumerate().map(image).collect();
        let cycles = three_cycles(&images, self.orbit)?;
        pieces(alphabet, &cycles)?;
        Some(Seed { cycles, word })
    }
}
