//! The files of the client build.

use rust_embed::RustEmbed;

/// The files in `web/dist`. Debug builds read them from disk at each request.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
pub(super) struct ClientFiles;
