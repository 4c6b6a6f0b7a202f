//! The canonical sequences of a sliding puzzle, by place of the blank.
//!
//! Start at [`Slides::new`]. The automaton of canonical sequences has a transition for every move, but of these only the few can be made that slide
//! a piece to the blank. Here, each of its nodes together with the slot of the blank has a list of just those that it allows.

use super::sliding::{Slide, Sliding};
use crate::sequences::{Node, Sequences};
use crate::space::MoveId;

/// Where a sequence may go on: some of all transitions.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Span {
    first: u32,
    count: u16,
}

/// A slide and what may follow it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Transition {
    pub(crate) after: Span,
    /// The number of the slide among all.
    pub(crate) slide: u16,
}

/// No sequence leads to such a place.
const NEVER: u32 = u32::MAX;

/// All slides, numbered, and which may follow which sequence.
#[derive(Debug)]
pub(crate) struct Slides {
    moves: Vec<MoveId>,
    transitions: Vec<Transition>,
    /// By node of the automaton and slot of the blank: a number; [`NEVER`] if no sequence leads there.
    numbers: Vec<u32>,
    slots: usize,
    /// By number.
    spans: Vec<Span>,
}

impl Slides {
    /// O(transitions).
    pub(crate) fn new(sliding: &Sliding, sequences: &Sequences) -> Self {
        let slots = sliding.slots();
        let place = |node: Node, blank: u8| node.index() * slots + usize::from(blank);
        let mut states: Vec<(Node, u8)> = (0..slots as u8).map(|blank| (sequences.start(), blank)).collect();
        let mut numbers = vec![NEVER; sequences.node_count() * slots];
        (0..).zip(&states).for_each(|(number, &(node, blank))| numbers[place(node, blank)] = number);
        let (mut spans, mut found) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(&(node, blank)) = states.get(at) {
            at += 1;
            let before = found.len();
            for (slide, Slide { by, from, .. }) in sliding.slides_to(blank) {
                let Some(node) = sequences.after(node, by) else { continue };
                let number = &mut numbers[place(node, from)];
                if *number == NEVER {
                    *number = states.len() as u32;
                    states.push((node, from));
                }
                found.push((slide, *number as usize));
            }
            // In descending order of the moves, as they are put on a stack.
            found[before..].reverse();
            spans.push(Span { first: before as u32, count: (found.len() - before) as u16 });
        }
        let transition = |(slide, after): (u16, usize)| Transition { after: spans[after], slide };
        let transitions = found.into_iter().map(transition).collect();
        let moves = sliding.slides().map(|slide| slide.by).collect();
        Slides { moves, transitions, numbers, slots, spans }
    }

    /// What may follow a node where the blank is in a slot; `None` if no sequence leads there.
    pub(crate) fn span(&self, node: Node, blank: u8) -> Option<Span> {
        let number = self.numbers.get(node.index() * self.slots + usize::from(blank))?;
        self.spans.get(*number as usize).copied()
    }

    /// The transitions of a span.
    #[inline(always)]
    pub(crate) fn transitions(&self, Span { first, count }: Span) -> &[Transition] {
        &self.transitions[first as usize..][..usize::from(count)]
    }

    /// The move of a slide.
    pub(crate) fn by(&self, slide: u16) -> MoveId {
        self.moves[usize::from(slide)]
    }
}
