//! Any puzzle as a space: its states packed into rows of small numbers, its moves compiled to copies and
//! look-ups.
//!
//! Start at [`PuzzleSpace::new`]. A slot that no move touches is left out (it must agree with the solved state,
//! see [`PuzzleSpace::pack`]). What stands in a slot is one number: piece and orientation together, so a move
//! copies numbers between slots and, where it turns a piece, maps the number through a table; orientations that
//! are known modulo a divisor, or not at all, need no special case.

use crate::space::{MoveId, Space};
use crate::symmetry::{Around, PairSums, Representatives, Symmetries, mixed};
use permutant_puzzle::metric::Metric;
use permutant_puzzle::moves::Turn;
use permutant_puzzle::puzzle::Puzzle;
use permutant_puzzle::state::State;
use std::collections::HashMap;

/// A state as numbers, one a slot; the length is a multiple of 8, filled up with what is no piece.
pub type PackedState = Box<[u16]>;

/// Stands behind the last slot; no content of a slot has this number.
const NOTHING: u16 = u16::MAX;
/// Most slots: each has a number of 16 bits.
const MAX_SLOTS: usize = u16::MAX as usize;
const TOO_MANY: &str = "more than 65 000 slots or moves";

/// A puzzle, a metric, a set of turns and a set of solved states, ready to be searched.
#[derive(Clone, Debug)]
pub struct PuzzleSpace {
    orbits: Vec<PackedOrbit>,
    moves: Vec<PackedMove>,
    /// `commutes[a * moves + b]`.
    commutes: Vec<bool>,
    /// Pairs that must not follow each other.
    forbidden: Vec<(MoveId, MoveId)>,
    goals: Vec<PackedState>,
    width: usize,
    illegal: Vec<(usize, Vec<u16>)>,
    blocks: Vec<Vec<u16>>,
    /// Orbits whose permutation's sign, all together, says whether a sequence costs an odd number of units.
    parity: Option<Vec<usize>>,
    /// Moves that together may occur only so often.
    limits: Vec<(Vec<MoveId>, u32)>,
    representatives: Option<Representatives>,
    /// Where there are representatives, and pairs suffice.
    sums: Option<PairSums>,
    inverses: Option<Inverses>,
}

/// How the inverse of a state is read off its contents, where pieces are told apart.
#[derive(Clone, Debug)]
struct Inverses {
    /// By content: the slot where its piece is at home.
    home: Vec<u16>,
    /// By content: what the twist back adds to the number of a piece at home in the slot where it stands.
    back: Vec<u16>,
    /// By slot: number of the piece that is at home there, not turned.
    solved: Vec<u16>,
}

/// The slots of an orbit that some move touches, and how their contents are numbered.
#[derive(Clone, Debug)]
struct PackedOrbit {
    orbit: usize,
    /// Touched slots; their numbers stand at `first..`.
    slots: Vec<usize>,
    first: usize,
    /// By piece: its numbers.
    pieces: HashMap<u16, PieceNumbers>,
}

/// The contents of slots that are one piece: `first + k` is the piece turned by k from how it stands in the first
/// slot where it is at home.
#[derive(Clone, Copy, Debug)]
struct PieceNumbers {
    first: u16,
    modulus: u16,
    /// Its orientation there.
    home: u16,
}

/// Most orbits of which signs are looked at: all choices of them are tried.
const MOST_SIGNS: usize = 10;

/// Whether a permutation of these slots is odd.
fn is_odd(slots: std::ops::Range<usize>, from: impl Fn(usize) -> usize) -> bool {
    let start = slots.start;
    let mut seen = vec![false; slots.len()];
    let mut odd = false;
    for first in slots {
        let mut slot = first;
        let mut length = 0usize;
        while !std::mem::replace(&mut seen[slot - start], true) {
            slot = from(slot);
            length += 1;
        }
        odd ^= length > 0 && length.is_multiple_of(2);
    }
    odd
}

