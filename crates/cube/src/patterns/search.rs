//! The search for cubes with a pattern, by assigning pieces to places.
//!
//! Start at [`Pattern::each`]. Every place must get a piece, and every piece a place: of these 40 demands the one that can be met in the
//! fewest ways is met first. An assignment that the known stickers exclude is dropped at once.

use super::faces::{Colouring, Templates};
use super::pattern::Pattern;
use crate::model::cubie::{CubieCube, PieceKind, is_odd};
use crate::model::facelet::{FaceCube, corner_stickers, edge_stickers};
use crate::model::moves::Face;
use crate::symmetric_cubes::cover::{Assignment, Part};
use crate::symmetric_cubes::{FixedCubes, Requirement, SignedGroup};
use std::ops::ControlFlow;

/// Nodes between two questions whether to go on: some milliseconds.
const ASK_AFTER: u32 = 1024;

/// Number of demands: 8 places and 8 pieces of corners, 12 and 12 of edges.
const DEMANDS: usize = 40;

/// The demands of corners, as a set of bits.
const CORNERS: u64 = 0xffff;

/// The demands of edges.
const EDGES: u64 = 0xff_ffff << 16;

/// Assignments that a cube has all or none of.
struct Choice {
    kind: PieceKind,
    /// The demands that it meets, as a set of bits.
    meets: u64,
    assignments: Vec<Assignment>,
    stickers: Vec<(u8, Face)>,
}

impl Choice {
    fn new(kind: PieceKind, part: &Part) -> Self {
        let stickers = part.assignments.iter().flat_map(|&(place, piece, orientation)| match kind {
            PieceKind::Corner => corner_stickers(place.into(), piece, orientation).to_vec(),
            PieceKind::Edge => edge_stickers(place.into(), piece, orientation).to_vec(),
        });
        let (places, pieces) = match kind {
            PieceKind::Corner => (0, 8),
            PieceKind::Edge => (16, 28),
        };
        Choice {
            kind,
            meets: u64::from(part.places) << places | u64::from(part.pieces) << pieces,
            assignments: part.assignments.clone(),
            stickers: stickers.collect(),
        }
    }

    /// Whether all of its pieces are in place.
    fn is_solved(&self) -> bool {
        self.assignments.iter().all(|&(place, piece, orientation)| place == piece && orientation == 0)
    }
}

impl Pattern {
    /// Passes every solvable cube that has the pattern and satisfies a requirement on its symmetry to `found`, once, until `found`
    /// breaks or `go_on`, which is asked every few milliseconds, returns false. The order depends on the pattern and the requirement
    /// alone.
    pub fn each(
        &self,
        requirement: &Requirement,
        mut go_on: impl FnMut() -> bool,
        found: &mut dyn FnMut(CubieCube) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.only.is_some() && self.odd == Some(true) {
            // The solved pieces are permuted evenly, and so are the others.
            return ControlFlow::Continue(());
        }
        let templates = Templates::new(self);
        let Some(start) = Colouring::new(&templates) else { return ControlFlow::Continue(()) };
        let (groups, holding) = (requirement.least_groups_and_conjugates(), requirement.holding());
        let is_any = *requirement == Requirement::default();
        for (number, &group) in groups.iter().enumerate() {
            let choices = self.choices(group);
            let mut new = |cube: CubieCube| {
                let signed = || SignedGroup::of(&cube);
                let holds = |signed: SignedGroup| {
                    holding.contains(&signed)
                        && !groups[..number].iter().any(|earlier| earlier.is_within(signed))
                };
                match is_any || holds(signed()) {
                    true => found(cube),
                    false => ControlFlow::Continue(()),
                }
            };
            let mut search = Search {
                choices: &choices,
                templates: &templates,
                odd: self.odd,
                nodes: 0,
                go_on: &mut go_on,
                found: &mut new,
            };
            let all: Vec<u16> = (0..choices.len() as u16).collect();
            search.extend(
                &Open { demands: (1 << DEMANDS) - 1, left: all, colouring: start.clone() },
                CubieCube::SOLVED,
            )?;
        }
        ControlFlow::Continue(())
    }

    /// Whether a cube has the pattern. O(patterns of a face · stickers), and a choice of patterns for each face where they must continue
    /// across the edges.
    pub fn holds(&self, cube: &CubieCube) -> bool {
        let is_only = match self.only {
            None => true,
            Some(PieceKind::Corner) => cube.edges == CubieCube::SOLVED.edges,
            Some(PieceKind::Edge) => cube.corners == CubieCube::SOLVED.corners,
        };
        let templates = Templates::new(self);
        let colours = FaceCube::from(cube);
        let stickers: Vec<(u8, Face)> = (0..).zip(colours.colours().iter().copied()).collect();
        let shows = || {
            let mut colouring = Colouring::new(&templates)?;
            (colouring.place(&templates, &stickers) && colouring.fits(&templates)).then_some(())
        };
        is_only && self.odd.is_none_or(|odd| odd == cube.is_odd()) && shows().is_some()
    }

