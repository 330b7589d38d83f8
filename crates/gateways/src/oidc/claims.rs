//! What a token's claims must say. Pure: claims, settings and `now` in, a decision out.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value};

use super::{OidcError, OidcSettings};

const MAX_SUBJECT_BYTES: usize = 255;
const MAX_EMAIL_BYTES: usize = 254;
const MAX_NAME_CHARS: usize = 200;

/// Checks issuer, audience, times and kind of a JWT whose signature holds; returns its end.
pub(super) fn check(
    header: &Map<String, Value>,
    claims: &Map<String, Value>,
    settings: &OidcSettings,
    now: Timestamp,
) -> Result<Timestamp, OidcError> {
    if text(claims, "iss") != Some(settings.issuer.as_str()) {
        return Err(OidcError::Invalid("issuer"));
    }
    let positive = check_kind(header, claims)?;
    check_audience(claims, settings, positive)?;
    check_times(claims, settings, now)
}

/// Refuses what is marked as something else than an access token; true when it is marked as one.
///
/// Auth0's header says only `JWT`, Cognito uses `token_use`, Keycloak a claim `typ`, others `at+jwt` (RFC 9068).
fn check_kind(header: &Map<String, Value>, claims: &Map<String, Value>) -> Result<bool, OidcError> {
    let header_type = text(header, "typ").unwrap_or("jwt").to_ascii_lowercase();
    let marked_by_header = match header_type.strip_prefix("application/").unwrap_or(&header_type) {
        "at+jwt" => true,
        "jwt" => false,
        _ => return Err(OidcError::Invalid("kind (header typ)")),
    };
    let marked_by_use = match text(claims, "token_use") {
        Some("access") => true,
        None => false,
        Some(_) => return Err(OidcError::Invalid("kind (token_use)")),
    };
    let marked_by_claim = match text(claims, "typ") {
        Some("Bearer") => true,
        Some("ID" | "Refresh" | "Offline" | "Logout" | "DPoP") => return Err(OidcError::Invalid("kind (claim typ)")),
        _ => false,
    };
    if claims.contains_key("cnf") {
        return Err(OidcError::Invalid("bound to a key that was not shown"));
    }
    if claims.contains_key("events") {
        return Err(OidcError::Invalid("kind (event)"));
    }
    let marked = marked_by_header || marked_by_use || marked_by_claim;
    let like_an_id_token = ["nonce", "at_hash", "c_hash"].iter().any(|name| claims.contains_key(*name));
    if like_an_id_token && !marked {
        return Err(OidcError::Invalid("kind (ID token)"));
    }
    Ok(marked || ["scope", "scp", "client_id"].iter().any(|name| claims.contains_key(*name)))
}

fn check_audience(claims: &Map<String, Value>, settings: &OidcSettings, positive: bool) -> Result<(), OidcError> {
    let audience: Vec<&str> = match claims.get("aud") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let for_client = settings.client_id.as_deref().is_some_and(|client| audience.contains(&client));
    if for_client && !positive {
        return Err(OidcError::Invalid("kind (ID token: made for the client)"));
    }
    if let Some(wanted) = settings.audience.as_deref() {
        return if audience.contains(&wanted) { Ok(()) } else { Err(OidcError::Invalid("audience")) };
    }
    let client = settings.client_id.as_deref();
    if client.is_none() || text(claims, "client_id").or_else(|| text(claims, "azp")) != client {
        return Err(OidcError::Invalid("client"));
    }
    if positive { Ok(()) } else { Err(OidcError::Invalid("kind (not marked as an access token)")) }
}

fn check_times(claims: &Map<String, Value>, settings: &OidcSettings, now: Timestamp) -> Result<Timestamp, OidcError> {
    let skew = SignedDuration::from_secs(i64::from(settings.clock_skew_seconds));
    let expires_at = instant(claims, "exp")?.ok_or(OidcError::Invalid("no expiry"))?;
    if ended(expires_at, skew, now) {
        return Err(OidcError::Invalid("expired"));
    }
    if instant(claims, "nbf")?.is_some_and(|from| from.duration_since(now) > skew) {
        return Err(OidcError::Invalid("not valid yet"));
    }
    Ok(expires_at)
}

/// Whether a token with this end is over at `now`, the clocks' difference granted.
pub(super) fn ended(expires_at: Timestamp, skew: SignedDuration, now: Timestamp) -> bool {
    now.duration_since(expires_at) >= skew
}

/// The subject, when it is one that can name a person.
pub(super) fn subject(claims: &Map<String, Value>) -> Result<String, OidcError> {
    match text(claims, "sub") {
        Some(sub) if !sub.trim().is_empty() && sub.len() <= MAX_SUBJECT_BYTES && !sub.contains(char::is_control) => {
            Ok(sub.to_owned())
        }
        _ => Err(OidcError::Invalid("subject")),
    }
}

/// What claims say about an e-mail address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Email {
    /// The provider vouches for it.
    Verified(String),
    /// The provider says that it is not verified.
    Unverified,
    /// Not said: no address, or nothing about verification.
    Unsaid,
}

/// The e-mail address; absent verification counts as unverified, the text "true" as true (INTEGRATIONS §2.3).
pub(super) fn email(claims: &Map<String, Value>, settings: &OidcSettings) -> Email {
    let verified = match claims.get(&settings.email_verified_claim) {
        Some(Value::Bool(said)) => *said,
        Some(Value::String(said)) => said == "true",
        Some(_) => false,
        None => return Email::Unsaid,
    };
    let address = text(claims, &settings.email_claim).map(str::trim).unwrap_or_default();
    let (local, domain) = address.split_once('@').unwrap_or_default();
    let broken = local.is_empty() || domain.is_empty() || address.len() > MAX_EMAIL_BYTES;
    if address.is_empty() {
        Email::Unsaid
    } else if !verified || broken || address.contains(|c: char| c.is_control() || c.is_whitespace()) {
        Email::Unverified
    } else {
        Email::Verified(address.to_owned())
    }
}

/// The name, without control characters and within bounds.
pub(super) fn name(claims: &Map<String, Value>, settings: &OidcSettings) -> Option<String> {
    let clean: String =
        text(claims, &settings.name_claim)?.chars().filter(|c| !c.is_control()).take(MAX_NAME_CHARS).collect();
    let trimmed = clean.trim();
    (!trimmed.is_empty()).then(|| trimmed.to_owned())
}

fn text<'a>(claims: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    claims.get(name).and_then(Value::as_str)
}

/// A NumericDate (RFC 7519 §2): seconds, whole or not. Present but unreadable is an error, not an absence.
fn instant(claims: &Map<String, Value>, name: &str) -> Result<Option<Timestamp>, OidcError> {
    let Some(value) = claims.get(name) else { return Ok(None) };
    let seconds = match (value.as_i64(), value.as_f64()) {
        (Some(whole), _) => Some(SignedDuration::from_secs(whole)),
        (None, Some(fraction)) => SignedDuration::try_from_secs_f64(fraction).ok(),
        (None, None) => None,
    };
    seconds.and_then(|since| Timestamp::from_duration(since).ok()).map(Some).ok_or(OidcError::Invalid("time claim"))
}
