//! Values of options: counts, sizes and times.

use clap::ValueEnum;
use clap::builder::{PathBufValueParser, TypedValueParser};
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A number of results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Count {
    /// This many.
    Some(u64),
    /// All of them.
    All,
}

/// How results that have pictures are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SheetFormat {
    /// One line each
    Text,
    /// An SVG sheet with pictures
    Svg,
    /// The sheet as PNG; needs -o FILE
    Png,
}

impl SheetFormat {
    /// The format that the user chose, or that the ending of the file says.
    pub(crate) fn of(chosen: Option<SheetFormat>, file: Option<&Path>) -> SheetFormat {
        let ends_in = |ending: &str| {
            let extension = file.and_then(Path::extension);
            extension.is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
        };
        match chosen {
            Some(format) => format,
            None if ends_in("svg") => SheetFormat::Svg,
            None if ends_in("png") => SheetFormat::Png,
            None => SheetFormat::Text,
        }
    }
}

/// A file for output, which is not one of a picture that the program does not write.
pub(super) fn output_file() -> impl TypedValueParser<Value = PathBuf> {
    const OTHERS: [&str; 10] = ["jpg", "jpeg", "gif", "webp", "avif", "bmp", "tif", "tiff", "pdf", "eps"];
    PathBufValueParser::new().try_map(|path| {
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.filter(|ending| OTHERS.contains(&ending.as_str())) {
            Some(ending) => Err(format!("pictures are written as svg or png, not as {ending}")),
            None => Ok(path),
        }
    })
}

/// A number from 1, or `all`.
pub(super) fn parse_count(text: &str) -> Result<Count, String> {
    match text {
        "all" => Ok(Count::All),
        _ => match text.parse() {
            Ok(count) if count > 0 => Ok(Count::Some(count)),
            _ => Err("expected a number from 1, or all".into()),
        },
    }
}

/// The number of a point of a group, from 1.
pub(super) fn parse_point(text: &str) -> Result<NonZeroU32, String> {
    text.parse().map_err(|_| "expected numbers of points, from 1, such as 4,1,7".into())
}

/// A number and a unit: `512MiB`, `2GiB`, `1000000` (bytes), `64MB`.
pub(super) fn parse_memory(text: &str) -> Result<u64, String> {
    let expected = || "expected a size such as 512MiB or 2GiB".to_string();
    let (number, unit) = split_unit(text);
    let factor: u64 = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        "t" | "tib" => 1 << 40,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        _ => return Err(expected()),
    };
    let number: u64 = number.parse().map_err(|_| expected())?;
    number.checked_mul(factor).filter(|&bytes| bytes > 0).ok_or_else(expected)
}

/// A number and a unit: `200ms`, `5s`, `2m`, `1h`.
pub(super) fn parse_duration(text: &str) -> Result<Duration, String> {
    let expected = || "expected a time such as 200ms, 5s, 2m or 1h".to_string();
    let (number, unit) = split_unit(text);
    let seconds = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(expected()),
    };
    let number: f64 = number.parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(number * seconds).map_err(|_| expected())
}

fn split_unit(text: &str) -> (&str, &str) {
    text.split_at(text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_times() {
        assert_eq!(parse_memory("512MiB"), Ok(512 << 20));
        assert_eq!(parse_memory("2GiB"), Ok(2 << 30));
        assert_eq!(parse_memory("1000"), Ok(1000));
        assert_eq!(parse_duration("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(parse_duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(parse_duration("2m"), Ok(Duration::from_secs(120)));
        for bad in ["", "MiB", "-1GiB", "9999999999TiB", "1XB", "0"] {
            assert!(parse_memory(bad).is_err(), "{bad}");
        }
        for bad in ["", "5", "-1s", "s", "1e999s", "5 apples"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }
}
