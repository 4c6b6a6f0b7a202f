//! Subgroups of finite abelian groups, given by generators: order, membership, cosets.
//!
//! Start at [`AbelianSubgroup::new`]. The group is a product of cyclic groups Z_m, and its elements are rows of
//! residues. The subgroup is stored in echelon form: the rows from any column on generate all elements of the subgroup
//! that are 0 before that column. This is Howell's normal form, except that the entries above the pivots are not
//! reduced ( Howell, "Spans in the module (Z_m)^s", 1986). The module serves the parities and orientation sums of
//! puzzles; it does not handle non-abelian groups.

use dashu_int::UBig;

/// A subgroup of Z_m1 × Z_m2 × ….
///
/// ```
/// use permutant_group::abelian_subgroup::AbelianSubgroup;
///
/// // Two signs that change together, and a sum modulo 3 that is free.
/// let kept = AbelianSubgroup::new(&[2, 2, 3], &[vec![1, 1, 0], vec![0, 0, 2]]);
/// assert_eq!(kept.order(), 6_u8.into());
/// assert!(kept.contains(&[1, 1, 1]) && !kept.contains(&[1, 0, 0]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AbelianSubgroup {
    moduli: Vec<u32>,
    /// By place: an element that is 0 before it and whose entry there is a proper divisor of the modulus, the least
    /// that occurs in the subgroup; none if every element that is 0 before the place is 0 there too.
    pivots: Vec<Option<Vec<u32>>>,
}

impl AbelianSubgroup {
    /// The subgroup that the rows generate. Moduli of 0 count as 1; entries are taken modulo the moduli, and missing
    /// ones are 0. About O(generators · places²) steps.
    pub fn new(moduli: &[u32], generators: &[Vec<u32>]) -> Self {
        let moduli: Vec<u32> = moduli.iter().map(|&modulus| modulus.max(1)).collect();
        let mut subgroup = AbelianSubgroup { pivots: vec![None; moduli.len()], moduli };
        for generator in generators {
            let entry =
                |(place, modulus): (usize, &u32)| generator.get(place).map_or(0, |value| value % modulus);
            let row = subgroup.moduli.iter().enumerate().map(entry).collect();
            subgroup.insert(row);
        }
        subgroup
    }

    /// `a · row + b · other`, entry by entry; the factors are at most the largest modulus in size.
    fn combine(&self, a: i64, row: &[u32], b: i64, other: &[u32]) -> Vec<u32> {
        let entry = |((&x, &y), &modulus): ((&u32, &u32), &u32)| {
            // Products of two numbers of 32 bits, two of them: 65 bits.
            let sum = i128::from(a) * i128::from(x) + i128::from(b) * i128::from(y);
            sum.rem_euclid(modulus.into()) as u32
        };
        row.iter().zip(other).zip(&self.moduli).map(entry).collect()
    }

    fn insert(&mut self, row: Vec<u32>) {
        let mut waiting = vec![row];
        while let Some(mut row) = waiting.pop() {
            for place in 0..self.moduli.len() {
                if row[place] == 0 {
                    continue;
                }
                let zero = || vec![0; self.moduli.len()];
                let pivot = self.pivots[place].clone();
                let least = pivot.as_ref().map_or(self.moduli[place], |pivot| pivot[place]);
                let pivot = pivot.unwrap_or_else(zero);
                let (common, x, y) = extended_gcd(least.into(), row[place].into());
                if common == i64::from(least) {
                    row = self.combine(1, &row, -(i64::from(row[place]) / common), &pivot);
                    continue;
                }
                let better = self.combine(x, &pivot, y, &row);
                // The old pivot less its share of the new one. Where there was none, this is the multiple of the new
                // one that first becomes 0 here.
                waiting.push(self.combine(1, &pivot, -(i64::from(least) / common), &better));
                row = self.combine(1, &row, -(i64::from(row[place]) / common), &better);
                self.pivots[place] = Some(better);
            }
        }
    }

    /// The moduli of the containing group.
    pub fn moduli(&self) -> &[u32] {
        &self.moduli
    }

    /// Number of elements.
    pub fn order(&self) -> UBig {
        let choices = |(place, modulus): (usize, &u32)| {
            UBig::from(self.pivots[place].as_ref().map_or(1, |pivot| modulus / pivot[place]))
        };
        self.moduli.iter().enumerate().map(choices).product()
    }

    /// Whether a row is an element. O(places²).
    pub fn contains(&self, row: &[u32]) -> bool {
        row.len() == self.moduli.len() && self.representative(row).iter().all(|&entry| entry == 0)
    }

