//! The people of a life: teachers on three continents, one of them long here, one just out of the launch, one new; students in
//! two currencies; two administrators. And what somebody has taught and taken before the life began.

use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use tala_tests::{Desk, Officer, START, Student, Teacher, at, days, hours, later, raw};

use crate::offer::Week;
use crate::random::Random;

/// What the auditor knows of a teacher by himself.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// Until then nothing is kept of a class: three months after the profile was made (D22).
    pub(crate) launch_ends_at: Timestamp,
    /// Hours taught before the life began.
    pub(crate) taught: i64,
    /// Days of a month on which the teacher is paid; none, as long as no account is known.
    pub(crate) pay_days: &'static [i8],
}

/// What the auditor knows of a student by himself.
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
    terms: Terms,
    account: Option<serde_json::Value>,
}

fn profiles() -> [Profile; 3] {
    let terms = |launch_ends_at, taught, pay_days| Terms { launch_ends_at: at(launch_ends_at), taught, pay_days };
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

pub(crate) async fn open_school(desk: &Desk, random: &mut Random) -> Vec<(Teacher, Terms, Week)> {
    let mut teachers = Vec::new();
    for Profile { name, zone, made_at, terms, account } in profiles() {
        let teacher = desk.teacher(name).await;
        let id = raw::id(&desk.ctx.store, teacher.id.0);
        let made_at = at(made_at).as_microsecond();
        raw::execute(&desk.ctx.store, &format!("UPDATE teachers SET created_at = {made_at} WHERE person_id = {id}"))
            .await;
        let visible = random.between(3, 9);
        desk.open_hours(&teacher, zone, visible, &[(0..=6, "09:00", "11:00")]).await;
        if let Some(account) = account {
            let form = json!({ "email": teacher.email, "paymentSettings": account });
            desk.post("/api/teacher/update-payment-settings", &form).by(&teacher).ok().await;
        }
        teachers.push((teacher, terms, Week { zone, from: "09:00", to: "11:00", visible_days: visible }));
    }
    teachers
}

pub(crate) async fn enrol(desk: &Desk, teachers: &[Teacher]) -> Vec<(Student, Standing)> {
    let store = &desk.ctx.store;
    let mut students = Vec::new();
    for (name, teacher, zone, currency, days_ago, taken) in [
        ("Meera", 0, "Asia/Kolkata", "INR", 0, 0),
        ("Arjun", 0, "America/Los_Angeles", "USD", 55, 0),
        ("Kavya", 0, "Asia/Kolkata", "INR", 70, 18),
        ("Dev", 1, "America/New_York", "USD", 0, 0),
        ("Esha", 1, "Australia/Lord_Howe", "USD", 90, 49),
        ("Farid", 2, "Europe/London", "USD", 58, 0),
    ] {
        let student = desk.student_from(name, &teachers[teacher], Some(zone)).await;
        let joined_at = later(at(START), -days(days_ago));
        let id = raw::id(store, student.id.0);
        let joined = joined_at.as_microsecond();
        let sql = format!("UPDATE students SET currency = '{currency}', joined_at = {joined} WHERE person_id = {id}");
        raw::execute(store, &sql).await;
        teach_before(desk, &student, taken).await;
        students.push((student, Standing { joined_at, taken }));
    }
    students
}

/// One class a day for so many days before the life began, which brought nobody anything. All are written at the beginning of
/// time, by which the auditor passes them over.
async fn teach_before(desk: &Desk, student: &Student, classes: i64) {
    let store = &desk.ctx.store;
    let id = |uuid| raw::id(store, uuid);
    let (person, teacher, no) = (id(student.id.0), id(student.teacher.id.0), raw::truth(store, false));
    for number in 1..=classes {
        let start = later(at(START), -(days(number) + hours(2)));
        let (starts, ends) = (start.as_microsecond(), later(start, SignedDuration::from_hours(1)).as_microsecond());
        let (slot, booking) = (id(desk.ctx.new_id()), id(desk.ctx.new_id()));
        let sql =
            format!("INSERT INTO slots VALUES ({slot}, {teacher}, {starts}, 'virtual', 'private', 1, 1, 1, 0, NULL)");
        raw::execute(store, &sql).await;
        let sql = format!(
            "INSERT INTO bookings (id, slot_id, student_id, teacher_id, starts_at, ends_at, status, no_show,
                 payment_status, credits_used, amount_minor, currency, student_zone, calendar_sequence, created_at,
                 updated_at, commission_rate, taught_hours, net_minor)
             VALUES ({booking}, {slot}, {person}, {teacher}, {starts}, {ends}, 'completed', {no}, 'credit', 0, 0, 'INR',
                 NULL, 0, 0, 0, 0, {number}, 0)"
        );
        raw::execute(store, &sql).await;
    }
}

/// Two who may do everything.
pub(crate) async fn hire(desk: &Desk) -> Vec<Officer> {
    let mut officers = Vec::new();
    for name in ["first", "second"] {
        desk.add_admin(name, "owner", false).await;
        officers.push(desk.admin_login(name).await);
    }
    officers
}
