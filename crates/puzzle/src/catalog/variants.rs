//! Variants described in words: `5x5x5 with outer blocks`, `megaminx without corners`, `3x3x3 with UF+UFR glued`,
//! `torus:4x4 with moves R1,C1`.
//!
//! Start at [`split`] and [`apply`]. Clauses begin with `with` or `without` and apply from left to right. Each
//! transforms the definition produced by the one before, and adapts the look accordingly.

use super::{Entry, NotFound};
use crate::definition::{Action, Block, Definition, Generator, Role};
use crate::geometry::Shape;
use crate::moves::BaseMove;
use crate::orbit::Orbit;
use crate::picture::Look;
use crate::puzzle::{Goal, LayerNames, Puzzle};
use crate::sorting;
use crate::state::{OrbitState, State};
use crate::transformation::{OrbitTransformation, Transformation};
use std::sync::Arc;

/// The supported clauses.
const EXPECTED: &str = "with outer blocks, with slices, with moves R,U,2F, with UFR fixed, with UF+UFR glued, \
     with all pieces distinguished, with centre orientations, without corners (or another set), without orientations (or permutations) of \
     edges";

/// Whether a clause requests orientations of centres, which are determined when the pieces are made.
pub(super) fn is_of_centres(clause: &str) -> bool {
    let clause = clause.to_ascii_lowercase();
    ["centre orientations", "center orientations", "oriented centres", "oriented centers"]
        .contains(&clause.as_str())
}

/// Whether a clause concerns layers, which hand-made definitions do not describe.
pub(super) fn is_of_layers(clause: &str) -> bool {
    let clause = clause.to_ascii_lowercase();
    ["outer blocks", "outer block moves", "slices", "all layers"].contains(&clause.as_str())
        || clause.ends_with(" fixed")
}

/// Splits a name before the last clauses whose removal leaves a known name. Returns that name and the clauses from left
/// to right, each with whether it begins with `with`.
pub fn split(name: &str, is_known: impl Fn(&str) -> bool) -> Option<(&str, Vec<(bool, &str)>)> {
    let lower = name.to_ascii_lowercase();
    let mut starts: Vec<(usize, usize)> = Vec::new();
    for word in [" with ", " without "] {
        starts.extend(lower.match_indices(word).map(|(at, _)| (at, at + word.len())));
    }
    sorting::sort(&mut starts);
    let first = (0..starts.len()).rev().find(|&first| is_known(name[..starts[first].0].trim()))?;
    let clauses = (first..starts.len()).map(|at| {
        let end = starts.get(at + 1).map_or(name.len(), |next| next.0);
        let (start, text) = starts[at];
        (text - start == " with ".len(), name[text..end].trim())
    });
    Some((name[..starts[first].0].trim(), clauses.collect()))
}

/// The puzzle with all clauses applied. `name` is the whole requested name. Without a look, pieces are named by their slots alone.
pub(super) fn apply(
    entry: Entry,
    look: Option<Look>,
    clauses: &[(bool, &str)],
    name: &str,
) -> Result<Entry, NotFound> {
    let fault = |clause: &str, why: String| NotFound::Variant {
        name: name.to_string(),
        clause: clause.to_string(),
        why,
        expected: EXPECTED,
    };
    let first = clauses.first().map_or("", |clause| clause.1);
    if entry.plane.as_ref().is_some_and(|plane| plane.blank.is_some()) {
        let why = "a puzzle with a blank has no variants, because each of its moves moves the blank";
        return Err(fault(first, why.to_string()));
    }
    let mut variant = Variant { puzzle: entry.puzzle.clone(), look };
    for &(with, clause) in clauses {
        variant = variant.carry_out(with, clause).map_err(|why| fault(clause, why))?;
    }
    let Variant { puzzle, look } = variant;
    let words = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let (shape, plane) = match look {
        Some(Look::Solid(shape)) => (Some(shape), None),
        Some(Look::Plane(plane)) => (None, Some(plane)),
        None => (None, None),
    };
    Ok(Entry { puzzle: puzzle.named(&words), facelets: None, shape, plane, ..entry })
}

struct Variant {
    puzzle: Puzzle,
    look: Option<Look>,
}

