//! Inverses, mapped names, reflections and rotations, simplification, lengths.

use super::super::cube_names::{CubeAlgebra, CubeTurn, Face, TurningLayers, is_cube_name};
use super::super::cube_symmetry::{CubeSymmetry, Plane};
use super::super::simplify::canonical_amount;
use super::super::{Alg, AnyName, Dialect, MoveAlgebra, MoveToken, NodeKind, parse, simplify};
use super::alg;

fn tokens(text: &str) -> Vec<MoveToken> {
    alg(text).expand(10_000).unwrap().into_iter().map(|place| place.token).collect()
}

#[test]
fn inverses() {
    for (text, expected) in [
        ("", ""),
        ("R U2 F'", "F U2' R'"),
        ("R0", "R0"),
        ("(R U)3", "(U' R')3"),
        ("(R U)3'", "(U' R')3'"),
        ("[R, U]2", "[U, R]2"),
        ("[R U: F]'", "[R U: F']'"),
        ("R . U", "U' . R'"),
        ("R U // one\nF // two\nB", "B'\nF' // two\nU' R' // one"),
        ("R\n", "\nR'"),
        ("// x\nR", "R'\n// x"),
        ("R++ D--2 UR3+", "UR3- D++2 R--"),
        ("(1, -3) / (0, 2)", "(0, -2) /' (-1, 3)"),
    ] {
        let alg = alg(text);
        assert_eq!(alg.inverse().to_string(), expected, "{text}");
        assert_eq!(alg.inverse().inverse(), alg, "{text}");
    }
}

#[test]
fn joining() {
    assert_eq!(alg("R U").then(alg("F")).to_string(), "R U F");
    assert_eq!(alg("R // x").then(alg("F")).to_string(), "R // x\nF");
    assert_eq!(alg("R // x").then(alg("\nF")).to_string(), "R // x\nF");
    assert_eq!(alg("R // x").then(Alg::default()).to_string(), "R // x");
    assert_eq!(alg("R U").repeated(-3).to_string(), "(R U)3'");
    assert_eq!(alg("R // x").repeated(2).to_string(), "(R // x\n)2");
    assert_eq!(alg(" R U").repeated(2).nodes[0].span, 1..4);
    assert_eq!(Alg::default().repeated(2).to_string(), "()2");
    assert_eq!(MoveToken::new("R").with_amount(3).power(-2), Some(MoveToken::new("R").with_amount(-6)));
    assert_eq!(MoveToken::new("R").with_amount(1 << 30).power(2), None);
    assert_eq!(MoveToken::new("R").with_amount(1 << 30).power(-2), None);
    assert_eq!(MoveToken::square1(1, i32::MAX).power(2), None);
    assert_eq!(MoveToken::square1(1, -2).power(3), Some(MoveToken::square1(3, -6)));
}

#[test]
fn names_are_mapped() {
    let swap = |token: &MoveToken| match token.family.as_str() {
        "l" => Some(MoveToken { family: "r".to_owned(), ..token.clone() }),
        "r" => Some(MoveToken { family: "l".to_owned(), ..token.clone() }),
        _ => None,
    };
    assert_eq!(
        alg("l (r' l2)3 [l, r] [r: l]").map_moves(&swap).unwrap().to_string(),
        "r (l' r2)3 [r, l] [l: r]"
    );
    let fault = alg("l (r q2)3").map_moves(&swap).unwrap_err();
    assert_eq!(fault.span, 5..7);
    assert!(fault.message.contains("`q2`"));
}

#[test]
fn mirrors() {
    for (plane, text, expected) in [
        (Plane::M, "R U F L D B", "L' U' F' R' D' B'"),
        (Plane::M, "R2 u Rw' 2-4l", "L2' u' Lw 2-4r'"),
        (Plane::M, "M E S m e s x y z", "M E' S' m e' s' x y' z'"),
        (Plane::E, "R U D' M E S x y z Uv", "R' D' U M' E S' x' y z' Dv'"),
        (Plane::S, "F b 3Bw M E S x y z", "B' f' 3Fw' M' E' S x' y' z"),
        (Plane::M, "[R: U]2 (L D)' // x", "[L': U']2 (R' D')' // x"),
    ] {
        let map = CubeSymmetry::mirror(plane);
        let image = alg(text).map_moves(&map).unwrap();
        assert_eq!(image.to_string(), expected, "{text}");
        assert_eq!(image.map_moves(&map).unwrap(), alg(text), "{text}");
    }
    assert!(alg("R Q").map_moves(&CubeSymmetry::mirror(Plane::M)).is_err());
    assert!(alg("2x").map_moves(&CubeSymmetry::mirror(Plane::M)).is_err());
}

