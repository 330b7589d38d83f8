//! `GET /api/admin/people/{id}/hand-over-preview`.

use crate::admin::access::Admin;
use crate::admin::people::hand_over::{find_new_teacher, invalid_teacher, parse_student};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::{IdPath, QueryParams};
use crate::http::json::Json;
use crate::services::slot_listing::find_available_slots;
use axum::extract::State;
use jiff::SignedDuration;
use serde::{Deserialize, Serialize};
use tala_domain::booking::BOOKING_WINDOW_DAYS;
use tala_domain::error::ErrorCode;
use tala_domain::ids::{PersonId, TeacherId};
use tala_domain::money::{Currency, Money};
use tala_domain::time::saturating_add;
use tala_store::bookings;
use tala_store::students::{self, StudentsInCurrency};
use tala_store::teachers::{self, Teacher};
use utoipa::{IntoParams, ToSchema};

/// The teacher who would take the students over.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct HandOverQuery {
    /// An approved teacher.
    teacher_id: String,
    /// Only this student of the teacher; absent for all.
    student_id: Option<String>,
}

/// What a hand-over affects.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminHandOverPreview {
    /// Students who get another teacher.
    students: u32,
    /// Their upcoming classes, which stay with the previous teacher. Students of the same class count once.
    classes: u32,
    /// Times within the next four weeks that students can book with the new teacher now.
    new_teacher_slots: usize,
    /// By currency, those that occur only.
    currencies: Vec<AdminHandOverCurrency>,
}

/// Students and credits of one currency. All amounts are in major units.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminHandOverCurrency {
    currency: &'static str,
    /// Students who pay in this currency.
    students: u32,
    /// Price of a class with the previous teacher.
    previous_price: f64,
    /// Price of a class with the new teacher.
    new_price: f64,
    /// Unspent credits, each of which pays for a class with the new teacher.
    credits: u32,
    /// The value of these credits, from which the new teacher's earnings follow: what was paid for them without fees, or the
    /// price of a class when they were granted.
    credits_value: f64,
    /// What as many classes cost with the new teacher.
    credits_at_new_price: f64,
}

impl AdminHandOverCurrency {
    fn new(found: StudentsInCurrency, previous: &Teacher, new: &Teacher) -> Self {
        let currency = found.worth.currency;
        let price = |teacher: &Teacher| {
            let minor = match currency {
                Currency::Inr => teacher.rate_inr_minor,
                Currency::Usd => teacher.rate_usd_minor,
            };
            Money::new(minor, currency)
        };
        let at_new_price = price(new).amount_minor.saturating_mul(i64::from(found.credits));
        Self {
            currency: currency.code(),
            students: found.students,
            previous_price: price(previous).to_major(),
            new_price: price(new).to_major(),
            credits: found.credits,
            credits_value: found.worth.to_major(),
            credits_at_new_price: Money::new(at_new_price, currency).to_major(),
        }
    }
}

/// Counts the slots of the next four weeks that a student without other classes can book.
async fn count_available_slots(ctx: &Ctx, teacher: TeacherId) -> AppResult<usize> {
    let now = ctx.now();
    let range = (now, saturating_add(now, SignedDuration::from_hours(24 * BOOKING_WINDOW_DAYS)));
    // Teachers see their own slots whatever they have booked elsewhere.
    let found = find_available_slots(&ctx.store, teacher, teacher.into(), range, now).await?;
    Ok(found.map_or(0, |(_, slots)| slots.len()))
}

/// Returns which students, classes and credits a hand-over to another teacher affects.
#[utoipa::path(get, path = "/api/admin/people/{id}/hand-over-preview", tag = "admin-people",
    security(("adminSession" = [])), params(("id" = String, Path, description = "The teacher"), HandOverQuery),
    responses((status = 200, body = AdminHandOverPreview)))]
pub(super) async fn admin_preview_hand_over(
    State(ctx): State<Ctx>,
    _admin: Admin,
    IdPath(from): IdPath<TeacherId>,
    QueryParams(query): QueryParams<HandOverQuery>,
) -> AppResult<Json<AdminHandOverPreview>> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let previous = teachers::find_by_id(conn, from).await?.ok_or(ErrorCode::NotFound)?;
    let to: TeacherId = query.teacher_id.parse().map_err(|_| invalid_teacher())?;
    let new = find_new_teacher(conn, from, to).await?;
    let student = parse_student(query.student_id.as_deref())?;
    let found = students::summarize_by_currency(conn, from, student, now).await?;
    let upcoming = bookings::summarize_upcoming(conn, student.map_or(from.into(), PersonId::from), now).await?;
    Ok(Json(AdminHandOverPreview {
        students: found.iter().fold(0, |sum: u32, item| sum.saturating_add(item.students)),
        classes: upcoming.classes,
        new_teacher_slots: count_available_slots(&ctx, to).await?,
        currencies: found.into_iter().map(|item| AdminHandOverCurrency::new(item, &previous, &new)).collect(),
    }))
}
