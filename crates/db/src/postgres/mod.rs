//! PostgreSQL: one pool of connections. Statements of one transaction that run concurrently are pipelined.

mod pool;
mod tls;

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

use deadpool_postgres::Object;
use futures_util::future::try_join;
use futures_util::poll;
use tokio::sync::{Mutex as FairMutex, MutexGuard};
use tokio::time::timeout;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Row, Statement};

use crate::ACQUIRE_TIMEOUT;
use crate::error::Error;
use crate::row::{Columns, FromRow, Layout};
use crate::value::{Value, ValueRef};
use pool::Lease;
pub(crate) use pool::{Connections, open};

/// Whether other reads use a connection simultaneously.
#[derive(Clone, Copy)]
pub(crate) enum Sharing {
    Shared,
    Alone,
}

/// Attempts to read while connections turn out to be closed.
const READ_ATTEMPTS: u32 = 3;
/// Prepared statements that a connection keeps at most; then it starts again with none.
const PREPARED_STATEMENTS: usize = 1_000;

/// Reads; with `Sharing::Alone` for statements that may take longer than a few milliseconds. A connection that turns out
/// to be closed, as all are after a restart of the server, is replaced.
pub(crate) async fn query(
    connections: &Connections,
    sharing: Sharing,
    sql: &str,
    params: &[Value],
) -> Result<Rows, Error> {
    let mut attempt = 1;
    loop {
        let lease = match sharing {
            Sharing::Shared => connections.shared().await?,
            Sharing::Alone => Arc::new(connections.exclusive().await?),
        };
        let is_behind_others = lease.owes_responses();
        let response = lease.response(query_on(lease.client()?, sql, params));
        let response = if is_behind_others {
            // One of the others may wait for a lock: that must not take longer than waiting for a free connection.
            let in_time = timeout(ACQUIRE_TIMEOUT, response).await;
            in_time.unwrap_or_else(|_| Err(Error::Unavailable("no connection answered in time".to_owned())))
        } else {
            response.await
        };
        match response {
            Err(Error::Unavailable(_)) if lease.is_closed() && attempt < READ_ATTEMPTS => attempt += 1,
            outcome => return outcome,
        }
    }
}

async fn query_on(client: &Object, sql: &str, params: &[Value]) -> Result<Rows, Error> {
    let statement = prepare(client, sql, params).await?;
    let rows = client.query(&statement, &references(params)).await?;
    Ok(Rows { statement, rows })
}

async fn prepare(client: &Object, sql: &str, params: &[Value]) -> Result<Statement, Error> {
    if client.statement_cache.size() > PREPARED_STATEMENTS {
        client.statement_cache.clear();
    }
    let types: Vec<Type> = params.iter().map(Value::postgres_type).collect();
    Ok(client.prepare_typed_cached(sql, &types).await?)
}

fn references(params: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    params.iter().map(|value| -> &(dyn ToSql + Sync) { value }).collect()
}

/// The rows of a statement, not yet decoded: what is generic over the row type is compiled once for each type.
pub(crate) struct Rows {
    statement: Statement,
    rows: Vec<Row>,
}

impl Rows {
    pub(crate) fn decode<T: FromRow>(&self) -> Result<Vec<T>, Error> {
        let layout = Layout::resolve::<T>(self.statement.columns().iter().map(tokio_postgres::Column::name))?;
        self.rows.iter().map(|row| layout.read(row)).collect()
    }
}

impl Columns for Row {
    fn value(&self, index: usize) -> Result<ValueRef<'_>, Error> {
        self.try_get(index).map_err(|error| Error::Decode(error.to_string()))
    }
}

/// A transaction on one connection of the pool. `BEGIN` travels with the first statement.
pub(crate) struct Transaction {
    lease: Lease,
    /// Held while a statement is sent: concurrent statements run in the order in which they were first polled, even when
    /// one of them has to be prepared.
    sending: FairMutex<()>,
    has_begun: AtomicBool,
    has_ended: AtomicBool,
}

impl Transaction {
    pub(crate) async fn begin(connections: &Connections) -> Result<Self, Error> {
        Ok(Self {
            lease: connections.exclusive().await?,
            sending: FairMutex::default(),
            has_begun: AtomicBool::new(false),
            has_ended: AtomicBool::new(false),
        })
    }

    pub(crate) async fn query(&self, sql: &str, params: &[Value]) -> Result<Rows, Error> {
        let (client, sending) = (self.client()?, self.sending.lock().await);
        let statement = prepare(client, sql, params).await?;
        let rows = self.send(sending, client.query(&statement, &references(params))).await?;
        Ok(Rows { statement, rows })
    }

    pub(crate) async fn execute(&self, sql: &str, params: &[Value]) -> Result<u64, Error> {
        let (client, sending) = (self.client()?, self.sending.lock().await);
        let statement = prepare(client, sql, params).await?;
        self.send(sending, client.execute(&statement, &references(params))).await
    }

    pub(crate) async fn batch(&self, sql: &str) -> Result<(), Error> {
        let (client, sending) = (self.client()?, self.sending.lock().await);
        self.send(sending, client.batch_execute(sql)).await
    }

    /// Sends a request, behind `BEGIN` if it is the first, lets others send theirs, and waits for the response.
    async fn send<T>(
        &self,
        sending: MutexGuard<'_, ()>,
        request: impl Future<Output = Result<T, tokio_postgres::Error>>,
    ) -> Result<T, Error> {
        let begins = !self.has_begun.swap(true, Ordering::Relaxed);
        let client = self.client()?;
        let mut request = pin!(async move {
            if begins { Ok(try_join(client.batch_execute("BEGIN"), request).await?.1) } else { request.await }
        });
        // tokio-postgres sends a request when it is polled for the first time.
        let response = match poll!(request.as_mut()) {
            Poll::Ready(response) => response,
            Poll::Pending => {
                drop(sending);
                request.await
            }
        };
        Ok(response?)
    }

    fn client(&self) -> Result<&Object, Error> {
        if self.has_ended.load(Ordering::Relaxed) {
            return Err(Error::Other("the transaction has ended".to_owned()));
        }
        self.lease.client()
    }

    pub(crate) async fn commit(&self) -> Result<(), Error> {
        self.end("COMMIT").await
    }

    pub(crate) async fn rollback(&self) -> Result<(), Error> {
        self.end("ROLLBACK").await
    }

    async fn end(&self, sql: &str) -> Result<(), Error> {
        let client = self.client()?;
        if self.has_begun.load(Ordering::Relaxed) {
            client.batch_execute(sql).await?;
        }
        self.has_ended.store(true, Ordering::Relaxed);
        Ok(())
    }
}

impl Drop for Transaction {
    /// Rolls back what was not ended, before the connection returns to the pool. One whose `BEGIN` was not answered is
    /// checked.
    fn drop(&mut self) {
        match (*self.has_begun.get_mut(), *self.has_ended.get_mut()) {
            (true, true) => {}
            (true, false) => self.lease.set_cleanup("ROLLBACK"),
            (false, _) => self.lease.set_cleanup(""),
        }
    }
}
