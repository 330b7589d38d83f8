//! Lists that are paged by key: a page ends where the next begins.

use std::str::FromStr;

use serde::Serialize;
use tala_domain::error::FieldErrors;
use utoipa::ToSchema;

use crate::error::AppResult;

const MOST: u32 = 100;
const USUAL: u32 = 50;
const LONGEST_SEARCH: usize = 100;

/// One page of a list.
#[derive(Serialize, ToSchema)]
pub(super) struct Page<T: ToSchema> {
    items: Vec<T>,
    /// What to send as `after` for the next page.
    #[schema(required)]
    next: Option<String>,
}

/// Where a page begins and how long it may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cut<K> {
    /// The key after which it begins.
    pub(super) after: Option<K>,
    limit: u32,
}

impl<K: FromStr + Copy> Cut<K> {
    /// Reads `after` and `limit`.
    pub(super) fn parse(after: Option<&str>, limit: Option<u32>) -> AppResult<Self> {
        let after = match after {
            Some(text) => Some(text.parse().map_err(|_| FieldErrors::one("after", "Please give the next of a page."))?),
            None => None,
        };
        Ok(Self { after, limit: limit.unwrap_or(USUAL).clamp(1, MOST) })
    }

    /// How many to look up: one more than are shown tells whether there is another page.
    pub(super) const fn wanted(self) -> u32 {
        self.limit.saturating_add(1)
    }

    /// The page of what was found.
    pub(super) fn page<R, T: ToSchema>(
        self,
        mut found: Vec<R>,
        key: impl Fn(&R) -> String,
        view: impl Fn(R) -> T,
    ) -> Page<T> {
        let most = usize::try_from(self.limit).unwrap_or(usize::MAX);
        let more = found.len() > most;
        found.truncate(most);
        let next = found.last().filter(|_| more).map(key);
        Page { items: found.into_iter().map(view).collect(), next }
    }
}

/// What is searched for, without surrounding space; `None` for nothing.
pub(super) fn search(text: Option<&str>) -> Option<String> {
    let text: String = text.unwrap_or_default().trim().chars().take(LONGEST_SEARCH).collect();
    (!text.is_empty()).then_some(text)
}
