//! The points of a puzzle that the letters of words touch.

use permutant_group::Permutation;
use permutant_puzzle::orbit::Orbit;
use permutant_puzzle::points::Points;
use permutant_puzzle::state::State;
use std::collections::HashMap;

/// The points of a puzzle, and those among them that letters touch; words refer to these by their index.
#[derive(Debug)]
pub(super) struct WordPoints {
    orbits: Vec<Orbit>,
    points: Points,
    /// Ascending.
    touched: Vec<u32>,
}

/// What a state makes of points, and what a goal makes of them, by index among the touched ones.
pub(super) struct Looks {
    pub(super) now: Vec<u32>,
    pub(super) goal: Vec<u32>,
}

impl WordPoints {
    pub(super) fn new(orbits: Vec<Orbit>, points: Points, touched: Vec<u32>) -> Self {
        WordPoints { orbits, points, touched }
    }

    pub(super) fn of_all(&self) -> &Points {
        &self.points
    }

    /// A permutation of all points, among the touched ones; the reason why it is outside their group if it moves others.
    pub(super) fn among_touched(&self, whole: &Permutation) -> Result<Permutation, String> {
        restrict(&self.touched, whole)
            .filter(|element| element.support().count() == whole.support().count())
            .ok_or_else(|| "it moves a point that no move touches".into())
    }

    pub(super) fn orbits(&self) -> &[Orbit] {
        &self.orbits
    }

    /// A permutation of the touched points among all; it fixes the others.
    pub(super) fn among_all(&self, element: &Permutation) -> Permutation {
        let mut images: Vec<u32> = (0..self.points.degree() as u32).collect();
        for (index, &point) in self.touched.iter().enumerate() {
            images[point as usize] = self.touched[element.image(index as u32) as usize];
        }
        Permutation::from_moved_to(&images).expect("touched points are carried to touched points one to one")
    }

    fn first_untouched(&self, is: impl Fn(usize) -> bool) -> Option<u32> {
        let touched = |point: &u32| self.touched.binary_search(point).is_ok();
        (0..self.points.degree() as u32).find(|point| !touched(point) && is(*point as usize))
    }

    /// The orbit and the slot of a touched point.
    pub(super) fn slot(&self, point: u32) -> Option<(usize, u16)> {
        let (orbit, slot, _) = self.points.describe(*self.touched.get(point as usize)?)?;
        Some((orbit, slot))
    }

    /// A touched point in the puzzle's terms.
    pub(super) fn name(&self, point: u32) -> String {
        self.describe(self.touched.get(point as usize).copied().unwrap_or(point))
    }

    /// A point in the puzzle's terms.
    fn describe(&self, point: u32) -> String {
        let Some((orbit, slot, mark)) = self.points.describe(point) else {
            return format!("point {}", point + 1);
        };
        let orbit = &self.orbits[orbit];
        let mark = if orbit.orientations > 1 { format!(".{mark}") } else { String::new() };
        format!("{} {}{mark}", orbit.name, slot + 1)
    }

    /// The element that brings a state to a goal, if there is only one.
    pub(super) fn between(&self, start: &State, goal: &State) -> Option<Result<Permutation, String>> {
        let difference = self.points.between(start, goal)?;
        Some(self.among_touched(&self.points.permutation(&difference)))
    }

    /// How the points look; the reason why there is no word if a point looks different that no letter touches.
    pub(super) fn looks(&self, start: &State, goal: &State) -> Result<Looks, String> {
        let mut numbers = HashMap::new();
        let goal = self.looks_of(goal, &mut numbers);
        let now = self.looks_of(start, &mut numbers);
        if let Some(point) = self.first_untouched(|point| goal[point] != now[point]) {
            let name = self.describe(point);
            return Err(format!("the content of {name} differs, and no moves change it"));
        }
        let among_touched =
            |looks: &[u32]| -> Vec<u32> { self.touched.iter().map(|&point| looks[point as usize]).collect() };
        Ok(Looks { now: among_touched(&now), goal: among_touched(&goal) })
    }

    /// The content of each point: piece and mark; if a piece is known modulo a divisor, the mark is reduced modulo it. Equal numbers
    /// mean equal appearance.
    fn looks_of(&self, state: &State, numbers: &mut HashMap<(usize, u16, u16), u32>) -> Vec<u32> {
        let look = |point: u32| {
            let (orbit, slot, mark) = self.points.describe(point)?;
            let (row, slot) = (&state.orbits[orbit], usize::from(slot));
            let orientations = u32::from(self.orbits[orbit].orientations);
            let modulus = u32::from(row.moduli[slot]).max(1);
            // The piece's own mark at this point, shifted by its orientation.
            let own =
                (u32::from(mark) + orientations - u32::from(row.orientations[slot]) % orientations) % modulus;
            let next = numbers.len() as u32;
            Some(*numbers.entry((orbit, row.pieces[slot], own as u16)).or_insert(next))
        };
        (0..self.points.degree() as u32).map(look).map(|look| look.unwrap_or(u32::MAX)).collect()
    }
}

/// A permutation of all points, restricted to some of them; `None` if it does not map these to themselves.
pub(super) fn restrict(points: &[u32], whole: &Permutation) -> Option<Permutation> {
    let images: Option<Vec<u32>> = points
        .iter()
        .map(|&point| points.binary_search(&whole.image(point)).ok().map(|place| place as u32))
        .collect();
    Permutation::from_moved_to(&images?).ok()
}
