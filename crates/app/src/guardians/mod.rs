//! Guardians of a learner and their invitations (ADR 14).

mod accept_invitation;
mod invite_guardian;
mod list_guardians;
mod preview_invitation;
mod view;
mod withdraw_invitation;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Ctx;

pub(crate) fn router() -> OpenApiRouter<Ctx> {
    OpenApiRouter::new()
        .routes(routes!(list_guardians::list_guardians))
        .routes(routes!(invite_guardian::invite_guardian))
        .routes(routes!(withdraw_invitation::withdraw_guardian_invitation))
        .routes(routes!(preview_invitation::preview_guardian_invitation))
        .routes(routes!(accept_invitation::accept_guardian_invitation))
}
