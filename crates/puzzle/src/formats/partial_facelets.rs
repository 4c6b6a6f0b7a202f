//! Pieces of which only some facelets are given.
//!
//! Start at [`resolve`]. If the given facelets leave only one candidate, that piece is taken. Otherwise there must be
//! as many candidates as places with the same facelets, for example all four corners with a white sticker. These
//! pieces are then identical, and the facelets give their orientations. Any other case is ambiguous and rejected.

use crate::diagnostic::Diagnostic;
use crate::state::OrbitState;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

/// The pieces of an orbit, with identical pieces under one number.
pub(super) struct Resolved {
    /// The contents of the partly shown slots.
    pub(super) seen: BTreeMap<usize, (u16, u16)>,
    /// The solved state with the same numbers; `None` if no additional pieces became identical.
    pub(super) solved: Option<OrbitState>,
}

/// The reason why the content of a slot cannot be determined.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Unclear {
    /// No remaining piece shows this.
    NoPiece,
    /// The number of pieces that fit differs from the number of slots that show the same.
    Pieces { pieces: usize, slots: usize },
}

impl Unclear {
    pub(super) fn diagnostic(self, orbit: &str, slot: &str, span: Range<usize>) -> Diagnostic {
        match self {
            Unclear::NoPiece => {
                let message = format!("no remaining piece of {orbit} matches the given facelets of {slot}");
                Diagnostic::new(span, message)
                    .expected("the colours of a piece, in the same order around it as on the puzzle")
            }
            Unclear::Pieces { pieces, slots } => {
                let message = format!(
                    "the piece of {orbit} at {slot} may be one of {pieces} pieces, and {slots} slots show them"
                );
                Diagnostic::new(span, message)
                    .expected("as many slots as there are such pieces, or more facelets of these")
            }
        }
    }
}

/// Determines the pieces in the slots of `partly`, which show only some faces. `known` contains all pieces and
/// orientations by their faces, `left` the number of each piece that remains after the fully shown ones. O(slots² ·
/// pieces) at worst.
pub(super) fn resolve(
    solved: &OrbitState,
    orientations: u16,
    known: &HashMap<Vec<u8>, (u16, u16)>,
    left: &HashMap<u16, usize>,
    partly: &[(usize, Vec<Option<u8>>)],
) -> Result<Resolved, (usize, Unclear)> {
    let mut left = left.clone();
    let mut open: Vec<(usize, Vec<(u16, u16)>)> = (partly.iter())
        .map(|(slot, shown)| {
            let fits =
                |faces: &[u8]| shown.iter().zip(faces).all(|(shown, face)| shown.is_none_or(|s| s == *face));
            let mut may: Vec<_> =
                known.iter().filter(|(faces, _)| fits(faces)).map(|(_, &seen)| seen).collect();
            may.sort_unstable();
            (*slot, may)
        })
        .collect();
    let mut resolved = Resolved { seen: BTreeMap::new(), solved: None };
    // Assigns pieces that are the only ones left for a slot, until there are no more.
    loop {
        let mut found = None;
        for (slot, may) in &mut open {
            may.retain(|(piece, _)| left.get(piece).is_some_and(|&left| left > 0));
            match may[..] {
                [] => return Err((*slot, Unclear::NoPiece)),
                [only] => found = Some((*slot, only)),
                _ => {}
            }
        }
        let Some((slot, only)) = found else { break };
        resolved.seen.insert(slot, only);
        left.entry(only.0).and_modify(|left| *left -= 1);
        open.retain(|(other, _)| *other != slot);
    }
    // Groups the other slots into classes that admit the same pieces.
    let mut classes: BTreeMap<Vec<u16>, Vec<usize>> = BTreeMap::new();
    for (at, (_, may)) in open.iter().enumerate() {
        classes.entry(may.iter().map(|seen| seen.0).collect()).or_default().push(at);
    }
    let next = solved.pieces.iter().map(|&piece| piece + 1).max().unwrap_or(0);
    for ((pieces, slots), class) in classes.into_iter().zip(next..) {
        let all = |piece: u16| solved.pieces.iter().filter(|&&other| other == piece).count();
        let first = open[slots[0]].0;
        let count: usize = pieces.iter().map(|&piece| all(piece)).sum();
        let unclear = Err((first, Unclear::Pieces { pieces: count, slots: slots.len() }));
        // Each piece fits in one orientation only, all copies of it are available, and no other class admits it.
        let apart = pieces.windows(2).all(|pair| pair[0] < pair[1])
            && pieces.iter().all(|piece| left.insert(*piece, 0) == Some(all(*piece)));
        if count != slots.len() || !apart {
            return unclear;
        }
        // Each piece is the first of the class, turned by the same amount in every slot.
        let turns = |at: usize| -> Vec<u16> {
            let of_first = open[at].1[0].1;
            open[at].1.iter().map(|seen| (seen.1 + orientations - of_first) % orientations).collect()
        };
        let offsets = turns(slots[0]);
        if slots.iter().any(|&at| turns(at) != offsets) {
            return unclear;
        }
        let goal = resolved.solved.get_or_insert_with(|| solved.clone());
        for (slot, &piece) in solved.pieces.iter().enumerate() {
            if let Some(at) = pieces.iter().position(|&other| other == piece) {
                if solved.moduli[slot] != orientations {
                    return unclear;
                }
                goal.pieces[slot] = class;
                goal.orientations[slot] =
                    (solved.orientations[slot] + orientations - offsets[at]) % orientations;
            }
        }
        resolved.seen.extend(slots.into_iter().map(|at| (open[at].0, (class, open[at].1[0].1))));
    }
    Ok(resolved)
}
