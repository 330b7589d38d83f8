//! Weekly hours, date overrides and available slots.

mod available_slots;
mod overrides;
mod weekly_hours;
