//! Who is kept out of the back office by wrong sign-ins, and who is not (D7).

use serde_json::json;
use tala_app::services::admin_accounts::reset_admin;
use tala_domain::admin::locked_until_anywhere;
use tala_domain::error::ErrorCode::{InvalidCredentials, InvalidFields, MalformedRequest, TooManyRequests};
use tala_gateways::passwords;
use tala_store::admins::{self, sessions};
use tala_tests::{Database, Kind, Officer, Reply, TestApp, both_dbs, hours, minutes, raw};

both_dbs!(
    wrong_guesses_lock_the_network_that_they_come_from,
    guesses_from_all_the_world_are_one_a_minute_in_the_end,
    a_known_browser_comes_in_whatever_strangers_do,
    a_known_browser_is_no_place_to_guess_from,
    a_browser_is_known_for_the_account_that_signed_in_alone,
    a_password_is_changed_while_strangers_guess,
    a_reset_forgets_what_was_counted,
    an_address_tries_ten_times_at_once,
    no_session_outlives_a_reset_that_came_while_it_was_judged,
);

const HOME: &str = "198.51.100.7:4000";
const ELSEWHERE: &str = "203.0.113.9:4000";

async fn try_from(app: &TestApp, place: &str, cookie: &str, (name, password): (&str, &str)) -> Reply {
    let body = json!({ "username": name, "password": password });
    app.post("/api/admin/login", &body).from(place).header("cookie", cookie).send().await
}

/// What a browser keeps by which it is known again.
fn mark_of(reply: &Reply) -> String {
    reply.ok();
    let cookies: Vec<&str> = reply.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap()).collect();
    let mark = cookies.iter().find(|cookie| cookie.starts_with("__Secure-tala_admin_browser=")).unwrap();
    assert!(mark.ends_with("; Path=/api/admin; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure"), "{mark}");
    mark.split(';').next().unwrap().to_owned()
}

/// Asha, who has signed in at home; the mark of her browser.
async fn asha(app: &TestApp) -> String {
    app.add_admin("asha", "owner", false).await;
    mark_of(&try_from(app, HOME, "", ("asha", Officer::PASSWORD)).await)
}

/// So many wrong guesses at a name, each from another network: counted as they would be, without the work of a password.
async fn strangers_guess(app: &TestApp, name: &str, times: u32) {
    for _ in 0..times {
        let tx = app.ctx.store.begin().await.unwrap();
        admins::take_try(&tx, name, None, locked_until_anywhere, app.now()).await.unwrap().unwrap();
        tx.commit().await.unwrap();
    }
}

async fn wrong_guesses_lock_the_network_that_they_come_from(app: TestApp) {
    asha(&app).await;
    for _ in 0..5 {
        try_from(&app, ELSEWHERE, "", ("asha", "wrong")).await.refused(InvalidCredentials);
    }
    let locked = try_from(&app, "203.0.113.9:5000", "", ("asha", Officer::PASSWORD)).await;
    locked.refused(TooManyRequests);
    assert_eq!(locked.header("retry-after"), "61");
    // Not even the same browser has to be known: another network is another place.
    try_from(&app, HOME, "", ("asha", Officer::PASSWORD)).await.ok();
    try_from(&app, ELSEWHERE, "", ("asha", Officer::PASSWORD)).await.refused(TooManyRequests);
    app.advance(minutes(1));
    try_from(&app, ELSEWHERE, "", ("asha", Officer::PASSWORD)).await.ok();
}

async fn guesses_from_all_the_world_are_one_a_minute_in_the_end(app: TestApp) {
    asha(&app).await;
    strangers_guess(&app, "asha", 49).await;
    try_from(&app, ELSEWHERE, "", ("asha", "the fiftieth")).await.refused(InvalidCredentials);
    let other = "192.0.2.33:1";
    let locked = try_from(&app, other, "", ("asha", Officer::PASSWORD)).await;
    locked.refused(TooManyRequests);
    assert_eq!(locked.header("retry-after"), "61");
    app.advance(minutes(1));
    try_from(&app, ELSEWHERE, "", ("asha", "one more")).await.refused(InvalidCredentials);
    // Whoever was refused has not lost a try of their own by it.
    for _ in 0..6 {
        try_from(&app, other, "", ("asha", Officer::PASSWORD)).await.refused(TooManyRequests);
    }
    app.advance(minutes(1));
    try_from(&app, other, "", ("asha", Officer::PASSWORD)).await.ok();
    strangers_guess(&app, "nobody", 50).await;
    try_from(&app, other, "", ("nobody", "x")).await.refused(TooManyRequests);
    app.advance(hours(25));
    try_from(&app, other, "", ("nobody", "x")).await.refused(InvalidCredentials);
}

async fn a_known_browser_comes_in_whatever_strangers_do(app: TestApp) {
    let mark = asha(&app).await;
    strangers_guess(&app, "asha", 50).await;
    for _ in 0..5 {
        let neighbour = try_from(&app, HOME, "", ("asha", "wrong")).await.code();
        assert!(matches!(neighbour, Some(InvalidCredentials | TooManyRequests)));
    }
    try_from(&app, HOME, "", ("asha", Officer::PASSWORD)).await.refused(TooManyRequests);
    let again = try_from(&app, HOME, &mark, ("asha", Officer::PASSWORD)).await;
    let renewed = mark_of(&again);
    try_from(&app, "[2001:db8::1]:1", &renewed, ("asha", Officer::PASSWORD)).await.ok();
    // Her coming in opens nothing for others.
    try_from(&app, ELSEWHERE, "", ("asha", Officer::PASSWORD)).await.refused(TooManyRequests);
}

