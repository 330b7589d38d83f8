//! One life: two server processes, a provider, teachers and students, and what the life remembers of them.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashMap, HashSet};

use axum::Router;
use jiff::SignedDuration;
use razorpay_sandbox::Webhook;
use tala_app::services::credit_grants::GrantCredits;
use tala_domain::coupons;
use tala_domain::ids::PersonId;
use tala_tests::{Database, Desk, Kind, Officer, Person, Student, Teacher, WEBHOOK_SECRET, raw};
use uuid::Uuid;

use crate::acts;
use crate::audit;
use crate::diary::Diary;
use crate::from_environment;
use crate::offer::Week;
use crate::random::Random;
use crate::school::{self, Standing, Terms};

/// So often the auditor looks while things are going on, unless `TALA_SIMULATION_AUDIT_EVERY` says otherwise.
const STEPS_BETWEEN_AUDITS: u64 = 25;
const PROVIDER_TIMEOUT: std::time::Duration = std::time::Duration::from_millis(150);

/// A payment that was made at the provider.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) payment: String,
    /// The provider's order id; `None` for money that belongs to no order.
    pub(crate) order: Option<String>,
}

pub(crate) struct World<'a> {
    pub(crate) diary: &'a Diary,
    pub(crate) random: Random,
    /// Two processes on one database. On SQLite only one of them lives at a time.
    pub(crate) servers: [Desk; 2],
    addresses: [String; 2],
    /// The one that lives, and that the provider tells its news.
    pub(crate) living: Cell<usize>,
    pub(crate) teachers: Vec<Teacher>,
    /// Of each teacher.
    pub(crate) terms: Vec<Terms>,
    /// When each teacher teaches.
    pub(crate) weeks: RefCell<Vec<Week>>,
    pub(crate) students: Vec<Student>,
    /// Of each student.
    pub(crate) standings: Vec<Standing>,
    /// Administrators with their browsers.
    officers: Vec<Officer>,
    /// Who has applied as a teacher, and how often.
    pub(crate) applicants: RefCell<Vec<(Person, i64)>>,
    /// Payouts that were in a table for the bank.
    pub(crate) handed_over: RefCell<HashSet<Uuid>>,
    /// How far everything had come when the auditor looked last.
    pub(crate) seen: RefCell<HashMap<Uuid, (String, u8)>>,
    pub(crate) coupons: RefCell<Vec<String>>,
    /// Coupons that were stopped, and how many orders had been made with each by then.
    pub(crate) stopped: RefCell<BTreeMap<String, i64>>,
    pub(crate) made: RefCell<Vec<Made>>,
    /// Payments whose news may not be lost: so late that nobody asks for them any more.
    pub(crate) must_be_told: RefCell<HashSet<String>>,
    /// Payments that a bank had confirmed, and nobody had taken, when peace was made and there was time for it.
    pub(crate) within_reach: RefCell<HashSet<String>>,
    /// Orders that their students have given up, or wanted to.
    pub(crate) given_up: RefCell<HashSet<uuid::Uuid>>,
    /// Credits that were given: to whom, how many.
    pub(crate) granted: RefCell<Vec<(usize, u32)>>,
    /// Nothing else is going on, and nothing is broken off: what was shown must be had.
    pub(crate) alone: Cell<bool>,
    /// For so many steps yet, what was broken off may still take effect.
    pub(crate) broken_off: Cell<u32>,
}

impl<'a> World<'a> {
    pub(crate) async fn new(database: Database, seed: u64, diary: &'a Diary) -> Self {
        let mut random = Random::new(seed);
        let first = Desk::open(database, PROVIDER_TIMEOUT).await;
        let second = Desk { app: first.app.another_server(2).await, provider: first.provider.clone() };
        let addresses = [listen(&first).await, listen(&second).await];
        let mut teachers = Vec::new();
        let (mut terms, mut weeks) = (Vec::new(), Vec::new());
        for (teacher, own_terms, week) in school::open_school(&first, &mut random).await {
            teachers.push(teacher);
            terms.push(own_terms);
            weeks.push(week);
        }
        let (students, standings) = school::enrol(&first, &teachers).await.into_iter().unzip();
        let officers = school::hire(&first).await;
        let world = Self {
            diary,
            random,
            servers: [first, second],
            addresses,
            living: Cell::new(0),
            teachers,
            terms,
            weeks: RefCell::new(weeks),
            students,
            standings,
            officers,
            applicants: RefCell::default(),
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
            broken_off: Cell::new(0),
        };
        world.print_coupons().await;
        for student in 0..world.students.len() {
            world.grant(student, 2, 20).await;
        }
        world.hear_news_at(0);
        world
    }

