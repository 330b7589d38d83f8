//! A browser with cookies and forms, and the requests of an OAuth client and a resource server.

use std::collections::HashMap;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::jwk::JwkSet;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderMap, LOCATION, SET_COOKIE};
use reqwest::{Method, StatusCode};
use serde_json::Value;
use url::Url;

use crate::test_server::{CALLBACK, CLIENT, TestServer};

pub(crate) const VERIFIER: &str = "a-verifier-of-fifty-characters-and-more-0123456789~";

/// A complete HTTP response.
#[derive(Debug)]
pub(crate) struct TestResponse {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl TestResponse {
    pub(crate) fn location(&self) -> String {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", self.body);
        self.headers[LOCATION].to_str().unwrap().to_owned()
    }

    /// A query parameter of the redirect URL.
    pub(crate) fn parameter(&self, name: &str) -> Option<String> {
        parameter(&self.location(), name)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The value of a form input on the page.
    pub(crate) fn input(&self, name: &str) -> Option<String> {
        let tag =
            self.body.split('<').find(|tag| tag.starts_with("input") && tag.contains(&format!("name=\"{name}\"")))?;
        Some(tag.split("value=\"").nth(1)?.split('"').next()?.replace("&amp;", "&"))
    }
}

pub(crate) fn parameter(location: &str, name: &str) -> Option<String> {
    let url = Url::parse("http://base.test").unwrap().join(location).unwrap();
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

pub(crate) struct Browser<'a> {
    pub(crate) server: &'a TestServer,
    pub(crate) cookies: HashMap<String, String>,
    /// Value of `X-Forwarded-For`.
    pub(crate) client_ip: Option<&'static str>,
}

impl<'a> Browser<'a> {
    pub(crate) fn new(server: &'a TestServer) -> Self {
        Self { server, cookies: HashMap::new(), client_ip: None }
    }

    pub(crate) async fn get(&mut self, path: &str) -> TestResponse {
        self.send(Method::GET, path, None).await
    }

    /// Submits exactly these fields.
    pub(crate) async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> TestResponse {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        self.send(Method::POST, path, Some(body)).await
    }

    /// Submits the form of a page with its hidden fields.
    pub(crate) async fn submit(&mut self, page: &TestResponse, path: &str, fields: &[(&str, &str)]) -> TestResponse {
        let hidden: Vec<(&str, String)> = ["form_token", "request", "challenge"]
            .into_iter()
            .filter_map(|name| Some((name, page.input(name)?)))
            .collect();
        let all: Vec<(&str, &str)> =
            hidden.iter().map(|(k, v)| (*k, v.as_str())).chain(fields.iter().copied()).collect();
        self.post(&format!("/id{path}"), &all).await
    }

    async fn send(&mut self, method: Method, path: &str, body: Option<String>) -> TestResponse {
        let url = Url::parse(&self.server.url).unwrap().join(path).unwrap();
        let mut request = self.server.http.request(method, url);
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !cookies.is_empty() {
            request = request.header(COOKIE, cookies.join("; "));
        }
        if let Some(client_ip) = self.client_ip {
            request = request.header("x-forwarded-for", client_ip);
        }
        if let Some(body) = body {
            request = request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(body);
        }
        let response = request.send().await.unwrap();
        for cookie in response.headers().get_all(SET_COOKIE) {
            let (name, rest) = cookie.to_str().unwrap().split_once('=').unwrap();
            let value = rest.split(';').next().unwrap();
            match value {
                "" => self.cookies.remove(name),
                value => self.cookies.insert(name.to_owned(), value.to_owned()),
            };
        }
        let (status, headers) = (response.status(), response.headers().clone());
        TestResponse { status, headers, body: response.text().await.unwrap() }
    }

    /// Sends an authorization request.
    pub(crate) async fn authorize(&mut self, extra: &[(&str, &str)]) -> TestResponse {
        let path = authorize_path(extra);
        self.get(&path).await
    }

