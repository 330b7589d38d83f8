//! A user record (SPEC §3), as its owner sees it or as the other person in the class does.

use jiff::Timestamp;
use serde::Serialize;
use tala_domain::identity::{Role, TeacherStatus, role_of};
use tala_store::people::Person;
use tala_store::{StoreError, students, teachers};
use utoipa::ToSchema;

use crate::context::Ctx;

/// A student or teacher (SPEC §3).
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UserRecord {
    #[serde(rename = "_id")]
    id: String,
    name: String,
    #[schema(required)]
    email: Option<String>,
    #[schema(value_type = crate::views::RoleSchema)]
    role: &'static str,
    /// The student's teacher.
    #[schema(required)]
    teacher: Option<String>,
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    bio: Option<String>,
    dance_styles: Vec<String>,
    #[schema(required)]
    referral_code: Option<String>,
    #[schema(required)]
    teacher_profile: Option<TeacherProfile>,
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    is_approved: bool,
    is_rejected: bool,
    #[schema(required)]
    time_zone: Option<String>,
    #[schema(required)]
    currency: Option<String>,
    #[schema(required)]
    location: Option<String>,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    joined_at: Option<Timestamp>,
}

/// The part of a teacher's profile that SPEC nests.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct TeacherProfile {
    experience: String,
}

/// Who is looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Viewer {
    /// The person: sees everything.
    Self_,
    /// The other person in the class: sees no phone, code or settings.
    Other,
}

impl UserRecord {
    /// Reads what is stored of a person, as far as the viewer may see it.
    pub(super) async fn load(ctx: &Ctx, person: &Person, viewer: Viewer) -> Result<Self, StoreError> {
        let conn = ctx.store.read();
        let role = role_of(person.student_of.is_some(), person.teacher_status);
        let teacher = match person.teacher_status {
            Some(_) => teachers::find_by_id(conn, person.id).await?,
            None => None,
        };
        let student = match person.student_of {
            Some(_) => students::find_by_id(conn, person.id).await?,
            None => None,
        };
        let own = viewer == Viewer::Self_;
        let zone = teacher.as_ref().and_then(|t| t.time_zone.clone()).or_else(|| person.time_zone.clone());
        Ok(Self {
            id: person.id.to_string(),
            name: person.name.clone(),
            email: person.email.clone(),
            role: role.as_str(),
            teacher: person.student_of.filter(|_| own).map(|id| id.to_string()),
            phone: person.phone.clone().filter(|_| own),
            bio: teacher.as_ref().map(|t| t.bio.clone()),
            dance_styles: teacher.as_ref().map(|t| t.dance_styles.clone()).unwrap_or_default(),
            referral_code: teacher.as_ref().and_then(|t| t.invite_code.clone()).filter(|_| own),
            teacher_profile: teacher.map(|t| TeacherProfile { experience: t.experience }),
            created_at: person.created_at,
            is_approved: role == Role::Teacher,
            is_rejected: own && person.teacher_status == Some(TeacherStatus::Rejected),
            time_zone: zone,
            currency: student.as_ref().filter(|_| own).map(|s| s.currency.code().to_owned()),
            location: student.as_ref().filter(|_| own).map(|s| s.location.as_str().to_owned()),
            joined_at: student.map(|s| s.joined_at),
        })
    }
}
