//! Learners whose account belongs to guardians (ADR 14).

mod create_learner;
mod delete_learner;
mod export_learner;
mod list_family_classes;
mod list_learners;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_learners::list_learners, create_learner::create_learner))
        .routes(routes!(list_family_classes::list_family_classes))
        .routes(routes!(delete_learner::delete_learner))
        .routes(routes!(export_learner::export_learner))
}
