//! Classes of symmetric cubes: which of the 33 classes of subgroups of the cube's 48 symmetries leaves a cube unchanged.
//!
//! Start at [`PointGroup::of`] and [`of_cube`]. The names are the Schoenflies symbols of crystallography. Where several classes
//! share a symbol, the kind of axes or planes is added in brackets, as on Kociemba's page of symmetric patterns. A class is
//! identified by the number of its symmetries of each [`Kind`]. No two of the 33 classes agree in these numbers, which a test
//! verifies on all 98 subgroups.

use crate::model::cubie::CubieCube;
use crate::model::moves::Move;
use crate::model::symmetry::Symmetry;
use std::fmt;
use std::str::FromStr;

/// The kind of a symmetry of the cube as an isometry of space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// Nothing moves.
    Identity,
    /// A half turn about an axis through two faces.
    HalfTurnOfFace,
    /// A half turn about an axis through two edges.
    HalfTurnOfEdge,
    /// A third of a turn about an axis through two corners.
    ThirdTurn,
    /// A quarter turn about an axis through two faces.
    QuarterTurn,
    /// The inversion: every point maps to the opposite one.
    Inversion,
    /// A reflection in the plane midway between two opposite faces.
    MirrorOfFace,
    /// A reflection in a plane through four corners.
    MirrorOfEdge,
    /// A quarter turn followed by the reflection in the plane perpendicular to its axis.
    QuarterTurnMirrored,
    /// A sixth of a turn and the mirror across its axis.
    SixthTurnMirrored,
}

impl Kind {
    /// Number of kinds.
    const COUNT: usize = 10;

    /// The kind of a symmetry: by its order, whether it mirrors, and the faces that it keeps.
    pub fn of(symmetry: Symmetry) -> Self {
        let mut power = symmetry;
        let mut order = 1;
        while power.index() != 0 {
            power = power.then(symmetry);
            order += 1;
        }
        let is_mirror = Symmetry::rotations().all(|rotation| rotation != symmetry);
        // A face that becomes itself, or the opposite one.
        let kept = |same: bool| {
            let faces = Move::ALL.iter().filter(|turn| turn.quarters() == 1);
            let images = faces.map(|&turn| (turn.face().index(), symmetry.of_move(turn).face().index()));
            images.filter(|(from, to)| from % 3 == to % 3 && (from == to) == same).count()
        };
        match (order, is_mirror) {
            (1, _) => Kind::Identity,
            (2, false) if kept(true) == 2 => Kind::HalfTurnOfFace,
            (2, false) => Kind::HalfTurnOfEdge,
            (3, _) => Kind::ThirdTurn,
            (4, false) => Kind::QuarterTurn,
            (2, true) if kept(false) == 6 => Kind::Inversion,
            (2, true) if kept(true) == 4 => Kind::MirrorOfFace,
            (2, true) => Kind::MirrorOfEdge,
            (4, true) => Kind::QuarterTurnMirrored,
            _ => Kind::SixthTurnMirrored,
        }
    }
}

