//! `tala coupon`.

use anyhow::Result;
use clap::Subcommand;
use tala_app::context::Ctx;
use tala_app::services::coupons::{NewCoupon, add_coupon, deactivate_coupon};

use crate::output::{print, rejected};

#[derive(Subcommand)]
pub(crate) enum CouponCommand {
    /// Add a coupon.
    Add {
        /// Code: 3 to 32 letters, digits, - and _.
        code: String,
        /// Discount in percent, 1 to 100.
        #[arg(long)]
        percent: u32,
        /// First instant of validity, such as 2026-12-01T00:00:00+05:30.
        #[arg(long)]
        from: Option<jiff::Timestamp>,
        /// End of validity (exclusive).
        #[arg(long)]
        until: Option<jiff::Timestamp>,
        /// Maximum number of uses by all students together.
        #[arg(long)]
        limit: Option<u32>,
        /// Maximum number of uses by each student.
        #[arg(long)]
        limit_per_student: Option<u32>,
        /// Restrict the coupon to one currency: INR or USD.
        #[arg(long)]
        currency: Option<String>,
        /// Restrict the coupon to one teacher's classes; the teacher's email address.
        #[arg(long)]
        teacher: Option<String>,
        /// Internal note.
        #[arg(long, default_value = "")]
        note: String,
    },
    /// Deactivate a coupon immediately. Existing purchases keep their discount.
    Deactivate {
        /// Code of the coupon.
        code: String,
    },
}

pub(crate) async fn run(ctx: &Ctx, command: CouponCommand) -> Result<()> {
    match command {
        CouponCommand::Add { code, percent, from, until, limit, limit_per_student, currency, teacher, note } => {
            let (starts_at, ends_at) = (from, until);
            let request =
                NewCoupon { code, percent, starts_at, ends_at, limit, limit_per_student, currency, teacher, note };
            let code = add_coupon(ctx, &request).await.map_err(rejected)?;
            print(&format!("Coupon {code} added.\n"))
        }
        CouponCommand::Deactivate { code } => {
            deactivate_coupon(ctx, &code).await.map_err(rejected)?;
            print(&format!("Coupon {code} deactivated.\n"))
        }
    }
}
