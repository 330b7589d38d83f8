//! Baselines of booking: the rows that the product writes, by the same statements, without HTTP and the product's rules. This
//! file has the statements and a single-threaded loop over rusqlite; [`crate::concurrent_baseline`] has the others.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use rusqlite::{TransactionBehavior, params};
use tala_domain::time::quarter_hours;
use tala_server::system::SystemClock;
use uuid::Uuid;

use crate::dataset::{Dataset, id};
use crate::load::to_f64;
use crate::report::Reference;
use crate::seed::PRICE_MINOR;

pub const SLOT: &str =
    "INSERT INTO slots (id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost, created_at)
    VALUES ($1, $2, $3, 'virtual', 'private', 1, 1, 1, $4)
    ON CONFLICT (teacher_id, starts_at) WHERE cancelled_at IS NULL DO UPDATE SET seats_taken = slots.seats_taken + 1
     WHERE slots.kind = 'virtual' AND slots.seats_taken < slots.capacity RETURNING id";
pub const QUARTER_HOURS: &str = "INSERT INTO busy_quarter_hours (person_id, quarter_hour, slot_id) VALUES
    ($2, $4, $1), ($2, $5, $1), ($2, $6, $1), ($2, $7, $1), ($3, $4, $1), ($3, $5, $1), ($3, $6, $1), ($3, $7, $1)
    ON CONFLICT DO NOTHING";
pub const LOTS: &str = "SELECT id FROM credit_lots WHERE student_id = $1 AND teacher_id = $2 AND remaining > 0
    ORDER BY expires_at, id";
pub const DEBIT: &str =
    "UPDATE credit_lots SET remaining = remaining - 1 WHERE id = $1 AND remaining >= 1 AND expires_at > $2";
pub const BOOKING: &str =
    "INSERT INTO bookings (id, slot_id, student_id, teacher_id, starts_at, ends_at, status, no_show,
        payment_status, credits_used, amount_minor, base_amount_minor, currency, student_zone, calendar_sequence,
        created_at, updated_at)
    VALUES ($1, $2, $3, $4, $5, $6, 'confirmed', $7, 'credit', 1, $8, $8, 'INR', 'Asia/Kolkata', 0, $9, $9)";
pub const LEDGER: &str =
    "INSERT INTO ledger_transactions (id, kind, booking_id, happened_at) VALUES ($1, 'credits_spent', $1, $2)";
pub const ENTRIES: &str =
    "INSERT INTO ledger_entries (transaction_id, line, account, owner_id, lot_id, commodity, amount)
    VALUES ($1, 0, 'student_credits', $2, $4, 'CREDIT', -1), ($1, 1, 'credits_spent', $3, $4, 'CREDIT', 1),
           ($1, 2, 'unearned_credits', $2, $4, 'INR', CAST($5 AS bigint)),
           ($1, 3, 'unearned_classes', $2, NULL, 'INR', -CAST($5 AS bigint))";
pub const OUTBOX: &str = "INSERT INTO outbox (id, topic, subject_id, payload, state, run_at, attempts, created_at)
    VALUES ($1, 'booking_confirmed_student', $1, $3, 'ready', $4, 0, $4),
           ($2, 'booking_confirmed_teacher', $1, $3, 'ready', $4, 0, $4) ON CONFLICT DO NOTHING";
pub const AUDIT: &str = "INSERT INTO audit_log (id, happened_at, actor_id, action, subject_id, detail)
    VALUES ($1, $2, $3, 'booked_with_credits', $1, $4)";
pub const DETAIL: &str = r#"{"startsAt":"2026-01-01T00:00:00Z","teacherId":"01950000-0000-7000-8000-000000000000"}"#;

/// A measured baseline.
#[derive(Clone, Copy, Debug)]
pub struct Baseline {
    /// Name in the table.
    pub name: &'static str,
    /// Number of concurrent tasks.
    pub tasks: u32,
    /// Target ratio of the product with 64 clients.
    pub target: &'static str,
    /// Number of bookings made.
    pub done: usize,
    /// Bookings per second.
    pub per_second: f64,
}

impl Baseline {
    /// Returns the reference for loads.
    pub fn reference(&self) -> Reference<'static> {
        Reference { name: self.name, per_second: self.per_second }
    }
}

