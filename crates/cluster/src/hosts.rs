//! The processes of a cluster: one address a line.
//!
//! Start at [`Hosts::parse`].

use std::io;
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};

/// Greatest number of processes.
const MOST: usize = 1024;

/// The addresses of all processes, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosts {
    addresses: Vec<String>,
}

/// What is wrong with a list of hosts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HostsError {
    /// A line is no address.
    #[error("line {line}: '{text}' is no address; write HOST:PORT, such as node1:2101")]
    NoAddress {
        /// The number of the line, from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// An address occurs twice.
    #[error("line {line}: '{text}' occurs twice; every process needs its own port")]
    Twice {
        /// The number of the line, from 1.
        line: usize,
        /// The line.
        text: String,
    },
    /// There are too few or too many.
    #[error("{0} addresses; a cluster has 2 to {MOST} processes")]
    Number(usize),
}

impl Hosts {
    /// Reads one address `HOST:PORT` a line; empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    /// If a line is no address, or if there are fewer than two.
    pub fn parse(text: &str) -> Result<Self, HostsError> {
        let mut addresses: Vec<String> = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line_text = line.trim();
            if line_text.is_empty() || line_text.starts_with('#') {
                continue;
            }
            let text = line_text.to_string();
            let port = line_text.rsplit_once(':').filter(|(host, _)| !host.is_empty());
            let is_address = !line_text.contains(char::is_whitespace)
                && port.is_some_and(|(_, port)| port.parse::<u16>().is_ok_and(|port| port > 0));
            if !is_address {
                return Err(HostsError::NoAddress { line: number, text });
            }
            if addresses.contains(&text) {
                return Err(HostsError::Twice { line: number, text });
            }
            addresses.push(text);
        }
        if (2..=MOST).contains(&addresses.len()) {
            Ok(Hosts { addresses })
        } else {
            Err(HostsError::Number(addresses.len()))
        }
    }

    /// Number of processes.
    pub fn processes(&self) -> usize {
        self.addresses.len()
    }

    /// The address of a process.
    pub(crate) fn address(&self, process: usize) -> &str {
        &self.addresses[process]
    }

    /// Whether all addresses are of this machine alone, so that nobody else can connect.
    pub fn is_local(&self) -> bool {
        let is_loopback = |address: &String| {
            address.to_socket_addrs().is_ok_and(|mut found| found.all(|found| found.ip().is_loopback()))
        };
        self.addresses.iter().all(is_loopback)
    }
}

/// Addresses of this machine alone whose ports are free at the moment, one a line.
///
/// # Errors
/// If the system has no free ports.
pub fn free_addresses(processes: usize) -> io::Result<String> {
    // All are held at once, so that they differ.
    let held: Vec<TcpListener> =
        (0..processes).map(|_| TcpListener::bind("127.0.0.1:0")).collect::<io::Result<_>>()?;
    let addresses = held.iter().map(TcpListener::local_addr).collect::<io::Result<Vec<SocketAddr>>>()?;
    Ok(addresses.iter().map(|address| format!("{address}\n")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_read_line_by_line() {
        let hosts = Hosts::parse("# two\n127.0.0.1:2101\n\n  [::1]:2102 \n").unwrap();
        assert_eq!((hosts.processes(), hosts.address(1)), (2, "[::1]:2102"));
        assert!(hosts.is_local());
        assert!(!Hosts::parse("127.0.0.1:1\n192.0.2.1:1").unwrap().is_local());
        let fault = |text| Hosts::parse(text).unwrap_err().to_string();
        assert_eq!(fault("a:1\nb"), "line 2: 'b' is no address; write HOST:PORT, such as node1:2101");
        assert!(fault("a:1\na:1").contains("occurs twice"));
        assert!(fault("a:0").contains("no address") && fault("a b:1").contains("no address"));
        assert_eq!(fault("a:1"), "1 addresses; a cluster has 2 to 1024 processes");
        let free = Hosts::parse(&free_addresses(3).unwrap()).unwrap();
        assert!(free.processes() == 3 && free.is_local());
    }
}
