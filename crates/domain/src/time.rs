//! Instants, zones and the quarter-hour cells that keep a person's hours apart (D11, D12).

use jiff::tz::TimeZone;
pub use jiff::{SignedDuration, Timestamp};

/// Every class lasts one real hour, whatever the wall clock does meanwhile (SPEC §9).
pub const CLASS_MINUTES: i64 = 60;

const CELL_SECONDS: i64 = 15 * 60;

/// An IANA time zone that exists in the built-in database, under its stored name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    name: String,
    tz: TimeZone,
}

/// The zone's name is not in the time-zone database.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown time zone")]
pub struct UnknownZone;

impl Zone {
    /// Reads an IANA name in any case. `Asia/Calcutta` and `Asia/Kolkata` are one zone, stored as the latter (D12).
    pub fn parse(name: &str) -> Result<Self, UnknownZone> {
        let wanted = if name.eq_ignore_ascii_case("Asia/Calcutta") { "Asia/Kolkata" } else { name };
        if !wanted.is_ascii() || wanted.len() > 64 {
            return Err(UnknownZone);
        }
        let tz = jiff::tz::db().get(wanted).map_err(|_| UnknownZone)?;
        let name = tz.iana_name().ok_or(UnknownZone)?.to_owned();
        Ok(Self { name, tz })
    }

    /// The IANA name in the database's own spelling.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The rules of the zone.
    pub fn tz(&self) -> &TimeZone {
        &self.tz
    }
}

/// `start` moved by a duration, stopping at the ends of representable time.
pub fn later(start: Timestamp, by: SignedDuration) -> Timestamp {
    start.saturating_add(by).unwrap_or(start)
}

/// The end of a class that starts at `start`.
pub fn class_end(start: Timestamp) -> Timestamp {
    later(start, SignedDuration::from_mins(CLASS_MINUTES))
}

/// The four quarter-hours that a class starting at `start` occupies, as unix seconds / 900.
///
/// Two classes overlap exactly when they share a cell, because starts lie on 15-minute steps of real time.
pub fn cells(start: Timestamp) -> [i64; 4] {
    let first = start.as_second().div_euclid(CELL_SECONDS);
    [first, first + 1, first + 2, first + 3]
}
