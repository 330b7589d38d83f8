//! Fixtures of families (ADR 14).

use serde_json::{Value, json};
use tala_domain::ids::PersonId;

use crate::app::TestApp;
use crate::fixtures::{Student, Teacher};
use crate::person::Person;

/// A child of ten, as the form of a guardian describes it.
pub fn learner_form(name: &str, teacher: &Teacher) -> Value {
    json!({ "name": name, "birthDate": "2016-01-15", "referralCode": teacher.code, "location": "India" })
}

impl TestApp {
    /// Registers a child of this guardian. Requests of the returned student are the guardian's.
    pub async fn learner(&self, name: &str, guardian: &Person, teacher: &Teacher) -> Student {
        let reply = self.post("/api/learners", &learner_form(name, teacher)).by(guardian).ok().await;
        let id: PersonId = reply["learner"]["_id"].as_str().unwrap().parse().unwrap();
        let person = Person { id, name: name.to_owned(), acts_for: Some(id), ..guardian.clone() };
        Student::new(person, teacher.clone())
    }
}
