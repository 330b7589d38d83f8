//! Tests of applications and profile changes.

use proptest::prelude::*;

use super::*;
use crate::error::FieldErrors;
use crate::level::Level;
use crate::money::{Currency, Money};

fn raw() -> RawApplication {
    let style = |style: &str, level: &str| RawStyle { style: style.to_owned(), level: level.to_owned() };
    RawApplication {
        phone: "+91 98765 43210".to_owned(),
        bio: "I have danced since I was four, and taught for twelve years in Chennai. 💃".to_owned(),
        first_name: " Asha ".to_owned(),
        last_name: "Rao".to_owned(),
        country: "India".to_owned(),
        experience: "Twelve years at\r\nKalakshetra".to_owned(),
        dance_education: "Kalakshetra".to_owned(),
        guru: "Smt. Rukmini".to_owned(),
        google_meet_link: "meet.google.com/ABC-defg-hij?authuser=1".to_owned(),
        years_teaching: "10+".to_owned(),
        student_ages: vec!["adults (18+)".to_owned(), "children".to_owned(), "adults".to_owned()],
        age_confirmed: true,
        dance_styles: vec![style("Bharatanatyam", "expert"), style("", "beginner"), style(" kathak ", "")],
        key_highlights: vec!["Arangetram 2004".to_owned(), " ".to_owned()],
        performance_video_link: "youtu.be/x".to_owned(),
        instagram: "@asha.dance".to_owned(),
        inr_rate: Some(999.0),
        usd_rate: Some(24.99),
        ..RawApplication::default()
    }
}

type SetText = fn(&mut RawApplication, String);
type Change = fn(&mut RawApplication);

/// Returns the errors of a valid application after a change.
fn errors_after(change: impl Fn(&mut RawApplication)) -> Vec<(String, String)> {
    let mut raw = raw();
    change(&mut raw);
    errors(TeacherApplication::parse(&raw))
}

fn parsed_after(change: impl Fn(&mut RawApplication)) -> TeacherApplication {
    let mut raw = raw();
    change(&mut raw);
    TeacherApplication::parse(&raw).unwrap()
}

fn errors<T: std::fmt::Debug>(result: Result<T, FieldErrors>) -> Vec<(String, String)> {
    let FieldErrors(errors) = result.unwrap_err();
    errors.into_iter().map(|error| (error.field, error.message)).collect()
}

fn owned<const N: usize>(expected: [(&str, &str); N]) -> Vec<(String, String)> {
    expected.map(|(field, message)| (field.to_owned(), message.to_owned())).into()
}

#[test]
fn valid_application_parses_with_all_fields() {
    let application = TeacherApplication::parse(&raw()).unwrap();
    assert_eq!(application.name.as_str(), "Asha Rao");
    assert_eq!((application.first_name.as_str(), application.last_name.as_str()), ("Asha", "Rao"));
    assert_eq!(application.country, TeacherCountry::India);
    assert_eq!(application.phone.unwrap().as_str(), "+91 98765 43210");
    assert_eq!(application.experience, "Twelve years at\nKalakshetra");
    assert_eq!(application.meeting_link.as_str(), "https://meet.google.com/abc-defg-hij");
    assert_eq!(application.years_teaching, YearsTeaching::OverTen);
    assert_eq!(application.student_ages, [AgeGroup::Children, AgeGroup::Adults]);
    let styles = [(DanceStyle::Bharatanatyam, Level::Expert), (DanceStyle::Kathak, Level::Intermediate)];
    assert_eq!(application.styles, styles.map(|(style, level)| StyleLevel { style: style.as_str().to_owned(), level }));
    assert_eq!(application.highlights, ["Arangetram 2004"]);
    assert_eq!(application.performance_video.unwrap().as_str(), "https://youtu.be/x");
    assert_eq!((application.help_video, application.notes.as_str()), (None, ""));
    assert_eq!(application.instagram.unwrap().as_str(), "asha.dance");
    assert_eq!(application.inr_rate, Money::new(99_900, Currency::Inr));
    assert_eq!(application.usd_rate, Money::new(2_499, Currency::Usd));
}

