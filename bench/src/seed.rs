//! Writes the dataset to a database: SQL text in large transactions, the same for both engines.
//!
//! Bookings are inserted into a temporary table first. The statements of [`DERIVED`] derive slots, quarter-hours, ledger,
//! outbox and audit log from it, so that all tables are as consistent as if the product had written them.

use anyhow::{Context as _, Result};
use jiff::Timestamp;
use tala_domain::money::{Currency, Money};
use tala_domain::pricing::{BasisPoints, PriceSplit, commission_rate, split_price};
use tala_domain::time::class_end;
use tala_store::{Backend, Store, Transaction, people};
use tala_tests::ISSUER;
use uuid::Uuid;

use crate::dataset::{CREDITS_EACH, Dataset, Student, TeacherGroup, booked_at, id, teacher_subject, weekly_ranges};

const TEACHERS_PER_TRANSACTION: usize = 50;
/// Up to this number of bookings, PostgreSQL checks foreign keys during the seeding.
const MAX_WITH_FOREIGN_KEYS: usize = 50_000;
const ROWS_PER_STATEMENT: usize = 500;
/// Price of a class in paise.
pub const PRICE_MINOR: i64 = 50_000;
const DAY_MICROS: i64 = 86_400_000_000;

const PEOPLE: &str = "people (id, email, email_key, name, phone, time_zone, created_at)";
const TEACHERS: &str =
    "teachers (person_id, status, founding, invite_code, bio, experience, dance_styles, meeting_link,
    rate_inr_minor, rate_usd_minor, created_at)";
const AVAILABILITIES: &str =
    "availabilities (teacher_id, time_zone, visibility_days, weekly_hours, version, updated_at)";
const IDENTITIES: &str = "identities (issuer, subject, person_id, created_at)";
const STUDENTS: &str = "students (person_id, teacher_id, invite_code, location, currency, joined_at)";
const LOTS: &str = "credit_lots (id, student_id, teacher_id, origin, total, remaining, price_per_class_minor, currency,
    expires_at, created_at)";
const GRANTS: &str = "ledger_transactions (id, kind, happened_at)";
const GRANTED: &str = "ledger_entries (transaction_id, line, account, owner_id, lot_id, commodity, amount)";
const SEED: &str =
    "bench_seed (booking, slot, mail, held, student, teacher, lot, starts, made, rate, commission, hours)";

/// Derives all rows of a booking from the temporary table.
const DERIVED: [&str; 12] = [
    "INSERT INTO slots (id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost, created_at)
     SELECT slot, teacher, starts, 'virtual', 'private', 1, 1, 1, made FROM bench_seed",
    "INSERT INTO bookings (id, slot_id, student_id, teacher_id, starts_at, ends_at, status, no_show, payment_status,
         credits_used, amount_minor, base_amount_minor, currency, student_zone, calendar_sequence, created_at, updated_at,
         commission_rate, net_minor, taught_hours)
     SELECT booking, slot, student, teacher, starts, starts + 3600000000,
            CASE WHEN rate IS NULL THEN 'confirmed' ELSE 'completed' END, {no}, 'credit',
            1, {price}, {price}, 'INR', 'Asia/Kolkata', 0, made, made, rate, {price} - commission, hours FROM bench_seed",
    "INSERT INTO busy_quarter_hours (person_id, quarter_hour, slot_id) SELECT student, starts / 900000000 + q, slot
       FROM bench_seed, (SELECT 0 AS q UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) quarters",
    "INSERT INTO busy_quarter_hours (person_id, quarter_hour, slot_id) SELECT teacher, starts / 900000000 + q, slot
       FROM bench_seed, (SELECT 0 AS q UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3) quarters",
    "INSERT INTO ledger_transactions (id, kind, booking_id, happened_at)
     SELECT booking, 'credits_spent', booking, made FROM bench_seed",
    "INSERT INTO ledger_entries (transaction_id, line, account, owner_id, lot_id, commodity, amount)
     SELECT booking, 0, 'student_credits', student, lot, 'CREDIT', -1 FROM bench_seed
     UNION ALL SELECT booking, 1, 'credits_spent', teacher, lot, 'CREDIT', 1 FROM bench_seed
     UNION ALL SELECT booking, 2, 'unearned_credits', student, lot, 'INR', {price} FROM bench_seed
     UNION ALL SELECT booking, 3, 'unearned_classes', student, NULL, 'INR', -{price} FROM bench_seed",
    "INSERT INTO ledger_transactions (id, kind, booking_id, happened_at)
     SELECT held, 'class_settled', booking, starts + 3600000000 FROM bench_seed WHERE rate IS NOT NULL",
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
/// Has the length of a real payload. Finished jobs are never read again.
const PAYLOAD: &str =
    r#"{"kind":"booking_confirmed","booking_id":"01950000-0000-7000-8000-000000000000","audience":"student"}"#;
