//! `/v1/fund_accounts`: bank accounts and UPI ids of contacts. Immutable except for `active`.

use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use serde_json::{Value, json};

use super::contacts::check_name;
use crate::api::pagination::{PageParams, Query};
use crate::api::{ApiError, ApiResult, Fields, get_by_id};
use crate::model::FundAccount;
use crate::sandbox::Sandbox;
use crate::state::State;

const FIELDS: [&str; 4] = ["contact_id", "account_type", "bank_account", "vpa"];

pub(super) async fn create(Shared(sandbox): Shared<Sandbox>, body: Bytes) -> ApiResult {
    let fields = Fields::parse(&body, &FIELDS)?;
    let contact_id = Fields::required(fields.text("contact_id", 60)?, "contact_id")?;
    let kind = Fields::required(fields.text("account_type", 40)?, "account_type")?;
    let details = match kind.as_str() {
        "bank_account" => parse_bank_account(&fields)?,
        "vpa" => parse_vpa(&fields)?,
        _ => return Err(ApiError::invalid_field("account_type", "The selected account type is invalid.")),
    };
    sandbox.json_response(move |state| insert(state, contact_id, kind, details)).await
}

pub(super) async fn list(Shared(sandbox): Shared<Sandbox>, Query { 0: query }: Query) -> ApiResult {
    let page = PageParams::parse(&query)?;
    sandbox
        .json_response(move |state| {
            let of_contact =
                |account: &&FundAccount| query.get("contact_id").is_none_or(|contact| account.contact_id == *contact);
            let rows = state.fund_accounts.values().filter(of_contact);
            Ok(page.paginate(rows.map(|account| (account.created_at, account.number, account)), account_json))
        })
        .await
}

pub(super) async fn show(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> ApiResult {
    sandbox.json_response(move |state| get_by_id(&state.fund_accounts, &id, "fa_").map(account_json)).await
}

pub(super) async fn update(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>, body: Bytes) -> ApiResult {
    let fields = Fields::parse(&body, &["active"])?;
    let active = fields.boolean("active")?;
    Fields::required(fields.has("active").then_some(()), "active")?;
    sandbox
        .json_response(move |state| {
            let account = FundAccount { active, ..get_by_id(&state.fund_accounts, &id, "fa_")?.clone() };
            let json = account_json(&account);
            state.upsert(account);
            Ok(json)
        })
        .await
}

fn parse_bank_account(fields: &Fields) -> Result<Value, ApiError> {
    let bank = Fields::required(fields.object("bank_account", &["name", "ifsc", "account_number"])?, "bank_account")?;
    let name = Fields::required(bank.text("name", 120)?, "name")?;
    check_name(&name, 120)?;
    let ifsc = Fields::required(bank.text("ifsc", 60)?, "ifsc")?;
    if ifsc.len() != 11 || !ifsc.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(ApiError::invalid_field("ifsc", "The ifsc must be 11 characters."));
    }
    let number = Fields::required(bank.text("account_number", 60)?, "account_number")?;
    if !(5..=35).contains(&number.len()) || !number.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        let text = "The account number must be between 5 and 35 letters and digits.";
        return Err(ApiError::invalid_field("account_number", text));
    }
    Ok(json!({ "ifsc": ifsc, "bank_name": null, "name": name, "account_number": number, "notes": [] }))
}

fn parse_vpa(fields: &Fields) -> Result<Value, ApiError> {
    let vpa = Fields::required(fields.object("vpa", &["address"])?, "vpa")?;
    let address = Fields::required(vpa.text("address", 100)?, "address")?;
    match address.split_once('@') {
        Some((username, handle)) if !username.is_empty() && !handle.is_empty() => {
            Ok(json!({ "username": username, "handle": handle, "address": address }))
        }
        _ => Err(ApiError::invalid_field("address", "The address is not a valid UPI id.")),
    }
}

/// Creates a fund account, or returns an identical one.
fn insert(state: &mut State, contact_id: String, kind: String, details: Value) -> Result<Value, ApiError> {
    get_by_id(&state.contacts, &contact_id, "cont_")?;
    let is_same = |account: &&FundAccount| account.contact_id == contact_id && account.details == details;
    if let Some(account) = state.fund_accounts.values().find(is_same) {
        return Ok(account_json(account));
    }
    let id = state.ids.next_id("fa_");
    let account = FundAccount {
        number: state.ids.next_number(),
        id,
        contact_id,
        kind,
        details,
        active: true,
        created_at: state.now,
    };
    let json = account_json(&account);
    state.upsert(account);
    Ok(json)
}

fn account_json(account: &FundAccount) -> Value {
    json!({
        "id": account.id,
        "entity": "fund_account",
        "contact_id": account.contact_id,
        "account_type": account.kind,
        account.kind.as_str(): account.details,
        "active": account.active,
        "batch_id": null,
        "created_at": account.created_at,
    })
}
