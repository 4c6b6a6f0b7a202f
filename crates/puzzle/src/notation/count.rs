//! The length of an algorithm in any metric.
//!
//! [`Alg::cost`] sums the costs of the moves over the tree. Brackets are multiplied out but not expanded, so the
//! length of any text is found at once. The puzzle and its [`Metric`](crate::metric::Metric) define the cost of a
//! move.

use super::ast::{Alg, MoveToken, NodeKind};
use crate::diagnostic::Diagnostic;

impl Alg {
    /// The sum of the costs of the moves, with brackets expanded; `u128::MAX` stands for that much or more. A move and
    /// its inverse must have the same cost. Takes time proportional to the size of the tree.
    ///
    /// # Errors
    ///
    /// At the first move that has no cost.
    ///
    /// ```
    /// use permutant_puzzle::notation::{AnyName, Dialect, parse};
    ///
    /// let alg = parse("(M' U)4 x R2", &AnyName, Dialect::default())?;
    /// let slices_count_two = |family: &str| match family {
    ///     "M" | "E" | "S" => 2,
    ///     "x" | "y" | "z" => 0,
    ///     _ => 1,
    /// };
    /// assert_eq!(alg.cost(|token| Some(slices_count_two(&token.family)))?, 13);
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
