//! Whether an administrator can refund an order, and why not (D24). The order's details and the refund use the same rule.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::booking::BookingStatus;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{BookingId, PaymentId};
use tala_domain::payments::OrderState;
use tala_store::Connection;
use tala_store::credits::LotDetails;
use tala_store::orders::Order;
use tala_store::{bookings, credits};
use utoipa::ToSchema;

use crate::error::{AppError, AppResult};

/// Why an order cannot be refunded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AdminNoRefund {
    /// The refund is in progress or done.
    Already,
    /// The order was not paid, or its payment was not applied.
    Unfulfilled,
    /// The total was zero.
    Free,
    /// The class was cancelled in exchange for a credit.
    Exchanged,
    /// The class has started.
    Begun,
    /// Credits of the package were spent or have expired.
    Spent,
}

impl AdminNoRefund {
    /// The problem for an administrator who requests the refund. `state` is the order's current state.
    pub(crate) fn into_error(self, state: OrderState) -> AppError {
        let (code, sentence) = match self {
            Self::Already => (ErrorCode::AlreadyProcessed, "The money of this order goes back already."),
            Self::Unfulfilled => (ErrorCode::OrderClosed, "This order was not fulfilled."),
            Self::Free => (ErrorCode::NotCancellable, "Nothing was paid for this order."),
            Self::Exchanged => (ErrorCode::NotCancellable, "This class was cancelled for a credit; its money stays."),
            Self::Begun => (ErrorCode::NotCancellable, "This class has begun. Grant a credit instead."),
            Self::Spent => (
                ErrorCode::NotCancellable,
                "Credits of this package were spent or have expired. A refund gives back a whole payment.",
            ),
        };
        AppError::new(code).with_detail(sentence).with_extension("state", state.as_str())
    }
}

/// What a refund reverses.
pub(crate) enum Refundable {
    /// A class, whose booking is cancelled.
    Class(BookingId),
    /// A package, whose credits are voided.
    Package(LotDetails, PaymentId),
}

/// Decides whether the order can be refunded in its current state.
///
/// # Errors
/// Those of the database, or an internal error if a referenced row is missing.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn find_refundable<C: Connection>(
    conn: &C,
    order: &Order,
    now: Timestamp,
) -> AppResult<Result<Refundable, AdminNoRefund>> {
    match (order.state, order.booking_id, order.lot_id, order.payment_id) {
        (OrderState::Refunding | OrderState::Refunded, ..) => Ok(Err(AdminNoRefund::Already)),
        (OrderState::Booked, Some(booking), _, Some(_)) => find_refundable_class(conn, booking, now).await,
        (OrderState::Credited, _, Some(lot), Some(payment)) => {
            let lot = credits::find_by_id(conn, lot).await?;
            let lot = lot.ok_or_else(|| AppError::internal("credit lot of an order is missing"))?;
            let is_unspent = lot.remaining == lot.total && !lot.closed;
            Ok(if is_unspent { Ok(Refundable::Package(lot, payment)) } else { Err(AdminNoRefund::Spent) })
        }
        (OrderState::Booked | OrderState::Credited, ..) => Ok(Err(AdminNoRefund::Free)),
        _ => Ok(Err(AdminNoRefund::Unfulfilled)),
    }
}

async fn find_refundable_class<C: Connection>(
    conn: &C,
    id: BookingId,
    now: Timestamp,
) -> AppResult<Result<Refundable, AdminNoRefund>> {
    let booking = bookings::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(match booking.status(now) {
        BookingStatus::Cancelled => Err(AdminNoRefund::Exchanged),
        BookingStatus::Confirmed if booking.starts_at > now => Ok(Refundable::Class(id)),
        BookingStatus::Confirmed | BookingStatus::Completed => Err(AdminNoRefund::Begun),
    })
}
