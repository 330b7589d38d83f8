//! `/v1/contacts`: recipients of payouts.

use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use serde_json::{Value, json};

use crate::api::pagination::{PageParams, Query};
use crate::api::views::notes_json;
use crate::api::{ApiError, ApiResult, Fields, get_by_id};
use crate::model::Contact;
use crate::sandbox::Sandbox;
use crate::state::State;

const FIELDS: [&str; 6] = ["name", "email", "contact", "type", "reference_id", "notes"];
const TYPES: [&str; 4] = ["vendor", "customer", "employee", "self"];

pub(super) async fn create(Shared(sandbox): Shared<Sandbox>, body: Bytes) -> ApiResult {
    let contact = parse(&Fields::parse(&body, &FIELDS)?)?;
    sandbox.json_response(move |state| Ok(insert(state, contact))).await
}

pub(super) async fn list(Shared(sandbox): Shared<Sandbox>, Query { 0: query }: Query) -> ApiResult {
    let page = PageParams::parse(&query)?;
    sandbox
        .json_response(move |state| {
            let rows = state.contacts.values().map(|contact| (contact.created_at, contact.number, contact));
            Ok(page.paginate(rows, contact_json))
        })
        .await
}

pub(super) async fn show(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> ApiResult {
    sandbox.json_response(move |state| get_by_id(&state.contacts, &id, "cont_").map(contact_json)).await
}

pub(super) async fn update(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>, body: Bytes) -> ApiResult {
    let known_fields: Vec<&str> = FIELDS.into_iter().chain(["active"]).collect();
    let fields = Fields::parse(&body, &known_fields)?;
    sandbox
        .json_response(move |state| {
            let before = get_by_id(&state.contacts, &id, "cont_")?.clone();
            let name = fields.text("name", 50)?.unwrap_or_else(|| before.name.clone());
            check_name(&name, 50)?;
            let contact = Contact {
                name,
                email: fields.text("email", 254)?.or(before.email),
                contact: fields.text("contact", 20)?.or(before.contact),
                kind: parse_kind(&fields)?.or(before.kind),
                reference_id: fields.text("reference_id", 40)?.or(before.reference_id),
                active: if fields.has("active") { fields.boolean("active")? } else { before.active },
                notes: if fields.has("notes") { fields.notes()? } else { before.notes },
                ..before
            };
            let json = contact_json(&contact);
            state.upsert(contact);
            Ok(json)
        })
        .await
}

fn parse(fields: &Fields) -> Result<Contact, ApiError> {
    let name = Fields::required(fields.text("name", 50)?, "name")?;
    check_name(&name, 50)?;
    Ok(Contact {
        number: 0,
        id: String::new(),
        name,
        email: fields.text("email", 254)?,
        contact: fields.text("contact", 20)?,
        kind: parse_kind(fields)?,
        reference_id: fields.text("reference_id", 40)?,
        active: true,
        notes: fields.notes()?,
        created_at: 0,
    })
}

fn parse_kind(fields: &Fields) -> Result<Option<String>, ApiError> {
    let kind = fields.text("type", 40)?;
    match &kind {
        Some(word) if !TYPES.contains(&word.as_str()) => {
            Err(ApiError::invalid_field("type", &format!("Invalid type: {word}")))
        }
        _ => Ok(kind),
    }
}

pub(super) fn check_name(name: &str, max_chars: usize) -> Result<(), ApiError> {
    if (3..=max_chars).contains(&name.trim().chars().count()) {
        return Ok(());
    }
    Err(ApiError::invalid_field("name", &format!("The name must be between 3 and {max_chars} characters.")))
}

/// Creates a contact, or returns an identical one.
fn insert(state: &mut State, new: Contact) -> Value {
    let fields = |contact: &Contact| {
        json!([contact.name, contact.email, contact.contact, contact.kind, contact.reference_id, contact.notes])
    };
    if let Some(same) = state.contacts.values().find(|contact| fields(contact) == fields(&new)) {
        return contact_json(same);
    }
    let contact =
        Contact { id: state.ids.next_id("cont_"), number: state.ids.next_number(), created_at: state.now, ..new };
    let json = contact_json(&contact);
    state.upsert(contact);
    json
}

fn contact_json(contact: &Contact) -> Value {
    json!({
        "id": contact.id,
        "entity": "contact",
        "name": contact.name,
        "contact": contact.contact,
        "email": contact.email,
        "type": contact.kind,
        "reference_id": contact.reference_id,
        "batch_id": null,
        "active": contact.active,
        "notes": notes_json(&contact.notes),
        "created_at": contact.created_at,
    })
}
