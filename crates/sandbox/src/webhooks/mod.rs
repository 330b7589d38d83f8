//! Events and their way to the shop.

mod deliver;
pub(crate) mod events;
