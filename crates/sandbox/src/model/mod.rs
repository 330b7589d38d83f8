//! What is kept: plain rows, written to the state file as they are.

mod event;
mod order;
mod payment;
mod payout;
mod refund;
mod settings;

pub(crate) use event::{Event, EventState};
pub(crate) use order::{CaptureRule, LONGEST_MINUTES, Order, OrderStatus};
pub use payment::Method;
pub(crate) use payment::{Card, Failure, Instrument, Payment, PaymentStatus, Plan};
pub(crate) use payout::{Contact, FundAccount, Payout};
pub use refund::RefundEnd;
pub(crate) use refund::{IdempotencyKey, Refund, RefundStatus};
pub use settings::{Fault, FaultKind, RefundOutcome, Settings, WebhookSwitches};

/// Key and value pairs of the merchant.
pub(crate) type Notes = serde_json::Map<String, serde_json::Value>;
