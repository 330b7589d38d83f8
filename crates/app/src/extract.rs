//! What a handler is handed: the body, the query, and who is asking. By the time a handler runs, the role is proven.

use std::str::FromStr;

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use tala_domain::error::ErrorCode;
use tala_domain::identity::{Email, Role, role_of};
use tala_domain::ids::PersonId;
use tala_gateways::oidc::VerifiedToken;
use tala_store::people::{self, Person};

use crate::context::Ctx;
use crate::error::{ApiError, ApiResult};

/// A JSON body, refused as problem JSON when it cannot be read.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = ApiError;
    async fn from_request(request: Request, state: &S) -> ApiResult<Self> {
        match Json::<T>::from_request(request, state).await {
            Ok(Json(value)) => Ok(Self(value)),
            Err(rejection) if rejection.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE => {
                Err(ErrorCode::BodyTooLarge.into())
            }
            Err(rejection) => Err(ApiError::new(ErrorCode::MalformedRequest).with_detail(rejection.body_text())),
        }
    }
}

/// A body as it came, byte for byte, for whoever has to check its signature. Refused as problem JSON when it is too large.
pub struct RawBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for RawBody {
    type Rejection = ApiError;
    async fn from_request(request: Request, state: &S) -> ApiResult<Self> {
        match Bytes::from_request(request, state).await {
            Ok(bytes) => Ok(Self(bytes)),
            Err(rejection) if rejection.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE => {
                Err(ErrorCode::BodyTooLarge.into())
            }
            Err(_) => Err(ErrorCode::MalformedRequest.into()),
        }
    }
}

/// Query parameters, refused as problem JSON when they cannot be read.
pub struct Params<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Params<T> {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        let Query(value) = Query::<T>::from_request_parts(parts, state)
            .await
            .map_err(|rejection| ApiError::new(ErrorCode::MalformedRequest).with_detail(rejection.body_text()))?;
        Ok(Self(value))
    }
}

/// An id in the path. One that cannot be read is an id that does not exist.
pub struct IdPath<T>(pub T);

impl<T: FromStr, S: Send + Sync> FromRequestParts<S> for IdPath<T> {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> ApiResult<Self> {
        let Path(text) = Path::<String>::from_request_parts(parts, state).await.map_err(|_| ErrorCode::NotFound)?;
        Ok(Self(text.parse().map_err(|_| ErrorCode::NotFound)?))
    }
}

/// Somebody with a valid access token, perhaps never seen before.
pub struct SignedIn {
    /// What the provider says.
    pub token: VerifiedToken,
    /// Who that is to us, if we have met.
    pub person: Option<Person>,
}

impl FromRequestParts<Ctx> for SignedIn {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, ctx: &Ctx) -> ApiResult<Self> {
        let bearer = parts
            .headers
            .get(AUTHORIZATION)
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.split_once(' '))
            .filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer"))
            .map(|(_, token)| token.trim())
            .ok_or(ErrorCode::SignInRequired)?;
        let token = ctx.verifier.verify(bearer, ctx.now()).await?;
        let person = people::find_by_identity(ctx.store.read(), &token.issuer, &token.subject).await?;
        Ok(Self { token, person })
    }
}

/// Somebody we know, whatever the role.
pub struct Known {
    /// Who.
    pub person: Person,
    /// What they may be today (D8).
    pub role: Role,
}

impl FromRequestParts<Ctx> for Known {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, ctx: &Ctx) -> ApiResult<Self> {
        let signed_in = SignedIn::from_request_parts(parts, ctx).await?;
        let person = signed_in.person.ok_or(ErrorCode::RoleNotAllowed)?;
        let role = role_of(person.student_of.is_some(), person.teacher_status);
        Ok(Self { person, role })
    }
}

impl Known {
    /// Refuses an `email` that is not this person's (D4).
    pub fn must_own_email(&self, email: &str) -> ApiResult<()> {
        own_email(&self.person, email)
    }

    /// Refuses an id that is not this person's (D4).
    pub fn must_be(&self, id: &str) -> ApiResult<()> {
        own_id(&self.person, id)
    }
}

/// A student, with the teacher who invited them.
pub struct Student {
    /// Who.
    pub person: Person,
    /// Their teacher.
    pub teacher_id: PersonId,
}

impl FromRequestParts<Ctx> for Student {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, ctx: &Ctx) -> ApiResult<Self> {
        let known = Known::from_request_parts(parts, ctx).await?;
        match (known.role, known.person.student_of) {
            (Role::Student, Some(teacher_id)) => Ok(Self { person: known.person, teacher_id }),
            _ => Err(ErrorCode::RoleNotAllowed.into()),
        }
    }
}

impl Student {
    /// Refuses an `email` that is not this student's (D4).
    pub fn must_own_email(&self, email: &str) -> ApiResult<()> {
        own_email(&self.person, email)
    }

    /// Refuses an id that is not this student's (D4).
    pub fn must_be(&self, id: &str) -> ApiResult<()> {
        own_id(&self.person, id)
    }
}

/// An approved teacher.
pub struct Teacher {
    /// Who.
    pub person: Person,
}

impl FromRequestParts<Ctx> for Teacher {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, ctx: &Ctx) -> ApiResult<Self> {
        let known = Known::from_request_parts(parts, ctx).await?;
        if known.role == Role::Teacher {
            Ok(Self { person: known.person })
        } else {
            Err(ErrorCode::RoleNotAllowed.into())
        }
    }
}

fn own_email(person: &Person, email: &str) -> ApiResult<()> {
    let claimed = Email::parse(email).map_err(|_| ErrorCode::NotYourself)?;
    let own = person.email.as_deref().and_then(|own| Email::parse(own).ok());
    if own.is_some_and(|own| own.key() == claimed.key()) { Ok(()) } else { Err(ErrorCode::NotYourself.into()) }
}

fn own_id(person: &Person, id: &str) -> ApiResult<()> {
    if id.parse() == Ok(person.id) { Ok(()) } else { Err(ErrorCode::NotYourself.into()) }
}
