//! Orders, payments and refunds: states, transitions, and the schedule of reconciliation (D23, D24).

mod check_schedule;
mod partial;
mod states;

#[cfg(test)]
mod tests;

pub use check_schedule::next_check;
pub use partial::{ChargeParts, MIN_REFUND_MINOR, RefundAmountError, RefundBearer, check_refund_amount, split_refund};
pub use states::{OrderState, PaymentState, RefundReason, RefundState};
