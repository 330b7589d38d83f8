//! The people of a life: three teachers in three zones (one established, one at the end of the launch period, one new),
//! students in two currencies, two of them learners of a guardian, two administrators; and the classes before the life began.

use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use tala_tests::{AdminSession, PaymentsApp, START, Student, Teacher, at, days, hours, later, raw};

use crate::expected_slots::Week;
use crate::families;
use crate::random::Random;

/// What the auditor knows about a teacher.
#[derive(Clone, Debug)]
pub(crate) struct CouponTerms {
    /// Until then no commission is charged: three months after the profile was created (D22).
    pub(crate) launch_ends_at: Timestamp,
    /// Hours taught before the life began.
    pub(crate) taught: i64,
    /// Days of a month on which the teacher is paid; empty without an account.
    pub(crate) pay_days: &'static [i8],
}

/// What the auditor knows about a student.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    pub(crate) joined_at: Timestamp,
    /// Classes taken before the life began.
    pub(crate) taken: i64,
}

/// A teacher's profile, and an account that is paid in either currency.
struct Profile {
    name: &'static str,
    zone: &'static str,
    made_at: &'static str,
    terms: CouponTerms,
    account: Option<serde_json::Value>,
}

fn profiles() -> [Profile; 3] {
    let terms = |launch_ends_at, taught, pay_days| CouponTerms { launch_ends_at: at(launch_ends_at), taught, pay_days };
    let account = |country: &str, cycle: &str, code: (&str, &str)| {
        json!({
            "country": country, "accountHolderName": "The Teacher", "bankName": "A Bank", "paymentCycle": cycle,
            "accountNumber": "00012345678901", code.0: code.1, "inrRate": 999, "usdRate": 24.99,
        })
    };
    [
        Profile {
            name: "Padma",
            zone: "Asia/Kolkata",
            made_at: "2025-01-15T04:30:00Z",
            terms: terms("2025-04-15T04:30:00Z", 18, &[1, 15]),
            account: Some(account("India", "Bi-weekly", ("ifscCode", "SBIN0001234"))),
        },
        Profile {
            name: "Grace",
            zone: "America/New_York",
            made_at: "2025-12-10T04:30:00Z",
            terms: terms("2026-03-10T04:30:00Z", 49, &[1]),
            account: Some(account("United States", "Monthly", ("routingNumber", "021000021"))),
        },
        Profile {
            name: "Lucia",
            zone: "Europe/London",
            made_at: START,
            terms: terms("2026-06-02T04:30:00Z", 0, &[]),
            account: None,
        },
    ]
}

pub(crate) async fn open_school(app: &PaymentsApp, random: &mut Random) -> Vec<(Teacher, CouponTerms, Week)> {
    let mut teachers = Vec::new();
    for Profile { name, zone, made_at, terms, account } in profiles() {
        let teacher = app.teacher(name).await;
        let id = raw::id(&app.ctx.store, teacher.id.0);
        let made_at = at(made_at).as_microsecond();
        raw::execute(&app.ctx.store, &format!("UPDATE teachers SET created_at = {made_at} WHERE person_id = {id}"))
            .await;
        let visible = random.between(3, 9);
        app.open_hours(&teacher, zone, visible, &[(0..=6, "09:00", "11:00")]).await;
        if let Some(account) = account {
            let form = json!({ "email": teacher.email, "paymentSettings": account });
            app.post("/api/teacher/update-payment-settings", &form).by(&teacher).ok().await;
        }
        teachers.push((teacher, terms, Week { zone, from: "09:00", to: "11:00", visible_days: visible }));
    }
    teachers
}

pub(crate) async fn enrol(app: &PaymentsApp, teachers: &[Teacher]) -> Vec<(Student, Standing)> {
    let store = &app.ctx.store;
    let nanda = app.person("Nanda").await;
    let mut students = Vec::new();
    for (name, teacher, zone, currency, days_ago, taken) in [
        ("Meera", 0, "Asia/Kolkata", "INR", 0, 0),
        ("Arjun", 0, "America/Los_Angeles", "USD", 55, 0),
        ("Kavya", 0, "Asia/Kolkata", "INR", 70, 18),
        ("Dev", 1, "America/New_York", "USD", 0, 0),
        ("Esha", 1, "Australia/Lord_Howe", "USD", 90, 49),
        ("Farid", 2, "Asia/Kolkata", "USD", 58, 0),
    ] {
        let teacher = &teachers[teacher];
        let student = match name {
            "Kavya" | "Farid" => app.learner(name, &nanda, teacher).await,
            _ => app.student_from(name, teacher, Some(zone)).await,
        };
        if name == families::MINOR {
            app.post("/api/account", &json!({ "birthDate": families::BIRTH_DATE })).by(&student).ok().await;
        }
        let joined_at = later(at(START), -days(days_ago));
        let id = raw::id(store, student.id.0);
        let joined = joined_at.as_microsecond();
        let sql = format!("UPDATE students SET currency = '{currency}', joined_at = {joined} WHERE person_id = {id}");
        raw::execute(store, &sql).await;
        teach_before(app, &student, taken).await;
        if name == "Kavya" {
            app.second_guardian("Omana", &student).await;
        }
        students.push((student, Standing { joined_at, taken }));
    }
    students
}

/// One free class a day for this many days before the life began. All rows are dated to the epoch, so the auditor skips
/// them.
async fn teach_before(app: &PaymentsApp, student: &Student, classes: i64) {
    let store = &app.ctx.store;
    let id = |uuid| raw::id(store, uuid);
    let (person, teacher, no) = (id(student.id.0), id(student.teacher.id.0), raw::truth(store, false));
    for number in 1..=classes {
        let start = later(at(START), -(days(number) + hours(2)));
        let (starts, ends) = (start.as_microsecond(), later(start, SignedDuration::from_hours(1)).as_microsecond());
        let (slot, booking) = (id(app.ctx.new_id()), id(app.ctx.new_id()));
        let sql =
            format!(
                "INSERT INTO slots (id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost, created_at)
                 VALUES ({slot}, {teacher}, {starts}, 'virtual', 'private', 1, 1, 1, 0)"
            );
        raw::execute(store, &sql).await;
        let sql = format!(
            "INSERT INTO bookings (id, slot_id, student_id, teacher_id, starts_at, ends_at, status, no_show,
                 payment_status, credits_used, amount_minor, base_amount_minor, currency, student_zone, calendar_sequence,
                 created_at, updated_at, commission_rate, taught_hours, net_minor)
             VALUES ({booking}, {slot}, {person}, {teacher}, {starts}, {ends}, 'completed', {no}, 'credit', 0, 0, 0, 'INR',
                 NULL, 0, 0, 0, 0, {number}, 0)"
        );
        raw::execute(store, &sql).await;
    }
}

/// Creates two administrators with all rights.
pub(crate) async fn create_admins(app: &PaymentsApp) -> Vec<AdminSession> {
    let mut admins = Vec::new();
    for name in ["first", "second"] {
        app.add_admin(name, "owner", false).await;
        admins.push(app.admin_login(name).await);
    }
    admins
}
