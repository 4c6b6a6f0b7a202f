//! Arithmetic with orders that `num-integer` lacks.

use num_integer::gcd;

/// Least common multiple, if it fits; neither may be 0.
pub fn checked_lcm(a: u64, b: u64) -> Option<u64> {
    (a / gcd(a, b)).checked_mul(b)
}