async fn a_known_browser_is_no_place_to_guess_from(app: TestApp) {
    let mark = asha(&app).await;
    for place in [HOME, ELSEWHERE, HOME, ELSEWHERE, HOME] {
        try_from(&app, place, &mark, ("asha", "wrong")).await.refused(InvalidCredentials);
    }
    for place in [HOME, ELSEWHERE] {
        try_from(&app, place, &mark, ("asha", Officer::PASSWORD)).await.refused(TooManyRequests);
    }
    app.advance(minutes(1));
    try_from(&app, HOME, &mark, ("asha", "wrong")).await.refused(InvalidCredentials);
    app.advance(minutes(1));
    try_from(&app, HOME, &mark, ("asha", Officer::PASSWORD)).await.refused(TooManyRequests);
    app.advance(minutes(1));
    try_from(&app, HOME, &mark, ("asha", Officer::PASSWORD)).await.ok();
}

async fn a_browser_is_known_for_the_account_that_signed_in_alone(app: TestApp) {
    let mark = asha(&app).await;
    app.add_admin("padma", "owner", false).await;
    strangers_guess(&app, "padma", 50).await;
    for cookie in [mark.as_str(), "tala_admin_browser=v1.AAAA", "tala_admin_browser="] {
        try_from(&app, HOME, cookie, ("padma", Officer::PASSWORD)).await.refused(TooManyRequests);
    }
}

async fn a_password_is_changed_while_strangers_guess(app: TestApp) {
    let owner = app.officer("owner").await;
    strangers_guess(&app, "owner", 50).await;
    let change = json!({ "current": Officer::PASSWORD, "next": "another horse battery" });
    app.does(&owner, "/api/admin/password", &change).await;
    for _ in 0..5 {
        let wrong = json!({ "current": "wrong", "next": "another horse battery" });
        app.post("/api/admin/password", &wrong).as_admin(&owner).refused(InvalidFields).await;
    }
    app.post("/api/admin/password", &change).as_admin(&owner).refused(TooManyRequests).await;
}

async fn a_reset_forgets_what_was_counted(app: TestApp) {
    asha(&app).await;
    app.add_admin("asha.", "owner", false).await;
    strangers_guess(&app, "asha", 50).await;
    strangers_guess(&app, "asha.", 50).await;
    let password = reset_admin(&app.ctx, "asha", Some(&Officer::PASSWORD.into()), false).await.unwrap();
    assert_eq!(password.name, "asha");
    try_from(&app, HOME, "", ("asha", Officer::PASSWORD)).await.ok();
    try_from(&app, HOME, "", ("asha.", Officer::PASSWORD)).await.refused(TooManyRequests);
}

async fn an_address_tries_ten_times_at_once(database: Database) {
    let app = TestApp::with(database, |settings| settings.requests_per_second = 1_000).await;
    app.add_admin("asha", "owner", false).await;
    let nonsense = async |path: &str, from: &str| app.post(path, &json!([])).from(from).send().await;
    for _ in 0..10 {
        nonsense("/api/admin/login", HOME).await.refused(MalformedRequest);
    }
    // Before the body is read: it would be refused for what it is.
    nonsense("/api/admin/login", HOME).await.refused(TooManyRequests);
    nonsense("/api/waitlist", HOME).await.refused(MalformedRequest);
    try_from(&app, ELSEWHERE, "", ("asha", Officer::PASSWORD)).await.ok();
    try_from(&app, HOME, "", ("asha", Officer::PASSWORD)).await.refused(TooManyRequests);
}

async fn no_session_outlives_a_reset_that_came_while_it_was_judged(app: TestApp) {
    asha(&app).await;
    let old = admins::find_by_name(app.ctx.store.read(), "asha").await.unwrap().unwrap();
    let other = passwords::hash("another password", [7; 16]).await.unwrap();
    let resetting = app.ctx.store.begin().await.unwrap();
    admins::reset(&resetting, old.id, &other, None, app.now()).await.unwrap();
    sessions::delete_others(&resetting, old.id, None).await.unwrap();
    let (server, password) = (app.clone(), ("asha", Officer::PASSWORD));
    let thief = tokio::spawn(async move { try_from(&server, ELSEWHERE, "", password).await });
    // The thief's password is right as far as anybody can read.
    while app.database.kind == Kind::Postgres && !thief.is_finished() && !raw::anybody_waits(&app.ctx.store).await {
        tokio::task::yield_now().await;
    }
    resetting.commit().await.unwrap();
    thief.await.unwrap().refused(InvalidCredentials);
    assert_eq!(app.count("admin_sessions").await, 0);
    let tx = app.ctx.store.begin().await.unwrap();
    assert!(!admins::keep(&tx, old.id, &old.password_hash).await.unwrap());
    assert!(admins::keep(&tx, old.id, &other).await.unwrap());
    admins::disable(&tx, old.id, app.now()).await.unwrap();
    assert!(!admins::keep(&tx, old.id, &other).await.unwrap());
}