#[test]
fn rotations() {
    for (rotation, text, expected) in [
        ("x", "U R F D L B", "B R U F L D"),
        ("y", "U R F D L B", "U F L D B R"),
        ("z", "U R F D L B", "R D F L U B"),
        ("y", "r 3Bw 2-3f M E S m e s x y z", "f 3Rw 2-3l S' E M s' e m z y x'"),
        ("x", "M E S x y z", "M S E' x z' y"),
        ("z", "M E S x y z", "E' M S y' x z"),
        ("y2", "R U F M S x", "L U B M' S' x'"),
        ("Uv", "F", "L"),
        ("Dv", "F", "R"),
        ("y'", "F", "R"),
        ("x y // first x", "F", "U"),
        ("", "F r M", "F r M"),
    ] {
        let map = CubeSymmetry::rotation(&alg(rotation)).unwrap();
        assert_eq!(alg(text).map_moves(&map).unwrap().to_string(), expected, "{rotation}: {text}");
    }
    assert_eq!(CubeSymmetry::rotation(&alg("x R")).unwrap_err().span, 2..3);
    assert_eq!(CubeSymmetry::rotation(&alg("(x)")).unwrap_err().span, 0..3);
}

/// Corners and edges in space: turns of layers of a 5x5x5 grid as signed permutations of coordinates, without any table
/// of faces.
mod space {
    use super::*;

    /// The place of a sticker: the cell, with coordinates in -2..=2, and the outward normal.
    type Sticker = ([i32; 3], [i32; 3]);

    fn normal(face: Face) -> [i32; 3] {
        match face {
            Face::R => [1, 0, 0],
            Face::L => [-1, 0, 0],
            Face::U => [0, 1, 0],
            Face::D => [0, -1, 0],
            Face::F => [0, 0, 1],
            Face::B => [0, 0, -1],
        }
    }

    fn dot(a: [i32; 3], b: [i32; 3]) -> i32 {
        (0..3).map(|i| a[i] * b[i]).sum()
    }

    /// A clockwise quarter turn as seen from outside along `axis`: v ↦ (v·n)n - n×v.
    fn quarter(axis: [i32; 3], v: [i32; 3]) -> [i32; 3] {
        let along = dot(axis, v);
        let cross = |i: usize| axis[(i + 1) % 3] * v[(i + 2) % 3] - axis[(i + 2) % 3] * v[(i + 1) % 3];
        std::array::from_fn(|i| along * axis[i] - cross(i))
    }

    fn moves_cell(turn: &CubeTurn, cell: [i32; 3]) -> bool {
        // Layer 1 is at height 2 along the normal, layer 5 at -2.
        let layer = 3 - dot(normal(turn.face), cell);
        match turn.layers {
            TurningLayers::Block { from, to } => (i32::from(from)..=i32::from(to)).contains(&layer),
            TurningLayers::Middle => layer == 3,
            TurningLayers::Inner => (2..=4).contains(&layer),
            TurningLayers::Whole => true,
        }
    }

    pub(super) fn apply(moves: &[MoveToken], sticker: Sticker) -> Sticker {
        moves.iter().fold(sticker, |mut sticker, token| {
            let turn = CubeTurn::of(token).unwrap();
            for _ in 0..turn.amount.rem_euclid(4) {
                if moves_cell(&turn, sticker.0) {
                    let axis = normal(turn.face);
                    sticker = (quarter(axis, sticker.0), quarter(axis, sticker.1));
                }
            }
            sticker
        })
    }

    pub(super) fn stickers() -> Vec<Sticker> {
        let mut all = Vec::new();
        for face in Face::ALL {
            let n = normal(face);
            for a in -2..=2 {
                for b in -2..=2 {
                    let i = (0..3).find(|&i| n[i] != 0).unwrap();
                    let mut cell = [0; 3];
                    cell[i] = 2 * n[i];
                    cell[(i + 1) % 3] = a;
                    cell[(i + 2) % 3] = b;
                    all.push((cell, n));
                }
            }
        }
        all
    }

    pub(super) fn mirrored(plane: Plane, (mut cell, mut normal): Sticker) -> Sticker {
        let i = match plane {
            Plane::M => 0,
            Plane::E => 1,
            Plane::S => 2,
        };
        cell[i] = -cell[i];
        normal[i] = -normal[i];
        (cell, normal)
    }
}

