//! Exchanges of centres between bars, which leave the inner cube unchanged.
//!
//! Start at [`Nets`]. An exchange is E · O · E⁻¹. O turns second layers about one axis, which are not part of the inner cube. E
//! turns any layers about another axis, each by its own amount. The inner cube is therefore unchanged. Bars whose layers are
//! not turned by E move as wholes, and some centres of the other bars go elsewhere. The effect at position d depends only on
//! the amounts of the layers d and N − 1 − d and of the outer layers. It is the same for all N and is computed on the 6x6x6.

use super::bars::permutation;
use crate::model::orbit::{IDENTITY, Permutation, SLOTS, inverse, then};
use crate::model::turn::{self as turns, Turn};

/// The cube on which exchanges are computed, and a position there.
const SIZE: usize = 6;
const POSITION: usize = 2;

/// Amounts of two layers at the same distance from either side: a number below 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Pair(pub u8);

impl Pair {
    /// From the amount of the layer nearer to the positive end, and that of the other.
    pub fn new(near: u8, far: u8) -> Pair {
        Pair(near % 4 + 4 * (far % 4))
    }

    /// All pairs.
    pub fn all() -> impl Iterator<Item = Pair> {
        (0..16).map(Pair)
    }

    /// All pairs with at least one amount 0, beginning with (0, 0). Pairs of two nonzero amounts did not give better
    /// exchanges in the same time.
    pub fn one_sided() -> impl Iterator<Item = Pair> {
        Pair::all().filter(|pair| pair.near() == 0 || pair.far() == 0)
    }

    /// The amount of the layer nearer to the positive end.
    pub fn near(self) -> u8 {
        self.0 % 4
    }

    /// The amount of the other layer.
    pub fn far(self) -> u8 {
        self.0 / 4
    }

    /// The amounts exchanged.
    pub fn mirrored(self) -> Pair {
        Pair::new(self.far(), self.near())
    }

    /// The turns by these amounts of layer `near` of a cube of this size and of its mirror image on the other side.
    pub fn turns(self, size: usize, axis: u8, near: usize) -> impl Iterator<Item = Turn> {
        let layers = [(near, self.near()), (size - 1 - near, self.far())];
        let turning = layers.into_iter().filter(|(_, amount)| *amount > 0);
        turning.map(move |(layer, amount)| Turn::layer(usize::from(axis), layer, amount))
    }

    /// The effect of these turns on bars at the third position.
    pub fn permutation(self, size: usize, axis: u8, near: usize) -> Permutation {
        let turns = self.turns(size, axis, near);
        turns.fold(IDENTITY, |by, turn| then(&by, &permutation(size, POSITION, turn)))
    }

    /// The number of amounts in which it differs from another.
    pub fn changes(self, other: Pair) -> u32 {
        u32::from(self.near() != other.near()) + u32::from(self.far() != other.far())
    }
}

/// A turn of a second layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rim {
    /// Its axis.
    pub axis: u8,
    /// The amounts of the second and of the last but one layer, one of which is 0.
    pub amounts: Pair,
}

/// The effect of an exchange at a position.
#[derive(Clone, Debug)]
pub struct Net {
    /// The centre in each slot comes from this one.
    pub by: Permutation,
    /// The slots that receive a centre of another bar than they would if bars moved as a whole.
    pub differs: Vec<u8>,
}

/// The effects of all exchanges at one position.
#[derive(Debug)]
pub struct Nets {
    /// By axis of E, amounts of the outer layers, number of the rim, amounts of the layers of the position.
    all: Vec<Net>,
    /// By axis of E, amounts of the outer layers, number of the rim, amount of the layer before the middle of an even cube.
    apart: Vec<Vec<(u8, u8)>>,
    /// By axis of E: the choices of O.
    rims: [Vec<Rim>; 3],
}

/// Choices of O for each axis of E: two other axes, two sides, three amounts.
const RIMS: usize = 12;

impl Nets {
    /// Computes all effects: 9216 permutations.
    pub fn build() -> Nets {
        let pair = |axis, near, amounts: Pair| amounts.permutation(SIZE, axis, near);
        let rims = [0, 1, 2].map(|axis: u8| {
            let others = (0..3).filter(|other| *other != axis);
            let amounts = |axis| Pair::one_sided().skip(1).map(move |amounts| Rim { axis, amounts });
            others.flat_map(amounts).collect::<Vec<_>>()
        });
        let mut all = Vec::new();
        for (axis, rims) in (0u8..).zip(&rims) {
            for outer in Pair::all() {
                let outside = then(&pair(axis, 0, outer), &pair(axis, 1, outer));
                for Rim { axis: across, amounts } in rims {
                    let turned = pair(*across, 1, *amounts);
                    let net = |inner: Pair| {
                        let whole = then(&outside, &pair(axis, POSITION, inner));
                        then(&then(&whole, &turned), &inverse(&whole))
                    };
                    let as_wholes = net(Pair::default());
                    all.extend(Pair::all().map(|inner| {
                        let by = net(inner);
                        let differs = |slot: &u8| by[usize::from(*slot)] != as_wholes[usize::from(*slot)];
                        Net { by, differs: (0..SLOTS as u8).filter(differs).collect() }
                    }));
                }
            }
        }
        let apart = |nets: &[Net], near: u8| {
            let inner = Pair::new(near, 0);
            let [one, other] = [inner, inner.mirrored()].map(|pair| nets[usize::from(pair.0)].by);
            one.into_iter().zip(other).filter(|(from, to)| from != to).collect()
        };
        let apart = all.chunks_exact(16).flat_map(|nets| (0..4).map(move |near| apart(nets, near))).collect();
        Nets { all, apart, rims }
    }