/// Generates the rows of bookings that were not made yet.
pub struct BookingSupply {
    dataset: Arc<Dataset>,
    clock: SystemClock,
    generated: AtomicUsize,
}

impl BookingSupply {
    /// Creates a generator. All baselines of a database share one, because the ids are numbered.
    pub fn new(dataset: Arc<Dataset>) -> Self {
        Self { dataset, clock: SystemClock::default(), generated: AtomicUsize::new(0) }
    }

    /// Returns the next booking, or `None` if all times are booked.
    pub fn next(&self) -> Option<BookingRow> {
        let request = self.dataset.next_booking()?;
        let (now, turn) = (self.clock.now(), self.generated.fetch_add(1, Ordering::Relaxed));
        let booking = id(now, 9, turn);
        Some(BookingRow {
            booking,
            slot: id(now, 10, turn),
            mail: id(now, 11, turn),
            student: request.student.id,
            teacher: request.teacher,
            starts: request.start.as_microsecond(),
            ends: request.start.as_microsecond() + 3_600_000_000,
            quarter_hours: quarter_hours(request.start),
            now: now.as_microsecond(),
            payload: format!(r#"{{"kind":"booking_confirmed","booking_id":"{booking}","audience":"student"}}"#),
        })
    }
}

/// The values of a booking's rows. Times are microseconds since 1970.
pub struct BookingRow {
    pub booking: Uuid,
    pub slot: Uuid,
    pub mail: Uuid,
    pub student: Uuid,
    pub teacher: Uuid,
    pub starts: i64,
    pub ends: i64,
    pub quarter_hours: [i64; 4],
    pub now: i64,
    pub payload: String,
}

/// Measures rusqlite on one thread, with one durable commit for each booking.
pub fn measure_sqlite(path: &Path, supply: &BookingSupply, length: Duration) -> Result<Baseline> {
    let mut connection = rusqlite::Connection::open(path)?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.set_prepared_statement_cache_capacity(256);
    let started = Instant::now();
    let mut done = 0;
    while started.elapsed() < length {
        let Some(values) = supply.next() else { break };
        book_on_sqlite(&mut connection, &values)?;
        done += 1;
    }
    let per_second = to_f64(done) / started.elapsed().as_secs_f64();
    Ok(Baseline { name: "rusqlite, one commit each", tasks: 1, target: "≥ 1.5 (2.0)", done, per_second })
}

fn book_on_sqlite(connection: &mut rusqlite::Connection, v: &BookingRow) -> Result<()> {
    // rusqlite treats `$1` as a named parameter and `?1` as a numbered one.
    let numbered = |sql: &str| sql.replace('$', "?");
    let id = |row: &rusqlite::Row<'_>| row.get::<_, [u8; 16]>(0);
    let (booking, mail) = (v.booking.as_bytes(), v.mail.as_bytes());
    let (student, teacher) = (v.student.as_bytes(), v.teacher.as_bytes());
    let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let slot = params![v.slot.as_bytes(), teacher, v.starts, v.now];
    let slot = tx.prepare_cached(&numbered(SLOT))?.query_row(slot, id)?;
    let [a, b, c, d] = v.quarter_hours;
    let taken = tx.prepare_cached(&numbered(QUARTER_HOURS))?.execute(params![slot, student, teacher, a, b, c, d])?;
    ensure!(taken == 8, "a quarter-hour is busy");
    let lot = tx.prepare_cached(&numbered(LOTS))?.query_row(params![student, teacher], id)?;
    ensure!(tx.prepare_cached(&numbered(DEBIT))?.execute(params![lot, v.now])? == 1, "no credit left");
    let row = params![booking, slot, student, teacher, v.starts, v.ends, false, PRICE_MINOR, v.now];
    tx.prepare_cached(&numbered(BOOKING))?.execute(row)?;
    tx.prepare_cached(&numbered(LEDGER))?.execute(params![booking, v.now])?;
    tx.prepare_cached(&numbered(ENTRIES))?.execute(params![booking, student, teacher, lot, PRICE_MINOR])?;
    tx.prepare_cached(&numbered(OUTBOX))?.execute(params![booking, mail, v.payload, v.now])?;
    tx.prepare_cached(&numbered(AUDIT))?.execute(params![booking, v.now, student, DETAIL])?;
    Ok(tx.commit()?)
}
