//! The envelope of a group: the smallest iterated wreath product that its orbits reveal without any search.
//!
//! Start at [`Envelope::new`] and [`Envelope::bound`]. Each orbit is a [`Node`]; so is each block system obtained by
//! decomposing it further, until a point or a primitive action remains. Equivalent actions share a node: stickers whose
//! motion is determined by others add nothing, and orbits with the same action on blocks share the node of that action.
//!
//! A node `X` above a node `Y` (its blocks) is a *fibre*. If the centralizer `C` of the action is nontrivial, its
//! orbits are the blocks. The group commutes with `C`, so it acts on the blocks by "shifts" from the opposite group of
//! `C`, and the envelope of `X` is `C ≀ env(Y)`. Otherwise minimal blocks of size `k` give `S_k ≀ env(Y)`, and a
//! primitive root on `m` points gives `S_m`. The envelope `W` of the group is the product of these factors over the
//! nodes, each taken once: all permutations of the orbits that such shifts can produce. It has homomorphisms to small
//! abelian groups:
//!
//! * to `C` if that is abelian: the sum of the shifts over all blocks (for `C = C_3`, the sum of the twists);
//! * to `Z_2` at a primitive root of two or more points and at a fibre of type `S_k`: the sign.
//!
//! Together they map `W` *onto* the product `B` of these groups: a shift in one block, or one exchange within one
//! block, changes the image at its own node, but not at nodes that do not lie above it. So if the generators of `G` are
//! mapped to a subgroup `A` of `B`, then `|G| ≤ |A| · |ker(W → B)| = |W| · |A| / |B|`.

use std::collections::BTreeMap;

use dashu_int::UBig;

use crate::blocks::minimal_partitions;
use crate::certificate::lattice::Lattice;
use crate::numbers::checked_lcm;
use crate::orbit::orbits;
use crate::permutation::Permutation;
use crate::transitive_action::{Centralizer, TransitiveAction};

/// Orbits, their systems of blocks, and what elements do there.
#[derive(Clone, Debug)]
pub(crate) struct Envelope {
    pub(crate) nodes: Vec<Node>,
    /// For each orbit of two and more points, the least first: its points and its node.
    pub(crate) orbits: Vec<(Vec<u32>, usize)>,
    /// The place of each point in its orbit.
    place: Vec<u32>,
    /// Number of generators.
    generators: usize,
}

/// A transitive action that is a quotient of one of the orbits.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) action: TransitiveAction,
    pub(crate) kind: Kind,
    /// For each point of this action a point of the group's.
    sample: Vec<u32>,
    /// For each place in the orbit of these its point in this action.
    point_of: Vec<u32>,
}

/// How a node is taken apart.
#[derive(Clone, Debug)]
pub(crate) enum Kind {
    /// One point.
    Point,
    /// A primitive action whose centralizer is trivial; of at least three points.
    Primitive,
    /// Blocks of a minimal system, the centralizer being trivial.
    Blocks {
        /// Points of each block.
        size: usize,
        /// The node of the blocks.
        top: usize,
    },
    /// The orbits of the centralizer are blocks.
    Shifts(Fibre),
}

/// The shifts of a node on the orbits of its centralizer `C`.
#[derive(Clone, Debug)]
pub(crate) struct Fibre {
    /// `|C|`.
    pub(crate) order: usize,
    /// The node of the blocks.
    pub(crate) top: usize,
    /// The point of that node, for each block.
    top_point: Vec<u32>,
    /// If `C` is abelian, its elements as vectors.
    pub(crate) shifts: Option<Shifts>,
}

/// An abelian centralizer with generators `c_1`, `c_2`, … and coordinates: in each block a point was chosen, and any
/// point of the block is what exactly one `c_1^e_1 c_2^e_2 …` makes of that.
#[derive(Clone, Debug)]
pub(crate) struct Shifts {
    /// The chosen points.
    origins: Vec<u32>,
    /// For each point `e_1 + r_1 (e_2 + r_2 (…))`, where `e_i` runs below `r_i`.
    coordinates: Vec<u32>,
    /// The `r_i`.
    radices: Vec<u32>,
    /// `c_i^r_i` as a coordinate; only `c_1` up to `c_(i-1)` occur in it.
    powers: Vec<u32>,
    /// Every element vanishes if taken so often.
    pub(crate) exponent: u64,
}

