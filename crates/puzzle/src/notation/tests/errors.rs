//! Rejected texts, with the positions and advice of the diagnostics.

use super::super::vocabulary::CubeNames;
use super::super::{AnyName, Dialect, NESTING_LIMIT, NameSet, Vocabulary, parse};
use super::{CARET, PAREN, mixed_names};

/// The text with the faulty part in `«»`, followed by words that the message or the help must contain.
fn check_with(vocabulary: &dyn Vocabulary, dialect: Dialect, cases: &[(&str, &str)]) {
    for &(marked, words) in cases {
        let text = marked.replace(['«', '»'], "");
        let fault = match parse(&text, vocabulary, dialect) {
            Ok(alg) => panic!("{text}: read as {alg}"),
            Err(fault) => fault,
        };
        let (before, rest) = text.split_at(fault.span.start);
        let (inside, after) = rest.split_at(fault.span.end - fault.span.start);
        assert_eq!(format!("{before}«{inside}»{after}"), marked, "{fault}");
        assert!(fault.to_string().contains(words), "{text}: {fault}");
    }
}

fn check(cases: &[(&str, &str)]) {
    check_with(&AnyName, Dialect::default(), cases);
}

#[test]
fn brackets() {
    check(&[
        ("R «(»U", "this `(` is never closed"),
        ("R «[»U, F", "this `[` is never closed"),
        ("«[»U", "never closed"),
        ("(R «(»U", "never closed"),
        ("«[»[R, U], (F)", "never closed"),
        ("R «)»", "`)` closes nothing"),
        ("R «]» U", "`]` closes nothing"),
        ("(R U«]»", "`]` does not close the `(`"),
        ("x\n (R U«]»", "line 2, column 2"),
        ("[R U«)»", "does not close the `[`"),
        ("[R, U«)»", "does not close the `[`"),
        ("«[R]»", "[A, B]"),
        ("«[R U]» F", "to group moves, write `(A)`"),
        ("«[]»", "one part"),
        ("[R, U«,» F]", "[A: [B, C]]"),
        ("[R: U«,» F]", "three parts"),
        ("[R, U«:» F]", "three parts"),
        ("R«:» U", "`[A: B]`"),
        ("(R«:» U)", "`[A: B]`"),
        ("«{»R}", "unexpected `{`"),
    ]);
    let deep = "(".repeat(NESTING_LIMIT);
    check(&[(&format!("{deep}«(»R"), "at most 200")]);
    check(&[(&format!("{deep}«[»R"), "nested too deep")]);
    check(&[(&format!("{deep}«(»{}", "(".repeat(100_000)), "nested too deep")]);
}

#[test]
fn amounts() {
    check(&[
        ("R«2147483648»", "at most 2147483647"),
        ("R«99999999999999999999»", "too large"),
        ("R^-«2147483648»", "too large"),
        ("R'«2147483648»", "too large"),
        ("(R U)«99999999999»", "too large"),
        ("R«²¹⁴⁷⁴⁸³⁶⁴⁸»", "too large"),
        ("(1,«2147483648»)", "too large"),
        ("«(1,2)2147483647»", "too large"),
        ("UR«99999999999»+", "too large"),
        ("R«2147483648» U", "too large"),
        ("R'«'»", "second prime"),
        ("R2'«'»", "second prime"),
        ("R2'«3»", "second amount"),
        ("R'2«'»", "second amount"),
        ("R2«^»3", "second amount"),
        ("R^-2«'»", "second amount"),
        ("R^2'«'»", "second prime"),
        ("R^2«^»3", "(R2)3"),
        ("R²«2»", "second amount"),
        ("UR3+«2»", "second amount"),
        ("(R)2'«2»", "second amount"),
        ("R«'2»U", "may belong to"),
        ("(R U R' U')«x6»", "may be an amount or a rotation"),
        ("[R, U]«x2»y R", "a space before a rotation"),
        ("R«'2»-4r", "a space before or after"),
        ("R«^»U", "[A: B]"),
        ("R«^»", "whole number"),
        ("R«^»(U F)", "whole number"),
        ("R«^»(2", "whole number"),
        ("R«⁻»", "not an exponent"),
        ("R«¹⁻»", "not an exponent"),
        ("«^»2", "`^` without a move"),
        ("R «^»-1", "directly after its move"),
        ("«^»(R)", "dialect `caret`"),
        ("«2»", "a number without a move"),
        ("R «2» U", "an amount follows its move directly"),
        ("R*«3»", "a number without a move"),
        ("R «'»", "a prime without a move"),
        ("«’»R", "a prime without a move"),
        ("R «+»", "unexpected"),
        ("R++«+»", "unexpected"),
        ("«->»R", "after `-`"),
    ]);
}

