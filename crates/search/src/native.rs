//! Instructions of newer machines for inner loops.

/// Whether this machine has the instructions that count and find bits, "popcnt,bmi1,bmi2".
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_bit_instructions() -> bool {
    is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2")
}

/// Whether this machine has vectors of eight single-precision numbers, "avx2".
#[cfg(target_arch = "x86_64")]
#[inline]
pub(crate) fn has_wide_vectors() -> bool {
    is_x86_feature_detected!("avx2")
}
