//! The tables: made once, kept small, holding no secrets.

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use sea_orm::{ConnectionTrait, Statement};
use serde_json::Value;
use tala_issuer::{Clock, migrate};

use crate::browser::{Browser, refresh, text};
use crate::world::{on_both, usual};

const EMAIL: &str = "meera@example.test";
const PASSWORD: &str = "three quiet temple bells";

#[tokio::test]
async fn migrating_again_and_from_several_servers_changes_nothing() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let (a, b) = tokio::join!(migrate(&world.db.writer), migrate(&world.db.writer));
        a.unwrap();
        b.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM issuer_migrations").await, 2);
        assert_eq!(world.count("SELECT count(*) FROM issuer_accounts").await, 1);
    })
    .await;
}

#[tokio::test]
async fn sign_ins_from_before_the_leeway_go_on() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let used = Browser::new(&world).tokens(EMAIL, PASSWORD).await;
        let fresh = Browser::new(&world).tokens(EMAIL, PASSWORD).await;
        for sql in [
            "ALTER TABLE issuer_refresh_tokens ADD COLUMN used_at BIGINT",
            &format!(
                "UPDATE issuer_refresh_tokens SET used_at = {} WHERE family_id = '{}'",
                world.clock.now().as_microsecond(),
                family_of(&used)
            ),
            "ALTER TABLE issuer_refresh_tokens DROP COLUMN generation",
            "ALTER TABLE issuer_families DROP COLUMN generation",
            "ALTER TABLE issuer_families DROP COLUMN rotated_from",
            "ALTER TABLE issuer_families DROP COLUMN rotated_at",
            "DELETE FROM issuer_migrations WHERE version = 'm0002_generations'",
        ] {
            world.db.writer.execute_unprepared(sql).await.unwrap();
        }
        migrate(&world.db.writer).await.unwrap();
        assert_eq!(refresh(&world, text(&used, "refresh_token")).await.status, 400);
        assert_eq!(refresh(&world, text(&fresh, "refresh_token")).await.status, 200);
    })
    .await;
}

/// The grant that a reply belongs to; the name of its access token begins with it.
fn family_of(tokens: &Value) -> String {
    let claims = text(tokens, "access_token").split('.').nth(1).unwrap();
    let claims: Value = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).unwrap()).unwrap();
    text(&claims, "jti").split('.').next().unwrap().to_owned()
}

#[tokio::test]
async fn cleanup_removes_what_has_ended_and_nothing_else() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&world);
        let tokens = browser.tokens(EMAIL, PASSWORD).await;
        let page = browser.get("/id/forgot").await;
        browser.submit(&page, "/forgot", &[("email", EMAIL)]).await;
        assert_eq!(world.issuer.cleanup(world.clock.now()).await.unwrap(), 0);

        world.clock.advance_seconds(25 * 3_600);
        assert!(world.issuer.cleanup(world.clock.now()).await.unwrap() >= 3);
        for gone in ["requests", "challenges", "codes"] {
            assert_eq!(world.count(&format!("SELECT count(*) FROM issuer_{gone}")).await, 0, "{gone}");
        }
        let tokens = refresh(&world, text(&tokens, "refresh_token")).await.json();
        assert!(browser.authorize(&[("prompt", "none")]).await.parameter("code").is_some());

        world.clock.advance_seconds(31 * 86_400);
        world.issuer.cleanup(world.clock.now()).await.unwrap();
        for gone in ["sessions", "families", "refresh_tokens", "allowances", "backoffs", "codes"] {
            assert_eq!(world.count(&format!("SELECT count(*) FROM issuer_{gone}")).await, 0, "{gone}");
        }
        assert_eq!(world.count("SELECT count(*) FROM issuer_accounts").await, 1);
        assert_eq!(world.count("SELECT count(*) FROM issuer_signing_keys").await, 1);
        assert_eq!(refresh(&world, text(&tokens, "refresh_token")).await.status, 400);
    })
    .await;
}

#[tokio::test]
async fn no_password_code_cookie_or_token_is_stored_as_it_is() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let mut browser = Browser::new(&world);
        let code = browser.sign_in(EMAIL, PASSWORD).await.parameter("code").unwrap();
        let tokens = crate::browser::exchange(&world, &code, &[]).await.json();
        let page = browser.get("/id/forgot").await;
        let to_reset = browser.submit(&page, "/forgot", &[("email", EMAIL)]).await;
        let secrets = [
            PASSWORD.to_owned(),
            code,
            text(&tokens, "refresh_token").to_owned(),
            browser.cookies["issuer_session"].clone(),
            browser.cookies["issuer_browser"].clone(),
            to_reset.parameter("challenge").unwrap(),
            world.mail_to(EMAIL).code(),
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
            let backend = world.db.reader.get_database_backend();
            let rows = world.db.reader.query_all_raw(Statement::from_string(backend, sql)).await.unwrap();
            assert!(!rows.is_empty(), "{table}");
            for row in rows {
                let value: String = row.try_get("", "value").unwrap();
                assert!(!secrets.contains(&value), "{table}.{column}");
            }
        }
    })
    .await;
}
