//! The rate limit on invite codes (D9).

use serde_json::json;
use tala_domain::error::ErrorCode;
use tala_tests::{Person, TestApp, both_dbs, hours};

both_dbs!(failed_code_attempts_are_limited_across_servers,);

pub(super) async fn join(app: &TestApp, person: &Person, code: &str) -> tala_tests::Reply {
    let form = json!({ "email": person.email, "name": person.name, "referralCode": code, "location": "India" });
    app.post("/api/onboard-student", &form).by(person).send().await
}

async fn failed_code_attempts_are_limited_across_servers(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let (guesser, kavya) = (app.person("Guesser").await, app.person("Kavya").await);
    let second = app.another_server(2).await;
    for number in 0..20 {
        let server = if number % 2 == 0 { &app } else { &second };
        join(server, &guesser, &format!("TCH-ZZZ-{number:04}")).await.refused(ErrorCode::InvalidInviteCode);
    }
    join(&app, &guesser, &padma.code).await.refused(ErrorCode::TooManyRequests);
    join(&second, &guesser, &padma.code).await.refused(ErrorCode::TooManyRequests);
    join(&second, &kavya, &padma.code).await.ok();
    app.advance(hours(1));
    join(&app, &guesser, &padma.code).await.ok();
}
