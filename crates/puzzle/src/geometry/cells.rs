//! Faces cut into cells: the stickers.
//!
//! Start at [`Cells::of_face`]. A cell is a convex polygon, stored as the planes of its sides. No decision uses the
//! coordinates of its corners, only the sides of planes on which they lie.

use super::depths::{Planes, intersection};
use super::solid::{Feature, Solid};
use crate::sorting::sort_by;
use std::cmp::Ordering;

/// A part of a face that no cut divides.
#[derive(Clone, Debug)]
pub(super) struct Cell {
    /// The planes of its sides, clockwise as seen from outside; corner i is where sides i - 1 and i meet.
    pub(super) sides: Vec<usize>,
    /// By plane of a cut: whether the cell lies on its outer side.
    pub(super) outside: Vec<bool>,
}

/// The greatest number of cells of a face.
pub(super) const MOST_CELLS: usize = 20_000;

/// The cells of a face.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    pub(super) cells: Vec<Cell>,
    /// By plane of a cut: whether it divides the face.
    pub(super) divides: Vec<bool>,
}

impl Cells {
    /// Cuts a face by all planes. `None` if there are more than [`MOST_CELLS`].
    pub(super) fn of_face(solid: &Solid, planes: &Planes, face: usize) -> Option<Self> {
        let mut cells = vec![Cell { sides: neighbours(solid, face), outside: Vec::new() }];
        for plane in planes.cuts() {
            let mut next = Vec::with_capacity(2 * cells.len());
            for cell in cells {
                cell.cut(planes, face, plane, &mut next);
            }
            if next.len() > MOST_CELLS {
                return None;
            }
            cells = next;
        }
        // A cut may follow the line of another one, so it divides the face only if cells lie on both its sides.
        let divides = (0..planes.cuts().len())
            .map(|at| cells.iter().any(|cell| cell.outside[at]) && cells.iter().any(|cell| !cell.outside[at]))
            .collect();
        Some(Cells { cells, divides })
    }
}

/// The faces that share an edge with a face, clockwise as seen from outside.
fn neighbours(solid: &Solid, face: usize) -> Vec<usize> {
    let normal = solid.rounded(&solid.directions[face].normal);
    let edges = solid.directions.iter().filter(|d| d.feature == Feature::Edge && d.faces.contains(&face));
    let edges: Vec<([f64; 3], usize)> = edges
        .map(|edge| {
            let other = edge.faces.iter().copied().find(|&other| other != face);
            (solid.rounded(&edge.normal), other.unwrap_or(face))
        })
        .collect();
    let mut order: Vec<(f64, usize)> =
        edges.iter().map(|(edge, other)| (clockwise_angle(normal, edges[0].0, *edge), *other)).collect();
    sort_by(&mut order, |x, y| x.0.total_cmp(&y.0));
    order.into_iter().map(|(_, other)| other).collect()
}

/// The angle, clockwise as seen from the end of an axis, from one direction to another, from 0.
pub(super) fn clockwise_angle(axis: [f64; 3], from: [f64; 3], to: [f64; 3]) -> f64 {
    let dot = |x: [f64; 3], y: [f64; 3]| x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
    let cross = [
        from[1] * to[2] - from[2] * to[1],
        from[2] * to[0] - from[0] * to[2],
        from[0] * to[1] - from[1] * to[0],
    ];
    let square = dot(axis, axis);
    let sine = dot(axis, cross) / square.sqrt();
    let cosine = dot(from, to) - dot(axis, from) * dot(axis, to) / square;
    // A value that rounding puts just below 0 counts as 0.
    (-sine).atan2(cosine).rem_euclid(std::f64::consts::TAU - 1e-6)
}

impl Cell {
    /// Cuts the cell by a plane, or determines on which side it lies.
    fn cut(mut self, planes: &Planes, face: usize, plane: usize, out: &mut Vec<Cell>) {
        let count = self.sides.len();
        let corner = |at: usize| {
            let (before, after) = (self.sides[(at + count - 1) % count], self.sides[at]);
            planes.side_of_corner([face, before, after, plane])
        };
        let corners: Vec<Ordering> = (0..count).map(corner).collect();
        let has = |side: Ordering| corners.contains(&side);
        if !has(Ordering::Greater) || !has(Ordering::Less) {
            self.outside.push(has(Ordering::Greater));
            out.push(self);
            return;
        }
        for wanted in [Ordering::Greater, Ordering::Less] {
            // The sides with a part in that half are consecutive; the plane closes them.
            let is = |at: usize| corners[at % count] == wanted;
            let first = (0..count).find(|&at| !is(at) && is(at + 1)).unwrap_or(0);
            let kept = (first..first + count).take_while(|&at| is(at) || is(at + 1)).map(|at| at % count);
            let sides = kept.map(|at| self.sides[at]).chain([plane]).collect();
            let mut outside = self.outside.clone();
            outside.push(wanted == Ordering::Greater);
            out.push(Cell { sides, outside });
        }
    }

    /// Its corners, rounded.
    pub(super) fn corners(&self, solid: &Solid, planes: &Planes, face: usize) -> Vec<[f64; 3]> {
        let count = self.sides.len();
        (0..count)
            .map(|at| {
                let corner = [face, self.sides[(at + count - 1) % count], self.sides[at]];
                intersection(corner.map(|plane| planes.rounded(solid, plane)))
            })
            .collect()
    }
}
