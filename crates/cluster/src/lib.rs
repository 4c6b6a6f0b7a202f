//! Counts in parts that several processes share, on one machine or on several.
//!
//! Start at [`ClusterStore::connect`]. It is a [`permutant_search::parted::level_store::LevelStore`] like that of a directory; each process
//! has a directory for its own parts, and what is sent to the parts of others travels over timely dataflow. A process that is lost ends the
//! count for all; the same command continues after the last level that was complete for all, with any number of processes.
//!
//! [`Hosts`] names the processes, [`Secret`] keeps strangers out, [`HandshakeError`] says why a peer was refused.

mod cluster_store;
mod exchange;
mod handshake;
mod hosts;

pub use cluster_store::{ClusterStore, ConnectError};
pub use handshake::{Cluster, HandshakeError, Secret};
pub use hosts::{Hosts, HostsError, free_addresses};
