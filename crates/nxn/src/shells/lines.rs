//! Smaller cubes embedded in a larger one.
//!
//! Start at [`Lines`].

use crate::model::geometry::Cell;
use crate::model::stickers::Stickers;
use crate::model::turn::Turn;

/// A cube in which each layer represents some layers of a larger one; the rest of the larger cube is ignored.
#[derive(Clone, Debug)]
pub struct Lines {
    /// By layer of the small cube, the first and the last layer of the large one.
    layers: Vec<(usize, usize)>,
}

impl Lines {
    /// The cube without its second layers, N − 2 layers of at least 4.
    pub fn inner(size: usize) -> Lines {
        let unseen = |&layer: &usize| layer != 1 && layer + 2 != size;
        Lines { layers: (0..size).filter(unseen).map(|layer| (layer, layer)).collect() }
    }

    /// The 5x5x5 in which the middle layer represents all layers of the cube except the two outer ones of each side.
    pub fn outline(size: usize) -> Lines {
        let last = size - 1;
        Lines { layers: vec![(0, 0), (1, 1), (2, last - 2), (last - 1, last - 1), (last, last)] }
    }

    /// The smaller cube, which shows the first of the layers that it combines.
    pub fn seen(&self, cube: &Stickers<u8>) -> Stickers<u8> {
        let size = self.layers.len();
        let cell = |at: usize| {
            let [row, column] = [at / size % size, at % size].map(|line| self.layers[line].0);
            cube.get(Cell { face: at / (size * size), row, column })
        };
        let cells: Vec<u8> = (0..6 * size * size).map(cell).collect();
        Stickers::new(&cells).expect("six faces of at least two layers")
    }

    /// A turn of the large cube with this effect on the smaller one.
    pub fn lift(&self, turn: Turn) -> Turn {
        let (from, _) = self.layers[usize::from(turn.from)];
        let (_, to) = self.layers[usize::from(turn.to)];
        Turn { from: from as u16, to: to as u16, ..turn }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_of_what_is_seen_are_turns_of_the_cube() {
        for size in 6..10usize {
            for (lines, layers) in [(Lines::inner(size), size - 2), (Lines::outline(size), 5)] {
                let mut cube = Stickers::solved(size);
                let mut seen = Stickers::solved(layers);
                for step in 0..60 {
                    let (from, to) = ((step * 7) % layers, (step * 5 + step / 3) % layers);
                    let (from, to) = (from.min(to) as u16, from.max(to) as u16);
                    let turn = Turn { axis: (step % 3) as u8, from, to, amount: (step % 2 + 1) as u8 };
                    seen.turn(turn);
                    cube.turn(lines.lift(turn));
                    assert!(lines.seen(&cube) == seen, "{size}, {turn:?}");
                }
            }
        }
    }
}
