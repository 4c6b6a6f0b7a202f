//! Results of reading, compared in canonical spelling and, where that is not enough, as trees.

use super::super::vocabulary::CubeNames;
use super::super::{Alg, AnyName, Dialect, Layers, MoveToken, NameSet, NodeKind, Vocabulary, parse};
use super::{CARET, PAREN, alg, mixed_names};

fn check_with(vocabulary: &dyn Vocabulary, dialect: Dialect, cases: &[(&str, &str)]) {
    for &(input, expected) in cases {
        let alg = parse(input, vocabulary, dialect).unwrap_or_else(|fault| panic!("{input}: {fault}"));
        assert_eq!(alg.to_string(), expected, "{input}");
        let again = parse(expected, vocabulary, Dialect::default()).unwrap();
        assert_eq!(again, alg, "{input}");
        assert_eq!(again.to_string(), expected, "{input}");
    }
}

fn check(cases: &[(&str, &str)]) {
    check_with(&AnyName, Dialect::default(), cases);
}

#[test]
fn canonical_texts_stay() {
    for text in [
        "",
        "R",
        "R U2' F (R U)3 [A, B] [A: B]",
        "R U R' U'",
        "2R 3Rw r 2-4r 2-4R 1-1r M E S m e s x y z Rv",
        "R0 R1' R10 R2147483647 R2147483647'",
        "(R U)3' (R) ()2 [R, U]' [R: U]2'",
        "[[R: U], [D, [F: B2]]]",
        ". . R .",
        "R // comment",
        "// only a comment",
        "//",
        "R\nU\n\nF // x\n// y\n",
        "(R // x\nU)2",
        "R++ D-- R++2 D--3",
        "UR3+ DR2- ALL0+ U1+",
        "(1, -3) / (0, 6) /'",
        "a_b foo bar2'",
    ] {
        let expected = if text.contains("R1'") { text.replace("R1'", "R'") } else { text.to_owned() };
        check(&[(text, &expected)]);
    }
}

#[test]
fn amounts() {
    check(&[
        ("R1", "R"),
        ("R2", "R2"),
        ("R'", "R'"),
        ("R2'", "R2'"),
        ("R'2", "R2'"),
        ("R1'", "R'"),
        ("R'1", "R'"),
        ("R02", "R2"),
        ("R00", "R0"),
        ("R0'", "R0"),
        ("R^2", "R2"),
        ("R^2'", "R2'"),
        ("R^1", "R"),
        ("R^-1", "R'"),
        ("R^+2", "R2"),
        ("R^-3", "R3'"),
        ("R^(-1)", "R'"),
        ("R^( 2 )", "R2"),
        ("R^(+2)", "R2"),
        ("R²", "R2"),
        ("R³", "R3"),
        ("R⁻¹", "R'"),
        ("R⁻¹²", "R12'"),
        ("R⁹U⁴", "R9 U4"),
        ("R^−1", "R'"),
        ("R^–2", "R2'"),
        ("(R U)2", "(R U)2"),
        ("(R U)'2", "(R U)2'"),
        ("(R U)^-2", "(R U)2'"),
        ("(R U)-2", "(R U)2'"),
        ("(R U)−2 F", "(R U)2' F"),
        ("[R, U]-1 [R: U]-3", "[R, U]' [R: U]3'"),
        ("(R U)-2(F)3", "(R U)2' (F)3"),
        ("((R)-2 U)-1", "((R)2' U)'"),
        ("(R U)²", "(R U)2"),
        ("[R,U]2'", "[R, U]2'"),
        ("[R:U]^-1", "[R: U]'"),
        ("(R U)2F", "(R U)2 F"),
        ("(R U)2(F)3", "(R U)2 (F)3"),
        ("-R", "R'"),
        ("-R2", "R2'"),
        ("-R'", "R"),
        ("-2R", "2R'"),
        ("-RU", "R' U"),
        ("-2-3r2", "2-3r2'"),
        ("R2147483647", "R2147483647"),
        ("R^-2147483647", "R2147483647'"),
    ]);
}

