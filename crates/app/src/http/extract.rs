//! Extractors for bodies, query parameters, ids and the authenticated user. A handler runs only after its role extractor
//! has accepted the request.

use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

use axum::Json;
use axum::body::{Body as HttpRequestBody, Bytes, HttpBody};
use axum::extract::{FromRequest, FromRequestParts, OptionalFromRequest, Path, Query, Request};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use serde::de::value::MapAccessDeserializer;
use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use tala_domain::error::ErrorCode;
use tala_domain::identity::{Role, resolve_role};
use tala_gateways::oidc::VerifiedToken;
use tala_store::people::{self, Person};

use super::json_depth::is_too_deep;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::ages;
use crate::services::current_user::{BookingStudent, CurrentUser, Participant, Student, Teacher};

/// A JSON body. An invalid body is rejected with problem JSON.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> OptionalFromRequest<S> for Body<T> {
    type Rejection = AppError;
    async fn from_request(request: Request, state: &S) -> AppResult<Option<Self>> {
        let is_empty = request.body().size_hint().exact() == Some(0);
        if is_empty {
            return Ok(None);
        }
        let value: Option<JsonObject<T>> = read_json(request, state).await?;
        Ok(value.map(|JsonObject(value)| Self(value)))
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = AppError;
    async fn from_request(request: Request, state: &S) -> AppResult<Self> {
        let JsonObject(value) = read_json(request, state).await?;
        Ok(Self(value))
    }
}

async fn read_json<T: DeserializeOwned, S: Send + Sync>(request: Request, state: &S) -> AppResult<T> {
    let (parts, body) = request.into_parts();
    let RawBody(bytes) = RawBody::from_request(Request::from_parts(parts.clone(), body), state).await?;
    if is_too_deep(&bytes) {
        return Err(AppError::new(ErrorCode::MalformedRequest).with_detail("The JSON is nested too deeply."));
    }
    let request = Request::from_parts(parts, HttpRequestBody::from(bytes));
    match <Json<T> as FromRequest<S>>::from_request(request, state).await {
        Ok(Json(value)) => Ok(value),
        Err(rejection) => {
            Err(AppError::new(ErrorCode::MalformedRequest).with_detail(redact_value(&rejection.body_text())))
        }
    }
}

/// A JSON object. Derived `Deserialize` implementations also accept an array with the fields in declaration order; this type
/// rejects an array at the top level. Nested objects still accept it.
pub struct JsonObject<T>(pub T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for JsonObject<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = T;
            fn expecting(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
                to.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(fields))
            }
        }
        deserializer.deserialize_map(Fields(PhantomData)).map(Self)
    }
}

/// Removes the submitted value from a deserialization error: bodies contain account numbers, which must not be logged.
fn redact_value(text: &str) -> String {
    let prefixes = ["invalid type: ", "invalid value: ", "unknown variant "];
    let found = prefixes.into_iter().find_map(|prefix| text.find(prefix));
    match (found, text.rfind(", expected ")) {
        (Some(start), Some(end)) if start < end => {
            let (before, after) = (text.get(..start).unwrap_or_default(), text.get(end..).unwrap_or_default());
            format!("{before}not what belongs here{after}")
        }
        _ => text.to_owned(),
    }
}

