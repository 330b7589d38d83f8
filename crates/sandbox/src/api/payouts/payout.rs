//! `/v1/payouts`: payouts to fund accounts. Control commands change their status.

use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use axum::http::HeaderMap;
use serde_json::Value;

use crate::api::pagination::{PageParams, Query};
use crate::api::refunds::idempotency_key;
use crate::api::views::payout_json;
use crate::api::{ApiError, ApiResult, Fields, get_by_id};
use crate::flow::payouts;
use crate::model::{IdempotencyKey, Payout};
use crate::sandbox::Sandbox;
use crate::state::State;

const FIELDS: [&str; 10] = [
    "account_number",
    "fund_account_id",
    "amount",
    "currency",
    "mode",
    "purpose",
    "queue_if_low_balance",
    "reference_id",
    "narration",
    "notes",
];
const PURPOSES: [&str; 6] = ["refund", "cashback", "payout", "salary", "utility bill", "vendor bill"];

pub(super) async fn create(Shared(sandbox): Shared<Sandbox>, headers: HeaderMap, body: Bytes) -> ApiResult {
    let missing = "X-Payout-Idempotency is a mandatory header";
    let key =
        idempotency_key(&headers, "x-payout-idempotency", 4, 36)?.ok_or_else(|| ApiError::bad_request(missing))?;
    let fields = Fields::parse(&body, &FIELDS)?;
    let payout = parse(&fields)?;
    let queue_if_low_balance = fields.boolean("queue_if_low_balance")?;
    let key = IdempotencyKey { key: format!("payout:{key}"), request: fields.to_value(), id: String::new() };
    sandbox.json_response(move |state| insert(state, payout, queue_if_low_balance, key)).await
}

pub(super) async fn list(Shared(sandbox): Shared<Sandbox>, Query { 0: query }: Query) -> ApiResult {
    Fields::required(query.get("account_number"), "account_number")?;
    let page = PageParams::parse(&query)?;
    sandbox
        .json_response(move |state| {
            let matches = |payout: &&Payout| {
                query.get("reference_id").is_none_or(|id| payout.reference_id.as_ref() == Some(id))
                    && query.get("status").is_none_or(|status| payout.status == *status)
            };
            let rows = state.payouts.values().filter(matches);
            Ok(page.paginate(rows.map(|payout| (payout.created_at, payout.number, payout)), payout_json))
        })
        .await
}

pub(super) async fn show(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> ApiResult {
    sandbox.json_response(move |state| get_by_id(&state.payouts, &id, "pout_").map(payout_json)).await
}

pub(super) async fn cancel(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> ApiResult {
    sandbox
        .json_response(move |state| {
            if get_by_id(&state.payouts, &id, "pout_")?.status != "queued" {
                return Err(ApiError::bad_request("Payout cannot be cancelled: only queued payouts can"));
            }
            payouts::set_status(state, &id, "cancelled");
            get_by_id(&state.payouts, &id, "pout_").map(payout_json)
        })
        .await
}

fn parse(fields: &Fields) -> Result<Payout, ApiError> {
    Fields::required(fields.text("account_number", 40)?, "account_number")?;
    let amount = Fields::required(fields.integer("amount")?, "amount")?;
    if amount < 100 {
        return Err(ApiError::invalid_field("amount", "The amount must be at least INR 1.00"));
    }
    if Fields::required(fields.text("currency", 3)?, "currency")? != "INR" {
        return Err(ApiError::invalid_field("currency", "The selected currency is invalid."));
    }
    let one_of = |name: &str, allowed: &[&str]| {
        let value = Fields::required(fields.text(name, 60)?, name)?;
        let invalid = ApiError::invalid_field(name, &format!("The selected {name} is invalid."));
        if allowed.contains(&value.as_str()) { Ok(value) } else { Err(invalid) }
    };
    let narration = fields.text("narration", 30)?;
    let is_plain = |text: &String| text.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ');
    if narration.as_ref().is_some_and(|text| !is_plain(text)) {
        return Err(ApiError::invalid_field("narration", "The narration may only contain letters, digits and spaces."));
    }
    Ok(Payout {
        number: 0,
        id: String::new(),
        fund_account_id: Fields::required(fields.text("fund_account_id", 60)?, "fund_account_id")?,
        amount,
        mode: one_of("mode", &["NEFT", "RTGS", "IMPS", "UPI"])?,
        purpose: one_of("purpose", &PURPOSES)?,
        status: "processing".to_owned(),
        utr: None,
        reference_id: fields.text("reference_id", 40)?,
        narration,
        notes: fields.notes()?,
        created_at: 0,
    })
}

/// Creates a payout, or returns the one that a previous request with the same idempotency key created.
fn insert(state: &mut State, new: Payout, queue_if_low_balance: bool, key: IdempotencyKey) -> Result<Value, ApiError> {
    if let Some(before) = state.idempotency_keys.get(&key.key) {
        if before.request != key.request {
            return Err(ApiError::idempotency_conflict());
        }
        return get_by_id(&state.payouts, &before.id, "pout_").map(payout_json);
    }
    let account = get_by_id(&state.fund_accounts, &new.fund_account_id, "fa_")?;
    if !account.active {
        return Err(ApiError::invalid_field(
            "fund_account_id",
            "Payouts cannot be created on an inactive fund account",
        ));
    }
    if (new.mode == "UPI") != (account.kind == "vpa") {
        return Err(ApiError::invalid_field("mode", "The payout mode does not fit the type of the fund account."));
    }
    if state.settings.low_balance && !queue_if_low_balance {
        return Err(ApiError::bad_request(
            "Your account does not have enough balance to carry out the payout operation.",
        ));
    }
    let id = state.ids.next_id("pout_");
    let (number, created_at) = (state.ids.next_number(), state.now);
    state.upsert(Payout { id: id.clone(), number, created_at, ..new });
    state.upsert(IdempotencyKey { id: id.clone(), ..key });
    payouts::set_status(state, &id, if state.settings.low_balance { "queued" } else { "processing" });
    get_by_id(&state.payouts, &id, "pout_").map(payout_json)
}
