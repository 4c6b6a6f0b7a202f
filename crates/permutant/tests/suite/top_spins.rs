//! Shortest solutions of Top Spin by double cosets, and by the general search where those are not for the request.

use permutant::engine::Engine;
use permutant::model::Model;
use permutant::position;
use permutant::search::limits::{Control, Limits, Outcome, Progress, StopReason};
use permutant::solver::{Request, Solver};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const FAR: &str = "r8 t r' t r7' t r9 t r7 t r9' t r3' t r6 t r4' t r8' t r t r7 t r7 t r' t r8' t r' t r2 t r8' t r9 t r3 t";

/// Every request has the same length, whichever search has found it; the plan says which one that is.
#[test]
fn requests_agree_on_the_length() {
    let model = Model::find("topspin:18,4").unwrap();
    let solver = Solver::new(&model);
    let start = position::read(&model, "r3 t r5 t r7' t r2 t r6 t r4' t r t r8 t", None).unwrap();
    let one = Limits { max_solutions: Some(1), ..Limits::default() };
    let bounded = Limits { max_nodes: Some(1 << 40), ..one.clone() };
    // Less than any table of double cosets may take.
    let little = Limits { max_memory: 1 << 20, ..one.clone() };
    let all = Limits { max_solutions: None, shortest_only: true, ..one.clone() };
    let mut lengths = Vec::new();
    for (limits, is_by_cosets) in [(one, true), (bounded, false), (little, false), (all, false)] {
        let request = Request { optimal: true, limits, ..Request::new(&start) };
        let plan = solver.plan(&request).unwrap();
        assert_eq!((plan.engine, plan.reason.contains("double cosets")), (Engine::Search, is_by_cosets));
        let answer = solver.solve_one(&request).unwrap();
        assert!(answer.optimal && u64::from(answer.lower_bound) == answer.length);
        lengths.push(answer.length);
    }
    assert_eq!(lengths, [lengths[0]; 4]);
}

/// A search that is interrupted says what it has proven; the next one goes on with its table.
#[test]
fn an_interrupted_search_has_a_lower_bound() {
    let model = Model::find("topspin:20,4").unwrap();
    let solver = Solver::new(&model).with_threads(2);
    let start = position::read(&model, FAR, None).unwrap();
    let limits = Limits { max_solutions: Some(1), ..Limits::default() };
    let request = Request { optimal: true, limits, ..Request::new(&start) };
    let bounds = Mutex::new(Vec::new());
    let listener = |progress: Progress| {
        if let Progress::LowerBound { cost } = progress {
            bounds.lock().unwrap().push(cost);
        }
    };
    for most in [30, 300] {
        let asked = AtomicUsize::new(0);
        let time_is_up = || asked.fetch_add(1, Relaxed) > most;
        let control = Control::new().with_progress(&listener).with_deadline(&time_is_up);
        let end = solver.solve(&request, &control, &mut |_| ControlFlow::Continue(())).unwrap();
        assert_eq!(end, Outcome::LimitReached(StopReason::Time));
    }
    let bounds = bounds.into_inner().unwrap();
    assert!(bounds.len() == 2 && bounds[0] <= bounds[1], "{bounds:?}");
    assert!((15..=31).contains(&bounds[1]), "{bounds:?}");
}
