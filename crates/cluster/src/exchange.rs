//! What processes say to each other: parcels over timely dataflow, and the epochs by which they wait for each other.
//!
//! Start at [`Exchange::start`]. One thread runs the dataflow: parcels go to the process that they name, which delivers them and sends a
//! receipt back. timely accepts any amount of data at once; here a sender waits while more than [`IN_FLIGHT`] bytes of its parcels have no
//! receipt, so that memory stays bounded. All processes end an epoch together: when it is over, every parcel of every process has been
//! delivered. timely ends when a process does; its panics end here, as an error of the next call.

use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io;
use std::net::TcpStream;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex, Once, PoisonError};
use std::time::Duration;
use timely::communication::allocator::AllocatorBuilder;
use timely::communication::allocator::zero_copy::initialize::initialize_networking_from_sockets;
use timely::communication::{Hooks, WorkerGuards};
use timely::dataflow::operators::vec::Map;
use timely::dataflow::operators::{Exchange as _, Inspect, Probe};
use timely::dataflow::{InputHandle, ProbeHandle};
use timely::worker::Worker;

/// Bytes that a process may have sent without receipt.
const IN_FLIGHT: u64 = 4 << 20;

/// Commands that wait for the thread of the dataflow.
const WAITING: usize = 16;

/// How long that thread sleeps, if nothing arrives and nothing is to be sent.
const PAUSE: Duration = Duration::from_millis(1);

/// What travels.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Content {
    /// A message for a part at a level.
    Message(Place, Packed),
    /// A piece of a file of a part.
    Piece(Place, Packed),
    /// The end of such a file.
    End(Place),
    /// Numbers that all processes add, and their epoch.
    Numbers(u64, Vec<u64>),
    /// A receipt for some bytes.
    Receipt(u64),
}

/// A level and a part.
pub(crate) type Place = (u64, usize);

/// Bytes in words, which are encoded faster.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Packed {
    length: usize,
    words: Vec<u64>,
}

impl Packed {
    pub(crate) fn new(bytes: &[u8]) -> Self {
        let word = |chunk: &[u8]| chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        Packed { length: bytes.len(), words: bytes.chunks(8).map(word).collect() }
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.words.iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.truncate(self.length);
        bytes
    }
}

impl Content {
    fn size(&self) -> u64 {
        match self {
            Content::Message(_, packed) | Content::Piece(_, packed) => packed.length as u64,
            _ => 0,
        }
    }
}

/// A content on its way.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Parcel {
    from: usize,
    to: usize,
    content: Content,
}

/// A request to the thread of the dataflow.
enum Command {
    Send(usize, Content),
    /// Ends an epoch and answers with the sums of the numbers of all processes.
    End(Vec<u64>, Sender<Vec<u64>>),
}

/// What takes in parcels: messages and files.
pub(crate) type Deliver = Arc<dyn Fn(Content) -> io::Result<()> + Send + Sync>;

/// The connection to the other processes.
pub(crate) struct Exchange {
    commands: Option<SyncSender<Command>>,
    shared: Arc<Shared>,
    guards: Mutex<Option<WorkerGuards<()>>>,
    /// Whether all processes end now, and none is lost.
    is_over: AtomicBool,
}

impl std::fmt::Debug for Exchange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Exchange").field("shared", &self.shared).finish_non_exhaustive()
    }
}

/// What threads tell each other.
#[derive(Debug, Default)]
struct Shared {
    /// The first error of a delivery, or why the dataflow ended.
    fault: Mutex<Option<(io::ErrorKind, String)>>,
}

impl Shared {
    fn fail(&self, kind: io::ErrorKind, text: String) {
        self.fault.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert((kind, text));
    }

    fn fault(&self) -> Option<io::Error> {
        let fault = self.fault.lock().unwrap_or_else(PoisonError::into_inner);
        fault.as_ref().map(|(kind, text)| io::Error::new(*kind, text.clone()))
    }
}

