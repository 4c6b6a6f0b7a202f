//! The cells of a cube whose contents are followed, and where turns of single layers move them.

use crate::model::geometry::{self, Cell};
use crate::model::orbit::{Orbit, SLOTS};
use crate::model::turn::Turn;

/// A cell whose content is not followed: a sticker of a corner.
pub(super) const ELSEWHERE: u16 = 0;

/// The cells of a cube of one size, by their places in facelet strings.
#[derive(Debug)]
pub(super) struct Grid {
    /// N.
    pub(super) size: usize,
    /// By axis and cell: the cell to which a quarter turn of its layer moves it.
    images: [Vec<u16>; 3],
    /// By axis and cell: its layer.
    layers: [Vec<u16>; 3],
    /// By axis and layer: the cycles of a quarter turn among cells that are followed.
    cycles: Vec<Vec<[u16; 4]>>,
    /// By cell: whether its content is followed.
    followed: Vec<bool>,
    /// The cells that are followed of wings.
    wings: Vec<u16>,
}

impl Grid {
    /// The cells of all centres that move, and of one sticker of each wing.
    pub(super) fn new(size: usize) -> Grid {
        let area = size * size;
        let count = 6 * area;
        let cell = |at: usize| Cell { face: at / area, row: at / size % size, column: at % size };
        let images = [0, 1, 2].map(|axis| {
            (0..count)
                .map(|at| geometry::quarter(size, axis, cell(at)).index(size) as u16)
                .collect::<Vec<_>>()
        });
        let layers = [0, 1, 2].map(|axis| {
            (0..count).map(|at| geometry::layer(size, axis, cell(at)) as u16).collect::<Vec<_>>()
        });
        let mut followed = vec![false; count];
        for orbit in Grid::orbits(size) {
            (0..SLOTS).for_each(|slot| followed[orbit.cell(size, slot).index(size)] = true);
        }
        let wings = Orbit::wings(size)
            .flat_map(|orbit| (0..SLOTS).map(move |slot| orbit.cell(size, slot).index(size) as u16))
            .collect();
        let mut cycles = vec![Vec::new(); 3 * size];
        for axis in 0..3 {
            let mut seen = vec![false; count];
            for at in 0..count {
                if seen[at] || !followed[at] {
                    continue;
                }
                let next = |at: u16| images[axis][usize::from(at)];
                let cycle = [at as u16, next(at as u16), next(next(at as u16)), next(next(next(at as u16)))];
                cycle.iter().for_each(|&at| seen[usize::from(at)] = true);
                cycles[axis * size + usize::from(layers[axis][at])].push(cycle);
            }
        }
        Grid { size, images, layers, cycles, followed, wings }
    }

    /// The orbits that are followed: wings by one of their stickers, and centres.
    pub(super) fn orbits(size: usize) -> impl Iterator<Item = Orbit> {
        Orbit::wings(size).chain(Orbit::centres(size))
    }

    /// All cells.
    pub(super) fn cells(&self) -> std::ops::Range<u16> {
        0..self.followed.len() as u16
    }

    /// The cells of wings that are followed.
    pub(super) fn wings(&self) -> &[u16] {
        &self.wings
    }

    /// Whether the content of a cell is followed.
    pub(super) fn is_followed(&self, cell: u16) -> bool {
        self.followed[usize::from(cell)]
    }

    /// The layer of a cell.
    pub(super) fn layer(&self, axis: usize, cell: u16) -> usize {
        usize::from(self.layers[axis][usize::from(cell)])
    }

    /// Whether a cell is on the face that a turn of an outer layer turns in place.
    pub(super) fn is_on_face(&self, turn: Turn, cell: u16) -> bool {
        let face = usize::from(cell) / (self.size * self.size);
        geometry::axis_of(face) == (usize::from(turn.axis), turn.from == 0)
    }

    /// The cycles of a quarter turn of a layer.
    pub(super) fn cycles(&self, axis: usize, layer: usize) -> &[[u16; 4]] {
        &self.cycles[axis * self.size + layer]
    }

    /// The cycles of a quarter turn of the layer of a turn.
    pub(super) fn cycles_of(&self, turn: Turn) -> &[[u16; 4]] {
        self.cycles(usize::from(turn.axis), usize::from(turn.from))
    }

    /// The layers about each axis that hold no corner, middle edge or fixed centre.
    pub(super) fn free_layers(&self) -> impl Iterator<Item = usize> + use<'_> {
        (1..self.size - 1).filter(|&layer| self.is_free(layer))
    }

    /// Whether turns of a layer move wings and centres only.
    pub(super) fn is_free(&self, layer: usize) -> bool {
        !self.is_outer(layer) && 2 * layer + 1 != self.size
    }

    /// Whether a layer is a face.
    pub(super) fn is_outer(&self, layer: usize) -> bool {
        layer == 0 || layer + 1 == self.size
    }

    /// Where turns of single layers move the content of a cell.
    pub(super) fn image(&self, turns: &[Turn], cell: u16) -> u16 {
        turns.iter().fold(cell, |cell, turn| {
            let axis = usize::from(turn.axis);
            if self.layers[axis][usize::from(cell)] != turn.from {
                return cell;
            }
            (0..turn.amount).fold(cell, |cell, _| self.images[axis][usize::from(cell)])
        })
    }
}
