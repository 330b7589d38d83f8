//! One life: two server processes, a provider, teachers and students, and what the life remembers of them.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, HashSet};

use axum::Router;
use jiff::SignedDuration;
use razorpay_sandbox::Webhook;
use tala_app::operator::GrantCredits;
use tala_domain::coupons::Terms;
use tala_tests::{Database, Desk, Kind, Student, Teacher, WEBHOOK_SECRET};

use crate::acts;
use crate::audit;
use crate::diary::Diary;
use crate::random::Random;

/// So often the auditor looks while things are going on.
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
    pub(crate) students: Vec<Student>,
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
        let teachers = open_school(&first, &mut random).await;
        let students = enrol(&first, &teachers).await;
        let world = Self {
            diary,
            random,
            servers: [first, second],
            addresses,
            living: Cell::new(0),
            teachers,
            students,
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
        let (mut step, mut audited) = (0, 0);
        while step < steps {
            self.diary.turn_to(step + 1);
            step += acts::step(self).await;
            if step - audited >= STEPS_BETWEEN_AUDITS {
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

    pub(crate) async fn grant(&self, student: usize, classes: u32, days: i64) {
        let email = self.students[student].email.clone();
        let request = GrantCredits { email, classes, days, reason: "of the simulation".to_owned() };
        tala_app::operator::grant_credits(&self.desk().ctx, &request).await.unwrap();
        self.granted.borrow_mut().push((student, classes));
    }

    async fn print_coupons(&self) {
        let terms = |percent, limit, each, teacher: Option<usize>| Terms {
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

/// Three teachers on three continents: both changes of the clocks lie ahead of them.
async fn open_school(desk: &Desk, random: &mut Random) -> Vec<Teacher> {
    let mut teachers = Vec::new();
    for (name, zone) in [("Padma", "Asia/Kolkata"), ("Grace", "America/New_York"), ("Lucia", "Europe/London")] {
        let teacher = desk.teacher(name).await;
        desk.open_hours(&teacher, zone, random.between(3, 9), &[(0..=6, "09:00", "11:00")]).await;
        teachers.push(teacher);
    }
    teachers
}

async fn enrol(desk: &Desk, teachers: &[Teacher]) -> Vec<Student> {
    let mut students = Vec::new();
    for (name, teacher, zone, currency) in [
        ("Meera", 0, "Asia/Kolkata", "INR"),
        ("Arjun", 0, "America/Los_Angeles", "USD"),
        ("Kavya", 0, "Asia/Kolkata", "INR"),
        ("Dev", 1, "America/New_York", "USD"),
        ("Esha", 1, "Australia/Lord_Howe", "USD"),
        ("Farid", 2, "Europe/London", "USD"),
    ] {
        let student = desk.student_from(name, &teachers[teacher], Some(zone)).await;
        let id = tala_tests::raw::id(&desk.ctx.store, student.id.0);
        let sql = format!("UPDATE students SET currency = '{currency}' WHERE person_id = {id}");
        tala_tests::raw::execute(&desk.ctx.store, &sql).await;
        students.push(student);
    }
    students
}

/// A duration of whole seconds.
pub(crate) const fn seconds(seconds: i64) -> SignedDuration {
    SignedDuration::from_secs(seconds)
}