impl Variant {
    fn carry_out(self, with: bool, clause: &str) -> Result<Self, String> {
        let lower = clause.to_ascii_lowercase();
        match (with, lower.as_str()) {
            (true, "outer blocks" | "outer block moves") => {
                let blocks = self.layers()?.search_bases(false);
                self.with_moves(blocks)
            }
            (true, "slices" | "all layers") => {
                let layers = self.single_layers()?;
                self.with_moves(layers)
            }
            (true, "all pieces distinguished" | "distinct pieces") => self.with_distinct_pieces(),
            (true, _) if lower.ends_with(" fixed") => self.with_fixed(clause[..clause.len() - 6].trim()),
            (true, _) if lower.ends_with(" glued") => self.with_glued(clause[..clause.len() - 6].trim()),
            (true, _) if lower.starts_with("moves ") => {
                let names = clause[6..].split([',', ' ']).filter(|name| !name.is_empty());
                let base = |name: &str| {
                    let turn = self.puzzle.base(name).filter(|turn| turn.base().role != Role::Rotation);
                    turn.map(|turn| BaseMove::clone(turn.base()))
                        .ok_or_else(|| format!("it has no move '{name}'"))
                };
                let moves = names.map(base).collect::<Result<Vec<_>, String>>()?;
                self.with_moves(moves)
            }
            (false, _) => {
                let (what, sets) = match lower.split_once(" of ") {
                    Some((what, sets)) => (what, Some(sets)),
                    None => (lower.as_str(), None),
                };
                let all = vec![true; self.puzzle.orbits().len()];
                match (what, sets) {
                    ("orientations" | "orientation", sets) => {
                        let plain = sets.map_or(Ok(all.clone()), |sets| self.sets(sets))?;
                        let orbits = self.puzzle.orbits().iter().zip(&plain);
                        if orbits.into_iter().all(|(orbit, plain)| !plain || orbit.orientations == 1) {
                            return Err("its pieces have no orientations".to_string());
                        }
                        self.with_orbits(&all, &plain)
                    }
                    ("permutations" | "permutation", Some(sets)) => {
                        let alike = self.sets(sets)?;
                        self.with_identical_pieces(&alike)
                    }
                    _ => {
                        let keep: Vec<bool> = self.sets(&lower)?.into_iter().map(|named| !named).collect();
                        if !keep.contains(&true) {
                            return Err("that leaves no pieces".to_string());
                        }
                        let plain = vec![false; keep.len()];
                        self.with_orbits(&keep, &plain)
                    }
                }
            }
            _ => Err("this is not a variant".to_string()),
        }
    }

    /// Which sets the words name.
    fn sets(&self, words: &str) -> Result<Vec<bool>, String> {
        let orbits = self.puzzle.orbits();
        let mut all = vec![false; orbits.len()];
        for word in words.split([',', ' ']).filter(|word| !word.is_empty() && *word != "and") {
            // A set by its name, or all sets of a kind: `centers` includes CENTERS2 and CENTERS3.
            let kind = if word == "centres" { "centers" } else { word };
            let is = |orbit: &Orbit| {
                let name = orbit.name.to_ascii_lowercase();
                name == kind || name.trim_end_matches(|c: char| c.is_ascii_digit()) == kind
            };
            let exact =
                |orbit: &Orbit| orbit.name.eq_ignore_ascii_case(kind) && kind.ends_with(char::is_numeric);
            let named: Vec<usize> = (0..orbits.len()).filter(|&at| exact(&orbits[at])).collect();
            let named = if named.is_empty() {
                (0..orbits.len()).filter(|&at| is(&orbits[at])).collect()
            } else {
                named
            };
            if named.is_empty() {
                return Err(format!("it has no set '{word}'"));
            }
            named.into_iter().for_each(|at| all[at] = true);
        }
        Ok(all)
    }

    fn layers(&self) -> Result<&Arc<dyn LayerNames>, String> {
        self.puzzle.layers().ok_or_else(|| "its moves have no layers".to_string())
    }

    /// Every layer alone, including middle ones.
    fn single_layers(&self) -> Result<Vec<BaseMove>, String> {
        let mut layers: Vec<BaseMove> = self.puzzle.generators().map(|base| BaseMove::clone(base)).collect();
        // Names of blocks of several layers end in w.
        let inner = self.layers()?.search_bases(true).into_iter().filter(|base| !base.name.ends_with('w'));
        for base in inner {
            if layers.iter().all(|known| known.transformation != base.transformation) {
                layers.push(base);
            }
        }
        Ok(layers)
    }

