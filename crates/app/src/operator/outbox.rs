//! `GET /api/admin/outbox` and `POST /api/admin/outbox/{id}/resend`: mails and other work that got stuck.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::json;
use tala_domain::admin::Area;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::JobId;
use tala_domain::jobs::Job;
use tala_store::Transaction;
use tala_store::outbox::{self, Filed, Pile};
use utoipa::openapi::Object;
use utoipa::{IntoParams, ToSchema};

use super::access::Admin;
use super::coupons::PerhapsBecause;
use super::page::{Cut, Page};
use crate::acts::{Actor, Deed};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{Body, IdPath, Params};
use crate::json::Json;
use crate::openapi::one_of;

/// Which work.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OutboxQuery {
    /// `due` (waiting, and due by now) or `dead` (given up); dead if absent.
    state: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// A piece of work.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AdminWork)]
pub(super) struct WorkView {
    #[serde(rename = "_id")]
    id: String,
    #[schema(schema_with = topics)]
    topic: String,
    /// What it is about.
    subject: String,
    /// `ready`, `done` or `dead`.
    state: String,
    attempts: i64,
    /// What went wrong last.
    #[schema(required)]
    error: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When it is tried next.
    #[schema(value_type = String, format = DateTime)]
    run_at: Timestamp,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    finished_at: Option<Timestamp>,
}

fn topics() -> Object {
    one_of(&Job::TOPICS)
}

impl From<Filed> for WorkView {
    fn from(filed: Filed) -> Self {
        Self {
            id: filed.id.to_string(),
            topic: filed.topic,
            subject: filed.subject.to_string(),
            state: filed.state,
            attempts: filed.attempts,
            error: filed.last_error,
            created_at: filed.created_at,
            run_at: filed.run_at,
            finished_at: filed.finished_at,
        }
    }
}

/// Work that waits or was given up, newest first.
#[utoipa::path(get, path = "/api/admin/outbox", tag = "admin", security(("adminSession" = [])), params(OutboxQuery),
    responses((status = 200, body = Page<WorkView>), (status = "4XX", body = Problem)))]
pub(super) async fn admin_list_outbox(
    State(ctx): State<Ctx>,
    _admin: Admin,
    Params(query): Params<OutboxQuery>,
) -> ApiResult<Json<Page<WorkView>>> {
    let pile = match query.state.as_deref() {
        None | Some("dead") => Pile::Dead,
        Some("due") => Pile::Due(ctx.now()),
        Some(_) => return Err(FieldErrors::one("state", "due or dead").into()),
    };
    let cut: Cut<JobId> = Cut::parse(query.after.as_deref(), query.limit)?;
    let found = outbox::list_pile(ctx.store.read_replica(), pile, cut.after, cut.wanted()).await?;
    Ok(Json(cut.page(found, |filed| filed.id.to_string(), WorkView::from)))
}

/// Lets work that was given up be tried once more.
#[utoipa::path(post, path = "/api/admin/outbox/{id}/resend", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The work")), request_body = Option<PerhapsBecause>,
    responses((status = 200, body = WorkView), (status = "4XX", body = Problem)))]
pub(super) async fn admin_resend_work(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<JobId>,
    request: Option<Body<PerhapsBecause>>,
) -> ApiResult<Json<WorkView>> {
    let act = admin.may_perhaps_because(Area::Outbox, PerhapsBecause::of(request.as_ref()))?;
    let write = async |tx: Transaction| {
        let filed = outbox::find_by_id(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        if !outbox::revive(&tx, id, ctx.now()).await? {
            return Err(ApiError::new(ErrorCode::AlreadyDone)
                .with_detail(format!("This work is {} already.", filed.state))
                .with("state", filed.state));
        }
        let deed = Deed::new("work_revived", id.0)
            .detail(json!({ "topic": filed.topic, "about": filed.subject }))
            .change(json!({ "state": "dead", "error": filed.last_error }), json!({ "state": "ready" }));
        Actor::Admin(&act).record(&tx, &ctx, &deed).await?;
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    let filed = outbox::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(WorkView::from(filed)))
}
