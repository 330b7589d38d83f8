//! Administrators replace their own authenticator (D7).

use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{CodeRequired, InvalidFields, SignInRequired, VersionConflict};
use tala_gateways::totp;
use tala_tests::{AdminSession, TestApp, both_dbs, minutes, raw};

both_dbs!(administrator_replaces_their_own_authenticator, outdated_proposal_of_an_authenticator_is_refused);

async fn administrator_replaces_their_own_authenticator(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let (first, second) = (app.new_admin("support").await, app.admin_login("support").await);
    let (url, confirm) = ("/api/admin/authenticator", "/api/admin/authenticator/confirm");
    let form = |password: &str, code: &str| json!({ "password": password, "code": code });
    let wrong = app.post(url, &form("not the password", "")).as_admin(&first).refused(InvalidFields).await;
    assert_eq!(wrong["errors"][0]["field"], "password");
    let new = app.admin_post(&first, url, &form(AdminSession::PASSWORD, "")).await;
    let secret = SecretString::from(new["setupKey"].as_str().unwrap());
    assert!(new["setupLink"].as_str().unwrap().contains(secret.expose_secret()));
    assert!(!new["proposal"].as_str().unwrap().contains(secret.expose_secret()));
    let confirmation = |new: &Value, code: &str| json!({ "proposal": new["proposal"], "code": code });
    for code in ["", "000000"] {
        let wrong = app.post(confirm, &confirmation(&new, code)).as_admin(&first).refused(InvalidFields).await;
        assert_eq!(wrong["errors"][0]["field"], "code");
    }
    assert_eq!(app.admin_get(&second, "/api/admin/me").await["admin"]["totp"], false, "nothing has changed");
    let code = totp::code_at(&secret, app.now()).unwrap();
    app.admin_post(&first, confirm, &confirmation(&new, &code)).await;
    app.get("/api/admin/me").as_admin(&second).refused(SignInRequired).await;
    assert_eq!(app.admin_get(&first, "/api/admin/me").await["admin"]["totp"], true, "this browser stays signed in");
    let login = json!({ "username": "support", "password": AdminSession::PASSWORD });
    app.post("/api/admin/login", &login).refused(CodeRequired).await;
    // The second one needs a code of the first, once.
    for code in ["", "000000"] {
        let wrong = app.post(url, &form(AdminSession::PASSWORD, code)).as_admin(&first).refused(InvalidFields).await;
        assert_eq!(wrong["errors"][0]["field"], "code");
    }
    let next = app.admin_post(&first, url, &form(AdminSession::PASSWORD, &code)).await;
    assert_ne!(next["setupKey"], new["setupKey"]);
    app.post(url, &form(AdminSession::PASSWORD, &code)).as_admin(&first).refused(InvalidFields).await;
    let code = totp::code_at(&SecretString::from(next["setupKey"].as_str().unwrap()), app.now()).unwrap();
    app.admin_post(&first, confirm, &confirmation(&next, &code)).await;
    let page = app.admin_get(&owner, "/api/admin/audit?q=admin_authenticator_replaced").await;
    assert_eq!((page["items"].as_array().unwrap().len(), &page["items"][0]["actor"]), (2, &json!("admin:support")));
    app.work().await;
    let mails = app.mailer.sent();
    let mail = mails.iter().find(|mail| mail.subject == "New authenticator for support").unwrap();
    assert!(mail.text.contains("has set up a new authenticator"), "{}", mail.text);
    let texts = raw::texts(&app.ctx.store, "SELECT detail FROM audit_log").await;
    assert!(!texts.iter().any(|text| text.contains(secret.expose_secret())));
}

async fn outdated_proposal_of_an_authenticator_is_refused(app: TestApp) {
    let (first, second) = (app.new_admin("support").await, app.admin_login("support").await);
    let (url, confirm) = ("/api/admin/authenticator", "/api/admin/authenticator/confirm");
    let password = json!({ "password": AdminSession::PASSWORD });
    let confirmation = |new: &Value| {
        let secret = SecretString::from(new["setupKey"].as_str().unwrap());
        json!({ "proposal": new["proposal"], "code": totp::code_at(&secret, app.now()).unwrap() })
    };
    let new = app.admin_post(&first, url, &password).await;
    app.post(confirm, &confirmation(&new)).as_admin(&second).refused(VersionConflict).await;
    let mut forged = confirmation(&new);
    forged["proposal"] = json!("v1.AAAA");
    app.post(confirm, &forged).as_admin(&first).refused(VersionConflict).await;
    app.advance(minutes(15));
    app.post(confirm, &confirmation(&new)).as_admin(&first).refused(VersionConflict).await;
    let change = json!({ "current": AdminSession::PASSWORD, "next": "incorrect horse battery" });
    let new = app.admin_post(&first, url, &password).await;
    app.admin_post(&first, "/api/admin/password", &change).await;
    app.post(confirm, &confirmation(&new)).as_admin(&first).refused(VersionConflict).await;
    let password = json!({ "password": "incorrect horse battery" });
    // Of two proposals, the one that is confirmed first wins. To confirm it again changes nothing.
    let (one, other) = (app.admin_post(&first, url, &password).await, app.admin_post(&first, url, &password).await);
    app.admin_post(&first, confirm, &confirmation(&other)).await;
    app.post(confirm, &confirmation(&one)).as_admin(&first).refused(VersionConflict).await;
    let audited = "audit_log WHERE action = 'admin_authenticator_replaced'";
    assert_eq!(app.count(audited).await, 1);
    app.admin_post(&first, confirm, &confirmation(&other)).await;
    assert_eq!(app.count(audited).await, 1);
}
