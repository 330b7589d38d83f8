//! A consistent snapshot of all tables.

use tala_db::FromRow;
use tala_tests::Kind;
use uuid::Uuid;

use super::tables;
use crate::world::World;

#[derive(FromRow)]
pub(super) struct Order {
    pub(super) id: Uuid,
    pub(super) student: Uuid,
    pub(super) teacher: Uuid,
    pub(super) state: String,
    pub(super) package_size: i64,
    pub(super) slot: Option<Uuid>,
    pub(super) starts_at: Option<i64>,
    pub(super) credit_cost: i64,
    pub(super) seat_state: String,
    pub(super) price: i64,
    pub(super) service_fee: i64,
    pub(super) provider_fee: i64,
    pub(super) total: i64,
    pub(super) currency: String,
    pub(super) coupon: Option<Uuid>,
    pub(super) coupon_reserved: bool,
    pub(super) provider_id: Option<String>,
    pub(super) payment: Option<Uuid>,
    pub(super) booking: Option<Uuid>,
    pub(super) lot: Option<Uuid>,
    pub(super) receipt: Option<i64>,
    pub(super) created_at: i64,
    pub(super) updated_at: i64,
}

#[derive(FromRow)]
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
    pub(super) commission_rate: Option<i64>,
    pub(super) taught_hours: Option<i64>,
    pub(super) net: Option<i64>,
    pub(super) payout: Option<Uuid>,
}

#[derive(FromRow)]
pub(super) struct Payout {
    pub(super) id: Uuid,
    pub(super) teacher: Uuid,
    pub(super) currency: String,
    pub(super) period_end_at: i64,
    pub(super) state: String,
    pub(super) amount: i64,
    pub(super) exported: bool,
    pub(super) created_at: i64,
}

/// A person's application to teach.
#[derive(FromRow)]
pub(super) struct Applied {
    pub(super) person: Uuid,
    pub(super) status: String,
    pub(super) founding: bool,
    pub(super) has_code: bool,
    /// Number of decisions in the audit log that were not undone.
    pub(super) decisions: i64,
}

impl Booking {
    pub(super) fn lives(&self) -> bool {
        self.status != "cancelled"
    }

    /// Hours between the cancellation and the start.
    pub(super) fn hours_left(&self) -> Option<f64> {
        #[expect(clippy::cast_precision_loss, reason = "hours of this century")]
        self.cancelled_at.map(|at| (self.starts_at - at) as f64 / 3.6e9)
    }
}

#[derive(FromRow)]
pub(super) struct Payment {
    pub(super) id: Uuid,
    pub(super) provider_id: String,
    pub(super) order: Option<Uuid>,
    pub(super) amount: i64,
    pub(super) currency: String,
    pub(super) outcome: String,
}

#[derive(FromRow)]
pub(super) struct Refund {
    pub(super) id: Uuid,
    pub(super) payment: Uuid,
    pub(super) booking: Option<Uuid>,
    pub(super) state: String,
    pub(super) reason: String,
    pub(super) amount: i64,
    /// Who bears a partial refund.
    pub(super) bearer: Option<String>,
    /// What a partial refund took from the price of a class or package.
    pub(super) price: i64,
    /// Unspent credits that it voided.
    pub(super) voided_credits: i64,
}

#[derive(FromRow)]
pub(super) struct Slot {
    pub(super) id: Uuid,
    pub(super) teacher: Uuid,
    pub(super) starts_at: i64,
    pub(super) kind: String,
    pub(super) capacity: i64,
    pub(super) taken: i64,
}

#[derive(FromRow)]
pub(super) struct Lot {
    pub(super) id: Uuid,
    pub(super) student: Uuid,
    pub(super) origin: String,
    pub(super) total: i64,
    pub(super) remaining: i64,
    pub(super) expires_at: i64,
    pub(super) expired_at: Option<i64>,
    pub(super) order: Option<Uuid>,
    /// Price of one class.
    pub(super) price: i64,
    /// Credits of the lot that have expired by the ledger.
    pub(super) expired: i64,
}

