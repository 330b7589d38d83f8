//! The entities, serialized to the state file.

mod event;
mod order;
mod payment;
mod payout;
mod refund;
mod settings;

pub(crate) use event::{Event, EventState};
pub(crate) use order::{CaptureSettings, MAX_EXPIRY_MINUTES, Order, OrderStatus};
pub use payment::Method;
pub(crate) use payment::{Card, Failure, Instrument, Payment, PaymentStatus, PlannedOutcome};
pub(crate) use payout::{Contact, FundAccount, Payout};
pub use refund::FinalRefundStatus;
pub(crate) use refund::{IdempotencyKey, Refund, RefundStatus};
pub use settings::{Fault, FaultKind, RefundOutcome, Settings, WebhookSwitches};

/// The merchant's key-value pairs.
pub(crate) type Notes = serde_json::Map<String, serde_json::Value>;
