//! Baselines of booking with 64 tasks: the statements of [`crate::baseline`], each awaited before the next is sent.

use std::collections::HashMap;
use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::Result;
use tala_db::{Connection as _, Database, Error, FromValue as _, Options, Transaction, Value, ValueRef};
use tokio::task::JoinSet;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Row, Statement};
use uuid::Uuid;

use crate::baseline::{
    AUDIT, BOOKING, Baseline, BookingRow, BookingSupply, DEBIT, DETAIL, ENTRIES, LEDGER, LOTS, OUTBOX, QUARTER_HOURS,
    SLOT,
};
use crate::load::to_f64;
use crate::seed::PRICE_MINOR;
use crate::workloads::WARM_UP;

/// The number of clients of the largest load.
const TASKS: u32 = 64;

/// Measures `tala-db` on a SQLite file, with its group commit.
pub async fn measure_group_commit(url: &str, supply: &Arc<BookingSupply>, length: Duration) -> Result<Baseline> {
    let database = Database::open(&Options::new(url, TASKS)).await?;
    let bookers = (0..TASKS).map(|_| database.clone()).collect();
    let (done, per_second) = run(bookers, supply, length).await?;
    database.close().await;
    Ok(Baseline { name: "group commit, no HTTP", tasks: TASKS, target: "≥ 0.75", done, per_second })
}

/// Measures tokio-postgres, with one connection for each task.
pub async fn measure_postgres(url: &str, supply: &Arc<BookingSupply>, length: Duration) -> Result<Baseline> {
    let mut bookers = Vec::new();
    for _ in 0..TASKS {
        bookers.push(PreparedClient::connect(url).await?);
    }
    let (done, per_second) = run(bookers, supply, length).await?;
    Ok(Baseline { name: "plain tokio-postgres, 64 tasks", tasks: TASKS, target: "≥ 0.9", done, per_second })
}

/// Runs one task for each booker. Returns the number of bookings, and the rate per second after the warm-up.
async fn run(bookers: Vec<impl Booker>, supply: &Arc<BookingSupply>, length: Duration) -> Result<(usize, f64)> {
    let warm = Instant::now() + WARM_UP;
    let mut tasks = JoinSet::new();
    for booker in bookers {
        let supply = Arc::clone(supply);
        tasks.spawn(async move {
            let (mut done, mut timed) = (0_usize, 0_usize);
            while warm.elapsed() < length {
                let Some(values) = supply.next() else { break };
                booker.book(&values).await?;
                done += 1;
                timed += usize::from(Instant::now() >= warm);
            }
            Ok::<_, Error>((done, timed))
        });
    }
    let (mut done, mut timed) = (0, 0);
    while let Some(share) = tasks.join_next().await {
        let share = share??;
        done += share.0;
        timed += share.1;
    }
    Ok((done, to_f64(timed) / warm.elapsed().as_secs_f64().max(1e-9)))
}

/// Makes bookings, each in its own transaction.
trait Booker: Send + Sync + 'static {
    fn book(&self, v: &BookingRow) -> impl Future<Output = Result<(), Error>> + Send;
}

impl Booker for Database {
    async fn book(&self, v: &BookingRow) -> Result<(), Error> {
        self.transaction(|tx| async move { book_in(&tx, v).await }).await
    }
}

impl Booker for PreparedClient {
    async fn book(&self, v: &BookingRow) -> Result<(), Error> {
        self.client.batch_execute("BEGIN").await?;
        book_in(self, v).await?;
        Ok(self.client.batch_execute("COMMIT").await?)
    }
}

