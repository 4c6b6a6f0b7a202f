//! Vectors of sixteen bytes: the effect of turns and symmetries on the pieces, by shuffles.
//!
//! Start at [`Lanes`]. [`Portable`] works byte by byte and is always compiled; tests compare the others with it.

use std::fmt::Debug;

/// Sixteen bytes. All methods are inlined into a search that is compiled for the instructions they use.
pub(crate) trait Lanes: Copy + Debug {
    /// From bytes.
    fn new(bytes: [u8; 16]) -> Self;
    /// As bytes.
    fn bytes(self) -> [u8; 16];
    /// Byte x is the byte of `self` that the low four bits of byte x of `index` name. The upper bits of an index must
    /// be below 8.
    fn shuffle(self, index: Self) -> Self;
    /// Bitwise exclusive or.
    fn xor(self, other: Self) -> Self;
    /// Bitwise and.
    fn and(self, other: Self) -> Self;
    /// Sum of each pair of bytes, modulo 256.
    fn add(self, other: Self) -> Self;
    /// Difference of each pair of bytes, modulo 256.
    fn sub(self, other: Self) -> Self;
    /// Lesser of each pair of bytes.
    fn min(self, other: Self) -> Self;
    /// The low half of `self`, the high half of `high`.
    fn join(self, high: Self) -> Self;
    /// Halves exchanged.
    fn swap(self) -> Self;
    /// Bit x is bit `BIT` of byte x.
    fn bits<const BIT: i32>(self) -> usize;
    /// The low eight bytes, byte 0 lowest.
    fn low(self) -> u64;
    /// The bits of `bits` where `mask` has one, side by side. Both below 2^12.
    fn gather(bits: usize, mask: usize) -> usize;
}

/// Byte by byte, for any machine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable([u8; 16]);

impl Portable {
    #[inline(always)]
    fn each(self, other: Self, f: impl Fn(u8, u8) -> u8) -> Self {
        Portable(std::array::from_fn(|x| f(self.0[x], other.0[x])))
    }
}

impl Lanes for Portable {
    #[inline(always)]
    fn new(bytes: [u8; 16]) -> Self {
        Portable(bytes)
    }
    #[inline(always)]
    fn bytes(self) -> [u8; 16] {
        self.0
    }
    #[inline(always)]
    fn shuffle(self, index: Self) -> Self {
        Portable(index.0.map(|at| self.0[usize::from(at & 15)]))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.each(other, |a, b| a ^ b)
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.each(other, |a, b| a & b)
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        self.each(other, u8::wrapping_add)
    }
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        self.each(other, u8::wrapping_sub)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        self.each(other, u8::min)
    }
    #[inline(always)]
    fn join(self, high: Self) -> Self {
        Portable(std::array::from_fn(|x| if x < 8 { self.0[x] } else { high.0[x] }))
    }
    #[inline(always)]
    fn swap(self) -> Self {
        Portable(std::array::from_fn(|x| self.0[x ^ 8]))
    }
    #[inline(always)]
    fn bits<const BIT: i32>(self) -> usize {
        (0..16).fold(0, |bits, x| bits | usize::from(self.0[x] >> BIT & 1) << x)
    }
    #[inline(always)]
    fn low(self) -> u64 {
        (0..8).fold(0, |low, x| low | u64::from(self.0[x]) << (8 * x))
    }
    #[inline(always)]
    fn gather(bits: usize, mask: usize) -> usize {
        gathered(bits, mask)
    }
}

/// For six bits that choose and six that are chosen from, the chosen ones side by side.
static GATHERED: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut chosen = 0;
    while chosen < 64 {
        let mut bits = 0;
        while bits < 64 {
            let (mut at, mut to) = (0, 0);
            while at < 6 {
                if chosen >> at & 1 == 1 {
                    table[chosen][bits] |= ((bits >> at & 1) as u8) << to;
                    to += 1;
                }
                at += 1;
            }
            bits += 1;
        }
        chosen += 1;
    }
    table
};

/// The bits of twelve that a mask selects, packed.
#[inline(always)]
pub(super) fn gathered(bits: usize, mask: usize) -> usize {
    let (low, high) = (mask & 63, mask >> 6 & 63);
    usize::from(GATHERED[low][bits & 63]) | usize::from(GATHERED[high][bits >> 6 & 63]) << low.count_ones()
}

/// Work on vectors, compiled for the machine that does it by [`run`].
pub(crate) trait Task {
    /// Its result.
    type Output;

    /// Does it; must be inlined.
    fn run<L: Lanes>(self) -> Self::Output;
}

/// Does some work with the best vectors of this machine.
#[inline]
pub(crate) fn run<T: Task>(task: T) -> T::Output {
    #[cfg(target_arch = "x86_64")]
    if x86::are_there() {
        // SAFETY: the machine has the instructions.
        return unsafe { x86::run(task) };
    }
    task.run::<Portable>()
}

/// x86-64 with AVX2 and BMI2.
#[cfg(target_arch = "x86_64")]
pub(crate) mod x86 {
    use super::{Lanes, Task};
    use std::arch::x86_64::*;

    /// Whether this machine has the instructions.
    #[inline]
    pub(crate) fn are_there() -> bool {
        is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
    }

