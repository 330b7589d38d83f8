//! `GET /api/admin/refunds`.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use tala_domain::error::FieldErrors;
use tala_domain::payments::RefundState;
use tala_store::ByCreation;
use tala_store::refunds::{self, Refund};
use utoipa::{IntoParams, ToSchema};

use super::refund_view::AdminRefund;
use crate::admin::access::Admin;
use crate::admin::pagination::Page;
use crate::admin::sorting::SortedRequest;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;

/// Filter and order of the refund list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RefundsQuery {
    /// `requested`, `started`, `done` or `failed`.
    pub(super) state: Option<String>,
    /// `createdAt`, with `-` in front for descending order. Default `-createdAt`.
    pub(super) sort: Option<String>,
    limit: Option<u32>,
    after: Option<String>,
}

impl RefundsQuery {
    /// Parses the state.
    ///
    /// # Errors
    /// If it is unknown.
    pub(super) fn parse_state(&self) -> AppResult<Option<RefundState>> {
        match self.state.as_deref() {
            None | Some("") => Ok(None),
            Some(text) => {
                let state = RefundState::parse(text);
                Ok(Some(state.ok_or_else(|| FieldErrors::one("state", "requested, started, done or failed"))?))
            }
        }
    }
}

/// A refund and its student.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminListedRefund {
    #[serde(flatten)]
    refund: AdminRefund,
    #[schema(required)]
    student_id: Option<String>,
    #[schema(required)]
    student_name: Option<String>,
}

/// Lists refunds, by default newest first.
#[utoipa::path(get, path = "/api/admin/refunds", tag = "admin-orders", security(("adminSession" = [])), params(RefundsQuery),
    responses((status = 200, body = Page<AdminListedRefund>)))]
pub(super) async fn admin_list_refunds(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<RefundsQuery>,
) -> AppResult<Json<Page<AdminListedRefund>>> {
    let (conn, state) = (ctx.store.read_replica(), query.parse_state()?);
    let page = SortedRequest::parse(query.sort.as_deref(), query.after.as_deref(), query.limit)?;
    let found = refunds::list_page(conn, state, &page.fetch()).await?;
    let total = page.count(refunds::count(conn, state)).await?;
    let position = |_: ByCreation, refund: &Refund| ByCreation::position(refund.id.0);
    let students = refunds::list_students(conn, &found).await?;
    let listed = |refund: Refund| {
        let (student_id, student_name) = students.get(&refund.id).cloned().unzip();
        let student_id = student_id.map(|id| id.to_string());
        AdminListedRefund { refund: AdminRefund::from(&refund), student_id, student_name }
    };
    Ok(Json(page.into_page(found, position, listed).with_total(total)))
}
