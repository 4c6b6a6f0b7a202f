//! The prime factors of orders.
//!
//! Start at [`prime_factors`]. The order of a permutation group is a product of orbit lengths, so none of its prime
//! factors exceeds the degree. Trial division by the primes up to the degree suffices.

use dashu_int::UBig;

/// The primes of a number with their exponents, ascending; `None` if a prime greater than `largest` divides it, or if the number
/// is 0. O(primes up to `largest` × digits), for each division that goes without a rest once more.
///
/// ```
/// use permutant_group::{UBig, prime_factors::prime_factors};
///
/// assert_eq!(prime_factors(&UBig::from(95_040u32), 12), Some(vec![(2, 6), (3, 3), (5, 1), (11, 1)]));
/// assert_eq!(prime_factors(&UBig::from(26u32), 12), None);
/// ```
pub fn prime_factors(number: &UBig, largest: u32) -> Option<Vec<(u32, usize)>> {
    let mut rest = number.clone();
    let mut factors = Vec::new();
    for prime in primes(largest) {
        if rest == UBig::ONE {
            break;
        }
        // 0 has no powers that can be counted.
        match rest.remove(&UBig::from(prime))? {
            0 => {}
            exponent => factors.push((prime, exponent)),
        }
    }
    (rest == UBig::ONE).then_some(factors)
}

/// The primes up to a number, by the sieve of Eratosthenes.
fn primes(largest: u32) -> impl Iterator<Item = u32> {
    let mut composite = vec![false; largest as usize + 1];
    for number in 2..=largest as usize {
        if !composite[number] {
            (number * number..=largest as usize)
                .step_by(number)
                .for_each(|multiple| composite[multiple] = true);
        }
    }
    (2..=largest).filter(move |&number| !composite[number as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_of_factors_are_the_numbers() {
        for number in 1u32..3000 {
            let factors = prime_factors(&UBig::from(number), number).unwrap();
            let power = |&(prime, exponent): &(u32, usize)| prime.pow(exponent as u32);
            assert_eq!(factors.iter().map(power).product::<u32>(), number);
            assert!(factors.windows(2).all(|pair| pair[0].0 < pair[1].0), "{number}");
            assert!(factors.iter().all(|(prime, _)| (2..*prime).all(|d| prime % d != 0)), "{number}");
        }
        assert_eq!(prime_factors(&UBig::ZERO, 100), None);
        assert_eq!(prime_factors(&UBig::ONE, 0), Some(Vec::new()));
        // The 3x3x3, by Singmaster: 2^27 3^14 5^3 7^2 11.
        let cube: UBig = "43252003274489856000".parse().unwrap();
        assert_eq!(prime_factors(&cube, 48), Some(vec![(2, 27), (3, 14), (5, 3), (7, 2), (11, 1)]));
    }
}
