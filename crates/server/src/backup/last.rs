//! When the last copy was made: a note in the data folder, which the metrics tell. Nothing else would notice that nobody
//! makes copies any more.

use std::path::Path;

use jiff::Timestamp;

const NOTE: &str = "last-backup";

/// Notes that a copy was made. The copy is whole without it, so trouble is only said.
pub(super) fn note(folder: &Path, now: Timestamp) {
    let fresh = folder.join(format!(".{NOTE}.new"));
    let noted = std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&fresh, format!("{now}\n")))
        .and_then(|()| std::fs::rename(&fresh, folder.join(NOTE)));
    if let Err(error) = noted {
        tracing::warn!(%error, folder = %folder.display(), "the copy is made, but the note about it could not be written");
    }
}

/// When `tala backup` last made a copy with this data folder; `None` if it never has.
pub fn last_made(folder: &Path) -> Option<Timestamp> {
    std::fs::read_to_string(folder.join(NOTE)).ok()?.trim().parse().ok()
}
