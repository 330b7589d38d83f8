//! An administrator's session: a cookie whose token only its hash is stored of, and a second token for changes (D7).

use axum::extract::FromRequestParts;
use axum::http::header::{self, SET_COOKIE, USER_AGENT};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, Method};
use jiff::{SignedDuration, Timestamp};
use sha2::{Digest, Sha256};
use tala_domain::admin::{AdminRole, Area, IDLE_HOURS, SESSION_HOURS, parse_reason};
use tala_domain::error::ErrorCode;
use tala_domain::ids::{AdminId, AdminSessionId};
use tala_store::Transaction;
use tala_store::admins::sessions::{self, Living};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::Act;

/// Where there is no https. Elsewhere browsers hold the name to it that no other host and no page without https has set it.
const PLAIN_COOKIE: &str = "tala_admin";
const COOKIE: &str = "__Host-tala_admin";
const CSRF_HEADER: &str = "x-csrf-token";
const TOKEN_BYTES: usize = 32;
const LONGEST_USER_AGENT: usize = 300;
/// A session is written to at most so often.
const TOUCH_SECONDS: i64 = 60;

/// A signed-in administrator. For everything but reading, the request has proven that it comes from our own page.
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
        let token = token_of(ctx, &parts.headers).ok_or(ErrorCode::SignInRequired)?;
        let now = ctx.now();
        let found = sessions::find_by_token(ctx.store.read(), &hash(&token), living(now)).await?;
        let session = found.ok_or(ErrorCode::SignInRequired)?;
        let csrf_token = csrf_of(&token);
        let reads = matches!(parts.method, Method::GET | Method::HEAD);
        if !reads && !has_csrf(&parts.headers, &csrf_token) {
            return Err(ErrorCode::Csrf.into());
        }
        if now.duration_since(session.seen_at).as_secs() >= TOUCH_SECONDS {
            let write = async |tx: Transaction| {
                sessions::touch(&tx, session.id, now).await?;
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
    /// An act in an area in which this administrator may act.
    pub(super) fn may(&self, area: Area) -> AppResult<Act> {
        if self.role.may(area) {
            Ok(Act { admin: self.name.clone(), reason: None })
        } else {
            Err(ErrorCode::RoleNotAllowed.into())
        }
    }

    /// The same with a reason.
    pub(super) fn may_because(&self, area: Area, reason: &str) -> AppResult<Act> {
        let act = self.may(area)?;
        Ok(Act { reason: Some(parse_reason(reason)?), ..act })
    }

    /// The same with a reason, if one was given.
    pub(super) fn may_perhaps_because(&self, area: Area, reason: Option<&str>) -> AppResult<Act> {
        match reason.map(str::trim).filter(|reason| !reason.is_empty()) {
            Some(reason) => self.may_because(area, reason),
            None => self.may(area),
        }
    }

    /// An act on the own account.
    pub(super) fn own(&self) -> Act {
        Act { admin: self.name.clone(), reason: None }
    }
}

/// Which sessions have not ended by now.
pub(super) fn living(now: Timestamp) -> Living {
    let before = |hours| now.saturating_sub(SignedDuration::from_hours(hours)).unwrap_or(Timestamp::MIN);
    Living { used_after: before(IDLE_HOURS), begun_after: before(SESSION_HOURS) }
}

/// A fresh token.
pub(super) fn new_token(ctx: &Ctx) -> String {
    let mut bytes = [0; TOKEN_BYTES];
    ctx.entropy.fill(&mut bytes);
    hex::encode(bytes)
}

/// What is stored of a token.
pub(super) fn hash(token: &str) -> String {
    hex::encode(Sha256::digest(format!("tala admin session {token}")))
}

/// What proves that a change comes from the page that signed in. It follows from the token, which the page cannot read.
pub(super) fn csrf_of(token: &str) -> String {
    hex::encode(Sha256::digest(format!("tala admin csrf {token}")))
}

/// The session's token, if the request has one cookie of that name.
pub(super) fn token_of(ctx: &Ctx, headers: &HeaderMap) -> Option<String> {
    read_token(headers, cookie_name(ctx))
}

fn read_token(headers: &HeaderMap, cookie_name: &str) -> Option<String> {
    let pairs =
        headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(';'));
    let mut tokens = pairs
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|(name, _)| *name == cookie_name)
        .map(|(_, token)| token.to_owned());
    let token = tokens.next().filter(|token| token.len() == 2 * TOKEN_BYTES);
    // Two of them: somebody else has planted one.
    if tokens.next().is_some() { None } else { token }
}

