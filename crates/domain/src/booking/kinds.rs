//! The words that slots and bookings are described with, in code and in replies.

/// What kind of class a slot is (SPEC §3). Slots computed from availability are Private (D10).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ClassType {
    /// One student.
    #[default]
    Private,
    /// Several students.
    Group,
    /// Two students.
    Duet,
}

impl ClassType {
    /// Every type.
    pub const ALL: [Self; 3] = [Self::Private, Self::Group, Self::Duet];

    /// As it is shown: `Private`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Private => "Private",
            Self::Group => "Group",
            Self::Duet => "Duet",
        }
    }

    /// As it is stored: `private`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Group => "group",
            Self::Duet => "duet",
        }
    }

    /// Reads either form.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| text.eq_ignore_ascii_case(kind.key()))
    }
}

words! {
    /// Where a slot comes from (D10).
    SlotKind {
        /// Computed from weekly availability.
        Virtual = "virtual",
        /// Published by the teacher for one date and time.
        Regular = "regular",
    }
}

words! {
    /// Where a booking stands (D15).
    BookingStatus {
        /// The class is to come.
        Confirmed = "confirmed",
        /// Its hour is over.
        Completed = "completed",
        /// It does not take place.
        Cancelled = "cancelled",
    }
}

words! {
    /// How a booking was paid for (D16).
    PaymentStatus {
        /// With money.
        Paid = "paid",
        /// With class credits.
        Credit = "credit",
        /// All of it was given back.
        Refunded = "refunded",
        /// A part of it was given back.
        PartiallyRefunded = "partially_refunded",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_types_are_read_in_both_forms() {
        for kind in ClassType::ALL {
            assert_eq!(ClassType::parse(kind.as_str()), Some(kind));
            assert_eq!(ClassType::parse(kind.key()), Some(kind));
        }
        assert_eq!(ClassType::ALL.map(ClassType::as_str), ["Private", "Group", "Duet"]);
        assert_eq!(ClassType::parse("solo"), None);
        assert_eq!(ClassType::parse(""), None);
        assert_eq!(ClassType::default(), ClassType::Private);
    }

    #[test]
    fn stored_words_read_back() {
        for kind in SlotKind::ALL {
            assert_eq!(SlotKind::parse(kind.as_str()), Some(*kind));
        }
        for status in BookingStatus::ALL {
            assert_eq!(BookingStatus::parse(status.as_str()), Some(*status));
        }
        let words: Vec<&str> = PaymentStatus::ALL.iter().map(|status| status.as_str()).collect();
        assert_eq!(words, ["paid", "credit", "refunded", "partially_refunded"]);
        for status in PaymentStatus::ALL {
            assert_eq!(PaymentStatus::parse(status.as_str()), Some(*status));
        }
        assert_eq!(BookingStatus::parse("Confirmed"), None, "the stored word and no other");
    }
}
