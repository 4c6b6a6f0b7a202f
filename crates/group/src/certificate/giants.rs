//! Proves that a group contains the commutator subgroup of its envelope, as far as that consists of giants. A giant is
//! an alternating or symmetric group in its natural action (Seress 2003, chapter 10).
//!
//! A *tower* is a root of the envelope with the fibres above it. It is *fit* if the root is primitive on `m ≥ 5`
//! points and all fibres are shifts, with abelian centralizers, directly on the root: Its envelope is then `A ≀ S_m`
//! with `A` abelian, whose commutator subgroup is `D = A_0 · Alt(m)`, where `A_0` are the vectors of shifts with sum
//! 0; `|D| =
//! |A|^(m-1) · m!/2`. Let `T` be a set of fit towers and `R` all other orbits. Random elements of the group `G` serve
//! to prove four statements:
//!
//! 1. *The root is a giant*: `G` acts on it as `Alt(m)` or more. A primitive group that contains a cycle of prime
//!    length `p` fixing all other points is a giant if `p ≤ m - 3` (Jordan), or `p ≤ 3`. A power of `g` is such a cycle
//!    if exactly one cycle of `g` has a length divisible by `p`, and that length is `p`.
//! 2. *The shifts are full*: let `g^e` fix all points of the root (`e` is the order of `g` there). Then `g^e` is a
//!    vector `v` of shifts. Its commutator with an element that acts as the 3-cycle `(a b c)` has entries at `a`, `b`,
//!    `c` only, and the commutator of that with another one, `(a d f)`, is `(v_a - v_c)(e_d - e_a)`: only two entries
//!    remain. Conjugation moves these two places to any others. So if the differences `v_a - v_b` of some such elements
//!    generate `A`, then the action of `G` on the tower contains `A_0`.
//! 3. *No two roots are linked*: by Goursat's lemma two giants are independent (the joint action contains
//!    `Alt(m) × Alt(m')`) unless an isomorphism of these groups links their actions. Several giants are independent
//!    if all pairs are. For `m ≠ 6` every automorphism of `Alt(m)` is induced by a relabelling of the points. The
//!    relabelling that induces the isomorphism is unique, so it commutes with `G`: the actions would be equivalent,
//!    and the envelope has already merged equivalent actions. For `m = m' = 6` the isomorphism still preserves the
//!    order of the action of each element of `G` (`S_6` embeds in the automorphism group of `Alt(6)`), so an element
//!    whose two actions have different orders proves independence.
//! 4. *No root depends on `R`*: the kernel `K` of the action of `G` on `R` is normal in `G`, so it acts on a root as a
//!    giant as soon as it acts nontrivially. A nontrivial `g^e` shows this, where `e` is the order of `g` on `R`.
//!
//! *Then `G` contains the product of all `D`, acting trivially on `R`.* By 1 and 2 the action of `G` on a tower
//! contains `A_0`, and modulo `A_0` it lies in `A × S_m` and is a giant in the second factor, so its commutator
//! subgroup projects onto `Alt(m)`: the action contains `D`. As `m ≥ 5`, `D` is perfect. It is the last term of the
//! derived series, and its only simple quotient is `Alt(m)`, since `A_0` is solvable. By 4 the image of `K` is a normal
//! subgroup that induces at least `Alt(m)` on the root. The last term of its derived series is normal in `D`, covers
//! `Alt(m)` and has a solvable quotient in `D`, so it is `D`. So the last term of the derived series of `K` projects
//! onto the `D` of every tower; by Goursat it is their product unless simple quotients `Alt(m)` are identified, which 3
//! excludes (the relabelling is unique for that normal subgroup of `G` too).
//!
//! Therefore `|G| = ∏|D| · |H|` with `H` the image of `G` in the product of its action on `R` and the abelian groups
//! `A` and `Z_2` (sum of shifts, sign) of the towers in `T`. This group is small, and abelian if `R` is empty.

use std::collections::BTreeMap;

use dashu_int::UBig;

use crate::certificate::envelope::{Envelope, Fibre, Kind, factorial, is_odd};
use crate::certificate::lattice::Lattice;
use crate::numbers::checked_lcm;
use crate::permutation::Permutation;
use num_integer::gcd;

/// A root and what is above it.
#[derive(Clone, Debug)]
pub(crate) struct Tower {
    pub(crate) root: usize,
    /// All other nodes.
    pub(crate) fibres: Vec<usize>,
    proof: Option<Progress>,
}

/// What is shown of a fit tower so far.
#[derive(Clone, Debug)]
struct Progress {
    giant: bool,
    /// `A` modulo the differences found: one element if the shifts are full.
    missing: Lattice,
    /// That it does not hang on the orbits that are not proved.
    free: bool,
}

