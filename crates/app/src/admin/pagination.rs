//! Keyset pagination of admin lists.

use std::str::FromStr;

use serde::Serialize;
use tala_domain::error::FieldErrors;
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
            Some(text) => Some(text.parse().map_err(|_| FieldErrors::one("after", "Please give the next of a page."))?),
            None => None,
        };
        Ok(Self { after, limit: limit.unwrap_or(DEFAULT_PAGE_SIZE).clamp(1, MAX_PAGE_SIZE) })
    }

    /// Number of rows to fetch: one more than the page size, to detect whether another page follows.
    pub(super) const fn fetch_limit(self) -> u32 {
        self.limit.saturating_add(1)
    }

    /// Builds the page from the fetched rows.
    pub(super) fn into_page<R, T: ToSchema>(
        self,
        mut rows: Vec<R>,
        key: impl Fn(&R) -> String,
        view: impl Fn(R) -> T,
    ) -> Page<T> {
        let limit = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let has_more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows.last().filter(|_| has_more).map(key);
        Page { items: rows.into_iter().map(view).collect(), next }
    }
}

/// Trims a search text and limits its length. `None` if it is empty.
pub(super) fn parse_search(text: Option<&str>) -> Option<String> {
    let text: String = text.unwrap_or_default().trim().chars().take(MAX_SEARCH_CHARS).collect();
    (!text.is_empty()).then_some(text)
}
