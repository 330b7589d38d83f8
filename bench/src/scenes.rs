//! What the clients do, one load after the other.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use jiff::Timestamp;
use serde_json::json;
use tala_domain::booking::SlotRef;
use tala_domain::ids::PersonId;
use tala_tests::{IdentityProvider, Token};

use crate::check::Acknowledged;
use crate::load::{self, Connection, Next, Outcome, Request, get, get_page, post};
use crate::memory::Recorded;
use crate::paid::{Checkout, Paying, events};
use crate::place::Engine;
use crate::plain::Plain;
use crate::provider::Provider;
use crate::report::{Ceiling, Report};
use crate::school::{Class, School, Wish};

const CLIENTS: [usize; 3] = [1, 8, 64];
/// Long enough for connections and caches to be warm.
pub const WARM_UP: Duration = Duration::from_millis(500);

/// The loads and what came of them.
pub struct Scenes<'a> {
    /// The table so far.
    pub report: Report,
    /// What was answered with 200.
    pub acknowledged: Acknowledged,
    servers: &'a [SocketAddr],
    school: &'a School,
    /// Served by the servers once it is recorded.
    recorded: Recorded,
    /// One for each student.
    tokens: Vec<String>,
    length: Duration,
    booked: Vec<Outcome>,
    notified: Vec<Outcome>,
}

impl<'a> Scenes<'a> {
    /// Signs every student in, as the client does before anything else. Not measured.
    pub fn new(
        servers: &'a [SocketAddr],
        school: &'a School,
        provider: &IdentityProvider,
        recorded: Recorded,
        now: Timestamp,
        length: Duration,
    ) -> Result<Self> {
        let students = school.classes.iter().flat_map(|class| &class.students);
        let mint = |student: &crate::school::Student| {
            provider.mint(&Token::of(&student.subject).email(&student.email).name("A Student"), now)
        };
        let tokens: Vec<_> = students.map(mint).collect();
        let (booked, notified) = (Vec::new(), Vec::new());
        let (report, acknowledged) = (Report::default(), Acknowledged::default());
        let scenes = Self { report, acknowledged, servers, school, recorded, tokens, length, booked, notified };
        let turn = AtomicUsize::new(0);
        let login = || Some(vec![login(scenes.tokens.get(turn.fetch_add(1, Ordering::Relaxed))?)]);
        good(load::drive(servers, 64, Duration::from_secs(600), &login)?)?;
        Ok(scenes)
    }

    /// Everything that only reads.
    pub fn read(&mut self, engine: Engine) -> Result<()> {
        self.record_slots()?;
        let before = (self.ceiling("/bench/json")?, self.ceiling(Recorded::PATH)?);
        let slots: Vec<_> = self.first_of_each_class(free_slots);
        let slots = self.at_each(&in_turn(&slots))?;
        let logins: Vec<_> = self.first_of_each_class(|_, token| login(token));
        let logins = self.at_each(&in_turn(&logins))?;
        let page = self.first_page()?;
        let pages = self.at_each(&|| Some(page.clone()))?;
        let json = self.mean_of("2 KB JSON", &before.0, &self.ceiling("/bench/json")?);
        let memory = self.mean_of("the same bytes from memory", &before.1, &self.ceiling(Recorded::PATH)?);
        let target = match engine {
            Engine::Sqlite => "≥ 0.18",
            Engine::Postgres => "≥ 0.10",
        };
        for outcome in &slots {
            let work = format!("T1 free slots, 28 days ({} bytes)", outcome.bytes_each());
            self.report.load(&work, outcome, Some(memory), if outcome.clients == 64 { target } else { "" });
        }
        for outcome in &logins {
            let target = if outcome.clients == 64 { "≥ 0.3" } else { "" };
            self.report.load("T5 sign-in check", outcome, Some(json), target);
        }
        for outcome in &pages {
            let work = format!("first page, {} requests ({} bytes)", page.len(), outcome.bytes_each());
            self.report.load(&work, outcome, Some(json), "");
        }
        Ok(())
    }