/// All towers of an envelope, those that are proved and the others.
#[derive(Clone, Debug)]
pub(crate) struct Towers {
    pub(crate) proved: Vec<Tower>,
    pub(crate) rest: Vec<Tower>,
}

impl Tower {
    /// Splits the nodes; none is proved.
    fn all(envelope: &Envelope) -> Vec<Tower> {
        let mut towers = BTreeMap::new();
        for node in 0..envelope.nodes.len() {
            let (root, _) = envelope.root(node);
            let tower = towers.entry(root).or_insert(Tower { root, fibres: Vec::new(), proof: None });
            if node != root {
                tower.fibres.push(node);
            }
        }
        let mut towers: Vec<Tower> = towers.into_values().collect();
        for tower in &mut towers {
            tower.proof = tower.begin(envelope);
        }
        towers
    }

    /// The state before anything is shown; `None` if the tower is not fit.
    fn begin(&self, envelope: &Envelope) -> Option<Progress> {
        let root = &envelope.nodes[self.root];
        if !matches!(root.kind, Kind::Primitive) || root.action.degree() < 5 {
            return None;
        }
        let mut len = 0;
        let mut exponent = 1;
        for &fibre in &self.fibres {
            let Kind::Shifts(Fibre { top, shifts: Some(shifts), .. }) = &envelope.nodes[fibre].kind else {
                return None;
            };
            if *top != self.root {
                return None;
            }
            len += shifts.len();
            exponent = checked_lcm(exponent, shifts.exponent).filter(|&exponent| exponent < 1 << 31)?;
        }
        let mut rows = Vec::new();
        for &fibre in &self.fibres {
            if let Kind::Shifts(Fibre { shifts: Some(shifts), .. }) = &envelope.nodes[fibre].kind {
                rows.extend(shifts.relations(rows.len(), len));
            }
        }
        Some(Progress { giant: false, missing: Lattice::new(rows, exponent), free: false })
    }

    fn degree(&self, envelope: &Envelope) -> usize {
        envelope.nodes[self.root].action.degree()
    }

    /// What an element does on the root.
    fn on_root(&self, envelope: &Envelope, element: &Permutation) -> Vec<u32> {
        let root = &envelope.nodes[self.root];
        (0..root.action.degree() as u32).map(|point| envelope.image(root, point, element)).collect()
    }

    /// True if 1 and 2 are shown.
    fn is_full(&self) -> bool {
        self.proof.as_ref().is_some_and(|proof| proof.giant && proof.missing.is_everything())
    }

    /// Looks for 1 and 2 in an element. True if it showed anything new.
    fn learn(&mut self, envelope: &Envelope, element: &Permutation) -> bool {
        if self.is_full() {
            return false;
        }
        let cycles = cycles(&self.on_root(envelope, element));
        let degree = self.degree(envelope);
        let mut learnt = false;
        let fibres = &self.fibres;
        let Some(proof) = &mut self.proof else { return false };
        if !proof.giant && shows_giant(degree, &cycles) {
            proof.giant = true;
            learnt = true;
        }
        if !proof.missing.is_everything() {
            let before = proof.missing.index();
            let mut shifts = vec![vec![0; proof.missing.len()]; degree];
            let mut at = 0;
            for &fibre in fibres {
                let node = &envelope.nodes[fibre];
                envelope.add_shifts(node, element, &mut shifts, at);
                if let Kind::Shifts(Fibre { shifts: Some(own), .. }) = &node.kind {
                    at += own.len();
                }
            }
            // A cycle of length l with sum s of its shifts: g^l shifts each of its blocks by s, g^e by (e / l) s.
            let exponent = proof.missing.exponent();
            let order = common_multiple(cycles.iter().map(Vec::len));
            let mut first: Option<Vec<u64>> = None;
            for cycle in &cycles {
                let times =
                    u64::try_from(&order / UBig::from(cycle.len()) % UBig::from(exponent)).unwrap_or(0);
                let mut vector = vec![0; proof.missing.len()];
                for &point in cycle {
                    for (entry, shift) in vector.iter_mut().zip(&shifts[point as usize]) {
                        *entry = (*entry + shift % exponent) % exponent;
                    }
                }
                vector.iter_mut().for_each(|entry| *entry = *entry * times % exponent);
                match &first {
                    None => first = Some(vector),
                    Some(first) => {
                        for (entry, first) in vector.iter_mut().zip(first) {
                            *entry += exponent - first;
                        }
                        proof.missing.add(vector);
                    }
                }
            }
            learnt |= proof.missing.index() < before;
        }
        learnt
    }

