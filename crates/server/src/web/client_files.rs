//! The built client.

use rust_embed::RustEmbed;

/// The files in `web/dist`. A debug build reads them from disk at each request.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
pub(super) struct Client;
