//! Texts changed at random, from a fixed seed: nothing may panic, and every accepted text must survive writing and
//! reading back.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use super::super::vocabulary::CubeNames;
use super::super::{AnyName, Dialect, NameSet, Vocabulary, parse};
use super::{CARET, PAREN, mixed_names};

const SEEDS: [&str; 10] = [
    "R U R' U' 2R 3Rw r 2-4r M E S x y z",
    "[R, U] [F: D]' (R U)3' // comment\nR2 . U",
    "R*U^-1*(F*B)^2 R⁻¹ U²",
    "f0.-r0.f12 -q 2U' a.b UFR left2",
    "(1, -3) / (0, 6)' / R++ D-- UR3+ DR2-",
    "((((R)9999)9999)9999)9999 [[R: U], D]'",
    "RUR’U’ rUR'U'\u{a0}F\tB, D # x",
    "R ^(U F) D ^(x) (R) [R, U]",
    "(((((((((((((((",
    "é é2 x_1 x_1^3 — – ′ ” 99999999999 \r\n",
];

const PIECES: [&str; 24] = [
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "'",
    "’",
    "^",
    "-",
    "—",
    "+",
    "*",
    ".",
    "/",
    "//",
    "#",
    "2",
    "2147483647",
    "\n",
    " ",
    "R",
    "⁻",
    "é",
];

/// A number below `bound`; the small bias does not matter here.
fn below(rng: &mut ChaCha8Rng, bound: usize) -> usize {
    rng.next_u32() as usize % bound
}

fn mutated(rng: &mut ChaCha8Rng) -> String {
    let mut text: Vec<char> = SEEDS[below(rng, SEEDS.len())].chars().collect();
    for _ in 0..=below(rng, 4) {
        let at = below(rng, text.len() + 1);
        match below(rng, 4) {
            0 if at < text.len() => {
                text.remove(at);
            }
            1 if at < text.len() => {
                let until = (at + 1 + below(rng, 5)).min(text.len());
                let piece: Vec<char> = text[at..until].to_vec();
                let to = below(rng, text.len() + 1);
                text.splice(to..to, piece);
            }
            2 if at < text.len() => text[at] = char::from(32 + below(rng, 95) as u8),
            _ => {
                text.splice(at..at, PIECES[below(rng, PIECES.len())].chars());
            }
        }
    }
    text.into_iter().collect()
}

#[test]
fn mutated_texts() {
    let mut rng = ChaCha8Rng::seed_from_u64(20_260_101);
    // Without the one name that is also the spelling of another of these moves with layers and amount.
    let names: NameSet = mixed_names().names().filter(|&name| name != "2U'").collect();
    let vocabularies: [&dyn Vocabulary; 4] = [&AnyName, &AnyName, &CubeNames, &names];
    let (mut read, mut refused) = (0, 0);
    for round in 0..20_000 {
        let text = mutated(&mut rng);
        let vocabulary = vocabularies[round % 4];
        let dialect = [Dialect::default(), CARET, PAREN][round / 4 % 3];
        match parse(&text, vocabulary, dialect) {
            Ok(alg) => {
                read += 1;
                let written = alg.to_string();
                let again = parse(&written, vocabulary, Dialect::default())
                    .unwrap_or_else(|fault| panic!("{text:?} → {written:?}: {fault}"));
                assert_eq!(again, alg, "{text:?} → {written:?}");
                assert_eq!(alg.inverse().length(), alg.length());
                assert!(alg.moves().take(50).count() as u128 == alg.length().min(50), "{text:?}");
                for node in &alg.nodes {
                    assert!(text.get(node.span.clone()).is_some(), "{text:?} {:?}", node.span);
                }
            }
            Err(fault) => {
                refused += 1;
                assert!(text.get(fault.span.clone()).is_some(), "{text:?}: {fault:?}");
                assert!(!fault.message.is_empty() && fault.to_string().len() < 600, "{fault}");
            }
        }
    }
    assert!(read > 2_000 && refused > 2_000, "{read} read, {refused} refused");
}

/// Long texts of one kind: the work remains proportional to their length.
#[test]
fn long_texts() {
    let names = mixed_names();
    let vocabularies: [&dyn Vocabulary; 3] = [&AnyName, &CubeNames, &names];
    for piece in [
        "R", "R'", "RU2", "R ", "9", "(R)", "[R,U]", ".", "R.", "R,", "UR", "UFRQ", "-", "R-", "é", "'", "\n",
    ] {
        let text = piece.repeat(20_000 / piece.len());
        for vocabulary in vocabularies {
            // The text may be accepted or refused; the test is that reading ends.
            if let Ok(alg) = parse(&text, vocabulary, Dialect::default()) {
                assert!(alg.nodes.len() <= text.len());
            }
        }
    }
}