    /// `|D|`.
    pub(crate) fn commutator_order(&self, envelope: &Envelope) -> UBig {
        let degree = self.degree(envelope);
        let shifts: UBig = (self.fibres.iter())
            .filter_map(|&fibre| match &envelope.nodes[fibre].kind {
                Kind::Shifts(Fibre { order, .. }) => Some(UBig::from(*order)),
                _ => None,
            })
            .product();
        shifts.pow(degree - 1) * factorial(degree) / UBig::from(2_u8)
    }
}

impl Towers {
    /// After so many elements in a row that show nothing new, what is not shown is left. A giant on up to thousands
    /// of points shows itself in one of ten elements and more.
    const QUIET: usize = 48;

    /// Of roots of six points, which are looked at in pairs, only so many are.
    const SIXES: usize = 300;

    /// Shows what the elements that `next` gives can show. Nothing is claimed that is not proved, whatever they are;
    /// all must be elements of the group.
    pub(crate) fn prove(envelope: &Envelope, mut next: impl FnMut() -> Permutation) -> Self {
        let mut sixes = 0;
        let (mut proved, mut rest): (Vec<Tower>, Vec<Tower>) =
            Tower::all(envelope).into_iter().partition(|tower| {
                sixes += usize::from(tower.degree(envelope) == 6);
                tower.proof.is_some() && (tower.degree(envelope) != 6 || sixes <= Self::SIXES)
            });
        // 1, 2 and the pairs of 3 that equivalence does not decide.
        let six: Vec<usize> = (0..proved.len()).filter(|&t| proved[t].degree(envelope) == 6).collect();
        let mut pairs: Vec<(usize, usize)> =
            six.iter().flat_map(|&a| six.iter().filter(move |&&b| a < b).map(move |&b| (a, b))).collect();
        let mut quiet = 0;
        while quiet < Self::QUIET && !(pairs.is_empty() && proved.iter().all(Tower::is_full)) {
            let element = next();
            quiet += 1;
            for tower in &mut proved {
                if tower.learn(envelope, &element) {
                    quiet = 0;
                }
            }
            let before = pairs.len();
            let order = |t: usize| {
                common_multiple(cycles(&proved[t].on_root(envelope, &element)).iter().map(Vec::len))
            };
            pairs.retain(|&(a, b)| order(a) == order(b));
            if pairs.len() < before {
                quiet = 0;
            }
        }
        // Of a pair that may hang together one is given up.
        let mut given_up = vec![false; proved.len()];
        for (a, b) in pairs {
            given_up[b] |= !given_up[a];
        }
        let (full, others): (Vec<_>, Vec<_>) =
            proved.into_iter().zip(given_up).partition(|(tower, given_up)| tower.is_full() && !given_up);
        proved = full.into_iter().map(|(tower, _)| tower).collect();
        rest.extend(others.into_iter().map(|(tower, _)| tower));

        // 4, again from the start whenever a tower joins the rest.
        while !rest.is_empty() && !proved.is_empty() {
            proved.iter_mut().filter_map(|tower| tower.proof.as_mut()).for_each(|proof| proof.free = false);
            let is_free = |tower: &Tower| tower.proof.as_ref().is_some_and(|proof| proof.free);
            let points = rest_points(envelope, &rest);
            let mut quiet = 0;
            while quiet < Self::QUIET && !proved.iter().all(is_free) {
                let element = next();
                quiet += 1;
                let order = common_multiple(cycle_lengths(&element, &points).into_iter());
                for tower in proved.iter_mut().filter(|tower| !is_free(tower)) {
                    let moves = cycles(&tower.on_root(envelope, &element))
                        .iter()
                        .any(|cycle| &order % UBig::from(cycle.len()) != UBig::ZERO);
                    if let Some(proof) = tower.proof.as_mut().filter(|_| moves) {
                        proof.free = true;
                        quiet = 0;
                    }
                }
            }
            let before = rest.len();
            let (free, bound): (Vec<_>, Vec<_>) = proved.into_iter().partition(is_free);
            proved = free;
            rest.extend(bound);
            if rest.len() == before {
                break;
            }
        }
        Towers { proved, rest }
    }

    /// The product of all `|D|`.
    pub(crate) fn commutator_order(&self, envelope: &Envelope) -> UBig {
        self.proved.iter().map(|tower| tower.commutator_order(envelope)).product()
    }

    /// The points of the orbits that are not proved.
    pub(crate) fn rest_points(&self, envelope: &Envelope) -> Vec<u32> {
        rest_points(envelope, &self.rest)
    }

