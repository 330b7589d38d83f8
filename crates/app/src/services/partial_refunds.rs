//! Whether a partial refund of an order is possible, and whether the teacher can share it (ADR 11). The order's details and
//! the refund use the same rules; the amounts are computed in `admin/orders/teacher_share.rs`.

use serde::Serialize;
use tala_domain::booking::BookingStatus;
use tala_domain::error::ErrorCode;
use tala_domain::ids::PaymentId;
use tala_domain::payments::OrderState;
use tala_store::bookings::BookingPrice;
use tala_store::credits::LotDetails;
use tala_store::orders::Order;
use tala_store::{Connection, bookings, credits};
use utoipa::ToSchema;

use crate::error::{AppError, AppResult};

/// Why no part of an order's payment can be refunded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AdminNoPartialRefund {
    /// The rest of the payment is being refunded, or was refunded.
    Already,
    /// The order was not paid, or its payment was not applied.
    Unfulfilled,
    /// The total was zero.
    Free,
    /// Everything was refunded in parts.
    Nothing,
}

impl AdminNoPartialRefund {
    /// The problem for an administrator who requests the refund. `state` is the order's current state.
    pub(crate) fn into_error(self, state: OrderState) -> AppError {
        let (code, sentence) = match self {
            Self::Already => (ErrorCode::AlreadyProcessed, "This payment is being refunded or was refunded."),
            Self::Unfulfilled => (ErrorCode::OrderClosed, "This order was not fulfilled."),
            Self::Free => (ErrorCode::NotCancellable, "Nothing was paid for this order."),
            Self::Nothing => (ErrorCode::AlreadyProcessed, "Nothing is left of this payment."),
        };
        AppError::new(code).with_detail(sentence).with_extension("state", state.as_str())
    }
}

/// Reason why the platform must bear a partial refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AdminNoTeacherShare {
    /// The teacher's earnings from the class are in a payout.
    PaidOut,
    /// The class was cancelled, so the teacher earns nothing from it.
    Cancelled,
    /// Credits of the package were spent or have expired.
    Spent,
}

impl AdminNoTeacherShare {
    /// The problem for an administrator who requests the refund.
    pub(crate) fn into_error(self) -> AppError {
        let sentence = match self {
            Self::PaidOut => {
                "The teacher's earnings from this class are in a payout, so the platform bears the refund."
            }
            Self::Cancelled => "This class was cancelled, so the teacher has no share in it.",
            Self::Spent => "Credits of this package were spent or have expired, so the platform bears the refund.",
        };
        AppError::new(ErrorCode::NotCancellable).with_detail(sentence)
    }
}

/// Returns the payment to refund in part. The caller checks what is left of it.
pub(crate) fn find_payment(order: &Order) -> Result<PaymentId, AdminNoPartialRefund> {
    match (order.state, order.payment_id) {
        (OrderState::Refunding | OrderState::Refunded, _) => Err(AdminNoPartialRefund::Already),
        (OrderState::Booked | OrderState::Credited, Some(payment)) => Ok(payment),
        (OrderState::Booked | OrderState::Credited, None) => Err(AdminNoPartialRefund::Free),
        _ => Err(AdminNoPartialRefund::Unfulfilled),
    }
}

/// Decides whether the teacher can share a refund of a class.
pub(crate) fn check_class_share(booking: &BookingPrice) -> Result<(), AdminNoTeacherShare> {
    match booking.status {
        BookingStatus::Cancelled => Err(AdminNoTeacherShare::Cancelled),
        BookingStatus::Confirmed | BookingStatus::Completed if booking.in_payout => Err(AdminNoTeacherShare::PaidOut),
        BookingStatus::Confirmed | BookingStatus::Completed => Ok(()),
    }
}

/// Decides whether the teacher can share a refund of a package. Its classes take their price from the credit lot, so no
/// credit may be spent.
pub(crate) fn check_package_share(lot: &LotDetails) -> Result<(), AdminNoTeacherShare> {
    if lot.remaining == lot.total && !lot.closed { Ok(()) } else { Err(AdminNoTeacherShare::Spent) }
}

/// Returns why the teacher cannot share a refund of this order; `None` if they can, or if the order has neither a booking nor
/// a lot.
///
/// # Errors
/// Those of the database, or an internal error if a referenced row is missing.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn find_no_teacher_share<C: Connection>(
    conn: &C,
    order: &Order,
) -> AppResult<Option<AdminNoTeacherShare>> {
    let found = match (order.booking_id, order.lot_id) {
        (Some(booking), _) => {
            let booking = bookings::find_price(conn, booking).await?;
            check_class_share(&booking.ok_or_else(|| AppError::internal("booking of an order is missing"))?)
        }
        (None, Some(lot)) => {
            let lot = credits::find_by_id(conn, lot).await?;
            check_package_share(&lot.ok_or_else(|| AppError::internal("credit lot of an order is missing"))?)
        }
        (None, None) => Ok(()),
    };
    Ok(found.err())
}
