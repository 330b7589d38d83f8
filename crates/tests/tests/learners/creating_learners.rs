//! Adding a learner to a guardian's account.

use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{InvalidFields, InvalidInviteCode, OpenObligations};
use tala_domain::identity::TERMS_VERSION;
use tala_tests::families::learner_form;
use tala_tests::{Person, Teacher, TestApp, both_dbs};

both_dbs!(
    a_guardian_adds_children_of_two_teachers,
    the_teacher_and_the_guardian_get_a_mail,
    each_invalid_field_is_named,
    a_date_of_birth_follows_the_guardians_zone,
    the_eleventh_child_is_refused,
    two_simultaneous_requests_do_not_exceed_the_limit,
    the_only_guardian_cannot_delete_the_account,
    terms_are_the_guardians,
    a_teacher_cannot_teach_their_own_child,
    a_guardian_whose_account_was_deleted_cannot_add_a_child,
);

async fn add(app: &TestApp, guardian: &Person, form: &Value) -> Value {
    app.post("/api/learners", form).by(guardian).ok().await["learner"].clone()
}

async fn list(app: &TestApp, guardian: &Person) -> Value {
    app.get("/api/learners").by(guardian).ok().await["learners"].clone()
}

async fn parent(app: &TestApp) -> (Person, Teacher) {
    (app.person("Anita").await, app.teacher("Padma").await)
}

async fn a_guardian_adds_children_of_two_teachers(app: TestApp) {
    let (anita, padma) = parent(&app).await;
    let leela = app.teacher("Leela").await;
    assert_eq!(list(&app, &anita).await, json!([]));
    let asha = add(&app, &anita, &learner_form("Asha", &padma)).await;
    let mut of_ravi = learner_form("Ravi", &leela);
    of_ravi["birthDate"] = json!("2010-03-03");
    of_ravi["location"] = json!("United States");
    let ravi = add(&app, &anita, &of_ravi).await;
    assert_eq!(list(&app, &anita).await, json!([asha, ravi]));
    assert_eq!((&asha["name"], &asha["age"], &asha["birthDate"]), (&json!("Asha"), &json!(10), &json!("2016-01-15")));
    assert_eq!((&asha["teacherId"], &asha["teacherName"]), (&json!(padma.id.to_string()), &json!("Padma")));
    // The sixteenth birthday is tomorrow.
    assert_eq!((&ravi["age"], &ravi["teacherName"]), (&json!(15), &json!("Leela")));
    let other = app.person("Farah").await;
    assert_eq!(list(&app, &other).await, json!([]), "other accounts do not list them");
    let students = app.get(&format!("/api/teacher/students?email={}", padma.email)).by(&padma).ok().await;
    assert!(students.to_string().contains("Asha"), "{students}");
    assert_eq!(app.count("audit_log WHERE action = 'learner_added'").await, 2);
}

async fn the_teacher_and_the_guardian_get_a_mail(app: TestApp) {
    let (anita, padma) = parent(&app).await;
    add(&app, &anita, &learner_form("Asha", &padma)).await;
    app.work().await;
    let welcome = &app.mailer.sent_to(&anita.email)[0];
    assert!(welcome.subject.starts_with("Asha: "), "{}", welcome.subject);
    assert!(welcome.text.contains("Namaste Anita"), "{}", welcome.text);
    assert!(welcome.text.contains("This email is about Asha."), "{}", welcome.text);
    let notice = &app.mailer.sent_to(&padma.email)[0];
    assert!(notice.text.contains("Asha joined with your invite code"), "{}", notice.text);
}

async fn each_invalid_field_is_named(app: TestApp) {
    let (anita, padma) = parent(&app).await;
    for (field, value) in [
        ("name", json!("")),
        ("name", json!("x".repeat(10_000))),
        ("birthDate", json!("")),
        ("birthDate", json!("15/01/2016")),
        ("birthDate", json!("2030-01-01")),
        ("birthDate", json!("2008-03-02")),
        ("location", json!("Mars")),
        ("acceptedTerms", json!("2001-01-01")),
    ] {
        let mut form = learner_form("Asha", &padma);
        form[field] = value;
        let problem = app.post("/api/learners", &form).by(&anita).refused(InvalidFields).await;
        assert_eq!(problem["errors"][0]["field"], field, "{problem}");
    }
    let mut wrong_code = learner_form("Asha", &padma);
    wrong_code["referralCode"] = json!("TCH-XXX-9999");
    app.post("/api/learners", &wrong_code).by(&anita).refused(InvalidInviteCode).await;
    assert_eq!(list(&app, &anita).await, json!([]));
    let emoji = "🩰".repeat(50);
    assert_eq!(add(&app, &anita, &learner_form(&emoji, &padma)).await["name"], emoji);
}