impl Exchange {
    /// Starts the dataflow over connections to all other processes.
    pub(crate) fn start(
        streams: Vec<Option<TcpStream>>,
        process: usize,
        deliver: Deliver,
    ) -> io::Result<Self> {
        silence_lost_connections();
        let hooks = Hooks::default();
        let local =
            timely::communication::allocator::ProcessBuilder::new_typed_vector(1, hooks.refill.clone(), None);
        let (builders, guard) = initialize_networking_from_sockets(local, streams, process, 1, hooks)?;
        let builders = builders.into_iter().map(AllocatorBuilder::Tcp).collect();
        let (commands, requests) = sync_channel(WAITING);
        let shared = Arc::new(Shared::default());
        let (requests, told) = (Mutex::new(Some(requests)), Arc::clone(&shared));
        let work = move |worker: &mut Worker| {
            let Some(requests) = requests.lock().unwrap_or_else(PoisonError::into_inner).take() else {
                return;
            };
            let run = || Dataflow::new(worker, process, &deliver, &told).run(&requests);
            if let Err(panic) = catch_unwind(AssertUnwindSafe(run)) {
                let why = panic.downcast_ref::<String>().cloned();
                let why = why.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
                told.fail(io::ErrorKind::ConnectionAborted, lost(&why.unwrap_or_default()));
            }
        };
        let guards =
            timely::execute::execute_from(builders, Box::new(guard), timely::WorkerConfig::default(), work)
                .map_err(io::Error::other)?;
        let (guards, is_over) = (Mutex::new(Some(guards)), AtomicBool::new(false));
        Ok(Exchange { commands: Some(commands), shared, guards, is_over })
    }

    /// Fails when another process is lost, or something that arrived could not be written.
    pub(crate) fn check(&self) -> io::Result<()> {
        self.shared.fault().map_or(Ok(()), Err)
    }

    fn command(&self, command: Command) -> io::Result<()> {
        self.check()?;
        let sent = self.commands.as_ref().map(|commands| commands.send(command));
        if matches!(sent, Some(Ok(()))) { Ok(()) } else { Err(self.ended()) }
    }

    /// Says that all processes have got what they need, and end together.
    pub(crate) fn finish(&self) -> io::Result<()> {
        self.end_epoch(&[])?;
        self.is_over.store(true, Relaxed);
        Ok(())
    }

    fn ended(&self) -> io::Error {
        self.shared.fault().unwrap_or_else(|| io::Error::new(io::ErrorKind::ConnectionAborted, lost("")))
    }

    /// Sends something to a process.
    pub(crate) fn send(&self, to: usize, content: Content) -> io::Result<()> {
        self.command(Command::Send(to, content))
    }

    /// Ends an epoch: waits until all processes do, and until all parcels are delivered. Returns the sums of their numbers.
    pub(crate) fn end_epoch(&self, numbers: &[u64]) -> io::Result<Vec<u64>> {
        let (sender, answer) = channel();
        self.command(Command::End(numbers.to_vec(), sender))?;
        let sums = answer.recv().map_err(|_| self.ended())?;
        self.check().map(|()| sums)
    }
}

impl Drop for Exchange {
    fn drop(&mut self) {
        self.commands = None;
        let guards = self.guards.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if self.is_over.load(Relaxed) && self.shared.fault().is_none() {
            // What was sent last is still on its way. A process that is lost now is no longer needed.
            let _ = catch_unwind(AssertUnwindSafe(|| drop(guards)));
        } else {
            // The dataflow ends only when all processes end theirs. This one does not wait for them.
            std::mem::forget(guards);
        }
    }
}

fn lost(why: &str) -> String {
    let why = if why.is_empty() || why.contains("poisoned") { String::new() } else { format!(" ({why})") };
    format!(
        "the connection to another process was lost{why}; start all of them again to continue after the last complete level"
    )
}

/// Lost connections are errors of calls; their panics in threads of timely need no message of their own.
fn silence_lost_connections() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            let is_timely = std::thread::current().name().is_some_and(|name| name.starts_with("timely:"));
            if !is_timely {
                before(panic);
            }
        }));
    });
}

