//! What the program promises of rules in definitions and scramble files of ksolve+: each one is kept to.

use crate::program::{Run, run};
use std::path::Path;

/// Four pieces: all of them round, and two exchanged.
const FOUR: &str =
    "Name Four\nSet A 4 1\nSolved\nA\n1 2 3 4\nEnd\nMove r\nA\n2 3 4 1\nEnd\nMove s\nA\n2 1 3 4\nEnd\n";

/// Runs a command on the definition with a rule added; the definition's name comes after the command.
fn with(rule: &str, directory: &Path, args: &[&str]) -> Run {
    let file = directory.join("four.def");
    std::fs::write(&file, format!("{FOUR}{rule}\n")).unwrap();
    let mut all = vec![args[0], file.to_str().unwrap()];
    all.extend(&args[1..]);
    run(&all)
}

/// Solutions, of which the program verified each with the rule in force.
#[test]
fn rules_of_definitions_are_kept() {
    let directory = tempfile::tempdir().unwrap();
    for (rule, scramble, free, kept) in [
        ("ForbiddenPairs\nr s\nEnd", "s r'", "r s (2f*)", Some("s r' s r' (4f*)")),
        ("ForbiddenGroups\nr r2 r' s\nEnd", "s r'", "r s (2f*)", None),
        ("ForbiddenGroups\nr r2 r' s\nEnd", "r", "r' (1f*)", Some("r' (1f*)")),
        // The pieces 1 and 2 are glued: s parts them once they are round.
        ("Block\nA\n1 2\nEnd", "s r2 s", "s r2 s (3f*)", Some("s r2 s (3f*)")),
        ("MoveLimits\nr* 1\nEnd", "r s r", "r' s r' (3f*)", Some("s r s (3f*)")),
        ("MoveLimits\ns 0\nEnd", "s", "s (1f*)", None),
        ("MoveLimits\ns 0\nEnd", "r", "r' (1f*)", Some("r' (1f*)")),
    ] {
        let of = |rule: &str| with(rule, directory.path(), &["solve", scramble]);
        assert_eq!(of("").out.trim_end(), free, "{scramble}");
        let ruled = of(rule);
        match kept {
            Some(solution) => assert_eq!(ruled.out.trim_end(), solution, "{rule}: {}", ruled.err),
            None => assert_eq!(ruled.code, 1, "{rule}: {}{}", ruled.out, ruled.err),
        }
    }
    let blocked = with("Block\nA\n1 2\nEnd", directory.path(), &["apply", "r s"]);
    assert_eq!(blocked.code, 2);
    assert!(blocked.err.contains("pieces block it"), "{}", blocked.err);
    let weighted = with("", directory.path(), &["solve", "r2 s r2", "--metric", "r=1,s=9"]);
    assert_eq!(weighted.out.trim_end(), "r2 s r2 (13*)");
}

#[test]
fn what_is_sought_keeps_to_the_rules_too() {
    let directory = tempfile::tempdir().unwrap();
    let find = |rule: &str, cycles: &str| {
        with(rule, directory.path(), &["find", "--cycles", cycles, "--max-length", "4", "--solutions", "all"])
    };
    let algs = |run: &Run| -> Vec<String> { run.out.lines().map(str::to_string).collect() };
    let free = algs(&find("", "A: 3"));
    assert!(free.contains(&"r s (2f)".to_string()) && free.contains(&"s r (2f)".to_string()), "{free:?}");
    let pairs = algs(&find("ForbiddenPairs\nr s\nEnd", "A: 3"));
    assert!(
        pairs.contains(&"s r (2f)".to_string()) && !pairs.iter().any(|alg| alg.contains("r s")),
        "{pairs:?}"
    );
    let glued = algs(&find("Block\nA\n1 2\nEnd", "A: 3"));
    assert!(glued.contains(&"s r (2f)".to_string()) && !glued.contains(&"r s (2f)".to_string()), "{glued:?}");
    assert_eq!(find("MoveLimits\ns 1\nEnd", "A: 3").code, 2);
}

#[test]
fn each_scramble_is_solved_as_its_file_says() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("four.scr");
    let solve = |text: &str, rule: &str, more: &[&str]| {
        std::fs::write(&file, text).unwrap();
        let mut args = vec!["solve", "--state", file.to_str().unwrap()];
        args.extend(more);
        with(rule, directory.path(), &args)
    };
    let alg = "ScrambleAlg a\ns r' s\nEnd\n";
    assert_eq!(solve(alg, "", &[]).out.lines().count(), 1);
    // Both sequences of three moves; with Slack also the longer ones.
    assert_eq!(solve(alg, "", &["--solutions", "all", "--max-length", "3"]).out.lines().count(), 2);
    let slack = solve(&format!("Slack 2\n{alg}"), "", &[]);
    let all = solve(alg, "", &["--solutions", "all", "--max-length", "5"]);
    assert_eq!(slack.out, all.out);
    assert!(slack.out.lines().count() > 2);
    let short = solve(&format!("MaxDepth 2\n{alg}"), "", &[]);
    assert_eq!(short.code, 3, "{}", short.out);
    assert!(short.err.contains("length limit"), "{}", short.err);
    assert!(solve("QTM\nScrambleAlg a\nr2\nEnd\n", "", &[]).out.ends_with(" (2q*)\n"));
    assert_eq!(solve("QTM\nScrambleAlg a\nr2\nEnd\n", "", &["--metric", "htm"]).out, "r2 (1f*)\n");
    // What is said holds until it is changed, and not before.
    let sticky = "ScrambleAlg a\nr s r\nEnd\nMoveLimits\ns 1\nEnd\nScrambleAlg b\nr' s r\nEnd\nMoveLimits\ns 0\nEnd\nScrambleAlg c\ns\nEnd\nScrambleAlg d\nr2\nEnd\n";
    let told = solve(sticky, "", &[]);
    let lines: Vec<&str> = told.out.lines().collect();
    assert_eq!(told.code, 1, "{}", told.out);
    assert_eq!((lines.len(), lines.last()), (4, Some(&"r2 (1f*)")), "{lines:?}");
    assert!(lines[2].contains("cannot be solved"), "a line for each position: {lines:?}");
    assert!(lines[1].matches('s').count() == 1, "{lines:?}");
    let left_out = "Scramble a\nA\n? 1 ? ?\nEnd\n";
    assert!(solve(left_out, "Ignore\nA\n0 1 1 1\nEnd", &[]).out.ends_with(" (1f*)\n"));
    assert_eq!(solve(left_out, "", &[]).code, 2);
    let random = solve("RandomScramble a\nEnd\n", "", &[]);
    assert_eq!(random.code, 2);
    assert!(random.err.contains("permutant scramble"), "{}", random.err);
}
