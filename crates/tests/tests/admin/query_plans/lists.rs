//! Query plans of the admin lists with many rows: whichever filter is set, and however few rows it matches, no list
//! scans all bookings, orders, payments, audit events, jobs or people.

use std::fmt::Write;

use tala_db::Backend;
use tala_domain::booking::{BookingCode, BookingStatus};
use tala_domain::ids::PersonId;
use tala_domain::payments::{OrderState, RefundState};
use tala_domain::payouts::PayoutState;
use tala_store::bookings::{self, BookingFilter, BookingSort};
use tala_store::orders::{self, OrderFilter, OrderSort};
use tala_store::outbox::{self, JobFilter};
use tala_store::payouts::{self, PayoutSort};
use tala_store::people::{self, PersonFilter, PersonSort};
use tala_store::{ByCreation, Direction, SortedPage, Store, audit, coupons, refunds, support, teachers, waitlist};
use tala_tests::recorder::{Recorder, Statement, plan, scans_table};
use tala_tests::{School, TestApp, applicant, at, both_dbs, days, later, raw};

both_dbs!(no_list_scans_a_whole_table, no_search_scans_all_people, the_list_of_applications_is_one_query);

/// By names and aliases.
const TABLES: [&str; 9] = ["bookings", "b", "t", "orders", "payments", "refunds", "audit_log", "l", "outbox"];
/// People other than the one with few rows.
const STUDENTS: usize = 20;
pub(crate) const ROWS: i64 = 30_000;
/// Maximum number of rows read and discarded.
pub(crate) const MAX_DISCARDED: f64 = 2_000.0;

/// The SQL expression of the student of row `i`: `quiet` in the first four rows, [`STUDENTS`] others in turn.
async fn student_of_row(app: &TestApp, school: &School, quiet: PersonId) -> String {
    let store = &app.ctx.store;
    let mut expression = format!("CASE WHEN i < 4 THEN {}", raw::id(store, quiet.0));
    for number in 1..STUDENTS {
        let student = app.student(&format!("Student {number}"), &school.teacher).await;
        let id = raw::id(store, student.id.0);
        write!(expression, " WHEN i % {STUDENTS} = {number} THEN {id}").unwrap();
    }
    format!("{expression} ELSE {} END", raw::id(store, school.student.id.0))
}

