//! An available slot.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use super::class_type::ClassType;

/// An available slot (SPEC §3).
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Slot {
    /// Slot id to send with a booking request.
    #[serde(rename = "_id")]
    pub id: String,
    /// Start of the class.
    #[schema(value_type = String, format = DateTime)]
    pub date_time: Timestamp,
    /// End of the class.
    #[schema(value_type = String, format = DateTime)]
    pub end_date_time: Timestamp,
    /// Private, Group or Duet.
    #[schema(value_type = ClassType)]
    pub class_type_key: String,
    /// The teacher's id.
    pub teacher_id: String,
    /// The teacher's email address.
    pub teacher_email: String,
    /// Price of a seat in credits.
    pub credit_cost: u32,
    /// True if computed from the weekly availability, false if it is a published class (D10).
    pub is_virtual_slot: bool,
    /// Total number of seats.
    pub capacity: u32,
    /// Number of seats still available.
    pub seats_left: u32,
    // Most slots have none of the next three. They are absent then, because the list has hundreds of slots.
    /// The name of a published class, if it has one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// What a published class is about, if it says so.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// The level that students of a published class should have: beginner, intermediate, advanced or expert. Absent for any
    /// level.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'static str>,
    /// Expiry of the viewer's own seat hold on this slot.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    pub held_until: Option<Timestamp>,
    /// The viewer's order with that seat hold.
    #[schema(required)]
    pub order_id: Option<String>,
}
