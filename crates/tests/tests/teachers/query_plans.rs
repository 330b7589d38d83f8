//! Query plans for a teacher with 20,000 classes: every list is paged in the database, and no query scans all bookings.

use serde_json::Value;
use tala_db::Backend;
use tala_domain::ids::{BookingId, StudentId, TeacherId};
use tala_domain::time::{Month, Zone};
use tala_store::bookings::{self, BookingsOf, UpcomingOrPast};
use tala_store::{payouts, slots, students};
use tala_tests::recorder::{Recorder, Statement, plan, scans_table};
use tala_tests::{Student, Teacher, TestApp, at, both_dbs, days, hours, later, raw};

both_dbs!(no_query_scans_all_bookings, every_call_answers_a_page);

/// Tables of classes, by names and aliases.
const TABLES: [&str; 4] = ["bookings", "slots", "b", "l"];
/// Classes of the teacher under test.
const CLASSES: i64 = 20_000;
/// Classes of each other teacher.
const OTHERS: i64 = 30_000;

/// Inserts classes of a teacher: one each hour, the last hundred in the future.
async fn insert_classes(app: &TestApp, teacher: &Teacher, students: &[Student], classes: i64, mark: i64) {
    let store = &app.ctx.store;
    let sqlite = store.backend() == Backend::Sqlite;
    let (teacher_id, hour, now) = (raw::id(store, teacher.id.0), 3_600_000_000_i64, app.now().as_microsecond());
    let slot = |kind: i64| match sqlite {
        true => format!("unhex(printf('%032x', {mark} * 1000000 + {kind} * 100000 + i))"),
        false => format!("lpad(to_hex({mark} * 1000000 + {kind} * 100000 + i), 32, '0')::uuid"),
    };
    let start = format!("{} + i * {hour}", now - (classes - 100) * hour);
    let numbers = format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {classes})");
    let slots = format!(
        "INSERT INTO slots (id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost, created_at)
         {numbers} SELECT {}, {teacher_id}, {start}, 'virtual', 'private', 1, 1, 1, 0 FROM n",
        slot(0)
    );
    let whose: Vec<String> = students
        .iter()
        .enumerate()
        .map(|(number, student)| format!("WHEN {number} THEN {}", raw::id(store, student.id.0)))
        .collect();
    let bookings = format!(
        "INSERT INTO bookings (id, slot_id, student_id, teacher_id, starts_at, ends_at, status, no_show, payment_status,
             credits_used, amount_minor, base_amount_minor, currency, calendar_sequence, created_at, updated_at, net_minor,
             commission_rate, taught_hours)
         {numbers} SELECT {}, {}, CASE i % {} {} END, {teacher_id}, {start}, {start} + {hour},
             CASE WHEN {start} + {hour} <= {now} THEN 'completed' ELSE 'confirmed' END, {}, 'credit', 1, 99900, 99900, 'INR',
             0, 0, 0, CASE WHEN {start} + {hour} <= {now} THEN 79920 END, 2000, 1 FROM n",
        slot(1),
        slot(0),
        students.len(),
        whose.join(" "),
        raw::truth(store, false),
    );
    raw::attempt(store, &[&slots, &bookings]).await.unwrap();
}

/// Three teachers, the one under test in the middle.
async fn three_teachers(app: &TestApp) -> (Teacher, Vec<Student>) {
    let mut ours = None;
    for (number, (name, classes)) in [("Leela", OTHERS), ("Padma", CLASSES), ("Ravi", OTHERS)].into_iter().enumerate() {
        let teacher = app.teacher(name).await;
        let mut students = Vec::new();
        for student in 0..40 {
            students.push(app.student(&format!("{name} Student {student}"), &teacher).await);
        }
        insert_classes(app, &teacher, &students, classes, i64::try_from(number).unwrap() + 1).await;
        if name == "Padma" {
            ours = Some((teacher, students));
        }
    }
    raw::execute(&app.ctx.store, "ANALYZE").await;
    ours.unwrap()
}

