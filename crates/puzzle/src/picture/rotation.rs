//! The rotation that maps given points to others.
//!
//! Start at [`Rotation::between`].

use crate::geometry::Point;

/// A rotation about an axis through the centre.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rotation {
    /// The axis, of length 1.
    pub(super) axis: Point,
    /// The angle, clockwise as seen from the tip of the axis.
    pub(super) degrees: f64,
    /// Its matrix, by rows.
    matrix: [Point; 3],
}

/// The greatest distance of a point from the image under a rotation, in units of the solid.
const NEAR: f64 = 1e-6;

pub(super) fn dot(x: Point, y: Point) -> f64 {
    x[0] * y[0] + x[1] * y[1] + x[2] * y[2]
}

pub(super) fn cross(x: Point, y: Point) -> Point {
    [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]]
}

fn minus(x: Point, y: Point) -> Point {
    std::array::from_fn(|i| x[i] - y[i])
}

fn length(x: Point) -> f64 {
    dot(x, x).sqrt()
}

/// An orthonormal frame: the direction of x, the direction perpendicular to it towards y, and their cross product.
/// `None` if x and y are parallel.
fn frame(x: Point, y: Point) -> Option<[Point; 3]> {
    let first = x.map(|part| part / length(x));
    let across = minus(y, first.map(|part| part * dot(first, y)));
    let second = across.map(|part| part / length(across));
    (length(across) > NEAR && length(x) > NEAR).then(|| [first, second, cross(first, second)])
}

impl Rotation {
    /// The rotation that maps each point to its partner. If the points lie on one side, the axis is on that side.
    /// `None` if there is no such rotation, or if the points lie on a line through the centre. O(points).
    pub(super) fn between(pairs: &[(Point, Point)]) -> Option<Self> {
        let &(first, to_first) = pairs.first()?;
        let apart = |pair: &&(Point, Point)| length(cross(first, pair.0));
        let (second, to_second) = pairs.iter().max_by(|x, y| apart(x).total_cmp(&apart(y)))?;
        let (from, to) = (frame(first, *second)?, frame(to_first, *to_second)?);
        // The matrix that maps one frame to the other, by rows.
        let matrix: [Point; 3] =
            std::array::from_fn(|i| std::array::from_fn(|j| (0..3).map(|k| to[k][i] * from[k][j]).sum()));
        let rotation = Rotation { axis: [0.0; 3], degrees: 0.0, matrix };
        if pairs.iter().any(|&(x, y)| !rotation.carries(x, y)) {
            return None;
        }
        let cosine = (matrix[0][0] + matrix[1][1] + matrix[2][2] - 1.0) / 2.0;
        let odd = [matrix[2][1] - matrix[1][2], matrix[0][2] - matrix[2][0], matrix[1][0] - matrix[0][1]];
        let axis = if length(odd) > NEAR {
            odd
        } else {
            // A half turn is 2·aaᵀ - 1: after adding 1, any nonzero column has the direction of the axis.
            let column = |j: usize| std::array::from_fn(|i| matrix[i][j] + if i == j { 1.0 } else { 0.0 });
            (0..3).map(column).max_by(|x, y| length(*x).total_cmp(&length(*y)))?
        };
        let axis = axis.map(|x| x / length(axis));
        let degrees = -(length(odd) / 2.0).atan2(cosine).to_degrees();
        let side: f64 = pairs.iter().map(|pair| dot(axis, pair.0)).sum();
        let sign = if side < -NEAR { -1.0 } else { 1.0 };
        Some(Rotation { axis: axis.map(|x| sign * x), degrees: sign * degrees, matrix })
    }

    /// Whether it carries a point to another one.
    pub(super) fn carries(&self, from: Point, to: Point) -> bool {
        length(minus(self.matrix.map(|row| dot(row, from)), to)) < NEAR
    }

    /// The direction in which a point begins to move, of length 1, or 0 on the axis.
    pub(super) fn starts(&self, point: Point) -> Point {
        let across = cross(self.axis, point).map(|x| -x * self.degrees.signum());
        let length = length(across);
        if length > NEAR { across.map(|x| x / length) } else { [0.0; 3] }
    }

    /// Whether it leaves a point in place.
    pub(super) fn keeps(&self, point: Point) -> bool {
        length(cross(self.axis, point)) < NEAR
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(x: Point, y: Point) -> bool {
        length(minus(x, y)) < 1e-9
    }

    #[test]
    fn quarter_and_half_turns() {
        let (x, y, z) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
        let above = |p: Point| [p[0], p[1], 1.0];
        // From the tip of z, x to -y is clockwise.
        let minus_y = [0.0, -1.0, 0.0];
        let quarter = Rotation::between(&[(above(x), above(minus_y)), (above(y), above(x))]).unwrap();
        assert!(near(quarter.axis, z) && (quarter.degrees - 90.0).abs() < 1e-9);
        assert!(near(quarter.starts(above(x)), minus_y) && quarter.keeps(z) && !quarter.keeps(x));
        let half = Rotation::between(&[(x, x.map(|p| -p)), (above(y), above(minus_y))]).unwrap();
        assert!(near(half.axis, z) && (half.degrees.abs() - 180.0).abs() < 1e-9);
        // A reflection is not a rotation, and points on one line do not determine one.
        assert_eq!(Rotation::between(&[(x, x), (y, y), (z, [0.0, 0.0, -1.0])]), None);
        assert_eq!(Rotation::between(&[(x, y), ([-1.0, 0.0, 0.0], minus_y)]), None);
    }
}