const DETAIL: &str = r#"{"startsAt":"2026-01-01T00:00:00Z","teacherId":"01950000-0000-7000-8000-000000000000"}"#;

const PEOPLE_PER_TRANSACTION: u32 = 10_000;

/// Seeds the database.
pub async fn seed(store: &Store, dataset: &Dataset) -> Result<()> {
    let mut stored = 0;
    for groups in dataset.groups.chunks(TEACHERS_PER_TRANSACTION) {
        let tx = store.begin().await?;
        let now = dataset.now.as_microsecond();
        let writer = Writer { tx: &tx, dataset, now, postgres: store.backend() == Backend::Postgres };
        if writer.postgres && dataset.seeded_bookings() > MAX_WITH_FOREIGN_KEYS {
            // Each booking has forty foreign keys to rows of the same transaction; checking them takes most of the time.
            writer.run("SET LOCAL session_replication_role = replica").await?;
        }
        writer.teachers(groups).await?;
        writer.students(groups).await?;
        stored = writer.bookings(groups, stored).await?;
        tx.commit().await?;
    }
    loop {
        let tx = store.begin().await?;
        let search_terms = people::reindex_stale(&tx, PEOPLE_PER_TRANSACTION).await?;
        let role_flags = people::repair_role_flags(&tx, PEOPLE_PER_TRANSACTION).await?;
        tx.commit().await?;
        if search_terms == 0 && role_flags == 0 {
            return Ok(());
        }
    }
}

/// Returns the split of a completed class's price, if it is the teacher's `hours`-th hour (D22).
fn settlement(dataset: &Dataset, start: Timestamp, hours: u32) -> Option<(BasisPoints, PriceSplit)> {
    let end = class_end(start);
    let rate = (end <= dataset.now).then(|| commission_rate(dataset.teachers_since, end, hours))?;
    Some((rate, split_price(Money::new(PRICE_MINOR, Currency::Inr), rate)))
}

struct Writer<'a> {
    tx: &'a Transaction,
    dataset: &'a Dataset,
    now: i64,
    postgres: bool,
}

