//! The account as its owner sees it.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::identity::{AgeBand, OptionalMail, Role, StatedAge};
use tala_store::people::{self, Person};
use tala_store::{students, terms_acceptances};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::views::settings::{AgeBandSchema, DisplaySettings};

/// The signed-in person's account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Account {
    name: String,
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    phone: Option<String>,
    /// The zone in which emails show times: the chosen one, otherwise that of the last sign-in.
    #[schema(required)]
    time_zone: Option<String>,
    /// The date of birth.
    #[schema(required, value_type = Option<String>, format = Date)]
    birth_date: Option<String>,
    /// The age range of an adult who gave no date of birth.
    #[schema(required, value_type = Option<AgeBandSchema>)]
    age_band: Option<&'static str>,
    display: DisplaySettings,
    /// The currency in which a student pays; only an administrator can change it (D19).
    #[schema(required)]
    currency: Option<String>,
    /// Which optional emails the person wants. Only those for the person's role are present.
    mails: MailChoices,
    /// The accepted versions of the terms, newest last.
    terms: Vec<AcceptedTerms>,
}

/// Which optional emails a person wants. In a change, absent ones stay as they are.
#[derive(Clone, Debug, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct MailChoices {
    /// The reminder a day before a class.
    #[serde(skip_serializing_if = "Option::is_none")]
    class_reminder_day: Option<bool>,
    /// The reminder an hour before a class.
    #[serde(skip_serializing_if = "Option::is_none")]
    class_reminder_hour: Option<bool>,
    /// Credits expire soon. Students only.
    #[serde(skip_serializing_if = "Option::is_none")]
    credits_expiring: Option<bool>,
    /// A student has joined. Teachers only.
    #[serde(skip_serializing_if = "Option::is_none")]
    new_student: Option<bool>,
}

/// A version of the terms that the person accepted.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AcceptedTerms {
    /// The day of the version, such as 2026-11-25.
    version: String,
    #[schema(value_type = String, format = DateTime)]
    accepted_at: Timestamp,
}

impl MailChoices {
    /// Returns the choice of a mail, if present.
    pub(super) const fn get(&self, mail: OptionalMail) -> Option<bool> {
        match mail {
            OptionalMail::ClassReminderDay => self.class_reminder_day,
            OptionalMail::ClassReminderHour => self.class_reminder_hour,
            OptionalMail::CreditsExpiring => self.credits_expiring,
            OptionalMail::NewStudent => self.new_student,
        }
    }

    /// The choices of the mails that people of a role receive.
    fn of(role: Role, muted: &[OptionalMail]) -> Self {
        let wanted = |mail, is_for_role: bool| is_for_role.then(|| !muted.contains(&mail));
        let has_classes = role != Role::User;
        Self {
            class_reminder_day: wanted(OptionalMail::ClassReminderDay, has_classes),
            class_reminder_hour: wanted(OptionalMail::ClassReminderHour, has_classes),
            credits_expiring: wanted(OptionalMail::CreditsExpiring, role == Role::Student),
            new_student: wanted(OptionalMail::NewStudent, role == Role::Teacher),
        }
    }
}

impl Account {
    /// Loads the account of a person.
    ///
    /// # Errors
    /// Those of the database.
    pub(super) async fn load(ctx: &Ctx, person: Person, role: Role) -> AppResult<Self> {
        let conn = ctx.store.read();
        let student = students::find_by_id(conn, person.id.as_student()).await?;
        let muted = people::list_muted(conn, person.id).await?;
        let terms = terms_acceptances::list(conn, person.id).await?;
        Ok(Self {
            display: DisplaySettings::from(&person),
            name: person.name,
            email: person.email,
            phone: person.phone,
            time_zone: person.time_zone,
            birth_date: person.age.and_then(StatedAge::birth_date).map(|date| date.to_string()),
            age_band: person.age.and_then(StatedAge::band).map(AgeBand::as_str),
            currency: student.map(|student| student.currency.code().to_owned()),
            mails: MailChoices::of(role, &muted),
            terms: terms.into_iter().map(|(version, accepted_at)| AcceptedTerms { version, accepted_at }).collect(),
        })
    }
}