#[test]
fn applications_are_equal_when_their_parsed_contents_are() {
    let same = parsed_after(|raw| raw.first_name = "Asha".to_owned());
    assert_eq!(same, parsed_after(|raw| raw.google_meet_link = "https://meet.google.com/abc-defg-hij".to_owned()));
    assert_ne!(same, parsed_after(|raw| raw.inr_rate = Some(1000.0)));
}

#[test]
fn missing_fields_are_reported_with_messages_of_spec() {
    let expected = owned([
        ("teacherProfile.firstName", "First name is required"),
        ("teacherProfile.lastName", "Last name is required"),
        ("teacherProfile.country", "Country is required"),
        ("teacherProfile.danceStylesWithLevel", "Please select at least one dance style"),
        ("teacherProfile.ageConfirmed", "You must confirm your age"),
        ("bio", "Bio should be at least 50 characters"),
        ("teacherProfile.danceEducation", "Please share your dance education background"),
        ("teacherProfile.guru", "Please mention your Guru or Master"),
        ("teacherProfile.experience", "Please describe your teaching experience"),
        ("teacherProfile.yearsTeaching", "Required"),
        ("teacherProfile.studentAges", "Required"),
        ("paymentSettings.inrRate", "Please enter your hourly rate in INR"),
        ("paymentSettings.usdRate", "Please enter your hourly rate in USD"),
        ("teacherProfile.googleMeetLink", "Please enter a valid Google Meet link (meet.google.com/xxx-xxxx-xxx)"),
    ]);
    assert_eq!(errors(TeacherApplication::parse(&RawApplication::default())), expected);
}

#[test]
fn bio_must_have_50_to_1000_characters() {
    let (short, long) = ("Bio should be at least 50 characters", "Bio cannot exceed 1000 characters");
    for (bio, message) in [
        ("x".repeat(49), Some(short)),
        ("x".repeat(50), None),
        ("é".repeat(49), Some(short)),
        ("💃".repeat(50), None),
        ("رقص ".repeat(250), None),
        ("x".repeat(1_000), None),
        ("आ".repeat(1_000), None),
        ("x".repeat(1_001), Some(long)),
        ("💃".repeat(1_001), Some(long)),
        (format!("{}  \r\n ", "x".repeat(1_000)), None),
        (format!("{}x", " ".repeat(60)), Some(short)),
        ("\u{200d}".repeat(60), Some(short)),
        ("Not provided".to_owned(), Some(short)),
    ] {
        let mut raw = raw();
        raw.bio.clone_from(&bio);
        match message {
            Some(message) => assert_eq!(errors(TeacherApplication::parse(&raw)), owned([("bio", message)]), "{bio}"),
            None => assert!(TeacherApplication::parse(&raw).is_ok(), "{bio}"),
        }
    }
}

#[test]
fn texts_and_highlights_are_limited_in_length_and_number() {
    let too_long = |max_chars: usize| format!("Please use at most {max_chars} characters");
    let cases: [(&str, usize, SetText); 6] = [
        ("teacherProfile.firstName", 100, |raw, text| raw.first_name = text),
        ("teacherProfile.danceEducation", 2_000, |raw, text| raw.dance_education = text),
        ("teacherProfile.guru", 2_000, |raw, text| raw.guru = text),
        ("teacherProfile.experience", 2_000, |raw, text| raw.experience = text),
        ("teacherProfile.notes", 2_000, |raw, text| raw.notes = text),
        ("teacherProfile.keyHighlights.1", 200, |raw, text| raw.key_highlights = vec!["x".to_owned(), text]),
    ];
    for (field, max_chars, set) in cases {
        parsed_after(|raw| set(raw, "é".repeat(max_chars)));
        let errors = errors_after(|raw| set(raw, "é".repeat(max_chars + 1)));
        assert_eq!(errors, owned([(field, too_long(max_chars).as_str())]));
    }
    let highlights = |count: usize| vec!["x".to_owned(); count];
    assert_eq!(parsed_after(|raw| raw.key_highlights = highlights(10)).highlights.len(), 10);
    let too_many = errors_after(|raw| raw.key_highlights = highlights(11));
    assert_eq!(too_many, owned([("teacherProfile.keyHighlights", "Please use at most 10 highlights")]));
    let both = errors_after(|raw| (raw.first_name, raw.last_name) = ("a".repeat(100), "b".repeat(100)));
    assert_eq!(both, owned([("teacherProfile.lastName", "Please shorten your name to 200 characters")]));
}

