//! The statement of a payout: every line and total to the paisa (D20, D22, D25).

use serde_json::{Value, json};
use tala_app::services::payout_runs::run_payouts;
use tala_domain::error::ErrorCode;
use tala_store::payouts;
use tala_tests::{PaymentsApp, at, both_dbs, days, raw};

use crate::common::teaching::{
    assert_balanced, book_at, buy_at, classes_path, column, complete_class, save_account, set_profile_created_at,
};

both_dbs!(a_statement_says_how_each_class_was_paid, the_commission_falls_with_the_hours, the_table_is_safe_to_open);

async fn statement(app: &PaymentsApp, teacher: &tala_tests::Teacher) -> Value {
    let list = app.get("/api/teacher/payouts").by(teacher).ok().await;
    let path = format!("/api/teacher/payouts/{}", list["payouts"][0]["_id"].as_str().unwrap());
    app.get(&path).by(teacher).ok().await
}

async fn table(app: &PaymentsApp, teacher: &tala_tests::Teacher) -> tala_tests::Reply {
    let list = app.get("/api/teacher/payouts").by(teacher).ok().await;
    let path = format!("/api/teacher/payouts/{}/statement.csv", list["payouts"][0]["_id"].as_str().unwrap());
    app.get(&path).by(teacher).send_unchecked().await
}

async fn a_statement_says_how_each_class_was_paid(app: PaymentsApp) {
    let school = app.school().await;
    let (teacher, student) = (&school.teacher, &school.student);
    set_profile_created_at(&app, teacher, at("2025-01-01T00:00:00Z")).await;
    save_account(&app, teacher, "Monthly").await;
    app.coupon("THIRD", 33).await;
    app.coupon("ALL", 100).await;
    // After the first sixty days students pay a service fee.
    raw::execute(
        &app.ctx.store,
        &format!("UPDATE students SET joined_at = {}", at("2025-08-01T00:00:00Z").as_microsecond()),
    )
    .await;
    let class = json!({ "dateTime": "2026-03-04T03:30:00Z", "classTypeKey": "Group", "title": "Jathis" });
    app.post(&classes_path(teacher), &class).by(teacher).ok().await;
    let with_credit = book_at(&app, student, "2026-03-04T03:30:00Z").await;
    let payer = app.student("Ravi", teacher).await;
    raw::execute(
        &app.ctx.store,
        &format!("UPDATE students SET joined_at = {}", at("2025-08-01T00:00:00Z").as_microsecond()),
    )
    .await;
    buy_at(&app, &payer, "2026-03-05T03:30:00Z", Some("THIRD")).await;
    buy_at(&app, &payer, "2026-03-06T03:30:00Z", None).await;
    let slot = app.slot_at(&payer, at("2026-03-07T03:30:00Z")).await;
    let free = app.order(&payer, &slot, Some("ALL")).await;
    assert_eq!(free["free"], true, "{free}");
    app.clock.set(at("2026-04-01T00:00:00Z"));
    app.work().await;
    assert_eq!(run_payouts(&app.ctx, None).await.unwrap().prepared.len(), 1);
    let statement = statement(&app, teacher).await;
    let line = |number: usize, column: &str| statement["lines"][number][column].clone();
    assert_eq!(line(0, "bookingId"), with_credit["_id"]);
    assert_eq!(column(&statement["lines"], "paidWith"), ["credit", "money", "money", "money"]);
    assert_eq!(column(&statement["lines"], "title"), ["Jathis", "", "", ""]);
    // price, coupon, net, 10 % service fee, 2.4 % provider fee, 20 % commission, earnings
    for (number, expected) in [
        [999.0, 0.0, 999.0, 0.0, 0.0, 199.8, 799.2],
        [999.0, 329.67, 669.33, 66.93, 16.06, 133.87, 535.46],
        [999.0, 0.0, 999.0, 99.9, 23.98, 199.8, 799.2],
        [999.0, 999.0, 0.0, 0.0, 0.0, 0.0, 0.0],
    ]
    .into_iter()
    .enumerate()
    {
        let columns = ["basePrice", "discount", "classPrice", "serviceFee", "providerFee", "commission", "net"];
        let found = columns.map(|column| line(number, column).as_f64().unwrap());
        assert_eq!(found, expected, "line {number}");
        assert_eq!(line(number, "commissionPercent"), 20.0);
        assert_eq!(line(number, "commissionHours"), number + 1);
    }
    let totals = json!({
        "classPrice": 2667.33, "discount": 1328.67, "refunded": 0.0, "serviceFee": 166.83, "providerFee": 40.04, "commission": 533.47,
        "net": 2133.86,
    });
    assert_eq!(statement["totals"], totals);
    assert_eq!((&statement["payout"]["amount"], &statement["payout"]["classes"]), (&json!(2133.86), &json!(4)));
    assert_eq!(statement["teacher"], json!({ "name": "Padma", "email": teacher.email }));
    assert_balanced(&app).await;
}

