//! Points: pairs of a slot and one of its possible contents, as numbers. A move maps each point independently of the
//! others.

use super::rows::PackedOrbit;
use super::space::PuzzleSpace;
use crate::space::MoveId;

impl PuzzleSpace {
    /// By slot, the number added (modulo 2^32) to a content to obtain a point, and the number of points. The padding
    /// slots of a packed state are omitted.
    pub(crate) fn points(&self) -> (Vec<u32>, usize) {
        let (mut first, mut points) = (Vec::new(), 0_u32);
        for orbit in &self.orbits {
            let contents = orbit.contents();
            for _ in orbit.range() {
                first.push(points.wrapping_sub(u32::from(contents.start)));
                points += u32::from(contents.end - contents.start);
            }
        }
        (first, points as usize)
    }

    /// By point, the slot to which it belongs.
    pub(crate) fn slots_of_points(&self) -> Vec<u16> {
        let contents = self.contents_by_slot().enumerate();
        contents.flat_map(|(slot, contents)| contents.map(move |_| slot as u16)).collect()
    }

    /// The image of each point under each symmetry, the first of which changes nothing. O(symmetries × points × slots).
    pub(crate) fn symmetric_points(&self) -> Vec<Vec<u32>> {
        let (first, points) = self.points();
        let same: Vec<u32> = (0..points as u32).collect();
        let Some(representatives) = &self.representatives else { return vec![same] };
        let image = |element: usize| {
            let each = self.contents_by_slot().enumerate().flat_map(|(slot, contents)| {
                let first = &first;
                contents.map(move |content| {
                    let (to, image) =
                        representatives.image(element, slot, content).unwrap_or((slot, content));
                    first[to].wrapping_add(u32::from(image))
                })
            });
            each.collect()
        };
        (0..representatives.count()).map(image).collect()
    }

    /// The image of each point under a move. O(points).
    pub(crate) fn carried_points(&self, m: MoveId) -> Vec<u32> {
        let compiled = &self.moves[m.index()];
        let (first, points) = self.points();
        let point = |slot: u16, content: u16| first[usize::from(slot)].wrapping_add(u32::from(content));
        let mut carried: Vec<u32> = (0..points as u32).collect();
        for orbit in &self.orbits {
            let here = |from: u16| orbit.range().contains(&usize::from(from));
            for &(to, from) in compiled.copies.iter().filter(|copy| here(copy.1)) {
                for content in orbit.contents() {
                    carried[point(from, content) as usize] = point(to, content);
                }
            }
            for &(to, from, start) in compiled.turned.iter().filter(|turned| here(turned.1)) {
                for content in orbit.contents() {
                    let after = compiled.twisted[start as usize + usize::from(content)];
                    carried[point(from, content) as usize] = point(to, after);
                }
            }
        }
        carried
    }

    /// The slots whose content a move changes, and the others.
    pub(crate) fn changed_slots(&self, m: MoveId) -> [Vec<u16>; 2] {
        let compiled = &self.moves[m.index()];
        let (mut changed, mut kept) = (Vec::new(), Vec::new());
        for slot in self.orbits.iter().flat_map(PackedOrbit::range) {
            let slot = slot as u16;
            let is_changed = compiled.copies.iter().any(|copy| copy.0 == slot)
                || compiled.turned.iter().any(|turned| turned.0 == slot);
            if is_changed { changed.push(slot) } else { kept.push(slot) }
        }
        [changed, kept]
    }
}
