//! `solve`: solutions of positions.

mod stream;

use super::{Context, End};
use crate::args::{self, Count, Switch, Writing};
use crate::batch;
use crate::exit::{Exit, Failure};
use crate::inputs::{self, Named, Positions};
use crate::interrupt;
use crate::output::{Output, Record, counted, number_of, rounded};
use crate::progress::Meter;
use crate::table_files::{self, TableFiles};
use permutant::algorithm;
use permutant::analysis::group::subgroup::{self, Subgroup, SubgroupError};
use permutant::analysis::sequence::move_choice;
use permutant::analysis::state::finished_count::CountError;
use permutant::analysis::state::god::GodError;
use permutant::engine::{Engine, Method};
use permutant::ignored_pieces::LeftOut;
use permutant::model::Model;
use permutant::position::Position;
use permutant::puzzle::formats::scr::{Counting, Settings};
use permutant::puzzle::metric::Metric;
use permutant::puzzle::moves::Turn;
use permutant::puzzle::state::State;
use permutant::search::limits::{Control, Limits, Outcome, Progress, StopReason};
use permutant::search::puzzle_space::{Patterns, SpaceError};
use permutant::solver::{Answer, Derivation, Preparation, Request, SolveError, Solver};
use permutant_store::LevelDir;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

/// The request, which is the same for every position of a batch.
struct Job<'m> {
    model: &'m Model,
    solver: Solver<'m>,
    target: Option<State>,
    into: Into,
    left_out: Option<LeftOut>,
    patterns: Patterns,
    symmetry: bool,
    order: Option<u64>,
    method: Method,
    optimal: bool,
    metric: Metric,
    turns: Vec<Turn>,
    after: Vec<Turn>,
    width: Option<usize>,
    limits: Limits,
    preparation: Preparation,
    /// Whether tables that make answers much shorter are built when first needed.
    builds: bool,
    tables: &'m TableFiles,
    /// Whether the user has been told which tables would improve the answers.
    advised: AtomicBool,
    /// The accepted excess over the length of the shortest solution.
    slack: u32,
    time_limit: Option<Duration>,
    /// Whether solutions are printed as they become shorter.
    improvements: bool,
    /// Whether solutions show their parts.
    explains: bool,
    /// Where a note says how each solution was found; not in a batch, which has one line for each position.
    notes: Option<&'m Output>,
}

/// The time within which large tables are ready, even on a busy machine.
const READY: Duration = Duration::from_secs(1);

/// The user's request, before it is combined with the settings of a file.
struct Wishes<'a> {
    args: &'a args::Solve,
    output: &'a Output,
    tables: &'a TableFiles,
    /// Threads for each position.
    threads: usize,
    /// Threads for building tables.
    build_threads: usize,
    is_batch: bool,
    /// Whether the user sees that a table is being built, and the table is stored.
    can_build: bool,
    max_memory: u64,
}