async fn a_date_of_birth_follows_the_guardians_zone(app: TestApp) {
    // It is 2 March in India, and still 1 March in Honolulu.
    let padma = app.teacher("Padma").await;
    let mut form = learner_form("Asha", &padma);
    form["birthDate"] = json!("2008-03-02");
    let in_india = app.person("Anita").await;
    app.post("/api/learners", &form).by(&in_india).refused(InvalidFields).await;
    let in_hawaii = app.person_from("Kai", Some("Pacific/Honolulu")).await;
    assert_eq!(add(&app, &in_hawaii, &form).await["age"], 17);
}

async fn the_eleventh_child_is_refused(app: TestApp) {
    let (anita, padma) = parent(&app).await;
    for number in 1..=10 {
        add(&app, &anita, &learner_form(&format!("Child {number}"), &padma)).await;
    }
    let problem = app.post("/api/learners", &learner_form("One more", &padma)).by(&anita).refused(InvalidFields).await;
    assert_eq!(problem["errors"][0]["message"], "You can add up to 10 learners");
}

async fn two_simultaneous_requests_do_not_exceed_the_limit(app: TestApp) {
    let (anita, padma) = parent(&app).await;
    for number in 1..=9 {
        add(&app, &anita, &learner_form(&format!("Child {number}"), &padma)).await;
    }
    let forms = [learner_form("Asha", &padma), learner_form("Ravi", &padma)];
    let replies = join_all(forms.iter().map(|form| app.post("/api/learners", form).by(&anita).send())).await;
    let mut statuses: Vec<u16> = replies.iter().map(|reply| reply.status.as_u16()).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422]);
    assert_eq!(list(&app, &anita).await.as_array().unwrap().len(), 10);
}

async fn the_only_guardian_cannot_delete_the_account(app: TestApp) {
    let (anita, padma) = parent(&app).await;
    add(&app, &anita, &learner_form("Asha", &padma)).await;
    let form = json!({ "email": anita.email });
    let problem = app.delete("/api/account", &form).by(&anita).refused(OpenObligations).await;
    assert!(problem["detail"].as_str().unwrap().contains("1 learner without another guardian"), "{problem}");
}

async fn terms_are_the_guardians(app: TestApp) {
    let (anita, padma) = parent(&app).await;
    let login = async || app.post("/api/login", &json!({})).by(&anita).ok().await;
    assert_eq!(login().await["termsToAccept"], Value::Null, "before there is anything to agree about");
    add(&app, &anita, &learner_form("Asha", &padma)).await;
    assert_eq!(login().await["termsToAccept"], TERMS_VERSION);
    let mut form = learner_form("Ravi", &padma);
    form["acceptedTerms"] = json!(TERMS_VERSION);
    add(&app, &anita, &form).await;
    assert_eq!(login().await["termsToAccept"], Value::Null);
}

async fn a_teacher_cannot_teach_their_own_child(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let problem = app.post("/api/learners", &learner_form("Asha", &padma)).by(&padma).refused(InvalidFields).await;
    assert_eq!(problem["errors"][0]["field"], "referralCode");
    let leela = app.teacher("Leela").await;
    add(&app, &padma, &learner_form("Asha", &leela)).await;
}

async fn a_guardian_whose_account_was_deleted_cannot_add_a_child(app: TestApp) {
    let (anita, padma) = parent(&app).await;
    app.delete("/api/account", &json!({ "email": anita.email })).by(&anita).ok().await;
    let reply = app.post("/api/learners", &learner_form("Asha", &padma)).by(&anita).send().await;
    assert!(!reply.status.is_success(), "{}", reply.text);
    assert_eq!(app.count("guardians").await, 0);
}
