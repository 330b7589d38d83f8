//! Account deletion by the host program.

use reqwest::StatusCode;
use tala_db::{Backend, Connection};

use crate::browser::{Browser, exchange, refresh, text, userinfo};
use crate::test_server::{TestServer, default_config, for_each_database};

const EMAIL: &str = "Meera.Iyer@example.test";
const PASSWORD: &str = "three quiet temple bells";
const OTHER: &str = "padma@example.test";

async fn query_texts(server: &TestServer, sql: &str) -> Vec<String> {
    let rows = server.db.reader().query::<(String,)>(sql, &[]).await.unwrap();
    rows.into_iter().map(|(text,)| text).collect()
}

/// All rows of the issuer's tables as text.
async fn dump(server: &TestServer) -> String {
    let sqlite = server.db.backend() == Backend::Sqlite;
    let tables = match sqlite {
        true => "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'issuer_%'",
        false => "SELECT CAST(tablename AS text) FROM pg_tables WHERE tablename LIKE 'issuer_%'",
    };
    let mut all = String::new();
    for table in query_texts(server, tables).await {
        let rows = if sqlite {
            let columns = query_texts(server, &format!("SELECT quote(name) FROM pragma_table_info('{table}')")).await;
            let quoted: Vec<String> = columns.iter().map(|c| format!("quote({})", c.replace('\'', "\""))).collect();
            format!("SELECT {} FROM {table}", quoted.join(" || ' ' || "))
        } else {
            format!("SELECT CAST(t AS text) FROM {table} t")
        };
        all.push_str(&query_texts(server, &rows).await.join("\n"));
    }
    all
}

#[tokio::test]
async fn deleted_account_leaves_no_data_and_no_access() {
    for_each_database(default_config, async |server| {
        let subject = server.create_account(EMAIL, PASSWORD).await;
        let padma = server.create_account(OTHER, PASSWORD).await;
        let mut browser = Browser::new(&server);
        let tokens = browser.tokens(EMAIL, PASSWORD).await;
        let unused_code = browser.authorize(&[]).await.parameter("code").unwrap();
        let mut other_browser = Browser::new(&server);
        other_browser.authorize(&[("prompt", "login"), ("login_hint", "meera.iyer@EXAMPLE.test")]).await;
        let page = other_browser.get("/id/forgot").await;
        other_browser.submit(&page, "/forgot", &[("email", "meera.iyer@example.test")]).await;
        let page = other_browser.get("/id/sign-up").await;
        let details = [("name", "Meera Iyer"), ("email", EMAIL), ("password", PASSWORD)];
        other_browser.submit(&page, "/sign-up", &details).await;
        let padma_tokens = Browser::new(&server).tokens(OTHER, PASSWORD).await;
        assert!(
            dump(&server).await.to_lowercase().contains("meera.iyer@example.test"),
            "the dump contains the address before the deletion"
        );

        assert!(server.issuer.delete_account(&subject).await.unwrap());
        assert!(!server.issuer.delete_account(&subject).await.unwrap(), "already deleted");
        let remaining = dump(&server).await.to_lowercase();
        assert!(!remaining.contains("meera.iyer@") && !remaining.contains(&subject), "{remaining}");
        assert!(remaining.contains("padma@example.test") && remaining.contains(&padma));

        assert_eq!(refresh(&server, text(&tokens, "refresh_token")).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(userinfo(&server, text(&tokens, "access_token")).await.status, StatusCode::UNAUTHORIZED);
        assert_eq!(exchange(&server, &unused_code, &[]).await.status, StatusCode::BAD_REQUEST);
        assert_eq!(browser.authorize(&[("prompt", "none")]).await.parameter("code"), None);
        assert_eq!(Browser::new(&server).sign_in(EMAIL, PASSWORD).await.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(refresh(&server, text(&padma_tokens, "refresh_token")).await.status, StatusCode::OK);
        assert_ne!(server.create_account(EMAIL, PASSWORD).await, subject, "a new account has another subject");
    })
    .await;
}