impl Writer<'_> {
    async fn teachers(&self, groups: &[TeacherGroup]) -> Result<()> {
        let (now, no) = (self.now, if self.postgres { "false" } else { "0" });
        let hours: Vec<_> = weekly_ranges()
            .into_iter()
            .map(|(day, start, end)| format!(r#"{{"day":{day},"start":"{start}","end":"{end}"}}"#))
            .collect();
        let hours = hours.join(",");
        let each = |row: &dyn Fn(&TeacherGroup, String, String) -> String| {
            let row = |group: &TeacherGroup| row(group, self.id(group.teacher), group.teacher.simple().to_string());
            groups.iter().map(row).collect::<Vec<_>>()
        };
        let people = each(&|group, person, name| {
            format!("({person}, '{name}@bench.test', '{name}@bench.test', 'A Teacher', NULL, '{}', {now})", group.zone)
        });
        self.insert(PEOPLE, &people).await?;
        let identities =
            each(&|group, person, _| format!("('{ISSUER}', '{}', {person}, {now})", teacher_subject(group.teacher)));
        self.insert(IDENTITIES, &identities).await?;
        let teachers = each(&|_, person, name| {
            format!(
                "({person}, 'approved', {no}, '{name}', 'Bio', 'Ten years', '[\"Kathak\",\"Odissi\"]', \
                 'https://meet.example/abc', {PRICE_MINOR}, 2500, {})",
                self.dataset.teachers_since.as_microsecond()
            )
        });
        self.insert(TEACHERS, &teachers).await?;
        let availabilities =
            each(&|group, person, _| format!("({person}, '{}', 60, '[{hours}]', 1, {now})", group.zone));
        self.insert(AVAILABILITIES, &availabilities).await
    }

    async fn students(&self, groups: &[TeacherGroup]) -> Result<()> {
        let now = self.now;
        let each = |row: &dyn Fn(&TeacherGroup, usize, &Student, String, String) -> String| {
            let rows = |group: &TeacherGroup| {
                let row = |(index, student): (usize, &Student)| {
                    row(group, index, student, self.id(student.id), self.id(student.lot))
                };
                (0..).zip(&group.students).map(row).collect::<Vec<_>>()
            };
            groups.iter().flat_map(rows).collect::<Vec<_>>()
        };
        let people = each(&|_, _, student, person, _| {
            format!("({person}, '{0}', '{0}', 'A Student', NULL, 'Asia/Kolkata', {now})", student.email)
        });
        self.insert(PEOPLE, &people).await?;
        let identities =
            each(&|_, _, student, person, _| format!("('{ISSUER}', '{}', {person}, {now})", student.subject));
        self.insert(IDENTITIES, &identities).await?;
        let students = each(&|group, _, _, person, _| {
            format!("({person}, {}, 'TCH-ABC-1234', 'India', 'INR', {now})", self.id(group.teacher))
        });
        self.insert(STUDENTS, &students).await?;
        let lots = each(&|group, index, _, person, lot| {
            let spent = group.seeded.iter().filter(|(student, _)| *student == index).count();
            format!(
                "({lot}, {person}, {}, 'granted', {CREDITS_EACH}, {}, {PRICE_MINOR}, 'INR', {}, {now})",
                self.id(group.teacher),
                CREDITS_EACH.saturating_sub(spent),
                now + 300 * DAY_MICROS
            )
        });
        self.insert(LOTS, &lots).await?;
        let grants = each(&|_, _, _, _, lot| format!("({lot}, 'credits_granted', {now})"));
        self.insert(GRANTS, &grants).await?;
        let granted = each(&|_, _, _, person, lot| {
            format!(
                "({lot}, 0, 'student_credits', {person}, {lot}, 'CREDIT', {CREDITS_EACH}), \
                 ({lot}, 1, 'credits_granted', NULL, {lot}, 'CREDIT', -{CREDITS_EACH}), \
                 ({lot}, 2, 'promotions', NULL, NULL, 'INR', {CREDITS_EACH} * {PRICE_MINOR}), \
                 ({lot}, 3, 'unearned_credits', {person}, {lot}, 'INR', -{CREDITS_EACH} * {PRICE_MINOR})"
            )
        });
        self.insert(GRANTED, &granted).await
    }

    /// Inserts the bookings of `groups`. `first` is the number of the first one; returns that of the next.
    async fn bookings(&self, groups: &[TeacherGroup], first: usize) -> Result<usize> {
        let (id_type, number) = if self.postgres { ("uuid", "bigint") } else { ("blob", "integer") };
        self.run(&format!(
            "CREATE TEMPORARY TABLE bench_seed (booking {id_type}, slot {id_type}, mail {id_type}, held {id_type},
                 student {id_type}, teacher {id_type}, lot {id_type}, starts {number}, made {number}, rate {number},
                 commission {number}, hours {number})"
        ))
        .await?;
        let mut rows = Vec::new();
        for group in groups {
            for (hours, (index, start)) in (1..).zip(&group.seeded) {
                let student = group.students.get(*index).context("unknown student")?;
                let of = |kind| self.id(id(self.dataset.now, kind, first + rows.len()));
                let people = [self.id(student.id), self.id(group.teacher), self.id(student.lot)].join(", ");
                let ids = [of(4), of(5), of(6), of(7), people].join(", ");
                let starts = start.as_microsecond();
                let settlement = match settlement(self.dataset, *start, hours) {
                    Some((rate, parts)) => format!("{}, {}, {hours}", rate.0, parts.commission.amount_minor),
                    None => "NULL, NULL, NULL".to_owned(),
                };
                rows.push(format!("({ids}, {starts}, {}, {settlement})", booked_at(*start).as_microsecond()));
            }
        }
        self.insert(SEED, &rows).await?;
        for statement in DERIVED {
            let sql = statement
                .replace("{now}", &self.now.to_string())
                .replace("{price}", &PRICE_MINOR.to_string())
                .replace("{kept}", &self.dataset.jobs_kept_since().to_string())
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
