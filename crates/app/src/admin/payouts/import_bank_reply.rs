//! `POST /api/admin/payouts/bank-reply`.

use crate::admin::access::Admin;
use crate::admin::overview::AdminMoney;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::bank_replies::{ReplyRow, ReplyStatus, apply_bank_reply, read_bank_reply};
use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::admin::AdminArea;
use utoipa::ToSchema;

/// The bank's reply.
#[derive(Deserialize, ToSchema)]
pub(super) struct AdminBankReplyRequest {
    /// CSV with the columns payout ID, bank reference and amount, in this order or with a header row; a column `status` with
    /// another result than paid excludes a row. At most 500 rows.
    text: String,
    /// Mark the payouts as paid. Otherwise the reply shows what would be marked.
    #[serde(default)]
    apply: bool,
    /// At most 500 characters; kept in the audit log.
    #[serde(default)]
    #[schema(max_length = 500)]
    reason: Option<String>,
}

/// The rows of the bank's reply and what they mean.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminBankReply {
    rows: Vec<AdminBankReplyRow>,
}

/// A row of the bank's reply.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminBankReplyRow {
    /// Line in the text, from 1.
    line: usize,
    /// As written.
    payout_id: String,
    reference: String,
    /// As written.
    amount: String,
    /// Name of the teacher, if the payout exists.
    #[schema(required)]
    teacher_name: Option<String>,
    /// Amount of the payout, if it exists.
    #[schema(required)]
    expected: Option<AdminMoney>,
    status: ReplyStatus,
}

impl From<ReplyRow> for AdminBankReplyRow {
    fn from(row: ReplyRow) -> Self {
        Self {
            line: row.line,
            payout_id: row.payout_text,
            reference: row.reference,
            amount: row.amount_text,
            expected: row.payout.as_ref().map(|payout| AdminMoney::from(payout.amount)),
            teacher_name: row.payout.map(|payout| payout.teacher_name),
            status: row.status,
        }
    }
}

/// Compares the bank's reply with the payouts and, with `apply`, marks those that match as paid and notifies their teachers.
/// Idempotent: a payout that was marked before with the same reference is left alone.
#[utoipa::path(post, path = "/api/admin/payouts/bank-reply", tag = "admin-payouts", security(("adminSession" = [])),
    request_body = AdminBankReplyRequest, responses((status = 200, body = AdminBankReply)))]
pub(super) async fn admin_import_bank_reply(
    State(ctx): State<Ctx>,
    admin: Admin,
    Body(request): Body<AdminBankReplyRequest>,
) -> AppResult<Json<AdminBankReply>> {
    let actor = admin.authorize_with_optional_reason(AdminArea::Payouts, request.reason.as_deref())?;
    let mut rows = read_bank_reply(&ctx, &request.text).await?;
    if request.apply {
        apply_bank_reply(&ctx, Actor::Admin(&actor), &mut rows).await?;
    }
    Ok(Json(AdminBankReply { rows: rows.into_iter().map(AdminBankReplyRow::from).collect() }))
}
