//! Lists: `from`, `to`, `count`, `skip`.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::ApiError;

const MOST: usize = 100;

/// The query of an address. Unknown words in it are ignored.
pub(crate) type Query = axum::extract::Query<HashMap<String, String>>;

/// Which part of a list is wanted.
pub(crate) struct Page {
    from: i64,
    to: i64,
    count: usize,
    skip: usize,
}

impl Page {
    pub(crate) fn of(query: &HashMap<String, String>) -> Result<Self, ApiError> {
        fn number<T: std::str::FromStr>(
            query: &HashMap<String, String>,
            name: &str,
            otherwise: T,
        ) -> Result<T, ApiError> {
            let wrong = |_| ApiError::field(name, &format!("The {name} must be an integer."));
            query.get(name).map_or(Ok(otherwise), |text| text.parse().map_err(wrong))
        }
        let count = number(query, "count", 10)?;
        match count {
            0 => Err(ApiError::field("count", "The count must be at least 1.")),
            1..=MOST => Ok(Self {
                from: number(query, "from", i64::MIN)?,
                to: number(query, "to", i64::MAX)?,
                count,
                skip: number(query, "skip", 0)?,
            }),
            _ => Err(ApiError::field("count", "The count may not be greater than 100.")),
        }
    }

    /// The wanted part, newest first. Rows are `(created_at, number, what to show)`.
    pub(crate) fn cut<T>(&self, rows: impl Iterator<Item = (i64, u64, T)>, show: impl Fn(T) -> Value) -> Value {
        let mut rows: Vec<_> = rows.filter(|(at, _, _)| (self.from..=self.to).contains(at)).collect();
        rows.sort_by_key(|(at, number, _)| std::cmp::Reverse((*at, *number)));
        let part = rows.into_iter().skip(self.skip).take(self.count).map(|(_, _, row)| show(row));
        collection(part.collect())
    }
}

/// A list as Razorpay writes it.
pub(crate) fn collection(items: Vec<Value>) -> Value {
    json!({ "entity": "collection", "count": items.len(), "items": items })
}
