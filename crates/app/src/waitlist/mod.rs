//! The waitlist for visitors without an invite code (SPEC §2, D33).

mod join_waitlist;
mod leave_waitlist;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new().routes(routes!(join_waitlist::join_waitlist)).routes(routes!(leave_waitlist::leave_waitlist))
}
