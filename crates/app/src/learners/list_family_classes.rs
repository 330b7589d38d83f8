//! `GET /api/learners/classes`.

use axum::extract::State;
use serde::Serialize;
use tala_store::bookings::{self, BookingsOf};
use tala_store::people;
use utoipa::ToSchema;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::json::Json;
use crate::services::current_user::CurrentUser;
use crate::views::booking::Booking;

/// The maximum number of classes of each person.
const MAX_CLASSES: u32 = 100;

/// The upcoming classes of a family.
#[derive(Serialize, ToSchema)]
pub(super) struct FamilyClasses {
    success: bool,
    /// Soonest first; `studentId` and `studentName` say whose.
    classes: Vec<Booking>,
}

/// Lists the confirmed classes of the signed-in person as a student and of their learners that have not ended.
#[utoipa::path(get, path = "/api/learners/classes", tag = "learners", responses((status = 200, body = FamilyClasses)))]
pub(super) async fn list_family_classes(State(ctx): State<Ctx>, user: CurrentUser) -> AppResult<Json<FamilyClasses>> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let mut students = Vec::new();
    if user.person.student_of.is_some() {
        students.push(user.person.id.as_student());
    }
    let learners = people::list_learners(conn, user.person.id, now).await?;
    students.extend(learners.iter().map(|learner| learner.person.id.as_student()));
    let mut classes = Vec::new();
    for student in students {
        classes.extend(bookings::list_upcoming(conn, BookingsOf::Student(student), now, MAX_CLASSES).await?);
    }
    classes.sort_by_key(|booking| (booking.starts_at, booking.id.0));
    let classes = classes.iter().map(|booking| Booking::for_student(booking, now)).collect();
    Ok(Json(FamilyClasses { success: true, classes }))
}
