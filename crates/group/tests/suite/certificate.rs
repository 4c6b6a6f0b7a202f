//! Bounds and orders without a chain, against chains that were proved by Schreier generators.

use crate::corpus;
use permutant_group::certificate::{Certificate, upper_bound};
use permutant_group::random::below;
use permutant_group::stabilizer_chain::Proof;
use permutant_group::{Permutation, SchreierSims, StabilizerChain, UBig};
use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};

fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// The order by a chain that knows nothing of bounds.
fn by_chain(generators: &[Permutation]) -> UBig {
    SchreierSims::new(generators).without_bound().prove(&mut rng(1)).order()
}

/// What must hold of any group. True if the order was found.
fn check(name: &str, generators: &[Permutation], order: &UBig) -> bool {
    let certificate = Certificate::new(generators, &mut rng(2));
    assert!(certificate.lower() <= order, "{name}: {} > {order}, {generators:?}", certificate.lower());
    assert!(certificate.upper() >= order, "{name}: {} < {order}, {generators:?}", certificate.upper());
    assert!(upper_bound(generators) >= *certificate.upper(), "{name}");
    if let Some(found) = certificate.order() {
        assert_eq!(found, order, "{name}");
    }
    certificate.order().is_some()
}

/// Images of the generators of a free group in some permutation group, as moved-to lists.
type Action = Vec<Vec<u32>>;

fn random(degree: usize, generators: usize, rng: &mut ChaCha8Rng) -> Action {
    (0..generators).map(|_| Permutation::random(degree, rng).moved_to()).collect()
}

/// Random elements of a group that is given by generators.
fn from_group(group: &[&str], degree: usize, generators: usize, rng: &mut ChaCha8Rng) -> Action {
    let gap = permutant_group::cycle_notation::Notation::from_one();
    let group: Vec<Permutation> =
        group.iter().map(|text| gap.read_cycles(text).unwrap().extended(degree)).collect();
    let element = |rng: &mut ChaCha8Rng| {
        let mut product = Permutation::identity(degree);
        for _ in 0..40 {
            product.then_assign(&group[below(rng, group.len() as u64) as usize]);
        }
        product.moved_to()
    };
    (0..generators).map(|_| element(rng)).collect()
}

/// Points `k x + i` over the points `x`, with random shifts `i -> i + s` or random permutations of the blocks. The
/// shifts of the last block make the sum divisible by `divisor`.
fn cover(base: &Action, k: u32, divisor: u32, cyclic: bool, rng: &mut ChaCha8Rng) -> Action {
    (base.iter())
        .map(|images| {
            let mut sum = 0;
            let last = images.len() - 1;
            let mut lifted = Vec::new();
            for (x, &image) in images.iter().enumerate() {
                let mut shift = below(rng, u64::from(k)) as u32;
                if x == last {
                    shift += (divisor - (sum + shift) % divisor) % divisor;
                }
                sum += shift;
                let block = if cyclic {
                    (0..k).map(|i| (i + shift) % k).collect()
                } else {
                    Permutation::random(k as usize, rng).moved_to()
                };
                lifted.extend(block.into_iter().map(|i| k * image + i));
            }
            lifted
        })
        .collect()
}

/// The same action with its points renamed.
fn renamed(action: &Action, rng: &mut ChaCha8Rng) -> Action {
    let by = Permutation::random(action[0].len(), rng);
    let rename = |images: &Vec<u32>| Permutation::from_moved_to(images).unwrap().conjugate(&by).moved_to();
    action.iter().map(rename).collect()
}

/// The action on unordered pairs of points.
fn on_pairs(action: &Action) -> Action {
    let n = action[0].len() as u32;
    let pairs: Vec<(u32, u32)> = (0..n).flat_map(|a| (a + 1..n).map(move |b| (a, b))).collect();
    let place = |a: u32, b: u32| pairs.binary_search(&(a.min(b), a.max(b))).unwrap() as u32;
    let act = |g: &Vec<u32>| pairs.iter().map(|&(a, b)| place(g[a as usize], g[b as usize])).collect();
    action.iter().map(act).collect()
}

