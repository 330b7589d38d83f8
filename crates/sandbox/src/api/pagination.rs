//! Pagination of lists: `from`, `to`, `count`, `skip`.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::ApiError;

const MAX_COUNT: usize = 100;

/// Query parameters. Unknown ones are ignored.
pub(crate) type Query = axum::extract::Query<HashMap<String, String>>;

/// Pagination parameters.
pub(crate) struct PageParams {
    from: i64,
    to: i64,
    count: usize,
    skip: usize,
}

impl PageParams {
    pub(crate) fn parse(query: &HashMap<String, String>) -> Result<Self, ApiError> {
        fn number<T: std::str::FromStr>(
            query: &HashMap<String, String>,
            name: &str,
            default: T,
        ) -> Result<T, ApiError> {
            let invalid = |_| ApiError::invalid_field(name, &format!("The {name} must be an integer."));
            query.get(name).map_or(Ok(default), |text| text.parse().map_err(invalid))
        }
        let count = number(query, "count", 10)?;
        match count {
            0 => Err(ApiError::invalid_field("count", "The count must be at least 1.")),
            1..=MAX_COUNT => Ok(Self {
                from: number(query, "from", i64::MIN)?,
                to: number(query, "to", i64::MAX)?,
                count,
                skip: number(query, "skip", 0)?,
            }),
            _ => Err(ApiError::invalid_field("count", "The count may not be greater than 100.")),
        }
    }

    /// One page, newest first. Rows are `(created_at, number, entity)`.
    pub(crate) fn paginate<T>(&self, rows: impl Iterator<Item = (i64, u64, T)>, show: impl Fn(T) -> Value) -> Value {
        let mut rows: Vec<_> = rows.filter(|(at, _, _)| (self.from..=self.to).contains(at)).collect();
        rows.sort_by_key(|(at, number, _)| std::cmp::Reverse((*at, *number)));
        let page = rows.into_iter().skip(self.skip).take(self.count).map(|(_, _, row)| show(row));
        collection(page.collect())
    }
}

/// Razorpay's representation of a list.
pub(crate) fn collection(items: Vec<Value>) -> Value {
    json!({ "entity": "collection", "count": items.len(), "items": items })
}