impl Shifts {
    /// Gives the points of an abelian, not trivial centralizer their coordinates.
    fn new(centralizer: &Centralizer) -> Self {
        let points = centralizer.block_of.len();
        let mut origins = vec![u32::MAX; centralizer.blocks];
        for (point, &block) in (0..).zip(&centralizer.block_of) {
            if origins[block as usize] == u32::MAX {
                origins[block as usize] = point;
            }
        }
        let mut coordinates = vec![u32::MAX; points];
        let (mut radices, mut powers, mut exponent) = (Vec::new(), Vec::new(), 1_u64);
        // The points that the generators so far make of each origin, in the order of their coordinates.
        let mut reached: Vec<Vec<u32>> = origins.iter().map(|&origin| vec![origin]).collect();
        for &origin in &origins {
            coordinates[origin as usize] = 0;
        }
        for generator in &centralizer.generators {
            let known = reached[0].len() as u32;
            let mut radix = 1;
            // One further copy of what is known for each power, until a power is known itself.
            loop {
                let last = reached[0].len() - known as usize;
                let next = generator[reached[0][last] as usize];
                if coordinates[next as usize] != u32::MAX {
                    powers.push(coordinates[next as usize]);
                    break;
                }
                for points in &mut reached {
                    for at in last..last + known as usize {
                        let image = generator[points[at] as usize];
                        coordinates[image as usize] = points.len() as u32;
                        points.push(image);
                    }
                }
                radix += 1;
            }
            radices.push(radix);
            let mut order = 1;
            let mut point = generator[origins[0] as usize];
            while point != origins[0] {
                point = generator[point as usize];
                order += 1;
            }
            // Orders divide |C|, which is no more than the degree, so their common multiple fits.
            exponent = checked_lcm(exponent, order).unwrap_or(exponent);
        }
        Shifts { origins, coordinates, radices, powers, exponent }
    }

    /// Number of entries of a vector.
    pub(crate) fn len(&self) -> usize {
        self.radices.len()
    }

    /// Adds an element to a vector that begins at `at`. The last generator comes first, so that relations are
    /// triangular.
    fn add_to(&self, vector: &mut [u64], at: usize, mut coordinate: u32) {
        for (i, &radix) in self.radices.iter().enumerate() {
            vector[at + self.len() - 1 - i] += u64::from(coordinate % radix);
            coordinate /= radix;
        }
    }

    /// The relations `c_i^r_i = …`, as rows of so many entries from `at` on.
    pub(crate) fn relations(&self, at: usize, len: usize) -> impl Iterator<Item = Vec<u64>> {
        (0..self.len()).rev().map(move |i| {
            let mut row = vec![0; len];
            self.add_to(&mut row, at, self.powers[i]);
            row[at..at + self.len()]
                .iter_mut()
                .for_each(|entry| *entry = (self.exponent - *entry) % self.exponent);
            row[at + self.len() - 1 - i] = u64::from(self.radices[i]);
            row
        })
    }

    /// The coordinate of the element that a vector stands for, plus another one.
    fn coordinate(&self, vector: &[u64], plus: u32) -> u32 {
        let mut rest = vector.to_vec();
        self.add_to(&mut rest, 0, plus);
        // What passes a radix is carried to the generators before, from the last one on. Entries are reduced by the
        // exponent all the way, so that products stay below its square.
        rest.iter_mut().for_each(|entry| *entry %= self.exponent);
        let mut power = vec![0; self.len()];
        for i in (0..self.len()).rev() {
            let at = self.len() - 1 - i;
            let radix = u64::from(self.radices[i]);
            let carry = rest[at] / radix;
            rest[at] %= radix;
            power.fill(0);
            self.add_to(&mut power, 0, self.powers[i]);
            for (entry, &power) in rest.iter_mut().zip(&power).skip(at + 1) {
                *entry = (*entry + carry * power) % self.exponent;
            }
        }
        rest.iter()
            .zip(self.radices.iter().rev())
            .fold(0, |coordinate, (&entry, &radix)| coordinate * radix + entry as u32)
    }

    /// How adding the element of a vector moves the elements, by their coordinates.
    pub(crate) fn translation(&self, vector: &[u64]) -> Vec<u32> {
        (0..self.radices.iter().product()).map(|element| self.coordinate(vector, element)).collect()
    }
}

/// What the homomorphisms of some nodes make of the generators.
pub(crate) struct Image {
    /// The product `B` of the groups that they map to, modulo the image of the generators.
    pub(crate) cokernel: Lattice,
    /// `|B|`.
    pub(crate) size: UBig,
    /// False if homomorphisms were left out: because their orders have no common multiple below 2^31, because there
    /// are too many, or because a centralizer is not abelian.
    pub(crate) complete: bool,
}

impl Image {
    /// So many entries have the vectors at most: the lattice keeps the square of that.
    const MOST: usize = 3000;

    /// The number of elements of the image.
    pub(crate) fn order(&self) -> UBig {
        &self.size / self.cokernel.index()
    }
}

