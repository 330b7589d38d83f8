//! Forwarding waitlist entries to the operator's webhook, form-encoded (SPEC §7, D33).

use tala_domain::ids::WaitlistId;
use tala_store::waitlist;

use crate::context::Ctx;

/// Sends an entry with its current values. Does nothing if the entry was deleted. Delivery is at least once; the receiver can
/// recognize repetitions by the id.
///
/// # Errors
/// A message for the log if the delivery failed and should be retried.
#[tracing::instrument(level = "debug", skip_all)]
pub(crate) async fn forward_entry(ctx: &Ctx, id: WaitlistId) -> Result<(), String> {
    let Some(endpoint) = &ctx.settings.waitlist_webhook else { return Ok(()) };
    let found = waitlist::find_by_id(ctx.store.read(), id).await.map_err(|error| error.to_string())?;
    let Some(entry) = found else { return Ok(()) };
    let interest = &entry.interest;
    let fields = [
        ("name", escape_formula(&entry.name)),
        ("email", escape_formula(&entry.email)),
        ("role", interest.role.as_str().to_owned()),
        ("location", escape_formula(&interest.location)),
        ("country", escape_formula(&interest.country)),
        ("dancestyle", interest.style.as_str().to_owned()),
        ("id", entry.id.to_string()),
    ];
    endpoint.post(&fields).await.map(|_| ()).map_err(|error| error.to_string())
}

/// Prevents CSV injection: spreadsheets evaluate text that begins with these characters as a formula.
fn escape_formula(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@']) { format!("'{text}") } else { text.to_owned() }
}
