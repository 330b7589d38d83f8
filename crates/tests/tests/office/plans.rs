//! Lists of the back office over many rows: whichever filter is chosen, however rare what it finds, no list looks through
//! all bookings, orders, payments, lines of the log, pieces of work or people.

use tala_db::Backend;
use tala_domain::booking::{BookingCode, BookingStatus};
use tala_domain::ids::PersonId;
use tala_domain::payments::{OrderState, RefundState};
use tala_domain::payouts::PayoutState;
use tala_store::bookings::{self, BookingFilter};
use tala_store::orders::{self, OrderFilter};
use tala_store::outbox::{self, Pile};
use tala_store::people::{self, PersonFilter};
use tala_store::{Store, audit, coupons, payouts, refunds, support, teachers, waitlist};
use tala_tests::recorder::{Recorder, Statement, plan, reads_all};
use tala_tests::{School, TestApp, at, both_dbs, days, later, raw};

use crate::support::applicant;

both_dbs!(no_list_reads_a_whole_table, no_search_reads_everybody, the_list_of_applications_is_one_query);

/// By their names and aliases.
const TABLES: [&str; 9] = ["bookings", "b", "t", "orders", "payments", "refunds", "audit_log", "l", "outbox"];
/// Others than the one who is rarely seen.
const STUDENTS: usize = 20;
pub(crate) const ROWS: i64 = 30_000;
/// So many rows may be looked at in vain.
pub(crate) const IN_VAIN: f64 = 2_000.0;

/// Thirty thousand of everything, almost all of it ended well. What did not is the oldest.
async fn a_busy_year(app: &TestApp) -> School {
    let store = &app.ctx.store;
    let school = app.school().await;
    let quiet = app.student("Quiet", &school.teacher).await;
    let teacher = raw::id(store, school.teacher.id.0);
    let quiet = raw::id(store, quiet.id.0);
    let mut whose = vec![format!("CASE WHEN i < 4 THEN {quiet}")];
    for number in 1..STUDENTS {
        let student = app.student(&format!("Student {number}"), &school.teacher).await;
        whose.push(format!("WHEN i % {STUDENTS} = {number} THEN {}", raw::id(store, student.id.0)));
    }
    let whose = format!("{} ELSE {} END", whose.join(" "), raw::id(store, school.student.id.0));
    let (slot, booking, order, payment) =
        (raw::numbered(store, 1), raw::numbered(store, 2), raw::numbered(store, 3), raw::numbered(store, 4));
    let (no, hour) = (raw::truth(store, false), 3_600_000_000_i64);
    let numbers = format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS})");
    let start = format!("{} + i * {hour}", app.now().as_microsecond() - (ROWS + 100) * hour);
    let rare = |rare: &str, usual: &str| format!("CASE WHEN i < 4 THEN '{rare}' ELSE '{usual}' END");
    let statements = [
        format!(
            "INSERT INTO slots (id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost, created_at)
             {numbers} SELECT {slot}, {teacher}, {start}, 'virtual', 'private', 1, 1, 1, 0 FROM n"
        ),
        format!(
            "INSERT INTO bookings (id, slot_id, student_id, teacher_id, starts_at, ends_at, status, no_show, payment_status,
                 credits_used, amount_minor, base_amount_minor, currency, calendar_sequence, created_at, updated_at)
             {numbers} SELECT {booking}, {slot}, {whose}, {teacher}, {start}, {start} + {hour},
                 CASE WHEN i < 3 THEN 'cancelled' WHEN i = 3 THEN 'confirmed' ELSE 'completed' END, {no}, 'credit', 1, 99900,
                 99900, 'INR', 0, 0, 0 FROM n"
        ),
        format!(
            "INSERT INTO orders (id, student_id, teacher_id, package_size, slot_kind, class_type, starts_at, credit_cost, state, seat, currency, rate_minor,
                 base_minor, discount_percent, discount_minor, price_minor, service_rate, service_fee_minor,
                 service_waived_minor, provider_rate, provider_fee_minor, total_minor, coupon_held, provider_order_id, checks,
                 created_at, updated_at)
             {numbers} SELECT {order}, {whose}, {teacher}, 0, 'virtual', 'private', i, 1, {}, 'none', 'INR', 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1,
                 {no}, 'order_' || i, 0, i, i FROM n",
            rare("open", "booked")
        ),
        format!(
            "INSERT INTO payments (id, provider_payment_id, order_id, amount_minor, currency, state, disposition, created_at,
                 updated_at) {numbers} SELECT {payment}, 'pay_' || i, {order}, 1, 'INR', {}, 'none', i, {start} FROM n",
            rare("failed", "captured")
        ),
        format!(
            "INSERT INTO refunds (id, payment_id, order_id, amount_minor, currency, reason, state, attempt, checks, created_at,
                 updated_at) {numbers} SELECT {}, {payment}, {order}, 1, 'INR', 'cancelled', {}, 1, 0, i, i FROM n",
            raw::numbered(store, 5),
            rare("failed", "done")
        ),
        format!(
            "INSERT INTO audit_log (id, happened_at, actor_id, action, subject_id, detail, admin)
             {numbers} SELECT {}, i, CASE WHEN i < 4 THEN {quiet} END, {}, {booking}, '{{}}', CASE WHEN i = 5 THEN 'finance'
                 WHEN i > 3 THEN 'support' END FROM n",
            raw::numbered(store, 6),
            rare("coupon_stopped", "booking_made")
        ),
        format!(
            "INSERT INTO outbox (id, topic, subject_id, payload, state, run_at, attempts, created_at)
             {numbers} SELECT {}, 'x', {booking}, '{{}}', CASE WHEN i < 4 THEN 'dead' WHEN i < 7 THEN 'ready' ELSE 'done' END,
                 0, 0, 0 FROM n",
            raw::numbered(store, 7)
        ),
    ];
    raw::attempt(store, &statements.each_ref().map(String::as_str)).await.unwrap();
    app.add_admin("support", "support", false).await;
    app.add_admin("finance", "finance", false).await;
    raw::execute(store, "ANALYZE").await;
    school
}

