//! Sessions of administrators: a session cookie, of whose token only the hash is stored, and a CSRF token (D7).

use axum::extract::FromRequestParts;
use axum::http::header::{self, SET_COOKIE, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method};
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tala_domain::admin::{AdminArea, AdminRole, MAX_SESSION_HOURS, SESSION_IDLE_HOURS, parse_reason};
use tala_domain::error::ErrorCode;
use tala_domain::ids::{AdminId, AdminSessionId};
use tala_store::Transaction;
use tala_store::admins::sessions::{self, SessionCutoffs};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::AdminActor;

/// Cookie name without https, where browsers reject the `__Host-` prefix.
const INSECURE_COOKIE: &str = "tala_admin";
const COOKIE: &str = "__Host-tala_admin";
const CSRF_HEADER: &str = "x-csrf-token";
const TOKEN_BYTES: usize = 32;
const MAX_USER_AGENT_CHARS: usize = 300;
/// Minimum interval between two updates of a session's last use.
const TOUCH_INTERVAL_SECONDS: i64 = 60;

/// A signed-in administrator. For all methods except GET and HEAD the CSRF token has been verified.
pub(super) struct Admin {
    pub(super) id: AdminId,
    pub(super) name: String,
    pub(super) role: AdminRole,
    pub(super) totp: bool,
    pub(super) session: AdminSessionId,
    pub(super) csrf_token: String,
}

impl FromRequestParts<Ctx> for Admin {
    type Rejection = AppError;
    async fn from_request_parts(parts: &mut Parts, ctx: &Ctx) -> AppResult<Self> {
        let token = session_token(ctx, &parts.headers).ok_or(ErrorCode::SignInRequired)?;
        let now = ctx.now();
        let found = sessions::find_by_token(ctx.store.read(), &hash_token(&token), session_cutoffs(now)).await?;
        let session = found.ok_or(ErrorCode::SignInRequired)?;
        let csrf_token = derive_csrf_token(&token);
        let is_read_only = matches!(parts.method, Method::GET | Method::HEAD);
        if !is_read_only && !has_csrf_token(&parts.headers, &csrf_token) {
            return Err(ErrorCode::Csrf.into());
        }
        if now.duration_since(session.seen_at).as_secs() >= TOUCH_INTERVAL_SECONDS {
            let write = async |tx: Transaction| {
                sessions::update_seen(&tx, session.id, now).await?;
                Ok::<_, AppError>(())
            };
            ctx.store.transaction(write).await?;
        }
        Ok(Self {
            id: session.admin_id,
            name: session.name,
            role: session.role,
            totp: session.totp,
            session: session.id,
            csrf_token,
        })
    }
}

impl Admin {
    /// Requires a role that may change data in the area.
    ///
    /// # Errors
    /// `RoleNotAllowed`.
    pub(super) fn authorize(&self, area: AdminArea) -> AppResult<AdminActor> {
        if self.role.can_manage(area) {
            Ok(AdminActor { admin: self.name.clone(), reason: None })
        } else {
            Err(ErrorCode::RoleNotAllowed.into())
        }
    }

    /// Requires a role that may change data in the area, and a valid reason.
    ///
    /// # Errors
    /// `RoleNotAllowed`, or a field error for the reason.
    pub(super) fn authorize_with_reason(&self, area: AdminArea, reason: &str) -> AppResult<AdminActor> {
        let actor = self.authorize(area)?;
        Ok(AdminActor { reason: Some(parse_reason(reason)?), ..actor })
    }

    /// Requires a role that may change data in the area; the reason may be missing or blank.
    ///
    /// # Errors
    /// `RoleNotAllowed`, or a field error for the reason.
    pub(super) fn authorize_with_optional_reason(
        &self,
        area: AdminArea,
        reason: Option<&str>,
    ) -> AppResult<AdminActor> {
        match reason.map(str::trim).filter(|reason| !reason.is_empty()) {
            Some(reason) => self.authorize_with_reason(area, reason),
            None => self.authorize(area),
        }
    }

    /// Returns the actor for changes of the administrator's own account, which every role may make.
    pub(super) fn actor_for_own_account(&self) -> AdminActor {
        AdminActor { admin: self.name.clone(), reason: None }
    }
}

/// Returns the earliest times of last use and sign-in that a valid session may have.
pub(super) fn session_cutoffs(now: Timestamp) -> SessionCutoffs {
    let before = |hours| now.saturating_sub(SignedDuration::from_hours(hours)).unwrap_or(Timestamp::MIN);
    SessionCutoffs { used_after: before(SESSION_IDLE_HOURS), begun_after: before(MAX_SESSION_HOURS) }
}

