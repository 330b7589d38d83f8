//! The facts of the invite page, and the limit of wrong codes.

use tala_app::services::invitations::find_invitation;
use tala_domain::error::ErrorCode;
use tala_domain::identity::TeacherStatus;
use tala_domain::ids::PersonId;
use tala_store::people;
use tala_tests::{TestApp, both_dbs};

both_dbs!(
    invitation_has_prices_and_open_times,
    unusable_code_reveals_nothing,
    wrong_codes_are_limited_by_network,
    taken_times_are_left_out,
);

async fn refusal(app: &TestApp, client: &str, code: &str) -> Option<ErrorCode> {
    find_invitation(&app.ctx, client, code).await.err().map(|error| error.code())
}

async fn invitation_has_prices_and_open_times(app: TestApp) {
    let school = app.school().await;
    let invitation =
        find_invitation(&app.ctx, "a", &format!(" {}\n", school.teacher.code.to_lowercase())).await.unwrap();
    assert_eq!((invitation.code.as_str(), invitation.name.as_str()), (school.teacher.code.as_str(), "Padma"));
    assert_eq!(invitation.time_zone.as_deref(), Some("Asia/Kolkata"));
    // 999 rupees and 2.4 % for the payment provider; the platform fee is waived for a new student.
    let prices: Vec<String> = invitation.prices.iter().map(|price| price.to_major_text()).collect();
    assert_eq!(prices.first().map(String::as_str), Some("1022.98"));
    assert!(invitation.is_fee_waived && invitation.later_fee.0 == 1_000);
    assert_eq!(invitation.open_times.len(), 6);
    for pair in invitation.open_times.windows(2) {
        assert!(pair[1].starts_at.duration_since(pair[0].starts_at).as_hours() >= 1, "one class lasts an hour");
    }
}

async fn unusable_code_reveals_nothing(app: TestApp) {
    let devika = app.teacher_with("Devika", TeacherStatus::Pending).await;
    let ravi = app.teacher_with("Ravi", TeacherStatus::Rejected).await;
    let padma = app.teacher("Padma").await;
    let tx = app.ctx.store.begin().await.unwrap();
    people::set_suspended(&tx, PersonId::from(padma.id), Some(app.now())).await.unwrap();
    tx.commit().await.unwrap();
    let long = "T".repeat(10_000);
    for code in
        [&devika.code, &ravi.code, &padma.code, "TCH-ZZZ-9999", "", "' OR 1=1 --", "TCH-\u{0}AB-1234", "💃", &long]
    {
        assert_eq!(refusal(&app, "a", code).await, Some(ErrorCode::InvalidInviteCode), "{code:?}");
    }
}

async fn wrong_codes_are_limited_by_network(app: TestApp) {
    let padma = app.teacher("Padma").await;
    for _ in 0..20 {
        assert_eq!(refusal(&app, "a", "TCH-ZZZ-9999").await, Some(ErrorCode::InvalidInviteCode));
    }
    assert_eq!(refusal(&app, "a", &padma.code).await, Some(ErrorCode::TooManyRequests));
    assert_eq!(refusal(&app, "b", &padma.code).await, None);
}

async fn taken_times_are_left_out(app: TestApp) {
    let school = app.school().await;
    let before = find_invitation(&app.ctx, "a", &school.teacher.code).await.unwrap();
    let first = before.open_times[0].starts_at;
    let slot = app.slot_at(&school.student, first).await;
    app.book(&school.student, &slot).await;
    let after = find_invitation(&app.ctx, "a", &school.teacher.code).await.unwrap();
    assert!(after.open_times.iter().all(|time| time.starts_at != first));
}
