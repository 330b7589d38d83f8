//! Constraints: what the database rejects, whichever program writes (storage rule 3).

use tala_store::{Store, StoreError};
use tala_tests::fixtures::{School, booking_id};
use tala_tests::{TestApp, at, both_dbs, raw};
use uuid::Uuid;

both_dbs!(constraints_reject_invalid_rows, cancelled_rows_do_not_conflict);

/// SQL literals of the ids of a school with one booking.
struct Rows {
    teacher: String,
    student: String,
    slot: String,
    booking: String,
    lot: String,
    posting: String,
    new: String,
}

async fn rows(app: &TestApp) -> Rows {
    let School { teacher, student } = app.school().await;
    let booking = app.book(&student, &app.slot_at(&student, at("2026-03-03T03:30:00Z")).await).await;
    app.get("/api/config").ok().await;
    let store = &app.ctx.store;
    let first = async |query: &str| {
        let rows = raw::rows::<(Uuid,)>(store, query).await;
        raw::id(store, rows[0].0)
    };
    Rows {
        teacher: raw::id(store, teacher.id.0),
        student: raw::id(store, student.id.0),
        slot: raw::id(store, booking["slotId"].as_str().unwrap().parse().unwrap()),
        booking: raw::id(store, booking_id(&booking).0),
        lot: first("SELECT id FROM credit_lots").await,
        posting: first("SELECT id FROM ledger_transactions WHERE kind = 'credits_spent'").await,
        new: raw::id(store, Uuid::from_u128(77)),
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refusal {
    Unique,
    Check,
    ForeignKey,
    /// A missing value or one of another type.
    Other,
}

async fn refusal(store: &Store, statement: &str) -> Option<Refusal> {
    match raw::attempt(store, &[statement]).await {
        Ok(()) => None,
        Err(StoreError::UniqueViolation(_)) => Some(Refusal::Unique),
        Err(StoreError::CheckViolation(_)) => Some(Refusal::Check),
        Err(StoreError::ForeignKeyViolation(_)) => Some(Refusal::ForeignKey),
        Err(StoreError::Other(_)) => Some(Refusal::Other),
        Err(other) => panic!("{statement}: {other:?}"),
    }
}

/// Time and seats (D10, D11).
fn time_and_seats(r: &Rows) -> Vec<(Refusal, String)> {
    use Refusal::{Check, ForeignKey, Other, Unique};
    let Rows { teacher, student, slot, new, .. } = r;
    let start = at("2026-03-03T03:30:00Z").as_microsecond();
    let quarter_hour = at("2026-03-03T03:30:00Z").as_second() / 900;
    vec![
        (Unique, format!("INSERT INTO busy_quarter_hours VALUES ({teacher}, {quarter_hour}, {slot})")),
        (Unique, format!("INSERT INTO busy_quarter_hours VALUES ({student}, {}, {slot})", quarter_hour + 3)),
        (ForeignKey, format!("INSERT INTO busy_quarter_hours VALUES ({new}, 1, {slot})")),
        (ForeignKey, format!("INSERT INTO busy_quarter_hours VALUES ({teacher}, 1, {new})")),
        (
            Unique,
            format!(
                "INSERT INTO slots ({SLOT_COLUMNS}) VALUES ({new}, {teacher}, {start}, 'regular', 'group', 10, 0, 1, 0, NULL)"
            ),
        ),
        (
            ForeignKey,
            format!(
                "INSERT INTO slots ({SLOT_COLUMNS}) VALUES ({new}, {student}, 1, 'regular', 'group', 10, 0, 1, 0, NULL)"
            ),
        ),
        (Check, format!("UPDATE slots SET seats_taken = 2 WHERE id = {slot}")),
        (Check, format!("UPDATE slots SET seats_taken = -1 WHERE id = {slot}")),
        (Check, format!("UPDATE slots SET capacity = 0, seats_taken = 0 WHERE id = {slot}")),
        (Check, format!("UPDATE slots SET capacity = 51 WHERE id = {slot}")),
        (Check, format!("UPDATE slots SET credit_cost = 0 WHERE id = {slot}")),
        (Check, format!("UPDATE slots SET credit_cost = 101 WHERE id = {slot}")),
        (Check, format!("UPDATE slots SET kind = 'odd' WHERE id = {slot}")),
        (Check, format!("UPDATE slots SET class_type = 'Private' WHERE id = {slot}")),
        (Other, format!("UPDATE slots SET starts_at = NULL WHERE id = {slot}")),
        (Other, format!("UPDATE slots SET starts_at = 'soon' WHERE id = {slot}")),
        (ForeignKey, format!("DELETE FROM slots WHERE id = {slot}")),
    ]
}

/// Bookings (D15, D16).
fn bookings(r: &Rows) -> Vec<(Refusal, String)> {
    use Refusal::{Check, ForeignKey, Unique};
    let Rows { booking, new, .. } = r;
    let copy_booking = |values: &str| {
        format!("INSERT INTO bookings ({BOOKING_COLUMNS}) SELECT {values} starts_at, ends_at, status, no_show, payment_status, credits_used,
            amount_minor, base_amount_minor, currency, student_zone, calendar_sequence, created_at, updated_at FROM bookings WHERE id = {booking}")
    };
    let completed =
        |settlement: &str| format!("status = 'completed', (commission_rate, taught_hours, net_minor) = ({settlement})");
    vec![
        (Unique, copy_booking(&format!("{new}, slot_id, student_id, teacher_id,"))),
        (Unique, copy_booking("id, slot_id, student_id, teacher_id,")),
        (ForeignKey, copy_booking(&format!("{new}, {new}, student_id, teacher_id,"))),
        (ForeignKey, copy_booking(&format!("{new}, slot_id, teacher_id, teacher_id,"))),
        (Check, "UPDATE bookings SET status = 'lost'".into()),
        (Check, "UPDATE bookings SET payment_status = 'free'".into()),
        (Check, "UPDATE bookings SET credits_used = -1".into()),
        (Check, "UPDATE bookings SET amount_minor = -1".into()),
        (Check, "UPDATE bookings SET ends_at = starts_at".into()),
        (Check, format!("UPDATE bookings SET {} WHERE id = {booking}", completed("NULL, 1, 1"))),
        (Check, format!("UPDATE bookings SET {} WHERE id = {booking}", completed("1, NULL, 1"))),
        (Check, format!("UPDATE bookings SET {} WHERE id = {booking}", completed("1, 1, NULL"))),
        (ForeignKey, format!("DELETE FROM bookings WHERE id = {booking}")),
    ]
}

/// Credits and ledger (D17, D18).
fn credits_and_ledger(r: &Rows) -> Vec<(Refusal, String)> {
    use Refusal::{Check, ForeignKey, Unique};
    let Rows { teacher, lot, posting, new, .. } = r;
    vec![
        (Check, format!("UPDATE credit_lots SET remaining = -1 WHERE id = {lot}")),
        (Check, format!("UPDATE credit_lots SET remaining = total + 1 WHERE id = {lot}")),
        (Check, format!("UPDATE credit_lots SET total = 0, remaining = 0 WHERE id = {lot}")),
        (Check, format!("UPDATE credit_lots SET price_per_class_minor = -1 WHERE id = {lot}")),
        (Check, format!("UPDATE credit_lots SET origin = 'found' WHERE id = {lot}")),
        (ForeignKey, format!("UPDATE credit_lots SET student_id = {teacher} WHERE id = {lot}")),
        (ForeignKey, format!("DELETE FROM credit_lots WHERE id = {lot}")),
        (
            Check,
            format!("INSERT INTO ledger_entries VALUES ({posting}, 9, 'student_credits', NULL, NULL, 'CREDIT', 0)"),
        ),
        (Check, format!("INSERT INTO ledger_entries VALUES ({posting}, 9, 'student_credits', NULL, NULL, 'EUR', 1)")),
        (
            Unique,
            format!("INSERT INTO ledger_entries VALUES ({posting}, 0, 'student_credits', NULL, NULL, 'CREDIT', 1)"),
        ),
        (
            ForeignKey,
            format!("INSERT INTO ledger_entries VALUES ({new}, 0, 'student_credits', NULL, NULL, 'CREDIT', 1)"),
        ),
        (
            ForeignKey,
            format!(
                "INSERT INTO ledger_transactions (id, kind, booking_id, happened_at) VALUES ({new}, 'credits_spent', {new}, 0)"
            ),
        ),
        (
            ForeignKey,
            format!(
                "INSERT INTO ledger_transactions (id, kind, payout_id, happened_at) VALUES ({new}, 'payout_paid', {new}, 0)"
            ),
        ),
        (ForeignKey, format!("DELETE FROM ledger_transactions WHERE id = {posting}")),
    ]
}

/// People (D5, D8, D9).
fn people(r: &Rows, no: &str) -> Vec<(Refusal, String)> {
    use Refusal::{Check, ForeignKey, Other, Unique};
    let Rows { teacher, student, new, .. } = r;
    vec![
        (
            Unique,
            format!(
                "INSERT INTO people (id, email, email_key, name, created_at) VALUES ({new}, 'Meera@people.test', 'meera@people.test', 'M', 0)"
            ),
        ),
        (
            Check,
            format!(
                "INSERT INTO people (id, email, email_key, name, created_at) VALUES ({new}, 'x@people.test', NULL, 'M', 0)"
            ),
        ),
        (
            Check,
            format!(
                "INSERT INTO people (id, email, email_key, name, created_at) VALUES ({new}, NULL, 'x@people.test', 'M', 0)"
            ),
        ),
        (
            Other,
            format!("INSERT INTO people (id, email, email_key, name, created_at) VALUES ({new}, NULL, NULL, NULL, 0)"),
        ),
        (Unique, format!("INSERT INTO identities VALUES ('https://id.test', 'subject-meera', {teacher}, 0)")),
        (ForeignKey, format!("INSERT INTO identities VALUES ('https://id.test', 'subject-new', {new}, 0)")),
        (ForeignKey, format!("DELETE FROM people WHERE id = {student}")),
        (Check, "UPDATE teachers SET status = 'odd'".into()),
        (Check, "UPDATE teachers SET rate_inr_minor = -1".into()),
        (Unique, format!("{TEACHER} VALUES ({student}, 'pending', {no}, 'TCH-AMD-2345', '', '', '[]', NULL, 0, 0, 0)")),
        (Unique, format!("{TEACHER} VALUES ({teacher}, 'pending', {no}, NULL, '', '', '[]', NULL, 0, 0, 0)")),
        (Check, "UPDATE availabilities SET visibility_days = 0".into()),
        (Check, "UPDATE availabilities SET visibility_days = 91".into()),
        (Check, "UPDATE students SET currency = 'EUR'".into()),
        (Check, "UPDATE students SET location = 'Mars'".into()),
        (ForeignKey, format!("UPDATE students SET teacher_id = {student}")),
        (ForeignKey, format!("DELETE FROM teachers WHERE person_id = {teacher}")),
    ]
}

/// Jobs and idempotency keys.
fn work_and_keys(r: &Rows) -> Vec<(Refusal, String)> {
    use Refusal::{Check, ForeignKey, Unique};
    let Rows { booking, new, .. } = r;
    vec![
        (Check, "UPDATE outbox SET state = 'odd'".into()),
        (
            Unique,
            format!(
                "INSERT INTO outbox (id, topic, subject_id, payload, state, run_at, attempts, last_error, created_at, finished_at)
                SELECT {new}, topic, subject_id, payload, state, run_at, attempts, last_error, created_at, finished_at
                  FROM outbox WHERE topic = 'booking_confirmed_student'"
            ),
        ),
        (ForeignKey, format!("INSERT INTO idempotency_keys VALUES ({new}, 'key', 'hash', {booking}, 0)")),
    ]
}

/// Drafts, accounts, notes, messages, feeds, payouts (D25, D32, D33, D34).
fn teaching(r: &Rows) -> Vec<(Refusal, String)> {
    use Refusal::{Check, ForeignKey, Other, Unique};
    let Rows { teacher, student, booking, new, .. } = r;
    let account = |codes: &str| {
        format!("INSERT INTO bank_accounts VALUES ({teacher}, 'India', 'P', 'B', 'x', '1234', {codes}, 'Monthly', 0)")
    };
    let message = |role: &str| {
        format!("INSERT INTO support_messages VALUES ({new}, {student}, '{role}', 't', 's', 'b', '[]', 0, NULL)")
    };
    let payout = |id: &str, currency: &str, state: &str, amount: i64| {
        format!(
            "INSERT INTO payouts (id, teacher_id, currency, period_end_at, state, classes, amount_minor, account_encrypted,
                 account_last4, created_at, updated_at)
             VALUES ({id}, {teacher}, '{currency}', 7, '{state}', 1, {amount}, '{{}}', '1234', 0, 0)"
        )
    };
    vec![
        (Check, format!("INSERT INTO application_drafts VALUES ({student}, '{{}}', 5, 1, 0)")),
        (Check, format!("INSERT INTO application_drafts VALUES ({student}, '{{}}', -1, 1, 0)")),
        (ForeignKey, format!("INSERT INTO application_drafts VALUES ({new}, '{{}}', 0, 1, 0)")),
        (Check, account("NULL, NULL")),
        (Check, account("'SBIN0001234', '021000021'")),
        (ForeignKey, account("NULL, '1'").replace(teacher, student)),
        (ForeignKey, format!("INSERT INTO student_notes VALUES ({student}, {student}, '', 1, 0)")),
        (ForeignKey, format!("INSERT INTO student_notes VALUES ({teacher}, {teacher}, '', 1, 0)")),
        (Check, message("admin")),
        (ForeignKey, message("student").replace(student, new)),
        (Other, format!("INSERT INTO calendar_feeds VALUES ({student}, NULL, 0)")),
        (ForeignKey, format!("INSERT INTO calendar_feeds VALUES ({new}, 'x', 0)")),
        (Unique, format!("INSERT INTO calendar_feeds VALUES ({student}, 'x', 0), ({teacher}, 'x', 0)")),
        (Check, payout(new, "INR", "prepared", 0)),
        (Check, payout(new, "INR", "prepared", -1)),
        (Check, payout(new, "EUR", "prepared", 1)),
        (Check, payout(new, "INR", "lost", 1)),
        (ForeignKey, payout(new, "INR", "prepared", 1).replace(teacher, student)),
        (ForeignKey, format!("UPDATE bookings SET payout_id = {new} WHERE id = {booking}")),
        (
            Unique,
            format!(
                "{}, ({booking}, {teacher}, 'INR', 7, 'prepared', 1, 1, '{{}}', '1234', 0, 0)",
                payout(new, "INR", "paid", 1)
            ),
        ),
    ]
}

async fn constraints_reject_invalid_rows(app: TestApp) {
    let rows = rows(&app).await;
    let store = &app.ctx.store;
    let code: Vec<String> = raw::texts(store, "SELECT invite_code FROM teachers").await;
    assert_eq!(code, ["TCH-AMD-2345"]);
    let mut wrong = Vec::new();
    let mut statements = time_and_seats(&rows);
    statements.extend(bookings(&rows));
    statements.extend(credits_and_ledger(&rows));
    statements.extend(people(&rows, raw::truth(store, false)));
    statements.extend(work_and_keys(&rows));
    statements.extend(teaching(&rows));
    for (expected, statement) in statements {
        let found = refusal(store, &statement).await;
        if found != Some(expected) {
            wrong.push(format!("{statement}: {found:?} instead of {expected:?}"));
        }
    }
    let key = format!("INSERT INTO idempotency_keys VALUES ({}, 'key', 'hash', {}, 0)", rows.student, rows.booking);
    assert_eq!((refusal(store, &key).await, refusal(store, &key).await), (None, Some(Refusal::Unique)));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

const TEACHER: &str =
    "INSERT INTO teachers (person_id, status, founding, invite_code, bio, experience, dance_styles, meeting_link,
    rate_inr_minor, rate_usd_minor, created_at)";
/// The columns of `slots` without the texts, which have defaults.
const SLOT_COLUMNS: &str =
    "id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost, created_at, cancelled_at";

const BOOKING_COLUMNS: &str =
    "id, slot_id, student_id, teacher_id, starts_at, ends_at, status, no_show, payment_status,
    credits_used, amount_minor, base_amount_minor, currency, student_zone, calendar_sequence, created_at, updated_at";

async fn cancelled_rows_do_not_conflict(app: TestApp) {
    let Rows { teacher, slot, booking, new, .. } = rows(&app).await;
    let store = &app.ctx.store;
    let start = at("2026-03-03T03:30:00Z").as_microsecond();
    raw::execute(store, &format!("UPDATE bookings SET status = 'cancelled' WHERE id = {booking}")).await;
    raw::execute(
        store,
        &format!(
            "INSERT INTO bookings ({BOOKING_COLUMNS}) SELECT {new}, slot_id, student_id, teacher_id, starts_at, ends_at,
        'confirmed', no_show, payment_status, credits_used, amount_minor, base_amount_minor, currency, student_zone,
        calendar_sequence, created_at, updated_at FROM bookings WHERE id = {booking}"
        ),
    )
    .await;
    raw::execute(store, &format!("UPDATE slots SET cancelled_at = 1 WHERE id = {slot}")).await;
    raw::execute(
        store,
        &format!("INSERT INTO slots ({SLOT_COLUMNS}) VALUES ({new}, {teacher}, {start}, 'regular', 'group', 10, 0, 1, 0, NULL)"),
    )
    .await;
}
