//! Permutations of any degree.
//!
//! Start at [`Permutation`]. It is stored as the list of images ("moved to", as in GAP): the content of point `i` goes
//! to point `image(i)`, and products act left to right. Kociemba and twsearch use the other convention, "replaced by":
//! the entry at `i` is the origin of what is now there. The conversions are [`Permutation::from_replaced_by`] and
//! [`Permutation::replaced_by`]. Points are numbered from 0. An image takes one byte up to 256 points, two up to
//! 65,536, four beyond. Small permutations for inner loops are in [`crate::fixed`], written forms in
//! [`crate::cycle_notation`].

use num_integer::gcd;
use std::cmp::Ordering;
use std::collections::BTreeMap;

use dashu_int::{IBig, UBig, ops::RemEuclid};
use rand_core::Rng;
use thiserror::Error;

use crate::random;

/// A permutation of the points `0..degree`.
///
/// The two readings of a table, on the face F of a cube turned by a quarter (its nine stickers in reading order,
/// F1 to F9). Moved to: F1→F3, F2→F6, F3→F9, F4→F2, F5→F5, F6→F8, F7→F1, F8→F4, F9→F7. Replaced by: the sticker
/// now at F1 came from F7, that at F2 from F4, and so on.
///
/// ```
/// use permutant_group::Permutation;
///
/// let moved_to: Vec<u32> = [3, 6, 9, 2, 5, 8, 1, 4, 7].map(|f| f - 1).to_vec();
/// let replaced_by: Vec<u32> = [7, 4, 1, 8, 5, 2, 9, 6, 3].map(|f| f - 1).to_vec();
///
/// let turn = Permutation::from_moved_to(&moved_to)?;
/// assert_eq!(turn, Permutation::from_replaced_by(&replaced_by)?);
/// assert_eq!(turn.replaced_by(), replaced_by);
/// assert_eq!(turn.to_string(), "(1,3,9,7)(2,6,8,4)");
/// assert_eq!(turn.order_u64(), Some(4));
/// # Ok::<(), permutant_group::PermutationError>(())
/// ```
///
/// The degree is part of the value: the identity of 3 points is not equal to the identity of 5. Products of
/// different degrees take the larger one, points beyond a degree being fixed. Values are ordered by their lists
/// of images, like words.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Permutation {
    images: Images,
}

/// The images, each in the least width that holds every point below the degree. Equal values thus have equal widths,
/// and the derived equality is correct.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Images {
    /// Up to 2^8 points.
    Bytes(Box<[u8]>),
    /// Up to 2^16 points.
    Words(Box<[u16]>),
    /// More.
    Wide(Box<[u32]>),
}

/// What makes a list of numbers no permutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PermutationError {
    /// An entry is not below the number of points.
    #[error("entry {index} is {image}, expected a point from 0 to {} as there are {degree} points", degree - 1)]
    OutOfRange {
        /// Place of the entry, from 0.
        index: usize,
        /// The entry.
        image: u32,
        /// Number of points.
        degree: usize,
    },
    /// Two entries are equal.
    #[error("entries {first} and {second} are both {image}, expected every point exactly once")]
    Repeated {
        /// The entry.
        image: u32,
        /// Its first place, from 0.
        first: usize,
        /// Its second place.
        second: usize,
    },
}

/// One image in its stored width.
trait Stored: Copy {
    /// From a point that is known to fit.
    fn store(point: usize) -> Self;
    /// Back to a point.
    fn point(self) -> usize;
}

macro_rules! stored {
    ($($width:ty),*) => {$(
        impl Stored for $width {
            #[inline(always)]
            fn store(point: usize) -> Self {
                point as $width
            }
            #[inline(always)]
            fn point(self) -> usize {
                self as usize
            }
        }
    )*};
}
stored!(u8, u16, u32);

/// The same expression for whichever width is stored.
macro_rules! each_width {
    ($images:expr, $list:ident => $body:expr) => {
        match $images {
            Images::Bytes($list) => $body,
            Images::Words($list) => $body,
            Images::Wide($list) => $body,
        }
    };
}

impl Images {
    /// `image(i)` for each point of the degree, which must be below the degree.
    fn build(degree: usize, image: impl FnMut(usize) -> usize) -> Images {
        fn list<W: Stored>(degree: usize, mut image: impl FnMut(usize) -> usize) -> Box<[W]> {
            (0..degree).map(|i| W::store(image(i))).collect()
        }
        match degree {
            0..=0x100 => Images::Bytes(list(degree, image)),
            0x101..=0x1_0000 => Images::Words(list(degree, image)),
            _ => Images::Wide(list(degree, image)),
        }
    }
}

impl Permutation {
    /// The permutation that moves nothing, of at most 2^32 points.
    pub fn identity(degree: usize) -> Self {
        Permutation { images: Images::build(degree, |i| i) }
    }

