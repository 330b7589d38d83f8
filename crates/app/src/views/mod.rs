//! Response bodies shared by several endpoints, with SPEC's field names (D2, D3).

pub mod booking;
pub mod class_type;
pub mod learner;
pub mod order;
pub mod photo;
pub mod problem;
pub mod quote;
pub mod role;
pub(crate) mod settings;
pub mod slot;
pub mod weekly_hours;
