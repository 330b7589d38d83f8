//! Events about records with a name: the reverse of [`super::name_subjects`].

use tala_db::Value;
use tala_domain::ids::PersonId;

use crate::sql::{like_pattern, placeholders};

/// The names of the records that events are about.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// The person, or the student or teacher of the record, is one of these.
    pub people: Vec<PersonId>,
    /// Part of an administrator's name or of a coupon's code.
    pub text: String,
}

/// Records of people by their ids, in place of `?`.
const OF_PEOPLE: [&str; 7] = [
    "SELECT id FROM people WHERE id IN (?)",
    "SELECT id FROM bookings WHERE student_id IN (?)",
    "SELECT id FROM orders WHERE student_id IN (?)",
    "SELECT id FROM payouts WHERE teacher_id IN (?)",
    "SELECT id FROM credit_lots WHERE student_id IN (?)",
    "SELECT r.id FROM refunds r JOIN orders o ON o.id = r.order_id WHERE o.student_id IN (?)",
    "SELECT id FROM support_messages WHERE person_id IN (?)",
];

/// Records without a person, whose names contain a text, in place of `?`.
const BY_TEXT: [&str; 2] = [
    "SELECT id FROM admins WHERE LOWER(name) LIKE ? ESCAPE '!'",
    "SELECT id FROM coupons WHERE LOWER(code) LIKE ? ESCAPE '!'",
];

/// Published classes have no index by teacher; only their teacher causes these events.
const OF_PUBLISHED_CLASSES: &str =
    "t.actor_id IN (?) AND t.action IN ('class_cancelled', 'class_changed', 'class_published')";

impl About {
    /// Adds the condition to each kind of events. Appends its parameters to `values`.
    pub(super) fn narrow(&self, kinds: &[String], values: &mut Vec<Value>) -> Vec<String> {
        values.push(like_pattern(&self.text).into());
        let text = format!("${}", values.len());
        let mut records: Vec<String> = BY_TEXT.iter().map(|source| source.replace('?', &text)).collect();
        let mut conditions = Vec::new();
        if !self.people.is_empty() {
            let people = placeholders(values.len(), self.people.len());
            values.extend(self.people.iter().map(|person| Value::from(person.0)));
            records.extend(OF_PEOPLE.iter().map(|source| source.replace('?', &people)));
            conditions.push(OF_PUBLISHED_CLASSES.replace('?', &people));
        }
        conditions.push(format!("t.subject_id IN ({})", records.join(" UNION ALL ")));
        let with = |kind: &String| conditions.iter().map(|condition| format!("{kind} AND {condition}")).collect();
        kinds.iter().flat_map(|kind| -> Vec<String> { with(kind) }).collect()
    }
}
