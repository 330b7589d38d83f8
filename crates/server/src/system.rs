//! The system clock, which the demo can move forward, and the system's randomness.

use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};
use rand::TryRngCore;

/// The system clock plus an offset. Only the demo has an offset.
#[derive(Debug, Default)]
pub struct SystemClock {
    offset_seconds: AtomicI64,
    offset_file: Option<PathBuf>,
}

impl SystemClock {
    /// Creates a movable clock that keeps its offset in a file.
    pub fn movable(offset_file: PathBuf) -> Self {
        let offset = std::fs::read_to_string(&offset_file).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        Self { offset_seconds: AtomicI64::new(offset), offset_file: Some(offset_file) }
    }

    /// Moves the clock forward. The offset is saved first, so that time never goes back after a restart. Does nothing if the
    /// clock is not movable.
    ///
    /// # Errors
    /// If the offset cannot be saved.
    pub fn advance(&self, by: SignedDuration) -> std::io::Result<()> {
        let Some(path) = &self.offset_file else { return Ok(()) };
        let offset = self.offset_seconds.load(Ordering::SeqCst).saturating_add(by.as_secs().max(0));
        std::fs::write(path, offset.to_string())?;
        self.offset_seconds.store(offset, Ordering::SeqCst);
        Ok(())
    }

    /// Whether the clock differs from the system's.
    pub fn is_moved(&self) -> bool {
        self.offset_seconds.load(Ordering::SeqCst) != 0
    }

    /// Returns the current instant.
    pub fn now(&self) -> Timestamp {
        #[expect(clippy::disallowed_methods, reason = "the only place that reads the system time")]
        let system = Timestamp::now();
        let offset = SignedDuration::from_secs(self.offset_seconds.load(Ordering::SeqCst));
        system.saturating_add(offset).unwrap_or(system)
    }
}

impl tala_app::context::Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Self::now(self)
    }
}

impl tala_issuer::Clock for SystemClock {
    fn now(&self) -> Timestamp {
        Self::now(self)
    }
}

/// The operating system's randomness.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemEntropy;

fn fill(buffer: &mut [u8]) {
    if let Err(error) = rand::rngs::OsRng.try_fill_bytes(buffer) {
        // Without randomness, ids collide and secrets are predictable.
        tracing::error!(%error, "cannot read randomness from the operating system; aborting");
        std::process::abort();
    }
}

impl tala_app::context::Entropy for SystemEntropy {
    fn fill(&self, buffer: &mut [u8]) {
        fill(buffer);
    }
}

impl tala_issuer::Entropy for SystemEntropy {
    fn fill(&self, bytes: &mut [u8]) {
        fill(bytes);
    }
}
