//! The ceilings of booking with 64 tasks: the statements of [`crate::plain`], each awaited before the next is sent.

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

use crate::load::number;
use crate::place;
use crate::plain::{AUDIT, BOOKING, CELLS, DETAIL, ENTRIES, LEDGER, LOTS, OUTBOX, Plain, SLOT, Supply, TAKE, Values};
use crate::scenes::WARM_UP;
use crate::seed::PRICE_MINOR;

/// As many as the clients of the largest load.
const TASKS: u32 = 64;

/// The writer of `tala-db` on a SQLite file: bookings that end together are committed together.
pub async fn with_group_commit(url: &str, supply: &Arc<Supply>, length: Duration) -> Result<Plain> {
    let database = Database::open(&Options::new(url, TASKS)).await?;
    let bookers = (0..TASKS).map(|_| database.clone()).collect();
    let (done, per_second) = run(bookers, supply, length).await?;
    database.close().await;
    Ok(Plain { name: "group commit, no HTTP", tasks: TASKS, target: "≥ 0.75", done, per_second })
}

/// tokio-postgres, a connection for each task.
pub async fn on_postgres(url: &str, supply: &Arc<Supply>, length: Duration) -> Result<Plain> {
    let mut bookers = Vec::new();
    for _ in 0..TASKS {
        bookers.push(Prepared::connect(url).await?);
    }
    let (done, per_second) = run(bookers, supply, length).await?;
    Ok(Plain { name: "plain tokio-postgres, 64 tasks", tasks: TASKS, target: "≥ 0.9", done, per_second })
}

/// Runs a task for each booker. Returns the number of bookings, and how many of them were made in a second after the
/// warm-up.
async fn run(bookers: Vec<impl Booker>, supply: &Arc<Supply>, length: Duration) -> Result<(usize, f64)> {
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
    Ok((done, number(timed) / warm.elapsed().as_secs_f64().max(1e-9)))
}

/// Makes bookings, each in a transaction.
trait Booker: Send + Sync + 'static {
    fn book(&self, v: &Values) -> impl Future<Output = Result<(), Error>> + Send;
}

impl Booker for Database {
    async fn book(&self, v: &Values) -> Result<(), Error> {
        self.transaction(|tx| async move { book_in(&tx, v).await }).await
    }
}

impl Booker for Prepared {
    async fn book(&self, v: &Values) -> Result<(), Error> {
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

async fn book_in(session: &impl Session, v: &Values) -> Result<(), Error> {
    let slot = session.ids(SLOT, &[v.slot.into(), v.teacher.into(), v.starts.into(), v.now.into()]).await?;
    let slot = *slot.first().ok_or_else(|| refused("the slot was taken"))?;
    let [a, b, c, d] = v.cells.map(Value::from);
    let taken = session.execute(CELLS, &[slot.into(), v.student.into(), v.teacher.into(), a, b, c, d]).await?;
    ensure(taken == 8, "an hour was taken")?;
    let lots = session.ids(LOTS, &[v.student.into(), v.teacher.into()]).await?;
    let lot = *lots.first().ok_or_else(|| refused("no credits"))?;
    ensure(session.execute(TAKE, &[lot.into(), v.now.into()]).await? == 1, "no credit")?;
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

fn ensure(holds: bool, otherwise: &str) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(refused(otherwise)) }
}

fn refused(text: &str) -> Error {
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

/// A connection with the nine statements prepared.
struct Prepared {
    client: Client,
    statements: HashMap<&'static str, Statement>,
}

impl Prepared {
    async fn connect(url: &str) -> Result<Self> {
        let client = place::connect(url).await?;
        let mut statements = HashMap::new();
        for sql in [SLOT, CELLS, LOTS, TAKE, BOOKING, LEDGER, ENTRIES, OUTBOX, AUDIT] {
            statements.insert(sql, client.prepare(sql).await?);
        }
        Ok(Self { client, statements })
    }

    fn statement(&self, sql: &str) -> Result<&Statement, Error> {
        self.statements.get(sql).ok_or_else(|| refused("the statement is not prepared"))
    }
}

impl Session for Prepared {
    async fn ids(&self, sql: &'static str, params: &[Value]) -> Result<Vec<Uuid>, Error> {
        let rows = self.client.query(self.statement(sql)?, &references(params)).await?;
        let id = |row: &Row| Uuid::from_value(row.try_get::<_, ValueRef<'_>>(0)?).ok_or_else(|| refused("not an id"));
        rows.iter().map(id).collect()
    }

    async fn execute(&self, sql: &'static str, params: &[Value]) -> Result<u64, Error> {
        Ok(self.client.execute(self.statement(sql)?, &references(params)).await?)
    }
}

fn references(params: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    params.iter().map(|value| -> &(dyn ToSql + Sync) { value }).collect()
}
