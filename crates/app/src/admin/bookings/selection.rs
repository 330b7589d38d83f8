//! The bookings that a filter selects, for the list and its export.

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};
use tala_domain::booking::{BookingCode, BookingStatus};
use tala_domain::error::FieldErrors;
use tala_store::bookings::{self, BookingFilter, BookingSort};
use utoipa::IntoParams;

use crate::admin::pagination::parse_search;
use crate::admin::people_search::list_matching_people;
use crate::admin::sorting::{Sort, SortField};
use crate::context::Ctx;
use crate::error::AppResult;

const NOT_CANCELLED: &str = "not_cancelled";

impl SortField for BookingSort {
    const FIELDS: &'static [(&'static str, Self)] = &[("dateTime", Self::StartsAt), ("createdAt", Self::Booked)];
}

/// Filter and order of the booking list.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct BookingsQuery {
    /// Booking id or code, or the beginning of words of the student's or teacher's name or email
    /// address, or their phone number.
    q: Option<String>,
    /// `confirmed`, `completed`, `cancelled`, or `not_cancelled`.
    status: Option<String>,
    /// Earliest start of the class.
    #[param(value_type = Option<String>, format = DateTime)]
    from: Option<Timestamp>,
    /// End of the period (exclusive) in which the class starts.
    #[param(value_type = Option<String>, format = DateTime)]
    to: Option<Timestamp>,
    /// `dateTime` (of the class) or `createdAt`, with `-` in front for descending order. Default `-dateTime`.
    pub(super) sort: Option<String>,
    pub(super) limit: Option<u32>,
    pub(super) after: Option<String>,
}

/// What a filter selects.
pub(super) enum Selection {
    /// Bookings that were found by id or code.
    Found(Vec<bookings::Booking>),
    /// The bookings that match these conditions.
    Matching(BookingFilter),
}

impl BookingsQuery {
    /// Resolves the filter.
    ///
    /// # Errors
    /// If a value is not valid, or if the search text matches too many people.
    pub(super) async fn select(&self, ctx: &Ctx, sort: Sort<BookingSort>) -> AppResult<Selection> {
        let conn = ctx.store.read_replica();
        let status = match self.status.as_deref() {
            None | Some("" | NOT_CANCELLED) => None,
            Some(text) => Some(
                BookingStatus::parse(text)
                    .ok_or_else(|| FieldErrors::one("status", "confirmed, completed, cancelled or not_cancelled"))?,
            ),
        };
        let text = parse_search(self.q.as_deref());
        if let Some(id) = text.as_ref().and_then(|text| text.parse().ok()) {
            return Ok(Selection::Found(bookings::find_by_id(conn, id).await?.into_iter().collect()));
        }
        if let Some(code) = text.as_deref().and_then(BookingCode::parse) {
            let matching = bookings::list_by_code(conn, code).await?;
            // If no booking has this code, the text may be part of an email address.
            if !matching.is_empty() {
                return Ok(Selection::Found(matching));
            }
        }
        let people = match &text {
            Some(text) => Some(list_matching_people(ctx, "q", text).await?),
            None => None,
        };
        // Completed classes have started, so later ones need not be searched in the order of their starts.
        let only_started = status == Some(BookingStatus::Completed) && sort.column == BookingSort::StartsAt;
        let to = if only_started { Some(self.to.map_or(ctx.now(), |to| to.min(ctx.now()))) } else { self.to };
        let not_cancelled = self.status.as_deref() == Some(NOT_CANCELLED);
        Ok(Selection::Matching(BookingFilter { people, status, not_cancelled, from: self.from, to }))
    }

    /// The filter for the audit log.
    pub(super) fn audit_detail(&self) -> Value {
        let searched = parse_search(self.q.as_deref()).is_some();
        json!({ "status": self.status, "from": self.from, "to": self.to, "sort": self.sort, "searched": searched })
    }
}
