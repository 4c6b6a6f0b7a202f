//! The store of a process that shares a count with others.
//!
//! Start at [`ClusterStore::connect`]. Its own parts are in its directory; messages for parts of others travel. Process 0 keeps the record of
//! the last level that is complete for all. When the number of processes has changed, or a directory moved, the files of parts travel to
//! the processes to which they belong now.

use crate::exchange::{Content, Deliver, Exchange, Packed, Place};
use crate::handshake::{Cluster, HandshakeError};
use permutant_search::limits::Control;
use permutant_search::parted::level_store::{Keep, LevelStore, Output, Scratch};
use permutant_store::LevelDir;
use std::collections::btree_map::{BTreeMap, Entry};
use std::io::{self, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// Bytes of a file that travel at once.
const PIECE: usize = 1 << 18;

/// Parts of a count in the directories of several processes.
#[derive(Debug)]
pub struct ClusterStore {
    process: usize,
    processes: usize,
    directory: Arc<LevelDir>,
    exchange: Exchange,
}

/// Why there is no store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConnectError {
    /// A peer was refused, or did not come.
    #[error(transparent)]
    Handshake(#[from] HandshakeError),
    /// The system returned an error.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl ClusterStore {
    /// Connects to all processes of a cluster, and waits for them. Parts of this process are kept in a directory, which processes of one
    /// machine may share; with `stays` a complete count stays there.
    ///
    /// # Errors
    /// If the processes do not agree, or if the caller interrupts.
    pub fn connect(
        cluster: &Cluster,
        path: &Path,
        stays: bool,
        control: &Control<'_>,
    ) -> Result<Self, ConnectError> {
        let streams = cluster.connect(control)?;
        let (process, processes) = (cluster.process, cluster.hosts.processes());
        let directory = Arc::new(LevelDir::of_worker(path, stays, process, processes));
        let exchange = Exchange::start(streams, process, deliver_to(Arc::clone(&directory)))?;
        Ok(ClusterStore { process, processes, directory, exchange })
    }

    fn owner(&self, part: usize) -> usize {
        part % self.processes
    }

    /// Numbers of process 0, for all.
    fn broadcast(&self, numbers: &[u64]) -> io::Result<Vec<u64>> {
        let is_first = self.process == 0;
        let count = self.sum(&[if is_first { numbers.len() as u64 } else { 0 }])?[0] as usize;
        let mine = if is_first { numbers.to_vec() } else { vec![0; count] };
        self.sum(&mine)
    }

    /// The number of parts, the last complete level and its numbers, as process 0 knows them.
    fn saved(&self, identity: &[u8; 32]) -> io::Result<Option<(usize, u64, Vec<u64>)>> {
        let words = identity.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes));
        let words: Vec<u64> = words.collect();
        let differs = u64::from(self.broadcast(&words)? != words);
        if self.sum(&[differs])?[0] > 0 {
            return Err(io::Error::other("the processes do not count the same puzzle by the same method"));
        }
        let saved = self.directory.saved(identity)?;
        let mut numbers = Vec::new();
        if let Some((parts, level, counts)) = saved {
            numbers.extend([parts as u64, level]);
            numbers.extend(counts);
        }
        let numbers = self.broadcast(&numbers)?;
        let saved = numbers.split_first_chunk::<2>();
        Ok(saved.map(|(&[parts, level], counts)| (parts as usize, level, counts.to_vec())))
    }

    /// Sends the files of parts that belong to other processes now and are not there.
    fn redistribute(&self, parts: usize, level: u64) -> io::Result<()> {
        let mut known = Vec::new();
        for process in 0..self.processes {
            let is_mine = process == self.process;
            let mine: Vec<u64> =
                (0..parts).map(|part| if is_mine { self.directory.holds(part) } else { 0 }).collect();
            known.push(self.sum(&mine)?);
        }
        let mut has_moved = 0;
        for part in 0..parts {
            let owner = self.owner(part);
            let most = known.iter().map(|of| of[part]).max().unwrap_or(0);
            let Some(holder) = known.iter().position(|of| of[part] == most) else { continue };
            if known[owner][part] == most {
                continue;
            }
            has_moved = 1;
            if holder == self.process {
                self.send_part(part, owner)?;
            }
        }
        self.settle()?;
        if has_moved > 0 {
            self.directory.record(level)?;
        }
        self.settle()
    }

    fn send_part(&self, part: usize, owner: usize) -> io::Result<()> {
        for level in self.directory.levels_of(part) {
            if let Some(file) = self.directory.read(level, part)? {
                self.send_file(file, owner, |piece| Content::Piece((level, part), piece))?;
                self.exchange.send(owner, Content::End((level, part)))?;
            }
        }
        for level in self.directory.levels_ahead(part) {
            if let Some(file) = self.directory.received(level, part)? {
                self.send_file(file, owner, |piece| Content::Message((level, part), piece))?;
            }
        }
        Ok(())
    }

    fn send_file(
        &self,
        mut file: Box<dyn Read + Send>,
        owner: usize,
        content: impl Fn(Packed) -> Content,
    ) -> io::Result<()> {
        let mut bytes = vec![0; PIECE];
        loop {
            match file.read(&mut bytes)? {
                0 => return Ok(()),
                count => self.exchange.send(owner, content(Packed::new(&bytes[..count])))?,
            }
        }
    }
}

