//! PostgreSQL: one pool of connections. Statements of one transaction that run concurrently are pipelined.

mod tls;

use std::pin::{Pin, pin};
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;
use std::time::Duration;

use deadpool_postgres::{
    Connect, Hook, Manager, ManagerConfig, Object, Pool, PoolError, QueueMode, RecyclingMethod, Runtime, Timeouts,
};
use futures_util::future::{select_ok, try_join};
use futures_util::poll;
use tokio::sync::{Mutex as FairMutex, MutexGuard};
use tokio::task::JoinHandle;
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Config, Row, Statement};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::error::Error;
use crate::row::{Columns, FromRow, Layout};
use crate::value::{Value, ValueRef};
use crate::{ACQUIRE_TIMEOUT, Options};

/// A connection whose peer acknowledges nothing for this long is broken.
const PEER_TIMEOUT: Duration = Duration::from_secs(10);
/// Between two probes of an idle connection; the system's default is more than a minute.
const PROBE_INTERVAL: Duration = Duration::from_secs(2);
/// Attempts to read while connections turn out to be closed.
const READ_ATTEMPTS: u32 = 3;
/// Prepared statements that a connection keeps at most; then it starts again with none.
const PREPARED_STATEMENTS: usize = 1_000;

/// Opens a pool for the server that `url` names, or for the one of several that accepts writes.
pub(crate) fn open(options: &Options, accepts_standby: bool) -> Result<Pool, Error> {
    let (url, tls) = tls::split_options(&options.url)?;
    let mut hosts = each_host(&url).iter().map(|url| Config::from_str(url)).collect::<Result<Vec<_>, _>>()?;
    let chooses = !accepts_standby && hosts.len() > 1;
    for config in &mut hosts {
        if chooses {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(ACQUIRE_TIMEOUT / 2);
        }
        config.tcp_user_timeout(PEER_TIMEOUT).keepalives_idle(PEER_TIMEOUT).keepalives_interval(PROBE_INTERVAL);
        config.ssl_mode(tls.mode);
    }
    let manager_config = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let connect = AnyHost { hosts, tls: tls.connector()? };
    let manager = Manager::from_connect(Config::new(), connect, manager_config);
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
        // The connection that was used last has its statements prepared and planned.
        .queue_mode(QueueMode::Lifo)
        .runtime(Runtime::Tokio1)
        .post_recycle(forget_statements)
        .build();
    pool.map_err(|error| Error::Other(error.to_string()))
}

/// One URL for each host that a URL names.
fn each_host(url: &str) -> Vec<String> {
    let start = url.find("://").map_or(0, |at| at + 3);
    let start = url.get(start..).and_then(|rest| rest.find('@')).map_or(start, |at| start + at + 1);
    let (head, rest) = url.split_at(start);
    let (hosts, tail) = rest.split_at(rest.find(['/', '?']).unwrap_or(rest.len()));
    hosts.split(',').map(|host| format!("{head}{host}{tail}")).collect()
}

/// Connects to all hosts simultaneously and uses the first that succeeds, so that a host that does not answer delays
/// nothing.
struct AnyHost {
    hosts: Vec<Config>,
    tls: MakeRustlsConnect,
}

type Connecting<'a> =
    Pin<Box<dyn Future<Output = Result<(Client, JoinHandle<()>), tokio_postgres::Error>> + Send + 'a>>;

impl Connect for AnyHost {
    fn connect(&self, _: &Config) -> Connecting<'_> {
        Box::pin(async {
            let attempts = self.hosts.iter().map(|host| Box::pin(host.connect(self.tls.clone())));
            let ((client, connection), _) = select_ok(attempts).await?;
            let task = tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::warn!(%error, "a connection to the database broke");
                }
            });
            Ok((client, task))
        })
    }
}

/// A connection for one statement. Dropped before the response has come, it returns to the pool when the response has
/// come, and is closed if that takes too long: the server may be gone.
struct Lease(Option<Object>);

impl Lease {
    fn release(mut self) {
        self.0 = None;
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(client) = self.0.take() {
            settle(client, "");
        }
    }
}

/// Runs a last statement and returns the connection to the pool; closes it if there is no answer.
fn settle(client: Object, sql: &'static str) {
    match tokio::runtime::Handle::try_current() {
        Ok(runtime) => {
            runtime.spawn(async move {
                let answer = tokio::time::timeout(PEER_TIMEOUT, client.batch_execute(sql)).await;
                if !matches!(answer, Ok(Ok(()))) {
                    drop(Object::take(client));
                }
            });
        }
        Err(_) => drop(Object::take(client)),
    }
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
pub(crate) async fn query(pool: &Pool, sql: &str, params: &[Value]) -> Result<Rows, Error> {
    let mut attempt = 1;
    loop {
        let lease = Lease(Some(acquire(pool).await?));
        let Some(client) = &lease.0 else { continue };
        let outcome = query_on(client, sql, params).await;
        let is_closed = client.is_closed();
        lease.release();
        match outcome {
            Err(Error::Unavailable(_)) if is_closed && attempt < READ_ATTEMPTS => attempt += 1,
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
    /// Rolls back what was not ended, before the connection returns to the pool.
    fn drop(&mut self) {
        let has_ended = *self.has_ended.get_mut();
        if let Some(client) = self.client.take().filter(|_| !has_ended) {
            settle(client, if *self.has_begun.get_mut() { "ROLLBACK" } else { "" });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_host_has_a_url() {
        assert_eq!(
            each_host("postgres://u:p@one:5432,two/db?connect_timeout=3"),
            ["postgres://u:p@one:5432/db?connect_timeout=3", "postgres://u:p@two/db?connect_timeout=3"]
        );
        assert_eq!(each_host("postgres://[::1]:5432,two"), ["postgres://[::1]:5432", "postgres://two"]);
        assert_eq!(each_host("postgres:///db?host=/run"), ["postgres:///db?host=/run"]);
    }
}
