//! The name by which clients refer to a slot.

use std::fmt;
use std::str::FromStr;

use super::BookingError;
use crate::ids::{PersonId, SlotId};
use crate::time::Timestamp;

/// A slot, stored or not. A virtual slot has no row until somebody books it, so its name says all there is to know.
///
/// As text: `v-<teacher id>-<start in unix minutes>`, or the id of the stored slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SlotRef {
    /// One hour of a teacher's availability.
    Virtual {
        /// Whose hour it is.
        teacher: PersonId,
        /// When the class starts; whole minutes.
        start: Timestamp,
    },
    /// A slot that has a row.
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

    /// Reads exactly what `Display` writes, and nothing else: one slot has one name.
    fn from_str(text: &str) -> Result<Self, BookingError> {
        read(text).filter(|slot| slot.to_string() == text).ok_or(BookingError::InvalidSlot)
    }
}

fn read(text: &str) -> Option<SlotRef> {
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
    fn a_virtual_slot_is_named_by_teacher_and_minute() {
        let slot = SlotRef::Virtual { teacher: ID.parse().unwrap(), start: "2026-03-01T12:30:00Z".parse().unwrap() };
        assert_eq!(slot.to_string(), format!("v-{ID}-29539470"));
        assert_eq!(slot.to_string().parse(), Ok(slot));
        assert_eq!(ID.parse(), Ok(SlotRef::Stored(ID.parse().unwrap())));
    }

    #[test]
    fn anything_else_is_no_slot() {
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
        fn names_read_back(id in any::<u128>(), minutes in any::<u32>()) {
            let id = Uuid::from_u128(id);
            // Instants end with the year 9999, before 32 bits of minutes do.
            if let Ok(start) = Timestamp::from_second(i64::from(minutes) * 60) {
                let slot = SlotRef::Virtual { teacher: PersonId(id), start };
                prop_assert_eq!(slot.to_string().parse(), Ok(slot));
            }
            let stored = SlotRef::Stored(SlotId(id));
            prop_assert_eq!(stored.to_string().parse(), Ok(stored));
        }

        #[test]
        fn one_slot_has_one_name(text in "v?-?[0-9a-fA-F-]{30,50}") {
            if let Ok(slot) = text.parse::<SlotRef>() {
                prop_assert_eq!(slot.to_string(), text);
            }
        }
    }
}
