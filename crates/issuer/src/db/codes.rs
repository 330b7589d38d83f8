//! Authorization codes: single use, a minute long.

use sea_orm::IntoActiveModel;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "issuer_codes")]
pub(crate) struct Model {
    /// Fingerprint of the code.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) id: String,
    /// The family that the exchange will create; known beforehand so that a replay can revoke it.
    pub(crate) family_id: String,
    pub(crate) client_id: String,
    pub(crate) redirect_uri: String,
    pub(crate) account_id: String,
    pub(crate) session_id: String,
    pub(crate) scope: String,
    pub(crate) nonce: Option<String>,
    pub(crate) code_challenge: String,
    pub(crate) auth_time: i64,
    pub(crate) expires_at: i64,
    pub(crate) used_at: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}
impl ActiveModelBehavior for ActiveModel {}

pub(crate) async fn insert(db: &impl ConnectionTrait, code: Model) -> Result<(), DbErr> {
    Entity::insert(code.into_active_model()).exec_without_returning(db).await?;
    Ok(())
}

pub(crate) async fn find(db: &impl ConnectionTrait, id: &str) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(id).one(db).await
}

/// Uses the code up: `true` for the first caller only.
pub(crate) async fn take(db: &impl ConnectionTrait, id: &str, now: i64) -> Result<bool, DbErr> {
    let done = Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .filter(Column::UsedAt.is_null())
        .exec(db)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Withdraws unused codes of an account, after its password changed.
pub(crate) async fn take_of_account(db: &impl ConnectionTrait, account_id: &str, now: i64) -> Result<(), DbErr> {
    Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(now))
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::UsedAt.is_null())
        .exec(db)
        .await?;
    Ok(())
}
