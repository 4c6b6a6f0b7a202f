//! The solids: directions of faces, vertices and edges in exact coordinates, and their names.
//!
//! Start at [`Solid`]; prisms and dipyramids are in [`super::sided`]. A direction is a normal with entries a + b√d
//! for integers a and b. All directions of one kind are equally long, and opposite directions are negatives of each
//! other, so rotations permute them, and planes perpendicular to them are parallel exactly when they should be. Names
//! of faces follow those of cubing.js (the tables of neighbours below place each name); a vertex or an edge is named
//! by its faces.

use super::surd::{Ring, Surd};
use crate::sorting::{sort_by, sort_by_key};

/// A vector with exact coordinates.
pub(crate) type Vector = [Surd; 3];

/// The feature at which a direction points, and across which a cut lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    /// The middle of a face.
    Face,
    /// A vertex.
    Vertex,
    /// The middle of an edge.
    Edge,
}

/// The direction from the centre to a face, vertex or edge.
#[derive(Clone, Debug)]
pub(crate) struct Direction {
    pub(crate) feature: Feature,
    pub(crate) normal: Vector,
    /// The faces that meet there, by rank: one for a face, two for an edge.
    pub(crate) faces: Vec<usize>,
    /// Its name.
    pub(crate) name: String,
}

/// A solid.
#[derive(Clone, Debug)]
pub(crate) struct Solid {
    pub(crate) ring: Ring,
    /// The square of the unit of the first coordinate; those of the others are 1.
    pub(crate) weight: Surd,
    /// Faces first, in the order of `offsets`; then vertices, then edges.
    pub(crate) directions: Vec<Direction>,
    /// A face is the plane normal · x = offset of its direction.
    pub(crate) offsets: Vec<Surd>,
    /// The rank of each face in the choice of the first sticker of a piece.
    pub(crate) rank: Vec<usize>,
    /// The unit of depths, as a length: the distance of the faces.
    pub(crate) unit: f64,
}

/// One of the five Platonic solids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Platonic {
    /// Four triangles.
    Tetrahedron,
    /// Six squares.
    Cube,
    /// Eight triangles.
    Octahedron,
    /// Twelve pentagons.
    Dodecahedron,
    /// Twenty triangles.
    Icosahedron,
}

impl Platonic {
    /// All five.
    pub const ALL: [Platonic; 5] = [
        Platonic::Tetrahedron,
        Platonic::Cube,
        Platonic::Octahedron,
        Platonic::Dodecahedron,
        Platonic::Icosahedron,
    ];

    /// Its name, whose first letter denotes it in a description.
    pub fn name(self) -> &'static str {
        match self {
            Platonic::Tetrahedron => "tetrahedron",
            Platonic::Cube => "cube",
            Platonic::Octahedron => "octahedron",
            Platonic::Dodecahedron => "dodecahedron",
            Platonic::Icosahedron => "icosahedron",
        }
    }
}

