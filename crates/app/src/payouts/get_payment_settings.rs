//! `GET /api/teacher/payment-settings`.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::payouts::settings_view::PaymentSettingsReply;
use crate::services::current_user::Teacher;
use axum::extract::State;
use tala_domain::error::ErrorCode;
use tala_store::bank_accounts::{self};
use tala_store::teachers::{self};

/// Returns the signed-in teacher's payment settings.
#[utoipa::path(get, path = "/api/teacher/payment-settings", tag = "payouts",
    responses((status = 200, body = PaymentSettingsReply)))]
pub(super) async fn get_payment_settings(
    State(ctx): State<Ctx>,
    teacher: Teacher,
) -> AppResult<Json<PaymentSettingsReply>> {
    let conn = ctx.store.read();
    let profile = teachers::find_profile(conn, teacher.id()).await?.ok_or(ErrorCode::RoleNotAllowed)?;
    let account = bank_accounts::find_by_teacher(conn, teacher.id()).await?;
    Ok(Json(PaymentSettingsReply::of(&profile, account, ctx.now())))
}