    /// From a list of images: the content of point `i` goes to point `images[i]` (GAP's reading).
    ///
    /// # Errors
    /// If an entry is not below the length of the list, or stands there twice.
    pub fn from_moved_to(images: &[u32]) -> Result<Self, PermutationError> {
        let degree = images.len();
        let mut place = vec![u32::MAX; degree];
        for (index, &image) in images.iter().enumerate() {
            let Some(known) = place.get_mut(image as usize) else {
                return Err(PermutationError::OutOfRange { index, image, degree });
            };
            if *known != u32::MAX {
                return Err(PermutationError::Repeated { image, first: *known as usize, second: index });
            }
            *known = index as u32;
        }
        Ok(Permutation { images: Images::build(degree, |i| images[i] as usize) })
    }

    /// From a list of sources: what is at point `i` afterwards came from point `sources[i]` (Kociemba's and
    /// twsearch's reading).
    ///
    /// # Errors
    /// If an entry is not below the length of the list, or stands there twice.
    pub fn from_replaced_by(sources: &[u32]) -> Result<Self, PermutationError> {
        Ok(Self::from_moved_to(sources)?.inverse())
    }

    /// From images that are known to permute the points below their number.
    pub(crate) fn from_bytes(images: &[u8]) -> Self {
        Permutation { images: Images::build(images.len(), |i| images[i].into()) }
    }

    /// From images of any width that are known to permute the points below their number.
    pub(crate) fn from_points(images: &[u32]) -> Self {
        Permutation { images: Images::build(images.len(), |i| images[i] as usize) }
    }

    /// A uniformly random permutation, the same for the same seed in every version. O(degree).
    pub fn random<R: Rng + ?Sized>(degree: usize, rng: &mut R) -> Self {
        let mut permutation = Self::identity(degree);
        each_width!(&mut permutation.images, list => random::shuffle(rng, list));
        permutation
    }

    /// Number of points.
    #[inline]
    pub fn degree(&self) -> usize {
        each_width!(&self.images, list => list.len())
    }

    /// Where the content of a point goes. Points beyond the degree stay.
    #[inline]
    pub fn image(&self, point: u32) -> u32 {
        each_width!(&self.images, list => list.get(point as usize).map_or(point, |&image| image.point() as u32))
    }