    /// Bookings, each by another student, with another teacher, at another hour than the one before.
    pub fn book(&mut self) -> Result<()> {
        for clients in CLIENTS {
            let next = || {
                let wish = self.school.next_wish()?;
                Some(vec![booking(&wish, self.tokens.get(wish.student_number)?)])
            };
            let outcome = good(load::drive(self.servers, clients, self.length, &next)?)?;
            self.acknowledged.with_credits += outcome.done;
            self.booked.push(outcome);
        }
        Ok(())
    }

    /// Events of the provider: received, stored, answered.
    pub fn notify(&mut self, provider: &Provider) -> Result<()> {
        let next = events(provider)?;
        for clients in CLIENTS {
            let outcome = good(load::drive(self.servers, clients, self.length, &next)?)?;
            self.acknowledged.events += outcome.done;
            self.notified.push(outcome);
        }
        Ok(())
    }

    /// Paid bookings, beside what the provider itself can do. Returns how long the customers took to pay, in microseconds.
    pub fn pay(&mut self, provider: &Provider) -> Result<f64> {
        let (school, tokens, length) = (self.school, &self.tokens, self.length);
        let checkout = Checkout { school, tokens, provider, length, paying: Paying::default() };
        for clients in CLIENTS {
            let plain = good(checkout.ask_provider(clients)?)?;
            let outcome = good(checkout.book(self.servers, clients)?)?;
            self.acknowledged.with_money += outcome.done;
            let ceiling = Ceiling { name: "the sandbox alone", per_second: plain.per_second() };
            self.report.load("pay for a class, 2 requests", &outcome, Some(ceiling), "");
            self.report.load("its 2 calls to the sandbox", &plain, None, "ceiling");
        }
        Ok(checkout.paying.micros_each())
    }

    /// The bookings and the provider's events beside bookings without the product. With 64 clients bookings are compared
    /// with every ceiling, otherwise with the first.
    pub fn compare(&mut self, engine: Engine, ceilings: &[Plain]) {
        let work = match engine {
            Engine::Sqlite => "T2 book with a credit",
            Engine::Postgres => "T3 book with a credit",
        };
        for outcome in &self.booked {
            let compared = if outcome.clients == 64 { ceilings.len() } else { 1 };
            for (place, plain) in ceilings.iter().take(compared).enumerate() {
                let target = match (outcome.clients, place) {
                    (64, 0) => format!("{}; T4 p99 ≤ 60 ms", plain.target),
                    (64, _) => plain.target.to_owned(),
                    (8, _) => "T4 p99 ≤ 20 ms".to_owned(),
                    _ => String::new(),
                };
                self.report.load(work, outcome, Some(plain.ceiling()), &target);
            }
        }
        for outcome in &self.notified {
            let target = if outcome.clients == 64 { "≥ 0.5" } else { "" };
            self.report.load("T6 webhook", outcome, ceilings.first().map(Plain::ceiling), target);
        }
        for plain in ceilings {
            self.report.ceiling(&format!("booking, {}", plain.name), plain.tasks, plain.per_second);
        }
    }

    /// Records the free slots of the first class, for the route that serves them from memory.
    fn record_slots(&self) -> Result<()> {
        let class = self.school.classes.first().context("no class")?;
        let request = free_slots(class, self.tokens.first().context("no student")?);
        load::asking()?.block_on(async {
            let mut connection = Connection::open(*self.servers.first().context("no server")?).await?;
            let reply = connection.ask(&request).await?;
            ensure!(reply.status == 200, "free slots: {}", reply.status);
            self.recorded.record(&reply)
        })
    }

    fn ceiling(&self, path: &str) -> Result<Outcome> {
        let request = vec![get(path, self.tokens.first().map_or("", String::as_str))];
        let next = || Some(request.clone());
        load::drive(self.servers, 64, WARM_UP, &next)?;
        good(load::drive(self.servers, 64, self.length, &next)?)
    }

