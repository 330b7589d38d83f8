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
