//! Validation of profile changes by an approved teacher (SPEC §2, §7).

use super::application::{parse_age_groups, parse_highlights};
use super::enums::AgeGroup;
use super::{DUPLICATE_STYLE, EXPERIENCE_REQUIRED, STYLE_REQUIRED, TOO_MANY_STYLES, limits, parse_bio};
use crate::error::FieldErrors;
use crate::error::form::Form;
use crate::identity::{MeetingLink, Phone, VideoLink};
use crate::money::{Currency, Money, parse_rate};

/// Profile changes in the API format. `None` keeps a field. The caller also passes `None` for text that equals the stored
/// one, because older profiles may violate the current rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawProfileEdit {
    /// `profile.phone`; an empty string removes the number.
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
    /// `profile.guru`.
    pub guru: Option<String>,
    /// `profile.danceEducation`.
    pub dance_education: Option<String>,
    /// `profile.studentAges`.
    pub student_ages: Option<Vec<String>>,
    /// `profile.keyHighlights`.
    pub key_highlights: Option<Vec<String>>,
    /// `profile.performanceVideoLink`; an empty string removes the link.
    pub performance_video_link: Option<String>,
    /// `profile.languages`.
    pub languages: Option<Vec<String>>,
}

/// Valid profile changes; `None` keeps a field. The caller checks the rate lock with `payouts::rate_lock_days_left` (D27).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProfileEdit {
    /// The phone number; `Some(None)` removes it.
    pub phone: Option<Option<Phone>>,
    /// Teaching experience.
    pub experience: Option<String>,
    /// Professional bio, 50 to 1000 characters.
    pub bio: Option<String>,
    /// Dance styles as tags: at least one, without duplicates.
    pub dance_styles: Option<Vec<String>>,
    /// Meeting link.
    pub meeting_link: Option<MeetingLink>,
    /// Hourly rate in rupees.
    pub inr_rate: Option<Money>,
    /// Hourly rate in dollars.
    pub usd_rate: Option<Money>,
    /// Guru or master; may be empty.
    pub guru: Option<String>,
    /// Dance education; may be empty.
    pub education: Option<String>,
    /// Age groups of the students: at least one.
    pub student_ages: Option<Vec<AgeGroup>>,
    /// Key highlights, none of them blank.
    pub highlights: Option<Vec<String>>,
    /// Performance video; `Some(None)` removes it.
    pub performance_video: Option<Option<VideoLink>>,
    /// Languages, without duplicates.
    pub languages: Option<Vec<String>>,
}

impl ProfileEdit {
    /// Parses profile changes.
    ///
    /// # Errors
    /// Every invalid field by its path in the request (`profile.bio`).
    pub fn parse(raw: &RawProfileEdit) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let phone = raw.phone.as_deref().and_then(|text| form.check("profile.phone", Phone::parse(text)));
        let story = limits::MAX_STORY_CHARS;
        let experience = raw.experience.as_deref();
        let experience = experience.map(|text| form.text("profile.experience", text, story, Some(EXPERIENCE_REQUIRED)));
        let bio = raw.bio.as_deref().map(|text| parse_bio("profile.bio", text, &mut form));
        let dance_styles = raw.dance_styles.as_deref().map(|tags| parse_style_tags(tags, &mut form));
        let link = raw.google_meet_link.as_deref();
        let meeting_link = link.and_then(|text| form.check("profile.googleMeetLink", MeetingLink::parse(text)));
        let mut rate = |field: &str, number: Option<f64>, currency| {
            number.and_then(|number| form.check(field, parse_rate(Some(number), currency)))
        };
        let inr_rate = rate("profile.inrRate", raw.inr_rate, Currency::Inr);
        let usd_rate = rate("profile.usdRate", raw.usd_rate, Currency::Usd);
        let guru = raw.guru.as_deref().map(|text| form.text("profile.guru", text, story, None));
        let education = raw.dance_education.as_deref();
        let education = education.map(|text| form.text("profile.danceEducation", text, story, None));
        let ages = raw.student_ages.as_deref();
        let student_ages = ages.map(|texts| parse_age_groups("profile.studentAges", texts, &mut form));
        let highlights = raw.key_highlights.as_deref();
        let highlights = highlights.map(|texts| parse_highlights("profile.keyHighlights", texts, &mut form));
        let video = raw.performance_video_link.as_deref();
        let performance_video =
            video.and_then(|text| form.check("profile.performanceVideoLink", VideoLink::parse(text)));
        let languages = raw.languages.as_deref().map(|texts| parse_languages(texts, &mut form));
        form.finish(Some(Self {
            phone,
            experience,
            bio,
            dance_styles,
            meeting_link,
            inr_rate,
            usd_rate,
            guru,
            education,
            student_ages,
            highlights,
            performance_video,
            languages,
        }))
    }
}

fn parse_languages(texts: &[String], form: &mut Form) -> Vec<String> {
    let path = "profile.languages";
    if texts.len() > limits::MAX_LANGUAGES {
        form.reject(path, "Please use at most 10 languages");
        return Vec::new();
    }
    let mut languages: Vec<String> = Vec::with_capacity(texts.len());
    for (row, text) in texts.iter().enumerate() {
        let language = form.line(&format!("{path}.{row}"), text, limits::MAX_STYLE_CHARS, None);
        let is_new = !languages.iter().any(|earlier| earlier.to_lowercase() == language.to_lowercase());
        if is_new && !language.is_empty() {
            languages.push(language);
        }
    }
    languages
}

fn parse_style_tags(tags: &[String], form: &mut Form) -> Vec<String> {
    let path = "profile.danceStyles";
    if tags.len() > limits::MAX_STYLES {
        form.reject(path, TOO_MANY_STYLES);
        return Vec::new();
    }
    let mut styles: Vec<String> = Vec::with_capacity(tags.len());
    for (row, tag) in tags.iter().enumerate() {
        let tag = form.line(&format!("{path}.{row}"), tag, limits::MAX_STYLE_CHARS, None);
        if styles.iter().any(|earlier| earlier.to_lowercase() == tag.to_lowercase()) {
            form.reject(format!("{path}.{row}"), DUPLICATE_STYLE);
        } else if !tag.is_empty() {
            styles.push(tag);
        }
    }
    if styles.is_empty() {
        form.reject(path, STYLE_REQUIRED);
    }
    styles
}