    /// The choices for the cubes that a group fixes.
    fn choices(&self, group: SignedGroup) -> Vec<Choice> {
        let fixed = FixedCubes::new(group);
        let corners = fixed.corners.parts().map(|part| Choice::new(PieceKind::Corner, part));
        let all = corners.chain(fixed.edges.parts().map(|part| Choice::new(PieceKind::Edge, part)));
        all.filter(|choice| self.only.is_none_or(|kind| choice.kind == kind || choice.is_solved())).collect()
    }
}

/// What is left to be done at a node.
struct Open {
    demands: u64,
    /// The choices that can still be made.
    left: Vec<u16>,
    colouring: Colouring,
}

impl Open {
    /// The demand that the fewest choices meet.
    fn tightest(&self, choices: &[Choice]) -> Option<u64> {
        let mut counts = [0u16; DEMANDS];
        for &choice in &self.left {
            let mut meets = choices[usize::from(choice)].meets;
            while meets != 0 {
                counts[meets.trailing_zeros() as usize] += 1;
                meets &= meets - 1;
            }
        }
        let open = (0..DEMANDS).filter(|demand| self.demands >> demand & 1 == 1);
        open.min_by_key(|&demand| counts[demand]).map(|demand| 1 << demand)
    }

    /// What is left after a choice; `None` if the patterns have become impossible.
    fn with(&self, choices: &[Choice], templates: &Templates, made: &Choice) -> Option<Open> {
        let mut colouring = self.colouring.clone();
        if !colouring.place(templates, &made.stickers) {
            return None;
        }
        let fits = |choice: &Choice| choice.meets & made.meets == 0 && colouring.allows(&choice.stickers);
        let left = self.left.iter().copied().filter(|&choice| fits(&choices[usize::from(choice)])).collect();
        Some(Open { demands: self.demands & !made.meets, left, colouring })
    }
}

struct Search<'a> {
    choices: &'a [Choice],
    templates: &'a Templates,
    odd: Option<bool>,
    nodes: u32,
    go_on: &'a mut dyn FnMut() -> bool,
    found: &'a mut dyn FnMut(CubieCube) -> ControlFlow<()>,
}

