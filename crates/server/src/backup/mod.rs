//! `tala backup` and `tala restore`.
//!
//! A backup is a directory that is created atomically: its files are written to a temporary directory beside it, flushed,
//! and renamed. Creating one changes nothing in the database, not even its schema, so that a new version can back up the
//! database before it migrates it.

mod last_success;
mod manifest;
mod postgres;
mod restore;

use std::fs::File;
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use secrecy::{ExposeSecret as _, SecretString};
use tala_app::context::Entropy as _;
use tala_gateways::vault::Vault;
use tala_store::{MIGRATIONS_TABLE, ReadOnlyDatabase};

use crate::config::Config;
use crate::database::{self, sqlite_path};
use crate::master_key::{self, write_private_file};
use crate::system::SystemEntropy;

pub use last_success::find_last_success;
pub use manifest::{BackupFile, Engine, Manifest};
pub use restore::{Restored, check, restore};

use manifest::{DUMP, ISSUER_DB, KEY, PREVIOUS_KEY, TALA_DB};

/// Context and plaintext of the key check, an encrypted value by which a restore verifies the master key.
const KEY_CHECK: (&str, &str) = ("backup", "tala");

/// Writes a backup into the new directory `to`, while servers run. `with_key` includes a generated master key. Records the
/// time in the data directory.
///
/// # Errors
/// If `to` exists, if the master key is missing, or if the backup would be incomplete. Nothing is left behind then.
pub async fn create(config: &Config, to: &Path, with_key: bool, now: jiff::Timestamp) -> Result<Manifest> {
    ensure!(std::fs::symlink_metadata(to).is_err(), "{} already exists: choose a new directory", to.display());
    let (key, is_in_file) = find_key(config)?;
    let previous = master_key::find_previous(config)?;
    let pending = PendingDir::create(to)?;
    let key_check = encrypt_key_check(&key)?;
    let url = database::url(config, TALA_DB);
    let mut manifest = match sqlite_path(&url) {
        Some(_) => copy_files(config, &pending.dir, Manifest::new(Engine::Sqlite, now, key_check)).await?,
        None => dump(&url, &pending.dir, Manifest::new(Engine::Postgres, now, key_check)).await?,
    };
    manifest.previous_key_check = previous.as_ref().map(encrypt_key_check).transpose()?;
    if is_in_file && with_key {
        write_private_file(&pending.dir.join(KEY), key.expose_secret())?;
        manifest.add(&pending.dir, KEY)?;
    }
    if let Some(previous) = previous.filter(|_| with_key && config.secrets.previous_master_key.is_empty()) {
        write_private_file(&pending.dir.join(PREVIOUS_KEY), previous.expose_secret())?;
        manifest.add(&pending.dir, PREVIOUS_KEY)?;
    }
    manifest.write(&pending.dir)?;
    pending.publish(to)?;
    last_success::record(&config.data.dir, now);
    Ok(manifest)
}

fn encrypt_key_check(key: &SecretString) -> Result<String> {
    Ok(Vault::new(key)?.encrypt(KEY_CHECK.0, KEY_CHECK.1)?)
}

/// Returns the master key, and whether it is in its file rather than in the configuration.
fn find_key(config: &Config) -> Result<(SecretString, bool)> {
    if !config.secrets.master_key.is_empty() {
        return Ok((SecretString::from(config.secrets.master_key.0.clone()), false));
    }
    let key = master_key::read(&master_key::path(config)).context(
        "the master key is missing, and encrypted values in the backup would be unreadable without it: set \
         secrets.master_key, or set data.dir to the server's data directory",
    )?;
    Ok((key, true))
}

/// Copies the SQLite files. The application's comes first: every account that it refers to is then in the issuer's copy.
async fn copy_files(config: &Config, dir: &Path, mut manifest: Manifest) -> Result<Manifest> {
    let application = database::url(config, TALA_DB);
    let issuer = database::url(config, ISSUER_DB);
    manifest.schema = copy_file(&application, dir, TALA_DB, MIGRATIONS_TABLE).await?;
    ensure!(!manifest.schema.is_empty(), "{} is not a Tala database", display_name(&application));
    manifest.add(dir, TALA_DB)?;
    if issuer == application {
        manifest.issuer_schema = migrations_of(&dir.join(TALA_DB), tala_issuer::MIGRATIONS_TABLE).await?;
    } else if sqlite_path(&issuer).is_some_and(Path::exists) {
        manifest.issuer_schema = copy_file(&issuer, dir, ISSUER_DB, tala_issuer::MIGRATIONS_TABLE).await?;
        manifest.add(dir, ISSUER_DB)?;
    }
    Ok(manifest)
}

