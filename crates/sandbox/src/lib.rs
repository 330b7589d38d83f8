//! A local stand-in for Razorpay: API, checkout script, signed webhooks, and controls that produce failures of the real
//! service on demand. It does not depend on the shop that uses it.
//!
//! Open a [`Sandbox`], serve [`Sandbox::router`], and run [`Sandbox::run`] in the background; or call [`serve`], which does
//! all three. The README lists test cards, control commands and differences from the real service.

mod api;
mod checkout;
mod config;
mod control;
mod currency;
mod flow;
mod model;
mod router;
mod sandbox;
mod serve;
mod signature;
mod state;
mod webhooks;

pub use config::{Clock, Config, Error, Webhook};
pub use control::{EventReport, ForcedPayment, Outcome, PaymentResult, ReleaseOrder};
pub use model::{Fault, FaultKind, FinalRefundStatus, Method, RefundOutcome, Settings, WebhookSwitches};
pub use sandbox::Sandbox;
pub use serve::serve;
pub use signature::{payment_signature, webhook_signature};
