//! Availability of teachers (D12): wall-clock rules with their zone, saved under a version.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::availability::{Availability, DateOverrideText, DateOverrides, RangeText, ScheduleEntry};
use tala_domain::ids::TeacherId;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::to_micros;

/// A stored availability.
#[derive(Clone, Debug)]
pub struct StoredAvailability {
    /// Weekly hours, date overrides, zone and visibility window.
    pub availability: Availability,
    /// Incremented by each save. The next save must name it.
    pub version: i64,
}

#[derive(FromRow)]
struct Row {
    time_zone: String,
    visibility_days: i64,
    weekly_hours: String,
    date_overrides: String,
    version: i64,
}

#[derive(Serialize, Deserialize)]
struct StoredRange {
    day: i64,
    start: String,
    end: String,
}

/// Finds a teacher's availability. `None` if none was saved yet.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_teacher<C: Connection>(
    conn: &C,
    teacher: TeacherId,
) -> Result<Option<StoredAvailability>, StoreError> {
    let sql = "SELECT time_zone, visibility_days, weekly_hours, date_overrides, version
                 FROM availabilities WHERE teacher_id = $1";
    let Some(row) = conn.query_opt::<Row>(sql, &[teacher.0.into()]).await? else { return Ok(None) };
    Ok(Some(StoredAvailability {
        availability: decode(&row.time_zone, row.visibility_days, (&row.weekly_hours, &row.date_overrides))?,
        version: row.version,
    }))
}

/// Lists the availability of each teacher whose application is pending, if one was sent.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_of_pending_teachers<C: Connection>(conn: &C) -> Result<HashMap<TeacherId, Availability>, StoreError> {
    #[derive(FromRow)]
    struct PendingRow {
        teacher_id: Uuid,
        #[row(nested)]
        hours: Row,
    }
    let sql = "SELECT a.teacher_id, a.time_zone, a.visibility_days, a.weekly_hours, a.date_overrides, a.version
                 FROM availabilities a JOIN teachers t ON t.person_id = a.teacher_id
                WHERE t.status = 'pending'";
    let rows = conn.query::<PendingRow>(sql, &[]).await?;
    let decoded = rows.into_iter().map(|PendingRow { teacher_id, hours }| {
        let texts = (hours.weekly_hours.as_str(), hours.date_overrides.as_str());
        Ok((TeacherId(teacher_id), decode(&hours.time_zone, hours.visibility_days, texts)?))
    });
    decoded.collect()
}

/// Decodes by the domain's parser, so that stored data cannot bypass a rule.
fn decode(
    time_zone: &str,
    visibility_days: i64,
    (weekly_hours, overrides): (&str, &str),
) -> Result<Availability, StoreError> {
    let ranges: Vec<StoredRange> =
        serde_json::from_str(weekly_hours).map_err(|error| StoreError::Decode(error.to_string()))?;
    let schedule: Vec<ScheduleEntry> = ranges
        .into_iter()
        .map(|range| ScheduleEntry {
            day_of_week: range.day,
            time_ranges: vec![RangeText { start: range.start, end: range.end }],
        })
        .collect();
    let week = Availability::parse(time_zone, visibility_days, &schedule);
    let week = week.map_err(|error| StoreError::Decode(error.to_string()))?;
    // Most teachers have no overrides, and each slot listing runs this.
    if overrides == "[]" {
        return Ok(week);
    }
    let texts: Vec<DateOverrideText> =
        serde_json::from_str(overrides).map_err(|error| StoreError::Decode(error.to_string()))?;
    let overrides = DateOverrides::parse_stored(&texts).map_err(|error| StoreError::Decode(error.to_string()))?;
    Ok(week.with_overrides(overrides))
}

fn encode(availability: &Availability) -> Result<String, StoreError> {
    let ranges: Vec<StoredRange> = availability
        .schedule()
        .into_iter()
        .flat_map(|entry| {
            entry.time_ranges.into_iter().map(move |range| StoredRange {
                day: entry.day_of_week,
                start: range.start,
                end: range.end,
            })
        })
        .collect();
    serde_json::to_string(&ranges).map_err(|error| StoreError::Other(error.to_string()))
}

