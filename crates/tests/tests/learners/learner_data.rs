//! Export and deletion of a learner's data by a guardian.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{InvalidFields, LearnerNotFound, OpenObligations};
use tala_tests::fixtures::booking_id;
use tala_tests::{Person, Student, TestApp, at, both_dbs, days, raw};

both_dbs!(
    a_guardian_downloads_the_data_of_one_child,
    a_guardian_deletes_the_data_of_a_child,
    a_child_with_open_classes_or_credits_cannot_be_deleted,
    children_of_others_can_neither_be_downloaded_nor_deleted,
    the_last_child_is_deleted_before_the_account,
    a_child_stays_in_the_account_of_the_other_guardian,
);

async fn family(app: &TestApp) -> (Person, Student, Student) {
    let teacher = app.teacher("Padma").await;
    app.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
    let anita = app.person("Anita").await;
    let asha = app.learner("Asha", &anita, &teacher).await;
    let ravi = app.learner("Ravi", &anita, &teacher).await;
    (anita, asha, ravi)
}

fn path_of(learner: &Student) -> String {
    format!("/api/learners/{}", learner.id)
}

async fn a_guardian_downloads_the_data_of_one_child(app: TestApp) {
    let (anita, asha, _) = family(&app).await;
    app.lot(&asha, 2, days(30)).await;
    app.book(&asha, &app.slot_at(&asha, at("2026-03-03T03:30:00Z")).await).await;
    let all = app.get(&format!("{}/export", path_of(&asha))).by(&anita).ok().await;
    assert_eq!((&all["person"]["name"], &all["person"]["birthDate"]), (&json!("Asha"), &json!("2016-01-15")));
    assert_eq!(all["guardians"], json!([{ "_id": anita.id, "name": "Anita" }]));
    assert_eq!((all["classes"].as_array().unwrap().len(), &all["credits"][0]["remaining"]), (1, &json!(1)));
    assert!(!all.to_string().contains("Ravi"), "{all}");
    let own = app.get("/api/account/export").by(&anita).ok().await;
    let names: BTreeSet<_> =
        own["learners"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, BTreeSet::from(["Asha", "Ravi"]));
    assert_eq!(app.count("audit_log WHERE action = 'learner_exported'").await, 1);
}

async fn a_guardian_deletes_the_data_of_a_child(app: TestApp) {
    let (anita, asha, ravi) = family(&app).await;
    let problem = app.delete(&path_of(&asha), &json!({ "name": "Ravi" })).by(&anita).refused(InvalidFields).await;
    assert_eq!(problem["errors"][0]["field"], "name", "{problem}");
    app.delete(&path_of(&asha), &json!({ "name": " asha " })).by(&anita).ok().await;
    let learners = app.get("/api/learners").by(&anita).ok().await["learners"].clone();
    assert_eq!((learners.as_array().unwrap().len(), &learners[0]["name"]), (1, &json!("Ravi")));
    app.get("/api/bookings").by(&asha).refused(LearnerNotFound).await;
    app.delete(&path_of(&asha), &json!({ "name": "asha" })).by(&anita).refused(LearnerNotFound).await;
    let id = raw::id(&app.ctx.store, asha.id.0);
    let left = format!("people WHERE id = {id} AND name = 'Deleted person' AND birth_date IS NULL");
    assert_eq!(app.count(&left).await, 1);
    assert_eq!(app.get("/api/bookings").by(&ravi).ok().await, Value::Array(vec![]));
}

async fn a_child_with_open_classes_or_credits_cannot_be_deleted(app: TestApp) {
    let (anita, asha, _) = family(&app).await;
    app.lot(&asha, 1, days(30)).await;
    let booking = app.book(&asha, &app.slot_at(&asha, at("2026-03-03T03:30:00Z")).await).await;
    let form = json!({ "name": "Asha" });
    let problem = app.delete(&path_of(&asha), &form).by(&anita).refused(OpenObligations).await;
    assert!(problem["detail"].as_str().unwrap().contains("1 class that is booked"), "{problem}");
    app.post(&format!("/api/bookings/{}/cancel", booking_id(&booking)), &json!({})).by(&asha).ok().await;
    app.advance(days(40));
    app.work().await;
    app.delete(&path_of(&asha), &form).by(&anita).ok().await;
    assert_eq!(app.ledger_findings().await, []);
}

async fn children_of_others_can_neither_be_downloaded_nor_deleted(app: TestApp) {
    let (_, asha, _) = family(&app).await;
    let farah = app.person("Farah").await;
    let form = json!({ "name": "Asha" });
    for person in [&farah, &*asha.teacher] {
        app.get(&format!("{}/export", path_of(&asha))).by(person).refused(LearnerNotFound).await;
        app.delete(&path_of(&asha), &form).by(person).refused(LearnerNotFound).await;
    }
}

async fn the_last_child_is_deleted_before_the_account(app: TestApp) {
    let (anita, asha, ravi) = family(&app).await;
    let form = json!({ "email": anita.email });
    app.delete("/api/account", &form).by(&anita).refused(OpenObligations).await;
    for child in [asha, ravi] {
        app.delete(&path_of(&child), &json!({ "name": child.name })).by(&anita).ok().await;
    }
    app.delete("/api/account", &form).by(&anita).ok().await;
}

async fn a_child_stays_in_the_account_of_the_other_guardian(app: TestApp) {
    let (anita, asha, _) = family(&app).await;
    let (bela, asha_of_bela) = app.second_guardian("Bela", &asha).await;
    app.lot(&asha, 2, days(30)).await;
    app.delete(&path_of(&asha), &json!({ "name": "Asha" })).by(&bela).ok().await;
    app.get("/api/bookings").by(&asha_of_bela).refused(LearnerNotFound).await;
    assert_eq!(app.get("/api/guardians").by(&asha).ok().await["guardians"].as_array().unwrap().len(), 1);
    let profile = app.get(&format!("/api/student-profile?email={}", anita.email)).by(&asha).ok().await;
    assert_eq!(profile["classCredits"], 2, "nothing of the child is lost");
}
