//! A person with all related records.

use crate::admin::audit_log::{AuditLine, list_history_of};
use crate::admin::orders::view::AdminOrder;
use crate::admin::people::list_people::AdminPerson;
use crate::admin::people::teacher_payouts::{AdminTeacherPayouts, load_teacher_payouts};
use crate::context::Ctx;
use crate::error::AppResult;
use crate::views::booking::Booking;
use crate::views::settings::AgeBandSchema;
use jiff::Timestamp;
use serde::Serialize;
use tala_domain::error::ErrorCode;
use tala_domain::identity::{AgeBand, StatedAge};
use tala_domain::ids::PersonId;
use tala_domain::money::{Currency, Money};
use tala_store::credits::{self, StoredLot};
use tala_store::people::Person;
use tala_store::{bookings, orders, people, students, teachers};
use utoipa::ToSchema;

const MAX_BOOKINGS_AND_ORDERS: u32 = 20;
const MAX_LOTS: u32 = 100;

/// A person with all related records.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminPersonDetails {
    pub(super) person: AdminPerson,
    #[schema(required)]
    pub(super) student: Option<AdminStudentPart>,
    #[schema(required)]
    pub(super) teacher: Option<AdminTeacherPart>,
    /// The date of birth.
    #[schema(required, value_type = Option<String>, format = Date)]
    pub(super) birth_date: Option<String>,
    /// The age range of an adult who gave no date of birth.
    #[schema(required, value_type = Option<AgeBandSchema>)]
    pub(super) age_band: Option<&'static str>,
    /// The guardians of a learner, the first one first.
    pub(super) guardians: Vec<AdminRelative>,
    /// The learners whose guardian the person is.
    pub(super) learners: Vec<AdminRelative>,
    /// Newest first.
    pub(super) credits: Vec<AdminLot>,
    /// The newest 20 bookings as student or teacher.
    pub(super) bookings: Vec<Booking>,
    /// The newest 20 orders.
    pub(super) orders: Vec<AdminOrder>,
    /// The newest 50 audit events about the person and the credits, bookings and orders listed here.
    pub(super) history: Vec<AuditLine>,
}

/// A guardian or a learner of a person.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminRelative {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    #[schema(required)]
    email: Option<String>,
}

impl From<Person> for AdminRelative {
    fn from(person: Person) -> Self {
        Self { id: person.id.to_string(), name: person.name, email: person.email }
    }
}

/// The student data of a person.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminStudentPart {
    teacher_id: String,
    teacher_name: String,
    invite_code: String,
    location: &'static str,
    /// Set when the student joined; only administrators can change it (D19).
    currency: &'static str,
    #[schema(value_type = String, format = DateTime)]
    joined_at: Timestamp,
}

/// The teacher data of a person, including applicants.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminTeacherPart {
    /// `pending`, `approved` or `rejected`.
    status: &'static str,
    founding_teacher: bool,
    #[schema(required)]
    invite_code: Option<String>,
    bio: String,
    experience: String,
    dance_styles: Vec<String>,
    #[schema(required)]
    google_meet_link: Option<String>,
    inr_rate: f64,
    usd_rate: f64,
    #[schema(required)]
    rejection_reason: Option<String>,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    applied_at: Option<Timestamp>,
    payout: AdminTeacherPayouts,
}

/// A credit lot.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminLot {
    #[serde(rename = "_id")]
    id: String,
    /// `bought`, `granted` or `returned`.
    origin: &'static str,
    teacher_id: String,
    teacher_name: String,
    total: u32,
    remaining: u32,
    /// In major units.
    price_per_class: f64,
    currency: &'static str,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
}

