//! Bookings for administrators.

use jiff::Timestamp;
use tala_db::{Connection, Value};
use tala_domain::booking::{BookingCode, BookingStatus};
use tala_domain::ids::PersonId;

use super::booking::{Booking, Row, SELECT};
use crate::sql::keyset::{Keyset, fetch_capped_count};
use crate::sql::{fetch_all, first_ids_per_condition, id_suffix, placeholders, to_micros};
use crate::{CappedCount, Direction, Position, SortColumn, SortKind, SortValue, SortedPage, StoreError};

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

/// Columns by which administrators sort bookings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookingSort {
    /// When the class starts.
    StartsAt,
    /// When it was booked.
    Booked,
}

impl SortColumn for BookingSort {
    fn kind(self) -> SortKind {
        match self {
            Self::StartsAt => SortKind::Integer,
            Self::Booked => SortKind::Id,
        }
    }
}

impl BookingSort {
    /// The place of a booking in a list that is sorted by this column.
    pub fn position(self, booking: &Booking) -> Position {
        let value = match self {
            Self::StartsAt => Some(SortValue::Integer(to_micros(booking.starts_at))),
            Self::Booked => None,
        };
        Position { value, id: booking.id.0 }
    }
}

impl BookingFilter {
    /// The conditions on `bookings t` except the people. Appends their parameters to `values`. `hidden` is the bound of
    /// `starts_at` that must not be searched in an index.
    fn conditions(&self, hidden: Option<Direction>, values: &mut Vec<Value>) -> Vec<String> {
        let mut conditions = vec!["1 = 1".to_owned()];
        if self.not_cancelled {
            conditions.push("t.status <> 'cancelled'".to_owned());
        }
        // A literal instead of a parameter, so that the partial indexes of rare statuses can be used.
        conditions.extend(self.status.map(|status| format!("t.status = '{}'", status.as_str())));
        let bounds = [(Direction::Ascending, ">=", self.from), (Direction::Descending, "<", self.to)];
        for (side, sign, bound) in bounds {
            if let Some(bound) = bound {
                values.push(to_micros(bound).into());
                let column = if hidden == Some(side) { "t.starts_at + 0" } else { "t.starts_at" };
                conditions.push(format!("{column} {sign} ${}", values.len()));
            }
        }
        conditions
    }

    /// Whether few bookings match, so that they are sorted instead of read in the order of an index.
    fn is_selective(&self) -> bool {
        self.people.is_some() || self.from.is_some() || self.to.is_some()
    }
}

/// Lists a page of bookings.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_for_admin<C: Connection>(
    conn: &C,
    filter: &BookingFilter,
    page: &SortedPage<BookingSort>,
) -> Result<Vec<Booking>, StoreError> {
    // COALESCE and `+ 0` hide the order from the planner, which could otherwise scan an index on it instead of looking
    // up few rows.
    let (order, outer) = match page.column {
        BookingSort::StartsAt => ((Some("t.starts_at"), "t.id"), (Some("b.starts_at + 0"), "b.id")),
        BookingSort::Booked if filter.is_selective() => {
            ((None, "COALESCE(t.id, t.id)"), (None, "COALESCE(b.id, b.id)"))
        }
        BookingSort::Booked => ((None, "t.id"), (None, "COALESCE(b.id, b.id)")),
    };
    let [order, outer] = [order, outer].map(|(column, id)| Keyset { column, id, direction: page.direction });
    let mut values: Vec<Value> = Vec::new();
    // SQLite uses one bound of each side of an index: that of the position after the previous page.
    let hidden = page.after.is_some().then_some(page.direction).filter(|_| page.column == BookingSort::StartsAt);
    let mut conditions = filter.conditions(hidden, &mut values);
    conditions.extend(page.after.as_ref().map(|after| order.after(after, &mut values)));
    let mut kinds = vec![conditions.join(" AND ")];
    if let Some(people) = &filter.people {
        let (all, before) = (kinds.concat(), values.len());
        values.extend(people.iter().map(|person| Value::from(person.0)));
        let places = before + 1..=values.len();
        kinds = places
            .flat_map(|place| ["student_id", "teacher_id"].map(|role| format!("{all} AND t.{role} = ${place}")))
            .collect();
    }
    let first = first_ids_per_condition("bookings", &kinds, &order.order_by(), page.limit);
    let (order_by, limit) = (outer.order_by(), page.limit);
    let sql = format!("{SELECT} WHERE b.id IN ({first}) ORDER BY {order_by} LIMIT {limit}");
    fetch_all::<Row, _>(conn, &sql, &values).await
}

/// Counts the bookings that match a filter.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn count_for_admin<C: Connection>(conn: &C, filter: &BookingFilter) -> Result<CappedCount, StoreError> {
    let mut values: Vec<Value> = Vec::new();
    let mut conditions = filter.conditions(None, &mut values);
    if let Some(people) = &filter.people {
        let places = placeholders(values.len(), people.len());
        values.extend(people.iter().map(|person| Value::from(person.0)));
        conditions.push(format!("(t.student_id IN ({places}) OR t.teacher_id IN ({places}))"));
    }
    fetch_capped_count(conn, &format!("FROM bookings t WHERE {}", conditions.join(" AND ")), &values).await
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
    list_for_admin(conn, &filter, &SortedPage::first(BookingSort::StartsAt, limit)).await
}
