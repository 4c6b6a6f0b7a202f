//! The common property of sequences that have the same effect on different pieces: their cycles by length and twist.
//!
//! Start at [`CycleClass::of`] and [`CyclePattern::parse`]. In one orbit two elements are conjugate (under arbitrary
//! permutations and turns of its pieces) if and only if they have equally many cycles of each length and total twist.
//! These are the conjugacy classes of a wreath product with a cyclic group (Specht 1932). A puzzle's own group may
//! split such a class further, which the module ignores. Trivial cycles, of one piece without twist, are omitted.

use crate::cycle_structure::CycleStructure;
use crate::diagnostic::Diagnostic;
use crate::orbit::Orbit;
use crate::transformation::{OrbitTransformation, Transformation};
use std::collections::BTreeSet;
use std::fmt;

/// Length and total twist of a cycle.
type Kind = (usize, u16);

/// The cycles of a transformation by orbit: lengths and twists, sorted. Equal for conjugate transformations.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CycleClass {
    orbits: Vec<Vec<Kind>>,
}

/// Orders kinds as they are written: long cycles first, less twist first.
fn sort(kinds: &mut [Kind]) {
    kinds.sort_unstable_by_key(|&(length, twist)| (std::cmp::Reverse(length), twist));
}

impl CycleClass {
    /// The class of a transformation of these orbits. O(slots · log slots).
    ///
    /// ```
    /// use permutant_puzzle::{catalog, cycle_class::CycleClass};
    /// let cube = catalog::find("3x3x3")?.puzzle;
    /// let turns = ["R", "U", "R'", "U'"].into_iter().filter_map(|name| cube.turn(name));
    /// let change = turns.map(|turn| turn.transformation()).reduce(|all, next| all.then(&next)).unwrap_or_default();
    /// let class = CycleClass::of(&change, cube.orbits());
    /// assert_eq!(class.write(cube.orbits()), "EDGES: 3, CORNERS: 2+1 2+2");
    /// # Ok::<(), catalog::NotFound>(())
    /// ```
    pub fn of(change: &Transformation, orbits: &[Orbit]) -> Self {
        let mut class = CycleClass { orbits: vec![Vec::new(); orbits.len()] };
        for orbit in CycleStructure::of(change).orbits() {
            let kinds = &mut class.orbits[orbit.orbit];
            kinds.extend(orbit.cycles.iter().map(|cycle| (cycle.slots.len(), cycle.twist)));
            sort(kinds);
        }
        class
    }

    /// Lengths and twists by orbit, long cycles first.
    pub fn orbits(&self) -> &[Vec<(usize, u16)>] {
        &self.orbits
    }

    /// As `EDGES: 3, CORNERS: 2+1 2+2`; what [`CyclePattern::parse`] reads. `nothing` where nothing moves.
    pub fn write(&self, orbits: &[Orbit]) -> String {
        let kind = |&(length, twist): &Kind| match twist {
            0 => length.to_string(),
            _ => format!("{length}+{twist}"),
        };
        let moved = orbits.iter().zip(&self.orbits).filter(|(_, kinds)| !kinds.is_empty());
        let parts = moved.map(|(orbit, kinds)| {
            format!("{}: {}", orbit.name, kinds.iter().map(kind).collect::<Vec<_>>().join(" "))
        });
        let text = parts.collect::<Vec<_>>().join(", ");
        if text.is_empty() { "nothing".into() } else { text }
    }

    /// The transformation of this class whose cycles occupy the first slots, one after the other: the same for every
    /// member. It need not be reachable by moves.
    pub fn representative(&self, orbits: &[Orbit]) -> Transformation {
        let parts = (orbits.iter().zip(&self.orbits).enumerate()).filter_map(|(number, (orbit, kinds))| {
            let mut from: Vec<u16> = (0..orbit.pieces).collect();
            let mut turns = vec![0; usize::from(orbit.pieces)];
            let mut first = 0;
            for &(length, twist) in kinds {
                let slots = first..first + length;
                for slot in slots.clone() {
                    // The piece of each slot goes to the next: the next one is replaced by it.
                    let next = if slot + 1 < slots.end { slot + 1 } else { slots.start };
                    from[next] = slot as u16;
                }
                turns[slots.start] = twist;
                first = slots.end;
            }
            Some((number, OrbitTransformation::new(orbit, from, turns).ok()?))
        });
        Transformation::from_parts(parts)
    }
}

