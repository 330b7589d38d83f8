//! Booking with credits, cancelling and rescheduling, and the lists of bookings.

mod book_with_credits;
mod cancellation;
mod cancellation_policy;
mod groups;
mod lists;
mod refusals;
mod rescheduling;
