//! The state file: a line of JSON for each call that changed something, flushed before the call is answered. A line is
//! all or nothing: what a crash leaves of the last one is cut off.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::Row;
use crate::config::Error;

const FORMAT: u32 = 1;
/// A file is written anew when it has grown to this many times what was needed, and is not small.
const GROWTH: u64 = 4;
const SMALL_BYTES: u64 = 16 * 1024 * 1024;

pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// Up to here all lines are whole.
    length: u64,
    length_when_new: u64,
    /// Held while the sandbox lives, so that no second one writes between its lines.
    _lock: File,
}

impl Journal {
    /// Opens or creates the file and returns what it holds.
    pub(crate) fn open(path: &Path) -> Result<(Self, Vec<Row>), Error> {
        let fault = |source| Error::File { path: path.to_owned(), source };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(fault)?;
        }
        let lock = options().open(with_ending(path, "lock")).map_err(fault)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(Error::InUse(path.to_owned())),
            Err(fs::TryLockError::Error(source)) => return Err(fault(source)),
        }
        let text = match fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(fault(error)),
        };
        let rows = read(path, &text)?;
        let file = options().open(path).map_err(fault)?;
        Ok((Self { path: path.to_owned(), file, length: 0, length_when_new: 0, _lock: lock }, rows))
    }

    /// Adds one line, and returns when it is on the disk.
    pub(crate) fn append(&mut self, rows: &[Row]) -> Result<(), Error> {
        let path = self.path.clone();
        self.try_append(rows).map_err(|source| Error::File { path, source })
    }

    fn try_append(&mut self, rows: &[Row]) -> io::Result<()> {
        let line = line_of(rows)?;
        // Also cuts off what an earlier failure has left.
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(&line)?;
        self.file.sync_data()?;
        self.length += bytes(&line);
        Ok(())
    }

    pub(crate) fn is_overgrown(&self) -> bool {
        self.length > SMALL_BYTES.max(self.length_when_new.saturating_mul(GROWTH))
    }

    /// Replaces the file by one that holds these rows and nothing else: the old or the new one survives a crash.
    pub(crate) fn rewrite(&mut self, rows: &[Row]) -> Result<(), Error> {
        let path = self.path.clone();
        self.try_rewrite(rows).map_err(|source| Error::File { path, source })
    }

    fn try_rewrite(&mut self, rows: &[Row]) -> io::Result<()> {
        let fresh = with_ending(&self.path, "new");
        let mut text = line_of(&[Row::Format(FORMAT)])?;
        for row in rows {
            text.extend(line_of(std::slice::from_ref(row))?);
        }
        let mut file = options().open(&fresh)?;
        file.set_len(0)?;
        file.write_all(&text)?;
        file.sync_all()?;
        fs::rename(&fresh, &self.path)?;
        self.file = file;
        self.length = bytes(&text);
        self.length_when_new = self.length;
        match self.path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            Some(folder) => File::open(folder)?.sync_all(),
            None => Ok(()),
        }
    }
}

/// Readable by nobody else: it holds the webhook's secret.
fn options() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

fn line_of(rows: &[Row]) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(rows)?;
    line.push(b'\n');
    Ok(line)
}

fn bytes(text: &[u8]) -> u64 {
    u64::try_from(text.len()).unwrap_or(u64::MAX)
}

fn read(path: &Path, text: &[u8]) -> Result<Vec<Row>, Error> {
    let corrupt = |line: usize, reason: String| Error::Corrupt { path: path.to_owned(), line, reason };
    let mut rows = Vec::new();
    for (index, line) in text.split_inclusive(|byte| *byte == b'\n').enumerate() {
        if !line.ends_with(b"\n") {
            break;
        }
        let mut more: Vec<Row> = serde_json::from_slice(line).map_err(|error| corrupt(index + 1, error.to_string()))?;
        if let Some(Row::Format(format)) = more.first()
            && *format != FORMAT
        {
            return Err(corrupt(index + 1, format!("format {format} is not known to this version")));
        }
        rows.append(&mut more);
    }
    Ok(rows)
}
