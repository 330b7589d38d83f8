//! Backups: taken during bookings and payments, complete after a restore, and refused if damaged.

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use tala_server::backup::{self, Manifest};
use tala_server::config::{self, Config};
use tala_server::{database, wiring};
use tala_store::{Options, Store};
use tala_tests::{Database, Kind, PaymentsApp, School, Student, both_dbs, days, on_sqlite, raw};
use tempfile::TempDir;

both_dbs!(
    backup_during_bookings_and_payments_restores_completely,
    backup_without_traffic_has_every_row,
    damaged_backup_is_refused_and_changes_nothing,
    existing_backup_or_database_is_never_overwritten,
    backup_during_a_key_change_needs_both_keys,
    second_key_in_a_backup_is_never_dropped,
);
on_sqlite!(key_is_in_the_backup_only_on_request, accounts_of_the_built_in_issuer_are_restored);

const KEY: &str = "a master key of the tests, long enough";
const OLD_KEY: &str = "the master key before, just as long as it";
/// Append-only tables.
const WRITTEN_ONCE: [&str; 3] = ["ledger_transactions", "ledger_entries", "audit_log"];

/// The settings of a server on this database, with its files in `folder`.
fn settings(database: &Database, folder: &Path, key: &str) -> Config {
    let mut environment = vec![("DATA__DIR", folder.to_str().unwrap()), ("SECRETS__MASTER_KEY", key)];
    if database.kind == Kind::Postgres {
        environment.push(("DATABASE__URL", &database.url));
    }
    let environment: BTreeMap<String, String> =
        environment.into_iter().map(|(name, value)| (format!("TALA__{name}"), value.to_owned())).collect();
    config::load(None, &environment).unwrap()
}

/// Directory of a test's database; on PostgreSQL a separate directory.
fn home(database: &Database, scratch: &TempDir) -> PathBuf {
    match database.url.strip_prefix("sqlite://") {
        Some(file) => Path::new(file).parent().unwrap().to_owned(),
        None => scratch.path().join("home"),
    }
}

/// Source database, backup directory, and an empty database to restore into.
struct Places {
    app: PaymentsApp,
    here: Config,
    there: Config,
    empty: Database,
    scratch: TempDir,
}

impl Places {
    async fn of(app: &PaymentsApp) -> Self {
        let scratch = tempfile::tempdir().unwrap();
        let empty = app.database.another().await;
        let here = settings(&app.database, &home(&app.database, &scratch), KEY);
        let there = settings(&empty, &scratch.path().join("there"), KEY);
        Self { app: app.clone(), here, there, empty, scratch }
    }

    fn copy(&self) -> PathBuf {
        self.scratch.path().join("copy")
    }

    async fn take(&self) -> Manifest {
        backup::create(&self.here, &self.copy(), true, self.app.now()).await.unwrap()
    }

    async fn restored(&self) -> Store {
        let restored = backup::restore(&self.there, &self.copy()).await.unwrap();
        assert_eq!(restored.ledger.findings, []);
        Store::open(&Options::new(database::url(&self.there, "tala.db"), 4)).await.unwrap()
    }

    /// The reason why a restore is refused; the target must still be empty.
    async fn refusal(&self) -> String {
        let refusal = format!("{:#}", backup::restore(&self.there, &self.copy()).await.unwrap_err());
        assert!(!self.there.data.dir.exists(), "{refusal}");
        if self.empty.kind == Kind::Postgres {
            let tables = tala_store::ReadOnlyDatabase::open(&self.empty.url).await.unwrap().tables().await.unwrap();
            assert_eq!(tables, [] as [&str; 0], "{refusal}");
        }
        refusal
    }

    async fn done(self) {
        self.empty.release().await;
    }
}

/// All rows of a table as text, in order.
async fn rows_of(store: &Store, table: &str) -> Vec<String> {
    let query = match store.backend() {
        tala_store::Backend::Sqlite => {
            let columns = raw::texts(store, &format!("SELECT name FROM pragma_table_info('{table}')")).await;
            let quoted: Vec<String> = columns.iter().map(|column| format!("quote(\"{column}\")")).collect();
            format!("SELECT {} FROM {table} ORDER BY 1", quoted.join(" || ' ' || "))
        }
        _ => format!("SELECT CAST(t AS text) FROM {table} t ORDER BY 1"),
    };
    raw::texts(store, &query).await
}

async fn tables_of(store: &Store) -> Vec<String> {
    let query = match store.backend() {
        tala_store::Backend::Sqlite => "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
        _ => "SELECT CAST(tablename AS text) FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
    };
    raw::texts(store, query).await
}

