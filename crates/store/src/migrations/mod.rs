//! The schema, one numbered step at a time, the same on both databases. Steps are never edited once released.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

use crate::error::StoreError;
use crate::sql::id_end;
use crate::sql::words::renew_stale;

/// So many people get their words with a few statements.
const PEOPLE_AT_ONCE: u32 = 5_000;

/// All steps in order.
pub(crate) struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(Step { name: "m0001_house", sql: include_str!("m0001_house.sql") }),
            Box::new(Step { name: "m0002_money", sql: include_str!("m0002_money.sql") }),
            Box::new(Step { name: "m0003_teacher", sql: include_str!("m0003_teacher.sql") }),
            Box::new(Step { name: "m0004_waitlist", sql: include_str!("m0004_waitlist.sql") }),
            Box::new(Step { name: "m0005_admin", sql: include_str!("m0005_admin.sql") }),
            Box::new(Step { name: "m0006_invitations", sql: include_str!("m0006_invitations.sql") }),
            Box::new(Step { name: "m0007_reminders", sql: include_str!("m0007_reminders.sql") }),
            Box::new(Step { name: "m0008_ledger_index", sql: include_str!("m0008_ledger_index.sql") }),
            Box::new(Step { name: "m0009_rare_bookings", sql: include_str!("m0009_rare_bookings.sql") }),
            Box::new(Step { name: "m0010_booking_code", sql: include_str!("m0010_booking_code.sql") }),
            Box::new(PeopleWords(Step { name: "m0011_people_words", sql: include_str!("m0011_people_words.sql") })),
            Box::new(Step { name: "m0012_newcomers", sql: include_str!("m0012_newcomers.sql") }),
        ]
    }
}

/// One step: SQL text in which `{id}`, `{int}`, `{bool}`, `{bytes}`, `{strict}`, `{id_end}`, `{readable:column}` and
/// `{append_only:table}` stand for what differs.
struct Step {
    name: &'static str,
    sql: &'static str,
}

impl MigrationName for Step {
    fn name(&self) -> &str {
        self.name
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Step {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let sql = in_dialect(self.sql, db.get_database_backend());
        for statement in sql.split(';').filter(|part| !part.trim().is_empty()) {
            db.execute_unprepared(&statement.replace(INNER_END, ";")).await?;
        }
        Ok(())
    }
}

/// A step that also gives everybody who is there their words.
struct PeopleWords(Step);

impl MigrationName for PeopleWords {
    fn name(&self) -> &str {
        self.0.name()
    }
}

#[async_trait::async_trait]
impl MigrationTrait for PeopleWords {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        self.0.up(manager).await?;
        let failed = |error: StoreError| DbErr::Migration(error.to_string());
        while renew_stale(manager.get_connection(), PEOPLE_AT_ONCE).await.map_err(failed)? > 0 {}
        Ok(())
    }
}

/// Stands for a semicolon inside of a statement.
const INNER_END: &str = "{end}";

/// Rows of this table can be written, and never changed or taken away.
fn append_only(table: &str, postgres: bool) -> String {
    let refusal = format!("{table} is append-only");
    if postgres {
        return format!(
            "CREATE FUNCTION {table}_stays() RETURNS trigger LANGUAGE plpgsql AS
               $$ BEGIN RAISE EXCEPTION '{refusal}'{INNER_END} END $$;
             CREATE TRIGGER {table}_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
               FOR EACH STATEMENT EXECUTE FUNCTION {table}_stays()"
        );
    }
    let trigger = |verb: &str| {
        format!(
            "CREATE TRIGGER {table}_no_{verb} BEFORE {verb} ON {table}
               BEGIN SELECT RAISE(ABORT, '{refusal}'){INNER_END} END"
        )
    };
    format!("{};{}", trigger("UPDATE"), trigger("DELETE"))
}

fn in_dialect(sql: &str, backend: DbBackend) -> String {
    let postgres = backend == DbBackend::Postgres;
    let pick = |pg: &'static str, lite: &'static str| if postgres { pg } else { lite };
    let without_comments: String =
        sql.lines().filter(|line| !line.trim_start().starts_with("--")).flat_map(|line| [line, "\n"]).collect();
    let mut text = without_comments
        .replace("{id_end}", id_end(backend))
        .replace("{id}", pick("uuid", "blob"))
        .replace("{int}", pick("bigint", "integer"))
        .replace("{bool}", pick("boolean", "integer"))
        .replace("{bytes}", pick("COLLATE \"C\"", ""))
        .replace("{strict}", pick("", "STRICT"));
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
