//! `POST /api/teacher/update-payment-settings`.

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::Body;
use crate::http::json::Json;
use crate::payouts::settings_view::PaymentSettingsReply;
use crate::services::current_user::Teacher;
use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::{AuditId, JobId};
use tala_domain::jobs::Job;
use tala_domain::money::{Currency, Money, parse_rate};
use tala_domain::payouts::{AccountDetails, PayoutCountry, RawAccount, rate_lock_days_left, rates_locked_message};
use tala_store::bank_accounts::{self, BankAccount};
use tala_store::teachers::{self, Profile};
use tala_store::{Transaction, audit, outbox, people};
use utoipa::ToSchema;

/// The payment settings to save: the bank account, the rates, or both. What is absent keeps its stored value.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PaymentSettingsInput {
    /// India or United States.
    #[serde(default)]
    country: Option<String>,
    #[serde(default)]
    account_holder_name: Option<String>,
    #[serde(default)]
    bank_name: Option<String>,
    /// The account number. If empty, the stored one remains.
    #[serde(default)]
    account_number: Option<String>,
    /// Required for India.
    #[serde(default)]
    ifsc_code: Option<String>,
    /// Required for the United States.
    #[serde(default)]
    routing_number: Option<String>,
    /// Bi-weekly or Monthly.
    #[serde(default)]
    payment_cycle: Option<String>,
    /// The hourly rate in rupees.
    #[serde(default)]
    inr_rate: Option<f64>,
    /// The hourly rate in dollars.
    #[serde(default)]
    usd_rate: Option<f64>,
}

/// The payment settings to save, and their version.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UpdatePaymentSettingsRequest {
    /// The signed-in teacher's email address.
    #[serde(default)]
    email: String,
    /// The version that the client read. Without it, the save overwrites any version.
    #[serde(default)]
    version: Option<i64>,
    payment_settings: PaymentSettingsInput,
}

/// Saves the signed-in teacher's bank account, rates, or both.
///
/// A request without any field of the account keeps the stored account, and one without rates keeps the stored rates.
/// Returns `rates_locked` if the rates differ and cannot be changed yet (D27).
#[utoipa::path(post, path = "/api/teacher/update-payment-settings", tag = "payouts", request_body = UpdatePaymentSettingsRequest,
    responses((status = 200, body = PaymentSettingsReply)))]
pub(super) async fn update_payment_settings(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    Body(request): Body<UpdatePaymentSettingsRequest>,
) -> AppResult<Json<PaymentSettingsReply>> {
    teacher.require_own_email(&request.email)?;
    let input = &request.payment_settings;
    let write = async |tx: Transaction| {
        let now = ctx.now();
        let id = teacher.id();
        // Absent fields keep their stored values, so these must not change between reading and writing.
        people::lock_for_update(&tx, id.into()).await?;
        let profile = teachers::find_profile(&tx, id).await?.ok_or(ErrorCode::RoleNotAllowed)?;
        let stored = bank_accounts::find_by_teacher(&tx, id).await?;
        let stored_country = stored.as_ref().and_then(|account| PayoutCountry::parse(&account.country));
        let account = parse_account(input, stored_country);
        let rates = parse_rates(input, &profile);
        let (account, rates) = combine_errors(account, rates)?;
        if rates != (profile.text.rate_inr_minor, profile.text.rate_usd_minor)
            && let Some(days) = rate_lock_days_left(profile.created_at, now)
        {
            return Err(AppError::new(ErrorCode::RatesLocked).with_detail(rates_locked_message(days)));
        }
        if teachers::update_rates(&tx, id, rates, request.version).await?.is_none() {
            return Err(ErrorCode::VersionConflict.into());
        }
        let account = match account {
            Some(account) => Some(save_account(&tx, &ctx, &teacher, account, stored).await?),
            None => stored,
        };
        let entry = audit::NewEvent {
            id: AuditId(ctx.new_id()),
            at: now,
            actor: Some(id.into()),
            action: AuditAction::PaymentSettingsSaved,
            subject: Some(id.0),
            detail: json!({
                "country": account.as_ref().map(|account| &account.country),
                "last4": account.as_ref().map(|account| &account.account_last4),
                "inrMinor": rates.0,
                "usdMinor": rates.1,
            }),
        };
        audit::insert(&tx, &entry).await?;
        let profile = teachers::find_profile(&tx, id).await?.ok_or(ErrorCode::RoleNotAllowed)?;
        Ok::<_, AppError>(PaymentSettingsReply::of(&profile, account, now))
    };
    Ok(Json(ctx.store.transaction(write).await?))
}

