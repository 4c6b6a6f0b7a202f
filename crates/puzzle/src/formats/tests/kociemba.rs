//! Facelet strings of the 2x2x2 and 3x3x3 in Kociemba's numbering of facelets, pieces and orientations.

use super::*;
use crate::definition::Role;
use crate::formats::facelets::{Facelet, FaceletLayout, LayoutError, StickerPlace};
use crate::orbit::Orbit;
use crate::state::{OrbitState, State};
use crate::transformation::{OrbitTransformation, Transformation};

/// Facelets of the corners URF UFL ULB UBR DFR DLF DBL DRB, clockwise: face and number on it (from 1).
const CORNERS: [&str; 8] =
    ["U9 R1 F3", "U7 F1 L3", "U1 L1 B3", "U3 B1 R3", "D3 F9 R7", "D1 L9 F7", "D7 B9 L7", "D9 R9 B7"];
/// Facelets of the edges UR UF UL UB DR DF DL DB FR FL BL BR.
const EDGES: [&str; 12] = [
    "U6 R2", "U8 F2", "U4 L2", "U2 B2", "D6 R8", "D2 F8", "D4 L8", "D8 B8", "F6 R4", "F4 L6", "B6 L4",
    "B4 R6",
];

const FACES: &str = "URFDLB";

fn orbit(name: &str, pieces: u16, orientations: u16) -> Orbit {
    Orbit { name: name.into(), pieces, orientations }
}

pub(super) fn cube3() -> (Definition, FaceletLayout) {
    let definition = Definition::new("3x3x3", vec![orbit("CORNERS", 8, 3), orbit("EDGES", 12, 2)]);
    let mut facelets: Vec<Facelet> = (0..54).map(|at| Facelet { face: at / 9, place: None }).collect();
    for (orbit, slots) in [&CORNERS[..], &EDGES[..]].into_iter().enumerate() {
        for (slot, places) in slots.iter().enumerate() {
            for (index, place) in places.split(' ').enumerate() {
                let face = FACES.find(&place[..1]).unwrap();
                let number: usize = place[1..].parse().unwrap();
                let place = StickerPlace { orbit, slot: slot as u16, index: index as u16 };
                facelets[face * 9 + number - 1].place = Some(place);
            }
        }
    }
    let layout = FaceletLayout::new(FACES.chars().collect(), facelets, &definition.orbits).unwrap();
    (definition, layout)
}

/// The corners of the 3x3x3 alone: facelets 1, 3, 7, 9 of each face.
fn cube2() -> (Definition, FaceletLayout) {
    let (_, whole) = cube3();
    let corner = |facelet: &&Facelet| facelet.place.is_some_and(|place| place.orbit == 0);
    let facelets: Vec<Facelet> = whole.facelets().iter().filter(corner).copied().collect();
    assert_eq!(facelets.len(), 24);
    let definition = Definition::new("2x2x2", vec![orbit("CORNERS", 8, 3)]);
    let layout = FaceletLayout::new(FACES.chars().collect(), facelets, &definition.orbits).unwrap();
    (definition, layout)
}

/// F according to Kociemba's pages: corners UFL DLF ULB UBR URF DFR DBL DRB, orientations 1 2 0 0 2 1 0 0.
fn f(definition: &Definition) -> Transformation {
    let corners = OrbitTransformation::new(
        &definition.orbits[0],
        vec![1, 5, 2, 3, 0, 4, 6, 7],
        vec![1, 2, 0, 0, 2, 1, 0, 0],
    );
    let mut parts = vec![(0, corners.unwrap())];
    if let Some(edges) = definition.orbits.get(1) {
        // UR FL UL UB DR FR DL DB UF DF BL BR, with those of F flipped.
        let edges = OrbitTransformation::new(
            edges,
            vec![0, 9, 2, 3, 4, 8, 6, 7, 1, 5, 10, 11],
            vec![0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0],
        );
        parts.push((1, edges.unwrap()));
    }
    Transformation::from_parts(parts)
}

pub(super) const AFTER_F: &str = "UUUUUULLLURRURRURRFFFFFFFFFRRRDDDDDDLLDLLDLLDBBBBBBBBB";

