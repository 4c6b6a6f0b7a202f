//! Prisms and dipyramids whose faces are all equally far from the centre, in exact coordinates.
//!
//! Start at [`Sided`] and [`Solid::sided`]. The cosines of multiples of 30, 45 and 36 degrees are halves and quarters
//! of integers combined with √3, √2 and √5. Sines of multiples of 36 degrees need two roots at once, but they are sin
//! 72° times such numbers. The first coordinate therefore has another unit, whose square is such a number again.
//! Other numbers of sides need roots of higher degree and are not supported.

use super::solid::{Direction, Feature, Solid, Vector, rank};
use super::surd::{Ring, Surd};

/// A supported number of sides: 3, 4, 5, 6, 8, 10 or 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sided(usize);

/// The names of the sides, clockwise as seen from above, beginning at the front.
const NAMES: [(usize, &[&str]); 7] = [
    (3, &["F", "BL", "BR"]),
    (4, &["F", "L", "B", "R"]),
    (5, &["F", "L", "BL", "BR", "R"]),
    (6, &["F", "FL", "BL", "B", "BR", "FR"]),
    (8, &["F", "FL", "L", "BL", "B", "BR", "R", "FR"]),
    (10, &["F", "FL", "LF", "LB", "BL", "B", "BR", "RB", "RF", "FR"]),
    (12, &["F", "FFL", "FLL", "L", "BLL", "BBL", "B", "BBR", "BRR", "R", "FRR", "FFR"]),
];

/// A direction with its kind and its name; without a name if it is named by its faces.
type Named = (Feature, Vector, Option<String>);

impl Sided {
    /// `None` for an unsupported number of sides.
    pub(super) fn new(sides: usize) -> Option<Self> {
        NAMES.iter().any(|(known, _)| *known == sides).then_some(Sided(sides))
    }

    /// The ring of its coordinates.
    fn ring(self) -> Ring {
        Ring::new(match self.0 {
            5 | 10 => 5,
            sides if sides.is_multiple_of(3) => 3,
            _ => 2,
        })
    }

    /// The square of the unit of the first coordinate: (4 sin 72°)² = 10 + 2√5 for 5 and 10 sides.
    fn weight(self) -> Surd {
        if self.has_fifths() { Surd::new(10, 2) } else { Surd::new(1, 0) }
    }

    fn has_fifths(self) -> bool {
        self.0.is_multiple_of(5)
    }

    /// The length of the normals of sides and caps.
    fn length(self) -> i128 {
        if self.has_fifths() { 8 } else { 2 }
    }

    fn names(self) -> &'static [&'static str] {
        NAMES.iter().find(|(known, _)| *known == self.0).map_or(&[], |(_, names)| names)
    }

    /// Twice the cosine of the angle of this many sides, unless there are 5 or 10 sides.
    fn cosine(self, steps: usize) -> Surd {
        let (whole, root) = (|a| Surd::new(a, 0), |b| Surd::new(0, b));
        if self.0.is_multiple_of(3) {
            // By multiples of 30 degrees.
            let at = steps * (12 / self.0) % 12;
            let quarter = [whole(2), root(1), whole(1), whole(0)];
            match at {
                0..=3 => quarter[at],
                4..=6 => -quarter[6 - at],
                7..=9 => -quarter[at - 6],
                _ => quarter[12 - at],
            }
        } else {
            // By multiples of 45 degrees.
            let at = steps * (8 / self.0) % 8;
            match at {
                0 => whole(2),
                1 | 7 => root(1),
                2 | 6 => whole(0),
                3 | 5 => root(-1),
                _ => whole(-2),
            }
        }
    }

    /// The normals of the sides, clockwise as seen from above, beginning at the front.
    fn sides(self) -> Vec<Vector> {
        if self.has_fifths() {
            return (0..self.0).map(|step| fifths(step * (10 / self.0))).collect();
        }
        // A quarter turn is a whole number of sides, or the table for four times as many gives the sine.
        let sine = |step: usize| match self.0 {
            3 => Sided(12).cosine(4 * step + 9),
            6 => Sided(12).cosine(2 * step + 9),
            sides => self.cosine(step + sides * 3 / 4),
        };
        (0..self.0).map(|step| [-sine(step), Surd::ZERO, self.cosine(step)]).collect()
    }

    /// The faces, vertices and edges of the prism, or of the dipyramid, whose faces are at the vertices of the prism.
    fn directions(self, is_dipyramid: bool) -> Vec<Named> {
        let ring = self.ring();
        let sides = self.sides();
        let count = sides.len();
        let sum = |x: &Vector, y: &Vector| -> Vector { std::array::from_fn(|i| x[i] + y[i]) };
        let times = |by: Surd, x: &Vector| -> Vector { x.map(|part| ring.product(by, part)) };
        let length = self.length();
        let caps = [length, -length].map(|up| [Surd::ZERO, Surd::new(up, 0), Surd::ZERO]);
        let pair = |at: usize| sum(&sides[at], &sides[(at + 1) % count]);
        // q·cap + 4·(side + next) has the same distance from all three, with q = side·(side + next) / (length / 2)², an
        // integer.
        let [first, second] = [&sides[0], &pair(0)];
        let near = ring.product(first[2], second[2])
            + ring.product(ring.product(self.weight(), first[0]), second[0]);
        let quarter = length * length / 4;
        let near = Surd::new(near.a / quarter, near.b / quarter);
        let corner = |cap: &Vector, at: usize| sum(&times(near, cap), &times(Surd::new(4, 0), &pair(at)));
        let named_sides = || sides.iter().zip(self.names()).map(|(side, name)| (*side, name.to_string()));
        let named_caps = || caps.iter().zip(["U", "D"]).map(|(cap, name)| (*cap, name.to_string()));
        let both =
            || caps.iter().zip(["U", "D"]).flat_map(|(cap, name)| (0..count).map(move |at| (cap, name, at)));
        if is_dipyramid {
            let letter = |at: usize| char::from(b'A' + at as u8);
            let faces = both().map(|(cap, name, at)| {
                (Feature::Face, corner(cap, at), Some(format!("{name}{}", letter(at))))
            });
            let vertices =
                named_caps().chain(named_sides()).map(|(at, name)| (Feature::Vertex, at, Some(name)));
            // With four sides, all edges are equivalent, and then so are their directions.
            let edges = (0..count)
                .map(|at| times(Surd::new(8, 0), &pair(at)))
                .chain(both().map(|(cap, _, at)| sum(&corner(cap, at), &corner(cap, (at + 1) % count))));
            return faces.chain(vertices).chain(edges.map(|at| (Feature::Edge, at, None))).collect();
        }
        let front = named_sides().take(1).chain(named_caps()).chain(named_sides().skip(1));
        let faces = front.map(|(at, name)| (Feature::Face, at, Some(name)));
        let vertices = both().map(|(cap, _, at)| (Feature::Vertex, corner(cap, at), None));
        let edges = (0..count).map(pair).chain(both().map(|(cap, _, at)| sum(cap, &sides[at])));
        faces.chain(vertices).chain(edges.map(|at| (Feature::Edge, at, None))).collect()
    }
}

