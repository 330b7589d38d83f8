//! Login throttle of the admin API: whom failed sign-ins lock out, and whom not (D7).

use serde_json::json;
use tala_app::services::admin_accounts::{TotpReset, reset_admin};
use tala_domain::admin::unknown_networks_locked_until;
use tala_domain::error::ErrorCode::{
    CodeRequired, InvalidCredentials, InvalidFields, MalformedRequest, TooManyRequests,
};
use tala_gateways::passwords;
use tala_store::Transaction;
use tala_store::admins::{self, Admin, sessions};
use tala_tests::{AdminSession, Database, Kind, Reply, TestApp, both_dbs, hours, minutes, raw};

both_dbs!(
    failed_attempts_lock_out_their_network,
    attempts_from_many_networks_are_limited_to_one_a_minute,
    known_browser_can_sign_in_during_an_attack,
    failed_attempts_from_a_known_browser_are_limited,
    browser_is_known_for_its_own_account_only,
    password_can_be_changed_during_an_attack,
    reset_clears_failed_attempts,
    burst_of_one_address_is_ten_attempts,
    sign_in_concurrent_with_a_reset_gets_no_session,
    sign_in_concurrent_with_a_new_authenticator_gets_no_session,
);

const HOME: &str = "198.51.100.7:4000";
const ELSEWHERE: &str = "203.0.113.9:4000";

async fn try_from(app: &TestApp, place: &str, cookie: &str, (name, password): (&str, &str)) -> Reply {
    let body = json!({ "username": name, "password": password });
    app.post("/api/admin/login", &body).from(place).header("cookie", cookie).send().await
}

/// The cookie that marks a known browser.
fn browser_cookie(reply: &Reply) -> String {
    reply.ok();
    let cookies: Vec<&str> = reply.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
    let mark = cookies.iter().find(|cookie| cookie.starts_with("__Secure-tala_admin_browser=")).unwrap();
    assert!(mark.ends_with("; Path=/api/admin; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure"), "{mark}");
    mark.split(';').next().unwrap().to_owned()
}

/// Asha, who has signed in at home; returns her browser's cookie.
async fn asha(app: &TestApp) -> String {
    app.add_admin("asha", "owner", false).await;
    browser_cookie(&try_from(app, HOME, "", ("asha", AdminSession::PASSWORD)).await)
}

/// Wrong passwords for a name, each from another network. They are written as counted, without the cost of hashing.
async fn record_failed_attempts(app: &TestApp, name: &str, times: u32) {
    for _ in 0..times {
        let tx = app.ctx.store.begin().await.unwrap();
        admins::record_login_attempt(&tx, name, None, unknown_networks_locked_until, app.now()).await.unwrap().unwrap();
        tx.commit().await.unwrap();
    }
}

async fn failed_attempts_lock_out_their_network(app: TestApp) {
    asha(&app).await;
    for _ in 0..5 {
        try_from(&app, ELSEWHERE, "", ("asha", "wrong")).await.refused(InvalidCredentials);
    }
    let locked = try_from(&app, "203.0.113.9:5000", "", ("asha", AdminSession::PASSWORD)).await;
    let problem = locked.refused(TooManyRequests);
    assert_eq!(problem["detail"], "Too many failed sign-ins. Try again in 1 minute.");
    assert_eq!(locked.header("retry-after"), "61");
    // An unknown browser in another network is not locked out either.
    try_from(&app, HOME, "", ("asha", AdminSession::PASSWORD)).await.ok();
    try_from(&app, ELSEWHERE, "", ("asha", AdminSession::PASSWORD)).await.refused(TooManyRequests);
    app.advance(minutes(1));
    try_from(&app, ELSEWHERE, "", ("asha", AdminSession::PASSWORD)).await.ok();
}

