//! Calendar feeds.

mod calendar_feed;
