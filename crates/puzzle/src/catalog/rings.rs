//! Rings of positions: two crossing rings, and one ring with a part that can be turned over.
//!
//! Start at [`hungarian`]. Two rings that cross twice share two positions, whose pieces belong to both. The wreath is
//! the same puzzle with the numbering and turns of Kaggle's "Santa 2023" contest.

use super::parameters::{MAX_POSITIONS, ParameterError, check_size, list, within};
use super::plane_layouts::{Crossed, Crossing, Layout};
use super::tracks::Tracks;
use crate::picture::{Flat, Motion};

/// `rings:A,B,DA,DB`, the Hungarian rings: a left ring of A positions and a right one of B, which share two. From the
/// first crossing to the second there are DA steps along the left ring and DB along the right one. So DA - 1 and DB - 1
/// positions lie between them on that side, and A - DA - 1 and B - DB - 1 on the other. `L` and `R` turn a ring one
/// step in that direction. There are A + B - 2 positions: first the left ring from the first crossing, then the rest of
/// the right one in its order. The commercial puzzle is `rings:20,20,5,5`.
pub(super) fn hungarian(parameters: &str) -> Result<(String, Tracks), ParameterError> {
    let [left, right, along_left, along_right] = list(parameters, "A,B,DA,DB")?;
    within("the length A of the left ring", left, 3, MAX_POSITIONS)?;
    within("the length B of the right ring", right, 3, MAX_POSITIONS)?;
    within("the distance DA along the left ring", along_left, 1, left - 1)?;
    within("the distance DB along the right ring", along_right, 1, right - 1)?;
    check_size(left + right - 2, 2)?;
    let between = left..left + along_right - 1;
    let beyond = between.end..left + right - 2;
    let ring: Vec<usize> = [0].into_iter().chain(between).chain([along_left]).chain(beyond).collect();
    let crossing = Crossing { left: (0..left).collect(), right: ring, steps: [along_left, along_right] };
    let Crossed { layout, centres } = crossing.layout();
    let mut tracks = Tracks::new(left + right - 2, 2, || layout)?;
    tracks.add("L", [&crossing.left], ring_turn(centres.map(|both| both[0]), left, 1.0));
    tracks.add("R", [&crossing.right], ring_turn(centres.map(|both| both[1]), right, -1.0));
    Ok((format!("rings:{left},{right},{along_left},{along_right}"), tracks))
}

/// `merge:A,B,K`: two tracks of A and B positions that share an arc of K; A + B - K positions. `L` and `R` shift a
/// track by one, both upwards along the shared arc. The positions are numbered along the left track from the lower end
/// of the shared arc upwards, then along the rest of the right one in its order.
pub(super) fn merged(parameters: &str) -> Result<(String, Tracks), ParameterError> {
    let [left, right, shared] = list(parameters, "A,B,K")?;
    within("the length A of the left track", left, 3, MAX_POSITIONS)?;
    within("the length B of the right track", right, 3, MAX_POSITIONS)?;
    within("the length K of the shared arc", shared, 1, left.min(right) - 1)?;
    let positions = left + right - shared;
    let layout = || Layout::merged_tracks(left - shared, right - shared, shared);
    let mut tracks = Tracks::new(positions, 2, layout)?;
    tracks.add("L", [(0..left).collect::<Vec<_>>()], Motion::Track);
    tracks.add("R", [(0..shared).chain(left..positions).collect::<Vec<_>>()], Motion::Track);
    Ok((format!("merge:{left},{right},{shared}"), tracks))
}

/// `wreath:N`: two rings of N positions that cross at a distance of d = ⌈N/4⌉ on the left one and d + 1 on the right
/// one; 2N - 2 positions. The moves have the names of the contest: `l` turns the left ring (positions 0 to N - 1)
/// towards position 0. `r` turns the right ring from position 0 over the last d positions to position d, and on
/// downwards.
pub(super) fn wreath(parameters: &str) -> Result<(String, Tracks), ParameterError> {
    let [length] = list(parameters, "N")?;
    within("the length of a ring", length, 3, MAX_POSITIONS / 2)?;
    let positions = 2 * length - 2;
    let distance = length.div_ceil(4);
    check_size(positions, 2)?;
    let between = (positions - distance..positions).rev();
    let beyond = (length..positions - distance).rev();
    let ring: Vec<usize> = [0].into_iter().chain(between).chain([distance]).chain(beyond).collect();
    let crossing = Crossing { left: (0..length).collect(), right: ring, steps: [distance, distance + 1] };
    let Crossed { layout, centres } = crossing.layout();
    let mut tracks = Tracks::new(positions, 2, || layout)?;
    let back: Vec<usize> = (0..length).rev().collect();
    tracks.add("l", [back], ring_turn(centres.map(|both| both[0]), length, -1.0));
    tracks.add("r", [&crossing.right], ring_turn(centres.map(|both| both[1]), length, -1.0));
    Ok((format!("wreath:{length}"), tracks))
}

/// `topspin:N,K`: a track of N positions, the first K of which lie on a turntable. `r` shifts all by one, `t` reverses
/// the first K. The commercial puzzle is `topspin:20,4`.
pub(super) fn top_spin(parameters: &str) -> Result<(String, Tracks), ParameterError> {
    let [length, turned] = list(parameters, "N,K")?;
    within("the length N of the track", length, 3, MAX_POSITIONS)?;
    within("the length K of the turntable", turned, 2, length)?;
    let layout = || Layout::track_with_turntable(length, turned);
    let mut tracks = Tracks::new(length, 2, layout)?;
    tracks.add("r", [(0..length).collect::<Vec<_>>()], Motion::Track);
    tracks.add("t", reversal(turned), Motion::Turn { centre: [0.0; 2], degrees: 180.0 });
    Ok((format!("topspin:{length},{turned}"), tracks))
}

/// `pancake:N`: a stack of N pancakes, with the top one first. `fK` turns over the top K, for K from 2 to N. The group
/// is the symmetric group. Jacob Goodman asked in 1975 how many flips the worst stack requires; Bill Gates and Christos
/// Papadimitriou gave bounds in 1979.
pub(super) fn pancake(parameters: &str) -> Result<(String, Tracks), ParameterError> {
    let [height] = list(parameters, "N")?;
    within("the height of the stack", height, 2, MAX_POSITIONS)?;
    let mut tracks = Tracks::new(height, height - 1, || Layout::stack(height))?;
    for flipped in 2..=height {
        let over = Motion::Turn { centre: [0.0, flipped as f64 / 2.0], degrees: 180.0 };
        tracks.add(format!("f{flipped}"), reversal(flipped), over);
    }
    Ok((format!("pancake:{height}"), tracks))
}

/// The motion of a ring by one step, clockwise or counterclockwise, about its centre if it is a circle.
fn ring_turn(centre: Option<Flat>, length: usize, sign: f64) -> Motion {
    centre.map_or(Motion::Track, |centre| Motion::Turn { centre, degrees: sign * 360.0 / length as f64 })
}

/// The cycles that reverse the first `length` positions.
fn reversal(length: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..length / 2).map(move |position| [position, length - 1 - position])
}
