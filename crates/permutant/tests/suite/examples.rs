//! The examples run to their ends.

#[path = "../../examples/batch.rs"]
mod batch;
#[path = "../../examples/define_puzzle.rs"]
mod define_puzzle;
#[path = "../../examples/distances.rs"]
mod distances;
#[path = "../../examples/god.rs"]
mod god;
#[path = "../../examples/group.rs"]
mod group;
#[path = "../../examples/picture.rs"]
mod picture;
#[path = "../../examples/solve.rs"]
mod solve;

#[test]
fn examples_run() {
    batch::main().unwrap();
    define_puzzle::main().unwrap();
    distances::main().unwrap();
    god::main().unwrap();
    group::main().unwrap();
    picture::main().unwrap();
    solve::main().unwrap();
}
