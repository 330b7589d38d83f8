//! Credits: lots, expiry, restored credits.

mod history;
mod restored_credits;