/// The condition on a cycle of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CycleWish {
    /// Its length, at least 1.
    pub length: usize,
    /// Its total twist; `None` for any (of a single piece, any but none).
    pub twist: Option<u16>,
}

/// A set of classes: for each orbit its cycles, or that it does not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CyclePattern {
    /// `None` where the orbit does not matter.
    orbits: Vec<Option<Vec<CycleWish>>>,
}

impl CyclePattern {
    /// Reads `CORNERS: 3`, `EDGES: 2 2, CORNERS: 2+1 3+?`, `CENTERS: any`, or `nothing`: by orbit the lengths of the
    /// cycles, with `+k` the total twist, with `+?` whatever twist. Orbits that are not named must be solved; `any`
    /// accepts everything in an orbit. Names are matched without case.
    ///
    /// # Errors
    /// If an orbit is unknown or named twice, a cycle is no cycle of it, or there are too few pieces.
    pub fn parse(text: &str, orbits: &[Orbit]) -> Result<Self, Diagnostic> {
        let mut pattern = CyclePattern { orbits: vec![Some(Vec::new()); orbits.len()] };
        if text.trim() == "nothing" {
            return Ok(pattern);
        }
        let mut named = BTreeSet::new();
        let mut start = 0;
        for part in text.split(',') {
            let span = start..start + part.len();
            start = span.end + 1;
            let Some((name, cycles)) = part.split_once(':') else {
                return Err(Diagnostic::new(span, "an orbit and its cycles belong together")
                    .expected("an orbit, a colon, and its cycles, as CORNERS: 3"));
            };
            let known = orbits.iter().position(|orbit| orbit.name.eq_ignore_ascii_case(name.trim()));
            let Some(orbit) = known else {
                let names: Vec<&str> = orbits.iter().map(|orbit| orbit.name.as_str()).collect();
                let blank = name.len() - name.trim_start().len();
                let at = span.start + blank..span.start + blank + name.trim().len();
                return Err(Diagnostic::new(at, format!("there is no orbit '{}'", name.trim()))
                    .expected(names.join(" or ")));
            };
            if !named.insert(orbit) {
                return Err(Diagnostic::new(span, format!("{} is named twice", orbits[orbit].name)));
            }
            if cycles.trim().eq_ignore_ascii_case("any") {
                pattern.orbits[orbit] = None;
                continue;
            }
            let first = span.start + name.len() + 1;
            pattern.orbits[orbit] = Some(read_cycles(cycles, first, &orbits[orbit])?);
        }
        Ok(pattern)
    }

    /// The pattern of one class.
    pub fn exactly(class: &CycleClass) -> Self {
        let wish = |&(length, twist): &Kind| CycleWish { length, twist: Some(twist) };
        CyclePattern {
            orbits: class.orbits.iter().map(|kinds| Some(kinds.iter().map(wish).collect())).collect(),
        }
    }

    /// By orbit: its cycles, long ones first, or `None` where it does not matter.
    pub fn orbits(&self) -> &[Option<Vec<CycleWish>>] {
        &self.orbits
    }

    /// Whether a transformation has these cycles. O(cycles).
    pub fn matches(&self, change: &Transformation, orbits: &[Orbit]) -> bool {
        let class = CycleClass::of(change, orbits);
        class.orbits.iter().enumerate().all(|(orbit, kinds)| self.fits(orbit, kinds))
    }

    /// Whether the cycles of one orbit, each by length and twist and in any order, are those of the pattern. O(cycles²).
    pub fn fits(&self, orbit: usize, kinds: &[(usize, u16)]) -> bool {
        self.orbits[orbit].as_ref().is_none_or(|wishes| fits(wishes, kinds))
    }

    /// The same pattern as it is written: see [`CyclePattern::parse`].
    pub fn write(&self, orbits: &[Orbit]) -> String {
        struct Shown<'a>(&'a CycleWish);
        impl fmt::Display for Shown<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.0.twist {
                    Some(0) => write!(f, "{}", self.0.length),
                    Some(twist) => write!(f, "{}+{twist}", self.0.length),
                    None => write!(f, "{}+?", self.0.length),
                }
            }
        }
        let parts = orbits.iter().zip(&self.orbits).filter_map(|(orbit, wishes)| match wishes {
            None => Some(format!("{}: any", orbit.name)),
            Some(wishes) if wishes.is_empty() => None,
            Some(wishes) => {
                let wishes: Vec<String> = wishes.iter().map(|wish| Shown(wish).to_string()).collect();
                Some(format!("{}: {}", orbit.name, wishes.join(" ")))
            }
        });
        let text = parts.collect::<Vec<_>>().join(", ");
        if text.is_empty() { "nothing".into() } else { text }
    }
}