#[test]
fn styles_are_unique_and_may_be_missing_in_the_list() {
    let path = |rest: &str| format!("teacherProfile.danceStylesWithLevel{rest}");
    let style = |style: &str, level: &str| RawStyle { style: style.to_owned(), level: level.to_owned() };
    for (rows, field, message) in [
        (vec![], "", "Please select at least one dance style"),
        (vec![style(" ", "expert"), style("", "")], "", "Please select at least one dance style"),
        (vec![style(&"x".repeat(51), "")], ".0.style", "Please use at most 50 characters"),
        (vec![style("Lavani", ""), style("LAVANI", "")], ".1.style", "This dance style is in the list twice"),
        (vec![style("Kathak", "guru")], ".0.level", "Please choose a level from the list"),
        (vec![style("Kathak", ""), style("kathak", "expert")], ".1.style", "This dance style is in the list twice"),
        (vec![style("Kathak", ""); 21], "", "Please use at most 20 dance styles"),
    ] {
        assert_eq!(errors_after(|raw| raw.dance_styles.clone_from(&rows)), owned([(path(field).as_str(), message)]));
    }
    let all: Vec<RawStyle> = DanceStyle::ALL.iter().map(|value| style(value.as_str(), "")).collect();
    assert_eq!(parsed_after(|raw| raw.dance_styles.clone_from(&all)).styles.len(), 10);
    let named = parsed_after(|raw| raw.dance_styles = vec![style(" Lavani\n folk ", "expert"), style("other", "")]);
    let names: Vec<&str> = named.styles.iter().map(|row| row.style.as_str()).collect();
    assert_eq!(names, ["Lavani folk", "other"]);
}

#[test]
fn invalid_value_of_any_other_field_is_rejected() {
    let ages = "teacherProfile.studentAges";
    let cases: [((&str, &str), Change); 10] = [
        (("teacherProfile.country", "Country is required"), |raw| raw.country = "France".to_owned()),
        (("teacherProfile.yearsTeaching", "Required"), |raw| raw.years_teaching = "11".to_owned()),
        ((ages, "Required"), |raw| raw.student_ages.clear()),
        ((ages, "Please choose age groups from the list"), |raw| raw.student_ages.push("toddlers".to_owned())),
        (("teacherProfile.ageConfirmed", "You must confirm your age"), |raw| raw.age_confirmed = false),
        (("phone", "Please enter a valid phone number, or leave it empty"), |raw| raw.phone = "call me".to_owned()),
        (("teacherProfile.helpVideoLink", "Please enter a link that starts with https://"), |raw| {
            raw.help_video_link = "http://x.test".to_owned()
        }),
        (("teacherProfile.socialMedia.instagram", "Please enter your Instagram name, such as @asha.dance"), |raw| {
            raw.instagram = "my page".to_owned()
        }),
        (("paymentSettings.usdRate", "Please enter a rate from $9.99 to $199.99, with at most 2 decimals"), |raw| {
            raw.usd_rate = Some(9.98)
        }),
        (("paymentSettings.inrRate", "Please enter a rate from ₹499 to ₹9,999, in whole rupees"), |raw| {
            raw.inr_rate = Some(999.5)
        }),
    ];
    for (expected, change) in cases {
        assert_eq!(errors_after(change), owned([expected]));
    }
}

#[test]
fn enum_strings_are_those_of_spec() {
    let all = |list: Vec<&str>| list.join(" ");
    assert_eq!(all(Level::ALL.iter().map(|value| value.as_str()).collect()), "beginner intermediate advanced expert");
    assert_eq!(all(YearsTeaching::ALL.iter().map(|value| value.as_str()).collect()), "0-2 3-5 6-10 10+");
    assert_eq!(all(AgeGroup::ALL.iter().map(|value| value.as_str()).collect()), "children teens adults seniors");
    assert_eq!(
        all(TeacherCountry::ALL.iter().map(|value| value.as_str()).collect()),
        "India United States United Kingdom"
    );
    assert_eq!(
        all(DanceStyle::ALL.iter().map(|value| value.as_str()).collect()),
        "Bharatanatyam Kathak Kuchipudi Odissi Manipuri Kathakali Mohiniyattam Sattriya Bollywood other"
    );
    for text in ["seniors", "Seniors (60+)", " seniors "] {
        assert_eq!(AgeGroup::parse_label(text), Some(AgeGroup::Seniors), "{text}");
    }
}

