//! Generated puzzles, compared with tables of another program and with definitions made by hand, and tested with
//! random cuts.

mod moves;
mod named;
mod random;
mod sided;
