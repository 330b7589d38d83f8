//! The schema, one numbered step at a time, the same on both databases. Steps are never edited once released.

use tala_db::{Backend, Migration};

use crate::sql::id_end;

/// The table that names the steps that a database has.
pub(crate) const HISTORY: &str = "schema_migrations";

/// All steps in order. In their text `{id}`, `{int}`, `{bool}`, `{bytes}`, `{strict}`, `{clustered}`, `{id_end}`,
/// `{readable:column}` and `{append_only:table}` stand for what differs.
pub(crate) const NAMES_AND_TEXTS: [(&str, &str); 12] = [
    ("m0001_house", include_str!("m0001_house.sql")),
    ("m0002_money", include_str!("m0002_money.sql")),
    ("m0003_teacher", include_str!("m0003_teacher.sql")),
    ("m0004_waitlist", include_str!("m0004_waitlist.sql")),
    ("m0005_admin", include_str!("m0005_admin.sql")),
    ("m0006_invitations", include_str!("m0006_invitations.sql")),
    ("m0007_reminders", include_str!("m0007_reminders.sql")),
    ("m0008_ledger_index", include_str!("m0008_ledger_index.sql")),
    ("m0009_rare_bookings", include_str!("m0009_rare_bookings.sql")),
    ("m0010_booking_code", include_str!("m0010_booking_code.sql")),
    ("m0011_people_words", include_str!("m0011_people_words.sql")),
    ("m0012_newcomers", include_str!("m0012_newcomers.sql")),
];

/// All steps in the dialect of a database.
pub(crate) fn all(backend: Backend) -> Vec<Migration> {
    NAMES_AND_TEXTS.iter().map(|(name, sql)| Migration { name, sql: in_dialect(sql, backend) }).collect()
}

/// Rows of this table can be written, and never changed or taken away.
fn append_only(table: &str, postgres: bool) -> String {
    let refusal = format!("{table} is append-only");
    if postgres {
        return format!(
            "CREATE FUNCTION {table}_stays() RETURNS trigger LANGUAGE plpgsql AS
               $$ BEGIN RAISE EXCEPTION '{refusal}'; END $$;
             CREATE TRIGGER {table}_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
               FOR EACH STATEMENT EXECUTE FUNCTION {table}_stays()"
        );
    }
    let trigger = |verb: &str| {
        format!(
            "CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
               BEGIN SELECT RAISE(ABORT, '{refusal}'); END"
        )
    };
    format!("{};{}", trigger("UPDATE"), trigger("DELETE"))
}

fn in_dialect(sql: &str, backend: Backend) -> String {
    let postgres = backend == Backend::Postgres;
    let pick = |pg: &'static str, lite: &'static str| if postgres { pg } else { lite };
    let without_comments: String =
        sql.lines().filter(|line| !line.trim_start().starts_with("--")).flat_map(|line| [line, "\n"]).collect();
    let mut text = without_comments
        .replace("{id_end}", id_end(backend))
        .replace("{id}", pick("uuid", "blob"))
        .replace("{int}", pick("bigint", "integer"))
        .replace("{bool}", pick("boolean", "integer"))
        .replace("{bytes}", pick("COLLATE \"C\"", ""))
        .replace("{strict}", pick("", "STRICT"))
        // Rows lie in the primary key's own tree: for narrow rows, one tree less to write and to search.
        .replace("{clustered}", pick("", "STRICT, WITHOUT ROWID"));
    while let Some((before, rest)) = text.split_once("{append_only:") {
        let Some((table, after)) = rest.split_once('}') else { break };
        text = format!("{before}{}{after}", append_only(table, postgres));
    }
    while let Some((before, rest)) = text.split_once("{readable:") {
        let Some((column, after)) = rest.split_once('}') else { break };
        let shown = if postgres {
            format!("to_timestamp({column} / 1000000.0) AT TIME ZONE 'UTC'")
        } else {
            format!("strftime('%Y-%m-%dT%H:%M:%SZ', {column} / 1000000, 'unixepoch')")
        };
        text = format!("{before}{shown}{after}");
    }
    text
}
