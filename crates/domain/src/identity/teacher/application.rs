//! Validation of a teacher's application (SPEC §3, §5).

use super::enums::{AgeGroup, DanceStyle, StyleLevel, TeacherCountry, YearsTeaching};
use super::{DUPLICATE_STYLE, EXPERIENCE_REQUIRED, STYLE_REQUIRED, TOO_MANY_STYLES, limits, parse_bio};
use crate::error::FieldErrors;
use crate::error::form::Form;
use crate::identity::{InstagramHandle, MeetingLink, PersonName, Phone, VideoLink};
use crate::level::Level;
use crate::money::{Currency, Money, parse_rate};

const FIRST_NAME_REQUIRED: &str = "First name is required";
const LAST_NAME_REQUIRED: &str = "Last name is required";
const COUNTRY_REQUIRED: &str = "Country is required";
const AGE_REQUIRED: &str = "You must confirm your age";
const EDUCATION_REQUIRED: &str = "Please share your dance education background";
const GURU_REQUIRED: &str = "Please mention your Guru or Master";
const REQUIRED: &str = "Required";
const LEVEL_UNKNOWN: &str = "Please choose a level from the list";
const AGES_UNKNOWN: &str = "Please choose age groups from the list";
const TOO_MANY_HIGHLIGHTS: &str = "Please use at most 10 highlights";

/// A dance style and its level in the API format.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawStyle {
    /// The dance style, from the list or any other; a row without a style is ignored.
    pub style: String,
    /// The highest level taught; defaults to `intermediate`.
    pub level: String,
}

/// The fields of an application in the API format; a missing field is an empty string.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RawApplication {
    /// `phone`.
    pub phone: String,
    /// `bio`.
    pub bio: String,
    /// `teacherProfile.firstName`.
    pub first_name: String,
    /// `teacherProfile.lastName`.
    pub last_name: String,
    /// `teacherProfile.country`.
    pub country: String,
    /// `teacherProfile.experience`.
    pub experience: String,
    /// `teacherProfile.danceEducation`.
    pub dance_education: String,
    /// `teacherProfile.guru`.
    pub guru: String,
    /// `teacherProfile.googleMeetLink`.
    pub google_meet_link: String,
    /// `teacherProfile.yearsTeaching`.
    pub years_teaching: String,
    /// `teacherProfile.studentAges`.
    pub student_ages: Vec<String>,
    /// `teacherProfile.ageConfirmed`.
    pub age_confirmed: bool,
    /// `teacherProfile.danceStylesWithLevel`.
    pub dance_styles: Vec<RawStyle>,
    /// `teacherProfile.keyHighlights`.
    pub key_highlights: Vec<String>,
    /// `teacherProfile.performanceVideoLink`.
    pub performance_video_link: String,
    /// `teacherProfile.helpVideoLink`.
    pub help_video_link: String,
    /// `teacherProfile.notes`.
    pub notes: String,
    /// `teacherProfile.socialMedia.instagram`.
    pub instagram: String,
    /// `paymentSettings.inrRate`.
    pub inr_rate: Option<f64>,
    /// `paymentSettings.usdRate`.
    pub usd_rate: Option<f64>,
}

/// A valid application.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TeacherApplication {
    /// First and last name joined.
    pub name: PersonName,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// Country of origin.
    pub country: TeacherCountry,
    /// Phone number, if given.
    pub phone: Option<Phone>,
    /// Professional bio, 50 to 1000 characters.
    pub bio: String,
    /// Teaching experience.
    pub experience: String,
    /// Dance education.
    pub education: String,
    /// Guru or master.
    pub guru: String,
    /// Years of teaching.
    pub years_teaching: YearsTeaching,
    /// Age groups of the students: at least one, without duplicates, youngest first.
    pub student_ages: Vec<AgeGroup>,
    /// Dance styles: at least one, without duplicates.
    pub styles: Vec<StyleLevel>,
    /// Key highlights, none of them blank.
    pub highlights: Vec<String>,
    /// Performance video, if given.
    pub performance_video: Option<VideoLink>,
    /// Help video, if given.
    pub help_video: Option<VideoLink>,
    /// Notes for administrators; may be empty.
    pub notes: String,
    /// Instagram handle, if given.
    pub instagram: Option<InstagramHandle>,
    /// Meeting link.
    pub meeting_link: MeetingLink,
    /// Hourly rate in rupees.
    pub inr_rate: Money,
    /// Hourly rate in dollars.
    pub usd_rate: Money,
}

/// The fields of the wizard's first step. An invalid field is `None` or empty, and its error is in the form.
struct Basics {
    name: Option<PersonName>,
    first_name: String,
    last_name: String,
    country: Option<TeacherCountry>,
    styles: Vec<StyleLevel>,
    phone: Option<Phone>,
}

