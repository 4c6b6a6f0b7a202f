//! Random trees converted to text and back, and laws that hold for all trees.

use proptest::prelude::*;

use super::super::url::{from_url, to_url};
use super::super::{Alg, AnyName, Dialect, Layers, MoveToken, Node, NodeKind, Vocabulary, parse};
use super::mixed_names;

/// Names that are read back as a whole when any name is allowed.
const OPEN: [&str; 16] =
    ["R", "U", "r", "Fw", "M", "x", "Rv", "foo", "UQ", "a_b", "R++", "D++", "UR+", "ALL+", "/", "é"];
/// Names of [`mixed_names`], with amounts that do not make them other names.
const CLOSED: [&str; 16] =
    ["U", "R", "UR", "DRv", "UFR", "f0", "f12", "r0", "-q", "2U'", "a.b", "R++", "UR+", "/", "left", "2B"];

fn amount() -> impl Strategy<Value = i32> {
    prop_oneof![4 => Just(1), 2 => Just(-1), 2 => -3..=3, 1 => -i32::MAX..=i32::MAX]
}

fn token(names: &'static [&'static str]) -> impl Strategy<Value = MoveToken> {
    let layers = prop_oneof![
        3 => Just(None),
        1 => (1..=u16::MAX).prop_map(|to| Some(Layers::one(to))),
        1 => (1..9u16, 0..9u16).prop_map(|(from, more)| Some(Layers::block(from, from + more))),
    ];
    let named = (proptest::sample::select(names), layers, amount()).prop_map(|(name, layers, amount)| {
        let plain = name.chars().all(char::is_alphabetic);
        MoveToken { layers: layers.filter(|_| plain), family: name.to_owned(), amount }
    });
    let turns = (-6..=6, -6..=6).prop_map(|(up, down)| MoveToken::square1(up, down));
    prop_oneof![9 => named, 1 => turns]
}

/// Comments come with the end of their line, as they do after reading.
fn nodes(part: impl Strategy<Value = NodeKind> + 'static) -> impl Strategy<Value = Alg> {
    let piece = prop_oneof![
        8 => part.prop_map(|kind| vec![kind]),
        1 => Just(vec![NodeKind::Pause]),
        1 => Just(vec![NodeKind::Newline]),
        1 => "[ -~é]{0,8}".prop_map(|text| vec![NodeKind::Comment(text), NodeKind::Newline]),
    ];
    proptest::collection::vec(piece, 0..5)
        .prop_map(|pieces| Alg::new(pieces.into_iter().flatten().map(Node::new).collect()))
}

fn tree(names: &'static [&'static str], amounts: BoxedStrategy<i32>) -> impl Strategy<Value = Alg> {
    nodes(token(names).prop_map(NodeKind::Move)).prop_recursive(4, 40, 4, move |inner| {
        let inner = inner.boxed();
        let amounts = amounts.clone();
        nodes(prop_oneof![
            4 => token(names).prop_map(NodeKind::Move),
            1 => (inner.clone(), amounts.clone()).prop_map(|(a, n)| NodeKind::Group(a, n)),
            1 => (inner.clone(), inner.clone(), amounts.clone()).prop_map(|(a, b, n)| NodeKind::Commutator(a, b, n)),
            1 => (inner.clone(), inner.clone(), amounts.clone()).prop_map(|(a, b, n)| NodeKind::Conjugate(a, b, n)),
        ])
    })
}

fn reads_back(alg: &Alg, vocabulary: &dyn Vocabulary) -> Result<(), TestCaseError> {
    let text = alg.to_string();
    let again = parse(&text, vocabulary, Dialect::default())
        .map_err(|fault| TestCaseError::fail(format!("{text}: {fault}")))?;
    prop_assert_eq!(&again, alg, "{}", text);
    prop_assert_eq!(again.to_string(), text);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_names_read_back(alg in tree(&OPEN, amount().boxed())) {
        reads_back(&alg, &AnyName)?;
    }

    #[test]
    fn known_names_read_back(alg in tree(&CLOSED, amount().boxed())) {
        reads_back(&alg, &mixed_names())?;
    }

    #[test]
    fn addresses_read_back(alg in tree(&OPEN, amount().boxed())) {
        let url = to_url(&alg);
        prop_assert!(url.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'/' && byte != b'\''), "{}", url);
        prop_assert_eq!(from_url(&url).unwrap(), alg.to_string());
    }

    #[test]
    fn inverting_twice_changes_nothing(alg in tree(&OPEN, amount().boxed())) {
        prop_assert_eq!(alg.inverse().inverse(), alg.clone());
        prop_assert_eq!(alg.inverse().length(), alg.length());
    }

    #[test]
    fn the_inverse_undoes(alg in tree(&OPEN, (-3..=3).boxed())) {
        if let Ok(moves) = alg.expand(20_000) {
            prop_assert_eq!(moves.len() as u128, alg.length());
            let mut undone = alg.inverse().expand(20_000).unwrap();
            undone.reverse();
            for place in &mut undone {
                place.token = place.token.inverse();
            }
            prop_assert_eq!(undone, moves);
        }
    }
}
