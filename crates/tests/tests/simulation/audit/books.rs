//! Everything that is written, here and at the provider, at one moment.

use sea_orm::{AccessMode, ConnectionTrait, DatabaseTransaction, IsolationLevel, Statement, TransactionTrait};
use tala_tests::Kind;
use uuid::Uuid;

use super::list_at_provider;
use super::rows::Row;
use crate::peace::whole;
use crate::world::World;

pub(super) struct Order {
    pub(super) id: Uuid,
    pub(super) student: Uuid,
    pub(super) teacher: Uuid,
    pub(super) state: String,
    pub(super) package_size: i64,
    pub(super) slot: Option<Uuid>,
    pub(super) starts_at: Option<i64>,
    pub(super) credit_cost: i64,
    pub(super) seat: String,
    pub(super) total: i64,
    pub(super) currency: String,
    pub(super) coupon: Option<Uuid>,
    pub(super) coupon_held: bool,
    pub(super) provider_id: Option<String>,
    pub(super) payment: Option<Uuid>,
    pub(super) booking: Option<Uuid>,
    pub(super) lot: Option<Uuid>,
    pub(super) receipt: Option<i64>,
    pub(super) created_at: i64,
    pub(super) updated_at: i64,
}

pub(super) struct Booking {
    pub(super) id: Uuid,
    pub(super) slot: Uuid,
    pub(super) student: Uuid,
    pub(super) teacher: Uuid,
    pub(super) starts_at: i64,
    pub(super) ends_at: i64,
    pub(super) status: String,
    pub(super) payment_status: String,
    pub(super) credits: i64,
    pub(super) amount: i64,
    pub(super) currency: String,
    pub(super) order: Option<Uuid>,
    pub(super) cancelled_at: Option<i64>,
    pub(super) cancelled_by: Option<String>,
    pub(super) created_at: i64,
    pub(super) moved: bool,
}

impl Booking {
    pub(super) fn lives(&self) -> bool {
        self.status != "cancelled"
    }

    /// Hours that were left when it was called off.
    pub(super) fn hours_left(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "hours of this century")]
        self.cancelled_at.map(|at| (self.starts_at - at) as f64 / 3.6e9)
    }
}

pub(super) struct Payment {
    pub(super) id: Uuid,
    pub(super) provider_id: String,
    pub(super) order: Option<Uuid>,
    pub(super) amount: i64,
    pub(super) currency: String,
    pub(super) disposition: String,
}

pub(super) struct Refund {
    pub(super) id: Uuid,
    pub(super) payment: Uuid,
    pub(super) booking: Option<Uuid>,
    pub(super) state: String,
    pub(super) reason: String,
}

pub(super) struct Slot {
    pub(super) id: Uuid,
    pub(super) teacher: Uuid,
    pub(super) starts_at: i64,
    pub(super) kind: String,
    pub(super) capacity: i64,
    pub(super) taken: i64,
}

pub(super) struct Lot {
    pub(super) id: Uuid,
    pub(super) student: Uuid,
    pub(super) origin: String,
    pub(super) total: i64,
    pub(super) remaining: i64,
    pub(super) expires_at: i64,
    pub(super) expired_at: Option<i64>,
    pub(super) order: Option<Uuid>,
    /// What the ledger says has expired of it.
    pub(super) expired: i64,
}

pub(super) struct Coupon {
    pub(super) id: Uuid,
    pub(super) code: String,
    pub(super) used: i64,
    pub(super) limit: Option<i64>,
    pub(super) limit_per_student: Option<i64>,
}

pub(super) struct Job {
    pub(super) topic: String,
    pub(super) subject: Uuid,
    pub(super) state: String,
    pub(super) attempts: i64,
}

/// Somebody's quarter-hour.
pub(super) struct Cell {
    pub(super) person: Uuid,
    pub(super) cell: i64,
    pub(super) slot: Uuid,
}

/// All tables at one moment.
pub(super) struct Books {
    pub(super) now: i64,
    pub(super) orders: Vec<Order>,
    pub(super) bookings: Vec<Booking>,
    pub(super) payments: Vec<Payment>,
    pub(super) refunds: Vec<Refund>,
    pub(super) slots: Vec<Slot>,
    pub(super) lots: Vec<Lot>,
    pub(super) coupons: Vec<Coupon>,
    pub(super) jobs: Vec<Job>,
    pub(super) cells: Vec<Cell>,
    /// Sums of the ledger: account, currency, amount.
    pub(super) sums: Vec<(String, String, i64)>,
    /// What the product's own check finds at the same moment.
    pub(super) ledger: Vec<String>,
}

impl Books {
    pub(super) async fn read(world: &World<'_>) -> Self {
        let conn = world.desk().ctx.store.read();
        // One picture of everything, whatever an abandoned request may still be writing.
        let (level, access) = match world.desk().database.kind {
            Kind::Sqlite => (None, None),
            Kind::Postgres => (Some(IsolationLevel::RepeatableRead), Some(AccessMode::ReadOnly)),
        };
        let tx = conn.begin_with_config(level, access).await.unwrap();
        let found = tala_store::ledger::check(&tx).await.unwrap();
        let books = Self {
            now: world.desk().now().as_microsecond(),
            orders: orders(&tx).await,
            bookings: bookings(&tx).await,
            payments: payments(&tx).await,
            refunds: refunds(&tx).await,
            slots: slots(&tx).await,
            lots: lots(&tx).await,
            coupons: coupons(&tx).await,
            jobs: jobs(&tx).await,
            cells: cells(&tx).await,
            sums: sums(&tx).await,
            ledger: found.iter().map(|finding| format!("the ledger check: {finding:?}")).collect(),
        };
        tx.rollback().await.unwrap();
        books
    }

