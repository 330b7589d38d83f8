//! What a student wants to buy, and which existing orders are the same purchase.

use jiff::{SignedDuration, Timestamp};
use tala_domain::ids::CouponId;
use tala_domain::payments::OrderState;
use tala_store::orders::{Order, PriceBreakdown, Purpose};

use crate::services::current_user::Student;
use crate::services::seats::BookableSlot;

/// How long a seat hold lasts (D23).
pub(crate) const HOLD_DURATION: SignedDuration = SignedDuration::from_mins(15);
/// An order that has been in preparation for longer was left behind by a server that stopped; it cannot be paid.
const PREPARATION_TIMEOUT: SignedDuration = SignedDuration::from_secs(45);
/// A second request within this time for a package with a total of zero is the same purchase.
const DOUBLE_CLICK_WINDOW: SignedDuration = SignedDuration::from_mins(1);
/// Only this many of a student's newest orders are searched for one that can be reused.
pub(super) const RECENT_ORDERS: u32 = 20;

/// What to buy.
#[derive(Debug, Clone, Copy)]
pub(crate) enum PurchaseItem {
    /// A seat in a class.
    Class(BookableSlot),
    /// A package of this many credits.
    Package(u32),
}

impl PurchaseItem {
    /// The start of the class; `None` for a package.
    pub(super) const fn start(self) -> Option<Timestamp> {
        match self {
            Self::Class(slot) => Some(slot.start),
            Self::Package(_) => None,
        }
    }
}

/// What to buy, at which price and with which coupon.
pub(super) struct PurchaseIntent {
    pub(super) item: PurchaseItem,
    pub(super) price: PriceBreakdown,
    /// The coupon's id and code.
    pub(super) coupon: Option<(CouponId, String)>,
}

impl PurchaseIntent {
    /// Whether the order is for the same item at the same price with the same coupon.
    pub(super) fn matches(&self, order: &Order) -> bool {
        let is_same_item = match (self.item, order.purpose) {
            (PurchaseItem::Class(slot), Purpose::Class { starts_at, .. }) => slot.start == starts_at,
            (PurchaseItem::Package(wanted), Purpose::Package { size }) => wanted == size,
            (PurchaseItem::Class(_), Purpose::Package { .. }) | (PurchaseItem::Package(_), Purpose::Class { .. }) => {
                false
            }
        };
        is_same_item
            && order.price == self.price
            && order.coupon.as_ref().map(|coupon| coupon.0) == self.coupon.as_ref().map(|coupon| coupon.0)
    }

    /// Whether the order matches and can still be paid.
    pub(super) fn matches_payable(&self, order: &Order, student: &Student, now: Timestamp) -> bool {
        let is_payable = match order.state {
            OrderState::Open => true,
            OrderState::Preparing => now.duration_since(order.created_at) < PREPARATION_TIMEOUT,
            _ => false,
        };
        is_payable
            && order.hold_expires_at.is_some()
            && !order.is_hold_expired(now)
            && order.teacher_id == student.teacher_id
            && self.matches(order)
    }
}

/// Whether the order is for a package with a total of zero that was bought within [`DOUBLE_CLICK_WINDOW`].
pub(super) fn is_recent_zero_price_package(order: &Order, now: Timestamp) -> bool {
    let is_recent = now.duration_since(order.created_at) < DOUBLE_CLICK_WINDOW;
    is_recent && order.state == OrderState::Credited && order.price.total == 0
}
