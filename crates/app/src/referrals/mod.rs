//! Friends whom a student names (D29).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::error::form::Form;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::{Email, MAX_NAME_CHARS};
use tala_domain::ids::ReferralId;
use tala_store::referrals::{self, NewReferral};
use tala_store::{Transaction, people};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::acts::{Actor, Deed};
use crate::context::Ctx;
use crate::error::{ApiError, ApiResult, Problem};
use crate::extract::{Body, Student};
use crate::json::Json;

/// Friends of one student who have not taken a class yet.
const MOST_OPEN: i64 = 20;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new().routes(routes!(list_referrals, refer_friend))
}

/// A friend.
#[derive(Deserialize, ToSchema)]
#[schema(as = ReferFriendRequest)]
struct ReferFriend {
    #[serde(default)]
    #[schema(max_length = 200)]
    name: String,
    #[serde(default)]
    #[schema(max_length = 254)]
    email: String,
}

/// What became of it.
#[derive(Serialize, ToSchema)]
#[schema(as = ReferFriendReply)]
struct Referred {
    success: bool,
    message: &'static str,
}

/// The student's friends.
#[derive(Serialize, ToSchema)]
struct Referrals {
    /// Newest first.
    referrals: Vec<ReferralLine>,
}

/// One friend.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ReferralLine {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When the free class was given. Whether the friend has joined is theirs to tell.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    granted_at: Option<Timestamp>,
}

/// The friends whom the signed-in student has named.
#[utoipa::path(get, path = "/api/referrals", tag = "referrals",
    responses((status = 200, body = Referrals), (status = "4XX", body = Problem)))]
async fn list_referrals(State(ctx): State<Ctx>, student: Student) -> ApiResult<Json<Referrals>> {
    let found = referrals::list_by_student(ctx.store.read(), student.person.id).await?;
    let line = |friend: referrals::Referral| ReferralLine {
        id: friend.id.to_string(),
        name: friend.name,
        created_at: friend.created_at,
        granted_at: friend.granted_at,
    };
    Ok(Json(Referrals { referrals: found.into_iter().map(line).collect() }))
}

/// Names a friend. When they have taken their first class, the student gets a free one. A friend whom somebody else has
/// named, or who is with us already, is answered alike, so that nobody learns who else is here.
#[utoipa::path(post, path = "/api/referrals", tag = "referrals", request_body = ReferFriend,
    responses((status = 200, body = Referred), (status = "4XX", body = Problem)))]
async fn refer_friend(
    State(ctx): State<Ctx>,
    student: Student,
    Body(request): Body<ReferFriend>,
) -> ApiResult<Json<Referred>> {
    let mut form = Form::new();
    let name = form.line("name", &request.name, MAX_NAME_CHARS, Some("Please enter your friend's name!"));
    let email = form.keep("email", Email::parse(&request.email));
    let email = form.finish(email)?;
    if student.must_own_email(email.as_str()).is_ok() {
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
        Ok::<_, ApiError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(Json(Referred {
        success: true,
        message: "Thank you! Your free class comes when your friend has taken a first one.",
    }))
}
