//! Algorithms in URLs: a spelling that stays readable in a link.
//!
//! Start at [`to_url`] and [`from_url`]. As on alg.cubing.net a space is `_` and a prime is `-`. A literal `_`, `-`
//! or `~` is preceded by a tilde, so that a link keeps its meaning after a browser has decoded its `%` escapes. Every
//! other character that a URL must not contain becomes a `%` sign with the byte in hexadecimal.

use std::fmt::Write;

use super::ast::Alg;
use crate::diagnostic::Diagnostic;

/// The canonical text of an algorithm, encoded for a URL.
///
/// ```
/// use permutant_puzzle::notation::url::{from_url, to_url};
/// use permutant_puzzle::notation::{AnyName, Dialect, parse};
///
/// let alg = parse("[R U', 2-4r2] // x", &AnyName, Dialect::default())?;
/// assert_eq!(to_url(&alg), "[R_U-,_2~-4r2]_%2F%2F_x");
/// assert_eq!(from_url(&to_url(&alg))?, alg.to_string());
/// # Ok::<(), permutant_puzzle::diagnostic::Diagnostic>(())
/// ```
pub fn to_url(alg: &Alg) -> String {
    let mut url = String::new();
    for c in alg.to_string().chars() {
        match c {
            ' ' => url.push('_'),
            '\'' => url.push('-'),
            '_' | '-' | '~' => url.extend(['~', c]),
            c if c.is_ascii_alphanumeric() || "()[],:.*".contains(c) => url.push(c),
            c => {
                for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                    // Writing to a String does not fail.
                    let _ = write!(url, "%{byte:02X}");
                }
            }
        }
    }
    url
}

/// The text of an algorithm from its encoding in a URL, to be read by [`parse`](super::parse()).
///
/// Accepts the output of [`to_url`], with the `%` escapes decoded or not, and that of alg.cubing.net.
///
/// # Errors
///
/// If a `%` is not followed by two hexadecimal digits, or the resulting bytes are not UTF-8.
pub fn from_url(url: &str) -> Result<String, Diagnostic> {
    /// alg.cubing.net encodes characters in this way that its two replacements would hide.
    const ENTITIES: [(&str, u8); 3] = [("&#45;", b'-'), ("&#95;", b'_'), ("&#2b;", b'+')];
    let bytes = url.as_bytes();
    let mut text = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let (decoded, taken) = match byte {
            b'_' => (b' ', 1),
            b'-' => (b'\'', 1),
            b'~' => match bytes.get(at + 1) {
                Some(&hidden @ (b'_' | b'-' | b'~')) => (hidden, 2),
                _ => (b'~', 1),
            },
            b'&' => match ENTITIES.iter().find(|(entity, _)| url[at..].starts_with(entity)) {
                Some((entity, hidden)) => (*hidden, entity.len()),
                None => (b'&', 1),
            },
            b'%' => match bytes.get(at + 1..at + 3).and_then(hexadecimal) {
                Some(decoded) => (decoded, 3),
                None => {
                    return Err(Diagnostic::new(at..at + 1, "`%` without two hexadecimal digits")
                        .expected("a byte, as in `%2F`")
                        .help("a percent sign itself is written `%25`"));
                }
            },
            other => (other, 1),
        };
        text.push(decoded);
        at += taken;
    }
    String::from_utf8(text).map_err(|_| {
        Diagnostic::new(0..url.len(), "the address does not encode a text").expected("bytes of UTF-8")
    })
}

fn hexadecimal(digits: &[u8]) -> Option<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    match digits {
        &[high, low] => u8::try_from(16 * digit(high)? + digit(low)?).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        for (url, expected) in [
            ("R_U2-_F", "R U2' F"),
            ("R&#45;&#45;_D&#2b;&#2b;_a&#95;b", "R-- D++ a_b"),
            ("2~-4r_a~_b_~~", "2-4r a_b ~"),
            ("(1,_~-3)%20/", "(1, -3) /"),
            ("R%E2%80%99", "R’"),
            ("R+&x~", "R+&x~"),
            ("R%0AU", "R\nU"),
        ] {
            assert_eq!(from_url(url).as_deref(), Ok(expected), "{url}");
        }
        for (url, span) in [("R%2", 1..2), ("R%zz", 1..2), ("R_%", 2..3), ("%é", 0..1), ("R%FF", 0..4)] {
            assert_eq!(from_url(url).unwrap_err().span, span, "{url}");
        }
    }
}
