//! One orbit of pieces that can be cycled by threes without moving anything else.
//!
//! Start at [`PieceOrbit::arrange`]. A piece is a block of points. The 3-cycles of pieces make every even arrangement of
//! them in which their turns add up to nothing; here they are chosen one after the other, each the one that costs least
//! for each piece that it brings home.

use super::alphabet::{Alphabet, Letter};
use super::conjugates::{Conjugates, MOST_POINTS};
use super::seeds::{Cycle, Form, Search, are_apart, pieces};

/// An orbit with a word for each of its 3-cycles.
#[derive(Clone, Debug)]
pub(super) struct PieceOrbit {
    conjugates: Conjugates,
    /// By piece: its points, in an order that letters carry along up to one of the `turns`.
    frames: Vec<Vec<u16>>,
    /// By point, numbered as in the group: its piece.
    piece_of: Vec<u16>,
    /// By point: its place in the orbit.
    place_of: Vec<u16>,
    /// What the group does to the points of a piece.
    turns: Vec<Vec<u16>>,
    /// Letters of a known 3-cycle.
    seed_cost: u32,
}

/// Looks of points, by point.
pub(super) type Looks = [u32];

/// A 3-cycle of pieces by a point of each, and how many more pieces are right after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) cycle: Cycle,
    pub(super) gain: u32,
}

