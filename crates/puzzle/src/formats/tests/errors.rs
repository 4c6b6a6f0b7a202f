//! Diagnostics of faulty texts: line, column, the word in question, and words of the message.

use super::*;
use crate::formats::{gap, kpuzzle, ksolve, scr, tws};

#[track_caller]
fn check<T>(result: Result<T, Diagnostic>, text: &str, place: (usize, usize), token: &str, message: &str) {
    let Err(fault) = result else { panic!("accepted:\n{text}") };
    let found = fault.position(text);
    let said = fault.to_string();
    assert_eq!(
        (found.line, found.column, fault.token(text)),
        (place.0, place.1, token),
        "{said}\nin\n{text:.300}"
    );
    assert!(said.contains(message), "`{said}` does not say `{message}`");
    assert!(!fault.expected.is_empty(), "`{said}` does not say what was expected");
}

const HEAD: &str = "Name n\nSet A 3 2\nSet B 2 1\nSolved\nA\n1 2 3\nB\n1 1\nEnd\n";

#[test]
fn faults_of_tws() {
    #[track_caller]
    fn tws(text: &str, place: (usize, usize), token: &str, message: &str) {
        check(tws::read(text), text, place, token, message);
    }
    // After nine good lines.
    #[track_caller]
    fn more(text: &str, place: (usize, usize), token: &str, message: &str) {
        tws(&format!("{HEAD}{text}"), (place.0 + 9, place.1), token, message);
    }
    tws("", (1, 1), "", "no solved state");
    tws("# nothing\n", (2, 1), "", "no solved state");
    tws("Nmae x", (1, 1), "Nmae", "`Nmae` is not a command: expected one of Name, Set");
    tws("set A 1 1", (1, 1), "set", "write `Set`");
    tws(" # no comment", (1, 2), "#", "a comment begins in the first column");
    tws("Name", (1, 5), "", "`Name` has only 0 of its 1 words");
    tws("Name a b", (1, 8), "b", "one word too many");
    tws("Set A 1 1\nName a", (2, 1), "Name", "not the first command");
    tws("Set A 3", (1, 8), "", "`Set` has only 2 of its 3 words: expected `Set NAME PIECES ORIENTATIONS`");
    tws("Set A 3 2 1", (1, 11), "1", "one word too many");
    tws("Set A three 2", (1, 7), "three", "`three` is not a whole number: expected the number of pieces");
    tws("Set A 70000 2", (1, 7), "70000", "too large, at most 65535");
    tws("Set A 99999999999 2", (1, 7), "99999999999", "too large");
    tws("Set A 0 2", (1, 7), "0", "has no pieces");
    tws("Set A 3 0", (1, 9), "0", "at least one orientation");
    tws("Set A 3 -1", (1, 9), "-1", "not a whole number");
    tws("Set A 3 1\nSet A 2 1", (2, 5), "A", "defined a second time");
    tws("Set 12 3 1", (1, 5), "12", "cannot be the name of a set");
    tws("Set End 3 1", (1, 5), "End", "cannot be the name of a set");
    tws("Solved\nEnd", (1, 1), "Solved", "there is no set yet");
    tws("Set A 2 1\nMove X\nEnd", (2, 1), "Move", "before the solved state");
    tws("Set A 2 1\nIllegal A 1 1", (2, 1), "Illegal", "before the solved state");
    tws("Set A 2 1\nSolved\nA\n1 2\n", (5, 1), "", "the text ends inside `Solved`: expected `End`");
    tws("Set A 2 1\nSolved\nC\n1 2\nEnd", (3, 1), "C", "there is no set `C`: expected `End` or one of A");
    tws("Set Abc 2 1\nSolved\nABC\n1 2\nEnd", (3, 1), "ABC", "write `Abc`");
    tws("Set A 2 1\nSolved\nA\n1 2\nA\n1 2\nEnd", (5, 1), "A", "given a second time");
    tws(
        "Set A 2 1\nSolved\nA\n1\nEnd",
        (4, 2),
        "",
        "the row of pieces of A has 1 entries: expected 2 entries",
    );
    tws("Set A 2 1\nSolved\nA\n1 2 3\nEnd", (4, 5), "3", "more than its 2 entries");
    tws("Set A 2 1\nSolved\nA\n1 x\nEnd", (4, 3), "x", "`x` is not an entry of the row of pieces of A");
    tws("Set A 2 1\nSolved\nA\n0 1\nEnd", (4, 1), "0", "numbered from 1 here");
    tws("Set A 2 1\nSolved\nA\nEnd", (4, 1), "End", "not an entry of the row of pieces of A");
    tws("Set A 2 1\nSolved\nA", (3, 2), "", "the row of pieces of A has 0 entries");
    tws("Set A 2 3\nSolved\nA\n1 2\n0 3\nEnd", (5, 3), "3", "at most 2 is possible here");
    tws("Set A 2 3\nSolved\nA\n1 1\n0 ?\nEnd", (5, 3), "?", "identical pieces");
    tws("Set A 2 3\nSolved\nA\n1 1\n? 0\nEnd", (5, 3), "0", "an identical one has `?`");
    tws("Set A 2 3\nSolved\nA 1 2\nEnd", (3, 3), "1", "one word too many");
    more("Set C 1 1", (1, 1), "Set", "after the solved state");
    more("Solved\nEnd", (1, 1), "Solved", "a second time");
    more("StartState\nEnd", (1, 1), "StartState", "a second time");
    more("Move\nEnd", (1, 5), "", "has only 0 of its 1 words");
    more("Move X Y\nEnd", (1, 8), "Y", "one word too many");
    more("Move X\nEnd\nMove X\nEnd", (3, 6), "X", "defined a second time");
    more("Move X\nA\n1 2 2\nEnd", (3, 5), "2", "slot 2 occurs a second time");
    more("Move X\nB\n1 1\nEnd", (3, 3), "1", "a move permutes the slots");
    more("Move X\nA\n1 2 4\nEnd", (3, 5), "4", "A has no slot 4: expected a slot from 1 to 3");
    more("Move X\nA\n0 1 2\nEnd", (3, 1), "0", "A has no slot 0");
    more("MoveTransformation X\nA\n1 2 3\nEnd", (3, 5), "3", "expected a slot from 0 to 2");
    more("Move X\nA\n1 2 ?\nEnd", (3, 5), "?", "not a whole number");
    more(
        "Move X\nA\n1 3 2\n0 ? 1\nEnd",
        (4, 3),
        "?",
        "`?` is not a whole number: expected an orientation from 0 to 1",
    );
    more("Move X\nA\n1 3 2\n0 2 1\nEnd", (4, 3), "2", "too large, at most 1");
    more("Move X\nA\n1 3 2\nEnd of it", (4, 5), "of", "one word too many");
    more("Move X\nA\n1 3 2\n", (4, 1), "", "the text ends inside `Move`");
    more("MoveSequence", (1, 13), "", "no name");
    more("MoveSequence S", (1, 15), "", "no moves");
    more("MoveSequence S X", (1, 14), "S", "moves of this definition; `X` is not one");
    more("MoveSequence S T\nMoveSequence T S", (1, 14), "S", "contain itself");
    more("MoveSequence S S'", (1, 14), "S", "contain itself, as this one does through `S'`");
    more("MoveAlias a", (1, 12), "", "has only 1 of its 2 words");
    more("MoveAlias a R", (1, 13), "R", "there is no move `R`");
    more("Move X\nEnd\nMoveAlias X X2", (3, 11), "X", "a second time");
    more("Illegal", (1, 8), "", "no set");
    more("Illegal C 1 1", (1, 9), "C", "there is no set `C`");
    more("Illegal A 4 1", (1, 11), "4", "at most 3");
    more("Illegal A 0 1", (1, 11), "0", "numbered from 1");
    more("Illegal A 1", (1, 8), "", "no pieces");
    more("Illegal A 1 7", (1, 13), "7", "no piece 7 in the solved state");
    more("Ignore\nEnd", (1, 1), "Ignore", "not a command");
    // Sizes are refused before anything of that size is allocated.
    let many: String = (0..20).map(|n| format!("Set A{n} 65535 65535\n")).collect();
    tws(&many, (17, 9), "65535", "too many pieces");
    let many: String = (0..4200).map(|n| format!("Set A{n} 1 1\n")).collect();
    tws(&many, (4097, 11), "1", "too many orbits");
}

