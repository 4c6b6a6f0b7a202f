//! Words for groups on many points, without a table of words: pieces are brought home by 3-cycles, orbit by orbit.
//!
//! Start at [`CycleWords::new`] and [`CycleWords::arranging_word`]. Where the pieces of an orbit can be cycled by threes
//! with everything else in place, these 3-cycles solve the orbit but for the sign of its permutation. Orbits that are
//! solved before it may use 3-cycles that disturb it, which are shorter. A [`WordTable`] of the signs, of what pieces are
//! turned by all together, and of the orbits without 3-cycles, which are small, comes first. This is how people solve large puzzles; the words
//! are long, but each takes milliseconds, and the preparation seconds for a group on thousands of points.

use rand_core::Rng;

use super::alphabet::{Alphabet, Letter};
use super::annealing::varied;
use super::build::{BuildError, Effort};
use super::inserted_cycles::complete;
use super::piece_orbit::PieceOrbit;
use super::seeds::Form;
use super::table::WordTable;
use crate::orbit::orbits;
use crate::permutation::Permutation;
use crate::schreier_sims::SchreierSims;

/// Words that 3-cycles make.
///
/// ```
/// use permutant_group::Permutation;
/// use permutant_group::words::{Alphabet, CycleWords};
/// use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
///
/// let mut rng = ChaCha8Rng::seed_from_u64(1);
/// let left = Permutation::from_moved_to(&[1, 2, 3, 4, 0, 5, 6, 7, 8])?;
/// let right = Permutation::from_moved_to(&[0, 1, 2, 3, 5, 6, 7, 8, 4])?;
/// let alphabet = Alphabet::turns(&[left, right])?;
/// let words = CycleWords::new(alphabet, 1 << 20, &mut rng, &mut || Ok::<(), ()>(())).unwrap().unwrap();
///
/// // Each point takes its number to its image.
/// let now: Vec<u32> = vec![8, 1, 2, 3, 4, 5, 6, 0, 7];
/// let goal: Vec<u32> = (0..9).collect();
/// let word = words.arranging_word(&now, &goal, &mut rng).unwrap();
/// assert!(words.alphabet().element(&word).iter().eq(now));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CycleWords {
    alphabet: Alphabet,
    /// Each is solved by 3-cycles that move points of later ones alone.
    orbits: Vec<PieceOrbit>,
    rest: Option<Rest>,
    /// By point: whether 3-cycles must not move it.
    kept: Vec<bool>,
}

/// What 3-cycles leave alone.
#[derive(Clone, Debug)]
struct Rest {
    table: WordTable,
    /// The points of other orbits.
    points: Vec<u16>,
    /// The laws of 3-cycles that letters break: some points for each stand for its values.
    laws: Vec<(usize, Law)>,
}

/// What 3-cycles leave as it is, in one orbit.
#[derive(Clone, Copy, Debug)]
enum Law {
    /// The sign of the permutation of pieces.
    Sign,
    /// What the pieces are turned by, all together.
    Turn,
}

impl Law {
    /// What an element does to the points of the law.
    fn of(self, orbit: &PieceOrbit, images: impl Fn(u16) -> u16) -> Vec<u16> {
        match self {
            Law::Sign => signed(orbit.is_odd(images)),
            Law::Turn => orbit.turn(images),
        }
    }

    /// What the element must do to the points that makes one look like the other; `None` if they are not the same pieces.
    fn between(self, orbit: &PieceOrbit, now: &[u32], goal: &[u32]) -> Option<Vec<u16>> {
        match self {
            Law::Sign => orbit.is_odd_from(now, goal).map(signed),
            Law::Turn => orbit.turn_from(now, goal),
        }
    }

    /// Whether it is of no account, as pieces look alike.
    fn is_void(self, orbit: &PieceOrbit, goal: &[u32]) -> bool {
        match self {
            Law::Sign => orbit.has_twins(goal),
            Law::Turn => orbit.has_symmetric(goal),
        }
    }
}

fn signed(is_odd: bool) -> Vec<u16> {
    if is_odd { vec![1, 0] } else { vec![0, 1] }
}

impl Rest {
    /// A table of more points takes longer than all else.
    const MOST_POINTS: usize = 130;
    /// Memory of the table.
    const BYTES: usize = 4 << 20;

