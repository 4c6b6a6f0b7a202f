//! Connections between the processes of a cluster, made before any data flow.
//!
//! Start at [`Cluster::connect`]. A process connects to those before it and waits for those after it. Both sides of a connection first say
//! who they are: the version of the program, what is to be counted, the number of processes. Then each proves that it knows the secret by
//! a keyed hash (BLAKE3) of random numbers of both sides, without showing it. A peer that fails is refused. What follows is neither
//! encrypted nor signed: the secret keeps strangers and mistakes out, not those who can read or change the network's traffic.

use crate::hosts::Hosts;
use permutant_search::limits::{Control, StopReason};
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

/// The first bytes of a connection; the number changes with what is said on it.
const FIRST: &[u8; 16] = b"permutant god 1\n";

/// Time between two attempts to connect.
const RETRY: Duration = Duration::from_millis(50);

/// Time in which a peer has to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// What all processes know and nobody else.
#[derive(Clone)]
pub struct Secret([u8; 32]);

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl Secret {
    /// From the contents of a file.
    pub fn new(bytes: &[u8]) -> Self {
        Secret(blake3::derive_key("permutant 2026 cluster handshake", bytes))
    }

    /// A random text from which processes that this one starts make a secret.
    ///
    /// # Errors
    /// If the system gives no random numbers.
    pub fn random_text() -> Result<String, HandshakeError> {
        let mut bytes = [0; 32];
        getrandom::fill(&mut bytes).map_err(|_| HandshakeError::NoRandomness)?;
        Ok(blake3::Hash::from_bytes(bytes).to_hex().to_string())
    }
}

/// A process of a cluster.
#[derive(Clone, Debug)]
pub struct Cluster {
    /// All processes.
    pub hosts: Hosts,
    /// The number of this one.
    pub process: usize,
    /// The secret of all.
    pub secret: Secret,
    /// Identifies what is to be counted, and how: all processes must agree.
    pub fingerprint: [u8; 32],
}

/// Why processes did not connect.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum HandshakeError {
    /// The own address cannot be used.
    #[error(
        "process {process} cannot listen on {address}: {source}; is it the address of this machine, and is the port free?"
    )]
    Listen {
        /// The number of this process.
        process: usize,
        /// Its address.
        address: String,
        /// The error of the system.
        source: io::Error,
    },
    /// A peer runs another version of the program.
    #[error("process {0} runs another version of permutant; all must run the same one")]
    Version(usize),
    /// A peer counts something else.
    #[error(
        "process {0} was started with another puzzle or other options; all need the same, except --process, --disk and output"
    )]
    Request(usize),
    /// A peer does not know the secret.
    #[error("process {0} has another secret; all need the same --secret-file")]
    Secret(usize),
    /// A peer ended the connection, or did not speak this language.
    #[error("the connection to process {0} ended before the count: {1}")]
    Lost(usize, io::Error),
    /// The caller interrupted.
    #[error("{0} while waiting for the other processes")]
    Stopped(StopReason),
    /// The system gave no random numbers.
    #[error("the system gave no random numbers")]
    NoRandomness,
}

/// What one side says first.
struct Hello {
    version: [u8; 32],
    fingerprint: [u8; 32],
    process: u32,
    processes: u32,
    nonce: [u8; 32],
}

impl Hello {
    fn write(&self, to: &mut TcpStream) -> io::Result<()> {
        let mut bytes = FIRST.to_vec();
        bytes.extend(self.bytes());
        to.write_all(&bytes)
    }

    fn bytes(&self) -> Vec<u8> {
        let numbers = [self.process.to_le_bytes(), self.processes.to_le_bytes()].concat();
        [&self.version[..], &self.fingerprint, &numbers, &self.nonce].concat()
    }

    fn read(from: &mut TcpStream) -> io::Result<Self> {
        let first: [u8; 16] = read(from)?;
        if first != *FIRST {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "it is no process of permutant"));
        }
        Ok(Hello {
            version: read(from)?,
            fingerprint: read(from)?,
            process: u32::from_le_bytes(read(from)?),
            processes: u32::from_le_bytes(read(from)?),
            nonce: read(from)?,
        })
    }
}

