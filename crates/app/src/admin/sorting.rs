//! Sorted admin lists: the query parameters `sort` and `after`.

use tala_domain::error::FieldErrors;
use tala_store::{
    ByCreation, CappedCount, Direction, Position, SortColumn, SortKind, SortValue, SortedPage, StoreError,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::pagination::{Page, build_page, invalid_cursor, page_size};
use crate::error::AppResult;

/// Separates id and sort value in a cursor.
const SEPARATOR: char = '.';

/// Columns of a list with their names in `sort`. The first is the default, in descending order.
pub(super) trait SortField: SortColumn + 'static {
    /// Names and columns.
    const FIELDS: &'static [(&'static str, Self)];
}

impl SortField for ByCreation {
    const FIELDS: &'static [(&'static str, Self)] = &[("createdAt", Self)];
}

/// How a list is sorted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sort<S> {
    /// The column.
    pub(super) column: S,
    direction: Direction,
}

impl<S: SortField> Sort<S> {
    /// Parses `name` or, for descending order, `-name`.
    ///
    /// # Errors
    /// If there is no such column.
    pub(super) fn parse(sort: Option<&str>) -> AppResult<Self> {
        let sort = sort.unwrap_or_default();
        let (name, direction) = match sort.strip_prefix('-') {
            Some(name) => (name, Direction::Descending),
            None => (sort, Direction::Ascending),
        };
        let [(_, default), ..] = S::FIELDS else { return Err(invalid_sort::<S>().into()) };
        if sort.is_empty() {
            return Ok(Self { column: *default, direction: Direction::Descending });
        }
        let found = S::FIELDS.iter().find(|(field, _)| *field == name);
        let (_, column) = found.ok_or_else(invalid_sort::<S>)?;
        Ok(Self { column: *column, direction })
    }

    /// The rows after a position.
    pub(super) const fn page_after(self, after: Option<Position>, limit: u32) -> SortedPage<S> {
        SortedPage { column: self.column, direction: self.direction, after, limit }
    }
}

fn invalid_sort<S: SortField>() -> FieldErrors {
    let names: Vec<&str> = S::FIELDS.iter().map(|(name, _)| *name).collect();
    FieldErrors::one("sort", format!("{}, with - in front for descending order", names.join(" or ")))
}

/// A requested page of a sorted list.
#[derive(Clone, Debug)]
pub(super) struct SortedRequest<S> {
    /// The order.
    pub(super) sort: Sort<S>,
    after: Option<Position>,
    limit: u32,
}

impl<S: SortField> SortedRequest<S> {
    /// Parses the query parameters.
    ///
    /// # Errors
    /// If there is no such column, or if `after` is not a cursor of a list that is sorted by it.
    pub(super) fn parse(sort: Option<&str>, after: Option<&str>, limit: Option<u32>) -> AppResult<Self> {
        let sort = Sort::<S>::parse(sort)?;
        let parse = |text| parse_position(text, sort.column.kind()).ok_or_else(invalid_cursor);
        Ok(Self { sort, after: after.map(parse).transpose()?, limit: page_size(limit) })
    }

    /// The page to fetch, with one row more to detect whether another page follows.
    pub(super) fn fetch(&self) -> SortedPage<S> {
        self.sort.page_after(self.after.clone(), self.limit.saturating_add(1))
    }

    /// Counts the rows if this is the first page.
    ///
    /// # Errors
    /// That of the query.
    pub(super) async fn count(
        &self,
        query: impl Future<Output = Result<CappedCount, StoreError>>,
    ) -> Result<Option<CappedCount>, StoreError> {
        if self.after.is_some() { Ok(None) } else { query.await.map(Some) }
    }

    /// Builds the page from the fetched rows.
    pub(super) fn into_page<R, T: ToSchema>(
        self,
        rows: Vec<R>,
        position: impl Fn(S, &R) -> Position,
        view: impl Fn(R) -> T,
    ) -> Page<T> {
        build_page(self.limit, rows, |row| format_position(&position(self.sort.column, row)), view)
    }
}

fn format_position(Position { value, id }: &Position) -> String {
    match value {
        None => id.to_string(),
        Some(SortValue::Integer(number)) => format!("{id}{SEPARATOR}{number}"),
        Some(SortValue::Text(text)) => format!("{id}{SEPARATOR}{text}"),
    }
}

fn parse_position(cursor: &str, kind: SortKind) -> Option<Position> {
    let (id, value) = match (kind, cursor.split_once(SEPARATOR)) {
        (SortKind::Id, None) => (cursor, None),
        (SortKind::Integer, Some((id, number))) => (id, Some(SortValue::Integer(number.parse().ok()?))),
        (SortKind::Text, Some((id, text))) => (id, Some(SortValue::Text(text.to_owned()))),
        _ => return None,
    };
    Some(Position { value, id: Uuid::parse_str(id).ok()? })
}