    /// `Ok(Err)` if the table is too large or cannot be made.
    fn new<R: Rng + ?Sized, E>(
        alphabet: &Alphabet,
        orbits: &[PieceOrbit],
        points: Vec<u16>,
        rng: &mut R,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Result<Option<Self>, TooLarge>, E> {
        let generators: Vec<&Permutation> = alphabet.generators().collect();
        let image = |generator: &Permutation, point: u16| generator.image(point.into()) as u16;
        let all = (0..orbits.len()).flat_map(|orbit| [(orbit, Law::Sign), (orbit, Law::Turn)]);
        let values = |&(orbit, law): &(usize, Law), generator: &Permutation| {
            law.of(&orbits[orbit], |point| image(generator, point))
        };
        let is_broken =
            |law: &(usize, Law)| generators.iter().any(|generator| !values(law, generator).is_sorted());
        let laws: Vec<(usize, Law)> = all.filter(is_broken).collect();
        let count = |law| values(law, generators[0]).len();
        let degree = points.len() + laws.iter().map(count).sum::<usize>();
        if degree == 0 {
            return Ok(Ok(None));
        }
        if degree > Self::MOST_POINTS {
            return Ok(Err(TooLarge));
        }
        let restricted = generators.iter().map(|generator| {
            let place = |&point: &u16| points.binary_search(&image(generator, point)).unwrap_or(0);
            let mut images: Vec<u32> = points.iter().map(|point| place(point) as u32).collect();
            for law in &laws {
                let first = images.len() as u32;
                images.extend(values(law, generator).into_iter().map(|image| first + u32::from(image)));
            }
            Permutation::from_moved_to(&images)
        });
        let Ok(restricted) = restricted.collect::<Result<Vec<Permutation>, _>>() else {
            return Ok(Err(TooLarge));
        };
        let Ok(letters) = Alphabet::turns(&restricted) else { return Ok(Err(TooLarge)) };
        let order = SchreierSims::new(&restricted).prove_while(&mut *rng, &mut *go_on)?.order();
        let effort = Effort::within(Self::BYTES, degree);
        let built = WordTable::build_while(letters, &order, effort, rng, || go_on().map_err(Halt::Stopped));
        Ok(match built {
            Ok(table) => Ok(Some(Rest { table, points, laws })),
            Err(Halt::Build) => Err(TooLarge),
            Err(Halt::Stopped(reason)) => return Err(reason),
        })
    }

    /// A word of the whole group's letters that makes the rest look right, and gives the laws their values.
    fn arranging_word<R: Rng + ?Sized>(
        &self,
        words: &CycleWords,
        now: &[u32],
        goal: &[u32],
        rng: &mut R,
    ) -> Option<Vec<Letter>> {
        let among = |looks: &[u32]| -> Vec<u32> {
            self.points.iter().map(|&point| looks[usize::from(point)]).collect()
        };
        let (mut rest_now, mut rest_goal) = (among(now), among(goal));
        // Looks that no point has.
        let unused = now.iter().chain(goal).max().map_or(0, |&most| most.saturating_add(1));
        for (number, &(orbit, law)) in (0..).zip(&self.laws) {
            let orbit = &words.orbits[orbit];
            let values = law.between(orbit, now, goal)?;
            let count = values.len();
            // No law has more than four values.
            let look = |value: u16| unused.saturating_add(4 * number + u32::from(value));
            if law.is_void(orbit, goal) {
                rest_now.extend(vec![look(0); count]);
                rest_goal.extend(vec![look(0); count]);
            } else {
                rest_now.extend(values.into_iter().map(look));
                rest_goal.extend((0..count as u16).map(look));
            }
        }
        let letters = self.table.alphabet();
        let alike = self.table.alike(&rest_goal, rng).ok()?;
        let go_on = || std::ops::ControlFlow::Continue(());
        let word = self.table.arranging_word(&alike, &rest_now, 1, rng, go_on).ok()??;
        let powers = word.into_iter().map(|letter| {
            let (generator, exponent) = letters.power(letter);
            words.alphabet.power_word(generator, exponent)
        });
        Some(powers.flatten().collect())
    }
}

/// The rest has too many points.
struct TooLarge;

/// Stops a build.
enum Halt<E> {
    Build,
    Stopped(E),
}

impl<E> From<BuildError> for Halt<E> {
    fn from(_: BuildError) -> Self {
        Halt::Build
    }
}

impl CycleWords {
    /// The same for all orbits but those that are kept, given by their points: 3-cycles leave these alone. `None` if other orbits have no
    /// 3-cycles.
    ///
    /// # Errors
    /// What `go_on` gives.
    pub fn beside<R: Rng + ?Sized, E>(
        alphabet: Alphabet,
        kept: &[bool],
        bytes: usize,
        rng: &mut R,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        Self::of(alphabet, kept.to_vec(), bytes, rng, go_on)
    }