/// Asks everything that the lists ask where what is found is rare, or where a page begins in the middle.
async fn ask(recorder: &Recorder<'_>, app: &TestApp, quiet: PersonId, usual: PersonId) {
    let (now, far) = (app.now(), later(app.now(), -days(1_300)));
    let all = BookingFilter::default;
    for filter in [
        BookingFilter { status: Some(BookingStatus::Cancelled), ..all() },
        BookingFilter { status: Some(BookingStatus::Confirmed), to: Some(now), ..all() },
        BookingFilter { status: Some(BookingStatus::Completed), to: Some(now), ..all() },
        BookingFilter { not_cancelled: true, ..all() },
        BookingFilter { from: Some(far), to: Some(later(far, days(1))), ..all() },
        BookingFilter { people: Some(vec![quiet]), ..all() },
        BookingFilter { people: Some(vec![quiet, usual]), not_cancelled: true, ..all() },
    ] {
        let page = bookings::list_office(recorder, &filter, None, 3).await.unwrap();
        if let Some(last) = page.last() {
            bookings::list_office(recorder, &filter, Some(last.id), 3).await.unwrap();
        }
    }
    let [some] = &bookings::list_office(recorder, &BookingFilter { people: Some(vec![quiet]), ..all() }, None, 1)
        .await
        .unwrap()[..]
    else {
        panic!("nobody's booking")
    };
    assert_eq!(bookings::list_by_code(recorder, BookingCode::of(some.id)).await.unwrap()[0].id, some.id);
    for filter in [
        OrderFilter { state: Some(OrderState::Open), ..OrderFilter::default() },
        OrderFilter { people: Some(vec![quiet]), ..OrderFilter::default() },
        OrderFilter { provider_id: Some("order_2".to_owned()), ..OrderFilter::default() },
        OrderFilter { provider_id: Some("pay_2".to_owned()), ..OrderFilter::default() },
        OrderFilter { failed_since: Some(far), ..OrderFilter::default() },
    ] {
        assert_ne!(orders::list_office(recorder, &filter, None, 3).await.unwrap().len(), 0, "{filter:?}");
    }
    refunds::list_page(recorder, Some(RefundState::Failed), None, 51).await.unwrap();
    payouts::list_page(recorder, Some(PayoutState::Failed), None, 51).await.unwrap();
    outbox::list_pile(recorder, Pile::Dead, None, 51).await.unwrap();
    outbox::list_pile(recorder, Pile::Due(now), None, 51).await.unwrap();
    let some = |text: &str| Some(text.to_owned());
    for filter in [
        audit::Filter { action: some("coupon"), ..audit::Filter::default() },
        audit::Filter { action: some("booking"), ..audit::Filter::default() },
        audit::Filter { name: some("quiet"), ..audit::Filter::default() },
        audit::Filter { name: some("finance"), action: some("booking"), ..audit::Filter::default() },
        audit::Filter { admin: some("finance"), ..audit::Filter::default() },
        audit::Filter { actor: Some(quiet), ..audit::Filter::default() },
    ] {
        let page = audit::list_lines(recorder, &filter, None, 2).await.unwrap();
        assert_ne!(page.len(), 0, "{filter:?}");
        audit::list_lines(recorder, &filter, page.last().map(|line| line.id), 2).await.unwrap();
    }
    support::list_messages(recorder, Some(true), None, None, 51).await.unwrap();
    people::list_page(recorder, PersonFilter::Students, None, None, 51).await.unwrap();
    waitlist::list_page(recorder, &waitlist::WaitFilter::default(), None, 51).await.unwrap();
    coupons::list_page(recorder, None, 51).await.unwrap();
}

/// How many rows PostgreSQL has looked at in vain; SQLite does not tell.
pub(crate) async fn looked_at_in_vain(store: &Store, statement: &Statement) -> f64 {
    if store.backend() == Backend::Sqlite {
        return 0.0;
    }
    let sql = format!("(ANALYZE, TIMING OFF) {}", statement.sql);
    let steps = plan(store, &Statement { sql, ..statement.clone() }).await;
    let counts = steps.iter().filter_map(|step| step.trim().strip_prefix("Rows Removed by ")?.split(": ").nth(1));
    counts.map(|count| count.trim().parse::<f64>().unwrap()).sum()
}

