//! `GET /api/config`: the configuration of the client.

use axum::extract::State;
use serde::Serialize;
use tala_domain::booking::{BOOKING_WINDOW_DAYS, NOTICE_HOURS};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::http::json::Json;
use crate::views::quote::CancellationTerms;

/// The client's configuration: names, addresses, sign-in settings and limits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AppConfig {
    product_name: String,
    support_email: String,
    postal_address: String,
    social_links: Vec<SocialLink>,
    public_url: String,
    /// Whether the demo is running. Its mails are at `/dev/mailbox`.
    demo: bool,
    oidc: OidcConfig,
    limits: Limits,
    /// The cancellation policy for students.
    cancelling: CancellationTerms,
    /// The payment provider, or `null` if payments are disabled.
    #[schema(required)]
    payments: Option<PaymentsConfig>,
}

/// The payment provider.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentsConfig {
    /// The provider's name.
    provider: &'static str,
    /// The public key id.
    key_id: String,
    /// The URL of the checkout script.
    checkout_script: String,
    /// Whether the key is a test key, so that no real money is charged.
    test_mode: bool,
}

/// A link to a social network.
#[derive(Serialize, ToSchema)]
pub(super) struct SocialLink {
    label: String,
    url: String,
}

/// The OpenID Connect settings.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OidcConfig {
    authority: String,
    client_id: String,
    scope: String,
    #[schema(required)]
    audience: Option<String>,
    redirect_path: String,
    post_logout_path: String,
}

/// Limits that the client displays.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Limits {
    /// A class can be booked until this many hours before it starts.
    notice_hours: i64,
    /// A class can be booked at most this many days ahead.
    window_days: i64,
    /// The client warns about credits that expire within this many days.
    credit_warning_days: i64,
}

/// Returns the client's configuration. Requires no sign-in.
#[utoipa::path(get, path = "/api/config", tag = "identity", security(()), responses((status = 200, body = AppConfig)))]
pub(super) async fn get_config(State(ctx): State<Ctx>) -> Json<AppConfig> {
    let settings = &ctx.settings;
    Json(AppConfig {
        product_name: settings.product_name.clone(),
        support_email: settings.support_email.clone(),
        postal_address: settings.postal_address.clone(),
        social_links: settings
            .social_links
            .iter()
            .map(|(label, url)| SocialLink { label: label.clone(), url: url.clone() })
            .collect(),
        public_url: settings.public_url.clone(),
        demo: settings.demo,
        oidc: OidcConfig {
            authority: settings.oidc_client.authority.clone(),
            client_id: settings.oidc_client.client_id.clone(),
            scope: settings.oidc_client.scope.clone(),
            audience: settings.oidc_client.audience.clone(),
            redirect_path: "/auth/callback".to_owned(),
            post_logout_path: "/".to_owned(),
        },
        limits: Limits {
            notice_hours: NOTICE_HOURS,
            window_days: BOOKING_WINDOW_DAYS,
            credit_warning_days: tala_domain::credits::WARNING_DAYS,
        },
        cancelling: CancellationTerms::current(),
        payments: ctx.payments.as_ref().map(|provider| PaymentsConfig {
            provider: "Razorpay",
            key_id: provider.key_id.clone(),
            checkout_script: provider.checkout_script.clone(),
            test_mode: provider.key_id.starts_with("rzp_test_"),
        }),
    })
}
