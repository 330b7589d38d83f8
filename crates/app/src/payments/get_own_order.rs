//! Loading an order of the signed-in student.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::services::current_user::Student;
use tala_domain::error::ErrorCode;
use tala_domain::ids::OrderId;
use tala_store::orders::{self, Order};

/// Returns the order, or `not_found` if it belongs to another student.
pub(super) async fn get_own_order(ctx: &Ctx, student: &Student, id: OrderId) -> AppResult<Order> {
    let order = orders::find_by_id(ctx.store.read(), id).await?;
    Ok(order.filter(|order| order.student_id == student.id()).ok_or(ErrorCode::NotFound)?)
}