#[test]
fn blanks_primes_and_dashes() {
    check(&[
        ("  R   U  ", "R U"),
        ("R\tU\t", "R U"),
        ("R\u{a0}U\u{2009}F\u{3000}B\u{202f}", "R U F B"),
        ("\u{feff}R U", "R U"),
        ("R\u{200b}U", "R U"),
        ("R\u{2028}U", "R U"),
        ("R U\r\nF\rB\n", "R U\nF\nB\n"),
        ("R\n\n\nU", "R\n\n\nU"),
        (" \n R \n ", "\nR\n"),
        ("R’ U‘ F′ B` D´ L＇", "R' U' F' B' D' L'"),
        ("Rʹ Uʼ Fʻ Bˈ D‵ L‛", "R' U' F' B' D' L'"),
        ("2–4r 2−4r 2‐4r 2‑4r", "2-4r 2-4r 2-4r 2-4r"),
        ("( R U ) 3Rw", "(R U) 3Rw"),
        ("[ R , U ]", "[R, U]"),
        ("[\tR\u{a0}:U ]2", "[R: U]2"),
        ("(1,-3)", "(1, -3)"),
        ("( +1 , −3 )", "(1, -3)"),
        ("D–– R—", "D-- R--"),
    ]);
}

#[test]
fn no_spaces() {
    check(&[
        ("RUR'U'", "R U R' U'"),
        ("R2U2F2", "R2 U2 F2"),
        ("R3U10F", "R3 U10 F"),
        ("rUR'U'r'FRF'", "r U R' U' r' F R F'"),
        ("RwU2Rw'", "Rw U2 Rw'"),
        ("3RwU", "3Rw U"),
        ("MESmesxyz", "M E S m e s x y z"),
        ("M'UM2", "M' U M2"),
        ("xRUyR'", "x R U y R'"),
        ("RvU", "Rv U"),
        ("[R,U][R,U]", "[R, U] [R, U]"),
        ("[RU:D2][R'U,F]'(RU)3", "[R U: D2] [R' U, F]' (R U)3"),
        ("(R)(U)", "(R) (U)"),
        ("R(U)R", "R (U) R"),
        ("R[U:R]F", "R [U: R] F"),
        ("R*U^-1", "R U'"),
        ("R*U^-1*(F*B)^2", "R U' (F B)2"),
        ("R * U·F", "R U F"),
        ("R.U.F'", "R U F'"),
        ("R'.-U", "R' U'"),
        ("(R).(U).[R,U]", "(R) (U) [R, U]"),
        ("R,U,R'", "R U R'"),
        ("R, U, R',", "R U R'"),
        ("R ,U", "R U"),
        ("R,\nU", "R\nU"),
        ("R*\nU", "R\nU"),
        ("R * // x\n U", "R // x\nU"),
        ("(R,U)2", "(R U)2"),
        ("[(R,U),F]", "[(R U), F]"),
        ("R'U2'F", "R' U2' F"),
        ("foo bar", "foo bar"),
        ("UQ", "UQ"),
        ("RUfoo", "RUfoo"),
        ("a2b3", "a2 b3"),
        ("f0f1", "f0 f"),
        ("R++D--R++U'", "R++ D-- R++ U'"),
        ("RU++", "RU++"),
        ("UR3+DR2-UL0+", "UR3+ DR2- UL0+"),
        ("(1,0)/(3,-3)/", "(1, 0) / (3, -3) /"),
        ("/(3,0)/", "/ (3, 0) /"),
        ("R//x", "R //x"),
    ]);
}

