//! What is left of the sign-in of somebody who was deleted (D6, D35): with the built-in issuer nothing, with a hosted
//! provider what the provider keeps.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use serde_json::json;
use tala_app::context::OwnAccounts;
use tala_db::{Backend, Connection, Reader};
use tala_domain::error::ErrorCode::SignInRequired;
use tala_server::config::{self, Config};
use tala_server::parts::{self, Parts};
use tala_store::people;
use tala_tests::{Database, ISSUER, Kind, Person, TestApp, Token, at, both_dbs, minutes, raw};
use uuid::Uuid;

both_dbs!(
    who_is_deleted_is_in_no_table_of_ours_nor_of_the_built_in_issuer,
    an_issuer_that_is_away_is_asked_again,
    an_account_with_a_hosted_provider_is_the_providers,
    of_a_paid_teacher_only_what_the_books_need_is_left,
);

/// The product's own wiring of the issuer, under the name that the tests' tokens bear.
struct Wired {
    accounts: Arc<dyn OwnAccounts>,
    away: AtomicBool,
}

#[async_trait]
impl OwnAccounts for Wired {
    fn issuer(&self) -> &str {
        ISSUER
    }

    async fn delete(&self, account_id: Uuid) -> Result<(), String> {
        if self.away.load(Ordering::SeqCst) {
            return Err("the issuer's database is away".to_owned());
        }
        self.accounts.delete(account_id).await
    }
}

/// A server's own parts on the database of a test, with its built-in issuer.
async fn server_on(database: &Database, scratch: &Path) -> (Config, Parts) {
    let home = match database.url.strip_prefix("sqlite://") {
        Some(file) => Path::new(file).parent().unwrap(),
        None => scratch,
    };
    let mut environment = BTreeMap::from([
        ("TALA__DATA__FOLDER".to_owned(), home.to_str().unwrap().to_owned()),
        ("TALA__SECRETS__MASTER_KEY".to_owned(), "a master key of the tests, long enough".to_owned()),
        ("TALA__MAIL__SMTP_URL".to_owned(), "smtp://127.0.0.1:1".to_owned()),
    ]);
    if database.kind == Kind::Postgres {
        environment.insert("TALA__DATABASE__URL".to_owned(), database.url.clone());
    }
    let config = config::load(None, &environment).unwrap();
    let parts = parts::build(&config, false).await.unwrap();
    (config, parts)
}

async fn texts(reader: &Reader, sql: &str) -> Vec<String> {
    reader.query::<(String,)>(sql, &[]).await.unwrap().into_iter().map(|(text,)| text).collect()
}

/// Every row of every table of a database, as text.
async fn everything(url: &str) -> String {
    let reader = Reader::open(url).await.unwrap();
    let sqlite = reader.backend() == Backend::Sqlite;
    let tables = match sqlite {
        true => "SELECT name FROM sqlite_master WHERE type = 'table'",
        false => "SELECT CAST(tablename AS text) FROM pg_tables WHERE schemaname = 'public'",
    };
    let mut all = String::new();
    for table in texts(&reader, tables).await {
        let rows = if sqlite {
            let columns = texts(&reader, &format!("SELECT name FROM pragma_table_info('{table}')")).await;
            let quoted: Vec<String> = columns.iter().map(|column| format!("quote(\"{column}\")")).collect();
            format!("SELECT {} FROM {table}", quoted.join(" || ' ' || "))
        } else {
            format!("SELECT CAST(t AS text) FROM {table} t")
        };
        all.push_str(&texts(&reader, &rows).await.join("\n"));
    }
    reader.close();
    all.to_lowercase()
}

/// Meera, who has signed up with the built-in issuer and signed in.
async fn meera(app: &TestApp, parts: &Parts) -> Person {
    let issuer = parts.issuer.as_ref().unwrap();
    let (email, password) = ("Meera.Iyer@people.test", "three quiet temple bells");
    let subject = issuer.create_account(email, "Meera Iyer", password, true).await.unwrap();
    let token = Token::of(&subject).email(email).name("Meera Iyer");
    let reply = app.post("/api/login", &json!({})).with_token(&token).ok().await;
    let id = reply["_id"].as_str().unwrap().parse().unwrap();
    Person { id, subject, email: email.to_owned(), name: "Meera Iyer".to_owned() }
}

async fn who_is_deleted_is_in_no_table_of_ours_nor_of_the_built_in_issuer(app: TestApp) {
    let scratch = tempfile::tempdir().unwrap();
    let (config, parts) = server_on(&app.database, scratch.path()).await;
    let accounts = parts.ctx.own_accounts.clone().unwrap();
    assert_eq!(accounts.issuer(), parts::own_issuer_url(&config));
    let app = app.with_own_accounts(Arc::new(Wired { accounts, away: AtomicBool::default() }));
    let meera = meera(&app, &parts).await;
    let ours = app.database.url.clone();
    let issuers = parts::database_url(&config, "issuer.db");
    assert!(everything(&ours).await.contains("meera.iyer@people.test"));
    assert!(everything(&issuers).await.contains("meera.iyer@people.test"));

    app.delete("/api/account", &json!({ "email": meera.email })).by(&meera).ok().await;
    // The access token is good for some minutes more, before and after the issuer was told; it makes nobody.
    app.post("/api/login", &json!({})).by(&meera).refused(SignInRequired).await;
    app.work().await;
    app.post("/api/login", &json!({})).by(&meera).refused(SignInRequired).await;
    for url in [&ours, &issuers] {
        let left = everything(url).await;
        assert!(!left.contains("meera"), "{left}");
    }
    parts.ctx.store.clone().close().await;
}

