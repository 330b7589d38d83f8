//! Enums of a teacher's application (SPEC §3).

use crate::level::Level;

string_enum! {
    /// Country of origin.
    TeacherCountry {
        /// India.
        India = "India",
        /// The United States.
        UnitedStates = "United States",
        /// The United Kingdom.
        UnitedKingdom = "United Kingdom",
    }
}

string_enum! {
    /// The dance styles of SPEC's list.
    DanceStyle {
        /// Bharatanatyam.
        Bharatanatyam = "Bharatanatyam",
        /// Kathak.
        Kathak = "Kathak",
        /// Kuchipudi.
        Kuchipudi = "Kuchipudi",
        /// Odissi.
        Odissi = "Odissi",
        /// Manipuri.
        Manipuri = "Manipuri",
        /// Kathakali.
        Kathakali = "Kathakali",
        /// Mohiniyattam.
        Mohiniyattam = "Mohiniyattam",
        /// Sattriya.
        Sattriya = "Sattriya",
        /// Bollywood.
        Bollywood = "Bollywood",
        /// A style that is not in this list, without its name.
        Other = "other",
    }
}

string_enum! {
    /// Years of teaching.
    YearsTeaching {
        /// Up to 2.
        UpToTwo = "0-2",
        /// 3 to 5.
        ThreeToFive = "3-5",
        /// 6 to 10.
        SixToTen = "6-10",
        /// More than 10.
        OverTen = "10+",
    }
}

string_enum! {
    /// An age group of students.
    AgeGroup {
        /// 5 to 12.
        Children = "children",
        /// 13 to 17.
        Teens = "teens",
        /// 18 and older.
        Adults = "adults",
        /// 60 and older.
        Seniors = "seniors",
    }
}

impl AgeGroup {
    /// Parses a group in any case, optionally with its ages as in the form's label: `children (5-12)`.
    pub fn parse_label(text: &str) -> Option<Self> {
        let name = text.split('(').next().unwrap_or_default().trim().to_ascii_lowercase();
        Self::parse(&name)
    }
}

impl DanceStyle {
    /// Parses a style in any case.
    pub fn parse_any_case(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|style| text.trim().eq_ignore_ascii_case(style.as_str()))
    }
}

/// A dance style with its level.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StyleLevel {
    /// The stored value of a [`DanceStyle`], or the name of a style that is not in the list.
    pub style: String,
    /// The highest level taught.
    pub level: Level,
}
