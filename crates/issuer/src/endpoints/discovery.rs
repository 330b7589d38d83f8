//! `GET /.well-known/openid-configuration` (OpenID Connect Discovery 1.0).

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::issuer::Issuer;
use crate::oauth::scope::SUPPORTED;

pub(super) async fn get(State(issuer): State<Issuer>) -> Response {
    let base = &issuer.config().issuer_url;
    let endpoint = |path: &str| format!("{base}{path}");
    let document = json!({
        "issuer": base,
        "authorization_endpoint": endpoint("/authorize"),
        "token_endpoint": endpoint("/token"),
        "userinfo_endpoint": endpoint("/userinfo"),
        "jwks_uri": endpoint("/jwks"),
        "revocation_endpoint": endpoint("/revoke"),
        "end_session_endpoint": endpoint("/logout"),
        "scopes_supported": SUPPORTED,
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
