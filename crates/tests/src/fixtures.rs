//! Fixtures: people, hours, credits and classes, written through the store as the product writes them.

use std::ops::Deref;

use jiff::{SignedDuration, Timestamp};
use serde_json::{Value, json};
use tala_domain::availability::{Availability, RangeText, ScheduleEntry};
use tala_domain::booking::{ClassText, ClassType, SlotKind};
use tala_domain::error::ErrorCode;
use tala_domain::identity::{Email, TeacherStatus};
use tala_domain::ids::{BookingId, LotId, PersonId, PostingId, SlotId, StudentId, TeacherId};
use tala_domain::money::{Currency, Money};
use tala_domain::onboarding::Location;
use tala_store::credits::{NewLot, Origin};
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::people::NewPerson;
use tala_store::slots::Slot;
use tala_store::students::Student as StoredStudent;
use tala_store::teachers::NewTeacher;
use tala_store::{availabilities, credits, ledger, people, slots, students, teachers};

use crate::app::TestApp;
use crate::clock::{days, later};
use crate::http::{Reply, Request};
use crate::identity_provider::ISSUER;
pub use crate::person::Person;

/// Price of one class, in paise.
pub const RATE: Money = Money::new(99_900, Currency::Inr);

/// A teacher, approved or not.
#[derive(Clone, Debug)]
pub struct Teacher {
    /// The person's id in this role.
    pub id: TeacherId,
    person: Person,
    pub code: String,
}

/// A student with their teacher.
#[derive(Clone, Debug)]
pub struct Student {
    /// The person's id in this role.
    pub id: StudentId,
    person: Person,
    pub teacher: Teacher,
}

impl Deref for Teacher {
    type Target = Person;
    fn deref(&self) -> &Person {
        &self.person
    }
}

impl Deref for Student {
    type Target = Person;
    fn deref(&self) -> &Person {
        &self.person
    }
}

/// One teacher with open hours every day from 9:00 to 12:00 in India, and one student with four credits.
#[derive(Clone, Debug)]
pub struct School {
    /// Named Padma.
    pub teacher: Teacher,
    /// Named Meera.
    pub student: Student,
}

impl TestApp {
    /// Creates the usual school.
    pub async fn school(&self) -> School {
        let teacher = self.teacher("Padma").await;
        self.open_hours(&teacher, "Asia/Kolkata", 60, &[(0..=6, "09:00", "12:00")]).await;
        let student = self.student("Meera", &teacher).await;
        self.lot(&student, 4, days(30)).await;
        School { teacher, student }
    }

    /// A signed-in person who is neither student nor teacher.
    pub async fn person(&self, name: &str) -> Person {
        self.person_from(name, Some("Asia/Kolkata")).await
    }

    /// A person whose browser is in this zone. `name` is arbitrary; its ASCII letters and digits form the email
    /// address.
    pub async fn person_from(&self, name: &str, zone: Option<&str>) -> Person {
        let letters: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase();
        let person = Person {
            id: PersonId(self.ctx.new_id()),
            subject: format!("subject-{letters}"),
            email: format!("{letters}@people.test"),
            name: name.to_owned(),
            acts_for: None,
        };
        let email = Email::parse(&person.email).unwrap();
        let key = email.normalized();
        let new =
            NewPerson { id: person.id, email: Some((email.as_str(), &key)), name, time_zone: zone, at: self.now() };
        let tx = self.ctx.store.begin().await.unwrap();
        assert!(people::insert(&tx, &new).await.unwrap(), "{name} exists already");
        assert!(people::insert_identity(&tx, ISSUER, &person.subject, person.id, self.now()).await.unwrap());
        tx.commit().await.unwrap();
        person
    }

    /// An approved teacher without hours.
    pub async fn teacher(&self, name: &str) -> Teacher {
        self.teacher_with(name, TeacherStatus::Approved).await
    }

