//! Enums of slots and bookings.

/// The type of a class (SPEC §3). Virtual slots are private (D10).
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
    /// Every type, in declaration order.
    pub const ALL: [Self; 3] = [Self::Private, Self::Group, Self::Duet];

    /// Returns the display form: `Private`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Private => "Private",
            Self::Group => "Group",
            Self::Duet => "Duet",
        }
    }

    /// Returns the stored form: `private`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Private => "private",
            Self::Group => "group",
            Self::Duet => "duet",
        }
    }

    /// Parses either form, case-insensitively.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class_type| text.eq_ignore_ascii_case(class_type.key()))
    }
}

string_enum! {
    /// The origin of a slot (D10).
    SlotKind {
        /// Computed from weekly availability.
        Virtual = "virtual",
        /// Published by the teacher for one date and time.
        Regular = "regular",
    }
}

string_enum! {
    /// The state of a booking (D15).
    BookingStatus {
        /// The class has not ended.
        Confirmed = "confirmed",
        /// The class has ended.
        Completed = "completed",
        /// The booking was cancelled.
        Cancelled = "cancelled",
    }
}

string_enum! {
    /// The payment state of a booking (D16).
    PaymentStatus {
        /// Paid with money, or free with a coupon.
        Paid = "paid",
        /// Paid with credits.
        Credit = "credit",
        /// Fully refunded.
        Refunded = "refunded",
        /// Partially refunded.
        PartiallyRefunded = "partially_refunded",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn class_type_parses_from_display_and_stored_form() {
        for class_type in ClassType::ALL {
            assert_eq!(ClassType::parse(class_type.as_str()), Some(class_type));
            assert_eq!(ClassType::parse(class_type.key()), Some(class_type));
        }
        assert_eq!(ClassType::ALL.map(ClassType::as_str), ["Private", "Group", "Duet"]);
        assert_eq!(ClassType::parse("solo"), None);
        assert_eq!(ClassType::parse(""), None);
        assert_eq!(ClassType::default(), ClassType::Private);
    }

    #[test]
    fn stored_strings_round_trip() {
        for kind in SlotKind::ALL {
            assert_eq!(SlotKind::parse(kind.as_str()), Some(*kind));
        }
        for status in BookingStatus::ALL {
            assert_eq!(BookingStatus::parse(status.as_str()), Some(*status));
        }
        let strings: Vec<&str> = PaymentStatus::ALL.iter().map(|status| status.as_str()).collect();
        assert_eq!(strings, ["paid", "credit", "refunded", "partially_refunded"]);
        for status in PaymentStatus::ALL {
            assert_eq!(PaymentStatus::parse(status.as_str()), Some(*status));
        }
        assert_eq!(BookingStatus::parse("Confirmed"), None, "only the exact stored string parses");
    }
}
