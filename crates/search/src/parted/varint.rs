//! Numbers in as few bytes as they need: seven bits per byte, low ones first; the top bit says that more follow (LEB128).

use std::io::{self, Read};

/// Appends a number.
pub(super) fn write(mut number: u64, to: &mut Vec<u8>) {
    while number >= 0x80 {
        to.push(number as u8 | 0x80);
        number >>= 7;
    }
    to.push(number as u8);
}

/// The next number; `None` at the end of the bytes.
pub(super) fn read(from: &mut impl Read) -> io::Result<Option<u64>> {
    let mut byte = [0];
    let (mut number, mut shift) = (0_u64, 0);
    loop {
        if from.read(&mut byte)? == 0 {
            return if shift == 0 { Ok(None) } else { Err(damaged()) };
        }
        if shift >= u64::BITS {
            return Err(damaged());
        }
        number |= u64::from(byte[0] & 0x7f) << shift;
        if byte[0] < 0x80 {
            return Ok(Some(number));
        }
        shift += 7;
    }
}

/// The next number, which has to be there.
pub(super) fn next(from: &mut impl Read) -> io::Result<u64> {
    read(from)?.ok_or_else(damaged)
}

/// Bytes that are not what was written.
pub(super) fn damaged() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "not what was written there")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_written() {
        let numbers = [0, 1, 127, 128, 16383, 16384, u64::from(u32::MAX), u64::MAX];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| write(number, &mut bytes));
        assert_eq!(bytes.len(), 1 + 1 + 1 + 2 + 2 + 3 + 5 + 10);
        let mut from = &bytes[..];
        numbers.iter().for_each(|&number| assert_eq!(next(&mut from).unwrap(), number));
        assert!(read(&mut from).unwrap().is_none());
        assert!(read(&mut &[0x80_u8][..]).is_err());
        assert!(read(&mut &[0xff_u8; 11][..]).is_err());
    }
}
