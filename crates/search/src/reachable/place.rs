//! Places of a row as numbers of two or four bytes.
//!
//! Start at [`Place`].

/// A place of a row as stored in a table.
pub trait Place: Copy + Send + Sync {
    /// As an index.
    fn index(self) -> usize;
    /// From an index that fits.
    fn new(index: usize) -> Self;
}

impl Place for u16 {
    #[inline]
    fn index(self) -> usize {
        usize::from(self)
    }
    #[inline]
    fn new(index: usize) -> Self {
        index as u16
    }
}

impl Place for u32 {
    #[inline]
    fn index(self) -> usize {
        self as usize
    }
    #[inline]
    fn new(index: usize) -> Self {
        index as u32
    }
}
