//! Mass assignment: additional fields in a request body have no effect. Two schools receive the same calls; in the
//! second, every object of every body also has the fields that an attacker would set. Responses and rows must be equal.

mod admin;

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use serde_json::{Map, Value, json};
use tala_db::Backend;
use tala_store::Store;
use tala_tests::families::guardian_token;
use tala_tests::{AdminSession, Database, Fixture as _, PaymentsApp, Person, Teacher, both_dbs, raw};
use uuid::Uuid;

use super::{CALLERS, TABLE, call, everybody, operations, things};

both_dbs!(additional_fields_have_no_effect);

/// Fields that an attacker would set, in the names of SPEC's client and of the tables.
const WISHES: &[(&str, &str)] = &[
    ("role", "\"admin\""),
    ("userRole", "\"owner\""),
    ("isAdmin", "true"),
    ("isTeacher", "true"),
    ("isStudent", "false"),
    ("isApproved", "true"),
    ("approved", "true"),
    ("teacherStatus", "\"approved\""),
    ("foundingTeacher", "true"),
    ("isFoundingTeacher", "true"),
    ("status", "\"approved\""),
    ("state", "\"paid\""),
    ("bookingStatus", "\"completed\""),
    ("paymentStatus", "\"paid\""),
    ("verified", "true"),
    ("emailVerified", "true"),
    ("suspended", "false"),
    ("classCredits", "99"),
    ("credits", "99"),
    ("remaining", "99"),
    ("amount", "1"),
    ("amountMinor", "1"),
    ("price", "1"),
    ("total", "1"),
    ("rate", "1"),
    ("commission", "0"),
    ("discount", "100"),
    ("balance", "99"),
    ("free", "true"),
    ("permissions", "[\"payouts\"]"),
    ("__proto__", "{\"isAdmin\": true}"),
    ("constructor", "{\"prototype\": {\"isAdmin\": true}}"),
];

/// Calls whose body cannot be extended: the provider signs its bytes, or it is a picture.
const SIGNED: &[&str] = &["receive_payment_event", "save_photo"];

/// Responses and rows after the calls.
#[derive(Debug, PartialEq)]
struct Entry {
    operation: String,
    status: u16,
    reply: Value,
    rows: BTreeMap<String, Vec<String>>,
}

/// One of the two schools.
struct Story<'a> {
    app: &'a PaymentsApp,
    /// Fields added to every object; none in the plain school.
    extras: Map<String, Value>,
    description: Value,
    entries: Vec<Entry>,
    /// Calls that should have succeeded.
    refused: Vec<String>,
}

enum By<'a> {
    Anonymous,
    Person(&'a Person),
    Admin(&'a AdminSession),
}

impl Story<'_> {
    /// Makes a call that must succeed and records its result. `path` includes the query.
    async fn call(&mut self, operation: &str, path: &str, body: &Value, by: By<'_>) -> Value {
        let (method, schema) = self.described(operation);
        let body = self.with_extra_fields(body, &schema);
        let request = self.app.request(method, path).header("content-type", "application/json").body(body.to_string());
        let request = match by {
            By::Anonymous => request,
            By::Person(person) => request.by(person),
            By::Admin(admin) => request.as_admin(admin),
        };
        let reply = request.send().await;
        if !reply.status.is_success() {
            self.refused.push(format!("{operation} {:.300}: {:.300}", body.to_string(), reply.text));
        }
        let (operation, status, reply) = (operation.to_owned(), reply.status.as_u16(), reply.json());
        let rows = rows(&self.app.ctx.store).await;
        let mut comparable = reply.clone();
        if let Some(encrypted) = comparable.get_mut("proposal") {
            // Encrypted with a random nonce.
            *encrypted = Value::Null;
        }
        self.entries.push(Entry { operation, status, reply: comparable, rows });
        reply
    }

    fn described(&self, operation: &str) -> (Method, Value) {
        let paths = self.description["paths"].as_object().unwrap().values();
        let mut methods = paths.flat_map(|methods| methods.as_object().unwrap());
        let (method, described) = methods.find(|(_, described)| described["operationId"] == operation).unwrap();
        let schema = described["requestBody"]["content"]["application/json"]["schema"].clone();
        (method.to_uppercase().parse().unwrap(), schema)
    }

    /// The schema behind references and alternatives.
    fn resolved(&self, schema: &Value) -> Value {
        if let Some(name) = schema["$ref"].as_str() {
            return self.resolved(&self.description["components"]["schemas"][name.rsplit('/').next().unwrap()]);
        }
        let alternatives = schema["oneOf"].as_array().into_iter().flatten();
        alternatives
            .map(|one| self.resolved(one))
            .find(|one| one["properties"].is_object())
            .unwrap_or_else(|| schema.clone())
    }

    /// The body with the additional fields in every object that has a schema. Free-form objects (a draft) have none.
    fn with_extra_fields(&self, body: &Value, schema: &Value) -> Value {
        let schema = self.resolved(schema);
        match body {
            Value::Object(fields) => {
                let Some(known) = schema["properties"].as_object() else { return body.clone() };
                let named = fields.iter().map(|(name, value)| {
                    let schema = known.get(name).unwrap_or(&Value::Null);
                    (name.clone(), self.with_extra_fields(value, schema))
                });
                let strange = self.extras.iter().filter(|(name, _)| !known.contains_key(*name));
                Value::Object(named.chain(strange.map(|(name, value)| (name.clone(), value.clone()))).collect())
            }
            Value::Array(items) => items.iter().map(|item| self.with_extra_fields(item, &schema["items"])).collect(),
            _ => body.clone(),
        }
    }
}

