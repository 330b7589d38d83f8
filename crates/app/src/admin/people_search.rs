//! Search for people, to filter lists of bookings and orders.

use crate::context::Ctx;
use crate::error::AppResult;
use tala_domain::error::FieldErrors;
use tala_domain::ids::PersonId;
use tala_store::people::{self};

const MAX_PEOPLE: u32 = 50;

/// Returns the people whose name or email address matches the search text.
///
/// # Errors
/// If more than [`MAX_PEOPLE`] match: a truncated list would look complete.
pub(crate) async fn list_matching_people(ctx: &Ctx, text: &str) -> AppResult<Vec<PersonId>> {
    let found = people::list_ids(ctx.store.read_replica(), text, MAX_PEOPLE.saturating_add(1)).await?;
    if found.len() > usize::try_from(MAX_PEOPLE).unwrap_or(usize::MAX) {
        let message =
            format!("More than {MAX_PEOPLE} people have this in their name or address. Please give more of it.");
        return Err(FieldErrors::one("q", message).into());
    }
    Ok(found)
}
