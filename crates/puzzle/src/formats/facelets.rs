//! Positions as strings of facelets (`UUUUUUUUURRR…`), read and written by a layout.
//!
//! Start at [`FaceletLayout`]. A layout gives for each character of the string its face, and the slot and sticker
//! place that it shows. A piece with as many stickers as its orbit has orientations rotates its stickers: with
//! orientation o, its sticker j is at place (j + o) mod k, as in Kociemba's numbering; other pieces (wings, centres)
//! show theirs in a fixed order. The solved state determines the colours of each piece.

use super::partial_facelets::resolve;
use super::problem::{Entry, Leave, Problem, Told, settle};
use crate::definition::Definition;
use crate::diagnostic::Diagnostic;
use crate::orbit::Orbit;
use crate::sorting;
use crate::state::{OrbitState, State};
use crate::transformation::Transformation;
use permutant_group::Permutation;
use std::collections::HashMap;
use std::ops::Range;

/// A place for a sticker.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StickerPlace {
    /// Number of the orbit.
    pub orbit: usize,
    /// The slot, from 0.
    pub slot: u16,
    /// The place in the slot, from 0.
    pub index: u16,
}

/// The content of one character of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facelet {
    /// Number of the face on which it lies.
    pub face: u8,
    /// What it shows; `None` for a centre that no move affects and that is not a piece of the definition.
    pub place: Option<StickerPlace>,
}

/// The layout of the stickers of a puzzle in a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaceletLayout {
    faces: Vec<char>,
    facelets: Vec<Facelet>,
    /// By orbit and slot: the facelets of its places, in order.
    slots: Vec<Vec<Vec<usize>>>,
}

/// Reasons why facelets are not a layout of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// A letter denotes two faces, or there are more than 255 faces.
    #[error("the faces {0:?} are not up to 255 different letters")]
    Faces(Vec<char>),
    /// A facelet names a face, orbit or slot that does not exist.
    #[error("facelet {0} names a face, an orbit or a slot that does not exist")]
    Range(usize),
    /// Two facelets show the same place.
    #[error("facelet {0} shows a place that another one shows")]
    Repeated(usize),
    /// The places of a slot are not 0, 1, …, or not as many as in the other slots of its orbit.
    #[error("orbit {orbit}, slot {slot}: its places are not those of the other slots")]
    Places {
        /// Name of the orbit.
        orbit: String,
        /// The slot, from 0.
        slot: usize,
    },
}

/// Characters for a facelet that does not matter.
const WILD: [char; 3] = ['?', '.', '-'];

/// The known colours of the pieces of one orbit, by piece.
struct Colours {
    /// By piece: the faces of its stickers, `None` where pieces with the same number differ.
    stickers: Vec<Vec<Option<u8>>>,
    /// Whether a piece turns its stickers.
    turns: bool,
}

impl FaceletLayout {
    /// Checks a layout against the orbits of a puzzle. Every slot of every orbit must be shown, with the same number of
    /// facelets for all slots of an orbit. O(facelets).
    pub fn new(faces: Vec<char>, facelets: Vec<Facelet>, orbits: &[Orbit]) -> Result<Self, LayoutError> {
        let mut letters = faces.clone();
        sorting::sort(&mut letters);
        letters.dedup();
        if letters.len() != faces.len() || faces.len() > 255 {
            return Err(LayoutError::Faces(faces));
        }
        let mut slots: Vec<Vec<Vec<usize>>> =
            orbits.iter().map(|orbit| vec![Vec::new(); usize::from(orbit.pieces)]).collect();
        const UNSET: usize = usize::MAX;
        for (number, facelet) in facelets.iter().enumerate() {
            if usize::from(facelet.face) >= faces.len() {
                return Err(LayoutError::Range(number));
            }
            let Some(place) = facelet.place else { continue };
            let slot = slots.get_mut(place.orbit).and_then(|slots| slots.get_mut(usize::from(place.slot)));
            let slot = slot.ok_or(LayoutError::Range(number))?;
            let index = usize::from(place.index);
            if index >= facelets.len() {
                return Err(LayoutError::Range(number));
            }
            if slot.len() <= index {
                slot.resize(index + 1, UNSET);
            }
            if slot[index] != UNSET {
                return Err(LayoutError::Repeated(number));
            }
            slot[index] = number;
        }
        for (orbit, slots) in orbits.iter().zip(&slots) {
            let places = slots.first().map_or(0, Vec::len);
            let bad = |slot: &Vec<usize>| slot.is_empty() || slot.len() != places || slot.contains(&UNSET);
            if let Some(slot) = slots.iter().position(bad) {
                return Err(LayoutError::Places { orbit: orbit.name.clone(), slot });
            }
        }
        Ok(FaceletLayout { faces, facelets, slots })
    }