impl Envelope {
    /// Takes the orbits of the generators apart, all of which must have one degree. Nearly always
    /// O(degree · generators) for each point of the largest orbit, or less.
    pub(crate) fn new(generators: &[Permutation]) -> Self {
        let degree = generators.iter().map(Permutation::degree).max().unwrap_or(0);
        let mut place = vec![0; degree];
        let mut envelope = Envelope {
            nodes: Vec::new(),
            orbits: Vec::new(),
            place: Vec::new(),
            generators: generators.len(),
        };
        let mut known = BTreeMap::new();
        for orbit in orbits(degree, generators) {
            if orbit.len() < 2 {
                continue;
            }
            for (&point, number) in orbit.iter().zip(0..) {
                place[point as usize] = number;
            }
            let action = TransitiveAction::on_orbit(&orbit, &place, generators);
            let all = (0..orbit.len() as u32).collect();
            let (node, _) = envelope.add(action, orbit.clone(), all, &mut known);
            envelope.orbits.push((orbit, node));
        }
        envelope.place = place;
        envelope
    }

    /// Adds an action unless an equivalent one is there, and those of its blocks; gives its node, and for each of
    /// its points that of the node.
    fn add(
        &mut self,
        action: TransitiveAction,
        sample: Vec<u32>,
        point_of: Vec<u32>,
        known: &mut BTreeMap<Vec<u32>, Vec<usize>>,
    ) -> (usize, Vec<u32>) {
        let signature = action.signature();
        for &node in known.get(&signature).into_iter().flatten() {
            if let Some(map) = action.equivalence(&self.nodes[node].action) {
                return (node, map);
            }
        }
        let degree = action.degree();
        let mut below = |blocks: usize, block_of: &[u32]| {
            let mut block_sample = vec![0; blocks];
            for (&block, &point) in block_of.iter().zip(&sample) {
                block_sample[block as usize] = point;
            }
            let block_of_place = point_of.iter().map(|&point| block_of[point as usize]).collect();
            self.add(action.on_blocks(block_of, blocks), block_sample, block_of_place, known)
        };
        let kind = if degree == 1 {
            Kind::Point
        } else {
            let centralizer = action.centralizer();
            if centralizer.order() > 1 {
                let (top, top_point) = below(centralizer.blocks, &centralizer.block_of);
                let shifts = centralizer.is_abelian().then(|| Shifts::new(&centralizer));
                let order = centralizer.order();
                Kind::Shifts(Fibre { order, top, top_point, shifts })
            } else {
                // Of several systems the one whose wreath product is smallest; ties go to the first.
                let wreath = |size: usize| factorial(size).pow(degree / size) * factorial(degree / size);
                let partitions = minimal_partitions(&action);
                match partitions.iter().min_by_key(|partition| wreath(partition.size())) {
                    None => Kind::Primitive,
                    Some(blocks) => {
                        let top = below(blocks.blocks, &blocks.block_of).0;
                        Kind::Blocks { size: blocks.size(), top }
                    }
                }
            }
        };
        self.nodes.push(Node { action, kind, sample, point_of });
        let node = self.nodes.len() - 1;
        known.entry(signature).or_default().push(node);
        (node, (0..degree as u32).collect())
    }

    /// Where an element of the group takes a point of a node.
    #[inline]
    pub(crate) fn image(&self, node: &Node, point: u32, element: &Permutation) -> u32 {
        node.point_of[self.place[element.image(node.sample[point as usize]) as usize] as usize]
    }

    /// For each block of a fibre the point of the top node, and adds up the shifts of these blocks: calls `visit`
    /// with the top point and the coordinate of the shift that begins there.
    fn each_shift(&self, node: &Node, element: &Permutation, mut visit: impl FnMut(u32, u32)) {
        let Kind::Shifts(Fibre { top_point, shifts: Some(shifts), .. }) = &node.kind else { return };
        for (&origin, &top) in shifts.origins.iter().zip(top_point) {
            visit(top, shifts.coordinates[self.image(node, origin, element) as usize]);
        }
    }

    /// The shifts of an element on a fibre with an abelian centralizer, added to vectors by their points in the top
    /// node: those of point `p` from entry `at` of `vectors[p]` on.
    pub(crate) fn add_shifts(&self, node: &Node, element: &Permutation, vectors: &mut [Vec<u64>], at: usize) {
        let Kind::Shifts(Fibre { shifts: Some(shifts), .. }) = &node.kind else { return };
        self.each_shift(node, element, |top, shift| shifts.add_to(&mut vectors[top as usize], at, shift));
    }

