//! Migrations, cleanup and hashing of stored secrets.

use tala_db::Connection;
use tala_issuer::{Clock, known_migrations, migrate};

use crate::browser::{Browser, refresh, text};
use crate::test_server::{default_config, for_each_database};

const EMAIL: &str = "meera@example.test";
const PASSWORD: &str = "three quiet temple bells";

#[tokio::test]
async fn repeated_and_concurrent_migration_is_idempotent() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let (a, b) = tokio::join!(migrate(&server.db), migrate(&server.db));
        a.unwrap();
        b.unwrap();
        let applied: Vec<(String,)> =
            server.db.reader().query("SELECT name FROM issuer_migrations ORDER BY name", &[]).await.unwrap();
        assert_eq!(applied.into_iter().map(|(name,)| name).collect::<Vec<_>>(), known_migrations());
        assert_eq!(server.count("SELECT count(*) FROM issuer_accounts").await, 1);
    })
    .await;
}

#[tokio::test]
async fn cleanup_deletes_only_expired_rows() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&server);
        let tokens = browser.tokens(EMAIL, PASSWORD).await;
        let page = browser.get("/id/forgot").await;
        browser.submit(&page, "/forgot", &[("email", EMAIL)]).await;
        assert_eq!(server.issuer.cleanup(server.clock.now()).await.unwrap(), 0);

        server.clock.advance_seconds(25 * 3_600);
        assert!(server.issuer.cleanup(server.clock.now()).await.unwrap() >= 3);
        for table in ["requests", "challenges", "codes"] {
            assert_eq!(server.count(&format!("SELECT count(*) FROM issuer_{table}")).await, 0, "{table}");
        }
        let tokens = refresh(&server, text(&tokens, "refresh_token")).await.json();
        assert!(browser.authorize(&[("prompt", "none")]).await.parameter("code").is_some());

        server.clock.advance_seconds(31 * 86_400);
        server.issuer.cleanup(server.clock.now()).await.unwrap();
        for table in ["sessions", "families", "refresh_tokens", "allowances", "backoffs", "codes"] {
            assert_eq!(server.count(&format!("SELECT count(*) FROM issuer_{table}")).await, 0, "{table}");
        }
        assert_eq!(server.count("SELECT count(*) FROM issuer_accounts").await, 1);
        assert_eq!(server.count("SELECT count(*) FROM issuer_signing_keys").await, 1);
        assert_eq!(refresh(&server, text(&tokens, "refresh_token")).await.status, 400);
    })
    .await;
}

#[tokio::test]
async fn secrets_are_stored_only_as_hashes() {
    for_each_database(default_config, async |server| {
        server.create_account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&server);
        let code = browser.sign_in(EMAIL, PASSWORD).await.parameter("code").unwrap();
        let tokens = crate::browser::exchange(&server, &code, &[]).await.json();
        let page = browser.get("/id/forgot").await;
        let to_reset = browser.submit(&page, "/forgot", &[("email", EMAIL)]).await;
        let secrets = [
            PASSWORD.to_owned(),
            code,
            text(&tokens, "refresh_token").to_owned(),
            browser.cookies["issuer_session"].clone(),
            browser.cookies["issuer_browser"].clone(),
            to_reset.parameter("challenge").unwrap(),
            server.mail_to(EMAIL).code(),
        ];
        let columns = [
            ("accounts", "password_hash"),
            ("sessions", "token_hash"),
            ("codes", "id"),
            ("refresh_tokens", "id"),
            ("challenges", "id"),
            ("challenges", "browser"),
            ("challenges", "code_mark"),
            ("requests", "id"),
        ];
        for (table, column) in columns {
            let sql = format!("SELECT {column} AS value FROM issuer_{table}");
            let rows = server.db.reader().query::<(String,)>(&sql, &[]).await.unwrap();
            assert!(!rows.is_empty(), "{table}");
            for (value,) in rows {
                assert!(!secrets.contains(&value), "{table}.{column}");
            }
        }
    })
    .await;
}