/// Takes in what arrives.
fn deliver_to(directory: Arc<LevelDir>) -> Deliver {
    let writing: Mutex<BTreeMap<Place, Box<dyn Output + Send>>> = Mutex::default();
    Arc::new(move |content| {
        let mut writing = writing.lock().unwrap_or_else(PoisonError::into_inner);
        match content {
            Content::Message((level, part), packed) => directory.send(level, part, &packed.bytes()),
            Content::Piece(place, packed) => {
                let file = match writing.entry(place) {
                    Entry::Occupied(file) => file.into_mut(),
                    Entry::Vacant(absent) => absent.insert(directory.write(place.0, place.1)?),
                };
                file.write_all(&packed.bytes())
            }
            Content::End(place) => match writing.remove(&place) {
                Some(file) => file.finish(),
                None => directory.write(place.0, place.1)?.finish(),
            },
            Content::Numbers(..) | Content::Receipt(_) => Ok(()),
        }
    })
}

impl LevelStore for ClusterStore {
    fn workers(&self) -> usize {
        self.processes
    }

    fn worker(&self) -> usize {
        self.process
    }

    fn parts(&self, identity: &[u8; 32]) -> io::Result<Option<usize>> {
        Ok(self.saved(identity)?.map(|(parts, _, _)| parts))
    }

    fn has_count(&self, identity: &[u8; 32]) -> bool {
        self.directory.has_count(identity)
    }

    fn begin(&self, identity: &[u8; 32], parts: usize, keep: Keep) -> io::Result<Option<Vec<u64>>> {
        let saved = self.saved(identity)?.filter(|(of, _, _)| *of == parts);
        let level = saved.as_ref().map(|(_, level, _)| *level);
        self.directory.open(identity, parts, keep, level)?;
        self.settle()?;
        if let Some(level) = level {
            self.redistribute(parts, level)?;
        }
        Ok(saved.map(|(_, _, numbers)| numbers))
    }

    fn send(&self, level: u64, part: usize, message: &[u8]) -> io::Result<()> {
        if self.owner(part) == self.process {
            // Without the others, nothing may be written any more: they may be counting again.
            self.exchange.check()?;
            self.directory.send(level, part, message)
        } else {
            self.exchange.send(self.owner(part), Content::Message((level, part), Packed::new(message)))
        }
    }

    fn settle(&self) -> io::Result<()> {
        self.exchange.end_epoch(&[]).map(drop)
    }

    fn received(&self, level: u64, part: usize) -> io::Result<Option<Box<dyn Read + Send>>> {
        self.directory.received(level, part)
    }

    fn newest(&self, part: usize) -> Option<u64> {
        self.directory.newest(part)
    }

    fn read(&self, level: u64, part: usize) -> io::Result<Option<Box<dyn Read + Send>>> {
        self.directory.read(level, part)
    }

    fn read_at(&self, level: u64, part: usize, offset: u64, count: usize) -> io::Result<Option<Vec<u8>>> {
        self.directory.read_at(level, part, offset, count)
    }

    fn write(&self, level: u64, part: usize) -> io::Result<Box<dyn Output + Send>> {
        self.exchange.check()?;
        self.directory.write(level, part)
    }

    fn written(&self) -> u64 {
        self.directory.written()
    }

    fn scratch(&self) -> io::Result<Box<dyn Scratch>> {
        self.directory.scratch()
    }

    fn sum(&self, numbers: &[u64]) -> io::Result<Vec<u64>> {
        self.exchange.end_epoch(numbers)
    }

    fn commit(&self, level: u64, numbers: &[u64]) -> io::Result<()> {
        self.directory.record(level)?;
        self.settle()?;
        if self.process == 0 {
            self.directory.complete(level, numbers)?;
        }
        self.settle()?;
        self.directory.tidy(level)
    }

    fn done(&self, is_complete: bool) -> io::Result<()> {
        // One after the other: processes may share a directory.
        for process in 0..self.processes {
            if process == self.process {
                self.directory.done(is_complete)?;
            }
            self.settle()?;
        }
        self.exchange.finish()
    }
}
