//! Thousands of random steps against the real product, on both databases, with a faulty payment provider and an auditor
//! that shares no code with the product (docs/simulation.md).
//!
//! A run consists of lives. Each has an empty database, one seed, and at most [`STEPS_OF_A_LIFE`] steps; then faults
//! are switched off and the auditor checks everything. The seed chooses every step and how concurrent steps interleave.
//! A life that fails prints its seed, its last lines, and the command that replays it.

mod admin;
mod audit;
mod buying;
mod classes;
mod concurrency;
mod expected_slots;
mod families;
mod faults;
mod payday;
mod people;
mod provider;
mod quiescence;
mod random;
mod steps;
mod trace;
mod world;

use tala_tests::{Database, Kind};

use crate::trace::Trace;
use crate::world::World;

/// Long enough for every kind of fault, short enough for tables that a full audit reads quickly.
const STEPS_OF_A_LIFE: u64 = 500;
/// The lives of a run are distributed over this many tests, which run in parallel.
const PARTS: u64 = 4;
/// Steps on each database in `make test`: two lives for each test. `make prove` runs many more.
const USUAL_STEPS: u64 = 4_000;

fn from_environment(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap_or_else(|_| panic!("{name} is not a number")))
}

/// Runs the lives of this part, two concurrently, because each waits now and then.
fn live(kind: Kind, part: u64) {
    let first = from_environment("TALA_SIMULATION_SEED", 1);
    let steps = from_environment("TALA_SIMULATION_STEPS", USUAL_STEPS);
    let lives = |half: u64| {
        let mut number = part + half * PARTS;
        while let Some(left) = steps.checked_sub(number * STEPS_OF_A_LIFE).filter(|left| *left > 0) {
            live_once(kind, first + number, left.min(STEPS_OF_A_LIFE));
            number += 2 * PARTS;
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(|| lives(1));
        lives(0);
    });
}

fn live_once(kind: Kind, seed: u64, steps: u64) {
    tala_tests::run_on_one_thread(kind, async move |database: Database| {
        let trace = Trace::of(kind, seed, steps);
        let mut world = World::new(database, seed, &trace).await;
        world.live(steps).await;
        world.switch_faults_off_and_audit().await;
        trace.close();
    });
}

macro_rules! parts {
    ($($database:ident: $kind:expr;)+) => {
        $(mod $database {
            #[test]
            fn random_steps_keep_the_ledger_balanced_1() {
                super::live($kind, 0);
            }

            #[test]
            fn random_steps_keep_the_ledger_balanced_2() {
                super::live($kind, 1);
            }

            #[test]
            fn random_steps_keep_the_ledger_balanced_3() {
                super::live($kind, 2);
            }

            #[test]
            fn random_steps_keep_the_ledger_balanced_4() {
                super::live($kind, 3);
            }
        })+
    };
}

parts! {
    sqlite: tala_tests::Kind::Sqlite;
    postgres: tala_tests::Kind::Postgres;
}
