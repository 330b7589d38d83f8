//! What people choose under My Account, and the version of the terms.

use super::{PersonName, Phone};
use crate::error::FieldErrors;
use crate::error::form::Form;
use crate::time::{Clock, Language, Zone};

/// The version of the terms and conditions, the day of their last change. A person who accepted an older version is asked
/// again. The client's `lib/termsVersion.ts` has the same value; a test compares both.
pub const TERMS_VERSION: &str = "2026-11-25";

string_enum! {
    /// The first day of the week in calendars.
    WeekStart {
        /// Monday.
        Monday = "monday",
        /// Sunday.
        Sunday = "sunday",
        /// Saturday.
        Saturday = "saturday",
    }
}

string_enum! {
    /// Mails that a person can turn off. All others are about a booking, money or the account, and are always sent.
    OptionalMail {
        /// The reminder a day before a class.
        ClassReminderDay = "classReminderDay",
        /// The reminder an hour before a class.
        ClassReminderHour = "classReminderHour",
        /// Credits expire soon. Students only.
        CreditsExpiring = "creditsExpiring",
        /// A student has joined. Teachers only.
        NewStudent = "newStudent",
    }
}

/// A change of the account as sent. `None` keeps a value.
#[derive(Clone, Debug, Default)]
pub struct RawAccountEdit {
    /// The display name.
    pub name: Option<String>,
    /// The phone number; blank text removes it.
    pub phone: Option<String>,
    /// The IANA zone; blank text follows the browser.
    pub time_zone: Option<String>,
    /// `en` or `hi`.
    pub language: Option<String>,
    /// `12h` or `24h`.
    pub clock: Option<String>,
    /// `monday`, `sunday` or `saturday`.
    pub week_start: Option<String>,
}

/// A valid change of the account. `None` keeps a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AccountEdit {
    /// The display name.
    pub name: Option<PersonName>,
    /// The phone number; `Some(None)` removes it.
    pub phone: Option<Option<Phone>>,
    /// The zone; `Some(None)` follows the browser.
    pub time_zone: Option<Option<Zone>>,
    /// The language of screens and emails.
    pub language: Option<Language>,
    /// The clock.
    pub clock: Option<Clock>,
    /// The first day of the week.
    pub week_start: Option<WeekStart>,
}

impl AccountEdit {
    /// Parses a change.
    ///
    /// # Errors
    /// The errors of all invalid fields.
    pub fn parse(raw: &RawAccountEdit) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let name = raw.name.as_deref().map(PersonName::parse).transpose();
        let phone = raw.phone.as_deref().map(Phone::parse).transpose();
        let time_zone = raw.time_zone.as_deref().map(str::trim).map(|zone| match zone {
            "" => Ok(None),
            zone => Zone::parse(zone).map(Some),
        });
        let edit = Self {
            name: form.check("name", name).flatten(),
            phone: form.check("phone", phone).flatten(),
            time_zone: form
                .check("fixedTimeZone", time_zone.transpose().map_err(|_| "Please choose a time zone"))
                .flatten(),
            language: choice(&mut form, "language", raw.language.as_deref(), Language::parse),
            clock: choice(&mut form, "clock", raw.clock.as_deref(), Clock::parse),
            week_start: choice(&mut form, "weekStart", raw.week_start.as_deref(), WeekStart::parse),
        };
        form.finish(Some(edit))
    }

    /// Returns the names of the changed fields, for the audit log.
    pub fn fields(&self) -> Vec<&'static str> {
        [
            ("name", self.name.is_some()),
            ("phone", self.phone.is_some()),
            ("fixedTimeZone", self.time_zone.is_some()),
            ("language", self.language.is_some()),
            ("clock", self.clock.is_some()),
            ("weekStart", self.week_start.is_some()),
        ]
        .into_iter()
        .filter_map(|(name, is_set)| is_set.then_some(name))
        .collect()
    }
}

fn choice<T>(form: &mut Form, field: &str, text: Option<&str>, parse: fn(&str) -> Option<T>) -> Option<T> {
    let parsed = parse(text?);
    form.require(field, parsed, "Please choose one of the options")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn absent_fields_keep_their_values_and_blank_ones_are_removed() {
        let none = AccountEdit::parse(&RawAccountEdit::default()).unwrap();
        assert_eq!((none.fields(), none), (vec![], AccountEdit::default()));
        let blank =
            RawAccountEdit { phone: Some(" ".to_owned()), time_zone: Some(String::new()), ..RawAccountEdit::default() };
        let edit = AccountEdit::parse(&blank).unwrap();
        assert_eq!((&edit.phone, &edit.time_zone), (&Some(None), &Some(None)));
        assert_eq!(edit.fields(), ["phone", "fixedTimeZone"]);
    }

    #[test]
    fn errors_of_all_fields_are_reported_together() {
        let some = |text: &str| Some(text.to_owned());
        let raw = RawAccountEdit {
            name: some(&"x".repeat(10_000)),
            phone: some("call me 📞"),
            time_zone: some("Asia/Atlantis"),
            language: some("ta"),
            clock: some("12"),
            week_start: some("Monday"),
        };
        let errors = AccountEdit::parse(&raw).unwrap_err();
        let fields: Vec<&str> = errors.0.iter().map(|error| error.field.as_str()).collect();
        assert_eq!(fields, ["name", "phone", "fixedTimeZone", "language", "clock", "weekStart"]);
    }
}
