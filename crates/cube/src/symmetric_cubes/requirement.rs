//! Requirements on the symmetry of cubes: how many cubes satisfy them, and which.
//!
//! Start at [`Requirement::count`] and [`Requirement::each`].

use super::fixed_cubes::FixedCubes;
use super::signed_group::{SignedGroup, SignedSymmetry};
use crate::model::cubie::CubieCube;
use crate::model::point_group::PointGroup;
use crate::model::symmetry::Symmetry;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::ControlFlow;

/// Cubes between two questions whether to go on: some milliseconds.
const ASK_AFTER: u32 = 1024;

/// A class of symmetry, required exactly or as a part of a larger one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The class.
    pub class: PointGroup,
    /// Whether further symmetries are excluded.
    pub exactly: bool,
}

impl Bound {
    fn holds(self, group: &[Symmetry]) -> bool {
        match self.exactly {
            true => PointGroup::of(group) == Some(self.class),
            false => subgroup_classes(group).contains(&self.class),
        }
    }
}

/// `exactly D4h` or `at least D4h`.
impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", if self.exactly { "exactly" } else { "at least" }, self.class)
    }
}

/// The classes of all subgroups of a group of symmetries.
fn subgroup_classes(group: &[Symmetry]) -> Vec<PointGroup> {
    let is_within = |subgroup: &SignedGroup| {
        !subgroup.has_antisymmetry() && subgroup.symmetries().iter().all(|symmetry| group.contains(symmetry))
    };
    let subgroups = SignedGroup::all().iter().filter(|subgroup| is_within(subgroup));
    subgroups.filter_map(|subgroup| PointGroup::of(&subgroup.symmetries())).collect()
}

/// What is required of the symmetry of a cube.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Requirement {
    /// On the group of symmetries.
    pub symmetry: Option<Bound>,
    /// On the group that symmetries and antisymmetries form together; there must be an antisymmetry.
    pub antisymmetry: Option<Bound>,
    /// Whether the cube must be its own inverse.
    pub self_inverse: bool,
}

/// Numbers of cubes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Of all cubes.
    pub cubes: u128,
    /// Of cubes that differ by more than a symmetry.
    pub up_to_symmetry: u128,
    /// Of cubes that differ by more than a symmetry and inversion.
    pub up_to_symmetry_and_inversion: u128,
}

impl Requirement {
    /// Whether cubes with this signed group satisfy the requirement.
    pub fn holds(&self, group: SignedGroup) -> bool {
        self.symmetry.is_none_or(|bound| bound.holds(&group.symmetries()))
            && self
                .antisymmetry
                .is_none_or(|bound| group.has_antisymmetry() && bound.holds(&group.unsigned()))
            && (!self.self_inverse || group.has_inversion())
    }

    /// The groups that satisfy the requirement.
    pub(crate) fn holding(&self) -> HashSet<SignedGroup> {
        SignedGroup::all().iter().copied().filter(|&group| self.holds(group)).collect()
    }

