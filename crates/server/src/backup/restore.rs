//! Restores a backup. All checks come first, and only an empty database and data directory are written to.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use secrecy::{ExposeSecret as _, SecretString};
use tala_app::services::ledger_check::{COMPARED_DAYS, LedgerReport, check_ledger};
use tala_gateways::vault::Vault;
use tala_store::ReadOnlyDatabase;

use super::manifest::{DUMP, Engine, ISSUER_DB, KEY, Manifest, PREVIOUS_KEY, TALA_DB, measure};
use super::{KEY_CHECK, parent, postgres};
use crate::config::{Config, PaymentsConfig, Secret};
use crate::database::{self, sqlite_path};
use crate::master_key::{self, write_private_file};
use crate::wiring;

/// A SQLite database file and the files that SQLite keeps beside it. One left over from another database would be applied
/// to the restored one.
const SQLITE_SUFFIXES: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// The result of a restore.
#[derive(Debug)]
pub struct Restored {
    /// The manifest of the backup.
    pub manifest: Manifest,
    /// Result of the ledger check, without a comparison with the payment provider.
    pub ledger: LedgerReport,
}

/// What remains to be done after all checks.
struct Plan {
    manifest: Manifest,
    /// Files of the backup and their targets.
    files: Vec<(&'static str, PathBuf)>,
    keys: KeysToWrite,
}

/// Master keys that exist only in the backup.
struct KeysToWrite {
    current: Option<SecretString>,
    previous: Option<SecretString>,
}

/// Verifies that a backup is complete, that this program can read it, and that the master keys for it are available.
///
/// # Errors
/// If one of these is not so.
pub fn check(config: &Config, from: &Path) -> Result<Manifest> {
    verify(config, from).map(|(manifest, _)| manifest)
}

/// Restores a backup into the configured database and data directory, migrates the schema and checks the ledger.
///
/// # Errors
/// If the backup is damaged, newer than this program or of another kind of database; if a master key is missing or wrong;
/// or if the target is not empty. Nothing is changed then.
pub async fn restore(config: &Config, from: &Path) -> Result<Restored> {
    let plan = plan(config, from).await?;
    if plan.manifest.database == Engine::Postgres {
        postgres::restore(&database::url(config, TALA_DB), &from.join(DUMP)).await?;
    }
    let dir = &config.data.dir;
    std::fs::create_dir_all(dir)
        .with_context(|| format!("cannot create the data directory {} (data.dir)", dir.display()))?;
    copy_files(from, &plan)?;
    for (key, path) in
        [(&plan.keys.current, master_key::path(config)), (&plan.keys.previous, master_key::previous_path(config))]
    {
        if let Some(key) = key {
            write_private_file(&path, key.expose_secret())?;
        }
    }
    // Payments made after the backup are unknown to it: `tala ledger check` compares them later.
    let offline = Config { payments: without_provider(&config.payments), ..config.clone() };
    let ctx = wiring::build(&offline, false).await.context("the backup is restored, but its migration failed")?.ctx;
    let ledger = check_ledger(&ctx, COMPARED_DAYS).await?;
    ctx.store.clone().close().await;
    Ok(Restored { manifest: plan.manifest, ledger })
}

fn without_provider(payments: &PaymentsConfig) -> PaymentsConfig {
    PaymentsConfig { key_id: String::new(), key_secret: Secret::default(), ..payments.clone() }
}

fn verify(config: &Config, from: &Path) -> Result<(Manifest, KeysToWrite)> {
    let manifest = Manifest::read_and_verify(from)?;
    manifest.reject_newer()?;
    let (key, write_key) = find_key(config, from, &manifest)?;
    let previous = find_previous_key(config, from, &manifest, &key)?;
    let vault = Vault::new(&key)?;
    // A backup from before a key change is readable as long as the previous key is known.
    let vault = match &previous {
        Some((previous, _)) => vault.with_previous_key(previous)?,
        None => vault,
    };
    let is_readable =
        |check: &str| vault.decrypt(KEY_CHECK.0, check).is_ok_and(|text| text.expose_secret() == KEY_CHECK.1);
    ensure!(
        is_readable(&manifest.key_check),
        "the master key differs from that of the backup, so its encrypted values would be unreadable: set \
         secrets.master_key to the key of the backup or, if the key was changed since, set secrets.previous_master_key to it"
    );
    ensure!(
        manifest.previous_key_check.as_deref().is_none_or(is_readable),
        "the backup was created during a change of the master key, and only one of its two keys is available: set \
         secrets.master_key and secrets.previous_master_key to both of them, or put the missing one into \
         previous-master.key in the data directory"
    );
    if let Some((previous, _)) = &previous {
        master_key::reject_same_key(&key, previous)?;
    }
    let previous = previous.and_then(|(previous, write)| write.then_some(previous));
    Ok((manifest, KeysToWrite { current: write_key.then_some(key), previous }))
}

/// Returns the previous key, and whether its file must be written. The key of the backup is used if none is available here.
fn find_previous_key(
    config: &Config,
    from: &Path,
    manifest: &Manifest,
    key: &SecretString,
) -> Result<Option<(SecretString, bool)>> {
    let available = master_key::find_previous(config)?;
    let in_backup = manifest.has(PREVIOUS_KEY).then(|| master_key::read(&from.join(PREVIOUS_KEY))).transpose()?;
    match (available, in_backup.filter(|in_backup| !is_same_key(in_backup, key))) {
        (Some(available), in_backup) => {
            ensure!(
                in_backup.is_none_or(|in_backup| is_same_key(&in_backup, &available)),
                "the backup was created during a change of the master key, and its {PREVIOUS_KEY} differs from the previous \
                 key here: clear secrets.previous_master_key, or move {} away, so that the key of the backup is restored",
                master_key::previous_path(config).display()
            );
            Ok(Some((available, false)))
        }
        (None, in_backup) => Ok(in_backup.map(|in_backup| (in_backup, true))),
    }
}

fn is_same_key(a: &SecretString, b: &SecretString) -> bool {
    a.expose_secret() == b.expose_secret()
}

/// Returns the master key for the backup, and whether its file must be written.
fn find_key(config: &Config, from: &Path, manifest: &Manifest) -> Result<(SecretString, bool)> {
    let file = master_key::path(config);
    if !config.secrets.master_key.is_empty() {
        Ok((SecretString::from(config.secrets.master_key.0.clone()), false))
    } else if file.exists() {
        Ok((master_key::read(&file)?, false))
    } else {
        ensure!(
            manifest.has(KEY),
            "the backup does not contain the master key: set secrets.master_key to the key it was created with"
        );
        Ok((master_key::read(&from.join(KEY))?, true))
    }
}

async fn plan(config: &Config, from: &Path) -> Result<Plan> {
    wiring::check(config, false)?;
    let (manifest, keys) = verify(config, from)?;
    let url = database::url(config, TALA_DB);
    let files = match (manifest.database, sqlite_path(&url)) {
        (Engine::Postgres, None) => {
            postgres::find_program("pg_restore")?;
            ensure_empty_database(&url).await?;
            Vec::new()
        }
        (Engine::Sqlite, Some(_)) => target_files(config, &manifest)?,
        (Engine::Postgres, Some(_)) => {
            bail!("this is a backup of a PostgreSQL database: set database.url to an empty PostgreSQL database")
        }
        (Engine::Sqlite, None) => bail!("this is a backup of SQLite files: leave database.url empty and set data.dir"),
    };
    for (_, path) in &files {
        ensure_no_file(path)?;
    }
    Ok(Plan { manifest, files, keys })
}

fn target_files(config: &Config, manifest: &Manifest) -> Result<Vec<(&'static str, PathBuf)>> {
    let path = |name: &str| sqlite_path(&database::url(config, name)).map(Path::to_owned).context("database.url");
    let (application, issuer) = (path(TALA_DB)?, path(ISSUER_DB)?);
    let mut files = vec![(TALA_DB, application.clone())];
    if manifest.has(ISSUER_DB) {
        ensure!(
            application != issuer,
            "the backup contains a separate database of the issuer ({ISSUER_DB}), and database.url names a single file: leave \
             database.url empty and set data.dir"
        );
        files.push((ISSUER_DB, issuer));
    } else {
        ensure!(
            manifest.issuer_schema.is_empty() || application == issuer,
            "the backup contains the application and the issuer in a single file: set database.url to a sqlite:// URL"
        );
    }
    Ok(files)
}

async fn ensure_empty_database(url: &str) -> Result<()> {
    let database = ReadOnlyDatabase::open(url).await.context("cannot open the database (database.url)")?;
    let tables = database.tables().await?;
    database.close();
    ensure!(
        tables.is_empty(),
        "the database is not empty, it has {} tables: create a new one and set database.url to it",
        tables.len()
    );
    Ok(())
}

fn ensure_no_file(path: &Path) -> Result<()> {
    for suffix in SQLITE_SUFFIXES {
        let file = with_suffix(path, suffix);
        ensure!(
            std::fs::symlink_metadata(&file).is_err(),
            "{} already exists: move the whole directory away, or set data.dir to another one",
            file.display()
        );
    }
    Ok(())
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Copies all files under temporary names, verifies them and renames them. A failure before the first rename leaves
/// nothing behind.
fn copy_files(from: &Path, plan: &Plan) -> Result<()> {
    let temporary = |path: &Path| with_suffix(path, ".restored");
    let copied = plan.files.iter().try_for_each(|(name, path)| {
        let to = temporary(path);
        std::fs::create_dir_all(parent(path))?;
        std::fs::copy(from.join(name), &to).with_context(|| format!("cannot write {}", to.display()))?;
        File::open(&to)?.sync_all()?;
        let expected = plan.manifest.files.iter().find(|file| file.name == **name);
        let is_same = expected.is_some_and(|file| measure(&to).is_ok_and(|(_, sha256)| sha256 == file.sha256));
        ensure!(is_same, "the checksum of {} differs from the backup: check the disk", to.display());
        Ok(())
    });
    if copied.is_err() {
        for (_, path) in &plan.files {
            let _ = std::fs::remove_file(temporary(path));
        }
    }
    copied?;
    for (_, path) in &plan.files {
        std::fs::rename(temporary(path), path)?;
        File::open(parent(path))?.sync_all()?;
    }
    Ok(())
}
