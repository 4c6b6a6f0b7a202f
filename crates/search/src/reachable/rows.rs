//! Reachable states as rows of places, and the action of the moves on them, as a count uses it.
//!
//! Start at [`Rows`]. A move takes two look-ups: one for the row, which also names the map of places, and one in that
//! map. All states of a row use the same row and map. Under symmetries, only one row of each class is stored; its
//! weight is the number of rows it represents. A step that leaves the stored rows returns through the symmetry that
//! leads to the stored row, and that symmetry is included in its map.

use super::block_maps::BlockMaps;
use super::place::Place;
use super::row_set::Fingerprint;

/// Distinguishes these fingerprints from others; changes whenever equal rows would be counted differently.
const PURPOSE: u64 = u64::from_le_bytes(*b"rows v1 ");

/// The result of a move on a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The row.
    pub row: u32,
    /// The map that gives the image of each place.
    pub map: u32,
}

/// Maps of places, all of one width; narrow ones take two bytes per place.
#[derive(Clone, Debug)]
pub enum Maps {
    /// Up to 65 536 places.
    Narrow(Vec<u16>),
    /// More than that.
    Wide(Vec<u32>),
    /// By blocks of pieces.
    Blocks(BlockMaps),
}

impl Maps {
    /// Of values below `width`.
    pub(crate) fn new(width: usize, values: impl Iterator<Item = u32>) -> Self {
        if width <= 1 << 16 {
            Maps::Narrow(values.map(|value| value as u16).collect())
        } else {
            Maps::Wide(values.collect())
        }
    }

    fn image(&self, map: u32, place: usize, width: usize) -> usize {
        match self {
            Maps::Narrow(values) => values[map as usize * width + place].index(),
            Maps::Wide(values) => values[map as usize * width + place].index(),
            Maps::Blocks(blocks) => blocks.image(map, place),
        }
    }

    fn bytes(&self) -> usize {
        match self {
            Maps::Narrow(values) => size_of_val(&values[..]),
            Maps::Wide(values) => size_of_val(&values[..]),
            Maps::Blocks(blocks) => blocks.bytes(),
        }
    }
}

/// Maps of places of one type, as a count looks them up.
pub(crate) trait PlaceMaps: Copy + Sync {
    /// A place as the maps store it.
    type Place: Place;

    /// Number of maps.
    fn count(&self) -> usize;

    /// The image of a place.
    fn image(&self, map: u32, place: usize) -> usize;

    /// The map as a function, with the images of about so many places to be looked up; `room` is scratch space.
    fn view<'a>(
        &'a self,
        map: u32,
        places: usize,
        room: &'a mut Vec<Self::Place>,
    ) -> impl Fn(usize) -> usize + 'a;
}

/// Maps that are stored place by place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stored<'a, P> {
    /// `maps[map * width + place]`.
    pub(crate) maps: &'a [P],
    /// Number of places.
    pub(crate) width: usize,
}

impl<P: Place> PlaceMaps for Stored<'_, P> {
    type Place = P;

    fn count(&self) -> usize {
        self.maps.len() / self.width.max(1)
    }

    #[inline]
    fn image(&self, map: u32, place: usize) -> usize {
        self.maps[map as usize * self.width + place].index()
    }

    #[inline]
    fn view<'a>(&'a self, map: u32, _: usize, _: &'a mut Vec<P>) -> impl Fn(usize) -> usize + 'a {
        let map = &self.maps[map as usize * self.width..][..self.width];
        |place| map[place].index()
    }
}

/// With fewer places than one in this number, the image of each is computed by itself.
const FEW: usize = 32;

impl PlaceMaps for &BlockMaps {
    type Place = u16;

    fn count(&self) -> usize {
        BlockMaps::count(self)
    }

    fn image(&self, map: u32, place: usize) -> usize {
        BlockMaps::image(self, map, place)
    }

    fn view<'a>(&'a self, map: u32, places: usize, room: &'a mut Vec<u16>) -> impl Fn(usize) -> usize + 'a {
        let is_written = places * FEW >= self.width();
        if is_written {
            self.write(map, room);
        }
        let room = &*room;
        move |place| if is_written { usize::from(room[place]) } else { self.image(map, place) }
    }
}

