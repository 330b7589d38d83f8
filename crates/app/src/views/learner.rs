//! A learner as the guardian sees them (ADR 14).

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::identity::StatedAge;
use tala_domain::ids::PersonId;
use tala_store::people;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;

/// A learner of the guardian who signed in. Requests about the learner carry the id in the header `x-learner`.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Learner {
    /// The learner's id, also in `studentId`.
    #[serde(rename = "_id")]
    pub id: String,
    /// The learner's name.
    pub name: String,
    /// The date of birth.
    #[schema(required, value_type = Option<String>, format = Date)]
    pub birth_date: Option<String>,
    /// The age in years.
    #[schema(required)]
    pub age: Option<u8>,
    /// The id of the learner's teacher.
    #[schema(required)]
    pub teacher_id: Option<String>,
    /// The name of the learner's teacher.
    pub teacher_name: String,
    /// The currency in which the learner's classes are paid.
    pub currency: String,
}

impl Learner {
    /// Lists the learners of a guardian in the order in which they were added.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn list(ctx: &Ctx, guardian: PersonId) -> AppResult<Vec<Self>> {
        let found = people::list_learners(ctx.store.read(), guardian, ctx.now()).await?;
        Ok(found.iter().map(|learner| Self::of(learner, ctx.now())).collect())
    }

    /// Converts a learner. The age is that of today in the zone of the learner, which is the guardian's.
    pub fn of(learner: &people::Learner, now: Timestamp) -> Self {
        let people::Learner { person, teacher_name, currency } = learner;
        let birth_date = person.age.and_then(StatedAge::birth_date);
        Self {
            id: person.id.to_string(),
            name: person.name.clone(),
            birth_date: birth_date.map(|date| date.to_string()),
            age: birth_date.map(|date| date.age_on(person.today(now))),
            teacher_id: person.student_of.map(|id| id.to_string()),
            teacher_name: teacher_name.clone(),
            currency: currency.code().to_owned(),
        }
    }
}