/// Returns a new random session token, hexadecimal.
pub(super) fn new_token(ctx: &Ctx) -> String {
    let mut bytes = [0; TOKEN_BYTES];
    ctx.entropy.fill(&mut bytes);
    hex::encode(bytes)
}

/// Returns the hash of a session token, which is stored in its place.
pub(super) fn hash_token(token: &str) -> String {
    hex::encode(Sha256::digest(format!("tala admin session {token}")))
}

/// Derives the CSRF token from the session token, which scripts cannot read (`HttpOnly`).
pub(super) fn derive_csrf_token(token: &str) -> String {
    hex::encode(Sha256::digest(format!("tala admin csrf {token}")))
}

/// Returns the session token, if the request has exactly one session cookie.
pub(super) fn session_token(ctx: &Ctx, headers: &HeaderMap) -> Option<String> {
    parse_cookie(headers, cookie_name(ctx))
}

fn parse_cookie(headers: &HeaderMap, cookie_name: &str) -> Option<String> {
    let pairs =
        headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(';'));
    let mut tokens = pairs
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|(name, _)| *name == cookie_name)
        .map(|(_, token)| token.to_owned());
    let token = tokens.next().filter(|token| token.len() == 2 * TOKEN_BYTES);
    // A second cookie of the name may have been planted by another host (cookie tossing).
    if tokens.next().is_some() { None } else { token }
}

/// Whether the request has the expected CSRF token. Compares in constant time.
fn has_csrf_token(headers: &HeaderMap, expected: &str) -> bool {
    headers.get(CSRF_HEADER).is_some_and(|sent| sent.as_bytes().ct_eq(expected.as_bytes()).into())
}

/// Returns the `User-Agent` header, truncated.
pub(super) fn user_agent(headers: &HeaderMap) -> String {
    let text = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    text.chars().take(MAX_USER_AGENT_CHARS).collect()
}

/// Returns the header that sets the session cookie.
pub(super) fn set_cookie(ctx: &Ctx, token: &str) -> [(HeaderName, String); 1] {
    [(SET_COOKIE, cookie(ctx, token, ""))]
}

/// Returns the header that deletes the session cookie.
pub(super) fn clear_cookie(ctx: &Ctx) -> [(HeaderName, String); 1] {
    [(SET_COOKIE, cookie(ctx, "", "; Max-Age=0"))]
}

fn cookie(ctx: &Ctx, value: &str, lifetime: &str) -> String {
    format!("{}={value}; Path=/{}{lifetime}", cookie_name(ctx), cookie_attributes(ctx))
}

fn cookie_name(ctx: &Ctx) -> &'static str {
    if uses_insecure_cookies(ctx) { INSECURE_COOKIE } else { COOKIE }
}

/// Whether cookies are set without `Secure`, and therefore without the `__Host-` and `__Secure-` prefixes.
pub(super) fn uses_insecure_cookies(ctx: &Ctx) -> bool {
    is_http_loopback(&ctx.settings.public_url)
}

/// Attributes of an administrator's cookies.
pub(super) fn cookie_attributes(ctx: &Ctx) -> &'static str {
    if uses_insecure_cookies(ctx) { "; HttpOnly; SameSite=Strict" } else { "; HttpOnly; SameSite=Strict; Secure" }
}

/// Some browsers reject `Secure` cookies on `http://localhost`. Any other host without `Secure` would expose the cookie to
/// the network.
fn is_http_loopback(public_url: &str) -> bool {
    let Some(rest) = public_url.strip_prefix("http://") else { return false };
    let host = rest.split('/').next().unwrap_or_default();
    let host = host.strip_prefix("[::1]").map_or_else(|| host.split(':').next().unwrap_or_default(), |_| "[::1]");
    matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_http_loopback_urls_use_insecure_cookies() {
        for url in ["http://localhost", "http://localhost:4180", "http://127.0.0.1:80", "http://[::1]:4180/x"] {
            assert!(is_http_loopback(url), "{url}");
        }
        for url in ["https://localhost", "http://tala.test", "http://localhost.evil.test", "http://10.0.0.1", ""] {
            assert!(!is_http_loopback(url), "{url}");
        }
    }

    #[test]
    fn session_token_requires_exactly_one_cookie_of_right_length() {
        let token = "a".repeat(64);
        let read = |cookie: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookie.parse().unwrap());
            parse_cookie(&headers, INSECURE_COOKIE)
        };
        assert_eq!(read(&format!("x=1; tala_admin={token}; y=2")), Some(token.clone()));
        assert_eq!(read(&format!("tala_admin={token}; tala_admin={token}")), None);
        for bad in
            ["tala_admin=", "tala_admin=short", "tala_adminx=1", "tala_admin", &format!("__Host-tala_admin={token}")]
        {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert_ne!(derive_csrf_token(&token), hash_token(&token));
    }
}
