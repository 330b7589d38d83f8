//! Sign-in data of a deleted person (D6, D35): removed from the built-in issuer; with a hosted provider, what that
//! provider keeps.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use serde_json::json;
use tala_app::context::BuiltInAccounts;
use tala_db::{Backend, Connection, Reader};
use tala_domain::error::ErrorCode::SignInRequired;
use tala_server::config::{self, Config};
use tala_server::wiring::{self, Services};
use tala_server::{database, oidc};
use tala_store::people;
use tala_tests::{Database, ISSUER, Kind, Person, TestApp, Token, at, both_dbs, minutes, raw};
use uuid::Uuid;

both_dbs!(
    deletion_removes_the_person_from_every_table_and_the_built_in_issuer,
    deletion_at_the_issuer_is_retried_when_it_is_unreachable,
    deletion_leaves_the_account_of_a_hosted_provider,
    deletion_of_a_paid_teacher_keeps_only_what_the_ledger_needs,
);

/// The product's own wiring of the issuer, under the name in the tests' tokens.
struct Wired {
    accounts: Arc<dyn BuiltInAccounts>,
    away: AtomicBool,
}

#[async_trait]
impl BuiltInAccounts for Wired {
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

/// A server's context on the test's database, with its built-in issuer.
async fn server_on(database: &Database, scratch: &Path) -> (Config, Services) {
    let home = match database.url.strip_prefix("sqlite://") {
        Some(file) => Path::new(file).parent().unwrap(),
        None => scratch,
    };
    let mut environment = BTreeMap::from([
        ("TALA__DATA__DIR".to_owned(), home.to_str().unwrap().to_owned()),
        ("TALA__SECRETS__MASTER_KEY".to_owned(), "a master key of the tests, long enough".to_owned()),
        ("TALA__MAIL__SMTP_URL".to_owned(), "smtp://127.0.0.1:1".to_owned()),
    ]);
    if database.kind == Kind::Postgres {
        environment.insert("TALA__DATABASE__URL".to_owned(), database.url.clone());
    }
    let config = config::load(None, &environment).unwrap();
    let services = wiring::build(&config, false).await.unwrap();
    (config, services)
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
async fn meera(app: &TestApp, services: &Services) -> Person {
    let issuer = services.issuer.as_ref().unwrap();
    let (email, password) = ("Meera.Iyer@people.test", "three quiet temple bells");
    let subject = issuer.create_account(email, "Meera Iyer", password, true).await.unwrap();
    let token = Token::of(&subject).email(email).name("Meera Iyer");
    let reply = app.post("/api/login", &json!({})).with_token(&token).ok().await;
    let id = reply["_id"].as_str().unwrap().parse().unwrap();
    Person { id, subject, email: email.to_owned(), name: "Meera Iyer".to_owned(), acts_for: None }
}

async fn deletion_removes_the_person_from_every_table_and_the_built_in_issuer(app: TestApp) {
    let scratch = tempfile::tempdir().unwrap();
    let (config, services) = server_on(&app.database, scratch.path()).await;
    let accounts = services.ctx.built_in_accounts.clone().unwrap();
    assert_eq!(accounts.issuer(), oidc::built_in_issuer_url(&config));
    let app = app.with_own_accounts(Arc::new(Wired { accounts, away: AtomicBool::default() }));
    let meera = meera(&app, &services).await;
    let ours = app.database.url.clone();
    let issuers = database::url(&config, "issuer.db");
    assert!(everything(&ours).await.contains("meera.iyer@people.test"));
    assert!(everything(&issuers).await.contains("meera.iyer@people.test"));

    app.delete("/api/account", &json!({ "email": meera.email })).by(&meera).ok().await;
    // The access token is valid for some minutes more, before and after the issuer's account is deleted, but identifies
    // no person.
    app.post("/api/login", &json!({})).by(&meera).refused(SignInRequired).await;
    app.work().await;
    app.post("/api/login", &json!({})).by(&meera).refused(SignInRequired).await;
    for url in [&ours, &issuers] {
        let left = everything(url).await;
        assert!(!left.contains("meera"), "{left}");
    }
    services.ctx.store.clone().close().await;
}

async fn deletion_at_the_issuer_is_retried_when_it_is_unreachable(app: TestApp) {
    let scratch = tempfile::tempdir().unwrap();
    let (config, services) = server_on(&app.database, scratch.path()).await;
    let wired =
        Arc::new(Wired { accounts: services.ctx.built_in_accounts.clone().unwrap(), away: AtomicBool::new(true) });
    let app = app.with_own_accounts(wired.clone());
    let meera = meera(&app, &services).await;
    app.delete("/api/account", &json!({ "email": meera.email })).by(&meera).ok().await;
    app.work().await;
    let issuers = database::url(&config, "issuer.db");
    assert!(everything(&issuers).await.contains("meera.iyer@people.test"));
    wired.away.store(false, Ordering::SeqCst);
    app.advance(minutes(1));
    app.work().await;
    assert!(!everything(&issuers).await.contains("meera"));
    services.ctx.store.clone().close().await;
}

async fn deletion_leaves_the_account_of_a_hosted_provider(app: TestApp) {
    let kavya = app.person("Kavya").await;
    app.delete("/api/account", &json!({ "email": kavya.email })).by(&kavya).ok().await;
    assert_eq!(app.count("outbox").await, 0);
    let again = app.post("/api/login", &json!({})).by(&kavya).ok().await;
    assert_ne!(again["_id"], kavya.id.to_string(), "a new sign-in creates a new person");
    let id = again["_id"].as_str().unwrap().parse().unwrap();
    assert!(people::find_by_id(app.ctx.store.read(), id).await.unwrap().is_some());
}

/// Paid once, after the bank had refused another account under another name.
async fn deletion_of_a_paid_teacher_keeps_only_what_the_ledger_needs(app: TestApp) {
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
    let finance = app.new_admin("finance").await;
    let run = async || app.admin_post(&finance, "/api/admin/payouts/run", &json!({})).await["prepared"][0].clone();
    let path =
        |payout: &serde_json::Value, act: &str| format!("/api/admin/payouts/{}/{act}", payout["_id"].as_str().unwrap());
    save("Rukmini Arundale", "00012345678901").await;
    let refused = json!({ "reason": "Rukmini has no account here" });
    app.admin_post(&finance, &path(&run().await, "failed"), &refused).await;
    app.advance(minutes(1));
    save("Padma Arundale", "99912345674321").await;
    let paid = json!({ "reference": "UTR 1", "byHand": true });
    app.admin_post(&finance, &path(&run().await, "paid"), &paid).await;
    app.work().await;
    let url = app.database.url.clone();
    // The reason remains in the append-only audit log.
    let names = ["arundale", "kalakshetra bank", "kala0001234", "account_encrypted"];
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
    let listed = app.admin_get(&finance, "/api/admin/payouts?state=paid").await;
    assert_eq!(listed["items"][0]["teacherName"], "Deleted person");
    // A reversed payout is posted, and no mail is sent.
    let id = listed["items"][0]["_id"].as_str().unwrap();
    let back = json!({ "reason": "Account closed" });
    app.admin_post(&finance, &format!("/api/admin/payouts/{id}/reverse"), &back).await;
    app.work().await;
    assert_eq!(app.count("outbox WHERE topic = 'payout_failed' AND state = 'done'").await, 2);
    assert_eq!(app.ledger_findings().await, []);
    assert_eq!(raw::texts(&app.ctx.store, "SELECT account_encrypted FROM payouts").await, ["{}", "{}"]);
}
