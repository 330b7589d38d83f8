//! `/v1/payouts`: money on its way to a fund account. It moves when the operator moves it.

use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use axum::http::HeaderMap;
use serde_json::{Value, json};

use crate::api::page::{Page, Query};
use crate::api::refunds::idempotency_key;
use crate::api::views::notes_json;
use crate::api::{Answer, ApiError, Fields, known};
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

pub(super) async fn create(Shared(sandbox): Shared<Sandbox>, headers: HeaderMap, body: Bytes) -> Answer {
    let missing = "X-Payout-Idempotency is a mandatory header";
    let key = idempotency_key(&headers, "x-payout-idempotency", 4, 36)?.ok_or_else(|| ApiError::bad(missing))?;
    let fields = Fields::parse(&body, &FIELDS)?;
    let wanted = read(&fields)?;
    let may_wait = fields.flag("queue_if_low_balance")?;
    let key = IdempotencyKey { key: format!("payout:{key}"), request: fields.as_sent(), id: String::new() };
    sandbox.answer(move |state| insert(state, wanted, may_wait, key)).await
}

pub(super) async fn list(Shared(sandbox): Shared<Sandbox>, Query { 0: query }: Query) -> Answer {
    Fields::required(query.get("account_number"), "account_number")?;
    let page = Page::of(&query)?;
    sandbox
        .answer(move |state| {
            let wanted = |payout: &&Payout| {
                query.get("reference_id").is_none_or(|id| payout.reference_id.as_ref() == Some(id))
                    && query.get("status").is_none_or(|status| payout.status == *status)
            };
            let rows = state.payouts.values().filter(wanted);
            Ok(page.cut(rows.map(|payout| (payout.created_at, payout.number, payout)), payout_json))
        })
        .await
}

pub(super) async fn show(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> Answer {
    sandbox.answer(move |state| known(&state.payouts, &id, "pout_").map(payout_json)).await
}

pub(super) async fn cancel(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> Answer {
    sandbox
        .answer(move |state| {
            if known(&state.payouts, &id, "pout_")?.status != "queued" {
                return Err(ApiError::bad("Payout cannot be cancelled: only queued payouts can"));
            }
            payouts::become_status(state, &id, "cancelled");
            known(&state.payouts, &id, "pout_").map(payout_json)
        })
        .await
}

fn read(fields: &Fields) -> Result<Payout, ApiError> {
    Fields::required(fields.text("account_number", 40)?, "account_number")?;
    let amount = Fields::required(fields.integer("amount")?, "amount")?;
    if amount < 100 {
        return Err(ApiError::field("amount", "The amount must be at least INR 1.00"));
    }
    if Fields::required(fields.text("currency", 3)?, "currency")? != "INR" {
        return Err(ApiError::field("currency", "The selected currency is invalid."));
    }
    let one_of = |name: &str, words: &[&str]| {
        let word = Fields::required(fields.text(name, 60)?, name)?;
        let wrong = ApiError::field(name, &format!("The selected {name} is invalid."));
        if words.contains(&word.as_str()) { Ok(word) } else { Err(wrong) }
    };
    let narration = fields.text("narration", 30)?;
    let is_plain = |text: &String| text.chars().all(|c| c.is_ascii_alphanumeric() || c == ' ');
    if narration.as_ref().is_some_and(|text| !is_plain(text)) {
        return Err(ApiError::field("narration", "The narration may only contain letters, digits and spaces."));
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

fn insert(state: &mut State, wanted: Payout, may_wait: bool, key: IdempotencyKey) -> Result<Value, ApiError> {
    if let Some(before) = state.keys.get(&key.key) {
        if before.request != key.request {
            return Err(ApiError::other_request());
        }
        return known(&state.payouts, &before.id, "pout_").map(payout_json);
    }
    let account = known(&state.fund_accounts, &wanted.fund_account_id, "fa_")?;
    if !account.active {
        return Err(ApiError::field("fund_account_id", "Payouts cannot be created on an inactive fund account"));
    }
    if (wanted.mode == "UPI") != (account.kind == "vpa") {
        return Err(ApiError::field("mode", "The payout mode does not fit the type of the fund account."));
    }
    if state.settings.low_balance && !may_wait {
        return Err(ApiError::bad("Your account does not have enough balance to carry out the payout operation."));
    }
    let id = state.ids.id("pout_");
    let (number, created_at) = (state.ids.number(), state.now);
    state.put(Payout { id: id.clone(), number, created_at, ..wanted });
    state.put(IdempotencyKey { id: id.clone(), ..key });
    payouts::become_status(state, &id, if state.settings.low_balance { "queued" } else { "processing" });
    known(&state.payouts, &id, "pout_").map(payout_json)
}

pub(crate) fn payout_json(payout: &Payout) -> Value {
    let details = payouts::details(&payout.status);
    json!({
        "id": payout.id,
        "entity": "payout",
        "fund_account_id": payout.fund_account_id,
        "amount": payout.amount,
        "currency": "INR",
        "notes": notes_json(&payout.notes),
        "fees": 0,
        "tax": 0,
        "status": payout.status,
        "utr": payout.utr,
        "mode": payout.mode,
        "purpose": payout.purpose,
        "reference_id": payout.reference_id,
        "narration": payout.narration,
        "batch_id": null,
        "status_details": {
            "source": details.map(|[source, _, _]| source),
            "reason": details.map(|[_, reason, _]| reason),
            "description": details.map(|[_, _, description]| description),
        },
        "created_at": payout.created_at,
    })
}
