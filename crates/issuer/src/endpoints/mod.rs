//! The HTTP endpoints, one per file.

mod assets;
mod authorize;
mod discovery;
mod forgot;
mod grant_authorization_code;
mod grant_refresh_token;
mod jwks;
mod logout;
mod not_found;
mod resend;
mod reset;
mod revoke;
mod sign_in;
mod sign_up;
mod signed_in;
mod token;
mod userinfo;
mod verify;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};

use crate::http::cors;
use crate::issuer::Issuer;

/// Maximum body size. Allows an ID token as hint and a long `state`.
const MAX_BODY_BYTES: usize = 32 * 1024;

impl Issuer {
    /// The routes of all endpoints. Nest them under the path of the issuer URL:
    /// `Router::new().nest("/id", issuer.router())`.
    pub fn router(&self) -> Router {
        router(self.clone())
    }
}

fn router(issuer: Issuer) -> Router {
    let uncached = Router::new()
        .route("/token", post(token::post))
        .route("/userinfo", get(userinfo::get).post(userinfo::get))
        .route("/revoke", post(revoke::post))
        .layer(from_fn(cors::no_store));
    let cacheable =
        Router::new().route("/.well-known/openid-configuration", get(discovery::get)).route("/jwks", get(jwks::get));
    let protocol = uncached.merge(cacheable).layer(from_fn_with_state(issuer.clone(), cors::allow_client_origins));
    let pages = Router::new()
        .route("/authorize", get(authorize::get).post(authorize::post))
        .route("/sign-in", get(sign_in::get).post(sign_in::post))
        .route("/sign-up", get(sign_up::get).post(sign_up::post))
        .route("/verify", get(verify::get).post(verify::post))
        .route("/resend", post(resend::post))
        .route("/forgot", get(forgot::get).post(forgot::post))
        .route("/reset", get(reset::get).post(reset::post))
        .route("/signed-in", get(signed_in::get))
        .route("/logout", get(logout::get).post(logout::post))
        .route("/logout/confirm", post(logout::confirm))
        .route("/signed-out", get(logout::signed_out))
        .route("/assets/{name}", get(assets::get))
        .fallback(not_found::handle);
    protocol.merge(pages).layer(DefaultBodyLimit::max(MAX_BODY_BYTES)).with_state(issuer)
}
