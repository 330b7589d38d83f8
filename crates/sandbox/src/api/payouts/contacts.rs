//! `/v1/contacts`: people and firms who are paid.

use axum::body::Bytes;
use axum::extract::{Path, State as Shared};
use serde_json::{Value, json};

use crate::api::page::{Page, Query};
use crate::api::views::notes_json;
use crate::api::{Answer, ApiError, Fields, known};
use crate::model::Contact;
use crate::sandbox::Sandbox;
use crate::state::State;

const FIELDS: [&str; 6] = ["name", "email", "contact", "type", "reference_id", "notes"];
const TYPES: [&str; 4] = ["vendor", "customer", "employee", "self"];

pub(super) async fn create(Shared(sandbox): Shared<Sandbox>, body: Bytes) -> Answer {
    let wanted = read(&Fields::parse(&body, &FIELDS)?)?;
    sandbox.answer(move |state| Ok(insert(state, wanted))).await
}

pub(super) async fn list(Shared(sandbox): Shared<Sandbox>, Query { 0: query }: Query) -> Answer {
    let page = Page::of(&query)?;
    sandbox
        .answer(move |state| {
            let rows = state.contacts.values().map(|contact| (contact.created_at, contact.number, contact));
            Ok(page.cut(rows, contact_json))
        })
        .await
}

pub(super) async fn show(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>) -> Answer {
    sandbox.answer(move |state| known(&state.contacts, &id, "cont_").map(contact_json)).await
}

pub(super) async fn edit(Shared(sandbox): Shared<Sandbox>, Path(id): Path<String>, body: Bytes) -> Answer {
    let known_fields: Vec<&str> = FIELDS.into_iter().chain(["active"]).collect();
    let fields = Fields::parse(&body, &known_fields)?;
    sandbox
        .answer(move |state| {
            let before = known(&state.contacts, &id, "cont_")?.clone();
            let name = fields.text("name", 50)?.unwrap_or_else(|| before.name.clone());
            check_name(&name, 50)?;
            let contact = Contact {
                name,
                email: fields.text("email", 254)?.or(before.email),
                contact: fields.text("contact", 20)?.or(before.contact),
                kind: read_kind(&fields)?.or(before.kind),
                reference_id: fields.text("reference_id", 40)?.or(before.reference_id),
                active: if fields.has("active") { fields.flag("active")? } else { before.active },
                notes: if fields.has("notes") { fields.notes()? } else { before.notes },
                ..before
            };
            let json = contact_json(&contact);
            state.put(contact);
            Ok(json)
        })
        .await
}

fn read(fields: &Fields) -> Result<Contact, ApiError> {
    let name = Fields::required(fields.text("name", 50)?, "name")?;
    check_name(&name, 50)?;
    Ok(Contact {
        number: 0,
        id: String::new(),
        name,
        email: fields.text("email", 254)?,
        contact: fields.text("contact", 20)?,
        kind: read_kind(fields)?,
        reference_id: fields.text("reference_id", 40)?,
        active: true,
        notes: fields.notes()?,
        created_at: 0,
    })
}

fn read_kind(fields: &Fields) -> Result<Option<String>, ApiError> {
    let kind = fields.text("type", 40)?;
    match &kind {
        Some(word) if !TYPES.contains(&word.as_str()) => Err(ApiError::field("type", &format!("Invalid type: {word}"))),
        _ => Ok(kind),
    }
}

pub(super) fn check_name(name: &str, most: usize) -> Result<(), ApiError> {
    if (3..=most).contains(&name.trim().chars().count()) {
        return Ok(());
    }
    Err(ApiError::field("name", &format!("The name must be between 3 and {most} characters.")))
}

/// The same fields again are the same contact.
fn insert(state: &mut State, wanted: Contact) -> Value {
    let fields = |contact: &Contact| {
        json!([contact.name, contact.email, contact.contact, contact.kind, contact.reference_id, contact.notes])
    };
    if let Some(same) = state.contacts.values().find(|contact| fields(contact) == fields(&wanted)) {
        return contact_json(same);
    }
    let contact = Contact { id: state.ids.id("cont_"), number: state.ids.number(), created_at: state.now, ..wanted };
    let json = contact_json(&contact);
    state.put(contact);
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