#[test]
fn the_cube_after_f() {
    let (definition, layout) = cube3();
    let solved = &definition.solved;
    let text = layout.write(&definition.orbits, solved, solved);
    assert_eq!(text, "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB");
    let state = solved.after(&f(&definition));
    assert_eq!(layout.write(&definition.orbits, solved, &state), AFTER_F);
    let read = ok(AFTER_F, layout.read(&definition, AFTER_F, None));
    assert_eq!((read.state, read.goal), (state.clone(), None));
    // Colours instead of letters, named by the centres; spaces between the faces.
    let colours: String =
        AFTER_F.chars().map(|c| ['w', 'r', 'g', 'y', 'o', 'b'][FACES.find(c).unwrap()]).collect();
    let spaced = colours
        .as_bytes()
        .chunks(9)
        .map(|row| std::str::from_utf8(row).unwrap())
        .collect::<Vec<_>>()
        .join("\n");
    assert_eq!(ok(&spaced, layout.read(&definition, &spaced, None)).state, state);
    assert_eq!(ok(&spaced, layout.read(&definition, &spaced, Some("wrgyob"))).state, state);
}

#[test]
fn the_pocket_cube() {
    let (definition, layout) = cube2();
    let state =
        definition.solved.after(&f(&definition)).after(&f(&definition).inverse()).after(&f(&definition));
    let text = layout.write(&definition.orbits, &definition.solved, &state);
    assert_eq!(text, "UULLURURFFFFRRDDLDLDBBBB");
    assert_eq!(ok(&text, layout.read(&definition, &text, None)).state, state);
    let digits: String = text.chars().map(|c| char::from(b'1' + FACES.find(c).unwrap() as u8)).collect();
    assert_eq!(ok(&digits, layout.read(&definition, &digits, Some("123456"))).state, state);
    assert!(layout.read(&definition, &digits, None).is_err());
}

/// Any state is read back from its text, whatever the solved state.
#[test]
fn states_are_read_back() {
    use rand_core::{Rng, SeedableRng};
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(5);
    for round in 0..200 {
        let (mut definition, layout) = cube3();
        let mut shuffled = |definition: &Definition| {
            let mut parts = Vec::new();
            for (index, orbit) in definition.orbits.iter().enumerate() {
                let mut permutation: Vec<u16> = (0..orbit.pieces).collect();
                for i in (1..permutation.len()).rev() {
                    permutation.swap(i, rng.next_u32() as usize % (i + 1));
                }
                let turns =
                    permutation.iter().map(|_| (rng.next_u32() % u32::from(orbit.orientations)) as u16);
                let turns = turns.collect();
                parts.push((index, OrbitTransformation::new(orbit, permutation, turns).unwrap()));
            }
            Transformation::from_parts(parts)
        };
        if round % 2 == 1 {
            let solved = definition.solved.after(&shuffled(&definition));
            definition.solved = solved;
        }
        let state = definition.solved.after(&shuffled(&definition));
        let text = layout.write(&definition.orbits, &definition.solved, &state);
        assert_eq!(ok(&text, layout.read(&definition, &text, None)).state, state);
    }
}

/// Wings have two stickers per piece and never turn; centres are four identical pieces.
#[test]
fn more_stickers_than_orientations() {
    let mut definition = Definition::new("bits", vec![orbit("WINGS", 2, 1), orbit("CENTRES", 4, 1)]);
    definition.solved.orbits[1].pieces = vec![0, 0, 1, 1];
    let place = |orbit, slot, index| Some(StickerPlace { orbit, slot, index });
    let facelets = [
        (0, place(0, 0, 0)),
        (0, place(0, 1, 0)),
        (0, place(1, 0, 0)),
        (0, place(1, 1, 0)),
        (1, place(0, 0, 1)),
        (2, place(0, 1, 1)),
        (1, place(1, 2, 0)),
        (1, place(1, 3, 0)),
    ];
    let facelets = facelets.map(|(face, place)| Facelet { face, place }).to_vec();
    let layout = FaceletLayout::new(vec!['A', 'B', 'C'], facelets.clone(), &definition.orbits).unwrap();
    let solved = definition.solved.clone();
    assert_eq!(layout.write(&definition.orbits, &solved, &solved), "AAAABCBB");
    let mut state = solved.clone();
    state.orbits[0].pieces = vec![1, 0];
    state.orbits[1].pieces = vec![1, 0, 0, 1];
    assert_eq!(layout.write(&definition.orbits, &solved, &state), "AABACBAB");
    assert_eq!(ok("AABACBAB", layout.read(&definition, "AABACBAB", None)).state, state);
    // Distinguished in the definition, but not by colours: refused.
    definition.solved.orbits[1].pieces = vec![0, 1, 2, 3];
    assert!(layout.read(&definition, "AABACBAB", None).is_err());
    // Invalid layouts.
    let new = |facelets: Vec<Facelet>| FaceletLayout::new(vec!['A', 'B', 'C'], facelets, &definition.orbits);
    assert!(matches!(new(facelets[1..].to_vec()), Err(LayoutError::Places { slot: 0, .. })));
    assert!(matches!(new(facelets.repeat(2)), Err(LayoutError::Repeated(8))));
    let far = Facelet { face: 3, place: None };
    assert!(matches!(new(vec![far]), Err(LayoutError::Range(0))));
}