/// The six ways to split six points into five sets of three pairs: the outer automorphism of `S_6`.
fn outer(action: &Action) -> Action {
    // Synthemes as lists of partners, totals as sets of five synthemes that share no pair.
    let mut synthemes: Vec<[u32; 6]> = Vec::new();
    for code in 0..6_u32.pow(6) {
        let s: [u32; 6] = std::array::from_fn(|i| code / 6_u32.pow(i as u32) % 6);
        if (0..6).all(|i| s[i] != i as u32 && s[s[i] as usize] == i as u32) {
            synthemes.push(s);
        }
    }
    let disjoint = |a: &[u32; 6], b: &[u32; 6]| (0..6).all(|i| a[i] != b[i]);
    let mut totals: Vec<Vec<[u32; 6]>> = Vec::new();
    for set in 0_u32..1 << synthemes.len() {
        if set.count_ones() == 5 {
            let total: Vec<_> =
                (0..synthemes.len()).filter(|i| set >> i & 1 == 1).map(|i| synthemes[i]).collect();
            if (0..5).all(|i| (0..i).all(|j| disjoint(&total[i], &total[j]))) {
                totals.push(total);
            }
        }
    }
    assert_eq!((synthemes.len(), totals.len()), (15, 6));
    let act = |g: &Vec<u32>| {
        totals
            .iter()
            .map(|total| {
                let mut image: Vec<[u32; 6]> = (total.iter())
                    .map(|s| {
                        let mut moved = [0; 6];
                        (0..6).for_each(|i| moved[g[i] as usize] = g[s[i] as usize]);
                        moved
                    })
                    .collect();
                image.sort_by_key(|s| synthemes.iter().position(|t| t == s));
                totals.iter().position(|t| *t == image).unwrap() as u32
            })
            .collect()
    };
    action.iter().map(act).collect()
}

/// Side by side on disjoint points, renamed.
fn side_by_side(actions: &[Action], rng: &mut ChaCha8Rng) -> Vec<Permutation> {
    let generators = actions[0].len();
    let all: Action = (0..generators)
        .map(|g| {
            let mut images: Vec<u32> = Vec::new();
            for action in actions {
                let first = images.len() as u32;
                images.extend(action[g].iter().map(|&image| first + image));
            }
            images
        })
        .collect();
    renamed(&all, rng).iter().map(|images| Permutation::from_moved_to(images).unwrap()).collect()
}

const MATHIEU_11: [&str; 2] = ["(1,2,3,4,5,6,7,8,9,10,11)", "(3,7,11,8)(4,10,5,6)"];
const DIHEDRAL_7: [&str; 2] = ["(1,2,3,4,5,6,7)", "(2,7)(3,6)(4,5)"];
const QUATERNION: [&str; 2] = ["(1,2,4,7)(3,6,8,5)", "(1,3,4,8)(2,5,7,6)"];
const PSL_2_5: [&str; 2] = ["(1,2,3,4,5)", "(1,6)(2,5)"];
const ALT_5: [&str; 2] = ["(1,2,3,4,5)", "(1,2,3)"];
const AFFINE_8: [&str; 3] = ["(1,2)(3,4)(5,6)(7,8)", "(2,3,5,4,7,8,6)", "(3,4)(7,8)"];