    /// The same pieces with other generators.
    fn with_moves(self, moves: Vec<BaseMove>) -> Result<Self, String> {
        let mut definition = self.puzzle.definition().clone();
        definition.generators.retain(|generator| generator.role == Role::Rotation);
        let turns = moves.iter().map(|base| Generator {
            name: base.name.clone(),
            role: Role::Turn,
            action: Action::Given(base.transformation.clone()),
        });
        definition.generators = turns.chain(definition.generators.clone()).collect();
        let inner = self.puzzle.layers().cloned();
        // Without layers, all generators are searched anyway.
        let named = Named { searched: inner.is_some().then_some(moves), inner, kept: None };
        let puzzle = rebuilt(definition, named, self.puzzle.goal())?;
        Ok(Variant { puzzle, ..self })
    }

    /// Only layers that do not move a given piece, and no rotations, so that each position has only one orientation of
    /// the puzzle. In the plane, the moves that do not move the piece.
    fn with_fixed(self, piece: &str) -> Result<Self, String> {
        let (orbit, number) = self.piece(piece)?;
        let keeps = |base: &BaseMove| {
            base.transformation.part(orbit).is_none_or(|part| {
                let at = usize::from(number);
                part.permutation()[at] == number && part.orientation()[at] == 0
            })
        };
        let layers = match self.look {
            Some(Look::Solid(_)) => self.single_layers()?,
            Some(Look::Plane(_)) | None => {
                self.puzzle.generators().map(|base| BaseMove::clone(base)).collect()
            }
        };
        let layers: Vec<BaseMove> = layers.into_iter().filter(keeps).collect();
        if layers.is_empty() {
            return Err("every move moves it".to_string());
        }
        let mut fixed = self.with_moves(layers)?;
        let mut definition = fixed.puzzle.definition().clone();
        definition.generators.retain(|generator| generator.role != Role::Rotation);
        let named = Named { inner: fixed.puzzle.layers().cloned(), searched: None, kept: None };
        fixed.puzzle = rebuilt(definition, named, Goal::Exact)?;
        Ok(fixed)
    }

    /// Glues pieces together.
    fn with_glued(self, pieces: &str) -> Result<Self, String> {
        let pieces =
            pieces.split('+').map(|piece| self.piece(piece.trim())).collect::<Result<Vec<_>, String>>()?;
        if pieces.iter().all(|piece| *piece == pieces[0]) {
            return Err("one piece is not glued to anything; write UF+UFR".to_string());
        }
        let mut definition = self.puzzle.definition().clone();
        let solved = &definition.solved;
        let numbers =
            pieces.iter().map(|&(orbit, slot)| (orbit, solved.orbits[orbit].pieces[usize::from(slot)]));
        let block = Block { pieces: numbers.collect() };
        let alike = block.pieces.iter().any(|&(orbit, piece)| {
            solved.orbits[orbit].pieces.iter().filter(|&&other| other == piece).count() > 1
        });
        if alike {
            return Err("a piece that is identical to others cannot be glued".to_string());
        }
        definition.restrictions.blocks.push(block);
        let named = Named { inner: self.puzzle.layers().cloned(), searched: None, kept: None };
        // A rotation moves a block as a whole, so all orientations of the puzzle remain solved.
        let puzzle = rebuilt(definition, named, self.puzzle.goal())?;
        Ok(Variant { puzzle, ..self })
    }

    /// No two pieces alike, and every orientation visible.
    fn with_distinct_pieces(self) -> Result<Self, String> {
        self.with_solved(|_, orbit, row| {
            row.pieces = (0..orbit.pieces).collect();
            row.moduli.fill(orbit.orientations);
        })
    }

    /// The pieces of some sets alike, so that only their orientations count.
    fn with_identical_pieces(self, alike: &[bool]) -> Result<Self, String> {
        if !self.puzzle.definition().restrictions.blocks.is_empty() {
            return Err("a piece that is identical to others cannot be glued".to_string());
        }
        self.with_solved(|at, _, row| {
            if alike[at] {
                row.pieces.fill(0);
            }
        })
    }

    /// Another solved position.
    fn with_solved(self, change: impl Fn(usize, &Orbit, &mut OrbitState)) -> Result<Self, String> {
        let mut definition = self.puzzle.definition().clone();
        let rows = definition.solved.orbits.iter_mut().zip(&definition.orbits);
        rows.enumerate().for_each(|(at, (row, orbit))| change(at, orbit, row));
        let named = Named { inner: self.puzzle.layers().cloned(), searched: None, kept: None };
        let puzzle = rebuilt(definition, named, self.puzzle.goal())?;
        Ok(Variant { puzzle, ..self })
    }