impl Solid {
    /// A prism or a dipyramid whose faces are normal · x = 1.
    pub(crate) fn sided(sided: Sided, is_dipyramid: bool) -> Solid {
        let ring = sided.ring();
        let all = sided.directions(is_dipyramid);
        let faces = all.iter().filter(|direction| direction.0 == Feature::Face);
        let named: Vec<(String, Vector)> =
            faces.map(|(_, normal, name)| (name.clone().unwrap_or_default(), *normal)).collect();
        let offsets = vec![Surd::new(1, 0); named.len()];
        let weight = sided.weight();
        let mut solid =
            Solid { ring, weight, directions: Vec::new(), offsets, rank: rank(&named), unit: 1.0 };
        for (number, (name, normal)) in named.into_iter().enumerate() {
            solid.directions.push(Direction { feature: Feature::Face, normal, faces: vec![number], name });
        }
        solid.unit = 1.0 / solid.length(0);
        for (feature, normal, name) in all.into_iter().filter(|direction| direction.0 != Feature::Face) {
            let corner = solid.corner(feature, normal);
            solid.directions.push(Direction { name: name.unwrap_or_else(|| corner.name.clone()), ..corner });
        }
        solid
    }
}

/// The normal of length 8 at this multiple of 36 degrees, clockwise as seen from above, beginning at the front.
fn fifths(step: usize) -> Vector {
    // 8 cos 36° = 2 + 2√5, 8 cos 72° = 2√5 - 2; 2 sin 36° = (√5 - 1) sin 72°.
    let cosines = [(8, 0), (2, 2), (-2, 2), (2, -2), (-2, -2), (-8, 0)];
    let sines = [(0, 0), (-1, 1), (2, 0), (2, 0), (-1, 1), (0, 0)];
    let surd = |(a, b): (i128, i128)| Surd::new(a, b);
    match step {
        0..=5 => [-surd(sines[step]), Surd::ZERO, surd(cosines[step])],
        _ => [surd(sines[10 - step]), Surd::ZERO, surd(cosines[10 - step])],
    }
}

#[cfg(test)]
mod tests {
    use super::super::rotations::Rotations;
    use super::*;

    #[test]
    fn sides_are_spread_evenly() {
        for (count, _) in NAMES {
            let sided = Sided::new(count).unwrap();
            let solid = Solid::sided(sided, false);
            let length = sided.length() as f64;
            for (step, side) in sided.sides().iter().enumerate() {
                let angle = std::f64::consts::TAU * step as f64 / count as f64;
                let [x, y, z] = solid.rounded(side);
                assert!((x + length * angle.sin()).abs() < 1e-12 && y == 0.0, "{count} {step}");
                assert!((z - length * angle.cos()).abs() < 1e-12, "{count} {step}");
            }
        }
        assert!(Sided::new(7).is_none());
    }

    /// The number of rotations is that of a prism, and 24 for the prism that is a cube.
    #[test]
    fn rotations_of_prisms_and_dipyramids() {
        for (count, _) in NAMES {
            for is_dipyramid in [false, true] {
                let solid = Solid::sided(Sided::new(count).unwrap(), is_dipyramid);
                let expected = if count == 4 { 24 } else { 2 * count };
                assert_eq!(Rotations::of(&solid).count(), expected, "{count} {is_dipyramid}");
                let edges = solid.directions.iter().filter(|d| d.feature == Feature::Edge);
                assert!(edges.clone().all(|edge| edge.faces.len() == 2) && edges.count() == 3 * count);
            }
        }
    }
}
