//! `tala backup` and `tala restore`: a copy of everything that cannot be made again, and the way back.
//!
//! A copy is a folder that appears whole or not at all: it is made beside its place under another name, flushed, and then
//! renamed. Copying changes nothing in the database, its schema included, so it can be done by the new version before an
//! upgrade.

mod last;
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
use tala_store::{ReadOnlyDatabase, STEP_HISTORY};

use crate::config::Config;
use crate::parts::{database_url, key_file, previous_master_key, read_key, sqlite_file, write_private};
use crate::system::SystemEntropy;

pub use last::last_made;
pub use manifest::{CopiedFile, Engine, Manifest};
pub use restore::{Restored, check, restore};

use manifest::{DUMP, ISSUER_DB, KEY, PREVIOUS_KEY, TALA_DB};

/// What the key check seals, and for which place.
const KEY_CHECK: (&str, &str) = ("backup", "tala");

/// Copies everything into the new folder `to`, while servers go on. Without `with_key` the master key is left out. The
/// time is noted in the data folder.
///
/// # Errors
/// When there is something at `to` already, and whenever the copy would not be whole; nothing is left behind then.
pub async fn take(config: &Config, to: &Path, with_key: bool, now: jiff::Timestamp) -> Result<Manifest> {
    ensure!(std::fs::symlink_metadata(to).is_err(), "{} is there already; name a new folder", to.display());
    let (key, in_file) = find_key(config)?;
    let previous = previous_master_key(config)?;
    let making = Making::beside(to)?;
    let key_check = seal_check(&key)?;
    let url = database_url(config, TALA_DB);
    let mut manifest = match sqlite_file(&url) {
        Some(_) => copy_files(config, &making.folder, Manifest::new(Engine::Sqlite, now, key_check)).await?,
        None => dump(&url, &making.folder, Manifest::new(Engine::Postgres, now, key_check)).await?,
    };
    manifest.previous_key_check = previous.as_ref().map(seal_check).transpose()?;
    if in_file && with_key {
        write_private(&making.folder.join(KEY), key.expose_secret())?;
        manifest.add(&making.folder, KEY)?;
    }
    if let Some(previous) = previous.filter(|_| with_key && config.secrets.previous_master_key.is_empty()) {
        write_private(&making.folder.join(PREVIOUS_KEY), previous.expose_secret())?;
        manifest.add(&making.folder, PREVIOUS_KEY)?;
    }
    manifest.write(&making.folder)?;
    making.finish(to)?;
    last::note(&config.data.folder, now);
    Ok(manifest)
}

/// A known word, by which a copy tells which key it wants.
fn seal_check(key: &SecretString) -> Result<String> {
    Ok(Vault::new(key)?.seal(KEY_CHECK.0, KEY_CHECK.1)?)
}

/// The master key that is in use, and whether it is in its file.
fn find_key(config: &Config) -> Result<(SecretString, bool)> {
    if !config.secrets.master_key.is_empty() {
        return Ok((SecretString::from(config.secrets.master_key.0.clone()), false));
    }
    let key = read_key(&key_file(config)).context(
        "the master key is missing, without which account numbers and sign-in keys cannot be read: set \
         secrets.master_key, or data.folder to where the server keeps its files",
    )?;
    Ok((key, true))
}

/// SQLite: our own tables first, then those of the sign-in provider, so that everybody whom the first file knows is in
/// the second.
async fn copy_files(config: &Config, folder: &Path, mut manifest: Manifest) -> Result<Manifest> {
    let own = database_url(config, TALA_DB);
    let issuer = database_url(config, ISSUER_DB);
    manifest.schema = copy_file(&own, folder, TALA_DB, STEP_HISTORY).await?;
    ensure!(!manifest.schema.is_empty(), "there are no tables of Tala in {}", shown(&own));
    manifest.add(folder, TALA_DB)?;
    if issuer == own {
        manifest.issuer_schema = copied_steps(&folder.join(TALA_DB), tala_issuer::STEP_HISTORY).await?;
    } else if sqlite_file(&issuer).is_some_and(Path::exists) {
        manifest.issuer_schema = copy_file(&issuer, folder, ISSUER_DB, tala_issuer::STEP_HISTORY).await?;
        manifest.add(folder, ISSUER_DB)?;
    }
    Ok(manifest)
}