/// Rows of states.
#[derive(Clone, Debug)]
pub struct Rows {
    pub(crate) width: usize,
    pub(crate) moves: usize,
    /// `steps[row * moves + m]`.
    pub(crate) steps: Vec<Step>,
    /// `maps[map * width + place]`.
    pub(crate) maps: Maps,
    /// Row and place of the solved state.
    pub(crate) solved: (usize, usize),
    /// The number of rows that each row represents. Empty: only itself.
    pub(crate) weights: Vec<u32>,
    /// By row: maps that carry it to itself by a symmetry. A set of states is closed under them. Empty: none.
    pub(crate) itself: Vec<Vec<u32>>,
    /// By step: the symmetry included in its map. Empty: none.
    pub(crate) turned: Vec<u16>,
    /// The number of rows that all rows represent together.
    pub(crate) all_rows: u64,
}

impl Rows {
    /// Number of rows.
    pub fn len(&self) -> usize {
        self.steps.len().checked_div(self.moves).unwrap_or(1)
    }

    /// Whether there are no rows: never, since one holds the solved state.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of places per row.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Number of moves.
    pub fn moves(&self) -> usize {
        self.moves
    }

    /// The number of states that the places represent.
    pub fn size(&self) -> u64 {
        self.all_rows * self.width as u64
    }

    /// Row and place of the solved state.
    pub fn solved(&self) -> (usize, usize) {
        self.solved
    }

    /// The results of the moves on a row.
    #[inline]
    pub fn steps(&self, row: usize) -> &[Step] {
        &self.steps[row * self.moves..][..self.moves]
    }

    /// The maps of places.
    pub fn maps(&self) -> &Maps {
        &self.maps
    }

    /// The number of rows that a row represents.
    #[inline]
    pub fn weight(&self, row: usize) -> u64 {
        self.weights.get(row).map_or(1, |&weight| weight.into())
    }

    /// Maps that carry a row to itself by a symmetry, other than the identity.
    #[inline]
    pub fn itself(&self, row: usize) -> &[u32] {
        self.itself.get(row).map_or(&[], |maps| maps)
    }

    /// The image of a place under one of the maps.
    #[inline]
    pub fn image(&self, map: u32, place: usize) -> usize {
        self.maps.image(map, place, self.width)
    }

    /// Row and place after a move, and the symmetry that was applied after it.
    pub fn after(&self, (row, place): (usize, usize), m: usize) -> ((usize, usize), u16) {
        let at = row * self.moves + m;
        let step = self.steps[at];
        let place = self.image(step.map, place);
        ((step.row as usize, place), self.turned.get(at).copied().unwrap_or(0))
    }

    /// Identifies all of it: tables over rows with equal fingerprints mean the same.
    pub fn fingerprint(&self) -> [u8; 32] {
        let mut sum = Fingerprint::new(PURPOSE);
        sum.add_all([self.width, self.moves, self.solved.0, self.solved.1].map(|number| number as u64));
        sum.add_all(self.steps.iter().map(|step| u64::from(step.row) << 32 | u64::from(step.map)));
        match &self.maps {
            Maps::Narrow(values) => sum.add_all(
                values
                    .chunks(4)
                    .map(|four| four.iter().fold(0, |word, &value| word << 16 | u64::from(value))),
            ),
            Maps::Wide(values) => sum.add_all(values.iter().map(|&value| u64::from(value))),
            Maps::Blocks(blocks) => sum.add_all(blocks.numbers()),
        }
        sum.add_all(self.weights.iter().map(|&weight| u64::from(weight)));
        sum.bytes()
    }

    /// Size of the tables in bytes.
    pub fn bytes(&self) -> usize {
        let itself = self.itself.iter().map(|maps| size_of::<Vec<u32>>() + 4 * maps.len()).sum::<usize>();
        size_of_val(&self.steps[..])
            + self.maps.bytes()
            + 4 * self.weights.len()
            + 2 * self.turned.len()
            + itself
    }
}
