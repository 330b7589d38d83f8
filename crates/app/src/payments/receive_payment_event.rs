//! `POST /api/webhooks/razorpay`: receives provider events (D23; <https://razorpay.com/docs/webhooks/>). The event is stored
//! under its id and acknowledged immediately; the worker processes it.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use sha2::{Digest, Sha256};
use tala_domain::error::ErrorCode;
use tala_domain::ids::{JobId, ProviderEventId};
use tala_domain::jobs::Job;
use tala_gateways::razorpay::verify_webhook_signature;
use tala_store::{Transaction, outbox, provider_events};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::RawBody;
use crate::http::json::Json;
use crate::services::payments::provider;

const MAX_EVENT_ID_BYTES: usize = 100;

/// The acknowledgement of a provider event.
#[derive(Serialize, ToSchema)]
pub(super) struct EventTaken {
    success: bool,
}

/// Receives an event of the payment provider.
///
/// Repeated deliveries of the same event are stored once.
#[utoipa::path(post, path = "/api/webhooks/razorpay", tag = "payments", security(()),
    request_body(content = String, content_type = "application/json"),
    params(("X-Razorpay-Signature" = String, Header, description = "HMAC-SHA256 of the body, in lower-case hex"),
           ("x-razorpay-event-id" = Option<String>, Header, description = "The id of the event")),
    responses((status = 200, body = EventTaken)))]
pub(super) async fn receive_payment_event(
    State(ctx): State<Ctx>,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> AppResult<Json<EventTaken>> {
    let provider = provider(&ctx)?;
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let signature = header("x-razorpay-signature").unwrap_or_default();
    if !verify_webhook_signature(&provider.webhook_secrets, &body, signature) {
        tracing::warn!("invalid webhook signature");
        return Err(ErrorCode::PaymentNotVerified.into());
    }
    let text = std::str::from_utf8(&body).map_err(|_| ErrorCode::MalformedRequest)?;
    let event_id = match header("x-razorpay-event-id").filter(|id| !id.is_empty() && id.len() <= MAX_EVENT_ID_BYTES) {
        Some(id) => id.to_owned(),
        None => hex::encode(Sha256::digest(&body)),
    };
    let id = ProviderEventId(ctx.new_id());
    let write = async |tx: Transaction| {
        let now = ctx.now();
        if provider_events::insert(&tx, id, &event_id, text, now).await? {
            outbox::enqueue(&tx, &[(JobId(ctx.new_id()), Job::ProviderEvent { event_id: id })], now).await?;
        }
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(Json(EventTaken { success: true }))
}
