//! Lists as CSV files. They are streamed in batches, so memory use does not grow with the list.

use axum::body::Body;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream::try_unfold;
use serde_json::Value;
use tala_domain::audit_actions::AuditAction;
use tala_domain::csv;
use tala_store::Transaction;

use crate::admin::access::Admin;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, AdminActor, AuditEvent};

/// Rows per query.
pub(super) const BATCH_SIZE: u32 = 1_000;

/// Rows of a file, and the position of the last one. Without a position, the file ends.
pub(super) struct Batch<P> {
    /// Formatted rows.
    pub(super) text: String,
    /// Where the next batch begins.
    pub(super) next: Option<P>,
}

impl<P> Batch<P> {
    /// Formats the rows that a query has returned; fewer than [`BATCH_SIZE`] are the last ones.
    pub(super) fn of<R, const N: usize>(
        rows: &[R],
        cells: impl Fn(&R) -> [String; N],
        position: impl Fn(&R) -> P,
    ) -> Self {
        let is_full = u32::try_from(rows.len()).is_ok_and(|count| count >= BATCH_SIZE);
        let text = rows.iter().map(|row| csv::format_row(&cells(row))).collect();
        Self { text, next: rows.last().filter(|_| is_full).map(position) }
    }
}

/// Records an export in the audit log. `detail` names the filter, but no search text: it may be an email address, and
/// audit events are never deleted.
///
/// # Errors
/// That of the database.
pub(super) async fn record_export(ctx: &Ctx, admin: &Admin, action: AuditAction, detail: Value) -> AppResult<()> {
    let actor = AdminActor { admin: admin.name.clone(), reason: None };
    let write = async |tx: Transaction| {
        let event = AuditEvent::new(action, admin.id.0).detail(detail.clone());
        Actor::Admin(&actor).record(&tx, ctx, &event).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await
}

enum NextChunk<P> {
    Header,
    Rows(Option<P>),
    End,
}

/// Streams a CSV file: the header, and then batches from the position after the previous one.
pub(super) fn stream_csv<P, F, E>(
    file_name: &str,
    columns: &'static [&'static str],
    batch: impl Fn(Option<P>) -> F + Send + 'static,
) -> Response
where
    P: Send + 'static,
    F: Future<Output = Result<Batch<P>, E>> + Send + 'static,
    E: std::fmt::Display + Send + 'static,
{
    let chunks = try_unfold((batch, NextChunk::Header), move |(batch, next)| async move {
        let (text, next) = match next {
            NextChunk::End => return Ok::<_, std::io::Error>(None),
            NextChunk::Header => {
                (format!("{}{}", csv::BYTE_ORDER_MARK, csv::format_row(columns)), NextChunk::Rows(None))
            }
            NextChunk::Rows(after) => {
                let found = batch(after).await.map_err(|error| std::io::Error::other(error.to_string()))?;
                (found.text, found.next.map_or(NextChunk::End, |last| NextChunk::Rows(Some(last))))
            }
        };
        Ok(Some((text, (batch, next))))
    });
    let disposition = format!("attachment; filename=\"{file_name}\"");
    let headers = [(CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()), (CONTENT_DISPOSITION, disposition)];
    (headers, Body::from_stream(chunks)).into_response()
}
