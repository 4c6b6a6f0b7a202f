//! The order in which pages are renewed, so that few old pages must be kept beside the new ones.
//!
//! Start at [`Sweep`]. A page is renewed from itself and the pages that the turns of G1 lead to. An old page can go when all
//! pages that need it are renewed. In the order of a breadth-first search from one page, some 560 of the 2520 pages at most wait for
//! that at a time; an order that chooses each page so as to let most others go needs 480, and takes longer to find.

use super::layout::{Layout, PAGES, TURNS};

/// An order of the pages, and what each needs.
#[derive(Debug)]
pub(super) struct Sweep {
    order: Vec<u16>,
    /// For each page, itself and the pages of its turns, each once.
    needs: Vec<Vec<u16>>,
    /// The most old pages that are needed at a time.
    kept: usize,
}

impl Sweep {
    /// Takes some milliseconds.
    pub(super) fn new(layout: &Layout) -> Sweep {
        let needs: Vec<Vec<u16>> = (0..PAGES as u16)
            .map(|page| {
                let mut all = Vec::with_capacity(TURNS + 1);
                all.push(page);
                all.extend(layout.page_turns(page).iter().map(|turn| turn.page));
                all.sort_unstable();
                all.dedup();
                all
            })
            .collect();
        let mut order = Vec::with_capacity(PAGES);
        let mut reached = [false; PAGES];
        order.push(0);
        reached[0] = true;
        let mut next = 0;
        while let Some(&page) = order.get(next) {
            next += 1;
            for &other in &needs[usize::from(page)] {
                if !std::mem::replace(&mut reached[usize::from(other)], true) {
                    order.push(other);
                }
            }
        }
        let mut users: Vec<usize> = needs.iter().map(Vec::len).collect();
        let (mut kept, mut most) = (0usize, 0);
        for &page in &order {
            kept += 1;
            most = most.max(kept);
            for &source in &needs[usize::from(page)] {
                users[usize::from(source)] -= 1;
                kept -= usize::from(users[usize::from(source)] == 0);
            }
        }
        Sweep { order, needs, kept: most }
    }

    /// The pages in order.
    pub(super) fn order(&self) -> &[u16] {
        &self.order
    }

    /// The pages that a page is renewed from. As the turns come with their inverses, these are also the pages that need it.
    pub(super) fn needs(&self, page: u16) -> &[u16] {
        &self.needs[usize::from(page)]
    }

    /// Pages of memory that some threads need: all, the old ones that wait, and for each thread those that it holds.
    pub(super) fn slots(&self, threads: usize) -> usize {
        PAGES + self.kept + threads * (TURNS + 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_is_renewed_once_beside_few_old_ones() {
        let sweep = Sweep::new(&Layout::build());
        let mut order = sweep.order().to_vec();
        order.sort_unstable();
        assert_eq!(order, (0..PAGES as u16).collect::<Vec<_>>());
        assert!(sweep.slots(0) - PAGES < 600, "{}", sweep.slots(0));
        for page in 0..PAGES as u16 {
            assert!(sweep.needs(page).iter().all(|&other| sweep.needs(other).contains(&page)));
        }
    }
}