impl PaymentSettingsInput {
    fn has_account(&self) -> bool {
        let texts = [
            &self.country,
            &self.account_holder_name,
            &self.bank_name,
            &self.account_number,
            &self.ifsc_code,
            &self.routing_number,
            &self.payment_cycle,
        ];
        texts.into_iter().any(Option::is_some)
    }

    fn has_rates(&self) -> bool {
        self.inr_rate.is_some() || self.usd_rate.is_some()
    }
}

/// Parses the bank account. `None` if the request has rates only.
fn parse_account(
    input: &PaymentSettingsInput,
    stored: Option<PayoutCountry>,
) -> Result<Option<AccountDetails>, FieldErrors> {
    if input.has_rates() && !input.has_account() {
        return Ok(None);
    }
    let text = |field: &Option<String>| field.clone().unwrap_or_default();
    let raw = RawAccount {
        country: text(&input.country),
        account_holder_name: text(&input.account_holder_name),
        bank_name: text(&input.bank_name),
        account_number: text(&input.account_number),
        ifsc_code: text(&input.ifsc_code),
        routing_number: text(&input.routing_number),
        payment_cycle: text(&input.payment_cycle),
    };
    AccountDetails::parse(&raw, stored).map(Some)
}

/// Saves the account, and mails the teacher if payouts go to another one from now on.
async fn save_account(
    tx: &Transaction,
    ctx: &Ctx,
    teacher: &Teacher,
    account: AccountDetails,
    stored: Option<BankAccount>,
) -> AppResult<BankAccount> {
    let (now, id) = (ctx.now(), teacher.id());
    let new = encrypt_account(ctx, teacher, account, stored.clone())?;
    bank_accounts::save(tx, id, &new, now).await?;
    if !stored.is_some_and(|old| old.is_same_destination(&new)) {
        let job = Job::BankAccountChanged { person_id: id, change_id: ctx.new_id() };
        outbox::enqueue(tx, &[(JobId(ctx.new_id()), job)], now).await?;
    }
    Ok(new)
}

/// Parses the rates in minor units. The stored rates are always valid, even outside the current limits.
fn parse_rates(input: &PaymentSettingsInput, profile: &Profile) -> Result<(i64, i64), FieldErrors> {
    if input.has_account() && !input.has_rates() {
        return Ok((profile.text.rate_inr_minor, profile.text.rate_usd_minor));
    }
    let parse = |name: &str, sent: Option<f64>, minor: i64, currency: Currency| {
        if sent == Some(Money::new(minor, currency).to_major()) {
            return Ok(minor);
        }
        let rate = parse_rate(sent, currency).map(|rate| rate.amount_minor);
        rate.map_err(|error| FieldErrors::one(format!("paymentSettings.{name}"), error.to_string()))
    };
    let inr = parse("inrRate", input.inr_rate, profile.text.rate_inr_minor, Currency::Inr);
    let usd = parse("usdRate", input.usd_rate, profile.text.rate_usd_minor, Currency::Usd);
    combine_errors(inr, usd)
}

/// Returns both values, or the errors of both.
fn combine_errors<A, B>(one: Result<A, FieldErrors>, other: Result<B, FieldErrors>) -> Result<(A, B), FieldErrors> {
    match (one, other) {
        (Ok(one), Ok(other)) => Ok((one, other)),
        (Err(one), Err(other)) => Err(one.merged_with(other)),
        (Err(errors), Ok(_)) | (Ok(_), Err(errors)) => Err(errors),
    }
}

fn encrypt_account(
    ctx: &Ctx,
    teacher: &Teacher,
    account: AccountDetails,
    stored: Option<BankAccount>,
) -> AppResult<BankAccount> {
    let (account_encrypted, account_last4) = match (&account.number, stored) {
        (Some(number), _) => {
            let place = teacher.id().to_string();
            (ctx.vault.encrypt(&place, number.expose()).map_err(AppError::internal)?, number.last4().to_owned())
        }
        (None, Some(stored)) => (stored.account_encrypted, stored.account_last4),
        (None, None) => return Err(AppError::internal("bank account without a number")),
    };
    Ok(BankAccount {
        country: account.country.as_str().to_owned(),
        ifsc: account.code.ifsc().map(str::to_owned),
        routing: account.code.routing().map(str::to_owned),
        holder: account.holder,
        bank: account.bank,
        account_encrypted,
        account_last4,
        payout_cycle: account.cycle.as_str().to_owned(),
    })
}
