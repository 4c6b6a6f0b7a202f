//! The order of a finite abelian group given by generators and relations.
//!
//! A [`Lattice`] holds the relations: integer vectors that represent the identity. The group is `Z^n` modulo the
//! lattice, and its order is the product of the diagonal of a triangular basis of the lattice (Hermite's normal form).
//! As the group is finite, every entry can be reduced modulo a multiple of its exponent, which keeps the numbers small.
//! See Cohen, "A course in computational algebraic number theory" (1993), 2.4.2.

use dashu_int::UBig;

/// Relations of a finite abelian group with an upper triangular basis.
#[derive(Clone, Debug)]
pub(crate) struct Lattice {
    /// Row `i` begins with `i` zeros and a positive entry that divides the exponent.
    rows: Vec<Vec<u64>>,
    /// A multiple of every unit vector by this lies in the lattice, and in the rows from its own on.
    exponent: u64,
}

impl Lattice {
    /// From relations in triangular form that already make the group finite: row `i` has a positive entry at place
    /// `i` and nothing before it. The exponent must be one of the group, and less than 2^31 so that sums of two
    /// products of entries fit 64 bits.
    pub(crate) fn new(mut rows: Vec<Vec<u64>>, exponent: u64) -> Self {
        debug_assert!(0 < exponent && exponent < 1 << 31);
        for (at, row) in rows.iter_mut().enumerate() {
            debug_assert!(row[..at].iter().all(|&entry| entry == 0));
            // A multiple of a unit vector is a relation only if it is one of the entry on the diagonal.
            debug_assert!(row[at] > 0 && exponent.is_multiple_of(row[at]));
            row[at + 1..].iter_mut().for_each(|entry| *entry %= exponent);
        }
        Lattice { rows, exponent }
    }

    /// Number of entries of a vector.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Every element of the group vanishes if multiplied by this.
    pub(crate) fn exponent(&self) -> u64 {
        self.exponent
    }

    /// The number of elements of the group.
    pub(crate) fn index(&self) -> UBig {
        self.rows.iter().enumerate().map(|(i, row)| UBig::from(row[i])).product()
    }

    /// True if the group has one element.
    pub(crate) fn is_everything(&self) -> bool {
        self.rows.iter().enumerate().all(|(i, row)| row[i] == 1)
    }

    /// Adds a relation. O(len²).
    pub(crate) fn add(&mut self, mut vector: Vec<u64>) {
        let modulus = self.exponent;
        vector.iter_mut().for_each(|entry| *entry %= modulus);
        for at in 0..self.rows.len() {
            if vector[at] == 0 {
                continue;
            }
            let (row_entry, entry) = (self.rows[at][at], vector[at]);
            let (common, s, t) = bezout(row_entry, entry, modulus);
            // Determinant 1, so both rows together span what they spanned before. The pivot divides the exponent,
            // so the new one does too; entries behind it are reduced by multiples of unit vectors that later rows
            // span.
            let (down, up) = (row_entry / common, modulus - entry / common % modulus);
            for (row, entry) in self.rows[at].iter_mut().zip(&mut vector).skip(at) {
                (*row, *entry) =
                    ((s * *row + t * *entry) % modulus, (down % modulus * *entry + up * *row) % modulus);
            }
            self.rows[at][at] = common;
            vector[at] = 0;
        }
        debug_assert!(vector.iter().all(|&entry| entry == 0));
    }
}

/// `(g, s, t)` with `g = gcd(a, b) ≡ s a + t b` modulo the modulus, `s` and `t` below it, and the exact identity
/// over the integers for `s` and `t` up to multiples of the modulus.
fn bezout(a: u64, b: u64, modulus: u64) -> (u64, u64, u64) {
    let (mut r, mut s, mut t) = ((a as i64, b as i64), (1_i64, 0_i64), (0_i64, 1_i64));
    while r.1 != 0 {
        let quotient = r.0 / r.1;
        r = (r.1, r.0 - quotient * r.1);
        s = (s.1, s.0 - quotient * s.1);
        t = (t.1, t.0 - quotient * t.1);
    }
    let reduce = |x: i64| x.rem_euclid(modulus as i64) as u64;
    (r.0 as u64, reduce(s.0), reduce(t.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// Quotients of products of cyclic groups against counting the subgroup.
        #[test]
        fn sizes_are_those_of_counting(
            orders in prop::collection::vec(1_u64..7, 1..4),
            relations in prop::collection::vec(prop::collection::vec(0_u64..60, 3), 0..4),
        ) {
            let n = orders.len();
            let diagonal = (0..n).map(|i| (0..n).map(|j| if i == j { orders[i] } else { 0 }).collect());
            let mut lattice = Lattice::new(diagonal.collect(), 60);
            let mut subgroup = BTreeSet::from([vec![0; n]]);
            for relation in &relations {
                lattice.add(relation[..n].to_vec());
                let step = |v: &Vec<u64>| -> Vec<u64> { (0..n).map(|i| (v[i] + relation[i]) % orders[i]).collect() };
                loop {
                    let more: Vec<_> = subgroup.iter().map(step).filter(|v| !subgroup.contains(v)).collect();
                    if more.is_empty() { break }
                    subgroup.extend(more);
                }
            }
            let size: u64 = orders.iter().product::<u64>() / subgroup.len() as u64;
            prop_assert_eq!(lattice.index(), UBig::from(size));
            prop_assert_eq!(lattice.is_everything(), size == 1);
        }
    }

    #[test]
    fn groups_that_are_no_diagonal() {
        // Two generators with a = 2 b and 4 b = 0: cyclic of order 4.
        let mut lattice = Lattice::new(vec![vec![1, 2], vec![0, 4]], 4);
        assert_eq!(lattice.index(), UBig::from(4_u8));
        lattice.add(vec![1, 0]);
        assert_eq!(lattice.index(), UBig::from(2_u8));
        lattice.add(vec![0, 3]);
        assert!(lattice.is_everything());
        assert_eq!(Lattice::new(Vec::new(), 1).index(), UBig::ONE);
    }
}
