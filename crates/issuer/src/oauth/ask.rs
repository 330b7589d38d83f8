//! Reading an authorization request (OpenID Connect Core §3.1.2, RFC 7636, RFC 9207).

use super::params::Params;
use super::scope::Scope;
use crate::config::IssuerConfig;
use crate::crypto::pkce;
use crate::db::{SECOND, sessions};

/// A request that can be granted when a person is signed in.
#[derive(Debug)]
pub(crate) struct Ask {
    pub(crate) client_id: String,
    pub(crate) redirect_uri: String,
    pub(crate) scope: Scope,
    pub(crate) state: Option<String>,
    pub(crate) nonce: Option<String>,
    pub(crate) code_challenge: String,
    pub(crate) login_hint: Option<String>,
    pub(crate) id_token_hint: Option<String>,
    pub(crate) prompt: Prompt,
    /// Begin at the sign-up page.
    pub(crate) new_account: bool,
    max_age_seconds: Option<i64>,
}

/// How much the person may be asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Prompt {
    /// Only if no one is signed in.
    IfNeeded,
    /// Not at all.
    Never,
    /// In any case.
    Always,
}

/// Why a request is not granted.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The client or its address is not known, so only the person gets an answer.
    Unanswerable(&'static str),
    /// Reported to the client at its registered address.
    ToClient { redirect_uri: String, state: Option<String>, code: &'static str, text: &'static str },
}

impl Ask {
    /// Whether a sign-in is fresh enough for this request.
    pub(crate) fn accepts(&self, session: &sessions::Session, now: i64) -> bool {
        let young = |max: i64| now.saturating_sub(session.auth_time) <= max.saturating_mul(SECOND);
        self.max_age_seconds.is_none_or(young)
    }

    pub(crate) fn refusal(&self, code: &'static str, text: &'static str) -> Refusal {
        Refusal::ToClient { redirect_uri: self.redirect_uri.clone(), state: self.state.clone(), code, text }
    }
}

pub(crate) fn read(config: &IssuerConfig, params: &Params) -> Result<Ask, Refusal> {
    if matches!(params.fault(), Some("client_id" | "redirect_uri")) {
        return Err(Refusal::Unanswerable("it named itself twice"));
    }
    let client = params
        .get("client_id")
        .and_then(|id| config.client(id))
        .ok_or(Refusal::Unanswerable("it is not registered here"))?;
    let redirect_uri = params
        .get("redirect_uri")
        .filter(|uri| client.redirect_uris.iter().any(|known| known == uri))
        .ok_or(Refusal::Unanswerable("its return address is not registered here"))?;
    read_rest(config, params)
        .map_err(|(code, text)| Refusal::ToClient {
            redirect_uri: redirect_uri.to_owned(),
            state: params.get("state").map(str::to_owned),
            code,
            text,
        })
        .map(|rest| Ask { client_id: client.client_id.clone(), redirect_uri: redirect_uri.to_owned(), ..rest })
}

type Fault = (&'static str, &'static str);

fn read_rest(config: &IssuerConfig, params: &Params) -> Result<Ask, Fault> {
    let owned = |name: &str| params.get(name).map(str::to_owned);
    let invalid = |text: &'static str| Err(("invalid_request", text));
    if params.fault().is_some() {
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
    let asked_audience = params.get("audience").or_else(|| params.get("resource"));
    if asked_audience.is_some_and(|audience| audience != config.audience) {
        return Err(("invalid_target", "tokens for this audience are not issued here"));
    }
    let (prompt, create) = read_prompt(params.text("prompt"))?;
    Ok(Ask {
        client_id: String::new(),
        redirect_uri: String::new(),
        scope,
        state: owned("state"),
        nonce: owned("nonce"),
        code_challenge: challenge.to_owned(),
        login_hint: owned("login_hint"),
        id_token_hint: owned("id_token_hint"),
        prompt,
        new_account: create || params.get("screen_hint") == Some("signup"),
        max_age_seconds: read_max_age(params.get("max_age"))?,
    })
}

/// `consent` asks for nothing here: the registered applications are our own.
fn read_prompt(text: &str) -> Result<(Prompt, bool), Fault> {
    let words: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
    if words.iter().any(|word| !["none", "login", "create", "select_account", "consent"].contains(word)) {
        return Err(("invalid_request", "unknown prompt value"));
    }
    let has = |name: &str| words.contains(&name);
    match (has("none"), words.len()) {
        (true, 1) => Ok((Prompt::Never, false)),
        (true, _) => Err(("invalid_request", "prompt=none must stand alone")),
        (false, _) if has("login") || has("create") || has("select_account") => Ok((Prompt::Always, has("create"))),
        (false, _) => Ok((Prompt::IfNeeded, false)),
    }
}

fn read_max_age(text: Option<&str>) -> Result<Option<i64>, Fault> {
    match text.map(str::parse::<i64>) {
        None => Ok(None),
        Some(Ok(seconds)) if seconds >= 0 => Ok(Some(seconds)),
        Some(_) => Err(("invalid_request", "max_age must be a whole number of seconds")),
    }
}
