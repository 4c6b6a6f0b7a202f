//! The conjugacy classes of a group that is small enough to list its elements.
//!
//! Start at [`conjugacy_classes`]. An element is numbered by its base images: one digit for each level of the stabilizer chain, the place
//! of the image in the orbit of the level. A class is all that conjugation by the generators makes of one element.

use crate::orbit::SchreierTree;
use crate::permutation::Permutation;
use crate::stabilizer_chain::StabilizerChain;
use dashu_int::UBig;

/// Bits of memory for each element: whether it was reached, and its number while it is open.
const BITS: u64 = 1 + 32;

/// Bytes of a class with what is written about it, in those of its representative.
const CLASS_TEXTS: u64 = 8;

/// Conjugates between two calls of `go_on`.
const ASK_AFTER: u64 = 1 << 12;

/// A conjugacy class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConjugacyClass {
    /// One of its elements.
    pub representative: Permutation,
    /// The number of its elements.
    pub size: u64,
}

/// Why classes were not listed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConjugacyClassesError {
    /// The group has too many elements.
    #[error("the group has {order} elements, and at most {most} can be listed in the memory that is allowed")]
    TooMany {
        /// Its order.
        order: UBig,
        /// The number of elements that the memory allows.
        most: u64,
    },
    /// The group has too many classes.
    #[error("the group has more than {most} conjugacy classes, too many for the memory that is allowed")]
    ManyClasses {
        /// The number of classes that the memory allows.
        most: u64,
    },
    /// `go_on` returned false.
    #[error("the search was stopped")]
    Stopped,
}

/// All conjugacy classes, that of the identity first. `go_on` is called repeatedly with the number of elements that are classified.
///
/// O(order · generators · levels²) time; `max_memory` bounds the memory for the elements, a little more than four bytes each, and for the
/// representatives of the classes and as much text about them.
///
/// # Errors
/// [`ConjugacyClassesError`].
pub fn conjugacy_classes(
    chain: &StabilizerChain,
    max_memory: u64,
    mut go_on: impl FnMut(u64) -> bool,
) -> Result<Vec<ConjugacyClass>, ConjugacyClassesError> {
    let most = (max_memory / BITS).saturating_mul(8).min(1 << 32);
    let order = u64::try_from(&chain.order()).ok().filter(|&order| order <= most);
    let order = order.ok_or_else(|| ConjugacyClassesError::TooMany { order: chain.order(), most })?;
    // A representative, and its cycles as text and in a record, which take a few times as much.
    let class_bytes = CLASS_TEXTS * (size_of::<ConjugacyClass>() + 4 * chain.degree()) as u64;
    let most_classes = (max_memory - order * BITS / 8) / class_bytes;
    let numbers = Numbers::new(chain);
    let mut is_reached = vec![0_u64; order.div_ceil(64) as usize];
    let (mut classes, mut classified) = (Vec::new(), 0_u64);
    let mut open: Vec<u32> = Vec::new();
    let mut digits = vec![0_usize; numbers.levels.len()];
    let mut images = vec![0_u32; numbers.levels.len()];
    for number in 0..order {
        let mut reach = |number: u64, open: &mut Vec<u32>| {
            let (word, bit) = ((number / 64) as usize, 1 << (number % 64));
            if is_reached[word] & bit == 0 {
                is_reached[word] |= bit;
                open.push(number as u32);
            }
        };
        reach(number, &mut open);
        let mut size = 0;
        while let Some(member) = open.pop() {
            size += 1;
            if (classified + size).is_multiple_of(ASK_AFTER) && !go_on(classified + size) {
                return Err(ConjugacyClassesError::Stopped);
            }
            numbers.read(member.into(), &mut digits);
            for generator in &numbers.generators {
                for (level, image) in numbers.levels.iter().zip(&mut images) {
                    // s⁻¹ x s at the base point.
                    let before = generator.backward.image(level.base);
                    *image = generator.forward.image(numbers.image(&digits, before));
                }
                reach(numbers.number(&mut images), &mut open);
            }
        }
        if size > 0 {
            if classes.len() as u64 == most_classes {
                return Err(ConjugacyClassesError::ManyClasses { most: most_classes });
            }
            numbers.read(number, &mut digits);
            classes.push(ConjugacyClass { representative: numbers.element(chain.degree(), &digits), size });
            classified += size;
        }
    }
    Ok(classes)
}

/// A permutation with its inverse.
struct Both {
    forward: Permutation,
    backward: Permutation,
}

impl Both {
    fn new(forward: Permutation) -> Self {
        Both { backward: forward.inverse(), forward }
    }
}

struct Level {
    base: u32,
    /// By point: its place in the orbit.
    place: Vec<u32>,
    /// By place in the orbit: an element that carries the base point there.
    transversal: Vec<Both>,
}

/// The elements of a group as numbers from 0; the identity is 0.
struct Numbers {
    levels: Vec<Level>,
    generators: Vec<Both>,
}

impl Numbers {
    fn new(chain: &StabilizerChain) -> Self {
        let level = |(number, (base, points)): (usize, (u32, &[u32]))| {
            let mut place = vec![0; chain.degree()];
            points.iter().zip(0..).for_each(|(&point, at)| place[point as usize] = at);
            let transversal = points.iter().filter_map(|&point| chain.representative(number, point));
            Level { base, place, transversal: transversal.map(Both::new).collect() }
        };
        let orbits = chain.orbits().map(SchreierTree::points);
        let levels = chain.base().into_iter().zip(orbits).enumerate().map(level).collect();
        Numbers { levels, generators: chain.generators().iter().cloned().map(Both::new).collect() }
    }

    fn read(&self, mut number: u64, digits: &mut [usize]) {
        for (level, digit) in self.levels.iter().zip(digits) {
            let count = level.transversal.len() as u64;
            *digit = (number % count) as usize;
            number /= count;
        }
    }

    /// The image of a point: the factor of the last level comes first.
    fn image(&self, digits: &[usize], point: u32) -> u32 {
        let factors = self.levels.iter().zip(digits).rev();
        factors.fold(point, |point, (level, &digit)| level.transversal[digit].forward.image(point))
    }

    fn element(&self, degree: usize, digits: &[usize]) -> Permutation {
        let factors = self.levels.iter().zip(digits).rev();
        factors.fold(Permutation::identity(degree), |product, (level, &digit)| {
            product.then(&level.transversal[digit].forward)
        })
    }

    /// The number of the element with these base images, which are overwritten.
    fn number(&self, images: &mut [u32]) -> u64 {
        let (mut number, mut times) = (0, 1);
        for (at, level) in self.levels.iter().enumerate() {
            let place = level.place[images[at] as usize];
            number += u64::from(place) * times;
            times *= level.transversal.len() as u64;
            let back = &level.transversal[place as usize].backward;
            images[at + 1..].iter_mut().for_each(|image| *image = back.image(*image));
        }
        number
    }
}
