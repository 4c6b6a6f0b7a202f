//! Methods of the library by name, with the line that help pages show for each.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use permutant::analysis::group::report::Method as GroupMethod;
use permutant::engine::Method;

/// `--method` of `solve`.
pub(super) fn solving() -> impl TypedValueParser<Value = Method> {
    by_name(Method::ALL, Method::name, |method| match method {
        Method::Auto => "Choose a method that suits the puzzle",
        Method::TwoPhase => "Kociemba's two-phase algorithm (3x3x3)",
        Method::TwoPhaseLarge => {
            "Two-phase with large tables, built at first use: shorter solutions in the same time (3x3x3)"
        }
        Method::Thistlethwaite => {
            "Thistlethwaite's four phases (3x3x3), at most 45 turns; --explain shows the phases"
        }
        Method::Optimal => "Search for a shortest solution",
        Method::ThreeAxes => {
            "Reid's optimal solver: three simultaneous phase-1 searches (3x3x3); slower than optimal, with a table of 28 MB"
        }
        Method::Huge => "The same with Kociemba's huge table of 706 MB, built at first use (3x3x3)",
        Method::Search => "The general search, for any puzzle",
        Method::Korf => "Korf's search with pattern databases of all pieces, or of those of --patterns",
        Method::Words => "Words in the generators: short solutions of any puzzle, however large",
        Method::Beam => "Beam search: often much shorter solutions than words, but may find none",
        Method::Phases => {
            "Phases that need ever fewer moves, with beams and words from their ends, for any puzzle"
        }
        Method::Insertion => "3-cycles inserted into a solution of some of the pieces",
        Method::Local => {
            "Another method's solution, parts of which are replaced by shorter ones until --time-limit"
        }
        Method::Reduction => "Reduction to the 3x3x3 (4x4x4 and larger cubes); --explain shows the phases",
    })
}

/// `--method` of `group`.
pub(super) fn group() -> impl TypedValueParser<Value = GroupMethod> {
    by_name(GroupMethod::ALL, GroupMethod::name, |method| match method {
        GroupMethod::Auto => {
            "Random stabilizer chain with proof; for the largest puzzles only the certificate"
        }
        GroupMethod::Certificate => "Proof by giant orbits, without a stabilizer chain",
        GroupMethod::Schreier => "Random stabilizer chain, proved by all Schreier generators",
        GroupMethod::Random => "Random stabilizer chain without proof",
        GroupMethod::Jerrum => "Jerrum's filter, level by level, up to 60 points",
        GroupMethod::Sims => "Sims' table, up to 40 points",
    })
}

fn by_name<M: Copy + Send + Sync + 'static, const N: usize>(
    all: [M; N],
    name: fn(M) -> &'static str,
    help: fn(M) -> &'static str,
) -> impl TypedValueParser<Value = M> {
    let values = all.map(|method| PossibleValue::new(name(method)).help(help(method)));
    PossibleValuesParser::new(values).try_map(move |found| {
        all.into_iter().find(|&method| name(method) == found).ok_or("no method has this name")
    })
}
