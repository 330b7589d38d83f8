//! The ceiling of booking: the same rows as the product writes, by the same statements, without HTTP and without the
//! product: a loop over rusqlite with a commit each, and tasks over plain sqlx on PostgreSQL.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use jiff::Timestamp;
use rusqlite::{TransactionBehavior, params};
use sqlx::postgres::PgPoolOptions;
use sqlx::{Executor as _, Row as _};
use tala_domain::time::cells;
use uuid::Uuid;

use crate::load::number;
use crate::school::{School, Wish, id};
use crate::seed::PRICE_MINOR;

const SLOT: &str =
    "INSERT INTO slots (id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost, created_at)
    VALUES ($1, $2, $3, 'virtual', 'private', 1, 1, 1, $4)
    ON CONFLICT (teacher_id, starts_at) WHERE cancelled_at IS NULL DO UPDATE SET seats_taken = slots.seats_taken + 1
     WHERE slots.kind = 'virtual' AND slots.seats_taken < slots.capacity RETURNING id";
const CELLS: &str = "INSERT INTO time_cells (person_id, cell, slot_id) VALUES
    ($2, $4, $1), ($2, $5, $1), ($2, $6, $1), ($2, $7, $1), ($3, $4, $1), ($3, $5, $1), ($3, $6, $1), ($3, $7, $1)
    ON CONFLICT DO NOTHING";
const LOTS: &str = "SELECT id FROM credit_lots WHERE student_id = $1 AND teacher_id = $2 AND remaining > 0
    ORDER BY expires_at, id";
const TAKE: &str =
    "UPDATE credit_lots SET remaining = remaining - 1 WHERE id = $1 AND remaining >= 1 AND expires_at > $2";
const BOOKING: &str = "INSERT INTO bookings (id, slot_id, student_id, teacher_id, starts_at, ends_at, status, no_show,
        payment_status, credits_used, amount_minor, base_amount_minor, currency, student_zone, calendar_sequence,
        created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, 'confirmed', $7, 'credit', 1, $8, $8, 'INR', 'Asia/Kolkata', 0, $9, $9)";
const LEDGER: &str =
    "INSERT INTO ledger_transactions (id, kind, booking_id, happened_at) VALUES ($1, 'credits_spent', $1, $2)";
const ENTRIES: &str = "INSERT INTO ledger_entries (transaction_id, line, account, owner_id, lot_id, commodity, amount)
    VALUES ($1, 0, 'student_credits', $2, $4, 'CREDIT', -1), ($1, 1, 'credits_spent', $3, $4, 'CREDIT', 1),
           ($1, 2, 'unearned_credits', $2, $4, 'INR', CAST($5 AS bigint)),
           ($1, 3, 'unearned_classes', $2, NULL, 'INR', -CAST($5 AS bigint))";
const OUTBOX: &str = "INSERT INTO outbox (id, topic, subject_id, payload, state, run_at, attempts, created_at)
    VALUES ($1, 'booking_confirmed_student', $1, $3, 'ready', $4, 0, $4),
           ($2, 'booking_confirmed_teacher', $1, $3, 'ready', $4, 0, $4) ON CONFLICT DO NOTHING";
const AUDIT: &str = "INSERT INTO audit_log (id, happened_at, actor_id, action, subject_id, detail)
    VALUES ($1, $2, $3, 'booked_with_credits', $1, $4)";
const DETAIL: &str = r#"{"startsAt":"2026-01-01T00:00:00Z","teacherId":"01950000-0000-7000-8000-000000000000"}"#;

/// What came of it.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    /// Bookings made.
    pub done: usize,
    /// In a second.
    pub per_second: f64,
}

/// The values of one booking.
struct Values {
    booking: Uuid,
    slot: Uuid,
    mail: Uuid,
    student: Uuid,
    teacher: Uuid,
    starts: i64,
    ends: i64,
    cells: [i64; 4],
    now: i64,
    payload: String,
}

