//! A browser that keeps cookies and fills in forms, and the application that it comes from.

use std::collections::HashMap;

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use jsonwebtoken::jwk::JwkSet;
use jsonwebtoken::{Algorithm, DecodingKey, Validation};
use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderMap, LOCATION, SET_COOKIE};
use reqwest::{Method, StatusCode};
use serde_json::Value;
use url::Url;

use crate::world::{CALLBACK, CLIENT, World};

pub(crate) const VERIFIER: &str = "a-verifier-of-fifty-characters-and-more-0123456789~";

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn location(&self) -> String {
        assert_eq!(self.status, StatusCode::SEE_OTHER, "{}", self.body);
        self.headers[LOCATION].to_str().unwrap().to_owned()
    }

    /// A parameter of the address to which the answer leads.
    pub(crate) fn parameter(&self, name: &str) -> Option<String> {
        parameter(&self.location(), name)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap()
    }

    /// The value of an input of the page.
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
    pub(crate) world: &'a World,
    pub(crate) cookies: HashMap<String, String>,
    /// Sent as `X-Forwarded-For`.
    pub(crate) address: Option<&'static str>,
}

impl<'a> Browser<'a> {
    pub(crate) fn new(world: &'a World) -> Self {
        Self { world, cookies: HashMap::new(), address: None }
    }

    pub(crate) async fn get(&mut self, address: &str) -> Answer {
        self.send(Method::GET, address, None).await
    }

    /// Sends exactly these fields.
    pub(crate) async fn post(&mut self, address: &str, fields: &[(&str, &str)]) -> Answer {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        self.send(Method::POST, address, Some(body)).await
    }

    /// Fills in the form of `page` and sends it, hidden fields included.
    pub(crate) async fn submit(&mut self, page: &Answer, path: &str, fields: &[(&str, &str)]) -> Answer {
        let hidden: Vec<(&str, String)> = ["form_token", "request", "challenge"]
            .into_iter()
            .filter_map(|name| Some((name, page.input(name)?)))
            .collect();
        let all: Vec<(&str, &str)> =
            hidden.iter().map(|(k, v)| (*k, v.as_str())).chain(fields.iter().copied()).collect();
        self.post(&format!("/id{path}"), &all).await
    }

    async fn send(&mut self, method: Method, address: &str, body: Option<String>) -> Answer {
        let url = Url::parse(&self.world.url).unwrap().join(address).unwrap();
        let mut request = self.world.http.request(method, url);
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if !cookies.is_empty() {
            request = request.header(COOKIE, cookies.join("; "));
        }
        if let Some(address) = self.address {
            request = request.header("x-forwarded-for", address);
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
        Answer { status, headers, body: response.text().await.unwrap() }
    }

    /// The application sends the person to the issuer.
    pub(crate) async fn authorize(&mut self, extra: &[(&str, &str)]) -> Answer {
        let address = authorize_address(extra);
        self.get(&address).await
    }

    /// From the application to the sign-in page and back; returns the last answer.
    pub(crate) async fn sign_in(&mut self, email: &str, password: &str) -> Answer {
        let to_page = self.authorize(&[("prompt", "login")]).await.location();
        let page = self.get(&to_page).await;
        self.submit(&page, "/sign-in", &[("email", email), ("password", password)]).await
    }

    /// Signs in and exchanges the code.
    pub(crate) async fn tokens(&mut self, email: &str, password: &str) -> Value {
        let code = self.sign_in(email, password).await.parameter("code").unwrap();
        let answer = exchange(self.world, &code, &[]).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.body);
        answer.json()
    }
}

/// A complete, correct authorization request; `extra` replaces parameters, and an empty value removes one.
pub(crate) fn authorize_address(extra: &[(&str, &str)]) -> String {
    let challenge = URL_SAFE_NO_PAD.encode(aws_lc_rs::digest::digest(&aws_lc_rs::digest::SHA256, VERIFIER.as_bytes()));
    let usual = [
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
    for (name, value) in usual.iter().filter(|(name, _)| !extra.iter().any(|(other, _)| other == name)).chain(extra) {
        if !value.is_empty() {
            query.append_pair(name, value);
        }
    }
    format!("/id/authorize?{}", query.finish())
}

/// Sends a form to an address that programs call.
pub(crate) async fn call(world: &World, path: &str, fields: &[(&str, &str)]) -> Answer {
    Browser::new(world).post(&format!("/id{path}"), fields).await
}

/// Exchanges a code as the application would, with some fields replaced.
pub(crate) async fn exchange(world: &World, code: &str, replaced: &[(&str, &str)]) -> Answer {
    let usual = [
        ("grant_type", "authorization_code"),
        ("client_id", CLIENT),
        ("code", code),
        ("redirect_uri", CALLBACK),
        ("code_verifier", VERIFIER),
    ];
    let fields: Vec<(&str, &str)> = usual
        .into_iter()
        .filter(|(name, _)| !replaced.iter().any(|(other, _)| other == name))
        .chain(replaced.iter().copied())
        .collect();
    call(world, "/token", &fields).await
}

pub(crate) async fn refresh(world: &World, token: &str) -> Answer {
    call(world, "/token", &[("grant_type", "refresh_token"), ("client_id", CLIENT), ("refresh_token", token)]).await
}

pub(crate) async fn userinfo(world: &World, token: &str) -> Answer {
    let url = format!("{}/userinfo", world.url);
    let response = world.http.get(url).bearer_auth(token).send().await.unwrap();
    let (status, headers) = (response.status(), response.headers().clone());
    Answer { status, headers, body: response.text().await.unwrap() }
}

/// Text of a member.
pub(crate) fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or_else(|| panic!("{name} in {value}"))
}

/// Claims of a token after checking its signature with the published keys, as a resource server does.
pub(crate) async fn claims(world: &World, token: &str, typ: &str) -> Value {
    let header = jsonwebtoken::decode_header(token).unwrap();
    assert_eq!((header.alg, header.typ.as_deref()), (Algorithm::ES256, Some(typ)));
    let keys: JwkSet = serde_json::from_value(world.json("/jwks").await).unwrap();
    let key = DecodingKey::from_jwk(keys.find(header.kid.as_deref().unwrap()).unwrap()).unwrap();
    let mut rules = Validation::new(Algorithm::ES256);
    rules.validate_exp = false;
    rules.validate_aud = false;
    jsonwebtoken::decode::<Value>(token, &key, &rules).unwrap().claims
}