    /// Lets so much happen.
    pub(crate) async fn live(&mut self, steps: u64) {
        let every = from_environment("TALA_SIMULATION_AUDIT_EVERY", STEPS_BETWEEN_AUDITS);
        let (mut step, mut audited) = (0, 0);
        while step < steps {
            self.diary.turn_to(step + 1);
            step += acts::step(self).await;
            if step - audited >= every {
                audit::while_going_on(self).await;
                audited = step;
            }
        }
    }

    /// The server that a request reaches: on PostgreSQL either, on SQLite the one that lives.
    pub(crate) fn server(&self, random: &mut Random) -> &Desk {
        let coin = random.below(2);
        match self.servers[0].database.kind {
            Kind::Sqlite => self.desk(),
            Kind::Postgres => &self.servers[coin],
        }
    }

    /// The server that lives.
    pub(crate) fn desk(&self) -> &Desk {
        &self.servers[self.living.get()]
    }

    pub(crate) fn hear_news_at(&self, server: usize) {
        self.living.set(server);
        let url = format!("{}/api/webhooks/razorpay", self.addresses[server]);
        self.desk().provider.set_webhook(Some(Webhook { url, secret: WEBHOOK_SECRET.to_owned() }));
    }

    pub(crate) fn week_of(&self, teacher: PersonId) -> Week {
        self.weeks.borrow()[self.teachers.iter().position(|one| one.id == teacher).unwrap()]
    }

    /// Time passes. Administrators' sessions do not end by it, so that nobody has to type passwords all day.
    pub(crate) async fn pass(&self, time: SignedDuration) {
        self.desk().advance(time);
        let now = self.desk().now().as_microsecond();
        let sql = format!("UPDATE admin_sessions SET created_at = {now}, seen_at = {now}");
        raw::execute(&self.desk().ctx.store, &sql).await;
    }

    /// One of the administrators.
    pub(crate) fn officer(&self, random: &mut Random) -> &Officer {
        random.pick(&self.officers)
    }

    pub(crate) async fn grant(&self, student: usize, classes: u32, days: i64) {
        let email = self.students[student].email.clone();
        let request = GrantCredits { email, classes, days, reason: "of the simulation".to_owned() };
        tala_app::services::credit_grants::grant_credits(&self.desk().ctx, &request).await.unwrap();
        self.granted.borrow_mut().push((student, classes));
    }

    async fn print_coupons(&self) {
        let terms = |percent, limit, each, teacher: Option<usize>| coupons::Terms {
            percent,
            starts_at: None,
            ends_at: None,
            limit,
            limit_per_student: each,
            currency: None,
            teacher: teacher.map(|teacher| self.teachers[teacher].id),
            stopped: false,
        };
        for (code, terms) in [
            ("ALL", terms(100, Some(6), Some(2), None)),
            ("HALF", terms(50, Some(4), None, None)),
            ("ONCE", terms(20, None, Some(1), None)),
            ("PADMAS", terms(33, Some(3), Some(2), Some(0))),
            ("ALWAYS", terms(7, None, None, None)),
        ] {
            self.desk().coupon_with(code, &terms).await;
            self.coupons.borrow_mut().push(code.to_owned());
        }
    }
}

/// A door of its own for the provider's news.
async fn listen(desk: &Desk) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    let routes: Router = desk.router();
    tokio::spawn(async move { axum::serve(listener, routes).await });
    address
}

/// A duration of whole seconds.
pub(crate) const fn seconds(seconds: i64) -> SignedDuration {
    SignedDuration::from_secs(seconds)
}
