//! `GET /api/student-profile` (SPEC §3, §7; D17).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::credits::balance;
use tala_domain::error::ErrorCode;
use tala_domain::onboarding::fee_waived_until;
use tala_store::{credits, students, teachers};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::services::current_user::Student;

/// The student whose profile to return.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StudentProfileQuery {
    /// The signed-in student's email address.
    email: String,
}

/// A student's credits, currency and teacher.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct StudentProfile {
    #[serde(rename = "_id")]
    id: String,
    /// The number of credits that the student can spend (D17).
    class_credits: u32,
    /// The earliest expiry of these credits.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    class_credits_expiry: Option<Timestamp>,
    /// INR or USD, chosen at onboarding (D19).
    currency: String,
    teacher: ProfileTeacher,
    #[schema(required)]
    phone: Option<String>,
    #[schema(value_type = String, format = DateTime)]
    joined_at: Timestamp,
    /// Until this instant, no service fee is charged (D21).
    #[schema(value_type = String, format = DateTime)]
    fee_waived_until: Timestamp,
}

/// The student's teacher.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ProfileTeacher {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    #[schema(required)]
    email: Option<String>,
    #[schema(required)]
    time_zone: Option<String>,
    dance_styles: Vec<String>,
}

/// Returns the signed-in student's credits, currency and teacher.
#[utoipa::path(get, path = "/api/student-profile", tag = "students", params(StudentProfileQuery),
    responses((status = 200, body = StudentProfile)))]
pub(super) async fn get_student_profile(
    State(ctx): State<Ctx>,
    student: Student,
    QueryParams(query): QueryParams<StudentProfileQuery>,
) -> AppResult<Json<StudentProfile>> {
    student.require_own_email(&query.email)?;
    Ok(Json(load_profile(&ctx, &student).await?))
}

async fn load_profile(ctx: &Ctx, student: &Student) -> AppResult<StudentProfile> {
    let conn = ctx.store.read();
    let record = students::find_by_id(conn, student.id()).await?.ok_or(ErrorCode::NotFound)?;
    let teacher = teachers::find_by_id(conn, student.teacher_id).await?.ok_or(ErrorCode::NotFound)?;
    let lots = credits::list_spendable(conn, student.id(), student.teacher_id).await?;
    let lots: Vec<_> = lots.into_iter().map(|stored| stored.lot).collect();
    let balance = balance(&lots, ctx.now());
    Ok(StudentProfile {
        id: student.id().to_string(),
        class_credits: balance.available,
        class_credits_expiry: balance.next_expiry,
        currency: record.currency.code().to_owned(),
        teacher: ProfileTeacher {
            id: teacher.id.to_string(),
            name: teacher.name,
            email: teacher.email,
            time_zone: teacher.clock_zone,
            dance_styles: teacher.dance_styles,
        },
        phone: student.account_holder().phone.clone(),
        joined_at: record.joined_at,
        fee_waived_until: fee_waived_until(record.joined_at),
    })
}
