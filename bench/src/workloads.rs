//! The loads, in the order in which they run.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context as _, Result, bail, ensure};
use jiff::Timestamp;
use serde_json::json;
use tala_domain::booking::SlotRef;
use tala_domain::ids::TeacherId;
use tala_tests::{IdentityProvider, Token};

use crate::baseline::Baseline;
use crate::dataset::{BookingRequest, Dataset, Student, TeacherGroup};
use crate::invariants::Acknowledged;
use crate::load::{self, Connection, NextIteration, Outcome, Request, get, get_page, post};
use crate::paid_booking::{Checkout, PaymentTimer, events};
use crate::provider::Provider;
use crate::recorded_response::RecordedResponse;
use crate::report::{Reference, Report};
use crate::temp_database::Engine;

const CLIENT_COUNTS: [usize; 3] = [1, 8, 64];
/// Long enough for connections and caches to be warm.
pub const WARM_UP: Duration = Duration::from_millis(500);

/// The loads and their results.
pub struct Workloads<'a> {
    /// The results so far.
    pub report: Report,
    /// Numbers of successful writes.
    pub acknowledged: Acknowledged,
    servers: &'a [SocketAddr],
    dataset: &'a Dataset,
    recorded: RecordedResponse,
    /// An access token of each student.
    tokens: Vec<String>,
    length: Duration,
    bookings: Vec<Outcome>,
    webhooks: Vec<Outcome>,
}

impl<'a> Workloads<'a> {
    /// Signs every student in, without measuring.
    pub fn new(
        servers: &'a [SocketAddr],
        dataset: &'a Dataset,
        provider: &IdentityProvider,
        recorded: RecordedResponse,
        now: Timestamp,
        length: Duration,
    ) -> Result<Self> {
        let students = dataset.groups.iter().flat_map(|group| &group.students);
        let mint = |student: &Student| {
            provider.mint(&Token::of(&student.subject).email(&student.email).name("A Student"), now)
        };
        let tokens: Vec<_> = students.map(mint).collect();
        let (bookings, webhooks) = (Vec::new(), Vec::new());
        let (report, acknowledged) = (Report::default(), Acknowledged::default());
        let workloads = Self { report, acknowledged, servers, dataset, recorded, tokens, length, bookings, webhooks };
        let count = AtomicUsize::new(0);
        let login = || Some(vec![login(workloads.tokens.get(count.fetch_add(1, Ordering::Relaxed))?)]);
        require_success(load::run_load(servers, 64, Duration::from_secs(600), &login)?)?;
        Ok(workloads)
    }

    /// Runs the loads that only read.
    pub fn read(&mut self, engine: Engine) -> Result<()> {
        self.record_available_slots()?;
        let before = (self.measure_baseline("/bench/json")?, self.measure_baseline(RecordedResponse::PATH)?);
        let slots: Vec<_> = self.request_for_each_group(available_slots);
        let slots = self.run_with_each_client_count(&round_robin(&slots))?;
        let logins: Vec<_> = self.request_for_each_group(|_, token| login(token));
        let logins = self.run_with_each_client_count(&round_robin(&logins))?;
        let page = self.first_page()?;
        let pages = self.run_with_each_client_count(&|| Some(page.clone()))?;
        let after = (self.measure_baseline("/bench/json")?, self.measure_baseline(RecordedResponse::PATH)?);
        let json = self.add_baseline("2 KB JSON", &before.0, &after.0);
        let memory = self.add_baseline("the same bytes from memory", &before.1, &after.1);
        let target = match engine {
            Engine::Sqlite => "≥ 0.18",
            Engine::Postgres => "≥ 0.10",
        };
        for outcome in &slots {
            let work = format!("T1 available slots, 28 days ({} bytes)", outcome.mean_bytes());
            self.report.add_load(&work, outcome, Some(memory), if outcome.clients == 64 { target } else { "" });
        }
        for outcome in &logins {
            let target = if outcome.clients == 64 { "≥ 0.3" } else { "" };
            self.report.add_load("T5 sign-in check", outcome, Some(json), target);
        }
        for outcome in &pages {
            let work = format!("first page, {} requests ({} bytes)", page.len(), outcome.mean_bytes());
            self.report.add_load(&work, outcome, Some(json), "");
        }
        Ok(())
    }