async fn the_commission_falls_with_the_hours(app: PaymentsApp) {
    let school = app.school().await;
    let (teacher, student) = (&school.teacher, &school.student);
    set_profile_created_at(&app, teacher, at("2025-01-01T00:00:00Z")).await;
    save_account(&app, teacher, "Monthly").await;
    app.lot(student, 30, days(60)).await;
    for day in 4..12 {
        for hour in ["03:30", "04:30", "05:30"] {
            book_at(&app, student, &format!("2026-03-{day:02}T{hour}:00Z")).await;
        }
    }
    app.clock.set(at("2026-04-01T00:00:00Z"));
    app.work().await;
    run_payouts(&app.ctx, None).await.unwrap();
    let statement = statement(&app, teacher).await;
    let lines = statement["lines"].as_array().unwrap();
    let told: Vec<_> = lines
        .iter()
        .map(|line| (line["commissionHours"].as_u64().unwrap(), line["commissionPercent"].as_f64().unwrap()))
        .collect();
    let expected: Vec<_> = (1..=24).map(|hour| (hour, if hour <= 20 { 20.0 } else { 18.0 })).collect();
    assert_eq!(told, expected);
    assert_eq!(statement["totals"]["net"], 19_260.72, "20 × 799.20 + 4 × 819.18");
    assert_eq!(statement["payout"]["amount"], 19_260.72);
    assert_eq!(table(&app, teacher).await.text.lines().count(), 25);
    let id = statement["payout"]["_id"].as_str().unwrap().parse().unwrap();
    let (mut pages, mut after) = (Vec::new(), None);
    while pages.len() < 100 {
        let page = payouts::list_lines(app.ctx.store.read(), id, after, 7).await.unwrap();
        let Some(last) = page.last() else { break };
        after = Some(last.booking_id);
        pages.extend(page.iter().map(|line| line.booking_id.to_string()));
    }
    assert_eq!(pages, column(&statement["lines"], "bookingId"), "read in pages, every class comes once");
    assert_balanced(&app).await;
}

async fn the_table_is_safe_to_open(app: PaymentsApp) {
    let school = app.school().await;
    let (teacher, student) = (&school.teacher, &school.student);
    set_profile_created_at(&app, teacher, at("2025-01-01T00:00:00Z")).await;
    save_account(&app, teacher, "Monthly").await;
    let id = raw::id(&app.ctx.store, student.id.0);
    raw::execute(&app.ctx.store, &format!("UPDATE people SET name = '=cmd|'' /C calc''!A0, \"x\"' WHERE id = {id}"))
        .await;
    let booking = book_at(&app, student, "2026-03-04T03:30:00Z").await;
    raw::execute(&app.ctx.store, "UPDATE slots SET title = '=1+1'").await;
    complete_class(&app, &booking).await;
    app.clock.set(at("2026-03-31T18:30:00Z"));
    run_payouts(&app.ctx, None).await.unwrap();
    let reply = table(&app, teacher).await;
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("content-type"), "text/csv; charset=utf-8");
    assert_eq!(reply.header("cache-control"), "no-store");
    assert!(reply.header("content-disposition").starts_with("attachment; filename=\"payout-"));
    let expected = format!(
        "\u{feff}Class (UTC),Booking,Student,Type,Title,Paid with,No-show,Price,Discount,Refunded,Class price,Platform fee,Provider fee,Commission %,\
         Hours,Commission,Net,Currency\r\n\
         2026-03-04T03:30:00Z,{},\"'=cmd|' /C calc'!A0, \"\"x\"\"\",Private,'=1+1,credit,no,999.00,0.00,0.00,999.00,0.00,0.00,20,1,199.80,\
         799.20,INR\r\n",
        booking["_id"].as_str().unwrap()
    );
    assert_eq!(reply.text, expected);
    let list = app.get("/api/teacher/payouts").by(teacher).ok().await;
    let path = format!("/api/teacher/payouts/{}", list["payouts"][0]["_id"].as_str().unwrap());
    let leela = app.teacher("Leela").await;
    for path in [
        path.clone(),
        format!("{path}/statement.csv"),
        "/api/teacher/payouts/x".to_owned(),
        "/api/teacher/payouts/x/statement.csv".to_owned(),
    ] {
        app.get(&path).by(&leela).refused(ErrorCode::NotFound).await;
        app.get(&path).by(student).refused(ErrorCode::RoleNotAllowed).await;
    }
}
