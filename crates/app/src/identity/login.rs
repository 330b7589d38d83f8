//! `POST /api/login` (SPEC §4, §7; D5, D8): the first call after sign-in. It meets a person and says the role.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::error::ErrorCode;
use tala_domain::identity::{Email, PersonName, Role, TeacherStatus, role_of};
use tala_domain::ids::PersonId;
use tala_domain::time::Zone;
use tala_store::people::{self, NewPerson, Person};
use tala_store::{StoreError, Transaction};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{AuthenticatedToken, Body};
use crate::http::json::Json;
use crate::services::privacy;
use crate::views::problem::Problem;
use crate::views::role::RoleSchema;

/// What the client knows of who has signed in. The access token alone counts.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoginRequest {
    /// Must be the token's own verified address, where it has one.
    #[serde(default)]
    email: Option<String>,
    /// What the provider's profile says.
    #[serde(default)]
    user: Option<LoginUser>,
    /// The browser's IANA zone.
    #[serde(default)]
    time_zone: Option<String>,
}

/// The part of the provider's profile that is of use.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct LoginUser {
    /// Display name, for providers that keep it out of access tokens.
    #[serde(default)]
    name: Option<String>,
}

/// Who that is to us.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoginReply {
    #[serde(rename = "_id")]
    id: String,
    #[schema(value_type = RoleSchema)]
    role: &'static str,
    is_approved: bool,
    is_rejected: bool,
    name: String,
    #[schema(required)]
    email: Option<String>,
    /// Without a verified address nobody can join (D5).
    email_verified: bool,
}

/// Meets whoever has signed in, and says the role.
#[utoipa::path(post, path = "/api/login", tag = "identity", request_body = LoginRequest,
    responses((status = 200, body = LoginReply), (status = "4XX", body = Problem)))]
pub(super) async fn login(
    State(ctx): State<Ctx>,
    signed_in: AuthenticatedToken,
    Body(request): Body<LoginRequest>,
) -> AppResult<Json<LoginReply>> {
    let person = run(&ctx, signed_in, request).await?;
    let role = role_of(person.student_of.is_some(), person.teacher_status);
    Ok(Json(LoginReply {
        id: person.id.to_string(),
        role: role.as_str(),
        is_approved: role == Role::Teacher,
        is_rejected: person.teacher_status == Some(TeacherStatus::Rejected),
        name: person.name,
        email_verified: person.email.is_some(),
        email: person.email,
    }))
}

async fn run(ctx: &Ctx, signed_in: AuthenticatedToken, request: LoginRequest) -> AppResult<Person> {
    let verified = signed_in.token.email.as_deref().and_then(|text| Email::parse(text).ok());
    if let (Some(verified), Some(claimed)) = (&verified, &request.email) {
        let claimed = Email::parse(claimed).map_err(|_| ErrorCode::NotYourself)?;
        if claimed.key() != verified.key() {
            return Err(ErrorCode::NotYourself.into());
        }
    }
    let zone = request.time_zone.as_deref().and_then(|zone| Zone::parse(zone).ok()).map(|zone| zone.name().to_owned());
    if let Some(person) = &signed_in.person
        && is_current(person, verified.as_ref(), zone.as_deref())
    {
        return Ok(person.clone());
    }
    let profile_name = request.user.and_then(|user| user.name);
    let name = display_name(signed_in.token.name.as_deref().or(profile_name.as_deref()), verified.as_ref());
    let new_id = PersonId(ctx.new_id());
    let now = ctx.now();
    let met = ctx
        .store
        .transaction(async |tx| {
            let identity = (signed_in.token.issuer.as_str(), signed_in.token.subject.as_str());
            let known = signed_in.person.as_ref().map(|person| person.id);
            let met =
                meet((ctx, &tx), known, identity, verified.as_ref(), (&name, zone.as_deref()), (new_id, now)).await?;
            Ok::<_, AppError>(met)
        })
        .await?;
    met.ok_or_else(|| AppError::internal("a person vanished while signing in"))
}

/// Nothing to write: the usual case.
fn is_current(person: &Person, verified: Option<&Email>, zone: Option<&str>) -> bool {
    let same_email = verified.is_none_or(|email| person.email.as_deref() == Some(email.as_str()));
    same_email && (zone.is_none() || person.time_zone.as_deref() == zone)
}

fn display_name(told: Option<&str>, email: Option<&Email>) -> String {
    let local_part = email.and_then(|email| email.as_str().split('@').next());
    [told, local_part]
        .into_iter()
        .flatten()
        .find_map(|text| PersonName::parse(text).ok())
        .map_or_else(|| "New member".to_owned(), |name| name.as_str().to_owned())
}

/// Finds or makes the person behind an identity. A verified address leads to the person who already has it, whatever
/// the provider calls them today; an unverified one leads nowhere (INTEGRATIONS §2.3).
async fn meet(
    (ctx, tx): (&Ctx, &Transaction),
    known: Option<PersonId>,
    (issuer, subject): (&str, &str),
    verified: Option<&Email>,
    (name, zone): (&str, Option<&str>),
    (new_id, now): (PersonId, Timestamp),
) -> Result<Option<Person>, AppError> {
    let known = match known {
        Some(id) => Some(id),
        None => people::find_by_identity(tx, issuer, subject).await?.map(|person| person.id),
    };
    if known.is_none() && privacy::is_forgotten(ctx, tx, issuer, subject).await? {
        return Err(ErrorCode::SignInRequired.into());
    }
    if let Some(id) = known {
        if let Some(email) = verified
            && !people::set_email(tx, id, email.as_str(), &email.key()).await?
        {
            tracing::warn!(person = %id, "the provider's address belongs to somebody else; kept the old one");
        }
        people::update_contact(tx, id, None, None, zone).await?;
        return Ok(people::find_by_id(tx, id).await?);
    }
    let owner = match verified {
        Some(email) => people::find_by_email(tx, &email.key()).await?.map(|person| person.id),
        None => None,
    };
    let id = owner.unwrap_or(new_id);
    if owner.is_none() {
        let key = verified.map(Email::key);
        let email = verified.map(Email::as_str).zip(key.as_deref());
        let new = NewPerson { id, email, name, time_zone: zone, at: now };
        if !people::insert(tx, &new).await? {
            return Err(StoreError::Serialization("another sign-in has just created this address".to_owned()).into());
        }
    }
    if !people::insert_identity(tx, issuer, subject, id, now).await? {
        return Err(StoreError::Serialization("this identity has just been met".to_owned()).into());
    }
    Ok(people::find_by_id(tx, id).await?)
}
