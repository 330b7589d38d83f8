//! The ceilings of booking: the same rows as the product writes, by the same statements, without HTTP and without the
//! product. Here the statements, and a loop over rusqlite with a commit each; [`crate::tasks`] has the others.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use rusqlite::{TransactionBehavior, params};
use tala_domain::time::cells;
use tala_server::system::SystemClock;
use uuid::Uuid;

use crate::load::number;
use crate::report::Ceiling;
use crate::school::{School, id};
use crate::seed::PRICE_MINOR;

pub const SLOT: &str =
    "INSERT INTO slots (id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost, created_at)
    VALUES ($1, $2, $3, 'virtual', 'private', 1, 1, 1, $4)
    ON CONFLICT (teacher_id, starts_at) WHERE cancelled_at IS NULL DO UPDATE SET seats_taken = slots.seats_taken + 1
     WHERE slots.kind = 'virtual' AND slots.seats_taken < slots.capacity RETURNING id";
pub const CELLS: &str = "INSERT INTO time_cells (person_id, cell, slot_id) VALUES
    ($2, $4, $1), ($2, $5, $1), ($2, $6, $1), ($2, $7, $1), ($3, $4, $1), ($3, $5, $1), ($3, $6, $1), ($3, $7, $1)
    ON CONFLICT DO NOTHING";
pub const LOTS: &str = "SELECT id FROM credit_lots WHERE student_id = $1 AND teacher_id = $2 AND remaining > 0
    ORDER BY expires_at, id";
pub const TAKE: &str =
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

/// A ceiling of booking, measured.
#[derive(Clone, Copy, Debug)]
pub struct Plain {
    /// What it is.
    pub name: &'static str,
    /// How many tasks booked simultaneously.
    pub tasks: u32,
    /// The share of it that the product should reach with 64 clients.
    pub target: &'static str,
    /// Bookings made.
    pub done: usize,
    /// In a second.
    pub per_second: f64,
}

impl Plain {
    /// To compare loads with.
    pub fn ceiling(&self) -> Ceiling<'static> {
        Ceiling { name: self.name, per_second: self.per_second }
    }
}

/// The bookings that remain to be made.
pub struct Supply {
    school: Arc<School>,
    clock: SystemClock,
    taken: AtomicUsize,
}

impl Supply {
    /// Those of a school. All ceilings of a database share one, because the ids are numbered.
    pub fn of(school: Arc<School>) -> Self {
        Self { school, clock: SystemClock::default(), taken: AtomicUsize::new(0) }
    }

    /// The next booking.
    pub fn next(&self) -> Option<Values> {
        let wish = self.school.next_wish()?;
        let (now, turn) = (self.clock.now(), self.taken.fetch_add(1, Ordering::Relaxed));
        let booking = id(now, 9, turn);
        Some(Values {
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
        })
    }
}

/// The values of one booking.
pub struct Values {
    pub booking: Uuid,
    pub slot: Uuid,
    pub mail: Uuid,
    pub student: Uuid,
    pub teacher: Uuid,
    pub starts: i64,
    pub ends: i64,
    pub cells: [i64; 4],
    pub now: i64,
    pub payload: String,
}

/// rusqlite, one thread, one durable commit for each booking.
pub fn on_sqlite(path: &Path, supply: &Supply, length: Duration) -> Result<Plain> {
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
    let per_second = number(done) / started.elapsed().as_secs_f64();
    Ok(Plain { name: "rusqlite, a commit each", tasks: 1, target: "≥ 1.5 (2.0)", done, per_second })
}

fn book_on_sqlite(connection: &mut rusqlite::Connection, v: &Values) -> Result<()> {
    // rusqlite takes `$1` for a name; `?1` is the same place.
    let numbered = |sql: &str| sql.replace('$', "?");
    let id = |row: &rusqlite::Row<'_>| row.get::<_, [u8; 16]>(0);
    let (booking, mail) = (v.booking.as_bytes(), v.mail.as_bytes());
    let (student, teacher) = (v.student.as_bytes(), v.teacher.as_bytes());
    let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let slot = params![v.slot.as_bytes(), teacher, v.starts, v.now];
    let slot = tx.prepare_cached(&numbered(SLOT))?.query_row(slot, id)?;
    let [a, b, c, d] = v.cells;
    let taken = tx.prepare_cached(&numbered(CELLS))?.execute(params![slot, student, teacher, a, b, c, d])?;
    ensure!(taken == 8, "an hour was taken");
    let lot = tx.prepare_cached(&numbered(LOTS))?.query_row(params![student, teacher], id)?;
    ensure!(tx.prepare_cached(&numbered(TAKE))?.execute(params![lot, v.now])? == 1, "no credit");
    let row = params![booking, slot, student, teacher, v.starts, v.ends, false, PRICE_MINOR, v.now];
    tx.prepare_cached(&numbered(BOOKING))?.execute(row)?;
    tx.prepare_cached(&numbered(LEDGER))?.execute(params![booking, v.now])?;
    tx.prepare_cached(&numbered(ENTRIES))?.execute(params![booking, student, teacher, lot, PRICE_MINOR])?;
    tx.prepare_cached(&numbered(OUTBOX))?.execute(params![booking, mail, v.payload, v.now])?;
    tx.prepare_cached(&numbered(AUDIT))?.execute(params![booking, v.now, student, DETAIL])?;
    Ok(tx.commit()?)
}