async fn copy_file(url: &str, folder: &Path, name: &str, history: &'static str) -> Result<Vec<String>> {
    let to = folder.join(name);
    let database = ReadOnlyDatabase::open(url).await.with_context(|| format!("cannot open {}", shown(url)))?;
    database.copy_to(&to).await.with_context(|| format!("cannot copy {}", shown(url)))?;
    database.close();
    copied_steps(&to, history).await
}

/// Proves that a copied file is sound, and reads its schema steps.
async fn copied_steps(file: &Path, history: &'static str) -> Result<Vec<String>> {
    let copy = ReadOnlyDatabase::open(&format!("sqlite://{}", file.display())).await?;
    let defects = copy.list_defects().await?;
    let steps = copy.steps(history).await?;
    copy.close();
    if let Some(defect) = defects.first() {
        bail!("the database itself is damaged ({} defects, the first: {defect}); no copy was made", defects.len());
    }
    Ok(steps)
}

async fn dump(url: &str, folder: &Path, mut manifest: Manifest) -> Result<Manifest> {
    postgres::look_for("pg_dump")?;
    let database = ReadOnlyDatabase::open(url).await.context("cannot open the database (database.url)")?;
    manifest.schema = database.steps(STEP_HISTORY).await?;
    manifest.issuer_schema = database.steps(tala_issuer::STEP_HISTORY).await?;
    ensure!(!manifest.schema.is_empty(), "there are no tables of Tala in the database (database.url)");
    postgres::dump(url, &folder.join(DUMP)).await?;
    let same = manifest.schema == database.steps(STEP_HISTORY).await?
        && manifest.issuer_schema == database.steps(tala_issuer::STEP_HISTORY).await?;
    database.close();
    ensure!(same, "another program has changed the schema meanwhile; make the copy again");
    manifest.add(folder, DUMP)?;
    Ok(manifest)
}

/// A database as people may read of it: a file's name, and of a URL with a password nothing.
fn shown(url: &str) -> String {
    sqlite_file(url).map_or_else(|| "the database".to_owned(), |file| file.display().to_string())
}

/// A folder that is being filled, and goes away unless it is finished.
struct Making {
    folder: PathBuf,
    finished: bool,
}

impl Making {
    fn beside(place: &Path) -> Result<Self> {
        let name = place.file_name().and_then(|name| name.to_str()).context("name the new folder")?;
        let mut random = [0; 8];
        SystemEntropy.fill(&mut random);
        let folder = parent(place).join(format!(".{name}.{:016x}.part", u64::from_be_bytes(random)));
        std::fs::DirBuilder::new()
            .mode(0o700)
            .create(&folder)
            .with_context(|| format!("cannot make a folder in {}", parent(place).display()))?;
        Ok(Self { folder, finished: false })
    }

    fn finish(mut self, place: &Path) -> Result<()> {
        File::open(&self.folder)?.sync_all()?;
        std::fs::rename(&self.folder, place).with_context(|| format!("cannot make {}", place.display()))?;
        self.finished = true;
        Ok(File::open(parent(place))?.sync_all()?)
    }
}

impl Drop for Making {
    fn drop(&mut self) {
        if !self.finished
            && let Err(error) = std::fs::remove_dir_all(&self.folder)
        {
            tracing::warn!(%error, folder = %self.folder.display(), "an unfinished copy could not be removed");
        }
    }
}

/// The folder that a path is in.
fn parent(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or_else(|| Path::new("."))
}
