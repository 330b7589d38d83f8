//! `GET /api/teacher/analytics` (SPEC §3, §7; D22, D26).

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::booking::ClassType;
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::money::{Currency, Money};
use tala_domain::payouts::PayoutCountry;
use tala_domain::pricing::{BasisPoints, commission_status};
use tala_domain::time::{Month, Zone};
use tala_store::bookings::{self, MonthlyClasses};
use tala_store::{bank_accounts, teachers};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::services::current_user::Teacher;

const MONTHS: u32 = 12;
/// The time zone of teachers whose zone is unknown.
const DEFAULT_ZONE: &str = "Asia/Kolkata";

/// The month to return.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AnalyticsQuery {
    /// `YYYY-MM` in the teacher's time zone. Default: the current month.
    month: Option<String>,
    /// The signed-in teacher's email address, if present.
    email: Option<String>,
}

/// A teacher's figures for one month (SPEC §3). Only completed classes count. A class with several students counts once.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Analytics {
    /// The number of classes in the month.
    total_classes: u32,
    /// The classes paid in INR. A class with students of both currencies counts here.
    indian_classes: u32,
    /// The classes paid in USD.
    us_classes: u32,
    /// The hours taught in the month.
    total_hours: u32,
    /// The hours taught in total.
    total_teaching_hours: u32,
    earnings: AnalyticsEarnings,
    class_by_type: ClassesByType,
    /// The currency of `earnings.total` and of `months`: that of the bank account. Without one, the only currency earned, or
    /// that of the country in the application.
    currency: String,
    /// `YYYY-MM` in which the teacher's profile was created.
    since: String,
    /// The reference rate in rupees per dollar that converts the other currency (D26).
    fx_rate: f64,
    /// The date of the reference rate.
    fx_as_of: String,
    /// The twelve months up to the requested one, oldest first.
    months: Vec<MonthFigures>,
    commission: Commission,
}

/// The teacher's earnings after commission, in major units.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnalyticsEarnings {
    /// From classes paid in INR, in INR.
    indian: f64,
    /// From classes paid in USD, in USD.
    us: f64,
    /// The sum of both, in `currency`.
    total: f64,
    by_currency: ByCurrency,
}

/// The earnings by ISO 4217 code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(super) struct ByCurrency {
    inr: f64,
    usd: f64,
}

/// The classes of the month by type.
#[derive(Default, Serialize, ToSchema)]
pub(super) struct ClassesByType {
    private: u32,
    group: u32,
    duet: u32,
}

/// The figures of one month of the chart.
#[derive(Serialize, ToSchema)]
pub(super) struct MonthFigures {
    /// `YYYY-MM`.
    month: String,
    classes: u32,
    /// In major units of the analytics' `currency`.
    earnings: f64,
}

/// The teacher's commission (D22).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Commission {
    /// `launch` in the first three months, `tier` after that.
    stage: &'static str,
    /// The current rate in percent.
    rate: f64,
    hours_taught: u32,
    /// The hours at which the current tier starts.
    tier_from: u32,
    /// The hours at which the current tier ends; `null` for the last tier.
    #[schema(required)]
    tier_to: Option<u32>,
    /// The rate of the next tier in percent.
    #[schema(required)]
    next_rate: Option<f64>,
    /// The end of the launch stage.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    launch_ends_at: Option<Timestamp>,
    /// The progress towards the next tier, 0 to 100.
    progress_percent: u32,
}

/// Returns the signed-in teacher's figures for one month.
#[utoipa::path(get, path = "/api/teacher/analytics", tag = "payouts", params(AnalyticsQuery),
    responses((status = 200, body = Analytics)))]
pub(super) async fn get_teacher_analytics(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    QueryParams(query): QueryParams<AnalyticsQuery>,
) -> AppResult<Json<Analytics>> {
    if let Some(email) = &query.email {
        teacher.require_own_email(email)?;
    }
    let (conn, now, id) = (ctx.store.read_replica(), ctx.now(), teacher.id());
    let record = teachers::find_by_id(conn, id).await?.ok_or(ErrorCode::RoleNotAllowed)?;
    let zone = record.time_zone.as_deref().unwrap_or(DEFAULT_ZONE);
    let zone = Zone::parse(zone).map_err(|_| ErrorCode::Internal)?;
    let month = match query.month.as_deref() {
        Some(text) => Month::parse(text).ok_or_else(|| FieldErrors::one("month", "Please give a month as YYYY-MM."))?,
        None => Month::containing(&zone, now),
    };
    let months: Vec<Month> = (0..MONTHS).rev().map(|back| month.minus_months(back)).collect();
    let spans: Vec<_> = months.iter().map(|month| month.bounds(&zone)).collect();
    let taught = bookings::sum_by_month(conn, id, &spans).await?;
    let hours = bookings::count_taught_hours(conn, id).await?;
    let account = bank_accounts::find_by_teacher(conn, id).await?;
    let account_country = account.and_then(|account| PayoutCountry::parse(&account.country));
    let currency = match account_country.map(PayoutCountry::currency).or_else(|| only_currency(&taught)) {
        Some(currency) => currency,
        None => {
            let profile = teachers::find_profile(conn, id).await?.ok_or(ErrorCode::RoleNotAllowed)?;
            PayoutCountry::parse(&profile.text.country).unwrap_or(PayoutCountry::India).currency()
        }
    };
    let commission = commission(record.created_at, now, hours);
    let since = Month::containing(&zone, record.created_at).to_string();
    Ok(Json(analytics(&ctx, (currency, since), commission, &months, &taught)))
}

