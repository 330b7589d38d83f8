//! The first call after sign-in creates a person or recognizes one (SPEC §4; D5, D8).

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_domain::identity::TeacherStatus;
use tala_store::people;
use tala_tests::fixtures::School;
use tala_tests::{TestApp, Token, both_dbs, on_postgres, raw};

both_dbs!(
    first_sign_in_creates_a_person,
    second_sign_in_finds_the_same_person,
    a_verified_address_that_changed_at_the_provider_changes_here,
    unverified_address_is_not_stored,
    address_is_stored_once_verified,
    an_unverified_second_subject_never_reaches_the_first_ones_data,
    address_of_another_person_is_not_taken_over,
    simultaneous_first_sign_ins_create_one_person,
    simultaneous_first_sign_ins_with_two_subjects_create_one_person,
    simultaneous_first_sign_ins_without_address_create_one_person,
    address_verified_simultaneously_by_many_belongs_to_one,
    the_claimed_address_must_be_the_tokens_own,
    only_a_valid_token_signs_in,
    the_role_follows_the_record,
    the_name_comes_from_the_token_then_the_profile_then_the_address,
    the_browsers_zone_is_kept_in_its_stored_spelling,
);

on_postgres!(address_taken_concurrently_by_another_person_stays_theirs);

async fn login(app: &TestApp, token: &Token) -> Value {
    app.post("/api/login", &json!({})).with_token(token).ok().await
}

async fn first_sign_in_creates_a_person(app: TestApp) {
    let token = Token::of("kavya").email("Kavya@People.test").name("Kavya Iyer");
    let reply = login(&app, &token).await;
    let id = reply["_id"].as_str().unwrap();
    assert_eq!(
        reply,
        json!({ "_id": id, "role": "user", "isApproved": false, "isRejected": false, "name": "Kavya Iyer",
                "email": "Kavya@People.test", "emailVerified": true, "termsToAccept": null,
                "learners": [], "ageQuestion": false, "needsGuardian": false,
                "display": { "language": null, "clock": null, "weekStart": null, "fixedTimeZone": null } })
    );
    let record = app.get("/api/user/direct?email=kavya@people.test").with_token(&token).ok().await;
    assert_eq!(record["_id"], id, "addresses are compared without regard to case");
    assert_eq!(record["createdAt"], "2026-03-02T04:30:00Z");
}

async fn second_sign_in_finds_the_same_person(app: TestApp) {
    let token = Token::of("kavya").email("kavya@people.test").name("Kavya Iyer");
    let first = login(&app, &token).await;
    app.advance(tala_tests::days(400));
    assert_eq!(login(&app, &token).await, first);
    assert_eq!(app.count("people").await, 1);
    assert_eq!(app.count("identities").await, 1);
}

async fn a_verified_address_that_changed_at_the_provider_changes_here(app: TestApp) {
    let before = login(&app, &Token::of("kavya").email("old@people.test")).await;
    let after = login(&app, &Token::of("kavya").email("new@people.test")).await;
    assert_eq!((&after["_id"], &after["email"]), (&before["_id"], &json!("new@people.test")));
    let again = login(&app, &Token::of("kavya").email("NEW@people.test")).await;
    assert_eq!(again["email"], "NEW@people.test", "as its owner writes it now");
    let somebody = login(&app, &Token::of("other").email("old@people.test")).await;
    assert_ne!(somebody["_id"], before["_id"], "the previous address finds no person");
}

async fn unverified_address_is_not_stored(app: TestApp) {
    let token = Token::of("kavya").unverified_email("kavya@people.test").name("Kavya");
    let reply = login(&app, &token).await;
    assert_eq!((&reply["email"], &reply["emailVerified"]), (&Value::Null, &json!(false)));
    let asking = app.get("/api/user/direct?email=kavya@people.test").with_token(&token);
    asking.refused(ErrorCode::ForbiddenSubject).await;
    let teacher = app.teacher("Padma").await;
    let form =
        json!({ "email": "kavya@people.test", "name": "Kavya", "referralCode": teacher.code, "location": "India" });
    let joining = app.post("/api/onboard-student", &form).with_token(&token);
    joining.refused(ErrorCode::EmailNotVerified).await;
}

async fn address_is_stored_once_verified(app: TestApp) {
    let before = login(&app, &Token::of("kavya").unverified_email("kavya@people.test")).await;
    let after = login(&app, &Token::of("kavya").email("kavya@people.test")).await;
    assert_eq!((&after["_id"], &after["email"]), (&before["_id"], &json!("kavya@people.test")));
}

