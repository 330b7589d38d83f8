//! `POST /api/admin/waitlist/{id}/invite`.

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::json;
use tala_domain::admin::{AdminArea, MAX_REASON_CHARS};
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::form::Form;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::InviteCode;
use tala_domain::ids::{InvitationId, JobId, WaitlistId};
use tala_domain::jobs::Job;
use tala_domain::waitlist::WaitlistRole;
use tala_store::teachers::{self, Teacher};
use tala_store::waitlist::{self, EntryDetails, Invitation};
use tala_store::{Transaction, outbox};
use utoipa::ToSchema;

use crate::admin::access::Admin;
use crate::admin::waitlist::list_waitlist_entries::AdminWaiting;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};

/// Within this time a repeated invitation is rejected even with `again`, as a double click.
const REPEAT_WINDOW: SignedDuration = SignedDuration::from_mins(1);

/// A waitlist invitation.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminInviteRequest {
    /// Invite code of an approved teacher, only for the role Student; case-insensitive.
    #[serde(default)]
    code: Option<String>,
    /// Personal note for the mail, at most 500 characters.
    #[serde(default)]
    #[schema(max_length = 500)]
    note: Option<String>,
    /// Invite although the entry already has an invitation.
    #[serde(default)]
    again: bool,
}

/// Sends a waitlist invitation that explains how to sign up, with the teacher's invite code if one is given. An entry that
/// already has an invitation requires `again`.
#[utoipa::path(post, path = "/api/admin/waitlist/{id}/invite", tag = "admin-waitlist", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The entry")), request_body = AdminInviteRequest,
    responses((status = 200, body = AdminWaiting)))]
pub(super) async fn admin_invite_waitlist_entry(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<WaitlistId>,
    Body(request): Body<AdminInviteRequest>,
) -> AppResult<Json<AdminWaiting>> {
    let actor = admin.authorize(AdminArea::Waitlist)?;
    let mut form = Form::new();
    let note = form.text("note", request.note.as_deref().unwrap_or_default(), MAX_REASON_CHARS, None);
    let note = form.finish(Some(note))?;
    let write = async |tx: Transaction| {
        let before = waitlist::find_details(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        let teacher = find_teacher(&tx, before.entry.interest.role, request.code.as_deref()).await?;
        let now = ctx.now();
        let invited_before = now.saturating_sub(REPEAT_WINDOW).unwrap_or(Timestamp::MIN);
        if !waitlist::mark_invited(&tx, id, &actor.admin, now, request.again.then_some(invited_before)).await? {
            let current = waitlist::find_details(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
            return Err(already_invited(&current, request.again));
        }
        let invitation = Invitation {
            id: InvitationId(ctx.new_id()),
            entry_id: id,
            admin: actor.admin.clone(),
            teacher_id: teacher.as_ref().map(|teacher| teacher.id),
            note: note.clone(),
            created_at: now,
        };
        waitlist::insert_invitation(&tx, &invitation).await?;
        let job = Job::WaitlistInvited { invitation_id: invitation.id };
        outbox::enqueue(&tx, &[(JobId(ctx.new_id()), job)], now).await?;
        let event = AuditEvent::new(AuditAction::WaitlistInvited, id.0)
            .detail(
                json!({ "invitationId": invitation.id, "teacherId": invitation.teacher_id, "note": !note.is_empty() }),
            )
            .change(json!({ "invitedAt": before.invited_at }), json!({ "invitedAt": now }));
        Actor::Admin(&actor).record(&tx, &ctx, &event).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    let invited = waitlist::find_details(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(AdminWaiting::from(invited)))
}

/// Returns the approved teacher with the given invite code.
async fn find_teacher(tx: &Transaction, role: WaitlistRole, code: Option<&str>) -> AppResult<Option<Teacher>> {
    let Some(code) = code.map(str::trim).filter(|code| !code.is_empty()) else { return Ok(None) };
    let rejected = |message: &str| AppError::from(FieldErrors::one("code", message));
    if role == WaitlistRole::Teacher {
        return Err(rejected("Who wants to teach needs no invite code"));
    }
    let unknown = "No approved teacher has this code";
    let code = InviteCode::parse(code).map_err(|_| rejected(unknown))?;
    let teacher = teachers::find_approved_by_code(tx, code.as_str()).await?;
    teacher.map_or_else(|| Err(rejected(unknown)), |teacher| Ok(Some(teacher)))
}

fn already_invited(entry: &EntryDetails, again: bool) -> AppError {
    let when = if again { "less than a minute ago" } else { "already" };
    AppError::new(ErrorCode::AlreadyProcessed)
        .with_detail(format!("This person was invited {when}."))
        .with_extension("invitedAt", entry.invited_at.map(|at| at.to_string()))
}