    /// A teacher with this application status.
    pub async fn teacher_with(&self, name: &str, status: TeacherStatus) -> Teacher {
        let person = self.person(name).await;
        let letters: String = person.subject.chars().rev().take(3).collect::<String>().to_uppercase();
        let code = format!("TCH-{letters}-2345");
        let new = NewTeacher {
            id: person.id.as_teacher(),
            status,
            invite_code: Some(&code),
            bio: "Dances.",
            experience: "Twenty years.",
            dance_styles: &["Bharatanatyam"],
            meeting_link: Some("https://meet.google.com/abc-defg-hij"),
            rate_inr_minor: RATE.amount_minor,
            rate_usd_minor: 2_499,
            at: self.now(),
        };
        let tx = self.ctx.store.begin().await.unwrap();
        teachers::insert(&tx, &new).await.unwrap();
        tx.commit().await.unwrap();
        Teacher { id: person.id.as_teacher(), person, code }
    }

    /// Replaces a teacher's weekly hours: days (0 Sunday to 6 Saturday), from, to.
    pub async fn open_hours(
        &self,
        teacher: &Teacher,
        zone: &str,
        visibility_days: i64,
        ranges: &[(std::ops::RangeInclusive<i64>, &str, &str)],
    ) {
        let row = |day_of_week, start: &str, end: &str| ScheduleEntry {
            day_of_week,
            time_ranges: vec![RangeText { start: start.to_owned(), end: end.to_owned() }],
        };
        let schedule: Vec<_> =
            ranges.iter().flat_map(|(days, start, end)| days.clone().map(move |day| row(day, start, end))).collect();
        let availability = Availability::parse(zone, visibility_days, &schedule).unwrap();
        let tx = self.ctx.store.begin().await.unwrap();
        availabilities::save(&tx, teacher.id, &availability, None, self.now()).await.unwrap().unwrap();
        tx.commit().await.unwrap();
    }

    /// A student of this teacher, without credits, whose browser is in India.
    pub async fn student(&self, name: &str, teacher: &Teacher) -> Student {
        self.student_from(name, teacher, Some("Asia/Kolkata")).await
    }

    /// A student of this teacher whose browser is in this zone.
    pub async fn student_from(&self, name: &str, teacher: &Teacher, zone: Option<&str>) -> Student {
        let person = self.person_from(name, zone).await;
        let stored = StoredStudent {
            id: person.id.as_student(),
            teacher_id: teacher.id,
            invite_code: teacher.code.clone(),
            location: Location::India,
            currency: Currency::Inr,
            joined_at: self.now(),
        };
        let tx = self.ctx.store.begin().await.unwrap();
        assert!(students::insert(&tx, &stored).await.unwrap());
        tx.commit().await.unwrap();
        Student::new(person, teacher.clone())
    }

    /// Grants credits that expire after `lives`, with their posting.
    pub async fn lot(&self, student: &Student, credits: u32, lives: SignedDuration) -> LotId {
        let id = LotId(self.ctx.new_id());
        let new = NewLot {
            id,
            student_id: student.id,
            teacher_id: student.teacher.id,
            origin: Origin::Granted,
            total: credits,
            price_per_class: RATE,
            expires_at: later(self.now(), lives),
            order_id: None,
            at: self.now(),
        };
        let worth = RATE.checked_mul(credits).unwrap();
        let posting = Posting::new(PostingId(self.ctx.new_id()), Kind::CreditsGranted, self.now())
            .credits((student.id, id), (Account::CreditsGranted, None), i64::from(credits))
            .money(Account::Promotions, None, worth)
            .lot_money(student.id, id, worth.checked_neg().unwrap());
        let tx = self.ctx.store.begin().await.unwrap();
        credits::insert(&tx, &new).await.unwrap();
        ledger::post(&tx, &posting).await.unwrap();
        tx.commit().await.unwrap();
        id
    }

    /// Credits that remain in a lot.
    pub async fn remaining_in(&self, lot: LotId) -> i64 {
        let id = crate::raw::id(&self.ctx.store, lot.0);
        crate::raw::number(&self.ctx.store, &format!("SELECT remaining FROM credit_lots WHERE id = {id}")).await
    }

