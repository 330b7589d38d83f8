//! The wizard's application, read again by the server (SPEC §3, §5).

use super::words::{AgeGroup, DanceStyle, Level, StyleLevel, TeacherCountry, YearsTeaching};
use super::{EXPERIENCE_REQUIRED, STYLE_REQUIRED, STYLE_TWICE, STYLES_TOO_MANY, limits, read_bio};
use crate::error::FieldErrors;
use crate::error::form::Form;
use crate::identity::{Instagram, MeetingLink, PersonName, Phone, VideoLink};
use crate::money::{Currency, Money, parse_rate};

const FIRST_NAME_REQUIRED: &str = "First name is required";
const LAST_NAME_REQUIRED: &str = "Last name is required";
const COUNTRY_REQUIRED: &str = "Country is required";
const AGE_REQUIRED: &str = "You must confirm your age";
const EDUCATION_REQUIRED: &str = "Please share your dance education background";
const GURU_REQUIRED: &str = "Please mention your Guru or Master";
const REQUIRED: &str = "Required";
const STYLE_UNKNOWN: &str = "Please choose a dance style from the list";
const LEVEL_UNKNOWN: &str = "Please choose a level from the list";
const AGES_UNKNOWN: &str = "Please choose age groups from the list";
const HIGHLIGHTS_TOO_MANY: &str = "Please use at most 10 highlights";

/// A row of the styles as the form sends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RawStyle {
    /// What is danced; a row without it counts as empty.
    pub style: String,
    /// Up to which level; empty is `intermediate`.
    pub level: String,
}

/// The application as it is sent; a missing field is an empty text.
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

/// An application without fault. Two are equal when their contents are.
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
    /// Phone number, if one was given.
    pub phone: Option<Phone>,
    /// Professional bio, 50 to 1000 characters.
    pub bio: String,
    /// Teaching experience.
    pub experience: String,
    /// Dance education.
    pub education: String,
    /// Guru or master.
    pub guru: String,
    /// For how many years.
    pub years_teaching: YearsTeaching,
    /// Whom they teach: at least one group, each once, youngest first.
    pub student_ages: Vec<AgeGroup>,
    /// What they dance: at least one style, each once.
    pub styles: Vec<StyleLevel>,
    /// Key highlights, none of them empty.
    pub highlights: Vec<String>,
    /// Performance video.
    pub performance_video: Option<VideoLink>,
    /// Help video.
    pub help_video: Option<VideoLink>,
    /// Notes for the administrators; may be empty.
    pub notes: String,
    /// Name at Instagram.
    pub instagram: Option<Instagram>,
    /// Video meeting link.
    pub meeting_link: MeetingLink,
    /// Hourly rate in rupees.
    pub inr_rate: Money,
    /// Hourly rate in dollars.
    pub usd_rate: Money,
}

/// What the reading of one step leaves; a field that broke a rule is `None` or empty, and the form knows.
struct Basics {
    name: Option<PersonName>,
    first_name: String,
    last_name: String,
    country: Option<TeacherCountry>,
    styles: Vec<StyleLevel>,
    phone: Option<Phone>,
}

