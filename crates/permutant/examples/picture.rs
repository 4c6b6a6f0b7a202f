//! Writes a picture of a position as SVG: `cargo run --release --example picture > superflip.svg`.

use permutant::prelude::*;
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let model = Model::find("3x3x3")?;
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2";
    let position = position::read(&model, superflip, None)?;
    println!("{}", model.svg(&position.state).ok_or("nothing says how the puzzle looks")?);
    Ok(())
}
