//! Signing keys. The private half is sealed with the master key.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{IntoActiveModel, QueryOrder, TryInsertResult};

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "issuer_signing_keys")]
pub(crate) struct Model {
    /// RFC 7638 thumbprint.
    #[sea_orm(primary_key, auto_increment = false)]
    pub(crate) kid: String,
    /// 1, 2, 3 …; unique, so that of two servers rotating at once one loses.
    pub(crate) serial: i64,
    pub(crate) alg: String,
    pub(crate) public_jwk: String,
    pub(crate) private_sealed: String,
    pub(crate) created_at: i64,
    pub(crate) signs_from: i64,
    pub(crate) retire_at: Option<i64>,
}

#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub(crate) enum Relation {}
impl ActiveModelBehavior for ActiveModel {}

/// All stored keys, newest first. There are a handful.
pub(crate) async fn list(db: &impl ConnectionTrait) -> Result<Vec<Model>, DbErr> {
    Entity::find().order_by_desc(Column::Serial).all(db).await
}

/// Inserts unless another server has made a key with this serial; says whether it did.
pub(crate) async fn insert(db: &impl ConnectionTrait, key: Model) -> Result<bool, DbErr> {
    let insert = Entity::insert(key.into_active_model()).on_conflict_do_nothing_on([Column::Serial]);
    Ok(matches!(insert.exec_without_returning(db).await?, TryInsertResult::Inserted(n) if n > 0))
}

/// Sets the end of all older keys that have none yet.
pub(crate) async fn retire_before(db: &impl ConnectionTrait, serial: i64, retire_at: i64) -> Result<(), DbErr> {
    Entity::update_many()
        .col_expr(Column::RetireAt, Expr::value(retire_at))
        .filter(Column::Serial.lt(serial))
        .filter(Column::RetireAt.is_null())
        .exec(db)
        .await?;
    Ok(())
}

/// Replaces a sealed private half, unless somebody has; says how many keys that changed.
pub(crate) async fn replace_sealed(db: &impl ConnectionTrait, key: &Model, sealed: &str) -> Result<u64, DbErr> {
    let changed = Entity::update_many()
        .col_expr(Column::PrivateSealed, Expr::value(sealed))
        .filter(Column::Kid.eq(key.kid.as_str()))
        .filter(Column::PrivateSealed.eq(key.private_sealed.as_str()))
        .exec(db)
        .await?;
    Ok(changed.rows_affected)
}
