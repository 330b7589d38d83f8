//! Table definitions, in the order in which they came to be.

use sea_orm::{ConnectionTrait, DatabaseConnection, DbBackend};
use sea_orm_migration::prelude::{Alias, DynIden, IntoIden};
use sea_orm_migration::{DbErr, MigrationName, MigrationTrait, MigratorTrait, SchemaManager, async_trait};

use crate::error::IssuerError;
use crate::ports::begin_immediate;

/// Any number that nothing else in the same database locks.
const POSTGRES_LOCK: i64 = 0x1550_7e12;

/// Creates or updates the issuer's tables. Safe to run from several servers at once: the first one in does the work.
///
/// # Errors
/// When the database refuses; nothing is changed then.
pub async fn migrate(db: &DatabaseConnection) -> Result<(), IssuerError> {
    let txn = begin_immediate(db).await?;
    if db.get_database_backend() == DbBackend::Postgres {
        txn.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({POSTGRES_LOCK})")).await?;
    }
    Migrator::up(&txn, None).await?;
    txn.commit().await?;
    Ok(())
}

/// The table that says which of the issuer's schema steps a database has.
pub const STEP_HISTORY: &str = "issuer_migrations";

/// The issuer's schema steps that this program knows, in order.
#[must_use]
pub fn known_steps() -> Vec<String> {
    Migrator::migrations().iter().map(|step| step.name().to_owned()).collect()
}

struct Migrator;

impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(Step { name: "m0001_first_tables", sql: FIRST_TABLES }),
            Box::new(Step { name: "m0002_generations", sql: GENERATIONS }),
        ]
    }

    fn migration_table_name() -> DynIden {
        Alias::new(STEP_HISTORY).into_iden()
    }
}

struct Step {
    name: &'static str,
    sql: &'static [&'static str],
}

impl MigrationName for Step {
    fn name(&self) -> &str {
        self.name
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Step {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for statement in self.sql {
            manager.get_connection().execute_unprepared(statement).await?;
        }
        Ok(())
    }
}

const FIRST_TABLES: &[&str] = &[
    "CREATE TABLE issuer_accounts (
        id TEXT PRIMARY KEY,
        email TEXT NOT NULL,
        email_key TEXT NOT NULL CONSTRAINT issuer_accounts_email UNIQUE,
        name TEXT NOT NULL,
        password_hash TEXT NOT NULL,
        email_verified BOOLEAN NOT NULL,
        created_at BIGINT NOT NULL,
        updated_at BIGINT NOT NULL)",
    "CREATE TABLE issuer_sessions (
        id TEXT PRIMARY KEY,
        token_hash TEXT NOT NULL CONSTRAINT issuer_sessions_token UNIQUE,
        account_id TEXT NOT NULL REFERENCES issuer_accounts (id),
        auth_time BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL)",
    "CREATE INDEX issuer_sessions_by_account ON issuer_sessions (account_id)",
    "CREATE TABLE issuer_requests (
        id TEXT PRIMARY KEY,
        client_id TEXT NOT NULL,
        redirect_uri TEXT NOT NULL,
        scope TEXT NOT NULL,
        state TEXT,
        nonce TEXT,
        code_challenge TEXT NOT NULL,
        login_hint TEXT,
        created_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        consumed_at BIGINT)",
    "CREATE TABLE issuer_challenges (
        id TEXT PRIMARY KEY,
        browser TEXT NOT NULL,
        purpose TEXT NOT NULL CONSTRAINT issuer_challenges_purpose CHECK (purpose IN ('confirm', 'reset')),
        account_id TEXT REFERENCES issuer_accounts (id),
        email TEXT NOT NULL,
        name TEXT NOT NULL,
        password_hash TEXT NOT NULL,
        code_mark TEXT NOT NULL,
        attempts BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        consumed_at BIGINT)",
    "CREATE INDEX issuer_challenges_by_account ON issuer_challenges (account_id)",
    "CREATE TABLE issuer_families (
        id TEXT PRIMARY KEY,
        account_id TEXT NOT NULL REFERENCES issuer_accounts (id),
        session_id TEXT NOT NULL,
        client_id TEXT NOT NULL,
        scope TEXT NOT NULL,
        auth_time BIGINT NOT NULL,
        created_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        revoked_at BIGINT,
        revoked_because TEXT)",
    "CREATE INDEX issuer_families_by_account ON issuer_families (account_id)",
    "CREATE INDEX issuer_families_by_session ON issuer_families (session_id)",
    "CREATE TABLE issuer_codes (
        id TEXT PRIMARY KEY,
        family_id TEXT NOT NULL,
        client_id TEXT NOT NULL,
        redirect_uri TEXT NOT NULL,
        account_id TEXT NOT NULL REFERENCES issuer_accounts (id),
        session_id TEXT NOT NULL,
        scope TEXT NOT NULL,
        nonce TEXT,
        code_challenge TEXT NOT NULL,
        auth_time BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        used_at BIGINT)",
    "CREATE TABLE issuer_refresh_tokens (
        id TEXT PRIMARY KEY,
        family_id TEXT NOT NULL REFERENCES issuer_families (id) ON DELETE CASCADE,
        created_at BIGINT NOT NULL,
        expires_at BIGINT NOT NULL,
        used_at BIGINT)",
    "CREATE INDEX issuer_refresh_tokens_by_family ON issuer_refresh_tokens (family_id)",
    "CREATE TABLE issuer_signing_keys (
        kid TEXT PRIMARY KEY,
        serial BIGINT NOT NULL CONSTRAINT issuer_signing_keys_serial UNIQUE,
        alg TEXT NOT NULL,
        public_jwk TEXT NOT NULL,
        private_sealed TEXT NOT NULL,
        created_at BIGINT NOT NULL,
        signs_from BIGINT NOT NULL,
        retire_at BIGINT)",
    "CREATE TABLE issuer_allowances (
        id TEXT PRIMARY KEY,
        full_at BIGINT NOT NULL)",
    "CREATE TABLE issuer_backoffs (
        id TEXT PRIMARY KEY,
        failures BIGINT NOT NULL,
        last_at BIGINT NOT NULL,
        blocked_until BIGINT NOT NULL)",
];

/// The family tells which of its tokens still count. Of those made before, the unused one does.
const GENERATIONS: &[&str] = &[
    "ALTER TABLE issuer_families ADD COLUMN generation BIGINT NOT NULL DEFAULT 0",
    "ALTER TABLE issuer_families ADD COLUMN rotated_from TEXT",
    "ALTER TABLE issuer_families ADD COLUMN rotated_at BIGINT",
    "ALTER TABLE issuer_refresh_tokens ADD COLUMN generation BIGINT NOT NULL DEFAULT 0",
    "UPDATE issuer_refresh_tokens SET generation = -1 WHERE used_at IS NOT NULL",
    "ALTER TABLE issuer_refresh_tokens DROP COLUMN used_at",
];
