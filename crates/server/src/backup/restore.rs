//! The way back: everything is looked at first, and only an empty place is written to.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use secrecy::{ExposeSecret as _, SecretString};
use tala_app::services::ledger_check::{COMPARED_DAYS, Report, check_books};
use tala_gateways::vault::Vault;
use tala_store::ReadOnlyDatabase;

use super::manifest::{DUMP, Engine, ISSUER_DB, KEY, Manifest, PREVIOUS_KEY, TALA_DB, measure};
use super::{KEY_CHECK, parent, postgres};
use crate::config::{Config, PaymentsConfig, Secret};
use crate::parts::{self, database_url, key_file, previous_key_file, read_key, sqlite_file, write_private};

/// What SQLite keeps beside a database. Left over from another one, it would be taken for part of the copy.
const BESIDE: [&str; 4] = ["", "-wal", "-shm", "-journal"];

/// What a restored place holds.
#[derive(Debug)]
pub struct Restored {
    /// What the copy said about itself.
    pub manifest: Manifest,
    /// What the check of the books has found; the provider was not asked.
    pub books: Report,
}

/// One step that is still to be done, all of them after everything has been looked at.
struct Plan {
    manifest: Manifest,
    /// From the copy to where the settings say.
    files: Vec<(&'static str, PathBuf)>,
    /// To be written into their files.
    keys: Keys,
}

/// The master keys that come out of the copy; the others are at hand.
struct Keys {
    present: Option<SecretString>,
    previous: Option<SecretString>,
}

/// Proves that a copy is whole, that this program can read it, and that the master keys for it are at hand.
pub fn check(config: &Config, from: &Path) -> Result<Manifest> {
    look_at(config, from).map(|(manifest, _)| manifest)
}

/// Puts a copy into the empty place that the settings name, brings its schema up to date and checks the books.
///
/// # Errors
/// When the copy is damaged, newer than this program or of another kind of database, when the master key is not the one
/// of the copy (or, of a copy made while it was being changed, one of the two is missing), or when the place is not empty;
/// nothing is changed then.
pub async fn restore(config: &Config, from: &Path) -> Result<Restored> {
    let plan = plan(config, from).await?;
    if plan.manifest.database == Engine::Postgres {
        postgres::restore(&database_url(config, TALA_DB), &from.join(DUMP)).await?;
    }
    let folder = &config.data.folder;
    std::fs::create_dir_all(folder).with_context(|| format!("cannot make the data folder {}", folder.display()))?;
    put_files(from, &plan)?;
    for (key, place) in [(&plan.keys.present, key_file(config)), (&plan.keys.previous, previous_key_file(config))] {
        if let Some(key) = key {
            write_private(&place, key.expose_secret())?;
        }
    }
    // The provider knows payments that came after the copy; what it says is a question for later.
    let offline = Config { payments: without_keys(&config.payments), ..config.clone() };
    let ctx = parts::build(&offline, false)
        .await
        .context("the copy is in place, but its schema could not be brought up to date")?
        .ctx;
    let books = check_books(&ctx, COMPARED_DAYS).await?;
    ctx.store.clone().close().await;
    Ok(Restored { manifest: plan.manifest, books })
}

fn without_keys(payments: &PaymentsConfig) -> PaymentsConfig {
    PaymentsConfig { key_id: String::new(), key_secret: Secret::default(), ..payments.clone() }
}

fn look_at(config: &Config, from: &Path) -> Result<(Manifest, Keys)> {
    let manifest = Manifest::read_and_prove(from)?;
    manifest.refuse_newer()?;
    let (key, is_new) = find_key(config, from, &manifest)?;
    let previous = find_previous(config, from, &manifest, &key)?;
    let vault = Vault::new(&key)?;
    // A copy from before a change of the master key opens as long as the key before is known.
    let vault = match &previous {
        Some((previous, _)) => vault.and_previous(previous)?,
        None => vault,
    };
    let opens = |check: &str| vault.open(KEY_CHECK.0, check).is_ok_and(|word| word.expose_secret() == KEY_CHECK.1);
    ensure!(
        opens(&manifest.key_check),
        "the master key is not the one that the copy was made with, so account numbers and sign-in keys in it could not be \
         read: set secrets.master_key to that one (or, if it was changed since, secrets.previous_master_key)"
    );
    ensure!(
        manifest.previous_key_check.as_deref().is_none_or(opens),
        "the copy was made while the master key was being changed, and only one of the two keys of that time is at hand, so \
         what was sealed with the other could not be read: set secrets.master_key and secrets.previous_master_key to the two \
         (or put the missing one into previous-master.key in the data folder)"
    );
    if let Some((previous, _)) = &previous {
        parts::refuse_same(&key, previous)?;
    }
    let previous = previous.and_then(|(previous, is_new)| is_new.then_some(previous));
    Ok((manifest, Keys { present: is_new.then_some(key), previous }))
}

/// The second key, and whether its file is to be written: the one at hand, or else that of the copy, which may not be lost.
fn find_previous(
    config: &Config,
    from: &Path,
    manifest: &Manifest,
    key: &SecretString,
) -> Result<Option<(SecretString, bool)>> {
    let at_hand = parts::previous_master_key(config)?;
    let copied = manifest.has(PREVIOUS_KEY).then(|| read_key(&from.join(PREVIOUS_KEY))).transpose()?;
    match (at_hand, copied.filter(|copied| !same(copied, key))) {
        (Some(at_hand), copied) => {
            ensure!(
                copied.is_none_or(|copied| same(&copied, &at_hand)),
                "the copy was made while the master key was being changed, and its {PREVIOUS_KEY} is another key than the \
                 previous one at hand: empty secrets.previous_master_key, or move {} away, so that the one of the copy is \
                 put in its place",
                previous_key_file(config).display()
            );
            Ok(Some((at_hand, false)))
        }
        (None, copied) => Ok(copied.map(|copied| (copied, true))),
    }
}

fn same(one: &SecretString, other: &SecretString) -> bool {
    one.expose_secret() == other.expose_secret()
}

/// The key for the copy, and whether its file is to be written.
fn find_key(config: &Config, from: &Path, manifest: &Manifest) -> Result<(SecretString, bool)> {
    let file = key_file(config);
    if !config.secrets.master_key.is_empty() {
        Ok((SecretString::from(config.secrets.master_key.0.clone()), false))
    } else if file.exists() {
        Ok((read_key(&file)?, false))
    } else {
        ensure!(
            manifest.has(KEY),
            "the copy does not hold the master key: set secrets.master_key to the one that it was made with"
        );
        Ok((read_key(&from.join(KEY))?, true))
    }
}

async fn plan(config: &Config, from: &Path) -> Result<Plan> {
    parts::check(config, false)?;
    let (manifest, keys) = look_at(config, from)?;
    let url = database_url(config, TALA_DB);
    let files = match (manifest.database, sqlite_file(&url)) {
        (Engine::Postgres, None) => {
            postgres::look_for("pg_restore")?;
            refuse_tables(&url).await?;
            Vec::new()
        }
        (Engine::Sqlite, Some(_)) => files(config, &manifest)?,
        (Engine::Postgres, Some(_)) => {
            anyhow::bail!("the copy is of a PostgreSQL database, and the settings name a SQLite file (database.url)")
        }
        (Engine::Sqlite, None) => {
            anyhow::bail!("the copy is of SQLite files, and the settings name a PostgreSQL database (database.url)")
        }
    };
    for (_, place) in &files {
        refuse_file(place)?;
    }
    Ok(Plan { manifest, files, keys })
}

fn files(config: &Config, manifest: &Manifest) -> Result<Vec<(&'static str, PathBuf)>> {
    let place = |name: &str| sqlite_file(&database_url(config, name)).map(Path::to_owned).context("database.url");
    let (own, issuer) = (place(TALA_DB)?, place(ISSUER_DB)?);
    let mut files = vec![(TALA_DB, own.clone())];
    if manifest.has(ISSUER_DB) {
        ensure!(
            own != issuer,
            "the copy has a file for sign-ins, {ISSUER_DB}, and database.url names one file for everything: leave \
             database.url empty and set data.folder"
        );
        files.push((ISSUER_DB, issuer));
    } else {
        ensure!(
            manifest.issuer_schema.is_empty() || own == issuer,
            "in the copy one file holds everything, sign-ins as well: set database.url to a sqlite:// file, as it was"
        );
    }
    Ok(files)
}

async fn refuse_tables(url: &str) -> Result<()> {
    let database = ReadOnlyDatabase::open(url).await.context("cannot open the database (database.url)")?;
    let tables = database.tables().await?;
    database.close();
    ensure!(
        tables.is_empty(),
        "the database is not empty (it has {} tables): make a new one, and name it in database.url",
        tables.len()
    );
    Ok(())
}

fn refuse_file(place: &Path) -> Result<()> {
    for suffix in BESIDE {
        let beside = with_suffix(place, suffix);
        ensure!(
            std::fs::symlink_metadata(&beside).is_err(),
            "{} is there already: move the whole folder away, or name another one in data.folder",
            beside.display()
        );
    }
    Ok(())
}

fn with_suffix(place: &Path, suffix: &str) -> PathBuf {
    let mut name = place.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Copies all files beside their places and proves them once more, then renames them: whatever fails before leaves
/// nothing behind.
fn put_files(from: &Path, plan: &Plan) -> Result<()> {
    let beside = |place: &Path| with_suffix(place, ".restored");
    let copied = plan.files.iter().try_for_each(|(name, place)| {
        let to = beside(place);
        std::fs::create_dir_all(parent(place))?;
        std::fs::copy(from.join(name), &to).with_context(|| format!("cannot write {}", to.display()))?;
        File::open(&to)?.sync_all()?;
        let expected = plan.manifest.files.iter().find(|file| file.name == **name);
        let same = expected.is_some_and(|file| measure(&to).is_ok_and(|(_, sha256)| sha256 == file.sha256));
        ensure!(same, "{} was not written as it is in the copy", to.display());
        Ok(())
    });
    if copied.is_err() {
        for (_, place) in &plan.files {
            let _ = std::fs::remove_file(beside(place));
        }
    }
    copied?;
    for (_, place) in &plan.files {
        std::fs::rename(beside(place), place)?;
        File::open(parent(place))?.sync_all()?;
    }
    Ok(())
}
