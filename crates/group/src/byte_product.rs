//! Products of permutations stored as bytes: `out[i] = table[images[i]]`.
//!
//! [`portable`] defines the result and is the reference in the tests; [`ssse3`] computes the same with the byte shuffle
//! of x86-64, which looks up 16 bytes at once in a table of 16. A larger table is cut into blocks of 16 and the results
//! are merged, so the work grows with the square of the degree. `benches/product.rs` measures up to which degree this
//! is faster.

/// One look-up after the other, for any power of two up to 256; larger images wrap around.
///
/// Not inlined: next to the other product it would have the compiler take both operands apart into single bytes,
/// which made the shuffles slower than this loop.
#[inline(never)]
pub(crate) fn portable<const N: usize>(images: &[u8; N], table: &[u8; N]) -> [u8; N] {
    const { assert!(N.is_power_of_two() && N <= 256) };
    std::array::from_fn(|i| table[usize::from(images[i]) % N])
}

/// The same by shuffles, for multiples of 16 points. All images must be below `N`: others give bytes that differ
/// from the portable answer.
///
/// Registers of 32 bytes do a slice of permutations in half the time. But a permutation that was just copied was
/// written by sixteens, and a load of 32 bytes waits until both writes are done: 12 ns a product of 32 points
/// instead of 3.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "ssse3")]
pub(crate) fn ssse3<const N: usize>(images: &[u8; N], table: &[u8; N]) -> [u8; N] {
    use std::arch::x86_64::*;

    let mut out = [0; N];
    for (out, images) in out.as_chunks_mut::<16>().0.iter_mut().zip(images.as_chunks::<16>().0) {
        // SAFETY: the pointer is to 16 readable bytes; this access needs no alignment.
        let images = unsafe { _mm_loadu_si128(images.as_ptr().cast()) };
        let mut merged = _mm_setzero_si128();
        for (number, sixteen) in table.as_chunks::<16>().0.iter().enumerate() {
            // SAFETY: as above.
            let sixteen = unsafe { _mm_loadu_si128(sixteen.as_ptr().cast()) };
            let index = match N {
                16 => images,
                // The images of this sixteen become 0x00..=0x0F, all others at least 0x10. Adding 0x70 with
                // saturation then sets the top bit of the others, for which the shuffle gives 0, and keeps the low
                // four bits.
                _ => {
                    let own = _mm_xor_si128(images, _mm_set1_epi8((number * 16) as u8 as i8));
                    _mm_adds_epu8(own, _mm_set1_epi8(0x70))
                }
            };
            merged = _mm_or_si128(merged, _mm_shuffle_epi8(sixteen, index));
        }
        // SAFETY: the pointer is to 16 writable bytes; this access needs no alignment.
        unsafe { _mm_storeu_si128(out.as_mut_ptr().cast(), merged) };
    }
    out
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::permutation::Permutation;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    fn agree<const N: usize>(rng: &mut ChaCha8Rng) {
        let mut random = || {
            let images = Permutation::random(N, rng).moved_to();
            std::array::from_fn::<u8, N, _>(|i| images[i] as u8)
        };
        for _ in 0..500 {
            let (images, table) = (random(), random());
            // SAFETY: the caller has asked for the feature.
            assert_eq!(unsafe { ssse3(&images, &table) }, portable(&images, &table));
        }
    }

    #[test]
    fn shuffles_agree_with_the_portable_product() {
        if !is_x86_feature_detected!("ssse3") {
            return;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        agree::<16>(&mut rng);
        agree::<32>(&mut rng);
        agree::<64>(&mut rng);
        agree::<128>(&mut rng);
        agree::<256>(&mut rng);
    }
}