impl<'a> Wishes<'a> {
    /// The request for positions from a file with these settings. `model` keeps the move limits of the settings.
    fn job(&self, model: &'a Model, settings: &Settings) -> Result<Job<'a>, Failure> {
        let args = self.args;
        let bad = |fault: String| Failure::bad_input(fault);
        let target = args.to.as_deref().map(|text| {
            let position = inputs::position(model, text, args.position.faces.as_deref())?;
            match position.goal {
                None => Ok(position.state),
                Some(_) => Err(Failure::bad_input("the position of --to is incomplete")),
            }
        });
        let metric = match (&args.metric, settings.counting) {
            (Some(text), _) => inputs::metric(model, text)?,
            (None, Counting::Powers) => Metric::htm(),
            (None, Counting::Quarters) => Metric::qtm(),
        };
        let turns = match (&args.moves[..], &args.forbid[..]) {
            ([], []) => Vec::new(),
            (names, forbidden) => move_choice::turns_without(&model.puzzle, &metric, names, forbidden)
                .map_err(|fault| bad(fault.to_string()))?,
        };
        let longest = [args.max_length, settings.max_depth].into_iter().flatten().min();
        let solutions = args.solutions.unwrap_or(match settings.slack {
            0 => Count::Some(1),
            _ => Count::All,
        });
        let after = args
            .after
            .as_deref()
            .map_or(Ok(Vec::new()), |text| inputs::turns(model, model.puzzle.solved(), "after", text))?;
        // Without a length limit, `all` means all solutions of the shortest length.
        let shortest_only = solutions == Count::All && longest.is_none() && settings.slack == 0;
        let longest = match shortest_only && !after.is_empty() {
            true => u32::try_from(metric.length(&after)).ok(),
            false => longest,
        };
        let solver = Solver::with_tables(model, self.tables)
            .with_threads(self.threads)
            .with_build_threads(self.build_threads);
        Ok(Job {
            model,
            solver: match &args.disk {
                Some(path) => solver.with_count(Arc::new(LevelDir::new(path, true))),
                None => solver,
            },
            target: target.transpose()?,
            into: Into::new(model, &metric, &args.subgroup)?,
            left_out: inputs::left_out(model, &args.ignore, &args.ignore_orientation)?,
            patterns: patterns(model, &args.patterns)?,
            symmetry: args.symmetry == Switch::On,
            order: args.random_order,
            method: args.method,
            optimal: args.optimal,
            metric,
            turns,
            after,
            width: args.width,
            limits: Limits {
                min_length: args.min_length,
                max_length: longest,
                max_nodes: args.node_limit,
                max_solutions: match solutions {
                    Count::Some(count) => Some(count),
                    Count::All => None,
                },
                shortest_only,
                max_memory: self.max_memory,
            },
            preparation: Preparation::under(args.node_limit, args.time_limit, args.max_length, self.is_batch),
            // A user who allows little time, or sees no progress, must not wait for a minute. Nor is a table built
            // that cannot be stored.
            builds: self.can_build && args.time_limit.is_none() && args.node_limit.is_none(),
            tables: self.tables,
            advised: AtomicBool::new(false),
            slack: settings.slack,
            improvements: args.improvements,
            explains: args.explain,
            notes: Some(self.output).filter(|_| args.explain && !self.is_batch),
            time_limit: args.time_limit,
        })
    }
}

pub(super) fn run(context: &Context, args: &args::Solve) -> Result<Exit, End> {
    let mut model = inputs::model(&args.puzzle)?;
    if args.up_to_rotation {
        model = inputs::in_any_orientation(&model)?;
    }
    let faces = args.position.faces.as_deref();
    if args.max_length.is_some_and(|most| most < args.min_length) {
        return Err(Failure::bad_input("--max-length is less than --min-length").into());
    }
    let positions = inputs::positions(&model, &args.position)?;
    // A batch solves each position on one thread.
    let is_batch = matches!(positions, Positions::StandardInput);
    let threads = if is_batch { 1 } else { context.threads() };
    let build_threads = context.threads();
    let tables = table_files::open(&context.global, &context.output, build_threads);
    let wishes = Wishes {
        args,
        output: &context.output,
        tables: &tables,
        threads,
        build_threads,
        is_batch,
        can_build: context.output.draws_progress()
            && !context.global.no_tables
            && context.global.write_tables != Writing::Never,
        max_memory: context.global.memory,
    };
    let job = wishes.job(&model, &Settings::default())?;
    if args.stream {
        return stream::run(&context.output, &job, &positions, faces);
    }
    let positions = match positions {
        Positions::Given(positions) => positions,
        Positions::StandardInput => return job.batch(context, faces),
    };
    let meter = Meter::new(&context.output);
    let show = |progress: Progress| meter.show(&progress);
    let mut exit = Exit::Done;
    for (index, named) in positions.iter().enumerate() {
        let Named { input, position, settings } = named;
        let item = named.item(index, positions.len());
        let position = match position {
            Ok(position) => position,
            Err(failure) => {
                exit = exit.worse(failure.exit);
                context.output.failure(failure, Some(&item))?;
                continue;
            }
        };
        let (limited, own);
        let job = if *settings == Settings::default() {
            &job
        } else {
            limited = model.clone().with_move_limits(&settings.move_limits);
            own = wishes.job(&limited, settings)?;
            &own
        };
        if args.explain {
            job.explain(&context.output, position)?;
        }
        let mut gone = None;
        let solved = job.solve(input, position, &show, &mut |record| {
            context.output.result(&record.about(&item)).map_err(|error| gone = Some(error))
        });
        if let Some(error) = gone {
            return Err(error.into());
        }
        if let Err(failure) = solved {
            exit = exit.worse(failure.exit);
            context.output.failure(&failure, Some(&item))?;
        }
    }
    Ok(exit)
}

/// The target of a solution into a subgroup.
enum Into {
    /// No such moves were given.
    Nothing,
    /// All states of the subgroup, as a pattern.
    Subgroup(Box<Subgroup>),
    /// Any of these few states.
    Targets(Vec<State>),
}

impl Into {
    /// A subgroup with at most this many elements is replaced by the list of its states.
    const FEW: usize = 24;
    /// The same limit for a subgroup that is not a pattern or cannot be counted.
    const MOST: usize = 1000;

