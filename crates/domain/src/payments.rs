//! Orders, payments and refunds: their states, how they may change, and when we ask the provider again (D23, D24).

mod schedule;
mod states;

#[cfg(test)]
mod tests;

pub use schedule::next_check;
pub use states::{OrderState, PaymentState, RefundReason, RefundState};
