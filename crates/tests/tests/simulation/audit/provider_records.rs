//! The provider's own records.

use super::list_at_provider;
use crate::quiescence::whole;
use crate::world::World;

/// A payment at the provider.
pub(super) struct TheirPayment {
    pub(super) id: String,
    pub(super) order: Option<String>,
    pub(super) amount: i64,
    pub(super) currency: String,
    pub(super) captured: bool,
    pub(super) given_back: i64,
    /// Refunds that have not failed, with their amounts.
    pub(super) refunds: Vec<(String, i64)>,
}

/// The provider's own records.
pub(super) struct AtProvider {
    pub(super) payments: Vec<TheirPayment>,
}

impl AtProvider {
    pub(super) async fn read(world: &World<'_>) -> Self {
        let refunds = list_at_provider(world, "refunds").await;
        let payments = list_at_provider(world, "payments").await;
        let one = |payment: &serde_json::Value| TheirPayment {
            id: payment["id"].as_str().unwrap().to_owned(),
            order: payment["order_id"].as_str().map(str::to_owned),
            amount: whole(&payment["amount"]),
            currency: payment["currency"].as_str().unwrap().to_owned(),
            captured: payment["captured"] == true,
            given_back: whole(&payment["amount_refunded"]),
            refunds: refunds
                .iter()
                .filter(|refund| refund["payment_id"] == payment["id"] && refund["status"] != "failed")
                .map(|refund| (refund["status"].as_str().unwrap().to_owned(), whole(&refund["amount"])))
                .collect(),
        };
        Self { payments: payments.iter().map(one).collect() }
    }
}
