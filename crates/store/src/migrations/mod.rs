//! The schema, one numbered step at a time, the same on both databases. Steps are never edited once released.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

/// All steps in order.
pub(crate) struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(Step { name: "m0001_house", sql: include_str!("m0001_house.sql") }),
            Box::new(Step { name: "m0002_money", sql: include_str!("m0002_money.sql") }),
        ]
    }
}

/// One step: SQL text in which `{id}`, `{int}`, `{bool}`, `{strict}` and `{readable:column}` stand for what differs.
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
            db.execute_unprepared(statement).await?;
        }
        Ok(())
    }
}

fn in_dialect(sql: &str, backend: DbBackend) -> String {
    let postgres = backend == DbBackend::Postgres;
    let pick = |pg: &'static str, lite: &'static str| if postgres { pg } else { lite };
    let without_comments: String =
        sql.lines().filter(|line| !line.trim_start().starts_with("--")).flat_map(|line| [line, "\n"]).collect();
    let mut text = without_comments
        .replace("{id}", pick("uuid", "blob"))
        .replace("{int}", pick("bigint", "integer"))
        .replace("{bool}", pick("boolean", "integer"))
        .replace("{strict}", pick("", "STRICT"));
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