impl TeacherApplication {
    /// Reads the application, all steps at once. The name is made of first and last name, and whose application it
    /// is, the caller knows (D4).
    ///
    /// # Errors
    /// All broken fields at once, named as in the payload (`teacherProfile.firstName`), with SPEC's sentences where
    /// SPEC has them.
    pub fn parse(raw: &RawApplication) -> Result<Self, FieldErrors> {
        let mut form = Form::new();
        let basics = read_basics(raw, &mut form);
        let bio = read_bio("bio", &raw.bio, &mut form);
        let story = limits::STORY_CHARS;
        let field = "teacherProfile.danceEducation";
        let education = form.text(field, &raw.dance_education, story, Some(EDUCATION_REQUIRED));
        let guru = form.text("teacherProfile.guru", &raw.guru, story, Some(GURU_REQUIRED));
        let field = "teacherProfile.experience";
        let experience = form.text(field, &raw.experience, story, Some(EXPERIENCE_REQUIRED));
        let years = YearsTeaching::parse(raw.years_teaching.trim());
        let years = form.need("teacherProfile.yearsTeaching", years, REQUIRED);
        let student_ages = read_ages(&raw.student_ages, &mut form);
        let highlights = read_highlights(&raw.key_highlights, &mut form);
        let video = VideoLink::parse(&raw.performance_video_link);
        let performance_video = form.keep("teacherProfile.performanceVideoLink", video).flatten();
        let inr_rate = form.keep("paymentSettings.inrRate", parse_rate(raw.inr_rate, Currency::Inr));
        let usd_rate = form.keep("paymentSettings.usdRate", parse_rate(raw.usd_rate, Currency::Usd));
        let meeting_link = form.keep("teacherProfile.googleMeetLink", MeetingLink::parse(&raw.google_meet_link));
        let help_video = form.keep("teacherProfile.helpVideoLink", VideoLink::parse(&raw.help_video_link)).flatten();
        let notes = form.text("teacherProfile.notes", &raw.notes, limits::NOTES_CHARS, None);
        let instagram = form.keep("teacherProfile.socialMedia.instagram", Instagram::parse(&raw.instagram)).flatten();
        let Basics { name, first_name, last_name, country, styles, phone } = basics;
        let read = || {
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
        let application = read();
        form.finish(application)
    }
}

fn read_basics(raw: &RawApplication, form: &mut Form) -> Basics {
    let most = limits::NAME_CHARS;
    let first_name = form.line("teacherProfile.firstName", &raw.first_name, most, Some(FIRST_NAME_REQUIRED));
    let last_name = form.line("teacherProfile.lastName", &raw.last_name, most, Some(LAST_NAME_REQUIRED));
    let joined = PersonName::parse(&format!("{first_name} {last_name}"));
    let fits = |name: &str| (1..=most).contains(&name.chars().count());
    let has_both = fits(&first_name) && fits(&last_name);
    let name = if has_both { form.keep("teacherProfile.lastName", joined) } else { None };
    let country = TeacherCountry::parse(raw.country.trim());
    let country = form.need("teacherProfile.country", country, COUNTRY_REQUIRED);
    let styles = read_styles(&raw.dance_styles, form);
    let phone = form.keep("phone", Phone::parse(&raw.phone)).flatten();
    if !raw.age_confirmed {
        form.refuse("teacherProfile.ageConfirmed", AGE_REQUIRED);
    }
    Basics { name, first_name, last_name, country, styles, phone }
}

/// Rows without a style are the form's empty ones.
fn read_styles(rows: &[RawStyle], form: &mut Form) -> Vec<StyleLevel> {
    let path = "teacherProfile.danceStylesWithLevel";
    if rows.len() > limits::STYLES {
        form.refuse(path, STYLES_TOO_MANY);
        return Vec::new();
    }
    let mut styles: Vec<StyleLevel> = Vec::with_capacity(rows.len());
    let mut has_style = false;
    for (row, raw) in rows.iter().enumerate().filter(|(_, raw)| !raw.style.trim().is_empty()) {
        has_style = true;
        let style = form.need(&format!("{path}.{row}.style"), DanceStyle::read(&raw.style), STYLE_UNKNOWN);
        let level = match raw.level.trim() {
            "" => Some(Level::Intermediate),
            word => form.need(&format!("{path}.{row}.level"), Level::parse(word), LEVEL_UNKNOWN),
        };
        let (Some(style), Some(level)) = (style, level) else { continue };
        if styles.iter().any(|earlier| earlier.style == style) {
            form.refuse(format!("{path}.{row}.style"), STYLE_TWICE);
        } else {
            styles.push(StyleLevel { style, level });
        }
    }
    if !has_style {
        form.refuse(path, STYLE_REQUIRED);
    }
    styles
}

fn read_ages(texts: &[String], form: &mut Form) -> Vec<AgeGroup> {
    let field = "teacherProfile.studentAges";
    let groups: Option<Vec<AgeGroup>> = texts.iter().map(|text| AgeGroup::read(text)).collect();
    let groups = form.need(field, groups, AGES_UNKNOWN).unwrap_or_default();
    if texts.is_empty() {
        form.refuse(field, REQUIRED);
    }
    AgeGroup::ALL.iter().copied().filter(|group| groups.contains(group)).collect()
}

fn read_highlights(texts: &[String], form: &mut Form) -> Vec<String> {
    let path = "teacherProfile.keyHighlights";
    if texts.len() > limits::HIGHLIGHTS {
        form.refuse(path, HIGHLIGHTS_TOO_MANY);
        return Vec::new();
    }
    let lines = texts.iter().enumerate();
    let lines = lines.map(|(row, text)| form.line(&format!("{path}.{row}"), text, limits::HIGHLIGHT_CHARS, None));
    lines.filter(|line| !line.is_empty()).collect()
}
