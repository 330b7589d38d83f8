//! Steps shared by several endpoints.

pub(crate) mod challenge;
pub(crate) mod sign_in;
pub(crate) mod stale_page;
