//! Why a purchase or a payment failed.

use tala_domain::booking::BookingError;
use tala_domain::coupons::CouponError;
use tala_domain::error::{ErrorClass, ErrorCode, FieldErrors};
use tala_gateways::razorpay::ProviderError;
use tala_store::{Retryable, StoreError};

use crate::error::AppError;
use crate::services::quotes::QuoteError;
use crate::services::seats::{HoldConflict, SeatError};
use crate::views::order::Order;
use crate::views::quote::Quote;

/// Why a purchase or a payment failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum PaymentError {
    /// The class cannot be booked.
    #[error(transparent)]
    Seat(#[from] BookingError),
    /// The coupon cannot be used.
    #[error(transparent)]
    Coupon(#[from] CouponError),
    /// There is no price.
    #[error(transparent)]
    Quote(#[from] QuoteError),
    /// The price is not the one that the student was shown; holds the price now (D19).
    #[error("the price has changed")]
    PriceChanged(Box<Quote>),
    /// The request names no price.
    #[error("invalid request")]
    Invalid(FieldErrors),
    /// The student holds as many seats as one may.
    #[error("too many seats are held")]
    TooManyHolds,
    /// An earlier payment for the same thing is not resolved; holds its order.
    #[error("an earlier payment is unresolved")]
    Unresolved(Box<Order>),
    /// Another request of the same student is opening the same purchase.
    #[error("another request opens the same purchase")]
    ConcurrentPurchase,
    /// The order was closed while it was registered with the provider.
    #[error("the order is closed")]
    OrderClosed,
    /// The provider has not decided yet.
    #[error("the payment is pending")]
    Pending,
    /// No payment provider is configured, or it did not answer.
    #[error("payment provider unavailable")]
    ProviderUnavailable,
    /// A row that must be there is missing.
    #[error("not found")]
    NotFound,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A defect of ours.
    #[error("{0}")]
    Internal(String),
}

impl PaymentError {
    /// A defect of ours.
    pub(crate) fn internal(detail: impl Into<String>) -> Self {
        Self::Internal(detail.into())
    }

    /// The stable code.
    pub(crate) fn code(&self) -> ErrorCode {
        match self {
            Self::Seat(reason) => reason.code(),
            Self::Coupon(reason) => reason.code(),
            Self::Quote(reason) => reason.code(),
            Self::PriceChanged(_) => ErrorCode::PriceChanged,
            Self::Invalid(_) => ErrorCode::InvalidFields,
            Self::TooManyHolds => ErrorCode::TooManyHolds,
            Self::Unresolved(_) => ErrorCode::PaymentUnresolved,
            Self::ConcurrentPurchase | Self::ProviderUnavailable => ErrorCode::PaymentUnavailable,
            Self::Pending => ErrorCode::PaymentPending,
            Self::OrderClosed => ErrorCode::OrderClosed,
            Self::NotFound => ErrorCode::NotFound,
            Self::Store(_) => ErrorCode::Unavailable,
            Self::Internal(_) => ErrorCode::Internal,
        }
    }
}

impl PaymentError {
    /// Whether the request was refused because of the current state: of the slot, the price, the coupon or other orders.
    pub(crate) fn is_conflict(&self) -> bool {
        self.code().class() == ErrorClass::Conflict
    }
}

impl Retryable for PaymentError {
    fn is_retryable(&self) -> bool {
        matches!(self, Self::Store(error) if error.is_retryable())
    }
}

impl HoldConflict for PaymentError {
    fn is_hold_conflict(&self) -> bool {
        matches!(self, Self::Seat(BookingError::SlotTaken | BookingError::StudentBusy))
    }
}

impl From<SeatError> for PaymentError {
    fn from(error: SeatError) -> Self {
        match error {
            SeatError::Refused(reason) => Self::Seat(reason),
            SeatError::Store(error) => Self::Store(error),
        }
    }
}

impl From<ProviderError> for PaymentError {
    fn from(error: ProviderError) -> Self {
        tracing::warn!(%error, "payment provider");
        Self::ProviderUnavailable
    }
}

impl From<PaymentError> for AppError {
    fn from(error: PaymentError) -> Self {
        match error {
            PaymentError::Quote(reason) => reason.into(),
            PaymentError::PriceChanged(quote) => Self::new(ErrorCode::PriceChanged).with("quote", quote),
            PaymentError::Invalid(errors) => errors.into(),
            PaymentError::Unresolved(order) => Self::new(ErrorCode::PaymentUnresolved).with("order", order),
            PaymentError::Store(error) => error.into(),
            PaymentError::Internal(detail) => Self::internal(detail),
            other => Self::new(other.code()),
        }
    }
}
