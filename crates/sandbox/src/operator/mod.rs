//! The operator's side: making things happen that a shop cannot make happen by itself.

mod act;
mod http;
mod look;
mod page;
mod pay;
mod webhooks;

pub(crate) use http::router;
pub use look::{EventReport, Paid};
pub use pay::{ForcedPayment, Outcome};
pub use webhooks::ReleaseOrder;