    /// Finds 3-cycles of the orbits, in about so many bytes, and makes a table for the rest. `None` if the rest has too many
    /// points, or the memory does not suffice. `go_on` is asked every few milliseconds.
    ///
    /// # Errors
    /// What `go_on` gives.
    pub fn new<R: Rng + ?Sized, E>(
        alphabet: Alphabet,
        bytes: usize,
        rng: &mut R,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        let kept = vec![false; alphabet.degree()];
        Self::of(alphabet, kept, bytes, rng, go_on)
    }

    fn of<R: Rng + ?Sized, E>(
        alphabet: Alphabet,
        kept: Vec<bool>,
        bytes: usize,
        rng: &mut R,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        let generators: Vec<Permutation> = alphabet.generators().cloned().collect();
        let mut others: Vec<Vec<u16>> = (orbits(alphabet.degree(), &generators).into_iter())
            .filter(|orbit| orbit.len() > 1)
            .map(|orbit| orbit.into_iter().map(|point| point as u16).collect())
            .filter(|orbit: &Vec<u16>| !kept[usize::from(orbit[0])])
            .collect();
        let mut found: Vec<PieceOrbit> = Vec::new();
        let mut is_free = vec![false; alphabet.degree()];
        let mut forms = Form::ALL.iter();
        while let Some(&form) = forms.next() {
            let before = found.len();
            for orbit in std::mem::take(&mut others) {
                go_on()?;
                match PieceOrbit::new(&alphabet, &orbit, &is_free, form, go_on)? {
                    Some(made) => {
                        orbit.iter().for_each(|&point| is_free[usize::from(point)] = true);
                        found.push(made);
                    }
                    None => others.push(orbit),
                }
                if found.iter().map(PieceOrbit::bytes).sum::<usize>() > bytes {
                    return Ok(None);
                }
            }
            if found.len() > before {
                // Shorter forms may do, now that more points are free.
                forms = Form::ALL.iter();
            }
        }
        found.reverse();
        let mut rest = others.concat();
        rest.sort_unstable();
        let rest = Rest::new(&alphabet, &found, rest, rng, go_on)?;
        Ok(rest.ok().map(|rest| CycleWords { alphabet, orbits: found, rest, kept }))
    }

    /// The letters of the words.
    pub fn alphabet(&self) -> &Alphabet {
        &self.alphabet
    }

    /// A word that takes each point `p` to one whose goal is `now[p]`. `None` if none was found: there may be one where some
    /// points look alike. O(orbits × pieces⁴) at most.
    pub fn arranging_word<R: Rng + ?Sized>(
        &self,
        now: &[u32],
        goal: &[u32],
        rng: &mut R,
    ) -> Option<Vec<Letter>> {
        let degree = self.alphabet.degree();
        if now.len() != degree || goal.len() != degree {
            return None;
        }
        let mut now = now.to_vec();
        let mut words: Vec<Letter> = Vec::new();
        if let Some(rest) = &self.rest {
            words = rest.arranging_word(self, &now, goal, rng)?;
            now = self.alphabet.carried(&words, &now);
        }
        for orbit in &self.orbits {
            let before = now.clone();
            let word = orbit.arrange(&self.alphabet, &mut now, goal)?.concat();
            // Points of later orbits are moved as well.
            now = self.alphabet.carried(&word, &before);
            words.extend(word);
        }
        (now == goal).then(|| self.alphabet.reduce(&words))
    }

    /// A word that arranges all orbits, made of two that arrange those that are kept, one after the other: letters of the second one that these
    /// orbits do not tell apart are exchanged, and 3-cycles are inserted where they cost least. `None` if none was found.
    /// O(3-cycles × letters × pieces³) at most.
    ///
    /// # Errors
    /// What `go_on` gives.
    pub fn completed<R: Rng + ?Sized, E>(
        &self,
        [first, second]: [&[Letter]; 2],
        now: &[u32],
        goal: &[u32],
        rng: &mut R,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Option<Vec<Letter>>, E> {
        let counted: Vec<(u16, u16)> = self.orbits.iter().flat_map(PieceOrbit::points).collect();
        let between = self.alphabet.carried(first, now);
        let second = varied(&self.alphabet, &self.kept, &counted, second, (&between, goal), rng, go_on)?;
        complete(&self.alphabet, &self.orbits, &[first, &second].concat(), now, goal, go_on)
    }
}
