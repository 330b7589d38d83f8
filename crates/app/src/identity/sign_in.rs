//! `POST /api/login`: the first call after sign-in (SPEC §4, §7; D5, D8). It finds or creates the person and returns the role.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::error::ErrorCode;
use tala_domain::identity::{Email, PersonName, Role, TeacherStatus, resolve_role};
use tala_domain::ids::PersonId;
use tala_domain::time::{Language, Zone};
use tala_store::people::{self, NewPerson, Person};
use tala_store::{StoreError, Transaction};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{AuthenticatedToken, Body};
use crate::http::json::Json;
use crate::services::identity_links::{self, NewIdentity};
use crate::services::{ages, privacy, terms};
use crate::views::learner::Learner;
use crate::views::role::RoleSchema;
use crate::views::settings::{DisplaySettings, LanguageSchema};

/// What the client knows about the signed-in person. Only the access token is trusted.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct LoginRequest {
    /// The email address. Must equal the verified address of the access token, if it has one.
    #[serde(default)]
    email: Option<String>,
    /// The identity provider's profile.
    #[serde(default)]
    user: Option<LoginUser>,
    /// The browser's IANA time zone.
    #[serde(default)]
    time_zone: Option<String>,
    /// The language that the person chose on this device since the last sign-in; becomes the language of the account.
    #[serde(default)]
    #[schema(value_type = Option<LanguageSchema>)]
    language: Option<String>,
    /// The language of the page; becomes the language of a new account.
    #[serde(default)]
    #[schema(value_type = Option<LanguageSchema>)]
    page_language: Option<String>,
}

/// The used part of the identity provider's profile.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct LoginUser {
    /// The display name, for identity providers that do not include it in access tokens.
    #[serde(default)]
    name: Option<String>,
}

/// The signed-in person and their role.
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
    /// Whether the person has a verified address, which onboarding requires (D5).
    email_verified: bool,
    /// The person's choices about screens and emails.
    display: DisplaySettings,
    /// The version of the terms that a student or teacher has yet to accept.
    #[schema(required)]
    terms_to_accept: Option<&'static str>,
    /// The learners whose guardian the person is.
    learners: Vec<Learner>,
    /// Whether the person is a student who has yet to give a date of birth or an age range.
    age_question: bool,
    /// Whether the person is a student under 18 without a guardian, who may read and cancel but not book.
    needs_guardian: bool,
}

/// Finds or creates the signed-in person and returns their role.
#[utoipa::path(post, path = "/api/login", tag = "identity", request_body = LoginRequest,
    responses((status = 200, body = LoginReply)))]
pub(super) async fn sign_in(
    State(ctx): State<Ctx>,
    signed_in: AuthenticatedToken,
    Body(request): Body<LoginRequest>,
) -> AppResult<Json<LoginReply>> {
    let person = register(&ctx, signed_in, request).await?;
    let role = resolve_role(person.student_of.is_some(), person.teacher_status);
    let display = DisplaySettings::from(&person);
    let terms_to_accept = terms::find_version_to_accept(&ctx, &person).await?;
    Ok(Json(LoginReply {
        learners: Learner::list(&ctx, person.id).await?,
        age_question: ages::is_age_question_open(&person),
        needs_guardian: ages::needs_guardian(&ctx, &person).await?,
        id: person.id.to_string(),
        role: role.as_str(),
        is_approved: role == Role::Teacher,
        is_rejected: person.teacher_status == Some(TeacherStatus::Rejected),
        name: person.name,
        email_verified: person.email.is_some(),
        display,
        terms_to_accept,
        email: person.email,
    }))
}

