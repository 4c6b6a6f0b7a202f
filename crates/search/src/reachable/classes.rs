//! Classes of rows under symmetries.
//!
//! Start at [`Classes::new`].

use super::move_symmetry::MoveSymmetries;

/// The classes of numbered rows.
#[derive(Debug)]
pub(super) struct Classes {
    /// By row: its class, and a symmetry that leads from it to the least row of the class.
    pub(super) of_row: Vec<(u32, u16)>,
    /// By class: its least row.
    pub(super) leaders: Vec<u32>,
    /// By class: the number of its rows.
    pub(super) weights: Vec<u32>,
    /// By class: the symmetries, other than the identity, that fix its least row.
    pub(super) fixing: Vec<Vec<usize>>,
}

impl Classes {
    /// The classes of rows, given the images of all rows under each generator of the symmetries. O(rows × generators).
    pub(super) fn new(symmetries: &MoveSymmetries, images: &[Vec<u32>], rows: usize) -> Self {
        let inverse: Vec<usize> =
            (0..symmetries.count()).map(|element| symmetries.inverse(element)).collect();
        let mut of_row = vec![(u32::MAX, 0_u16); rows];
        let (mut leaders, mut weights, mut all_fixing) = (Vec::new(), Vec::new(), Vec::new());
        let mut members: Vec<usize> = Vec::new();
        for leader in 0..rows {
            if of_row[leader].0 != u32::MAX {
                continue;
            }
            let number = leaders.len() as u32;
            of_row[leader] = (number, 0);
            members.clear();
            members.push(leader);
            let mut fixing: Vec<usize> = Vec::new();
            let mut next = 0;
            while next < members.len() {
                let row = members[next];
                let home = usize::from(of_row[row].1);
                for (&generator, images) in symmetries.generators().iter().zip(images) {
                    let to = images[row] as usize;
                    // Back by the generator, then to the stored row.
                    let way = symmetries.then(inverse[generator], home);
                    if of_row[to].0 == u32::MAX {
                        of_row[to] = (number, way as u16);
                        members.push(to);
                    } else {
                        // From the leader to this row, and back by another path.
                        let round = symmetries.then(inverse[usize::from(of_row[to].1)], way);
                        if round != 0 && !fixing.contains(&round) {
                            fixing.push(round);
                        }
                    }
                }
                next += 1;
            }
            leaders.push(leader as u32);
            weights.push(members.len() as u32);
            all_fixing.push(closure(symmetries, &fixing));
        }
        Classes { of_row, leaders, weights, fixing: all_fixing }
    }
}

/// The elements, other than the identity, of the group that some elements generate.
fn closure(symmetries: &MoveSymmetries, generators: &[usize]) -> Vec<usize> {
    if generators.is_empty() {
        return Vec::new();
    }
    let mut inside = vec![false; symmetries.count()];
    inside[0] = true;
    let mut elements = vec![0];
    let mut next = 0;
    while next < elements.len() {
        for &generator in generators {
            let product = symmetries.then(elements[next], generator);
            if !std::mem::replace(&mut inside[product], true) {
                elements.push(product);
            }
        }
        next += 1;
    }
    elements.split_off(1)
}
