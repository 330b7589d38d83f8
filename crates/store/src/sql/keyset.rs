//! Keyset pagination of sorted lists: a page begins after the sort value and the id of the last row of the page before.
//!
//! Unlike an offset, this neither repeats nor skips rows if others are added, changed or deleted between two pages.

use tala_db::{Connection, Value};
use uuid::Uuid;

use super::fetch_count;
use crate::StoreError;

/// The most rows that a list counts.
const MAX_COUNTED: i64 = 10_000;

/// The direction of a sorted list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Smallest or earliest first.
    Ascending,
    /// Largest or latest first.
    Descending,
}

/// The kind of values in a sorted column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKind {
    /// The rows are sorted by id alone, that is by creation.
    Id,
    /// Integers, such as instants and amounts.
    Integer,
    /// Text.
    Text,
}

/// A value in a sorted column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SortValue {
    /// An integer.
    Integer(i64),
    /// A text.
    Text(String),
}

impl From<&SortValue> for Value {
    fn from(value: &SortValue) -> Self {
        match value {
            SortValue::Integer(number) => (*number).into(),
            SortValue::Text(text) => text.as_str().into(),
        }
    }
}

/// The place of a row in a sorted list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The value in the sorted column. `None` if the list is sorted by id.
    pub value: Option<SortValue>,
    /// The id, which decides between equal values.
    pub id: Uuid,
}

/// A column by which a list can be sorted.
pub trait SortColumn: Copy {
    /// The kind of its values.
    fn kind(self) -> SortKind;
}

/// The only order of lists that are sorted by creation, that is by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByCreation;

impl SortColumn for ByCreation {
    fn kind(self) -> SortKind {
        SortKind::Id
    }
}

impl ByCreation {
    /// The place of the row with this id.
    pub const fn position(id: Uuid) -> Position {
        Position { value: None, id }
    }
}

/// A requested page of a sorted list.
#[derive(Clone, Debug)]
pub struct SortedPage<S> {
    /// The sorted column.
    pub column: S,
    /// The direction.
    pub direction: Direction,
    /// The last row of the previous page.
    pub after: Option<Position>,
    /// The most rows to return.
    pub limit: u32,
}

impl<S> SortedPage<S> {
    /// The first page in descending order: latest first.
    pub const fn first(column: S, limit: u32) -> Self {
        Self { column, direction: Direction::Descending, after: None, limit }
    }
}

/// A count that ends at a limit, so that it costs the same however many rows match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CappedCount {
    /// The number of rows, at most 10,000.
    pub rows: u32,
    /// Whether there are more.
    pub is_capped: bool,
}

impl CappedCount {
    /// The count of rows that were all read.
    pub fn of(rows: usize) -> Self {
        Self { rows: u32::try_from(rows).unwrap_or(u32::MAX), is_capped: false }
    }
}

/// SQL expressions of a sort.
pub(crate) struct Keyset<'a> {
    /// The sorted expression. `None` to sort by id alone.
    pub(crate) column: Option<&'a str>,
    /// The expression of the id.
    pub(crate) id: &'a str,
    /// The direction of both.
    pub(crate) direction: Direction,
}

impl Keyset<'_> {
    /// The terms of ORDER BY.
    pub(crate) fn order_by(&self) -> String {
        let direction = match self.direction {
            Direction::Ascending => "ASC",
            Direction::Descending => "DESC",
        };
        let column = self.column.map(|column| format!("{column} {direction}, ")).unwrap_or_default();
        format!("{column}{} {direction}", self.id)
    }

    /// The condition for rows after a position. Appends its parameters to `values`.
    pub(crate) fn after(&self, position: &Position, values: &mut Vec<Value>) -> String {
        let sign = match self.direction {
            Direction::Ascending => '>',
            Direction::Descending => '<',
        };
        if let (Some(column), Some(value)) = (self.column, &position.value) {
            values.extend([value.into(), position.id.into()]);
            format!("({column}, {}) {sign} (${}, ${})", self.id, values.len() - 1, values.len())
        } else {
            values.push(position.id.into());
            format!("{} {sign} ${}", self.id, values.len())
        }
    }
}

/// Counts the rows of a query such as `FROM bookings t WHERE …`, at most [`MAX_COUNTED`].
pub(crate) async fn fetch_capped_count<C: Connection>(
    conn: &C,
    from: &str,
    values: &[Value],
) -> Result<CappedCount, StoreError> {
    let limit = MAX_COUNTED + 1;
    let sql = format!("SELECT COUNT(*) FROM (SELECT 1 AS one {from} LIMIT {limit}) AS counted");
    let found = fetch_count(conn, &sql, values).await?;
    let rows = u32::try_from(found.min(MAX_COUNTED)).map_err(|error| StoreError::Decode(error.to_string()))?;
    Ok(CappedCount { rows, is_capped: found > MAX_COUNTED })
}
