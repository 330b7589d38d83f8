//! Bookings for administrators.

use jiff::Timestamp;
use tala_db::{Connection, Value};
use tala_domain::booking::{BookingCode, BookingStatus};
use tala_domain::ids::{BookingId, PersonId};

use super::booking::{Booking, Row, SELECT};
use crate::StoreError;
use crate::sql::{fetch_all, first_ids_per_condition, id_suffix, to_micros};

/// Conditions for bookings. Those that are set must all hold.
#[derive(Clone, Debug, Default)]
pub struct BookingFilter {
    /// The student or the teacher is one of these.
    pub people: Option<Vec<PersonId>>,
    /// The stored status. A class that has ended and is not settled yet counts as confirmed.
    pub status: Option<BookingStatus>,
    /// The booking is not cancelled.
    pub not_cancelled: bool,
    /// The class starts at this instant or later.
    pub from: Option<Timestamp>,
    /// The class starts before this instant.
    pub to: Option<Timestamp>,
}

/// Lists bookings, latest class first, at most `limit`, after the booking `after`.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_for_admin<C: Connection>(
    conn: &C,
    filter: &BookingFilter,
    after: Option<BookingId>,
    limit: u32,
) -> Result<Vec<Booking>, StoreError> {
    let mut conditions = vec!["1 = 1".to_owned()];
    let mut values: Vec<Value> = Vec::new();
    if filter.not_cancelled {
        conditions.push("t.status <> 'cancelled'".to_owned());
    }
    // A literal instead of a parameter, so that the partial indexes of rare statuses can be used.
    conditions.extend(filter.status.map(|status| format!("t.status = '{}'", status.as_str())));
    // SQLite uses one bound of each side of an index. `+ 0` leaves that to the position after the previous page.
    let starts_before = if after.is_some() { "t.starts_at + 0 <" } else { "t.starts_at <" };
    let comparisons: [(&str, Option<Value>); 2] = [
        ("t.starts_at >=", filter.from.map(|from| to_micros(from).into())),
        (starts_before, filter.to.map(|to| to_micros(to).into())),
    ];
    for (condition, value) in comparisons {
        if let Some(value) = value {
            values.push(value);
            conditions.push(format!("{condition} ${}", values.len()));
        }
    }
    if let Some(after) = after {
        values.push(after.0.into());
        let place = values.len();
        conditions
            .push(format!("(t.starts_at, t.id) < (SELECT c.starts_at, c.id FROM bookings c WHERE c.id = ${place})"));
    }
    let mut kinds = vec![conditions.join(" AND ")];
    if let Some(people) = &filter.people {
        let (all, before) = (kinds.concat(), values.len());
        values.extend(people.iter().map(|person| Value::from(person.0)));
        let places = before + 1..=values.len();
        kinds = places
            .flat_map(|place| ["student_id", "teacher_id"].map(|role| format!("{all} AND t.{role} = ${place}")))
            .collect();
    }
    let newest = first_ids_per_condition("bookings", &kinds, "t.starts_at DESC, t.id DESC", limit);
    // `+ 0` hides the order from the planner, which could otherwise scan an index on it instead of looking up these
    // ids.
    let sql = format!("{SELECT} WHERE b.id IN ({newest}) ORDER BY b.starts_at + 0 DESC, b.id DESC LIMIT {limit}");
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Lists bookings with this code, latest class first. More than one is possible, because the code is part of an id.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_code<C: Connection>(conn: &C, code: BookingCode) -> Result<Vec<Booking>, StoreError> {
    let suffix = id_suffix(conn.backend());
    let sql = format!(
        "{SELECT} WHERE b.id IN (SELECT id FROM bookings WHERE {suffix} = $1)
         ORDER BY b.starts_at DESC, b.id DESC LIMIT 10"
    );
    let rows = conn.query::<Row>(&sql, &[code.id_suffix().to_vec().into()]).await?;
    rows.into_iter().map(Booking::try_from).collect()
}

/// Lists the latest bookings of a person, as student or teacher.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_by_person<C: Connection>(conn: &C, person: PersonId, limit: u32) -> Result<Vec<Booking>, StoreError> {
    let filter = BookingFilter { people: Some(vec![person]), ..BookingFilter::default() };
    list_for_admin(conn, &filter, None, limit).await
}