/// The attacker's fields, and every column of every table, with the id of `rich` in each id column.
fn extras(columns: &[(String, String)], rich: Uuid) -> Map<String, Value> {
    let mut extras: Map<String, Value> =
        WISHES.iter().map(|(name, value)| ((*name).to_owned(), serde_json::from_str(value).unwrap())).collect();
    for (_, column) in columns {
        let value = match column.rsplit('_').next().unwrap() {
            "id" | "of" => json!(rich),
            "at" | "from" | "until" => json!("2020-01-01T00:00:00Z"),
            "status" | "state" => json!("approved"),
            _ => json!(77),
        };
        let mut words = column.split('_');
        let first = words.next().unwrap().to_owned();
        let camel = words.fold(first, |all, word| format!("{all}{}{}", word[..1].to_uppercase(), &word[1..]));
        for name in [column.clone(), camel] {
            extras.entry(name).or_insert(value.clone());
        }
    }
    extras.insert("_id".to_owned(), json!(rich));
    extras
}

async fn columns(store: &Store) -> Vec<(String, String)> {
    let query = match store.backend() {
        Backend::Sqlite => {
            "SELECT t.name || '.' || c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c
              WHERE t.type = 'table' ORDER BY t.name, c.cid"
        }
        _ => {
            "SELECT t.tablename || '.' || c.column_name FROM pg_tables t JOIN information_schema.columns c
                 ON c.table_schema = t.schemaname AND c.table_name = t.tablename
              WHERE t.schemaname = 'public' ORDER BY t.tablename, c.ordinal_position"
        }
    };
    let names = raw::texts(store, query).await;
    let split = |name: &String| name.split_once('.').map(|(table, column)| (table.to_owned(), column.to_owned()));
    let ours = |table: &str| table != tala_store::MIGRATIONS_TABLE && !table.starts_with("sqlite_");
    names.iter().filter_map(split).filter(|(table, _)| ours(table)).collect()
}

/// Every row of every table as text, except encrypted values, which differ each time.
async fn rows(store: &Store) -> BTreeMap<String, Vec<String>> {
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (table, column) in columns(store).await {
        if !column.ends_with("_encrypted") {
            tables.entry(table).or_default().push(column);
        }
    }
    let mut rows = BTreeMap::new();
    for (table, columns) in tables {
        let shown = columns.iter().map(|column| match store.backend() {
            Backend::Sqlite => format!("'{column}=' || quote(\"{column}\")"),
            _ => format!("'{column}=' || COALESCE(\"{column}\"::text, 'NULL')"),
        });
        let row = shown.collect::<Vec<_>>().join(" || ', ' || ");
        rows.insert(table.clone(), raw::texts(store, &format!("SELECT {row} FROM {table} ORDER BY 1")).await);
    }
    rows
}

