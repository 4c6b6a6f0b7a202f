//! Whether elements act on what slots hold as a group does.
//!
//! Images of a state have one least among them only if they are the images under a group. The automorphisms that are found
//! are one for each way in which turns are exchanged: where another one leaves all turns in place (all pieces of an orbit
//! turned alike, say), products of those found may differ from all of them by it.

use std::collections::HashMap;
use std::ops::Range;

/// Whether `elements` maps of (slot, content) to (slot, content) are one to one and closed under products; element 0 is the
/// identity. `contents[slot]` is what a slot can hold. O(elements · log elements · pairs of slot and content).
pub(super) fn is_group(
    elements: usize,
    contents: &[Range<u16>],
    image: impl Fn(usize, usize, u16) -> (usize, u16),
) -> bool {
    let mut starts = Vec::with_capacity(contents.len());
    let mut pairs = 0;
    for range in contents {
        starts.push(pairs);
        pairs += range.len();
    }
    let mut maps: Vec<Vec<u32>> = Vec::with_capacity(elements);
    for element in 0..elements {
        let mut map = Vec::with_capacity(pairs);
        let mut taken = vec![false; pairs];
        for (slot, range) in contents.iter().enumerate() {
            for content in range.clone() {
                let (target, content) = image(element, slot, content);
                let Some(place) = contents.get(target).filter(|range| range.contains(&content)) else {
                    return false;
                };
                let to = starts[target] + usize::from(content - place.start);
                if std::mem::replace(&mut taken[to], true) {
                    return false;
                }
                map.push(to as u32);
            }
        }
        maps.push(map);
    }
    let numbers: HashMap<&[u32], usize> = maps.iter().enumerate().map(|(at, map)| (&map[..], at)).collect();
    // What some of the elements generate, as long as all of it is among them.
    let mut reached = vec![false; elements];
    let mut found = vec![0];
    reached[0] = true;
    let mut generators: Vec<usize> = Vec::new();
    let mut product = vec![0; pairs];
    for element in 0..elements {
        if reached[numbers[&maps[element][..]]] {
            continue;
        }
        generators.push(element);
        // Those found before were multiplied by the earlier generators only.
        let mut at = 0;
        while at < found.len() {
            for &generator in &generators {
                for (to, &via) in product.iter_mut().zip(&maps[found[at]]) {
                    *to = maps[generator][via as usize];
                }
                let Some(&number) = numbers.get(&product[..]) else { return false };
                if !std::mem::replace(&mut reached[number], true) {
                    found.push(number);
                }
            }
            at += 1;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two slots that hold one of three contents each; an element is where the slots go, and what is added.
    fn acts(elements: &[([usize; 2], u16)]) -> bool {
        is_group(elements.len(), &[0..3, 0..3], |element, slot, content| {
            let (slots, added) = elements[element];
            (slots[slot], (content + added) % 3)
        })
    }

    #[test]
    fn groups_are_told_from_other_sets() {
        let (stay, swap) = ([0, 1], [1, 0]);
        assert!(acts(&[(stay, 0)]));
        assert!(acts(&[(stay, 0), (swap, 0)]));
        assert!(acts(&[(stay, 0), (stay, 2), (stay, 1)]));
        assert!(acts(&[(stay, 0), (swap, 1), (stay, 2), (swap, 0), (stay, 1), (swap, 2)]));
        // The square of the second is missing.
        assert!(!acts(&[(stay, 0), (swap, 1)]));
        assert!(!acts(&[(stay, 0), (stay, 1)]));
        assert!(!acts(&[(stay, 0), (swap, 0), (stay, 1)]));
        // Not one to one, and out of range.
        assert!(!acts(&[(stay, 0), ([0, 0], 0)]));
        assert!(!is_group(2, &[0..3, 0..3], |element, slot, content| (slot, content + element as u16)));
    }
}