/// How many symmetries of each kind, in the order of [`Kind`], and the name of the class.
const CLASSES: [([u8; Kind::COUNT], &str); 33] = [
    // 1, C2 face, C2 edge, C3, C4, inversion, mirrors of faces, mirrors of edges, S4, S6
    ([1, 0, 0, 0, 0, 0, 0, 0, 0, 0], "C1"),
    ([1, 0, 0, 0, 0, 1, 0, 0, 0, 0], "Ci"),
    ([1, 0, 0, 0, 0, 0, 1, 0, 0, 0], "Cs (face)"),
    ([1, 0, 0, 0, 0, 0, 0, 1, 0, 0], "Cs (edge)"),
    ([1, 1, 0, 0, 0, 0, 0, 0, 0, 0], "C2 (face)"),
    ([1, 0, 1, 0, 0, 0, 0, 0, 0, 0], "C2 (edge)"),
    ([1, 1, 0, 0, 0, 1, 1, 0, 0, 0], "C2h (face)"),
    ([1, 0, 1, 0, 0, 1, 0, 1, 0, 0], "C2h (edge)"),
    ([1, 1, 0, 0, 0, 0, 2, 0, 0, 0], "C2v (face axis, face mirrors)"),
    ([1, 1, 0, 0, 0, 0, 0, 2, 0, 0], "C2v (face axis, edge mirrors)"),
    ([1, 0, 1, 0, 0, 0, 1, 1, 0, 0], "C2v (edge axis)"),
    ([1, 3, 0, 0, 0, 0, 0, 0, 0, 0], "D2 (face)"),
    ([1, 1, 2, 0, 0, 0, 0, 0, 0, 0], "D2 (edge)"),
    ([1, 3, 0, 0, 0, 1, 3, 0, 0, 0], "D2h (face)"),
    ([1, 1, 2, 0, 0, 1, 1, 2, 0, 0], "D2h (edge)"),
    ([1, 3, 0, 0, 0, 0, 0, 2, 2, 0], "D2d (face)"),
    ([1, 1, 2, 0, 0, 0, 2, 0, 2, 0], "D2d (edge)"),
    ([1, 0, 0, 2, 0, 0, 0, 0, 0, 0], "C3"),
    ([1, 0, 0, 2, 0, 0, 0, 3, 0, 0], "C3v"),
    ([1, 0, 3, 2, 0, 0, 0, 0, 0, 0], "D3"),
    ([1, 0, 3, 2, 0, 1, 0, 3, 0, 2], "D3d"),
    ([1, 0, 0, 2, 0, 1, 0, 0, 0, 2], "S6"),
    ([1, 1, 0, 0, 2, 0, 0, 0, 0, 0], "C4"),
    ([1, 1, 0, 0, 0, 0, 0, 0, 2, 0], "S4"),
    ([1, 1, 0, 0, 2, 1, 1, 0, 2, 0], "C4h"),
    ([1, 1, 0, 0, 2, 0, 2, 2, 0, 0], "C4v"),
    ([1, 3, 2, 0, 2, 0, 0, 0, 0, 0], "D4"),
    ([1, 3, 2, 0, 2, 1, 3, 2, 2, 0], "D4h"),
    ([1, 3, 0, 8, 0, 0, 0, 0, 0, 0], "T"),
    ([1, 3, 0, 8, 0, 1, 3, 0, 0, 8], "Th"),
    ([1, 3, 0, 8, 0, 0, 0, 6, 6, 0], "Td"),
    ([1, 3, 6, 8, 6, 0, 0, 0, 0, 0], "O"),
    ([1, 3, 6, 8, 6, 1, 3, 6, 6, 8], "Oh"),
];

/// A class of subgroups of the 48 symmetries of the cube: one of 33.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PointGroup(u8);

impl PointGroup {
    /// The class of a group of symmetries; `None` if these do not form a group.
    pub fn of(group: &[Symmetry]) -> Option<Self> {
        let mut counts = [0; Kind::COUNT];
        group.iter().for_each(|&symmetry| counts[Kind::of(symmetry) as usize] += 1);
        let closed = group.iter().all(|a| group.iter().all(|b| group.contains(&a.then(*b))));
        let class = CLASSES.iter().position(|(kinds, _)| *kinds == counts).filter(|_| closed);
        class.map(|class| PointGroup(class as u8))
    }

    /// All 33 classes.
    pub fn all() -> impl Iterator<Item = PointGroup> {
        (0..CLASSES.len() as u8).map(PointGroup)
    }

    /// The number of symmetries of a group of the class, 1 to 48.
    pub fn order(self) -> u32 {
        CLASSES[usize::from(self.0)].0.iter().map(|&count| u32::from(count)).sum()
    }
}

/// Why a text is no class of symmetry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PointGroupError {
    /// There is no such class.
    #[error("there is no class of symmetry '{0}'; expected one of {all}", all = names(|_| true))]
    Unknown(String),
    /// Several classes share the symbol.
    #[error("'{0}' may be any of {some}; write the brackets too", some = names(|name| has_symbol(name, .0)))]
    Ambiguous(String),
}

fn names(fits: impl Fn(&str) -> bool) -> String {
    let fitting = CLASSES.iter().map(|(_, name)| *name).filter(|name| fits(name));
    fitting.collect::<Vec<_>>().join(", ")
}

/// Whether this is the Schoenflies symbol with which a name begins.
fn has_symbol(name: &str, symbol: &str) -> bool {
    name.split(' ').next().is_some_and(|first| plain(first) == plain(symbol))
}

/// Only the letters and digits, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

impl FromStr for PointGroup {
    type Err = PointGroupError;

    /// Reads a name as [`PointGroup`] displays it, with or without brackets and commas, in any case.
    fn from_str(text: &str) -> Result<Self, PointGroupError> {
        let wanted = plain(text);
        let class = |fits: &dyn Fn(&str) -> bool| {
            let mut found = (0u8..).zip(CLASSES).filter(|(_, (_, name))| fits(name)).map(|(class, _)| class);
            (found.next(), found.next().is_some())
        };
        match class(&|name| plain(name) == wanted) {
            (Some(found), _) => Ok(PointGroup(found)),
            (None, _) => match class(&|name| has_symbol(name, text)) {
                (Some(_), true) => Err(PointGroupError::Ambiguous(text.to_string())),
                _ => Err(PointGroupError::Unknown(text.to_string())),
            },
        }
    }
}