/// Inserts thirty thousand of everything, almost all finished without errors. The few others are the oldest.
async fn insert_many_rows(app: &TestApp) -> School {
    let store = &app.ctx.store;
    let school = app.school().await;
    let quiet = app.student("Quiet", &school.teacher).await;
    let whose = student_of_row(app, &school, quiet.id.into()).await;
    let (teacher, quiet) = (raw::id(store, school.teacher.id.0), raw::id(store, quiet.id.0));
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
                 credits_used, amount_minor, base_amount_minor, currency, calendar_sequence, created_at, updated_at,
                 commission_rate, taught_hours, net_minor)
             {numbers} SELECT {booking}, {slot}, {whose}, {teacher}, {start}, {start} + {hour},
                 CASE WHEN i < 3 THEN 'cancelled' WHEN i = 3 THEN 'confirmed' ELSE 'completed' END, {no}, 'credit', 1, 99900,
                 99900, 'INR', 0, 0, 0, 0, 1, 99900 FROM n"
        ),
        format!(
            "INSERT INTO orders (id, student_id, teacher_id, package_size, slot_id, slot_kind, class_type, starts_at, credit_cost, state, seat_state, currency, rate_minor,
                 base_minor, discount_percent, discount_minor, price_minor, service_rate, service_fee_minor,
                 service_waived_minor, provider_rate, provider_fee_minor, total_minor, coupon_reserved, provider_order_id, provider_check_count,
                 created_at, updated_at)
             {numbers} SELECT {order}, {whose}, {teacher}, 0, {slot}, 'virtual', 'private', i, 1, {}, 'none', 'INR', 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1,
                 {no}, 'order_' || i, 0, i, i FROM n",
            rare("open", "booked")
        ),
        format!(
            "INSERT INTO payments (id, provider_payment_id, order_id, amount_minor, currency, state, outcome, created_at,
                 updated_at, started_at) {numbers} SELECT {payment}, 'pay_' || i, {order}, 1, 'INR', {}, 'none', i, i, {start} FROM n",
            rare("failed", "captured")
        ),
        format!(
            "INSERT INTO refunds (id, payment_id, order_id, amount_minor, currency, reason, state, attempt, provider_check_count, created_at,
                 updated_at) {numbers} SELECT {}, {payment}, {order}, 1, 'INR', 'cancelled', {}, 1, 0, i, i FROM n",
            raw::numbered(store, 5),
            rare("failed", "done")
        ),
        format!(
            "INSERT INTO audit_log (id, happened_at, actor_id, action, subject_id, detail, admin)
             {numbers} SELECT {}, i, CASE WHEN i < 4 THEN {quiet} END, {}, {booking}, '{{}}', CASE WHEN i = 5 THEN 'finance'
                 WHEN i > 3 THEN 'support' END FROM n",
            raw::numbered(store, 6),
            rare("coupon_deactivated", "booking_made")
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

/// Lists the first two pages of bookings in each order, and counts them if few match. A count of many ends early.
async fn list_bookings_in_each_order(recorder: &Recorder<'_>, filter: &BookingFilter) {
    let many = filter.status == Some(BookingStatus::Completed) || filter.not_cancelled;
    for column in [BookingSort::StartsAt, BookingSort::Booked] {
        // All bookings of a person are read to sort them by booking time, and here one teacher has all bookings.
        if column == BookingSort::Booked && filter.people.is_some() {
            continue;
        }
        // In the order of booking, completed classes are not limited to those that have started.
        let in_order_of_ids = many && column == BookingSort::Booked;
        let filter = BookingFilter { to: filter.to.filter(|_| !in_order_of_ids), ..filter.clone() };
        for direction in [Direction::Ascending, Direction::Descending] {
            let first = SortedPage { column, direction, after: None, limit: 3 };
            let page = bookings::list_for_admin(recorder, &filter, &first).await.unwrap();
            let after = page.last().map(|last| column.position(last));
            bookings::list_for_admin(recorder, &filter, &SortedPage { after, ..first }).await.unwrap();
        }
    }
    if !many {
        bookings::count_for_admin(recorder, filter).await.unwrap();
    }
}

/// Payouts and the waitlist in each order.
async fn run_sorted_list_queries(recorder: &Recorder<'_>) {
    for column in [PayoutSort::Created, PayoutSort::Amount] {
        payouts::list_page(recorder, Some(PayoutState::Failed), &SortedPage::first(column, 51)).await.unwrap();
    }
    for column in [waitlist::EntrySort::Joined, waitlist::EntrySort::Name] {
        let first = SortedPage::first(column, 51);
        waitlist::list_page(recorder, &waitlist::EntryFilter::default(), &first).await.unwrap();
    }
}

/// Runs the queries of the lists for filters that match few rows, and for later pages.
async fn run_list_queries(recorder: &Recorder<'_>, app: &TestApp, quiet: PersonId, usual: PersonId) {
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
        list_bookings_in_each_order(recorder, &filter).await;
    }
    let one = SortedPage::first(BookingSort::StartsAt, 1);
    let quiet_filter = BookingFilter { people: Some(vec![quiet]), ..all() };
    let [some] = &bookings::list_for_admin(recorder, &quiet_filter, &one).await.unwrap()[..] else {
        panic!("a booking of an unknown person")
    };
    assert_eq!(bookings::list_by_code(recorder, BookingCode::from_id(some.id)).await.unwrap()[0].id, some.id);
    for filter in [
        OrderFilter { state: Some(OrderState::Open), ..OrderFilter::default() },
        OrderFilter { people: Some(vec![quiet]), ..OrderFilter::default() },
        OrderFilter { provider_id: Some("order_2".to_owned()), ..OrderFilter::default() },
        OrderFilter { provider_id: Some("pay_2".to_owned()), ..OrderFilter::default() },
        OrderFilter { failed_since: Some(far), ..OrderFilter::default() },
    ] {
        for column in [OrderSort::Created, OrderSort::Total] {
            let first = SortedPage::first(column, 3);
            let page = orders::list_for_admin(recorder, &filter, &first).await.unwrap();
            assert_ne!(page.len(), 0, "{filter:?}");
            let after = page.last().map(|last| column.position(last));
            orders::list_for_admin(recorder, &filter, &SortedPage { after, ..first }).await.unwrap();
        }
        orders::count_for_admin(recorder, &filter).await.unwrap();
    }
    refunds::list_page(recorder, Some(RefundState::Failed), &SortedPage::first(ByCreation, 51)).await.unwrap();
    refunds::count(recorder, Some(RefundState::Failed)).await.unwrap();
    run_sorted_list_queries(recorder).await;
    outbox::list_by_subjects(recorder, &[some.id.0, quiet.0]).await.unwrap();
    outbox::list(recorder, JobFilter::Dead, None, 51).await.unwrap();
    outbox::list(recorder, JobFilter::Due(now), None, 51).await.unwrap();
    let some = |text: &str| Some(text.to_owned());
    for filter in [
        audit::EventFilter { action: some("coupon"), ..audit::EventFilter::default() },
        audit::EventFilter { action: some("booking"), ..audit::EventFilter::default() },
        audit::EventFilter { name: some("quiet"), ..audit::EventFilter::default() },
        audit::EventFilter { name: some("finance"), action: some("booking"), ..audit::EventFilter::default() },
        audit::EventFilter { admin: some("finance"), ..audit::EventFilter::default() },
        audit::EventFilter { actor: Some(quiet), ..audit::EventFilter::default() },
        audit::EventFilter {
            about: Some(audit::About { people: vec![quiet], text: "no coupon".to_owned() }),
            ..audit::EventFilter::default()
        },
    ] {
        let page = audit::list_events(recorder, &filter, None, 2).await.unwrap();
        assert_ne!(page.len(), 0, "{filter:?}");
        audit::list_events(recorder, &filter, page.last().map(|line| line.id), 2).await.unwrap();
    }
    support::list_messages(recorder, Some(true), None, None, 51).await.unwrap();
    people::list_page(recorder, PersonFilter::Students, None, &SortedPage::first(PersonSort::Joined, 51))
        .await
        .unwrap();
    coupons::list_page(recorder, None, 51).await.unwrap();
}

