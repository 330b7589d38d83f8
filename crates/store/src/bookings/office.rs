//! Bookings as an administrator finds them.

use jiff::Timestamp;
use tala_db::{Connection, Value};
use tala_domain::booking::{BookingCode, BookingStatus};
use tala_domain::ids::{BookingId, PersonId};

use super::{Booking, Row, SELECT};
use crate::StoreError;
use crate::sql::{id_end, micros, newest_of_each};

/// Which bookings.
#[derive(Clone, Debug, Default)]
pub struct BookingFilter {
    /// Only those in which one of these people learns or teaches.
    pub people: Option<Vec<PersonId>>,
    /// As stored; a class that is over and not yet settled counts as confirmed.
    pub status: Option<BookingStatus>,
    /// Only those that were not called off.
    pub not_cancelled: bool,
    /// That start at this instant or later.
    pub from: Option<Timestamp>,
    /// That start before this instant.
    pub to: Option<Timestamp>,
}

/// Bookings, newest class first, at most `limit`, continuing after the booking `after`.
pub async fn list_office<C: Connection>(
    conn: &C,
    filter: &BookingFilter,
    after: Option<BookingId>,
    limit: u32,
) -> Result<Vec<Booking>, StoreError> {
    let mut wheres = vec!["1 = 1".to_owned()];
    let mut values: Vec<Value> = Vec::new();
    if filter.not_cancelled {
        wheres.push("t.status <> 'cancelled'".to_owned());
    }
    // A word of ours and no parameter: there are indexes for the rare ones.
    wheres.extend(filter.status.map(|status| format!("t.status = '{}'", status.as_str())));
    // A page that follows begins in the index where the one before ended; SQLite takes one bound of that side only, and not from here.
    let starts_before = if after.is_some() { "t.starts_at + 0 <" } else { "t.starts_at <" };
    let conditions: [(&str, Option<Value>); 2] = [
        ("t.starts_at >=", filter.from.map(|from| micros(from).into())),
        (starts_before, filter.to.map(|to| micros(to).into())),
    ];
    for (condition, value) in conditions {
        if let Some(value) = value {
            values.push(value);
            wheres.push(format!("{condition} ${}", values.len()));
        }
    }
    if let Some(after) = after {
        values.push(after.0.into());
        let place = values.len();
        wheres.push(format!("(t.starts_at, t.id) < (SELECT c.starts_at, c.id FROM bookings c WHERE c.id = ${place})"));
    }
    let mut kinds = vec![wheres.join(" AND ")];
    if let Some(people) = &filter.people {
        let (all, before) = (kinds.concat(), values.len());
        values.extend(people.iter().map(|person| Value::from(person.0)));
        let places = before + 1..=values.len();
        kinds = places
            .flat_map(|place| ["student_id", "teacher_id"].map(|role| format!("{all} AND t.{role} = ${place}")))
            .collect();
    }
    let newest = newest_of_each("bookings", &kinds, "t.starts_at DESC, t.id DESC", limit);
    // Not the order of an index: otherwise a database may take it into its head to look through all bookings for these ids.
    let sql = format!("{SELECT} WHERE b.id IN ({newest}) ORDER BY b.starts_at + 0 DESC, b.id DESC LIMIT {limit}");
    conn.query::<Row>(&sql, &values).await?.into_iter().map(Booking::try_from).collect()
}

/// Bookings of this code, newest class first: one, unless chance has it otherwise.
pub async fn list_by_code<C: Connection>(conn: &C, code: BookingCode) -> Result<Vec<Booking>, StoreError> {
    let end = id_end(conn.backend());
    let sql = format!(
        "{SELECT} WHERE b.id IN (SELECT id FROM bookings WHERE {end} = $1) ORDER BY b.starts_at DESC, b.id DESC LIMIT 10"
    );
    let rows = conn.query::<Row>(&sql, &[code.bytes().to_vec().into()]).await?;
    rows.into_iter().map(Booking::try_from).collect()
}

/// A person's newest classes, learnt or taught.
pub async fn list_of_person<C: Connection>(conn: &C, person: PersonId, limit: u32) -> Result<Vec<Booking>, StoreError> {
    let filter = BookingFilter { people: Some(vec![person]), ..BookingFilter::default() };
    list_office(conn, &filter, None, limit).await
}
