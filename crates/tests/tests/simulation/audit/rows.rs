//! Rows as the auditor reads them.

use sea_orm::QueryResult;
use uuid::Uuid;

/// A row that is read from its first column to its last.
pub(super) struct Row<'a> {
    row: &'a QueryResult,
    next: usize,
}

impl<'a> Row<'a> {
    pub(super) fn new(row: &'a QueryResult) -> Self {
        Self { row, next: 0 }
    }

    fn get<T: sea_orm::TryGetable>(&mut self) -> T {
        self.next += 1;
        self.row.try_get_by_index(self.next - 1).unwrap()
    }

    pub(super) fn id(&mut self) -> Uuid {
        self.get()
    }

    pub(super) fn maybe_id(&mut self) -> Option<Uuid> {
        self.get()
    }

    pub(super) fn number(&mut self) -> i64 {
        self.get()
    }

    pub(super) fn maybe_number(&mut self) -> Option<i64> {
        self.get()
    }

    pub(super) fn text(&mut self) -> String {
        self.get()
    }

    pub(super) fn maybe_text(&mut self) -> Option<String> {
        self.get()
    }

    pub(super) fn truth(&mut self) -> bool {
        self.get()
    }
}
