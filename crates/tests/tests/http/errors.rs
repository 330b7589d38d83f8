//! HTTP errors: for any request the response is a problem object with a stable code. `Request::send` checks the rest.

use axum::http::Method;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_tests::fixtures::{School, booking_body};
use tala_tests::{Database, Reply, TestApp, both_dbs};

both_dbs!(
    an_unknown_path_is_a_problem_too,
    a_method_that_a_path_does_not_take_is_a_problem_too,
    a_body_that_is_too_large_is_refused,
    a_body_that_is_no_json_is_refused,
    a_body_that_is_no_object_is_refused,
    body_nested_too_deeply_is_rejected,
    the_configuration_is_public,
    the_description_is_the_committed_one,
    too_many_requests_from_one_address_are_refused,
    behind_a_proxy_the_last_forwarded_address_counts,
    arbitrary_path_gets_a_problem_object,
    every_request_has_a_unique_id,
);

async fn an_unknown_path_is_a_problem_too(app: TestApp) {
    for path in
        ["/api/nothing", "/api/login/", "/api/teacher", "/api/teacher/x/y/z", "/api/%F0%9F%92%83", "/api/..%2f..%2fetc"]
    {
        for method in [Method::GET, Method::POST, Method::DELETE] {
            app.request(method, path).refused(ErrorCode::NoSuchPath).await;
        }
    }
}

async fn a_method_that_a_path_does_not_take_is_a_problem_too(app: TestApp) {
    for (method, path) in [
        (Method::GET, "/api/login"),
        (Method::DELETE, "/api/bookings"),
        (Method::PUT, "/api/book-with-credits"),
        (Method::PATCH, "/api/config"),
        (Method::OPTIONS, "/api/slots"),
    ] {
        let reply = app.request(method, path).send().await;
        reply.refused(ErrorCode::MethodNotAllowed);
        assert!(!reply.header("allow").is_empty(), "{path}");
    }
}

async fn a_body_that_is_too_large_is_refused(app: TestApp) {
    let School { student, .. } = app.school().await;
    let slot = app.slots(&student).await[0].clone();
    let mut body = booking_body(&student, &slot);
    body["studentName"] = json!("n".repeat(64 * 1024));
    app.post("/api/book-with-credits", &body).by(&student).refused(ErrorCode::BodyTooLarge).await;
    assert_eq!(app.count("bookings").await, 0);
    body["studentName"] = json!("n".repeat(60 * 1024));
    app.post("/api/book-with-credits", &body).by(&student).ok().await;
}

async fn body_nested_too_deeply_is_rejected(app: TestApp) {
    let kavya = app.person("Kavya").await;
    for (depth, is_accepted) in [(20, true), (40, false), (5_000, false)] {
        let body = format!("{{\"unknown\":{}{}}}", "[".repeat(depth), "]".repeat(depth));
        let request = app.request(Method::POST, "/api/login").header("content-type", "application/json").body(body);
        let reply = request.by(&kavya).send().await;
        if is_accepted {
            reply.ok();
        } else {
            reply.refused(ErrorCode::MalformedRequest);
        }
    }
}

async fn a_body_that_is_no_json_is_refused(app: TestApp) {
    let kavya = app.person("Kavya").await;
    for body in ["", "{", "null", "[]", "\"x\"", "{\"email\":}", "email=kavya", "\u{0}", "{\"email\":\"\\ud800\"}"] {
        let request = app.request(Method::POST, "/api/user-status").header("content-type", "application/json");
        request.body(body).by(&kavya).refused(ErrorCode::MalformedRequest).await;
    }
    let not_utf8 = app.request(Method::POST, "/api/user-status").header("content-type", "application/json");
    not_utf8.body(&b"{\"email\":\"\xff\"}"[..]).by(&kavya).refused(ErrorCode::MalformedRequest).await;
    let deep = "[".repeat(30_000);
    let request = app.request(Method::POST, "/api/user-status").header("content-type", "application/json");
    request.body(deep).by(&kavya).refused(ErrorCode::MalformedRequest).await;
    let good = json!({ "email": kavya.email }).to_string();
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
        let request = app.request(Method::POST, "/api/user-status").header("content-type", kind).body(good.clone());
        request.by(&kavya).refused(ErrorCode::MalformedRequest).await;
    }
    app.request(Method::POST, "/api/user-status")
        .body(good.clone())
        .by(&kavya)
        .refused(ErrorCode::MalformedRequest)
        .await;
    let request =
        app.request(Method::POST, "/api/user-status").header("content-type", "application/json; charset=utf-8");
    request.body(good).by(&kavya).ok().await;
}

/// A body without field names is refused, even if its values are in the order of our struct's fields.
async fn a_body_that_is_no_object_is_refused(app: TestApp) {
    let kavya = app.person("Kavya").await;
    let nobody = uuid::Uuid::nil();
    for (path, body) in [
        ("/api/user-status".to_owned(), json!([kavya.email])),
        ("/api/login".to_owned(), json!([kavya.email, null, null])),
        (format!("/api/bookings/{nobody}/cancel"), json!(["I am ill"])),
        (format!("/api/bookings/{nobody}/cancel"), json!("I am ill")),
    ] {
        app.post(&path, &body).by(&kavya).refused(ErrorCode::MalformedRequest).await;
    }
    let owner = app.new_admin("owner").await;
    let reject = format!("/api/admin/reject-teacher/{nobody}");
    app.post(&reject, &json!(["No place", null])).as_admin(&owner).refused(ErrorCode::MalformedRequest).await;
    app.post(&reject, &Value::Null).as_admin(&owner).refused(ErrorCode::NotFound).await;
}