#[test]
fn what_does_not_matter_is_left_out_of_the_goal() {
    let (definition, layout) = cube3();
    // All except the corners URF, UFL and the edge UF of the cube after F.
    let mut text: Vec<char> = AFTER_F.chars().collect();
    for place in "U9 R1 F3 U7 F1 L3 U8 F2 U6 R2 D9 R9 B7".split(' ') {
        text[FACES.find(&place[..1]).unwrap() * 9 + place[1..].parse::<usize>().unwrap() - 1] = '?';
    }
    let text: String = text.into_iter().collect();
    let read = ok(&text, layout.read(&definition, &text, None));
    let goal = read.goal.unwrap();
    // The corners UFL, DLF and DRB, which are in URF, UFL and DRB, and the edges UR and FL are left out.
    assert_eq!(read.state.orbits[0].pieces, [8, 8, 2, 3, 0, 4, 6, 8]);
    assert_eq!(goal.orbits[0].pieces, [0, 8, 2, 3, 4, 8, 6, 8]);
    assert_eq!(goal.orbits[0].moduli, [3, 1, 3, 3, 3, 1, 3, 1]);
    assert_eq!(goal.orbits[1].pieces, [12, 1, 2, 3, 4, 5, 6, 7, 8, 12, 10, 11]);
    // When the position is written again, unspecified facelets remain unspecified.
    assert_eq!(layout.write(&definition.orbits, &definition.solved, &read.state), text);
}

#[test]
fn a_piece_shown_in_part_is_known_if_only_one_is_left() {
    let (definition, layout) = cube3();
    // Of the edge UR only U, of the corner ULB only L and B.
    let text: String =
        AFTER_F.char_indices().map(|(at, shown)| if [10, 0].contains(&at) { '?' } else { shown }).collect();
    let read = ok(&text, layout.read(&definition, &text, None));
    assert_eq!(read, ok(AFTER_F, layout.read(&definition, AFTER_F, None)));
}

/// Of each piece with a U, only that sticker is shown. Turning the cube and reading it commute, and the goal is what
/// the solved cube shows.
#[test]
fn pieces_that_show_one_colour_move_as_they_do() {
    let (definition, layout) = cube3();
    let masked = |state: &State| {
        let text: Vec<char> = layout.write(&definition.orbits, &definition.solved, state).chars().collect();
        let slots = CORNERS.iter().chain(&EDGES).map(|places| {
            let place =
                |place: &str| FACES.find(&place[..1]).unwrap() * 9 + place[1..].parse::<usize>().unwrap() - 1;
            places.split(' ').map(place).collect::<Vec<_>>()
        });
        let mut shown = text.clone();
        for places in slots.filter(|places| places.iter().any(|&place| text[place] == 'U')) {
            places.into_iter().filter(|&place| text[place] != 'U').for_each(|place| shown[place] = '?');
        }
        shown.into_iter().collect::<String>()
    };
    let read = |state: &State| {
        let text = masked(state);
        let problem = ok(&text, layout.read(&definition, &text, None));
        (problem.state, problem.goal.unwrap())
    };
    let (solved, goal) = read(&definition.solved);
    assert_eq!(solved, goal);
    assert_eq!(goal.orbits[0].pieces, [8, 8, 8, 8, 4, 5, 6, 7]);
    let f = f(&definition);
    // A cyclic shift of places and of orientations.
    let whirl = |orbit: usize, step: usize| {
        let (count, modulus) = [(8, 3), (12, 2)][orbit];
        let permutation = (0..count).map(|slot| ((slot * step + 3) % count) as u16).collect();
        let turns = (0..count).map(|slot| (slot * slot % modulus) as u16).collect();
        (orbit, OrbitTransformation::new(&definition.orbits[orbit], permutation, turns).unwrap())
    };
    let g = Transformation::from_parts(vec![whirl(0, 5), whirl(1, 7)]);
    let mut state = definition.solved.clone();
    let mut expected = solved;
    for n in 0..60 {
        let turn = if n % 3 == 1 { &g } else { &f };
        state.apply(turn);
        expected.apply(turn);
        assert_eq!(read(&state), (expected.clone(), goal.clone()));
    }
}

