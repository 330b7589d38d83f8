//! `POST /api/referrals`.

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::audit::{Actor, AuditEvent};
use crate::services::current_user::Student;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::form::Form;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::{Email, MAX_NAME_CHARS};
use tala_domain::ids::ReferralId;
use tala_store::referrals::{self, NewReferral};
use tala_store::{Transaction, people};
use utoipa::ToSchema;

/// The maximum number of a student's referrals without a reward.
const MAX_OPEN_REFERRALS: i64 = 20;

/// A friend to refer.
#[derive(Deserialize, ToSchema)]
pub(super) struct ReferFriendRequest {
    /// The friend's name.
    #[serde(default)]
    #[schema(max_length = 200)]
    name: String,
    /// The friend's email address.
    #[serde(default)]
    #[schema(max_length = 254)]
    email: String,
}

/// The referral was accepted.
#[derive(Serialize, ToSchema)]
pub(super) struct ReferFriendReply {
    success: bool,
    /// A sentence for the student.
    message: &'static str,
}

/// Refers a friend. After the friend's first class, the student gets a free class.
///
/// The reply is the same if the friend was referred before or is a student, so that it does not reveal who has an account.
#[utoipa::path(post, path = "/api/referrals", tag = "referrals", request_body = ReferFriendRequest,
    responses((status = 200, body = ReferFriendReply)))]
pub(super) async fn refer_friend(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<ReferFriendRequest>,
) -> AppResult<Json<ReferFriendReply>> {
    // Children earn no rewards (ADR 14).
    if student.guardian.is_some() {
        return Err(ErrorCode::RoleNotAllowed.into());
    }
    let mut form = Form::new();
    let name = form.line("name", &request.name, MAX_NAME_CHARS, Some("Please enter your friend's name!"));
    let email = form.check("email", Email::parse(&request.email));
    let email = form.finish(email)?;
    if student.require_own_email(email.as_str()).is_ok() {
        return Err(FieldErrors::one("email", "Please enter a friend's email, not your own").into());
    }
    let write = async |tx: Transaction| {
        people::lock_for_update(&tx, student.id().into()).await?;
        if referrals::count_open(&tx, student.id()).await? >= MAX_OPEN_REFERRALS {
            return Err(ErrorCode::TooManyRequests.into());
        }
        let known =
            people::find_by_email(&tx, &email.normalized()).await?.is_some_and(|person| person.student_of.is_some());
        let id = ReferralId(ctx.new_id());
        let key = email.normalized();
        let new =
            NewReferral { id, student_id: student.id(), name: &name, email: (email.as_str(), &key), at: ctx.now() };
        if !known && referrals::insert(&tx, &new).await? {
            Actor::Person(student.account_holder().id)
                .record(&tx, &ctx, &AuditEvent::new(AuditAction::FriendReferred, id.0))
                .await?;
        }
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(ReferFriendReply {
        success: true,
        message: "Thank you! Your free class comes when your friend has taken a first one.",
    }))
}