    /// Reports a ceiling that was measured before and after the loads. Returns the mean, to compare them with.
    fn mean_of(&mut self, name: &'static str, before: &Outcome, after: &Outcome) -> Ceiling<'static> {
        self.report.load(&format!("{name}, before ({} bytes)", before.bytes_each()), before, None, "ceiling");
        self.report.load(&format!("{name}, after"), after, None, "ceiling");
        Ceiling { name, per_second: f64::midpoint(before.per_second(), after.per_second()) }
    }

    fn at_each(&self, next: Next<'_>) -> Result<Vec<Outcome>> {
        load::drive(self.servers, 8, WARM_UP, next)?;
        CLIENTS.into_iter().map(|clients| good(load::drive(self.servers, clients, self.length, next)?)).collect()
    }

    fn first_of_each_class(&self, request: impl Fn(&Class, &str) -> Request) -> Vec<Request> {
        let tokens = self.tokens.iter().step_by(self.school.size.students_each);
        self.school.classes.iter().zip(tokens).map(|(class, token)| request(class, token)).collect()
    }

    /// What a browser asks for when it opens the app for the first time: the site, the app, and all that both refer to.
    fn first_page(&self) -> Result<Vec<Request>> {
        let mut paths = vec!["/".to_owned(), "/booking".to_owned()];
        load::asking()?.block_on(async {
            let first = self.servers.first().context("no server")?;
            let mut connection = Connection::open(*first).await?;
            for page in ["/", "/booking"] {
                let reply = connection.ask(format!("GET {page} HTTP/1.1\r\nhost: bench\r\n\r\n").as_bytes()).await?;
                if reply.status != 200 {
                    bail!("{page}: {}; build web/ first", reply.status);
                }
                let html = String::from_utf8_lossy(reply.body).into_owned();
                let found = html.split(['"', '\'']).filter(|word| word.starts_with("/assets/")).map(str::to_owned);
                paths.extend(found);
            }
            Ok(())
        })?;
        let mut seen = std::collections::BTreeSet::new();
        Ok(paths.iter().filter(|path| seen.insert(path.as_str())).map(|path| get_page(path)).collect())
    }
}

/// The requests one after the other, again and again.
fn in_turn(requests: &[Request]) -> impl Fn() -> Option<Vec<Request>> + Sync {
    let turn = AtomicUsize::new(0);
    move || {
        let place = turn.fetch_add(1, Ordering::Relaxed) % requests.len().max(1);
        Some(vec![requests.get(place)?.clone()])
    }
}

/// Fails when a part of the load was refused: then it is no measurement.
fn good(outcome: Outcome) -> Result<Outcome> {
    match &outcome.first_refusal {
        Some(refusal) => bail!("{} of {} refused, first {refusal}", outcome.refused, outcome.done + outcome.refused),
        None => Ok(outcome),
    }
}

fn free_slots(class: &Class, token: &str) -> Request {
    get(&format!("/api/teacher/{}/available-slots", class.teacher), token)
}

fn login(token: &str) -> Request {
    post("/api/login", token, r#"{"user":{"name":"A Student"},"timeZone":"Asia/Kolkata"}"#)
}

fn booking(wish: &Wish<'_>, token: &str) -> Request {
    let slot = SlotRef::Virtual { teacher: PersonId(wish.teacher), start: wish.start };
    let body = json!({
        "studentEmail": wish.student.email, "studentName": "A Student", "studentPhone": "",
        "slotId": slot.to_string(), "studentId": wish.student.id, "currency": "INR", "paymentMethod": "credits",
        "teacherId": wish.teacher, "isVirtualSlot": true, "dateTime": wish.start.to_string(), "creditsUsed": 1,
    });
    post("/api/book-with-credits", token, &body.to_string())
}
