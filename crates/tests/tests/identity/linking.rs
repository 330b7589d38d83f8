//! A second subject with the address of a person (D38): refused at the same identity provider, linked with a mailed code at
//! another one.

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{
    AccountExists, AccountSuspended, AlreadyProcessed, EmailNotVerified, LinkCodeInvalid, LinkCodeRequired, NotFound,
    TooManyRequests,
};
use tala_tests::fixtures::School;
use tala_tests::{Database, Reply, Student, TestApp, Token, both_dbs, minutes, raw};

both_dbs!(
    second_subject_of_one_provider_is_refused,
    subject_of_another_provider_is_linked_with_the_mailed_code,
    code_expires_is_limited_and_is_replaced_by_a_new_one,
    code_belongs_to_its_own_sign_in_and_address,
    operator_can_allow_linking_without_a_code,
    simultaneous_codes_link_one_identity,
    simultaneous_first_sign_ins_at_a_new_provider_link_once,
);

const SEND: &str = "/api/identity/link-code";
const LINK: &str = "/api/identity/link";

async fn try_login(app: &TestApp, token: &Token) -> Reply {
    app.post("/api/login", &json!({})).with_token(token).send().await
}

async fn send_code(app: &TestApp, token: &Token) -> Reply {
    app.post(SEND, &json!({})).with_token(token).send().await
}

async fn enter(app: &TestApp, token: &Token, code: &str) -> Reply {
    app.post(LINK, &json!({ "code": code })).with_token(token).send().await
}

/// A student who signed in at the operator's previous provider, and the same student's token of the new one.
async fn moved_student(app: &TestApp) -> (Student, Token) {
    let School { student, .. } = app.school().await;
    raw::execute(&app.ctx.store, "UPDATE identities SET issuer = 'https://previous.test'").await;
    let token = Token::of("new|77").email(&student.email.to_uppercase()).name("Meera");
    (student, token)
}

/// The code in the newest mail.
async fn mailed_code(app: &TestApp, address: &str) -> String {
    app.work().await;
    let mails = app.mailer.sent_to(address);
    let subject = &mails.last().unwrap().subject;
    let code: String = subject.chars().take(6).collect();
    assert!(code.bytes().all(|byte| byte.is_ascii_digit()) && subject[6..].starts_with(" is your "), "{subject}");
    code
}

async fn second_subject_of_one_provider_is_refused(app: TestApp) {
    let School { student, .. } = app.school().await;
    for address in [student.email.clone(), student.email.to_uppercase()] {
        let second = Token::of("google|77").email(&address).name("Meera");
        let problem = try_login(&app, &second).await.refused(AccountExists);
        let detail = problem["detail"].as_str().unwrap();
        assert!(detail.starts_with("You already have an account with this email"), "{problem}");
        send_code(&app, &second).await.refused(AccountExists);
        enter(&app, &second, "123456").await.refused(LinkCodeInvalid);
    }
    assert_eq!((app.count("identities").await, app.count("outbox").await), (2, 0), "student and teacher");
    app.post("/api/login", &json!({})).by(&student).ok().await;
}

async fn subject_of_another_provider_is_linked_with_the_mailed_code(app: TestApp) {
    let (student, token) = moved_student(&app).await;
    try_login(&app, &token).await.refused(LinkCodeRequired);
    assert_eq!(send_code(&app, &token).await.ok(), json!({ "success": true, "validMinutes": 10 }));
    let code = mailed_code(&app, &student.email).await;
    let tables = ["SELECT code_hash FROM identity_link_requests", "SELECT payload FROM outbox"];
    for table in tables {
        assert!(!raw::texts(&app.ctx.store, table).await.concat().contains(&code), "{table}");
    }
    let wrong = if code == "000000" { "000001" } else { "000000" };
    for typed in [wrong, "", "12345", "abcdef", "1234567"] {
        enter(&app, &token, typed).await.refused(LinkCodeInvalid);
    }
    try_login(&app, &token).await.refused(LinkCodeRequired);
    enter(&app, &token, &format!(" {}-{} ", &code[..3], &code[3..])).await.ok();
    let reply = try_login(&app, &token).await.ok();
    assert_eq!((&reply["_id"], &reply["role"]), (&json!(student.id.to_string()), &json!("student")));
    enter(&app, &token, &code).await.ok();
    send_code(&app, &token).await.refused(AlreadyProcessed);
    assert_eq!(app.count("identity_link_requests").await, 0, "the code is used up");

    let detail = raw::texts(&app.ctx.store, "SELECT detail FROM audit_log WHERE action = 'identity_linked'").await;
    let detail: Value = serde_json::from_str(&detail.concat()).unwrap();
    assert_eq!(detail["proof"], "code");
    app.work().await;
    let mails = app.mailer.sent();
    assert_eq!(mails.last().unwrap().subject, "A new way to sign in to your account");
}