    /// The sum of all shifts of an element on a fibre with an abelian centralizer.
    pub(crate) fn shift_sum(&self, node: &Node, element: &Permutation) -> Vec<u64> {
        let Kind::Shifts(Fibre { shifts: Some(shifts), .. }) = &node.kind else { return Vec::new() };
        let mut sum = vec![0; shifts.len()];
        self.each_shift(node, element, |_, shift| shifts.add_to(&mut sum, 0, shift));
        sum
    }

    /// What the homomorphisms of these nodes make of the generators.
    pub(crate) fn abelian_image(&self, nodes: &[usize], generators: &[Permutation]) -> Image {
        let mut exponent = 1_u64;
        let mut complete = true;
        let mut len = 0;
        let mut used = Vec::new();
        for &number in nodes {
            let (entries, own) = match &self.nodes[number].kind {
                Kind::Point => continue,
                Kind::Shifts(Fibre { shifts: None, .. }) => {
                    complete = false;
                    continue;
                }
                Kind::Shifts(Fibre { shifts: Some(shifts), .. }) => (shifts.len(), shifts.exponent),
                Kind::Primitive | Kind::Blocks { .. } => (1, 2),
            };
            let fits = |&common: &u64| common < 1 << 31 && len + entries <= Image::MOST;
            match checked_lcm(exponent, own).filter(fits) {
                Some(common) => {
                    exponent = common;
                    used.push((number, len));
                    len += entries;
                }
                None => complete = false,
            }
        }
        let mut rows = Vec::with_capacity(len);
        let mut images = vec![vec![0_u64; len]; self.generators];
        for &(number, at) in &used {
            let node = &self.nodes[number];
            if let Kind::Shifts(Fibre { shifts: Some(shifts), .. }) = &node.kind {
                // A vector of the whole product, so entries below 0 stand as their rest by the common exponent.
                rows.extend(shifts.relations(at, len));
                for (number, _) in node.action.numbered() {
                    for (entry, sum) in
                        images[number][at..].iter_mut().zip(self.shift_sum(node, &generators[number]))
                    {
                        *entry = sum;
                    }
                }
            } else {
                let mut row = vec![0; len];
                row[at] = 2;
                rows.push(row);
                for (number, images_of_points) in node.action.numbered() {
                    images[number][at] = u64::from(is_odd(images_of_points));
                }
            }
        }
        let mut cokernel = Lattice::new(rows, exponent);
        let size = cokernel.index();
        images.into_iter().for_each(|image| cokernel.add(image));
        Image { cokernel, size, complete }
    }

    /// The order of a node's factor of the envelope: what it adds to that of its blocks.
    pub(crate) fn factor(&self, node: usize) -> UBig {
        let Node { action, kind, .. } = &self.nodes[node];
        match kind {
            Kind::Point => UBig::ONE,
            Kind::Primitive => factorial(action.degree()),
            Kind::Blocks { size, .. } => factorial(*size).pow(action.degree() / size),
            Kind::Shifts(Fibre { order, .. }) => UBig::from(*order).pow(action.degree() / order),
        }
    }

    /// The node below that has nothing below it, and how many steps down that is.
    pub(crate) fn root(&self, mut node: usize) -> (usize, usize) {
        let mut height = 0;
        loop {
            match self.nodes[node].kind {
                Kind::Point | Kind::Primitive => return (node, height),
                Kind::Blocks { top, .. } | Kind::Shifts(Fibre { top, .. }) => node = top,
            }
            height += 1;
        }
    }

    /// An upper bound of the order of the group: that of the kernel of `W → B` times that of the image of the
    /// generators.
    pub(crate) fn bound(&self, generators: &[Permutation]) -> UBig {
        let nodes: Vec<usize> = (0..self.nodes.len()).collect();
        let whole: UBig = nodes.iter().map(|&node| self.factor(node)).product();
        whole / self.abelian_image(&nodes, generators).cokernel.index()
    }
}

/// `n!`, which is 1 for 0.
pub(crate) fn factorial(n: usize) -> UBig {
    // Halves of like size, which large numbers are multiplied fastest by.
    fn product(from: usize, to: usize) -> UBig {
        match to - from {
            0..8 => (from..=to).map(UBig::from).product(),
            length => product(from, from + length / 2) * product(from + length / 2 + 1, to),
        }
    }
    product(1, n.max(1))
}

/// True if the images are those of an odd permutation.
pub(crate) fn is_odd(images: &[u32]) -> bool {
    let mut seen = vec![false; images.len()];
    let mut cycles = 0;
    for start in 0..images.len() {
        cycles += usize::from(!seen[start]);
        let mut at = start;
        while !std::mem::replace(&mut seen[at], true) {
            at = images[at] as usize;
        }
    }
    (images.len() - cycles) % 2 == 1
}
