//! The finished levels of a coset and part of the next one, from which another run can go on.
//!
//! Start at [`Saves`], which the caller provides. A checkpoint is written and read as a stream, because it is as large as the set
//! of positions:
//!
//! ```text
//! "coset  2", or "coset q2" of quarter turns | cube: 40 bytes | levels: 8 | counts: 8 a level | ways: 8 | next level: 4 · 8
//! 2520 pages of 967 680 bytes, all numbers with the lowest byte first
//! ```

use super::bitmap::Bitmap;
use super::layout::{ELEMENTS, PAGE, PAGES};
use crate::model::cubie::CubieCube;
use std::io::{self, Read, Write};

/// Bytes of a checkpoint, about: 2.44 GB.
pub const CHECKPOINT_BYTES: u64 = 8 * (PAGES * PAGE) as u64;

/// Writes a checkpoint.
pub type WriteTo<'a> = &'a dyn Fn(&mut dyn Write) -> io::Result<()>;

/// Where levels are kept.
pub trait Saves: Sync {
    /// The bytes that were kept last, if any.
    fn load(&self) -> Option<Box<dyn Read>>;

    /// Called when a level or a large part of one is finished, with what writes the bytes and the number of ways of the level so far,
    /// which took about as long.
    fn keep(&self, ways: u64, write: WriteTo<'_>);

    /// Called when the kept bytes belong to another coset or are damaged. The count then begins anew.
    fn unusable(&self);
}

/// Nothing is kept.
#[derive(Clone, Copy, Debug)]
pub struct Unkept;

impl Saves for Unkept {
    fn load(&self) -> Option<Box<dyn Read>> {
        None
    }
    fn keep(&self, _: u64, _: WriteTo<'_>) {}
    fn unusable(&self) {}
}

/// The finished levels, and what is done of the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Checkpoint {
    pub(super) exact: Vec<u64>,
    /// Of the last finished level.
    pub(super) ways: u64,
    pub(super) begun: Begun,
}

/// What is done of a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Begun {
    /// Whether a prepass was made.
    pub(super) is_joined: bool,
    /// Parts of the search that are done, in their order.
    pub(super) parts: u64,
    /// Their ways.
    pub(super) ways: u64,
    /// Elements that prepass and search added.
    pub(super) added: u64,
}

/// The first bytes of every checkpoint, with the name of the turns.
fn magic(turns: u8) -> [u8; 8] {
    [b'c', b'o', b's', b'e', b't', b' ', turns, b'2']
}

/// More levels than there are.
const MOST_LEVELS: u64 = 32;

/// The cube as bytes.
fn cube_bytes(cube: &CubieCube) -> Vec<u8> {
    let (corners, edges) = (&cube.corners, &cube.edges);
    [&corners.permutation()[..], &corners.twists(), &edges.permutation(), &edges.flips()].concat()
}

impl Checkpoint {
    /// Hands the levels to the caller.
    pub(super) fn keep(&self, saves: &dyn Saves, turns: u8, cube: &CubieCube, bitmap: &Bitmap<'_>) {
        let Begun { is_joined, parts, ways, added } = self.begun;
        let latest = if parts > 0 { ways } else { self.ways };
        saves.keep(latest, &|to| {
            to.write_all(&magic(turns))?;
            to.write_all(&cube_bytes(cube))?;
            let counts = self.exact.iter().copied().chain([self.ways, is_joined.into(), parts, ways, added]);
            for number in [self.exact.len() as u64].into_iter().chain(counts) {
                to.write_all(&number.to_le_bytes())?;
            }
            let mut bytes = Vec::with_capacity(8 * PAGE);
            for page in 0..PAGES as u16 {
                bytes.clear();
                bytes.extend(bitmap.read(bitmap.slot_of(page)).iter().flat_map(|word| word.to_le_bytes()));
                to.write_all(&bytes)?;
            }
            Ok(())
        });
    }

    /// The levels that were kept of a coset, and their set. `None` if there are none; the set is then empty.
    pub(super) fn load(
        saves: &dyn Saves,
        turns: u8,
        cube: &CubieCube,
        bitmap: &mut Bitmap<'_>,
    ) -> Option<Checkpoint> {
        let mut from = saves.load()?;
        let read = Checkpoint::read(&mut *from, turns, cube, bitmap);
        let sound = read.ok().flatten().filter(|kept| kept.elements() == Some(bitmap.count()));
        if sound.is_none() {
            (0..PAGES as u16).for_each(|page| bitmap.write(bitmap.slot_of(page)).fill(0));
            saves.unusable();
        }
        sound
    }

    /// Elements that must be in the set; `None` if the numbers are not those of a checkpoint.
    fn elements(&self) -> Option<u64> {
        let counts = self.exact.iter().chain([&self.begun.added]);
        counts.copied().try_fold(0, u64::checked_add).filter(|&sum| sum <= ELEMENTS)
    }

    fn read(
        from: &mut dyn Read,
        turns: u8,
        cube: &CubieCube,
        bitmap: &Bitmap<'_>,
    ) -> io::Result<Option<Checkpoint>> {
        let expected = [&magic(turns)[..], &cube_bytes(cube)].concat();
        let mut head = vec![0; expected.len()];
        from.read_exact(&mut head)?;
        let levels = number(from)?;
        if head != expected || levels > MOST_LEVELS {
            return Ok(None);
        }
        let exact = (0..levels).map(|_| number(from)).collect::<io::Result<Vec<u64>>>()?;
        let ways = number(from)?;
        let begun = Begun {
            is_joined: number(from)? != 0,
            parts: number(from)?,
            ways: number(from)?,
            added: number(from)?,
        };
        let mut bytes = vec![0; 8 * PAGE];
        for page in 0..PAGES as u16 {
            from.read_exact(&mut bytes)?;
            let mut words = bitmap.write(bitmap.slot_of(page));
            for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
                *word = u64::from_le_bytes(*bytes);
            }
        }
        Ok(Some(Checkpoint { exact, ways, begun }))
    }
}

fn number(from: &mut dyn Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    from.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}
