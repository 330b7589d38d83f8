//! The choices of the wizard (SPEC §3).

words! {
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

words! {
    /// What somebody dances.
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
        /// Anything else.
        Other = "other",
    }
}

words! {
    /// Up to which level it is taught.
    Level {
        /// From the first step.
        Beginner = "beginner",
        /// The form's default.
        Intermediate = "intermediate",
        /// Beyond that.
        Advanced = "advanced",
        /// For those who perform.
        Expert = "expert",
    }
}

words! {
    /// For how many years somebody has taught.
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

words! {
    /// Whom somebody teaches.
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
    /// Reads the word, also as the form shows it: `children (5-12)`.
    pub fn read(text: &str) -> Option<Self> {
        let word = text.split('(').next().unwrap_or_default().trim().to_ascii_lowercase();
        Self::parse(&word)
    }
}

impl DanceStyle {
    /// Reads the word in any case.
    pub fn read(text: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|style| text.trim().eq_ignore_ascii_case(style.as_str()))
    }
}

/// A dance style and its level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StyleLevel {
    /// What is danced.
    pub style: DanceStyle,
    /// Up to which level.
    pub level: Level,
}
