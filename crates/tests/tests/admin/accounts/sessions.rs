//! Administrators' accounts and sessions (D7).

use futures_util::future::join_all;
use jiff::Timestamp;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use tala_app::services::admin_accounts::{NewAdmin, TotpReset, add_admin, disable_admin, list_admins, reset_admin};
use tala_domain::error::ErrorCode::{
    CodeRequired, Csrf, InvalidCode, InvalidCredentials, InvalidFields, LastOwner, NotFound, SignInRequired,
    TooManyRequests,
};
use tala_gateways::totp;
use tala_tests::{AdminSession, Database, Reply, TestApp, both_dbs, hours, minutes, raw};

both_dbs!(
    an_administrator_signs_in_and_out,
    wrong_name_and_wrong_password_get_the_same_response,
    five_failures_lock_a_name_longer_and_longer,
    simultaneous_failed_attempts_all_count,
    a_change_needs_the_token_of_its_own_session,
    a_session_ends_after_eight_idle_hours,
    a_session_ends_twelve_hours_after_the_sign_in,
    a_cookie_without_the_prefix_is_no_session,
    on_a_plain_loopback_the_cookies_have_no_prefix,
    session_cookie_set_by_an_attacker_is_not_accepted,
    each_code_of_an_authenticator_counts_once,
    other_browsers_can_be_signed_out,
    a_new_password_signs_the_other_browsers_out,
    accounts_are_closed_and_opened_at_the_command_line,
    reset_keeps_the_authenticator_unless_told_otherwise,
    simultaneous_disabling_leaves_an_owner,
    neither_tokens_nor_passwords_are_stored,
);

async fn login(app: &TestApp, body: &Value) -> Reply {
    app.post("/api/admin/login", body).send().await
}

async fn try_in(app: &TestApp, name: &str, password: &str) -> Reply {
    login(app, &json!({ "username": name, "password": password })).await
}

async fn an_administrator_signs_in_and_out(app: TestApp) {
    app.add_admin("Asha", "support", false).await;
    let reply = try_in(&app, " ASHA ", AdminSession::PASSWORD).await;
    let body = reply.ok();
    assert_eq!(body["success"], true);
    assert_eq!(body["admin"], json!({ "username": "asha", "role": "support", "totp": false }));
    let cookie = reply.header("set-cookie");
    assert!(
        cookie.starts_with("__Host-tala_admin=") && cookie.ends_with("; Path=/; HttpOnly; SameSite=Strict; Secure"),
        "{cookie}"
    );
    let asha = AdminSession::of("asha", &reply);
    let me = app.admin_get(&asha, "/api/admin/me").await;
    assert_eq!((&me["admin"]["username"], &me["csrfToken"]), (&json!("asha"), &json!(asha.csrf)));
    let left = app.post("/api/admin/logout", &json!({})).as_admin(&asha).send().await;
    left.ok();
    assert!(
        left.header("set-cookie").contains("__Host-tala_admin=; ") && left.header("set-cookie").contains("Max-Age=0")
    );
    app.get("/api/admin/me").as_admin(&asha).refused(SignInRequired).await;
    app.get("/api/admin/me").refused(SignInRequired).await;
    assert_eq!(app.count("audit_log WHERE action = 'admin_signed_in' AND admin = 'asha'").await, 1);
}

async fn wrong_name_and_wrong_password_get_the_same_response(app: TestApp) {
    app.add_admin("asha", "owner", false).await;
    app.add_admin("closed", "owner", false).await;
    assert!(disable_admin(&app.ctx, "closed").await.unwrap());
    let mut answers = Vec::new();
    for (name, password) in [
        ("asha", "wrong horse battery"),
        ("asha", ""),
        ("nobody", AdminSession::PASSWORD),
        ("closed", AdminSession::PASSWORD),
        ("' OR 1=1 --", AdminSession::PASSWORD),
        ("", ""),
    ] {
        let mut problem = try_in(&app, name, password).await.refused(InvalidCredentials);
        assert_eq!(problem["message"], "Invalid credentials", "SPEC's text");
        problem.as_object_mut().unwrap().remove("requestId");
        answers.push(problem);
    }
    assert!(answers.iter().all(|answer| answer == &answers[0]));
    login(&app, &json!({ "username": "asha" })).await.refused(tala_domain::error::ErrorCode::MalformedRequest);
}

