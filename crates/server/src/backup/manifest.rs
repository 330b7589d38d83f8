//! What a copy says about itself, and whether that is still true.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::os::unix::fs::OpenOptionsExt as _;
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// How copies are laid out; another layout gets another number.
const FORMAT: u32 = 1;
const NAME: &str = "manifest.json";
/// The manifest's own checksum, as `sha256sum --check` reads it.
const SEAL: &str = "manifest.sha256";

/// The files that a copy can have.
pub(super) const TALA_DB: &str = "tala.db";
pub(super) const ISSUER_DB: &str = "issuer.db";
pub(super) const DUMP: &str = "tala.dump";
pub(super) const KEY: &str = "master.key";
pub(super) const PREVIOUS_KEY: &str = "previous-master.key";
const NAMES: [&str; 5] = [TALA_DB, ISSUER_DB, DUMP, KEY, PREVIOUS_KEY];

/// Which database was copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// Files.
    Sqlite,
    /// A dump.
    Postgres,
}

/// What a copy says about itself.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    format: u32,
    /// The version of the program that made it.
    pub program: String,
    /// When.
    pub taken_at: jiff::Timestamp,
    /// Of which database.
    pub database: Engine,
    /// The schema steps that the database had.
    pub schema: Vec<String>,
    /// And those of the sign-in provider's tables.
    pub issuer_schema: Vec<String>,
    /// A known word, sealed with the master key: it opens with that key only.
    pub key_check: String,
    /// The same, sealed with the second key, when the copy was made while the master key was being changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous_key_check: Option<String>,
    /// Everything else in the folder.
    pub files: Vec<CopiedFile>,
}

/// One file of a copy.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct CopiedFile {
    /// Without a folder.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Its checksum, in hexadecimal digits.
    pub sha256: String,
}

/// Only what every manifest of every format has.
#[derive(Deserialize)]
struct Layout {
    format: u32,
    program: String,
}

impl Manifest {
    /// A manifest without files yet.
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

    /// True when the copy holds this file.
    pub fn has(&self, name: &str) -> bool {
        self.files.iter().any(|file| file.name == name)
    }

    /// Adds a file that is complete: only its owner may read it, and it is on the disk.
    pub(super) fn add(&mut self, folder: &Path, name: &str) -> Result<()> {
        use std::os::unix::fs::PermissionsExt as _;
        let path = folder.join(name);
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600))?;
        File::open(&path)?.sync_all()?;
        let (bytes, sha256) = measure(&path)?;
        self.files.push(CopiedFile { name: name.to_owned(), bytes, sha256 });
        Ok(())
    }

    /// Writes it, last of all.
    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        let text = format!("{}\n", serde_json::to_string_pretty(self)?);
        let seal = format!("{}  {NAME}\n", digest(text.as_bytes()));
        for (name, text) in [(NAME, text), (SEAL, seal)] {
            let mut file =
                std::fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(folder.join(name))?;
            file.write_all(text.as_bytes())?;
            file.sync_all()?;
        }
        Ok(())
    }

    /// Reads the manifest of a copy and proves every file against it.
    pub fn read_and_prove(folder: &Path) -> Result<Self> {
        let read = |name: &str| {
            let path = folder.join(name);
            std::fs::read_to_string(&path)
                .with_context(|| format!("this is no whole copy: cannot read {}", path.display()))
        };
        let (text, seal) = (read(NAME)?, read(SEAL)?);
        let told = seal.split_whitespace().next().unwrap_or_default();
        ensure!(told == digest(text.as_bytes()), "the copy is damaged: {NAME} is not what was written");
        let layout: Layout = serde_json::from_str(&text).with_context(|| format!("cannot read {NAME}"))?;
        ensure!(
            layout.format == FORMAT,
            "the copy was made by Tala {} in another format ({}); this is Tala {}, which reads format {FORMAT}",
            layout.program,
            layout.format,
            env!("CARGO_PKG_VERSION")
        );
        let manifest: Self = serde_json::from_str(&text).with_context(|| format!("cannot read {NAME}"))?;
        manifest.files.iter().try_for_each(|file| prove(folder, file))?;
        Ok(manifest)
    }

    /// Refuses a copy with schema steps that this program does not know.
    pub(super) fn refuse_newer(&self) -> Result<()> {
        for (has, known) in
            [(&self.schema, tala_store::known_steps()), (&self.issuer_schema, tala_issuer::known_steps())]
        {
            if let Some(step) = has.iter().find(|step| !known.contains(step)) {
                bail!(
                    "the copy is newer than this program: it was made by Tala {} and has the schema step {step}, which \
                     Tala {} does not know; restore it with the version that made it, or a newer one",
                    self.program,
                    env!("CARGO_PKG_VERSION")
                );
            }
        }
        Ok(())
    }
}

fn prove(folder: &Path, file: &CopiedFile) -> Result<()> {
    ensure!(NAMES.contains(&file.name.as_str()), "the copy names a file that no copy has: {}", file.name);
    let path = folder.join(&file.name);
    let kind = std::fs::symlink_metadata(&path)
        .with_context(|| format!("the copy is not whole: {} is missing", path.display()))?;
    ensure!(kind.is_file(), "the copy is damaged: {} is no file", path.display());
    let (bytes, sha256) = measure(&path)?;
    ensure!(
        bytes == file.bytes && sha256 == file.sha256,
        "the copy is damaged: {} is not what was written (its checksum differs)",
        path.display()
    );
    Ok(())
}

/// Size and checksum of a file.
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