    /// Keeps only some sets of pieces, and removes the orientations of some.
    fn with_orbits(self, keep: &[bool], plain: &[bool]) -> Result<Self, String> {
        let old = self.puzzle.definition();
        if !old.restrictions.blocks.is_empty() || !old.restrictions.illegal.is_empty() {
            return Err("leave out pieces before others are glued".to_string());
        }
        let mut count = 0;
        let numbers: Vec<Option<usize>> = (keep.iter())
            .map(|&keep| {
                count += usize::from(keep);
                keep.then(|| count - 1)
            })
            .collect();
        let changed = |(orbit, &plain): (&Orbit, &bool)| {
            let orientations = if plain { 1 } else { orbit.orientations };
            Orbit { orientations, ..orbit.clone() }
        };
        let kept = old.orbits.iter().zip(plain).zip(keep).filter(|(_, keep)| **keep);
        let orbits: Vec<Orbit> = kept.map(|(orbit, _)| changed(orbit)).collect();
        let kept = Kept { numbers, orbits: orbits.clone() };
        let rows = old.solved.orbits.iter().zip(keep).filter(|(_, keep)| **keep).map(|(row, _)| row.clone());
        let mut solved = State { orbits: rows.collect() };
        for (row, _) in solved.orbits.iter_mut().zip(&orbits).filter(|(_, orbit)| orbit.orientations == 1) {
            row.orientations.fill(0);
            row.moduli.fill(1);
        }
        let given = |base: &Arc<BaseMove>| Generator {
            name: base.name.clone(),
            role: base.role,
            action: Action::Given(kept.changed(&base.transformation)),
        };
        // A move without effect is removed.
        let generators = self.puzzle.bases().iter().map(given).filter(|generator| match &generator.action {
            Action::Given(change) => !change.is_identity(),
            Action::Sequence(_) => true,
        });
        let definition = Definition {
            solved,
            generators: generators.collect(),
            aliases: old.aliases.clone(),
            comments: old.comments.clone(),
            ..Definition::new(old.name.clone(), orbits)
        };
        let look = self.look.clone().map(|look| match look {
            Look::Solid(shape) => Look::Solid(shape.with_orbits(&kept.numbers)),
            Look::Plane(plane) => Look::Plane(plane.with_orbits(&kept.numbers)),
        });
        let named = Named { inner: self.puzzle.layers().cloned(), searched: None, kept: Some(kept) };
        Ok(Variant { puzzle: rebuilt(definition, named, self.puzzle.goal())?, look })
    }

    fn first_set(&self) -> &str {
        self.puzzle.orbits().first().map_or("SET", |orbit| orbit.name.as_str())
    }

    /// The orbit and slot of a piece, given by its faces in any order (`UFR`, or `U_F_R`), in the plane by its number,
    /// or as `EDGES:5`.
    fn piece(&self, word: &str) -> Result<(usize, u16), String> {
        if let Some((set, slot)) = word.split_once(':') {
            let orbit = self.puzzle.orbits().iter().position(|orbit| orbit.name.eq_ignore_ascii_case(set));
            let orbit = orbit.ok_or_else(|| format!("it has no set '{set}'"))?;
            let count = self.puzzle.orbits()[orbit].pieces;
            let slot = slot.parse::<u16>().ok().filter(|slot| (1..=count).contains(slot));
            return Ok((orbit, slot.ok_or_else(|| format!("'{word}' is not one of the {count} slots"))? - 1));
        }
        let shape = match &self.look {
            None => {
                return Err(format!(
                    "'{word}' names no piece; name one by its set and slot, as {}:1",
                    self.first_set()
                ));
            }
            Some(Look::Solid(shape)) => shape,
            Some(Look::Plane(plane)) => {
                let part = plane.parts.iter().find(|part| part.label == word);
                return part.map(|part| (part.orbit, part.slot)).ok_or_else(|| {
                    format!("it has no piece '{word}'; pieces have the numbers in its picture")
                });
            }
        };
        let faces = shape.faces();
        let named: Vec<String> = faces_of(shape, word).ok_or_else(|| format!("'{word}' names no faces"))?;
        let mut found: Vec<(usize, u16)> = Vec::new();
        for place in shape.stickers().iter().filter_map(|sticker| sticker.place) {
            let own = shape.stickers().iter().filter(|sticker| {
                sticker.place.is_some_and(|other| (other.orbit, other.slot) == (place.orbit, place.slot))
            });
            let mut own: Vec<&str> = own.map(|sticker| faces[sticker.face].name.as_str()).collect();
            sorting::sort(&mut own);
            own.dedup();
            if own == named && !found.contains(&(place.orbit, place.slot)) {
                found.push((place.orbit, place.slot));
            }
        }
        match found[..] {
            [] => Err(format!("it has no piece '{word}'")),
            [piece] => Ok(piece),
            [(orbit, slot), ..] => {
                let set = &self.puzzle.orbits()[orbit].name;
                Err(format!(
                    "{} pieces are on '{word}'; name one by its set and slot, as {set}:{}",
                    found.len(),
                    slot + 1
                ))
            }
        }
    }
}

