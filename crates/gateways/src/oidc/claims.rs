//! Validation of token claims, as pure functions of claims, settings and `now`.

use jiff::{SignedDuration, Timestamp};
use serde_json::{Map, Value};

use super::{OidcError, OidcSettings};

const MAX_SUBJECT_BYTES: usize = 255;
const MAX_EMAIL_BYTES: usize = 254;
const MAX_NAME_CHARS: usize = 200;

/// Validates issuer, type, audience and times of a JWT with a valid signature; returns its expiry.
pub(super) fn validate(
    header: &Map<String, Value>,
    claims: &Map<String, Value>,
    settings: &OidcSettings,
    now: Timestamp,
) -> Result<Timestamp, OidcError> {
    if text(claims, "iss") != Some(settings.issuer.as_str()) {
        return Err(OidcError::Invalid("issuer"));
    }
    let is_access_token = check_type(header, claims)?;
    check_audience(claims, settings, is_access_token)?;
    check_times(claims, settings, now)
}

/// Rejects tokens marked as another type than access token. Returns whether the token is marked as an access token.
///
/// Providers mark the type differently: Auth0 has only `JWT` in the header, Cognito uses `token_use`, Keycloak the claim
/// `typ`, others `at+jwt` in the header (RFC 9068).
fn check_type(header: &Map<String, Value>, claims: &Map<String, Value>) -> Result<bool, OidcError> {
    let header_type = text(header, "typ").unwrap_or("jwt").to_ascii_lowercase();
    let marked_by_header = match header_type.strip_prefix("application/").unwrap_or(&header_type) {
        "at+jwt" => true,
        "jwt" => false,
        _ => return Err(OidcError::Invalid("type (header typ)")),
    };
    let marked_by_use = match text(claims, "token_use") {
        Some("access") => true,
        None => false,
        Some(_) => return Err(OidcError::Invalid("type (token_use)")),
    };
    let marked_by_claim = match text(claims, "typ") {
        Some("Bearer") => true,
        Some("ID" | "Refresh" | "Offline" | "Logout" | "DPoP") => return Err(OidcError::Invalid("type (claim typ)")),
        _ => false,
    };
    if claims.contains_key("cnf") {
        return Err(OidcError::Invalid("sender-constrained token"));
    }
    if claims.contains_key("events") {
        return Err(OidcError::Invalid("type (event)"));
    }
    let marked = marked_by_header || marked_by_use || marked_by_claim;
    let has_id_token_claims = ["nonce", "at_hash", "c_hash"].iter().any(|name| claims.contains_key(*name));
    if has_id_token_claims && !marked {
        return Err(OidcError::Invalid("type (ID token)"));
    }
    Ok(marked || ["scope", "scp", "client_id"].iter().any(|name| claims.contains_key(*name)))
}

fn check_audience(
    claims: &Map<String, Value>,
    settings: &OidcSettings,
    is_access_token: bool,
) -> Result<(), OidcError> {
    let audience: Vec<&str> = match claims.get("aud") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(many)) => many.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let is_for_client = settings.client_id.as_deref().is_some_and(|client| audience.contains(&client));
    if is_for_client && !is_access_token {
        return Err(OidcError::Invalid("type (ID token: audience is the client)"));
    }
    if let Some(expected) = settings.audience.as_deref() {
        return if audience.contains(&expected) { Ok(()) } else { Err(OidcError::Invalid("audience")) };
    }
    let client = settings.client_id.as_deref();
    if client.is_none() || text(claims, "client_id").or_else(|| text(claims, "azp")) != client {
        return Err(OidcError::Invalid("client"));
    }
    if is_access_token { Ok(()) } else { Err(OidcError::Invalid("type (not marked as an access token)")) }
}

fn check_times(claims: &Map<String, Value>, settings: &OidcSettings, now: Timestamp) -> Result<Timestamp, OidcError> {
    let skew = SignedDuration::from_secs(i64::from(settings.clock_skew_seconds));
    let expires_at = instant(claims, "exp")?.ok_or(OidcError::Invalid("no expiry"))?;
    if is_expired(expires_at, skew, now) {
        return Err(OidcError::Invalid("expired"));
    }
    if instant(claims, "nbf")?.is_some_and(|not_before| not_before.duration_since(now) > skew) {
        return Err(OidcError::Invalid("not valid yet"));
    }
    Ok(expires_at)
}

/// Whether a token with this expiry has expired at `now`, with the allowed clock skew.
pub(super) fn is_expired(expires_at: Timestamp, skew: SignedDuration, now: Timestamp) -> bool {
    now.duration_since(expires_at) >= skew
}

/// Returns the subject.
pub(super) fn subject(claims: &Map<String, Value>) -> Result<String, OidcError> {
    match text(claims, "sub") {
        Some(sub) if !sub.trim().is_empty() && sub.len() <= MAX_SUBJECT_BYTES && !sub.contains(char::is_control) => {
            Ok(sub.to_owned())
        }
        _ => Err(OidcError::Invalid("subject")),
    }
}

/// The email address in the claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Email {
    /// The provider has verified the address.
    Verified(String),
    /// The address is not verified, or malformed.
    Unverified,
    /// The claims have no address, or do not tell whether it is verified.
    Unknown,
}

/// Returns the email address. The string `"true"` counts as verified, because some providers send it
/// (docs/integrations.md §2.3).
pub(super) fn email(claims: &Map<String, Value>, settings: &OidcSettings) -> Email {
    let verified = match claims.get(&settings.email_verified_claim) {
        Some(Value::Bool(flag)) => *flag,
        Some(Value::String(flag)) => flag == "true",
        Some(_) => false,
        None => return Email::Unknown,
    };
    let address = text(claims, &settings.email_claim).map(str::trim).unwrap_or_default();
    let (local, domain) = address.split_once('@').unwrap_or_default();
    let is_malformed = local.is_empty() || domain.is_empty() || address.len() > MAX_EMAIL_BYTES;
    if address.is_empty() {
        Email::Unknown
    } else if !verified || is_malformed || address.contains(|c: char| c.is_control() || c.is_whitespace()) {
        Email::Unverified
    } else {
        Email::Verified(address.to_owned())
    }
}

/// Returns the name without control characters, at most 200 characters.
pub(super) fn name(claims: &Map<String, Value>, settings: &OidcSettings) -> Option<String> {
    let cleaned: String =
        text(claims, &settings.name_claim)?.chars().filter(|c| !c.is_control()).take(MAX_NAME_CHARS).collect();
    let trimmed = cleaned.trim();
    (!trimmed.is_empty()).then(|| trimmed.to_owned())
}

fn text<'a>(claims: &'a Map<String, Value>, name: &str) -> Option<&'a str> {
    claims.get(name).and_then(Value::as_str)
}

/// Parses a NumericDate (RFC 7519 §2): seconds, possibly fractional. A malformed value is an error, not an absence.
fn instant(claims: &Map<String, Value>, name: &str) -> Result<Option<Timestamp>, OidcError> {
    let Some(value) = claims.get(name) else { return Ok(None) };
    let seconds = match (value.as_i64(), value.as_f64()) {
        (Some(whole), _) => Some(SignedDuration::from_secs(whole)),
        (None, Some(fraction)) => SignedDuration::try_from_secs_f64(fraction).ok(),
        (None, None) => None,
    };
    seconds.and_then(|since| Timestamp::from_duration(since).ok()).map(Some).ok_or(OidcError::Invalid("time claim"))
}
