//! The cost of a sequence of moves: metrics as data.
//!
//! Start at [`Metric`]. The usual ones have names; [`Metric::weights`] makes one from a cost for each move. All but
//! [`Metric::atm`] count turn by turn.

use crate::moves::Turn;
use crate::small_map::Map;

/// A way to count moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    name: String,
    rule: Rule,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Rule {
    /// Any amount of an outer block is 1; an inner slice is 2; a rotation is free.
    Outer,
    /// As `Outer`, times the amount.
    Quarter,
    /// Any amount of any block of layers is 1; a rotation is free.
    Slice,
    /// As `Slice`, times the amount.
    SliceQuarter,
    /// As `Slice`, but turns of the layers of Square-1 are free.
    Twist,
    /// Everything that is written is 1.
    Execution,
    /// Turns about one axis that follow each other are 1 together; a rotation is free.
    Axial,
    /// By the name of the turn, else by the name of its base times the amount, else 1.
    Weights(Map<String, u32>),
}

/// Errors in a name or a list of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MetricError {
    /// No metric has this name.
    #[error(
        "there is no metric '{0}'; expected htm, qtm, stm, sqtm, etm, atm, twist, or weights such as R=1,R2=2,U=3"
    )]
    Unknown(String),
    /// A weight is no number from 0 to a million.
    #[error("the weight in '{0}' is not a whole number from 0 to 1000000")]
    Weight(String),
    /// Two names of one turn have different weights.
    #[error("the turn {0} has two weights")]
    TwoWeights(String),
}

/// The largest weight of a single turn: lengths of a thousand turns still fit 32 bits.
const MAX_WEIGHT: u32 = 1_000_000;

impl Metric {
    /// Half-turn metric (face turns): any amount of an outer block counts 1, an inner slice 2. The same as
    /// outer-block turns (`obtm`) on big cubes, and "any power of a move" on a puzzle without layers.
    pub fn htm() -> Self {
        Metric { name: "htm".into(), rule: Rule::Outer }
    }

    /// Quarter-turn metric: as [`Metric::htm`], times how often the move is made.
    pub fn qtm() -> Self {
        Metric { name: "qtm".into(), rule: Rule::Quarter }
    }

    /// Slice-turn metric: any amount of any block of layers counts 1.
    pub fn stm() -> Self {
        Metric { name: "stm".into(), rule: Rule::Slice }
    }

    /// Slice quarter-turn metric: as [`Metric::stm`], times how often the move is made.
    pub fn sqtm() -> Self {
        Metric { name: "sqtm".into(), rule: Rule::SliceQuarter }
    }

    /// Twist metric of Square-1: `/` counts 1, and turns of its layers are free. The same as [`Metric::stm`]
    /// elsewhere.
    pub fn twist() -> Self {
        Metric { name: "twist".into(), rule: Rule::Twist }
    }

    /// Execution metric: everything counts 1, rotations too.
    pub fn etm() -> Self {
        Metric { name: "etm".into(), rule: Rule::Execution }
    }

    /// Axial-turn metric: turns about one axis that follow each other count 1 together, as `R L'` or `U E2 D`; A
    /// rotation is free, and it ends a run of turns unless it is about their axis. On a puzzle without axes, each
    /// move has its own.
    pub fn atm() -> Self {
        Metric { name: "atm".into(), rule: Rule::Axial }
    }

    /// The named metrics that count turn by turn, the usual one first.
    pub fn named() -> [Self; 5] {
        [Metric::htm(), Metric::qtm(), Metric::stm(), Metric::sqtm(), Metric::etm()]
    }

