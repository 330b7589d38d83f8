//! The tables: made once, kept small, holding no secrets.

use tala_db::Connection;
use tala_issuer::{Clock, known_steps, migrate};

use crate::browser::{Browser, refresh, text};
use crate::world::{on_both, usual};

const EMAIL: &str = "meera@example.test";
const PASSWORD: &str = "three quiet temple bells";

#[tokio::test]
async fn migrating_again_and_from_several_servers_changes_nothing() {
    on_both(usual, async |world| {
        world.account(EMAIL, PASSWORD).await;
        let (a, b) = tokio::join!(migrate(&world.db), migrate(&world.db));
        a.unwrap();
        b.unwrap();
        let steps: Vec<(String,)> =
            world.db.reader().query("SELECT name FROM issuer_migrations ORDER BY name", &[]).await.unwrap();
        assert_eq!(steps.into_iter().map(|(name,)| name).collect::<Vec<_>>(), known_steps());
        assert_eq!(world.count("SELECT count(*) FROM issuer_accounts").await, 1);
    })
    .await;
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
            let rows = world.db.reader().query::<(String,)>(&sql, &[]).await.unwrap();
            assert!(!rows.is_empty(), "{table}");
            for (value,) in rows {
                assert!(!secrets.contains(&value), "{table}.{column}");
            }
        }
    })
    .await;
}