    pub(super) fn order(&self, id: Uuid) -> Option<&Order> {
        self.orders.iter().find(|order| order.id == id)
    }

    pub(super) fn booking(&self, id: Uuid) -> Option<&Booking> {
        self.bookings.iter().find(|booking| booking.id == id)
    }

    pub(super) fn refund_of(&self, payment: Uuid) -> Option<&Refund> {
        self.refunds.iter().find(|refund| refund.payment == payment)
    }
}

async fn read<T>(tx: &DatabaseTransaction, sql: &str, one: impl Fn(&mut Row<'_>) -> T) -> Vec<T> {
    let statement = Statement::from_string(tx.get_database_backend(), sql);
    let rows = tx.query_all_raw(statement).await.unwrap_or_else(|error| panic!("{sql}: {error}"));
    rows.iter().map(|row| one(&mut Row::new(row))).collect()
}

async fn orders(tx: &DatabaseTransaction) -> Vec<Order> {
    let sql = "SELECT id, student_id, teacher_id, state, package_size, slot_id, starts_at, credit_cost, seat, total_minor,
                      currency, coupon_id, coupon_held, provider_order_id, payment_id, booking_id, lot_id, receipt_number,
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

async fn bookings(tx: &DatabaseTransaction) -> Vec<Booking> {
    let sql = "SELECT id, slot_id, student_id, teacher_id, starts_at, ends_at, status, payment_status, credits_used,
                      amount_minor, currency, order_id, cancelled_at, cancelled_by, created_at, rescheduled_from FROM bookings";
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
    })
    .await
}

async fn payments(tx: &DatabaseTransaction) -> Vec<Payment> {
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

async fn refunds(tx: &DatabaseTransaction) -> Vec<Refund> {
    read(tx, "SELECT id, payment_id, booking_id, state, reason FROM refunds", |row| Refund {
        id: row.id(),
        payment: row.id(),
        booking: row.maybe_id(),
        state: row.text(),
        reason: row.text(),
    })
    .await
}

async fn slots(tx: &DatabaseTransaction) -> Vec<Slot> {
    read(tx, "SELECT id, teacher_id, starts_at, kind, capacity, seats_taken FROM slots", |row| Slot {
        id: row.id(),
        teacher: row.id(),
        starts_at: row.number(),
        kind: row.text(),
        capacity: row.number(),
        taken: row.number(),
    })
    .await
}

async fn lots(tx: &DatabaseTransaction) -> Vec<Lot> {
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

async fn coupons(tx: &DatabaseTransaction) -> Vec<Coupon> {
    read(tx, "SELECT id, code, used, use_limit, student_limit FROM coupons", |row| Coupon {
        id: row.id(),
        code: row.text(),
        used: row.number(),
        limit: row.maybe_number(),
        limit_per_student: row.maybe_number(),
    })
    .await
}

async fn jobs(tx: &DatabaseTransaction) -> Vec<Job> {
    read(tx, "SELECT topic, subject_id, state, attempts FROM outbox", |row| Job {
        topic: row.text(),
        subject: row.id(),
        state: row.text(),
        attempts: row.number(),
    })
    .await
}

async fn cells(tx: &DatabaseTransaction) -> Vec<Cell> {
    read(tx, "SELECT person_id, cell, slot_id FROM time_cells", |row| Cell {
        person: row.id(),
        cell: row.number(),
        slot: row.id(),
    })
    .await
}

async fn sums(tx: &DatabaseTransaction) -> Vec<(String, String, i64)> {
    let sql = "SELECT account, commodity, CAST(sum(amount) AS bigint) FROM ledger_entries GROUP BY account, commodity";
    read(tx, sql, |row| (row.text(), row.text(), row.number())).await
}

/// A payment as the provider has it.
pub(super) struct TheirPayment {
    pub(super) id: String,
    pub(super) order: Option<String>,
    pub(super) amount: i64,
    pub(super) currency: String,
    pub(super) captured: bool,
    pub(super) given_back: i64,
    /// Refunds that have not failed, with their amounts.
    pub(super) refunds: Vec<(String, i64)>,
}

/// The provider's own records.
pub(super) struct AtProvider {
    pub(super) payments: Vec<TheirPayment>,
}

impl AtProvider {
    pub(super) async fn read(world: &World<'_>) -> Self {
        let refunds = list_at_provider(world, "refunds").await;
        let payments = list_at_provider(world, "payments").await;
        let one = |payment: &serde_json::Value| TheirPayment {
            id: payment["id"].as_str().unwrap().to_owned(),
            order: payment["order_id"].as_str().map(str::to_owned),
            amount: whole(&payment["amount"]),
            currency: payment["currency"].as_str().unwrap().to_owned(),
            captured: payment["captured"] == true,
            given_back: whole(&payment["amount_refunded"]),
            refunds: refunds
                .iter()
                .filter(|refund| refund["payment_id"] == payment["id"] && refund["status"] != "failed")
                .map(|refund| (refund["status"].as_str().unwrap().to_owned(), whole(&refund["amount"])))
                .collect(),
        };
        Self { payments: payments.iter().map(one).collect() }
    }
}
