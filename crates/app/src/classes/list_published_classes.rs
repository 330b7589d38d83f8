//! `GET /api/teacher/{id}/classes`: lists published classes.

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tala_domain::booking::SlotKind;
use tala_domain::error::FieldErrors;
use tala_domain::ids::TeacherId;
use tala_store::{bookings, slots};
use utoipa::{IntoParams, ToSchema};

use crate::classes::view::PublishedClass;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{IdPath, QueryParams};
use crate::http::json::Json;
use crate::services::current_user::Teacher;

const MAX_SPAN: SignedDuration = SignedDuration::from_hours(24 * 400);
const DEFAULT_SPAN: SignedDuration = SignedDuration::from_hours(24 * 91);
const MAX_CLASSES: u32 = 500;
/// All seats of all these classes.
const MAX_BOOKINGS: u32 = MAX_CLASSES * 50;

/// The range of class starts.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PublishedQuery {
    /// The first instant. Default: now.
    #[param(value_type = Option<String>, format = DateTime)]
    from: Option<Timestamp>,
    /// The end of the range, exclusive. Default: 91 days after `from`.
    #[param(value_type = Option<String>, format = DateTime)]
    to: Option<Timestamp>,
}

/// A list of published classes, soonest first.
#[derive(Serialize, ToSchema)]
pub(super) struct PublishedClasses {
    classes: Vec<PublishedClass>,
}

/// Lists the signed-in teacher's published classes.
#[utoipa::path(get, path = "/api/teacher/{id}/classes", tag = "classes",
    params(("id" = String, Path, description = "The teacher"), PublishedQuery),
    responses((status = 200, body = PublishedClasses)))]
pub(super) async fn list_published_classes(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<TeacherId>,
    QueryParams(query): QueryParams<PublishedQuery>,
) -> AppResult<Json<PublishedClasses>> {
    teacher.require_self(id)?;
    let from = query.from.unwrap_or_else(|| ctx.now());
    let to = query.to.unwrap_or_else(|| from.saturating_add(DEFAULT_SPAN).unwrap_or(Timestamp::MAX));
    if to <= from || to.duration_since(from) > MAX_SPAN {
        return Err(FieldErrors::one("to", "Please ask for 1 to 400 days.").into());
    }
    let conn = ctx.store.read();
    let published = slots::list_published(conn, id, (from, to), MAX_CLASSES).await?;
    let booked = if published.is_empty() {
        Vec::new()
    } else {
        bookings::list_between(conn, id, Some(SlotKind::Regular), (from, to), MAX_BOOKINGS).await?
    };
    Ok(Json(PublishedClasses { classes: published.iter().map(|slot| PublishedClass::of(slot, &booked)).collect() }))
}
