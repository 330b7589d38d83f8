//! Finding an existing order that a repeated purchase request returns instead of opening a second one (D23).

use std::time::Duration;

use tala_domain::booking::BookingStatus;
use tala_domain::payments::OrderState;
use tala_store::orders::{self, Order};
use tala_store::{StoreError, bookings};

use crate::context::Ctx;
use crate::services::current_user::Student;
use crate::services::payments::error::PaymentError;
use crate::services::payments::purchase::{PurchaseIntent, RECENT_ORDERS, is_recent_zero_price_package};

/// How often and in which interval a request polls for a concurrent request that is opening the same purchase.
const MAX_POLLS: u32 = 60;
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Finds the student's payable order for the same purchase. Waits up to three seconds for an order in preparation.
///
/// # Errors
/// [`PaymentError::ProviderUnavailable`] if the order is still in preparation, or those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn find_payable_order(
    ctx: &Ctx,
    student: &Student,
    intent: &PurchaseIntent,
) -> Result<Option<Order>, PaymentError> {
    for _ in 0..MAX_POLLS {
        let orders = orders::list_by_student(ctx.store.read(), student.id(), RECENT_ORDERS).await?;
        match orders.into_iter().find(|order| intent.matches_payable(order, student, ctx.now())) {
            Some(order) if order.state == OrderState::Preparing => tokio::time::sleep(POLL_INTERVAL).await,
            found => return Ok(found),
        }
    }
    Err(PaymentError::ProviderUnavailable)
}

/// Finds a payable order for the same purchase, or one with a total of zero that is fulfilled already.
///
/// # Errors
/// Those of [`find_payable_order`].
#[tracing::instrument(level = "debug", skip_all)]
pub(super) async fn find_existing_order(
    ctx: &Ctx,
    student: &Student,
    intent: &PurchaseIntent,
) -> Result<Option<Order>, PaymentError> {
    match find_payable_order(ctx, student, intent).await? {
        Some(order) => Ok(Some(order)),
        None => Ok(find_zero_price_order(ctx, student, |order| intent.matches(order)).await?),
    }
}

/// Finds a fulfilled order with a total of zero that a repeated request returns: for an upcoming class, or for a package
/// bought within the last minute.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn find_zero_price_order(
    ctx: &Ctx,
    student: &Student,
    matches: impl Fn(&Order) -> bool,
) -> Result<Option<Order>, StoreError> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let orders = orders::list_by_student(conn, student.id(), RECENT_ORDERS).await?;
    for order in orders.into_iter().filter(|order| order.price.total == 0 && matches(order)) {
        let is_reusable = match order.booking_id {
            // After rescheduling, the student can book the original slot again.
            Some(id) => bookings::find_by_id(conn, id).await?.is_some_and(|booking| {
                booking.status(now) == BookingStatus::Confirmed && order.class_start() == Some(booking.starts_at)
            }),
            None => is_recent_zero_price_package(&order, now),
        };
        if is_reusable {
            return Ok(Some(order));
        }
    }
    Ok(None)
}