#[test]
fn edit_changes_given_fields_and_keeps_the_rest() {
    assert_eq!(ProfileEdit::parse(&RawProfileEdit::default()), Ok(ProfileEdit::default()));
    let tags = vec![" Kathak ".to_owned(), "Semi-classical".to_owned(), String::new()];
    let raw = RawProfileEdit {
        phone: Some(" ".to_owned()),
        dance_styles: Some(tags),
        usd_rate: Some(30.0),
        ..RawProfileEdit::default()
    };
    let edit = ProfileEdit::parse(&raw).unwrap();
    assert_eq!(edit.phone, Some(None), "removed");
    assert_eq!(edit.dance_styles.unwrap(), ["Kathak", "Semi-classical"]);
    assert_eq!((edit.usd_rate, edit.inr_rate), (Some(Money::new(3_000, Currency::Usd)), None));
    assert_eq!((edit.bio, edit.experience, edit.meeting_link), (None, None, None));
}

#[test]
fn edit_reports_every_invalid_field() {
    let raw = RawProfileEdit {
        phone: Some("x".to_owned()),
        experience: Some(" ".to_owned()),
        bio: Some("short".to_owned()),
        dance_styles: Some(vec!["Kathak".to_owned(), "KATHAK".to_owned(), "x".repeat(51)]),
        google_meet_link: Some("https://meet.google.com/new".to_owned()),
        inr_rate: Some(10.0),
        usd_rate: Some(f64::NAN),
        guru: Some("x".repeat(2_001)),
        student_ages: Some(Vec::new()),
        performance_video_link: Some("javascript:alert(1)".to_owned()),
        languages: Some(vec!["x".repeat(51)]),
        ..RawProfileEdit::default()
    };
    let fields: Vec<String> = errors(ProfileEdit::parse(&raw)).into_iter().map(|error| error.0).collect();
    let expected = [
        "profile.phone",
        "profile.experience",
        "profile.bio",
        "profile.danceStyles.1",
        "profile.danceStyles.2",
        "profile.googleMeetLink",
        "profile.inrRate",
        "profile.usdRate",
        "profile.guru",
        "profile.studentAges",
        "profile.performanceVideoLink",
        "profile.languages.0",
    ];
    assert_eq!(fields, expected);
    for tags in [vec![], vec![" ".to_owned()]] {
        let raw = RawProfileEdit { dance_styles: Some(tags), ..RawProfileEdit::default() };
        let expected = owned([("profile.danceStyles", "Please select at least one dance style")]);
        assert_eq!(errors(ProfileEdit::parse(&raw)), expected);
    }
    let raw = RawProfileEdit { dance_styles: Some(vec!["x".to_owned(); 21]), ..RawProfileEdit::default() };
    assert_eq!(
        errors(ProfileEdit::parse(&raw)),
        owned([("profile.danceStyles", "Please use at most 20 dance styles")])
    );
}

proptest! {
    #[test]
    fn parse_never_panics_and_reports_at_least_one_error(texts in prop::array::uniform6(any::<String>()), number in any::<f64>()) {
        let [bio, first_name, last_name, guru, highlight, notes] = texts;
        let raw = RawApplication {
            bio, first_name, last_name, guru, notes, key_highlights: vec![highlight], usd_rate: Some(number), ..raw()
        };
        match TeacherApplication::parse(&raw) {
            Err(FieldErrors(errors)) => prop_assert!(!errors.is_empty()),
            Ok(found) => {
                prop_assert!((50..=1_000).contains(&found.bio.chars().count()));
                prop_assert!(!found.name.as_str().contains(char::is_control));
            }
        }
    }
}
