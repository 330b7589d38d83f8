//! Mailed six-digit codes that wait to be typed. A challenge belongs to one browser, takes five tries, and may have no
//! account behind it: then no code is right, and the page looks the same.

use sea_orm::IntoActiveModel;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait};

/// Wrong tries after which a code is worth nothing.
pub(crate) const MAX_ATTEMPTS: i64 = 5;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "issuer_challenges")]
pub(crate) struct Model {
    /// Fingerprint of the handle in the page's address.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) id: String,
    /// Fingerprint of the browser cookie.
    pub(crate) browser: String,
    /// `confirm` an address, or `reset` a password.
    pub(crate) purpose: String,
    pub(crate) account_id: Option<String>,
    pub(crate) email: String,
    pub(crate) name: String,
    /// For `confirm`: the password that becomes valid with the address.
    pub(crate) password_hash: String,
    pub(crate) code_mark: String,
    pub(crate) attempts: i64,
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
    pub(crate) consumed_at: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}
impl ActiveModelBehavior for ActiveModel {}

pub(crate) async fn insert(db: &impl ConnectionTrait, challenge: Model) -> Result<(), DbErr> {
    Entity::insert(challenge.into_active_model()).exec_without_returning(db).await?;
    Ok(())
}

/// The challenge, if this browser asked for it, it is for `purpose`, and it has not been met. Its code may be out of date.
pub(crate) async fn find(
    db: &impl ConnectionTrait,
    id: &str,
    browser: &str,
    purpose: &str,
) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(id)
        .filter(Column::Browser.eq(browser))
        .filter(Column::Purpose.eq(purpose))
        .filter(Column::ConsumedAt.is_null())
        .one(db)
        .await
}

/// Takes one of the tries before the code is looked at, so that parallel guesses count too. `false`: none left, or too late.
pub(crate) async fn take_attempt(db: &impl ConnectionTrait, id: &str, now: i64) -> Result<bool, DbErr> {
    let done = Entity::update_many()
        .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
        .filter(Column::Id.eq(id))
        .filter(Column::Attempts.lt(MAX_ATTEMPTS))
        .filter(Column::ConsumedAt.is_null())
        .filter(Column::ExpiresAt.gt(now))
        .exec(db)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Marks the challenge as met: `true` for exactly one caller.
pub(crate) async fn consume(db: &impl ConnectionTrait, id: &str, now: i64) -> Result<bool, DbErr> {
    let done = Entity::update_many()
        .col_expr(Column::ConsumedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .filter(Column::ConsumedAt.is_null())
        .exec(db)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Replaces the code by a new one with all its tries.
pub(crate) async fn replace_code(
    db: &impl ConnectionTrait,
    id: &str,
    code_mark: &str,
    expires_at: i64,
) -> Result<bool, DbErr> {
    let done = Entity::update_many()
        .col_expr(Column::CodeMark, Expr::value(code_mark))
        .col_expr(Column::Attempts, Expr::value(0_i64))
        .col_expr(Column::ExpiresAt, Expr::value(expires_at))
        .filter(Column::Id.eq(id))
        .filter(Column::ConsumedAt.is_null())
        .exec(db)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Ends all open challenges of an account, after its password changed or its address was confirmed.
pub(crate) async fn close_all(db: &impl ConnectionTrait, account_id: &str, now: i64) -> Result<(), DbErr> {
    Entity::update_many()
        .col_expr(Column::ConsumedAt, Expr::value(now))
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::ConsumedAt.is_null())
        .exec(db)
        .await?;
    Ok(())
}