async fn five_failures_lock_a_name_longer_and_longer(app: TestApp) {
    app.add_admin("asha", "owner", false).await;
    for name in ["asha", "nobody"] {
        for _ in 0..5 {
            try_in(&app, name, "wrong").await.refused(InvalidCredentials);
        }
        let locked = try_in(&app, name, AdminSession::PASSWORD).await;
        locked.refused(TooManyRequests);
        assert_eq!(locked.header("retry-after"), "61", "{name}");
    }
    app.add_admin("other", "owner", false).await;
    try_in(&app, "other", AdminSession::PASSWORD).await.ok();
    app.advance(minutes(1));
    try_in(&app, "asha", "wrong").await.refused(InvalidCredentials);
    app.advance(minutes(1));
    try_in(&app, "asha", AdminSession::PASSWORD).await.refused(TooManyRequests);
    app.advance(minutes(1));
    try_in(&app, "asha", AdminSession::PASSWORD).await.ok();
    for _ in 0..5 {
        try_in(&app, "asha", "wrong").await.refused(InvalidCredentials);
    }
    try_in(&app, "asha", "wrong").await.refused(TooManyRequests);
}

async fn simultaneous_failed_attempts_all_count(app: TestApp) {
    app.add_admin("asha", "owner", false).await;
    let second = app.another_server(2).await;
    let guesses = (0..12).map(|number| {
        let server = if number % 2 == 0 { app.clone() } else { second.clone() };
        async move { try_in(&server, "asha", &format!("guess {number}")).await.code().unwrap() }
    });
    let answers = join_all(guesses).await;
    assert_eq!(answers.iter().filter(|code| **code == InvalidCredentials).count(), 5, "{answers:?}");
    assert_eq!(answers.iter().filter(|code| **code == TooManyRequests).count(), 7, "{answers:?}");
}

async fn a_change_needs_the_token_of_its_own_session(app: TestApp) {
    let (owner, finance) = (app.new_admin("owner").await, app.new_admin("finance").await);
    let path = "/api/admin/logout-everywhere";
    app.post(path, &json!({})).header("cookie", &owner.cookie).refused(Csrf).await;
    for token in ["", "x", &finance.csrf, &owner.csrf[1..], &owner.csrf.to_uppercase()] {
        app.post(path, &json!({})).header("cookie", &owner.cookie).header("x-csrf-token", token).refused(Csrf).await;
    }
    app.get("/api/admin/me").header("cookie", &owner.cookie).ok().await;
    app.post(path, &json!({})).as_admin(&owner).ok().await;
    // The CSRF token is worthless without a cookie, and a bearer token is no administrator's.
    app.post(path, &json!({})).header("x-csrf-token", &finance.csrf).refused(SignInRequired).await;
    let meera = app.school().await.student;
    app.get("/api/admin/me").by(&meera).refused(SignInRequired).await;
}

async fn a_session_ends_after_eight_idle_hours(app: TestApp) {
    let owner = app.new_admin("owner").await;
    app.advance(hours(3));
    app.admin_get(&owner, "/api/admin/me").await;
    app.advance(hours(8));
    app.get("/api/admin/me").as_admin(&owner).refused(SignInRequired).await;
    app.advance(hours(72));
    app.work().await;
    assert_eq!(app.count("admin_sessions").await, 0, "ended sessions are deleted");
}

async fn a_session_ends_twelve_hours_after_the_sign_in(app: TestApp) {
    let owner = app.new_admin("owner").await;
    for _ in 0..2 {
        app.advance(hours(5));
        app.admin_get(&owner, "/api/admin/me").await;
    }
    app.advance(minutes(119));
    let other = app.admin_login("owner").await;
    let sessions = async |admin: &AdminSession| {
        let listed = app.admin_get(admin, "/api/admin/sessions").await;
        listed["items"].as_array().unwrap().len()
    };
    assert_eq!(sessions(&owner).await, 2);
    app.advance(minutes(1));
    app.get("/api/admin/me").as_admin(&owner).refused(SignInRequired).await;
    assert_eq!(sessions(&other).await, 1, "ended sessions are not listed");
}

async fn a_cookie_without_the_prefix_is_no_session(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let token = owner.cookie.strip_prefix("__Host-").unwrap();
    app.get("/api/admin/me").header("cookie", token).refused(SignInRequired).await;
}

async fn on_a_plain_loopback_the_cookies_have_no_prefix(database: Database) {
    let app = TestApp::with(database, |settings| settings.public_url = "http://localhost:4180".to_owned()).await;
    let owner = app.new_admin("owner").await;
    assert!(owner.cookie.starts_with("tala_admin="), "{}", owner.cookie);
    app.admin_get(&owner, "/api/admin/me").await;
}