    /// A one-line description.
    pub fn about(&self) -> &'static str {
        match &self.rule {
            Rule::Outer => "moves of any amount; an inner slice counts twice, a rotation not at all",
            Rule::Quarter => {
                "moves as often as each is made; an inner slice counts twice, a rotation not at all"
            }
            Rule::Slice => "moves of any amount, inner slices too; a rotation does not count",
            Rule::SliceQuarter => {
                "moves as often as each is made, inner slices too; a rotation does not count"
            }
            Rule::Twist => "twists of Square-1; turns of its layers do not count",
            Rule::Execution => "everything that is written, rotations too",
            Rule::Axial => "turns about one axis that follow each other as one; a rotation does not count",
            Rule::Weights(_) => "by the weights of the moves",
        }
    }

    /// A cost for each turn by its name (`R2`), or for each repetition of a move (`R`); unlisted turns cost 1.
    /// Weights are at most a million.
    pub fn weights(
        name: impl Into<String>,
        costs: impl IntoIterator<Item = (String, u32)>,
    ) -> Result<Self, MetricError> {
        let costs: Map<String, u32> = costs.into_iter().collect();
        if let Some((turn, cost)) = costs.iter().find(|(_, cost)| **cost > MAX_WEIGHT) {
            return Err(MetricError::Weight(format!("{turn}={cost}")));
        }
        Ok(Metric { name: name.into(), rule: Rule::Weights(costs) })
    }

    /// A metric by its name (`htm`, `obtm`, `ftm`, `qtm`, `stm`, `btm`, `sqtm`, `etm`, `atm`, `axial`, `twist`, in
    /// any case), or weights as `R=1,R2=2`.
    pub fn parse(text: &str) -> Result<Self, MetricError> {
        let metric = match text.to_ascii_lowercase().as_str() {
            "htm" | "obtm" | "ftm" => Metric::htm(),
            "qtm" | "obqtm" => Metric::qtm(),
            "stm" | "btm" => Metric::stm(),
            "sqtm" | "qstm" => Metric::sqtm(),
            "twist" | "twists" => Metric::twist(),
            "etm" => Metric::etm(),
            "atm" | "axial" => Metric::atm(),
            _ if text.contains('=') => {
                let costs = text.split(',').map(|item| {
                    let fault = || MetricError::Weight(item.trim().to_string());
                    let (turn, cost) = item.split_once('=').ok_or_else(fault)?;
                    Ok((turn.trim().to_string(), cost.trim().parse().map_err(|_| fault())?))
                });
                return Metric::weights(text, costs.collect::<Result<Vec<_>, _>>()?);
            }
            _ => return Err(MetricError::Unknown(text.to_string())),
        };
        Ok(Metric {
            name: if metric.is_weighted() { metric.name } else { text.to_ascii_lowercase() },
            ..metric
        })
    }

    /// Its name, as `htm`.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn is_weighted(&self) -> bool {
        matches!(self.rule, Rule::Weights(_))
    }

    /// Whether a search should use turns of inner layers: they cost no more than outer ones.
    pub fn favours_slices(&self) -> bool {
        matches!(self.rule, Rule::Slice | Rule::SliceQuarter | Rule::Execution)
    }

    /// The names of turns and moves that have weights of their own.
    pub fn weighted_names(&self) -> impl Iterator<Item = &str> {
        let costs = match &self.rule {
            Rule::Weights(costs) => Some(costs),
            _ => None,
        };
        costs.into_iter().flat_map(|costs| costs.iter().map(|(name, _)| name.as_str()))
    }

    /// The same metric with other names for turns and moves that have weights of their own.
    ///
    /// # Errors
    ///
    /// [`MetricError::TwoWeights`] if two of them get the same name and have different weights.
    pub fn with_names(self, named: impl Fn(&str) -> String) -> Result<Self, MetricError> {
        let Rule::Weights(costs) = &self.rule else { return Ok(self) };
        let mut renamed: Map<String, u32> = Map::default();
        for (name, &cost) in costs.iter() {
            let name = named(name);
            if renamed.insert(name.clone(), cost).is_some_and(|other| other != cost) {
                return Err(MetricError::TwoWeights(name));
            }
        }
        Ok(Metric { rule: Rule::Weights(renamed), ..self })
    }

    /// Whether a turn counts as often as its move is made, so that each step is a turn.
    pub fn counts_steps(&self) -> bool {
        matches!(self.rule, Rule::Quarter | Rule::SliceQuarter)
    }

    /// Whether the cost of a sequence is the sum of the costs of its turns. Searches that ignore the preceding turn
    /// reject other metrics.
    pub fn counts_turn_by_turn(&self) -> bool {
        self.rule != Rule::Axial
    }

    /// The cost of a single turn. A turn without effect is free.
    pub fn cost(&self, turn: &Turn) -> u32 {
        let times = u32::try_from(turn.amount().unsigned_abs()).unwrap_or(u32::MAX);
        let weight = turn.base().weight;
        match &self.rule {
            _ if times == 0 => 0,
            Rule::Outer => weight.outer,
            Rule::Quarter => weight.outer.saturating_mul(times),
            Rule::Slice | Rule::Axial => weight.slice,
            Rule::SliceQuarter => weight.slice.saturating_mul(times),
            Rule::Twist => weight.twist,
            Rule::Execution => 1,
            Rule::Weights(costs) => match (costs.get(&turn.to_string()), costs.get(&turn.base().name)) {
                (Some(cost), _) => *cost,
                (None, Some(once)) => once.saturating_mul(times),
                (None, None) => weight.outer,
            },
        }
    }

    /// The total cost of a sequence.
    pub fn length<'t>(&self, turns: impl IntoIterator<Item = &'t Turn>) -> u64 {
        if self.counts_turn_by_turn() {
            return turns.into_iter().map(|turn| u64::from(self.cost(turn))).sum();
        }
        let mut length = 0;
        // The turn before, and whether what turns about its axis counted already.
        let mut row: Option<(&Turn, bool)> = None;
        for turn in turns.into_iter().filter(|turn| turn.amount() != 0) {
            let counted =
                row.is_some_and(|(before, counted)| counted && before.base().shares_axis(turn.base()));
            let costs = self.cost(turn) > 0;
            length += u64::from(costs && !counted);
            row = Some((turn, counted || costs));
        }
        length
    }
}

impl Default for Metric {
    fn default() -> Self {
        Metric::htm()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_weights_are_read() {
        assert_eq!(Metric::parse("HTM").unwrap(), Metric::htm());
        assert_eq!(Metric::parse("obtm").unwrap().name(), "obtm");
        assert!(matches!(Metric::parse("xyz"), Err(MetricError::Unknown(_))));
        assert!(matches!(Metric::parse("R=1,U=x"), Err(MetricError::Weight(item)) if item == "U=x"));
        assert!(matches!(Metric::parse("R=9999999"), Err(MetricError::Weight(_))));
        Metric::parse("R=1,R2=2").unwrap();
        for metric in Metric::named().into_iter().chain([Metric::atm(), Metric::twist()]) {
            assert_eq!(Metric::parse(metric.name()), Ok(metric));
        }
    }
}
