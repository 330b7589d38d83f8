//! What an approved teacher changes in the profile (SPEC §2, §7).

use super::{EXPERIENCE_REQUIRED, STYLE_REQUIRED, STYLE_TWICE, STYLES_TOO_MANY, limits, read_bio};
use crate::error::FieldErrors;
use crate::error::form::Form;
use crate::identity::{MeetingLink, Phone};
use crate::money::{Currency, Money, parse_rate};

/// The changes as they are sent. `None` leaves a field as it is; so should the caller do with a text that is what is
/// stored, since older profiles may be shorter than the rules of today.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawProfileEdit {
    /// `profile.phone`; empty takes the number away.
    pub phone: Option<String>,
    /// `profile.experience`.
    pub experience: Option<String>,
    /// `profile.bio`.
    pub bio: Option<String>,
    /// `profile.danceStyles`.
    pub dance_styles: Option<Vec<String>>,
    /// `profile.googleMeetLink`.
    pub google_meet_link: Option<String>,
    /// `profile.inrRate`.
    pub inr_rate: Option<f64>,
    /// `profile.usdRate`.
    pub usd_rate: Option<f64>,
}

/// Changes without fault; `None` leaves a field as it is. Whether rates are locked, `payouts::rate_lock` says (D27).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfileEdit {
    /// The phone number; `Some(None)` takes it away.
    pub phone: Option<Option<Phone>>,
    /// Teaching experience.
    pub experience: Option<String>,
    /// Professional bio, 50 to 1000 characters.
    pub bio: Option<String>,
    /// Dance styles as tags: at least one, each once.
    pub dance_styles: Option<Vec<String>>,
    /// Video meeting link.
    pub meeting_link: Option<MeetingLink>,
    /// Hourly rate in rupees.
    pub inr_rate: Option<Money>,
    /// Hourly rate in dollars.
    pub usd_rate: Option<Money>,
}

impl ProfileEdit {
    /// Reads the changes.
    ///
    /// # Errors
    /// All broken fields at once, named as in the payload (`profile.bio`).
    pub fn parse(raw: &RawProfileEdit) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let phone = raw.phone.as_deref().and_then(|text| form.keep("profile.phone", Phone::parse(text)));
        let story = limits::STORY_CHARS;
        let experience = raw.experience.as_deref();
        let experience = experience.map(|text| form.text("profile.experience", text, story, Some(EXPERIENCE_REQUIRED)));
        let bio = raw.bio.as_deref().map(|text| read_bio("profile.bio", text, &mut form));
        let dance_styles = raw.dance_styles.as_deref().map(|tags| read_tags(tags, &mut form));
        let link = raw.google_meet_link.as_deref();
        let meeting_link = link.and_then(|text| form.keep("profile.googleMeetLink", MeetingLink::parse(text)));
        let mut rate = |field: &str, number: Option<f64>, currency| {
            number.and_then(|number| form.keep(field, parse_rate(Some(number), currency)))
        };
        let inr_rate = rate("profile.inrRate", raw.inr_rate, Currency::Inr);
        let usd_rate = rate("profile.usdRate", raw.usd_rate, Currency::Usd);
        form.finish(Some(Self { phone, experience, bio, dance_styles, meeting_link, inr_rate, usd_rate }))
    }
}

fn read_tags(tags: &[String], form: &mut Form) -> Vec<String> {
    let path = "profile.danceStyles";
    if tags.len() > limits::STYLES {
        form.refuse(path, STYLES_TOO_MANY);
        return Vec::new();
    }
    let mut styles: Vec<String> = Vec::with_capacity(tags.len());
    for (row, tag) in tags.iter().enumerate() {
        let tag = form.line(&format!("{path}.{row}"), tag, limits::STYLE_CHARS, None);
        if styles.iter().any(|earlier| earlier.to_lowercase() == tag.to_lowercase()) {
            form.refuse(format!("{path}.{row}"), STYLE_TWICE);
        } else if !tag.is_empty() {
            styles.push(tag);
        }
    }
    if styles.is_empty() {
        form.refuse(path, STYLE_REQUIRED);
    }
    styles
}
