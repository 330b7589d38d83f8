//! The state file: a journal with one line of JSON per update, flushed before the response. A line that a crash left
//! incomplete is truncated.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::Record;
use crate::config::Error;

const FORMAT: u32 = 1;
/// Growth since the last compaction that triggers the next one.
const COMPACTION_FACTOR: u64 = 4;
/// Files below this size are not compacted.
const MIN_COMPACTION_BYTES: u64 = 16 * 1024 * 1024;

pub(crate) struct Journal {
    path: PathBuf,
    file: File,
    /// Length of the complete lines in bytes.
    length: u64,
    /// Length after the last compaction in bytes.
    compacted_length: u64,
    /// Prevents other processes from using the file.
    _lock: File,
}

impl Journal {
    /// Opens or creates the file and reads its records.
    ///
    /// # Errors
    /// [`Error::InUse`], [`Error::Corrupt`] or [`Error::File`].
    pub(crate) fn open(path: &Path) -> Result<(Self, Vec<Record>), Error> {
        let failed = |source| Error::File { path: path.to_owned(), source };
        if let Some(directory) = path.parent() {
            fs::create_dir_all(directory).map_err(failed)?;
        }
        let lock = options().open(with_suffix(path, "lock")).map_err(failed)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(fs::TryLockError::WouldBlock) => return Err(Error::InUse(path.to_owned())),
            Err(fs::TryLockError::Error(source)) => return Err(failed(source)),
        }
        let content = match fs::read(path) {
            Ok(content) => content,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(failed(error)),
        };
        let records = parse(path, &content)?;
        let file = options().open(path).map_err(failed)?;
        Ok((Self { path: path.to_owned(), file, length: 0, compacted_length: 0, _lock: lock }, records))
    }

    /// Appends a line and flushes it to disk.
    ///
    /// # Errors
    /// [`Error::File`].
    pub(crate) fn append(&mut self, records: &[Record]) -> Result<(), Error> {
        let path = self.path.clone();
        self.try_append(records).map_err(|source| Error::File { path, source })
    }

    fn try_append(&mut self, records: &[Record]) -> io::Result<()> {
        let line = encode_line(records)?;
        // Also removes an incomplete line of an earlier failure.
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        self.file.write_all(&line)?;
        self.file.sync_data()?;
        self.length += byte_count(&line);
        Ok(())
    }

    pub(crate) fn needs_compaction(&self) -> bool {
        self.length > MIN_COMPACTION_BYTES.max(self.compacted_length.saturating_mul(COMPACTION_FACTOR))
    }

    /// Replaces the file atomically by one with these records only.
    ///
    /// # Errors
    /// [`Error::File`]. The file then has either the old or the new content.
    pub(crate) fn compact(&mut self, records: &[Record]) -> Result<(), Error> {
        let path = self.path.clone();
        self.try_compact(records).map_err(|source| Error::File { path, source })
    }

    fn try_compact(&mut self, records: &[Record]) -> io::Result<()> {
        let new_path = with_suffix(&self.path, "new");
        let mut content = encode_line(&[Record::Format(FORMAT)])?;
        for record in records {
            content.extend(encode_line(std::slice::from_ref(record))?);
        }
        let mut file = options().open(&new_path)?;
        file.set_len(0)?;
        file.write_all(&content)?;
        file.sync_all()?;
        fs::rename(&new_path, &self.path)?;
        self.file = file;
        self.length = byte_count(&content);
        self.compacted_length = self.length;
        match self.path.parent().filter(|directory| !directory.as_os_str().is_empty()) {
            Some(directory) => File::open(directory)?.sync_all(),
            None => Ok(()),
        }
    }
}

/// Readable only by the owner, since the file contains the webhook secret.
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

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(suffix);
    PathBuf::from(name)
}

fn encode_line(records: &[Record]) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(records)?;
    line.push(b'\n');
    Ok(line)
}

fn byte_count(content: &[u8]) -> u64 {
    u64::try_from(content.len()).unwrap_or(u64::MAX)
}

fn parse(path: &Path, content: &[u8]) -> Result<Vec<Record>, Error> {
    let corrupt = |line: usize, reason: String| Error::Corrupt { path: path.to_owned(), line, reason };
    let mut records = Vec::new();
    for (index, line) in content.split_inclusive(|byte| *byte == b'\n').enumerate() {
        if !line.ends_with(b"\n") {
            break;
        }
        let mut line_records: Vec<Record> =
            serde_json::from_slice(line).map_err(|error| corrupt(index + 1, error.to_string()))?;
        if let Some(Record::Format(format)) = line_records.first()
            && *format != FORMAT
        {
            return Err(corrupt(index + 1, format!("unsupported format {format}")));
        }
        records.append(&mut line_records);
    }
    Ok(records)
}
