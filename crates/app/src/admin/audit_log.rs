//! `GET /api/admin/audit`: who did what, when, and why. Nothing changes it.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tala_domain::deeds::DEEDS;
use tala_domain::error::FieldErrors;
use tala_domain::ids::AuditId;
use tala_store::audit::{self, Filter, Line};
use utoipa::openapi::Object;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::admin::access::Admin;
use crate::admin::page::{Cut, Page, search};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::http::openapi::one_of;
use crate::views::problem::Problem;

const ADMIN: &str = "admin:";

/// Which lines.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AuditQuery {
    /// What was done, or a part of it, such as `booking` or `teacher approved`.
    q: Option<String>,
    /// The id of what it was done to.
    subject: Option<String>,
    /// `admin:NAME`, the id of a person, or how a name begins.
    actor: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// One line.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditLine {
    #[serde(rename = "_id")]
    id: String,
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// `admin:NAME`, the id of a person, or `console` for the command line and the program itself.
    actor: String,
    /// The person's name, if it was one.
    #[schema(required)]
    actor_name: Option<String>,
    #[schema(schema_with = deeds)]
    action: String,
    #[schema(required)]
    subject: Option<String>,
    #[schema(required)]
    reason: Option<String>,
    #[schema(value_type = Object)]
    detail: Value,
    #[schema(required, value_type = Option<Object>)]
    before: Option<Value>,
    #[schema(required, value_type = Option<Object>)]
    after: Option<Value>,
}

fn deeds() -> Object {
    one_of(&DEEDS)
}

impl From<Line> for AuditLine {
    fn from(line: Line) -> Self {
        let actor = match (&line.admin, &line.actor) {
            (Some(admin), _) => format!("{ADMIN}{admin}"),
            (None, Some((person, _))) => person.to_string(),
            (None, None) => "console".to_owned(),
        };
        Self {
            id: line.id.to_string(),
            at: line.at,
            actor,
            actor_name: line.actor.map(|(_, name)| name),
            action: line.action,
            subject: line.subject.map(|subject| subject.to_string()),
            reason: line.reason,
            detail: line.detail,
            before: line.before,
            after: line.after,
        }
    }
}

/// The audit log, newest first.
#[utoipa::path(get, path = "/api/admin/audit", tag = "admin", security(("adminSession" = [])), params(AuditQuery),
    responses((status = 200, body = Page<AuditLine>), (status = "4XX", body = Problem)))]
pub(super) async fn admin_list_audit(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<AuditQuery>,
) -> AppResult<Json<Page<AuditLine>>> {
    let cut: Cut<AuditId> = Cut::parse(query.after.as_deref(), query.limit)?;
    let action = search(query.q.as_deref()).map(|words| words.replace(' ', "_"));
    let mut filter = Filter { action, ..Filter::default() };
    if let Some(text) = search(query.subject.as_deref()) {
        filter.subjects.push(text.parse().map_err(|_| FieldErrors::one("subject", "Please give an id"))?);
    }
    if let Some(text) = search(query.actor.as_deref()) {
        match (text.strip_prefix(ADMIN), text.parse()) {
            (Some(name), _) => filter.admin = Some(name.to_owned()),
            (None, Ok(person)) => filter.actor = Some(person),
            (None, Err(_)) => filter.name = Some(text),
        }
    }
    let found = audit::list_lines(ctx.store.read_replica(), &filter, cut.after, cut.wanted()).await?;
    Ok(Json(cut.page(found, |line| line.id.to_string(), AuditLine::from)))
}

/// The newest lines about something, for its own page.
pub(super) async fn history(ctx: &Ctx, subject: Uuid) -> AppResult<Vec<AuditLine>> {
    history_of(ctx, vec![subject]).await
}

/// The newest lines about any of these.
pub(super) async fn history_of(ctx: &Ctx, subjects: Vec<Uuid>) -> AppResult<Vec<AuditLine>> {
    let filter = Filter { subjects, ..Filter::default() };
    let found = audit::list_lines(ctx.store.read_replica(), &filter, None, 50).await?;
    Ok(found.into_iter().map(AuditLine::from).collect())
}
