//! `GET /api/credit-history` (beyond SPEC; LESSONS §1.3): every credit as a row.

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
use crate::views::problem::Problem;

const MOST_LOTS: u32 = 100;
const MOST_ENTRIES: u32 = 500;

/// Whose history.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreditHistoryQuery {
    /// The signed-in student.
    student_id: Option<String>,
}

/// Lots and everything that happened to them, newest first.
#[derive(Serialize, ToSchema)]
pub(super) struct CreditHistory {
    lots: Vec<CreditLot>,
    entries: Vec<CreditEntry>,
}

/// Credits with one expiry (D17).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct CreditLot {
    #[serde(rename = "_id")]
    id: String,
    /// Where it came from.
    #[schema(value_type = CreditOrigin)]
    origin: &'static str,
    total: u32,
    remaining: u32,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    expired: bool,
    teacher_name: String,
}

/// One row of the history.
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
    /// Positive when credits came in, negative when they went out.
    credits: i64,
    lot_id: String,
    #[schema(required)]
    booking_id: Option<String>,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    class_date_time: Option<Timestamp>,
}

/// Where credits came from.
#[derive(ToSchema)]
#[expect(non_camel_case_types, dead_code, reason = "only describes the words in the OpenAPI file")]
pub(super) enum CreditOrigin {
    /// Paid for.
    bought,
    /// Given.
    granted,
    /// Came back.
    returned,
}

/// What happened to credits.
#[derive(ToSchema)]
#[expect(non_camel_case_types, dead_code, reason = "only describes the words in the OpenAPI file")]
pub(super) enum CreditKind {
    /// Paid for.
    bought,
    /// Given.
    granted,
    /// Spent on a class.
    used,
    /// Came back from a class.
    returned,
    /// Their time was up.
    expired,
    /// Their money went back.
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
            kind: word_for(&entry.kind),
            credits: entry.credits,
            lot_id: entry.lot_id.to_string(),
            booking_id: entry.booking.map(|(id, _)| id.to_string()),
            class_date_time: entry.booking.map(|(_, at)| at),
        }
    }
}

/// The ledger's kinds in a student's words.
fn word_for(kind: &str) -> &'static str {
    match kind {
        "credits_bought" => "bought",
        "credits_spent" => "used",
        "credits_returned" => "returned",
        "credits_expired" => "expired",
        "credits_refunded" => "refunded",
        _ => "granted",
    }
}

/// The signed-in student's credits as they came and went.
#[utoipa::path(get, path = "/api/credit-history", tag = "credits", params(CreditHistoryQuery),
    responses((status = 200, body = CreditHistory), (status = "4XX", body = Problem)))]
pub(super) async fn list_credit_history(
    State(ctx): State<Ctx>,
    student: Student,
    QueryParams(query): QueryParams<CreditHistoryQuery>,
) -> AppResult<Json<CreditHistory>> {
    if let Some(id) = &query.student_id {
        student.require_self(id)?;
    }
    let conn = ctx.store.read();
    let lots = credits::list_by_student(conn, student.person.id, MOST_LOTS).await?;
    let entries = credits::list_history(conn, student.person.id, MOST_ENTRIES).await?;
    let now = ctx.now();
    Ok(Json(CreditHistory {
        lots: lots.iter().map(|stored| CreditLot::of(stored, now)).collect(),
        entries: entries.iter().map(CreditEntry::of).collect(),
    }))
}