/// Whether the cycles of an orbit are those of the wishes: for each length, every required twist must occur, and the
/// remaining cycles are assigned to the wishes that accept any twist.
fn fits(wishes: &[CycleWish], kinds: &[Kind]) -> bool {
    if wishes.len() != kinds.len() {
        return false;
    }
    let mut left: Vec<Kind> = kinds.to_vec();
    let mut take =
        |is: &dyn Fn(&Kind) -> bool| left.iter().position(is).map(|at| left.swap_remove(at)).is_some();
    let exact = wishes.iter().filter_map(|wish| Some((wish.length, wish.twist?)));
    let any = wishes.iter().filter(|wish| wish.twist.is_none());
    exact.collect::<Vec<_>>().iter().all(|wish| take(&|kind| kind == wish))
        && any.map(|wish| wish.length).all(|length| take(&|kind| kind.0 == length))
}

fn read_cycles(text: &str, offset: usize, orbit: &Orbit) -> Result<Vec<CycleWish>, Diagnostic> {
    let mut wishes = Vec::new();
    let expected = || {
        let turned = if orbit.orientations > 1 { ", with +1 or +? if it is turned" } else { "" };
        format!("the length of a cycle of {}{turned}", orbit.name)
    };
    let blank_first = text.len() - text.trim_start().len();
    let whole = offset + blank_first..offset + blank_first + text.trim().len();
    for word in text.split_whitespace() {
        // The words are slices of the text, so this is where they stand in it.
        let at = offset + (word.as_ptr() as usize - text.as_ptr() as usize);
        let fault = |message: String| Diagnostic::new(at..at + word.len(), message).expected(expected());
        let (length, twist) = match word.split_once('+') {
            None => (word, Some("0")),
            Some((length, "?")) => (length, None),
            Some((length, twist)) => (length, Some(twist)),
        };
        let no_cycle = || fault(format!("'{word}' is not a cycle"));
        let length: usize = length.parse().map_err(|_| no_cycle())?;
        let twist: Option<u16> = match twist {
            None => None,
            Some(twist) => Some(twist.parse().map_err(|_| no_cycle())?),
        };
        if length == 0 || length > usize::from(orbit.pieces) {
            let message = format!("a cycle of {length} does not fit into {} pieces", orbit.pieces);
            return Err(fault(message));
        }
        if twist.is_some_and(|twist| twist >= orbit.orientations) {
            return Err(fault(format!("a piece of {} has {} orientations", orbit.name, orbit.orientations)));
        }
        if length == 1 && (twist == Some(0) || orbit.orientations == 1) {
            return Err(fault("a piece that stays and is not turned makes no cycle".into()));
        }
        wishes.push(CycleWish { length, twist });
    }
    let pieces: usize = wishes.iter().map(|wish| wish.length).sum();
    if pieces > usize::from(orbit.pieces) {
        let message = format!("the cycles take {pieces} pieces, and {} has {}", orbit.name, orbit.pieces);
        return Err(Diagnostic::new(whole, message));
    }
    wishes.sort_unstable_by_key(|wish| (std::cmp::Reverse(wish.length), wish.twist));
    Ok(wishes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog;
    use crate::cycle_structure::Cycle;
    use permutant_group::random::below;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    fn cube() -> crate::puzzle::Puzzle {
        catalog::find("3x3x3").unwrap().puzzle
    }

    fn random(puzzle: &crate::puzzle::Puzzle, rng: &mut ChaCha8Rng, moves: usize) -> Transformation {
        let turns = puzzle.search_turns(&crate::metric::Metric::htm());
        (0..moves).fold(Transformation::identity(), |all, _| {
            all.then(&turns[below(rng, turns.len() as u64) as usize].transformation())
        })
    }

    #[test]
    fn conjugates_have_one_class_and_one_representative() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        for name in ["3x3x3", "skewb", "pyraminx", "4x4x4"] {
            let puzzle = catalog::find(name).unwrap().puzzle;
            let mut classes = BTreeSet::new();
            for _ in 0..50 {
                let (a, by) = (random(&puzzle, &mut rng, 5), random(&puzzle, &mut rng, 20));
                let class = CycleClass::of(&a, puzzle.orbits());
                let conjugate = by.inverse().then(&a).then(&by);
                assert_eq!(CycleClass::of(&conjugate, puzzle.orbits()), class);
                assert_eq!(CycleClass::of(&class.representative(puzzle.orbits()), puzzle.orbits()), class);
                let text = class.write(puzzle.orbits());
                let pattern = CyclePattern::parse(&text, puzzle.orbits()).unwrap();
                assert_eq!(pattern, CyclePattern::exactly(&class), "{text}");
                assert_eq!(pattern.write(puzzle.orbits()), text);
                assert!(pattern.matches(&conjugate, puzzle.orbits()));
                classes.insert(text);
            }
            assert!(classes.len() > 5, "{name}");
        }
    }

    #[test]
    fn patterns_take_what_they_say() {
        let cube = cube();
        let change = |text: &str| {
            text.split(' ').fold(Transformation::identity(), |all, turn| {
                all.then(&cube.turn(turn).unwrap().transformation())
            })
        };
        let sexy = change("R U R' U'");
        for (pattern, fits) in [
            ("EDGES: 3, CORNERS: 2+1 2+2", true),
            ("edges: 3, corners: 2+? 2+?", true),
            ("corners: 2+2 2+?, EDGES:3", true),
            ("EDGES: any, CORNERS: 2+1 2+2", true),
            ("EDGES: any, CORNERS: any", true),
            ("EDGES: 3, CORNERS: 2 2", false),
            ("EDGES: 3, CORNERS: 2+1 2+1", false),
            ("EDGES: 3", false),
            ("nothing", false),
        ] {
            let read = CyclePattern::parse(pattern, cube.orbits()).unwrap();
            assert_eq!(read.matches(&sexy, cube.orbits()), fits, "{pattern}");
        }
        assert!(
            CyclePattern::parse("nothing", cube.orbits()).unwrap().matches(&change("R R'"), cube.orbits())
        );
    }

    #[test]
    fn faults_have_their_place() {
        let cube = cube();
        for (text, token, words) in [
            ("CORNERS: 3, WINGS: 2", "WINGS", "no orbit"),
            ("CORNERS 3", "CORNERS 3", "belong together"),
            ("CORNERS: 3, corners: 2", " corners: 2", "twice"),
            ("CORNERS: x", "x", "not a cycle"),
            ("CORNERS: 3+3", "3+3", "orientations"),
            ("CORNERS: 9", "9", "8 pieces"),
            ("CORNERS: 5 4", "5 4", "take 9"),
            ("CORNERS: 3 1", "1", "makes no cycle"),
            ("CORNERS: 0", "0", "does not fit"),
            ("CENTERS: 1+?", "1+?", "makes no cycle"),
            ("", "", "belong together"),
        ] {
            let fault = CyclePattern::parse(text, cube.orbits()).unwrap_err();
            assert_eq!(fault.token(text), token, "{text}: {fault}");
            assert!(fault.message.contains(words), "{text}: {fault}");
        }
    }

    /// The figures of `--showconjugacy` in twsearch: testdata/tws/cli-examples.tsv.
    #[test]
    fn classes_are_those_of_twsearch() {
        let cube = cube();
        for (text, class) in [
            ("R U R' U'", "EDGES: 3, CORNERS: 2+1 2+2"),
            ("R2 L2 U2", "EDGES: 4 2 2 2, CORNERS: 4 4"),
            ("R", "EDGES: 4, CORNERS: 4"),
        ] {
            let change = text.split(' ').fold(Transformation::identity(), |all, turn| {
                all.then(&cube.turn(turn).unwrap().transformation())
            });
            assert_eq!(CycleClass::of(&change, cube.orbits()).write(cube.orbits()), class);
        }
    }

    #[test]
    fn cycles_of_the_representative_stand_in_order() {
        let orbits = [Orbit { name: "A".into(), pieces: 6, orientations: 3 }];
        let class = CycleClass { orbits: vec![vec![(3, 1), (1, 2)]] };
        let cycles = CycleStructure::of(&class.representative(&orbits));
        let expected = [Cycle { slots: vec![0, 1, 2], twist: 1 }, Cycle { slots: vec![3], twist: 2 }];
        assert_eq!(cycles.orbits()[0].cycles, expected);
    }
}
