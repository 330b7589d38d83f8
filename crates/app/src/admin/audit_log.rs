//! `GET /api/admin/audit`: the audit log. It is append-only.

use std::collections::{BTreeSet, HashMap};

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::FieldErrors;
use tala_domain::ids::AuditId;
use tala_store::audit::{self, About, Event, EventFilter, SubjectName};
use utoipa::openapi::Object;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::admin::access::Admin;
use crate::admin::pagination::{Page, PageRequest, parse_search};
use crate::admin::people_search::list_matching_people;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::http::openapi::string_enum;

const ADMIN_PREFIX: &str = "admin:";
const MAX_HISTORY: u32 = 50;

/// Filter of the audit log.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AuditQuery {
    /// The action or a part of it, such as `booking` or `teacher approved`.
    q: Option<String>,
    /// Actions, separated by commas. Their events match as well as those of `q`: a client adds the actions whose displayed
    /// names contain the text.
    actions: Option<String>,
    /// Id of the subject; or the beginnings of words of the name or email address, or the phone number, of a person, whose bookings, orders,
    /// credits, refunds, payouts and messages then match as well; or a part of a coupon's code or an administrator's name.
    subject: Option<String>,
    /// `admin:NAME`, the id of a person, or the beginning of a person's name.
    actor: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

/// An audit event.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AuditLine {
    #[serde(rename = "_id")]
    id: String,
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// `admin:NAME`, the id of a person, or `console` for the command line and the program itself.
    actor: String,
    /// Name of the actor, if it is a person.
    #[schema(required)]
    actor_name: Option<String>,
    #[schema(schema_with = action_schema)]
    action: String,
    #[schema(required)]
    subject: Option<String>,
    /// Name of the person, student, teacher or administrator that the event is about, or the coupon's code.
    #[schema(required)]
    subject_name: Option<String>,
    /// Start of the class that the event is about.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    subject_starts_at: Option<Timestamp>,
    #[schema(required)]
    reason: Option<String>,
    #[schema(value_type = Object)]
    detail: Value,
    #[schema(required, value_type = Option<Object>)]
    before: Option<Value>,
    #[schema(required, value_type = Option<Object>)]
    after: Option<Value>,
}

fn action_schema() -> Object {
    string_enum(AuditAction::STRINGS)
}

impl AuditLine {
    fn new(line: Event, names: &HashMap<Uuid, SubjectName>) -> Self {
        let subject = line.subject.and_then(|subject| names.get(&subject));
        let actor = match (&line.admin, &line.actor) {
            (Some(admin), _) => format!("{ADMIN_PREFIX}{admin}"),
            (None, Some((person, _))) => person.to_string(),
            (None, None) => "console".to_owned(),
        };
        Self {
            id: line.id.to_string(),
            at: line.at,
            actor,
            actor_name: line.actor.map(|(_, name)| name),
            action: line.action,
            subject_name: subject.map(|subject| subject.name.clone()),
            subject_starts_at: subject.and_then(|subject| subject.starts_at),
            subject: line.subject.map(|subject| subject.to_string()),
            reason: line.reason,
            detail: line.detail,
            before: line.before,
            after: line.after,
        }
    }
}

/// Lists audit events, newest first.
#[utoipa::path(get, path = "/api/admin/audit", tag = "admin-system", security(("adminSession" = [])), params(AuditQuery),
    responses((status = 200, body = Page<AuditLine>)))]
pub(super) async fn admin_list_audit_events(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<AuditQuery>,
) -> AppResult<Json<Page<AuditLine>>> {
    let page: PageRequest<AuditId> = PageRequest::parse(query.after.as_deref(), query.limit)?;
    let action = parse_search(query.q.as_deref()).map(|text| text.replace(' ', "_"));
    let actions = parse_actions(query.actions.as_deref())?;
    let mut filter = EventFilter { action, actions, ..EventFilter::default() };
    if let Some(text) = parse_search(query.subject.as_deref()) {
        match text.parse() {
            Ok(id) => filter.subjects.push(id),
            Err(_) => {
                let people = list_matching_people(&ctx, "subject", &text).await?;
                filter.about = Some(About { people, text });
            }
        }
    }
    if let Some(text) = parse_search(query.actor.as_deref()) {
        match (text.strip_prefix(ADMIN_PREFIX), text.parse()) {
            (Some(name), _) => filter.admin = Some(name.to_owned()),
            (None, Ok(person)) => filter.actor = Some(person),
            (None, Err(_)) => filter.name = Some(text),
        }
    }
    let found = audit::list_events(ctx.store.read_replica(), &filter, page.after, page.fetch_limit()).await?;
    let names = load_names(&ctx, &found).await?;
    Ok(Json(page.into_page(found, |line| line.id.to_string(), |line| AuditLine::new(line, &names))))
}

/// Parses the list without duplicates.
fn parse_actions(text: Option<&str>) -> AppResult<Vec<AuditAction>> {
    let names: BTreeSet<&str> =
        text.unwrap_or_default().split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
    let actions = names.into_iter().map(AuditAction::parse).collect::<Option<Vec<_>>>();
    Ok(actions.ok_or_else(|| FieldErrors::one("actions", "There is no such action"))?)
}

/// Returns the newest [`MAX_HISTORY`] audit events about a subject.
///
/// # Errors
/// If the database cannot be read.
pub(super) async fn list_history(ctx: &Ctx, subject: Uuid) -> AppResult<Vec<AuditLine>> {
    list_history_of(ctx, vec![subject]).await
}

/// Returns the newest [`MAX_HISTORY`] audit events about any of the subjects.
///
/// # Errors
/// If the database cannot be read.
pub(super) async fn list_history_of(ctx: &Ctx, subjects: Vec<Uuid>) -> AppResult<Vec<AuditLine>> {
    let filter = EventFilter { subjects, ..EventFilter::default() };
    let found = audit::list_events(ctx.store.read_replica(), &filter, None, MAX_HISTORY).await?;
    let names = load_names(ctx, &found).await?;
    Ok(found.into_iter().map(|line| AuditLine::new(line, &names)).collect())
}

async fn load_names(ctx: &Ctx, events: &[Event]) -> AppResult<HashMap<Uuid, SubjectName>> {
    let mut subjects: Vec<Uuid> = events.iter().filter_map(|event| event.subject).collect();
    subjects.sort_unstable();
    subjects.dedup();
    Ok(audit::name_subjects(ctx.store.read_replica(), &subjects).await?)
}
