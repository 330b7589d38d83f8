//! Whether an order's money can go back as a whole, and why not (D24). One rule, for whoever looks at an order and for the refund.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::booking::BookingStatus;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{BookingId, PaymentId};
use tala_domain::payments::OrderState;
use tala_store::Connection;
use tala_store::credits::FoundLot;
use tala_store::orders::Order;
use tala_store::{bookings, credits};
use utoipa::ToSchema;

use crate::error::{AppError, AppResult};

/// Why no money can go back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AdminNoRefund {
    /// It goes back already, or has.
    Already,
    /// Nothing was bought: the order was not paid, or its money could not be used.
    Unfulfilled,
    /// It cost nothing.
    Free,
    /// The class was cancelled, and a credit given in its place.
    Exchanged,
    /// The class has begun.
    Begun,
    /// Credits of the package were spent, or have expired.
    Spent,
}

impl AdminNoRefund {
    /// The refusal of an act.
    pub(crate) fn refuse(self, state: OrderState) -> AppError {
        let (code, sentence) = match self {
            Self::Already => (ErrorCode::AlreadyDone, "The money of this order goes back already."),
            Self::Unfulfilled => (ErrorCode::OrderClosed, "This order was not fulfilled."),
            Self::Free => (ErrorCode::NotCancellable, "Nothing was paid for this order."),
            Self::Exchanged => (ErrorCode::NotCancellable, "This class was cancelled for a credit; its money stays."),
            Self::Begun => (ErrorCode::NotCancellable, "This class has begun. Grant a credit instead."),
            Self::Spent => (
                ErrorCode::NotCancellable,
                "Credits of this package were spent or have expired. A refund gives back a whole payment.",
            ),
        };
        AppError::new(code).with_detail(sentence).with("state", state.as_str())
    }
}

/// What would go back.
pub(crate) enum Refundable {
    /// The money of a class, which is called off.
    Class(BookingId),
    /// The money of a package, whose credits are taken away.
    Package(FoundLot, PaymentId),
}

/// What can go back of an order as it stands.
pub(crate) async fn find_refundable<C: Connection>(
    conn: &C,
    order: &Order,
    now: Timestamp,
) -> AppResult<Result<Refundable, AdminNoRefund>> {
    match (order.state, order.booking_id, order.lot_id, order.payment_id) {
        (OrderState::Refunding | OrderState::Refunded, ..) => Ok(Err(AdminNoRefund::Already)),
        (OrderState::Booked, Some(booking), _, Some(_)) => of_class(conn, booking, now).await,
        (OrderState::Credited, _, Some(lot), Some(payment)) => {
            let lot = credits::find_lot(conn, lot).await?;
            let lot = lot.ok_or_else(|| AppError::internal("an order without its lot"))?;
            let whole = lot.remaining == lot.total && !lot.closed;
            Ok(if whole { Ok(Refundable::Package(lot, payment)) } else { Err(AdminNoRefund::Spent) })
        }
        (OrderState::Booked | OrderState::Credited, ..) => Ok(Err(AdminNoRefund::Free)),
        _ => Ok(Err(AdminNoRefund::Unfulfilled)),
    }
}

async fn of_class<C: Connection>(
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
