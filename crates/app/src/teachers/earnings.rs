//! A teacher's earnings from one booking.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::booking::BookingStatus;
use tala_domain::ids::TeacherId;
use tala_domain::pricing::{BasisPoints, commission_rate, split_price};
use tala_store::bookings::{self, Booking};
use tala_store::{Connection, StoreError, teachers};
use utoipa::ToSchema;

/// The teacher's earnings from a class: its net price less the commission (D22).
#[derive(Serialize, ToSchema)]
pub(super) struct Earnings {
    /// In major units.
    amount: f64,
    /// ISO 4217 code.
    currency: String,
    /// Whether the class is completed. Until then the commission may change.
    #[serde(rename = "final")]
    settled: bool,
}

/// What the commission of a teacher depends on.
pub(super) struct EarningsTerms {
    /// When the teacher joined.
    since: Timestamp,
    /// The hours taught so far.
    hours: u32,
}

impl EarningsTerms {
    /// # Errors
    /// [`StoreError`] if a query fails.
    pub(super) async fn load<C: Connection>(conn: &C, id: TeacherId, now: Timestamp) -> Result<Self, StoreError> {
        let hours = bookings::count_taught_hours(conn, id).await?;
        let since = teachers::find_by_id(conn, id).await?.map_or(now, |teacher| teacher.created_at);
        Ok(Self { since, hours })
    }

    /// The settled earnings, or the expected ones at the current commission.
    pub(super) fn earnings(&self, booking: &Booking, now: Timestamp) -> Earnings {
        let next_hour = self.hours.saturating_add(1);
        let amount = match (booking.net, booking.status(now)) {
            (Some(net), _) => net,
            (None, BookingStatus::Cancelled) => split_price(booking.amount, BasisPoints(10_000)).earnings,
            (None, _) => split_price(booking.amount, commission_rate(self.since, booking.ends_at, next_hour)).earnings,
        };
        let settled = booking.net.is_some() || booking.status(now) == BookingStatus::Cancelled;
        Earnings { amount: amount.to_major(), currency: amount.currency.code().to_owned(), settled }
    }
}
