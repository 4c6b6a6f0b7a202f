//! Small permutations that are `Copy`, for inner loops.
//!
//! Start at [`FixedPermutation`], of 16, 32, 64 or 256 points (any power of two up to 256). The conventions are those
//! of [`Permutation`]: images are read "moved to" and products act left to right. A permutation of fewer points fixes
//! the rest. On x86-64 products of 16 to 128 points use the shuffles of SSSE3 where the processor has them, and a
//! portable loop elsewhere: [`FixedPermutation::then`] tests a cached flag on each call,
//! [`FixedPermutation::then_each`] once per slice, and [`FixedPermutation::then_ssse3`] is inlined into loops that are
//! themselves compiled for SSSE3.

use crate::byte_product;
use crate::permutation::{Permutation, PermutationError};

/// A permutation of the points `0..N`, one byte each. `N` is a power of two up to 256.
///
/// ```
/// use permutant_group::FixedPermutation;
///
/// let cycle = FixedPermutation::<16>::from_moved_to(&[1, 2, 0])?;
/// assert_eq!(cycle.then(cycle), cycle.inverse());
/// assert!(cycle.power(3).is_identity());
/// # Ok::<(), permutant_group::PermutationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C, align(16))]
pub struct FixedPermutation<const N: usize> {
    /// All below `N`, and distinct.
    images: [u8; N],
}

impl<const N: usize> FixedPermutation<N> {
    /// The permutation that moves nothing.
    pub const IDENTITY: Self = {
        assert!(N.is_power_of_two() && N <= 256, "the number of points must be a power of two up to 256");
        let mut images = [0; N];
        let mut i = 0;
        while i < N {
            images[i] = i as u8;
            i += 1;
        }
        FixedPermutation { images }
    };

    /// Whether the shuffles are used: from a full register up to the largest degree at which they measured faster.
    #[cfg(target_arch = "x86_64")]
    const SHUFFLES: bool = N >= 16 && N <= 128;

    /// From the images of the first points, the others being fixed.
    ///
    /// # Errors
    /// If they do not permute the points `0..images.len()`, or if one beyond `N` moves.
    pub fn from_moved_to(images: &[u8]) -> Result<Self, PermutationError> {
        let wide: Vec<u32> = images.iter().map(|&image| image.into()).collect();
        Self::try_from(&Permutation::from_moved_to(&wide)?)
    }

    /// The images of all points.
    #[inline]
    pub const fn images(&self) -> &[u8; N] {
        &self.images
    }

    /// Where the content of a point goes; the point is taken modulo `N`.
    #[inline]
    pub const fn image(&self, point: u8) -> u8 {
        self.images[point as usize % N]
    }

    /// True if no point moves.
    #[inline]
    pub fn is_identity(&self) -> bool {
        *self == Self::IDENTITY
    }

    /// The product, this permutation first: point `i` goes to `other.image(self.image(i))`.
    #[inline]
    pub fn then(self, other: Self) -> Self {
        #[cfg(target_arch = "x86_64")]
        if Self::SHUFFLES && is_x86_feature_detected!("ssse3") {
            // SAFETY: the processor has the feature.
            return unsafe { self.then_ssse3(other) };
        }
        FixedPermutation { images: byte_product::portable(&self.images, &other.images) }
    }

    /// Multiplies each permutation of a slice by the other from the right.
    #[inline]
    pub fn then_each(slice: &mut [Self], other: Self) {
        #[cfg(target_arch = "x86_64")]
        if Self::SHUFFLES && is_x86_feature_detected!("ssse3") {
            // SAFETY: the processor has the feature.
            return unsafe { Self::then_each_ssse3(slice, other) };
        }
        for each in slice {
            each.images = byte_product::portable(&each.images, &other.images);
        }
    }

    /// [`then`](Self::then) for loops that are compiled for SSSE3 themselves: there it can be called without
    /// `unsafe` and costs a few instructions; anywhere else use `then`. Where no shuffles are used it is the portable loop.
    ///
    /// # Safety
    /// From code that is not compiled for SSSE3: the processor must have it.
    #[cfg(target_arch = "x86_64")]
    #[inline]
    #[target_feature(enable = "ssse3")]
    pub fn then_ssse3(self, other: Self) -> Self {
        let images = match Self::SHUFFLES {
            true => byte_product::ssse3(&self.images, &other.images),
            false => byte_product::portable(&self.images, &other.images),
        };
        FixedPermutation { images }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "ssse3")]
    fn then_each_ssse3(slice: &mut [Self], other: Self) {
        for each in slice {
            *each = each.then_ssse3(other);
        }
    }

    /// The inverse permutation.
    #[inline]
    pub fn inverse(self) -> Self {
        let mut inverse = Self::IDENTITY;
        for (i, &image) in self.images.iter().enumerate() {
            inverse.images[usize::from(image) % N] = i as u8;
        }
        inverse
    }

    /// The power; negative exponents give powers of the inverse. At most 128 products.
    pub fn power(self, exponent: i64) -> Self {
        let mut square = if exponent < 0 { self.inverse() } else { self };
        let mut rest = exponent.unsigned_abs();
        let mut power = Self::IDENTITY;
        while rest > 0 {
            if rest % 2 == 1 {
                power = power.then(square);
            }
            square = square.then(square);
            rest /= 2;
        }
        power
    }

    /// The same permutation as a [`Permutation`] of `degree` points, or of more if it moves further ones.
    pub fn to_permutation(&self, degree: usize) -> Permutation {
        let last_moved = (0..N).rev().find(|&i| usize::from(self.images[i]) != i);
        let needed = last_moved.map_or(0, |last| last + 1).max(degree.min(N));
        Permutation::from_bytes(&self.images[..needed]).extended(degree)
    }
}

impl<const N: usize> Default for FixedPermutation<N> {
    fn default() -> Self {
        Self::IDENTITY
    }
}

impl<const N: usize> TryFrom<&Permutation> for FixedPermutation<N> {
    type Error = PermutationError;

    /// The same permutation of `N` points.
    ///
    /// # Errors
    /// If it moves a point that is not below `N`.
    fn try_from(permutation: &Permutation) -> Result<Self, PermutationError> {
        let mut fixed = Self::IDENTITY;
        for (point, image) in permutation.iter().enumerate() {
            if point < N && (image as usize) < N {
                fixed.images[point] = image as u8;
            } else if point as u32 != image {
                return Err(PermutationError::OutOfRange { index: point, image, degree: N });
            }
        }
        Ok(fixed)
    }
}