/// Classes booked with credits and paid for, a package, and one cancelled class.
async fn busy_school(app: &PaymentsApp) -> School {
    let school = app.school().await;
    let (student, slots) = (&school.student, app.slots(&school.student).await);
    app.book(student, &slots[0]).await;
    let order = app.order(student, &slots[1], None).await;
    app.pay(&order);
    let package = app.order_package(student, 4, None).await;
    app.pay(&package);
    app.deliver_events().await;
    school
}

/// Books one class after the other until stopped, every third one with money; counts them.
async fn keep_booking(app: PaymentsApp, student: Student, stop: Arc<AtomicBool>, booked: Arc<AtomicUsize>) {
    app.lot(&student, 60, days(60)).await;
    while !stop.load(Ordering::SeqCst) {
        let number = booked.load(Ordering::SeqCst);
        let slot = app.slots(&student).await.swap_remove(0);
        if number % 3 == 2 {
            let order = app.order(&student, &slot, None).await;
            app.pay(&order);
            app.deliver_events().await;
        } else {
            app.book(&student, &slot).await;
        }
        booked.fetch_add(1, Ordering::SeqCst);
    }
}

async fn backup_during_bookings_and_payments_restores_completely(app: PaymentsApp) {
    let school = busy_school(&app).await;
    let busy = app.student("Arjun", &school.teacher).await;
    let places = Places::of(&app).await;
    let (stop, booked) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let writing = tokio::spawn(keep_booking(app.clone(), busy, stop.clone(), booked.clone()));
    while booked.load(Ordering::SeqCst) < 2 {
        tokio::task::yield_now().await;
    }
    let live = &app.ctx.store;
    let mut before = BTreeMap::new();
    for table in WRITTEN_ONCE {
        before.insert(table, rows_of(live, table).await);
    }
    let begun = booked.load(Ordering::SeqCst);
    places.take().await;
    // The source continues to work after the backup.
    let ended = booked.load(Ordering::SeqCst);
    while booked.load(Ordering::SeqCst) < ended + 2 && !writing.is_finished() {
        tokio::task::yield_now().await;
    }
    stop.store(true, Ordering::SeqCst);
    writing.await.unwrap();

    let restored = places.restored().await;
    for table in WRITTEN_ONCE {
        let (then, now) = (rows_of(&restored, table).await, rows_of(live, table).await);
        assert!(before[table].iter().all(|row| then.contains(row)), "{table}: earlier rows are in the backup");
        assert!(then.iter().all(|row| now.contains(row)), "{table}: the backup has no other rows");
    }
    let classes = raw::count(&restored, "bookings").await;
    assert!(classes >= i64::try_from(begun).unwrap() + 2, "{classes} classes, at least {begun} and two before");
    assert!(classes < raw::count(live, "bookings").await, "and booking went on");
    restored.close().await;
    places.done().await;
}

async fn backup_without_traffic_has_every_row(app: PaymentsApp) {
    busy_school(&app).await;
    let places = Places::of(&app).await;
    // The built-in issuer's tables, on PostgreSQL in the same database.
    let server = wiring::build(&places.here, false).await.unwrap();
    let manifest = places.take().await;
    assert_eq!(manifest.schema, tala_store::known_migrations());
    assert!(!manifest.issuer_schema.is_empty());
    let restored = places.restored().await;
    let tables = tables_of(&app.ctx.store).await;
    assert_eq!(tables_of(&restored).await, tables);
    assert!(tables.len() > 25, "{tables:?}");
    for table in tables {
        assert_eq!(rows_of(&restored, &table).await, rows_of(&app.ctx.store, &table).await, "{table}");
    }
    // The append-only triggers were restored too.
    assert!(raw::attempt(&restored, &["DELETE FROM audit_log"]).await.is_err());
    restored.close().await;
    server.ctx.store.clone().close().await;
    places.done().await;
}

fn flip(file: &Path, at: usize) {
    let mut bytes = std::fs::read(file).unwrap();
    bytes[at] ^= 1;
    std::fs::write(file, bytes).unwrap();
}