    fn new(model: &Model, metric: &Metric, moves: &[String]) -> Result<Self, Failure> {
        if moves.is_empty() {
            return Ok(Into::Nothing);
        }
        let bad = |fault: String| Failure::bad_input(fault);
        let turns =
            move_choice::turns(&model.puzzle, metric, moves).map_err(|fault| bad(fault.to_string()))?;
        let restricted = model.puzzle.is_restricted();
        let few = |most| if restricted { None } else { subgroup::elements(&model.puzzle, &turns, most) };
        if let Some(states) = few(Self::FEW) {
            return Ok(Into::Targets(states));
        }
        match Subgroup::new(&model.puzzle, &turns) {
            Ok(subgroup) => Ok(Into::Subgroup(Box::new(subgroup))),
            Err(fault) => few(Self::MOST).map(Into::Targets).ok_or_else(|| bad(fault.to_string())),
        }
    }
}

/// The subgroup that these moves generate, if any were given.
pub(super) fn subgroup(
    model: &Model,
    metric: &Metric,
    moves: &[String],
) -> Result<Option<Subgroup>, Failure> {
    if moves.is_empty() {
        return Ok(None);
    }
    let bad = |fault: String| Failure::bad_input(fault);
    let turns = move_choice::turns(&model.puzzle, metric, moves).map_err(|fault| bad(fault.to_string()))?;
    Subgroup::new(&model.puzzle, &turns).map(Some).map_err(|fault| bad(fault.to_string()))
}

/// The pattern databases that the user requested.
fn patterns(model: &Model, names: &[String]) -> Result<Patterns, Failure> {
    match names {
        [one] if one == "auto" => Ok(Patterns::Auto),
        [one] if one == "none" => Ok(Patterns::None),
        sets => {
            let set = |names: &String| inputs::pieces(model, &names.split(',').collect::<Vec<_>>());
            let sets: Result<Vec<_>, _> = sets.iter().map(set).collect();
            sets.map(Patterns::Pieces)
        }
    }
}

impl Job<'_> {
    /// The position, restricted to what matters for the target.
    fn aim<'p>(&self, position: &'p Position) -> Result<Cow<'p, Position>, Failure> {
        let aim = match (&self.into, &self.left_out) {
            (Into::Subgroup(subgroup), _) => {
                position.into_subgroup(subgroup).map_err(|fault| fault.to_string())
            }
            _ if self.target.is_some() && position.goal.is_some() => {
                Err("the position is incomplete, so --to would not say where its open pieces go".to_string())
            }
            (Into::Targets(_), _) if position.goal.is_some() => Err(SubgroupError::Incomplete.to_string()),
            (Into::Nothing, Some(left_out)) => {
                left_out.position(self.model, position).map_err(|fault| fault.to_string())
            }
            _ => return Ok(Cow::Borrowed(position)),
        };
        aim.map(Cow::Owned).map_err(Failure::bad_input)
    }

    fn request<'p>(&'p self, position: &'p Position) -> Request<'p> {
        let targets = match &self.into {
            Into::Targets(targets) => &targets[..],
            _ => &[],
        };
        Request {
            position,
            target: self.target.as_ref().or(targets.first()),
            method: self.method,
            optimal: self.optimal,
            // With a time limit and no length limit, shorter solutions are searched until the time is up.
            improve: self.improvements || self.time_limit.is_some() && self.limits.max_length.is_none(),
            preparation: self.preparation,
            builds: self.builds,
            metric: self.metric.clone(),
            turns: self.turns.clone(),
            after: self.after.clone(),
            width: self.width,
            patterns: self.patterns.clone(),
            symmetry: self.symmetry,
            order: self.order,
            limits: self.limits.clone(),
        }
    }

    /// Runs the work of a batch once what its positions need is ready; the time limit of a position does not include
    /// that preparation. If the limit is shorter than the preparation, the first answers use what is ready at once, and
    /// the rest is prepared in parallel.
    fn ready<T>(
        &self,
        progress: &(dyn Fn(Progress) + Sync),
        work: impl FnOnce() -> Result<T, End>,
    ) -> Result<T, End> {
        let Some(limit) = self.time_limit else { return work() };
        let solved = Position { state: self.model.puzzle.solved().clone(), goal: None };
        let Ok(aim) = self.aim(&solved) else { return work() };
        let request = self.request(&aim);
        let control = Control::new().with_cancel(interrupt::flag()).with_progress(progress);
        // If the preparation fails, each position reports it.
        if limit >= READY {
            let _ = self.solver.prepare(&request, &control, || ());
            return work();
        }
        std::thread::scope(|scope| {
            let (begun, others) = mpsc::channel();
            scope.spawn(|| {
                let _ = self.solver.prepare(&request, &control, move || _ = begun.send(()));
            });
            // Also if it ends without having begun.
            let _ = others.recv();
            work()
        })
    }

    /// Solves the positions that arrive on standard input, one a line.
    fn batch(&self, context: &Context, faces: Option<&str>) -> Result<Exit, End> {
        let meter = Meter::new(&context.output);
        let show = |progress: Progress| meter.show(&progress);
        // Once for all positions, as the first one has it.
        let is_explained = AtomicBool::new(!self.explains);
        self.ready(&show, || {
            Ok(batch::positions(&context.output, context.threads(), self.model, |line, number| {
                let position = inputs::position(self.model, line, faces).map_err(|f| f.in_line(number))?;
                if !is_explained.swap(true, Ordering::Relaxed) {
                    self.explain_engine(&context.output, &position)?;
                }
                let mut records = Vec::new();
                self.solve(line, &position, &show, &mut |record| {
                    records.push(record);
                    Ok(())
                })?;
                Ok(records)
            })?)
        })
    }

    /// Notes the engine, why it was chosen, and the phases of methods that have them.
    fn explain(&self, output: &Output, position: &Position) -> Result<(), Failure> {
        if self.explain_engine(output, position)? == Engine::Thistlethwaite
            && let Ok(phases) = self.solver.phases(&self.request(position))
        {
            for (number, turns) in phases.iter().enumerate() {
                output.note(&format!("phase {}: {}", number + 1, algorithm::write(turns)));
            }
        }
        if self.method == Method::Reduction {
            self.explain_reduction(output, position)?;
        }
        Ok(())
    }

    /// Notes the engine and why it was chosen.
    fn explain_engine(&self, output: &Output, position: &Position) -> Result<Engine, Failure> {
        let aim = self.aim(position)?;
        let plan = self.solver.plan(&self.request(&aim)).map_err(|fault| failure(&fault))?;
        output.note(&format!("method {}: {}", plan.engine, plan.reason));
        Ok(plan.engine)
    }

    /// Notes the phases of a reduction, each with its length.
    fn explain_reduction(&self, output: &Output, position: &Position) -> Result<(), Failure> {
        let control = Control::new().with_cancel(interrupt::flag());
        let phases = self.solver.reduction_phases(&self.request(position), &control);
        for (name, turns) in phases.map_err(|fault| failure(&fault))? {
            let length = self.metric.length(&turns);
            output.note(&format!("{name} ({length}): {}", algorithm::write(&turns)));
        }
        Ok(())
    }

    /// Solves one position and reports each requested solution.
    fn solve(
        &self,
        input: &str,
        position: &Position,
        progress: &(dyn Fn(Progress) + Sync),
        tell: &mut dyn FnMut(Record) -> Result<(), ()>,
    ) -> Result<(), Failure> {
        let started = Instant::now();
        let time_is_up = || self.time_limit.is_some_and(|limit| started.elapsed() >= limit);
        let position = self.aim(position)?;
        let mut request = self.request(&position);
        let is_optimal = self.solver.engine(&request).is_ok_and(|engine| engine == Engine::Optimal);
        // The length below which solutions have been ruled out. Of the depths of engines, only those of the optimal solver mean that.
        let ruled_out = AtomicU32::new(0);
        let listen = |told: Progress| {
            match told {
                Progress::Depth { length, .. } if is_optimal => {
                    ruled_out.fetch_max(length, Ordering::Relaxed)
                }
                Progress::LowerBound { cost } => ruled_out.fetch_max(cost, Ordering::Relaxed),
                _ => 0,
            };
            progress(told);
        };
        let control =
            Control::new().with_cancel(interrupt::flag()).with_deadline(&time_is_up).with_progress(&listen);
        let one = self.limits.max_solutions == Some(1) && !self.improvements;
        let (mut count, mut best) = (0u64, None);
        if self.slack > 0 {
            request.limits.max_length = self.longest_with_slack(&request, &control)?;
        }
        let mut shortest = u64::MAX;
        let note = |answer: &Answer| {
            if let (Some(output), Some(derivation)) = (self.notes, &answer.derivation) {
                output.note(&derivation.to_string());
            }
        };
        let mut heard = |answer: Answer| {
            // An improvement may be repeated because its bound has risen.
            if self.improvements && answer.length >= shortest && !answer.optimal {
                return ControlFlow::Continue(());
            }
            shortest = answer.length;
            count += 1;
            if one {
                // Of successively better solutions, only the last one is wanted.
                best = Some(answer);
                return ControlFlow::Continue(());
            }
            note(&answer);
            match tell(self.record(input, &position.state, &answer, started.elapsed())) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        let end = match &self.into {
            Into::Targets(targets) => self.solver.solve_into(&request, targets, &control, &mut heard),
            _ => self.solver.solve(&request, &control, &mut heard),
        };
        let end = end.map_err(|fault| failure(&fault))?;
        if let Some(answer) = best {
            note(&answer);
            if let Some(advice) = self.solver.advice(&request, &answer)
                && !self.advised.swap(true, Ordering::Relaxed)
            {
                self.tables.listener().advise(&advice);
            }
            // The caller notices if standard output has lost its reader.
            let _ = tell(self.record(input, &position.state, &answer, started.elapsed()));
            return Ok(());
        }
        let known = match ruled_out.into_inner() {
            // With several targets, the bounds are those of single ones.
            least @ 1..
                if self.limits.min_length == 0 && count == 0 && !matches!(self.into, Into::Targets(_)) =>
            {
                format!("; none has fewer than {least} moves ({})", self.metric.name())
            }
            _ => String::new(),
        };
        let told = |failure: Failure| Failure { message: failure.message + &known, ..failure };
        match end {
            _ if interrupt::happened() => Err(told(Failure::interrupted())),
            Outcome::Found(()) => Ok(()),
            _ if self.improvements && count > 0 => Ok(()),
            // All solutions up to a given length were requested, and all were reported.
            Outcome::LimitReached(StopReason::Length) | Outcome::ProvenNone if count > 0 => Ok(()),
            Outcome::ProvenNone => Err(failure(&SolveError::exhausted(&request))),
            Outcome::LimitReached(StopReason::Length) => Err(limit(StopReason::Length)),
            Outcome::LimitReached(reason) if count > 0 => {
                let found = number_of(count, ["solution", "solutions"]);
                Err(Failure { message: format!("{found}, perhaps not all: {reason}"), ..limit(reason) })
            }
            Outcome::LimitReached(StopReason::Memory) if self.method == Method::Huge => {
                let needed = self.solver.memory_with_huge().div_ceil(1 << 20);
                Err(limit(StopReason::Memory).help(format!("--method huge needs --memory {needed}MiB")))
            }
            Outcome::LimitReached(reason) => Err(told(limit(reason))),
        }
    }

    /// The greatest requested length: that of the shortest solution plus the slack, within the length limit.
    fn longest_with_slack(
        &self,
        request: &Request<'_>,
        control: &Control<'_>,
    ) -> Result<Option<u32>, Failure> {
        let limits = Limits { max_solutions: Some(1), ..request.limits.clone() };
        let shortest = Request { optimal: true, limits, ..request.clone() };
        let mut longest = request.limits.max_length;
        let found = self.solver.solve(&shortest, control, &mut |answer| {
            let length = u32::try_from(answer.length).unwrap_or(u32::MAX).saturating_add(self.slack);
            longest = Some(longest.map_or(length, |most| most.min(length)));
            ControlFlow::Break(())
        });
        found.map(|_| longest).map_err(|fault| failure(&fault))
    }

    fn record(&self, input: &str, start: &State, answer: &Answer, elapsed: Duration) -> Record {
        let solution = algorithm::write_from(&self.model.puzzle, start, &answer.turns);
        let shown = match &answer.derivation {
            Some(derivation) if self.explains => in_parts(&answer.turns, &derivation.parts()),
            _ => None,
        };
        let shown = shown.as_ref().unwrap_or(&solution);
        let proven = if answer.optimal { "*" } else { "" };
        let space = if solution.is_empty() { "" } else { " " };
        Record::done(
            format!("{shown}{space}({}{proven})", counted(answer.length, &self.metric)),
            json!({
                "puzzle": self.model.puzzle.name(),
                "input": input,
                "solution": solution,
                "algorithm": solution,
                "length": answer.length,
                "metric": self.metric.name(),
                "method": answer.engine.to_string(),
                "optimal": answer.optimal,
                "lower_bound": answer.lower_bound,
                "nodes": answer.nodes,
                "seconds": rounded(elapsed.as_secs_f64()),
                "phases": phases(answer),
            }),
        )
    }
}

