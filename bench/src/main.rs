//! How fast Tala is, beside what the machine can do at all, in one run. See `bench/README.md`.
#![expect(clippy::print_stdout, reason = "a bench reports to its terminal")]
#![expect(unreachable_pub, reason = "`pub` reads better than `pub(crate)` everywhere in a program")]

mod books;
mod check;
mod lists;
mod load;
mod memory;
mod paid;
mod place;
mod plain;
mod provider;
mod report;
mod scenes;
mod school;
mod seed;
mod server;
mod start;
mod tasks;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use clap::{Parser, ValueEnum};
use tala_server::system::SystemClock;
use tala_store::{Options, Store};
use tala_tests::IdentityProvider;
use tokio::runtime::Runtime;

use crate::books::Books;
use crate::lists::Office;
use crate::memory::Recorded;
use crate::place::{Engine, Place};
use crate::plain::{Plain, Supply};
use crate::provider::Provider;
use crate::scenes::Scenes;
use crate::school::{School, Size};
use crate::server::Server;

/// What to measure.
#[derive(Parser)]
#[command(about = "Tala under load, beside the machine's own limits")]
struct Arguments {
    /// Seconds for each line of the table.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// How large the school is.
    #[arg(long, value_enum, default_value_t = Scale::Full)]
    scale: Scale,
    /// One database only; otherwise SQLite, and PostgreSQL where TALA_TEST_POSTGRES names one.
    #[arg(long, value_enum)]
    database: Option<Engine>,
    /// Database connections of the server.
    #[arg(long)]
    connections: Option<u32>,
    /// Servers on the one database, between which the clients divide; each has its own connections (not on SQLite).
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    servers: u8,
    /// Let the server's worker handle the mails of each booking during the load; they are discarded.
    #[arg(long)]
    worker: bool,
    /// Where the SQLite file is made; the disk below it is part of what is measured.
    #[arg(long)]
    folder: Option<PathBuf>,
    /// The program itself, to be started on what the bench has stored.
    #[arg(long)]
    program: Option<PathBuf>,
}

/// How large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Scale {
    /// 10,000 teachers, 200,000 students, 10,000,000 bookings; about 41 GB.
    Huge,
    /// 5,000 teachers, 100,000 students, 1,000,000 bookings; about 5 GB.
    Large,
    /// 1,000 teachers, 20,000 students, 200,000 bookings.
    Full,
    /// 200 teachers, 1,000 students, 10,000 bookings.
    Small,
    /// 200 teachers, 1,000 students, 1,000 bookings.
    Tiny,
}

impl Scale {
    const fn size(self) -> Size {
        match self {
            Self::Huge => Size { teachers: 10_000, students_each: 20, bookings_each: 1000 },
            Self::Large => Size { teachers: 5000, students_each: 20, bookings_each: 200 },
            Self::Full => Size { teachers: 1000, students_each: 20, bookings_each: 200 },
            Self::Small => Size { teachers: 200, students_each: 5, bookings_each: 50 },
            Self::Tiny => Size { teachers: 200, students_each: 5, bookings_each: 5 },
        }
    }
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let engines = match arguments.database {
        Some(engine) => vec![engine],
        None if std::env::var_os("TALA_TEST_POSTGRES").is_some() => vec![Engine::Sqlite, Engine::Postgres],
        None => vec![Engine::Sqlite],
    };
    // The server has this runtime; the clients have a thread of their own.
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    for engine in engines {
        measure(&runtime, engine, &arguments)?;
    }
    Ok(())
}

