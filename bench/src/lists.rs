//! T7: the lists of administrators and teachers, at pages spread over all stored rows.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use jiff::Timestamp;
use secrecy::SecretString;
use serde_json::{Value, json};
use tala_app::context::Ctx;
use tala_app::services::admin_accounts::{NewAdmin, add_admin};
use tala_tests::{AdminSession, IdentityProvider, Token};
use uuid::Uuid;

use crate::dataset::{Dataset, TeacherGroup, id, teacher_subject};
use crate::load::{self, Connection, Request, get, get_with, post_with};
use crate::report::Report;

const CLIENTS: usize = 8;
/// Number of pages requested of each list, spread over the whole list.
const POSITIONS: usize = 50;
const ADMIN_NAME: &str = "bench";

/// A list and requests for its pages.
struct List {
    work: &'static str,
    pages: Vec<Request>,
}

/// Measures each list with 8 clients.
pub fn measure(
    report: &mut Report,
    address: SocketAddr,
    dataset: &Dataset,
    sessions: &Sessions,
    length: Duration,
) -> Result<()> {
    for list in sessions.lists(dataset).into_iter().chain([sessions.classes_taught(address)?]) {
        let count = AtomicUsize::new(0);
        let next = || {
            let index = count.fetch_add(1, Ordering::Relaxed) % list.pages.len().max(1);
            Some(vec![list.pages.get(index)?.clone()])
        };
        load::run_load(&[address], CLIENTS, Duration::from_millis(200), &next)?;
        let outcome = load::run_load(&[address], CLIENTS, length, &next)?;
        ensure!(outcome.rejected == 0, "{}: {:?}", list.work, outcome.first_rejection);
        report.add_load(&format!("T7 {} ({} bytes)", list.work, outcome.mean_bytes()), &outcome, None, "p99 ≤ 30 ms");
    }
    Ok(())
}

/// Signed-in sessions: an administrator and teachers.
pub struct Sessions {
    cookie: String,
    teachers: Vec<String>,
}

impl Sessions {
    /// Adds an administrator and signs in. Mints tokens for teachers.
    pub fn open(
        runtime: &tokio::runtime::Runtime,
        ctx: &Ctx,
        address: SocketAddr,
        dataset: &Dataset,
        people: &IdentityProvider,
        now: Timestamp,
    ) -> Result<Self> {
        let password = Some(SecretString::from(AdminSession::PASSWORD));
        let account = NewAdmin {
            name: ADMIN_NAME.to_owned(),
            role: "owner".to_owned(),
            password,
            totp: false,
            notify_staff: false,
        };
        let made = runtime.block_on(add_admin(ctx, &account));
        made.map_err(|error| anyhow::anyhow!("cannot add an administrator: {error:?}"))?;
        let cookie = load::client_runtime()?.block_on(sign_in(address))?;
        let mint = |group: &TeacherGroup| {
            let email = format!("{}@bench.test", group.teacher.simple());
            people.mint(&Token::of(&teacher_subject(group.teacher)).email(&email).name("A Teacher"), now)
        };
        let step = (dataset.groups.len() / POSITIONS).max(1);
        Ok(Self { cookie, teachers: dataset.groups.iter().step_by(step).map(mint).collect() })
    }

