//! How long an algorithm is, in the metrics of the cube and in any other.
//!
//! Start at [`CubeMetric`] and [`Alg::cost`]. Costs are summed over the tree, brackets carried out but nothing
//! expanded, so that the length of any text is known at once.

use super::ast::{Alg, MoveToken, NodeKind};
use super::cube_names::{CubeTurn, TurningLayers};
use super::simplify::canonical_amount;
use crate::diagnostic::Diagnostic;

/// A metric for cubes that goes by names.
///
/// | | `R`, `r`, `3Rw` | `R2` | `M`, `2R`, `2-4r`, `m` | `M2` | `x` |
/// |---|---|---|---|---|---|
/// | `Htm` | 1 | 1 | 2 | 2 | 0 |
/// | `Qtm` | 1 | 2 | 2 | 4 | 0 |
/// | `Stm` | 1 | 1 | 1 | 1 | 0 |
/// | `Sqtm` | 1 | 2 | 1 | 2 | 0 |
/// | `Etm` | 1 | 1 | 1 | 1 | 1 |
///
/// `R3` counts as `R'`, and a turn by four quarters as nothing, except that in `Etm` each written move counts 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CubeMetric {
    /// Half turns, outer blocks: the usual metric, also OBTM.
    Htm,
    /// Quarter turns, outer blocks, also OBQTM.
    Qtm,
    /// Slices too count one.
    Stm,
    /// Quarter turns of slices and blocks.
    Sqtm,
    /// Everything that is carried out counts one.
    Etm,
}

impl CubeMetric {
    /// The metric of a name: `htm` or `obtm`, `qtm` or `obqtm`, `stm`, `sqtm` or `qstm`, `etm`, in any case.
    pub fn from_name(name: &str) -> Option<CubeMetric> {
        Some(match name.to_ascii_lowercase().as_str() {
            "htm" | "obtm" => CubeMetric::Htm,
            "qtm" | "obqtm" => CubeMetric::Qtm,
            "stm" => CubeMetric::Stm,
            "sqtm" | "qstm" => CubeMetric::Sqtm,
            "etm" => CubeMetric::Etm,
            _ => return None,
        })
    }

    /// The cost of a move, `None` if it is not a turn of a cube. An inverse costs the same.
    pub fn cost(self, token: &MoveToken) -> Option<u64> {
        let turn = CubeTurn::of(token)?;
        if self == CubeMetric::Etm {
            return Some(1);
        }
        let quarters = canonical_amount(turn.amount.into(), 4).unsigned_abs();
        let outer = matches!(turn.layers, TurningLayers::Block { from: 1, .. });
        let parts = match (turn.layers, self) {
            (TurningLayers::Whole, _) => 0,
            (_, CubeMetric::Htm | CubeMetric::Qtm) if !outer => 2,
            _ => 1,
        };
        Some(match self {
            CubeMetric::Htm | CubeMetric::Stm | CubeMetric::Etm => parts * quarters.min(1),
            CubeMetric::Qtm | CubeMetric::Sqtm => parts * quarters,
        })
    }
}

impl Alg {
    /// The sum of the costs of the moves, brackets carried out; `u128::MAX` stands for that much or more. The cost
    /// of a move must be that of its inverse. Takes time in proportion to the tree.
    ///
    /// # Errors
    ///
    /// At the first move that has no cost.
    ///
    /// ```
    /// use permutant_puzzle::notation::count::CubeMetric;
    /// use permutant_puzzle::notation::{AnyName, Dialect, parse};
    ///
    /// let alg = parse("(M' U)4 x R2", &AnyName, Dialect::default())?;
    /// assert_eq!(alg.cost(|token| CubeMetric::Htm.cost(token))?, 13);
    /// assert_eq!(alg.cost(|token| CubeMetric::Stm.cost(token))?, 9);
    /// # Ok::<(), permutant_puzzle::diagnostic::Diagnostic>(())
    /// ```
    pub fn cost(&self, cost: impl Fn(&MoveToken) -> Option<u64>) -> Result<u128, Diagnostic> {
        let mut fault = None;
        let sum = self.weigh(&mut |node| {
            let NodeKind::Move(token) = &node.kind else { return 0 };
            let cost = cost(token);
            if cost.is_none() && fault.is_none() {
                fault = Some(
                    Diagnostic::new(
                        node.span.clone(),
                        format!("the move `{token}` has no cost in this metric"),
                    )
                    .expected("a move that the metric knows"),
                );
            }
            cost.unwrap_or(0).into()
        });
        fault.map_or(Ok(sum), Err)
    }
}
