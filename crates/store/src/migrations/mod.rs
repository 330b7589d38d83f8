//! The migrations of the schema, one text for both databases. A migration is never edited after it was released.

use tala_db::{Backend, Migration};

use crate::sql::id_suffix;

/// The table of applied migrations.
pub(crate) const MIGRATIONS_TABLE: &str = "schema_migrations";

/// Names and SQL of all migrations in order. `{id}`, `{int}`, `{bool}`, `{false}`, `{blob}`, `{bytes}`, `{strict}`, `{clustered}`,
/// `{id_suffix}`, `{readable:column}` and `{append_only:table}` are replaced per database.
pub(crate) const MIGRATIONS: [(&str, &str); 18] = [
    ("0001_initial", include_str!("0001_initial.sql")),
    ("0003_master_key_check", include_str!("0003_master_key_check.sql")),
    ("0004_teacher_pages", include_str!("0004_teacher_pages.sql")),
    ("0005_class_texts", include_str!("0005_class_texts.sql")),
    ("0006_admin", include_str!("0006_admin.sql")),
    ("0010_identity_links", include_str!("0010_identity_links.sql")),
    ("0011_account", include_str!("0011_account.sql")),
    ("0012_partial_refunds", include_str!("0012_partial_refunds.sql")),
    ("0015_booking_list", include_str!("0015_booking_list.sql")),
    ("0016_people_list", include_str!("0016_people_list.sql")),
    ("0017_order_list", include_str!("0017_order_list.sql")),
    ("0019_admin_activation", include_str!("0019_admin_activation.sql")),
    ("0020_waitlist_confirmation", include_str!("0020_waitlist_confirmation.sql")),
    ("0021_unspent_credits", include_str!("0021_unspent_credits.sql")),
    ("0022_payout_and_waitlist_lists", include_str!("0022_payout_and_waitlist_lists.sql")),
    ("0023_families", include_str!("0023_families.sql")),
    ("0024_guardian_invitations", include_str!("0024_guardian_invitations.sql")),
    ("0025_order_buyer", include_str!("0025_order_buyer.sql")),
];

/// All migrations in the dialect of a database.
pub(crate) fn migrations(backend: Backend) -> Vec<Migration> {
    MIGRATIONS.iter().map(|(name, sql)| Migration { name, sql: for_backend(sql, backend) }).collect()
}

/// Triggers that reject updates and deletions of a table's rows.
fn append_only(table: &str, postgres: bool) -> String {
    let message = format!("{table} is append-only");
    if postgres {
        return format!(
            "CREATE FUNCTION {table}_append_only() RETURNS trigger LANGUAGE plpgsql AS
               $$ BEGIN RAISE EXCEPTION '{message}'; END $$;
             CREATE TRIGGER {table}_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
               FOR EACH STATEMENT EXECUTE FUNCTION {table}_append_only()"
        );
    }
    let trigger = |verb: &str| {
        format!(
            "CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
               BEGIN SELECT RAISE(ABORT, '{message}'); END"
        )
    };
    format!("{};{}", trigger("UPDATE"), trigger("DELETE"))
}

fn for_backend(sql: &str, backend: Backend) -> String {
    let postgres = backend == Backend::Postgres;
    let pick = |pg: &'static str, lite: &'static str| if postgres { pg } else { lite };
    let without_comments: String =
        sql.lines().filter(|line| !line.trim_start().starts_with("--")).flat_map(|line| [line, "\n"]).collect();
    let mut text = without_comments
        .replace("{id_suffix}", id_suffix(backend))
        .replace("{id}", pick("uuid", "blob"))
        .replace("{int}", pick("bigint", "integer"))
        .replace("{bool}", pick("boolean", "integer"))
        .replace("{blob}", pick("bytea", "blob"))
        .replace("{false}", pick("false", "0"))
        .replace("{bytes}", pick("COLLATE \"C\"", ""))
        .replace("{strict}", pick("", "STRICT"))
        // Rows are stored in the primary key's B-tree: for narrow rows, one tree less to write and to search.
        .replace("{clustered}", pick("", "STRICT, WITHOUT ROWID"));
    while let Some((before, rest)) = text.split_once("{append_only:") {
        let Some((table, after)) = rest.split_once('}') else { break };
        text = format!("{before}{}{after}", append_only(table, postgres));
    }
    while let Some((before, rest)) = text.split_once("{readable:") {
        let Some((column, after)) = rest.split_once('}') else { break };
        let formatted = if postgres {
            format!("to_timestamp({column} / 1000000.0) AT TIME ZONE 'UTC'")
        } else {
            format!("strftime('%Y-%m-%dT%H:%M:%SZ', {column} / 1000000, 'unixepoch')")
        };
        text = format!("{before}{formatted}{after}");
    }
    text
}