/// The turns with a dot between the parts of a solution; `None` if it has no parts.
fn in_parts(turns: &[Turn], lengths: &[usize]) -> Option<String> {
    let (mut words, mut rest) = (Vec::new(), turns);
    for &length in lengths {
        let (part, others) = rest.split_at_checked(length)?;
        words.push(algorithm::write(part));
        rest = others;
    }
    words.retain(|word| !word.is_empty());
    (!words.is_empty()).then(|| words.join(" . "))
}

/// The phases of a solution of the two-phase method, as JSON.
fn phases(answer: &Answer) -> Value {
    match &answer.derivation {
        Some(Derivation::TwoPhase(phases)) => json!({
            "phase_1": phases.phase_1(),
            "phase_2": phases.phase_2(),
            "pre_moves": phases.pre_moves(),
            "axis": phases.axis().to_string(),
            "inverse": phases.is_inverse(),
        }),
        _ => Value::Null,
    }
}

fn limit(reason: StopReason) -> Failure {
    let failure = Failure::limit(format!("no solution: {reason}"));
    match reason {
        StopReason::Length => failure.help("allow a greater --max-length"),
        StopReason::Time => failure.help("allow a longer --time-limit"),
        StopReason::Memory => failure.help("allow more --memory"),
        StopReason::Nodes => failure.help("allow a greater --node-limit"),
        StopReason::Cancelled => Failure::interrupted(),
        StopReason::Fault => Failure::bad_input(reason.to_string()),
    }
}

