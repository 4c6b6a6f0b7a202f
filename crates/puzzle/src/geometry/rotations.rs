//! The rotations of a solid, as permutations of its directions.
//!
//! Start at [`Rotations`]. Its effect on three faces that meet determines a rotation; the image of every other
//! direction follows from its exact angles with those faces. There are no matrices, and nothing is rounded.

use super::cells::clockwise_angle;
use super::solid::{Solid, determinant};
use super::surd::Surd;
use crate::small_map::Map;
use crate::sorting;

/// `image[d]` is the image of direction d.
pub(crate) type Rotation = Vec<u8>;

/// The rotations that map a solid to itself.
#[derive(Clone, Debug)]
pub(crate) struct Rotations {
    /// All of them, the identity first.
    pub(crate) all: Vec<Rotation>,
    /// `product[a][b]`: first a, then b.
    product: Vec<Vec<u8>>,
    inverse: Vec<usize>,
}

impl Rotations {
    pub(crate) fn of(solid: &Solid) -> Self {
        let ring = solid.ring;
        let normals: Vec<_> = solid.directions.iter().map(|direction| direction.normal).collect();
        let product: Vec<Vec<Surd>> =
            normals.iter().map(|x| normals.iter().map(|y| solid.dot(x, y)).collect()).collect();
        let turns = |a: usize, b: usize, c: usize| {
            ring.sign(determinant(ring, &normals[a], &normals[b], &normals[c]))
        };
        let like = |a: usize, b: usize| {
            solid.directions[a].feature == solid.directions[b].feature && product[a][a] == product[b][b]
        };
        // Any three faces whose normals are not in a plane.
        let faces = solid.faces().count();
        let all_faces = || 0..faces;
        let triples = || {
            all_faces().flat_map(move |a| all_faces().flat_map(move |b| all_faces().map(move |c| [a, b, c])))
        };
        let frame = triples().find(|&[a, b, c]| turns(a, b, c) == std::cmp::Ordering::Greater);
        let [a, b, c] = frame.unwrap_or([0, 0, 0]);
        let mut all: Vec<Rotation> = Vec::new();
        for x in all_faces().filter(|&x| like(a, x)) {
            for y in all_faces().filter(|&y| like(b, y) && product[x][y] == product[a][b]) {
                let third = |&z: &usize| {
                    like(c, z)
                        && product[x][z] == product[a][c]
                        && product[y][z] == product[b][c]
                        && turns(x, y, z) == std::cmp::Ordering::Greater
                };
                all.extend(all_faces().filter(third).filter_map(|z| {
                    let image = |from: usize| {
                        let to = (0..normals.len()).find(|&to| {
                            like(from, to)
                                && product[to][x] == product[from][a]
                                && product[to][y] == product[from][b]
                                && product[to][z] == product[from][c]
                        });
                        to.map(|to| to as u8)
                    };
                    (0..normals.len()).map(image).collect::<Option<Rotation>>()
                }));
            }
        }
        // A rotation of the faces is one of the solid only if it preserves their distances.
        all.retain(|rotation| {
            (0..faces).all(|face| solid.offsets[face] == solid.offsets[usize::from(rotation[face])])
        });
        sorting::sort(&mut all);
        let number: Map<&Rotation, u8> =
            all.iter().enumerate().map(|(at, rotation)| (rotation, at as u8)).collect();
        let then = |first: &Rotation, next: &Rotation| -> Rotation {
            first.iter().map(|&to| next[usize::from(to)]).collect()
        };
        let product: Vec<Vec<u8>> =
            all.iter().map(|x| all.iter().map(|y| number[&then(x, y)]).collect()).collect();
        let inverse = product.iter().map(|row| row.iter().position(|&at| at == 0).unwrap_or(0)).collect();
        Rotations { all, product, inverse }
    }

    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }

    /// The first, then the next.
    pub(crate) fn then(&self, first: usize, next: usize) -> usize {
        usize::from(self.product[first][next])
    }

    pub(crate) fn inverse(&self, rotation: usize) -> usize {
        self.inverse[rotation]
    }

    /// The image of a direction.
    pub(crate) fn image(&self, rotation: usize, direction: usize) -> usize {
        usize::from(self.all[rotation][direction])
    }

    /// The order of a rotation.
    pub(crate) fn order(&self, rotation: usize) -> usize {
        let mut at = rotation;
        let mut order = 1;
        while at != 0 {
            at = self.then(at, rotation);
            order += 1;
        }
        order
    }

    /// The least rotation about a direction, clockwise as seen from outside; the identity if no other rotation
    /// preserves it.
    pub(crate) fn about(&self, solid: &Solid, direction: usize) -> usize {
        let keeps = (0..self.count()).filter(|&rotation| self.image(rotation, direction) == direction);
        let order = keeps.clone().count();
        let axis = solid.rounded(&solid.directions[direction].normal);
        // Among the generators, the one with the least angle; for half turns both directions are the same.
        let generators = keeps.filter(|&rotation| self.order(rotation) == order);
        let angle = |rotation: usize| {
            let off_axis = (0..solid.directions.len())
                .find(|&other| other != direction && self.image(rotation, other) != other);
            let Some(other) = off_axis else { return 0.0 };
            let (from, to) = (other, self.image(rotation, other));
            let [from, to] = [from, to].map(|at| solid.rounded(&solid.directions[at].normal));
            clockwise_angle(axis, from, to)
        };
        generators.min_by(|&x, &y| angle(x).total_cmp(&angle(y))).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::super::solid::Platonic;
    use super::*;

    #[test]
    fn groups_of_the_platonic_solids() {
        for (kind, count) in Platonic::ALL.into_iter().zip([12, 24, 24, 60, 60]) {
            let solid = Solid::platonic(kind);
            let rotations = Rotations::of(&solid);
            assert_eq!(rotations.count(), count, "{kind:?}");
            assert!(rotations.all[0].iter().enumerate().all(|(at, &to)| at == usize::from(to)));
            for rotation in 0..count {
                assert_eq!(rotations.then(rotation, rotations.inverse(rotation)), 0);
            }
        }
    }

    #[test]
    fn turns_are_clockwise() {
        let cycle = |kind, about: &str, from: &str, to: &str| {
            let solid = Solid::platonic(kind);
            let at = |name: &str| solid.directions.iter().position(|d| d.name == name).unwrap();
            let rotations = Rotations::of(&solid);
            let turn = rotations.about(&solid, at(about));
            assert_eq!(solid.directions[rotations.image(turn, at(from))].name, to, "{about}");
        };
        cycle(Platonic::Cube, "U", "F", "L");
        cycle(Platonic::Cube, "R", "U", "B");
        cycle(Platonic::Cube, "UFR", "U", "R");
        cycle(Platonic::Cube, "UF", "U", "F");
        cycle(Platonic::Dodecahedron, "U", "F", "L");
        cycle(Platonic::Dodecahedron, "F", "U", "R");
        cycle(Platonic::Octahedron, "F", "D", "L");
        cycle(Platonic::Tetrahedron, "U", "F", "BL");
        cycle(Platonic::Tetrahedron, "F", "D", "BL");
        cycle(Platonic::Icosahedron, "R", "C", "F");
    }
}