/// Runs every query of the teacher's pages.
async fn run_page_queries(
    recorder: &Recorder<'_>,
    teacher: TeacherId,
    student: StudentId,
    after: BookingId,
    app: &TestApp,
) {
    let now = app.now();
    for half in [UpcomingOrPast::Upcoming, UpcomingOrPast::Past] {
        bookings::list_upcoming_or_past(recorder, teacher, half, now, None, 11).await.unwrap();
        let page = bookings::list_upcoming_or_past(recorder, teacher, half, now, Some(after), 11).await.unwrap();
        assert!(page.len() <= 11);
    }
    bookings::count_upcoming_or_past(recorder, teacher, UpcomingOrPast::Upcoming, now).await.unwrap();
    bookings::count_upcoming_or_past(recorder, teacher, UpcomingOrPast::Past, now).await.unwrap();
    bookings::count_taught_hours(recorder, teacher).await.unwrap();
    let window = (later(now, -days(15)), later(now, days(16)));
    assert!(bookings::list_between(recorder, teacher, None, window, 5_000).await.unwrap().len() > 300);
    slots::list_published(recorder, teacher, window, 500).await.unwrap();
    assert_eq!(bookings::list_by_teacher_and_student(recorder, teacher, student, None, 21).await.unwrap().len(), 21);
    assert_eq!(
        bookings::list_by_teacher_and_student(recorder, teacher, student, Some(after), 21).await.unwrap().len(),
        21
    );
    bookings::list_upcoming(recorder, BookingsOf::Teacher(teacher), now, 2_000).await.unwrap();
    assert_eq!(
        bookings::list_newest_first(recorder, BookingsOf::Teacher(teacher), None, 500).await.unwrap().len(),
        500
    );
    assert_eq!(students::list_by_teacher(recorder, teacher, "", now, None, 11).await.unwrap().len(), 11);
    students::count_by_teacher(recorder, teacher, "student", now).await.unwrap();
    students::find_by_teacher(recorder, teacher, student, now).await.unwrap().unwrap();
    let zone = Zone::parse("Asia/Kolkata").unwrap();
    let months: Vec<_> = (0..3).map(|back| Month::containing(&zone, now).minus_months(back).bounds(&zone)).collect();
    bookings::sum_by_month(recorder, teacher, &months).await.unwrap();
    payouts::list_payable(recorder, Some(teacher), later(now, -days(800))).await.unwrap();
}

async fn no_query_scans_all_bookings(app: TestApp) {
    let (teacher, students) = three_teachers(&app).await;
    let newest =
        bookings::list_upcoming_or_past(app.ctx.store.read(), teacher.id, UpcomingOrPast::Past, app.now(), None, 1)
            .await
            .unwrap();
    let recorder = Recorder::new(&app.ctx.store);
    run_page_queries(&recorder, teacher.id, students[0].id, newest[0].id, &app).await;
    let asked = recorder.asked();
    assert!(asked.len() >= 14, "{}", asked.len());
    let mut wrong = Vec::new();
    for statement in &asked {
        let steps = plan(&app.ctx.store, statement).await;
        if steps.iter().any(|step| scans_table(step, &TABLES)) {
            wrong.push(format!("{}\n  {}", statement.sql, steps.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    // Control: the check detects a scan.
    let whole = Statement::new("SELECT COUNT(*) FROM bookings b WHERE b.credits_used = 77");
    let steps = plan(&app.ctx.store, &whole).await;
    assert!(steps.iter().any(|step| scans_table(step, &TABLES)), "{steps:?}");
}

async fn every_call_answers_a_page(app: TestApp) {
    let (teacher, students) = three_teachers(&app).await;
    let get = async |path: &str| app.get(path).by(&teacher).ok().await;
    let rows = |page: &Value, name: &str| page[name].as_array().unwrap().len();
    let past = get("/api/teacher/bookings?when=past").await;
    assert_eq!((rows(&past, "items"), &past["total"]), (10, &Value::from(CLASSES - 100)));
    let upcoming = get("/api/teacher/bookings?when=upcoming&limit=1000").await;
    assert_eq!((rows(&upcoming, "items"), &upcoming["next"]), (100, &Value::Null));
    let (from, to) = (later(app.now(), -days(31)), later(app.now(), days(31)));
    let calendar = get(&format!("/api/teacher/calendar?from={from}&to={to}")).await;
    assert_eq!(rows(&calendar, "events"), 31 * 24 + 101);
    let list = get("/api/teacher/students?limit=10").await;
    assert_eq!((rows(&list, "students"), &list["total"]), (10, &Value::from(40)));
    assert_eq!(list["students"][0]["totalClasses"], CLASSES / 40);
    assert_eq!(rows(&get(&format!("/api/teacher/students/{}", students[0].id)).await, "classes"), 20);
    let figures = get("/api/teacher/analytics?month=2026-02").await;
    assert_eq!(
        (&figures["totalClasses"], &figures["totalTeachingHours"]),
        (&Value::from(28 * 24), &Value::from(CLASSES - 101))
    );
    app.clock.set(later(at("2026-03-02T04:30:00Z"), hours(1)));
    get("/api/teacher/payouts").await;
    let feed = app.post("/api/calendar-feed", &Value::Null).by(&teacher).ok().await;
    let path = feed["url"].as_str().unwrap().strip_prefix("https://tala.test").unwrap().to_owned();
    let text = app.get(&path).send_unchecked().await.text;
    assert_eq!(text.matches("BEGIN:VEVENT").count(), 30 * 24 + 100, "a month back, and all that is to come");
}