/// Saves an availability over `expected_version`: 0 if there is none, `None` for any. Returns the new version, or
/// `None` if another save was first.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn save(
    tx: &Transaction,
    teacher: TeacherId,
    availability: &Availability,
    expected_version: Option<i64>,
    at: Timestamp,
) -> Result<Option<i64>, StoreError> {
    let overrides = serde_json::to_string(&availability.overrides.to_texts());
    let overrides = overrides.map_err(|error| StoreError::Other(error.to_string()))?;
    let sql =
        "INSERT INTO availabilities (teacher_id, time_zone, visibility_days, weekly_hours, date_overrides, version,
                                           updated_at)
               SELECT $1, $2, $3, $4, $7, 1, $5 FROM teachers t WHERE t.person_id = $1
                  AND ($6 <= 0 OR EXISTS (SELECT 1 FROM availabilities e WHERE e.teacher_id = $1))
               ON CONFLICT (teacher_id) DO UPDATE SET
                  time_zone = excluded.time_zone, visibility_days = excluded.visibility_days,
                  weekly_hours = excluded.weekly_hours, date_overrides = excluded.date_overrides,
                  version = availabilities.version + 1, updated_at = excluded.updated_at
                WHERE $6 < 0 OR availabilities.version = $6
               RETURNING version";
    let values = [
        teacher.0.into(),
        availability.zone.name().into(),
        i64::from(availability.visibility_days).into(),
        encode(availability)?.into(),
        to_micros(at).into(),
        expected_version.unwrap_or(-1).into(),
        overrides.into(),
    ];
    Ok(tx.query_opt::<(i64,)>(sql, &values).await?.map(|(version,)| version))
}

/// An approved teacher with their availability.
#[derive(Clone, Debug)]
pub struct TeacherAvailability {
    /// The teacher.
    pub teacher_id: TeacherId,
    /// Display name.
    pub teacher_name: String,
    /// Verified email address.
    pub teacher_email: Option<String>,
    /// The zone of the teacher's browser, if known.
    pub browser_zone: Option<String>,
    /// The availability, if one was saved.
    pub availability: Option<StoredAvailability>,
}

impl TeacherAvailability {
    /// Days ahead that students can see. Unlimited before the first save, because published classes need no weekly
    /// hours.
    pub fn visibility_days(&self) -> u8 {
        self.availability.as_ref().map_or(u8::MAX, |stored| stored.availability.visibility_days)
    }

    /// The zone for messages to the teacher: that of the availability, otherwise that of the browser.
    pub fn zone(&self) -> Option<&str> {
        let of_hours = self.availability.as_ref().map(|stored| stored.availability.zone.name());
        of_hours.or(self.browser_zone.as_deref())
    }
}

/// Finds a teacher who is approved and not suspended, with the availability.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_approved_teacher<C: Connection>(
    conn: &C,
    teacher: TeacherId,
) -> Result<Option<TeacherAvailability>, StoreError> {
    #[derive(FromRow)]
    struct TeacherRow {
        name: String,
        email: Option<String>,
        browser_zone: Option<String>,
        time_zone: Option<String>,
        visibility_days: Option<i64>,
        weekly_hours: Option<String>,
        date_overrides: Option<String>,
        version: Option<i64>,
    }
    let sql = "SELECT p.name, p.email, p.time_zone AS browser_zone,
                      a.time_zone, a.visibility_days, a.weekly_hours, a.date_overrides, a.version
                 FROM teachers t JOIN people p ON p.id = t.person_id
                 LEFT JOIN availabilities a ON a.teacher_id = t.person_id
                WHERE t.person_id = $1 AND t.status = 'approved' AND p.suspended_at IS NULL";
    let Some(row) = conn.query_opt::<TeacherRow>(sql, &[teacher.0.into()]).await? else { return Ok(None) };
    let stored = (row.time_zone, row.visibility_days, row.weekly_hours, row.date_overrides, row.version);
    let availability = match stored {
        (Some(zone), Some(days), Some(hours), Some(overrides), Some(version)) => {
            Some(StoredAvailability { availability: decode(&zone, days, (&hours, &overrides))?, version })
        }
        _ => None,
    };
    Ok(Some(TeacherAvailability {
        teacher_id: teacher,
        teacher_name: row.name,
        teacher_email: row.email,
        browser_zone: row.browser_zone,
        availability,
    }))
}
