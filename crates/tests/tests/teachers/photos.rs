//! A teacher's portrait: upload, public address, suspension, export and deletion; and the facts of the invite page.

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, StatusCode};
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_domain::ids::PersonId;
use tala_store::people;
use tala_tests::{Reply, Student, Teacher, TestApp, both_dbs};
use tower::ServiceExt as _;

both_dbs!(
    photo_is_encoded_again_and_served_to_everyone,
    each_upload_has_a_new_address,
    hostile_uploads_are_refused,
    suspension_and_deletion_hide_the_photo,
    public_facts_are_changed_and_shown_to_students,
    public_facts_are_validated,
);

const PICTURE: &[u8] = include_bytes!("../../../../web/public/icon-192.png");

async fn upload(app: &TestApp, teacher: &Teacher, file: &'static [u8]) -> Reply {
    app.request(Method::PUT, "/api/teacher/photo").body(file).by(teacher).send().await
}

async fn saved_path(app: &TestApp, teacher: &Teacher) -> String {
    upload(app, teacher, PICTURE).await.ok()["photoUrl"].as_str().unwrap().to_owned()
}

async fn fetch(app: &TestApp, path: &str) -> (StatusCode, HeaderMap, Vec<u8>) {
    let request = axum::http::Request::get(path).body(Body::empty()).unwrap();
    let (parts, body) = app.router().oneshot(request).await.unwrap().into_parts();
    (parts.status, parts.headers, to_bytes(body, usize::MAX).await.unwrap().to_vec())
}

async fn own(app: &TestApp, teacher: &Teacher) -> Value {
    app.get(&format!("/api/user?email={}", teacher.email)).by(teacher).ok().await
}

async fn photo_is_encoded_again_and_served_to_everyone(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let path = saved_path(&app, &padma).await;
    let (status, headers, jpeg) = fetch(&app, &path).await;
    assert_eq!((status, jpeg.get(..3)), (StatusCode::OK, Some(&[0xff, 0xd8, 0xff][..])));
    assert_eq!(headers["content-type"], "image/jpeg");
    assert_eq!(headers["cache-control"], "public, max-age=31536000, immutable");
    assert_eq!(headers["x-content-type-options"], "nosniff");
    assert_eq!(own(&app, &padma).await["teacherProfile"]["photoUrl"], json!(path));
    let export = app.get("/api/account/export").by(&padma).ok().await;
    assert!(export["teacher"]["photo"].as_str().unwrap().starts_with("data:image/jpeg;base64,/9j/"));
    app.request(Method::DELETE, "/api/teacher/photo").by(&padma).ok().await;
    assert_eq!(fetch(&app, &path).await.0, StatusCode::NOT_FOUND);
    assert_eq!(own(&app, &padma).await["teacherProfile"]["photoUrl"], Value::Null);
}

async fn each_upload_has_a_new_address(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let (first, second) = (saved_path(&app, &padma).await, saved_path(&app, &padma).await);
    assert_ne!(first, second);
    assert_eq!(fetch(&app, &first).await.0, StatusCode::NOT_FOUND);
    assert_eq!(fetch(&app, &second).await.0, StatusCode::OK);
    assert_eq!(app.count("teacher_photos").await, 1);
}