async fn an_unverified_second_subject_never_reaches_the_first_ones_data(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let intruder = Token::of("intruder").unverified_email(&student.email).name("Meera");
    for body in [json!({}), json!({ "email": student.email, "user": { "name": "Meera" } })] {
        let reply = app.post("/api/login", &body).with_token(&intruder).ok().await;
        assert_ne!(reply["_id"], student.id.to_string());
        assert_eq!((&reply["role"], &reply["email"]), (&json!("user"), &Value::Null));
    }
    let email = &student.email;
    for path in [
        format!("/api/user?email={email}"),
        format!("/api/user/direct?email={email}"),
        format!("/api/referral-code?email={email}"),
        format!("/api/student-profile?email={email}"),
        format!("/api/bookings?studentId={}", student.id),
        format!("/api/credit-history?studentId={}", student.id),
    ] {
        let reply = app.get(&path).with_token(&intruder).send().await;
        assert!(reply.status.is_client_error(), "{path}: {}", reply.text);
        assert!(!reply.text.contains(&student.id.to_string()), "{path}: {}", reply.text);
    }
    let path = format!("/api/user?id={}", student.id);
    app.get(&path).with_token(&intruder).refused(ErrorCode::NotFound).await;
    let path = format!("/api/user?id={}", teacher.id);
    app.get(&path).with_token(&intruder).refused(ErrorCode::NotFound).await;
    let kept = people::find_by_id(app.ctx.store.read(), student.id.into()).await.unwrap().unwrap();
    assert_eq!((kept.email.as_ref(), kept.name.as_str()), (Some(&student.email), "Meera"));
    assert_eq!(app.count("identities WHERE subject = 'intruder'").await, 1);
    let theirs = app.get(&format!("/api/user?email={email}")).by(&student).ok().await;
    assert_eq!(theirs["_id"], student.id.to_string(), "the owner is not locked out");
}

async fn address_of_another_person_is_not_taken_over(app: TestApp) {
    let School { student, .. } = app.school().await;
    let other = login(&app, &Token::of("other").email("other@people.test")).await;
    let moved = login(&app, &Token::of("other").email(&student.email)).await;
    assert_eq!((&moved["_id"], &moved["email"]), (&other["_id"], &json!("other@people.test")));
    assert_eq!(moved["role"], "user");
    let kept = people::find_by_id(app.ctx.store.read(), student.id.into()).await.unwrap().unwrap();
    assert_eq!(kept.email.as_ref(), Some(&student.email));
}

async fn at_once(app: &TestApp, tokens: Vec<Token>) -> Vec<Value> {
    let tasks = tokens.into_iter().map(|token| {
        let app = app.clone();
        tokio::spawn(async move { login(&app, &token).await })
    });
    join_all(tasks).await.into_iter().map(Result::unwrap).collect()
}

async fn simultaneous_first_sign_ins_create_one_person(app: TestApp) {
    let replies = at_once(&app, vec![Token::of("kavya").email("kavya@people.test").name("Kavya"); 10]).await;
    assert!(replies.iter().all(|reply| *reply == replies[0]), "{replies:?}");
    assert_eq!((app.count("people").await, app.count("identities").await), (1, 1));
}

async fn simultaneous_first_sign_ins_with_two_subjects_create_one_person(app: TestApp) {
    let token = |n: usize| Token::of(&format!("kavya-{}", n % 2)).email("kavya@people.test").name("Kavya");
    let requests = (0..10).map(|number| {
        let app = app.clone();
        async move { app.post("/api/login", &json!({})).with_token(&token(number)).send().await }
    });
    let replies = join_all(requests).await;
    let accepted: Vec<_> = replies.iter().filter(|reply| reply.status.is_success()).collect();
    assert_eq!(accepted.len(), 5, "those of one subject");
    for reply in replies.iter().filter(|reply| !reply.status.is_success()) {
        reply.refused(ErrorCode::AccountExists);
    }
    assert_eq!((app.count("people").await, app.count("identities").await), (1, 1));
}

async fn simultaneous_first_sign_ins_without_address_create_one_person(app: TestApp) {
    let replies = at_once(&app, vec![Token::of("kavya").name("Kavya"); 10]).await;
    assert!(replies.iter().all(|reply| *reply == replies[0]), "{replies:?}");
    assert_eq!((app.count("people").await, app.count("identities").await), (1, 1));
}

async fn address_verified_simultaneously_by_many_belongs_to_one(app: TestApp) {
    let mut ids = Vec::new();
    for subject in 0..8 {
        ids.push(login(&app, &Token::of(&format!("kavya-{subject}"))).await["_id"].clone());
    }
    let verified = |subject| Token::of(&format!("kavya-{subject}")).email("kavya@people.test");
    let replies = at_once(&app, (0..8).map(verified).collect()).await;
    let after: Vec<_> = replies.iter().map(|reply| reply["_id"].clone()).collect();
    assert_eq!(after, ids, "every person keeps the identity");
    let owners = replies.iter().filter(|reply| reply["email"] == "kavya@people.test").count();
    assert_eq!(owners, 1, "one of them has the address");
}

/// The second request waits for the first one's index entry and then finds it taken.
async fn address_taken_concurrently_by_another_person_stays_theirs(app: TestApp) {
    let kavya = app.person("Kavya").await;
    let meera = login(&app, &Token::of("meera")).await;
    let taking = app.ctx.store.begin().await.unwrap();
    assert!(people::set_email(&taking, kavya.id, "new@people.test", "new@people.test").await.unwrap());
    let second = tokio::spawn({
        let app = app.clone();
        async move { login(&app, &Token::of("meera").email("new@people.test")).await }
    });
    raw::wait_for_lock_waiter(&app.ctx.store).await;
    taking.commit().await.unwrap();
    let reply = second.await.unwrap();
    assert_eq!((&reply["_id"], &reply["email"]), (&meera["_id"], &Value::Null));
}