/// The unparsed body, for signature checks. A body above the size limit is rejected with problem JSON.
pub struct RawBody(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for RawBody {
    type Rejection = AppError;
    async fn from_request(request: Request, state: &S) -> AppResult<Self> {
        match Bytes::from_request(request, state).await {
            Ok(bytes) => Ok(Self(bytes)),
            Err(rejection) if rejection.status() == axum::http::StatusCode::PAYLOAD_TOO_LARGE => {
                Err(ErrorCode::BodyTooLarge.into())
            }
            Err(_) => Err(ErrorCode::MalformedRequest.into()),
        }
    }
}

/// Query parameters. Invalid parameters are rejected with problem JSON.
pub struct QueryParams<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryParams<T> {
    type Rejection = AppError;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> AppResult<Self> {
        let Query(value) = Query::<T>::from_request_parts(parts, state)
            .await
            .map_err(|rejection| AppError::new(ErrorCode::MalformedRequest).with_detail(rejection.body_text()))?;
        Ok(Self(value))
    }
}

/// An id in the path. An id that cannot be parsed is reported as not found.
pub struct IdPath<T>(pub T);

impl<T: FromStr, S: Send + Sync> FromRequestParts<S> for IdPath<T> {
    type Rejection = AppError;
    async fn from_request_parts(parts: &mut Parts, state: &S) -> AppResult<Self> {
        let Path(text) = Path::<String>::from_request_parts(parts, state).await.map_err(|_| ErrorCode::NotFound)?;
        Ok(Self(text.parse().map_err(|_| ErrorCode::NotFound)?))
    }
}

/// A valid access token and, if it exists, the person it belongs to.
pub struct AuthenticatedToken {
    /// The verified claims.
    pub token: VerifiedToken,
    /// The person with this identity; `None` before the first `POST /api/login`.
    pub person: Option<Person>,
}

impl FromRequestParts<Ctx> for AuthenticatedToken {
    type Rejection = AppError;
    async fn from_request_parts(parts: &mut Parts, ctx: &Ctx) -> AppResult<Self> {
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
        if person.as_ref().is_some_and(|person| person.suspended_at.is_some()) {
            return Err(ErrorCode::AccountSuspended.into());
        }
        Ok(Self { token, person })
    }
}

impl FromRequestParts<Ctx> for CurrentUser {
    type Rejection = AppError;
    async fn from_request_parts(parts: &mut Parts, ctx: &Ctx) -> AppResult<Self> {
        let signed_in = AuthenticatedToken::from_request_parts(parts, ctx).await?;
        let person = signed_in.person.ok_or(ErrorCode::RoleNotAllowed)?;
        let role = resolve_role(person.student_of.is_some(), person.teacher_status);
        Ok(Self { person, role })
    }
}

/// Names the learner on whose behalf a guardian acts.
const LEARNER_HEADER: &str = "x-learner";

impl FromRequestParts<Ctx> for Participant {
    type Rejection = AppError;
    async fn from_request_parts(parts: &mut Parts, ctx: &Ctx) -> AppResult<Self> {
        let CurrentUser { person, role } = CurrentUser::from_request_parts(parts, ctx).await?;
        let Some(header) = parts.headers.get(LEARNER_HEADER) else { return Ok(Self { person, role, guardian: None }) };
        let id = header.to_str().ok().and_then(|text| text.parse().ok()).ok_or(ErrorCode::LearnerNotFound)?;
        let learner = people::find_learner(ctx.store.read(), person.id, id, ctx.now())
            .await?
            .ok_or(ErrorCode::LearnerNotFound)?;
        if learner.suspended_at.is_some() {
            return Err(ErrorCode::AccountSuspended.into());
        }
        let role = resolve_role(learner.student_of.is_some(), learner.teacher_status);
        Ok(Self { person: learner, role, guardian: Some(person) })
    }
}

impl FromRequestParts<Ctx> for Student {
    type Rejection = AppError;
    async fn from_request_parts(parts: &mut Parts, ctx: &Ctx) -> AppResult<Self> {
        let Participant { person, role, guardian } = Participant::from_request_parts(parts, ctx).await?;
        match (role, person.student_of) {
            (Role::Student, Some(teacher_id)) => Ok(Self { person, teacher_id, guardian }),
            _ => Err(ErrorCode::RoleNotAllowed.into()),
        }
    }
}

impl FromRequestParts<Ctx> for BookingStudent {
    type Rejection = AppError;
    async fn from_request_parts(parts: &mut Parts, ctx: &Ctx) -> AppResult<Self> {
        let student = Student::from_request_parts(parts, ctx).await?;
        if student.guardian.is_none() && ages::needs_guardian(ctx, &student.person).await? {
            return Err(ErrorCode::GuardianRequired.into());
        }
        Ok(Self(student))
    }
}

impl FromRequestParts<Ctx> for Teacher {
    type Rejection = AppError;
    async fn from_request_parts(parts: &mut Parts, ctx: &Ctx) -> AppResult<Self> {
        let user = CurrentUser::from_request_parts(parts, ctx).await?;
        if user.role == Role::Teacher {
            Ok(Self { person: user.person })
        } else {
            Err(ErrorCode::RoleNotAllowed.into())
        }
    }
}
