//! One file for each address.

mod assets;
mod authorize;
mod discovery;
mod forgot;
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
mod token_code;
mod token_refresh;
mod userinfo;
mod verify;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::{from_fn, from_fn_with_state};
use axum::routing::{get, post};

use crate::http::cors;
use crate::issuer::Issuer;

/// Largest form: an ID token as hint and a long state fit well.
const MAX_BODY_BYTES: usize = 32 * 1024;

pub(crate) fn router(issuer: Issuer) -> Router {
    let secret = Router::new()
        .route("/token", post(token::exchange))
        .route("/userinfo", get(userinfo::show).post(userinfo::show))
        .route("/revoke", post(revoke::revoke))
        .layer(from_fn(cors::no_store));
    let public =
        Router::new().route("/.well-known/openid-configuration", get(discovery::show)).route("/jwks", get(jwks::show));
    let programs = secret.merge(public).layer(from_fn_with_state(issuer.clone(), cors::allow_clients));
    let pages = Router::new()
        .route("/authorize", get(authorize::by_link).post(authorize::by_form))
        .route("/sign-in", get(sign_in::show).post(sign_in::submit))
        .route("/sign-up", get(sign_up::show).post(sign_up::submit))
        .route("/verify", get(verify::show).post(verify::submit))
        .route("/resend", post(resend::submit))
        .route("/forgot", get(forgot::show).post(forgot::submit))
        .route("/reset", get(reset::show).post(reset::submit))
        .route("/signed-in", get(signed_in::show))
        .route("/logout", get(logout::by_link).post(logout::by_form))
        .route("/logout/confirm", post(logout::confirm))
        .route("/signed-out", get(logout::signed_out))
        .route("/assets/{name}", get(assets::show))
        .fallback(not_found::show);
    programs.merge(pages).layer(DefaultBodyLimit::max(MAX_BODY_BYTES)).with_state(issuer)
}
