//! `GET /.well-known/openid-configuration` (OpenID Connect Discovery 1.0).

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::issuer::Issuer;
use crate::oauth::scope::KNOWN;

pub(super) async fn show(State(issuer): State<Issuer>) -> Response {
    let base = &issuer.config().issuer_url;
    let at = |path: &str| format!("{base}{path}");
    let document = json!({
        "issuer": base,
        "authorization_endpoint": at("/authorize"),
        "token_endpoint": at("/token"),
        "userinfo_endpoint": at("/userinfo"),
        "jwks_uri": at("/jwks"),
        "revocation_endpoint": at("/revoke"),
        "end_session_endpoint": at("/logout"),
        "scopes_supported": KNOWN,
        "response_types_supported": ["code"],
        "response_modes_supported": ["query"],
        "grant_types_supported": ["authorization_code", "refresh_token"],
        "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
        "token_endpoint_auth_methods_supported": ["none"],
        "revocation_endpoint_auth_methods_supported": ["none"],
        "code_challenge_methods_supported": ["S256"],
        "prompt_values_supported": ["none", "login", "create", "select_account", "consent"],
        "claims_supported": [
            "iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "sid", "email", "email_verified", "name"
        ],
        "authorization_response_iss_parameter_supported": true,
        "claims_parameter_supported": false,
        "request_parameter_supported": false,
        "request_uri_parameter_supported": false
    });
    ([(header::CACHE_CONTROL, "public, max-age=300")], Json(document)).into_response()
}