/// One orbit or several that hang together.
fn some_actions(generators: usize, rng: &mut ChaCha8Rng) -> Vec<Action> {
    let degree = 3 + below(rng, 6) as usize;
    let base = random(degree, generators, rng);
    match below(rng, 19) {
        0 => vec![base],
        1 => vec![base.clone(), renamed(&base, rng)],
        2 => vec![cover(&base, 2, 2, true, rng)],
        3 => vec![cover(&base, 3, 3, true, rng), base],
        4 => vec![cover(&base, 4, 2, true, rng)],
        5 => vec![cover(&base, 3, 3, true, rng), cover(&base, 2, 1, true, rng), base],
        6 => vec![cover(&base, 3, 1, false, rng)],
        7 => {
            let one = cover(&base, 2, 2, true, rng);
            vec![cover(&one, 2, 1, true, rng)]
        }
        8 => vec![on_pairs(&base)],
        9 => vec![on_pairs(&base), base],
        10 => vec![from_group(&MATHIEU_11, 11, generators, rng)],
        11 => vec![from_group(&DIHEDRAL_7, 7, generators, rng)],
        12 => vec![from_group(&QUATERNION, 8, generators, rng)],
        13 => {
            let six = random(6, generators, rng);
            vec![outer(&six), six]
        }
        14 => {
            let six = random(6, generators, rng);
            let kernel = cover(&six, 2, 2, true, rng);
            vec![outer(&six), kernel, random(6, generators, rng)]
        }
        // Powers of one cycle, with and without another orbit.
        15 => {
            let order = 2 + below(rng, 9) as u32;
            let shift = |rng: &mut ChaCha8Rng| {
                let by = below(rng, u64::from(order)) as u32;
                (0..order).map(|i| (i + by) % order).collect()
            };
            vec![(0..generators).map(|_| shift(rng)).collect(), base]
        }
        16 => vec![from_group(&AFFINE_8, 8, generators, rng), base],
        // PSL(2,5) on six points and Alt(5) on five, generated alike or not.
        17 => vec![from_group(&PSL_2_5, 6, generators, rng), from_group(&ALT_5, 5, generators, rng)],
        _ => {
            // Signs of one orbit on two points, and the twist of one orbit as the turn of another.
            let sign = |g: &Vec<u32>| {
                if Permutation::from_moved_to(g).unwrap().is_even() { vec![0, 1] } else { vec![1, 0] }
            };
            vec![base.iter().map(sign).collect(), base]
        }
    }
}

#[test]
fn bounds_hold_for_random_groups() {
    let mut found = 0;
    for seed in 0..800 {
        let mut rng = rng(seed);
        let generators = 1 + below(&mut rng, 3) as usize;
        let mut actions = Vec::new();
        for _ in 0..1 + below(&mut rng, 3) {
            actions.extend(some_actions(generators, &mut rng));
        }
        let group = side_by_side(&actions, &mut rng);
        found += usize::from(check(&format!("seed {seed}"), &group, &by_chain(&group)));
    }
    assert!(found > 300, "of 800 orders {found} were found");
}

/// Relations between orbits that the certificate does not look for must cost it the answer, never its truth.
#[test]
fn subgroups_of_products_are_seen_through() {
    let mut rng = rng(5);
    for _ in 0..40 {
        let six = random(6, 2, &mut rng);
        let alt = from_group(&ALT_5, 5, 2, &mut rng);
        for actions in [
            vec![six.clone(), outer(&six)],
            vec![outer(&six), renamed(&six, &mut rng), six.clone()],
            vec![on_pairs(&alt), alt.clone()],
            vec![on_pairs(&alt), renamed(&alt, &mut rng), alt.clone(), six.clone()],
            vec![cover(&six, 3, 3, true, &mut rng), outer(&six)],
        ] {
            let group = side_by_side(&actions, &mut rng);
            check("joined", &group, &by_chain(&group));
        }
    }
}

#[test]
fn all_published_orders_lie_within_the_bounds() {
    let mut missed = Vec::new();
    for group in corpus::all() {
        if !check(&group.name, &group.generators, &group.order) {
            missed.push(group.name);
        }
    }
    // Groups without any giant, and one with two blocks of ten.
    assert_eq!(missed, ["m11", "m12", "m23", "m24", "topspin20_5", "torus2x2"], "only these need a chain");
}

#[test]
fn mixtures_are_proved_by_certificates() {
    let mut rng = rng(9);
    for _ in 0..10 {
        let mathieu = from_group(&MATHIEU_11, 11, 3, &mut rng);
        let giant = cover(&random(9, 3, &mut rng), 3, 3, true, &mut rng);
        let group = side_by_side(&[mathieu, giant], &mut rng);
        let chain = StabilizerChain::new(&group, &mut rng);
        assert_eq!(chain.order(), by_chain(&group));
        assert_eq!(chain.proof(), Proof::Certificate);
    }
}

