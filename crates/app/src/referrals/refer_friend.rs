//! `POST /api/referrals`.

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::audit::{Actor, Deed};
use crate::services::current_user::Student;
use crate::views::problem::Problem;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::error::form::Form;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::{Email, MAX_NAME_CHARS};
use tala_domain::ids::ReferralId;
use tala_store::referrals::{self, NewReferral};
use tala_store::{Transaction, people};
use utoipa::ToSchema;

/// Friends of one student who have not taken a class yet.
const MOST_OPEN: i64 = 20;

/// A friend.
#[derive(Deserialize, ToSchema)]
pub(super) struct ReferFriendRequest {
    #[serde(default)]
    #[schema(max_length = 200)]
    name: String,
    #[serde(default)]
    #[schema(max_length = 254)]
    email: String,
}

/// What became of it.
#[derive(Serialize, ToSchema)]
pub(super) struct ReferFriendReply {
    success: bool,
    message: &'static str,
}

/// Names a friend. When they have taken their first class, the student gets a free one. A friend whom somebody else has
/// named, or who is with us already, is answered alike, so that nobody learns who else is here.
#[utoipa::path(post, path = "/api/referrals", tag = "referrals", request_body = ReferFriendRequest,
    responses((status = 200, body = ReferFriendReply), (status = "4XX", body = Problem)))]
pub(super) async fn refer_friend(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<ReferFriendRequest>,
) -> AppResult<Json<ReferFriendReply>> {
    let mut form = Form::new();
    let name = form.line("name", &request.name, MAX_NAME_CHARS, Some("Please enter your friend's name!"));
    let email = form.keep("email", Email::parse(&request.email));
    let email = form.finish(email)?;
    if student.require_own_email(email.as_str()).is_ok() {
        return Err(FieldErrors::one("email", "Please enter a friend's email, not your own").into());
    }
    let write = async |tx: Transaction| {
        people::lock(&tx, student.person.id).await?;
        if referrals::count_open(&tx, student.person.id).await? >= MOST_OPEN {
            return Err(ErrorCode::TooManyRequests.into());
        }
        let known = people::find_by_email(&tx, &email.key()).await?.is_some_and(|person| person.student_of.is_some());
        let id = ReferralId(ctx.new_id());
        let key = email.key();
        let new = NewReferral {
            id,
            student_id: student.person.id,
            name: &name,
            email: (email.as_str(), &key),
            at: ctx.now(),
        };
        if !known && referrals::insert(&tx, &new).await? {
            Actor::Person(student.person.id).record(&tx, &ctx, &Deed::new("friend_named", id.0)).await?;
        }
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(ReferFriendReply {
        success: true,
        message: "Thank you! Your free class comes when your friend has taken a first one.",
    }))
}
