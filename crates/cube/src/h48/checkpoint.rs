//! The progress of the search for one cube, from which another run can resume.
//!
//! Start at [`Standing`]. A length is searched job by job. The progress therefore consists of the finished jobs and of the node
//! counts of the jobs in the previous length, which determine their order. The jobs depend on the table, so its size is
//! recorded too. With a table of another size the length starts again, and shorter lengths remain excluded.

use super::table::Size;
use permutant_search::limits::Limits;

/// The value of an unfinished job.
pub(super) const TO_DO: u64 = u64::MAX;

/// The progress of a search. Every shorter length is excluded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Standing {
    pub(super) size: Size,
    /// The current length.
    pub(super) length: u8,
    /// Nodes so far, in all lengths.
    pub(super) nodes: u64,
    /// For each job, its nodes in the previous length; empty if they are unknown.
    pub(super) before: Vec<u64>,
    /// For each job, its nodes in this length, or [`TO_DO`]; empty if no job is finished.
    pub(super) done: Vec<u64>,
}

/// Where searches save their progress for later ones to resume.
#[derive(Clone, Copy)]
pub struct Saves<'a> {
    /// The progress of an earlier search of the same cube in the same metric. Bytes that are no complete record do no harm, but
    /// the record of another cube gives wrong results.
    pub begin: Option<&'a [u8]>,
    /// Called with the progress of the search whenever it may be saved, some hundred times a second and by one thread. The second
    /// argument tells whether the search stops there.
    pub keep: Keep<'a>,
}

/// Receives a function that computes the bytes to save when it is called, and whether the search stops.
pub type Keep<'a> = &'a (dyn Fn(&dyn Fn() -> Vec<u8>, bool) + Sync);

impl std::fmt::Debug for Saves<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Saves").field("begin", &self.begin.map(<[u8]>::len)).finish_non_exhaustive()
    }
}

impl Saves<'_> {
    /// No earlier progress, and nothing to save.
    pub const NONE: Saves<'static> = Saves { begin: None, keep: &|_, _| {} };

    /// Whether a search with these limits can resume from where another stopped: it must ask for one solution, a shortest one.
    pub fn suit(limits: &Limits) -> bool {
        limits.max_solutions == Some(1) && limits.min_length == 0
    }
}

impl Standing {
    /// ```text
    /// flips: 1 | length: 1 | nodes: 8 | jobs: 4 | before: 8 a job | done: 8 a job      lowest byte first
    /// ```
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![self.size.flips(), self.length];
        bytes.extend(self.nodes.to_le_bytes());
        let jobs = self.before.len().max(self.done.len());
        bytes.extend((jobs as u32).to_le_bytes());
        for (counts, unknown) in [(&self.before, 0), (&self.done, TO_DO)] {
            let counts = counts.iter().copied().chain(std::iter::repeat(unknown)).take(jobs);
            bytes.extend(counts.flat_map(u64::to_le_bytes));
        }
        bytes
    }

    /// Reads a record; `None` if the bytes are not a valid one.
    pub(super) fn read(bytes: &[u8], size_of: impl Fn(u8) -> Option<Size>) -> Option<Standing> {
        let (head, counts) = bytes.split_at_checked(14)?;
        let jobs = u32::from_le_bytes(head[10..].try_into().ok()?) as usize;
        if counts.len() != jobs.checked_mul(16)? {
            return None;
        }
        let mut counts = counts.as_chunks::<8>().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
        Some(Standing {
            size: size_of(head[0])?,
            length: head[1],
            nodes: u64::from_le_bytes(head[2..10].try_into().ok()?),
            before: counts.by_ref().take(jobs).collect(),
            done: counts.collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_nothing_else() {
        let standing = Standing {
            size: Size::LEAST,
            length: 17,
            nodes: 1 << 40,
            before: vec![3, 5, 0],
            done: vec![40, TO_DO, TO_DO],
        };
        let bytes = standing.bytes();
        assert_eq!(Standing::read(&bytes, Size::new), Some(standing));
        for cut in 0..bytes.len() {
            assert_eq!(Standing::read(&bytes[..cut], Size::new), None);
        }
        let mut other = bytes.clone();
        other[0] = 12;
        assert_eq!(Standing::read(&other, Size::new), None);
        other.clone_from(&bytes);
        other[13] = 255;
        assert_eq!(Standing::read(&other, Size::new), None);
        let fresh = Standing { size: Size::LEAST, length: 9, nodes: 7, before: vec![], done: vec![] };
        assert_eq!(Standing::read(&fresh.bytes(), Size::new), Some(fresh));
    }
}