async fn session_cookie_set_by_an_attacker_is_not_accepted(app: TestApp) {
    app.add_admin("asha", "owner", false).await;
    let planted = format!("__Host-tala_admin={}", "5".repeat(64));
    let body = json!({ "username": "asha", "password": AdminSession::PASSWORD });
    let reply = app.post("/api/admin/login", &body).header("cookie", &planted).send().await;
    let asha = AdminSession::of("asha", &reply);
    assert_ne!(asha.cookie, planted);
    app.get("/api/admin/me").header("cookie", &planted).refused(SignInRequired).await;
    let both = format!("{planted}; {}", asha.cookie);
    app.get("/api/admin/me").header("cookie", &both).refused(SignInRequired).await;
    // A new sign-in in the same browser ends its previous session.
    let again = app.post("/api/admin/login", &body).header("cookie", &asha.cookie).send().await;
    app.get("/api/admin/me").as_admin(&asha).refused(SignInRequired).await;
    app.admin_get(&AdminSession::of("asha", &again), "/api/admin/me").await;
}

fn code(setup_link: &SecretString, at: Timestamp) -> String {
    let (_, rest) = setup_link.expose_secret().split_once("secret=").unwrap();
    let secret = rest.split('&').next().unwrap();
    totp::code_at(&SecretString::from(secret), at).unwrap()
}

async fn each_code_of_an_authenticator_counts_once(app: TestApp) {
    let made = app.add_admin("asha", "owner", true).await;
    let setup_link = made.setup_link.unwrap();
    let with = |code: &str| json!({ "username": "asha", "password": AdminSession::PASSWORD, "code": code });
    try_in(&app, "asha", AdminSession::PASSWORD).await.refused(CodeRequired);
    // A wrong password gives no hint that the account has an authenticator.
    try_in(&app, "asha", "wrong").await.refused(InvalidCredentials);
    login(&app, &with("000000")).await.refused(InvalidCode);
    let right = code(&setup_link, app.now());
    let me = login(&app, &with(&right)).await.ok();
    assert_eq!(me["admin"]["totp"], true);
    login(&app, &with(&right)).await.refused(InvalidCode);
    app.advance(minutes(1));
    login(&app, &with(&code(&setup_link, app.now()))).await.ok();
    // Two simultaneous sign-ins with the next code: one succeeds.
    app.advance(minutes(1));
    let fresh = with(&code(&setup_link, app.now()));
    let (one, other) = futures_util::future::join(login(&app, &fresh), login(&app, &fresh)).await;
    assert_eq!(u8::from(one.status.is_success()) + u8::from(other.status.is_success()), 1);
}

async fn other_browsers_can_be_signed_out(app: TestApp) {
    let (first, other) = (app.new_admin("owner").await, app.new_admin("finance").await);
    app.advance(minutes(5));
    let second = app.admin_login("owner").await;
    let sessions = app.admin_get(&second, "/api/admin/sessions").await;
    let items = sessions["items"].as_array().unwrap();
    assert_eq!(items.iter().map(|item| item["current"].as_bool().unwrap()).collect::<Vec<_>>(), [true, false]);
    let id = items[1]["_id"].as_str().unwrap();
    // Administrators cannot see or end each other's sessions.
    app.delete(&format!("/api/admin/sessions/{id}"), &json!({})).as_admin(&other).refused(NotFound).await;
    app.delete(&format!("/api/admin/sessions/{id}"), &json!({})).as_admin(&second).ok().await;
    app.get("/api/admin/me").as_admin(&first).refused(SignInRequired).await;
    let third = app.admin_login("owner").await;
    app.admin_post(&second, "/api/admin/logout-everywhere", &json!({})).await;
    for ended in [&second, &third] {
        app.get("/api/admin/me").as_admin(ended).refused(SignInRequired).await;
    }
    app.admin_get(&other, "/api/admin/me").await;
}

async fn a_new_password_signs_the_other_browsers_out(app: TestApp) {
    let (first, second) = (app.new_admin("owner").await, app.admin_login("owner").await);
    let path = "/api/admin/password";
    let next = "another horse battery";
    let change = |current: &str, next: &str| json!({ "current": current, "next": next });
    let wrong = app.post(path, &change("wrong", next)).as_admin(&first).refused(InvalidFields).await;
    assert_eq!(wrong["errors"][0]["field"], "current");
    let short =
        app.post(path, &change(AdminSession::PASSWORD, "elevenchars")).as_admin(&first).refused(InvalidFields).await;
    assert_eq!(short["errors"][0]["field"], "next");
    app.admin_post(&first, path, &change(AdminSession::PASSWORD, next)).await;
    app.admin_get(&first, "/api/admin/me").await;
    app.get("/api/admin/me").as_admin(&second).refused(SignInRequired).await;
    try_in(&app, "owner", AdminSession::PASSWORD).await.refused(InvalidCredentials);
    try_in(&app, "owner", next).await.ok();
    // Guesses of the current password in an abandoned session are limited.
    for _ in 0..5 {
        app.post(path, &change("wrong", next)).as_admin(&first).refused(InvalidFields).await;
    }
    app.post(path, &change(next, "a third horse battery")).as_admin(&first).refused(TooManyRequests).await;
}

