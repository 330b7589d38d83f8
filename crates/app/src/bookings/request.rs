//! The body of `POST /api/book-with-credits`, and its validation.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::Phone;
use tala_domain::ids::TeacherId;
use utoipa::ToSchema;

use crate::error::{AppError, AppResult};
use crate::services::credit_booking::{BookingCommand, IdempotencyKey};
use crate::services::current_user::Student;
use crate::services::seats::SlotSelector;

/// A class to book with credits (SPEC §7). Names and prices in it are compared with the stored ones or ignored.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct BookWithCreditsRequest {
    /// The signed-in student's email address.
    pub(super) student_email: String,
    /// Ignored; the stored name is used.
    #[serde(default)]
    pub(super) student_name: Option<String>,
    /// The student's phone number. Stored if present.
    #[serde(default)]
    pub(super) student_phone: Option<String>,
    /// The slot's `_id`.
    pub(super) slot_id: String,
    /// The signed-in student's id.
    pub(super) student_id: String,
    /// Ignored; the stored currency is used (D19).
    #[serde(default)]
    pub(super) currency: Option<String>,
    /// `credits`, if present.
    #[serde(default)]
    pub(super) payment_method: Option<String>,
    /// The id of the student's teacher.
    pub(super) teacher_id: String,
    /// Ignored; the slot's `_id` determines it.
    #[serde(default)]
    pub(super) is_virtual_slot: Option<bool>,
    /// The start of the class that the client displayed, as an instant.
    pub(super) date_time: String,
    /// The cost in credits that the client displayed. A different cost is rejected.
    #[serde(default)]
    pub(super) credits_used: Option<u32>,
}

impl BookWithCreditsRequest {
    /// Checks that ids and email address are the signed-in student's (D4), and parses the other fields.
    pub(super) fn validate(&self, student: &Student, key: Option<&str>) -> AppResult<BookingCommand> {
        student.require_own_email(&self.student_email)?;
        student.require_self(&self.student_id)?;
        let teacher: TeacherId = self.teacher_id.parse().map_err(|_| ErrorCode::InvalidSlot)?;
        if teacher != student.teacher_id {
            return Err(ErrorCode::ForbiddenSubject.into());
        }
        if self.payment_method.as_deref().is_some_and(|method| !method.eq_ignore_ascii_case("credits")) {
            return Err(FieldErrors::one("paymentMethod", "This call books with credits only.").into());
        }
        let shown_start: Timestamp = self
            .date_time
            .parse()
            .map_err(|_| FieldErrors::one("dateTime", "Please give an instant such as 2026-11-21T04:30:00Z."))?;
        let selector = SlotSelector::parse(&self.slot_id, teacher)?;
        if matches!(selector, SlotSelector::Virtual(start) if start != shown_start) {
            return Err(ErrorCode::InvalidSlot.into());
        }
        let phone = self.student_phone.as_deref().unwrap_or_default();
        let phone = Phone::parse_change(phone, student.account_holder().phone.as_deref())
            .map_err(|error| error.for_field("studentPhone"))?
            .map(|phone| phone.as_str().to_owned());
        let idempotency = key.map(|key| self.idempotency_key(key)).transpose()?;
        Ok(BookingCommand { selector, shown_start, shown_cost: self.credits_used, phone, idempotency })
    }

    fn idempotency_key(&self, key: &str) -> AppResult<IdempotencyKey> {
        let body = serde_json::to_vec(self).map_err(AppError::internal)?;
        Ok(IdempotencyKey { key: key.to_owned(), request_hash: hex::encode(Sha256::digest(body)) })
    }
}
