//! The name that was probably intended by a mistyped one.
//!
//! Start at [`nearest`]. The distance is the restricted Damerau-Levenshtein distance ("optimal string alignment", in
//! which an exchange of neighbours counts one). A difference in case counts least.

use crate::sorting::sort_by_key;

/// Words and names longer than this are not compared.
const LONGEST_COMPARED: usize = 24;
/// The weight of an edit, more than that of all letters of a name in the wrong case.
const EDIT: usize = LONGEST_COMPARED + 1;
/// At most this many names are compared.
const MOST_COMPARED: usize = 5000;

/// The known name nearest to `word`, if one is near enough to be the intended one.
pub fn nearest<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    near(word, names).first().copied()
}

/// All known names that are near enough to be the intended one, the nearest first.
pub fn near<'n>(word: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<&'n str> {
    let letters: Vec<char> = word.chars().take(LONGEST_COMPARED + 1).collect();
    if letters.is_empty() || letters.len() > LONGEST_COMPARED {
        return Vec::new();
    }
    let compared = names
        .into_iter()
        .take(MOST_COMPARED)
        .filter(|name| name.chars().count() <= LONGEST_COMPARED)
        .map(|name| (distance(&letters, &name.chars().collect::<Vec<_>>()), name));
    let mut near: Vec<(usize, &str)> = compared
        .filter(|&(distance, name)| {
            // An edit for every three letters, so that one letter is never taken for another; two at most.
            let edits = distance / EDIT;
            edits <= 2 && 3 * edits <= letters.len().max(name.chars().count())
        })
        .collect();
    sort_by_key(&mut near, |&(distance, _)| distance);
    near.into_iter().map(|(_, name)| name).collect()
}

/// The number of insertions, deletions, replacements and exchanges of neighbours times [`EDIT`], plus the number
/// of changes of case.
fn distance(a: &[char], b: &[char]) -> usize {
    let width = b.len() + 1;
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..width).map(|j| EDIT * j).collect();
    for i in 1..=a.len() {
        let mut row = vec![EDIT * i; width];
        for j in 1..width {
            let (x, y) = (a[i - 1], b[j - 1]);
            let change = if x == y {
                0
            } else if x.eq_ignore_ascii_case(&y) {
                1
            } else {
                EDIT
            };
            row[j] = (above[j - 1] + change).min(above[j] + EDIT).min(row[j - 1] + EDIT);
            if i > 1 && j > 1 && x == b[j - 2] && a[i - 2] == y {
                row[j] = row[j].min(before[j - 2] + EDIT);
            }
        }
        before = std::mem::replace(&mut above, row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(names: &str, word: &str, expected: Option<&str>) {
        assert_eq!(nearest(word, names.split(' ')), expected, "{word}");
    }

    #[test]
    fn nearest_names() {
        check("UFR DFL", "URF", Some("UFR"));
        check("UFR DFL", "ufr", Some("UFR"));
        check("UFR DFL", "DL", Some("DFL"));
        check("U R F", "Q", None);
        check("U R F", "r", Some("R"));
        check("Rw Uw", "rw", Some("Rw"));
        check("U R", "", None);
        check("left right", "rihgt", Some("right"));
        check("left right", "up", None);
        check("left leFt", "LEFT", Some("leFt"));
        check("U R", "UQ", None);
        check("abcdef", "abxydef", Some("abcdef"));
        check("abcdef", "axxdyf", None);
    }
}
