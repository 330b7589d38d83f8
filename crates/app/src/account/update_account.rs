//! `POST /api/account`.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::identity::{AccountEdit, OptionalMail, RawAccountEdit, StatedAge};
use tala_store::{Transaction, people};
use utoipa::ToSchema;

use super::view::{Account, MailChoices};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::services::ages;
use crate::services::audit::{Actor, AuditEvent};
use crate::services::current_user::CurrentUser;
use crate::views::settings::{AgeBandSchema, ClockSchema, LanguageSchema, WeekStartSchema};

/// A change of the account. Absent fields keep their values.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct UpdateAccountRequest {
    /// The display name.
    #[schema(max_length = 200)]
    name: Option<String>,
    /// The phone number; an empty string removes it.
    #[schema(max_length = 32)]
    phone: Option<String>,
    /// The IANA zone for times in emails and on screens; an empty string follows the browser.
    fixed_time_zone: Option<String>,
    #[schema(value_type = Option<LanguageSchema>)]
    language: Option<String>,
    #[schema(value_type = Option<ClockSchema>)]
    clock: Option<String>,
    #[schema(value_type = Option<WeekStartSchema>)]
    week_start: Option<String>,
    mails: MailChoices,
    /// The date of birth. A student states it, or an age range, once.
    #[schema(format = Date)]
    birth_date: Option<String>,
    /// The age range of an adult who gives no date of birth.
    #[schema(value_type = Option<AgeBandSchema>)]
    age_band: Option<String>,
}

/// Saves the signed-in person's profile, display settings and choice of emails.
///
/// Emails about bookings, cancellations, payments, refunds, payouts and the security of the account cannot be turned off.
#[utoipa::path(post, path = "/api/account", tag = "account", request_body = UpdateAccountRequest,
    responses((status = 200, body = Account)))]
pub(super) async fn update_account(
    State(ctx): State<Ctx>,
    user: CurrentUser,
    Body(request): Body<UpdateAccountRequest>,
) -> AppResult<Json<Account>> {
    let UpdateAccountRequest { name, phone, fixed_time_zone: time_zone, language, clock, week_start, .. } = request;
    let (mails, today) = (request.mails, user.person.today(ctx.now()));
    let age = StatedAge::parse(request.birth_date.as_deref(), request.age_band.as_deref(), today)?;
    // The stored number may be older than the rules, so it is not validated again.
    if age.is_some() && user.person.student_of.is_none() {
        return Err(FieldErrors::one("birthDate", "Only students state an age").into());
    }
    if age.is_some_and(|age| age.is_minor_on(today))
        && people::count_learners(ctx.store.read(), user.person.id).await? > 0
    {
        return Err(FieldErrors::one("birthDate", "A parent or guardian is 18 or older").into());
    }
    let phone = phone.filter(|sent| user.person.phone.as_deref() != Some(sent.trim()));
    let raw = RawAccountEdit { name, phone, time_zone, language, clock, week_start };
    let edit = AccountEdit::parse(&raw)?;
    let id = user.person.id;
    let write = async |tx: Transaction| {
        people::lock_for_update(&tx, id).await?;
        people::update_settings(&tx, id, &edit).await?;
        people::follow_zone_of_guardian(&tx, id).await?;
        if let Some(age) = age {
            ages::state(&ctx, &tx, id, age).await?;
        }
        let mut fields = edit.fields();
        for &mail in OptionalMail::ALL {
            if let Some(is_wanted) = mails.get(mail)
                && people::set_muted(&tx, id, mail, !is_wanted).await?
            {
                fields.push(mail.as_str());
            }
        }
        if !fields.is_empty() {
            let event = AuditEvent::new(AuditAction::AccountChanged, id.0).detail(json!({ "fields": fields }));
            Actor::Person(id).record(&tx, &ctx, &event).await?;
        }
        Ok::<_, AppError>(people::find_by_id(&tx, id).await?)
    };
    let person = ctx.store.transaction(write).await?.ok_or(ErrorCode::NotFound)?;
    Ok(Json(Account::load(&ctx, person, user.role).await?))
}
