//! Passing an entry on to the operator's endpoint, form-encoded (SPEC §7, D33).

use tala_domain::ids::WaitlistId;
use tala_store::waitlist;

use crate::context::Ctx;

/// Sends the entry as it stands. It may arrive twice, so it carries its id. An entry that is gone needs nothing more.
///
/// # Errors
/// Why it did not arrive; to be tried again.
pub(crate) async fn forward(ctx: &Ctx, id: WaitlistId) -> Result<(), String> {
    let Some(endpoint) = &ctx.settings.waitlist_forward else { return Ok(()) };
    let found = waitlist::find_by_id(ctx.store.read(), id).await.map_err(|error| error.to_string())?;
    let Some(entry) = found else { return Ok(()) };
    let interest = &entry.interest;
    let fields = [
        ("name", plain(&entry.name)),
        ("email", plain(&entry.email)),
        ("role", interest.role.as_str().to_owned()),
        ("location", plain(&interest.location)),
        ("country", plain(&interest.country)),
        ("dancestyle", interest.style.as_str().to_owned()),
        ("id", entry.id.to_string()),
    ];
    endpoint.post(&fields).await.map(|_| ()).map_err(|error| error.to_string())
}

/// Spreadsheets take text that begins like this for a formula, which could send the sheet's contents elsewhere.
fn plain(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() }
}
