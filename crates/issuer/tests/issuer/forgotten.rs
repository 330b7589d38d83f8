//! Accounts that the program around the issuer has deleted.

use reqwest::StatusCode;
use tala_db::{Backend, Connection};

use crate::browser::{Browser, exchange, refresh, text, userinfo};
use crate::world::{World, on_both, usual};

const EMAIL: &str = "Meera.Iyer@example.test";
const PASSWORD: &str = "three quiet temple bells";
const OTHER: &str = "padma@example.test";

async fn texts(world: &World, sql: &str) -> Vec<String> {
    let rows = world.db.reader().query::<(String,)>(sql, &[]).await.unwrap();
    rows.into_iter().map(|(text,)| text).collect()
}

/// Everything that the issuer's tables hold, as text.
async fn everything(world: &World) -> String {
    let sqlite = world.db.backend() == Backend::Sqlite;
    let tables = match sqlite {
        true => "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'issuer_%'",
        false => "SELECT CAST(tablename AS text) FROM pg_tables WHERE tablename LIKE 'issuer_%'",
    };
    let mut all = String::new();
    for table in texts(world, tables).await {
        let rows = if sqlite {
            let columns = texts(world, &format!("SELECT quote(name) FROM pragma_table_info('{table}')")).await;
            let quoted: Vec<String> = columns.iter().map(|c| format!("quote({})", c.replace('\'', "\""))).collect();
            format!("SELECT {} FROM {table}", quoted.join(" || ' ' || "))
        } else {
            format!("SELECT CAST(t AS text) FROM {table} t")
        };
        all.push_str(&texts(world, &rows).await.join("\n"));
    }
    all
}

#[tokio::test]
async fn a_deleted_account_leaves_nothing_and_opens_nothing() {
    on_both(usual, async |world| {
        let subject = world.account(EMAIL, PASSWORD).await;
        let padma = world.account(OTHER, PASSWORD).await;
        let mut browser = Browser::new(&world);
        let tokens = browser.tokens(EMAIL, PASSWORD).await;
        let unused = browser.authorize(&[]).await.parameter("code").unwrap();
        let mut elsewhere = Browser::new(&world);
        elsewhere.authorize(&[("prompt", "login"), ("login_hint", "meera.iyer@EXAMPLE.test")]).await;
        let page = elsewhere.get("/id/forgot").await;
        elsewhere.submit(&page, "/forgot", &[("email", "meera.iyer@example.test")]).await;
        let page = elsewhere.get("/id/sign-up").await;
        let details = [("name", "Meera Iyer"), ("email", EMAIL), ("password", PASSWORD)];
        elsewhere.submit(&page, "/sign-up", &details).await;
        let of_padma = Browser::new(&world).tokens(OTHER, PASSWORD).await;
        assert!(everything(&world).await.to_lowercase().contains("meera.iyer@example.test"), "the search works");

        assert!(world.issuer.delete_account(&subject).await.unwrap());
        assert!(!world.issuer.delete_account(&subject).await.unwrap(), "it is gone");
        let left = everything(&world).await.to_lowercase();
        assert!(!left.contains("meera.iyer@") && !left.contains(&subject), "{left}");
        assert!(left.contains("padma@example.test") && left.contains(&padma));

        assert_eq!(refresh(&world, text(&tokens, "refresh_token")).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(userinfo(&world, text(&tokens, "access_token")).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(exchange(&world, &unused, &[]).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(browser.authorize(&[("prompt", "none")]).await.parameter("code"), None);
        assert_eq!(Browser::new(&world).sign_in(EMAIL, PASSWORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(refresh(&world, text(&of_padma, "refresh_token")).await.status, StatusCode::OK);
        assert_ne!(world.account(EMAIL, PASSWORD).await, subject, "who comes back is somebody else");
    })
    .await;
}
