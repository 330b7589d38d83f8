//! Filling a database with the school: SQL text in large transactions, the same on both databases.
//!
//! Bookings go into a temporary table first; slots, quarter-hour cells, ledger, outbox and audit lines follow from it
//! by the statements of [`DERIVED`], so that what is stored agrees as if the product had written it.

use anyhow::{Context as _, Result};
use jiff::Timestamp;
use tala_domain::money::{Currency, Money};
use tala_domain::pricing::{BasisPoints, Split, commission_rate, split};
use tala_domain::time::class_end;
use tala_store::{Backend, Store, Transaction, people};
use tala_tests::ISSUER;
use uuid::Uuid;

use crate::school::{CREDITS_EACH, Class, School, Student, id, made, teacher_subject, weekly_ranges};

const TEACHERS_PER_TRANSACTION: usize = 50;
/// Up to this number of bookings, PostgreSQL checks the foreign keys during the filling.
const MAX_WITH_FOREIGN_KEYS: usize = 50_000;
const ROWS_PER_STATEMENT: usize = 500;
/// What a class costs, in paise.
pub const PRICE_MINOR: i64 = 50_000;
const DAY_MICROS: i64 = 86_400_000_000;

const PEOPLE: &str = "people (id, email, email_key, name, phone, time_zone, created_at)";
const TEACHERS: &str =
    "teachers (person_id, status, founding, invite_code, bio, experience, dance_styles, meeting_link,
    rate_inr_minor, rate_usd_minor, created_at)";
const HOURS: &str = "availabilities (teacher_id, time_zone, visibility_days, weekly_hours, version, updated_at)";
const IDENTITIES: &str = "identities (issuer, subject, person_id, created_at)";
const STUDENTS: &str = "students (person_id, teacher_id, invite_code, location, currency, joined_at)";
const LOTS: &str = "credit_lots (id, student_id, teacher_id, origin, total, remaining, price_per_class_minor, currency,
    expires_at, created_at)";
const GRANTS: &str = "ledger_transactions (id, kind, happened_at)";
const GRANTED: &str = "ledger_entries (transaction_id, line, account, owner_id, lot_id, commodity, amount)";
const SEED: &str =
    "bench_seed (booking, slot, mail, held, student, teacher, lot, starts, made, rate, commission, hours)";

/// From the temporary table to everything that a booking consists of.
const DERIVED: [&str; 12] = [
    "INSERT INTO slots (id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost, created_at)
     SELECT slot, teacher, starts, 'virtual', 'private', 1, 1, 1, made FROM bench_seed",
    "INSERT INTO bookings (id, slot_id, student_id, teacher_id, starts_at, ends_at, status, no_show, payment_status,
         credits_used, amount_minor, base_amount_minor, currency, student_zone, calendar_sequence, created_at, updated_at,
         commission_rate, net_minor, taught_hours)
     SELECT booking, slot, student, teacher, starts, starts + 3600000000,
            CASE WHEN rate IS NULL THEN 'confirmed' ELSE 'completed' END, {no}, 'credit',
            1, {price}, {price}, 'INR', 'Asia/Kolkata', 0, made, made, rate, {price} - commission, hours FROM bench_seed",
    "INSERT INTO time_cells (person_id, cell, slot_id) SELECT student, starts / 900000000 + q, slot
       FROM bench_seed, (SELECT 0 AS q UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) quarters",
    "INSERT INTO time_cells (person_id, cell, slot_id) SELECT teacher, starts / 900000000 + q, slot
       FROM bench_seed, (SELECT 0 AS q UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) quarters",
    "INSERT INTO ledger_transactions (id, kind, booking_id, happened_at)
     SELECT booking, 'credits_spent', booking, made FROM bench_seed",
    "INSERT INTO ledger_entries (transaction_id, line, account, owner_id, lot_id, commodity, amount)
     SELECT booking, 0, 'student_credits', student, lot, 'CREDIT', -1 FROM bench_seed
     UNION ALL SELECT booking, 1, 'credits_spent', teacher, lot, 'CREDIT', 1 FROM bench_seed
     UNION ALL SELECT booking, 2, 'unearned_credits', student, lot, 'INR', {price} FROM bench_seed
     UNION ALL SELECT booking, 3, 'unearned_classes', student, NULL, 'INR', -{price} FROM bench_seed",
    "INSERT INTO ledger_transactions (id, kind, booking_id, happened_at)
     SELECT held, 'class_held', booking, starts + 3600000000 FROM bench_seed WHERE rate IS NOT NULL",
    "INSERT INTO ledger_entries (transaction_id, line, account, owner_id, commodity, amount)
     SELECT held, 0, 'unearned_classes', student, 'INR', {price} FROM bench_seed WHERE rate IS NOT NULL
     UNION ALL SELECT held, 1, 'teacher_payable', teacher, 'INR', commission - {price} FROM bench_seed
                WHERE rate IS NOT NULL",
    "INSERT INTO ledger_entries (transaction_id, line, account, owner_id, commodity, amount)
     SELECT held, 2, 'commission', NULL, 'INR', -commission FROM bench_seed WHERE commission > 0",
    "INSERT INTO outbox (id, topic, subject_id, payload, state, run_at, attempts, created_at, finished_at)
     SELECT booking, 'booking_confirmed_student', booking, '{payload}', 'done', made, 1, made, made FROM bench_seed
      WHERE made >= {kept}",
    "INSERT INTO outbox (id, topic, subject_id, payload, state, run_at, attempts, created_at, finished_at)
     SELECT mail, 'booking_confirmed_teacher', booking, '{payload}', 'done', made, 1, made, made FROM bench_seed
      WHERE made >= {kept}",
    "INSERT INTO audit_log (id, happened_at, actor_id, action, subject_id, detail)
     SELECT booking, made, student, 'booked_with_credits', booking, '{detail}' FROM bench_seed",
];
/// As long as a real one; work that is done is never read again.
const PAYLOAD: &str =
    r#"{"kind":"booking_confirmed","booking_id":"01950000-0000-7000-8000-000000000000","audience":"student"}"#;