async fn damaged_backup_is_refused_and_changes_nothing(app: PaymentsApp) {
    app.school().await;
    let mut places = Places::of(&app).await;
    places.take().await;
    let copy = places.copy();
    let data = if app.database.kind == Kind::Sqlite { "tala.db" } else { "tala.dump" };
    for name in [data, "manifest.json", "manifest.sha256"] {
        let (file, whole) = (copy.join(name), std::fs::read(copy.join(name)).unwrap());
        flip(&file, whole.len() / 3);
        let refusal = places.refusal().await;
        let about = name.replace("sha256", "json");
        assert!(refusal.contains("damaged") && refusal.contains(&about), "{name}: {refusal}");
        std::fs::remove_file(&file).unwrap();
        let refusal = places.refusal().await;
        assert!(refusal.contains("incomplete") && refusal.contains(name), "{name}: {refusal}");
        std::fs::write(&file, whole).unwrap();
    }
    let settings = std::mem::replace(
        &mut places.there,
        settings(&places.empty, &places.scratch.path().join("there"), "another master key, as long as the first"),
    );
    assert!(places.refusal().await.contains("the master key differs from that of the backup"));
    places.there = settings;

    let manifest = std::fs::read_to_string(copy.join("manifest.json")).unwrap();
    let newer = manifest.replacen("\"0001_initial\"", "\"0001_initial\",\n    \"9999_future\"", 1);
    reseal(&copy, &newer);
    let refusal = places.refusal().await;
    assert!(refusal.contains("newer than this program") && refusal.contains("9999_future"), "{refusal}");
    reseal(&copy, &manifest.replace("\"format\": 1", "\"format\": 2"));
    assert!(places.refusal().await.contains("unsupported backup format"));
    reseal(&copy, &manifest);
    places.restored().await.close().await;
    places.done().await;
}

/// Writes a manifest as another version would.
fn reseal(copy: &Path, manifest: &str) {
    let digest = aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, manifest.as_bytes());
    let digits: String = digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    std::fs::write(copy.join("manifest.json"), manifest).unwrap();
    std::fs::write(copy.join("manifest.sha256"), format!("{digits}  manifest.json\n")).unwrap();
}

async fn existing_backup_or_database_is_never_overwritten(app: PaymentsApp) {
    app.school().await;
    let places = Places::of(&app).await;
    let noted = || backup::find_last_success(&places.here.data.dir);
    assert_eq!(noted(), None);
    places.take().await;
    let first = app.now();
    app.advance(days(1));
    let again = backup::create(&places.here, &places.copy(), true, app.now()).await.unwrap_err().to_string();
    assert!(again.contains("already exists"), "{again}");
    assert_eq!(noted(), Some(first), "only a completed backup is recorded, for the alert on missing backups");
    let listed = std::fs::read_dir(places.scratch.path()).unwrap().map(|entry| entry.unwrap().file_name());
    assert!(listed.into_iter().all(|name| !name.to_string_lossy().ends_with(".part")), "no partial backup is left");

    let people = rows_of(&app.ctx.store, "people").await;
    let into_itself = format!("{:#}", backup::restore(&places.here, &places.copy()).await.unwrap_err());
    assert!(into_itself.contains("already exists") || into_itself.contains("is not empty"), "{into_itself}");
    assert_eq!(rows_of(&app.ctx.store, "people").await, people);
    backup::check(&places.there, &places.copy()).unwrap();
    places.done().await;
}

async fn backup_during_a_key_change_needs_both_keys(app: PaymentsApp) {
    app.school().await;
    let mut places = Places::of(&app).await;
    places.here.secrets.previous_master_key = config::Secret(OLD_KEY.to_owned());
    let manifest = places.take().await;
    assert!(manifest.previous_key_check.is_some() && !manifest.has("previous-master.key"), "{manifest:?}");
    let third = "a third key, which has sealed nothing of it";
    for (key, previous, said) in [
        (KEY, "", "only one of its two keys"),
        (KEY, third, "only one of its two keys"),
        (OLD_KEY, "", "the master key differs from that of the backup"),
        (third, OLD_KEY, "the master key differs from that of the backup"),
        (third, KEY, "only one of its two keys"),
        (KEY, KEY, "is the same as the master key"),
    ] {
        places.there.secrets.master_key = config::Secret(key.to_owned());
        places.there.secrets.previous_master_key = config::Secret(previous.to_owned());
        let refusal = places.refusal().await;
        assert!(refusal.contains(said) && refusal.contains("secrets.previous_master_key"), "{said}: {refusal}");
        let only_looked = format!("{:#}", backup::check(&places.there, &places.copy()).unwrap_err());
        assert_eq!(only_looked, refusal);
    }
    // In either order: which one is newer changes in the middle.
    for (key, previous) in [(OLD_KEY, KEY), (KEY, OLD_KEY)] {
        places.there.secrets.master_key = config::Secret(key.to_owned());
        places.there.secrets.previous_master_key = config::Secret(previous.to_owned());
        backup::check(&places.there, &places.copy()).unwrap();
    }
    places.restored().await.close().await;
    places.done().await;
}