    /// Books classes with credits. Consecutive bookings differ in student, teacher and time.
    pub fn book(&mut self) -> Result<()> {
        for clients in CLIENT_COUNTS {
            let next = || {
                let request = self.dataset.next_booking()?;
                Some(vec![book_with_credits(&request, self.tokens.get(request.student_number)?)])
            };
            let outcome = require_success(load::run_load(self.servers, clients, self.length, &next)?)?;
            self.acknowledged.with_credits += outcome.done;
            self.bookings.push(outcome);
        }
        Ok(())
    }

    /// Sends provider events.
    pub fn send_webhooks(&mut self, provider: &Provider) -> Result<()> {
        let next = events(provider)?;
        for clients in CLIENT_COUNTS {
            let outcome = require_success(load::run_load(self.servers, clients, self.length, &next)?)?;
            self.acknowledged.events += outcome.done;
            self.webhooks.push(outcome);
        }
        Ok(())
    }

    /// Books classes with money, and measures the sandbox alone. Returns the mean duration of a customer's payment in
    /// microseconds.
    pub fn pay(&mut self, provider: &Provider) -> Result<f64> {
        let (dataset, tokens, length) = (self.dataset, &self.tokens, self.length);
        let checkout = Checkout { dataset, tokens, provider, length, timer: PaymentTimer::default() };
        for clients in CLIENT_COUNTS {
            let sandbox = require_success(checkout.call_provider(clients)?)?;
            let outcome = require_success(checkout.book(self.servers, clients)?)?;
            self.acknowledged.with_money += outcome.done;
            let reference = Reference { name: "the sandbox alone", per_second: sandbox.per_second() };
            self.report.add_load("pay for a class, 2 requests", &outcome, Some(reference), "");
            self.report.add_load("its 2 calls to the sandbox", &sandbox, None, "baseline");
        }
        Ok(checkout.timer.mean_micros())
    }

    /// Adds bookings and webhooks to the report, compared with the baselines: bookings with 64 clients with all of them, other
    /// loads with the first.
    pub fn compare(&mut self, engine: Engine, baselines: &[Baseline]) {
        let work = match engine {
            Engine::Sqlite => "T2 book with a credit",
            Engine::Postgres => "T3 book with a credit",
        };
        for outcome in &self.bookings {
            let compared = if outcome.clients == 64 { baselines.len() } else { 1 };
            for (index, baseline) in baselines.iter().take(compared).enumerate() {
                let target = match (outcome.clients, index) {
                    (64, 0) => format!("{}; T4 p99 ≤ 60 ms", baseline.target),
                    (64, _) => baseline.target.to_owned(),
                    (8, _) => "T4 p99 ≤ 20 ms".to_owned(),
                    _ => String::new(),
                };
                self.report.add_load(work, outcome, Some(baseline.reference()), &target);
            }
        }
        for outcome in &self.webhooks {
            let target = if outcome.clients == 64 { "≥ 0.5" } else { "" };
            self.report.add_load("T6 webhook", outcome, baselines.first().map(Baseline::reference), target);
        }
        for baseline in baselines {
            let work = format!("booking, {}", baseline.name);
            self.report.add_throughput(&work, baseline.tasks, baseline.per_second);
        }
    }

    /// Records the available slots of the first teacher, for the route that serves them from memory.
    fn record_available_slots(&self) -> Result<()> {
        let group = self.dataset.groups.first().context("the dataset has no teacher")?;
        let request = available_slots(group, self.tokens.first().context("the dataset has no student")?);
        load::client_runtime()?.block_on(async {
            let mut connection = Connection::open(*self.servers.first().context("no server")?).await?;
            let response = connection.send(&request).await?;
            ensure!(response.status == 200, "available slots: status {}", response.status);
            self.recorded.record(&response)
        })
    }

