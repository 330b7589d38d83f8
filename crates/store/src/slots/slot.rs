//! A stored slot and its quarter-hours.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::booking::{ClassText, ClassType, SlotKind};
use tala_domain::ids::{PersonId, SlotId, TeacherId};
use tala_domain::level::Level;
use tala_domain::time::quarter_hours;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{fetch_optional, from_micros, parse_enum, to_u32};

/// A stored slot: a published class, or a virtual slot that has been booked.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Primary key.
    pub id: SlotId,
    /// The teacher.
    pub teacher_id: TeacherId,
    /// When the class starts.
    pub starts_at: Timestamp,
    /// Virtual or regular (D10).
    pub kind: SlotKind,
    /// Private, group or duet.
    pub class_type: ClassType,
    /// Number of seats.
    pub capacity: u32,
    /// Seats taken, including held ones.
    pub seats_taken: u32,
    /// Price of a seat in credits.
    pub credit_cost: u32,
    /// What the teacher wrote about a published class; empty for a virtual slot.
    pub text: ClassText,
}

impl Slot {
    /// Whether the slot occupies the teacher's time: a published class, or a virtual slot with a student.
    pub fn is_taken(&self) -> bool {
        self.kind == SlotKind::Regular || self.seats_taken > 0
    }
}

#[derive(FromRow)]
pub(super) struct Row {
    pub(super) id: Uuid,
    pub(super) teacher_id: Uuid,
    pub(super) starts_at: i64,
    pub(super) kind: String,
    pub(super) class_type: String,
    pub(super) capacity: i64,
    pub(super) seats_taken: i64,
    pub(super) credit_cost: i64,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) level: String,
}

impl TryFrom<Row> for Slot {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: SlotId(row.id),
            teacher_id: TeacherId(row.teacher_id),
            starts_at: from_micros(row.starts_at)?,
            kind: parse_enum(&row.kind, SlotKind::parse)?,
            class_type: parse_enum(&row.class_type, ClassType::parse)?,
            capacity: to_u32(row.capacity)?,
            seats_taken: to_u32(row.seats_taken)?,
            credit_cost: to_u32(row.credit_cost)?,
            text: ClassText { title: row.title, description: row.description, level: Level::parse(&row.level) },
        })
    }
}

pub(super) const COLUMNS: &str =
    "id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost, title, description, level";

/// Finds a slot that is not cancelled.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn find_by_id<C: Connection>(conn: &C, id: SlotId) -> Result<Option<Slot>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM slots WHERE id = $1 AND cancelled_at IS NULL");
    fetch_optional::<Row, _>(conn, &sql, &[id.0.into()]).await
}

/// Finds a slot that is not cancelled, and locks it until commit: no other transaction can take or release a seat.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn lock_for_update(tx: &Transaction, id: SlotId) -> Result<Option<Slot>, StoreError> {
    let sql = format!("UPDATE slots SET id = id WHERE id = $1 AND cancelled_at IS NULL RETURNING {COLUMNS}");
    fetch_optional::<Row, _>(tx, &sql, &[id.0.into()]).await
}

/// Marks the quarter-hours of a slot as busy for each person. Returns false if a person has an overlapping class: the
/// caller must roll back.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn insert_busy_quarter_hours(tx: &Transaction, slot: &Slot, people: &[PersonId]) -> Result<bool, StoreError> {
    let mut sql = String::from("INSERT INTO busy_quarter_hours (person_id, quarter_hour, slot_id) VALUES ");
    let mut values: Vec<Value> = vec![slot.id.0.into()];
    let mut rows = Vec::new();
    for person in people {
        values.push(person.0.into());
        let person_at = values.len();
        for cell in quarter_hours(slot.starts_at) {
            values.push(cell.into());
            rows.push(format!("(${person_at}, ${}, $1)", values.len()));
        }
    }
    sql.push_str(&rows.join(", "));
    sql.push_str(" ON CONFLICT DO NOTHING");
    let inserted = tx.execute(&sql, &values).await?;
    Ok(usize::try_from(inserted).is_ok_and(|inserted| inserted == rows.len()))
}
