//! Parsing and validation of authorization requests (OpenID Connect Core §3.1.2, RFC 7636).

use super::params::Params;
use super::scope::Scope;
use crate::config::IssuerConfig;
use crate::crypto::pkce;
use crate::db::{SECOND, sessions};

/// A valid authorization request.
#[derive(Debug)]
pub(crate) struct AuthorizationRequest {
    pub(crate) client_id: String,
    pub(crate) redirect_uri: String,
    pub(crate) scope: Scope,
    pub(crate) state: Option<String>,
    pub(crate) nonce: Option<String>,
    pub(crate) code_challenge: String,
    pub(crate) login_hint: Option<String>,
    pub(crate) id_token_hint: Option<String>,
    pub(crate) prompt: Prompt,
    /// Start at the sign-up page instead of the sign-in page.
    pub(crate) is_sign_up: bool,
    max_age_seconds: Option<i64>,
}

/// When to show the sign-in page (`prompt`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prompt {
    /// If there is no session.
    IfNeeded,
    /// `prompt=none`: fail instead.
    Never,
    /// Always, even with a session.
    Always,
}

/// The error response to an authorization request.
#[derive(Debug)]
pub(crate) enum AuthorizationError {
    /// Unknown client or redirect URI: show an error page, do not redirect (RFC 6749 §4.1.2.1).
    ErrorPage(&'static str),
    /// Redirect to the client with an error code.
    Redirect { redirect_uri: String, state: Option<String>, code: &'static str, description: &'static str },
}

impl AuthorizationRequest {
    /// Parses and validates the parameters of an authorization request.
    ///
    /// # Errors
    /// How to report the first error found.
    pub(crate) fn parse(config: &IssuerConfig, params: &Params) -> Result<Self, AuthorizationError> {
        if matches!(params.find_invalid(), Some("client_id" | "redirect_uri")) {
            return Err(AuthorizationError::ErrorPage("it named itself twice"));
        }
        let client = params
            .get("client_id")
            .and_then(|id| config.client(id))
            .ok_or(AuthorizationError::ErrorPage("it is not registered here"))?;
        let redirect_uri = params
            .get("redirect_uri")
            .filter(|uri| client.redirect_uris.iter().any(|known| known == uri))
            .ok_or(AuthorizationError::ErrorPage("its return address is not registered here"))?;
        match parse_request(config, params) {
            Ok(request) => {
                Ok(Self { client_id: client.client_id.clone(), redirect_uri: redirect_uri.to_owned(), ..request })
            }
            Err((code, description)) => Err(AuthorizationError::Redirect {
                redirect_uri: redirect_uri.to_owned(),
                state: params.get("state").map(str::to_owned),
                code,
                description,
            }),
        }
    }

    /// Whether a session satisfies `max_age`.
    pub(crate) fn accepts_age_of(&self, session: &sessions::Session, now: i64) -> bool {
        let is_recent = |max: i64| now.saturating_sub(session.auth_time) <= max.saturating_mul(SECOND);
        self.max_age_seconds.is_none_or(is_recent)
    }

    /// An error to redirect to the client with.
    pub(crate) fn error(&self, code: &'static str, description: &'static str) -> AuthorizationError {
        let (redirect_uri, state) = (self.redirect_uri.clone(), self.state.clone());
        AuthorizationError::Redirect { redirect_uri, state, code, description }
    }
}

/// Error code and description.
type RequestError = (&'static str, &'static str);

/// Parses all parameters except `client_id` and `redirect_uri`.
fn parse_request(config: &IssuerConfig, params: &Params) -> Result<AuthorizationRequest, RequestError> {
    let owned = |name: &str| params.get(name).map(str::to_owned);
    let invalid = |text: &'static str| Err(("invalid_request", text));
    if params.find_invalid().is_some() {
        return invalid("a parameter is repeated or too long");
    }
    if params.get("request").is_some() {
        return Err(("request_not_supported", "request objects are not supported"));
    }
    if params.get("request_uri").is_some() {
        return Err(("request_uri_not_supported", "request objects are not supported"));
    }
    if params.get("response_type") != Some("code") {
        return Err(("unsupported_response_type", "response_type must be code"));
    }
    if params.get("response_mode").is_some_and(|mode| mode != "query") {
        return invalid("response_mode must be query");
    }
    let scope = Scope::parse(params.text("scope"));
    if !scope.has("openid") {
        return Err(("invalid_scope", "scope must contain openid"));
    }
    let challenge = params.text("code_challenge");
    if params.get("code_challenge_method") != Some("S256") || !pkce::is_challenge(challenge) {
        return invalid("PKCE with code_challenge_method=S256 is required");
    }
    let audience = params.get("audience").or_else(|| params.get("resource"));
    if audience.is_some_and(|audience| audience != config.audience) {
        return Err(("invalid_target", "unknown audience"));
    }
    let (prompt, create) = parse_prompt(params.text("prompt"))?;
    Ok(AuthorizationRequest {
        client_id: String::new(),
        redirect_uri: String::new(),
        scope,
        state: owned("state"),
        nonce: owned("nonce"),
        code_challenge: challenge.to_owned(),
        login_hint: owned("login_hint"),
        id_token_hint: owned("id_token_hint"),
        prompt,
        is_sign_up: create || params.get("screen_hint") == Some("signup"),
        max_age_seconds: parse_max_age(params.get("max_age"))?,
    })
}

/// `consent` is accepted and ignored: the registered clients are first-party.
fn parse_prompt(text: &str) -> Result<(Prompt, bool), RequestError> {
    let values: Vec<&str> = text.split(' ').filter(|value| !value.is_empty()).collect();
    if values.iter().any(|value| !["none", "login", "create", "select_account", "consent"].contains(value)) {
        return Err(("invalid_request", "unknown prompt value"));
    }
    let has = |name: &str| values.contains(&name);
    match (has("none"), values.len()) {
        (true, 1) => Ok((Prompt::Never, false)),
        (true, _) => Err(("invalid_request", "prompt=none cannot be combined with other values")),
        (false, _) if has("login") || has("create") || has("select_account") => Ok((Prompt::Always, has("create"))),
        (false, _) => Ok((Prompt::IfNeeded, false)),
    }
}

fn parse_max_age(text: Option<&str>) -> Result<Option<i64>, RequestError> {
    match text.map(str::parse::<i64>) {
        None => Ok(None),
        Some(Ok(seconds)) if seconds >= 0 => Ok(Some(seconds)),
        Some(_) => Err(("invalid_request", "max_age must be a whole number of seconds")),
    }
}