    /// Does some work. May be called only if [`are_there`].
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    pub(super) fn run<T: Task>(task: T) -> T::Output {
        task.run::<Register>()
    }

    /// Sixteen bytes in a register. Created only by the search that is compiled for AVX2 and BMI2, which is called only on
    /// machines that have them.
    #[derive(Clone, Copy, Debug)]
    pub(crate) struct Register(__m128i);

    // SAFETY, for all of this block: the instructions are there, as said above; they read registers only. `new` and
    // `bytes` touch memory of sixteen bytes.
    impl Lanes for Register {
        #[inline(always)]
        fn new(bytes: [u8; 16]) -> Self {
            // SAFETY: sixteen bytes are read from an array of sixteen; no alignment is needed.
            Register(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
        }
        #[inline(always)]
        fn bytes(self) -> [u8; 16] {
            let mut bytes = [0; 16];
            // SAFETY: sixteen bytes are written to an array of sixteen; no alignment is needed.
            unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), self.0) };
            bytes
        }
        #[inline(always)]
        fn shuffle(self, index: Self) -> Self {
            // SAFETY: see the head of this block.
            Register(unsafe { _mm_shuffle_epi8(self.0, index.0) })
        }
        #[inline(always)]
        fn xor(self, other: Self) -> Self {
            // SAFETY: see the head of this block.
            Register(unsafe { _mm_xor_si128(self.0, other.0) })
        }
        #[inline(always)]
        fn and(self, other: Self) -> Self {
            // SAFETY: see the head of this block.
            Register(unsafe { _mm_and_si128(self.0, other.0) })
        }
        #[inline(always)]
        fn add(self, other: Self) -> Self {
            // SAFETY: see the head of this block.
            Register(unsafe { _mm_add_epi8(self.0, other.0) })
        }
        #[inline(always)]
        fn sub(self, other: Self) -> Self {
            // SAFETY: see the head of this block.
            Register(unsafe { _mm_sub_epi8(self.0, other.0) })
        }
        #[inline(always)]
        fn min(self, other: Self) -> Self {
            // SAFETY: see the head of this block.
            Register(unsafe { _mm_min_epu8(self.0, other.0) })
        }
        #[inline(always)]
        fn join(self, high: Self) -> Self {
            // SAFETY: see the head of this block. Words 4 to 7 come from the second.
            Register(unsafe { _mm_blend_epi16::<0xF0>(self.0, high.0) })
        }
        #[inline(always)]
        fn swap(self) -> Self {
            // SAFETY: see the head of this block. 0x4E takes 32-bit words 2, 3, 0, 1.
            Register(unsafe { _mm_shuffle_epi32::<0x4E>(self.0) })
        }
        #[inline(always)]
        fn bits<const BIT: i32>(self) -> usize {
            // The top bits are gathered; shifted words push bits into the next byte, but below its top.
            let shifted = match BIT {
                // SAFETY: see the head of this block.
                0 => unsafe { _mm_slli_epi16::<7>(self.0) },
                // SAFETY: see the head of this block.
                3 => unsafe { _mm_slli_epi16::<4>(self.0) },
                // SAFETY: see the head of this block.
                4 => unsafe { _mm_slli_epi16::<3>(self.0) },
                // SAFETY: see the head of this block.
                _ => unsafe { _mm_sll_epi16(self.0, _mm_cvtsi32_si128(7 - BIT)) },
            };
            // SAFETY: see the head of this block.
            unsafe { _mm_movemask_epi8(shifted) as usize }
        }
        #[inline(always)]
        fn low(self) -> u64 {
            // SAFETY: see the head of this block.
            unsafe { _mm_cvtsi128_si64(self.0) as u64 }
        }
        #[inline(always)]
        fn gather(bits: usize, mask: usize) -> usize {
            // SAFETY: see the head of this block.
            unsafe { _pext_u32(bits as u32, mask as u32) as usize }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation on bytes from a fixed walk.
    fn results<L: Lanes>() -> Vec<Vec<u8>> {
        let mut seed = 1u64;
        let mut next = || {
            std::array::from_fn(|_| {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (seed >> 33) as u8 & 0x7F
            })
        };
        let mut all = Vec::new();
        for _ in 0..200 {
            let (a, b) = (L::new(next()), L::new(next()));
            let lanes = [a.shuffle(b), a.xor(b), a.and(b), a.add(b), a.sub(b), a.min(b), a.join(b), a.swap()];
            all.extend(lanes.map(|lanes| lanes.bytes().to_vec()));
            let (some, mask) = (a.bits::<2>() & 0xFFF, b.bits::<5>() & 0xFFF);
            let numbers = [a.bits::<0>(), a.bits::<3>(), a.bits::<4>(), a.bits::<6>(), L::gather(some, mask)];
            all.extend(numbers.map(|number| number.to_le_bytes().to_vec()));
            all.push(a.low().to_le_bytes().to_vec());
        }
        all
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn registers_do_what_bytes_do() {
        #[target_feature(enable = "avx2,bmi2,popcnt")]
        fn in_registers() -> Vec<Vec<u8>> {
            results::<x86::Register>()
        }
        if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi2") {
            // SAFETY: the machine has the instructions.
            assert_eq!(unsafe { in_registers() }, results::<Portable>());
        }
    }
}
