//! Exact numbers a + b√d, which decide every question about cuts and faces.
//!
//! Start at [`Surd`]; d depends on the solid ([`Ring`]), for example 5 for the dodecahedron. Integers a and b suffice
//! for normals and offsets, where a common denominator is omitted. [`Fraction`] is the quotient of such a number by
//! an integer, for solving equations, and reports numbers that exceed 128 bits.

use std::cmp::Ordering;
use std::ops::{Add, Neg, Sub};

/// a + b√d with integers a and b.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Surd {
    pub(crate) a: i128,
    pub(crate) b: i128,
}

impl Surd {
    pub(crate) const ZERO: Surd = Surd { a: 0, b: 0 };

    pub(crate) const fn new(a: i128, b: i128) -> Self {
        Surd { a, b }
    }

    pub(crate) fn is_zero(self) -> bool {
        self == Surd::ZERO
    }
}

impl Add for Surd {
    type Output = Surd;
    fn add(self, other: Surd) -> Surd {
        Surd::new(self.a + other.a, self.b + other.b)
    }
}

impl Sub for Surd {
    type Output = Surd;
    fn sub(self, other: Surd) -> Surd {
        self + -other
    }
}

impl Neg for Surd {
    type Output = Surd;
    fn neg(self) -> Surd {
        Surd::new(-self.a, -self.b)
    }
}

/// The ring of the numbers a + b√d, where d is 2, 3 or 5, so that √d is irrational.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Ring {
    d: i128,
}

impl Ring {
    pub(crate) const fn new(d: i128) -> Self {
        Ring { d }
    }

    /// The product. The numbers must be small enough: normals are below 2^8, their minors below 2^28, and offsets below
    /// 2^90.
    pub(crate) fn product(self, x: Surd, y: Surd) -> Surd {
        Surd::new(x.a * y.a + self.d * x.b * y.b, x.a * y.b + x.b * y.a)
    }

    /// The product, unless it is too large.
    fn checked_product(self, x: Surd, y: Surd) -> Option<Surd> {
        let a = x.a.checked_mul(y.a)?.checked_add(self.d.checked_mul(x.b)?.checked_mul(y.b)?)?;
        let b = x.a.checked_mul(y.b)?.checked_add(x.b.checked_mul(y.a)?)?;
        Some(Surd::new(a, b))
    }

    /// Whether the number is less than, equal to or greater than 0. Exact.
    pub(crate) fn sign(self, x: Surd) -> Ordering {
        let (a, b) = (x.a.cmp(&0), x.b.cmp(&0));
        if a == b || b == Ordering::Equal {
            return a;
        }
        if a == Ordering::Equal {
            return b;
        }
        // With opposite signs, the larger square decides. The squares are equal only for 0.
        let whole = square(x.a.unsigned_abs());
        let root = times(square(x.b.unsigned_abs()), self.d as u128);
        if whole > root { a } else { b }
    }

    /// The number, rounded.
    pub(crate) fn value(self, x: Surd) -> f64 {
        let root = (self.d as f64).sqrt();
        let (a, b) = (x.a as f64, x.b as f64 * root);
        let sum = a + b;
        if a.abs() + b.abs() <= 1e3 * sum.abs() {
            return sum;
        }
        // The two terms nearly cancel: divide the norm by the conjugate, whose terms do not.
        match self.checked_product(x, Surd::new(x.a, -x.b)) {
            Some(norm) if a != b => norm.a as f64 / (a - b),
            _ => sum,
        }
    }
}

/// The square in 256 bits: high half, low half.
fn square(x: u128) -> (u128, u128) {
    wide(x, x)
}

fn wide(x: u128, y: u128) -> (u128, u128) {
    const LOW: u128 = u64::MAX as u128;
    let (xh, xl, yh, yl) = (x >> 64, x & LOW, y >> 64, y & LOW);
    let middle = xh * yl + ((xl * yl) >> 64);
    let other = xl * yh + (middle & LOW);
    (xh * yh + (middle >> 64) + (other >> 64), (other << 64) | ((xl * yl) & LOW))
}

/// A 256-bit number below 2^250 times a small one.
fn times((high, low): (u128, u128), by: u128) -> (u128, u128) {
    let (carry, low) = wide(low, by);
    (high * by + carry, low)
}

/// (a + b√d) / q with q > 0, in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fraction {
    pub(crate) over: Surd,
    pub(crate) under: i128,
}

