//! `POST /api/waitlist` (SPEC §2, §3, §5, §8; D33).

use axum::extract::State;
use jiff::SignedDuration;
use metrics::counter;
use serde::{Deserialize, Serialize};
use tala_domain::error::{FieldError, FieldErrors};
use tala_domain::identity::{Email, PersonName};
use tala_domain::ids::{JobId, WaitlistId};
use tala_domain::jobs::Job;
use tala_domain::waitlist::{Interest, is_machine};
use tala_store::outbox;
use tala_store::waitlist::{self, Entry};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::views::problem::Problem;

const THANKS: &str = "Thank you for joining the waitlist!";

/// The waitlist's form (SPEC §2, §3).
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JoinWaitlistRequest {
    /// Who.
    #[serde(default)]
    #[schema(max_length = 200)]
    name: String,
    /// Where to write to.
    #[serde(default)]
    #[schema(max_length = 254)]
    email: String,
    /// To teach or to learn; to teach when left out.
    #[serde(default)]
    #[schema(value_type = crate::views::role::WaitlistRole)]
    role: String,
    /// Town or region.
    #[serde(default)]
    #[schema(max_length = 200)]
    location: String,
    /// Country.
    #[serde(default)]
    #[schema(max_length = 200)]
    country: String,
    /// One of SPEC §3's styles; EDM when left out.
    #[serde(default)]
    dancestyle: String,
    /// Hidden from people: whoever fills it in is a machine.
    #[serde(default)]
    website: String,
    /// How long the form stood open. Machines are quicker than people.
    #[serde(default)]
    elapsed_ms: i64,
}

/// The same for everybody, whether new, known or a machine: nobody learns who waits.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct JoinWaitlistReply {
    success: bool,
    /// SPEC §8's sentence.
    message: &'static str,
}

/// Puts a visitor on the waitlist.
#[utoipa::path(post, path = "/api/waitlist", tag = "waitlist", security(()), request_body = JoinWaitlistRequest,
    responses((status = 200, body = JoinWaitlistReply), (status = "4XX", body = Problem)))]
pub(super) async fn join_waitlist(
    State(ctx): State<Ctx>,
    Body(request): Body<JoinWaitlistRequest>,
) -> AppResult<Json<JoinWaitlistReply>> {
    run(&ctx, &request).await?;
    Ok(Json(JoinWaitlistReply { success: true, message: THANKS }))
}

async fn run(ctx: &Ctx, request: &JoinWaitlistRequest) -> AppResult<()> {
    let (name, email, interest) = read(request)?;
    if is_machine(&request.website, SignedDuration::from_millis(request.elapsed_ms)) {
        counter!("tala_waitlist_machines_total").increment(1);
        return Ok(());
    }
    let now = ctx.now();
    let id = WaitlistId(ctx.new_id());
    let (name, key, email) = (name.as_str().to_owned(), email.key(), email.as_str().to_owned());
    let entry = Entry { id, name, email, interest, created_at: now };
    let tx = ctx.store.begin().await?;
    let saved = waitlist::save(&tx, &entry, &key).await?;
    if let (Some(entry_id), Some(_)) = (saved, &ctx.settings.waitlist_forward) {
        let job = Job::WaitlistJoined { entry_id, change_id: ctx.new_id() };
        outbox::enqueue(&tx, &[(JobId(ctx.new_id()), job)], now).await?;
    }
    tx.commit().await?;
    ctx.work_filed.notify_one();
    Ok(())
}

/// Every wrong field at once, in the form's order.
fn read(request: &JoinWaitlistRequest) -> Result<(PersonName, Email, Interest), FieldErrors> {
    let name = PersonName::parse(&request.name).map_err(|error| FieldError::new("name", error.to_string()));
    let email = Email::parse(&request.email).map_err(|error| FieldError::new("email", error.to_string()));
    let interest = Interest::parse(&request.role, &request.location, &request.country, &request.dancestyle);
    match (name, email, interest) {
        (Ok(name), Ok(email), Ok(interest)) => Ok((name, email, interest)),
        (name, email, interest) => {
            let mut errors: Vec<FieldError> = [name.err(), email.err()].into_iter().flatten().collect();
            errors.extend(interest.err().map(|FieldErrors(more)| more).unwrap_or_default());
            Err(FieldErrors(errors))
        }
    }
}
