//! A free slot.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::class_type::ClassType;

/// A free slot (SPEC §3).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Slot {
    /// What to send when booking.
    #[serde(rename = "_id")]
    pub id: String,
    /// When the class starts.
    #[schema(value_type = String, format = DateTime)]
    pub date_time: Timestamp,
    /// When it ends.
    #[schema(value_type = String, format = DateTime)]
    pub end_date_time: Timestamp,
    /// Private, Group or Duet.
    #[schema(value_type = ClassType)]
    pub class_type_key: String,
    /// Who teaches.
    pub teacher_id: String,
    /// The teacher's address.
    pub teacher_email: String,
    /// Credits that a seat costs.
    pub credit_cost: u32,
    /// Computed from the weekly availability, or published (D10).
    pub is_virtual_slot: bool,
    /// Seats in all.
    pub capacity: u32,
    /// Seats still free.
    pub seats_left: u32,
    /// Until when the viewer holds a seat in it while paying.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub held_until: Option<Timestamp>,
    /// The viewer's order that holds it.
    #[schema(required)]
    pub order_id: Option<String>,
}
