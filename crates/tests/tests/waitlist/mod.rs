//! The public waitlist.

mod join_waitlist;