    /// The letters of the faces.
    pub fn faces(&self) -> &[char] {
        &self.faces
    }

    /// The facelets in the order of the string.
    pub fn facelets(&self) -> &[Facelet] {
        &self.facelets
    }

    /// The letters of the faces on which a slot lies, such as `URF`.
    pub fn slot_name(&self, orbit: usize, slot: u16) -> String {
        let facelets = self.slots.get(orbit).and_then(|slots| slots.get(usize::from(slot)));
        facelets.into_iter().flatten().map(|&at| self.letter(self.facelets[at].face)).collect()
    }

    /// The facelets of the slot on these faces, which are given by their letters in any order; empty if there is no
    /// such slot.
    pub fn facelets_of(&self, faces: &str) -> &[usize] {
        let sorted = |mut letters: Vec<char>| {
            sorting::sort(&mut letters);
            letters
        };
        let wanted = sorted(faces.chars().collect());
        let name =
            |slot: &&Vec<usize>| sorted(slot.iter().map(|&at| self.letter(self.facelets[at].face)).collect());
        self.slots.iter().flatten().find(|slot| name(slot) == wanted).map_or(&[], Vec::as_slice)
    }

    fn letter(&self, face: u8) -> char {
        self.faces.get(usize::from(face)).copied().unwrap_or('?')
    }

    /// The place at which a piece with this orientation shows its sticker.
    fn place(&self, sticker: usize, orientation: u16, count: usize, turns: bool) -> usize {
        if turns { (sticker + usize::from(orientation)) % count } else { sticker }
    }

    /// The effect of a transformation on the facelets, with all facelets distinguished, read "moved to". Facelets that
    /// no piece of the definition shows stay in place. `orbits` and the transformation must be those of the layout's
    /// puzzle. O(facelets).
    pub fn permutation(&self, orbits: &[Orbit], transformation: &Transformation) -> Permutation {
        let mut images: Vec<u32> = (0..self.facelets.len() as u32).collect();
        for (orbit, part) in transformation.parts() {
            let slots = &self.slots[orbit];
            let rows = part.permutation().iter().zip(part.orientation());
            for (places, (&from, &turn)) in slots.iter().zip(rows) {
                let count = places.len();
                let turns = count == usize::from(orbits[orbit].orientations) && count > 1;
                for (at, &facelet) in slots[usize::from(from)].iter().enumerate() {
                    images[facelet] = places[self.place(at, turn, count, turns)] as u32;
                }
            }
        }
        Permutation::from_moved_to(&images).expect("a transformation carries facelets one to one")
    }

    /// The colours of the pieces of an orbit, determined by their slots in the solved state.
    fn colours(&self, orbit: usize, solved: &OrbitState, orientations: u16) -> Colours {
        let slots = &self.slots[orbit];
        let count = slots.first().map_or(0, Vec::len);
        let turns = count == usize::from(orientations) && count > 1;
        let pieces = solved.pieces.iter().map(|&piece| usize::from(piece) + 1).max().unwrap_or(0);
        let mut stickers: Vec<Vec<Option<u8>>> = vec![Vec::new(); pieces];
        for (slot, (&piece, &turn)) in slots.iter().zip(solved.pieces.iter().zip(&solved.orientations)) {
            let colour = |sticker| self.facelets[slot[self.place(sticker, turn, count, turns)]].face;
            let these: Vec<Option<u8>> = (0..count).map(|sticker| Some(colour(sticker))).collect();
            let known = &mut stickers[usize::from(piece)];
            if known.is_empty() {
                *known = these;
            } else {
                for (known, this) in known.iter_mut().zip(these) {
                    if *known != this {
                        *known = None;
                    }
                }
            }
        }
        Colours { stickers, turns }
    }

