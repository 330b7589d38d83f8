//! Queries of the auditor. Rows dated to the epoch are history that was inserted before the first step.

use tala_db::{Connection, FromRow, Transaction};

use super::snapshot::{Applied, Booking, Cell, Coupon, Job, Lot, Order, Payment, Payout, Refund, Slot};

async fn read<T: FromRow + Send + 'static>(tx: &Transaction, sql: &str) -> Vec<T> {
    tx.query(sql, &[]).await.unwrap_or_else(|error| panic!("{sql}: {error}"))
}

pub(super) async fn orders(tx: &Transaction) -> Vec<Order> {
    let sql = "SELECT id, student_id AS student, teacher_id AS teacher, state, package_size, slot_id AS slot, starts_at,
                      credit_cost, seat_state, price_minor AS price, service_fee_minor AS service_fee,
                      provider_fee_minor AS provider_fee, total_minor AS total, currency, coupon_id AS coupon, coupon_reserved,
                      provider_order_id AS provider_id, payment_id AS payment, booking_id AS booking, lot_id AS lot,
                      receipt_number AS receipt, created_at, updated_at FROM orders ORDER BY created_at, id";
    read(tx, sql).await
}

pub(super) async fn bookings(tx: &Transaction) -> Vec<Booking> {
    let sql = "SELECT id, slot_id AS slot, student_id AS student, teacher_id AS teacher, starts_at, ends_at, status,
                      payment_status, credits_used AS credits, amount_minor AS amount, currency, order_id AS \"order\",
                      cancelled_at, cancelled_by, created_at, rescheduled_from IS NOT NULL AS moved, commission_rate,
                      taught_hours, net_minor AS net, payout_id AS payout FROM bookings WHERE created_at > 0";
    read(tx, sql).await
}

pub(super) async fn payments(tx: &Transaction) -> Vec<Payment> {
    let sql = "SELECT id, provider_payment_id AS provider_id, order_id AS \"order\", amount_minor AS amount, currency, outcome
                 FROM payments";
    read(tx, sql).await
}

pub(super) async fn refunds(tx: &Transaction) -> Vec<Refund> {
    let sql = "SELECT id, payment_id AS payment, booking_id AS booking, state, reason, amount_minor AS amount, bearer,
                      price_minor AS price, voided_credits FROM refunds";
    read(tx, sql).await
}

pub(super) async fn slots(tx: &Transaction) -> Vec<Slot> {
    let sql = "SELECT id, teacher_id AS teacher, starts_at, kind, capacity, seats_taken AS taken FROM slots
                WHERE created_at > 0";
    read(tx, sql).await
}

pub(super) async fn lots(tx: &Transaction) -> Vec<Lot> {
    let sql = "SELECT l.id, l.student_id AS student, l.origin, l.total, l.remaining, l.expires_at, l.expired_at,
                      l.order_id AS \"order\", l.price_per_class_minor AS price,
                      CAST(COALESCE((SELECT sum(e.amount) FROM ledger_entries e
                                      WHERE e.lot_id = l.id AND e.account = 'credits_expired'), 0) AS bigint) AS expired
                 FROM credit_lots l";
    read(tx, sql).await
}

pub(super) async fn coupons(tx: &Transaction) -> Vec<Coupon> {
    read(tx, "SELECT id, code, used, use_limit AS \"limit\", student_limit AS limit_per_student FROM coupons").await
}

pub(super) async fn jobs(tx: &Transaction) -> Vec<Job> {
    read(tx, "SELECT topic, subject_id AS subject, state, attempts FROM outbox").await
}

pub(super) async fn payouts(tx: &Transaction) -> Vec<Payout> {
    let sql = "SELECT id, teacher_id AS teacher, currency, period_end_at, state, amount_minor AS amount,
                      exported_at IS NOT NULL AS exported, created_at FROM payouts";
    read(tx, sql).await
}

pub(super) async fn applied(tx: &Transaction) -> Vec<Applied> {
    let sql = "SELECT person_id AS person, status, founding, invite_code IS NOT NULL AS has_code,
                      (SELECT count(*) FROM audit_log a WHERE a.subject_id = t.person_id
                          AND a.action IN ('teacher_approved', 'teacher_rejected'))
                    - (SELECT count(*) FROM audit_log a WHERE a.subject_id = t.person_id
                          AND a.action = 'teacher_decision_undone') AS decisions
                 FROM teachers t WHERE applied_at IS NOT NULL";
    read(tx, sql).await
}

pub(super) async fn cells(tx: &Transaction) -> Vec<Cell> {
    read(tx, "SELECT person_id AS person, quarter_hour AS cell, slot_id AS slot FROM busy_quarter_hours").await
}

pub(super) async fn sums(tx: &Transaction) -> Vec<(String, String, i64)> {
    let sql = "SELECT account, commodity, CAST(sum(amount) AS bigint) FROM ledger_entries GROUP BY account, commodity";
    read(tx, sql).await
}