#[test]
fn pauses_comments_and_lines() {
    check(&[
        (".", "."),
        ("...", ". . ."),
        ("R . U", "R . U"),
        ("R. U", "R . U"),
        ("R .U", "R . U"),
        ("R .. U", "R . . U"),
        ("R.", "R ."),
        ("(.)", "(.)"),
        ("R // a b  c", "R // a b  c"),
        ("R # a", "R // a"),
        ("R #", "R //"),
        ("#x\nR", "//x\nR"),
        ("R // a\r\nU", "R // a\nU"),
        ("R // // #", "R // // #"),
        ("R /// x", "R /// x"),
        ("[R, U // x\n]", "[R, U // x\n]"),
        ("[R // x\n, U]", "[R // x\n, U]"),
        ("R // ’é\u{a0}", "R // ’é\u{a0}"),
    ]);
}

#[test]
fn square_one() {
    check(&[
        ("(1,0)'", "(-1, 0)"),
        ("(1,-3)2", "(2, -6)"),
        ("(1,-3)^-2", "(-2, 6)"),
        ("(-0,+4)", "(0, 4)"),
        ("/ / /2", "/ / /2"),
        ("((1,0)/)3", "((1, 0) /)3"),
    ]);
    let token = MoveToken::square1(1, -3);
    assert_eq!(token.family, "(1,-3)");
    assert_eq!(token.square1_turns(), Some((1, -3)));
    assert_eq!(alg("(1, -3)").nodes[0].kind, NodeKind::Move(token));
    let slashed = NameSet::new(["/"]);
    check_with(
        &slashed,
        Dialect::default(),
        &[("(1,0) / (5,-1)/ // x", "(1, 0) / (5, -1) / // x"), ("//", "//")],
    );
}

