//! `POST /api/waitlist` (SPEC §2, §3, §5, §8; D33).

use axum::extract::State;
use jiff::SignedDuration;
use metrics::counter;
use serde::{Deserialize, Serialize};
use tala_domain::error::{FieldError, FieldErrors};
use tala_domain::identity::{Email, PersonName};
use tala_domain::ids::{JobId, WaitlistConfirmationId, WaitlistId};
use tala_domain::jobs::Job;
use tala_domain::time::Language;
use tala_domain::waitlist::{WaitlistInterest, is_bot};
use tala_store::waitlist::{self, Entry};
use tala_store::{Transaction, outbox};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;

const CONFIRMATION: &str = "Thank you for joining the waitlist!";

/// The waitlist form (SPEC §2, §3).
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JoinWaitlistRequest {
    /// The visitor's name.
    #[serde(default)]
    #[schema(max_length = 200)]
    name: String,
    /// The visitor's email address.
    #[serde(default)]
    #[schema(max_length = 254)]
    email: String,
    /// Whether the visitor wants to teach or to learn. Default: to teach.
    #[serde(default)]
    #[schema(value_type = crate::views::role::WaitlistChoice)]
    role: String,
    /// Town or region.
    #[serde(default)]
    #[schema(max_length = 200)]
    location: String,
    /// The country.
    #[serde(default)]
    #[schema(max_length = 200)]
    country: String,
    /// A dance style of the waitlist form. Default: EDM.
    #[serde(default)]
    dancestyle: String,
    /// The language of the confirmation email. Default: English.
    #[serde(default)]
    #[schema(value_type = Option<crate::views::settings::LanguageSchema>)]
    language: Option<String>,
    /// A honeypot: the field is hidden, so only bots fill it in.
    #[serde(default)]
    website: String,
    /// Milliseconds between opening and submitting the form. Bots submit faster than people: an entry below 2000 is
    /// dropped. May be omitted if unknown.
    #[serde(default)]
    elapsed_ms: Option<i64>,
}

/// The confirmation. It is the same for new and known addresses and for bots, so that it does not reveal who is on the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JoinWaitlistReply {
    success: bool,
    /// The confirmation, as a sentence for the visitor.
    message: &'static str,
}

/// Adds a visitor to the waitlist.
///
/// Sends an email that confirms it to an address that has received none.
#[utoipa::path(post, path = "/api/waitlist", tag = "waitlist", security(()), request_body = JoinWaitlistRequest,
    responses((status = 200, body = JoinWaitlistReply)))]
pub(super) async fn join_waitlist(
    State(ctx): State<Ctx>,
    Body(request): Body<JoinWaitlistRequest>,
) -> AppResult<Json<JoinWaitlistReply>> {
    save_entry(&ctx, &request).await?;
    Ok(Json(JoinWaitlistReply { success: true, message: CONFIRMATION }))
}

async fn save_entry(ctx: &Ctx, request: &JoinWaitlistRequest) -> AppResult<()> {
    let (name, email, interest) = parse_request(request)?;
    let language = request.language.as_deref().map_or(Some(Language::English), Language::parse);
    let language = language.ok_or_else(|| FieldErrors::one("language", "Please choose one of the options"))?;
    if is_bot(&request.website, request.elapsed_ms.map(SignedDuration::from_millis)) {
        counter!("tala_waitlist_bot_submissions_total").increment(1);
        return Ok(());
    }
    let now = ctx.now();
    let id = WaitlistId(ctx.new_id());
    let (name, key, email) = (name.as_str().to_owned(), email.normalized(), email.as_str().to_owned());
    let entry = Entry { id, name, email, interest, created_at: now };
    let write = async |tx: Transaction| {
        let Some(entry_id) = waitlist::upsert(&tx, &entry, &key).await? else { return Ok(()) };
        let mut jobs = Vec::new();
        let confirmation_id = WaitlistConfirmationId(ctx.new_id());
        if waitlist::insert_confirmation(&tx, confirmation_id, &key, language, now).await? {
            jobs.push((JobId(ctx.new_id()), Job::WaitlistConfirmed { confirmation_id }));
        }
        if ctx.settings.waitlist_webhook.is_some() {
            jobs.push((JobId(ctx.new_id()), Job::WaitlistJoined { entry_id, change_id: ctx.new_id() }));
        }
        outbox::enqueue(&tx, &jobs, now).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(())
}

/// Parses the form. Returns the errors of all fields, in the order of the form.
fn parse_request(request: &JoinWaitlistRequest) -> Result<(PersonName, Email, WaitlistInterest), FieldErrors> {
    let name = PersonName::parse(&request.name).map_err(|error| FieldError::new("name", error.to_string()));
    let email = Email::parse(&request.email).map_err(|error| FieldError::new("email", error.to_string()));
    let interest = WaitlistInterest::parse(&request.role, &request.location, &request.country, &request.dancestyle);
    match (name, email, interest) {
        (Ok(name), Ok(email), Ok(interest)) => Ok((name, email, interest)),
        (name, email, interest) => {
            let mut errors: Vec<FieldError> = [name.err(), email.err()].into_iter().flatten().collect();
            errors.extend(interest.err().map(|FieldErrors(more)| more).unwrap_or_default());
            Err(FieldErrors(errors))
        }
    }
}