async fn code_expires_is_limited_and_is_replaced_by_a_new_one(app: TestApp) {
    let (student, token) = moved_student(&app).await;
    send_code(&app, &token).await.ok();
    let expired = mailed_code(&app, &student.email).await;
    app.advance(minutes(10));
    enter(&app, &token, &expired).await.refused(LinkCodeInvalid);

    send_code(&app, &token).await.ok();
    let replaced = mailed_code(&app, &student.email).await;
    send_code(&app, &token).await.ok();
    let newest = mailed_code(&app, &student.email).await;
    if replaced != newest {
        enter(&app, &token, &replaced).await.refused(LinkCodeInvalid);
    }
    for _ in 0..5 {
        enter(&app, &token, if newest == "000000" { "000001" } else { "000000" }).await.refused(LinkCodeInvalid);
    }
    enter(&app, &token, &newest).await.refused(LinkCodeInvalid);
    send_code(&app, &token).await.ok();
    send_code(&app, &token).await.refused(TooManyRequests);
    app.advance(minutes(10));
    send_code(&app, &token).await.ok();
    let code = mailed_code(&app, &student.email).await;
    enter(&app, &token, &code).await.ok();
}

async fn code_belongs_to_its_own_sign_in_and_address(app: TestApp) {
    let (student, token) = moved_student(&app).await;
    send_code(&app, &token).await.ok();
    let code = mailed_code(&app, &student.email).await;
    let other = Token::of("other").email(&student.email);
    enter(&app, &other, &code).await.refused(LinkCodeInvalid);
    enter(&app, &Token::of("new|77").unverified_email(&student.email), &code).await.refused(EmailNotVerified);
    enter(&app, &Token::of("new|77").email("elsewhere@people.test"), &code).await.refused(LinkCodeInvalid);
    send_code(&app, &Token::of("x").email("elsewhere@people.test")).await.refused(NotFound);
    send_code(&app, &Token::of("x").unverified_email(&student.email)).await.refused(EmailNotVerified);

    app.advance(minutes(10));
    send_code(&app, &token).await.ok();
    let code = mailed_code(&app, &student.email).await;
    raw::execute(&app.ctx.store, "UPDATE people SET suspended_at = 0").await;
    enter(&app, &token, &code).await.refused(AccountSuspended);
    assert_eq!(app.count("identities").await, 2, "nothing was linked");
}

async fn operator_can_allow_linking_without_a_code(database: Database) {
    let app = TestApp::with(database, |settings| settings.link_by_verified_email = true).await;
    let (student, token) = moved_student(&app).await;
    let reply = try_login(&app, &token).await.ok();
    assert_eq!(reply["_id"], student.id.to_string());
    assert_eq!(app.count("audit_log WHERE action = 'identity_linked'").await, 1);
    app.work().await;
    assert_eq!(app.mailer.sent_to(&student.email).len(), 1);
    try_login(&app, &Token::of("third").email(&student.email)).await.refused(AccountExists);
    let unverified = Token::of("fourth").unverified_email(&student.email);
    assert_ne!(try_login(&app, &unverified).await.ok()["_id"], reply["_id"]);
}

/// Two devices enter the code at the same moment.
async fn simultaneous_codes_link_one_identity(app: TestApp) {
    let (student, token) = moved_student(&app).await;
    send_code(&app, &token).await.ok();
    let code = mailed_code(&app, &student.email).await;
    let results = join_all((0..4).map(|_| enter(&app, &token, &code))).await;
    assert!(results.iter().any(|reply| reply.status.is_success()));
    for reply in results.iter().filter(|reply| !reply.status.is_success()) {
        reply.refused(LinkCodeInvalid);
    }
    assert_eq!(app.count("identities WHERE subject = 'new|77'").await, 1);
    assert_eq!(app.count("audit_log WHERE action = 'identity_linked'").await, 1);
}

async fn simultaneous_first_sign_ins_at_a_new_provider_link_once(database: Database) {
    let app = TestApp::with(database, |settings| settings.link_by_verified_email = true).await;
    let (student, _) = moved_student(&app).await;
    let token = |number: usize| Token::of(&format!("new|{}", number % 2)).email(&student.email);
    let replies = join_all((0..8).map(|number| {
        let app = app.clone();
        let token = token(number);
        async move { try_login(&app, &token).await }
    }))
    .await;
    for reply in &replies {
        match reply.status.is_success() {
            true => assert_eq!(reply.ok()["_id"], student.id.to_string()),
            false => drop(reply.refused(AccountExists)),
        }
    }
    assert_eq!(replies.iter().filter(|reply| reply.status.is_success()).count(), 4, "those of one subject");
    assert_eq!(app.count("audit_log WHERE action = 'identity_linked'").await, 1);
}
