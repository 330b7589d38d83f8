//! Grants (one per sign-in at a client) and their chains of refresh tokens.

use sea_orm::IntoActiveModel;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "issuer_families")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) id: String,
    pub(crate) account_id: String,
    pub(crate) session_id: String,
    pub(crate) client_id: String,
    pub(crate) scope: String,
    pub(crate) auth_time: i64,
    pub(crate) created_at: i64,
    /// When its newest token ends; for clearing away.
    pub(crate) expires_at: i64,
    pub(crate) revoked_at: Option<i64>,
    pub(crate) revoked_because: Option<String>,
    /// How often it was rotated. Only tokens of this generation are new.
    pub(crate) generation: i64,
    /// Fingerprint of the token that was traded last, and when.
    pub(crate) rotated_from: Option<String>,
    pub(crate) rotated_at: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}
impl ActiveModelBehavior for ActiveModel {}

pub(crate) async fn insert(db: &impl ConnectionTrait, family: Model) -> Result<(), DbErr> {
    Entity::insert(family.into_active_model()).exec_without_returning(db).await?;
    Ok(())
}

pub(crate) async fn find_live(db: &impl ConnectionTrait, id: &str) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(id).filter(Column::RevokedAt.is_null()).one(db).await
}

/// Trades a token of the newest generation: `true` for the first of them only. Its siblings are old from then on.
pub(crate) async fn rotate(
    db: &impl ConnectionTrait,
    token: &refresh::Model,
    expires_at: i64,
    now: i64,
) -> Result<bool, DbErr> {
    let done = Entity::update_many()
        .col_expr(Column::Generation, Expr::value(token.generation + 1))
        .col_expr(Column::RotatedFrom, Expr::value(token.id.as_str()))
        .col_expr(Column::RotatedAt, Expr::value(now))
        .col_expr(Column::ExpiresAt, Expr::value(expires_at))
        .filter(Column::Id.eq(&token.family_id))
        .filter(Column::RevokedAt.is_null())
        .filter(Column::Generation.eq(token.generation))
        .exec(db)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Trades the token once more that was traded last: `true` when that was after `since` and nothing has been traded
/// since then. The time of the first trade stands, so repeating does not prolong.
pub(crate) async fn rotate_again(
    db: &impl ConnectionTrait,
    token: &refresh::Model,
    expires_at: i64,
    since: i64,
) -> Result<bool, DbErr> {
    let done = Entity::update_many()
        .col_expr(Column::ExpiresAt, Expr::value(expires_at))
        .filter(Column::Id.eq(&token.family_id))
        .filter(Column::RevokedAt.is_null())
        .filter(Column::RotatedFrom.eq(&token.id))
        .filter(Column::RotatedAt.gt(since))
        .exec(db)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Ends one family for the stated reason; a second call changes nothing.
pub(crate) async fn revoke(db: &impl ConnectionTrait, id: &str, because: &str, now: i64) -> Result<(), DbErr> {
    revoke_where(db, Column::Id, id, because, now).await
}

/// Ends what a browser's sign-in had granted.
pub(crate) async fn revoke_of_session(
    db: &impl ConnectionTrait,
    session_id: &str,
    because: &str,
    now: i64,
) -> Result<(), DbErr> {
    revoke_where(db, Column::SessionId, session_id, because, now).await
}

/// Ends everything granted for an account.
pub(crate) async fn revoke_of_account(
    db: &impl ConnectionTrait,
    account_id: &str,
    because: &str,
    now: i64,
) -> Result<(), DbErr> {
    revoke_where(db, Column::AccountId, account_id, because, now).await
}

async fn revoke_where(
    db: &impl ConnectionTrait,
    column: Column,
    value: &str,
    because: &str,
    now: i64,
) -> Result<(), DbErr> {
    Entity::update_many()
        .col_expr(Column::RevokedAt, Expr::value(now))
        .col_expr(Column::RevokedBecause, Expr::value(because))
        .filter(column.eq(value))
        .filter(Column::RevokedAt.is_null())
        .exec(db)
        .await?;
    Ok(())
}

/// The refresh tokens of a family. Which of them still count is told by the family's row alone, so that whoever trades
/// one meets everybody else who does at the same row.
pub(crate) mod refresh {
    use sea_orm::IntoActiveModel;
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "issuer_refresh_tokens")]
    pub(crate) struct Model {
        /// Fingerprint of the token.
        #[sea_orm(primary_key, auto_increment = false)]
        pub(crate) id: String,
        pub(crate) family_id: String,
        pub(crate) created_at: i64,
        pub(crate) expires_at: i64,
        /// The number of the trade that brought it; 0 for the first. Siblings share it.
        pub(crate) generation: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub(crate) enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}

    pub(crate) async fn insert(db: &impl ConnectionTrait, token: Model) -> Result<(), DbErr> {
        Entity::insert(token.into_active_model()).exec_without_returning(db).await?;
        Ok(())
    }

    pub(crate) async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<Model>, DbErr> {
        Entity::find_by_id(id).one(db).await
    }
}
