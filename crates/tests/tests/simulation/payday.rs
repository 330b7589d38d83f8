//! Payout days: payout runs, exports, and the bank's responses. The expected payouts are computed here independently
//! (D25).

use jiff::civil::Date;
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use tala_app::services::payout_runs::{PayoutExport, export_payouts, run_payouts};
use tala_domain::error::ErrorCode::{PayoutNotExported, Unavailable, VersionConflict};
use tala_tests::raw;
use uuid::Uuid;

use crate::people::CouponTerms;
use crate::random::Random;
use crate::world::World;

/// India has no daylight-saving time.
const INDIA: SignedDuration = SignedDuration::from_mins(330);

pub(crate) async fn act(world: &World<'_>, random: &mut Random) {
    match random.below(10) {
        0..3 => run(world, random).await,
        3..5 => export(world, random).await,
        _ => settle(world, random).await,
    }
}

/// The latest payout day up to now: its first instant in India.
fn last_pay_day(terms: &CouponTerms, now: Timestamp) -> Option<Timestamp> {
    let mut date: Date = jiff::tz::Offset::UTC.to_datetime(now.checked_add(INDIA).unwrap()).date();
    if terms.pay_days.is_empty() {
        return None;
    }
    while !terms.pay_days.contains(&date.day()) {
        date = date.yesterday().unwrap();
    }
    Some(begins(date))
}

fn begins(date: Date) -> Timestamp {
    let midnight = jiff::tz::Offset::UTC.to_timestamp(date.to_datetime(jiff::civil::Time::midnight())).unwrap();
    midnight.checked_sub(INDIA).unwrap()
}

/// Whether teachers with these terms are paid at this instant.
pub(crate) fn is_pay_day(terms: &CouponTerms, cut_off: i64) -> bool {
    let cut_off = Timestamp::from_microsecond(cut_off).unwrap();
    last_pay_day(terms, cut_off) == Some(cut_off)
}

/// Expected payouts of a run now: teacher, currency, amount.
async fn due(world: &World<'_>) -> Vec<(Uuid, String, i64)> {
    let store = &world.app().ctx.store;
    let mut due = Vec::new();
    for (teacher, terms) in world.teachers.iter().zip(&world.terms) {
        let Some(cut_off) = last_pay_day(terms, world.app().now()) else { continue };
        let (id, cut_off) = (raw::id(store, teacher.id.0), cut_off.as_microsecond());
        let sql = format!(
            "SELECT currency, CAST(sum(net_minor) AS bigint) FROM bookings b
              WHERE teacher_id = {id} AND status = 'completed' AND payout_id IS NULL AND ends_at <= {cut_off}
                AND NOT EXISTS (SELECT 1 FROM payouts p WHERE p.teacher_id = {id} AND p.currency = b.currency
                                   AND p.period_end_at = {cut_off} AND p.state <> 'failed')
              GROUP BY currency HAVING sum(net_minor) > 0"
        );
        let rows = raw::rows::<(String, i64)>(store, &sql).await;
        due.extend(rows.into_iter().map(|(currency, amount)| (teacher.id.0, currency, amount)));
    }
    due.sort();
    due
}

pub(crate) async fn run(world: &World<'_>, random: &mut Random) {
    let expected = due(world).await;
    match run_payouts(&world.server(random).ctx, None).await {
        Ok(run) => {
            let made = run.prepared.iter();
            let made =
                made.map(|one| (one.teacher_id.0, one.amount.currency.code().to_owned(), one.amount.amount_minor));
            let mut made: Vec<_> = made.collect();
            made.sort();
            world.trace.write(format!("a payout run makes {made:?}, {} failed", run.failed.len()));
            if world.alone.get() {
                assert_eq!((made, run.failed.len()), (expected, 0));
            }
        }
        Err(error) => {
            world.trace.write(format!("a payout run: {error}"));
            assert!(error.code() == Unavailable && !world.alone.get(), "{error}");
        }
    }
}

/// Every export goes to the bank: no payout may be in two of them.
pub(crate) async fn export(world: &World<'_>, random: &mut Random) {
    match export_payouts(&world.server(random).ctx, PayoutExport::New).await {
        Ok(table) => {
            let rows: Vec<Uuid> =
                table.lines().skip(1).map(|line| line.split(',').next().unwrap().parse().unwrap()).collect();
            world.trace.write(format!("the bank is given {rows:?}"));
            for payout in rows {
                assert!(world.handed_over.borrow_mut().insert(payout), "{payout} is in two exports");
            }
        }
        Err(error) => {
            world.trace.write(format!("a table for the bank: {error}"));
            assert!(error.code() == Unavailable && !world.alone.get(), "{error}");
        }
    }
}

/// Marks a payout as paid, failed or reversed.
async fn settle(world: &World<'_>, random: &mut Random) {
    let sql = "SELECT id, state, CASE WHEN exported_at IS NULL THEN '' ELSE 'in a table' END FROM payouts
                ORDER BY created_at DESC, id DESC LIMIT 6";
    let rows = raw::rows::<(Uuid, String, String)>(&world.app().ctx.store, sql).await;
    let Some((id, state, table)) = random.pick_early(&rows) else { return };
    let verb = random.weighed(&[(5, "paid"), (2, "by hand"), (3, "failed"), (2, "reverse")]);
    let expected = match (verb, state.as_str(), table.is_empty()) {
        ("paid", "prepared", false)
        | ("by hand", "prepared", true)
        | ("failed", "prepared", _)
        | ("reverse", "paid", _) => None,
        ("paid", "prepared", true) => Some(PayoutNotExported),
        _ => Some(VersionConflict),
    };
    let reference = format!("UTR {}", random.next());
    let (path, body) = match verb {
        "failed" | "reverse" => (verb, json!({ "reason": "of the simulation" })),
        _ => ("paid", json!({ "reference": reference, "byHand": verb == "by hand" })),
    };
    let admin = world.admin(random);
    let path = format!("/api/admin/payouts/{id}/{path}");
    let reply = world.server(random).post(&path, &body).as_admin(admin).send().await;
    world.trace.write(format!("the payout {id}, {state} {table}, is {verb}: {:?}", reply.code()));
    let late = matches!(reply.code(), None | Some(PayoutNotExported | VersionConflict | Unavailable));
    assert!(reply.code() == expected || (!world.alone.get() && late), "{verb}, {state} {table}: {}", reply.text);
}

/// Pays everything that is due.
pub(crate) async fn pay_everybody(world: &World<'_>, random: &mut Random) {
    run(world, random).await;
    export(world, random).await;
    let prepared = "SELECT id FROM payouts WHERE state = 'prepared'";
    let prepared = raw::rows::<(Uuid,)>(&world.app().ctx.store, prepared).await;
    // Administrators' sessions have expired by now.
    let admin = world.app().admin_login("first").await;
    for (id,) in prepared {
        let path = format!("/api/admin/payouts/{id}/paid");
        world.app().admin_post(&admin, &path, &json!({ "reference": "UTR 1" })).await;
    }
}