    /// Generators of `H`, of as few points as is easily had: the points of the rest, then for each fibre of a
    /// proved tower the elements of its centralizer, then two for each sign that does not follow from other signs.
    pub(crate) fn quotient(&self, envelope: &Envelope, generators: &[Permutation]) -> Vec<Permutation> {
        let points = self.rest_points(envelope);
        let mut images: Vec<Vec<u32>> = vec![Vec::new(); generators.len()];
        let mut place = BTreeMap::new();
        for (&point, number) in points.iter().zip(0_u32..) {
            place.insert(point, number);
        }
        for (images, generator) in images.iter_mut().zip(generators) {
            images.extend(points.iter().map(|&point| place[&generator.image(point)]));
        }
        let mut signs: Vec<Vec<bool>> = Vec::new();
        for tower in &self.proved {
            for &fibre in &tower.fibres {
                let node = &envelope.nodes[fibre];
                let Kind::Shifts(Fibre { shifts: Some(shifts), .. }) = &node.kind else { continue };
                for (images, generator) in images.iter_mut().zip(generators) {
                    let first = images.len() as u32;
                    let sum = envelope.shift_sum(node, generator);
                    images.extend(shifts.translation(&sum).into_iter().map(|point| first + point));
                }
            }
            let mut odd = vec![false; generators.len()];
            for (number, points) in envelope.nodes[tower.root].action.numbered() {
                odd[number] = is_odd(points);
            }
            // Elimination over two elements: each row kept has its first bit where the others before had none.
            let sign = odd.clone();
            for row in &signs {
                let pivot = row.iter().position(|&bit| bit);
                if pivot.is_some_and(|pivot| odd[pivot]) {
                    odd.iter_mut().zip(row).for_each(|(bit, row)| *bit ^= row);
                }
            }
            if odd.contains(&true) {
                signs.push(odd);
                for (images, odd) in images.iter_mut().zip(sign) {
                    let first = images.len() as u32;
                    images.extend(if odd { [first + 1, first] } else { [first, first + 1] });
                }
            }
        }
        images.iter().map(|images| Permutation::from_points(images)).collect()
    }
}

fn rest_points(envelope: &Envelope, rest: &[Tower]) -> Vec<u32> {
    let mut is_rest = vec![false; envelope.nodes.len()];
    rest.iter().for_each(|tower| is_rest[tower.root] = true);
    let in_rest = |node: usize| is_rest[envelope.root(node).0];
    // One orbit for each node that an orbit is; equivalent ones do the same.
    let mut seen = vec![false; envelope.nodes.len()];
    (envelope.orbits.iter())
        .filter(|(_, node)| in_rest(*node) && !std::mem::replace(&mut seen[*node], true))
        .flat_map(|(points, _)| points.iter().copied())
        .collect()
}

/// The cycles of a list of images, fixed points included.
fn cycles(images: &[u32]) -> Vec<Vec<u32>> {
    let mut seen = vec![false; images.len()];
    let mut cycles = Vec::new();
    for start in 0..images.len() as u32 {
        let mut cycle = Vec::new();
        let mut at = start;
        while !std::mem::replace(&mut seen[at as usize], true) {
            cycle.push(at);
            at = images[at as usize];
        }
        if !cycle.is_empty() {
            cycles.push(cycle);
        }
    }
    cycles
}

/// The lengths of the cycles of an element through points that it moves among themselves.
fn cycle_lengths(element: &Permutation, points: &[u32]) -> Vec<usize> {
    let mut seen = vec![false; element.degree()];
    let mut lengths = Vec::new();
    for &start in points {
        let (mut at, mut length) = (start, 0);
        while !std::mem::replace(&mut seen[at as usize], true) {
            at = element.image(at);
            length += 1;
        }
        if length > 0 {
            lengths.push(length);
        }
    }
    lengths
}

fn common_multiple(lengths: impl Iterator<Item = usize>) -> UBig {
    let mut distinct: Vec<usize> = lengths.collect();
    distinct.sort_unstable();
    distinct.dedup();
    distinct.into_iter().fold(UBig::ONE, |multiple, length| {
        let rest = u64::try_from(&multiple % UBig::from(length)).unwrap_or(0);
        multiple * UBig::from(length as u64 / gcd(length as u64, rest))
    })
}

/// True if a power of an element with these cycles proves that a primitive group of the degree is a giant: see 1.
fn shows_giant(degree: usize, cycles: &[Vec<u32>]) -> bool {
    cycles.iter().map(Vec::len).any(|p| {
        (p == 2 || p == 3 || p + 3 <= degree)
            && is_prime(p)
            && cycles.iter().filter(|cycle| cycle.len().is_multiple_of(p)).count() == 1
    })
}

fn is_prime(n: usize) -> bool {
    n > 1 && (2..).take_while(|divisor| divisor * divisor <= n).all(|divisor| !n.is_multiple_of(divisor))
}
