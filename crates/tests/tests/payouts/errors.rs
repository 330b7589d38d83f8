//! An error in one teacher's payout does not affect the others (D25).

use tala_app::services::payout_results::fail_payout;
use tala_app::services::payout_runs::{PayoutExport, export_payouts, run_payouts};
use tala_tests::fixtures::School;
use tala_tests::{Teacher, TestApp, at, both_dbs, days, raw};

use crate::common::teaching::{assert_balanced, book_at, complete_class, save_account};
use crate::payouts::runs::{FIFTEENTH, paid_twice_a_month, run};

both_dbs!(error_in_one_payout_does_not_affect_others, unreadable_account_delays_its_own_payout_only);

/// Two teachers at their payout day, each with one completed class.
async fn two_payouts_due(app: &TestApp) -> [Teacher; 2] {
    let School { teacher, student } = paid_twice_a_month(app).await;
    let leela = app.teacher("Leela").await;
    app.open_hours(&leela, "Asia/Kolkata", 60, &[(0..=6, "00:00", "24:00")]).await;
    save_account(app, &leela, "Bi-weekly").await;
    let anna = app.student("Anna", &leela).await;
    app.lot(&anna, 1, days(30)).await;
    book_at(app, &student, "2026-03-05T03:30:00Z").await;
    let last = book_at(app, &anna, "2026-03-05T04:30:00Z").await;
    complete_class(app, &last).await;
    app.clock.set(at(FIFTEENTH));
    [teacher, leela]
}

async fn unreadable_account_delays_its_own_payout_only(app: TestApp) {
    let [padma, _] = two_payouts_due(&app).await;
    let made = run(&app).await;
    assert_eq!(made.len(), 2);
    let id = raw::id(&app.ctx.store, padma.id.0);
    let whole =
        raw::texts(&app.ctx.store, &format!("SELECT account_encrypted FROM payouts WHERE teacher_id = {id}")).await;
    raw::execute(&app.ctx.store, &format!("UPDATE payouts SET account_encrypted = '{{}}' WHERE teacher_id = {id}"))
        .await;
    let table = export_payouts(&app.ctx, PayoutExport::New).await.unwrap();
    assert_eq!(
        (table.lines().count(), table.contains(",Leela,"), table.contains(",Padma,")),
        (2, true, false),
        "{table}"
    );
    let readable = whole[0].replace('\'', "''");
    raw::execute(
        &app.ctx.store,
        &format!("UPDATE payouts SET account_encrypted = '{readable}' WHERE teacher_id = {id}"),
    )
    .await;
    let table = export_payouts(&app.ctx, PayoutExport::New).await.unwrap();
    assert_eq!(
        (table.lines().count(), table.contains(",Leela,"), table.contains(",Padma,")),
        (2, false, true),
        "{table}"
    );
}

async fn error_in_one_payout_does_not_affect_others(app: TestApp) {
    let [teacher, leela] = two_payouts_due(&app).await;
    for affected in [&teacher, &leela] {
        let drop_trigger = raw::reject_inserts(&app.ctx.store, "payouts", "teacher_id", affected.id.0).await;
        let run = run_payouts(&app.ctx, None).await.unwrap();
        assert_eq!(run.failed, [affected.id]);
        assert_eq!(run.prepared.len(), 1);
        assert_balanced(&app).await;
        for payout in run.prepared {
            fail_payout(&app.ctx, payout.id, None).await.unwrap();
        }
        raw::execute(&app.ctx.store, drop_trigger).await;
    }
    assert_eq!(run(&app).await.len(), 2, "nothing is lost");
}