/// The arrangement of the names of faces: a face, one of its neighbours, and its further neighbours clockwise as seen
/// from outside; `""` for a neighbour that needs no name there. The first two names may be placed anywhere; they
/// determine the rest.
type Net = &'static [&'static [&'static str]];

const TETRAHEDRON: Net = &[&["F", "D", "BL", "BR"]];
const CUBE: Net = &[&["F", "D", "L", "U", "R"], &["R", "F", "", "B", ""]];
const OCTAHEDRON: Net =
    &[&["F", "D", "L", "R"], &["D", "F", "BR", "BL"], &["BR", "D", "", "B"], &["L", "F", "", "U"]];
const DODECAHEDRON: Net = &[
    &["U", "F", "L", "BL", "BR", "R"],
    &["F", "U", "R", "FR", "FL", "L"],
    &["FL", "F", "FR", "D", "DL", "L"],
    &["D", "FL", "FR", "DR", "B", "DL"],
];
const ICOSAHEDRON: Net = &[
    &["R", "C", "F", "E"],
    &["F", "R", "L", "U"],
    &["L", "F", "A", ""],
    &["E", "R", "G", "I"],
    &["I", "E", "S", "H"],
    &["S", "I", "J", "B"],
    &["B", "S", "K", "D"],
    &["K", "B", "M", "O"],
    &["O", "K", "P", "N"],
    &["P", "O", "Q", ""],
];

/// The names in the order of the faces, if it is not that of the net.
const CUBE_FACES: &[&str] = &["U", "R", "F", "D", "L", "B"];
const DODECAHEDRON_FACES: &[&str] = &["U", "F", "R", "BR", "BL", "L", "FR", "FL", "DL", "B", "DR", "D"];

/// The faces whose names come first by convention; the others follow in their order.
const FIRST: [&str; 6] = ["U", "D", "F", "B", "R", "L"];

/// The vertices of a tetrahedron have names of their own, here each with the opposite face.
const TETRAHEDRON_VERTICES: [(&str, &str); 4] = [("D", "U"), ("BR", "L"), ("BL", "R"), ("F", "B")];

/// All vectors obtained from these by changes of sign and cyclic permutations of the coordinates.
fn signed_cycles(vectors: &[Vector]) -> Vec<Vector> {
    let mut all = Vec::new();
    for (vector, turn, signs) in
        vectors.iter().flat_map(|v| (0..3).flat_map(move |turn| (0..8u8).map(move |signs| (v, turn, signs))))
    {
        let image = [0, 1, 2].map(|axis| {
            let coordinate = vector[(axis + turn) % 3];
            if signs >> axis & 1 == 1 { -coordinate } else { coordinate }
        });
        if !all.contains(&image) {
            all.push(image);
        }
    }
    all
}

fn whole(x: i128, y: i128, z: i128) -> Vector {
    [x, y, z].map(|a| Surd::new(a, 0))
}

/// Three numbers a + b√5.
fn golden(x: (i128, i128), y: (i128, i128), z: (i128, i128)) -> Vector {
    [x, y, z].map(|(a, b)| Surd::new(a, b))
}

impl Solid {
    /// A Platonic solid whose faces are normal · x = 1.
    pub(crate) fn platonic(kind: Platonic) -> Solid {
        // With φ = (1 + √5) / 2, twice the usual coordinates: (0, ±1, ±φ) are the vertices of an icosahedron,
        // (±1, ±1, ±1) and (0, ±φ, ±1/φ) those of its dual, (±2φ, 0, 0) and (±φ, ±1, ±φ²) the middles of its edges.
        let twelve = || signed_cycles(&[golden((0, 0), (2, 0), (1, 1))]);
        let twenty = || signed_cycles(&[whole(2, 2, 2), golden((0, 0), (1, 1), (-1, 1))]);
        let thirty = || signed_cycles(&[golden((2, 2), (0, 0), (0, 0)), golden((1, 1), (2, 0), (3, 1))]);
        let six = || signed_cycles(&[whole(1, 0, 0)]);
        let eight = || signed_cycles(&[whole(1, 1, 1)]);
        let edges = || signed_cycles(&[whole(1, 1, 0)]);
        let four = |sign: i128| {
            [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
                .map(|(x, y, z)| whole(sign * x, sign * y, sign * z))
                .to_vec()
        };
        let (faces, vertices, edges, net, order): (_, _, _, Net, &[&str]) = match kind {
            Platonic::Tetrahedron => (four(1), four(-1), six(), TETRAHEDRON, &[]),
            Platonic::Cube => (six(), eight(), edges(), CUBE, CUBE_FACES),
            Platonic::Octahedron => (eight(), six(), edges(), OCTAHEDRON, &[]),
            Platonic::Dodecahedron => (twelve(), twenty(), thirty(), DODECAHEDRON, DODECAHEDRON_FACES),
            Platonic::Icosahedron => (twenty(), twelve(), thirty(), ICOSAHEDRON, &[]),
        };
        let ring = Ring::new(5);
        let named = named_faces(ring, &faces, net, order);
        let rank = rank(&named);
        let offsets = vec![Surd::new(1, 0); named.len()];
        let unit = 1.0 / length(ring, &named[0].1);
        let weight = Surd::new(1, 0);
        let mut solid = Solid { ring, weight, directions: Vec::new(), offsets, rank, unit };
        for (number, (name, normal)) in named.into_iter().enumerate() {
            solid.directions.push(Direction { feature: Feature::Face, normal, faces: vec![number], name });
        }
        for (feature, normals) in [(Feature::Vertex, vertices), (Feature::Edge, edges)] {
            let mut found: Vec<Direction> =
                normals.into_iter().map(|normal| solid.corner(feature, normal)).collect();
            sort_by_key(&mut found, |direction| {
                direction.faces.iter().map(|&f| solid.rank_of(f)).collect::<Vec<_>>()
            });
            solid.directions.extend(found);
        }
        if kind == Platonic::Tetrahedron {
            solid.name_opposite_vertices();
        }
        solid
    }

    /// A box with these numbers of cubies to the right, upwards and to the front, each 2 wide.
    pub(crate) fn cuboid(sizes: [u16; 3]) -> Solid {
        let [x, y, z] = sizes.map(i128::from);
        // U R F D L B, with their distances.
        let faces = [(0, 1, 0, y), (1, 0, 0, x), (0, 0, 1, z), (0, -1, 0, y), (-1, 0, 0, x), (0, 0, -1, z)];
        let ring = Ring::new(5);
        let named: Vec<(String, Vector)> = (CUBE_FACES.iter().zip(faces))
            .map(|(name, (x, y, z, _))| (name.to_string(), whole(x, y, z)))
            .collect();
        let offsets = faces.map(|(.., far)| Surd::new(far, 0)).to_vec();
        let weight = Surd::new(1, 0);
        let mut solid =
            Solid { ring, weight, directions: Vec::new(), offsets, rank: rank(&named), unit: 1.0 };
        for (number, (name, normal)) in named.into_iter().enumerate() {
            solid.directions.push(Direction { feature: Feature::Face, normal, faces: vec![number], name });
        }
        // The sum of the normals of two faces that meet points at their edge, possibly not at its middle, and gives it
        // a name.
        let edges =
            signed_cycles(&[whole(1, 1, 0)]).into_iter().map(|normal| solid.corner(Feature::Edge, normal));
        let edges: Vec<Direction> = edges.collect();
        solid.directions.extend(edges);
        solid
    }

    /// A vertex or an edge in a direction; its faces are those nearest to the direction.
    pub(super) fn corner(&self, feature: Feature, normal: Vector) -> Direction {
        let products: Vec<Surd> = self.faces().map(|face| self.dot(&face.normal, &normal)).collect();
        let most = products.iter().copied().max_by(|&x, &y| self.ring.sign(x - y));
        let mut faces: Vec<usize> =
            (0..products.len()).filter(|&face| Some(products[face]) == most).collect();
        sort_by_key(&mut faces, |&face| self.rank_of(face));
        let names: Vec<&str> = faces.iter().map(|&face| self.directions[face].name.as_str()).collect();
        Direction { feature, normal, name: names.join(self.joint()), faces }
    }

    fn name_opposite_vertices(&mut self) {
        for (face, vertex) in TETRAHEDRON_VERTICES {
            let Some(face) = self.faces().position(|direction| direction.name == face) else { continue };
            let normal = self.directions[face].normal.map(|x| -x);
            let opposite = self.directions.iter_mut().filter(|direction| direction.normal == normal);
            opposite.for_each(|direction| direction.name = vertex.to_string());
        }
    }

    /// The directions of the faces.
    pub(crate) fn faces(&self) -> impl Iterator<Item = &Direction> {
        self.directions.iter().take_while(|direction| direction.feature == Feature::Face)
    }

    /// The separator between the names of faces in the name of a vertex: empty if each is one letter.
    pub(crate) fn joint(&self) -> &'static str {
        if self.faces().all(|face| face.name.len() == 1) { "" } else { "_" }
    }

    pub(crate) fn rank_of(&self, face: usize) -> usize {
        self.rank[face]
    }

    /// The length of a direction's normal.
    pub(crate) fn length(&self, direction: usize) -> f64 {
        let normal = &self.directions[direction].normal;
        self.ring.value(self.dot(normal, normal)).sqrt()
    }

    /// The product of the lengths of two vectors and the cosine between them.
    pub(crate) fn dot(&self, x: &Vector, y: &Vector) -> Surd {
        dot(self.ring, &[self.ring.product(self.weight, x[0]), x[1], x[2]], y)
    }

    /// A vector in orthonormal coordinates, rounded.
    pub(crate) fn rounded(&self, x: &Vector) -> [f64; 3] {
        let [first, second, third] = x.map(|part| self.ring.value(part));
        [first * self.ring.value(self.weight).sqrt(), second, third]
    }
}

/// The sum of the products of coordinates.
fn dot(ring: Ring, x: &Vector, y: &Vector) -> Surd {
    (0..3).fold(Surd::ZERO, |sum, i| sum + ring.product(x[i], y[i]))
}

/// The determinant of three vectors, in units of their coordinates.
pub(crate) fn determinant(ring: Ring, x: &Vector, y: &Vector, z: &Vector) -> Surd {
    let minor = |i: usize, j: usize| ring.product(y[i], z[j]) - ring.product(y[j], z[i]);
    dot(ring, x, &[minor(1, 2), minor(2, 0), minor(0, 1)])
}

fn length(ring: Ring, x: &Vector) -> f64 {
    ring.value(dot(ring, x, x)).sqrt()
}

/// By face: its rank in the order of preference.
pub(super) fn rank(named: &[(String, Vector)]) -> Vec<usize> {
    let first = |name: &str| FIRST.iter().position(|&known| known == name).unwrap_or(FIRST.len());
    let mut order: Vec<usize> = (0..named.len()).collect();
    sort_by_key(&mut order, |&face| first(&named[face].0));
    let mut rank = vec![0; named.len()];
    for (place, face) in order.into_iter().enumerate() {
        rank[face] = place;
    }
    rank
}

/// Gives names to faces according to a net, and puts them into the given order of names.
fn named_faces(ring: Ring, normals: &[Vector], net: Net, order: &[&str]) -> Vec<(String, Vector)> {
    let around: Vec<Vec<usize>> = (0..normals.len()).map(|face| clockwise(ring, normals, face)).collect();
    let mut names: Vec<Option<&str>> = vec![None; normals.len()];
    names[0] = Some(net[0][0]);
    names[around[0][0]] = Some(net[0][1]);
    for row in net {
        let find = |name: &str| names.iter().position(|known| *known == Some(name));
        let (Some(face), Some(first)) = (find(row[0]), find(row[1])) else { continue };
        let Some(start) = around[face].iter().position(|&other| other == first) else { continue };
        for (step, &name) in row[1..].iter().enumerate().filter(|(_, name)| !name.is_empty()) {
            names[around[face][(start + step) % around[face].len()]] = Some(name);
        }
    }
    let name = |face: usize| names[face].unwrap_or_default().to_string();
    let mut named: Vec<(String, Vector)> =
        normals.iter().enumerate().map(|(face, &normal)| (name(face), normal)).collect();
    let in_net = net.iter().copied().flatten().copied();
    let order: Vec<&str> = order.iter().copied().chain(in_net).collect();
    sort_by_key(&mut named, |(name, _)| order.iter().position(|known| known == name));
    named
}

/// The neighbours of a face, clockwise as seen from outside: the faces at the least angle to it. Neighbours are at
/// least 60° apart, so rounding cannot exchange them.
fn clockwise(ring: Ring, normals: &[Vector], face: usize) -> Vec<usize> {
    let others = || (0..normals.len()).filter(|&other| other != face);
    let product = |other: usize| dot(ring, &normals[face], &normals[other]);
    let most = others().map(product).max_by(|&x, &y| ring.sign(x - y));
    let mut near: Vec<usize> = others().filter(|&other| Some(product(other)) == most).collect();
    let first = near[0];
    let square = ring.value(dot(ring, &normals[face], &normals[face]));
    let length = square.sqrt();
    let angle = |other: usize| {
        // In the plane of the face: the direction of the first neighbour, and the perpendicular one counterclockwise.
        let along = ring.value(product(other)) * ring.value(product(first)) / square;
        let cosine = ring.value(dot(ring, &normals[first], &normals[other])) - along;
        let sine = ring.value(determinant(ring, &normals[face], &normals[first], &normals[other])) / length;
        (-sine).atan2(cosine).rem_euclid(std::f64::consts::TAU - 1e-6)
    };
    sort_by(&mut near, |&x, &y| angle(x).total_cmp(&angle(y)));
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name_at(solid: &Solid, normal: Vector) -> &str {
        &solid.directions.iter().find(|direction| direction.normal == normal).unwrap().name
    }

    #[test]
    fn numbers_of_faces_vertices_and_edges() {
        for (kind, expected) in
            Platonic::ALL.into_iter().zip([[4, 4, 6], [6, 8, 12], [8, 6, 12], [12, 20, 30], [20, 12, 30]])
        {
            let solid = Solid::platonic(kind);
            let count = |feature| solid.directions.iter().filter(|d| d.feature == feature).count();
            assert_eq!([Feature::Face, Feature::Vertex, Feature::Edge].map(count), expected, "{kind:?}");
            let mut names: Vec<&str> = solid.directions.iter().map(|d| d.name.as_str()).collect();
            assert!(names.iter().all(|name| !name.is_empty()), "{kind:?}");
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), solid.directions.len(), "{kind:?}");
            let meet = |feature| {
                let mut met =
                    solid.directions.iter().filter(move |d| d.feature == feature).map(|d| d.faces.len());
                let first = met.next().unwrap();
                assert!(met.all(|count| count == first));
                first
            };
            assert_eq!(meet(Feature::Edge), 2);
            assert_eq!(meet(Feature::Vertex) * expected[1], 2 * expected[2]);
        }
    }

    #[test]
    fn faces_are_where_their_names_say() {
        let cube = Solid::platonic(Platonic::Cube);
        let at = |name: &str| cube.directions.iter().find(|d| d.name == name).unwrap().normal;
        for (a, b) in [("U", "D"), ("F", "B"), ("R", "L")] {
            assert_eq!(at(a).map(|x| -x), at(b));
        }
        // U, R and F are clockwise around their corner as seen from outside, so the determinant is negative.
        assert!(cube.ring.value(determinant(cube.ring, &at("U"), &at("R"), &at("F"))) < 0.0);
        for name in ["UFR", "DBL", "UF", "BL"] {
            at(name);
        }
        let opposite = |solid: &Solid, name: &str| {
            let normal = solid.directions.iter().find(|d| d.name == name).unwrap().normal;
            name_at(solid, normal.map(|x| -x)).to_string()
        };
        let dodecahedron = Solid::platonic(Platonic::Dodecahedron);
        for (a, b) in [("U", "D"), ("F", "B"), ("L", "DR"), ("R", "DL"), ("BL", "FR"), ("BR", "FL")] {
            assert_eq!(opposite(&dodecahedron, a), b);
        }
        let octahedron = Solid::platonic(Platonic::Octahedron);
        for (a, b) in [("U", "D"), ("F", "B"), ("L", "BR"), ("R", "BL")] {
            assert_eq!(opposite(&octahedron, a), b);
        }
        let tetrahedron = Solid::platonic(Platonic::Tetrahedron);
        assert_eq!(opposite(&tetrahedron, "U"), "D");
    }
}