    /// The same row for all rows of a coset; zeros for the elements. Entries beyond the number of moduli are ignored,
    /// and missing ones are 0. O(places²).
    pub fn representative(&self, row: &[u32]) -> Vec<u32> {
        let entry = |(place, modulus): (usize, &u32)| row.get(place).map_or(0, |value| value % modulus);
        let mut row: Vec<u32> = self.moduli.iter().enumerate().map(entry).collect();
        for (place, pivot) in self.pivots.iter().enumerate() {
            if let Some(pivot) = pivot {
                row = self.combine(1, &row, -i64::from(row[place] / pivot[place]), pivot);
            }
        }
        row
    }

    /// The projection of the elements to the first places.
    pub fn projection(&self, places: usize) -> Self {
        let rows: Vec<Vec<u32>> = self.pivots.iter().flatten().cloned().collect();
        AbelianSubgroup::new(&self.moduli[..places.min(self.moduli.len())], &rows)
    }

    /// The elements that are 0 from place `places` on, projected to the places before.
    pub fn ending_at(&self, places: usize) -> Self {
        let places = places.min(self.moduli.len());
        // With the order of the places turned round, they are the elements that begin with zeros.
        let reversed = |row: &[u32]| row.iter().rev().copied().collect::<Vec<_>>();
        let rows: Vec<Vec<u32>> = self.pivots.iter().flatten().map(|row| reversed(row)).collect();
        let turned = AbelianSubgroup::new(&reversed(&self.moduli), &rows);
        let beginning = &turned.pivots[self.moduli.len() - places..];
        let rows: Vec<Vec<u32>> = beginning.iter().flatten().map(|row| reversed(row)).collect();
        AbelianSubgroup::new(&self.moduli[..places], &rows)
    }
}

/// The greatest common divisor g of two positive numbers, and x, y with x·a + y·b = g, |x| <= b and |y| <= a.
fn extended_gcd(a: i64, b: i64) -> (i64, i64, i64) {
    let (mut r, mut s) = ((a, 1, 0), (b, 0, 1));
    while s.0 != 0 {
        let quotient = r.0 / s.0;
        let next = (r.0 - quotient * s.0, r.1 - quotient * s.1, r.2 - quotient * s.2);
        (r, s) = (s, next);
    }
    r
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// All elements, by adding generators until nothing is new.
    fn elements(moduli: &[u32], generators: &[Vec<u32>]) -> BTreeSet<Vec<u32>> {
        let mut all = BTreeSet::from([vec![0; moduli.len()]]);
        let mut waiting: Vec<Vec<u32>> = all.iter().cloned().collect();
        while let Some(row) = waiting.pop() {
            for generator in generators {
                let next: Vec<u32> =
                    row.iter().zip(generator).zip(moduli).map(|((a, b), m)| (a + b) % m).collect();
                if all.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        all
    }

    fn group() -> impl Strategy<Value = (Vec<u32>, Vec<Vec<u32>>)> {
        prop::collection::vec(prop::sample::select(vec![1_u32, 2, 3, 4, 6, 12]), 1..5).prop_flat_map(
            |moduli| {
                let row: Vec<_> = moduli.iter().map(|&modulus| 0..modulus).collect();
                (Just(moduli), prop::collection::vec(row, 0..4))
            },
        )
    }

    proptest! {
        #[test]
        fn elements_are_those_found_by_adding((moduli, generators) in group(), places in 0..6_usize) {
            let found = AbelianSubgroup::new(&moduli, &generators);
            let all = elements(&moduli, &generators);
            prop_assert_eq!(found.order(), UBig::from(all.len()));
            let everything = elements(&moduli, &(0..moduli.len()).map(|at| {
                (0..moduli.len()).map(|place| u32::from(place == at)).collect()
            }).collect::<Vec<_>>());
            let mut representatives = BTreeSet::new();
            for row in &everything {
                prop_assert_eq!(found.contains(row), all.contains(row));
                let representative = found.representative(row);
                let difference: Vec<u32> = row.iter().zip(&representative).zip(&moduli)
                    .map(|((a, b), m)| (a + m - b) % m).collect();
                prop_assert!(all.contains(&difference));
                representatives.insert(representative);
            }
            prop_assert_eq!(representatives.len() * all.len(), everything.len());

            let places = places.min(moduli.len());
            let seen: BTreeSet<_> = all.iter().map(|row| row[..places].to_vec()).collect();
            prop_assert_eq!(found.projection(places).order(), UBig::from(seen.len()));
            prop_assert!(seen.iter().all(|row| found.projection(places).contains(row)));
            let ending: Vec<_> = all.iter().filter(|row| row[places..].iter().all(|&x| x == 0)).collect();
            prop_assert_eq!(found.ending_at(places).order(), UBig::from(ending.len()));
            prop_assert!(ending.iter().all(|row| found.ending_at(places).contains(&row[..places])));
        }
    }
}
