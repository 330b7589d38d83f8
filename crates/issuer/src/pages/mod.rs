//! HTML pages and emails. Pages are rendered on the server and work without scripts.

pub(crate) mod emails;
pub(crate) mod errors;
pub(crate) mod fields;
pub(crate) mod illustrations;
pub(crate) mod kolam;
pub(crate) mod layout;
pub(crate) mod page_context;
pub(crate) mod texts;
pub(crate) mod views;