/// Converts an error of the solver to a failure for the user.
pub(super) fn failure(fault: &SolveError) -> Failure {
    match fault {
        SolveError::Unsolvable(_) | SolveError::UnsolvableByThese(_) => Failure::no(fault.to_string()),
        SolveError::Space(SpaceError::OutOfReach { .. }) => {
            Failure::no(format!("the position cannot be solved: {fault}"))
        }
        SolveError::Space(SpaceError::Free(_, metric)) if metric.starts_with("twist") => Failure::bad_input(
            fault.to_string(),
        )
        .help("without --optimal, solutions of Square-1 with few twists are found; or choose --metric htm"),
        SolveError::Limit(reason) => limit(*reason),
        SolveError::Refused(_)
        | SolveError::Space(_)
        | SolveError::Pattern(_)
        | SolveError::Words(_)
        | SolveError::After(_)
        | SolveError::NoEngine(_)
        | SolveError::Lacking(..)
        | SolveError::Rejected(_) => Failure::bad_input(fault.to_string()),
        SolveError::Count(fault) => by_count(fault),
    }
}

fn by_count(fault: &CountError) -> Failure {
    let text = fault.to_string();
    match fault {
        CountError::Absent => Failure::bad_input(text).help(
            "count them with god PUZZLE --disk DIR --keep, and solve with the same --metric, --moves, --symmetry and --memory",
        ),
        CountError::Incomplete(_) => {
            Failure::bad_input(text).help("the same god command without --depth completes it")
        }
        CountError::Stopped(_) => Failure::interrupted(),
        CountError::Count(GodError::Store { .. }) => Failure::limit(text),
        _ => Failure::bad_input(text),
    }
}