impl From<StoredLot> for AdminLot {
    fn from(stored: StoredLot) -> Self {
        Self {
            id: stored.lot.id.to_string(),
            origin: stored.origin.as_str(),
            teacher_id: stored.teacher_id.to_string(),
            teacher_name: stored.teacher_name,
            total: stored.total,
            remaining: stored.lot.remaining,
            price_per_class: stored.price_per_class.to_major(),
            currency: stored.price_per_class.currency.code(),
            expires_at: stored.lot.expires_at,
            created_at: stored.created_at,
        }
    }
}

/// Loads a person with all related records.
///
/// # Errors
/// `NotFound`.
pub(super) async fn load_details(ctx: &Ctx, id: PersonId) -> AppResult<AdminPersonDetails> {
    let (conn, now) = (ctx.store.read(), ctx.now());
    let person = people::find_by_id(conn, id).await?.ok_or(ErrorCode::NotFound)?;
    let lots = credits::list_by_student(conn, id.as_student(), MAX_LOTS).await?;
    let classes = bookings::list_by_person(conn, id, MAX_BOOKINGS_AND_ORDERS).await?;
    let mut subjects = vec![id.0];
    subjects.extend(lots.iter().map(|stored| stored.lot.id.0));
    subjects.extend(classes.iter().map(|booking| booking.id.0));
    let orders = orders::list_by_student(conn, id.as_student(), MAX_BOOKINGS_AND_ORDERS).await?;
    subjects.extend(orders.iter().map(|order| order.id.0));
    let order_views = AdminOrder::load_all(ctx, &orders).await?;
    let age = person.age;
    let learners = people::list_learners(conn, id, now).await?;
    Ok(AdminPersonDetails {
        person: AdminPerson::from(person),
        birth_date: age.and_then(StatedAge::birth_date).map(|date| date.to_string()),
        age_band: age.and_then(StatedAge::band).map(AgeBand::as_str),
        guardians: people::list_guardians(conn, id).await?.into_iter().map(AdminRelative::from).collect(),
        learners: learners.into_iter().map(|learner| learner.person.into()).collect(),
        student: student_part(ctx, id).await?,
        teacher: teacher_part(ctx, id).await?,
        credits: lots.into_iter().map(AdminLot::from).collect(),
        bookings: classes.iter().map(|booking| Booking::of(booking, now)).collect(),
        orders: order_views,
        history: list_history_of(ctx, subjects).await?,
    })
}

async fn student_part(ctx: &Ctx, id: PersonId) -> AppResult<Option<AdminStudentPart>> {
    let conn = ctx.store.read();
    let Some(student) = students::find_by_id(conn, id.as_student()).await? else { return Ok(None) };
    let teacher = people::find_by_id(conn, student.teacher_id.into()).await?;
    Ok(Some(AdminStudentPart {
        teacher_id: student.teacher_id.to_string(),
        teacher_name: teacher.map(|teacher| teacher.name).unwrap_or_default(),
        invite_code: student.invite_code,
        location: student.location.as_str(),
        currency: student.currency.code(),
        joined_at: student.joined_at,
    }))
}

async fn teacher_part(ctx: &Ctx, id: PersonId) -> AppResult<Option<AdminTeacherPart>> {
    let conn = ctx.store.read();
    let (Some(teacher), Some(profile)) =
        (teachers::find_by_id(conn, id.as_teacher()).await?, teachers::find_profile(conn, id.as_teacher()).await?)
    else {
        return Ok(None);
    };
    Ok(Some(AdminTeacherPart {
        status: teacher.status.as_str(),
        founding_teacher: profile.founding,
        invite_code: teacher.invite_code,
        bio: teacher.bio,
        experience: teacher.experience,
        dance_styles: teacher.dance_styles,
        google_meet_link: teacher.meeting_link,
        inr_rate: Money::new(teacher.rate_inr_minor, Currency::Inr).to_major(),
        usd_rate: Money::new(teacher.rate_usd_minor, Currency::Usd).to_major(),
        rejection_reason: profile.rejection_reason,
        applied_at: profile.applied_at,
        payout: load_teacher_payouts(ctx, id.as_teacher()).await?,
    }))
}