/// The dataflow of this process, in its thread.
struct Dataflow<'a> {
    worker: &'a mut Worker,
    process: usize,
    processes: usize,
    input: InputHandle<u64, timely::container::CapacityContainerBuilder<Vec<Parcel>>>,
    probe: ProbeHandle<u64>,
    in_flight: Rc<Cell<u64>>,
    /// By epoch.
    sums: Rc<RefCell<BTreeMap<u64, Vec<u64>>>>,
    epoch: u64,
    shared: &'a Shared,
}

impl<'a> Dataflow<'a> {
    fn new(worker: &'a mut Worker, process: usize, deliver: &Deliver, shared: &'a Arc<Shared>) -> Self {
        let (mut input, probe) = (InputHandle::new(), ProbeHandle::new());
        let in_flight = Rc::new(Cell::new(0_u64));
        let sums: Rc<RefCell<BTreeMap<u64, Vec<u64>>>> = Rc::default();
        let (deliver, told) = (Arc::clone(deliver), Arc::clone(shared));
        let (received, added) = (Rc::clone(&in_flight), Rc::clone(&sums));
        let processes = worker.peers();
        worker.dataflow::<u64, _, _>(|scope| {
            input
                .to_stream(scope)
                // An input that is flushed leaves parcels in the buffers of an exchange that follows it, until there are many of them: senders
                // would wait forever for their receipts. An operator flushes what follows whenever it has run.
                .map(|parcel| parcel)
                .exchange(|parcel: &Parcel| parcel.to as u64)
                .map(move |Parcel { from, to, content }: Parcel| {
                    let bytes = content.size();
                    match content {
                        Content::Numbers(epoch, numbers) => {
                            let mut sums = added.borrow_mut();
                            let sums = sums.entry(epoch).or_default();
                            sums.resize(sums.len().max(numbers.len()), 0);
                            sums.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += number);
                        }
                        content => {
                            if let Err(fault) = deliver(content) {
                                told.fail(fault.kind(), fault.to_string());
                            }
                        }
                    }
                    Parcel { from: to, to: from, content: Content::Receipt(bytes) }
                })
                .exchange(|parcel: &Parcel| parcel.to as u64)
                .inspect(move |parcel: &Parcel| {
                    if let Content::Receipt(bytes) = parcel.content {
                        received.set(received.get().saturating_sub(bytes));
                    }
                })
                .probe_with(&probe);
        });
        Dataflow { worker, process, processes, input, probe, in_flight, sums, epoch: 0, shared }
    }

    /// Follows commands until there are no more.
    fn run(mut self, requests: &Receiver<Command>) {
        loop {
            while self.in_flight.get() > IN_FLIGHT && self.shared.fault().is_none() {
                self.worker.step_or_park(Some(PAUSE));
            }
            match requests.try_recv() {
                Ok(Command::Send(to, content)) => {
                    self.in_flight.set(self.in_flight.get() + content.size());
                    self.input.send(Parcel { from: self.process, to, content });
                    // Parcels are large: they do not wait for others.
                    self.input.flush();
                    self.worker.step();
                }
                Ok(Command::End(numbers, answer)) => {
                    let sums = self.end_epoch(&numbers);
                    // Who asked may have given up.
                    let _ = answer.send(sums);
                }
                Err(TryRecvError::Empty) => {
                    self.worker.step_or_park(Some(PAUSE));
                }
                Err(TryRecvError::Disconnected) => return,
            }
        }
    }

    fn end_epoch(&mut self, numbers: &[u64]) -> Vec<u64> {
        for to in 0..self.processes {
            let content = Content::Numbers(self.epoch, numbers.to_vec());
            self.input.send(Parcel { from: self.process, to, content });
        }
        self.epoch += 1;
        self.input.advance_to(self.epoch);
        while self.probe.less_than(&self.epoch) {
            self.worker.step_or_park(Some(PAUSE));
        }
        self.sums.borrow_mut().remove(&(self.epoch - 1)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::sync::atomic::AtomicU64;
    use std::time::Instant;

    /// Bytes of a parcel of the tests: few are enough for [`IN_FLIGHT`].
    const PARCEL: usize = 1 << 16;

    /// Both ends of a connection.
    fn connection() -> (TcpStream, TcpStream) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let one = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (one, listener.accept().unwrap().0)
    }

    /// Two processes in one, which deliver in these ways.
    fn two(deliver: [Deliver; 2]) -> [Exchange; 2] {
        let (one, other) = connection();
        let [first, second] = deliver;
        // Each waits until the other is there.
        let started = std::thread::spawn(|| Exchange::start(vec![None, Some(one)], 0, first).unwrap());
        let second = Exchange::start(vec![Some(other), None], 1, second).unwrap();
        [started.join().unwrap(), second]
    }

    /// Ends both at once, as processes do.
    fn finish(exchanges: [Exchange; 2]) {
        std::thread::scope(|scope| {
            for exchange in exchanges {
                scope.spawn(move || {
                    exchange.finish().unwrap();
                    drop(exchange);
                });
            }
        });
    }

    fn parcel() -> Content {
        Content::Message((1, 0), Packed::new(&vec![7; PARCEL]))
    }

    fn nowhere() -> Deliver {
        Arc::new(|_| Ok(()))
    }

    /// The receiver does not take in anything before the sender waits for it; what is sent by then is bounded.
    #[test]
    fn senders_wait_for_slow_receivers() {
        let (gate, delivered) = (Arc::new(Mutex::new(())), Arc::new(AtomicU64::new(0)));
        let closed = gate.lock().unwrap();
        let slow: Deliver = {
            let (gate, delivered) = (Arc::clone(&gate), Arc::clone(&delivered));
            Arc::new(move |content| {
                drop(gate.lock().unwrap());
                delivered.fetch_add(content.size(), Relaxed);
                Ok(())
            })
        };
        let exchanges = two([nowhere(), slow]);
        // Four times as much as may be under way.
        let parcels = 4 * IN_FLIGHT / PARCEL as u64;
        let accepted = AtomicU64::new(0);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..parcels {
                    exchanges[0].send(1, parcel()).unwrap();
                    accepted.fetch_add(PARCEL as u64, Relaxed);
                }
            });
            // Until no more is accepted.
            let (mut before, mut since) = (0, Instant::now());
            while before < IN_FLIGHT || since.elapsed() < Duration::from_millis(300) {
                std::thread::sleep(Duration::from_millis(10));
                let now = accepted.load(Relaxed);
                if now != before {
                    (before, since) = (now, Instant::now());
                }
            }
            // One parcel exceeds the limit, and commands wait: those in the queue, and the one that is being made.
            let most = IN_FLIGHT + (WAITING as u64 + 2) * PARCEL as u64;
            assert!(before <= most, "{before} of at most {most}");
            assert_eq!(delivered.load(Relaxed), 0);
            drop(closed);
        });
        finish(exchanges);
        assert_eq!(delivered.load(Relaxed), parcels * PARCEL as u64);
    }

    /// Both send more than may be under way, and take in slowly.
    #[test]
    fn both_may_wait_for_each_other() {
        let delivered = Arc::new(AtomicU64::new(0));
        let deliver = || {
            let delivered = Arc::clone(&delivered);
            let deliver: Deliver = Arc::new(move |content| {
                std::thread::sleep(Duration::from_micros(200));
                delivered.fetch_add(content.size(), Relaxed);
                Ok(())
            });
            deliver
        };
        let exchanges = two([deliver(), deliver()]);
        let parcels = 4 * IN_FLIGHT / PARCEL as u64;
        std::thread::scope(|scope| {
            for (from, exchange) in exchanges.iter().enumerate() {
                scope.spawn(move || {
                    for _ in 0..parcels {
                        exchange.send(1 - from, parcel()).unwrap();
                    }
                });
            }
        });
        finish(exchanges);
        assert_eq!(delivered.load(Relaxed), 2 * parcels * PARCEL as u64);
    }
}
