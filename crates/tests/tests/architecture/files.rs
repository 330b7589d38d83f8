//! Reading source files.

use std::path::{Path, PathBuf};

/// A file's path below the folder that was asked for, and its text.
pub(crate) struct SourceFile {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

impl SourceFile {
    /// The module that the file is, from the root of its crate: `a/b.rs` and `a/b/mod.rs` are `[a, b]`.
    pub(crate) fn module(&self) -> Vec<String> {
        let mut parts: Vec<String> =
            self.path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if matches!(parts.last().map(String::as_str), Some("mod" | "lib" | "main")) {
            parts.pop();
        }
        parts
    }
}

/// All Rust files below a folder, in order; none if the folder is not there.
pub(crate) fn sources(folder: &Path) -> Vec<SourceFile> {
    let mut files = Vec::new();
    collect(folder, folder, &mut files);
    files.sort_by(|a, b| a.path.cmp(&b.path));
    files
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<SourceFile>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            files.push(SourceFile { path: path.strip_prefix(root).unwrap().to_owned(), text });
        }
    }
}
