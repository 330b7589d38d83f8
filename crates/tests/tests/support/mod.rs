//! Messages to support.

mod messages;