async fn copy_file(url: &str, dir: &Path, name: &str, history: &'static str) -> Result<Vec<String>> {
    let to = dir.join(name);
    let database = ReadOnlyDatabase::open(url).await.with_context(|| format!("cannot open {}", display_name(url)))?;
    database.copy_to(&to).await.with_context(|| format!("cannot copy {}", display_name(url)))?;
    database.close();
    migrations_of(&to, history).await
}

/// Checks the integrity of a copied file and lists its migrations.
async fn migrations_of(file: &Path, history: &'static str) -> Result<Vec<String>> {
    let copy = ReadOnlyDatabase::open(&format!("sqlite://{}", file.display())).await?;
    let defects = copy.list_defects().await?;
    let migrations = copy.applied_migrations(history).await?;
    copy.close();
    if let Some(defect) = defects.first() {
        bail!(
            "the database is damaged, no backup was created: {} defects, the first: {defect}. Restore an earlier backup, or \
             repair the file with `sqlite3 FILE .recover`",
            defects.len()
        );
    }
    Ok(migrations)
}

async fn dump(url: &str, dir: &Path, mut manifest: Manifest) -> Result<Manifest> {
    postgres::find_program("pg_dump")?;
    let database = ReadOnlyDatabase::open(url).await.context("cannot open the database (database.url)")?;
    manifest.schema = database.applied_migrations(MIGRATIONS_TABLE).await?;
    manifest.issuer_schema = database.applied_migrations(tala_issuer::MIGRATIONS_TABLE).await?;
    ensure!(!manifest.schema.is_empty(), "the database is not a Tala database (database.url)");
    postgres::dump(url, &dir.join(DUMP)).await?;
    let is_unchanged = manifest.schema == database.applied_migrations(MIGRATIONS_TABLE).await?
        && manifest.issuer_schema == database.applied_migrations(tala_issuer::MIGRATIONS_TABLE).await?;
    database.close();
    ensure!(is_unchanged, "the schema was migrated during the backup: run `tala backup` again");
    manifest.add(dir, DUMP)?;
    Ok(manifest)
}

/// The path of a SQLite file; for PostgreSQL a fixed text, because the URL may contain a password.
fn display_name(url: &str) -> String {
    sqlite_path(url).map_or_else(|| "the database".to_owned(), |file| file.display().to_string())
}

/// A temporary directory, removed on drop unless it is published.
struct PendingDir {
    dir: PathBuf,
    is_published: bool,
}

impl PendingDir {
    /// Creates a temporary directory beside `target`.
    fn create(target: &Path) -> Result<Self> {
        let name = target.file_name().and_then(|name| name.to_str()).context("--to must name a new directory")?;
        let mut random = [0; 8];
        SystemEntropy.fill(&mut random);
        let dir = parent(target).join(format!(".{name}.{:016x}.part", u64::from_be_bytes(random)));
        std::fs::DirBuilder::new()
            .mode(0o700)
            .create(&dir)
            .with_context(|| format!("cannot create a directory in {}", parent(target).display()))?;
        Ok(Self { dir, is_published: false })
    }

    /// Renames the directory to `target`, and flushes both.
    fn publish(mut self, target: &Path) -> Result<()> {
        File::open(&self.dir)?.sync_all()?;
        std::fs::rename(&self.dir, target).with_context(|| format!("cannot create {}", target.display()))?;
        self.is_published = true;
        Ok(File::open(parent(target))?.sync_all()?)
    }
}

impl Drop for PendingDir {
    fn drop(&mut self) {
        if !self.is_published
            && let Err(error) = std::fs::remove_dir_all(&self.dir)
        {
            tracing::warn!(%error, dir = %self.dir.display(), "cannot remove an incomplete backup");
        }
    }
}

/// The parent directory of a path; `.` for a bare name.
fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}