impl Search<'_> {
    fn extend(&mut self, open: &Open, cube: CubieCube) -> ControlFlow<()> {
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(ASK_AFTER) && !(self.go_on)() {
            return ControlFlow::Break(());
        }
        if !self.may_be_solvable(open.demands, &cube) {
            return ControlFlow::Continue(());
        }
        let Some(demand) = open.tightest(self.choices) else {
            return match open.colouring.fits(self.templates) {
                true => (self.found)(cube),
                false => ControlFlow::Continue(()),
            };
        };
        let choices = self.choices;
        let to_meet = open.left.iter().map(|&choice| &choices[usize::from(choice)]);
        for choice in to_meet.filter(|choice| choice.meets & demand != 0) {
            let Some(next) = open.with(choices, self.templates, choice) else { continue };
            let mut cube = cube;
            for &(place, piece, orientation) in &choice.assignments {
                let place = usize::from(place);
                let (pieces, orientations) = match choice.kind {
                    PieceKind::Corner => (&mut cube.corners.c[..], &mut cube.corners.o[..]),
                    PieceKind::Edge => (&mut cube.edges.e[..], &mut cube.edges.o[..]),
                };
                (pieces[place], orientations[place]) = (piece, orientation);
            }
            self.extend(&next, cube)?;
        }
        ControlFlow::Continue(())
    }

    /// Whether the kinds of pieces that are complete have orientations whose sum is 0 and the wanted parity. Where one kind is
    /// complete and violates these rules, no choice for the other helps.
    fn may_be_solvable(&self, demands: u64, cube: &CubieCube) -> bool {
        let (corners, edges) = (demands & CORNERS == 0, demands & EDGES == 0);
        let sum = |orientations: &[u8]| orientations.iter().sum::<u8>();
        let is_wanted = |odd: bool| self.odd.is_none_or(|wanted| wanted == odd);
        match (corners, edges) {
            (true, true) => cube.check_solvable().is_ok() && is_wanted(cube.is_odd()),
            (true, false) => sum(&cube.corners.o).is_multiple_of(3) && is_wanted(is_odd(&cube.corners.c)),
            (false, true) => sum(&cube.edges.o).is_multiple_of(2) && is_wanted(is_odd(&cube.edges.e)),
            (false, false) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::face_pattern::{Cell, FacePattern};
    use super::*;
    use crate::model::symmetry::Symmetry;
    use crate::symmetric_cubes::Bound;
    use std::collections::{HashMap, HashSet};

    fn faces(any_way_up: &[&str]) -> Pattern {
        let read = |text: &&str| FacePattern::parse(text).unwrap();
        Pattern::of_faces(&any_way_up.iter().map(read).collect::<Vec<_>>(), &[]).unwrap()
    }

    fn at_least(class: &str) -> Requirement {
        let class = class.parse().unwrap();
        Requirement { symmetry: Some(Bound { class, exactly: false }), ..Requirement::default() }
    }

    fn all_of(pattern: &Pattern, requirement: &Requirement) -> Vec<CubieCube> {
        let mut all = Vec::new();
        let _ = pattern.each(requirement, || true, &mut |cube| {
            all.push(cube);
            ControlFlow::Continue(())
        });
        all
    }

    /// Whether a coloured cube has the pattern, from the definition: some choice of a pattern for each face makes symbols and colours
    /// correspond and fits across the edges.
    fn has(pattern: &Pattern, cube: &CubieCube) -> bool {
        let face_cube = FaceCube::from(cube);
        let colours = face_cube.colours();
        let corresponds = |cells: &[Cell; 9], shown: &[Face]| {
            let (mut there, mut back) = (HashMap::new(), HashMap::new());
            cells.iter().zip(shown).filter(|(cell, _)| **cell != Cell::Any).all(|(&cell, &colour)| {
                let fixed = !matches!(cell, Cell::Colour(face) if face != colour);
                let other = cells.contains(&Cell::Colour(colour)) && cell != Cell::Colour(colour);
                fixed
                    && !other
                    && *there.entry(cell).or_insert(colour) == colour
                    && *back.entry(colour).or_insert(cell) == cell
            })
        };
        let shown: Vec<&[Face]> = colours.chunks(9).collect();
        let counts = shown.iter().map(|face| face.iter().collect::<HashSet<_>>().len() as u8);
        if pattern.colours.as_ref().is_some_and(|range| !counts.clone().all(|count| range.contains(&count))) {
            return false;
        }
        let choices: Vec<Vec<Option<FacePattern>>> = (0..6)
            .map(|face| match pattern.faces[face].is_empty() {
                true => vec![None],
                false => {
                    let fitting =
                        pattern.faces[face].iter().filter(|of| corresponds(of.cells(), shown[face]));
                    fitting.copied().map(Some).collect()
                }
            })
            .collect();
        let number: usize = choices.iter().map(Vec::len).product();
        (0..number).any(|mut code| {
            let chosen: Vec<Option<FacePattern>> = choices
                .iter()
                .map(|of| {
                    let one = of[code % of.len()];
                    code /= of.len();
                    one
                })
                .collect();
            let cell =
                |at: u8| chosen[usize::from(at) / 9].map_or(Cell::Any, |of| of.cells()[usize::from(at) % 9]);
            let meets = |a: u8, b: u8| cell(a) == cell(b) || cell(a) == Cell::Any || cell(b) == Cell::Any;
            !pattern.continuous
                || (crate::model::facelet::EDGE_FACELETS.iter().all(|&[a, b]| meets(a, b))
                    && crate::model::facelet::CORNER_FACELETS
                        .iter()
                        .all(|&[a, b, c]| meets(a, b) && meets(b, c) && meets(c, a)))
        })
    }

    /// The corners of a chequered cube are solved, and its edges lie as a symmetry of the cube carries them, rotation or not, that
    /// leaves no face in place. Of the 29 such symmetries, 17 permute the edges evenly.
    #[test]
    fn chequered_cubes() {
        let all = all_of(&faces(&["aba bab aba"]), &Requirement::default());
        assert_eq!(all.len(), 17);
        let edges: HashSet<_> = all.iter().map(|cube| cube.edges).collect();
        assert_eq!(edges.len(), 17);
        assert!(all.iter().all(|cube| cube.corners == CubieCube::SOLVED.corners));
    }

    /// The last layer of the cube in all its 62 208 positions, compared with the definition.
    #[test]
    fn last_layers_with_a_pattern() {
        let own: Vec<(Face, FacePattern)> = [
            (Face::U, "UUU UUU UUU"),
            (Face::R, "RRR RRR ???"),
            (Face::F, "FFF FFF ???"),
            (Face::L, "LLL LLL ???"),
            (Face::B, "BBB BBB ???"),
        ]
        .map(|(face, text)| (face, FacePattern::parse(text).unwrap()))
        .to_vec();
        let all = all_of(&Pattern::of_faces(&[], &own).unwrap(), &Requirement::default());
        assert_eq!(all.len(), 62_208);
        for (text, colours) in [
            ("aba bab aba", None),
            ("aab b?b ba?", None),
            ("??? aDa ???", Some(3..=3)),
            ("a?? ?b? ??c", Some(1..=4)),
        ] {
            let mut with = own.clone();
            with.push((Face::D, FacePattern::parse(text).unwrap()));
            let pattern = Pattern { colours: colours.clone(), ..Pattern::of_faces(&[], &with).unwrap() };
            let expected: HashSet<CubieCube> =
                all.iter().filter(|cube| has(&pattern, cube)).copied().collect();
            assert!(all.iter().all(|cube| pattern.holds(cube) == expected.contains(cube)), "{text}");
            let found = all_of(&pattern, &Requirement::default());
            assert_eq!(found.len(), expected.len(), "{text} {colours:?}");
            assert!(found.iter().all(|cube| expected.contains(cube)), "{text}");
        }
    }

    /// Patterns of symmetric cubes, compared with a filter over all cubes with the symmetry.
    #[test]
    fn patterns_of_symmetric_cubes() {
        for (class, patterns, colours, continuous, odd) in [
            ("D3", vec!["aab aab bbb"], None, false, None),
            ("D3", vec!["aab abb bbb", "abb bab bba"], None, true, Some(false)),
            ("T", vec![], Some(2..=2), false, None),
            ("D4h", vec!["?a? aba ?a?", "aaa aaa aaa"], Some(1..=3), true, Some(true)),
            ("C4v", vec!["aba ?b? ???"], None, true, None),
        ] {
            let pattern = Pattern { colours, continuous, odd, ..faces(&patterns) };
            let requirement = at_least(class);
            let mut expected: HashSet<CubieCube> = HashSet::new();
            let _ = requirement.each(|| true, &mut |cube| {
                for image in [cube, cube.inverse()] {
                    expected.extend(Symmetry::all().map(|by| by.of_cube(&image)));
                }
                ControlFlow::Continue(())
            });
            expected.retain(|cube| has(&pattern, cube) && odd.is_none_or(|odd| odd == cube.is_odd()));
            let found = all_of(&pattern, &requirement);
            assert_eq!(found.len(), expected.len(), "{class} {patterns:?}");
            assert!(found.iter().all(|cube| expected.contains(cube)), "{class} {patterns:?}");
        }
    }

    /// Only edges: the cubes with this symmetry whose corners are solved.
    #[test]
    fn cubes_with_one_kind_of_piece_out_of_place() {
        let pattern = Pattern { only: Some(PieceKind::Edge), ..Pattern::default() };
        let requirement = at_least("D4h");
        let found = all_of(&pattern, &requirement);
        let mut expected = HashSet::new();
        let _ = requirement.each(|| true, &mut |cube| {
            expected.extend(Symmetry::all().flat_map(|by| [by.of_cube(&cube), by.of_cube(&cube.inverse())]));
            ControlFlow::Continue(())
        });
        expected.retain(|cube| cube.corners == CubieCube::SOLVED.corners);
        assert_eq!(found.iter().copied().collect::<HashSet<_>>(), expected);
        assert_eq!(found.len(), expected.len());
    }

    /// A search can be stopped although it finds nothing.
    #[test]
    fn a_search_stops_when_it_is_asked_to() {
        let mut questions = 0;
        let end = Pattern::default().each(
            &Requirement::default(),
            || {
                questions += 1;
                questions < 3
            },
            &mut |_| ControlFlow::Continue(()),
        );
        assert_eq!((end, questions), (ControlFlow::Break(()), 3));
    }

    /// The first odd position is found although millions of even ones precede it in the order of the search.
    #[test]
    fn the_first_odd_cube_is_found_soon() {
        let pattern = Pattern { odd: Some(true), ..Pattern::default() };
        let (mut questions, mut first) = (0, None);
        let go_on = || {
            questions += 1;
            questions < 10
        };
        let _ = pattern.each(&Requirement::default(), go_on, &mut |cube| {
            first = Some(cube);
            ControlFlow::Break(())
        });
        assert!(first.is_some_and(|cube| cube.is_odd() && cube.check_solvable().is_ok()));
    }

    /// No face has nine different colours.
    #[test]
    fn impossible_patterns_have_no_cubes() {
        assert!(all_of(&faces(&["abc def ghi"]), &at_least("D4h")).is_empty());
    }
}
