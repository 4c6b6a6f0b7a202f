//! The Mathieu groups as puzzles: M11, M12, M22, M23 and M24 on 11, 12, 22, 23 and 24 positions.
//!
//! Start at [`mathieu`]. The generators are those of GAP's `MathieuGroup`, named `a`, `b`, `c`: These five groups
//! move four or five given pieces (three for M22) to any places, which almost determines the rest.

use super::parameters::ParameterError;
use super::plane_layouts::Layout;
use super::tracks::Tracks;
use crate::picture::Motion;

/// A generator by its cycles, positions counted from 1 as GAP prints them.
pub(crate) type Cycles = &'static [&'static [usize]];

/// (1, 2, …, 11).
const ELEVEN: Cycles = &[&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]];
const M11: Cycles = &[&[3, 7, 11, 8], &[4, 10, 5, 6]];
const M12: Cycles = &[&[1, 12], &[2, 11], &[3, 6], &[4, 8], &[5, 9], &[7, 10]];
const M22_A: Cycles = &[&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], &[12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]];
const M22_B: Cycles = &[&[1, 4, 5, 9, 3], &[2, 8, 10, 7, 6], &[12, 15, 16, 20, 14], &[13, 19, 21, 18, 17]];
const M22_C: Cycles =
    &[&[1, 21], &[2, 10, 8, 6], &[3, 13, 4, 17], &[5, 19, 9, 18], &[11, 22], &[12, 14, 16, 20]];
const TWENTY_THREE: Cycles =
    &[&[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]];
const M23: Cycles = &[&[3, 17, 10, 7, 9], &[4, 13, 14, 19, 5], &[8, 18, 11, 12, 23], &[15, 20, 22, 21, 16]];
const M24: Cycles = &[
    &[1, 24],
    &[2, 23],
    &[3, 12],
    &[4, 16],
    &[5, 18],
    &[6, 10],
    &[7, 20],
    &[8, 14],
    &[9, 21],
    &[11, 17],
    &[13, 22],
    &[15, 19],
];

/// The generators of the group of this degree: 11, 12, 22, 23 or 24.
pub(crate) fn generators(degree: usize) -> Option<&'static [Cycles]> {
    Some(match degree {
        11 => &[ELEVEN, M11],
        12 => &[ELEVEN, M11, M12],
        22 => &[M22_A, M22_B, M22_C],
        23 => &[TWENTY_THREE, M23],
        24 => &[TWENTY_THREE, M23, M24],
        _ => return None,
    })
}

/// The Mathieu group of degree `N`; there are no parameters.
pub(super) fn mathieu<const N: usize>(_: &str) -> Result<(String, Tracks), ParameterError> {
    of_degree(N)
}

fn of_degree(degree: usize) -> Result<(String, Tracks), ParameterError> {
    let generators = generators(degree).expect("one of the five degrees");
    // The first generator turns circles of 11 or 23; the last point of M12 and M24 is the centre.
    let circles: &[usize] = match degree {
        12 => &[11, 1],
        22 => &[11, 11],
        24 => &[23, 1],
        _ => &[degree],
    };
    let mut tracks = Tracks::new(degree, generators.len(), || Layout::circles(circles))?;
    for (name, cycles) in ["a", "b", "c"].into_iter().zip(generators) {
        let motion = match name {
            "a" => Motion::Turn { centre: [0.0; 2], degrees: 360.0 / circles[0] as f64 },
            _ => Motion::Track,
        };
        let cycles = cycles.iter().map(|cycle| cycle.iter().map(|at| at - 1).collect::<Vec<_>>());
        tracks.add(name, cycles, motion);
    }
    Ok((format!("m{degree}"), tracks))
}
