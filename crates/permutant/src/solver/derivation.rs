//! How an engine found a solution, as far as it tells.

use permutant_cube::model::phases::Phases;
use permutant_cube::reid::EqualDistances;
use std::fmt;

/// How a solution was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Derivation {
    /// In two phases, one after the other.
    TwoPhase(Phases),
    /// By simultaneous searches along three axes, with the states that only their equal distances ruled out.
    ThreeAxes(EqualDistances),
}

impl Derivation {
    /// The numbers of turns of the parts of the solution, in their order; empty if it has no parts.
    pub fn parts(&self) -> Vec<usize> {
        match self {
            Derivation::TwoPhase(phases) => phases.in_order().to_vec(),
            Derivation::ThreeAxes(_) => Vec::new(),
        }
    }
}

impl fmt::Display for Derivation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Derivation::TwoPhase(phases) => phases.fmt(f),
            Derivation::ThreeAxes(equal) => {
                let counts: Vec<String> =
                    equal.counts().map(|(distance, count)| format!("{count} at {distance}")).collect();
                match &counts[..] {
                    [] => write!(f, "no state was ruled out by equal distances n along all axes alone"),
                    counts => write!(
                        f,
                        "states that need n + 1 moves, since their distances along all axes are n: {}",
                        counts.join(", ")
                    ),
                }
            }
        }
    }
}
