//! Products of permutations kept as bytes: `out[i] = table[images[i]]`.
//!
//! [`portable`] is the definition and the oracle of the tests; [`avx2`] does the same with the byte shuffles of
//! x86-64, which look up 32 bytes at once in a table of 16. A larger table is cut into sixteens and the answers
//! merged, so the work grows with the square of the degree. How far that pays is measured in
//! `benches/product.rs`.

/// One look-up after the other, for any power of two up to 256; larger images wrap around.
#[inline]
pub(crate) fn portable<const N: usize>(images: &[u8; N], table: &[u8; N]) -> [u8; N] {
    const { assert!(N.is_power_of_two() && N <= 256) };
    std::array::from_fn(|i| table[usize::from(images[i]) % N])
}

/// The same by shuffles, for 16 points and for multiples of 32. All images must be below `N`: others give bytes
/// that differ from the portable answer.
#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn avx2<const N: usize>(images: &[u8; N], table: &[u8; N]) -> [u8; N] {
    use std::arch::x86_64::*;

    assert!(N == 16 || N.is_multiple_of(32), "decided when compiled");
    let mut out = [0; N];
    let sixteens = table.as_chunks::<16>().0;
    if N == 16 {
        for (out, images) in out.as_chunks_mut::<16>().0.iter_mut().zip(images.as_chunks::<16>().0) {
            // SAFETY: the pointers are to 16 readable, or writable, bytes; these accesses need no alignment.
            unsafe {
                let images = _mm_loadu_si128(images.as_ptr().cast());
                let table = _mm_loadu_si128(sixteens[0].as_ptr().cast());
                _mm_storeu_si128(out.as_mut_ptr().cast(), _mm_shuffle_epi8(table, images));
            }
        }
        return out;
    }
    for (out, images) in out.as_chunks_mut::<32>().0.iter_mut().zip(images.as_chunks::<32>().0) {
        // SAFETY: the pointer is to 32 readable bytes; this access needs no alignment.
        let images = unsafe { _mm256_loadu_si256(images.as_ptr().cast()) };
        let mut merged = _mm256_setzero_si256();
        for (number, sixteen) in sixteens.iter().enumerate() {
            // SAFETY: the pointer is to 16 readable bytes; this access needs no alignment.
            let sixteen = unsafe { _mm_loadu_si128(sixteen.as_ptr().cast()) };
            // The images of this sixteen become 0x00..=0x0F, all others at least 0x10. Adding 0x70 with saturation
            // then sets the top bit of the others, for which the shuffle gives 0, and keeps the low four bits.
            let own = _mm256_xor_si256(images, _mm256_set1_epi8((number * 16) as u8 as i8));
            let index = _mm256_adds_epu8(own, _mm256_set1_epi8(0x70));
            let found = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(sixteen), index);
            merged = _mm256_or_si256(merged, found);
        }
        // SAFETY: the pointer is to 32 writable bytes; this access needs no alignment.
        unsafe { _mm256_storeu_si256(out.as_mut_ptr().cast(), merged) };
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
            assert_eq!(unsafe { avx2(&images, &table) }, portable(&images, &table));
        }
    }

    #[test]
    fn shuffles_agree_with_the_portable_product() {
        if !is_x86_feature_detected!("avx2") {
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