fn check(input: &str, column: usize, token: &str, message: &str) {
    let (definition, layout) = cube3();
    let fault = layout.read(&definition, input, None).expect_err(input);
    assert_eq!((fault.position(input).column, fault.token(input)), (column, token), "{fault}");
    assert!(fault.to_string().contains(message), "{fault}");
}

#[test]
fn faults_of_facelet_strings() {
    let swapped = |changes: &[(usize, char)]| {
        let mut text: Vec<char> = AFTER_F.chars().collect();
        for &(at, symbol) in changes {
            text[at - 1] = symbol;
        }
        text.into_iter().collect::<String>()
    };
    check("", 1, "", "0 facelets where 3x3x3 has 54");
    check(&AFTER_F[1..], 54, "", "53 facelets where 3x3x3 has 54: expected 54 facelets");
    check(&(AFTER_F.to_owned() + "U"), 55, "U", "55 facelets where 3x3x3 has 54");
    check(&swapped(&[(1, 'x')]), 1, "x", "`x` stands for no face: expected one of URFDLB");
    check(&swapped(&[(46, 'U')]), 46, "U", "`U` occurs 10 times: expected 9");
    check(&swapped(&[(5, 'R')]), 14, "R", "the centre of R shows `R`, which stands for U");
    check(&swapped(&[(5, '.')]), 5, ".", "a centre is left out");
    // The edges UR and UB remain; the U at UR may belong to either.
    let unclear = [(11, '-'), (2, '-'), (47, '-')];
    check(&swapped(&unclear), 6, "U", "EDGES at UR may be one of 2 pieces, and 1 slots show them");
    check(&swapped(&[(37, '-'), (1, 'R'), (48, 'L'), (12, '?')]), 1, "R", "no remaining piece of CORNERS");
    // Corner ULB: U1 L1 B3. Exchanging two of its stickers reverses their order around the corner.
    check(
        &swapped(&[(1, 'L'), (37, 'U')]),
        1,
        "L",
        "the piece of CORNERS at ULB shows LUB: there is no such piece",
    );
    check(&swapped(&[(1, 'L'), (37, 'U')]), 1, "L", "in the reverse order");
    // Edge UR: U6 R2. With B at R2, the edge UB occurs twice; the R goes to a corner, or to the place of a centre.
    let (definition, layout) = cube3();
    let twice = swapped(&[(11, 'B'), (52, 'R')]);
    let fault = layout.read(&definition, &twice, None).unwrap_err();
    assert!(fault.to_string().contains("there is no such piece"), "{fault}");
    let twice = swapped(&[(11, 'B'), (49, 'R')]);
    let fault = layout.read(&definition, &twice, None).unwrap_err();
    assert_eq!(fault.token(&twice), "U");
    assert!(fault.to_string().contains("the piece UB is at UR and, as UB, at UB too"), "{fault}");
    let symbols = layout.read(&definition, AFTER_F, Some("URFDL")).unwrap_err();
    assert!(symbols.to_string().contains("6 different symbols"), "{symbols}");
}

#[test]
fn states_that_do_not_fit_are_no_panic() {
    let (definition, layout) = cube3();
    let odd = OrbitState { pieces: vec![900], orientations: vec![], moduli: vec![1, 2] };
    let mut state = definition.solved.clone();
    state.orbits[1] = odd;
    let text = layout.write(&definition.orbits, &definition.solved, &state);
    assert_eq!(&text[..9], "U?U?U?U?U");
    let (other, _) = cube2();
    assert!(layout.read(&other, AFTER_F, None).is_err());
    assert_eq!(definition.generators.iter().filter(|g| g.role == Role::Turn).count(), 0);
}
