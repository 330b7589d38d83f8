//! Grants of credits at the command line (D17).

use tala_app::services::credit_grants::{CreditGrantRequest, grant_credits};
use tala_domain::error::ErrorCode;
use tala_tests::{TestApp, both_dbs, hours};

both_dbs!(granted_credits_can_be_spent_and_the_ledger_balances, a_grant_out_of_bounds_changes_nothing,);

fn grant(email: &str, classes: u32, days: i64) -> CreditGrantRequest {
    CreditGrantRequest { student: email.to_owned(), classes, days, reason: "a test".to_owned() }
}

async fn granted_credits_can_be_spent_and_the_ledger_balances(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let meera = app.student("Meera", &padma).await;
    grant_credits(&app.ctx, &grant(&meera.email, 2, 30)).await.unwrap();
    let profile = app.get(&format!("/api/student-profile?email={}", meera.email)).by(&meera).ok().await;
    assert_eq!(profile["classCredits"], 2);
    assert_eq!(profile["classCreditsExpiry"], tala_tests::later(app.now(), hours(24 * 30)).to_string());
    let history = app.get("/api/credit-history").by(&meera).ok().await;
    assert_eq!(history["entries"][0]["kind"], "granted");
    assert_eq!(history["entries"][0]["credits"], 2);
    assert_eq!(app.ledger_findings().await, []);
}

async fn a_grant_out_of_bounds_changes_nothing(app: TestApp) {
    let padma = app.teacher("Padma").await;
    let meera = app.student("Meera", &padma).await;
    for (classes, days) in [(0, 30), (101, 30), (1, 0), (1, 367)] {
        let error = grant_credits(&app.ctx, &grant(&meera.email, classes, days)).await.unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidFields);
    }
    let teacher = grant_credits(&app.ctx, &grant(&padma.email, 1, 30)).await.unwrap_err();
    assert_eq!(teacher.code(), ErrorCode::NotFound);
    assert_eq!(app.count("credit_lots").await, 0);
}
