//! The manifest of a backup: contents, checksums, schema and key checks.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Version of the directory layout.
const FORMAT: u32 = 1;
const NAME: &str = "manifest.json";
/// The manifest's checksum, in the format of `sha256sum --check`.
const CHECKSUM: &str = "manifest.sha256";

pub(super) const TALA_DB: &str = "tala.db";
pub(super) const ISSUER_DB: &str = "issuer.db";
pub(super) const DUMP: &str = "tala.dump";
pub(super) const KEY: &str = "master.key";
pub(super) const PREVIOUS_KEY: &str = "previous-master.key";
const NAMES: [&str; 5] = [TALA_DB, ISSUER_DB, DUMP, KEY, PREVIOUS_KEY];

/// Kind of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// SQLite files.
    Sqlite,
    /// A PostgreSQL dump.
    Postgres,
}

/// The manifest, `manifest.json`.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    format: u32,
    /// Version of the program that created the backup.
    pub program: String,
    /// When the backup was created.
    pub taken_at: jiff::Timestamp,
    /// Kind of the database.
    pub database: Engine,
    /// Migrations of the application's schema.
    pub schema: Vec<String>,
    /// Migrations of the built-in issuer's schema.
    pub issuer_schema: Vec<String>,
    /// A known text, encrypted with the master key: it identifies the key.
    pub key_check: String,
    /// The same, encrypted with the previous master key, if one was set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous_key_check: Option<String>,
    /// All other files of the directory.
    pub files: Vec<BackupFile>,
}

/// A file of a backup.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct BackupFile {
    /// File name.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 checksum in hexadecimal digits.
    pub sha256: String,
}

/// The fields that manifests of all formats have.
#[derive(Deserialize)]
struct Layout {
    format: u32,
    program: String,
}

impl Manifest {
    /// Creates a manifest without files.
    pub(super) fn new(database: Engine, taken_at: jiff::Timestamp, key_check: String) -> Self {
        Self {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            taken_at,
            database,
            schema: Vec::new(),
            issuer_schema: Vec::new(),
            key_check,
            previous_key_check: None,
            files: Vec::new(),
        }
    }

    /// True if the backup contains this file.
    pub fn has(&self, name: &str) -> bool {
        self.files.iter().any(|file| file.name == name)
    }

    /// Adds a complete file: restricts it to its owner, flushes it, and records its checksum.
    pub(super) fn add(&mut self, dir: &Path, name: &str) -> Result<()> {
        use std::os::unix::fs::PermissionsExt as _;
        let path = dir.join(name);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
        File::open(&path)?.sync_all()?;
        let (bytes, sha256) = measure(&path)?;
        self.files.push(BackupFile { name: name.to_owned(), bytes, sha256 });
        Ok(())
    }

    /// Writes the manifest. All files must have been added.
    pub(super) fn write(&self, dir: &Path) -> Result<()> {
        let text = format!("{}\n", serde_json::to_string_pretty(self)?);
        let checksum = format!("{}  {NAME}\n", digest(text.as_bytes()));
        for (name, text) in [(NAME, text), (CHECKSUM, checksum)] {
            let mut file = std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(dir.join(name))?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
        }
        Ok(())
    }

    /// Reads the manifest of a backup and verifies the checksums of all files.
    ///
    /// # Errors
    /// If a file is missing or damaged, or if another version of the format is used.
    pub fn read_and_verify(dir: &Path) -> Result<Self> {
        let read = |name: &str| {
            let path = dir.join(name);
            std::fs::read_to_string(&path)
                .with_context(|| format!("the backup is incomplete: cannot read {}", path.display()))
        };
        let (text, checksum) = (read(NAME)?, read(CHECKSUM)?);
        let expected = checksum.split_whitespace().next().unwrap_or_default();
        ensure!(expected == digest(text.as_bytes()), "the backup is damaged: the checksum of {NAME} differs");
        let layout: Layout = serde_json::from_str(&text).with_context(|| format!("cannot read {NAME}"))?;
        ensure!(
            layout.format == FORMAT,
            "unsupported backup format {1}: the backup was created by Tala {0}, and Tala {2} reads format {FORMAT}; restore it with \
             Tala {0}",
            layout.program,
            layout.format,
            env!("CARGO_PKG_VERSION")
        );
        let manifest: Self = serde_json::from_str(&text).with_context(|| format!("cannot read {NAME}"))?;
        manifest.files.iter().try_for_each(|file| verify(dir, file))?;
        Ok(manifest)
    }

    /// Rejects a backup with migrations that this program does not know.
    pub(super) fn reject_newer(&self) -> Result<()> {
        for (has, known) in
            [(&self.schema, tala_store::known_migrations()), (&self.issuer_schema, tala_issuer::known_migrations())]
        {
            if let Some(migration) = has.iter().find(|migration| !known.contains(migration)) {
                bail!(
                    "the backup is newer than this program: it was created by Tala {} and contains the migration {migration}, \
                     which Tala {} does not know; restore it with the version that created it, or a newer one",
                    self.program,
                    env!("CARGO_PKG_VERSION")
                );
            }
        }
        Ok(())
    }
}

fn verify(dir: &Path, file: &BackupFile) -> Result<()> {
    ensure!(
        NAMES.contains(&file.name.as_str()),
        "the backup is damaged: unexpected file {} in the manifest",
        file.name
    );
    let path = dir.join(&file.name);
    let kind = std::fs::symlink_metadata(&path)
        .with_context(|| format!("the backup is incomplete: {} is missing", path.display()))?;
    ensure!(kind.is_file(), "the backup is damaged: {} is not a regular file", path.display());
    let (bytes, sha256) = measure(&path)?;
    ensure!(
        bytes == file.bytes && sha256 == file.sha256,
        "the backup is damaged: the checksum of {} differs",
        path.display()
    );
    Ok(())
}

/// Returns the size and checksum of a file.
pub(super) fn measure(path: &Path) -> Result<(u64, String)> {
    let mut file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    let (mut hasher, mut bytes, mut buffer) = (Sha256::new(), 0_u64, vec![0; 1 << 16]);
    loop {
        let read = file.read(&mut buffer).with_context(|| format!("cannot read {}", path.display()))?;
        let Some(part) = buffer.get(..read).filter(|part| !part.is_empty()) else { break };
        hasher.update(part);
        bytes = bytes.saturating_add(u64::try_from(read)?);
    }
    Ok((bytes, hexadecimal(&hasher.finalize())))
}

fn digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