    fn measure_baseline(&self, path: &str) -> Result<Outcome> {
        let request = vec![get(path, self.tokens.first().map_or("", String::as_str))];
        let next = || Some(request.clone());
        load::run_load(self.servers, 64, WARM_UP, &next)?;
        require_success(load::run_load(self.servers, 64, self.length, &next)?)
    }

    /// Adds a baseline that was measured before and after the loads. Returns the mean.
    fn add_baseline(&mut self, name: &'static str, before: &Outcome, after: &Outcome) -> Reference<'static> {
        self.report.add_load(&format!("{name}, before ({} bytes)", before.mean_bytes()), before, None, "baseline");
        self.report.add_load(&format!("{name}, after"), after, None, "baseline");
        Reference { name, per_second: f64::midpoint(before.per_second(), after.per_second()) }
    }

    fn run_with_each_client_count(&self, next: NextIteration<'_>) -> Result<Vec<Outcome>> {
        load::run_load(self.servers, 8, WARM_UP, next)?;
        let run = |clients| require_success(load::run_load(self.servers, clients, self.length, next)?);
        CLIENT_COUNTS.into_iter().map(run).collect()
    }

    fn request_for_each_group(&self, request: impl Fn(&TeacherGroup, &str) -> Request) -> Vec<Request> {
        let tokens = self.tokens.iter().step_by(self.dataset.size.students_each);
        self.dataset.groups.iter().zip(tokens).map(|(group, token)| request(group, token)).collect()
    }

    /// Returns the requests of a browser without a cache: the public page, the application, and the assets of both.
    fn first_page(&self) -> Result<Vec<Request>> {
        let mut paths = vec!["/".to_owned(), "/booking".to_owned()];
        load::client_runtime()?.block_on(async {
            let first = self.servers.first().context("no server")?;
            let mut connection = Connection::open(*first).await?;
            for page in ["/", "/booking"] {
                let response =
                    connection.send(format!("GET {page} HTTP/1.1\r\nhost: bench\r\n\r\n").as_bytes()).await?;
                if response.status != 200 {
                    bail!("{page}: status {}; run `make web`, then build the benchmark again", response.status);
                }
                let html = String::from_utf8_lossy(response.body).into_owned();
                let assets = html.split(['"', '\'']).filter(|text| text.starts_with("/assets/")).map(str::to_owned);
                paths.extend(assets);
            }
            Ok(())
        })?;
        let mut seen = std::collections::BTreeSet::new();
        Ok(paths.iter().filter(|path| seen.insert(path.as_str())).map(|path| get_page(path)).collect())
    }
}

/// Returns the requests one after the other, repeatedly.
fn round_robin(requests: &[Request]) -> impl Fn() -> Option<Vec<Request>> + Sync {
    let count = AtomicUsize::new(0);
    move || {
        let index = count.fetch_add(1, Ordering::Relaxed) % requests.len().max(1);
        Some(vec![requests.get(index)?.clone()])
    }
}

/// Fails if any iteration was rejected, because such a load is no measurement.
fn require_success(outcome: Outcome) -> Result<Outcome> {
    match &outcome.first_rejection {
        Some(rejection) => {
            let all = outcome.done + outcome.rejected;
            bail!("{} of {all} iterations rejected, the first: {rejection}", outcome.rejected)
        }
        None => Ok(outcome),
    }
}

fn available_slots(group: &TeacherGroup, token: &str) -> Request {
    get(&format!("/api/teacher/{}/available-slots", group.teacher), token)
}

fn login(token: &str) -> Request {
    post("/api/login", token, r#"{"user":{"name":"A Student"},"timeZone":"Asia/Kolkata"}"#)
}

fn book_with_credits(request: &BookingRequest<'_>, token: &str) -> Request {
    let slot = SlotRef::Virtual { teacher: TeacherId(request.teacher), start: request.start };
    let body = json!({
        "studentEmail": request.student.email, "studentName": "A Student", "studentPhone": "",
        "slotId": slot.to_string(), "studentId": request.student.id, "currency": "INR", "paymentMethod": "credits",
        "teacherId": request.teacher, "isVirtualSlot": true, "dateTime": request.start.to_string(), "creditsUsed": 1,
    });
    post("/api/book-with-credits", token, &body.to_string())
}
