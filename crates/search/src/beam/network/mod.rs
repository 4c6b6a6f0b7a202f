//! A small neural network that estimates how many moves a state is away from the solved states.
//!
//! Start at [`Network`]. Its input is the set of points of a state, a slot together with its content each. A first layer adds up one row of
//! weights for each point; negative sums become 0 (rectified linear units). Symmetric states shall have the same value, so the units come
//! in groups, one for each symmetry: those of a group see the state as its symmetry shows it, with the same weights. What a unit says is
//! added over all groups; a second layer of a few units and a last one follow. Weights are therefore as few as without symmetries, and
//! each state teaches what all its images would.
//!
//! A move changes few points, so that the sums of the first layer of a successor follow from those of its state, as in networks for chess
//! and shogi (NNUE; Nasu, 2018). Learning the number of moves of random walks by a network, as the heuristic of a beam, is the idea of
//! A. Chervov and others (CayleyPy, 2025). See [`learner`].

mod learner;
mod values;
mod weights;

pub(super) use learner::suits;
pub use values::Network;
pub(super) use values::Summed;
