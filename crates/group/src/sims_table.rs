//! Sims' table: for each point `i` and image `j` one element that fixes the points before `i` and takes `i` to `j`.
//!
//! Start at [`SimsTable::new`]. An element is sifted through the rows: at an empty entry it is stored, otherwise it is
//! divided by the entry. The table is complete when the product of any two of its elements sifts to the identity. Every
//! element of the group is then a unique product of one entry from each row. The method is the simplest of all and
//! independent of Schreier's lemma, which suits it to teaching and to checking faster ones. Sims (1970); Furst,
//! Hopcroft and Luks, "Polynomial-time algorithms for permutation groups" (1980); Knuth, "Efficient representation of
//! perm groups" (1991).

use dashu_int::UBig;

use crate::permutation::Permutation;
use crate::point_order::PointOrder;

/// A complete table of a group.
#[derive(Clone, Debug)]
pub struct SimsTable {
    degree: usize,
    order: PointOrder,
    /// One row for each place of the order: the elements with their images of the row's point.
    rows: Vec<Vec<(u32, Permutation)>>,
}

impl SimsTable {
    /// The table of the group of the generators; its rows belong to the points of `base`, then to the others
    /// ascending. Up to `degree² / 2` elements, so O(degree^6) in the worst case: suitable for some dozens of points.
    ///
    /// ```
    /// use permutant_group::{cycle_notation::Notation, sims_table::SimsTable};
    ///
    /// let gap = Notation::from_one();
    /// let table = SimsTable::new(&[gap.read("(1,2,3,4,5)")?, gap.read("(1,2,3)")?], &[]);
    /// assert_eq!(table.order(), 60_u8.into());
    /// let lengths: Vec<usize> = (0..5).map(|row| table.row(row).len() + 1).collect();
    /// assert_eq!(lengths, [5, 4, 3, 1, 1]);
    /// # Ok::<(), permutant_group::cycle_notation::NotationError>(())
    /// ```
    pub fn new(generators: &[Permutation], base: &[u32]) -> Self {
        let degree = generators.iter().map(Permutation::degree).max().unwrap_or(0);
        let order = PointOrder::new(degree, base);
        let mut table = SimsTable { degree, order, rows: vec![Vec::new(); degree] };
        let mut elements: Vec<Permutation> = Vec::new();
        for generator in generators {
            elements.extend(table.insert(generator.extended(degree)));
        }
        // Every ordered pair of elements once: the second one when it is the newer.
        let mut at = 0;
        while at < elements.len() {
            for other in 0..=at {
                let products = [elements[at].then(&elements[other]), elements[other].then(&elements[at])];
                for product in products {
                    elements.extend(table.insert(product));
                }
            }
            at += 1;
        }
        table
    }

    /// Stores the residue of an element where sifting stops, and returns it.
    fn insert(&mut self, mut element: Permutation) -> Option<Permutation> {
        let (row, image) = self.sift(&mut element)?;
        self.rows[row].push((image, element.clone()));
        Some(element)
    }

    /// Divides by table elements as long as possible: `None` for the identity, otherwise the empty entry.
    fn sift(&self, element: &mut Permutation) -> Option<(usize, u32)> {
        while let Some(row) = self.order.first_moved(element) {
            let Some(&point) = self.order.points().get(row) else { break };
            let image = element.image(point);
            match self.rows[row].iter().find(|(known, _)| *known == image) {
                Some((_, known)) => element.then_assign(&known.inverse()),
                None => return Some((row, image)),
            }
        }
        None
    }

    /// The point of a row; `None` beyond the degree.
    pub fn point(&self, row: usize) -> Option<u32> {
        self.order.points().get(row).copied()
    }

    /// The elements of a row: they fix the points of the preceding rows and move the row's own point to distinct
    /// images. The identity also belongs to each row but is not stored. Empty beyond the degree.
    pub fn row(&self, row: usize) -> &[(u32, Permutation)] {
        self.rows.get(row).map_or(&[], Vec::as_slice)
    }

    /// The number of elements: the product of the lengths of the rows, each with the identity.
    pub fn order(&self) -> UBig {
        self.rows.iter().map(|row| UBig::from(row.len() + 1)).product()
    }

    /// True if the permutation is an element. O(degree²).
    pub fn contains(&self, permutation: &Permutation) -> bool {
        let mut element = permutation.extended(self.degree);
        let moves_beyond = element.support().last().is_some_and(|point| point as usize >= self.degree);
        !moves_beyond && self.sift(&mut element).is_none()
    }
}
