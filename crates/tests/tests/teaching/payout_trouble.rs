//! One teacher's trouble on a payout day is not the others' (D25).

use tala_app::services::payout_results::fail_payout;
use tala_app::services::payout_runs::{BankTable, bank_csv, run_payouts};
use tala_tests::school::School;
use tala_tests::{Teacher, TestApp, at, both_dbs, days, raw};

use crate::payouts::{FIFTEENTH, paid_twice_a_month, run};
use crate::support::{book_at, hold, in_order, save_account};

both_dbs!(one_teachers_trouble_is_not_the_others, an_account_that_cannot_be_read_waits_alone);

/// Two teachers at their payout day, each with one class held.
async fn two_are_due(app: &TestApp) -> [Teacher; 2] {
    let School { teacher, student } = paid_twice_a_month(app).await;
    let leela = app.teacher("Leela").await;
    app.open_hours(&leela, "Asia/Kolkata", 60, &[(0..=6, "00:00", "24:00")]).await;
    save_account(app, &leela, "Bi-weekly").await;
    let anna = app.student("Anna", &leela).await;
    app.lot(&anna, 1, days(30)).await;
    book_at(app, &student, "2026-03-05T03:30:00Z").await;
    let last = book_at(app, &anna, "2026-03-05T04:30:00Z").await;
    hold(app, &last).await;
    app.clock.set(at(FIFTEENTH));
    [teacher, leela]
}

async fn an_account_that_cannot_be_read_waits_alone(app: TestApp) {
    let [padma, _] = two_are_due(&app).await;
    let made = run(&app).await;
    assert_eq!(made.len(), 2);
    let id = raw::id(&app.ctx.store, padma.id.0);
    let whole = raw::texts(&app.ctx.store, &format!("SELECT account FROM payouts WHERE teacher_id = {id}")).await;
    raw::execute(&app.ctx.store, &format!("UPDATE payouts SET account = '{{}}' WHERE teacher_id = {id}")).await;
    let table = bank_csv(&app.ctx, BankTable::New).await.unwrap();
    assert_eq!(
        (table.lines().count(), table.contains(",Leela,"), table.contains(",Padma,")),
        (2, true, false),
        "{table}"
    );
    let mended = whole[0].replace('\'', "''");
    raw::execute(&app.ctx.store, &format!("UPDATE payouts SET account = '{mended}' WHERE teacher_id = {id}")).await;
    let table = bank_csv(&app.ctx, BankTable::New).await.unwrap();
    assert_eq!(
        (table.lines().count(), table.contains(",Leela,"), table.contains(",Padma,")),
        (2, false, true),
        "{table}"
    );
}

async fn one_teachers_trouble_is_not_the_others(app: TestApp) {
    let [teacher, leela] = two_are_due(&app).await;
    for troubled in [&teacher, &leela] {
        let mend = raw::refuse_inserts(&app.ctx.store, "payouts", "teacher_id", troubled.id.0).await;
        let run = run_payouts(&app.ctx, None).await.unwrap();
        assert_eq!(run.failed, [troubled.id]);
        assert_eq!(run.prepared.len(), 1);
        in_order(&app).await;
        for payout in run.prepared {
            fail_payout(&app.ctx, payout.id, None).await.unwrap();
        }
        raw::execute(&app.ctx.store, mend).await;
    }
    assert_eq!(run(&app).await.len(), 2, "nothing is lost");
}
