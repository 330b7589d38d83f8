//! Slot references: how clients name a slot.

use std::fmt;
use std::str::FromStr;

use super::BookingError;
use crate::ids::{SlotId, TeacherId};
use crate::time::Timestamp;

/// A reference to a slot. A virtual slot has no row before its first booking, so the reference contains everything that
/// identifies it.
///
/// Text format: `v-<teacher id>-<start in Unix minutes>`, or the id of the stored slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotRef {
    /// A slot computed from a teacher's availability.
    Virtual {
        /// The teacher.
        teacher: TeacherId,
        /// When the class starts, in whole minutes.
        start: Timestamp,
    },
    /// A slot with a row in the database.
    Stored(SlotId),
}

impl fmt::Display for SlotRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Virtual { teacher, start } => write!(f, "v-{teacher}-{}", start.as_second().div_euclid(60)),
            Self::Stored(id) => id.fmt(f),
        }
    }
}

impl FromStr for SlotRef {
    type Err = BookingError;

    /// Parses exactly the output of `Display`, so that a slot has only one reference.
    fn from_str(text: &str) -> Result<Self, BookingError> {
        parse(text).filter(|slot| slot.to_string() == text).ok_or(BookingError::InvalidSlot)
    }
}

fn parse(text: &str) -> Option<SlotRef> {
    let Some(rest) = text.strip_prefix("v-") else {
        return text.parse().ok().map(SlotRef::Stored);
    };
    let (teacher, minutes) = rest.rsplit_once('-')?;
    let seconds = minutes.parse::<u32>().ok().map(i64::from)?.checked_mul(60)?;
    let start = Timestamp::from_second(seconds).ok()?;
    Some(SlotRef::Virtual { teacher: teacher.parse().ok()?, start })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    const ID: &str = "0198c0de-0000-7000-8000-000000000001";

    #[test]
    fn virtual_slot_is_written_as_teacher_and_minute() {
        let slot = SlotRef::Virtual { teacher: ID.parse().unwrap(), start: "2026-03-01T12:30:00Z".parse().unwrap() };
        assert_eq!(slot.to_string(), format!("v-{ID}-29539470"));
        assert_eq!(slot.to_string().parse(), Ok(slot));
        assert_eq!(ID.parse(), Ok(SlotRef::Stored(ID.parse().unwrap())));
    }

    #[test]
    fn other_text_is_rejected() {
        for text in [
            "",
            "v-",
            "v--",
            "slot",
            &format!("v-{ID}"),
            &format!("v-{ID}-"),
            &format!("v-{ID}-x"),
            &format!("v-{ID}--5"),
            &format!("v-{ID}-+5"),
            &format!("v-{ID}-05"),
            &format!("v-{ID}-5 "),
            &format!("v-{ID}-99999999999999999999"),
            &format!("V-{ID}-5"),
            &format!("{ID} "),
            &ID.to_uppercase(),
            &ID.replace('-', ""),
            &format!("{{{ID}}}"),
            &"v".repeat(10_000),
        ] {
            assert_eq!(text.parse::<SlotRef>(), Err(BookingError::InvalidSlot), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn references_round_trip(id in any::<u128>(), minutes in any::<u32>()) {
            let id = Uuid::from_u128(id);
            // The last `Timestamp` is in the year 9999, before 32 bits of minutes overflow.
            if let Ok(start) = Timestamp::from_second(i64::from(minutes) * 60) {
                let slot = SlotRef::Virtual { teacher: TeacherId(id), start };
                prop_assert_eq!(slot.to_string().parse(), Ok(slot));
            }
            let stored = SlotRef::Stored(SlotId(id));
            prop_assert_eq!(stored.to_string().parse(), Ok(stored));
        }

        #[test]
        fn slot_has_only_one_reference(text in "v?-?[0-9a-fA-F-]{30,50}") {
            if let Ok(slot) = text.parse::<SlotRef>() {
                prop_assert_eq!(slot.to_string(), text);
            }
        }
    }
}