    /// Writes a position with the colours that the pieces have in `solved`. An unknown colour is written `?`: pieces of
    /// different colours share a number, an orientation does not matter, or the states do not fit the layout.
    /// O(facelets).
    pub fn write(&self, orbits: &[Orbit], solved: &State, state: &State) -> String {
        let mut shown: Vec<Option<u8>> =
            self.facelets.iter().map(|facelet| facelet.place.is_none().then_some(facelet.face)).collect();
        for (index, slots) in self.slots.iter().enumerate() {
            let (Some(orbit), Some(solved), Some(rows)) =
                (orbits.get(index), solved.orbits.get(index), state.orbits.get(index))
            else {
                continue;
            };
            if !has_length(solved, slots.len()) || !has_length(rows, slots.len()) {
                continue;
            }
            let colours = self.colours(index, solved, orbit.orientations);
            for (slot, places) in slots.iter().enumerate() {
                let Some(stickers) = colours.stickers.get(usize::from(rows.pieces[slot])) else { continue };
                let same = stickers.windows(2).all(|pair| pair[0] == pair[1]);
                if colours.turns && rows.moduli[slot] != orbit.orientations && !same {
                    continue;
                }
                for (sticker, &colour) in stickers.iter().enumerate() {
                    let place = self.place(sticker, rows.orientations[slot], stickers.len(), colours.turns);
                    shown[places[place]] = colour;
                }
            }
        }
        shown.into_iter().map(|face| face.map_or('?', |face| self.letter(face))).collect()
    }

    /// Reads a position; white space between facelets is ignored.
    ///
    /// Any symbols may denote the faces: `faces_symbols` lists them in the order of [`FaceletLayout::faces`]. Without
    /// it, fixed centres define them; without fixed centres, the letters of the faces are used. A piece all of whose
    /// facelets are `?`, `.` or `-` is removed from the goal ([`Problem::goal`]). If only some of its facelets are, the
    /// others determine the candidates: a single candidate is taken; several count as identical, and their number must
    /// equal that of the slots that show the same. O(facelets) if every piece is shown or left out as a whole.
    pub fn read(
        &self,
        definition: &Definition,
        text: &str,
        faces_symbols: Option<&str>,
    ) -> Result<Problem, Diagnostic> {
        if !self.fits(definition) {
            return Err(Diagnostic::new(0..0, "these facelets are laid out for another puzzle"));
        }
        let symbols = self.cut(definition, text)?;
        let face_of = self.face_of_symbol(&symbols, faces_symbols)?;
        let shown = self.shown(&symbols, &face_of)?;
        self.count_colours(definition, &symbols, &shown)?;
        let mut told = Vec::with_capacity(self.slots.len());
        let mut alike = None::<Definition>;
        for orbit in 0..self.slots.len() {
            let (row, solved) = self.read_orbit(definition, orbit, &symbols, &shown)?;
            told.push(Some(row));
            if let Some(solved) = solved {
                alike.get_or_insert_with(|| definition.clone()).solved.orbits[orbit] = solved;
            }
        }
        let Some(alike) = alike else { return settle(definition, told, Leave::Anything) };
        // A position of the puzzle in which pieces are identical if too little of them is shown.
        let problem = settle(&alike, told, Leave::Anything)?;
        Ok(Problem { goal: Some(problem.goal.unwrap_or(alike.solved)), ..problem })
    }

    fn fits(&self, definition: &Definition) -> bool {
        let orbits = &definition.orbits;
        self.slots.len() == orbits.len()
            && self.slots.iter().zip(orbits).all(|(slots, orbit)| slots.len() == usize::from(orbit.pieces))
            && definition.solved.check(orbits).is_ok()
    }