    /// Publishes a class.
    pub async fn publish(
        &self,
        teacher: &Teacher,
        starts_at: Timestamp,
        (class_type, capacity, credit_cost): (ClassType, u32, u32),
    ) -> SlotId {
        let slot = Slot {
            id: SlotId(self.ctx.new_id()),
            teacher_id: teacher.id,
            starts_at,
            kind: SlotKind::Regular,
            class_type,
            capacity,
            seats_taken: 0,
            credit_cost,
            text: ClassText::default(),
        };
        let tx = self.ctx.store.begin().await.unwrap();
        assert!(slots::insert_regular(&tx, &slot, self.now()).await.unwrap(), "the teacher is busy");
        tx.commit().await.unwrap();
        slot.id
    }

    /// All slots that the student can book now, as the student area requests them.
    pub async fn slots(&self, student: &Student) -> Vec<Value> {
        let path = format!("/api/teacher/{}/available-slots", student.teacher.id);
        let reply = self.get(&path).by(student).ok().await;
        reply["slots"].as_array().unwrap().clone()
    }

    /// The available slot at this instant; panics if there is none.
    pub async fn slot_at(&self, student: &Student, starts_at: Timestamp) -> Value {
        let slots = self.slots(student).await;
        let found = slots.iter().find(|slot| instant(&slot["dateTime"]) == starts_at).cloned();
        found.unwrap_or_else(|| panic!("no slot is available at {starts_at}: {slots:?}"))
    }

    /// The request with which SPEC's client books a slot with credits, not sent yet.
    pub fn booking_request(&self, student: &Student, slot: &Value) -> Request<'_> {
        self.post("/api/book-with-credits", &booking_body(student, slot)).by(student)
    }

    /// Books a slot; returns the response.
    pub async fn try_book(&self, student: &Student, slot: &Value) -> Reply {
        self.booking_request(student, slot).send().await
    }

    /// Books a slot; panics unless it succeeds.
    pub async fn book(&self, student: &Student, slot: &Value) -> Value {
        let reply = self.try_book(student, slot).await.ok();
        assert_eq!(reply["success"], true);
        reply["booking"].clone()
    }

    /// Books a slot; panics unless it is refused with this code. Returns the problem.
    pub async fn book_refused(&self, student: &Student, slot: &Value, code: ErrorCode) -> Value {
        self.try_book(student, slot).await.refused(code)
    }
}

/// The body that SPEC's client sends to book a slot with credits.
pub fn booking_body(student: &Student, slot: &Value) -> Value {
    json!({
        "studentEmail": student.email, "studentName": student.name, "studentPhone": "", "slotId": slot["_id"],
        "studentId": student.id.to_string(), "currency": "INR", "paymentMethod": "credits",
        "teacherId": slot["teacherId"], "isVirtualSlot": slot["isVirtualSlot"], "dateTime": slot["dateTime"],
        "creditsUsed": slot["creditCost"],
    })
}

/// Reads an instant from a response; it must be in UTC, with a `Z` (D3).
pub fn instant(value: &Value) -> Timestamp {
    let text = value.as_str().unwrap_or_else(|| panic!("{value} is not an instant"));
    assert!(text.ends_with('Z'), "{text}");
    text.parse().unwrap()
}

/// Reads a booking's id from a response.
pub fn booking_id(booking: &Value) -> BookingId {
    assert_eq!(booking["_id"], booking["bookingId"]);
    booking["_id"].as_str().unwrap().parse().unwrap()
}

impl Student {
    /// A person who is stored as a student of this teacher.
    pub(crate) fn new(person: Person, teacher: Teacher) -> Self {
        Self { id: person.id.as_student(), person, teacher }
    }

    /// Moves the student to another teacher, as an administrator may do later.
    pub async fn with_teacher(self, app: &TestApp, teacher: &Teacher) -> Self {
        let store = &app.ctx.store;
        let (student, new) = (crate::raw::id(store, self.id.0), crate::raw::id(store, teacher.id.0));
        crate::raw::execute(store, &format!("UPDATE students SET teacher_id = {new} WHERE person_id = {student}"))
            .await;
        Self { teacher: teacher.clone(), ..self }
    }
}