fn has_csrf(headers: &HeaderMap, expected: &str) -> bool {
    let sent = headers.get(CSRF_HEADER).map_or(&[][..], |value| value.as_bytes());
    let difference = sent.iter().zip(expected.bytes()).fold(0_u8, |sum, (a, b)| sum | (a ^ b));
    sent.len() == expected.len() && difference == 0
}

/// The browser, as it calls itself.
pub(super) fn user_agent(headers: &HeaderMap) -> String {
    let text = headers.get(USER_AGENT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    text.chars().take(LONGEST_USER_AGENT).collect()
}

/// The header that gives the browser its session.
pub(super) fn set_cookie(ctx: &Ctx, token: &str) -> [(HeaderName, String); 1] {
    [(SET_COOKIE, cookie(ctx, token, ""))]
}

/// The header that takes it away.
pub(super) fn clear_cookie(ctx: &Ctx) -> [(HeaderName, String); 1] {
    [(SET_COOKIE, cookie(ctx, "", "; Max-Age=0"))]
}

fn cookie(ctx: &Ctx, value: &str, lifetime: &str) -> String {
    format!("{}={value}; Path=/{}{lifetime}", cookie_name(ctx), attributes(ctx))
}

fn cookie_name(ctx: &Ctx) -> &'static str {
    if is_plain(ctx) { PLAIN_COOKIE } else { COOKIE }
}

/// Whether cookies go without https here, and so without the prefixes that want it.
pub(super) fn is_plain(ctx: &Ctx) -> bool {
    is_plain_loopback(&ctx.settings.public_url)
}

/// How far an administrator's cookies go.
pub(super) fn attributes(ctx: &Ctx) -> &'static str {
    if is_plain(ctx) { "; HttpOnly; SameSite=Strict" } else { "; HttpOnly; SameSite=Strict; Secure" }
}

/// Some browsers keep no `Secure` cookie for `http://localhost`; anywhere else a cookie without it could be overheard.
fn is_plain_loopback(public_url: &str) -> bool {
    let Some(rest) = public_url.strip_prefix("http://") else { return false };
    let host = rest.split('/').next().unwrap_or_default();
    let host = host.strip_prefix("[::1]").map_or_else(|| host.split(':').next().unwrap_or_default(), |_| "[::1]");
    matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_plain_loopback_address_goes_without_secure() {
        for url in ["http://localhost", "http://localhost:4180", "http://127.0.0.1:80", "http://[::1]:4180/x"] {
            assert!(is_plain_loopback(url), "{url}");
        }
        for url in ["https://localhost", "http://tala.test", "http://localhost.evil.test", "http://10.0.0.1", ""] {
            assert!(!is_plain_loopback(url), "{url}");
        }
    }

    #[test]
    fn a_token_is_read_only_when_there_is_one_of_the_right_length() {
        let token = "a".repeat(64);
        let read = |cookie: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, cookie.parse().unwrap());
            read_token(&headers, PLAIN_COOKIE)
        };
        assert_eq!(read(&format!("x=1; tala_admin={token}; y=2")), Some(token.clone()));
        assert_eq!(read(&format!("tala_admin={token}; tala_admin={token}")), None);
        for bad in
            ["tala_admin=", "tala_admin=short", "tala_adminx=1", "tala_admin", &format!("__Host-tala_admin={token}")]
        {
            assert_eq!(read(bad), None, "{bad}");
        }
        assert_ne!(csrf_of(&token), hash(&token));
    }
}