async fn the_claimed_address_must_be_the_tokens_own(app: TestApp) {
    let token = Token::of("kavya").email("kavya@people.test");
    let own = app.post("/api/login", &json!({ "email": " KAVYA@people.test " })).with_token(&token);
    own.ok().await;
    for claimed in ["other@people.test", "", "not an address", "kavya@people.test\r\nBcc: x@y.test"] {
        let request = app.post("/api/login", &json!({ "email": claimed })).with_token(&token);
        request.refused(ErrorCode::ForbiddenSubject).await;
    }
}

async fn only_a_valid_token_signs_in(app: TestApp) {
    let good = Token::of("kavya").email("kavya@people.test");
    let expired = app.mint(&good.clone().expires_in_seconds(-120));
    let foreign = app.mint(&good.clone().issuer("https://id.evil.test"));
    let elsewhere = app.mint(&good.clone().audience("another-api"));
    let signed = app.mint(&good);
    let (body, signature) = signed.rsplit_once('.').unwrap();
    let forged = format!("{body}.{}", signature.chars().rev().collect::<String>());
    for token in [expired.as_str(), &foreign, &elsewhere, &forged, body, "", "x", &"x".repeat(20_000)] {
        let request = app.post("/api/login", &json!({})).bearer(token);
        request.refused(ErrorCode::SignInRequired).await;
    }
    for header in ["", "Bearer", "Basic a2F2eWE6eA==", signed.as_str()] {
        let request = app.post("/api/login", &json!({})).header("authorization", header);
        request.refused(ErrorCode::SignInRequired).await;
    }
    assert_eq!(app.count("people").await, 0);
    app.post("/api/login", &json!({})).header("authorization", &format!("bearer  {signed}")).ok().await;
    app.advance(tala_tests::hours(2));
    app.post("/api/login", &json!({})).bearer(&signed).refused(ErrorCode::SignInRequired).await;
}

async fn the_role_follows_the_record(app: TestApp) {
    let School { student, teacher } = app.school().await;
    let pending = app.teacher_with("Devika", TeacherStatus::Pending).await;
    let rejected = app.teacher_with("Ravi", TeacherStatus::Rejected).await;
    let user = app.person("Kavya").await;
    for (person, role, approved, refused, status) in [
        (&*student, "student", false, false, "none"),
        (&*teacher, "teacher", true, false, "approved"),
        (&*pending, "user", false, false, "pending"),
        (&*rejected, "user", false, true, "rejected"),
        (&user, "user", false, false, "none"),
    ] {
        let reply = app.post("/api/login", &json!({})).by(person).ok().await;
        let seen = (&reply["role"], &reply["isApproved"], &reply["isRejected"]);
        assert_eq!(seen, (&json!(role), &json!(approved), &json!(refused)), "{}", person.name);
        let reply = app.post("/api/user-status", &json!({ "email": person.email })).by(person).ok().await;
        let expected = json!({
            "submittedAt": null, "isRejected": refused, "isApproved": approved, "isPending": status == "pending", "role": role,
            "status": status, "rejectionReason": null,
        });
        assert_eq!(reply, expected, "{}", person.name);
    }
}

async fn the_name_comes_from_the_token_then_the_profile_then_the_address(app: TestApp) {
    let long = "n".repeat(10_000);
    for (number, (token_name, profile, name)) in [
        (Some("Kavya Iyer"), json!("Somebody"), "Kavya Iyer"),
        (None, json!("  Kavya \r\n Iyer\t"), "Kavya Iyer"),
        (None, json!("👩\u{200d}🎤 काव्या"), "👩\u{200d}🎤 काव्या"),
        (None, Value::Null, "kavya2+3"),
        (Some("\u{200b} \r\n"), json!(" "), "kavya2+4"),
        (None, json!(long), "kavya2+5"),
    ]
    .into_iter()
    .enumerate()
    {
        let token = Token::of(&format!("subject-{number}")).email(&format!("kavya2+{number}@people.test"));
        let token = match token_name {
            Some(name) => token.name(name),
            None => token,
        };
        let reply = app.post("/api/login", &json!({ "user": { "name": profile } })).with_token(&token).ok().await;
        assert_eq!(reply["name"], name);
    }
    assert_eq!(login(&app, &Token::of("nobody")).await["name"], "New member");
}

async fn the_browsers_zone_is_kept_in_its_stored_spelling(app: TestApp) {
    let token = Token::of("kavya").email("kavya@people.test");
    for (sent, kept) in [
        ("asia/calcutta", "Asia/Kolkata"),
        ("Mars/Olympus", "Asia/Kolkata"),
        ("", "Asia/Kolkata"),
        ("America/New_York", "America/New_York"),
    ] {
        app.post("/api/login", &json!({ "timeZone": sent })).with_token(&token).ok().await;
        let record = app.get("/api/user?email=kavya@people.test").with_token(&token).ok().await;
        assert_eq!(record["timeZone"], kept, "{sent:?}");
    }
}
