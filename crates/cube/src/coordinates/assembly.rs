//! Cubes with given values of coordinates.
//!
//! Start at [`assemble`].

use super::coordinate::Coordinate;
use crate::model::cubie::{CubieCube, PieceKind, is_odd};

/// Why no cube has these values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AssemblyError {
    /// The value is not one of the coordinate.
    #[error("{name} has no value {value}; expected 0 to {most}")]
    OutOfRange {
        /// The coordinate.
        name: &'static str,
        /// The value.
        value: usize,
        /// Its greatest value.
        most: usize,
    },
    /// A coordinate has two values.
    #[error("{name} occurs twice")]
    Twice {
        /// The coordinate.
        name: &'static str,
    },
    /// The coordinates contradict each other.
    #[error("no cube has {name} = {value} together with the values before it")]
    Contradiction {
        /// The coordinate.
        name: &'static str,
        /// The value.
        value: usize,
    },
    /// The permutations of corners and edges are determined, and one of them is odd.
    #[error("the values give corners and edges different parity, so the cube cannot be solved")]
    Parity,
}

/// The solvable cube with given values of coordinates, and everything else solved as far as possible.
///
/// Each coordinate changes either the permutation or the orientation of its pieces, or both. If the permutations then differ in parity, two
/// pieces are exchanged that no value depends on.
///
/// # Errors
///
/// If a value is out of range, values contradict each other, or none of the exchanges leaves all values as they are.
pub fn assemble(values: &[(Coordinate, usize)]) -> Result<CubieCube, AssemblyError> {
    let mut cube = CubieCube::SOLVED;
    for (number, (coordinate, value)) in values.iter().enumerate() {
        let (name, value) = (coordinate.name, *value);
        if value >= coordinate.size {
            return Err(AssemblyError::OutOfRange { name, value, most: coordinate.size - 1 });
        }
        if values[..number].iter().any(|(other, _)| other.name == name) {
            return Err(AssemblyError::Twice { name });
        }
        let wanted = (coordinate.cube)(value);
        let known = &values[..=number];
        let found = candidates(&cube, coordinate.pieces, &wanted).into_iter().find(|cube| has(cube, known));
        cube = found.ok_or(AssemblyError::Contradiction { name, value })?;
    }
    let is_even = |cube: &CubieCube| is_odd(&cube.corners.c) == is_odd(&cube.edges.e);
    if is_even(&cube) {
        return Ok(cube);
    }
    let exchanges = (0..12).flat_map(|a| (0..a).map(move |b| (a, b))).rev();
    let mut exchanged = exchanges.flat_map(|(a, b)| {
        let mut edges = cube;
        edges.edges.e.swap(a, b);
        let mut corners = cube;
        if a < 8 {
            corners.corners.c.swap(a, b);
        }
        [edges, corners]
    });
    exchanged.find(|cube| is_even(cube) && has(cube, values)).ok_or(AssemblyError::Parity)
}

/// The ways to give a cube what another one has of some pieces: the orientations, the permutation, both, or the permutation on top of its
/// own, for coordinates that see different pieces.
fn candidates(cube: &CubieCube, pieces: PieceKind, wanted: &CubieCube) -> [CubieCube; 5] {
    let mut ways = [*cube; 5];
    match pieces {
        PieceKind::Corner => {
            ways[0].corners.o = wanted.corners.o;
            ways[1].corners.c = wanted.corners.c;
            ways[2].corners = wanted.corners;
            ways[3].corners.c = wanted.corners.then(&cube.corners).c;
            ways[4].corners.c = cube.corners.then(&wanted.corners).c;
        }
        PieceKind::Edge => {
            ways[0].edges.o = wanted.edges.o;
            ways[1].edges.e = wanted.edges.e;
            ways[2].edges = wanted.edges;
            ways[3].edges.e = wanted.edges.then(&cube.edges).e;
            ways[4].edges.e = cube.edges.then(&wanted.edges).e;
        }
    }
    ways
}

fn has(cube: &CubieCube, values: &[(Coordinate, usize)]) -> bool {
    values.iter().all(|(coordinate, value)| coordinate.value(cube) == Some(*value))
}

#[cfg(test)]
mod tests {
    use super::super::coordinate::{
        CORNERS, EDGES, FLIP, FLIP_SLICE, SLICE, SLICE_ORDER, SLICE_SORTED, TWIST, UD_EDGES,
    };
    use super::*;
    use crate::model::random_state::random_cube;
    use rand_chacha::ChaCha8Rng;
    use rand_core::SeedableRng;

    /// Four coordinates determine a cube; fewer leave room for a solvable one with these values.
    #[test]
    fn cubes_are_assembled_from_their_coordinates() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        for _ in 0..200 {
            let cube = random_cube(&mut rng);
            let of = |coordinate: Coordinate| (coordinate, (coordinate.of)(&cube));
            assert_eq!(assemble(&[of(EDGES), of(TWIST), of(FLIP), of(CORNERS)]), Ok(cube));
            for values in [
                vec![of(TWIST)],
                vec![of(CORNERS)],
                vec![of(EDGES)],
                vec![of(FLIP_SLICE), of(TWIST)],
                vec![of(SLICE_SORTED), of(SLICE), of(CORNERS), of(FLIP)],
            ] {
                let found = assemble(&values).unwrap();
                assert_eq!(found.check_solvable(), Ok(()));
                assert!(has(&found, &values), "{values:?}");
            }
        }
    }

    #[test]
    fn values_that_no_cube_has_are_refused() {
        let slice = AssemblyError::Contradiction { name: "slice", value: 7 };
        assert_eq!(assemble(&[(SLICE_SORTED, 0), (SLICE, 7)]), Err(slice));
        let range = AssemblyError::OutOfRange { name: "twist", value: 2187, most: 2186 };
        assert_eq!(assemble(&[(TWIST, 2187)]), Err(range));
        assert_eq!(assemble(&[(CORNERS, 1), (EDGES, 0)]), Err(AssemblyError::Parity));
        let phase_2 = [(UD_EDGES, 1234), (SLICE_ORDER, 17), (CORNERS, 4)];
        assert!(has(&assemble(&phase_2).unwrap(), &phase_2));
        let edges = AssemblyError::Contradiction { name: "ud-edges", value: 5 };
        assert_eq!(assemble(&[(SLICE, 100), (UD_EDGES, 5)]), Err(edges));
    }
}
