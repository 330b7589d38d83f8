//! Finding the people that a search text names, for lists of their bookings and orders.

use crate::context::Ctx;
use crate::error::AppResult;
use tala_domain::error::FieldErrors;
use tala_domain::ids::PersonId;
use tala_store::people::{self};

/// A search finds the classes or orders of at most so many people.
const MOST_PEOPLE: u32 = 50;

/// Whose classes or orders are searched for. More than can be looked through at once are refused, so that nobody takes
/// some for all.
pub(crate) async fn find_people(ctx: &Ctx, text: &str) -> AppResult<Vec<PersonId>> {
    let found = people::list_ids(ctx.store.read_replica(), text, MOST_PEOPLE.saturating_add(1)).await?;
    if found.len() > usize::try_from(MOST_PEOPLE).unwrap_or(usize::MAX) {
        let words =
            format!("More than {MOST_PEOPLE} people have this in their name or address. Please give more of it.");
        return Err(FieldErrors::one("q", words).into());
    }
    Ok(found)
}
