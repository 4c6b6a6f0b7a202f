//! Well-mixed bits of a number.

/// A bijection of 64 bits in which each bit depends on all others: the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
#[inline]
pub(crate) fn mixed(number: u64) -> u64 {
    let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ number >> 31
}
