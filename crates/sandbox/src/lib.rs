//! A stand-in for Razorpay on your own machine: the API, the checkout with its script, signed webhooks, and an operator
//! who can make everything go wrong that goes wrong in real life. It knows nothing of the shop that uses it.
//!
//! Open a [`Sandbox`], serve [`Sandbox::router`], and keep [`Sandbox::run`] running; or call [`serve`], which does all
//! three. See the README for test cards, the operator's calls, and what differs from the real service.

mod api;
mod checkout;
mod config;
mod currency;
mod flow;
mod model;
mod operator;
mod router;
mod sandbox;
mod serve;
mod signature;
mod state;
mod webhooks;

pub use config::{Clock, Config, Error, Webhook};
pub use model::{Fault, FaultKind, Method, RefundEnd, RefundOutcome, Settings, WebhookSwitches};
pub use operator::{EventReport, ForcedPayment, Outcome, Paid, ReleaseOrder};
pub use sandbox::Sandbox;
pub use serve::serve;
pub use signature::{payment_signature, webhook_signature};
