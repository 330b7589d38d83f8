//! The tables, as the auditor asks for them. What was written at the beginning of time is history that no step has made.

use sea_orm::{ConnectionTrait, DatabaseTransaction, Statement};

use super::books::{Applied, Booking, Cell, Coupon, Job, Lot, Order, Payment, Payout, Refund, Slot};
use super::rows::Row;

async fn read<T>(tx: &DatabaseTransaction, sql: &str, one: impl Fn(&mut Row<'_>) -> T) -> Vec<T> {
    let statement = Statement::from_string(tx.get_database_backend(), sql);
    let rows = tx.query_all_raw(statement).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    rows.iter().map(|row| one(&mut Row::new(row))).collect()
}

pub(super) async fn orders(tx: &DatabaseTransaction) -> Vec<Order> {
    let sql = "SELECT id, student_id, teacher_id, state, package_size, slot_id, starts_at, credit_cost, seat, price_minor,
                      service_fee_minor, provider_fee_minor, total_minor, currency, coupon_id, coupon_held, provider_order_id, payment_id, booking_id, lot_id, receipt_number,
                      created_at, updated_at FROM orders ORDER BY created_at, id";
    read(tx, sql, |row| Order {
        id: row.id(),
        student: row.id(),
        teacher: row.id(),
        state: row.text(),
        package_size: row.number(),
        slot: row.maybe_id(),
        starts_at: row.maybe_number(),
        credit_cost: row.number(),
        seat: row.text(),
        price: row.number(),
        service_fee: row.number(),
        provider_fee: row.number(),
        total: row.number(),
        currency: row.text(),
        coupon: row.maybe_id(),
        coupon_held: row.truth(),
        provider_id: row.maybe_text(),
        payment: row.maybe_id(),
        booking: row.maybe_id(),
        lot: row.maybe_id(),
        receipt: row.maybe_number(),
        created_at: row.number(),
        updated_at: row.number(),
    })
    .await
}

pub(super) async fn bookings(tx: &DatabaseTransaction) -> Vec<Booking> {
    let sql = "SELECT id, slot_id, student_id, teacher_id, starts_at, ends_at, status, payment_status, credits_used,
                      amount_minor, currency, order_id, cancelled_at, cancelled_by, created_at, rescheduled_from,
                      commission_rate, taught_hours, net_minor, payout_id FROM bookings WHERE created_at > 0";
    read(tx, sql, |row| Booking {
        id: row.id(),
        slot: row.id(),
        student: row.id(),
        teacher: row.id(),
        starts_at: row.number(),
        ends_at: row.number(),
        status: row.text(),
        payment_status: row.text(),
        credits: row.number(),
        amount: row.number(),
        currency: row.text(),
        order: row.maybe_id(),
        cancelled_at: row.maybe_number(),
        cancelled_by: row.maybe_text(),
        created_at: row.number(),
        moved: row.maybe_number().is_some(),
        commission_rate: row.maybe_number(),
        taught_hours: row.maybe_number(),
        net: row.maybe_number(),
        payout: row.maybe_id(),
    })
    .await
}

pub(super) async fn payments(tx: &DatabaseTransaction) -> Vec<Payment> {
    let sql = "SELECT id, provider_payment_id, order_id, amount_minor, currency, disposition FROM payments";
    read(tx, sql, |row| Payment {
        id: row.id(),
        provider_id: row.text(),
        order: row.maybe_id(),
        amount: row.number(),
        currency: row.text(),
        disposition: row.text(),
    })
    .await
}

pub(super) async fn refunds(tx: &DatabaseTransaction) -> Vec<Refund> {
    read(tx, "SELECT id, payment_id, booking_id, state, reason FROM refunds", |row| Refund {
        id: row.id(),
        payment: row.id(),
        booking: row.maybe_id(),
        state: row.text(),
        reason: row.text(),
    })
    .await
}

pub(super) async fn slots(tx: &DatabaseTransaction) -> Vec<Slot> {
    read(tx, "SELECT id, teacher_id, starts_at, kind, capacity, seats_taken FROM slots WHERE created_at > 0", |row| {
        Slot {
            id: row.id(),
            teacher: row.id(),
            starts_at: row.number(),
            kind: row.text(),
            capacity: row.number(),
            taken: row.number(),
        }
    })
    .await
}

pub(super) async fn lots(tx: &DatabaseTransaction) -> Vec<Lot> {
    let sql = "SELECT l.id, l.student_id, l.origin, l.total, l.remaining, l.expires_at, l.expired_at, l.order_id,
                      CAST(COALESCE((SELECT sum(e.amount) FROM ledger_entries e
                                      WHERE e.lot_id = l.id AND e.account = 'credits_expired'), 0) AS bigint)
                 FROM credit_lots l";
    read(tx, sql, |row| Lot {
        id: row.id(),
        student: row.id(),
        origin: row.text(),
        total: row.number(),
        remaining: row.number(),
        expires_at: row.number(),
        expired_at: row.maybe_number(),
        order: row.maybe_id(),
        expired: row.number(),
    })
    .await
}

pub(super) async fn coupons(tx: &DatabaseTransaction) -> Vec<Coupon> {
    read(tx, "SELECT id, code, used, use_limit, student_limit FROM coupons", |row| Coupon {
        id: row.id(),
        code: row.text(),
        used: row.number(),
        limit: row.maybe_number(),
        limit_per_student: row.maybe_number(),
    })
    .await
}

pub(super) async fn jobs(tx: &DatabaseTransaction) -> Vec<Job> {
    read(tx, "SELECT topic, subject_id, state, attempts FROM outbox", |row| Job {
        topic: row.text(),
        subject: row.id(),
        state: row.text(),
        attempts: row.number(),
    })
    .await
}

pub(super) async fn payouts(tx: &DatabaseTransaction) -> Vec<Payout> {
    let sql = "SELECT id, teacher_id, currency, cut_off, state, amount_minor, exported_at, created_at FROM payouts";
    read(tx, sql, |row| Payout {
        id: row.id(),
        teacher: row.id(),
        currency: row.text(),
        cut_off: row.number(),
        state: row.text(),
        amount: row.number(),
        exported: row.maybe_number().is_some(),
        created_at: row.number(),
    })
    .await
}

pub(super) async fn applied(tx: &DatabaseTransaction) -> Vec<Applied> {
    let sql = "SELECT person_id, status, founding, invite_code,
                      (SELECT count(*) FROM audit_log a WHERE a.subject_id = t.person_id
                          AND a.action IN ('teacher_approved', 'teacher_rejected'))
                 FROM teachers t WHERE applied_at IS NOT NULL";
    read(tx, sql, |row| Applied {
        person: row.id(),
        status: row.text(),
        founding: row.truth(),
        has_code: row.maybe_text().is_some(),
        decisions: row.number(),
    })
    .await
}

pub(super) async fn cells(tx: &DatabaseTransaction) -> Vec<Cell> {
    read(tx, "SELECT person_id, cell, slot_id FROM time_cells", |row| Cell {
        person: row.id(),
        cell: row.number(),
        slot: row.id(),
    })
    .await
}

pub(super) async fn sums(tx: &DatabaseTransaction) -> Vec<(String, String, i64)> {
    let sql = "SELECT account, commodity, CAST(sum(amount) AS bigint) FROM ledger_entries GROUP BY account, commodity";
    read(tx, sql, |row| (row.text(), row.text(), row.number())).await
}
