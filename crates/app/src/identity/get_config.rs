//! `GET /api/config`: what the client must know before anybody has signed in.

use axum::extract::State;
use serde::Serialize;
use tala_domain::booking::{NOTICE_HOURS, WINDOW_DAYS};
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::http::json::Json;
use crate::views::quote::CancellationTerms;

/// Names, addresses, sign-in settings and limits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AppConfig {
    product_name: String,
    support_email: String,
    postal_address: String,
    social_links: Vec<SocialLink>,
    public_url: String,
    /// The demo is running: mails are at `/dev/mailbox`.
    demo: bool,
    oidc: OidcConfig,
    limits: Limits,
    /// What a student's cancellation brings, and until when.
    cancelling: CancellationTerms,
    /// How to pay; nothing can be paid without it.
    #[schema(required)]
    payments: Option<PaymentsConfig>,
}

/// How to pay.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentsConfig {
    /// The provider's name.
    provider: &'static str,
    /// Public half of its key.
    key_id: String,
    /// Address of its checkout script.
    checkout_script: String,
    /// No real money moves.
    test_mode: bool,
}

/// One social link.
#[derive(Serialize, ToSchema)]
pub(super) struct SocialLink {
    label: String,
    url: String,
}

/// How to sign in.
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

/// Limits that texts mention.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Limits {
    /// Classes can be booked until so many hours before they start.
    notice_hours: i64,
    /// And so many days ahead.
    window_days: i64,
    /// Credits that expire within so many days cause an alert.
    credit_warning_days: i64,
}

/// What the client must know before anybody has signed in.
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
            authority: settings.sign_in.authority.clone(),
            client_id: settings.sign_in.client_id.clone(),
            scope: settings.sign_in.scope.clone(),
            audience: settings.sign_in.audience.clone(),
            redirect_path: "/auth/callback".to_owned(),
            post_logout_path: "/".to_owned(),
        },
        limits: Limits {
            notice_hours: NOTICE_HOURS,
            window_days: WINDOW_DAYS,
            credit_warning_days: tala_domain::credits::WARNING_DAYS,
        },
        cancelling: CancellationTerms::of_today(),
        payments: ctx.payments.as_ref().map(|provider| PaymentsConfig {
            provider: "Razorpay",
            key_id: provider.key_id.clone(),
            checkout_script: provider.checkout_script.clone(),
            test_mode: provider.key_id.starts_with("rzp_test_"),
        }),
    })
}