const DETAIL: &str = r#"{"startsAt":"2026-01-01T00:00:00Z","teacherId":"01950000-0000-7000-8000-000000000000"}"#;

const PEOPLE_PER_TRANSACTION: u32 = 10_000;

/// Fills the database.
pub async fn fill(store: &Store, school: &School) -> Result<()> {
    let mut stored = 0;
    for classes in school.classes.chunks(TEACHERS_PER_TRANSACTION) {
        let tx = store.begin().await?;
        let now = school.now.as_microsecond();
        let writer = Writer { tx: &tx, school, now, postgres: store.backend() == Backend::Postgres };
        if writer.postgres && school.booked() > MAX_WITH_FOREIGN_KEYS {
            // Forty foreign keys a booking, of rows that the same transaction writes: most of the time of the filling.
            writer.run("SET LOCAL session_replication_role = replica").await?;
        }
        writer.teachers(classes).await?;
        writer.students(classes).await?;
        stored = writer.bookings(classes, stored).await?;
        tx.commit().await?;
    }
    loop {
        let tx = store.begin().await?;
        let words = people::mend_words(&tx, PEOPLE_PER_TRANSACTION).await?;
        let newcomers = people::mend_newcomers(&tx, PEOPLE_PER_TRANSACTION).await?;
        tx.commit().await?;
        if words == 0 && newcomers == 0 {
            return Ok(());
        }
    }
}

/// What becomes of the money of a class that is over, when it is its teacher's hour of this number (D22).
fn settled(school: &School, start: Timestamp, hours: u32) -> Option<(BasisPoints, Split)> {
    let end = class_end(start);
    let rate = (end <= school.now).then(|| commission_rate(school.taught_since, end, hours))?;
    Some((rate, split(Money::new(PRICE_MINOR, Currency::Inr), rate)))
}

struct Writer<'a> {
    tx: &'a Transaction,
    school: &'a School,
    now: i64,
    postgres: bool,
}

