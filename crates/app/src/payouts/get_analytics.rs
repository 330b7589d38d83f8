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
use tala_store::bookings::{self, Held};
use tala_store::{bank_accounts, teachers};
use utoipa::{IntoParams, ToSchema};

use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;
use crate::services::current_user::Teacher;
use crate::views::problem::Problem;

const MONTHS: u32 = 12;
/// Where a teacher has told no zone yet.
const DEFAULT_ZONE: &str = "Asia/Kolkata";

/// Which month.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AnalyticsQuery {
    /// `YYYY-MM` on the teacher's own wall clock; this month if absent.
    month: Option<String>,
    /// The signed-in teacher's own address, when sent.
    email: Option<String>,
}

/// A teacher's figures of a month (SPEC §3). Classes are those completed; several students in one class are one class.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Analytics {
    /// Classes of the month.
    total_classes: u32,
    /// Those of them paid for in INR; one with students of both currencies counts here.
    indian_classes: u32,
    /// Those of them paid for in USD.
    us_classes: u32,
    /// Hours of the month.
    total_hours: u32,
    /// Hours taught in all.
    total_teaching_hours: u32,
    earnings: AnalyticsEarnings,
    class_by_type: ClassesByType,
    /// The currency of `earnings.total` and of `months`: that of the payout country.
    currency: String,
    /// Rupees for a dollar, with which the other currency was converted (D26).
    fx_rate: f64,
    /// The day of that rate.
    fx_as_of: String,
    /// Twelve months up to this one, oldest first.
    months: Vec<MonthFigures>,
    commission: Commission,
}

/// What was left for the teacher, in major units.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AnalyticsEarnings {
    /// From classes paid for in INR, in INR.
    indian: f64,
    /// From classes paid for in USD, in USD.
    us: f64,
    /// Both, in `currency`.
    total: f64,
    by_currency: ByCurrency,
}

/// The same by ISO 4217 code.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
pub(super) struct ByCurrency {
    inr: f64,
    usd: f64,
}

/// Classes of the month by type.
#[derive(Default, Serialize, ToSchema)]
pub(super) struct ClassesByType {
    private: u32,
    group: u32,
    duet: u32,
}

/// One bar of the chart.
#[derive(Serialize, ToSchema)]
pub(super) struct MonthFigures {
    /// `YYYY-MM`.
    month: String,
    classes: u32,
    /// In the currency of the whole, in major units.
    earnings: f64,
}

/// Where the teacher stands in the commission model (D22).
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Commission {
    /// `launch` in the first three months, `tier` after.
    stage: &'static str,
    /// What a class costs now, in percent.
    rate: f64,
    hours_taught: u32,
    /// Hours at which the present tier begins.
    tier_from: u32,
    /// Hours up to which it goes; null in the last.
    #[schema(required)]
    tier_to: Option<u32>,
    /// The rate after that, in percent.
    #[schema(required)]
    next_rate: Option<f64>,
    #[schema(required, value_type = Option<String>, format = DateTime)]
    launch_ends_at: Option<Timestamp>,
    /// How far the way to the next tier is gone, 0 to 100.
    progress_percent: u32,
}

/// The signed-in teacher's figures.
#[utoipa::path(get, path = "/api/teacher/analytics", tag = "payouts", params(AnalyticsQuery),
    responses((status = 200, body = Analytics), (status = "4XX", body = Problem)))]
pub(super) async fn get_analytics(
    State(ctx): State<Ctx>,
    teacher: Teacher,
    QueryParams(query): QueryParams<AnalyticsQuery>,
) -> AppResult<Json<Analytics>> {
    if let Some(email) = &query.email {
        teacher.require_own_email(email)?;
    }
    let (conn, now, id) = (ctx.store.read_replica(), ctx.now(), teacher.person.id);
    let record = teachers::find_by_id(conn, id).await?.ok_or(ErrorCode::RoleNotAllowed)?;
    let zone = record.time_zone.as_deref().unwrap_or(DEFAULT_ZONE);
    let zone = Zone::parse(zone).map_err(|_| ErrorCode::Internal)?;
    let month = match query.month.as_deref() {
        Some(text) => Month::parse(text).ok_or_else(|| FieldErrors::one("month", "Please give a month as YYYY-MM."))?,
        None => Month::at(&zone, now),
    };
    let months: Vec<Month> = (0..MONTHS).rev().map(|back| month.earlier(back)).collect();
    let spans: Vec<_> = months.iter().map(|month| month.bounds(&zone)).collect();
    let held = bookings::sum_months(conn, id, &spans).await?;
    let hours = bookings::count_hours(conn, id).await?;
    let account = bank_accounts::find_by_teacher(conn, id).await?;
    let country = account.and_then(|account| PayoutCountry::parse(&account.country)).unwrap_or(PayoutCountry::India);
    Ok(Json(figures(&ctx, (record.created_at, hours, country.currency()), &months, &held)))
}

fn figures(
    ctx: &Ctx,
    (since, hours, currency): (Timestamp, u32, Currency),
    months: &[Month],
    held: &[Held],
) -> Analytics {
    let last = months.len().saturating_sub(1);
    let of_month: Vec<&Held> = held.iter().filter(|held| held.month == last).collect();
    let classes = |wanted: &dyn Fn(&Held) -> bool| {
        of_month.iter().filter(|held| wanted(held)).fold(0_u32, |sum, held| sum.saturating_add(held.classes))
    };
    let (inr, usd) = earned(of_month.iter().copied());
    let total_classes = classes(&|_| true);
    Analytics {
        total_classes,
        indian_classes: classes(&|held| held.currency == Currency::Inr),
        us_classes: classes(&|held| held.currency == Currency::Usd),
        total_hours: total_classes,
        total_teaching_hours: hours,
        earnings: AnalyticsEarnings {
            indian: inr.to_major(),
            us: usd.to_major(),
            total: together(ctx, inr, usd, currency).to_major(),
            by_currency: ByCurrency { inr: inr.to_major(), usd: usd.to_major() },
        },
        class_by_type: ClassesByType {
            private: classes(&|held| held.class_type == ClassType::Private),
            group: classes(&|held| held.class_type == ClassType::Group),
            duet: classes(&|held| held.class_type == ClassType::Duet),
        },
        currency: currency.code().to_owned(),
        fx_rate: ctx.settings.reference_rate.rate.to_text().parse().unwrap_or(f64::NAN),
        fx_as_of: ctx.settings.reference_rate.as_of.clone(),
        months: months
            .iter()
            .enumerate()
            .map(|(index, month)| {
                let of_this = || held.iter().filter(move |held| held.month == index);
                let (inr, usd) = earned(of_this());
                MonthFigures {
                    month: month.to_string(),
                    classes: of_this().fold(0, |sum, held| sum.saturating_add(held.classes)),
                    earnings: together(ctx, inr, usd, currency).to_major(),
                }
            })
            .collect(),
        commission: commission(since, ctx.now(), hours),
    }
}

fn earned<'a>(held: impl Iterator<Item = &'a Held>) -> (Money, Money) {
    let (inr, usd) = held
        .fold((0_i64, 0_i64), |(inr, usd), held| (inr.saturating_add(held.net_inr), usd.saturating_add(held.net_usd)));
    (Money::new(inr, Currency::Inr), Money::new(usd, Currency::Usd))
}

/// Both currencies in one, at the reference rate.
fn together(ctx: &Ctx, inr: Money, usd: Money, currency: Currency) -> Money {
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