async fn second_key_in_a_backup_is_never_dropped(app: PaymentsApp) {
    app.school().await;
    let mut places = Places::of(&app).await;
    std::fs::create_dir_all(&places.here.data.dir).unwrap();
    std::fs::write(places.here.data.dir.join("previous-master.key"), OLD_KEY).unwrap();
    assert!(places.take().await.has("previous-master.key"));
    let manifest = std::fs::read_to_string(places.copy().join("manifest.json")).unwrap();
    let lines: Vec<&str> = manifest.lines().filter(|line| !line.contains("previous_key_check")).collect();
    places.there.secrets.previous_master_key = config::Secret("a third key, which has sealed nothing of it".to_owned());
    // As written by a version that did not record yet which keys a backup needs.
    let older = format!("{}\n", lines.join("\n"));
    assert_ne!(older, manifest);
    for manifest in [manifest, older] {
        reseal(&places.copy(), &manifest);
        let refusal = places.refusal().await;
        assert!(refusal.contains("its previous-master.key differs"), "{refusal}");
    }
    places.there.secrets.previous_master_key = config::Secret::default();
    places.restored().await.close().await;
    let file = places.there.data.dir.join("previous-master.key");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), OLD_KEY);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    places.done().await;
}

async fn key_is_in_the_backup_only_on_request(app: PaymentsApp) {
    app.school().await;
    let mut places = Places::of(&app).await;
    for config in [&mut places.here, &mut places.there] {
        config.secrets.master_key = config::Secret::default();
    }
    let missing = places.app.now();
    let missing = backup::create(&places.here, &places.copy(), true, missing).await.unwrap_err().to_string();
    assert!(missing.contains("the master key is missing"), "{missing}");
    std::fs::write(places.here.data.dir.join("master.key"), KEY).unwrap();
    assert!(places.take().await.has("master.key"));
    for (name, mode) in [("", 0o700), ("master.key", 0o600), ("tala.db", 0o600), ("manifest.json", 0o600)] {
        let file = std::fs::metadata(places.copy().join(name)).unwrap();
        assert_eq!(file.permissions().mode() & 0o777, mode, "{name}");
    }
    // After a key change, the key in an old backup is the previous key and must not become current again.
    places.there.secrets.previous_master_key = config::Secret(KEY.to_owned());
    let refusal = places.refusal().await;
    assert!(refusal.contains("is the same as the master key"), "{refusal}");
    places.there.secrets.previous_master_key = config::Secret::default();
    places.restored().await.close().await;
    let key = places.there.data.dir.join("master.key");
    assert_eq!(std::fs::read_to_string(&key).unwrap(), KEY);
    assert_eq!(std::fs::metadata(&key).unwrap().permissions().mode() & 0o777, 0o600);

    std::fs::remove_dir_all(&places.there.data.dir).unwrap();
    std::fs::remove_dir_all(places.copy()).unwrap();
    let manifest = backup::create(&places.here, &places.copy(), false, app.now()).await.unwrap();
    assert!(!manifest.has("master.key"));
    assert!(places.refusal().await.contains("does not contain the master key"));
    places.there.secrets.master_key = config::Secret(KEY.to_owned());
    places.restored().await.close().await;
    places.done().await;
}

async fn accounts_of_the_built_in_issuer_are_restored(app: PaymentsApp) {
    let places = Places::of(&app).await;
    let server = wiring::build(&places.here, false).await.unwrap();
    let issuer = server.issuer.clone().unwrap();
    let subject = issuer.create_account("meera@people.test", "Meera", "dancing in the rain", true).await;
    let keys = issuer.jwks().await.unwrap();
    assert!(places.take().await.has("issuer.db"));
    places.restored().await.close().await;
    let restored = wiring::build(&places.there, false).await.unwrap().issuer.unwrap();
    assert_eq!(restored.jwks().await.unwrap(), keys, "earlier signatures are still valid");
    let again = restored.create_account("meera@people.test", "Meera", "dancing in the sun", true).await;
    assert_eq!(again.unwrap(), subject.unwrap(), "the person is unchanged");

    let mut in_one = places.there.clone();
    in_one.database.url = config::Secret(format!("sqlite://{}/one.db", places.scratch.path().display()));
    let refusal = backup::restore(&in_one, &places.copy()).await.unwrap_err().to_string();
    assert!(refusal.contains("names a single file"), "{refusal}");
    places.done().await;
}
