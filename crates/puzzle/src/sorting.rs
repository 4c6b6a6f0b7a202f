//! Sorting with one body of code for all element types.
//!
//! Start at [`sort`] and [`sort_by_key`]. The standard library compiles its sort anew for every element type, 4 kB of
//! WebAssembly each time, and a page loads all of it before it shows anything. Here indices are sorted instead of the
//! elements, which is as fast for building and describing puzzles.

use std::cmp::Ordering;

/// Sorts a list by a key; elements with equal keys keep their order. O(n log n) keys.
pub(crate) fn sort_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(list, |x, y| key(x).cmp(&key(y)));
}

/// Sorts a list by the natural order of its elements. O(n log n) comparisons.
pub(crate) fn sort<T: Ord>(list: &mut [T]) {
    sort_by(list, T::cmp);
}

/// Sorts a list by a comparison; equal elements keep their order. O(n log n) comparisons.
pub(crate) fn sort_by<T>(list: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut places: Vec<usize> = (0..list.len()).collect();
    sort_places(&mut places, &|x, y| compare(&list[x], &list[y]));
    // What belongs to a place is swapped there, along each cycle of places; what begins a cycle arrives at its end.
    for start in 0..list.len() {
        let mut at = start;
        loop {
            let from = std::mem::replace(&mut places[at], at);
            if from == start {
                break;
            }
            list.swap(at, from);
            at = from;
        }
    }
}

/// Merges runs of one, two, four places and so on. The sort of the standard library would be ten times as large.
fn sort_places(places: &mut Vec<usize>, compare: &dyn Fn(usize, usize) -> Ordering) {
    let length = places.len();
    let mut run = 1;
    while run < length {
        let mut merged = Vec::with_capacity(length);
        for two in places.chunks(2 * run) {
            let (mut left, mut right) = two.split_at(run.min(two.len()));
            while let ([x, later_x @ ..], [y, later_y @ ..]) = (left, right) {
                // Of equals the left one is first.
                if compare(*y, *x).is_lt() {
                    merged.push(*y);
                    right = later_y;
                } else {
                    merged.push(*x);
                    left = later_x;
                }
            }
            merged.extend_from_slice(left);
            merged.extend_from_slice(right);
        }
        *places = merged;
        run *= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_the_standard_library_sorts() {
        let long: Vec<u32> = (0..1000).map(|number| number * 7919 % 613).collect();
        let (mut ours, mut theirs) = (long.clone(), long);
        sort(&mut ours);
        theirs.sort_unstable();
        assert_eq!(ours, theirs);
        // All lists of up to six of three kinds, each with its place, so that moving equals is seen.
        for length in 0..=6u32 {
            for number in 0..3usize.pow(length) {
                let list: Vec<(usize, u32)> =
                    (0..length).map(|at| (number / 3usize.pow(at) % 3, at)).collect();
                let (mut ours, mut theirs) = (list.clone(), list);
                sort_by_key(&mut ours, |entry| entry.0);
                theirs.sort_by_key(|entry| entry.0);
                assert_eq!(ours, theirs);
                sort_by(&mut ours, |x, y| y.cmp(x));
                theirs.sort_by(|x, y| y.cmp(x));
                assert_eq!(ours, theirs);
                sort(&mut ours);
                theirs.sort_unstable();
                assert_eq!(ours, theirs);
            }
        }
    }
}