impl Writer<'_> {
    async fn teachers(&self, classes: &[Class]) -> Result<()> {
        let (now, no) = (self.now, if self.postgres { "false" } else { "0" });
        let hours: Vec<_> = weekly_ranges()
            .into_iter()
            .map(|(day, start, end)| format!(r#"{{"day":{day},"start":"{start}","end":"{end}"}}"#))
            .collect();
        let hours = hours.join(",");
        let each = |row: &dyn Fn(&Class, String, String) -> String| {
            let row = |class: &Class| row(class, self.id(class.teacher), class.teacher.simple().to_string());
            classes.iter().map(row).collect::<Vec<_>>()
        };
        let people = each(&|class, who, name| {
            format!("({who}, '{name}@bench.test', '{name}@bench.test', 'A Teacher', NULL, '{}', {now})", class.zone)
        });
        self.insert(PEOPLE, &people).await?;
        let identities =
            each(&|class, who, _| format!("('{ISSUER}', '{}', {who}, {now})", teacher_subject(class.teacher)));
        self.insert(IDENTITIES, &identities).await?;
        let teachers = each(&|_, who, name| {
            format!(
                "({who}, 'approved', {no}, '{name}', 'Bio', 'Ten years', '[\"Kathak\",\"Odissi\"]', \
                 'https://meet.example/abc', {PRICE_MINOR}, 2500, {})",
                self.school.taught_since.as_microsecond()
            )
        });
        self.insert(TEACHERS, &teachers).await?;
        let availabilities = each(&|class, who, _| format!("({who}, '{}', 60, '[{hours}]', 1, {now})", class.zone));
        self.insert(HOURS, &availabilities).await
    }

    async fn students(&self, classes: &[Class]) -> Result<()> {
        let now = self.now;
        let each = |row: &dyn Fn(&Class, usize, &Student, String, String) -> String| {
            let rows = |class: &Class| {
                let row = |(place, student): (usize, &Student)| {
                    row(class, place, student, self.id(student.id), self.id(student.lot))
                };
                (0..).zip(&class.students).map(row).collect::<Vec<_>>()
            };
            classes.iter().flat_map(rows).collect::<Vec<_>>()
        };
        let people = each(&|_, _, student, who, _| {
            format!("({who}, '{0}', '{0}', 'A Student', NULL, 'Asia/Kolkata', {now})", student.email)
        });
        self.insert(PEOPLE, &people).await?;
        let identities = each(&|_, _, student, who, _| format!("('{ISSUER}', '{}', {who}, {now})", student.subject));
        self.insert(IDENTITIES, &identities).await?;
        let students = each(&|class, _, _, who, _| {
            format!("({who}, {}, 'TCH-ABC-1234', 'India', 'INR', {now})", self.id(class.teacher))
        });
        self.insert(STUDENTS, &students).await?;
        let lots = each(&|class, place, _, who, lot| {
            let spent = class.booked.iter().filter(|(by, _)| *by == place).count();
            format!(
                "({lot}, {who}, {}, 'granted', {CREDITS_EACH}, {}, {PRICE_MINOR}, 'INR', {}, {now})",
                self.id(class.teacher),
                CREDITS_EACH.saturating_sub(spent),
                now + 300 * DAY_MICROS
            )
        });
        self.insert(LOTS, &lots).await?;
        let grants = each(&|_, _, _, _, lot| format!("({lot}, 'credits_granted', {now})"));
        self.insert(GRANTS, &grants).await?;
        let granted = each(&|_, _, _, who, lot| {
            format!(
                "({lot}, 0, 'student_credits', {who}, {lot}, 'CREDIT', {CREDITS_EACH}), \
                 ({lot}, 1, 'credits_granted', NULL, {lot}, 'CREDIT', -{CREDITS_EACH}), \
                 ({lot}, 2, 'promotions', NULL, NULL, 'INR', {CREDITS_EACH} * {PRICE_MINOR}), \
                 ({lot}, 3, 'unearned_credits', {who}, {lot}, 'INR', -{CREDITS_EACH} * {PRICE_MINOR})"
            )
        });
        self.insert(GRANTED, &granted).await
    }

    /// Returns the number of the next booking.
    async fn bookings(&self, classes: &[Class], first: usize) -> Result<usize> {
        let (id_type, number) = if self.postgres { ("uuid", "bigint") } else { ("blob", "integer") };
        self.run(&format!(
            "CREATE TEMPORARY TABLE bench_seed (booking {id_type}, slot {id_type}, mail {id_type}, held {id_type},
                 student {id_type}, teacher {id_type}, lot {id_type}, starts {number}, made {number}, rate {number},
                 commission {number}, hours {number})"
        ))
        .await?;
        let mut rows = Vec::new();
        for class in classes {
            for (hours, (place, start)) in (1..).zip(&class.booked) {
                let student = class.students.get(*place).context("no such student")?;
                let of = |kind| self.id(id(self.school.now, kind, first + rows.len()));
                let people = [self.id(student.id), self.id(class.teacher), self.id(student.lot)].join(", ");
                let ids = [of(4), of(5), of(6), of(7), people].join(", ");
                let starts = start.as_microsecond();
                let settled = match settled(self.school, *start, hours) {
                    Some((rate, parts)) => format!("{}, {}, {hours}", rate.0, parts.commission.amount_minor),
                    None => "NULL, NULL, NULL".to_owned(),
                };
                rows.push(format!("({ids}, {starts}, {}, {settled})", made(*start).as_microsecond()));
            }
        }
        self.insert(SEED, &rows).await?;
        for statement in DERIVED {
            let sql = statement
                .replace("{now}", &self.now.to_string())
                .replace("{price}", &PRICE_MINOR.to_string())
                .replace("{kept}", &self.school.work_kept_since().to_string())
                .replace("{no}", if self.postgres { "false" } else { "0" })
                .replace("{payload}", PAYLOAD)
                .replace("{detail}", DETAIL);
            self.run(&sql).await?;
        }
        self.run("DROP TABLE bench_seed").await?;
        Ok(first + rows.len())
    }

    fn id(&self, id: Uuid) -> String {
        if self.postgres { format!("'{id}'") } else { format!("x'{}'", id.simple()) }
    }

    async fn insert(&self, into: &str, rows: &[String]) -> Result<()> {
        for rows in rows.chunks(ROWS_PER_STATEMENT) {
            self.run(&format!("INSERT INTO {into} VALUES {}", rows.join(", "))).await?;
        }
        Ok(())
    }

    async fn run(&self, sql: &str) -> Result<()> {
        let shown = sql.get(..sql.len().min(300)).unwrap_or_default().to_owned();
        self.tx.batch(sql).await.context(shown)
    }
}