#[test]
fn names_of_a_puzzle() {
    check_with(
        &mixed_names(),
        Dialect::default(),
        &[
            ("UR", "UR"),
            ("U R", "U R"),
            ("UFR F UR2'", "UFR F UR2'"),
            ("f0 f1' f12 f12^2", "f0 f1' f12 f12^2"),
            ("f1^12", "f1^12"),
            ("f122", "f12^2"),
            ("f0.-r0.f1", "f0 r0' f1"),
            ("-f12'", "f12"),
            ("-q -q'", "-q -q'"),
            ("--q", "-q'"),
            ("2U' 2U'' 2U", "2U' 2U'' 2U"),
            ("2U'2", "2U'2"),
            ("2B 2B2' 3U", "2B 2B2' 3U"),
            ("a.b a.b2 a.b'", "a.b a.b2 a.b'"),
            ("R++ R-- D++2 R", "R++ R-- D++2 R"),
            ("UR+ UR3- DR0+ UR", "UR1+ UR3- DR0+ UR"),
            ("UR3+DR2-", "UR3+ DR2-"),
            ("leftU", "left U"),
            ("left2left'", "left2 left'"),
            ("x_1 x_1^3 x_12", "x_1 x_1^3 x_1^2"),
            ("éé2", "é é2"),
            ("DRv2", "DRv2"),
            ("(1, -3)/", "(1, -3) /"),
            ("f0r0f12", "f0 r0 f12"),
            ("2-3U", "2-3U"),
        ],
    );
    // A known name of a closed vocabulary is read as a whole, as the tree shows.
    let whole = parse("2B 2-3U 2U' f0", &mixed_names(), Dialect::default()).unwrap();
    let families: Vec<_> = whole
        .nodes
        .iter()
        .map(|node| match &node.kind {
            NodeKind::Move(token) => (token.layers, token.family.as_str(), token.amount),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(
        families,
        [(None, "2B", 1), (Some(Layers::block(2, 3)), "U", 1), (None, "2U'", 1), (None, "f0", 1)]
    );
    // The skewb, the rings of Santa 2023.
    let skewb = NameSet::new(["UFR", "UFL", "DBL", "DFRv"]);
    check_with(&skewb, Dialect::default(), &[("UFRDBL'UFL2", "UFR DBL' UFL2"), ("DFRvUFR", "DFRv UFR")]);
    let wreath = NameSet::new(["l", "r"]);
    check_with(&wreath, Dialect::default(), &[("-l.r.-r.l", "l' r r' l"), ("lrl'", "l r l'")]);
    check_with(&CubeNames, Dialect::default(), &[("RUR'2 2-4rMx", "R U R2' 2-4r M x"), ("RwUvd", "Rw Uv d")]);
}

#[test]
fn trees_and_places() {
    fn token(text: &str) -> MoveToken {
        match &alg(text).nodes[0].kind {
            NodeKind::Move(token) => token.clone(),
            other => panic!("{text}: {other:?}"),
        }
    }
    let plain = |family: &str, amount| MoveToken::new(family).with_amount(amount);
    for (text, expected) in [
        ("R", plain("R", 1)),
        ("Rw2'", plain("Rw", -2)),
        ("2R", plain("R", 1).with_layers(Layers::one(2))),
        ("3Rw'", plain("Rw", -1).with_layers(Layers::one(3))),
        ("2-4r", plain("r", 1).with_layers(Layers::block(2, 4))),
        ("R--", plain("R++", -1)),
        ("R--2'", plain("R++", 2)),
        ("R++", plain("R++", 1)),
        ("UR3-", plain("UR+", -3)),
        ("UR0+", plain("UR+", 0)),
        ("/", plain("/", 1)),
        ("65535R", plain("R", 1).with_layers(Layers::one(65535))),
    ] {
        assert_eq!(token(text), expected, "{text}");
    }

    /// The parts of the text from which the nodes of the top level come.
    fn places(text: &str) -> Vec<&str> {
        alg(text).nodes.into_iter().map(|node| text.get(node.span).unwrap()).collect()
    }
    assert_eq!(places("R U2' 2-4r"), ["R", "U2'", "2-4r"]);
    assert_eq!(places("3RwU2R'"), ["3Rw", "U2", "R'"]);
    assert_eq!(places("-RU R*U^-1"), ["-R", "U", "R", "U^-1"]);
    assert_eq!(places("[R, U]2' (R)’.U // é"), ["[R, U]2'", "(R)’", "U", "// é"]);
    assert_eq!(places("R\r\n. (1, 0)' R++ UR3-"), ["R", "\r\n", ".", "(1, 0)'", "R++", "UR3-"]);
}

#[test]
fn moves_on_the_inverse() {
    check_with(
        &AnyName,
        CARET,
        &[
            ("R ^(U F) D", "R D F' U'"),
            ("R^(U F) D", "R D F' U'"),
            ("^(U) R ^(F2 [R, U]) ^(x)", "R x' [U, R] F2' U'"),
            ("R^(2) U^(-1)", "R2 U'"),
            ("R'^(U)", "R' U'"),
            ("(R U)2 ^(F)", "(R U)2 F'"),
            ("(R U)^(F)", "(R U) F'"),
            ("R // eo\n^(U) // more", "R // eo\n// more\nU'"),
        ],
    );
    check_with(
        &AnyName,
        PAREN,
        &[
            ("R (U F) D", "R D F' U'"),
            ("(U) R (F2) D", "R D F2' U'"),
            ("(U R)(F)", "F' R' U'"),
            ("(U // x\nF) R", "R F'\nU' // x"),
            ("(1, 0) /", "(1, 0) /"),
            ("()R", "R"),
            ("[R, U](F)", "[R, U] F'"),
        ],
    );
}

#[test]
fn deep_but_allowed() {
    let text = format!("{}R{}", "[".repeat(100) + &"(".repeat(100), ")".repeat(100) + &",U]".repeat(100));
    let expected = alg(&text);
    assert_eq!(alg(&expected.to_string()), expected);
    assert_eq!(expected.inverse().inverse(), expected);
    assert!(!Alg::default().to_string().contains(' '));
}
