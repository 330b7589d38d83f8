//! A trace of the last steps, printed on failure.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;

use tala_tests::Kind;

const LINES_KEPT: usize = 60;

/// The last lines of a life. Dropped during a panic, it prints them with the command that replays the life.
pub(crate) struct Trace {
    kind: Kind,
    seed: u64,
    steps: u64,
    step: Cell<u64>,
    lines: RefCell<VecDeque<String>>,
    closed: Cell<bool>,
    spoken: bool,
}

impl Trace {
    pub(crate) fn of(kind: Kind, seed: u64, steps: u64) -> Self {
        let spoken = std::env::var_os("TALA_SIMULATION_TRACE").is_some();
        let (step, lines, closed) = Default::default();
        Self { kind, seed, steps, step, lines, closed, spoken }
    }

    pub(crate) fn turn_to(&self, step: u64) {
        self.step.set(step);
    }

    pub(crate) fn write(&self, line: impl Into<String>) {
        let line = format!("{:>5}  {}", self.step.get(), line.into());
        if self.spoken {
            eprintln!("{line}");
        }
        let mut lines = self.lines.borrow_mut();
        if lines.len() == LINES_KEPT {
            lines.pop_front();
        }
        lines.push_back(line);
    }

    /// The life has passed: print nothing.
    pub(crate) fn close(&self) {
        eprintln!("Seed {} on {:?}: {} steps, clean.", self.seed, self.kind, self.steps);
        self.closed.set(true);
    }
}

impl Drop for Trace {
    fn drop(&mut self) {
        if self.closed.get() {
            return;
        }
        let module = match self.kind {
            Kind::Sqlite => "sqlite",
            Kind::Postgres => "postgres",
        };
        eprintln!("\nSeed {} failed on {module} at step {}. What happened last:", self.seed, self.step.get());
        for line in self.lines.borrow().iter() {
            eprintln!("{line}");
        }
        eprintln!(
            "Replay (all of it with TALA_SIMULATION_TRACE=1):\n  TALA_SIMULATION_SEED={} TALA_SIMULATION_STEPS={} \
             scripts/with-postgres cargo nextest run -p tala-tests --test simulation {module}::random_events_leave_the_books_in_order_1\n",
            self.seed, self.steps
        );
    }
}
