//! A stored slot, finding one, and occupying its quarter-hours.

use jiff::Timestamp;
use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::booking::{ClassType, SlotKind};
use tala_domain::ids::{PersonId, SlotId};
use tala_domain::time::cells;
use uuid::Uuid;

use crate::StoreError;
use crate::sql::{count, instant, word};

/// A stored slot: published by the teacher, or virtual and booked by somebody.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Its id.
    pub id: SlotId,
    /// Who teaches.
    pub teacher_id: PersonId,
    /// When it starts.
    pub starts_at: Timestamp,
    /// Virtual or regular (D10).
    pub kind: SlotKind,
    /// Private, Group or Duet.
    pub class_type: ClassType,
    /// Seats in all.
    pub capacity: u32,
    /// Seats taken.
    pub seats_taken: u32,
    /// Credits that one seat costs.
    pub credit_cost: u32,
}

impl Slot {
    /// The teacher's hour is taken: by a published class, or by somebody in a virtual one.
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
}

impl TryFrom<Row> for Slot {
    type Error = StoreError;
    fn try_from(row: Row) -> Result<Self, StoreError> {
        Ok(Self {
            id: SlotId(row.id),
            teacher_id: PersonId(row.teacher_id),
            starts_at: instant(row.starts_at)?,
            kind: word(&row.kind, SlotKind::parse)?,
            class_type: word(&row.class_type, ClassType::parse)?,
            capacity: count(row.capacity)?,
            seats_taken: count(row.seats_taken)?,
            credit_cost: count(row.credit_cost)?,
        })
    }
}

pub(super) const COLUMNS: &str = "id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost";

/// A slot that has not been cancelled.
pub async fn find_by_id<C: Connection>(conn: &C, id: SlotId) -> Result<Option<Slot>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM slots WHERE id = $1 AND cancelled_at IS NULL");
    conn.query_opt::<Row>(&sql, &[id.0.into()]).await?.map(Slot::try_from).transpose()
}

/// Marks the hour of a slot as taken for each person. False when anybody's hour overlaps one already taken; the
/// caller then abandons the transaction.
pub async fn occupy(tx: &Transaction, slot: &Slot, people: &[PersonId]) -> Result<bool, StoreError> {
    let mut sql = String::from("INSERT INTO time_cells (person_id, cell, slot_id) VALUES ");
    let mut values: Vec<Value> = vec![slot.id.0.into()];
    let mut rows = Vec::new();
    for person in people {
        values.push(person.0.into());
        let person_at = values.len();
        for cell in cells(slot.starts_at) {
            values.push(cell.into());
            rows.push(format!("(${person_at}, ${}, $1)", values.len()));
        }
    }
    sql.push_str(&rows.join(", "));
    sql.push_str(" ON CONFLICT DO NOTHING");
    let inserted = tx.execute(&sql, &values).await?;
    Ok(usize::try_from(inserted).is_ok_and(|inserted| inserted == rows.len()))
}