impl TeacherApplication {
    /// Parses an application. The applicant is the signed-in person, not part of the request (D4).
    ///
    /// # Errors
    /// Every invalid field by its path in the request (`teacherProfile.firstName`). The messages are SPEC's where SPEC
    /// has one.
    pub fn parse(raw: &RawApplication) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let basics = parse_basics(raw, &mut form);
        let bio = parse_bio("bio", &raw.bio, &mut form);
        let story = limits::MAX_STORY_CHARS;
        let field = "teacherProfile.danceEducation";
        let education = form.text(field, &raw.dance_education, story, Some(EDUCATION_REQUIRED));
        let guru = form.text("teacherProfile.guru", &raw.guru, story, Some(GURU_REQUIRED));
        let field = "teacherProfile.experience";
        let experience = form.text(field, &raw.experience, story, Some(EXPERIENCE_REQUIRED));
        let years = YearsTeaching::parse(raw.years_teaching.trim());
        let years = form.require("teacherProfile.yearsTeaching", years, REQUIRED);
        let student_ages = parse_age_groups("teacherProfile.studentAges", &raw.student_ages, &mut form);
        let highlights = parse_highlights("teacherProfile.keyHighlights", &raw.key_highlights, &mut form);
        let video = VideoLink::parse(&raw.performance_video_link);
        let performance_video = form.check("teacherProfile.performanceVideoLink", video).flatten();
        let inr_rate = form.check("paymentSettings.inrRate", parse_rate(raw.inr_rate, Currency::Inr));
        let usd_rate = form.check("paymentSettings.usdRate", parse_rate(raw.usd_rate, Currency::Usd));
        let meeting_link = form.check("teacherProfile.googleMeetLink", MeetingLink::parse(&raw.google_meet_link));
        let help_video = form.check("teacherProfile.helpVideoLink", VideoLink::parse(&raw.help_video_link)).flatten();
        let notes = form.text("teacherProfile.notes", &raw.notes, limits::MAX_NOTES_CHARS, None);
        let instagram =
            form.check("teacherProfile.socialMedia.instagram", InstagramHandle::parse(&raw.instagram)).flatten();
        let Basics { name, first_name, last_name, country, styles, phone } = basics;
        let application = || {
            let (name, country, years_teaching) = (name?, country?, years?);
            let (meeting_link, inr_rate, usd_rate) = (meeting_link?, inr_rate?, usd_rate?);
            Some(Self {
                name,
                first_name,
                last_name,
                country,
                phone,
                bio,
                experience,
                education,
                guru,
                years_teaching,
                student_ages,
                styles,
                highlights,
                performance_video,
                help_video,
                notes,
                instagram,
                meeting_link,
                inr_rate,
                usd_rate,
            })
        };
        form.finish(application())
    }
}

fn parse_basics(raw: &RawApplication, form: &mut Form) -> Basics {
    let max_chars = limits::MAX_NAME_CHARS;
    let first_name = form.line("teacherProfile.firstName", &raw.first_name, max_chars, Some(FIRST_NAME_REQUIRED));
    let last_name = form.line("teacherProfile.lastName", &raw.last_name, max_chars, Some(LAST_NAME_REQUIRED));
    let joined = PersonName::parse(&format!("{first_name} {last_name}"));
    let fits = |name: &str| (1..=max_chars).contains(&name.chars().count());
    let has_both = fits(&first_name) && fits(&last_name);
    let name = if has_both { form.check("teacherProfile.lastName", joined) } else { None };
    let country = TeacherCountry::parse(raw.country.trim());
    let country = form.require("teacherProfile.country", country, COUNTRY_REQUIRED);
    let styles = parse_styles(&raw.dance_styles, form);
    let phone = form.check("phone", Phone::parse(&raw.phone)).flatten();
    if !raw.age_confirmed {
        form.reject("teacherProfile.ageConfirmed", AGE_REQUIRED);
    }
    Basics { name, first_name, last_name, country, styles, phone }
}

/// Parses the dance styles; rows without a style are ignored.
fn parse_styles(rows: &[RawStyle], form: &mut Form) -> Vec<StyleLevel> {
    let path = "teacherProfile.danceStylesWithLevel";
    if rows.len() > limits::MAX_STYLES {
        form.reject(path, TOO_MANY_STYLES);
        return Vec::new();
    }
    let mut styles: Vec<StyleLevel> = Vec::with_capacity(rows.len());
    let mut has_style = false;
    for (row, raw) in rows.iter().enumerate().filter(|(_, raw)| !raw.style.trim().is_empty()) {
        has_style = true;
        let style = parse_style(&format!("{path}.{row}.style"), &raw.style, form);
        let level = match raw.level.trim() {
            "" => Some(Level::Intermediate),
            text => form.require(&format!("{path}.{row}.level"), Level::parse(text), LEVEL_UNKNOWN),
        };
        let Some(level) = level else { continue };
        if styles.iter().any(|earlier| earlier.style.to_lowercase() == style.to_lowercase()) {
            form.reject(format!("{path}.{row}.style"), DUPLICATE_STYLE);
        } else {
            styles.push(StyleLevel { style, level });
        }
    }
    if !has_style {
        form.reject(path, STYLE_REQUIRED);
    }
    styles
}

/// Returns a style of the list in its spelling, any other as it was entered.
fn parse_style(field: &str, text: &str, form: &mut Form) -> String {
    match DanceStyle::parse_any_case(text) {
        Some(known) => known.as_str().to_owned(),
        None => form.line(field, text, limits::MAX_STYLE_CHARS, Some(STYLE_REQUIRED)),
    }
}

/// Parses age groups: at least one.
pub(super) fn parse_age_groups(field: &str, texts: &[String], form: &mut Form) -> Vec<AgeGroup> {
    let groups: Option<Vec<AgeGroup>> = texts.iter().map(|text| AgeGroup::parse_label(text)).collect();
    let groups = form.require(field, groups, AGES_UNKNOWN).unwrap_or_default();
    if texts.is_empty() {
        form.reject(field, REQUIRED);
    }
    AgeGroup::ALL.iter().copied().filter(|group| groups.contains(group)).collect()
}

/// Parses highlights; blank ones are left out.
pub(super) fn parse_highlights(path: &str, texts: &[String], form: &mut Form) -> Vec<String> {
    if texts.len() > limits::MAX_HIGHLIGHTS {
        form.reject(path, TOO_MANY_HIGHLIGHTS);
        return Vec::new();
    }
    let lines = texts.iter().enumerate();
    let lines = lines.map(|(row, text)| form.line(&format!("{path}.{row}"), text, limits::MAX_HIGHLIGHT_CHARS, None));
    lines.filter(|line| !line.is_empty()).collect()
}
