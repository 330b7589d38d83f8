//! Weekly availability: local wall-clock rules with their zone (D12), saved under a version.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_db::{Connection, FromRow, Transaction};
use tala_domain::availability::{Availability, OverrideText, Overrides, RangeText, ScheduleEntry};
use tala_domain::ids::PersonId;

use crate::StoreError;
use crate::sql::micros;

/// A stored availability and the version that a save must name.
#[derive(Clone, Debug)]
pub struct StoredAvailability {
    /// The rules.
    pub availability: Availability,
    /// Rises by one with each save.
    pub version: i64,
}

#[derive(FromRow)]
struct Row {
    time_zone: String,
    visibility_days: i64,
    weekly_hours: String,
    days: String,
    version: i64,
}

#[derive(Serialize, Deserialize)]
struct StoredRange {
    day: i64,
    start: String,
    end: String,
}

/// A teacher's availability, if it has ever been saved.
pub async fn find_by_teacher<C: Connection>(
    conn: &C,
    teacher: PersonId,
) -> Result<Option<StoredAvailability>, StoreError> {
    let sql =
        "SELECT time_zone, visibility_days, weekly_hours, days, version FROM availabilities WHERE teacher_id = $1";
    let Some(row) = conn.query_opt::<Row>(sql, &[teacher.0.into()]).await? else { return Ok(None) };
    Ok(Some(StoredAvailability {
        availability: decode(&row.time_zone, row.visibility_days, (&row.weekly_hours, &row.days))?,
        version: row.version,
    }))
}

/// Reads the stored form back through the domain's own parser, so that no rule can be bypassed by storage.
fn decode(
    time_zone: &str,
    visibility_days: i64,
    (weekly_hours, days): (&str, &str),
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
    // Nearly nobody has any, and this is read at every listing.
    if days == "[]" {
        return Ok(week);
    }
    let days: Vec<OverrideText> = serde_json::from_str(days).map_err(|error| StoreError::Decode(error.to_string()))?;
    let days = Overrides::parse_stored(&days).map_err(|error| StoreError::Decode(error.to_string()))?;
    Ok(week.with_overrides(days))
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

/// Saves over `expected_version` (0 when none was saved before; `None` saves over whatever is there).
/// `None` back means that somebody else saved in between; otherwise the new version.
pub async fn save(
    tx: &Transaction,
    teacher: PersonId,
    availability: &Availability,
    expected_version: Option<i64>,
    at: Timestamp,
) -> Result<Option<i64>, StoreError> {
    let days = serde_json::to_string(&availability.overrides.texts());
    let days = days.map_err(|error| StoreError::Other(error.to_string()))?;
    let changed = tx.execute("INSERT INTO availabilities (teacher_id, time_zone, visibility_days, weekly_hours, days, version, updated_at)
         SELECT $1, $2, $3, $4, $7, 1, $5 FROM teachers t WHERE t.person_id = $1
            AND ($6 <= 0 OR EXISTS (SELECT 1 FROM availabilities e WHERE e.teacher_id = $1))
         ON CONFLICT (teacher_id) DO UPDATE SET time_zone = excluded.time_zone, visibility_days = excluded.visibility_days,
            weekly_hours = excluded.weekly_hours, days = excluded.days, version = availabilities.version + 1, updated_at = excluded.updated_at
         WHERE $6 < 0 OR availabilities.version = $6",
        &[
            teacher.0.into(),
            availability.zone.name().into(),
            i64::from(availability.visibility_days).into(),
            encode(availability)?.into(),
            micros(at).into(),
            expected_version.unwrap_or(-1).into(),
            days.into(),
        ],
    )
    .await?;
    if changed == 0 {
        return Ok(None);
    }
    Ok(find_by_teacher(tx, teacher).await?.map(|stored| stored.version))
}

/// What a teacher offers: who, and when. Only approved teachers offer anything.
#[derive(Clone, Debug)]
pub struct Offering {
    /// Who teaches.
    pub teacher_id: PersonId,
    /// Their name.
    pub teacher_name: String,
    /// Their address.
    pub teacher_email: Option<String>,
    /// The zone of their browser, if known.
    pub browser_zone: Option<String>,
    /// The hours, if they have ever been saved.
    pub availability: Option<StoredAvailability>,
}

impl Offering {
    /// How many days ahead students see; a teacher who has saved no hours yet may still publish classes.
    pub fn visibility_days(&self) -> u8 {
        self.availability.as_ref().map_or(u8::MAX, |stored| stored.availability.visibility_days)
    }

    /// On whose clock the teacher is told of classes: that of the hours, or of their browser where there are none.
    pub fn zone(&self) -> Option<&str> {
        let of_hours = self.availability.as_ref().map(|stored| stored.availability.zone.name());
        of_hours.or(self.browser_zone.as_deref())
    }
}

/// An approved teacher with the weekly hours, in one statement.
pub async fn find_offering<C: Connection>(conn: &C, teacher: PersonId) -> Result<Option<Offering>, StoreError> {
    #[derive(FromRow)]
    struct OfferingRow {
        name: String,
        email: Option<String>,
        browser_zone: Option<String>,
        time_zone: Option<String>,
        visibility_days: Option<i64>,
        weekly_hours: Option<String>,
        days: Option<String>,
        version: Option<i64>,
    }
    let sql = "SELECT p.name, p.email, p.time_zone AS browser_zone,
                      a.time_zone, a.visibility_days, a.weekly_hours, a.days, a.version
                 FROM teachers t JOIN people p ON p.id = t.person_id LEFT JOIN availabilities a ON a.teacher_id = t.person_id
                WHERE t.person_id = $1 AND t.status = 'approved' AND p.suspended_at IS NULL";
    let Some(row) = conn.query_opt::<OfferingRow>(sql, &[teacher.0.into()]).await? else { return Ok(None) };
    let availability = match (row.time_zone, row.visibility_days, row.weekly_hours, row.version) {
        (Some(zone), Some(visible), Some(hours), Some(version)) => {
            let days = row.days.as_deref().unwrap_or("[]");
            Some(StoredAvailability { availability: decode(&zone, visible, (&hours, days))?, version })
        }
        _ => None,
    };
    Ok(Some(Offering {
        teacher_id: teacher,
        teacher_name: row.name,
        teacher_email: row.email,
        browser_zone: row.browser_zone,
        availability,
    }))
}
