//! People who can sign in.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{IntoActiveModel, TryInsertResult};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "issuer_accounts")]
pub(crate) struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) id: String,
    /// As the person wrote it.
    pub(crate) email: String,
    /// Lower case, for comparing.
    pub(crate) email_key: String,
    pub(crate) name: String,
    pub(crate) password_hash: String,
    pub(crate) email_verified: bool,
    pub(crate) created_at: i64,
    pub(crate) updated_at: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}
impl ActiveModelBehavior for ActiveModel {}

pub(crate) async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(id).one(db).await
}

pub(crate) async fn find_by_email(db: &impl ConnectionTrait, email_key: &str) -> Result<Option<Model>, DbErr> {
    Entity::find().filter(Column::EmailKey.eq(email_key)).one(db).await
}

/// Inserts unless the address is taken; says whether it did.
pub(crate) async fn insert(db: &impl ConnectionTrait, account: Model) -> Result<bool, DbErr> {
    let insert = Entity::insert(account.into_active_model()).on_conflict_do_nothing_on([Column::EmailKey]);
    Ok(matches!(insert.exec_without_returning(db).await?, TryInsertResult::Inserted(n) if n > 0))
}

/// Gives an unconfirmed account the details of the newest sign-up; a confirmed one is left alone.
pub(crate) async fn replace_unconfirmed(
    db: &impl ConnectionTrait,
    email_key: &str,
    name: &str,
    password_hash: &str,
    now: i64,
) -> Result<(), DbErr> {
    Entity::update_many()
        .col_expr(Column::Name, Expr::value(name))
        .col_expr(Column::PasswordHash, Expr::value(password_hash))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::EmailKey.eq(email_key))
        .filter(Column::EmailVerified.eq(false))
        .exec(db)
        .await?;
    Ok(())
}

/// Makes an unconfirmed account usable, with the name and password that belong to the confirming sign-up.
/// `false` when it was confirmed before: then nothing is changed.
pub(crate) async fn confirm(
    db: &impl ConnectionTrait,
    id: &str,
    name: &str,
    password_hash: &str,
    now: i64,
) -> Result<bool, DbErr> {
    let done = Entity::update_many()
        .col_expr(Column::EmailVerified, Expr::value(true))
        .col_expr(Column::Name, Expr::value(name))
        .col_expr(Column::PasswordHash, Expr::value(password_hash))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .filter(Column::EmailVerified.eq(false))
        .exec(db)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Sets a new password after a mailed code was given, which also proves the address.
pub(crate) async fn reset_password(
    db: &impl ConnectionTrait,
    id: &str,
    password_hash: &str,
    now: i64,
) -> Result<(), DbErr> {
    Entity::update_many()
        .col_expr(Column::EmailVerified, Expr::value(true))
        .col_expr(Column::PasswordHash, Expr::value(password_hash))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .exec(db)
        .await?;
    Ok(())
}
