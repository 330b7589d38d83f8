//! Output of commands.

use std::io::Write as _;

use anyhow::Result;
use tala_app::error::AppError;

/// Writes text to standard output.
pub(crate) fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Converts a rejected request into the error that the command ends with.
pub(crate) fn rejected(error: AppError) -> anyhow::Error {
    anyhow::anyhow!("{error}")
}