impl Values {
    fn of(wish: &Wish<'_>, now: Timestamp, turn: usize) -> Self {
        let booking = id(now, 9, turn);
        Self {
            booking,
            slot: id(now, 10, turn),
            mail: id(now, 11, turn),
            student: wish.student.id,
            teacher: wish.teacher,
            starts: wish.start.as_microsecond(),
            ends: wish.start.as_microsecond() + 3_600_000_000,
            cells: cells(wish.start),
            now: now.as_microsecond(),
            payload: format!(r#"{{"kind":"booking_confirmed","booking_id":"{booking}","audience":"student"}}"#),
        }
    }
}

/// rusqlite, one thread, one durable commit for each booking.
pub fn on_sqlite(
    path: &std::path::Path,
    school: &School,
    length: Duration,
    now: &dyn Fn() -> Timestamp,
) -> Result<Plain> {
    let mut connection = rusqlite::Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(256);
    let started = Instant::now();
    let mut done = 0;
    while started.elapsed() < length {
        let Some(wish) = school.next_wish() else { break };
        book_on_sqlite(&mut connection, &Values::of(&wish, now(), done))?;
        done += 1;
    }
    Ok(Plain { done, per_second: number(done) / started.elapsed().as_secs_f64() })
}

fn book_on_sqlite(connection: &mut rusqlite::Connection, v: &Values) -> Result<()> {
    // rusqlite takes `$1` for a name; `?1` is the same place.
    let numbered = |sql: &str| sql.replace('$', "?");
    let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let slot: Uuid =
        tx.prepare_cached(&numbered(SLOT))?.query_row(params![v.slot, v.teacher, v.starts, v.now], |row| row.get(0))?;
    let [a, b, c, d] = v.cells;
    let taken = tx.prepare_cached(&numbered(CELLS))?.execute(params![slot, v.student, v.teacher, a, b, c, d])?;
    ensure!(taken == 8, "an hour was taken");
    let lot: Uuid = tx.prepare_cached(&numbered(LOTS))?.query_row(params![v.student, v.teacher], |row| row.get(0))?;
    ensure!(tx.prepare_cached(&numbered(TAKE))?.execute(params![lot, v.now])? == 1, "no credit");
    tx.prepare_cached(&numbered(BOOKING))?.execute(params![
        v.booking,
        slot,
        v.student,
        v.teacher,
        v.starts,
        v.ends,
        false,
        PRICE_MINOR,
        v.now
    ])?;
    tx.prepare_cached(&numbered(LEDGER))?.execute(params![v.booking, v.now])?;
    tx.prepare_cached(&numbered(ENTRIES))?.execute(params![v.booking, v.student, v.teacher, lot, PRICE_MINOR])?;
    tx.prepare_cached(&numbered(OUTBOX))?.execute(params![v.booking, v.mail, v.payload, v.now])?;
    tx.prepare_cached(&numbered(AUDIT))?.execute(params![v.booking, v.now, v.student, DETAIL])?;
    Ok(tx.commit()?)
}

/// sqlx on PostgreSQL, as many tasks as connections.
pub async fn on_postgres(
    url: &str,
    school: &School,
    tasks: u32,
    length: Duration,
    now: &(dyn Fn() -> Timestamp + Sync),
) -> Result<Plain> {
    let pool = PgPoolOptions::new()
        .max_connections(tasks)
        .min_connections(tasks)
        .test_before_acquire(false)
        .connect(url)
        .await?;
    // All connections are made before the clock starts.
    let warm =
        futures_util::future::join_all((0..tasks).map(|_| async { pool.acquire().await?.execute("SELECT 1").await }));
    warm.await.into_iter().collect::<Result<Vec<_>, _>>()?;
    let turns = AtomicUsize::new(0);
    let started = Instant::now();
    let work = async || {
        let mut done = 0_usize;
        while started.elapsed() < length {
            let Some(wish) = school.next_wish() else { break };
            let values = Values::of(&wish, now(), turns.fetch_add(1, Ordering::Relaxed));
            book_on_postgres(&pool, &values).await?;
            done += 1;
        }
        anyhow::Ok(done)
    };
    let shares = futures_util::future::join_all((0..tasks).map(|_| work())).await;
    let seconds = started.elapsed().as_secs_f64();
    let mut done = 0;
    for share in shares {
        done += share?;
    }
    pool.close().await;
    Ok(Plain { done, per_second: number(done) / seconds })
}

async fn book_on_postgres(pool: &sqlx::PgPool, v: &Values) -> Result<()> {
    let mut tx = pool.begin().await?;
    let slot = sqlx::query(SLOT).bind(v.slot).bind(v.teacher).bind(v.starts).bind(v.now);
    let slot: Uuid = slot.fetch_optional(&mut *tx).await?.context("the slot was taken")?.try_get(0)?;
    let mut taken = sqlx::query(CELLS).bind(slot).bind(v.student).bind(v.teacher);
    for cell in v.cells {
        taken = taken.bind(cell);
    }
    ensure!(taken.execute(&mut *tx).await?.rows_affected() == 8, "an hour was taken");
    let lots = sqlx::query(LOTS).bind(v.student).bind(v.teacher).fetch_all(&mut *tx).await?;
    let lot: Uuid = lots.first().context("no credits")?.try_get(0)?;
    let spent = sqlx::query(TAKE).bind(lot).bind(v.now).execute(&mut *tx).await?;
    ensure!(spent.rows_affected() == 1, "no credit");
    let booking = sqlx::query(BOOKING).bind(v.booking).bind(slot).bind(v.student).bind(v.teacher);
    booking.bind(v.starts).bind(v.ends).bind(false).bind(PRICE_MINOR).bind(v.now).execute(&mut *tx).await?;
    sqlx::query(LEDGER).bind(v.booking).bind(v.now).execute(&mut *tx).await?;
    let entries = sqlx::query(ENTRIES).bind(v.booking).bind(v.student).bind(v.teacher).bind(lot);
    entries.bind(PRICE_MINOR).execute(&mut *tx).await?;
    let outbox = sqlx::query(OUTBOX).bind(v.booking).bind(v.mail).bind(&v.payload).bind(v.now);
    outbox.execute(&mut *tx).await?;
    sqlx::query(AUDIT).bind(v.booking).bind(v.now).bind(v.student).bind(DETAIL).execute(&mut *tx).await?;
    Ok(tx.commit().await?)
}
