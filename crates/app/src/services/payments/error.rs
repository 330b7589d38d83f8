//! Why a purchase or a payment failed.

use tala_domain::booking::BookingError;
use tala_domain::coupons::CouponError;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_gateways::razorpay::ProviderError;
use tala_store::{Retryable, StoreError};

use crate::error::AppError;
use crate::services::holds::HoldConflict;
use crate::services::quotes::QuoteError;
use crate::services::seats::SeatError;
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
    /// The quote cannot be computed.
    #[error(transparent)]
    Quote(#[from] QuoteError),
    /// The price differs from the one that the student was shown (D19). Contains the current quote.
    #[error("the price has changed")]
    PriceChanged(Box<Quote>),
    /// The request has invalid fields.
    #[error("invalid request")]
    Invalid(FieldErrors),
    /// The student has the maximum number of seat holds.
    #[error("too many seat holds")]
    TooManyHolds,
    /// An earlier payment for the same item is unresolved. Contains its order.
    #[error("an earlier payment is unresolved")]
    Unresolved(Box<Order>),
    /// A concurrent request of the same student is opening the same purchase.
    #[error("a concurrent request is opening the same purchase")]
    ConcurrentPurchase,
    /// The order was closed while it was registered with the provider.
    #[error("the order is closed")]
    OrderClosed,
    /// The provider has not decided about the payment yet.
    #[error("the payment is pending")]
    Pending,
    /// No payment provider is configured, or it did not answer.
    #[error("payment provider unavailable")]
    ProviderUnavailable,
    /// A required row is missing.
    #[error("not found")]
    NotFound,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A defect in this program.
    #[error("{0}")]
    Internal(String),
}

impl PaymentError {
    /// An [`Self::Internal`] error.
    pub(crate) fn internal(detail: impl Into<String>) -> Self {
        Self::Internal(detail.into())
    }

    /// The error code of the API.
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
    /// Whether an earlier, identical request may be the cause: it may have taken the slot, the coupon or the order.
    pub(crate) fn may_be_repeated_request(&self) -> bool {
        match self {
            Self::Seat(reason) => *reason != BookingError::InvalidSlot,
            Self::Coupon(reason) | Self::Quote(QuoteError::Coupon(reason)) => {
                matches!(reason, CouponError::UsedUp | CouponError::UsedByYou)
            }
            Self::PriceChanged(_) | Self::TooManyHolds | Self::Unresolved(_) | Self::OrderClosed => true,
            Self::Quote(_)
            | Self::Invalid(_)
            | Self::ConcurrentPurchase
            | Self::Pending
            | Self::ProviderUnavailable
            | Self::NotFound
            | Self::Store(_)
            | Self::Internal(_) => false,
        }
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
        tracing::warn!(%error, "payment provider request failed");
        Self::ProviderUnavailable
    }
}

impl From<PaymentError> for AppError {
    fn from(error: PaymentError) -> Self {
        match error {
            PaymentError::Quote(reason) => reason.into(),
            PaymentError::PriceChanged(quote) => Self::new(ErrorCode::PriceChanged).with_extension("quote", quote),
            PaymentError::Invalid(errors) => errors.into(),
            PaymentError::Unresolved(order) => Self::new(ErrorCode::PaymentUnresolved).with_extension("order", order),
            PaymentError::Store(error) => error.into(),
            PaymentError::Internal(detail) => Self::internal(detail),
            other => Self::new(other.code()),
        }
    }
}
