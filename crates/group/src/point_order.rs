//! The order in which an algorithm visits the points.

use crate::permutation::Permutation;

/// The points of a degree in the order in which a method fixes them.
#[derive(Clone, Debug)]
pub(crate) struct PointOrder {
    points: Vec<u32>,
}

impl PointOrder {
    /// First the given points, without repetitions and those beyond the degree, then the others ascending.
    pub(crate) fn new(degree: usize, first: &[u32]) -> Self {
        let mut seen = vec![false; degree];
        let mut points = Vec::with_capacity(degree);
        for &point in first.iter().filter(|&&point| (point as usize) < degree) {
            if !std::mem::replace(&mut seen[point as usize], true) {
                points.push(point);
            }
        }
        points.extend((0..degree as u32).filter(|&point| !seen[point as usize]));
        PointOrder { points }
    }

    pub(crate) fn points(&self) -> &[u32] {
        &self.points
    }

    /// The place of the first point that a permutation moves.
    pub(crate) fn first_moved(&self, permutation: &Permutation) -> Option<usize> {
        self.points.iter().position(|&point| permutation.image(point) != point)
    }
}
