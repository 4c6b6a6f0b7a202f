//! The system's allocator, which asks for huge pages under large blocks.
//!
//! A program takes it with `#[global_allocator]`. Tables are read and written at random, so with pages of 4 KiB every
//! access of a large one waits for the page tables too. The system may give none, or give them later: nothing
//! depends on them but the time. On other systems than Linux it is the system's allocator and no more.

use std::alloc::{GlobalAlloc, Layout, System};

/// Blocks from this size on get huge pages: two of them, of 2 MiB each.
const LARGE: usize = 1 << 22;

/// The allocator.
///
/// ```
/// use permutant_store::HugePages;
///
/// #[global_allocator]
/// static ALLOCATOR: HugePages = HugePages;
///
/// let mut large = vec![0u8; 64 << 20];
/// large.resize(128 << 20, 1);
/// assert_eq!(large.iter().filter(|&&byte| byte == 1).count(), 64 << 20);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct HugePages;

// SAFETY: every call goes to the system's allocator as it came, and what that gives is returned as it is.
unsafe impl GlobalAlloc for HugePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's promises are those of the system's allocator.
        advised(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        advised(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        advised(unsafe { System.realloc(block, layout, size) }, size)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(block, layout) }
    }
}

/// Asks for huge pages under a block, if it is large and was given.
#[inline]
fn advised(block: *mut u8, size: usize) -> *mut u8 {
    if size >= LARGE && !block.is_null() {
        advise(block, size);
    }
    block
}

#[cfg(target_os = "linux")]
#[cold]
fn advise(block: *mut u8, size: usize) {
    use rustix::mm::{Advice, madvise};
    // Advice is given for whole pages, here those that lie inside. Where pages are larger, it is refused without harm.
    const PAGE: usize = 4096;
    let skipped = block.addr().next_multiple_of(PAGE) - block.addr();
    let length = (size - skipped) / PAGE * PAGE;
    // SAFETY: the pages lie inside a block of this process; what they hold stays as it is.
    let _ = unsafe { madvise(block.wrapping_add(skipped).cast(), length, Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
fn advise(_: *mut u8, _: usize) {}
