//! What the operator does at the command line until there is a back office.

mod add_coupon;
mod approve_teacher;
mod check_books;
mod grant_credits;

pub use add_coupon::{AddCoupon, add_coupon};
pub use approve_teacher::{ApproveTeacher, approve_teacher};
pub(crate) use check_books::check_nightly;
pub use check_books::{COMPARED_DAYS, Report, check_books};
pub use grant_credits::{GrantCredits, grant_credits};
