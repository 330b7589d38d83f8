//! PostgreSQL: one pool of connections. Statements of one transaction that run concurrently are pipelined.

mod tls;

use std::pin::pin;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use deadpool_postgres::{Hook, Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime, Timeouts};
use futures_util::future::try_join;
use futures_util::poll;
use tokio::sync::{Mutex as FairMutex, MutexGuard};
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, Row, Statement};

use crate::error::Error;
use crate::row::{Columns, FromRow, Layout};
use crate::value::{Value, ValueRef};
use crate::{ACQUIRE_TIMEOUT, Options};

/// A connection whose peer acknowledges nothing for this long is broken.
const PEER_TIMEOUT: Duration = Duration::from_secs(10);
/// Attempts to read while connections turn out to be closed.
const READ_ATTEMPTS: u32 = 3;
/// Prepared statements that a connection keeps at most; then it starts again with none.
const PREPARED_STATEMENTS: usize = 1_000;

/// Opens a pool for the server that `url` names, or for the one of several that accepts writes.
pub(crate) fn open(options: &Options, accepts_standby: bool) -> Result<Pool, Error> {
    let (url, tls) = tls::split_options(&options.url)?;
    let mut config = Config::from_str(&url)?;
    if !accepts_standby && config.get_hosts().len() > 1 {
        config.target_session_attrs(TargetSessionAttrs::ReadWrite);
    }
    if config.get_connect_timeout().is_none() {
        config.connect_timeout(ACQUIRE_TIMEOUT / 2);
    }
    config.tcp_user_timeout(PEER_TIMEOUT).keepalives_idle(PEER_TIMEOUT);
    config.ssl_mode(tls.mode);
    let manager_config = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let manager = Manager::from_config(config, tls.connector()?, manager_config);
    let forget_statements = Hook::sync_fn(|client, _| {
        if client.statement_cache.size() > PREPARED_STATEMENTS {
            client.statement_cache.clear();
        }
        Ok(())
    });
    let timeouts = Timeouts { wait: Some(ACQUIRE_TIMEOUT), create: Some(ACQUIRE_TIMEOUT), recycle: None };
    let pool = Pool::builder(manager)
        .max_size(usize::try_from(options.max_connections.max(1)).unwrap_or(1))
        .timeouts(timeouts)
        .runtime(Runtime::Tokio1)
        .post_recycle(forget_statements)
        .build();
    pool.map_err(|error| Error::Other(error.to_string()))
}

async fn acquire(pool: &Pool) -> Result<Object, Error> {
    pool.get().await.map_err(|error| match error {
        PoolError::Backend(error) => match Error::from(error) {
            Error::Other(text) => Error::Unavailable(text),
            error => error,
        },
        error => Error::Unavailable(error.to_string()),
    })
}

/// Reads on any connection of the pool. One that turns out to be closed, as all are after a restart of the server, is
/// replaced.
pub(crate) async fn query<T: FromRow>(pool: &Pool, sql: &str, params: &[Value]) -> Result<Vec<T>, Error> {
    let mut attempt = 1;
    loop {
        let client = acquire(pool).await?;
        match query_on(&client, sql, params).await {
            Err(Error::Unavailable(_)) if client.is_closed() && attempt < READ_ATTEMPTS => attempt += 1,
            outcome => return outcome,
        }
    }
}

async fn query_on<T: FromRow>(client: &Object, sql: &str, params: &[Value]) -> Result<Vec<T>, Error> {
    let statement = client.prepare_cached(sql).await?;
    decode(&statement, &client.query(&statement, &references(params)).await?)
}

fn references(params: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    params.iter().map(|value| -> &(dyn ToSql + Sync) { value }).collect()
}

fn decode<T: FromRow>(statement: &Statement, rows: &[Row]) -> Result<Vec<T>, Error> {
    let layout = Layout::resolve::<T>(statement.columns().iter().map(tokio_postgres::Column::name))?;
    rows.iter().map(|row| layout.read(row)).collect()
}

impl Columns for Row {
    fn value(&self, index: usize) -> Result<ValueRef<'_>, Error> {
        self.try_get(index).map_err(|error| Error::Decode(error.to_string()))
    }
}

/// A transaction on a connection of its own. `BEGIN` travels with the first statement.
pub(crate) struct Transaction {
    /// `None` only while it is dropped.
    client: Option<Object>,
    /// Held while a statement is sent: concurrent statements run in the order in which they were first polled, even when
    /// one of them has to be prepared.
    sending: FairMutex<()>,
    has_begun: AtomicBool,
    has_ended: AtomicBool,
}

impl Transaction {
    pub(crate) async fn begin(pool: &Pool) -> Result<Self, Error> {
        let client = Some(acquire(pool).await?);
        Ok(Self {
            client,
            sending: FairMutex::default(),
            has_begun: AtomicBool::new(false),
            has_ended: AtomicBool::new(false),
        })
    }

    pub(crate) async fn query<T: FromRow>(&self, sql: &str, params: &[Value]) -> Result<Vec<T>, Error> {
        let (client, sending) = (self.client()?, self.sending.lock().await);
        let statement = client.prepare_cached(sql).await?;
        let rows = self.send(sending, client.query(&statement, &references(params))).await?;
        decode(&statement, &rows)
    }

    pub(crate) async fn execute(&self, sql: &str, params: &[Value]) -> Result<u64, Error> {
        let (client, sending) = (self.client()?, self.sending.lock().await);
        let statement = client.prepare_cached(sql).await?;
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
        let has_ended = self.has_ended.load(Ordering::Relaxed);
        let client = self.client.as_ref().filter(|_| !has_ended);
        client.ok_or_else(|| Error::Other("the transaction has ended".to_owned()))
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
    /// Rolls back what was not ended, before the connection returns to the pool. A connection that cannot do that is
    /// closed.
    fn drop(&mut self) {
        let is_open = *self.has_begun.get_mut() && !*self.has_ended.get_mut();
        let Some(client) = self.client.take().filter(|_| is_open) else { return };
        match tokio::runtime::Handle::try_current() {
            Ok(runtime) => {
                runtime.spawn(async move {
                    if client.batch_execute("ROLLBACK").await.is_err() {
                        drop(Object::take(client));
                    }
                });
            }
            Err(_) => drop(Object::take(client)),
        }
    }
}