    /// The characters with their places.
    fn cut(&self, definition: &Definition, text: &str) -> Result<Vec<(char, Range<usize>)>, Diagnostic> {
        let symbols: Vec<(char, Range<usize>)> = (text.char_indices())
            .filter(|(_, symbol)| !symbol.is_whitespace() && *symbol != '\u{feff}')
            .map(|(at, symbol)| (symbol, at..at + symbol.len_utf8()))
            .collect();
        let (found, expected) = (symbols.len(), self.facelets.len());
        if found == expected {
            return Ok(symbols);
        }
        let span =
            symbols.get(expected).map_or(text.trim_end().len()..text.trim_end().len(), |s| s.1.clone());
        let faces: String = self.faces.iter().collect();
        let message = format!("{found} facelets where {} has {expected}", definition.name);
        Err(Diagnostic::new(span, message)
            .expected(format!("{expected} facelets, face by face: {faces}"))
            .help("a line contains all facelets of a position; write moves with spaces between them, as in `U F R2`"))
    }

    /// The face that a symbol denotes.
    fn face_of_symbol(
        &self,
        symbols: &[(char, Range<usize>)],
        faces_symbols: Option<&str>,
    ) -> Result<HashMap<char, u8>, Diagnostic> {
        let mut face_of = HashMap::new();
        if let Some(given) = faces_symbols {
            let given: Vec<char> = given.chars().filter(|symbol| !symbol.is_whitespace()).collect();
            let different = given.iter().enumerate().all(|(n, symbol)| !given[..n].contains(symbol));
            if given.len() != self.faces.len() || !different || given.iter().any(|s| WILD.contains(s)) {
                let list: String = self.faces.iter().collect();
                return Err(Diagnostic::new(0..0, "the symbols of the faces are not one for each face")
                    .expected(format!("{} different symbols for the faces {list}", self.faces.len())));
            }
            face_of.extend((0u8..).zip(given).map(|(face, symbol)| (symbol, face)));
        }
        let centres = || self.facelets.iter().zip(symbols).filter(|(facelet, _)| facelet.place.is_none());
        let by_centres = faces_symbols.is_none() && centres().next().is_some();
        for (facelet, (symbol, span)) in centres() {
            if WILD.contains(symbol) {
                if by_centres {
                    return Err(Diagnostic::new(span.clone(), "a centre is left out")
                        .expected("the symbol that stands for this face"));
                }
                continue;
            }
            let letter = self.letter(facelet.face);
            match face_of.get(symbol) {
                Some(&face) if face == facelet.face => {}
                None if by_centres => {
                    face_of.insert(*symbol, facelet.face);
                }
                None => {}
                Some(&face) => {
                    let message = format!(
                        "the centre of {letter} shows `{symbol}`, which stands for {}",
                        self.letter(face)
                    );
                    return Err(Diagnostic::new(span.clone(), message).expected("one symbol for each face"));
                }
            }
        }
        if by_centres {
            // A face without a centre of its own keeps its letter if that is unused.
            let named: Vec<u8> = face_of.values().copied().collect();
            for (face, letter) in (0u8..).zip(&self.faces).filter(|(face, _)| !named.contains(face)) {
                face_of.entry(*letter).or_insert(face);
            }
        } else if faces_symbols.is_none() {
            face_of.extend((0u8..).zip(&self.faces).map(|(face, letter)| (*letter, face)));
        }
        Ok(face_of)
    }

    /// The face that each facelet shows; `None` if the facelet does not matter.
    fn shown(
        &self,
        symbols: &[(char, Range<usize>)],
        face_of: &HashMap<char, u8>,
    ) -> Result<Vec<Option<u8>>, Diagnostic> {
        let face = |(symbol, span): &(char, Range<usize>)| match face_of.get(symbol) {
            Some(&face) => Ok(Some(face)),
            None if WILD.contains(symbol) => Ok(None),
            None => {
                let mut known: Vec<(u8, char)> =
                    face_of.iter().map(|(symbol, face)| (*face, *symbol)).collect();
                sorting::sort(&mut known);
                let list: String = known.iter().map(|(_, symbol)| *symbol).collect();
                Err(Diagnostic::new(span.clone(), format!("`{symbol}` stands for no face"))
                    .expected(format!("one of {list}"))
                    .help("say which symbols stand for the faces, in their order"))
            }
        };
        symbols.iter().map(face).collect()
    }