/// Runs statements of an open transaction.
trait Session: Sync {
    fn ids(&self, sql: &'static str, params: &[Value]) -> impl Future<Output = Result<Vec<Uuid>, Error>> + Send;

    fn execute(&self, sql: &'static str, params: &[Value]) -> impl Future<Output = Result<u64, Error>> + Send;
}

async fn book_in(session: &impl Session, v: &BookingRow) -> Result<(), Error> {
    let slot = session.ids(SLOT, &[v.slot.into(), v.teacher.into(), v.starts.into(), v.now.into()]).await?;
    let slot = *slot.first().ok_or_else(|| failure("the slot is full"))?;
    let [a, b, c, d] = v.quarter_hours.map(Value::from);
    let taken = session.execute(QUARTER_HOURS, &[slot.into(), v.student.into(), v.teacher.into(), a, b, c, d]).await?;
    ensure(taken == 8, "a quarter-hour is busy")?;
    let lots = session.ids(LOTS, &[v.student.into(), v.teacher.into()]).await?;
    let lot = *lots.first().ok_or_else(|| failure("no credit lot"))?;
    ensure(session.execute(DEBIT, &[lot.into(), v.now.into()]).await? == 1, "no credit left")?;
    let booking = [
        v.booking.into(),
        slot.into(),
        v.student.into(),
        v.teacher.into(),
        v.starts.into(),
        v.ends.into(),
        false.into(),
        PRICE_MINOR.into(),
        v.now.into(),
    ];
    session.execute(BOOKING, &booking).await?;
    session.execute(LEDGER, &[v.booking.into(), v.now.into()]).await?;
    let entries = [v.booking.into(), v.student.into(), v.teacher.into(), lot.into(), PRICE_MINOR.into()];
    session.execute(ENTRIES, &entries).await?;
    let outbox = [v.booking.into(), v.mail.into(), v.payload.as_str().into(), v.now.into()];
    session.execute(OUTBOX, &outbox).await?;
    session.execute(AUDIT, &[v.booking.into(), v.now.into(), v.student.into(), DETAIL.into()]).await?;
    Ok(())
}

fn ensure(condition: bool, message: &str) -> Result<(), Error> {
    if condition { Ok(()) } else { Err(failure(message)) }
}

fn failure(text: &str) -> Error {
    Error::Other(text.to_owned())
}

impl Session for Transaction {
    async fn ids(&self, sql: &'static str, params: &[Value]) -> Result<Vec<Uuid>, Error> {
        let rows = self.query::<(Uuid,)>(sql, params).await?;
        Ok(rows.into_iter().map(|(id,)| id).collect())
    }

    async fn execute(&self, sql: &'static str, params: &[Value]) -> Result<u64, Error> {
        Self::execute(self, sql, params).await
    }
}

/// A connection with prepared statements.
struct PreparedClient {
    client: Client,
    statements: HashMap<&'static str, Statement>,
}

impl PreparedClient {
    async fn connect(url: &str) -> Result<Self> {
        let client = crate::temp_database::connect(url).await?;
        let mut statements = HashMap::new();
        for sql in [SLOT, QUARTER_HOURS, LOTS, DEBIT, BOOKING, LEDGER, ENTRIES, OUTBOX, AUDIT] {
            statements.insert(sql, client.prepare(sql).await?);
        }
        Ok(Self { client, statements })
    }

    fn statement(&self, sql: &str) -> Result<&Statement, Error> {
        self.statements.get(sql).ok_or_else(|| failure("the statement is not prepared"))
    }
}

impl Session for PreparedClient {
    async fn ids(&self, sql: &'static str, params: &[Value]) -> Result<Vec<Uuid>, Error> {
        let rows = self.client.query(self.statement(sql)?, &references(params)).await?;
        let id = |row: &Row| Uuid::from_value(row.try_get::<_, ValueRef<'_>>(0)?).ok_or_else(|| failure("not an id"));
        rows.iter().map(id).collect()
    }

    async fn execute(&self, sql: &'static str, params: &[Value]) -> Result<u64, Error> {
        Ok(self.client.execute(self.statement(sql)?, &references(params)).await?)
    }
}

fn references(params: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    params.iter().map(|value| -> &(dyn ToSql + Sync) { value }).collect()
}