#[test]
fn faults_of_ksolve() {
    #[track_caller]
    fn more(text: &str, place: (usize, usize), token: &str, message: &str) {
        let text = format!("{HEAD}{text}");
        check(ksolve::read(&text), &text, (place.0 + 9, place.1), token, message);
    }
    more("MoveAlias a b", (1, 1), "MoveAlias", "not a command");
    more("Set C 1 1", (1, 1), "Set", "after the sets were used");
    more("Solved End", (1, 1), "Solved", "a second time");
    more("Move X\nA 1 2\nB", (3, 1), "B", "the row of pieces of A has 2 entries: expected 3");
    more("Move X\nA\n1 2\n2\n0 1 1 End", (4, 1), "2", "occurs a second time");
    more("Move X\nA\n1 2\n3\n0 1\nEnd", (6, 1), "End", "the row of orientations of A has 2 entries");
    more("Move X\nA\n1 3 2 0 0 2\nEnd", (3, 11), "2", "at most 1");
    more("Move X\nA\n1 3 2 1\nEnd", (3, 7), "1", "the row of pieces of A has more than its 3 entries");
    more("Move X\nA\n1 3 2 1\n0 0 0\nEnd", (3, 7), "1", "the row of pieces of A has more than its 3");
    more("Move X\nA\n1 3 2\n0 0 0 0\nEnd", (4, 7), "0", "the row of orientations of A has more than its 3");
    more("Move X End Move X End", (1, 17), "X", "a second time");
    more("Ignore A 0 1 2 End", (1, 14), "2", "expected 0 or 1");
    more("Ignore A 0 1 1 End Ignore End", (1, 20), "Ignore", "a second time");
    more("Block A End", (1, 8), "", "no pieces of A");
    more("Block A 4 End", (1, 9), "4", "no piece 4");
    more("Block A 1", (1, 10), "", "the text ends inside `Block`");
    more("ForbiddenPairs\nX Y\nEnd", (2, 1), "X", "there is no move `X`");
    more("Move X End ForbiddenPairs X End", (1, 28), "", "no move to follow");
    more("Move X End\nForbiddenGroups\nX X' End", (3, 6), "End", "`End` on a line of its own");
    more("Move X End\nForbiddenGroups\nX Z\nEnd", (3, 3), "Z", "no move `Z`");
    more("MoveLimits X* 2 End", (1, 12), "X*", "no move `X`");
    more("Move X End MoveLimits X two End", (1, 25), "two", "not a whole number");
    more("ParallelMoves X Y", (1, 18), "", "the text ends inside `ParallelMoves`");
    check(
        ksolve::read("Set A 2 1 Solved A 1 ? End"),
        "Set A 2 1 Solved A 1 ? End",
        (1, 22),
        "?",
        "does not allow `?`",
    );
    let large = "Set A 1 1 Set B 65535 1 Solved End Move X A 1 1 B ".to_owned()
        + &(0..65535).map(|n| format!("{} ", (n + 1) % 65535 + 1)).collect::<String>()
        + "End Block A 1 End";
    ok(&large, ksolve::read(&large));
    let text = "Set A 1 1 Set B 30 1 Solved End Move X A 1 1 B 2 1 4 5 3 7 8 9 10 6 12 13 14 15 16 17 11 \
        19 20 21 22 23 24 25 26 27 28 18 29 30 End Block A 1 End";
    assert_eq!(ok(text, ksolve::read(text)).orbits[0].orientations, 2310);
}

