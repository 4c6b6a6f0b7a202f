//! Why a permutation of a puzzle's points is no element of its group, in the puzzle's terms.
//!
//! Start at [`why_outside`]. A stabilizer chain only shows that it is none; what people look for is what every move preserves.

use permutant_group::Permutation;
use permutant_puzzle::invariants::Invariants;
use permutant_puzzle::orbit::Orbit;
use permutant_puzzle::points::Points;
use permutant_puzzle::state::State;

/// What every move preserves and a permutation does not; `None` if it keeps pieces whole and respects all [`Invariants`].
pub(super) fn why_outside(
    orbits: &[Orbit],
    invariants: &Invariants,
    permutation: &Permutation,
) -> Option<String> {
    let points = Points::new(orbits)?;
    let permutation = &permutation.extended(points.degree());
    if let Some(element) = points.transformation(permutation) {
        let apart = State::identity(orbits);
        return Some(invariants.violation(&apart.after(&element), &apart)?.to_string());
    }
    let (orbit, slot) = (0..points.degree() as u32).find_map(|point| {
        let (orbit, slot, mark) = points.describe(point)?;
        let first = points.describe(permutation.image(point - u32::from(mark)));
        let (to, at, turn) = points.describe(permutation.image(point))?;
        let turned = |first: u16| (first + mark) % orbits[orbit].orientations == turn;
        let is_whole = to == orbit && first.is_some_and(|(_, slot, first)| slot == at && turned(first));
        (!is_whole).then_some((orbit, slot))
    })?;
    let set = &orbits[orbit].name;
    Some(format!("it does not carry the piece in {set} slot {} as a whole to a slot of {set}", slot + 1))
}
