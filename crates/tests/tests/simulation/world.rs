//! State of one life: two server processes, a provider, teachers and students, and the records of the auditor.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};

use axum::Router;
use jiff::SignedDuration;
use razorpay_sandbox::Webhook;
use tala_app::services::credit_grants::CreditGrantRequest;
use tala_domain::coupons;
use tala_domain::ids::TeacherId;
use tala_tests::{AdminSession, Database, Kind, PaymentsApp, Person, Student, Teacher, WEBHOOK_SECRET, raw};
use uuid::Uuid;

use crate::audit;
use crate::expected_slots::Week;
use crate::from_environment;
use crate::people::{self, CouponTerms, Standing};
use crate::random::Random;
use crate::steps;
use crate::trace::Trace;

/// Steps between two audits, unless `TALA_SIMULATION_AUDIT_EVERY` is set.
const STEPS_BETWEEN_AUDITS: u64 = 25;
const PROVIDER_TIMEOUT: std::time::Duration = std::time::Duration::from_millis(150);

/// A payment at the provider.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) payment: String,
    /// The provider's order id; `None` for a payment without an order.
    pub(crate) order: Option<String>,
}

pub(crate) struct World<'a> {
    pub(crate) trace: &'a Trace,
    pub(crate) random: Random,
    /// Two processes on one database. With SQLite only one of them runs.
    pub(crate) servers: [PaymentsApp; 2],
    addresses: [String; 2],
    /// The index of the running one, which receives the webhooks.
    pub(crate) living: Cell<usize>,
    pub(crate) teachers: Vec<Teacher>,
    /// By teacher.
    pub(crate) terms: Vec<CouponTerms>,
    /// Weekly hours by teacher.
    pub(crate) weeks: RefCell<Vec<Week>>,
    pub(crate) students: Vec<Student>,
    /// Becomes the guardian of the student under 18 during the life.
    pub(crate) late_guardian: Person,
    /// By student.
    pub(crate) standings: Vec<Standing>,
    /// Sessions of the administrators.
    admins: Vec<AdminSession>,
    /// Number of applications by person.
    pub(crate) applicants: RefCell<Vec<(Person, i64)>>,
    /// Decisions about applications: the applicant and the decision's id.
    pub(crate) decisions: RefCell<Vec<(Uuid, String)>>,
    /// Payouts that were exported.
    pub(crate) handed_over: RefCell<HashSet<Uuid>>,
    /// Progress of every record at the last audit.
    pub(crate) seen: RefCell<HashMap<Uuid, (String, u8)>>,
    pub(crate) coupons: RefCell<Vec<String>>,
    /// Deactivated coupons, with the number of orders at that time.
    pub(crate) stopped: RefCell<BTreeMap<String, i64>>,
    pub(crate) made: RefCell<Vec<Made>>,
    /// Payments whose webhook must not be lost, because reconciliation no longer covers them.
    pub(crate) must_be_told: RefCell<HashSet<String>>,
    /// Payments that a bank had confirmed and that were not captured when faults were switched off, with time left to
    /// capture them.
    pub(crate) within_reach: RefCell<HashSet<String>>,
    /// Orders that their students have abandoned or tried to.
    pub(crate) given_up: RefCell<HashSet<uuid::Uuid>>,
    /// Credits granted: to whom, how many.
    pub(crate) granted: RefCell<Vec<(usize, u32)>>,
    /// No other step is running and none was interrupted: every listed slot must be bookable.
    pub(crate) alone: Cell<bool>,
    /// For this many steps an interrupted one may still take effect.
    pub(crate) interrupted: Cell<u32>,
}