#[test]
fn faults_of_scrambles() {
    let definition =
        "Set A 4 3\nSet B 4 2\nSolved\nA\n1 2 3 4\n0 0 ? 0\nB\n1 1 2 2\nEnd\nMove X\nA\n2 1 3 4\nEnd\n";
    let definition = ok(definition, tws::read(definition));
    let scramble =
        |text: &str, place, token, message| check(scr::read(text, &definition), text, place, token, message);
    scramble("Srcamble", (1, 1), "Srcamble", "not a command");
    scramble("Scramble s\nC 1", (2, 1), "C", "there is no set `C`");
    scramble("Scramble s\nA\n1 2 3 5\nEnd", (3, 7), "5", "A has no piece 5, counted from 1");
    scramble(
        "Scramble s\nA\n1 2 3 3\nEnd",
        (3, 7),
        "3",
        "piece 3 of A, counted from 1, occurs a second time",
    );
    scramble("Scramble s\nA\n1 2 3 3\nEnd", (3, 7), "3", "piece 4 is missing");
    scramble("Scramble s\nB\n1 2 2 2\nEnd", (3, 7), "2", "more than 2 times");
    scramble("Scramble s\nA\n0 2 3 4\nEnd", (3, 1), "0", "numbered from 1");
    scramble("Scramble s\nA\n1 2 3 4\n0 0 3 0\nEnd", (4, 5), "3", "at most 2");
    scramble("Scramble s\nA\n1 2 3 4\n0 ? 0 0\nEnd", (4, 3), "?", "orientation left out");
    scramble("Scramble s\nB\n1 2 1 2\n0 ? 0 0\nEnd", (4, 3), "?", "orientation left out");
    scramble("Scramble s\nA\n1 2 ? ?\nEnd", (3, 5), "?", "piece 3 of A is left out");
    scramble("Scramble s\nB\n1 ? ? 2\nEnd", (3, 3), "?", "named in one slot and left out in another");
    scramble("Scramble s\nA\n1 2 3 ?2\nEnd", (3, 7), "?2", "not available here");
    scramble("Scramble s\nA\n1 2 3 ?x\nEnd", (3, 7), "?x", "not an entry of the row");
    scramble("Scramble s\nA\n1 2 3\nEnd", (4, 1), "End", "has 3 entries: expected 4");
    scramble("Scramble s\nA\n1 2 3 4", (3, 8), "", "the text ends inside `Scramble`");
    scramble("ScrambleAlg s\nR U", (2, 4), "", "the text ends inside `ScrambleAlg`");
    scramble("RandomScramble s\nR End", (2, 1), "R", "occurs in a random scramble");
    scramble("MaxDepth", (1, 9), "", "has only 0 of its 1 words");
    scramble("MaxDepth many", (1, 10), "many", "a number of turns");
    scramble("MoveLimits X 1 Q 2 End", (1, 16), "Q", "no move `Q`");
    scramble("MoveLimits X", (1, 13), "", "the text ends inside");
    scramble("CPOS 0369", (1, 10), "", "ends at slot 1 of B: expected 8 digits in all");
    scramble("CPOS 0369-", (1, 10), "-", "no digit");
    scramble("CPOS 036é0246", (1, 9), "é", "no digit");
    scramble("CPOS 036C0246", (1, 9), "C", "no piece 4, counted from 0");
    scramble("CPOS 036902460", (1, 14), "0", "too long");
    scramble("CPOS 03660246", (1, 6), "03660246", "occurs a second time");
    scramble("CMOV 03660246", (1, 6), "03660246", "every slot once");
    let glued = ok(GLUED, ksolve::read(GLUED));
    let text = "Scramble\nPIECE\n? ? 3 4\nEnd";
    check(scr::read(text, &glued), text, (3, 1), "?", "glued pieces");
}

