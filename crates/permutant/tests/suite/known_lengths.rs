//! One corpus, all engines: positions whose shortest length is known from elsewhere.
//!
//! An engine that proves its solutions must find exactly that length; one that does not, never a shorter one.

use permutant::engine::{Engine, Method};
use permutant::model::Model;
use permutant::position;
use permutant::solver::{Request, Solver};

/// Longest solutions that the general search is asked for here: more takes minutes.
const SEARCHED: u64 = 10;

struct Case {
    puzzle: String,
    scramble: String,
    length: u64,
}

fn corpus() -> Vec<Case> {
    let text = include_str!("../../../../testdata/known_lengths.tsv");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split('\t').collect();
            Case { puzzle: fields[0].into(), scramble: fields[1].into(), length: fields[2].parse().unwrap() }
        })
        .collect()
}

#[test]
fn engines_agree_with_the_known_lengths() {
    let cases = corpus();
    let mut ran = std::collections::BTreeMap::<String, usize>::new();
    for name in ["2x2x2", "3x3x3"] {
        let model = Model::find(name).unwrap();
        let solver = Solver::new(&model);
        for case in cases.iter().filter(|case| case.puzzle == name) {
            let position = position::read(&model, &case.scramble, None).unwrap();
            for method in [Method::Auto, Method::Search] {
                if method == Method::Search && case.length > SEARCHED {
                    continue;
                }
                let request = Request { method, ..Request::new(&position) };
                let answer = solver.solve_one(&request).unwrap();
                *ran.entry(answer.engine.to_string()).or_default() += 1;
                if answer.optimal {
                    assert_eq!(answer.length, case.length, "{name} by {}: {}", answer.engine, case.scramble);
                } else {
                    assert_eq!(answer.engine, Engine::TwoPhase, "the others prove what they find");
                    assert!((case.length..=21).contains(&answer.length), "{}", case.scramble);
                }
            }
        }
    }
    // An engine that declines everything would pass unseen.
    for (engine, least) in [("two-phase", 40), ("table", 10), ("search", 10)] {
        assert!(ran[engine] >= least, "{ran:?}");
    }
}