/// Every name with layers on a 5x5x5.
fn every_turn() -> Vec<MoveToken> {
    let mut all = tokens("U R F D L B u r f d l b Uw Rw Fw Dw Lw Bw Uv Rv Fv Dv Lv Bv M E S m e s x y z");
    for face in Face::ALL {
        let (capital, lower) = (face.letter(), face.letter().to_ascii_lowercase());
        all.extend(tokens(&format!(
            "2{capital} 4{capital} 3{capital}w 4{lower} 2-4{lower} 1-3{lower} 2-3{capital}"
        )));
    }
    all
}

#[test]
fn symmetries_agree_with_space() {
    let stickers = space::stickers();
    for token in every_turn() {
        for rotation in ["x", "y", "z", "x y'", "z2 x"] {
            let map = CubeSymmetry::rotation(&alg(rotation)).unwrap();
            let image = Alg::from_moves([token.clone()]).map_moves(&map).unwrap().to_string();
            let first = [vec![token.clone()], tokens(rotation)].concat();
            let then = [tokens(rotation), tokens(&image)].concat();
            for &sticker in &stickers {
                assert_eq!(space::apply(&first, sticker), space::apply(&then, sticker), "{token} {rotation}");
            }
        }
        for plane in [Plane::M, Plane::E, Plane::S] {
            let map = CubeSymmetry::mirror(plane);
            let image = Alg::from_moves([token.clone()]).map_moves(&map).unwrap().expand(1).unwrap();
            let image = vec![image[0].token.clone()];
            for &sticker in &stickers {
                let first = space::mirrored(plane, space::apply(std::slice::from_ref(&token), sticker));
                assert_eq!(first, space::apply(&image, space::mirrored(plane, sticker)), "{token} {plane:?}");
            }
        }
    }
}

#[test]
fn cube_algebra_agrees_with_space() {
    let stickers = space::stickers();
    let same = |a: &[MoveToken], b: &[MoveToken]| {
        stickers.iter().all(|&sticker| space::apply(a, sticker) == space::apply(b, sticker))
    };
    let turns = every_turn();
    for a in &turns {
        for b in &turns {
            let (ab, ba) = ([a.clone(), b.clone()], [b.clone(), a.clone()]);
            assert_eq!(CubeAlgebra.commutes(a, b), same(&ab, &ba), "{a} {b}");
            if CubeAlgebra.same_generator(a, b) {
                assert!(same(&ab[..1], &ba[..1]), "{a} {b}");
            }
        }
    }
    // The effect of whole sequences is preserved.
    for text in ["R U D' U' r R' M2 x L", "U D U2 D U D2", "(R r M L)7 (U E u' D)5", "[M2: U2 E2 u] x y x'"] {
        let before = tokens(text);
        assert!(same(&before, &simplify(&before, &CubeAlgebra)), "{text}");
    }
}

#[test]
fn names_of_cubes() {
    for name in ["R", "r", "Rw", "Rv", "M", "m", "x", "B", "b", "Bw", "s"] {
        assert!(is_cube_name(name), "{name}");
    }
    for name in ["", "Q", "rw", "Rww", "Mw", "xv", "UR", "R2", "é", "w", "X"] {
        assert!(!is_cube_name(name), "{name}");
    }
    for (one, other) in
        [("r", "Rw"), ("2r", "Rw"), ("1-2r", "Rw"), ("1R", "R"), ("1r", "R"), ("2-2r", "2R"), ("x", "Rv")]
    {
        assert_eq!(CubeTurn::of(&tokens(one)[0]), CubeTurn::of(&tokens(other)[0]), "{one} {other}");
        assert!(CubeTurn::of(&tokens(one)[0]).is_some());
    }
    for text in ["2x", "3M", "2-3Rv", "Q", "UR3+", "2Q"] {
        assert_eq!(CubeTurn::of(&tokens(text)[0]), None, "{text}");
    }
}

#[test]
fn simplification_of_cubes() {
    for (text, expected) in [
        ("", ""),
        ("R R", "R2"),
        ("R R'", ""),
        ("R R R", "R'"),
        ("R R2 R", ""),
        ("R2' U3 F4", "R2 U'"),
        ("U D U'", "D"),
        ("U D U' D'", ""),
        ("R U U' R'", ""),
        ("R U U' R", "R2"),
        ("U D' E U2 D", "U' E"),
        ("U D U' R R2 L R", "D L"),
        ("U R U'", "U R U'"),
        ("R L2 R L2", "R2"),
        ("r Rw", "r2"),
        ("r R", "r R"),
        ("r R r'", "R"),
        ("2R R 2R 3R 2R2", "R 3R"),
        ("x R x'", "R"),
        ("x y x'", "x y x'"),
        ("R L U D U' D' L' R'", ""),
        ("M x M'", "x"),
        ("R Q Q R", "R Q2 R"),
        ("R0 U4", ""),
        ("(R U)6 (U' R')6", ""),
        ("R2147483647 R2147483647", "R2"),
    ] {
        let simple = simplify(&tokens(text), &CubeAlgebra);
        assert_eq!(Alg::from_moves(simple.iter().cloned()).to_string(), expected, "{text}");
        assert_eq!(simplify(&simple, &CubeAlgebra), simple, "{text}");
    }
}