#[test]
fn faults_of_kpuzzle() {
    #[track_caller]
    fn change(from: &str, to: &str, place: (usize, usize), token: &str, message: &str) {
        const GOOD: &str = r#"{"name": "p",
"orbits": [{"orbitName": "A", "numPieces": 3, "numOrientations": 4}],
"defaultPattern": {"A": {"pieces": [0, 1, 1], "orientation": [1, 0, 1], "orientationMod": [0, 2, 2]}},
"moves": {"M": {"A": {"permutation": [1, 0, 2], "orientationDelta": [3, 0, 0]}}},
"derivedMoves": {"D": "M M'"}}"#;
        ok(GOOD, kpuzzle::read(GOOD));
        assert!(GOOD.contains(from), "{from}");
        let text = GOOD.replacen(from, to, 1);
        check(kpuzzle::read(&text), &text, place, token, message);
    }
    change("}]", "}}", (2, 68), "}", "this is not JSON");
    change("\"p\",", "\"p\"", (2, 1), "\"", "this is not JSON");
    change("M'\"}}", "M'\"", (5, 29), "", "this is not JSON");
    change(
        "\"name\": \"p\"",
        "\"name\": 1",
        (1, 10),
        "1",
        "the name of the puzzle is a number: expected a string",
    );
    change("\"orbits\"", "\"Orbits\"", (1, 1), "{", "has no `orbits`");
    change("[{\"orb", "[], \"x\": [{\"orb", (2, 11), "[", "no orbits");
    change(
        "3, \"numO",
        "0, \"numO",
        (2, 44),
        "0",
        "the number of pieces cannot be 0: expected a whole number from 1",
    );
    change("3, \"numO", "4e9, \"numO", (2, 44), "4e9", "cannot be 4e9");
    change("3, \"numO", "4000000000, \"numO", (2, 44), "4000000000", "cannot be 4000000000");
    change("3, \"numO", "-3, \"numO", (2, 44), "-3", "cannot be -3");
    change("3, \"numO", "\"3\", \"numO", (2, 44), "\"3\"", "is a string: expected a whole number");
    change("numOri", "numOre", (2, 12), "{", "an orbit has no `numOrientations`");
    change(
        "4}]",
        "4}, {\"orbitName\": \"A\", \"numPieces\": 1, \"numOrientations\": 1}]",
        (2, 84),
        "\"A\"",
        "second time",
    );
    change("defaultPattern", "pattern", (1, 1), "{", "has no `defaultPattern`");
    change("{\"A\": {\"pie", "{\"B\": {\"pie", (3, 20), "\"B\"", "there is no orbit `B`: expected one of A");
    change("{\"A\": {\"pieces\"", "{\"A\": {\"pices\"", (3, 25), "{", "has no `pieces`");
    change("[0, 1, 1]", "[0, 1]", (3, 36), "[", "has 2 entries: expected 3");
    change("[0, 1, 1]", "[0, 1, 1, 5]", (3, 46), "5", "has 4 entries");
    change("[0, 1, 1]", "[0, 1, 0]", (3, 43), "0", "modulo 2 here, modulo 4 elsewhere");
    change(
        "[1, 0, 1]",
        "[1, 0, 2]",
        (3, 69),
        "2",
        "an orientation cannot be 2: expected a whole number from 0 to 1",
    );
    change("[0, 2, 2]", "[0, 3, 2]", (3, 95), "3", "3 does not divide the 4");
    change("[1, 0, 2]", "[1, 0, 0]", (4, 45), "0", "slot 0 occurs a second time");
    change("[1, 0, 2]", "[1, 0, 3]", (4, 45), "3", "a slot cannot be 3");
    change("[1, 0, 2]", "[1, 0, null]", (4, 45), "null", "a slot is null");
    change("[1, 0, 2]", "7", (4, 38), "7", "`permutation` is a number: expected an array");
    change("[3, 0, 0]", "[4, 0, 0]", (4, 70), "4", "an orientation cannot be 4");
    change("{\"M\":", "{\"M\": {}, \"M\":", (4, 20), "\"M\"", "occurs a second time in this object");
    change("{\"D\":", "{\"M\":", (5, 18), "\"M\"", "move `M` is defined a second time");
    change("\"M M'\"", "[]", (5, 23), "[", "a derived move is an array: expected a string");
    let many: String = (0..20)
        .map(|n| format!("\n{{\"orbitName\":\"{n}\",\"numPieces\":65535,\"numOrientations\":65535}},"))
        .collect();
    let many = format!("{{\"orbits\":[{}]}}", many.trim_end_matches(','));
    check(kpuzzle::read(&many), &many, (18, 31), "65535", "too many pieces");
    let deep = "[".repeat(100_000);
    assert!(kpuzzle::read(&deep).is_err());
    assert!(kpuzzle::read(&format!("{deep}{}", "]".repeat(100_000))).is_err());
}