    /// Sends an authorization request and submits the sign-in form. Returns the last response.
    pub(crate) async fn sign_in(&mut self, email: &str, password: &str) -> TestResponse {
        let sign_in_path = self.authorize(&[("prompt", "login")]).await.location();
        let page = self.get(&sign_in_path).await;
        self.submit(&page, "/sign-in", &[("email", email), ("password", password)]).await
    }

    /// Signs in and exchanges the code.
    pub(crate) async fn tokens(&mut self, email: &str, password: &str) -> Value {
        let code = self.sign_in(email, password).await.parameter("code").unwrap();
        let response = exchange(self.server, &code, &[]).await;
        assert_eq!(response.status, StatusCode::OK, "{}", response.body);
        response.json()
    }
}

/// The path of a valid authorization request. `extra` replaces parameters; an empty value removes one.
pub(crate) fn authorize_path(extra: &[(&str, &str)]) -> String {
    let challenge = URL_SAFE_NO_PAD.encode(aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, VERIFIER.as_bytes()));
    let defaults = [
        ("client_id", CLIENT),
        ("redirect_uri", CALLBACK),
        ("response_type", "code"),
        ("scope", "openid profile email offline_access"),
        ("state", "a state & more"),
        ("nonce", "n-1"),
        ("code_challenge", &challenge),
        ("code_challenge_method", "S256"),
    ];
    let mut query = url::form_urlencoded::Serializer::new(String::new());
    for (name, value) in defaults.iter().filter(|(name, _)| !extra.iter().any(|(other, _)| other == name)).chain(extra)
    {
        if !value.is_empty() {
            query.append_pair(name, value);
        }
    }
    format!("/id/authorize?{}", query.finish())
}

/// Posts a form to an OAuth endpoint.
pub(crate) async fn call(server: &TestServer, path: &str, fields: &[(&str, &str)]) -> TestResponse {
    Browser::new(server).post(&format!("/id{path}"), fields).await
}

/// Exchanges an authorization code, with some fields replaced.
pub(crate) async fn exchange(server: &TestServer, code: &str, replaced: &[(&str, &str)]) -> TestResponse {
    let defaults = [
        ("grant_type", "authorization_code"),
        ("client_id", CLIENT),
        ("code", code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ];
    let fields: Vec<(&str, &str)> = defaults
        .into_iter()
        .filter(|(name, _)| !replaced.iter().any(|(other, _)| other == name))
        .chain(replaced.iter().copied())
        .collect();
    call(server, "/token", &fields).await
}

pub(crate) async fn refresh(server: &TestServer, token: &str) -> TestResponse {
    call(server, "/token", &[("grant_type", "refresh_token"), ("client_id", CLIENT), ("refresh_token", token)]).await
}

pub(crate) async fn userinfo(server: &TestServer, token: &str) -> TestResponse {
    let url = format!("{}/userinfo", server.url);
    let response = server.http.get(url).bearer_auth(token).send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    TestResponse { status, headers, body: response.text().await.unwrap() }
}

/// A string member of a JSON object.
pub(crate) fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} in {value}"))
}

/// The claims of a token, verified with the published keys like a resource server does.
pub(crate) async fn claims(server: &TestServer, token: &str, typ: &str) -> Value {
    let header = jsonwebtoken::decode_header(token).unwrap();
    assert_eq!((header.alg, header.typ.as_deref()), (Algorithm::ES256, Some(typ)));
    let keys: JwkSet = serde_json::from_value(server.json("/jwks").await).unwrap();
    let key = DecodingKey::from_jwk(keys.find(header.kid.as_deref().unwrap()).unwrap()).unwrap();
    let mut validation = Validation::new(Algorithm::ES256);
    validation.validate_exp = false;
    validation.validate_aud = false;
    jsonwebtoken::decode::<Value>(token, &key, &validation).unwrap().claims
}