async fn attempts_from_many_networks_are_limited_to_one_a_minute(app: TestApp) {
    asha(&app).await;
    record_failed_attempts(&app, "asha", 49).await;
    try_from(&app, ELSEWHERE, "", ("asha", "the fiftieth")).await.refused(InvalidCredentials);
    let other = "192.0.2.33:1";
    let locked = try_from(&app, other, "", ("asha", AdminSession::PASSWORD)).await;
    locked.refused(TooManyRequests);
    assert_eq!(locked.header("retry-after"), "61");
    app.advance(minutes(1));
    try_from(&app, ELSEWHERE, "", ("asha", "one more")).await.refused(InvalidCredentials);
    // A refused sign-in does not count as a failed attempt of the caller.
    for _ in 0..6 {
        try_from(&app, other, "", ("asha", AdminSession::PASSWORD)).await.refused(TooManyRequests);
    }
    app.advance(minutes(1));
    try_from(&app, other, "", ("asha", AdminSession::PASSWORD)).await.ok();
    record_failed_attempts(&app, "nobody", 50).await;
    try_from(&app, other, "", ("nobody", "x")).await.refused(TooManyRequests);
    app.advance(hours(25));
    try_from(&app, other, "", ("nobody", "x")).await.refused(InvalidCredentials);
}

async fn known_browser_can_sign_in_during_an_attack(app: TestApp) {
    let mark = asha(&app).await;
    record_failed_attempts(&app, "asha", 50).await;
    for _ in 0..5 {
        let neighbour = try_from(&app, HOME, "", ("asha", "wrong")).await.code();
        assert!(matches!(neighbour, Some(InvalidCredentials | TooManyRequests)));
    }
    try_from(&app, HOME, "", ("asha", AdminSession::PASSWORD)).await.refused(TooManyRequests);
    let again = try_from(&app, HOME, &mark, ("asha", AdminSession::PASSWORD)).await;
    let renewed = browser_cookie(&again);
    try_from(&app, "[2001:db8::1]:1", &renewed, ("asha", AdminSession::PASSWORD)).await.ok();
    // Her sign-in lifts no lock for others.
    try_from(&app, ELSEWHERE, "", ("asha", AdminSession::PASSWORD)).await.refused(TooManyRequests);
}

async fn failed_attempts_from_a_known_browser_are_limited(app: TestApp) {
    let mark = asha(&app).await;
    for place in [HOME, ELSEWHERE, HOME, ELSEWHERE, HOME] {
        try_from(&app, place, &mark, ("asha", "wrong")).await.refused(InvalidCredentials);
    }
    for place in [HOME, ELSEWHERE] {
        try_from(&app, place, &mark, ("asha", AdminSession::PASSWORD)).await.refused(TooManyRequests);
    }
    app.advance(minutes(1));
    try_from(&app, HOME, &mark, ("asha", "wrong")).await.refused(InvalidCredentials);
    app.advance(minutes(1));
    try_from(&app, HOME, &mark, ("asha", AdminSession::PASSWORD)).await.refused(TooManyRequests);
    app.advance(minutes(1));
    try_from(&app, HOME, &mark, ("asha", AdminSession::PASSWORD)).await.ok();
}

async fn browser_is_known_for_its_own_account_only(app: TestApp) {
    let mark = asha(&app).await;
    app.add_admin("padma", "owner", false).await;
    record_failed_attempts(&app, "padma", 50).await;
    for cookie in [mark.as_str(), "tala_admin_browser=v1.AAAA", "tala_admin_browser="] {
        try_from(&app, HOME, cookie, ("padma", AdminSession::PASSWORD)).await.refused(TooManyRequests);
    }
}

async fn password_can_be_changed_during_an_attack(app: TestApp) {
    let owner = app.new_admin("owner").await;
    record_failed_attempts(&app, "owner", 50).await;
    let change = json!({ "current": AdminSession::PASSWORD, "next": "another horse battery" });
    app.admin_post(&owner, "/api/admin/password", &change).await;
    for _ in 0..5 {
        let wrong = json!({ "current": "wrong", "next": "another horse battery" });
        app.post("/api/admin/password", &wrong).as_admin(&owner).refused(InvalidFields).await;
    }
    app.post("/api/admin/password", &change).as_admin(&owner).refused(TooManyRequests).await;
}

