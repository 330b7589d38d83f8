//! T7: what the office and the teachers list, at whatever page, among everything that is stored.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use jiff::Timestamp;
use secrecy::SecretString;
use serde_json::{Value, json};
use tala_app::context::Ctx;
use tala_app::services::admin_accounts::{AddAdmin, add_admin};
use tala_tests::{IdentityProvider, Officer, Token};
use uuid::Uuid;

use crate::load::{self, Connection, Request, get, get_with, post_with};
use crate::report::Report;
use crate::school::{School, id, teacher_subject};

const CLIENTS: usize = 8;
/// The pages that are requested of each list, spread over the whole list.
const PLACES: usize = 50;
const OFFICER: &str = "bench";

/// A list and the requests for pages of it.
struct List {
    work: &'static str,
    pages: Vec<Request>,
}

/// Measures every list, each with the number of clients that the target is for.
pub fn measure(
    report: &mut Report,
    address: SocketAddr,
    school: &School,
    office: &Office,
    length: Duration,
) -> Result<()> {
    for list in office.lists(school).into_iter().chain([office.classes_taught(address)?]) {
        let turn = AtomicUsize::new(0);
        let next = || {
            let place = turn.fetch_add(1, Ordering::Relaxed) % list.pages.len().max(1);
            Some(vec![list.pages.get(place)?.clone()])
        };
        load::drive(&[address], CLIENTS, Duration::from_millis(200), &next)?;
        let outcome = load::drive(&[address], CLIENTS, length, &next)?;
        ensure!(outcome.refused == 0, "{}: {:?}", list.work, outcome.first_refusal);
        report.load(&format!("T7 {} ({} bytes)", list.work, outcome.bytes_each()), &outcome, None, "p99 ≤ 30 ms");
    }
    Ok(())
}

/// The sessions that send the requests: an administrator's browser, and teachers.
pub struct Office {
    cookie: String,
    teachers: Vec<String>,
}

impl Office {
    /// Makes an administrator and signs in; signs teachers in.
    pub fn open(
        runtime: &tokio::runtime::Runtime,
        ctx: &Ctx,
        address: SocketAddr,
        school: &School,
        people: &IdentityProvider,
        now: Timestamp,
    ) -> Result<Self> {
        let password = Some(SecretString::from(Officer::PASSWORD));
        let account = AddAdmin { name: OFFICER.to_owned(), role: "owner".to_owned(), password, totp: false };
        let made = runtime.block_on(add_admin(ctx, &account));
        made.map_err(|error| anyhow::anyhow!("no administrator: {error:?}"))?;
        let cookie = load::asking()?.block_on(sign_in(address))?;
        let mint = |class: &crate::school::Class| {
            let email = format!("{}@bench.test", class.teacher.simple());
            people.mint(&Token::of(&teacher_subject(class.teacher)).email(&email).name("A Teacher"), now)
        };
        let step = (school.classes.len() / PLACES).max(1);
        Ok(Self { cookie, teachers: school.classes.iter().step_by(step).map(mint).collect() })
    }

    fn lists(&self, school: &School) -> Vec<List> {
        let spread = |kind: u8, of: usize| -> Vec<Uuid> {
            (0..PLACES).map(|place| id(school.now, kind, place * of / PLACES)).collect()
        };
        let (bookings, people) = (school.booked(), school.size.teachers * school.size.students_each);
        let after = |path: &str, keys: &[Uuid]| {
            let page =
                |key: &Uuid| self.office(&format!("{path}{}after={key}", if path.contains('?') { '&' } else { '?' }));
            keys.iter().map(page).collect::<Vec<_>>()
        };
        let by_booking = spread(4, bookings);
        let by_student = spread(2, people);
        let found = |text: &dyn Fn(usize) -> String, path: &str| {
            (0..PLACES).map(|place| self.office(&format!("{path}?q={}", text(place * people / PLACES)))).collect()
        };
        vec![
            List { work: "office: bookings", pages: after("/api/admin/bookings", &by_booking) },
            List { work: "office: bookings held", pages: after("/api/admin/bookings?status=completed", &by_booking) },
            List {
                work: "office: bookings cancelled (none)",
                pages: after("/api/admin/bookings?status=cancelled", &by_booking),
            },
            List {
                work: "office: bookings of a student",
                pages: found(&|n| format!("student{n}%40"), "/api/admin/bookings"),
            },
            List { work: "office: people", pages: after("/api/admin/people", &by_student) },
            List { work: "office: teachers", pages: after("/api/admin/people?role=teacher", &by_student) },
            List { work: "office: students", pages: after("/api/admin/people?role=student", &by_student) },
            List { work: "office: neither", pages: after("/api/admin/people?role=user", &by_student) },
            List {
                work: "office: people by address",
                pages: found(&|n| format!("student{n}%40"), "/api/admin/people"),
            },
            List {
                work: "office: people by an unknown word",
                pages: found(&|n| format!("unknown{n}"), "/api/admin/people"),
            },
            List {
                work: "office: one person",
                pages: each(&by_student, |id| self.office(&format!("/api/admin/people/{id}"))),
            },
            List {
                work: "office: one booking",
                pages: each(&by_booking, |id| self.office(&format!("/api/admin/bookings/{id}"))),
            },
            List { work: "office: audit log", pages: after("/api/admin/audit", &by_booking) },
            List {
                work: "office: audit log of a booking",
                pages: each(&by_booking, |id| self.office(&format!("/api/admin/audit?subject={id}"))),
            },
            List { work: "office: outbox, given up", pages: after("/api/admin/outbox", &by_booking) },
            List { work: "office: orders", pages: after("/api/admin/orders", &by_booking) },
            List { work: "office: first page", pages: vec![self.office("/api/admin/overview")] },
            List { work: "teacher: students", pages: each(&self.teachers, |t| get("/api/teacher/students", t)) },
            List { work: "teacher: earnings", pages: each(&self.teachers, |t| get("/api/teacher/analytics", t)) },
        ]
    }

    /// First and second pages of the classes taught; the key of the second is in the first.
    fn classes_taught(&self, address: SocketAddr) -> Result<List> {
        const PATH: &str = "/api/teacher/bookings?when=past&limit=20";
        let pages = load::asking()?.block_on(async {
            let mut connection = Connection::open(address).await?;
            let mut pages = Vec::new();
            for token in &self.teachers {
                let first = get(PATH, token);
                let reply = connection.ask(&first).await?;
                let page: Value = serde_json::from_slice(reply.body).context("a page of classes")?;
                pages.push(first);
                if let Some(key) = page.get("next").and_then(Value::as_str) {
                    pages.push(get(&format!("{PATH}&after={key}"), token));
                }
            }
            anyhow::Ok(pages)
        })?;
        Ok(List { work: "teacher: classes taught", pages })
    }

    fn office(&self, path: &str) -> Request {
        get_with(path, &[("cookie", &self.cookie)])
    }
}

fn each<T>(of: &[T], request: impl Fn(&T) -> Request) -> Vec<Request> {
    of.iter().map(request).collect()
}

async fn sign_in(address: SocketAddr) -> Result<String> {
    let body = json!({ "username": OFFICER, "password": Officer::PASSWORD }).to_string();
    let mut connection = Connection::open(address).await?;
    let reply = connection.ask(&post_with("/api/admin/login", &[], &body)).await?;
    ensure!(reply.status == 200, "an administrator cannot sign in: {}", String::from_utf8_lossy(reply.body));
    let head = std::str::from_utf8(reply.head)?;
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).context("no cookie")?;
    Ok(cookie.split(';').next().unwrap_or(cookie).to_owned())
}