async fn register(ctx: &Ctx, signed_in: AuthenticatedToken, request: LoginRequest) -> AppResult<Person> {
    let verified = signed_in.token.email.as_deref().and_then(|text| Email::parse(text).ok());
    if let (Some(verified), Some(claimed)) = (&verified, &request.email) {
        let claimed = Email::parse(claimed).map_err(|_| ErrorCode::ForbiddenSubject)?;
        if claimed.normalized() != verified.normalized() {
            return Err(ErrorCode::ForbiddenSubject.into());
        }
    }
    let zone = request.time_zone.as_deref().and_then(|zone| Zone::parse(zone).ok()).map(|zone| zone.name().to_owned());
    let language = request.language.as_deref().and_then(Language::parse);
    let page_language = request.page_language.as_deref().and_then(Language::parse);
    if let Some(person) = &signed_in.person
        && is_current(person, verified.as_ref(), zone.as_deref(), language.or(person.language))
    {
        return Ok(person.clone());
    }
    let profile_name = request.user.and_then(|user| user.name);
    let name = display_name(signed_in.token.name.as_deref().or(profile_name.as_deref()), verified.as_ref());
    let profile = SignInProfile {
        issuer: &signed_in.token.issuer,
        subject: &signed_in.token.subject,
        verified: verified.as_ref(),
        name: &name,
        zone: zone.as_deref(),
    };
    let known = signed_in.person.as_ref().map(|person| person.id);
    let new_id = PersonId(ctx.new_id());
    let write = async |tx: Transaction| {
        let id = find_or_create_person(ctx, &tx, known, &profile, new_id).await?;
        // The language of a page that was opened by a link does not change an existing account.
        if let Some(language) = language.or(page_language.filter(|_| id == new_id)) {
            people::set_language(&tx, id, language).await?;
        }
        Ok::<_, AppError>(people::find_by_id(&tx, id).await?)
    };
    let person = ctx.store.transaction(write).await?;
    person.ok_or_else(|| AppError::internal("person missing while signing in"))
}

/// Whether the stored person equals the profile, so that there is nothing to write.
fn is_current(person: &Person, verified: Option<&Email>, zone: Option<&str>, language: Option<Language>) -> bool {
    let same_email = verified.is_none_or(|email| person.email.as_deref() == Some(email.as_str()));
    let same_zone = zone.is_none() || person.time_zone_fixed || person.time_zone.as_deref() == zone;
    same_email && same_zone && (language.is_none() || person.language == language)
}

fn display_name(profile_name: Option<&str>, email: Option<&Email>) -> String {
    let local_part = email.and_then(|email| email.as_str().split('@').next());
    [profile_name, local_part]
        .into_iter()
        .flatten()
        .find_map(|text| PersonName::parse(text).ok())
        .map_or_else(|| "New member".to_owned(), |name| name.as_str().to_owned())
}

/// What the identity provider and the browser provide about the person who signs in.
struct SignInProfile<'a> {
    issuer: &'a str,
    subject: &'a str,
    verified: Option<&'a Email>,
    name: &'a str,
    zone: Option<&'a str>,
}

/// Finds or creates the person of an identity. An unknown identity with the verified address of an existing person is refused,
/// or linked to that person (D38). An unverified address is never used, because it proves nothing (D5).
async fn find_or_create_person(
    ctx: &Ctx,
    tx: &Transaction,
    known: Option<PersonId>,
    profile: &SignInProfile<'_>,
    new_id: PersonId,
) -> Result<PersonId, AppError> {
    let SignInProfile { issuer, subject, verified, name, zone, .. } = *profile;
    let now = ctx.now();
    let known = match known {
        Some(id) => Some(id),
        None => people::find_by_identity(tx, issuer, subject).await?.map(|person| person.id),
    };
    if known.is_none() && privacy::is_deleted_account(ctx, tx, issuer, subject).await? {
        return Err(ErrorCode::SignInRequired.into());
    }
    if let Some(id) = known {
        if let Some(email) = verified
            && !people::set_email(tx, id, email.as_str(), &email.normalized()).await?
        {
            tracing::warn!(person = %id, "verified address belongs to another person; kept the stored address");
        }
        people::update_contact(tx, id, None, None, zone).await?;
        people::follow_zone_of_guardian(tx, id).await?;
        return Ok(id);
    }
    let owner = match verified {
        Some(email) => people::find_by_email(tx, &email.normalized()).await?.map(|person| person.id),
        None => None,
    };
    if let Some(owner) = owner {
        // A concurrent first sign-in of the same identity may have committed since the first read. The lock excludes another
        // one until this transaction ends.
        people::lock_for_update(tx, owner).await?;
        if people::find_by_identity(tx, issuer, subject).await?.is_some() {
            return Err(StoreError::Serialization("identity created concurrently".to_owned()).into());
        }
        identity_links::link_at_sign_in(ctx, tx, owner, NewIdentity { issuer, subject }).await?;
        return Ok(owner);
    }
    let key = verified.map(Email::normalized);
    let email = verified.map(Email::as_str).zip(key.as_deref());
    let new = NewPerson { id: new_id, email, name, time_zone: zone, at: now };
    if !people::insert(tx, &new).await? {
        return Err(StoreError::Serialization("address created concurrently".to_owned()).into());
    }
    if !people::insert_identity(tx, issuer, subject, new_id, now).await? {
        return Err(StoreError::Serialization("identity created concurrently".to_owned()).into());
    }
    Ok(new_id)
}
