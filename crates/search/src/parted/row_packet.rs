//! A message between parts of rows: places of one row, and the rows that they reach by moves.
//!
//! Start at [`write`] and [`Packet::read`]. A packet begins with the number of its targets; each is the number of a row in the part that
//! receives it and the number of a map. The places follow once for all targets, as differences or as one bit per place, whichever is
//! shorter.

use super::varint::{self, damaged};
use crate::reachable::place::Place;
use crate::reachable::rows::{Rows, Step};
use std::io::{self, Read};

/// Appends a packet. The rows of the targets are counted from the first row of their part, places ascend.
pub(super) fn write<P: Place>(targets: &[Step], places: &[P], width: usize, to: &mut Vec<u8>) {
    varint::write(targets.len() as u64, to);
    for target in targets {
        varint::write(u64::from(target.row), to);
        varint::write(u64::from(target.map), to);
    }
    let bitmap = width.div_ceil(8);
    // A difference takes a byte as long as it is less than 128.
    let is_dense = places.len() >= bitmap;
    varint::write((places.len() as u64) << 1 | u64::from(is_dense), to);
    if is_dense {
        let start = to.len();
        to.resize(start + bitmap, 0);
        let bits = &mut to[start..];
        places.iter().map(|place| place.index()).for_each(|place| bits[place / 8] |= 1 << (place % 8));
    } else {
        let mut before = 0;
        for place in places.iter().map(|place| place.index()) {
            varint::write((place - before) as u64, to);
            before = place;
        }
    }
}

/// A packet that is read; its vectors are used again for the next one.
#[derive(Debug)]
pub(super) struct Packet<P> {
    pub(super) targets: Vec<Step>,
    pub(super) places: Vec<P>,
    bits: Vec<u8>,
}

impl<P: Place> Packet<P> {
    pub(super) fn new() -> Self {
        Packet { targets: Vec::new(), places: Vec::new(), bits: Vec::new() }
    }

    /// Reads the next packet of a part of `part_rows` rows and returns whether there was one. All numbers of the packet are then below
    /// those of the rows, the maps and the places.
    pub(super) fn read(
        &mut self,
        from: &mut impl Read,
        part_rows: usize,
        maps: usize,
        rows: &Rows,
    ) -> io::Result<bool> {
        let Some(targets) = varint::read(from)? else { return Ok(false) };
        if targets > rows.moves() as u64 {
            return Err(damaged());
        }
        self.targets.clear();
        for _ in 0..targets {
            let (row, map) = (varint::next(from)?, varint::next(from)?);
            if row >= part_rows as u64 || map >= maps as u64 {
                return Err(damaged());
            }
            self.targets.push(Step { row: row as u32, map: map as u32 });
        }
        let (width, number) = (rows.width(), varint::next(from)?);
        self.places.clear();
        if number & 1 == 1 {
            self.bits.resize(width.div_ceil(8), 0);
            from.read_exact(&mut self.bits)?;
            for (at, &byte) in self.bits.iter().enumerate() {
                let mut byte = byte;
                while byte != 0 {
                    let place = 8 * at + byte.trailing_zeros() as usize;
                    if place >= width {
                        return Err(damaged());
                    }
                    self.places.push(P::new(place));
                    byte &= byte - 1;
                }
            }
        } else {
            let mut place = 0_u64;
            for _ in 0..number >> 1 {
                place = place.saturating_add(varint::next(from)?);
                if place >= width as u64 {
                    return Err(damaged());
                }
                self.places.push(P::new(place as usize));
            }
        }
        Ok(true)
    }
}