/// The faces that a word names, sorted.
fn faces_of(shape: &Shape, word: &str) -> Option<Vec<String>> {
    let word = word.to_ascii_uppercase();
    let names: Vec<String> = shape.faces().iter().map(|face| face.name.to_ascii_uppercase()).collect();
    // Names may be prefixes of others, so all ways to continue are kept.
    let mut open: Vec<(usize, Vec<String>)> = vec![(0, Vec::new())];
    while let Some((at, read)) = open.pop() {
        if at == word.len() {
            let mut read = read;
            sorting::sort(&mut read);
            return Some(read).filter(|read| !read.is_empty());
        }
        if word[at..].starts_with('_') {
            open.push((at + 1, read));
            continue;
        }
        for name in names.iter().filter(|name| word[at..].starts_with(name.as_str()) && !read.contains(name))
        {
            open.push((at + name.len(), [read.clone(), vec![name.clone()]].concat()));
        }
    }
    None
}

fn rebuilt(definition: Definition, named: Named, goal: Goal) -> Result<Puzzle, String> {
    let puzzle = Puzzle::new(definition).map_err(|fault| fault.to_string())?;
    let has_names = named.inner.is_some() || named.searched.is_some();
    let puzzle = if has_names { puzzle.with_layers(Arc::new(named)) } else { puzzle };
    Ok(if goal == Goal::UpToRotation { puzzle.up_to_rotation() } else { puzzle })
}

/// The orbits that are kept, and how.
#[derive(Clone, Debug)]
struct Kept {
    /// By old number: the new number.
    numbers: Vec<Option<usize>>,
    orbits: Vec<Orbit>,
}

impl Kept {
    fn changed(&self, change: &Transformation) -> Transformation {
        let part = |(old, part): (usize, &OrbitTransformation)| {
            let new = self.numbers[old]?;
            let turns = match self.orbits[new].orientations {
                1 => vec![0; part.permutation().len()],
                _ => part.orientation().to_vec(),
            };
            Some((new, OrbitTransformation::new(&self.orbits[new], part.permutation().to_vec(), turns).ok()?))
        };
        Transformation::from_parts(change.parts().filter_map(part))
    }
}

/// Names of layers of the whole puzzle, for a variant of it.
#[derive(Debug)]
struct Named {
    inner: Option<Arc<dyn LayerNames>>,
    /// The moves of a search, if they differ.
    searched: Option<Vec<BaseMove>>,
    kept: Option<Kept>,
}

impl Named {
    fn changed(&self, base: BaseMove) -> BaseMove {
        match &self.kept {
            Some(kept) => {
                let changed = kept.changed(&base.transformation);
                BaseMove {
                    weight: base.weight,
                    axis: base.axis,
                    ..BaseMove::new(base.name, base.role, changed)
                }
            }
            None => base,
        }
    }
}

impl LayerNames for Named {
    fn base(&self, name: &str) -> Option<(BaseMove, i64)> {
        let (base, amount) = self.inner.as_ref()?.base(name)?;
        Some((self.changed(base), amount))
    }

    fn knows(&self, name: &str) -> bool {
        self.inner.as_ref().is_some_and(|inner| inner.knows(name))
    }

    fn examples(&self) -> Vec<&str> {
        self.inner.as_ref().map_or_else(Vec::new, |inner| inner.examples())
    }

    fn search_bases(&self, slices: bool) -> Vec<BaseMove> {
        let inner = || self.inner.as_ref().map_or_else(Vec::new, |inner| inner.search_bases(slices));
        let bases = self.searched.clone().unwrap_or_else(inner);
        bases
            .into_iter()
            .map(|base| self.changed(base))
            .filter(|base| !base.transformation.is_identity())
            .collect()
    }
}