    fn count_colours(
        &self,
        definition: &Definition,
        symbols: &[(char, Range<usize>)],
        shown: &[Option<u8>],
    ) -> Result<(), Diagnostic> {
        let solved = self.write(&definition.orbits, &definition.solved, &definition.solved);
        if solved.contains('?') {
            return Ok(());
        }
        let count = |face: char| solved.chars().filter(|&other| other == face).count();
        let mut left: Vec<usize> = self.faces.iter().map(|&face| count(face)).collect();
        for (face, (symbol, span)) in shown.iter().zip(symbols) {
            let Some(face) = face else { continue };
            let left = &mut left[usize::from(*face)];
            if *left == 0 {
                let found = shown.iter().filter(|other| **other == Some(*face)).count();
                let expected = count(self.letter(*face));
                return Err(Diagnostic::new(span.clone(), format!("`{symbol}` occurs {found} times"))
                    .expected(format!("{expected} facelets of that colour")));
            }
            *left -= 1;
        }
        Ok(())
    }

    /// The given content of an orbit, and its solved state, in which pieces that are indistinguishable by the given
    /// facelets share a number.
    fn read_orbit(
        &self,
        definition: &Definition,
        index: usize,
        symbols: &[(char, Range<usize>)],
        shown: &[Option<u8>],
    ) -> Result<(Told, Option<OrbitState>), Diagnostic> {
        let orbit = &definition.orbits[index];
        let solved = &definition.solved.orbits[index];
        let colours = self.colours(index, solved, orbit.orientations);
        let known = self.known_pieces(orbit, solved, &colours)?;
        let mut told = Told { pieces: Vec::new(), orientations: Vec::new() };
        let mut partly = Vec::new();
        let mut found_at: HashMap<u16, usize> = HashMap::new();
        let mut left = HashMap::new();
        for &piece in &solved.pieces {
            *left.entry(piece).or_insert(0usize) += 1;
        }
        for (slot, places) in self.slots[index].iter().enumerate() {
            let span = symbols[places[0]].1.clone();
            let name = self.slot_name(index, slot as u16);
            let open = places.iter().filter(|&&place| shown[place].is_none()).count();
            if open == places.len() {
                told.pieces.push((Entry::Open(None), span.clone()));
                told.orientations.push((Entry::Open(None), span));
                continue;
            }
            if open > 0 {
                partly.push((slot, places.iter().map(|&place| shown[place]).collect()));
                // A placeholder; see below.
                told.pieces.push((Entry::Open(None), span.clone()));
                told.orientations.push((Entry::Open(None), span));
                continue;
            }
            let faces: Vec<u8> = places.iter().filter_map(|&place| shown[place]).collect();
            let Some(&(piece, turn)) = known.get(&faces) else {
                let mirrored: Vec<u8> = faces.iter().rev().copied().collect();
                let is_mirrored = colours.turns && faces.len() > 2 && known.contains_key(&mirrored);
                return Err(self.unknown_piece(&orbit.name, &name, &faces, is_mirrored, span));
            };
            let count = left.entry(piece).or_insert(0);
            if *count == 0 {
                let before = found_at.get(&piece).map(|&slot| self.slot_name(index, slot as u16));
                let message = format!(
                    "the piece {} is at {} and, as {}, at {name} too",
                    self.home(index, solved, piece),
                    before.unwrap_or_default(),
                    self.letters(&faces)
                );
                let fault =
                    Diagnostic::new(span, message).expected("every piece as often as in the solved state");
                return Err(match self.missing(index, solved, &left) {
                    Some(piece) => fault.help(format!("the piece {piece} may be missing")),
                    None => fault,
                });
            }
            *count -= 1;
            found_at.entry(piece).or_insert(slot);
            told.pieces.push((Entry::Told(u32::from(piece)), span.clone()));
            told.orientations.push((Entry::Told(u32::from(turn)), span));
        }
        if partly.is_empty() {
            return Ok((told, None));
        }
        if !definition.restrictions.blocks.is_empty() || !definition.restrictions.illegal.is_empty() {
            let message =
                "some facelets of a piece are left out of a puzzle whose moves depend on its pieces";
            let span = told.pieces[partly[0].0].1.clone();
            return Err(Diagnostic::new(span, message).expected("all facelets of a piece"));
        }
        let resolved = resolve(solved, orbit.orientations, &known, &left, &partly);
        let resolved = resolved.map_err(|(slot, unclear)| {
            let (name, span) = (self.slot_name(index, slot as u16), told.pieces[slot].1.clone());
            unclear.diagnostic(&orbit.name, &name, span)
        })?;
        for (slot, (piece, turn)) in resolved.seen {
            told.pieces[slot].0 = Entry::Told(u32::from(piece));
            told.orientations[slot].0 = Entry::Told(u32::from(turn));
        }
        Ok((told, resolved.solved))
    }