impl<'a> World<'a> {
    pub(crate) async fn new(database: Database, seed: u64, trace: &'a Trace) -> Self {
        let mut random = Random::new(seed);
        let first = PaymentsApp::open(database, PROVIDER_TIMEOUT).await;
        let second = PaymentsApp { base: first.base.another_server(2).await, provider: first.provider.clone() };
        let addresses = [listen(&first).await, listen(&second).await];
        let mut teachers = Vec::new();
        let (mut terms, mut weeks) = (Vec::new(), Vec::new());
        for (teacher, own_terms, week) in people::open_school(&first, &mut random).await {
            teachers.push(teacher);
            terms.push(own_terms);
            weeks.push(week);
        }
        let (students, standings) = people::enrol(&first, &teachers).await.into_iter().unzip();
        let late_guardian = first.person("Olive").await;
        let admins = people::create_admins(&first).await;
        let world = Self {
            trace,
            random,
            servers: [first, second],
            addresses,
            living: Cell::new(0),
            teachers,
            terms,
            weeks: RefCell::new(weeks),
            students,
            late_guardian,
            standings,
            admins,
            applicants: RefCell::default(),
            decisions: RefCell::default(),
            handed_over: RefCell::default(),
            seen: RefCell::default(),
            coupons: RefCell::default(),
            stopped: RefCell::default(),
            made: RefCell::default(),
            must_be_told: RefCell::default(),
            within_reach: RefCell::default(),
            given_up: RefCell::default(),
            granted: RefCell::default(),
            alone: Cell::new(true),
            interrupted: Cell::new(0),
        };
        world.print_coupons().await;
        for student in 0..world.students.len() {
            world.grant(student, 2, 20).await;
        }
        world.send_webhooks_to(0);
        world
    }

    /// Runs this many steps.
    pub(crate) async fn live(&mut self, steps: u64) {
        let every = from_environment("TALA_SIMULATION_AUDIT_EVERY", STEPS_BETWEEN_AUDITS);
        let (mut step, mut audit_money) = (0, 0);
        while step < steps {
            self.trace.turn_to(step + 1);
            step += steps::step(self).await;
            if step - audit_money >= every {
                audit::check_invariants(self).await;
                audit_money = step;
            }
        }
    }

    /// The server that a request reaches: either one with PostgreSQL, the running one with SQLite.
    pub(crate) fn server(&self, random: &mut Random) -> &PaymentsApp {
        let coin = random.below(2);
        match self.servers[0].database.kind {
            Kind::Sqlite => self.app(),
            Kind::Postgres => &self.servers[coin],
        }
    }

    /// The running server.
    pub(crate) fn app(&self) -> &PaymentsApp {
        &self.servers[self.living.get()]
    }

    pub(crate) fn send_webhooks_to(&self, server: usize) {
        self.living.set(server);
        let url = format!("{}/api/webhooks/razorpay", self.addresses[server]);
        self.app().provider.set_webhook(Some(Webhook { url, secret: WEBHOOK_SECRET.to_owned() }));
    }

    pub(crate) fn week_of(&self, teacher: TeacherId) -> Week {
        self.weeks.borrow()[self.teachers.iter().position(|one| one.id == teacher).unwrap()]
    }

    /// Advances the clock. Administrators' sessions are extended, which saves the cost of signing in again.
    pub(crate) async fn pass(&self, time: SignedDuration) {
        self.app().advance(time);
        let now = self.app().now().as_microsecond();
        let sql = format!("UPDATE admin_sessions SET created_at = {now}, seen_at = {now}");
        raw::execute(&self.app().ctx.store, &sql).await;
    }

    pub(crate) fn admin(&self, random: &mut Random) -> &AdminSession {
        random.pick(&self.admins)
    }

    pub(crate) async fn grant(&self, student: usize, classes: u32, days: i64) {
        let id = self.students[student].id.to_string();
        let request = CreditGrantRequest { student: id, classes, days, reason: "of the simulation".to_owned() };
        tala_app::services::credit_grants::grant_credits(&self.app().ctx, &request).await.unwrap();
        self.granted.borrow_mut().push((student, classes));
    }

    async fn print_coupons(&self) {
        let terms = |percent, limit, each, teacher: Option<usize>| coupons::CouponTerms {
            percent,
            starts_at: None,
            ends_at: None,
            limit,
            limit_per_student: each,
            currency: None,
            teacher: teacher.map(|teacher| self.teachers[teacher].id),
            deactivated: false,
        };
        for (code, terms) in [
            ("ALL", terms(100, Some(6), Some(2), None)),
            ("HALF", terms(50, Some(4), None, None)),
            ("ONCE", terms(20, None, Some(1), None)),
            ("PADMAS", terms(33, Some(3), Some(2), Some(0))),
            ("ALWAYS", terms(7, None, None, None)),
        ] {
            self.app().coupon_with(code, &terms).await;
            self.coupons.borrow_mut().push(code.to_owned());
        }
    }
}

/// A webhook address for this server.
async fn listen(app: &PaymentsApp) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let routes: Router = app.router();
    tokio::spawn(async move { axum::serve(listener, routes).await });
    address
}

pub(crate) const fn seconds(seconds: i64) -> SignedDuration {
    SignedDuration::from_secs(seconds)
}
