//! Browsers that are signed in.

use sea_orm::IntoActiveModel;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "issuer_sessions")]
pub(crate) struct Model {
    /// The `sid` of tokens; not a secret.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) id: String,
    /// Fingerprint of the cookie.
    pub(crate) token_hash: String,
    pub(crate) account_id: String,
    pub(crate) auth_time: i64,
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}
impl ActiveModelBehavior for ActiveModel {}

pub(crate) async fn find_live(db: &impl ConnectionTrait, token_hash: &str, now: i64) -> Result<Option<Model>, DbErr> {
    Entity::find().filter(Column::TokenHash.eq(token_hash)).filter(Column::ExpiresAt.gt(now)).one(db).await
}

pub(crate) async fn insert(db: &impl ConnectionTrait, session: Model) -> Result<(), DbErr> {
    Entity::insert(session.into_active_model()).exec_without_returning(db).await?;
    Ok(())
}

/// Gives a session that has just proved its password again a new cookie and a new life. `false` if it ended meanwhile.
pub(crate) async fn renew(db: &impl ConnectionTrait, session: &Model) -> Result<bool, DbErr> {
    let done = Entity::update_many()
        .col_expr(Column::TokenHash, Expr::value(session.token_hash.as_str()))
        .col_expr(Column::AuthTime, Expr::value(session.auth_time))
        .col_expr(Column::ExpiresAt, Expr::value(session.expires_at))
        .filter(Column::Id.eq(session.id.as_str()))
        .exec(db)
        .await?;
    Ok(done.rows_affected == 1)
}

pub(crate) async fn delete(db: &impl ConnectionTrait, id: &str) -> Result<(), DbErr> {
    Entity::delete_many().filter(Column::Id.eq(id)).exec(db).await?;
    Ok(())
}

pub(crate) async fn delete_of_account(db: &impl ConnectionTrait, account_id: &str) -> Result<(), DbErr> {
    Entity::delete_many().filter(Column::AccountId.eq(account_id)).exec(db).await?;
    Ok(())
}
