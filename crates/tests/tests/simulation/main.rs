//! Thousands of random events against the real product, on both databases, with a payment provider that misbehaves, and an
//! auditor who shares no code with the product (docs/testing.md).
//!
//! A run consists of lives. Each has an empty database, one seed, and at most [`STEPS_OF_A_LIFE`] steps; then peace is
//! made and the auditor looks at everything. The seed chooses every event, and in which order events that happen at once
//! are carried on. A life that fails prints its seed, what happened last, and the command that replays it.

mod acts;
mod audit;
mod buying;
mod classes;
mod diary;
mod offer;
mod office;
mod payday;
mod peace;
mod provider;
mod random;
mod school;
mod together;
mod trouble;
mod world;

use tala_tests::{Database, Kind};

use crate::diary::Diary;
use crate::world::World;

/// Long enough for every kind of trouble, short enough for tables that a full audit reads in a moment.
const STEPS_OF_A_LIFE: u64 = 500;
/// The lives of a run are distributed over this many tests, which run in parallel.
const PARTS: u64 = 4;
/// The steps on each database in `make test`: two lives for each test. `make prove` takes many more.
const USUAL_STEPS: u64 = 4_000;

fn from_environment(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).map_or(otherwise, |text| text.parse().unwrap_or_else(|_| panic!("{name} is not a number")))
}

/// Goes through every life of the run that falls to this part, two at a time: each waits now and then.
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
        let diary = Diary::of(kind, seed, steps);
        let mut world = World::new(database, seed, &diary).await;
        world.live(steps).await;
        world.make_peace().await;
        diary.close();
    });
}

macro_rules! parts {
    ($($database:ident: $kind:expr;)+) => {
        $(mod $database {
            #[test]
            fn random_events_leave_the_books_in_order_1() {
                super::live($kind, 0);
            }

            #[test]
            fn random_events_leave_the_books_in_order_2() {
                super::live($kind, 1);
            }

            #[test]
            fn random_events_leave_the_books_in_order_3() {
                super::live($kind, 2);
            }

            #[test]
            fn random_events_leave_the_books_in_order_4() {
                super::live($kind, 3);
            }
        })+
    };
}

parts! {
    sqlite: tala_tests::Kind::Sqlite;
    postgres: tala_tests::Kind::Postgres;
}
