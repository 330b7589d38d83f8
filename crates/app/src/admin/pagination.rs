//! Keyset pagination of admin lists.

use std::str::FromStr;

use serde::Serialize;
use tala_domain::error::FieldErrors;
use tala_store::{CappedCount, StoreError};
use utoipa::ToSchema;

use crate::error::AppResult;

const MAX_PAGE_SIZE: u32 = 100;
const DEFAULT_PAGE_SIZE: u32 = 50;
const MAX_SEARCH_CHARS: usize = 100;

/// One page of a list.
#[derive(Serialize, ToSchema)]
pub(super) struct Page<T: ToSchema> {
    items: Vec<T>,
    /// Cursor of the next page, to be sent as `after`. Null on the last page.
    #[schema(required)]
    next: Option<String>,
    /// How many rows match the filter. On the first page only, because it costs a query.
    #[schema(required)]
    total: Option<RowCount>,
}

/// How many rows match a filter.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RowCount {
    /// The number of rows, at most 10,000.
    count: u32,
    /// Whether there are more, which are not counted.
    is_capped: bool,
}

impl From<CappedCount> for RowCount {
    fn from(CappedCount { rows, is_capped }: CappedCount) -> Self {
        Self { count: rows, is_capped }
    }
}

impl<T: ToSchema> Page<T> {
    /// Adds the number of rows that match, on the first page.
    pub(super) fn with_total(self, total: Option<CappedCount>) -> Self {
        Self { total: total.map(RowCount::from), ..self }
    }
}

/// A requested page: the cursor and the page size.
#[derive(Clone, Copy, Debug)]
pub(super) struct PageRequest<K> {
    /// Key of the last item of the previous page.
    pub(super) after: Option<K>,
    limit: u32,
}

impl<K: FromStr + Copy> PageRequest<K> {
    /// Parses the query parameters `after` and `limit`. The limit is clamped to 1..=[`MAX_PAGE_SIZE`].
    ///
    /// # Errors
    /// If `after` is not a key.
    pub(super) fn parse(after: Option<&str>, limit: Option<u32>) -> AppResult<Self> {
        let after = match after {
            Some(text) => Some(text.parse().map_err(|_| invalid_cursor())?),
            None => None,
        };
        Ok(Self { after, limit: page_size(limit) })
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

    /// Number of rows to fetch: one more than the page size, to detect whether another page follows.
    pub(super) const fn fetch_limit(self) -> u32 {
        self.limit.saturating_add(1)
    }

    /// Builds the page from the fetched rows.
    pub(super) fn into_page<R, T: ToSchema>(
        self,
        rows: Vec<R>,
        key: impl Fn(&R) -> String,
        view: impl Fn(R) -> T,
    ) -> Page<T> {
        build_page(self.limit, rows, key, view)
    }
}

/// Builds a page from up to one row more than its size.
pub(super) fn build_page<R, T: ToSchema>(
    limit: u32,
    mut rows: Vec<R>,
    key: impl Fn(&R) -> String,
    view: impl Fn(R) -> T,
) -> Page<T> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    let next = rows.last().filter(|_| has_more).map(key);
    Page { items: rows.into_iter().map(view).collect(), next, total: None }
}

/// The page size: [`DEFAULT_PAGE_SIZE`], or a requested one within 1..=[`MAX_PAGE_SIZE`].
pub(super) fn page_size(limit: Option<u32>) -> u32 {
    limit.unwrap_or(DEFAULT_PAGE_SIZE).clamp(1, MAX_PAGE_SIZE)
}

/// The problem of a cursor that no page has returned.
pub(super) fn invalid_cursor() -> FieldErrors {
    FieldErrors::one("after", "Please give the next of a page.")
}

/// Trims a search text and limits its length. `None` if it is empty.
pub(super) fn parse_search(text: Option<&str>) -> Option<String> {
    let text: String = text.unwrap_or_default().trim().chars().take(MAX_SEARCH_CHARS).collect();
    (!text.is_empty()).then_some(text)
}