impl Fraction {
    pub(crate) const ZERO: Fraction = Fraction { over: Surd::ZERO, under: 1 };

    /// The fraction in lowest terms; `None` if `under` is 0 or the numbers are out of range.
    pub(crate) fn new(over: Surd, under: i128) -> Option<Self> {
        let common = gcd(gcd(over.a, over.b)?, under)?;
        let common = common.checked_mul(under.signum())?;
        if common == 0 {
            return None;
        }
        Some(Fraction { over: Surd::new(over.a / common, over.b / common), under: under / common })
    }

    pub(crate) fn whole(over: Surd) -> Self {
        Fraction { over, under: 1 }
    }

    pub(crate) fn is_zero(self) -> bool {
        self.over.is_zero()
    }

    pub(crate) fn times(self, other: Fraction, ring: Ring) -> Option<Fraction> {
        let over = ring.checked_product(self.over, other.over)?;
        Fraction::new(over, self.under.checked_mul(other.under)?)
    }

    pub(crate) fn minus(self, other: Fraction) -> Option<Fraction> {
        let scaled = |x: Surd, by: i128| Some(Surd::new(x.a.checked_mul(by)?, x.b.checked_mul(by)?));
        let (x, y) = (scaled(self.over, other.under)?, scaled(other.over, self.under)?);
        let over = Surd::new(x.a.checked_sub(y.a)?, x.b.checked_sub(y.b)?);
        Fraction::new(over, self.under.checked_mul(other.under)?)
    }

    /// 1 / self; `None` for 0.
    pub(crate) fn inverse(self, ring: Ring) -> Option<Fraction> {
        let conjugate = Surd::new(self.over.a, self.over.b.checked_neg()?);
        let norm = ring.checked_product(self.over, conjugate)?.a;
        let over = Surd::new(conjugate.a.checked_mul(self.under)?, conjugate.b.checked_mul(self.under)?);
        Fraction::new(over, norm)
    }

    pub(crate) fn value(self, ring: Ring) -> f64 {
        ring.value(self.over) / self.under as f64
    }
}

/// The greatest common divisor, not negative; `None` for the one integer without an absolute value.
pub(crate) fn gcd(a: i128, b: i128) -> Option<i128> {
    let (mut a, mut b) = (a.checked_abs()?, b.checked_abs()?);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    Some(a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_exact_where_floats_are_not() {
        let ring = Ring::new(5);
        // Fibonacci and Lucas: L² - 5F² = ±4, so L - F√5 is as small as a number of this size can be.
        let (mut f, mut l) = (1i128, 1i128);
        for n in 1..170 {
            let expected = if n % 2 == 1 { Ordering::Less } else { Ordering::Greater };
            assert_eq!(ring.sign(Surd::new(l, -f)), expected, "{n}");
            assert_eq!(ring.sign(Surd::new(-l, f)), expected.reverse(), "{n}");
            (f, l) = ((f + l) / 2, (5 * f + l) / 2);
        }
        assert_eq!(ring.sign(Surd::new(0, -3)), Ordering::Less);
        assert_eq!(ring.sign(Surd::ZERO), Ordering::Equal);
        assert_eq!(ring.sign(Surd::new(i128::MAX, -(1 << 125))), Ordering::Greater);
        // L² - 5F² = 4 for even numbers of steps: L - F√5 = 4 / (L + F√5).
        let near = Surd::new(4_870_847, -2_178_309);
        assert!((ring.value(near) * (4_870_847.0 + 2_178_309.0 * 5f64.sqrt()) - 4.0).abs() < 1e-12);
    }

    #[test]
    fn fractions_are_a_field() {
        let ring = Ring::new(3);
        let x = Fraction::new(Surd::new(3, -6), -9).unwrap();
        assert_eq!(x, Fraction { over: Surd::new(-1, 2), under: 3 });
        assert_eq!(x.times(x.inverse(ring).unwrap(), ring), Some(Fraction::whole(Surd::new(1, 0))));
        assert_eq!(x.minus(x), Some(Fraction::ZERO));
        assert_eq!(Fraction::ZERO.inverse(ring), None);
        assert!((x.value(ring) - (2.0 * 3f64.sqrt() - 1.0) / 3.0).abs() < 1e-15);
        let huge = Fraction::whole(Surd::new(i128::MAX, 1));
        assert_eq!(huge.times(huge, ring), None);
    }
}
