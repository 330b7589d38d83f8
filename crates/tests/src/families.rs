//! Fixtures of families (ADR 14).

use serde_json::{Value, json};
use tala_domain::ids::PersonId;

use crate::app::TestApp;
use crate::fixtures::{Student, Teacher};
use crate::person::Person;

/// A child of ten, as the form of a guardian describes it.
pub fn learner_form(name: &str, teacher: &Teacher) -> Value {
    json!({ "name": name, "birthDate": "2016-01-15", "referralCode": teacher.code, "location": "India", "isGuardian": true })
}

impl TestApp {
    /// Registers a child of this guardian. Requests of the returned student are the guardian's.
    pub async fn learner(&self, name: &str, guardian: &Person, teacher: &Teacher) -> Student {
        let reply = self.post("/api/learners", &learner_form(name, teacher)).by(guardian).ok().await;
        let id: PersonId = reply["learner"]["_id"].as_str().unwrap().parse().unwrap();
        let person = Person { id, name: name.to_owned(), acts_for: Some(id), ..guardian.clone() };
        Student::new(person, teacher.clone())
    }

    /// A second guardian of this learner, and the learner whose requests are theirs. Sends the pending mails.
    pub async fn second_guardian(&self, name: &str, learner: &Student) -> (Person, Student) {
        let guardian = self.person(name).await;
        let form = json!({ "email": guardian.email });
        self.post("/api/guardian-invitations", &form).by(learner).ok().await;
        self.work().await;
        let accept = json!({ "token": guardian_token(self, &guardian), "isGuardian": true });
        self.post("/api/guardian-invitations/accept", &accept).by(&guardian).ok().await;
        self.work().await;
        let id = learner.id.into();
        let person = Person { id, name: learner.name.clone(), acts_for: Some(id), ..guardian.clone() };
        (guardian, Student::new(person, learner.teacher.clone()))
    }
}

/// The token in the newest invitation that was mailed to a person.
pub fn guardian_token(app: &TestApp, person: &Person) -> String {
    let mails = app.mailer.sent_to(&person.email);
    let links = mails.iter().rev().filter(|mail| mail.text.contains("/guardian"));
    let links = links.filter_map(|mail| mail.text.split_once("/guardian")?.1.split_once('#'));
    let token = links.map(|(_, rest)| rest.split_whitespace().next().unwrap().to_owned()).next();
    token.unwrap_or_else(|| panic!("no invitation was mailed to {}", person.email))
}
