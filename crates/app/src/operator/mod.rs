//! What the operator does at the command line until there is a back office.

mod approve_teacher;
mod grant_credits;

pub use approve_teacher::{ApproveTeacher, approve_teacher};
pub use grant_credits::{GrantCredits, grant_credits};
