//! Authorization requests that wait for a person. Forms carry only a handle, so nothing in them can be altered.

use sea_orm::IntoActiveModel;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "issuer_requests")]
pub(crate) struct Model {
    /// Fingerprint of the handle.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) id: String,
    pub(crate) client_id: String,
    pub(crate) redirect_uri: String,
    pub(crate) scope: String,
    pub(crate) state: Option<String>,
    pub(crate) nonce: Option<String>,
    pub(crate) code_challenge: String,
    pub(crate) login_hint: Option<String>,
    pub(crate) created_at: i64,
    pub(crate) expires_at: i64,
    pub(crate) consumed_at: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}
impl ActiveModelBehavior for ActiveModel {}

pub(crate) async fn insert(db: &impl ConnectionTrait, request: Model) -> Result<(), DbErr> {
    Entity::insert(request.into_active_model()).exec_without_returning(db).await?;
    Ok(())
}

pub(crate) async fn find_open(db: &impl ConnectionTrait, id: &str, now: i64) -> Result<Option<Model>, DbErr> {
    Entity::find_by_id(id).filter(Column::ExpiresAt.gt(now)).filter(Column::ConsumedAt.is_null()).one(db).await
}

/// Answers the request once: `true` for the caller who may send the code.
pub(crate) async fn consume(db: &impl ConnectionTrait, id: &str, now: i64) -> Result<bool, DbErr> {
    let done = Entity::update_many()
        .col_expr(Column::ConsumedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .filter(Column::ConsumedAt.is_null())
        .filter(Column::ExpiresAt.gt(now))
        .exec(db)
        .await?;
    Ok(done.rows_affected == 1)
}