async fn hostile_uploads_are_refused(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let too_large: &'static [u8] = vec![0_u8; 7 * 1024 * 1024].leak();
    for file in [&b""[..], b"<svg onload='alert(1)'/>", b"GIF89a", PICTURE.get(..100).unwrap()] {
        let problem = upload(&app, &padma, file).await.refused(ErrorCode::InvalidFields);
        assert_eq!(problem["errors"][0]["field"], "photo");
    }
    upload(&app, &padma, too_large).await.refused(ErrorCode::BodyTooLarge);
    for path in ["/photos/x.jpg", "/photos/00000000-0000-7000-8000-000000000000.jpg", "/photos/", "/photos/%00.jpg"] {
        assert_eq!(fetch(&app, path).await.0, StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(app.count("teacher_photos").await, 0);
}

async fn suspension_and_deletion_hide_the_photo(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let path = saved_path(&app, &padma).await;
    let suspend = async |at| {
        let tx = app.ctx.store.begin().await.unwrap();
        people::set_suspended(&tx, PersonId::from(padma.id), at).await.unwrap();
        tx.commit().await.unwrap();
    };
    suspend(Some(app.now())).await;
    assert_eq!(fetch(&app, &path).await.0, StatusCode::NOT_FOUND);
    suspend(None).await;
    assert_eq!(fetch(&app, &path).await.0, StatusCode::OK);
    let body = json!({ "email": padma.email }).to_string();
    let request = app.request(Method::DELETE, "/api/account").header("content-type", "application/json");
    request.body(body).by(&padma).ok().await;
    assert_eq!(fetch(&app, &path).await.0, StatusCode::NOT_FOUND);
    assert_eq!(app.count("teacher_photos").await, 0);
}

fn facts() -> Value {
    json!({
        "guru": "Smt. Lakshmi, Chennai", "danceEducation": "MFA", "studentAges": ["adults", "children"],
        "keyHighlights": ["Margazhi 2009", "  "], "performanceVideoLink": "youtu.be/x",
        "languages": ["Tamil", " English ", "tamil"], "showOnList": true,
    })
}

async fn save(app: &TestApp, teacher: &Teacher, profile: Value) -> Reply {
    let form = json!({ "email": teacher.email, "profile": profile });
    app.post("/api/teacher/update-profile", &form).by(teacher).send().await
}

async fn public_facts_are_changed_and_shown_to_students(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let meera: Student = app.student("Meera", &padma).await;
    assert_eq!(own(&app, &padma).await["teacherSettings"]["showOnList"], false, "nobody is listed without agreeing");
    save(&app, &padma, facts()).await.ok();
    for _ in 0..2 {
        let stored = own(&app, &padma).await;
        let profile = &stored["teacherProfile"];
        assert_eq!(profile["guru"], "Smt. Lakshmi, Chennai");
        assert_eq!(profile["studentAges"], json!(["children", "adults"]));
        assert_eq!(profile["keyHighlights"], json!(["Margazhi 2009"]));
        assert_eq!(profile["performanceVideoLink"], "https://youtu.be/x");
        assert_eq!(profile["languages"], json!(["Tamil", "English"]));
        assert_eq!(stored["teacherSettings"]["showOnList"], true);
        // What is absent stays.
        save(&app, &padma, json!({ "phone": "" })).await.ok();
    }
    let seen = app.get(&format!("/api/user?id={}", padma.id)).by(&meera).ok().await;
    assert_eq!(seen["teacherProfile"]["guru"], "Smt. Lakshmi, Chennai");
    assert_eq!(seen["teacherProfile"]["googleMeetLink"], Value::Null);
    assert_eq!(seen["teacherSettings"], Value::Null);
    let listed = tala_store::teachers::list_listed(app.ctx.store.read(), 10).await.unwrap();
    assert_eq!(listed.iter().map(|teacher| teacher.name.as_str()).collect::<Vec<_>>(), ["Padma"]);
    save(&app, &padma, json!({ "performanceVideoLink": "", "showOnList": false })).await.ok();
    assert_eq!(own(&app, &padma).await["teacherProfile"]["performanceVideoLink"], Value::Null);
    assert!(tala_store::teachers::list_listed(app.ctx.store.read(), 10).await.unwrap().is_empty());
}

async fn public_facts_are_validated(app: TestApp) {
    let padma = app.teacher("Padma").await;
    for (field, value) in [
        ("performanceVideoLink", json!("javascript:alert(1)")),
        ("studentAges", json!(["toddlers"])),
        ("keyHighlights", json!(vec!["x"; 11])),
        ("languages", json!((0..11).map(|number| number.to_string()).collect::<Vec<_>>())),
        ("guru", json!("x".repeat(2_001))),
    ] {
        let problem = save(&app, &padma, json!({ field: value })).await.refused(ErrorCode::InvalidFields);
        assert!(problem["errors"][0]["field"].as_str().unwrap().starts_with(&format!("profile.{field}")), "{problem}");
    }
}