fn read<const BYTES: usize>(from: &mut TcpStream) -> io::Result<[u8; BYTES]> {
    let mut bytes = [0; BYTES];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

impl Cluster {
    /// Identifies a request by a text.
    pub fn fingerprint(request: &str) -> [u8; 32] {
        *blake3::hash(request.as_bytes()).as_bytes()
    }

    /// Connects to all other processes, as soon as they are there: a connection for each, none for this one. A stranger who connects is
    /// refused, and the wait goes on.
    ///
    /// # Errors
    /// If the own address cannot be used, a peer is refused that this process connected to, or the caller interrupts.
    pub(crate) fn connect(&self, control: &Control<'_>) -> Result<Vec<Option<TcpStream>>, HandshakeError> {
        let address = self.hosts.address(self.process);
        let cannot_listen =
            |source| HandshakeError::Listen { process: self.process, address: address.to_string(), source };
        let listener = TcpListener::bind(address).map_err(cannot_listen)?;
        listener.set_nonblocking(true).map_err(cannot_listen)?;
        let mut streams: Vec<Option<TcpStream>> = (0..self.hosts.processes()).map(|_| None).collect();
        while let Some(missing) =
            (0..streams.len()).find(|&process| process != self.process && streams[process].is_none())
        {
            if let Some(reason) = control.interrupted() {
                return Err(HandshakeError::Stopped(reason));
            }
            while let Ok((stream, _)) = listener.accept() {
                if let Ok((process, stream)) = self.welcome(stream) {
                    streams[process] = Some(stream);
                }
            }
            if missing < self.process
                && let Ok(stream) = TcpStream::connect(self.hosts.address(missing))
            {
                streams[missing] = Some(self.greet(stream, missing)?);
                continue;
            }
            std::thread::sleep(RETRY);
        }
        Ok(streams)
    }

    fn hello(&self) -> Result<Hello, HandshakeError> {
        let mut nonce = [0; 32];
        getrandom::fill(&mut nonce).map_err(|_| HandshakeError::NoRandomness)?;
        Ok(Hello {
            version: *blake3::hash(env!("CARGO_PKG_VERSION").as_bytes()).as_bytes(),
            fingerprint: self.fingerprint,
            process: self.process as u32,
            processes: self.hosts.processes() as u32,
            nonce,
        })
    }

    /// What a side shows that it knows the secret; the word keeps one side from repeating what the other one said.
    fn proof(&self, side: &str, connecting: &Hello, waiting: &Hello) -> blake3::Hash {
        let text = [side.as_bytes(), &connecting.bytes(), &waiting.bytes()].concat();
        blake3::keyed_hash(&self.secret.0, &text)
    }

    /// Why a peer does not fit.
    fn fault(&self, mine: &Hello, other: &Hello, peer: usize) -> Option<HandshakeError> {
        if mine.version != other.version {
            return Some(HandshakeError::Version(peer));
        }
        let is_same = mine.fingerprint == other.fingerprint && mine.processes == other.processes;
        (!is_same || other.process as usize != peer).then_some(HandshakeError::Request(peer))
    }

    /// Speaks with a process to which this one connected.
    fn greet(&self, mut stream: TcpStream, peer: usize) -> Result<TcpStream, HandshakeError> {
        let lost = |fault| HandshakeError::Lost(peer, fault);
        prepare(&stream).map_err(lost)?;
        let mine = self.hello()?;
        mine.write(&mut stream).map_err(lost)?;
        let other = Hello::read(&mut stream).map_err(lost)?;
        if let Some(fault) = self.fault(&mine, &other, peer) {
            return Err(fault);
        }
        stream.write_all(self.proof("connecting", &mine, &other).as_bytes()).map_err(lost)?;
        // Who does not accept the proof ends the connection.
        let proof = read(&mut stream).map_err(|_| HandshakeError::Secret(peer))?;
        if blake3::Hash::from_bytes(proof) != self.proof("waiting", &mine, &other) {
            return Err(HandshakeError::Secret(peer));
        }
        stream.set_read_timeout(None).map_err(lost)?;
        Ok(stream)
    }

    /// Speaks with a process that connected to this one.
    fn welcome(&self, mut stream: TcpStream) -> Result<(usize, TcpStream), HandshakeError> {
        let lost = |fault| HandshakeError::Lost(usize::MAX, fault);
        stream.set_nonblocking(false).and_then(|()| prepare(&stream)).map_err(lost)?;
        let other = Hello::read(&mut stream).map_err(lost)?;
        let mine = self.hello()?;
        mine.write(&mut stream).map_err(lost)?;
        let peer = other.process as usize;
        if let Some(fault) = self.fault(&mine, &other, peer) {
            return Err(fault);
        }
        let proof = read(&mut stream).map_err(lost)?;
        let is_later = (self.process + 1..self.hosts.processes()).contains(&peer);
        if !is_later || blake3::Hash::from_bytes(proof) != self.proof("connecting", &other, &mine) {
            return Err(HandshakeError::Secret(peer));
        }
        stream.write_all(self.proof("waiting", &other, &mine).as_bytes()).map_err(lost)?;
        stream.set_read_timeout(None).map_err(lost)?;
        Ok((peer, stream))
    }
}

fn prepare(stream: &TcpStream) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(Some(PATIENCE))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hosts::free_addresses;

    fn cluster(hosts: &Hosts, process: usize, secret: &str, counted: u8) -> Cluster {
        let secret = Secret::new(secret.as_bytes());
        Cluster { hosts: hosts.clone(), process, secret, fingerprint: [counted; 32] }
    }

    #[test]
    fn processes_that_agree_are_connected() {
        let hosts = Hosts::parse(&free_addresses(3).unwrap()).unwrap();
        let connected = std::thread::scope(|scope| {
            let connect = |process| {
                let cluster = cluster(&hosts, process, "x", 1);
                scope.spawn(move || cluster.connect(&Control::new()))
            };
            [0, 1, 2].map(connect).map(|thread| thread.join().unwrap().unwrap())
        });
        for (process, streams) in connected.iter().enumerate() {
            let missing: Vec<usize> = (0..3).filter(|&peer| streams[peer].is_none()).collect();
            assert_eq!(missing, [process]);
        }
    }

    #[test]
    fn others_are_refused() {
        for (secret, counted, expected) in
            [("y", 1, "process 0 has another secret"), ("x", 2, "process 0 was started with another puzzle")]
        {
            let hosts = Hosts::parse(&free_addresses(2).unwrap()).unwrap();
            let enough = std::sync::atomic::AtomicBool::new(false);
            std::thread::scope(|scope| {
                let first = cluster(&hosts, 0, "x", 1);
                let control = Control::new().with_cancel(&enough);
                let waiting = scope.spawn(move || first.connect(&control));
                let refused = cluster(&hosts, 1, secret, counted).connect(&Control::new()).unwrap_err();
                assert!(refused.to_string().starts_with(expected), "{refused}");
                // The first one still waits for the true peer.
                enough.store(true, std::sync::atomic::Ordering::Relaxed);
                assert!(matches!(waiting.join().unwrap(), Err(HandshakeError::Stopped(_))));
            });
        }
    }
}