/// Makes every call of the API that has a body.
async fn story(database: Database, with_extras: bool) -> Vec<Entry> {
    let app = PaymentsApp::on(database).await;
    let everybody = everybody(&app.base).await;
    let things = things(&app, &everybody.school.student).await;
    let extras = match with_extras {
        true => extras(&columns(&app.ctx.store).await, everybody.other_teacher.id.0),
        false => Map::new(),
    };
    let description = serde_json::from_str(&tala_app::router::openapi_json().unwrap()).unwrap();
    let mut story = Story { app: &app, extras, description, entries: Vec::new(), refused: Vec::new() };
    let joins = app.person("Joins").await;
    let form = json!({
        "email": joins.email, "name": "Joins", "referralCode": everybody.school.teacher.code, "location": "India",
    });
    story.call("onboard_student", "/api/onboard-student", &form, By::Person(&joins)).await;
    let writes = app.person("Writes").await;
    let draft = json!({ "draft": { "bio": "I" }, "step": 0, "version": 0 });
    story.call("save_teacher_draft", "/api/onboard/teacher/draft", &draft, By::Person(&writes)).await;
    let table: BTreeMap<&str, [u16; 12]> = TABLE.iter().copied().collect();
    // In the order of the authorization matrix: a call may remove what another one needs.
    for (operation, ..) in operations() {
        let Some(statuses) = table.get(operation.as_str()) else { continue };
        let by = CALLERS.iter().zip(statuses).rfind(|(_, status)| **status == 200).map(|(caller, _)| *caller);
        let (path, body) = call(&operation, &everybody.school, &things);
        let (Some(caller), Some(body)) = (by, body) else { continue };
        if operation == "save_teacher_draft" {
            continue;
        }
        let by = match CALLERS[5..].iter().position(|name| *name == caller) {
            Some(place) => By::Person(&everybody.people[place]),
            None => By::Anonymous,
        };
        story.call(&operation, &path, &body, by).await;
    }
    let profile = json!({ "bio": "Has danced since she was five, and has taught for ten years.", "phone": "+91 98765 43210", "danceStyles": ["Kathak"] });
    let body = json!({ "email": everybody.other_teacher.email, "profile": profile });
    story
        .call("update_teacher_profile", "/api/teacher/update-profile", &body, By::Person(&everybody.other_teacher))
        .await;
    make_family_calls(&mut story, &everybody.other_teacher).await;
    admin::make_admin_calls(&mut story, &everybody, &things.booking).await;
    assert!(story.refused.is_empty(), "{}", story.refused.join("\n"));
    story.entries
}

/// Guardians of a child, whose teacher was not used in other calls.
async fn make_family_calls(story: &mut Story<'_>, teacher: &Teacher) {
    let app = story.app;
    let (anita, bela) = (app.person("Anita").await, app.person("Bela").await);
    let asha = app.learner("Asha", &anita, teacher).await;
    let invitation = json!({ "email": bela.email });
    story.call("invite_guardian", "/api/guardian-invitations", &invitation, By::Person(&asha)).await;
    app.work().await;
    let token = json!({ "token": guardian_token(app, &bela), "isGuardian": true });
    let (preview, accept) = ("/api/guardian-invitations/preview", "/api/guardian-invitations/accept");
    story.call("preview_guardian_invitation", preview, &token, By::Person(&bela)).await;
    story.call("accept_guardian_invitation", accept, &token, By::Person(&bela)).await;
    let path = format!("/api/learners/{}", asha.id);
    story.call("delete_learner", &path, &json!({ "name": "Asha" }), By::Person(&bela)).await;
}

async fn additional_fields_have_no_effect(database: Database) {
    let other = database.another().await;
    let plain = Box::pin(story(database, false)).await;
    let with_extra_fields = Box::pin(story(other.clone(), true)).await;
    for (plain, with_extra_fields) in plain.iter().zip(&with_extra_fields) {
        let operation = &plain.operation;
        assert_eq!(
            (plain.status, &plain.reply),
            (with_extra_fields.status, &with_extra_fields.reply),
            "the reply of {operation}"
        );
        for (table, rows) in &plain.rows {
            assert_eq!(rows, &with_extra_fields.rows[table], "{table} after {operation}");
        }
    }
    assert_eq!(plain.len(), with_extra_fields.len());
    let tried: BTreeSet<&str> = plain.iter().map(|entry| entry.operation.as_str()).collect();
    let description: Value = serde_json::from_str(&tala_app::router::openapi_json().unwrap()).unwrap();
    let methods = description["paths"].as_object().unwrap().values().flat_map(|methods| methods.as_object().unwrap());
    let writing = methods.filter(|(method, described)| *method != "get" && described["requestBody"].is_object());
    let ids = writing.map(|(_, described)| described["operationId"].as_str().unwrap());
    let untried: Vec<_> = ids.filter(|id| !tried.contains(id) && !SIGNED.contains(id)).collect();
    assert_eq!(untried, [""; 0], "calls that were not tried with additional fields");
    other.release().await;
}
