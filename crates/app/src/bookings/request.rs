//! The body of `/api/book-with-credits`, and its validation.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::Phone;
use tala_domain::ids::PersonId;
use utoipa::ToSchema;

use crate::error::{AppError, AppResult};
use crate::services::credit_booking::BookingCommand;
use crate::services::current_user::Student;
use crate::services::seats::SlotSelector;

const MAX_KEY_LENGTH: usize = 200;

/// A class to book with credits (SPEC §7).
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BookWithCreditsRequest {
    /// The student's address.
    pub(super) student_email: String,
    /// The student's name as shown; the stored one counts.
    #[serde(default)]
    pub(super) student_name: Option<String>,
    /// Kept with the student when given.
    #[serde(default)]
    pub(super) student_phone: Option<String>,
    /// The slot's `_id`.
    pub(super) slot_id: String,
    /// The student's id.
    pub(super) student_id: String,
    /// The student's currency; the stored one counts (D19).
    #[serde(default)]
    pub(super) currency: Option<String>,
    /// `credits`.
    #[serde(default)]
    pub(super) payment_method: Option<String>,
    /// The slot's teacher.
    pub(super) teacher_id: String,
    /// Whether the slot is virtual.
    #[serde(default)]
    pub(super) is_virtual_slot: Option<bool>,
    /// When the class starts, as shown.
    pub(super) date_time: String,
    /// What it costs, as shown.
    #[serde(default)]
    pub(super) credits_used: Option<u32>,
}

impl BookWithCreditsRequest {
    /// Checks the ids and emails against the signed-in student (D4), and parses the rest.
    pub(super) fn validate(&self, student: &Student, key: Option<&str>) -> AppResult<BookingCommand> {
        student.require_own_email(&self.student_email)?;
        student.require_self(&self.student_id)?;
        let teacher: PersonId = self.teacher_id.parse().map_err(|_| ErrorCode::InvalidSlot)?;
        if teacher != student.teacher_id {
            return Err(ErrorCode::NotYourself.into());
        }
        if self.payment_method.as_deref().is_some_and(|method| !method.eq_ignore_ascii_case("credits")) {
            return Err(FieldErrors::one("paymentMethod", "This call books with credits only.").into());
        }
        let shown_start: Timestamp = self
            .date_time
            .parse()
            .map_err(|_| FieldErrors::one("dateTime", "Please give an instant such as 2026-11-21T04:30:00Z."))?;
        let wanted = SlotSelector::parse(&self.slot_id, teacher)?;
        if matches!(wanted, SlotSelector::Virtual(start) if start != shown_start) {
            return Err(ErrorCode::InvalidSlot.into());
        }
        let phone = Phone::parse(self.student_phone.as_deref().unwrap_or_default())
            .map_err(|error| error.at("studentPhone"))?
            .map(|phone| phone.as_str().to_owned());
        let key = key.map(|key| self.hashed(key)).transpose()?;
        Ok(BookingCommand { wanted, shown_start, shown_cost: self.credits_used, phone, key })
    }

    fn hashed(&self, key: &str) -> AppResult<(String, String)> {
        if key.is_empty() || key.len() > MAX_KEY_LENGTH {
            return Err(FieldErrors::one(
                "Idempotency-Key",
                "An idempotency key has 1 to 200 printable ASCII characters.",
            )
            .into());
        }
        let body = serde_json::to_vec(self).map_err(AppError::internal)?;
        Ok((key.to_owned(), hex::encode(Sha256::digest(body))))
    }
}
