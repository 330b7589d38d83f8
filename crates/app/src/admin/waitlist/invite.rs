//! `POST /api/admin/waitlist/{id}/invite`: a mail that says how to sign up, with a teacher's code if there is one.

use axum::extract::State;
use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use serde_json::json;
use tala_domain::admin::{Area, MAX_REASON_CHARS};
use tala_domain::error::form::Form;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::InviteCode;
use tala_domain::ids::{InvitationId, JobId, WaitlistId};
use tala_domain::jobs::Job;
use tala_domain::waitlist::Role;
use tala_store::teachers::{self, Teacher};
use tala_store::waitlist::{self, Invitation, Listed};
use tala_store::{Transaction, outbox};
use utoipa::ToSchema;

use crate::admin::access::Admin;
use crate::admin::waitlist::look::AdminWaiting;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::{Actor, Deed};
use crate::views::problem::Problem;

/// A second click is no second invitation, even where one is meant.
const A_MINUTE: SignedDuration = SignedDuration::from_mins(1);

/// An invitation.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminInviteRequest {
    /// The invite code of an approved teacher, for somebody who wants to learn; in any case.
    #[serde(default)]
    code: Option<String>,
    /// A few words of one's own for the mail, at most 500 characters.
    #[serde(default)]
    #[schema(max_length = 500)]
    note: Option<String>,
    /// Another invitation to somebody who has one.
    #[serde(default)]
    again: bool,
}

/// Invites somebody who waits, by mail. Who has been invited is invited once more only when that is meant.
#[utoipa::path(post, path = "/api/admin/waitlist/{id}/invite", tag = "admin", security(("adminSession" = [])),
    params(("id" = String, Path, description = "The entry")), request_body = AdminInviteRequest,
    responses((status = 200, body = AdminWaiting), (status = "4XX", body = Problem)))]
pub(super) async fn admin_invite_from_waitlist(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<WaitlistId>,
    Body(request): Body<AdminInviteRequest>,
) -> AppResult<Json<AdminWaiting>> {
    let act = admin.may(Area::Waitlist)?;
    let mut form = Form::new();
    let note = form.text("note", request.note.as_deref().unwrap_or_default(), MAX_REASON_CHARS, None);
    let note = form.finish(Some(note))?;
    let write = async |tx: Transaction| {
        let before = waitlist::find_listed(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
        let teacher = find_teacher(&tx, before.entry.interest.role, request.code.as_deref()).await?;
        let now = ctx.now();
        let minute_ago = now.saturating_sub(A_MINUTE).unwrap_or(Timestamp::MIN);
        if !waitlist::mark_invited(&tx, id, &act.admin, now, request.again.then_some(minute_ago)).await? {
            let stands = waitlist::find_listed(&tx, id).await?.ok_or(ErrorCode::NotFound)?;
            return Err(invited_already(&stands, request.again));
        }
        let invitation = Invitation {
            id: InvitationId(ctx.new_id()),
            entry_id: id,
            admin: act.admin.clone(),
            teacher_id: teacher.as_ref().map(|teacher| teacher.id),
            note: note.clone(),
            created_at: now,
        };
        waitlist::insert_invitation(&tx, &invitation).await?;
        let job = Job::WaitlistInvited { invitation_id: invitation.id };
        outbox::enqueue(&tx, &[(JobId(ctx.new_id()), job)], now).await?;
        let deed = Deed::new("waitlist_invited", id.0)
            .detail(
                json!({ "invitationId": invitation.id, "teacherId": invitation.teacher_id, "note": !note.is_empty() }),
            )
            .change(json!({ "invitedAt": before.invited_at }), json!({ "invitedAt": now }));
        Actor::Admin(&act).record(&tx, &ctx, &deed).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.work_filed.notify_one();
    let invited = waitlist::find_listed(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(AdminWaiting::from(invited)))
}

/// The approved teacher whose code was given.
async fn find_teacher(tx: &Transaction, role: Role, code: Option<&str>) -> AppResult<Option<Teacher>> {
    let Some(code) = code.map(str::trim).filter(|code| !code.is_empty()) else { return Ok(None) };
    let refused = |why: &str| AppError::from(FieldErrors::one("code", why));
    if role == Role::Teacher {
        return Err(refused("Who wants to teach needs no invite code"));
    }
    let unknown = "No approved teacher has this code";
    let code = InviteCode::parse(code).map_err(|_| refused(unknown))?;
    let teacher = teachers::find_approved_by_code(tx, code.as_str()).await?;
    teacher.map_or_else(|| Err(refused(unknown)), |teacher| Ok(Some(teacher)))
}

fn invited_already(stands: &Listed, again: bool) -> AppError {
    let when = if again { "less than a minute ago" } else { "already" };
    AppError::new(ErrorCode::AlreadyDone)
        .with_detail(format!("This person was invited {when}."))
        .with("invitedAt", stands.invited_at.map(|at| at.to_string()))
}
