//! `tala coupon`.

use anyhow::Result;
use clap::Subcommand;
use jiff::Timestamp;
use serde::Serialize;
use tala_app::context::Ctx;
use tala_app::services::coupons::{NewCoupon, add_coupon, deactivate_coupon};
use tala_domain::money::Currency;
use tala_store::coupons::{self, CouponDetails};

use crate::output::{ListFormat, print, rejected};

/// Rows read at a time.
const PAGE_SIZE: u32 = 500;

#[derive(Subcommand)]
pub(crate) enum CouponCommand {
    /// List coupons, newest first
    List(ListFormat),
    /// Create a coupon
    #[command(alias = "create")]
    Add {
        /// Code: 3 to 32 letters, digits, - and _
        code: String,
        /// Discount in percent, 1 to 100
        #[arg(long)]
        percent: u32,
        /// Start of validity, such as 2026-12-01T00:00:00+05:30 [default: now]
        #[arg(long)]
        from: Option<jiff::Timestamp>,
        /// End of validity [default: none]
        #[arg(long)]
        until: Option<jiff::Timestamp>,
        /// Total uses [default: unlimited]
        #[arg(long)]
        limit: Option<u32>,
        /// Uses per student [default: unlimited]
        #[arg(long)]
        limit_per_student: Option<u32>,
        /// Accept only purchases in this currency: INR or USD
        #[arg(long)]
        currency: Option<String>,
        /// Accept only purchases from the teacher with this email address
        #[arg(long)]
        teacher: Option<String>,
        /// Internal note
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Deactivate a coupon now. Existing purchases keep their discount
    Deactivate {
        /// Code of the coupon
        code: String,
    },
}

pub(crate) async fn run(ctx: &Ctx, command: CouponCommand) -> Result<()> {
    match command {
        CouponCommand::List(format) => list(ctx, format).await,
        CouponCommand::Add { code, percent, from, until, limit, limit_per_student, currency, teacher, note } => {
            let (starts_at, ends_at) = (from, until);
            let request =
                NewCoupon { code, percent, starts_at, ends_at, limit, limit_per_student, currency, teacher, note };
            let code = add_coupon(ctx, &request).await.map_err(rejected)?;
            print(&format!("Created coupon {code}.\n"))
        }
        CouponCommand::Deactivate { code } => {
            deactivate_coupon(ctx, &code).await.map_err(rejected)?;
            print(&format!("Deactivated coupon {code}.\n"))
        }
    }
}

/// A coupon in a list.
#[derive(Serialize)]
struct CouponRow {
    code: String,
    percent: u32,
    used: u32,
    limit: Option<u32>,
    currency: Option<&'static str>,
    teacher: Option<String>,
    starts_at: Option<Timestamp>,
    ends_at: Option<Timestamp>,
    deactivated_at: Option<Timestamp>,
    note: String,
}

impl From<CouponDetails> for CouponRow {
    fn from(coupon: CouponDetails) -> Self {
        let terms = coupon.terms;
        Self {
            code: coupon.code,
            percent: terms.percent,
            used: coupon.used,
            limit: terms.limit,
            currency: terms.currency.map(Currency::code),
            teacher: coupon.teacher_name,
            starts_at: terms.starts_at,
            ends_at: terms.ends_at,
            deactivated_at: coupon.deactivated_at,
            note: coupon.note,
        }
    }
}

impl CouponRow {
    fn status(&self, now: Timestamp) -> &'static str {
        match (self.deactivated_at, self.starts_at, self.ends_at) {
            (Some(_), ..) => "deactivated",
            (None, Some(from), _) if from > now => "scheduled",
            (None, _, Some(until)) if until <= now => "expired",
            _ => "active",
        }
    }
}

async fn list(ctx: &Ctx, format: ListFormat) -> Result<()> {
    let (mut rows, mut after) = (Vec::new(), None);
    loop {
        let page = coupons::list_page(ctx.store.read(), after, PAGE_SIZE).await?;
        after = page.last().map(|coupon| coupon.id);
        rows.extend(page.into_iter().map(CouponRow::from));
        if after.is_none() {
            break;
        }
    }
    let now = ctx.clock.now();
    format.print(&rows, ["CODE", "DISCOUNT", "USED", "STATUS", "NOTE"], |coupon| {
        let used = coupon.limit.map_or_else(|| coupon.used.to_string(), |limit| format!("{}/{limit}", coupon.used));
        [coupon.code.clone(), format!("{}%", coupon.percent), used, coupon.status(now).to_owned(), coupon.note.clone()]
    })
}
