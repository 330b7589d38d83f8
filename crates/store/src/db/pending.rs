//! Rows that a transaction only adds, and whose outcome nobody asks for, go to the database together: a way there and back
//! for each is most of what they cost.

use std::sync::Mutex;

use sea_orm::{DbBackend, Statement, Value};

/// PostgreSQL numbers at most 65,535 values in a statement, and what is prepared is kept: of much only a part goes at once.
const MOST_VALUES: usize = 1_000;

/// `INSERT` statements that wait for the next other statement of their transaction, or for its end.
#[derive(Default)]
pub(super) struct Pending(Mutex<Vec<(String, Vec<Value>)>>);

impl Pending {
    pub(super) fn push(&self, sql: String, values: Vec<Value>) {
        debug_assert!(sql.starts_with("INSERT INTO"), "{sql}");
        self.lock().push((sql, values));
    }

    /// What waits, in its order, as one statement; of much only the first part.
    pub(super) fn take(&self, backend: DbBackend) -> Option<Statement> {
        let mut waiting = self.lock();
        let mut values = 0;
        let fits = |(_, more): &&(String, Vec<Value>)| {
            values += more.len();
            values <= MOST_VALUES
        };
        let fitting = waiting.iter().take_while(fits).count().max(1).min(waiting.len());
        let part: Vec<_> = waiting.drain(..fitting).collect();
        drop(waiting);
        (!part.is_empty()).then(|| together(backend, part))
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<(String, Vec<Value>)>> {
        self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// SQLite's driver takes several statements with one row of values. PostgreSQL takes one, of which the others are parts;
/// foreign keys are looked at when all parts are done.
fn together(backend: DbBackend, statements: Vec<(String, Vec<Value>)>) -> Statement {
    let mut all = Vec::new();
    let mut texts = Vec::new();
    for (sql, values) in statements {
        texts.push(renumbered(&sql, all.len()));
        all.extend(values);
    }
    let last = texts.pop().unwrap_or_default();
    let text = match backend {
        _ if texts.is_empty() => last,
        DbBackend::Postgres => {
            let parts: Vec<_> =
                texts.iter().enumerate().map(|(number, text)| format!("part{number} AS ({text})")).collect();
            format!("WITH {} {last}", parts.join(", "))
        }
        _ => format!("{}; {last}", texts.join("; ")),
    };
    Statement::from_sql_and_values(backend, text, all)
}

/// The same statement with its `$1` after so many values of others.
fn renumbered(sql: &str, before: usize) -> String {
    let mut pieces = sql.split('$');
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let digits = piece.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(piece.len());
        let (number, rest) = piece.split_at(digits);
        let number = number.parse::<usize>().map_or_else(|_| number.to_owned(), |number| (number + before).to_string());
        text.push_str(&format!("${number}{rest}"));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(backend: DbBackend, statements: &[&str]) -> (String, usize) {
        let pending = Pending::default();
        for sql in statements {
            pending.push((*sql).to_owned(), vec![1.into(), 2.into()]);
        }
        let statement = pending.take(backend).expect("something waits");
        assert!(pending.take(backend).is_none(), "taken twice");
        (statement.sql, statement.values.map_or(0, |values| values.0.len()))
    }

    #[test]
    fn of_much_only_a_part_goes_at_once_and_nothing_is_left_behind() {
        let pending = Pending::default();
        for _ in 0..3 {
            pending.push("INSERT INTO a VALUES ($1)".to_owned(), vec![0.into(); 400]);
        }
        pending.push("INSERT INTO b VALUES ($1)".to_owned(), vec![0.into(); 5_000]);
        let taken =
            || pending.take(DbBackend::Sqlite).map(|statement| statement.values.map_or(0, |values| values.0.len()));
        assert_eq!([taken(), taken(), taken(), taken()], [Some(800), Some(400), Some(5_000), None]);
    }

    #[test]
    fn each_statement_keeps_its_own_values() {
        let statements =
            ["INSERT INTO a VALUES ($1, $2, 'x', $1)", "INSERT INTO b VALUES ($2), ($1) ON CONFLICT DO NOTHING"];
        let (sqlite, values) = taken(DbBackend::Sqlite, &statements);
        assert_eq!(
            sqlite,
            "INSERT INTO a VALUES ($1, $2, 'x', $1); INSERT INTO b VALUES ($4), ($3) ON CONFLICT DO NOTHING"
        );
        assert_eq!(values, 4);
        let (postgres, values) = taken(DbBackend::Postgres, &statements);
        assert_eq!(
            postgres,
            "WITH part0 AS (INSERT INTO a VALUES ($1, $2, 'x', $1)) INSERT INTO b VALUES ($4), ($3) ON CONFLICT DO NOTHING"
        );
        assert_eq!(values, 4);
        assert_eq!(taken(DbBackend::Postgres, &["INSERT INTO a VALUES ($1, $2)"]).0, "INSERT INTO a VALUES ($1, $2)");
    }
}