#[test]
fn layers_and_signs() {
    check(&[
        ("«0»R", "no layer 0"),
        ("«0»-3r", "no layer 0"),
        ("2-«0»r", "no layer 0"),
        ("«4-2»r", "write `2-4`"),
        ("«65536»R", "at most 65535"),
        ("2-«99999999999»r", "too deep"),
        ("«2-4» R", "a number without a move"),
        ("«2»-R", "a number without a move"),
        ("R«-»U", "`-` directly after a move"),
        ("R2«-»4r", "`-` directly after a move"),
        ("(R)«-»U", "`-` directly after a move"),
        ("(R)«-»2r", "`-` directly after a move"),
        ("(R)-2«'»", "a second amount"),
        ("(R)-«99999999999»", "too large"),
        ("R «- »U", "after `-`"),
        ("«-(»R)", "after `-`"),
        ("«-»", "after `-`"),
    ]);
}

#[test]
fn separators_and_strangers() {
    check(&[
        ("«,»R", "there is nothing before `,`"),
        ("R,«,»U", "there is nothing before"),
        ("«*»R", "there is nothing before `*`"),
        ("R*«*»U", "there is nothing before"),
        ("R«*»", "nothing follows `*`"),
        ("(R«*»)", "nothing follows `*`"),
        ("[R«*», U]", "nothing follows `*`"),
        ("(«,»R)", "there is nothing before"),
        ("R «\"»U", "write `R'` for the inverse"),
        ("«“»R U”", "a double quote"),
        ("R «!»", "unexpected `!`"),
        ("R «;»", "unexpected `;`"),
        ("R «\0»", "unexpected"),
        ("R «😀»", "unexpected `😀`"),
        ("R«\\»", "unexpected"),
        ("R «%»20U", "unexpected"),
    ]);
}

#[test]
fn unknown_names() {
    check_with(
        &mixed_names(),
        Dialect::default(),
        &[
            ("«Q»", "unknown move `Q`"),
            ("U «Q»2'", "known moves: "),
            ("U «lfet»", "did you mean `left`?"),
            ("U «LEFT»2", "did you mean `left`?"),
            ("U «lefft»'", "did you mean `left`?"),
            ("«Ufo»", "did you mean `UFR`?"),
            ("U«fxyz»", "unknown move `fxyz` in `Ufxyz`"),
            ("f0 «UFL»", "did you mean `UFR`?"),
            ("U«Q»", "unknown move `Q`"),
            ("U«i»", "for the inverse write `'`"),
            ("3«Q»", "unknown move `Q`"),
            ("«M»", "unknown move"),
            ("-«Q»", "unknown move"),
            ("R«Q»", "unknown move `Q`"),
            ("«FUR»", "could be `F UR` or `F U R`"),
            ("F' «FURU2»", "spaces between these moves"),
        ],
    );
    check_with(
        &CubeNames,
        Dialect::default(),
        &[
            ("«X»", "did you mean `x`?"),
            ("R «Y»2", "did you mean `y`?"),
            ("R «Q»", "known moves: U, R, F, D, L, B, x, y, z, M, E, S, "),
            ("R R«i»U", "for the inverse write `'`"),
            ("R«/»U", "unknown move `/`"),
            ("«(1, 0)»", "unknown move `(1,0)`"),
            ("R«-»U", "directly after a move"),
            ("R2«-» U", "directly after a move"),
            ("R«+»", "unexpected"),
            ("R«+»+", "unexpected"),
            ("R UwU«Ä»", "unknown move `Ä`"),
        ],
    );
    let none = NameSet::default();
    check_with(
        &none,
        Dialect::default(),
        &[("«R»", "unknown move `R`"), ("«(1,0)»", "unknown"), ("«R»2", "`R`")],
    );
    let long = format!("«{}»", "Q".repeat(500));
    check_with(&CubeNames, Dialect::default(), &[(&long, "QQQQ…`")]);
}

#[test]
fn moves_on_the_inverse() {
    check_with(
        &AnyName,
        CARET,
        &[
            ("[R, ^«(»U)]", "only outside of brackets"),
            ("(^«(»U))", "within brackets"),
            ("^«(»U", "never closed"),
            ("^(U)«2»", "an amount after"),
            ("«^»R", "without a move"),
        ],
    );
    check_with(
        &AnyName,
        PAREN,
        &[
            ("(R U)«2»", "parentheses do not group"),
            ("(R U)«'»", "an amount after"),
            ("[R, «(»U)]", "within brackets"),
            ("(R «(»U))", "within brackets"),
            ("«(»R", "never closed"),
        ],
    );
}