fn gcd(a: u32, b: u32) -> u32 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl PackedOrbit {
    /// Its slots in a packed state.
    fn range(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.slots.len()
    }

    /// The numbers of what can stand in its slots.
    fn contents(&self) -> std::ops::Range<u16> {
        let ends = self.pieces.values().map(|piece| piece.first + piece.modulus);
        let starts = self.pieces.values().map(|piece| piece.first);
        starts.min().unwrap_or(0)..ends.max().unwrap_or(0)
    }
}

#[derive(Clone, Debug)]
struct PackedMove {
    /// As the user sees it; more than one turn where repeating a turn is cheaper than its power.
    turns: Vec<Turn>,
    cost: u32,
    class: usize,
    inverse: MoveId,
    /// (to, from): plain copies.
    copies: Vec<(u16, u16)>,
    /// (to, from, start): what the twist makes of a content stands in `twisted` at the start plus the content.
    turned: Vec<(u16, u16, u32)>,
    twisted: Vec<u16>,
    /// By slot: whether the turn once touches it, for glued pieces. Empty where there are none.
    touched: Vec<bool>,
}

/// Why a puzzle cannot be searched as asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpaceFault {
    /// There is nothing to search with.
    #[error("no moves to search with")]
    NoMoves,
    /// A move costs nothing.
    #[error("the move {0} costs nothing in the metric {1}; a search needs every move to cost at least 1")]
    Free(String, String),
    /// Too many different contents of slots, or too many moves.
    #[error("the puzzle is too large to be searched: {0}")]
    TooLarge(&'static str),
    /// A rule of the definition that a search does not know how to follow.
    #[error("{0} cannot be searched yet; take the rule out of the definition to search without it")]
    Unsupported(&'static str),
    /// A rule names an unknown move.
    #[error("'{0}' in a forbidden pair, group or limit is not a move of the search")]
    UnknownMove(String),
    /// The state differs from every solved state where no move can change it.
    #[error("orbit {orbit}, slot {slot}: no move reaches this slot, and it differs from the solved state")]
    OutOfReach {
        /// Name of the orbit.
        orbit: String,
        /// The slot, from 1.
        slot: usize,
    },
}

impl PuzzleSpace {
    /// Compiles a puzzle for searching. `goals` are solved states of the puzzle (at least one) that agree in
    /// every slot that no turn touches. O(turns² × slots).
    pub fn new(
        puzzle: &Puzzle,
        turns: &[Turn],
        metric: &Metric,
        goals: &[State],
    ) -> Result<Self, SpaceFault> {
        if goals.is_empty() || turns.is_empty() {
            return Err(SpaceFault::NoMoves);
        }
        let turns: Vec<&Turn> = turns.iter().filter(|turn| !turn.transformation().is_identity()).collect();
        let orbits = pack_orbits(puzzle, &turns, &goals[0])?;
        let slots: usize = orbits.iter().map(|orbit| orbit.slots.len()).sum();
        let width = slots.next_multiple_of(8);
        if slots > MAX_SLOTS || turns.len() > usize::from(u16::MAX) - 1 {
            return Err(SpaceFault::TooLarge(TOO_MANY));
        }
        let mut space = PuzzleSpace {
            orbits,
            moves: Vec::new(),
            commutes: Vec::new(),
            forbidden: Vec::new(),
            goals: Vec::new(),
            width,
            illegal: Vec::new(),
            blocks: Vec::new(),
            parity: None,
            limits: Vec::new(),
            representatives: None,
            sums: None,
            inverses: None,
        };
        space.moves = space.compile_moves(&turns, metric)?;
        space.compile_restrictions(puzzle)?;
        space.compile_commuting(&turns, puzzle.is_restricted());
        for goal in goals {
            let packed = space.pack_unchecked(goal);
            if !space.goals.contains(&packed) {
                space.goals.push(packed);
            }
        }
        space.parity = space.find_parity();
        Ok(space)
    }

    /// Whether the puzzle is of a size that can be searched, told before anything large is built. O(moves × slots).
    pub fn check_size(puzzle: &Puzzle) -> Result<(), SpaceFault> {
        let mut touched: Vec<Vec<bool>> =
            puzzle.orbits().iter().map(|orbit| vec![false; usize::from(orbit.pieces)]).collect();
        for (orbit, part) in puzzle.generators().flat_map(|base| base.transformation.parts()) {
            for (slot, (&from, &turn)) in part.permutation().iter().zip(part.orientation()).enumerate() {
                touched[orbit][slot] |= usize::from(from) != slot || turn != 0;
            }
        }
        match touched.iter().flatten().filter(|touched| **touched).count() {
            slots if slots > MAX_SLOTS => Err(SpaceFault::TooLarge(TOO_MANY)),
            _ => Ok(()),
        }
    }

    /// The number that stands for a state's slot.
    fn content(&self, orbit: &PackedOrbit, state: &State, slot: usize) -> Option<u16> {
        let row = &state.orbits[orbit.orbit];
        let &PieceNumbers { first, modulus, home } = orbit.pieces.get(&row.pieces[slot])?;
        let turned = u32::from(row.orientations[slot]) + u32::from(modulus) - u32::from(home);
        (row.orientations[slot] < modulus).then(|| first + (turned % u32::from(modulus)) as u16)
    }

    fn pack_unchecked(&self, state: &State) -> PackedState {
        let mut packed = vec![NOTHING; self.width];
        for orbit in &self.orbits {
            for (at, &slot) in orbit.slots.iter().enumerate() {
                packed[orbit.first + at] = self.content(orbit, state, slot).unwrap_or(0);
            }
        }
        packed.into_boxed_slice()
    }

    /// Packs a state of the puzzle. `goal` is one of the solved states; where no move reaches, the state must
    /// agree with it. Pieces must be those of the solved state.
    pub fn pack(&self, puzzle: &Puzzle, state: &State, goal: &State) -> Result<PackedState, SpaceFault> {
        for (number, (found, solved)) in state.orbits.iter().zip(&goal.orbits).enumerate() {
            let packed = self.orbits.iter().find(|orbit| orbit.orbit == number);
            let differs = |slot: &usize| {
                let known = packed.is_some_and(|orbit| {
                    orbit.slots.binary_search(slot).is_ok() && self.content(orbit, state, *slot).is_some()
                });
                let same = found.pieces[*slot] == solved.pieces[*slot]
                    && found.orientations[*slot] == solved.orientations[*slot];
                !known && !same
            };
            if let Some(slot) = (0..found.pieces.len()).find(differs) {
                let orbit = puzzle.orbits()[number].name.clone();
                return Err(SpaceFault::OutOfReach { orbit, slot: slot + 1 });
            }
        }
        Ok(self.pack_unchecked(state))
    }

    /// Orbits of pieces told apart whose signs together are odd for just those moves that cost an odd number of units.
    fn find_parity(&self) -> Option<Vec<usize>> {
        let unit = self.moves.iter().fold(0, |unit, m| gcd(unit, m.cost)).max(1);
        let told_apart = |&orbit: &usize| {
            let slots = self.orbits[orbit].range();
            let pieces: std::collections::HashSet<u16> =
                slots.clone().map(|slot| self.piece(orbit, self.goals[0][slot])).collect();
            pieces.len() == slots.len()
        };
        let orbits: Vec<usize> = (0..self.orbits.len()).filter(told_apart).take(MOST_SIGNS).collect();
        let signs = |m: &PackedMove| -> (Vec<bool>, bool) {
            let mut from: Vec<usize> = (0..self.width).collect();
            let copies = m.copies.iter().copied().chain(m.turned.iter().map(|&(to, source, _)| (to, source)));
            copies.for_each(|(to, source)| from[usize::from(to)] = usize::from(source));
            (
                orbits.iter().map(|&orbit| is_odd(self.orbits[orbit].range(), |slot| from[slot])).collect(),
                m.cost / unit % 2 == 1,
            )
        };
        let signs: Vec<(Vec<bool>, bool)> = self.moves.iter().map(signs).collect();
        // Few orbits: all choices of them are tried.
        let fits = |chosen: &u32| {
            signs.iter().all(|(signs, odd)| {
                let sum =
                    signs.iter().enumerate().filter(|(at, sign)| **sign && chosen >> at & 1 == 1).count();
                (sum % 2 == 1) == *odd
            })
        };
        let chosen = (0..1u32 << orbits.len()).find(fits)?;
        Some(
            orbits
                .into_iter()
                .enumerate()
                .filter(|(at, _)| chosen >> at & 1 == 1)
                .map(|(_, orbit)| orbit)
                .collect(),
        )
    }

    /// The number of the piece, not turned, that is a content of an orbit.
    fn piece(&self, orbit: usize, content: u16) -> u16 {
        let holds = |piece: &&PieceNumbers| (piece.first..piece.first + piece.modulus).contains(&content);
        self.orbits[orbit].pieces.values().find(holds).map_or(content, |piece| piece.first)
    }

    /// Whether the pieces of the chosen orbits stand in an odd permutation of how they stand in a goal; `None` if they
    /// are not the same pieces.
    fn sign(&self, orbits: &[usize], state: &PackedState, goal: &PackedState) -> Option<bool> {
        let mut odd = false;
        for &orbit in orbits {
            let range = self.orbits[orbit].range();
            let home: HashMap<u16, usize> =
                range.clone().map(|slot| (self.piece(orbit, goal[slot]), slot)).collect();
            let from: Vec<usize> = range
                .clone()
                .map(|slot| home.get(&self.piece(orbit, state[slot])).copied())
                .collect::<Option<_>>()?;
            let different: std::collections::HashSet<usize> = from.iter().copied().collect();
            if different.len() != from.len() {
                return None;
            }
            odd ^= is_odd(range.clone(), |slot| from[slot - range.start]);
        }
        Some(odd)
    }

    /// The same space, in which states that symmetry makes of each other count as one where that helps: for lower
    /// bounds. Puzzle, turns and goals must be those of [`PuzzleSpace::new`].
    pub fn with_symmetry(mut self, puzzle: &Puzzle, turns: &[Turn], goals: &[State]) -> Self {
        let doing = turns.iter().filter(|turn| !turn.transformation().is_identity());
        let turns: Vec<Turn> = doing.cloned().collect();
        let costs: Vec<u32> = self.moves.iter().map(|m| m.cost).collect();
        let symmetries = Symmetries::find(puzzle, &turns, &costs, goals);
        let places: Vec<(usize, usize)> = (self.orbits.iter().enumerate())
            .flat_map(|(number, orbit)| (0..orbit.slots.len()).map(move |at| (number, at)))
            .collect();
        // By orbit: the piece of each content, and how it is turned.
        let decoded: Vec<HashMap<u16, (u16, u16, u16)>> = (self.orbits.iter())
            .map(|orbit| {
                let pieces =
                    orbit.pieces.iter().flat_map(|(&piece, &PieceNumbers { first, modulus, home })| {
                        (0..modulus).map(move |k| (first + k, (piece, (home + k) % modulus, modulus)))
                    });
                pieces.collect()
            })
            .collect();
        let contents: Vec<_> = places.iter().map(|&(orbit, _)| self.orbits[orbit].contents()).collect();
        let image = |element: usize, slot: usize, content: u16| -> (usize, u16) {
            let (number, at) = places[slot];
            let orbit = &self.orbits[number];
            let Some(&known) = decoded[number].get(&content) else { return (slot, content) };
            let (to_orbit, to_slot, (piece, turned)) =
                symmetries.elements()[element].content(orbit.orbit, orbit.slots[at] as u16, known);
            let Some(to) = self.orbits.iter().find(|orbit| orbit.orbit == to_orbit) else {
                return (slot, content);
            };
            let to_at = to.slots.binary_search(&usize::from(to_slot)).unwrap_or(at);
            let numbered = to.pieces.get(&piece).map_or(content, |numbers| {
                let modulus = u32::from(numbers.modulus);
                let turned = (u32::from(turned) + modulus - u32::from(numbers.home)) % modulus;
                numbers.first + turned as u16
            });
            (to.first + to_at, numbered)
        };
        let elements = symmetries.elements().len();
        self.representatives = Representatives::new(elements, &contents, image);
        self.sums = self.representatives.as_ref().and_then(|_| {
            let touched = |m: &PackedMove| {
                m.copies.iter().map(|copy| copy.0).chain(m.turned.iter().map(|turned| turned.0)).collect()
            };
            let touched: Vec<_> = self.moves.iter().map(touched).collect();
            PairSums::new(elements, &contents, image, &touched)
        });
        if symmetries.has_inverse() {
            let end = contents.iter().map(|range| usize::from(range.end)).max().unwrap_or(0);
            let mut inverses = Inverses { home: vec![0; end], back: vec![0; end], solved: Vec::new() };
            for &(number, at) in &places {
                let orbit = &self.orbits[number];
                let piece = goals[0].orbits[orbit.orbit].pieces[orbit.slots[at]];
                let Some(&PieceNumbers { first, modulus, .. }) = orbit.pieces.get(&piece) else {
                    return self;
                };
                inverses.solved.push(first);
                for k in 0..modulus {
                    inverses.home[usize::from(first + k)] = (orbit.first + at) as u16;
                    inverses.back[usize::from(first + k)] = (modulus - k) % modulus;
                }
            }
            self.inverses = Some(inverses);
        }
        self
    }

    /// What a move is called by people: one turn, or several where repeating is cheaper.
    pub fn turns(&self, m: MoveId) -> &[Turn] {
        &self.moves[m.index()].turns
    }

    fn compile_moves(&self, turns: &[&Turn], metric: &Metric) -> Result<Vec<PackedMove>, SpaceFault> {
        let mut classes: Vec<&str> = Vec::new();
        let mut moves = Vec::new();
        for &turn in turns {
            let name = turn.base().name.as_str();
            let class = classes.iter().position(|&known| known == name).unwrap_or(classes.len());
            if class == classes.len() {
                classes.push(name);
            }
            let (sequence, cost) = cheapest(turn, turns, metric);
            if cost == 0 {
                return Err(SpaceFault::Free(turn.to_string(), metric.name().to_string()));
            }
            let inverse = turn.inverse();
            let inverse = turns.iter().position(|other| **other == inverse).ok_or(SpaceFault::NoMoves)?;
            let mut compiled = self.compile(turn);
            (compiled.turns, compiled.cost, compiled.class) = (sequence, cost, class);
            compiled.inverse = MoveId(inverse as u16);
            moves.push(compiled);
        }
        Ok(moves)
    }

    fn compile(&self, turn: &Turn) -> PackedMove {
        let (mut copies, mut turned) = (Vec::new(), Vec::new());
        let mut twisted = Vec::new();
        let whole = turn.transformation();
        for orbit in &self.orbits {
            let Some(part) = whole.part(orbit.orbit) else { continue };
            let position = |slot: usize| orbit.slots.binary_search(&slot).map(|at| (orbit.first + at) as u16);
            let mut start_of = HashMap::new();
            for (slot, (&from, &twist)) in part.permutation().iter().zip(part.orientation()).enumerate() {
                let (Ok(to), Ok(from)) = (position(slot), position(usize::from(from))) else { continue };
                if twist == 0 {
                    if to != from {
                        copies.push((to, from));
                    }
                    continue;
                }
                let start = *start_of.entry(twist).or_insert_with(|| {
                    let start = twisted.len() as u32;
                    twisted.extend(twist_table(orbit, twist));
                    start
                });
                turned.push((to, from, start));
            }
        }
        let (turns, touched) = (Vec::new(), Vec::new());
        PackedMove { turns, cost: 0, class: 0, inverse: MoveId(0), copies, turned, twisted, touched }
    }

    fn compile_restrictions(&mut self, puzzle: &Puzzle) -> Result<(), SpaceFault> {
        let restrictions = &puzzle.definition().restrictions;
        let contents = |orbit: &PackedOrbit, piece: u16| -> Vec<u16> {
            let range = orbit.pieces.get(&piece).map(|piece| piece.first..piece.first + piece.modulus);
            range.into_iter().flatten().collect()
        };
        for illegal in &restrictions.illegal {
            let Some(orbit) = self.orbits.iter().find(|orbit| orbit.orbit == illegal.orbit) else { continue };
            let Ok(at) = orbit.slots.binary_search(&usize::from(illegal.slot)) else { continue };
            let pieces = illegal.pieces.iter().flat_map(|&piece| contents(orbit, piece)).collect();
            self.illegal.push((orbit.first + at, pieces));
        }
        for block in &restrictions.blocks {
            // Contents are numbered apart in each orbit, so a block is a list of contents.
            let pieces = block.pieces.iter().flat_map(|&(orbit, piece)| {
                let packed = self.orbits.iter().find(|packed| packed.orbit == orbit);
                packed.map(|packed| contents(packed, piece)).unwrap_or_default()
            });
            let pieces: Vec<u16> = pieces.collect();
            let fixed = (block.pieces.iter()).any(|&(orbit, piece)| {
                let slots = puzzle.solved().orbits[orbit].pieces.iter().enumerate();
                let packed = self.orbits.iter().find(|packed| packed.orbit == orbit);
                slots
                    .filter(|(_, found)| **found == piece)
                    .any(|(slot, _)| packed.is_none_or(|packed| packed.slots.binary_search(&slot).is_err()))
            });
            if fixed {
                return Err(SpaceFault::Unsupported("a block that holds a piece which no move touches"));
            }
            self.blocks.push(pieces);
        }
        if !self.blocks.is_empty() {
            for at in 0..self.moves.len() {
                // A turn touches what its base touches, also where a power brings a piece back.
                let base = Turn::new(self.moves[at].turns[0].base().clone(), 1);
                let once = self.compile(&base);
                let mut touched = vec![false; self.width];
                let all = once.copies.iter().map(|copy| copy.0).chain(once.turned.iter().map(|turn| turn.0));
                all.for_each(|slot| touched[usize::from(slot)] = true);
                self.moves[at].touched = touched;
            }
        }
        let named = |moves: &[PackedMove], name: &str| -> Result<MoveId, SpaceFault> {
            let unknown = || SpaceFault::UnknownMove(name.to_string());
            let turn = puzzle.turn(name).ok_or_else(unknown)?;
            let at =
                moves.iter().position(|m| m.turns.len() == 1 && m.turns[0] == turn).ok_or_else(unknown)?;
            Ok(MoveId(at as u16))
        };
        for (first, second) in &restrictions.forbidden_pairs {
            let pair = (named(&self.moves, first)?, named(&self.moves, second)?);
            self.forbidden.push(pair);
        }
        for group in &restrictions.forbidden_groups {
            let group: Vec<MoveId> =
                group.iter().map(|name| named(&self.moves, name)).collect::<Result<_, _>>()?;
            self.forbidden.extend(group.iter().flat_map(|&a| group.iter().map(move |&b| (a, b))));
        }
        for limit in &restrictions.move_limits {
            let moves = match limit.moves.strip_suffix('*') {
                Some(base) => {
                    let unknown = || SpaceFault::UnknownMove(limit.moves.clone());
                    let base = puzzle.turn(base).ok_or_else(unknown)?;
                    let same = |m: &MoveId| self.moves[m.index()].turns[0].base() == base.base();
                    self.moves().filter(same).collect()
                }
                None => vec![named(&self.moves, &limit.moves)?],
            };
            self.limits.push((moves, limit.most));
        }
        Ok(())
    }

    fn compile_commuting(&mut self, turns: &[&Turn], restricted: bool) {
        let whole: Vec<_> = turns.iter().map(|turn| turn.transformation()).collect();
        let count = whole.len();
        self.commutes = vec![false; count * count];
        // Where possibility depends on the state, one order may be possible and the other not. Where a power may not
        // be made so often, two others with something between them that commutes may stand for it.
        if restricted || !self.forbidden.is_empty() || !self.limits.is_empty() {
            return;
        }
        let mut members: Vec<Vec<usize>> = Vec::new();
        for (m, compiled) in self.moves.iter().enumerate() {
            members.resize(members.len().max(compiled.class + 1), Vec::new());
            members[compiled.class].push(m);
        }
        for (a, ms) in members.iter().enumerate() {
            for (b, ns) in members.iter().enumerate().skip(a) {
                // Powers of moves that commute do too: one question settles two parallel layers of a big cube.
                let once = |m: usize| &turns[m].base().transformation;
                let all = a == b || once(ms[0]).commutes_with(once(ns[0]));
                for (&m, &n) in ms.iter().flat_map(|m| ns.iter().map(move |n| (m, n))) {
                    let commute = all || whole[m].commutes_with(&whole[n]);
                    self.commutes[m * count + n] = commute;
                    self.commutes[n * count + m] = commute;
                }
            }
        }
    }
}

/// Touched slots by orbit, and the numbering of what can stand in them.
fn pack_orbits(puzzle: &Puzzle, turns: &[&Turn], goal: &State) -> Result<Vec<PackedOrbit>, SpaceFault> {
    let mut packed: Vec<PackedOrbit> = Vec::new();
    let (mut first, mut content) = (0, 0u32);
    let moved: Vec<_> = turns.iter().map(|turn| turn.transformation()).collect();
    for number in 0..puzzle.orbits().len() {
        let touched = |slot: usize| {
            moved
                .iter()
                .filter_map(|whole| whole.part(number))
                .any(|part| usize::from(part.permutation()[slot]) != slot || part.orientation()[slot] != 0)
        };
        let slots: Vec<usize> =
            (0..usize::from(puzzle.orbits()[number].pieces)).filter(|&s| touched(s)).collect();
        let row = &goal.orbits[number];
        let mut pieces = HashMap::new();
        for at in (0..row.pieces.len()).filter(|_| !slots.is_empty()) {
            let (piece, modulus, home) = (row.pieces[at], row.moduli[at], row.orientations[at]);
            if let std::collections::hash_map::Entry::Vacant(entry) = pieces.entry(piece) {
                let number =
                    u16::try_from(content).map_err(|_| SpaceFault::TooLarge("over 65 000 pieces"))?;
                entry.insert(PieceNumbers { first: number, modulus, home });
                content += u32::from(modulus);
            }
        }
        if !slots.is_empty() {
            let count = slots.len();
            packed.push(PackedOrbit { orbit: number, slots, first, pieces });
            first += count;
        }
    }
    if content > u32::from(NOTHING) {
        return Err(SpaceFault::TooLarge("over 65 000 pieces and orientations"));
    }
    Ok(packed)
}

/// What a twist makes of each content of an orbit.
fn twist_table(orbit: &PackedOrbit, twist: u16) -> Vec<u16> {
    let mut table: Vec<u16> = (0..orbit.contents().end).collect();
    for &PieceNumbers { first, modulus, .. } in orbit.pieces.values() {
        for orientation in 0..modulus {
            let after = (u32::from(orientation) + u32::from(twist)) % u32::from(modulus);
            table[usize::from(first + orientation)] = first + after as u16;
        }
    }
    table
}

/// The cheapest way to make a turn out of turns of the same base: itself, or several where a metric makes one
/// turn dearer than repeating another.
fn cheapest(turn: &Turn, turns: &[&Turn], metric: &Metric) -> (Vec<Turn>, u32) {
    let direct = metric.cost(turn);
    let base = turn.base();
    let powers: Vec<&Turn> = turns.iter().filter(|other| other.base().name == base.name).copied().collect();
    let mut best: HashMap<i64, (u32, Vec<Turn>)> = HashMap::from([(0, (0, Vec::new()))]);
    let mut frontier = vec![0i64];
    while let Some(amount) = frontier.pop() {
        let (cost, path) = best[&amount].clone();
        for &power in &powers {
            let sum = cost.saturating_add(metric.cost(power));
            let reached = base.reduce(amount + power.amount());
            if sum < direct && best.get(&reached).is_none_or(|(known, _)| sum < *known) {
                let path = path.iter().cloned().chain([power.clone()]).collect();
                best.insert(reached, (sum, path));
                frontier.push(reached);
            }
        }
    }
    match best.remove(&turn.amount()) {
        Some((cost, path)) if turn.amount() != 0 => (path, cost),
        _ => (vec![turn.clone()], direct),
    }
}

impl Space for PuzzleSpace {
    type State = PackedState;

    fn move_count(&self) -> usize {
        self.moves.len()
    }

    fn cost(&self, m: MoveId) -> u32 {
        self.moves[m.index()].cost
    }

    fn inverse(&self, m: MoveId) -> MoveId {
        self.moves[m.index()].inverse
    }

    fn class(&self, m: MoveId) -> usize {
        self.moves[m.index()].class
    }

    fn commutes(&self, a: MoveId, b: MoveId) -> bool {
        self.commutes[a.index() * self.moves.len() + b.index()]
    }

    fn may_follow(&self, previous: MoveId, next: MoveId) -> bool {
        !self.forbidden.contains(&(previous, next))
    }

    #[inline]
    fn apply(&self, m: MoveId, from: &PackedState, to: &mut PackedState) -> bool {
        let compiled = &self.moves[m.index()];
        for block in &self.blocks {
            let mut inside =
                from.iter().zip(&compiled.touched).filter(|(content, _)| block.contains(content));
            if let Some((_, first)) = inside.next()
                && inside.any(|(_, touched)| touched != first)
            {
                return false;
            }
        }
        // Eight slots at a time: rows are short, and a call costs more than the copy.
        let (mut rest, mut row) = (&mut to[..], &from[..]);
        while let (Some((there, after)), Some((eight, next))) =
            (rest.split_first_chunk_mut::<8>(), row.split_first_chunk::<8>())
        {
            *there = *eight;
            (rest, row) = (after, next);
        }
        for &(target, source) in &compiled.copies {
            to[usize::from(target)] = from[usize::from(source)];
        }
        for &(target, source, start) in &compiled.turned {
            let content = from[usize::from(source)];
            to[usize::from(target)] = compiled.twisted[start as usize + usize::from(content)];
        }
        self.illegal.iter().all(|(slot, contents)| !contents.contains(&to[*slot]))
    }

    fn goals(&self) -> &[PackedState] {
        &self.goals
    }

    #[inline]
    fn representative(&self, state: &PackedState, to: &mut PackedState) {
        match &self.representatives {
            Some(representatives) => representatives.write(state, to),
            None => to.copy_from_slice(state),
        }
    }

    #[inline]
    fn index_up_to_symmetry(&self, state: &PackedState, _: &mut PackedState) -> u64 {
        match (&self.sums, &self.representatives) {
            (Some(sums), _) => sums.sum(state),
            (None, Some(representatives)) => representatives.mixed(state, self.width, NOTHING),
            (None, None) => self.index(state),
        }
    }

    #[inline]
    fn look_around(&self, state: &PackedState, around: &mut Around) {
        if let Some(sums) = &self.sums {
            sums.look_around(state, around);
        }
    }

    #[inline]
    fn index_after(
        &self,
        m: MoveId,
        around: &Around,
        successor: &PackedState,
        spare: &mut PackedState,
    ) -> u64 {
        match &self.sums {
            Some(sums) => sums.sum_after(m.index(), around, successor),
            None => self.index_up_to_symmetry(successor, spare),
        }
    }

    fn second_index(&self, state: &PackedState, spare: &mut [PackedState; 2]) -> Option<u64> {
        let Inverses { home, back, solved } = self.inverses.as_ref()?;
        let [inverse, spare] = spare;
        for (slot, &first) in solved.iter().enumerate() {
            let content = usize::from(state[slot]);
            inverse[usize::from(home[content])] = first + back[content];
        }
        Some(self.index_up_to_symmetry(inverse, spare))
    }

    fn parity(&self, state: &PackedState) -> Option<u32> {
        let orbits = self.parity.as_ref()?;
        let mut signs = self.goals.iter().map(|goal| self.sign(orbits, state, goal));
        let first = signs.next()??;
        signs.all(|sign| sign == Some(first)).then_some(u32::from(first))
    }

    fn state_bytes(&self) -> usize {
        size_of::<PackedState>() + self.width * size_of::<u16>()
    }

    fn move_limits(&self) -> &[(Vec<MoveId>, u32)] {
        &self.limits
    }

    fn symmetries_fixing(&self, state: &PackedState) -> usize {
        self.representatives.as_ref().map_or(1, |representatives| representatives.fixing(state))
    }

    /// Mixed bits of the whole row: multiply and fold, four slots at a time.
    #[inline]
    fn index(&self, state: &PackedState) -> u64 {
        mixed(state)
    }
}
