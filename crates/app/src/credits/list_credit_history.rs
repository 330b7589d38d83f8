//! `GET /api/credit-history`: a student's credit lots and their history (not part of SPEC).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_store::credits::{self, HistoryEntry, StoredLot};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::services::current_user::Student;

const MAX_LOTS: u32 = 100;
const MAX_ENTRIES: u32 = 500;

/// The student whose history to list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreditHistoryQuery {
    /// The signed-in student's id.
    student_id: Option<String>,
}

/// Credit lots and their history, newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct CreditHistory {
    lots: Vec<CreditLot>,
    entries: Vec<CreditEntry>,
}

/// A credit lot: credits with one expiry (D17).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreditLot {
    #[serde(rename = "_id")]
    id: String,
    /// How the student got the credits.
    #[schema(value_type = CreditOrigin)]
    origin: &'static str,
    /// The number of credits when the lot was created.
    total: u32,
    /// The number of unspent credits.
    remaining: u32,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    expired: bool,
    /// The teacher with whom the credits can be spent.
    teacher_name: String,
}

/// One change of a credit lot.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreditEntry {
    #[serde(rename = "_id")]
    id: String,
    #[schema(value_type = String, format = DateTime)]
    at: Timestamp,
    /// What happened.
    #[schema(value_type = CreditKind)]
    kind: &'static str,
    /// The number of credits; negative if they were spent, expired or refunded.
    credits: i64,
    lot_id: String,
    /// The booking that the credits were spent on or returned from.
    #[schema(required)]
    booking_id: Option<String>,
    /// The start of that booking's class.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    class_date_time: Option<Timestamp>,
}

/// How a student got credits.
#[derive(ToSchema)]
#[expect(non_camel_case_types, dead_code, reason = "only describes the words in the OpenAPI file")]
pub(super) enum CreditOrigin {
    /// In a package that the student paid for.
    bought,
    /// Granted by an administrator or as a referral reward.
    granted,
    /// Returned for a cancelled booking.
    returned,
}

/// The kind of a change of a credit lot.
#[derive(ToSchema)]
#[expect(non_camel_case_types, dead_code, reason = "only describes the words in the OpenAPI file")]
pub(super) enum CreditKind {
    /// Bought in a package.
    bought,
    /// Granted by an administrator or as a referral reward.
    granted,
    /// Spent on a class.
    used,
    /// Returned for a cancelled booking.
    returned,
    /// Expired.
    expired,
    /// Voided because the package was refunded.
    refunded,
}

impl CreditLot {
    fn of(stored: &StoredLot, now: Timestamp) -> Self {
        Self {
            id: stored.lot.id.to_string(),
            origin: stored.origin.as_str(),
            total: stored.total,
            remaining: stored.lot.remaining,
            expires_at: stored.lot.expires_at,
            created_at: stored.created_at,
            expired: stored.lot.expires_at <= now,
            teacher_name: stored.teacher_name.clone(),
        }
    }
}

impl CreditEntry {
    fn of(entry: &HistoryEntry) -> Self {
        Self {
            id: format!("{}-{}", entry.id, entry.lot_id),
            at: entry.at,
            kind: to_credit_kind(&entry.kind),
            credits: entry.credits,
            lot_id: entry.lot_id.to_string(),
            booking_id: entry.booking.map(|(id, _)| id.to_string()),
            class_date_time: entry.booking.map(|(_, at)| at),
        }
    }
}

/// Converts a kind of ledger posting to a [`CreditKind`].
fn to_credit_kind(kind: &str) -> &'static str {
    match kind {
        "credits_bought" => "bought",
        "credits_spent" => "used",
        "credits_returned" => "returned",
        "credits_expired" => "expired",
        "credits_refunded" => "refunded",
        _ => "granted",
    }
}

/// Lists the signed-in student's credit lots and their history.
#[utoipa::path(get, path = "/api/credit-history", tag = "credits", params(CreditHistoryQuery),
    responses((status = 200, body = CreditHistory)))]
pub(super) async fn list_credit_history(
    State(ctx): State<Ctx>,
    student: Student,
    QueryParams(query): QueryParams<CreditHistoryQuery>,
) -> AppResult<Json<CreditHistory>> {
    if let Some(id) = &query.student_id {
        student.require_self(id)?;
    }
    let conn = ctx.store.read();
    let lots = credits::list_by_student(conn, student.id(), MAX_LOTS).await?;
    let entries = credits::list_history(conn, student.id(), MAX_ENTRIES).await?;
    let now = ctx.now();
    Ok(Json(CreditHistory {
        lots: lots.iter().map(|stored| CreditLot::of(stored, now)).collect(),
        entries: entries.iter().map(CreditEntry::of).collect(),
    }))
}