fn analytics(
    ctx: &Ctx,
    (currency, since): (Currency, String),
    commission: Commission,
    months: &[Month],
    taught: &[MonthlyClasses],
) -> Analytics {
    let last = months.len().saturating_sub(1);
    let of_month: Vec<&MonthlyClasses> = taught.iter().filter(|taught| taught.month == last).collect();
    let classes = |wanted: &dyn Fn(&MonthlyClasses) -> bool| {
        of_month.iter().filter(|taught| wanted(taught)).fold(0_u32, |sum, taught| sum.saturating_add(taught.classes))
    };
    let (inr, usd) = earned(of_month.iter().copied());
    let total_classes = classes(&|_| true);
    Analytics {
        total_classes,
        indian_classes: classes(&|taught| taught.currency == Currency::Inr),
        us_classes: classes(&|taught| taught.currency == Currency::Usd),
        total_hours: total_classes,
        total_teaching_hours: commission.hours_taught,
        earnings: AnalyticsEarnings {
            indian: inr.to_major(),
            us: usd.to_major(),
            total: convert_and_add(ctx, inr, usd, currency).to_major(),
            by_currency: ByCurrency { inr: inr.to_major(), usd: usd.to_major() },
        },
        class_by_type: ClassesByType {
            private: classes(&|taught| taught.class_type == ClassType::Private),
            group: classes(&|taught| taught.class_type == ClassType::Group),
            duet: classes(&|taught| taught.class_type == ClassType::Duet),
        },
        currency: currency.code().to_owned(),
        since,
        fx_rate: ctx.settings.reference_rate.rate.to_text().parse().unwrap_or(f64::NAN),
        fx_as_of: ctx.settings.reference_rate.as_of.clone(),
        months: months
            .iter()
            .enumerate()
            .map(|(index, month)| {
                let of_this = || taught.iter().filter(move |taught| taught.month == index);
                let (inr, usd) = earned(of_this());
                MonthFigures {
                    month: month.to_string(),
                    classes: of_this().fold(0, |sum, taught| sum.saturating_add(taught.classes)),
                    earnings: convert_and_add(ctx, inr, usd, currency).to_major(),
                }
            })
            .collect(),
        commission,
    }
}

/// The currency of all earnings in these months. `None` without earnings, or with both currencies.
fn only_currency(taught: &[MonthlyClasses]) -> Option<Currency> {
    let (inr, usd) = earned(taught.iter());
    match (inr.amount_minor > 0, usd.amount_minor > 0) {
        (true, false) => Some(Currency::Inr),
        (false, true) => Some(Currency::Usd),
        _ => None,
    }
}

fn earned<'a>(taught: impl Iterator<Item = &'a MonthlyClasses>) -> (Money, Money) {
    let (inr, usd) = taught.fold((0_i64, 0_i64), |(inr, usd), taught| {
        (inr.saturating_add(taught.net_inr), usd.saturating_add(taught.net_usd))
    });
    (Money::new(inr, Currency::Inr), Money::new(usd, Currency::Usd))
}

/// Converts both amounts to one currency at the reference rate and adds them.
fn convert_and_add(ctx: &Ctx, inr: Money, usd: Money, currency: Currency) -> Money {
    let parts = [inr, usd].map(|part| ctx.settings.reference_rate.rate.convert(part, currency).amount_minor);
    Money::new(parts.into_iter().fold(0, i64::saturating_add), currency)
}

fn commission(since: Timestamp, now: Timestamp, hours: u32) -> Commission {
    let status = commission_status(since, now, hours);
    let percent = |rate: BasisPoints| f64::from(rate.0) / 100.0;
    Commission {
        stage: status.stage.as_str(),
        rate: percent(status.rate),
        hours_taught: hours,
        tier_from: status.tier_from,
        tier_to: status.tier_to,
        next_rate: status.next_rate.map(percent),
        launch_ends_at: status.launch_ends_at,
        progress_percent: status.progress_percent,
    }
}
