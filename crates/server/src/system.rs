//! The real clock and the real randomness, and a clock that the demo can move.

use std::path::PathBuf;
use std::sync::atomic::{AtomicI64, Ordering};

use jiff::{SignedDuration, Timestamp};
use rand::TryRngCore;

/// The system's clock, plus what the demo has added. Outside the demo's own database nothing is ever added.
#[derive(Debug, Default)]
pub struct SystemClock {
    added_seconds: AtomicI64,
    kept_in: Option<PathBuf>,
}

impl SystemClock {
    /// A clock that can be moved forward and remembers it in a file, for the demo.
    pub fn movable(kept_in: PathBuf) -> Self {
        let added = std::fs::read_to_string(&kept_in).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        Self { added_seconds: AtomicI64::new(added), kept_in: Some(kept_in) }
    }

    /// Moves the clock forward. It is written down first, so that time never goes back when the demo starts again.
    pub fn advance(&self, by: SignedDuration) -> std::io::Result<()> {
        let Some(path) = &self.kept_in else { return Ok(()) };
        let added = self.added_seconds.load(Ordering::SeqCst).saturating_add(by.as_secs().max(0));
        std::fs::write(path, added.to_string())?;
        self.added_seconds.store(added, Ordering::SeqCst);
        Ok(())
    }

    /// Now.
    pub fn now(&self) -> Timestamp {
        #[expect(clippy::disallowed_methods, reason = "the one place where the system's time comes in")]
        let system = Timestamp::now();
        let added = SignedDuration::from_secs(self.added_seconds.load(Ordering::SeqCst));
        system.saturating_add(added).unwrap_or(system)
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
        // Without randomness ids repeat and secrets can be guessed: there is no safe way to go on.
        tracing::error!(%error, "the operating system gives no randomness");
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