async fn an_issuer_that_is_away_is_asked_again(app: TestApp) {
    let scratch = tempfile::tempdir().unwrap();
    let (config, parts) = server_on(&app.database, scratch.path()).await;
    let wired = Arc::new(Wired { accounts: parts.ctx.own_accounts.clone().unwrap(), away: AtomicBool::new(true) });
    let app = app.with_own_accounts(wired.clone());
    let meera = meera(&app, &parts).await;
    app.delete("/api/account", &json!({ "email": meera.email })).by(&meera).ok().await;
    app.work().await;
    let issuers = parts::database_url(&config, "issuer.db");
    assert!(everything(&issuers).await.contains("meera.iyer@people.test"));
    wired.away.store(false, Ordering::SeqCst);
    app.advance(minutes(1));
    app.work().await;
    assert!(!everything(&issuers).await.contains("meera"));
    parts.ctx.store.clone().close().await;
}

async fn an_account_with_a_hosted_provider_is_the_providers(app: TestApp) {
    let kavya = app.person("Kavya").await;
    app.delete("/api/account", &json!({ "email": kavya.email })).by(&kavya).ok().await;
    assert_eq!(app.count("outbox").await, 0);
    let again = app.post("/api/login", &json!({})).by(&kavya).ok().await;
    assert_ne!(again["_id"], kavya.id.to_string(), "who signs in there again is somebody new");
    let id = again["_id"].as_str().unwrap().parse().unwrap();
    assert!(people::find_by_id(app.ctx.store.read(), id).await.unwrap().is_some());
}

/// Paid once, after the bank had refused another account under another name.
async fn of_a_paid_teacher_only_what_the_books_need_is_left(app: TestApp) {
    let school = app.school().await;
    let padma = &school.teacher;
    let save = async |holder: &str, number: &str| {
        let form = json!({
            "email": padma.email,
            "paymentSettings": {
                "country": "India", "accountHolderName": holder, "bankName": "Kalakshetra Bank",
                "ifscCode": "KALA0001234", "accountNumber": number, "paymentCycle": "Monthly", "inrRate": 999,
                "usdRate": 24.99,
            },
        });
        app.post("/api/teacher/update-payment-settings", &form).by(padma).ok().await;
    };
    app.book(&school.student, &app.slot_at(&school.student, at("2026-03-05T03:30:00Z")).await).await;
    app.clock.set(at("2026-03-31T18:31:00Z"));
    app.work().await;
    let finance = app.officer("finance").await;
    let run = async || app.does(&finance, "/api/admin/payouts/run", &json!({})).await["prepared"][0].clone();
    let path =
        |payout: &serde_json::Value, act: &str| format!("/api/admin/payouts/{}/{act}", payout["_id"].as_str().unwrap());
    save("Rukmini Arundale", "00012345678901").await;
    let refused = json!({ "reason": "Rukmini has no account here" });
    app.does(&finance, &path(&run().await, "failed"), &refused).await;
    app.advance(minutes(1));
    save("Padma Arundale", "99912345674321").await;
    let paid = json!({ "reference": "UTR 1", "byHand": true });
    app.does(&finance, &path(&run().await, "paid"), &paid).await;
    app.work().await;
    let url = app.database.url.clone();
    // The reason stays in the audit log, where nothing is ever changed.
    let names = ["arundale", "kalakshetra bank", "kala0001234", "account_sealed"];
    let before = everything(&url).await;
    assert!(names.iter().all(|name| before.contains(name)), "{before}");
    app.delete("/api/account", &json!({ "email": padma.email })).by(padma).ok().await;
    app.work().await;
    let left = everything(&url).await;
    for name in names {
        assert!(!left.contains(name), "{name}: {left}");
    }
    let kept = "payouts WHERE amount_minor = 99900 AND currency = 'INR' AND failure IS NULL";
    assert_eq!(app.count(&format!("{kept} AND state = 'failed' AND account_last4 = '8901'")).await, 1);
    assert_eq!(
        app.count(&format!("{kept} AND state = 'paid' AND account_last4 = '4321' AND reference = 'UTR 1'")).await,
        1
    );
    assert_eq!(app.ledger_findings().await, []);
    let listed = app.reads(&finance, "/api/admin/payouts?state=paid").await;
    assert_eq!(listed["items"][0]["teacherName"], "Deleted person");
    // Money that comes back after all is in the books, and nobody is written to.
    let id = listed["items"][0]["_id"].as_str().unwrap();
    let back = json!({ "reason": "Account closed" });
    app.does(&finance, &format!("/api/admin/payouts/{id}/returned"), &back).await;
    app.work().await;
    assert_eq!(app.count("outbox WHERE topic = 'payout_failed' AND state = 'done'").await, 2);
    assert_eq!(app.ledger_findings().await, []);
    assert_eq!(raw::texts(&app.ctx.store, "SELECT account FROM payouts").await, ["{}", "{}"]);
}
