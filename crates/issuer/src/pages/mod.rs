//! The pages people see and the mails they get: plain functions that make HTML, without scripts.

pub(crate) mod art;
pub(crate) mod errors;
pub(crate) mod fields;
pub(crate) mod frame;
pub(crate) mod html;
pub(crate) mod kolam;
pub(crate) mod layout;
pub(crate) mod mails;
pub(crate) mod views;
