//! The unspent credits for a teacher's classes, and `POST /api/admin/people/{id}/refund-unspent-credits`.

use crate::admin::access::Admin;
use crate::admin::reason::AdminReason;
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::extract::{Body, IdPath};
use crate::http::json::Json;
use crate::services::audit::Actor;
use crate::services::package_refunds::{find_unspent_credits, refund_unspent_credits};
use axum::extract::State;
use serde::Serialize;
use std::collections::BTreeSet;
use tala_domain::admin::AdminArea;
use tala_domain::error::ErrorCode;
use tala_domain::ids::TeacherId;
use tala_domain::money::{Currency, Money};
use tala_store::credits::{self, UnspentLot};
use tala_store::{Transaction, orders, people, teachers};
use utoipa::ToSchema;

/// Credit lots that one call reads.
const MAX_LOTS: u32 = 500;

/// An amount of money.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminAmount {
    /// In major units.
    amount: f64,
    currency: &'static str,
}

/// Unspent credits for a teacher's classes.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminUnspentCredits {
    /// Students who have them.
    students: u32,
    /// All of them.
    credits: u32,
    /// Those that can be refunded, because they are left of a package that was paid. Credits that were granted, or that
    /// replace a cancelled class, cannot.
    refundable_credits: u32,
    /// What was paid for these, with their share of the fees, by currency.
    refundable: Vec<AdminAmount>,
    /// There are more; the numbers are those of 500 credit lots.
    more: bool,
}

/// The result of refunding unspent credits.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminCreditRefunds {
    /// Number of credits that are refunded and cannot be spent now.
    credits: u32,
    /// What is refunded, by currency.
    refunded: Vec<AdminAmount>,
    /// There are more credits than one call refunds. Call again.
    more: bool,
}

/// Sums by currency.
#[derive(Default)]
struct Sums {
    credits: u32,
    inr_minor: i64,
    usd_minor: i64,
}

impl Sums {
    fn add(&mut self, credits: u32, paid: Money) {
        self.credits = self.credits.saturating_add(credits);
        let sum = match paid.currency {
            Currency::Inr => &mut self.inr_minor,
            Currency::Usd => &mut self.usd_minor,
        };
        *sum = sum.saturating_add(paid.amount_minor);
    }

    fn amounts(&self) -> Vec<AdminAmount> {
        [(self.inr_minor, Currency::Inr), (self.usd_minor, Currency::Usd)]
            .into_iter()
            .filter(|(minor, _)| *minor > 0)
            .map(|(minor, currency)| AdminAmount {
                amount: Money::new(minor, currency).to_major(),
                currency: currency.code(),
            })
            .collect()
    }
}

/// Sums the unspent credits for a teacher's classes.
///
/// # Errors
/// Those of the database.
pub(super) async fn load_unspent_credits(ctx: &Ctx, teacher: TeacherId) -> AppResult<AdminUnspentCredits> {
    let (lots, more) = list_lots(ctx, teacher).await?;
    let mut refundable = Sums::default();
    for lot in &lots {
        let Some(order) = lot.order_id else { continue };
        let conn = ctx.store.read();
        let order = orders::find_by_id(conn, order).await?;
        let stored = credits::find_by_id(conn, lot.id).await?;
        let (Some(order), Some(stored)) = (order, stored) else { continue };
        if let Some(found) = find_unspent_credits(conn, &order, &stored, ctx.now()).await? {
            refundable.add(found.credits, found.paid);
        }
    }
    let students: BTreeSet<_> = lots.iter().map(|lot| lot.student_id).collect();
    Ok(AdminUnspentCredits {
        students: u32::try_from(students.len()).unwrap_or(u32::MAX),
        credits: lots.iter().fold(0, |sum: u32, lot| sum.saturating_add(lot.remaining)),
        refundable_credits: refundable.credits,
        refundable: refundable.amounts(),
        more,
    })
}

async fn list_lots(ctx: &Ctx, teacher: TeacherId) -> AppResult<(Vec<UnspentLot>, bool)> {
    let limit = MAX_LOTS.saturating_add(1);
    let mut lots = credits::list_unspent_by_teacher(ctx.store.read(), teacher, ctx.now(), limit).await?;
    let max = usize::try_from(MAX_LOTS).unwrap_or(usize::MAX);
    let more = lots.len() > max;
    lots.truncate(max);
    Ok((lots, more))
}

/// Refunds what was paid for the unspent credits of packages with a suspended teacher, fees included, and removes these
/// credits. The students are notified by email. Idempotent. Credits that were granted, or that replace a cancelled class,
/// stay.
#[utoipa::path(post, path = "/api/admin/people/{id}/refund-unspent-credits", tag = "admin-people",
    security(("adminSession" = [])), params(("id" = String, Path, description = "The suspended teacher")),
    request_body = AdminReason, responses((status = 200, body = AdminCreditRefunds)))]
pub(super) async fn admin_refund_unspent_credits(
    State(ctx): State<Ctx>,
    admin: Admin,
    IdPath(id): IdPath<TeacherId>,
    Body(request): Body<AdminReason>,
) -> AppResult<Json<AdminCreditRefunds>> {
    let actor = admin.authorize_with_reason(AdminArea::Refunds, &request.reason)?;
    let person = people::find_by_id(ctx.store.read(), id.into()).await?.ok_or(ErrorCode::NotFound)?;
    teachers::find_by_id(ctx.store.read(), id).await?.ok_or(ErrorCode::NotFound)?;
    if person.suspended_at.is_none() {
        return Err(AppError::new(ErrorCode::NotCancellable).with_detail("Suspend the teacher first."));
    }
    let (lots, more) = list_lots(&ctx, id).await?;
    let mut refunded = Sums::default();
    for lot in lots.iter().filter(|lot| lot.order_id.is_some()) {
        // A transaction for each, so that a failure or another change leaves the others refunded.
        let refund = async |tx: Transaction| refund_unspent_credits(&tx, &ctx, Actor::Admin(&actor), lot).await;
        if let Some(found) = ctx.store.transaction(refund).await? {
            refunded.add(found.credits, found.paid);
        }
    }
    ctx.job_enqueued.notify_one();
    // Without a refund, the same lots would be read again.
    let more = more && refunded.credits > 0;
    Ok(Json(AdminCreditRefunds { credits: refunded.credits, refunded: refunded.amounts(), more }))
}