    fn letters(&self, faces: &[u8]) -> String {
        faces.iter().map(|&face| self.letter(face)).collect()
    }

    fn unknown_piece(
        &self,
        orbit: &str,
        slot: &str,
        faces: &[u8],
        is_mirrored: bool,
        span: Range<usize>,
    ) -> Diagnostic {
        let shown = self.letters(faces);
        let message = format!("the piece of {orbit} at {slot} shows {shown}: there is no such piece");
        let fault = Diagnostic::new(span, message)
            .expected("the colours of a piece, in the same order around it as on the puzzle");
        match is_mirrored {
            true => fault.help("the colours are right, but in the reverse order around the piece"),
            false => fault,
        }
    }

    /// The pieces and orientations by the faces that they show.
    fn known_pieces(
        &self,
        orbit: &Orbit,
        solved: &OrbitState,
        colours: &Colours,
    ) -> Result<HashMap<Vec<u8>, (u16, u16)>, Diagnostic> {
        let mut modulus_of = HashMap::new();
        for (&piece, &modulus) in solved.pieces.iter().zip(&solved.moduli) {
            modulus_of.insert(piece, modulus);
        }
        let mut known = HashMap::new();
        let cannot = |why: &str| {
            Diagnostic::new(0..0, format!("facelets cannot represent the position of {}: {why}", orbit.name))
                .help("write the position as a `Scramble` block or a pattern")
        };
        for (piece, stickers) in (0u16..).zip(&colours.stickers) {
            let Some(&modulus) = modulus_of.get(&piece) else { continue };
            let faces: Option<Vec<u8>> = stickers.iter().copied().collect();
            let faces = faces.ok_or_else(|| cannot("pieces of different colours count as identical"))?;
            if !colours.turns && modulus > 1 {
                return Err(cannot("its orientations do not show"));
            }
            let turns = if colours.turns { orbit.orientations } else { 1 };
            for turn in 0..turns {
                let mut shown = faces.clone();
                shown.rotate_right(usize::from(turn));
                let this = (piece, turn % modulus);
                let before = *known.entry(shown).or_insert(this);
                if before.0 != this.0 {
                    return Err(cannot("pieces of the same colours are told apart"));
                }
                if before.1 != this.1 {
                    return Err(cannot("a piece looks the same in two orientations"));
                }
            }
        }
        Ok(known)
    }

    /// A piece that occurs less often than in the solved state.
    fn missing(&self, index: usize, solved: &OrbitState, left: &HashMap<u16, usize>) -> Option<String> {
        let piece = left.iter().filter(|(_, left)| **left > 0).map(|(piece, _)| *piece).min()?;
        Some(self.home(index, solved, piece))
    }

    /// The solved slot of a piece.
    fn home(&self, index: usize, solved: &OrbitState, piece: u16) -> String {
        let slot = solved.pieces.iter().position(|&other| other == piece).unwrap_or(0);
        self.slot_name(index, slot as u16)
    }
}

/// Whether the rows of a state have this length.
fn has_length(rows: &OrbitState, slots: usize) -> bool {
    [rows.pieces.len(), rows.orientations.len(), rows.moduli.len()] == [slots; 3]
}
