//! Webhook events and their delivery.

mod deliver;
pub(crate) mod events;