#[test]
fn envelopes_are_called_by_their_factors() {
    for (name, envelope) in [
        ("rubik3", "(C2 wr S12) x (C3 wr S8)"),
        ("rubik4", "S24^2 x (C3 wr S8)"),
        ("megaminx", "(C2 wr S30) x (C3 wr S20)"),
        ("m24", "S24"),
        ("topspin20_5", "S10 wr C2"),
        ("rubik3_54", "(C2 wr S12) x (C3 wr S8) x (C2 wr S3)"),
        ("globe6_4", "S16^3 x C8"),
    ] {
        let group = corpus::all().into_iter().find(|group| group.name == name).unwrap();
        assert_eq!(Certificate::new(&group.generators, &mut rng(1)).envelope(), envelope, "{name}");
    }
    assert_eq!(Certificate::new(&[], &mut rng(1)).envelope(), "1");
    let gap = permutant_group::cycle_notation::Notation::from_one();
    let tips = [gap.read("(1,2,3)").unwrap(), gap.read("(4,5,6)").unwrap(), gap.read("(7,8)").unwrap()];
    assert_eq!(Certificate::new(&tips, &mut rng(1)).envelope(), "C3^2 x C2");
    // Regular groups of four, six, six and eight elements: cyclic ones have a name.
    for (first, second, envelope) in [
        ("(1,2)(3,4)", "(1,3)(2,4)", "[4]"),
        ("(1,2,3,4)", "(1,3)(2,4)", "C4"),
        ("(1,2)(3,6)(4,5)", "(1,3,5)(2,4,6)", "[6]"),
        ("(1,4)(2,5)(3,6)", "(1,3,5)(2,4,6)", "C6"),
        ("(1,2,3,4)(5,6,7,8)", "(1,5,3,7)(2,8,4,6)", "[8]"),
    ] {
        let group = [gap.read(first).unwrap(), gap.read(second).unwrap()];
        assert_eq!(Certificate::new(&group, &mut rng(1)).envelope(), envelope, "{first} {second}");
    }
}

/// All 99 layer turns of the 33x33x33 with stickers told apart, by the coordinates of the stickers.
#[test]
fn the_largest_cube() {
    let n = 33_i32;
    let end = n - 1;
    // A sticker lies just outside the cube: one coordinate is -1 or n.
    let mut stickers = Vec::new();
    for a in 0..n {
        for b in 0..n {
            for side in [-1, n] {
                stickers.extend([[side, a, b], [a, side, b], [a, b, side]]);
            }
        }
    }
    stickers.sort_unstable();
    let mut generators = Vec::new();
    for axis in 0..3 {
        let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
        for layer in 0..n {
            let images: Vec<u32> = (stickers.iter())
                .map(|&sticker| {
                    let mut image = sticker;
                    let lies_in = sticker[axis] == layer
                        || (layer == 0 && sticker[axis] == -1)
                        || (layer == end && sticker[axis] == n);
                    if lies_in {
                        (image[u], image[v]) = (end - sticker[v], sticker[u]);
                    }
                    stickers.binary_search(&image).unwrap() as u32
                })
                .collect();
            generators.push(Permutation::from_moved_to(&images).unwrap());
        }
    }
    let certificate = Certificate::new(&generators, &mut rng(1));
    // 15 orbits of wings, 15 · 15 + 15 of centres beside the middle lines and on them; the middle centres turn as a
    // body in 24 ways.
    let factorial = |n: u64| (1..=n).map(UBig::from).product::<UBig>();
    let whole = factorial(24).pow(15 + 15 * 15 + 15)
        * factorial(8)
        * UBig::from(3_u8).pow(7)
        * factorial(12)
        * UBig::from(2_u8).pow(11)
        * UBig::from(24_u8);
    let order = certificate.order().expect("it is found");
    // These orbits, the corners, the edges and the body have a sign each; turns of the face, of 15 inner layers and
    // of the middle one have 17 independent rows of signs.
    assert_eq!(order * (UBig::ONE << (15 + 15 * 15 + 15 + 3 - 17)), whole);
    assert_eq!(upper_bound(&generators), *order);
}