    /// The possible O for E about this axis.
    pub fn rims(&self, axis: u8) -> &[Rim] {
        &self.rims[usize::from(axis)]
    }

    /// The effects of exchanges with these outer layers and this rim, by the amounts of the layers of a position; the
    /// first one moves bars as a whole.
    pub fn of(&self, axis: u8, outer: Pair, rim: usize) -> &[Net] {
        let first = Nets::number(axis, outer, rim) * 16;
        &self.all[first..first + 16]
    }

    /// Which bars provide the centres at the two middle positions of an even cube, for slots where these come from
    /// different bars. By the amount of the layer before the middle, while the layer behind the middle stays.
    pub fn apart(&self, axis: u8, outer: Pair, rim: usize) -> &[Vec<(u8, u8)>] {
        let first = Nets::number(axis, outer, rim) * 4;
        &self.apart[first..first + 4]
    }

    fn number(axis: u8, outer: Pair, rim: usize) -> usize {
        (usize::from(axis) * 16 + usize::from(outer.0)) * RIMS + rim
    }
}

/// An exchange, preceded by at most one turn that moves bars as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The initial turn: of a face, or of two layers.
    pub before: Option<Turn>,
    /// The axis of E.
    pub axis: u8,
    /// The amounts of E from the outside. The two outer layers turn by the first of these, each further layer by the
    /// next one. Layers in the middle without an amount stay.
    pub amounts: Vec<Pair>,
    /// O.
    pub rim: Rim,
}

impl Exchange {
    /// All its turns.
    pub fn turns(&self, size: usize) -> Vec<Turn> {
        let first = self.amounts.first().copied().unwrap_or_default();
        let layers = std::iter::once(&first).chain(&self.amounts).enumerate();
        let way: Vec<Turn> =
            layers.flat_map(|(near, amounts)| amounts.turns(size, self.axis, near)).collect();
        let rim = self.rim.amounts.turns(size, self.rim.axis, 1);
        self.before.into_iter().chain(way.iter().copied()).chain(rim).chain(turns::inverse(&way)).collect()
    }
}

/// The turns of faces and of two layers that move bars as a whole on a cube of this size, each with its effect on bars.
pub fn before(size: usize) -> Vec<(Turn, Permutation)> {
    let blocks = (0..6).flat_map(|face| [1, 2].map(|width| (face, width)));
    blocks
        .flat_map(|(face, width)| (1..4).map(move |amount| Turn::outer(size, face, width, amount)))
        .map(|turn| (turn, permutation(size, POSITION, turn)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::bars::{Bars, permuted};
    use super::super::lines::Lines;
    use super::*;
    use crate::model::stickers::Stickers;

    #[test]
    fn exchanges_do_what_their_turns_do_and_leave_the_inner_cube() {
        let nets = Nets::build();
        for size in 6..10usize {
            for at in 0..200usize {
                let axis = (at % 3) as u8;
                let rim = nets.rims(axis)[at * 7 % RIMS];
                let amounts: Vec<Pair> =
                    (1..size / 2).map(|layer| Pair(((at * 5 + layer * 3) % 16) as u8)).collect();
                let exchange = Exchange { before: None, axis, amounts, rim };
                // A different content for each sticker, as far as numbers below 251 allow.
                let cells: Vec<u8> = (0..6 * size * size).map(|cell| (cell % 251) as u8).collect();
                let mut cube = Stickers::new(&cells).unwrap();
                let (before, inner) = (Bars::read(&cube), Lines::inner(size).seen(&cube));
                cube.turns(&exchange.turns(size));
                let after = Bars::read(&cube);
                assert!(Lines::inner(size).seen(&cube) == inner);
                let outer = exchange.amounts[0];
                let all = nets.of(axis, outer, at * 7 % RIMS);
                for (index, (old, new)) in before.positions.iter().zip(&after.positions).enumerate() {
                    let position = index + 2;
                    let near = position.min(size - 1 - position);
                    let amounts = exchange.amounts.get(near - 1).copied().unwrap_or_default();
                    let amounts = if position == near { amounts } else { amounts.mirrored() };
                    assert_eq!(permuted(old, &all[usize::from(amounts.0)].by), *new, "{size} {exchange:?}");
                }
            }
        }
    }
}