    /// The groups such that every cube that satisfies the requirement is fixed by one of them.
    pub(crate) fn least_groups_and_conjugates(&self) -> Vec<SignedGroup> {
        let least = self.least_groups();
        let mut all: Vec<SignedGroup> =
            least.iter().flat_map(|group| Symmetry::all().map(|by| group.conjugate(by))).collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// The groups such that every cube that satisfies the requirement is fixed by a conjugate of one of them, one of each class.
    fn least_groups(&self) -> Vec<SignedGroup> {
        let loosened = |bound: Option<Bound>| bound.map(|bound| Bound { exactly: false, ..bound });
        let loose = Requirement {
            symmetry: loosened(self.symmetry),
            antisymmetry: loosened(self.antisymmetry),
            ..*self
        };
        let all = loose.holding();
        let is_least =
            |group: &SignedGroup| !all.iter().any(|other| other != group && other.is_within(*group));
        let least = all.iter().copied().filter(is_least);
        let mut least: Vec<SignedGroup> = least.map(SignedGroup::representative).collect();
        least.sort_unstable();
        least.dedup();
        least
    }

    /// How many cubes satisfy the requirement; `None` if `go_on` returns false, which is asked before each of at most a hundred
    /// enumerations of a second at most.
    pub fn count(&self, mut go_on: impl FnMut() -> bool) -> Option<Counts> {
        let (least, holding) = (self.least_groups(), self.holding());
        // Only groups that contain a least group can hold, and their numbers depend on groups that contain them.
        let is_above = |group: &SignedGroup| {
            Symmetry::all().any(|by| least.iter().any(|least| least.conjugate(by).is_within(*group)))
        };
        let mut fixed: HashMap<SignedGroup, u128> = HashMap::new();
        let mut exact: Vec<(SignedGroup, u128)> = Vec::new();
        let mut counts = Counts::default();
        let (mut orbits, mut signed_orbits) = (0, 0);
        for &group in SignedGroup::all().iter().filter(|group| is_above(group)) {
            let class = group.representative();
            let all = match fixed.get(&class) {
                Some(&count) => count,
                None if go_on() => *fixed.entry(class).or_insert(FixedCubes::new(class).count()),
                None => return None,
            };
            let larger: u128 =
                exact.iter().filter(|(other, _)| group.is_within(*other)).map(|(_, count)| count).sum();
            exact.push((group, all - larger));
            if holding.contains(&group) {
                counts.cubes += all - larger;
                // An orbit under all symmetries has 48 or 96 members, divided by the order of the group that fixes one.
                orbits += (all - larger) * u128::from(group.number_of_symmetries());
                signed_orbits += (all - larger) * u128::from(group.order());
            }
        }
        counts.up_to_symmetry = orbits / Symmetry::COUNT as u128;
        counts.up_to_symmetry_and_inversion = signed_orbits / (2 * Symmetry::COUNT) as u128;
        Some(counts)
    }

    /// Passes cubes that satisfy the requirement to `found`, one of each set of cubes that differ by a symmetry or by inversion, until
    /// `found` breaks or `go_on`, which is asked every few milliseconds, returns false. O(96 · pieces) for each cube that a least group
    /// fixes.
    pub fn each(
        &self,
        mut go_on: impl FnMut() -> bool,
        found: &mut dyn FnMut(CubieCube) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let (least, holding) = (self.least_groups(), self.holding());
        let (mut earlier, mut seen): (Vec<SignedGroup>, u32) = (Vec::new(), 0);
        for &group in &least {
            FixedCubes::new(group).each(&mut |cube| {
                seen = seen.wrapping_add(1);
                if seen.is_multiple_of(ASK_AFTER) && !go_on() {
                    return ControlFlow::Break(());
                }
                let signed = SignedGroup::of(&cube);
                let is_new = || !earlier.iter().any(|other| other.is_within(signed));
                match holding.contains(&signed) && is_representative(&cube, signed, group) && is_new() {
                    true => found(cube),
                    false => ControlFlow::Continue(()),
                }
            })?;
            earlier.extend(Symmetry::all().map(|by| group.conjugate(by)));
        }
        ControlFlow::Continue(())
    }
}

/// Whether the cube is the least of its images that a group fixes.
fn is_representative(cube: &CubieCube, signed: SignedGroup, group: SignedGroup) -> bool {
    SignedSymmetry::all().all(|by| {
        !group.is_within(signed.conjugate(by.symmetry)) || order_of(&by.of_cube(cube)) >= order_of(cube)
    })
}

/// A key by which cubes are ordered.
pub(crate) fn order_of(cube: &CubieCube) -> ([u8; 8], [u8; 8], [u8; 12], [u8; 12]) {
    (cube.corners.c, cube.corners.o, cube.edges.e, cube.edges.o)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str) -> PointGroup {
        name.parse().unwrap()
    }

    fn at_least(name: &str) -> Requirement {
        Requirement { symmetry: Some(Bound { class: class(name), exactly: false }), ..Requirement::default() }
    }

    fn exactly(name: &str) -> Requirement {
        Requirement { symmetry: Some(Bound { class: class(name), exactly: true }), ..Requirement::default() }
    }

    fn all_of(requirement: &Requirement) -> Vec<CubieCube> {
        let mut all = Vec::new();
        let _ = requirement.each(|| true, &mut |cube| {
            all.push(cube);
            ControlFlow::Continue(())
        });
        all
    }

    /// Every cube of a class is found once, up to symmetry and inversion, and is what is required.
    #[test]
    fn enumerations_have_the_length_that_is_counted() {
        let antisymmetric = |name: &str| Requirement {
            antisymmetry: Some(Bound { class: class(name), exactly: true }),
            ..Requirement::default()
        };
        let both = Requirement { antisymmetry: antisymmetric("O").antisymmetry, ..exactly("T") };
        let inverse = Requirement { self_inverse: true, ..exactly("D4") };
        for requirement in [
            at_least("Oh"),
            exactly("D4h"),
            at_least("T"),
            exactly("D3d"),
            antisymmetric("Th"),
            both,
            inverse,
        ] {
            let counts = requirement.count(|| true).unwrap();
            let all = all_of(&requirement);
            assert_eq!(all.len() as u128, counts.up_to_symmetry_and_inversion, "{requirement:?}");
            let (mut seen, mut inverses) = (HashSet::new(), 0u128);
            for cube in &all {
                assert_eq!(cube.check_solvable(), Ok(()));
                let images: HashSet<CubieCube> = SignedSymmetry::all().map(|by| by.of_cube(cube)).collect();
                let signed = SignedGroup::of(cube);
                assert!(requirement.holds(signed));
                assert_eq!(images.len() as u32 * signed.order(), 96);
                assert!(images.iter().all(|image| seen.insert(*image)), "{requirement:?}");
                inverses += u128::from(!signed.has_antisymmetry());
            }
            assert_eq!(seen.len() as u128, counts.cubes);
            assert_eq!(counts.up_to_symmetry, counts.up_to_symmetry_and_inversion + inverses);
        }
    }

    /// The whole group: Rokicki's count of the cubes up to symmetry, and up to symmetry and inversion (cube20.org).
    #[test]
    #[ignore = "long: enumerates all cubes with any symmetry, half a minute"]
    fn all_cubes_fall_into_the_published_number_of_classes() {
        let counts = Requirement::default().count(|| true).unwrap();
        assert_eq!(counts.cubes, 43_252_003_274_489_856_000);
        assert_eq!(counts.up_to_symmetry, 901_083_404_981_813_616);
        assert_eq!(counts.up_to_symmetry_and_inversion, 450_541_810_590_509_978);
    }
}