#[test]
fn faults_of_gap() {
    #[track_caller]
    fn gap(text: &str, place: (usize, usize), token: &str, message: &str) {
        check(gap::read(text), text, place, token, message);
    }
    gap("", (1, 1), "", "no permutation is given");
    gap("a := (1,2) b := (1,3);", (1, 12), "b", "`b` stands where a statement ends: expected `;`");
    gap("a := (1,2,1);", (1, 11), "1", "point 1 occurs a second time");
    gap("a := (1,2)(2,3);", (1, 12), "2", "point 2 occurs a second time");
    gap("a := (1,x);", (1, 9), "x", "`x` stands in a cycle: expected the number of a point");
    gap("a := (1 2);", (1, 9), "2", "expected `)`");
    gap("a := (0,2);", (1, 7), "0", "there is no point 0");
    gap("a := (1,70000);", (1, 9), "70000", "expected a point from 1 to 65535");
    gap("a := b;", (1, 6), "b", "there is no permutation `b`");
    gap("a := ;", (1, 6), ";", "where a permutation belongs");
    gap("a := (1,2);\na := (1,3);", (2, 1), "a", "given a second time");
    gap("G := Group(a);", (1, 12), "a", "there is no permutation `a`");
    gap("G := Group((1,2);", (1, 17), ";", "stands in a group: expected `)`");
    gap("G := Group([(1,2));", (1, 18), ")", "expected `]`");
    gap("a := [2,3,3];", (1, 11), "3", "the image 3 occurs a second time");
    gap("a := [0,3,1];", (1, 9), "3", "3 is no image here: expected a number from 0 to 2");
    gap("2 3 1\n1 4 2", (2, 3), "4", "expected a number from 1 to 3");
    gap("a := (1,2)^-;", (1, 12), "-", "expected a whole number");
    gap("a := (1,2)^12345678901234567890;", (1, 12), "12345678901234567890", "an exponent is too large");
    gap("x := [(1,2)]; a := x*x;", (1, 20), "x", "`x` is not one permutation");
    gap("a := (1,2); Size(a);", (1, 13), "Size", "`Size` is no function that is known here");
    gap("G := MathieuGroup(13);", (1, 19), "13", "expected 11, 12, 22, 23 or 24");
    gap("G := DihedralGroup(IsPermGroup, 7);", (1, 33), "7", "expected an even number");
    let deep = "(".repeat(100_000);
    assert!(gap::read(&deep).is_err() && gap::read(&deep.replace('(', "[")).is_err());
    gap("G := Group(,);", (1, 12), ",", "`,` stands where a permutation belongs");
    gap("a := (1,2); # é\n ü := (1,é);", (2, 10), "é", "the number of a point");
    // 257 rows of 65535 points exceed 2^24 entries, whether written or made of short rows and one long one.
    let many: String = (0..260).map(|n| format!("a{n} := (1,65535);\n")).collect();
    gap(&many, (257, 9), "(1,65535)", "too many");
    let many: String = (1..260).map(|n| format!("a{n} := (1,2);\n")).collect();
    gap(&format!("a0 := (1,65535);\n{many}"), (256, 1), "a255", "too many");
}
