//! A clock that the test sets, and reproducible randomness.

use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};
use tala_app::context::{Clock, Entropy};

/// Start time of every test: Monday 2 March 2026, 10:00 in India. Both daylight-saving changes of that spring fall in
/// the following 28 days.
pub const START: &str = "2026-03-02T04:30:00Z";

/// Parses an instant.
pub fn at(text: &str) -> Timestamp {
    text.parse().unwrap()
}

/// The instant `by` after `from`.
pub fn later(from: Timestamp, by: SignedDuration) -> Timestamp {
    from.checked_add(by).unwrap()
}

/// A duration of 24-hour days.
pub const fn days(days: i64) -> SignedDuration {
    SignedDuration::from_hours(24 * days)
}

pub const fn hours(hours: i64) -> SignedDuration {
    SignedDuration::from_hours(hours)
}

pub const fn minutes(minutes: i64) -> SignedDuration {
    SignedDuration::from_mins(minutes)
}

/// A clock that changes only when a test sets it.
#[derive(Debug)]
pub struct FakeClock(AtomicI64);

impl FakeClock {
    pub fn new(now: Timestamp) -> Self {
        Self(AtomicI64::new(now.as_microsecond()))
    }

    /// Moves the clock forward.
    pub fn advance(&self, by: SignedDuration) {
        self.set(later(self.now(), by));
    }

    /// Sets the clock.
    pub fn set(&self, now: Timestamp) {
        self.0.store(now.as_microsecond(), Ordering::SeqCst);
    }
}

impl Clock for FakeClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_microsecond(self.0.load(Ordering::SeqCst)).unwrap()
    }
}

/// Deterministic byte source (SplitMix64).
#[derive(Debug)]
pub struct SeededEntropy(Mutex<u64>);

impl SeededEntropy {
    /// Seeds the generator. Two contexts on one database need different seeds, or their ids collide.
    pub fn new(seed: u64) -> Self {
        Self(Mutex::new(seed))
    }
}

impl Entropy for SeededEntropy {
    fn fill(&self, buffer: &mut [u8]) {
        let mut state = self.0.lock().unwrap();
        for chunk in buffer.chunks_mut(8) {
            *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut mixed = *state;
            mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            mixed ^= mixed >> 31;
            chunk.copy_from_slice(&mixed.to_le_bytes()[..chunk.len()]);
        }
    }
}
