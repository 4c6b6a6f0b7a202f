//! The view of a graph that the builders of small tables need: the neighbours of one state or of many states.
//!
//! Start at [`Neighbours`]. If a turn of some face reached a state, the other turns of that face lead no farther. Visited
//! states therefore record this face ([`Met`]). Where it saves work, they are sorted by face and by class ([`Groups`]).

use std::ops::Range;

/// The edges of a graph, in the form that the builders of tables need.
pub(crate) trait Neighbours {
    /// Gives the name of each state one turn away from the state of this name, and which face that was, as the new state
    /// sees it. Turns of face `but` are left out, where it is one.
    fn each(&self, name: u32, but: u8, give: impl FnMut(u32, u8));

    /// Gives the other names of the same state, where it has several.
    fn twins(&self, name: u32, give: impl FnMut(u32));

    /// Gives all names of the neighbours of many states, in any order; a name may come several times.
    fn around(&self, states: &[Met], mut give: impl FnMut(u32)) {
        for met in states {
            self.each(met.name(), met.face(), |neighbour, _| {
                give(neighbour);
                self.twins(neighbour, &mut give);
            });
        }
    }
}

/// No face: one more than the greatest face.
pub(crate) const ANY: u8 = 6;

/// Bits of a key.
pub(crate) const NAME_BITS: u32 = 28;

/// A visited state, and the face whose turn led there, as seen from its representative.
///
/// ```text
/// 31  28 27        0
/// | face |   name   |
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Met(u32);

impl Met {
    #[inline]
    pub(crate) fn new(name: u32, face: u8) -> Met {
        Met(u32::from(face) << NAME_BITS | name)
    }

    #[inline]
    pub(crate) fn name(self) -> u32 {
        self.0 & ((1 << NAME_BITS) - 1)
    }

    /// The face, or [`ANY`] if no turn led there.
    #[inline]
    pub(crate) fn face(self) -> u8 {
        (self.0 >> NAME_BITS) as u8
    }
}

/// States sorted by class, and within a class by the face whose turn led there.
#[derive(Debug)]
pub(crate) struct Groups {
    /// The states.
    pub(crate) states: Vec<Met>,
    /// Where each group begins, and the end.
    starts: Vec<u32>,
}

impl Groups {
    /// Sorts states into this many classes.
    pub(crate) fn new(states: &[Met], classes: usize, class: impl Fn(Met) -> usize) -> Groups {
        let group = |met: Met| Groups::number(class(met), met.face());
        let mut starts = vec![0; Groups::number(classes, 0) + 1];
        for &met in states {
            starts[group(met) + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let (mut next, mut sorted) = (starts.clone(), vec![Met::default(); states.len()]);
        for &met in states {
            let place = &mut next[group(met)];
            sorted[*place as usize] = met;
            *place += 1;
        }
        Groups { states: sorted, starts }
    }

    fn number(class: usize, face: u8) -> usize {
        class * (1 + usize::from(ANY)) + usize::from(face)
    }

    /// The ranges of the states of a class, except those reached by a turn of that face.
    pub(crate) fn but(&self, class: usize, face: u8) -> [Range<usize>; 2] {
        let start = |class, face| self.starts[Groups::number(class, face)] as usize;
        [start(class, 0)..start(class, face), start(class, face + 1)..start(class + 1, 0)]
    }
}

/// Panics unless [`Neighbours::around`] gives what [`Neighbours::each`] and [`Neighbours::twins`] do, at each of the first
/// depths.
#[cfg(test)]
pub(crate) fn check_around(graph: &impl Neighbours, home: u32, depths: u8) {
    let (mut seen, mut last) = (std::collections::HashSet::from([home]), vec![Met::new(home, ANY)]);
    for _ in 0..depths {
        let (mut next, mut expected) = (Vec::new(), std::collections::HashSet::new());
        for met in &last {
            graph.each(met.name(), met.face(), |name, face| {
                expected.insert(name);
                graph.twins(name, |twin| _ = expected.insert(twin));
                if seen.insert(name) {
                    next.push(Met::new(name, face));
                }
            });
        }
        let mut found = std::collections::HashSet::new();
        graph.around(&last, |name| _ = found.insert(name));
        assert_eq!(found, expected);
        last = next;
    }
}
