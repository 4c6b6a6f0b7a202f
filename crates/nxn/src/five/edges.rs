//! The twelve edges in phases 4 and 5: the effect of turns on middle edges and on the wings of the first and second half.
//!
//! Start at [`Edges`]; [`between`] lists the four places that phase 4 pairs. A reflection that exchanges R and L exchanges the
//! halves. Data about the first half with the middle edges therefore applies to the second half as well.

use super::moves::{MIDDLES, State, T_CENTRES, X_CENTRES, reflected, reflection, tables};
use super::sides::{SETS, Sides};
use crate::four::halves::{EDGES, Halves, Slots, of_slot};
use crate::reduction::wings::edges;

/// By place: the edge that a piece belongs to.
pub(super) type Places = [u8; EDGES];

/// The places of the pieces of the edges: middle edges, wings of the first half and wings of the second half, each by edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Whereabouts {
    pub(super) middles: Places,
    pub(super) first: Places,
    pub(super) second: Places,
}

/// The effect of turns on these places.
pub(super) struct Edges {
    /// By number of a turn; turns that do not belong to phase 4 move nothing.
    pub(super) moves: Vec<Whereabouts>,
    /// The image of each place in the mirror.
    pub(super) mirror: Places,
}

const HOME: Places = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

impl Edges {
    pub(super) fn build(halves: &Halves) -> Self {
        let tables = tables();
        let moves = (tables.wings.iter().zip(&tables.middles)).map(|(wings, middles)| {
            let (wings, middles) = (halves.image(wings), halves.image(middles));
            match (wings, middles) {
                (Some(wings), Some(middles)) => {
                    let of = |slots: &Slots| HOME.map(|edge| of_slot(slots, edge));
                    Whereabouts {
                        middles: of(&middles.first),
                        first: of(&wings.first),
                        second: of(&wings.second),
                    }
                }
                _ => Whereabouts { middles: HOME, first: HOME, second: HOME },
            }
        });
        let mirror = reflection(MIDDLES);
        let mirror = halves.slots.map(|[slot, _]| halves.place[usize::from(mirror[usize::from(slot)])].0);
        Edges { moves: moves.collect(), mirror }
    }
}

impl Whereabouts {
    /// The places of the pieces in a state after phase 3.
    pub(super) fn of(halves: &Halves, state: &State) -> Whereabouts {
        let mut at = Whereabouts { middles: HOME, first: HOME, second: HOME };
        let edge = |piece: u8| usize::from(halves.place[usize::from(piece)].0);
        for (place, [first, second]) in (0u8..).zip(&halves.slots) {
            let (first, second) = (usize::from(*first), usize::from(*second));
            at.middles[edge(state.middles[first])] = place;
            at.first[edge(state.wings[first])] = place;
            at.second[edge(state.wings[second])] = place;
        }
        at
    }
}

/// The members of a set in increasing order.
pub(super) fn members<const N: usize>(set: u32) -> [u8; N] {
    let mut members = (0..EDGES as u8).filter(|place| set >> place & 1 == 1);
    std::array::from_fn(|_| members.next().unwrap_or(0))
}

/// The places of edges that are not on the faces of an axis.
pub(super) fn apart_from(face: usize) -> u32 {
    let flat = |pair: &[usize; 2]| pair.iter().all(|slot| slot / 4 % 3 != face);
    (0..).zip(edges()).filter(|(_, pair)| flat(pair)).fold(0, |set, (place, _)| set | 1 << place)
}

/// The places between U and D.
pub(super) fn between() -> [u8; 4] {
    members(apart_from(0))
}

/// The place of each turn's mirror image among turns.
pub(super) fn mirrored_turns<const N: usize>(turns: &[u8; N]) -> [usize; N] {
    turns.map(|number| turns.iter().position(|&other| other == reflected(number)).unwrap_or(0))
}

/// By position of the axis of a face: its mirror image.
pub(super) fn mirrored_axis(sides: &Sides, face: usize) -> Vec<u16> {
    let [t, x] = [T_CENTRES, X_CENTRES].map(|orbit| {
        let image = reflection(orbit);
        let one = |set: u32| {
            let mirrored =
                (0..24).filter(|slot| set >> slot & 1 == 1).fold(0, |set, slot| set | 1u32 << image[slot]);
            // The colours of R and L are exchanged too.
            let other = crate::model::slot_sets::axis_set(1) ^ mirrored;
            sides.set(if face == 1 { other } else { mirrored }, face) as u16
        };
        sides.sets(face).into_iter().map(one).collect::<Vec<u16>>()
    });
    t.iter().flat_map(|t| x.iter().map(move |x| t * SETS as u16 + x)).collect()
}
