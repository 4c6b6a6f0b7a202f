//! The 96 signed symmetries of cubes: the 48 symmetries, each with or without inversion of the cube.
//!
//! Start at [`SignedGroup::all`] and [`SignedGroup::of`].

use crate::model::cubie::CubieCube;
use crate::model::symmetry::Symmetry;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// A symmetry of the cube, or its product with inversion: maps a cube to S · cube · S⁻¹ or to S · cube⁻¹ · S⁻¹.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SignedSymmetry {
    /// The symmetry S.
    pub symmetry: Symmetry,
    /// Whether the cube is inverted.
    pub inverts: bool,
}

impl SignedSymmetry {
    /// All 96, the symmetries first.
    pub fn all() -> impl Iterator<Item = SignedSymmetry> {
        [false, true]
            .into_iter()
            .flat_map(|inverts| Symmetry::all().map(move |symmetry| SignedSymmetry { symmetry, inverts }))
    }

    /// The image of a cube.
    pub fn of_cube(self, cube: &CubieCube) -> CubieCube {
        let image = self.symmetry.of_cube(cube);
        if self.inverts { image.inverse() } else { image }
    }

    fn bit(self) -> u128 {
        1 << (self.symmetry.index() + Symmetry::COUNT * usize::from(self.inverts))
    }

    /// Inversion commutes with every symmetry, so the product is that of a direct product.
    fn then(self, next: Self) -> Self {
        SignedSymmetry { symmetry: self.symmetry.then(next.symmetry), inverts: self.inverts != next.inverts }
    }
}

/// A group of signed symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SignedGroup(u128);

/// All subgroups, the largest first.
static ALL: LazyLock<Vec<SignedGroup>> = LazyLock::new(|| {
    let mut found = BTreeSet::from([SignedGroup::TRIVIAL]);
    let mut open = vec![SignedGroup::TRIVIAL];
    while let Some(group) = open.pop() {
        for element in SignedSymmetry::all().filter(|&element| !group.contains(element)) {
            let larger = group.with(element);
            if found.insert(larger) {
                open.push(larger);
            }
        }
    }
    let mut all: Vec<SignedGroup> = found.into_iter().collect();
    all.sort_by_key(|group| (std::cmp::Reverse(group.order()), *group));
    all
});

impl SignedGroup {
    /// The identity alone.
    pub const TRIVIAL: SignedGroup = SignedGroup(1);

    /// All subgroups of the group of signed symmetries, the largest first.
    pub fn all() -> &'static [SignedGroup] {
        &ALL
    }

    /// The signed symmetries that fix a cube. O(96 · pieces); of a cube without symmetry O(96), because the first pieces differ.
    pub fn of(cube: &CubieCube) -> Self {
        let inverse = cube.inverse();
        SignedGroup(Symmetry::all().fold(0, |group, symmetry| {
            let bit = |inverts, becomes: &CubieCube| match is_image(cube, symmetry, becomes) {
                true => SignedSymmetry { symmetry, inverts }.bit(),
                false => 0,
            };
            group | bit(false, cube) | bit(true, &inverse)
        }))
    }

    /// The number of elements, 1 to 96.
    pub fn order(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether this element belongs to the group.
    pub fn contains(self, element: SignedSymmetry) -> bool {
        self.0 & element.bit() != 0
    }

    /// Whether all elements belong to another group.
    pub fn is_within(self, other: SignedGroup) -> bool {
        self.0 & !other.0 == 0
    }

    /// The elements.
    pub fn elements(self) -> impl Iterator<Item = SignedSymmetry> {
        SignedSymmetry::all().filter(move |&element| self.contains(element))
    }

    /// The symmetries: the elements that do not invert.
    pub fn symmetries(self) -> Vec<Symmetry> {
        self.elements().filter(|element| !element.inverts).map(|element| element.symmetry).collect()
    }

    /// The number of symmetries: of elements that do not invert.
    pub fn number_of_symmetries(self) -> u32 {
        (self.0 & ((1 << Symmetry::COUNT) - 1)).count_ones()
    }

    /// The symmetries and antisymmetries, without their signs. They form a group.
    pub fn unsigned(self) -> Vec<Symmetry> {
        let both = self.0 | self.0 >> Symmetry::COUNT;
        Symmetry::all().filter(|symmetry| both >> symmetry.index() & 1 == 1).collect()
    }

    /// Whether some element inverts.
    pub fn has_antisymmetry(self) -> bool {
        self.0 >> Symmetry::COUNT != 0
    }

    /// Whether inversion itself is an element: the cubes that it fixes are their own inverses.
    pub fn has_inversion(self) -> bool {
        self.0 >> Symmetry::COUNT & 1 == 1
    }

    /// The group of the images of cubes under a symmetry.
    pub fn conjugate(self, by: Symmetry) -> SignedGroup {
        let image = |element: SignedSymmetry| SignedSymmetry {
            symmetry: by.then(element.symmetry).then(by.inverse()),
            ..element
        };
        SignedGroup(self.elements().fold(0, |group, element| group | image(element).bit()))
    }

    /// The least of the conjugate groups, the same for all of them.
    pub fn representative(self) -> SignedGroup {
        Symmetry::all().map(|by| self.conjugate(by)).min().unwrap_or(self)
    }

    /// The group that this one generates together with an element: every new element is multiplied by it and by the group.
    fn with(self, element: SignedSymmetry) -> SignedGroup {
        let factors: Vec<SignedSymmetry> = self.elements().chain([element]).collect();
        let (mut group, mut open) = (self.0 | element.bit(), vec![element]);
        while let Some(last) = open.pop() {
            for product in factors.iter().map(|&factor| last.then(factor)) {
                if group & product.bit() == 0 {
                    group |= product.bit();
                    open.push(product);
                }
            }
        }
        SignedGroup(group)
    }
}

/// Whether S · cube · S⁻¹ is another cube.
fn is_image(cube: &CubieCube, symmetry: Symmetry, other: &CubieCube) -> bool {
    let corners = (0..8).zip(cube.corners.c.iter().zip(&cube.corners.o)).all(|(place, (&piece, &twist))| {
        let (to, piece, twist) = symmetry.of_corner((place, piece, twist));
        (other.corners.c[usize::from(to)], other.corners.o[usize::from(to)]) == (piece, twist)
    });
    let mut edges = (0..12).zip(cube.edges.e.iter().zip(&cube.edges.o));
    corners
        && edges.all(|(place, (&piece, &flip))| {
            let (to, piece, flip) = symmetry.of_edge((place, piece, flip));
            (other.edges.e[usize::from(to)], other.edges.o[usize::from(to)]) == (piece, flip)
        })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::moves::Move;

    /// The group of a cube, compared with the images of the whole cube.
    #[test]
    fn groups_are_those_of_the_definition() {
        let named = |name: &str| Move::ALL.into_iter().find(|turn| turn.to_string() == name).unwrap();
        for word in ["", "R", "R L'", "F2 B2 R2 L2 U2 D2", "U2 R2", "R U F' L D2", "U R2 U"] {
            let moves: Vec<Move> = word.split_whitespace().map(named).collect();
            let cube = CubieCube::SOLVED.after(&moves);
            let group = SignedGroup::of(&cube);
            for element in SignedSymmetry::all() {
                assert_eq!(group.contains(element), element.of_cube(&cube) == cube, "{word:?} {element:?}");
            }
            assert_eq!(group.number_of_symmetries() as usize, group.symmetries().len());
        }
    }
}