/// The name, as `D4h` or `C2v (edge axis)`.
impl fmt::Display for PointGroup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(CLASSES[usize::from(self.0)].1)
    }
}

/// The symmetries S with S · cube · S⁻¹ = cube, and the class of the group that they form.
pub fn of_cube(cube: &CubieCube) -> (Vec<Symmetry>, Option<PointGroup>) {
    let fixing: Vec<Symmetry> = Symmetry::all().filter(|symmetry| symmetry.of_cube(cube) == *cube).collect();
    let class = PointGroup::of(&fixing);
    (fixing, class)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// The group that some symmetries make, as a set of bits.
    fn closure(mut group: u64) -> u64 {
        loop {
            let members = || Symmetry::all().filter(|s| group >> s.index() & 1 == 1);
            let more = members().flat_map(|a| members().map(move |b| 1u64 << a.then(b).index()));
            let all = more.fold(group, |all, one| all | one);
            if all == group {
                return group;
            }
            group = all;
        }
    }

    /// Oh has 98 subgroups in 33 classes, which are crystallography's.
    #[test]
    fn the_98_subgroups_fall_into_33_classes() {
        let mut groups = BTreeSet::from([1u64]);
        let mut open = vec![1u64];
        while let Some(group) = open.pop() {
            for symmetry in Symmetry::all() {
                let larger = closure(group | 1 << symmetry.index());
                if groups.insert(larger) {
                    open.push(larger);
                }
            }
        }
        assert_eq!(groups.len(), 98);
        let members = |group: u64| -> Vec<Symmetry> {
            Symmetry::all().filter(|s| group >> s.index() & 1 == 1).collect()
        };
        // Conjugate groups have one name, others have different ones.
        let mut least: BTreeMap<u64, PointGroup> = BTreeMap::new();
        for &group in &groups {
            let class = PointGroup::of(&members(group)).unwrap();
            assert_eq!(class.order(), group.count_ones());
            let conjugate = |by: Symmetry| {
                members(group).iter().fold(0u64, |all, s| all | 1 << by.inverse().then(*s).then(by).index())
            };
            let first = Symmetry::all().map(conjugate).min().unwrap();
            assert_eq!(*least.entry(first).or_insert(class), class);
        }
        assert_eq!(least.len(), 33);
        assert_eq!(least.values().collect::<BTreeSet<_>>().len(), 33);
        assert_eq!(PointGroup::of(&Symmetry::all().skip(1).collect::<Vec<_>>()), None);
    }

    #[test]
    fn names_are_read_as_they_are_written() {
        for class in PointGroup::all() {
            assert_eq!(class.to_string().parse(), Ok(class));
            assert_eq!(class.to_string().replace(['(', ')', ','], "").to_uppercase().parse(), Ok(class));
        }
        assert_eq!("C2v".parse::<PointGroup>(), Err(PointGroupError::Ambiguous("C2v".into())));
        assert_eq!("C5".parse::<PointGroup>(), Err(PointGroupError::Unknown("C5".into())));
        let told = PointGroupError::Ambiguous("D2".into()).to_string();
        assert_eq!(told, "'D2' may be any of D2 (face), D2 (edge); write the brackets too");
    }

    /// Centralizers and stabilizers that are easily worked out by hand; the last pattern, six dots, is a third of a turn
    /// of all corners and edges, which the inversion and the third turns about the same axis keep.
    #[test]
    fn patterns_have_the_known_classes() {
        for (text, class) in [
            ("", "Oh"),
            ("U", "C4"),
            ("R L'", "C4h"),
            ("R L", "D4"),
            ("R2", "C4v"),
            ("R2 L2 U2 D2 F2 B2", "Oh"),
            ("R U F", "C1"),
            ("U D' R L' F B' U D'", "S6"),
        ] {
            let named = |name: &str| Move::ALL.into_iter().find(|turn| turn.to_string() == name).unwrap();
            let moves: Vec<Move> = text.split_whitespace().map(named).collect();
            let (fixing, found) = of_cube(&CubieCube::SOLVED.after(&moves));
            let found = found.unwrap();
            assert_eq!((found.to_string().as_str(), found.order() as usize), (class, fixing.len()), "{text}");
        }
    }
}
