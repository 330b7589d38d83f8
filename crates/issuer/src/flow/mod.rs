//! Steps that several pages share.

pub(crate) mod challenge;
pub(crate) mod finish;
pub(crate) mod over;
