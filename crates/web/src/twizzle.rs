//! A link to Twizzle, another page on which puzzles are played.
//!
//! Start at [`address`].

/// Puzzles that have the same name in Twizzle and moves of the same names.
const TWIZZLE: [&str; 8] = ["2x2x2", "3x3x3", "4x4x4", "5x5x5", "6x6x6", "7x7x7", "pyraminx", "megaminx"];

/// The address at which Twizzle shows an algorithm of a puzzle; `None` for puzzles that it does not know or defines
/// differently.
pub fn address(puzzle: &str, algorithm: &str) -> Option<String> {
    let name = TWIZZLE.into_iter().find(|name| name.eq_ignore_ascii_case(puzzle.trim()))?;
    let mut link = format!("https://alpha.twizzle.net/explore/?puzzle={name}&alg=");
    for byte in algorithm.bytes() {
        match byte {
            b' ' => link.push('+'),
            b if b.is_ascii_alphanumeric() || b"-._~".contains(&b) => link.push(char::from(b)),
            b => link.push_str(&format!("%{b:02X}")),
        }
    }
    Some(link)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_addresses() {
        let link = address("3x3x3", "R U2' (F D)3").unwrap();
        assert_eq!(link, "https://alpha.twizzle.net/explore/?puzzle=3x3x3&alg=R+U2%27+%28F+D%293");
        assert_eq!(address("torus:4x4", ""), None);
    }
}