async fn the_configuration_is_public(app: TestApp) {
    let config = app.get("/api/config").ok().await;
    assert_eq!(
        config,
        json!({
            "productName": "Tala", "supportEmail": "help@tala.test", "postalAddress": "1 Temple Street, Chennai",
            "socialLinks": [{ "label": "Instagram", "url": "https://instagram.test/tala" }],
            "publicUrl": "https://tala.test", "demo": false,
            "oidc": { "authority": "https://id.test", "clientId": "tala-web", "audience": "tala-api",
                      "scope": "openid profile email offline_access", "redirectPath": "/auth/callback", "postLogoutPath": "/" },
            "limits": { "noticeHours": 12, "windowDays": 28, "creditWarningDays": 7 },
            "cancelling": {
                "money": [{ "hoursBefore": 24, "brings": "refund" }, { "hoursBefore": 12, "brings": "credit" }],
                "coupon": [{ "hoursBefore": 24, "brings": "refund" }, { "hoursBefore": 12, "brings": "credit" }],
                "credit": [{ "hoursBefore": 12, "brings": "credit_returned" }],
            },
            "payments": null,
        })
    );
}

async fn the_description_is_the_committed_one(app: TestApp) {
    let served = app.get("/api/openapi.json").ok().await;
    let generated: Value = serde_json::from_str(&tala_app::router::openapi_json().unwrap()).unwrap();
    assert_eq!(served, generated);
    let committed = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../openapi.json")).unwrap();
    let committed: Value = serde_json::from_str(&committed).unwrap();
    assert!(committed == generated, "openapi.json is out of date; run scripts/generated");
    let refusal = &generated["paths"]["/api/login"]["post"]["responses"]["403"]["content"];
    assert!(refusal["application/problem+json"].is_object(), "refusals are answered as problems: {refusal}");
}

/// Limit of one request a second with a burst of four.
async fn limited(database: Database, trust_proxy: bool) -> TestApp {
    TestApp::with(database, |settings| {
        settings.requests_per_second = 1;
        settings.trust_proxy = trust_proxy;
    })
    .await
}

/// Sends four requests that succeed, then more until one is refused. The limiter uses the machine's clock, not the
/// test's.
async fn send_until_refused(ask: impl AsyncFn(usize) -> Reply) -> Reply {
    for number in 0..4 {
        ask(number).await.ok();
    }
    for number in 4..100 {
        let reply = ask(number).await;
        if !reply.status.is_success() {
            reply.refused(ErrorCode::TooManyRequests);
            return reply;
        }
    }
    panic!("no request was rate limited");
}

async fn too_many_requests_from_one_address_are_refused(database: Database) {
    let app = limited(database, false).await;
    let ask =
        async |peer: &str| app.get("/api/config").from(peer).header("x-forwarded-for", "203.0.113.9").send().await;
    let reply = send_until_refused(async |number| ask(&format!("192.0.2.1:{}", 1000 + number)).await).await;
    assert_eq!(reply.header("retry-after"), "2");
    ask("192.0.2.2:1000").await.ok();
    send_until_refused(async |number| ask(&format!("[2001:db8:0:1::{number}]:1000")).await).await;
    ask("[2001:db8:0:2::1]:1000").await.ok();
}

async fn behind_a_proxy_the_last_forwarded_address_counts(database: Database) {
    let app = limited(database, true).await;
    let ask = async |forwarded: &str| {
        app.get("/api/config").from("10.0.0.1:99").header("x-forwarded-for", forwarded).send().await
    };
    send_until_refused(async |number| ask(&format!("203.0.113.{number}, 192.0.2.1")).await).await;
    ask("192.0.2.1, 192.0.2.77").await.ok();
    send_until_refused(async |number| ask(&format!("garbage {number}")).await).await;
}

async fn arbitrary_path_gets_a_problem_object(app: TestApp) {
    let School { student, .. } = app.school().await;
    for id in
        ["x", "%00", "%ff", "..", "0", "%F0%9F%92%83", &"9".repeat(5_000), "019caccf-6940-715c-8289-ec2d0a9167ec'--"]
    {
        for path in [format!("/api/teacher/{id}/availability"), format!("/api/teacher/{id}/available-slots")] {
            let reply = app.get(&path).by(&student).send().await;
            assert!(
                matches!(reply.code(), Some(ErrorCode::NotFound | ErrorCode::NoSuchPath)),
                "{path}: {}",
                reply.text
            );
        }
        let reply = app.get(&format!("/api/user?id={id}")).by(&student).send().await;
        assert!(reply.status.is_client_error(), "{id}: {}", reply.text);
    }
    let twice = app.get("/api/user?id=1&id=2").by(&student).send().await;
    twice.refused(ErrorCode::MalformedRequest);
    app.get("/api/student-profile").by(&student).refused(ErrorCode::MalformedRequest).await;
}

async fn every_request_has_a_unique_id(app: TestApp) {
    let one = app.get("/api/config").header("x-request-id", "chosen-by-the-client").send().await;
    let other = app.get("/api/config").send().await;
    assert_ne!(one.header("x-request-id"), other.header("x-request-id"));
}