    fn lists(&self, dataset: &Dataset) -> Vec<List> {
        let spread = |kind: u8, of: usize| -> Vec<Uuid> {
            (0..POSITIONS).map(|position| id(dataset.now, kind, position * of / POSITIONS)).collect()
        };
        let (bookings, people) = (dataset.seeded_bookings(), dataset.size.teachers * dataset.size.students_each);
        let after = |path: &str, keys: &[Uuid]| {
            let page = |key: &Uuid| {
                self.admin_get(&format!("{path}{}after={key}", if path.contains('?') { '&' } else { '?' }))
            };
            keys.iter().map(page).collect::<Vec<_>>()
        };
        let booking_positions = spread(4, bookings);
        let student_positions = spread(2, people);
        let search = |text: &dyn Fn(usize) -> String, path: &str| {
            (0..POSITIONS)
                .map(|position| self.admin_get(&format!("{path}?q={}", text(position * people / POSITIONS))))
                .collect()
        };
        vec![
            List { work: "admin: bookings", pages: after("/api/admin/bookings", &booking_positions) },
            List {
                work: "admin: completed bookings",
                pages: after("/api/admin/bookings?status=completed", &booking_positions),
            },
            List {
                work: "admin: cancelled bookings (none)",
                pages: after("/api/admin/bookings?status=cancelled", &booking_positions),
            },
            List {
                work: "admin: bookings of a student",
                pages: search(&|n| format!("student{n}%40"), "/api/admin/bookings"),
            },
            List { work: "admin: people", pages: after("/api/admin/people", &student_positions) },
            List { work: "admin: teachers", pages: after("/api/admin/people?role=teacher", &student_positions) },
            List { work: "admin: students", pages: after("/api/admin/people?role=student", &student_positions) },
            List {
                work: "admin: people without role",
                pages: after("/api/admin/people?role=user", &student_positions),
            },
            List {
                work: "admin: people by email address",
                pages: search(&|n| format!("student{n}%40"), "/api/admin/people"),
            },
            List {
                work: "admin: people by an unknown word",
                pages: search(&|n| format!("unknown{n}"), "/api/admin/people"),
            },
            List {
                work: "admin: one person",
                pages: each(&student_positions, |id| self.admin_get(&format!("/api/admin/people/{id}"))),
            },
            List {
                work: "admin: one booking",
                pages: each(&booking_positions, |id| self.admin_get(&format!("/api/admin/bookings/{id}"))),
            },
            List { work: "admin: audit log", pages: after("/api/admin/audit", &booking_positions) },
            List {
                work: "admin: audit log of a booking",
                pages: each(&booking_positions, |id| self.admin_get(&format!("/api/admin/audit?subject={id}"))),
            },
            List { work: "admin: dead letters", pages: after("/api/admin/outbox", &booking_positions) },
            List { work: "admin: orders", pages: after("/api/admin/orders", &booking_positions) },
            List { work: "admin: overview", pages: vec![self.admin_get("/api/admin/overview")] },
            List { work: "teacher: students", pages: each(&self.teachers, |t| get("/api/teacher/students", t)) },
            List { work: "teacher: earnings", pages: each(&self.teachers, |t| get("/api/teacher/analytics", t)) },
        ]
    }

    /// Returns first and second pages of past classes. The cursor of a second page is in the first.
    fn classes_taught(&self, address: SocketAddr) -> Result<List> {
        const PATH: &str = "/api/teacher/bookings?when=past&limit=20";
        let pages = load::client_runtime()?.block_on(async {
            let mut connection = Connection::open(address).await?;
            let mut pages = Vec::new();
            for token in &self.teachers {
                let first = get(PATH, token);
                let response = connection.send(&first).await?;
                let page: Value = serde_json::from_slice(response.body).context("invalid page of classes")?;
                pages.push(first);
                if let Some(key) = page.get("next").and_then(Value::as_str) {
                    pages.push(get(&format!("{PATH}&after={key}"), token));
                }
            }
            anyhow::Ok(pages)
        })?;
        Ok(List { work: "teacher: classes taught", pages })
    }

    fn admin_get(&self, path: &str) -> Request {
        get_with(path, &[("cookie", &self.cookie)])
    }
}

fn each<T>(of: &[T], request: impl Fn(&T) -> Request) -> Vec<Request> {
    of.iter().map(request).collect()
}

async fn sign_in(address: SocketAddr) -> Result<String> {
    let body = json!({ "username": ADMIN_NAME, "password": AdminSession::PASSWORD }).to_string();
    let mut connection = Connection::open(address).await?;
    let response = connection.send(&post_with("/api/admin/login", &[], &body)).await?;
    ensure!(response.status == 200, "administrator sign-in failed: {}", String::from_utf8_lossy(response.body));
    let head = std::str::from_utf8(response.head)?;
    let cookie =
        head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).context("no cookie in the response")?;
    Ok(cookie.split(';').next().unwrap_or(cookie).to_owned())
}