/// Number of rows that PostgreSQL has read and discarded; SQLite does not report it.
pub(crate) async fn rows_discarded(store: &Store, statement: &Statement) -> f64 {
    if store.backend() == Backend::Sqlite {
        return 0.0;
    }
    let sql = format!("(ANALYZE, TIMING OFF) {}", statement.sql);
    let steps = plan(store, &Statement { sql, ..statement.clone() }).await;
    let counts = steps.iter().filter_map(|step| step.trim().strip_prefix("Rows Removed by ")?.split(": ").nth(1));
    counts.map(|count| count.trim().parse::<f64>().unwrap()).sum()
}

async fn no_list_scans_a_whole_table(app: TestApp) {
    let school = insert_many_rows(&app).await;
    let store = &app.ctx.store;
    let quiet = people::list_ids(store.read(), "quiet", 2).await.unwrap()[0];
    let recorder = Recorder::new(store);
    run_list_queries(&recorder, &app, quiet, school.student.id.into()).await;
    let mut wrong = Vec::new();
    for statement in recorder.asked() {
        let steps = plan(store, &statement).await;
        let vain = rows_discarded(store, &statement).await;
        // SQLite: a scan along an index is a scan too. The audit log has the alias `a`, as have a teacher's hours; `t`
        // is also the alias of teachers, of whom there is one here.
        let along = |step: &String| {
            ["SCAN orders USING", "SCAN a USING"].iter().any(|words| step.contains(words)) || step == "SCAN a"
        };
        let whole = |step: &String| scans_table(step, &TABLES) && step != "SCAN t LEFT-JOIN";
        let rare = statement.sql.contains("t.status = 'cancelled'") || statement.sql.contains("t.status = 'confirmed'");
        let past_others = |step: &String| rare && step.contains("bookings_newest");
        if vain > MAX_DISCARDED || steps.iter().any(|step| whole(step) || along(step) || past_others(step)) {
            wrong.push(format!("{vain} {}\n  {}", statement.sql, steps.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    // Control: the check detects a scan.
    let whole = Statement::new("SELECT COUNT(*) FROM outbox WHERE attempts = 77");
    let steps = plan(store, &whole).await;
    assert!(steps.iter().any(|step| scans_table(step, &TABLES)), "{steps:?}");
    assert!(store.backend() == Backend::Sqlite || rows_discarded(store, &whole).await > MAX_DISCARDED);
    // The first page has the expected rows.
    let filter = BookingFilter { people: Some(vec![quiet]), ..BookingFilter::default() };
    let page = SortedPage::first(BookingSort::StartsAt, 51);
    let page = bookings::list_for_admin(store.read(), &filter, &page).await.unwrap();
    let starts: Vec<_> = page.iter().map(|booking| booking.starts_at).collect();
    assert!(starts.len() == 3 && starts.is_sorted_by(|a, b| a > b), "{starts:?}");
}

/// Inserts thirty thousand people: all have one search term in common, half a second one, the three oldest a rare one.
pub(crate) async fn insert_crowd(store: &Store) {
    let numbers = format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS})");
    let id = raw::numbered(store, 8);
    let words = |word: &str, which: &str| {
        format!("INSERT INTO person_search_terms (term, person_id) {numbers} SELECT {word}, {id} FROM n WHERE {which}")
    };
    let statements = [
        format!("INSERT INTO people (id, name, created_at, search_source) {numbers} SELECT {id}, 'x', 0, 'x ' FROM n"),
        words("'everybody'", "1 = 1"),
        words("'half'", "i % 2 = 0"),
        words("'rare'", "i < 4"),
        words("'own' || i", "1 = 1"),
    ];
    raw::attempt(store, &statements.each_ref().map(String::as_str)).await.unwrap();
    raw::execute(store, "ANALYZE").await;
}

async fn no_search_scans_all_people(app: TestApp) {
    let store = &app.ctx.store;
    insert_crowd(store).await;
    let recorder = Recorder::new(store);
    // (search text, number of matches, whether people are scanned, newest first)
    for (search, found, through) in [
        ("rare", 3, false),
        ("own299 everybody", 50, false),
        ("everybody own12", 50, false),
        ("EVERY rare", 3, false),
        ("nobody", 0, false),
        ("everybody", 50, true),
        ("half everybody", 50, true),
    ] {
        let first = SortedPage::first(PersonSort::Joined, 50);
        let page = people::list_page(&recorder, PersonFilter::All, Some(search), &first).await.unwrap();
        assert_eq!(page.len(), found, "{search}");
        let after = page.last().map(|last| PersonSort::Joined.position(last));
        let next = SortedPage { after, ..first };
        people::list_page(&recorder, PersonFilter::All, Some(search), &next).await.unwrap();
        if found < 50 {
            let by_name = SortedPage::first(PersonSort::Name, 50);
            people::list_page(&recorder, PersonFilter::All, Some(search), &by_name).await.unwrap();
            people::count(&recorder, PersonFilter::All, Some(search)).await.unwrap();
        }
        people::list_ids(&recorder, search, 50).await.unwrap();
        for statement in recorder.asked() {
            let steps = plan(store, &statement).await;
            let vain = rows_discarded(store, &statement).await;
            let all = |step: &String| scans_table(step, &["people", "p", "person_search_terms", "w"]);
            let along = |step: &String| !through && step.contains("SCAN p USING");
            let wrong = vain > MAX_DISCARDED || steps.iter().any(|step| all(step) || along(step));
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