#[derive(FromRow)]
pub(super) struct Coupon {
    pub(super) id: Uuid,
    pub(super) code: String,
    pub(super) used: i64,
    pub(super) limit: Option<i64>,
    pub(super) limit_per_student: Option<i64>,
}

#[derive(FromRow)]
pub(super) struct Job {
    pub(super) topic: String,
    pub(super) subject: Uuid,
    pub(super) state: String,
    pub(super) attempts: i64,
}

/// A busy quarter-hour of a person.
#[derive(FromRow)]
pub(super) struct Cell {
    pub(super) person: Uuid,
    pub(super) cell: i64,
    pub(super) slot: Uuid,
}

/// All tables in one snapshot.
pub(super) struct Snapshot {
    pub(super) now: i64,
    pub(super) orders: Vec<Order>,
    pub(super) bookings: Vec<Booking>,
    pub(super) payments: Vec<Payment>,
    pub(super) refunds: Vec<Refund>,
    pub(super) slots: Vec<Slot>,
    pub(super) lots: Vec<Lot>,
    pub(super) coupons: Vec<Coupon>,
    pub(super) jobs: Vec<Job>,
    pub(super) payouts: Vec<Payout>,
    pub(super) applied: Vec<Applied>,
    pub(super) cells: Vec<Cell>,
    /// Sums of the ledger: account, currency, amount.
    pub(super) sums: Vec<(String, String, i64)>,
    /// Findings of the product's ledger check in the same snapshot.
    pub(super) ledger: Vec<String>,
}

impl Snapshot {
    pub(super) async fn read(world: &World<'_>) -> Self {
        // One snapshot, because an abandoned request may still be writing.
        let tx = world.app().ctx.store.begin().await.unwrap();
        if world.app().database.kind == Kind::Postgres {
            tx.batch("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY").await.unwrap();
        }
        let found = tala_store::ledger::check(&tx).await.unwrap();
        let snapshot = Self {
            now: world.app().now().as_microsecond(),
            orders: tables::orders(&tx).await,
            bookings: tables::bookings(&tx).await,
            payments: tables::payments(&tx).await,
            refunds: tables::refunds(&tx).await,
            slots: tables::slots(&tx).await,
            lots: tables::lots(&tx).await,
            coupons: tables::coupons(&tx).await,
            jobs: tables::jobs(&tx).await,
            payouts: tables::payouts(&tx).await,
            applied: tables::applied(&tx).await,
            cells: tables::cells(&tx).await,
            sums: tables::sums(&tx).await,
            ledger: found.iter().map(|finding| format!("the ledger check: {finding:?}")).collect(),
        };
        tx.rollback().await;
        snapshot
    }

    pub(super) fn order(&self, id: Uuid) -> Option<&Order> {
        self.orders.iter().find(|order| order.id == id)
    }

    pub(super) fn booking(&self, id: Uuid) -> Option<&Booking> {
        self.bookings.iter().find(|booking| booking.id == id)
    }

    /// Sum of these accounts in the ledger.
    pub(super) fn sum_of(&self, accounts: &[&str], currency: &str) -> i64 {
        let those = self.sums.iter().filter(|sum| accounts.contains(&sum.0.as_str()) && sum.1 == currency);
        those.map(|sum| sum.2).sum()
    }

    /// The refund of the rest of a payment.
    pub(super) fn refund_of(&self, payment: Uuid) -> Option<&Refund> {
        self.refunds.iter().find(|refund| refund.payment == payment && refund.bearer.is_none())
    }

    /// The partial refunds of a payment.
    pub(super) fn parts_of(&self, payment: Uuid) -> impl Iterator<Item = &Refund> {
        self.refunds.iter().filter(move |refund| refund.payment == payment && refund.bearer.is_some())
    }
}