async fn accounts_are_closed_and_opened_at_the_command_line(app: TestApp) {
    let owner = app.new_admin("owner").await;
    for (name, role, password) in [
        ("owner", "owner", "long enough for all"),
        ("a", "owner", "long enough for all"),
        ("new", "boss", "long enough for all"),
        ("new", "owner", "short"),
    ] {
        let password = Some(SecretString::from(password));
        let request =
            NewAdmin { name: name.to_owned(), role: role.to_owned(), password, totp: false, notify_staff: true };
        assert_eq!(add_admin(&app.ctx, &request).await.unwrap_err().code(), InvalidFields, "{name} {role}");
    }
    assert_eq!(disable_admin(&app.ctx, "owner").await.unwrap_err().code(), LastOwner);
    app.get("/api/admin/me").as_admin(&owner).ok().await;
    app.add_admin("second", "owner", false).await;
    app.add_admin("helper", "support", false).await;
    assert!(disable_admin(&app.ctx, "helper").await.unwrap());
    assert!(disable_admin(&app.ctx, "owner").await.unwrap());
    assert_eq!(disable_admin(&app.ctx, "second").await.unwrap_err().code(), LastOwner);
    assert!(!disable_admin(&app.ctx, "owner").await.unwrap());
    app.get("/api/admin/me").as_admin(&owner).refused(SignInRequired).await;
    try_in(&app, "owner", AdminSession::PASSWORD).await.refused(InvalidCredentials);
    let made = reset_admin(&app.ctx, "owner", None, TotpReset::Keep).await.unwrap();
    let password = made.password.unwrap();
    assert_eq!(password.expose_secret().len(), 24);
    try_in(&app, "owner", password.expose_secret()).await.ok();
    assert_eq!(reset_admin(&app.ctx, "nobody", None, TotpReset::Keep).await.unwrap_err().code(), NotFound);
    let names: Vec<String> = list_admins(&app.ctx).await.unwrap().into_iter().map(|admin| admin.name).collect();
    assert_eq!(names, ["helper", "owner", "second"]);
}

async fn reset_keeps_the_authenticator_unless_told_otherwise(app: TestApp) {
    app.add_admin("asha", "owner", true).await;
    let password = Some(SecretString::from("another correct horse"));
    let secret = async || raw::texts(&app.ctx.store, "SELECT totp_encrypted FROM admins").await;
    let first = secret().await;
    let kept = reset_admin(&app.ctx, "asha", password.as_ref(), TotpReset::Keep).await.unwrap();
    assert!(kept.setup_link.is_none());
    assert_eq!(secret().await, first);
    try_in(&app, "asha", "another correct horse").await.refused(CodeRequired);
    assert!(reset_admin(&app.ctx, "asha", None, TotpReset::New).await.unwrap().setup_link.is_some());
    assert_ne!(secret().await, first);
    reset_admin(&app.ctx, "asha", password.as_ref(), TotpReset::Remove).await.unwrap();
    try_in(&app, "asha", "another correct horse").await.ok();
}

/// Two owners who disable each other leave one of them.
async fn simultaneous_disabling_leaves_an_owner(app: TestApp) {
    for round in 0..5 {
        let names = [format!("one{round}"), format!("two{round}")];
        for name in &names {
            app.add_admin(name, "owner", false).await;
        }
        for other in list_admins(&app.ctx).await.unwrap() {
            if !names.contains(&other.name) && other.disabled_at.is_none() {
                disable_admin(&app.ctx, &other.name).await.unwrap();
            }
        }
        let results = join_all(names.iter().map(|name| disable_admin(&app.ctx, name))).await;
        assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    }
}

async fn neither_tokens_nor_passwords_are_stored(app: TestApp) {
    let made = app.add_admin("asha", "owner", true).await;
    let owner = app.new_admin("owner").await;
    let setup_link = made.setup_link.unwrap();
    let secret = setup_link.expose_secret().split_once("secret=").unwrap().1.split('&').next().unwrap().to_owned();
    let token = owner.cookie.split_once('=').unwrap().1.to_owned();
    let store = &app.ctx.store;
    for (table, column) in [
        ("admin_sessions", "token_hash"),
        ("admins", "password_hash"),
        ("admins", "totp_encrypted"),
        ("audit_log", "detail"),
        ("audit_log", "after_text"),
    ] {
        let texts = raw::texts(store, &format!("SELECT {column} FROM {table} WHERE {column} IS NOT NULL")).await;
        for hidden in [&token, &owner.csrf, &secret, AdminSession::PASSWORD] {
            assert!(!texts.iter().any(|text| text.contains(hidden)), "{table}.{column}");
        }
    }
    let hash = raw::texts(store, "SELECT password_hash FROM admins WHERE name = 'asha'").await;
    assert!(hash[0].starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash:?}");
}
