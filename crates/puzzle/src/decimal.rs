//! Decimal numbers, read and written with integer arithmetic.
//!
//! Start at [`read`] and [`write()`]. The standard library does this exactly for every double, with tables of 10 kB
//! for each direction, which a page would load before it shows anything. Cut depths and coordinates have few digits
//! and do not need these tables.

/// Most digits after the point: ten to this power times a digit fits into a double's 53 bits.
pub const MOST_PLACES: u32 = 15;

/// Reads digits with at most one point among them; `None` where there is anything else, or no digit. As exact as a
/// double for up to 15 digits; digits beyond the 17th place after the point are ignored. O(text).
pub fn read(text: &str) -> Option<f64> {
    let (before, after) = text.split_once('.').unwrap_or((text, ""));
    let digits = before.bytes().chain(after.bytes());
    if before.len() + after.len() == 0 || !digits.clone().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let places = after.len().min(17);
    let digits = digits.take(before.len() + places);
    let all = digits.fold(0.0, |sum, digit| 10.0 * sum + f64::from(digit - b'0'));
    // 10^17 is a double, so up to 2^53 this rounds once.
    Some(all / 10f64.powi(places as i32))
}

/// Writes a number rounded to so many places after the point, at most [`MOST_PLACES`], without trailing zeros except
/// in the first place: `0.5`, `-2.0`. It must be finite and lie below 2^64, as coordinates do; further ones are
/// written as that.
pub fn write(value: f64, places: u32) -> String {
    let mut unit = 10u64.pow(places.min(MOST_PLACES));
    let size = value.abs();
    let mut whole = size.trunc() as u64;
    let mut rest = ((size - size.trunc()) * unit as f64).round() as u64;
    if rest >= unit {
        (whole, rest) = (whole.saturating_add(1), rest - unit);
    }
    let mut text = String::with_capacity(12);
    if value < 0.0 && (whole, rest) != (0, 0) {
        text.push('-');
    }
    // A large scene has millions of numbers, for which formatting by width takes longer than all else.
    let digit = |digit: u64| char::from(b'0' + (digit % 10) as u8);
    if whole < 10 {
        text.push(digit(whole));
    } else {
        text.push_str(&whole.to_string());
    }
    text.push('.');
    loop {
        unit /= 10;
        text.push(digit(rest.checked_div(unit).unwrap_or(0)));
        rest = rest.checked_rem(unit).unwrap_or(0);
        if rest == 0 {
            return text;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_the_standard_library_does() {
        for text in ["0", "0.5", ".25", "7.", "1.25", "0.577350269189626", "0.1", "100", "3.14159", "000.30"]
        {
            assert_eq!(read(text), text.parse().ok(), "{text}");
        }
        let third = format!("0.{}", "3".repeat(300));
        assert!((read(&third).unwrap() - 1.0 / 3.0).abs() < 1e-16);
        assert_eq!(read(&"9".repeat(400)), Some(f64::INFINITY));
        for text in ["", ".", "-1", "1e3", "1..2", "0x1", "é", "inf"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn writes_what_is_read_again() {
        for number in -3000..3000 {
            let value = f64::from(number) / 1000.0;
            let text = write(value, 6);
            assert_eq!(text.parse(), Ok(value), "{text}");
            assert_eq!(text, format!("{value:?}"), "as few digits as tell it");
        }
        for (value, places, text) in [
            (-0.0, 6, "0.0"),
            (-1e-9, 6, "0.0"),
            (0.999_999_9, 6, "1.0"),
            (-1.999_999_9, 6, "-2.0"),
            (1e-6, 6, "0.000001"),
            (0.577_350_269_189_626, 15, "0.577350269189626"),
            (1.0 / 3.0, 15, "0.333333333333333"),
            (2.5, 0, "3.0"),
            (1e300, 6, "18446744073709551615.0"),
        ] {
            assert_eq!(write(value, places), text);
        }
    }
}