    /// The images of the points in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        (0..self.degree() as u32).map(|point| self.image(point))
    }

    /// The list of images: the content of `i` goes to `moved_to()[i]`.
    pub fn moved_to(&self) -> Vec<u32> {
        self.iter().collect()
    }

    /// The list of sources: what is at `i` afterwards came from `replaced_by()[i]`.
    pub fn replaced_by(&self) -> Vec<u32> {
        self.inverse().moved_to()
    }

    /// True if no point moves.
    #[inline]
    pub fn is_identity(&self) -> bool {
        each_width!(&self.images, list => list.iter().enumerate().all(|(i, &image)| image.point() == i))
    }

    /// The product, this permutation first: point `i` goes to `other.image(self.image(i))`. O(degree).
    pub fn then(&self, other: &Permutation) -> Permutation {
        let mut product =
            if self.degree() < other.degree() { self.extended(other.degree()) } else { self.clone() };
        product.then_assign(other);
        product
    }

    /// Replaces this permutation by itself followed by the other. O(degree), without allocating where the other
    /// degree is not larger.
    pub fn then_assign(&mut self, other: &Permutation) {
        fn apply<W: Stored>(images: &mut [W], table: &[W]) {
            for image in images {
                // A point beyond the table is one that the other permutation does not know, so it stays.
                if let Some(&next) = table.get(image.point()) {
                    *image = next;
                }
            }
        }
        match (&mut self.images, &other.images) {
            (Images::Bytes(images), Images::Bytes(table)) if images.len() >= table.len() => {
                apply(images, table);
            }
            (Images::Words(images), Images::Words(table)) if images.len() >= table.len() => {
                apply(images, table);
            }
            _ => {
                let degree = self.degree().max(other.degree());
                let product = |i| other.image(self.image(i as u32)) as usize;
                self.images = Images::build(degree, product);
            }
        }
    }

    /// Copies another permutation into this one, reusing the memory if widths and degrees agree.
    pub(crate) fn copy_from(&mut self, other: &Permutation) {
        match (&mut self.images, &other.images) {
            (Images::Bytes(to), Images::Bytes(from)) if to.len() == from.len() => to.copy_from_slice(from),
            (Images::Words(to), Images::Words(from)) if to.len() == from.len() => to.copy_from_slice(from),
            _ => *self = other.clone(),
        }
    }

    /// The inverse permutation. O(degree).
    pub fn inverse(&self) -> Permutation {
        fn invert<W: Stored>(images: &[W]) -> Box<[W]> {
            let mut sources: Box<[W]> = images.into();
            for (i, image) in images.iter().enumerate() {
                sources[image.point()] = W::store(i);
            }
            sources
        }
        let images = match &self.images {
            Images::Bytes(list) => Images::Bytes(invert(list)),
            Images::Words(list) => Images::Words(invert(list)),
            Images::Wide(list) => Images::Wide(invert(list)),
        };
        Permutation { images }
    }

    /// The power; negative exponents give powers of the inverse. O(degree) for any exponent, as each cycle is rotated
    /// by the exponent modulo its length.
    pub fn power(&self, exponent: i64) -> Permutation {
        self.turn_cycles(|length| exponent.rem_euclid(length as i64) as usize)
    }

    /// The same for an exponent of any size, such as the order of a group.
    pub fn power_big(&self, exponent: &IBig) -> Permutation {
        self.turn_cycles(|length| {
            let rest = exponent.rem_euclid(&IBig::from(length));
            usize::try_from(&rest).unwrap_or(0)
        })
    }

    /// Sends each point of a cycle `steps(length)` places along it.
    fn turn_cycles(&self, steps: impl Fn(usize) -> usize) -> Permutation {
        let mut images = vec![0; self.degree()];
        self.for_each_cycle(|cycle| {
            let steps = steps(cycle.len());
            let (head, tail) = cycle.split_at(steps);
            for (&point, &image) in cycle.iter().zip(tail.iter().chain(head)) {
                images[point as usize] = image;
            }
        });
        Permutation { images: Images::build(images.len(), |i| images[i] as usize) }
    }

    /// `by⁻¹ · self · by`: this permutation with its points relabelled, `i` to `by.image(i)`.
    pub fn conjugate(&self, by: &Permutation) -> Permutation {
        by.inverse().then(self).then(by)
    }

    /// `self⁻¹ · other⁻¹ · self · other`, which is the identity exactly if the two commute. This is GAP's `Comm`;
    /// the puzzle notation `[A, B]` means `A B A⁻¹ B⁻¹`, the commutator of the inverses.
    pub fn commutator(&self, other: &Permutation) -> Permutation {
        self.inverse().then(&other.inverse()).then(self).then(other)
    }

    /// The same permutation on more points (at most 2^32), the new ones fixed; unchanged if it has so many.
    pub fn extended(&self, degree: usize) -> Permutation {
        if degree <= self.degree() {
            return self.clone();
        }
        Permutation { images: Images::build(degree, |i| self.image(i as u32) as usize) }
    }

    /// Calls `visit` with each cycle, fixed points included, by least point; each starts at its least point.
    fn for_each_cycle(&self, mut visit: impl FnMut(&[u32])) {
        let mut seen = vec![false; self.degree()];
        let mut cycle = Vec::new();
        for start in 0..self.degree() as u32 {
            let mut point = start;
            while !seen[point as usize] {
                seen[point as usize] = true;
                cycle.push(point);
                point = self.image(point);
            }
            if !cycle.is_empty() {
                visit(&cycle);
                cycle.clear();
            }
        }
    }

    /// The cycles of two and more points, each from its least point, in the order of these. O(degree).
    pub fn cycles(&self) -> Vec<Vec<u32>> {
        let mut cycles = Vec::new();
        self.for_each_cycle(|cycle| {
            if cycle.len() > 1 {
                cycles.push(cycle.to_vec());
            }
        });
        cycles
    }

    /// How many cycles of each length there are, fixed points being cycles of length 1. O(degree).
    pub fn cycle_type(&self) -> BTreeMap<usize, usize> {
        let mut counts = BTreeMap::new();
        self.for_each_cycle(|cycle| *counts.entry(cycle.len()).or_insert(0) += 1);
        counts
    }

    /// True if it is a product of an even number of exchanges of two points. O(degree).
    pub fn is_even(&self) -> bool {
        let mut exchanges = 0;
        self.for_each_cycle(|cycle| exchanges += cycle.len() - 1);
        exchanges % 2 == 0
    }

    /// 1 for even permutations, -1 for odd ones.
    pub fn sign(&self) -> i32 {
        if self.is_even() { 1 } else { -1 }
    }

    /// The least positive exponent that gives the identity: the least common multiple of the cycle lengths.
    pub fn order(&self) -> UBig {
        self.cycle_type().into_keys().fold(UBig::ONE, |order, length| {
            // gcd(order, length), by one step of Euclid down to machine words.
            let common = gcd(length as u64, u64::try_from(&order % &UBig::from(length)).unwrap_or(0));
            order * UBig::from(length as u64 / common)
        })
    }

    /// [`order`](Self::order) if it fits 64 bits, as it does for every permutation of up to 100 points.
    pub fn order_u64(&self) -> Option<u64> {
        self.cycle_type().into_keys().try_fold(1_u64, |order, length| {
            let length = length as u64;
            order.checked_mul(length / gcd(length, order % length))
        })
    }

    /// The points that move, ascending.
    pub fn support(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.degree() as u32).filter(|&point| self.image(point) != point)
    }

    /// The points that stay, ascending.
    pub fn fixed_points(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.degree() as u32).filter(|&point| self.image(point) == point)
    }
}

impl PartialOrd for Permutation {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Permutation {
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().cmp(other.iter())
    }
}
