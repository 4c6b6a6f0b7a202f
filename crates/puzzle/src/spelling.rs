//! How far apart two names are, for "did you mean …?".

/// The edit distance of two names without regard to case: the least number of letters that are inserted,
/// left out, replaced, or exchanged with their neighbour (Damerau's, each pair exchanged at most once).
/// O(product of the lengths); names are short.
pub fn distance(a: &str, b: &str) -> usize {
    let letters = |name: &str| name.to_lowercase().chars().collect::<Vec<_>>();
    let (a, b) = (letters(a), letters(b));
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = replace.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// The nearest of the candidates, if no more than a third of its letters (at least one) differ.
pub fn nearest<'n>(name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let rated = candidates.into_iter().map(|candidate| (distance(name, candidate), candidate));
    let (differ, candidate) = rated.min()?;
    (differ <= (candidate.chars().count() / 3).max(1)).then_some(candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, expected) in [
            ("", "", 0),
            ("abc", "ABC", 0),
            ("skweb", "skewb", 1),
            ("megaminks", "megaminx", 2),
            ("", "ab", 2),
        ] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
        }
        assert_eq!(nearest("piraminx", ["pyraminx", "megaminx"]), Some("pyraminx"));
        assert_eq!(nearest("qwerty", ["pyraminx", "megaminx"]), None);
    }
}
