//! Search for people, to filter lists of bookings, orders and audit events.

use crate::context::Ctx;
use crate::error::AppResult;
use tala_domain::error::FieldErrors;
use tala_domain::ids::PersonId;
use tala_store::people::{self};

const MAX_PEOPLE: u32 = 50;

/// Returns the people whose name, email address or phone number matches the search text of the query parameter `field`.
///
/// # Errors
/// If more than [`MAX_PEOPLE`] match: a truncated list would look complete.
pub(crate) async fn list_matching_people(ctx: &Ctx, field: &str, text: &str) -> AppResult<Vec<PersonId>> {
    let found = people::list_ids(ctx.store.read_replica(), text, MAX_PEOPLE.saturating_add(1)).await?;
    if found.len() > usize::try_from(MAX_PEOPLE).unwrap_or(usize::MAX) {
        let message = format!("More than {MAX_PEOPLE} people match. Type more of the name or email.");
        return Err(FieldErrors::one(field, message).into());
    }
    Ok(found)
}
