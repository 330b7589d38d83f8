//! The sandbox control: forces outcomes that a shop cannot cause through the API. As Rust methods of
//! [`Sandbox`](crate::Sandbox), as a JSON API and as a web page.

mod commands;
mod events;
mod forced_payments;
mod http;
mod page;
mod queries;

pub use events::ReleaseOrder;
pub use forced_payments::{ForcedPayment, Outcome};
pub(crate) use http::router;
pub use queries::{EventReport, PaymentResult};
