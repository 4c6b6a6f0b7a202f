//! The system allocator, with a request for huge pages for large blocks.
//!
//! A program installs it with `#[global_allocator]`. Tables are read and written at random, so with pages of 4 KiB every access to a
//! large table also waits for the page tables. The system may grant no huge pages or grant them later; only the running time depends on
//! them. On systems other than Linux this is the plain system allocator.

use std::alloc::{GlobalAlloc, Layout, System};

/// Blocks of at least this size get huge pages: two of them, of 2 MiB each.
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

// SAFETY: every call is passed on unchanged to the system's allocator, and its result is returned unchanged.
unsafe impl GlobalAlloc for HugePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller's guarantees are those that the system's allocator requires.
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

/// Requests huge pages for a block, if it is large and was allocated.
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
    // Advice applies to whole pages, here those inside the block. If pages are larger, it is refused without harm.
    const PAGE: usize = 4096;
    let skipped = block.addr().next_multiple_of(PAGE) - block.addr();
    let length = (size - skipped) / PAGE * PAGE;
    // SAFETY: the pages lie inside a block of this process; their contents do not change.
    let _ = unsafe { madvise(block.wrapping_add(skipped).cast(), length, Advice::LinuxHugepage) };
}

#[cfg(not(target_os = "linux"))]
fn advise(_: *mut u8, _: usize) {}