async fn no_list_reads_a_whole_table(app: TestApp) {
    let school = a_busy_year(&app).await;
    let store = &app.ctx.store;
    let quiet = people::list_ids(store.read(), "quiet", 2).await.unwrap()[0];
    let recorder = Recorder::new(store);
    ask(&recorder, &app, quiet, school.student.id).await;
    let mut wrong = Vec::new();
    for statement in recorder.asked() {
        let steps = plan(store, &statement).await;
        let vain = looked_at_in_vain(store, &statement).await;
        // SQLite: along an index through everything is through everything. The log is called `a`, as are a teacher's hours;
        // `t` are also the teachers, of whom there is one here.
        let along = |step: &String| {
            ["SCAN orders USING", "SCAN a USING"].iter().any(|words| step.contains(words)) || step == "SCAN a"
        };
        let whole = |step: &String| reads_all(step, &TABLES) && step != "SCAN t LEFT-JOIN";
        let rare = statement.sql.contains("t.status = 'cancelled'") || statement.sql.contains("t.status = 'confirmed'");
        let past_others = |step: &String| rare && step.contains("bookings_newest");
        if vain > IN_VAIN || steps.iter().any(|step| whole(step) || along(step) || past_others(step)) {
            wrong.push(format!("{vain} {}\n  {}", statement.sql, steps.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    // The eye that looks for it sees it.
    let whole = Statement::new("SELECT COUNT(*) FROM outbox WHERE attempts = 77");
    let steps = plan(store, &whole).await;
    assert!(steps.iter().any(|step| reads_all(step, &TABLES)), "{steps:?}");
    assert!(store.backend() == Backend::Sqlite || looked_at_in_vain(store, &whole).await > IN_VAIN);
    // And every page is what it was.
    let filter = BookingFilter { people: Some(vec![quiet]), ..BookingFilter::default() };
    let page = bookings::list_office(store.read(), &filter, None, 51).await.unwrap();
    let starts: Vec<_> = page.iter().map(|booking| booking.starts_at).collect();
    assert!(starts.len() == 3 && starts.is_sorted_by(|a, b| a > b), "{starts:?}");
}

/// Thirty thousand people: all have one word, half another, the three oldest a rare one.
pub(crate) async fn a_crowd(store: &Store) {
    let numbers = format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS})");
    let id = raw::numbered(store, 8);
    let words = |word: &str, which: &str| {
        format!("INSERT INTO people_words (word, person_id) {numbers} SELECT {word}, {id} FROM n WHERE {which}")
    };
    let statements = [
        format!("INSERT INTO people (id, name, created_at, searched_as) {numbers} SELECT {id}, 'x', 0, 'x ' FROM n"),
        words("'everybody'", "1 = 1"),
        words("'half'", "i % 2 = 0"),
        words("'rare'", "i < 4"),
        words("'own' || i", "1 = 1"),
    ];
    raw::attempt(store, &statements.each_ref().map(String::as_str)).await.unwrap();
    raw::execute(store, "ANALYZE").await;
}

async fn no_search_reads_everybody(app: TestApp) {
    let store = &app.ctx.store;
    a_crowd(store).await;
    let recorder = Recorder::new(store);
    // (what is searched for, how many are found, whether people are looked through, newest first)
    for (search, found, through) in [
        ("rare", 3, false),
        ("own299 everybody", 50, false),
        ("everybody own12", 50, false),
        ("EVERY rare", 3, false),
        ("nobody", 0, false),
        ("everybody", 50, true),
        ("half everybody", 50, true),
    ] {
        let page = people::list_page(&recorder, PersonFilter::All, Some(search), None, 50).await.unwrap();
        assert_eq!(page.len(), found, "{search}");
        if let Some(last) = page.last() {
            people::list_page(&recorder, PersonFilter::All, Some(search), Some(last.id), 50).await.unwrap();
        }
        people::list_ids(&recorder, search, 50).await.unwrap();
        for statement in recorder.asked() {
            let steps = plan(store, &statement).await;
            let vain = looked_at_in_vain(store, &statement).await;
            let all = |step: &String| reads_all(step, &["people", "p", "people_words", "w"]);
            let along = |step: &String| !through && step.contains("SCAN p USING");
            let wrong = vain > IN_VAIN || steps.iter().any(|step| all(step) || along(step));
            assert!(!wrong, "{search}: {vain} {}\n  {}", statement.sql, steps.join("\n  "));
        }
    }
}

async fn the_list_of_applications_is_one_query(app: TestApp) {
    app.clock.set(at("2026-03-02T04:30:00Z"));
    for number in 0..12 {
        applicant(&app, &format!("Teacher {number}")).await;
    }
    let recorder = Recorder::new(&app.ctx.store);
    assert_eq!(teachers::list_pending(&recorder, 500).await.unwrap().len(), 12);
    assert_eq!(recorder.asked().len(), 1, "however many wait");
}