fn measure(runtime: &Runtime, engine: Engine, arguments: &Arguments) -> Result<()> {
    let clock = SystemClock::default();
    let config = tala_server::config::load(None, &BTreeMap::new())?;
    let connections = arguments.connections.unwrap_or(config.database.max_connections);
    let school = Arc::new(School::plan(arguments.scale.size(), clock.now())?);
    let place = runtime.block_on(Place::make(engine, arguments.folder.as_deref()))?;
    println!(
        "\n## {engine:?}: {} teachers, {} students, {} bookings; {} × {connections} connections; {}; worker {}",
        school.size.teachers,
        school.size.teachers * school.size.students_each,
        school.booked(),
        arguments.servers,
        runtime.block_on(place.durability())?,
        if arguments.worker { "on" } else { "off" }
    );
    let options = Options::new(place.url(), connections);
    let store = runtime.block_on(fill(&options, &place, &school))?;

    let people = Arc::new(IdentityProvider::default());
    let provider = runtime.block_on(Provider::start())?;
    let recorded = Recorded::default();
    ensure!(arguments.servers == 1 || engine == Engine::Postgres, "a SQLite file has one server");
    let mut servers = Vec::new();
    for turn in 0..arguments.servers {
        let own = async || if turn == 0 { Ok(store.clone()) } else { Store::open(&options).await };
        let (store, payments) = (runtime.block_on(own())?, provider.payments()?);
        let starting = Server::start(store, &config, &people, payments, recorded.clone(), arguments.worker);
        servers.push(runtime.block_on(starting)?);
    }
    let addresses: Vec<_> = servers.iter().map(|server| server.address).collect();
    let first = servers.first().context("no server")?;
    let length = Duration::from_secs(arguments.seconds);
    let mut scenes = Scenes::new(&addresses, &school, &people, recorded, clock.now(), length)?;
    scenes.read(engine)?;
    let office = Office::open(runtime, &first.ctx, first.address, &school, &people, clock.now())?;
    lists::measure(&mut scenes.report, first.address, &school, &office, length)?;
    scenes.book()?;
    scenes.notify(&provider)?;
    let paying = scenes.pay(&provider)?;
    servers.into_iter().try_for_each(|server| runtime.block_on(server.stop()))?;
    runtime.block_on(provider.stop())?;
    let ceilings = runtime.block_on(without_product(&place, &school, length))?;
    scenes.compare(engine, &ceilings);
    scenes.acknowledged.with_credits += ceilings.iter().map(|plain| plain.done).sum::<usize>();
    let books = runtime.block_on(Books::prove(&store, &place))?;
    books.add_to(&mut scenes.report);
    println!("\n{}", scenes.report.table());
    println!("not counted in the times: {paying:.0} µs for each customer to pay, in the client's thread");
    let bookings = runtime.block_on(check::all(&place, &books, &school, scenes.acknowledged))?;
    println!(
        "correct: ledger clean, no overlap, {bookings} bookings = seats = paid with credits or money = acknowledged + seeded"
    );
    runtime.block_on(store.close());
    // Its worker does what is due, so it comes after all counting.
    if let Some(program) = &arguments.program {
        println!("\n{}", start::measure(program, &place)?.table());
    }
    runtime.block_on(place.remove())
}

async fn fill(options: &Options, place: &Place, school: &School) -> Result<Store> {
    let started = Instant::now();
    let store = Store::open(options).await?;
    seed::fill(&store, school).await?;
    place.settle().await?;
    println!("filled in {:.0} s", started.elapsed().as_secs_f64());
    Ok(store)
}

/// The ceilings of booking on the database after the load.
async fn without_product(place: &Place, school: &Arc<School>, length: Duration) -> Result<Vec<Plain>> {
    let supply = Arc::new(Supply::of(Arc::clone(school)));
    let ceilings = match place {
        Place::File { path, .. } => vec![
            plain::on_sqlite(path, &supply, length)?,
            tasks::with_group_commit(&place.url(), &supply, length).await?,
        ],
        Place::Server { .. } => vec![tasks::on_postgres(&place.url(), &supply, length).await?],
    };
    let complete = ceilings.iter().all(|plain| plain.per_second > 0.0);
    ensure!(complete, "every free hour was booked before the end: take a larger school or fewer seconds");
    Ok(ceilings)
}