async fn reset_clears_failed_attempts(app: TestApp) {
    asha(&app).await;
    app.add_admin("asha.", "owner", false).await;
    record_failed_attempts(&app, "asha", 50).await;
    record_failed_attempts(&app, "asha.", 50).await;
    let password = reset_admin(&app.ctx, "asha", Some(&AdminSession::PASSWORD.into()), TotpReset::Keep).await.unwrap();
    assert_eq!(password.name, "asha");
    try_from(&app, HOME, "", ("asha", AdminSession::PASSWORD)).await.ok();
    try_from(&app, HOME, "", ("asha.", AdminSession::PASSWORD)).await.refused(TooManyRequests);
}

async fn burst_of_one_address_is_ten_attempts(database: Database) {
    let app = TestApp::with(database, |settings| settings.requests_per_second = 1_000).await;
    app.add_admin("asha", "owner", false).await;
    let nonsense = async |path: &str, from: &str| app.post(path, &json!([])).from(from).send().await;
    for _ in 0..10 {
        nonsense("/api/admin/login", HOME).await.refused(MalformedRequest);
    }
    // Refused before the body is read; the body would be refused for its content.
    nonsense("/api/admin/login", HOME).await.refused(TooManyRequests);
    nonsense("/api/waitlist", HOME).await.refused(MalformedRequest);
    try_from(&app, ELSEWHERE, "", ("asha", AdminSession::PASSWORD)).await.ok();
    try_from(&app, HOME, "", ("asha", AdminSession::PASSWORD)).await.refused(TooManyRequests);
}

async fn sign_in_concurrent_with_a_reset_gets_no_session(app: TestApp) {
    asha(&app).await;
    let old = stored(&app).await;
    let other = passwords::hash("another password", [7; 16]).await.unwrap();
    let resetting = app.ctx.store.begin().await.unwrap();
    admins::reset(&resetting, old.id, &other, app.now()).await.unwrap();
    assert_in_flight_sign_in_is_refused(&app, resetting, &old).await;
    let new = stored(&app).await;
    let tx = app.ctx.store.begin().await.unwrap();
    assert!(!admins::lock_with_credentials(&tx, &old).await.unwrap());
    assert!(admins::lock_with_credentials(&tx, &new).await.unwrap());
    admins::disable(&tx, old.id, app.now()).await.unwrap();
    assert!(!admins::lock_with_credentials(&tx, &new).await.unwrap());
}

async fn sign_in_concurrent_with_a_new_authenticator_gets_no_session(app: TestApp) {
    asha(&app).await;
    let old = stored(&app).await;
    let replacing = app.ctx.store.begin().await.unwrap();
    assert!(admins::replace_totp(&replacing, old.id, None, "new", app.now()).await.unwrap());
    assert_in_flight_sign_in_is_refused(&app, replacing, &old).await;
}

async fn stored(app: &TestApp) -> Admin {
    admins::find_by_name(app.ctx.store.read(), "asha").await.unwrap().unwrap()
}

/// Signs in with the credentials from before `changing`, which commits while the sign-in waits for it.
async fn assert_in_flight_sign_in_is_refused(app: &TestApp, changing: Transaction, old: &Admin) {
    sessions::delete_others(&changing, old.id, None).await.unwrap();
    let (server, password) = (app.clone(), ("asha", AdminSession::PASSWORD));
    let thief = tokio::spawn(async move { try_from(&server, ELSEWHERE, "", password).await });
    // The attacker cannot see that the password is right.
    while app.database.kind == Kind::Postgres && !thief.is_finished() && !raw::has_lock_waiter(&app.ctx.store).await {
        tokio::task::yield_now().await;
    }
    changing.commit().await.unwrap();
    let refusal = thief.await.unwrap().code();
    // On SQLite the sign-in may begin after the commit; then a new authenticator asks for its code.
    let is_late = app.database.kind == Kind::Sqlite && refusal == Some(CodeRequired);
    assert!(is_late || refusal == Some(InvalidCredentials), "{refusal:?}");
    assert_eq!(app.count("admin_sessions").await, 0);
}
