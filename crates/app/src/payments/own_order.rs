//! Finding one of the student's own orders.

use crate::context::Ctx;
use crate::error::AppResult;
use crate::services::current_user::Student;
use tala_domain::error::ErrorCode;
use tala_domain::ids::OrderId;
use tala_store::orders::{self, Order};

pub(super) async fn own(ctx: &Ctx, student: &Student, id: OrderId) -> AppResult<Order> {
    let order = orders::find_by_id(ctx.store.read(), id).await?;
    Ok(order.filter(|order| order.student_id == student.person.id).ok_or(ErrorCode::NotFound)?)
}