impl PieceOrbit {
    /// Made of 3-cycles of a form that move no other points but free ones. `None` if there are none, or not all 3-cycles of the
    /// orbit are conjugates of these.
    pub(super) fn new<E>(
        alphabet: &Alphabet,
        orbit: &[u16],
        is_free: &[bool],
        form: Form,
        go_on: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<Option<Self>, E> {
        if !(3..=MOST_POINTS).contains(&orbit.len()) {
            return Ok(None);
        }
        let mut seeds = Search::new(alphabet, orbit, is_free).run(form, go_on)?;
        let Some(first) = seeds.first() else { return Ok(None) };
        let (points, seed_cost) = (first.cycles.len(), alphabet.cost(&first.word));
        let Some(pieces) = pieces(alphabet, &first.cycles) else { return Ok(None) };
        seeds.retain(|seed| {
            seed.cycles.len() == points && seed.cycles.iter().all(|cycle| are_apart(&pieces, cycle))
        });
        go_on()?;
        let conjugates = Conjugates::of(alphabet, orbit.to_vec(), seeds);
        if !conjugates.is_complete() {
            return Ok(None);
        }
        let (frames, turns) = frames(alphabet, orbit, &pieces);
        let mut piece_of = vec![0; alphabet.degree()];
        for (number, frame) in (0..).zip(&frames) {
            frame.iter().for_each(|&point| piece_of[usize::from(point)] = number);
        }
        let mut place_of = vec![0; alphabet.degree()];
        (0..).zip(conjugates.orbit()).for_each(|(place, &point)| place_of[usize::from(point)] = place);
        Ok(Some(PieceOrbit { conjugates, frames, piece_of, place_of, turns, seed_cost }))
    }

    pub(super) fn bytes(&self) -> usize {
        self.conjugates.bytes()
    }

    /// Whether an element permutes the pieces oddly.
    pub(super) fn is_odd(&self, images: impl Fn(u16) -> u16) -> bool {
        let to = |piece: usize| usize::from(self.piece_of[usize::from(images(self.frames[piece][0]))]);
        let mut seen = vec![false; self.frames.len()];
        let mut odd = false;
        for start in 0..self.frames.len() {
            let mut at = start;
            while !seen[at] {
                seen[at] = true;
                at = to(at);
                odd ^= at != start;
            }
        }
        odd
    }

    /// What an element turns the pieces by, all together, where turns are powers of one; the identity where they are not.
    pub(super) fn turn(&self, images: impl Fn(u16) -> u16) -> Vec<u16> {
        let mut total = self.turns[0].clone();
        for frame in &self.frames {
            let to = &self.frames[usize::from(self.piece_of[usize::from(images(frame[0]))])];
            let mark = |&point: &u16| to.iter().position(|&known| known == images(point)).unwrap_or(0);
            total = self.after(total, |at| mark(&frame[usize::from(at)]));
        }
        total
    }

    fn after(&self, total: Vec<u16>, turn: impl Fn(u16) -> usize) -> Vec<u16> {
        match self.turns.len() == total.len() {
            true => total.into_iter().map(|at| turn(at) as u16).collect(),
            false => total,
        }
    }

    /// Whether two pieces of a goal look alike, so that its pieces may be permuted oddly too.
    pub(super) fn has_twins(&self, goal: &Looks) -> bool {
        (0..self.frames.len()).any(|piece| self.twin(goal, piece, &[]).is_some())
    }

    /// Whether a piece of a goal looks the same after a turn, so that others may be turned too.
    pub(super) fn has_symmetric(&self, goal: &Looks) -> bool {
        (0..self.frames.len()).any(|piece| self.is_symmetric(goal, piece))
    }

    fn is_symmetric(&self, goal: &Looks, piece: usize) -> bool {
        let look = |mark: u16| goal[usize::from(self.frames[piece][usize::from(mark)])];
        self.turns.iter().skip(1).any(|turn| (0..).zip(turn).all(|(mark, &other)| look(mark) == look(other)))
    }

    /// By piece: a place where it is right, each once, and the turn by which it is; `None` if they are not the same pieces.
    fn homes(&self, now: &Looks, goal: &Looks) -> Option<Vec<(usize, &[u16])>> {
        let mut is_taken = vec![false; self.frames.len()];
        let home = |piece: usize| {
            let mut homes = (0..self.frames.len()).filter(|&home| !is_taken[home]);
            let found = homes.find_map(|home| Some((home, self.fits(now, piece, goal, home)?)))?;
            is_taken[found.0] = true;
            Some(found)
        };
        (0..self.frames.len()).map(home).collect()
    }

    /// Whether the arrangement differs from the goal by an odd permutation of pieces none of which look alike; `None` if they
    /// are not the same pieces.
    pub(super) fn is_odd_from(&self, now: &Looks, goal: &Looks) -> Option<bool> {
        let homes = self.homes(now, goal)?;
        Some(self.is_odd(|point| self.frames[homes[usize::from(self.piece_of[usize::from(point)])].0][0]))
    }

    /// What brings the pieces home turns them by, all together; see [`turn`](Self::turn).
    pub(super) fn turn_from(&self, now: &Looks, goal: &Looks) -> Option<Vec<u16>> {
        let mut total = self.turns[0].clone();
        for (_, turn) in self.homes(now, goal)? {
            total = self.after(total, |at| turn.iter().position(|&mark| mark == at).unwrap_or(0));
        }
        Some(total)
    }

    /// The first of the turns by which the piece at one place looks as another place is to look.
    fn fits(&self, now: &Looks, piece: usize, goal: &Looks, home: usize) -> Option<&[u16]> {
        let (here, there) = (&self.frames[piece], &self.frames[home]);
        let is_right = |turn: &&Vec<u16>| {
            there
                .iter()
                .zip(turn.iter())
                .all(|(&point, &mark)| now[usize::from(here[usize::from(mark)])] == goal[usize::from(point)])
        };
        self.turns.iter().find(is_right).map(Vec::as_slice)
    }

    /// Another place than these that is to look like a place.
    fn twin(&self, goal: &Looks, piece: usize, but: &[usize]) -> Option<usize> {
        let others = (0..self.frames.len()).filter(|other| *other != piece && !but.contains(other));
        others.into_iter().find(|&other| self.fits(goal, piece, goal, other).is_some())
    }

    fn is_right(&self, now: &Looks, goal: &Looks, piece: usize) -> bool {
        self.frames[piece].iter().all(|&point| now[usize::from(point)] == goal[usize::from(point)])
    }

    /// Letters of the word of a 3-cycle, about.
    pub(super) fn cost(&self, cycle: Cycle) -> u32 {
        self.seed_cost + 2 * u32::from(self.conjugates.depth(cycle))
    }

    /// The word of a 3-cycle, by places.
    pub(super) fn word(&self, alphabet: &Alphabet, cycle: Cycle) -> Vec<Letter> {
        self.conjugates.word(alphabet, cycle)
    }

    /// Its points, each with the number of points of its piece.
    pub(super) fn points(&self) -> impl Iterator<Item = (u16, u16)> {
        let size = self.frames[0].len() as u16;
        self.conjugates.orbit().iter().map(move |&point| (point, size))
    }

    /// How many pieces it has.
    pub(super) fn pieces(&self) -> usize {
        self.frames.len()
    }

    pub(super) fn is_arranged(&self, now: &Looks, goal: &Looks) -> bool {
        (0..self.frames.len()).all(|piece| self.is_right(now, goal, piece))
    }

    /// The 3-cycles that bring most pieces home: two or three, if there are such, or else one; each of them once for each piece that
    /// it brings home. O(pieces³) at most.
    pub(super) fn steps(&self, alphabet: &Alphabet, now: &Looks, goal: &Looks) -> Vec<Step> {
        let mut now = now.to_vec();
        let right: Vec<bool> = (0..self.frames.len()).map(|piece| self.is_right(&now, goal, piece)).collect();
        let wrong: Vec<usize> = (0..right.len()).filter(|&piece| !right[piece]).collect();
        let mut steps = Vec::new();
        let mut least = 1;
        for &home in &wrong {
            for &from in wrong.iter().filter(|&&from| from != home) {
                let Some(turn) = self.fits(&now, from, goal, home) else { continue };
                let source = self.frames[from][usize::from(turn[0])];
                for other in (0..self.frames.len()).filter(|&other| other != from && other != home) {
                    for &point in &self.frames[other] {
                        let cycle = [source, self.frames[home][0], point];
                        let before = i32::from(right[other]);
                        let places = self.places(cycle);
                        let after = self.right_after(alphabet, places, &mut now, goal, [from, home, other]);
                        let Ok(gain) = u32::try_from(after - before) else { continue };
                        if gain >= least {
                            least = gain.min(2);
                            steps.push(Step { cycle, gain });
                        }
                    }
                }
            }
        }
        steps.retain(|step| step.gain >= least);
        steps
    }

    /// The word of a 3-cycle after which others bring pieces home, where none does.
    pub(super) fn detour_word(&self, alphabet: &Alphabet, now: &Looks, goal: &Looks) -> Option<Vec<Letter>> {
        let wrong: Vec<usize> =
            (0..self.frames.len()).filter(|&piece| !self.is_right(now, goal, piece)).collect();
        Some(self.word(alphabet, self.detour(now, goal, &wrong)?))
    }

    /// The 3-cycle of some points, by their places.
    pub(super) fn places(&self, cycle: Cycle) -> Cycle {
        cycle.map(|point| self.place_of[usize::from(point)])
    }

    /// Words that make the points of the orbit look like the goal, and move no points of other orbits but free ones, whose looks
    /// are left alone. `None` if there are none. O(pieces⁴) at most.
    pub(super) fn arrange(
        &self,
        alphabet: &Alphabet,
        now: &mut Looks,
        goal: &Looks,
    ) -> Option<Vec<Vec<Letter>>> {
        let mut words = Vec::new();
        // Three steps bring two pieces home at least.
        for _ in 0..3 * self.frames.len() {
            let wrong: Vec<usize> =
                (0..self.frames.len()).filter(|&piece| !self.is_right(now, goal, piece)).collect();
            if wrong.is_empty() {
                return Some(words);
            }
            let cycle = self.best(alphabet, now, goal, &wrong).or_else(|| self.detour(now, goal, &wrong))?;
            words.push(self.conjugates.word(alphabet, cycle));
            carry(&self.conjugates.cycles(alphabet, cycle), now);
        }
        None
    }

    /// The 3-cycle, by places, that costs least for each piece that it brings home; `None` if each makes as many pieces
    /// wrong.
    fn best(&self, alphabet: &Alphabet, now: &mut Looks, goal: &Looks, wrong: &[usize]) -> Option<Cycle> {
        let mut best: Option<((u32, u32), Cycle)> = None;
        let right: Vec<bool> = (0..self.frames.len()).map(|piece| self.is_right(now, goal, piece)).collect();
        for &home in wrong {
            for &from in wrong.iter().filter(|&&from| from != home) {
                let Some(turn) = self.fits(now, from, goal, home) else { continue };
                let source = self.frames[from][usize::from(turn[0])];
                for other in (0..self.frames.len()).filter(|&other| other != from && other != home) {
                    for &point in &self.frames[other] {
                        let cycle = self.places([source, self.frames[home][0], point]);
                        let cost = self.cost(cycle);
                        // No 3-cycle brings home more than three.
                        if best.is_some_and(|((cost_of_best, gain), _)| cost * gain >= 3 * cost_of_best) {
                            continue;
                        }
                        let before = i32::from(right[other]);
                        let after = self.right_after(alphabet, cycle, now, goal, [from, home, other]);
                        let Ok(gain @ 1..) = u32::try_from(after - before) else { continue };
                        if best.is_none_or(|((least, most), _)| cost * most < least * gain) {
                            best = Some(((cost, gain), cycle));
                        }
                    }
                }
            }
        }
        best.map(|(_, cycle)| cycle)
    }

    /// How many of the three pieces of a 3-cycle are right after it.
    fn right_after(
        &self,
        alphabet: &Alphabet,
        cycle: Cycle,
        now: &mut Looks,
        goal: &Looks,
        pieces: [usize; 3],
    ) -> i32 {
        let orbit = self.conjugates.orbit();
        let cycles = match self.frames[0].len() {
            1 => vec![cycle.map(|place| orbit[usize::from(place)])],
            _ => self.conjugates.cycles(alphabet, cycle),
        };
        carry(&cycles, now);
        let right = pieces.into_iter().filter(|&piece| self.is_right(now, goal, piece)).count();
        let back: Vec<Cycle> = cycles.into_iter().map(|[a, b, c]| [a, c, b]).collect();
        carry(&back, now);
        right as i32
    }

    /// A 3-cycle after which others bring pieces home, where none does: two pieces are exchanged, or all are at home but
    /// turned.
    fn detour(&self, now: &Looks, goal: &Looks, wrong: &[usize]) -> Option<Cycle> {
        let elsewhere = wrong.iter().find_map(|&home| {
            let from = wrong.iter().find(|&&from| from != home && self.fits(now, from, goal, home).is_some());
            from.map(|&from| (from, home))
        });
        let [a, b, c] = match elsewhere {
            // A third piece is exchanged with one that looks like it.
            Some((from, home)) => {
                let is_third = |&third: &usize| {
                    ![from, home].contains(&third) && self.twin(goal, third, &[from, home]).is_some()
                };
                [from, home, (0..self.frames.len()).find(is_third)?]
            }
            // What one is turned by, another one is turned back by; or it is one that looks the same in several ways.
            None => {
                let first = *wrong.first()?;
                let is_symmetric = |&piece: &usize| piece != first && self.is_symmetric(goal, piece);
                let second = wrong.get(1).copied().or_else(|| (0..self.frames.len()).find(is_symmetric))?;
                let is_third = |third: &usize| ![first, second].contains(third);
                let third = wrong.iter().copied().find(is_third);
                [first, second, third.or_else(|| (0..self.frames.len()).find(is_third))?]
            }
        };
        Some(self.places([a, b, c].map(|piece| self.frames[piece][0])))
    }
}

/// The points of each piece in an order that letters carry along, up to one of some permutations of them, the identity
/// first.
fn frames(alphabet: &Alphabet, orbit: &[u16], pieces: &[u16]) -> (Vec<Vec<u16>>, Vec<Vec<u16>>) {
    let piece = |point: u16| pieces[usize::from(point)];
    let root: Vec<u16> = orbit.iter().copied().filter(|&point| piece(point) == piece(orbit[0])).collect();
    let identity: Vec<u16> = (0..root.len() as u16).collect();
    let mut frames = vec![root];
    let mut turns = vec![identity];
    let mut next = 0;
    while next < frames.len() {
        for letter in alphabet.letters() {
            let images = alphabet.images(letter);
            let image: Vec<u16> = frames[next].iter().map(|&point| images[usize::from(point)]).collect();
            match frames.iter().find(|frame| piece(frame[0]) == piece(image[0])) {
                Some(frame) => {
                    let mark =
                        |point| frame.iter().position(|&known| known == point).map_or(0, |at| at as u16);
                    let turn: Vec<u16> = image.iter().map(|&point| mark(point)).collect();
                    if !turns.contains(&turn) {
                        turns.push(turn);
                    }
                }
                None => frames.push(image),
            }
        }
        next += 1;
    }
    // Products of turns are turns.
    let mut next = 0;
    while next < turns.len() {
        for by in 0..turns.len() {
            let product: Vec<u16> = turns[next].iter().map(|&mark| turns[by][usize::from(mark)]).collect();
            if !turns.contains(&product) {
                turns.push(product);
            }
        }
        next += 1;
    }
    (frames, turns)
}

/// Points take their looks along.
fn carry(cycles: &[Cycle], now: &mut Looks) {
    for cycle in cycles {
        let [a, b, c] = cycle.map(usize::from);
        (now[a], now[b], now[c]) = (now[c], now[a], now[b]);
    }
}
