//! Shortens sequences by cancelling and merging moves, across moves that commute.
//!
//! Start at [`simplify`] and [`MoveAlgebra`]. Each move is shifted back over the moves with which it commutes until
//! it meets one of the same generator, and the amounts are added. The result is the normal form of a partially
//! commutative group (Cartier and Foata 1969), up to the order of commuting moves, which stays as written. For
//! example, `U D U'` becomes `D`. Relations other than orders and commuting pairs are left to a search.

use super::ast::MoveToken;

/// A move is compared with at most this many commuting moves before it, which bounds the work for every algebra. No
/// puzzle is known to have so many generators that all commute.
const WINDOW: usize = 1024;

/// The algebraic properties of moves by name.
///
/// Generators are families with layers; a move is a power of its generator. The relation `same_generator` must be an
/// equivalence. `commutes` must be symmetric and the same for all powers of a generator except 0, and a generator
/// commutes with itself.
pub trait MoveAlgebra {
    /// The order of the generator of this move, whatever the amount of the move; `None` if unknown.
    fn order(&self, token: &MoveToken) -> Option<u32>;

    /// Whether two moves can be exchanged without changing the effect. `false` if that is unknown.
    fn commutes(&self, a: &MoveToken, b: &MoveToken) -> bool;

    /// Whether two moves differ only in their amounts, and possibly in spelling, such as `Rw` and `r`.
    fn same_generator(&self, a: &MoveToken, b: &MoveToken) -> bool {
        a.family == b.family && a.layers == b.layers
    }
}

/// The least amount for a move whose generator has this order: from `-(order-1)/2` to `order/2`, both rounded down. A
/// half turn is positive. For order 0, amounts are unchanged.
pub fn canonical_amount(amount: i64, order: u32) -> i64 {
    let order = i64::from(order);
    if order == 0 {
        return amount;
    }
    let residue = amount.rem_euclid(order);
    if 2 * residue > order { residue - order } else { residue }
}

/// Cancels and merges moves. Takes time proportional to the number of moves times the number of commuting moves before
/// each, which is at most 1024.
///
/// Amounts are reduced to the least for the order of their generators: 3 becomes -1 for order 4 and -2 for order 5. If
/// the order is unknown, amounts are added without reduction, and two moves are not merged if the sum is out of range.
pub fn simplify(moves: &[MoveToken], algebra: &dyn MoveAlgebra) -> Vec<MoveToken> {
    let mut kept: Vec<MoveToken> = Vec::with_capacity(moves.len());
    for token in moves {
        let meets = (0..kept.len())
            .rev()
            .take(WINDOW)
            .map(|at| (at, algebra.same_generator(&kept[at], token)))
            .find(|&(at, same)| same || !algebra.commutes(&kept[at], token));
        let merged = match meets {
            Some((at, true)) => {
                reduced(&kept[at], i64::from(kept[at].amount) + i64::from(token.amount), algebra)
                    .map(|sum| (at, sum))
            }
            _ => None,
        };
        match merged {
            Some((at, Some(sum))) => kept[at] = sum,
            Some((at, None)) => {
                kept.remove(at);
            }
            None => match reduced(token, i64::from(token.amount), algebra) {
                Some(Some(alone)) => kept.push(alone),
                Some(None) => {}
                None => kept.push(token.clone()),
            },
        }
    }
    kept
}

/// The generator of `token` with this amount, reduced by its order: `Some(None)` if that is the identity, `None` if the
/// amount cannot be written.
fn reduced(token: &MoveToken, amount: i64, algebra: &dyn MoveAlgebra) -> Option<Option<MoveToken>> {
    let amount = algebra.order(token).map_or(amount, |order| canonical_amount(amount, order));
    let amount = i32::try_from(amount).ok().filter(|&amount| amount != i32::MIN)?;
    Some((amount != 0).then(|| token.clone().with_amount(amount)))
}
