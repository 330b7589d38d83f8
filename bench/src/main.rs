//! Benchmarks of Tala, compared with baselines of the same machine in the same run. See `bench/README.md`.
#![expect(clippy::print_stdout, reason = "results are printed")]
#![expect(unreachable_pub, reason = "`pub` is shorter than `pub(crate)`, and a program has no public interface")]

mod baseline;
mod concurrent_baseline;
mod dataset;
mod invariants;
mod ledger_check;
mod lists;
mod load;
mod paid_booking;
mod provider;
mod recorded_response;
mod report;
mod seed;
mod server;
mod startup;
mod temp_database;
mod workloads;

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

use crate::baseline::{Baseline, BookingSupply};
use crate::dataset::{Dataset, Size};
use crate::ledger_check::LedgerCheck;
use crate::lists::Sessions;
use crate::provider::Provider;
use crate::recorded_response::RecordedResponse;
use crate::server::Server;
use crate::temp_database::{Engine, TempDatabase};
use crate::workloads::Workloads;

#[derive(Parser)]
#[command(about = "Benchmarks of Tala, compared with baselines of the same machine")]
struct Arguments {
    /// Duration of each load in seconds.
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Size of the dataset.
    #[arg(long, value_enum, default_value_t = Scale::Full)]
    scale: Scale,
    /// Database engine. Default: SQLite, and PostgreSQL if TALA_TEST_POSTGRES is set.
    #[arg(long, value_enum)]
    database: Option<Engine>,
    /// Size of the server's connection pool. Default: the product's.
    #[arg(long)]
    connections: Option<u32>,
    /// Number of servers on the database, among which the clients are distributed; PostgreSQL only.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=9))]
    servers: u8,
    /// Run a worker during the load; its mails are discarded.
    #[arg(long)]
    worker: bool,
    /// Directory for the SQLite file; its disk is part of the measurement.
    #[arg(long)]
    dir: Option<PathBuf>,
    /// Path of the `tala` binary, to measure its start on the stored data (T9).
    #[arg(long)]
    program: Option<PathBuf>,
}

/// Size of the dataset.
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
    // The server uses this runtime; the clients have a separate thread.
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
    let dataset = Arc::new(Dataset::generate(arguments.scale.size(), clock.now())?);
    let database = runtime.block_on(TempDatabase::create(engine, arguments.dir.as_deref()))?;
    println!(
        "\n## {engine:?}: {} teachers, {} students, {} bookings; {} × {connections} connections; {}; worker {}",
        dataset.size.teachers,
        dataset.size.teachers * dataset.size.students_each,
        dataset.seeded_bookings(),
        arguments.servers,
        runtime.block_on(database.durability())?,
        if arguments.worker { "on" } else { "off" }
    );
    let options = Options::new(database.url(), connections);
    let store = runtime.block_on(seed_database(&options, &database, &dataset))?;

    let identity_provider = Arc::new(IdentityProvider::default());
    let provider = runtime.block_on(Provider::start())?;
    let recorded = RecordedResponse::default();
    ensure!(arguments.servers == 1 || engine == Engine::Postgres, "--servers requires --database postgres");
    let mut servers = Vec::new();
    for number in 0..arguments.servers {
        let open = async || if number == 0 { Ok(store.clone()) } else { Store::open(&options).await };
        let (store, payments) = (runtime.block_on(open())?, provider.payments()?);
        let starting = Server::start(store, &config, &identity_provider, payments, recorded.clone(), arguments.worker);
        servers.push(runtime.block_on(starting)?);
    }
    let addresses: Vec<_> = servers.iter().map(|server| server.address).collect();
    let first = servers.first().context("no server")?;
    let length = Duration::from_secs(arguments.seconds);
    let mut workloads = Workloads::new(&addresses, &dataset, &identity_provider, recorded, clock.now(), length)?;
    workloads.read(engine)?;
    let sessions = Sessions::open(runtime, &first.ctx, first.address, &dataset, &identity_provider, clock.now())?;
    lists::measure(&mut workloads.report, first.address, &dataset, &sessions, length)?;
    workloads.book()?;
    workloads.send_webhooks(&provider)?;
    let payment_micros = workloads.pay(&provider)?;
    servers.into_iter().try_for_each(|server| runtime.block_on(server.stop()))?;
    runtime.block_on(provider.stop())?;
    let baselines = runtime.block_on(measure_baselines(&database, &dataset, length))?;
    workloads.compare(engine, &baselines);
    workloads.acknowledged.with_credits += baselines.iter().map(|baseline| baseline.done).sum::<usize>();
    let ledger = runtime.block_on(LedgerCheck::run(&store, &database))?;
    ledger.add_to(&mut workloads.report);
    println!("\n{}", workloads.report.table());
    println!("not included: {payment_micros:.0} µs for each customer's payment, in the client thread");
    let bookings = runtime.block_on(invariants::verify(&database, &ledger, &dataset, workloads.acknowledged))?;
    println!("correct: no findings of the ledger check, no overlaps, {bookings} bookings as acknowledged and seeded");
    runtime.block_on(store.close());
    // Last, because its worker processes due jobs.
    if let Some(program) = &arguments.program {
        println!("\n{}", startup::measure(program, &database)?.table());
    }
    runtime.block_on(database.remove())
}

async fn seed_database(options: &Options, database: &TempDatabase, dataset: &Dataset) -> Result<Store> {
    let started = Instant::now();
    let store = Store::open(options).await?;
    seed::seed(&store, dataset).await?;
    database.vacuum().await?;
    println!("seeded in {:.0} s", started.elapsed().as_secs_f64());
    Ok(store)
}

/// Measures the baselines of booking, on the database after the load.
async fn measure_baselines(database: &TempDatabase, dataset: &Arc<Dataset>, length: Duration) -> Result<Vec<Baseline>> {
    let supply = Arc::new(BookingSupply::new(Arc::clone(dataset)));
    let url = database.url();
    let baselines = match database {
        TempDatabase::Sqlite { path, .. } => vec![
            baseline::measure_sqlite(path, &supply, length)?,
            concurrent_baseline::measure_group_commit(&url, &supply, length).await?,
        ],
        TempDatabase::Postgres { .. } => vec![concurrent_baseline::measure_postgres(&url, &supply, length).await?],
    };
    let is_complete = baselines.iter().all(|baseline| baseline.per_second > 0.0);
    ensure!(is_complete, "all available times are booked: use a larger --scale or fewer --seconds");
    Ok(baselines)
}