/// The order is given by the family. Moves commute only if they belong to the same family or both to `c…`.
struct ByName;

impl MoveAlgebra for ByName {
    fn order(&self, token: &MoveToken) -> Option<u32> {
        match token.family.as_bytes()[0] {
            b'a' => Some(2),
            b'b' => Some(3),
            b'c' => Some(5),
            b'd' => Some(1),
            b'e' => Some(0),
            _ => None,
        }
    }

    fn commutes(&self, a: &MoveToken, b: &MoveToken) -> bool {
        a.family == b.family || (a.family.starts_with('c') && b.family.starts_with('c'))
    }
}

#[test]
fn simplification_by_orders() {
    for (text, expected) in [
        ("a a", ""),
        ("a'", "a"),
        ("a3", "a"),
        ("b b", "b'"),
        ("b2'", "b"),
        ("c c c", "c2'"),
        ("c4 cc", "c' cc"),
        ("c cc c cc2 c3", "cc2'"),
        ("d", ""),
        ("e e e", "e3"),
        ("q q3", "q4"),
        ("q q'", ""),
        ("q2147483647 q", "q2147483647 q"),
        ("q2147483647' q'", "q2147483647' q'"),
        ("2c c", "2c c"),
        ("2c 2c", "2c2"),
    ] {
        let simple = simplify(&tokens(text), &ByName);
        assert_eq!(Alg::from_moves(simple).to_string(), expected, "{text}");
    }
    let least: Vec<i64> = (0..6).map(|amount| canonical_amount(amount, 6)).collect();
    assert_eq!(least, [0, 1, 2, 3, -2, -1]);
    for order in 1..20 {
        for amount in -50..50 {
            let least = canonical_amount(amount, order);
            assert_eq!((least - amount).rem_euclid(order.into()), 0);
            assert!(2 * least.abs() <= order.into() && 2 * least != -i64::from(order));
        }
    }
}

#[test]
fn costs() {
    let amounts = |token: &MoveToken| Some(token.amount.unsigned_abs().into());
    for (text, cost) in [
        ("", 0),
        ("(a3 b')2 c", 9),
        ("[R, U2]3", 18),
        ("[R M: U]2'", 10),
        ("R . // x\n(U)0", 1),
        ("((((R)9999)9999)9999)9999", 9999u128.pow(4)),
    ] {
        assert_eq!(alg(text).cost(amounts).unwrap(), cost, "{text}");
    }
    let faces_only = |token: &MoveToken| (token.family.len() == 1 && token.family != "Q").then_some(1);
    assert_eq!(alg("R (U Q2)").cost(faces_only).unwrap_err().span, 5..7);
}

/// The order of moves in a hand-made tree agrees with the recursive definition of brackets.
#[test]
fn expansion_agrees_with_its_definition() {
    fn list(alg: &Alg) -> Vec<MoveToken> {
        let mut moves = Vec::new();
        for node in &alg.nodes {
            let (once, amount): (Vec<MoveToken>, i32) = match &node.kind {
                NodeKind::Move(token) => (vec![token.clone()], 1),
                NodeKind::Group(a, n) => (list(a), *n),
                NodeKind::Commutator(a, b, n) => {
                    ([list(a), list(b), inverse(&list(a)), inverse(&list(b))].concat(), *n)
                }
                NodeKind::Conjugate(a, b, n) => ([list(a), list(b), inverse(&list(a))].concat(), *n),
                _ => continue,
            };
            let once = if amount < 0 { inverse(&once) } else { once };
            for _ in 0..amount.unsigned_abs() {
                moves.extend_from_slice(&once);
            }
        }
        moves
    }
    fn inverse(moves: &[MoveToken]) -> Vec<MoveToken> {
        moves.iter().rev().map(MoveToken::inverse).collect()
    }
    for text in ["[[R U': F]2', (D [L, B2]3)2']'", "(((R)2' U)3' F)2", "[R: [U: [F: D]']2]3' [[R,U],[F,D]]2'"]
    {
        let alg = parse(text, &AnyName, Dialect::default()).unwrap();
        assert_eq!(tokens(text), list(&alg), "{text}");
        let undone: Vec<_> = alg.inverse().moves().map(|place| place.token).collect();
        assert_eq!(undone, inverse(&list(&alg)), "{text}");
    }
}
