//! Permutations of points during reading: lists of images without the trailing fixed points.

/// A permutation of points from 0; points beyond its list of images stay in place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Points(Vec<u16>);

impl Points {
    pub(super) fn identity() -> Points {
        Points(Vec::new())
    }

    /// From the images of 0, 1, …, each number once. Trailing fixed points are not stored.
    pub(super) fn from_images(mut images: Vec<u16>) -> Points {
        while images.last().is_some_and(|&image| usize::from(image) + 1 == images.len()) {
            images.pop();
        }
        Points(images)
    }

    /// By disjoint cycles of points from 1.
    pub(super) fn from_cycles<'c>(cycles: impl Iterator<Item = &'c [u16]> + Clone) -> Points {
        let most = cycles.clone().flatten().copied().max().unwrap_or(0);
        let mut images: Vec<u16> = (0..most).collect();
        for cycle in cycles {
            for (&point, &image) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
                images[usize::from(point) - 1] = image - 1;
            }
        }
        Points::from_images(images)
    }

    /// The number of points up to the last one that moves.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The images of the first points: as many as requested, and at least those that move.
    pub(super) fn images(&self, points: usize) -> Vec<u16> {
        (0..points as u16).map(|point| self.image(point)).collect()
    }

    fn image(&self, point: u16) -> u16 {
        self.0.get(usize::from(point)).copied().unwrap_or(point)
    }

    /// The product: first this, then the other, as GAP multiplies.
    pub(super) fn then(&self, next: &Points) -> Points {
        let points = self.len().max(next.len()) as u16;
        Points::from_images((0..points).map(|point| next.image(self.image(point))).collect())
    }

    pub(super) fn inverse(&self) -> Points {
        let mut inverse = self.0.clone();
        for (point, &image) in self.0.iter().enumerate() {
            inverse[usize::from(image)] = point as u16;
        }
        Points(inverse)
    }

    /// The power with any exponent; each cycle is moved by the exponent modulo its length. O(points).
    pub(super) fn power(&self, exponent: i64) -> Points {
        let mut images = self.0.clone();
        let mut seen = vec![false; images.len()];
        for start in 0..self.len() {
            let mut cycle = Vec::new();
            let mut point = start;
            while !std::mem::replace(&mut seen[point], true) {
                cycle.push(point);
                point = usize::from(self.0[point]);
            }
            for (place, &point) in cycle.iter().enumerate() {
                let steps = exponent.rem_euclid(cycle.len() as i64) as usize;
                images[point] = cycle[(place + steps) % cycle.len()] as u16;
            }
        }
        Points::from_images(images)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_products() {
        let a = Points::from_cycles([&[1u16, 5, 3][..], &[2, 4], &[6, 7, 8, 9]].into_iter());
        assert_eq!(a.images(10), [4, 3, 0, 1, 2, 6, 7, 8, 5, 9]);
        let mut product = Points::identity();
        for exponent in 0..30 {
            assert_eq!(a.power(exponent), product);
            assert_eq!(a.power(-exponent), product.inverse());
            assert_eq!(product.then(&product.inverse()), Points::identity());
            product = product.then(&a);
        }
        assert_eq!(a.power(i64::MIN), a.power(i64::MIN.rem_euclid(12)));
    }

    #[test]
    fn products_are_those_of_gap() {
        // In GAP (1,2)*(2,3) is (1,3,2).
        let product = Points::from_cycles([&[1u16, 2][..]].into_iter())
            .then(&Points::from_cycles([&[2u16, 3][..]].into_iter()));
        assert_eq!(product, Points::from_cycles([&[1u16, 3, 2][..]].into_iter()));
    }
}
