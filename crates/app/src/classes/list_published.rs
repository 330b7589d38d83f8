//! `GET /api/teacher/{id}/classes`: what the teacher has published.

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use tala_domain::booking::SlotKind;
use tala_domain::error::FieldErrors;
use tala_domain::ids::PersonId;
use tala_store::{bookings, slots};
use utoipa::{IntoParams, ToSchema};

use crate::classes::view::PublishedClass;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{IdPath, QueryParams};
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::views::problem::Problem;

const LONGEST: SignedDuration = SignedDuration::from_hours(24 * 400);
const MOST: u32 = 500;
/// All seats of all these classes.
const MOST_BOOKINGS: u32 = MOST * 50;

/// Which days.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct PublishedQuery {
    /// From this instant; now if absent.
    #[param(value_type = Option<String>, format = DateTime)]
    from: Option<Timestamp>,
    /// To before this one; 90 days later if absent.
    #[param(value_type = Option<String>, format = DateTime)]
    to: Option<Timestamp>,
}

/// PublishedClasses classes, soonest first.
#[derive(Serialize, ToSchema)]
pub(super) struct PublishedClasses {
    classes: Vec<PublishedClass>,
}

/// The signed-in teacher's published classes.
#[utoipa::path(get, path = "/api/teacher/{id}/classes", tag = "classes",
    params(("id" = String, Path, description = "The teacher"), PublishedQuery),
    responses((status = 200, body = PublishedClasses), (status = "4XX", body = Problem)))]
pub(super) async fn list_published(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    IdPath(id): IdPath<PersonId>,
    QueryParams(query): QueryParams<PublishedQuery>,
) -> AppResult<Json<PublishedClasses>> {
    teacher.require_self(id)?;
    let from = query.from.unwrap_or_else(|| ctx.now());
    let usual = SignedDuration::from_hours(24 * 91);
    let to = query.to.unwrap_or_else(|| from.saturating_add(usual).unwrap_or(Timestamp::MAX));
    if to <= from || to.duration_since(from) > LONGEST {
        return Err(FieldErrors::one("to", "Please ask for 1 to 400 days.").into());
    }
    let conn = ctx.store.read();
    let published = slots::list_published(conn, id, (from, to), MOST).await?;
    let booked = if published.is_empty() {
        Vec::new()
    } else {
        bookings::list_between(conn, id, Some(SlotKind::Regular), (from, to), MOST_BOOKINGS).await?
    };
    Ok(Json(PublishedClasses { classes: published.iter().map(|slot| PublishedClass::of(slot, &booked)).collect() }))
}
