//! Mass assignment: nobody gets more by sending fields that a call does not name. Two schools live through the same calls;
//! in the second, every object of every body also carries whatever an attacker could wish for. Replies and rows are the same.

mod office;

use std::collections::{BTreeMap, BTreeSet};

use axum::http::Method;
use serde_json::{Map, Value, json};
use tala_db::Backend;
use tala_store::Store;
use tala_tests::{Database, Desk, Fixture as _, Officer, Person, both_dbs, raw};
use uuid::Uuid;

use super::{CALLERS, TABLE, call, everybody, operations, things};

both_dbs!(fields_that_a_call_does_not_name_change_nothing);

/// What it would be good to be, to have or to have paid, in the words of SPEC's client and of the tables.
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

/// The calls whose body is not ours to add to: the provider signs it byte for byte.
const SIGNED: &[&str] = &["take_event"];

/// What a call has brought about.
#[derive(Debug, PartialEq)]
struct Entry {
    operation: String,
    status: u16,
    reply: Value,
    rows: BTreeMap<String, Vec<String>>,
}

/// One life of the school.
struct Story<'a> {
    desk: &'a Desk,
    /// What is added to every object; nothing in the plain story.
    extras: Map<String, Value>,
    description: Value,
    told: Vec<Entry>,
    /// Calls that should have succeeded.
    refused: Vec<String>,
}

enum By<'a> {
    Nobody,
    Person(&'a Person),
    Officer(&'a Officer),
}

impl Story<'_> {
    /// Makes a call that must succeed, and notes what came of it. `path` with its query.
    async fn tell(&mut self, operation: &str, path: &str, body: &Value, by: By<'_>) -> Value {
        let (method, schema) = self.described(operation);
        let body = self.embellished(body, &schema);
        let request = self.desk.request(method, path).header("content-type", "application/json").body(body.to_string());
        let request = match by {
            By::Nobody => request,
            By::Person(person) => request.by(person),
            By::Officer(officer) => request.as_admin(officer),
        };
        let reply = request.send().await;
        if !reply.status.is_success() {
            self.refused.push(format!("{operation} {:.300}: {:.300}", body.to_string(), reply.text));
        }
        let (operation, status, reply) = (operation.to_owned(), reply.status.as_u16(), reply.json());
        let rows = rows(&self.desk.ctx.store).await;
        self.told.push(Entry { operation, status, reply: reply.clone(), rows });
        reply
    }

    fn described(&self, operation: &str) -> (Method, Value) {
        let paths = self.description["paths"].as_object().unwrap().values();
        let mut methods = paths.flat_map(|methods| methods.as_object().unwrap());
        let (method, described) = methods.find(|(_, described)| described["operationId"] == operation).unwrap();
        let schema = described["requestBody"]["content"]["application/json"]["schema"].clone();
        (method.to_uppercase().parse().unwrap(), schema)
    }

    /// The schema itself, behind references and alternatives.
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

    /// The body with the extras in every object that has a shape. What is kept as it was written (a draft) has none.
    fn embellished(&self, body: &Value, schema: &Value) -> Value {
        let schema = self.resolved(schema);
        match body {
            Value::Object(fields) => {
                let Some(known) = schema["properties"].as_object() else { return body.clone() };
                let named = fields.iter().map(|(name, value)| {
                    let schema = known.get(name).unwrap_or(&Value::Null);
                    (name.clone(), self.embellished(value, schema))
                });
                let strange = self.extras.iter().filter(|(name, _)| !known.contains_key(*name));
                Value::Object(named.chain(strange.map(|(name, value)| (name.clone(), value.clone()))).collect())
            }
            Value::Array(items) => items.iter().map(|item| self.embellished(item, &schema["items"])).collect(),
            _ => body.clone(),
        }
    }
}

/// The wishes, and every column of every table, with the id of `rich` wherever an id goes.
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
    let ours = |table: &str| table != tala_store::STEP_HISTORY && !table.starts_with("sqlite_");
    names.iter().filter_map(split).filter(|(table, _)| ours(table)).collect()
}

/// Every row of every table as text. Sealed values look different each time.
async fn rows(store: &Store) -> BTreeMap<String, Vec<String>> {
    let mut tables: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (table, column) in columns(store).await {
        if !column.ends_with("_sealed") {
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

/// Everybody makes each call of the API that takes a body.
async fn story(database: Database, embellish: bool) -> Vec<Entry> {
    let desk = Desk::on(database).await;
    let everybody = everybody(&desk.app).await;
    let things = things(&desk, &everybody.school.student).await;
    let extras = match embellish {
        true => extras(&columns(&desk.ctx.store).await, everybody.other_teacher.id.0),
        false => Map::new(),
    };
    let description = serde_json::from_str(&tala_app::router::openapi_json().unwrap()).unwrap();
    let mut story = Story { desk: &desk, extras, description, told: Vec::new(), refused: Vec::new() };
    let joins = desk.person("Joins").await;
    let form = json!({
        "email": joins.email, "name": "Joins", "referralCode": everybody.school.teacher.code, "location": "India",
    });
    story.tell("onboard_student", "/api/onboard-student", &form, By::Person(&joins)).await;
    let writes = desk.person("Writes").await;
    let draft = json!({ "draft": { "bio": "I" }, "step": 0, "version": 0 });
    story.tell("save_draft", "/api/onboard/teacher/draft", &draft, By::Person(&writes)).await;
    let table: BTreeMap<&str, [u16; 12]> = TABLE.iter().copied().collect();
    // In the order of the table's own test: what one call takes away, another may need.
    for (operation, ..) in operations() {
        let Some(statuses) = table.get(operation.as_str()) else { continue };
        let by = CALLERS.iter().zip(statuses).rfind(|(_, status)| **status == 200).map(|(caller, _)| *caller);
        let (path, body) = call(&operation, &everybody.school, &things);
        let (Some(caller), Some(body)) = (by, body) else { continue };
        if operation == "save_draft" {
            continue;
        }
        let by = match CALLERS[5..].iter().position(|name| *name == caller) {
            Some(place) => By::Person(&everybody.people[place]),
            None => By::Nobody,
        };
        story.tell(&operation, &path, &body, by).await;
    }
    let profile = json!({ "bio": "Has danced since she was five, and has taught for ten years.", "phone": "+91 98765 43210", "danceStyles": ["Kathak"] });
    let body = json!({ "email": everybody.other_teacher.email, "profile": profile });
    story.tell("update_profile", "/api/teacher/update-profile", &body, By::Person(&everybody.other_teacher)).await;
    office::tell(&mut story, &everybody, &things.booking).await;
    assert!(story.refused.is_empty(), "{}", story.refused.join("\n"));
    story.told
}

async fn fields_that_a_call_does_not_name_change_nothing(database: Database) {
    let other = database.another().await;
    let plain = Box::pin(story(database, false)).await;
    let embellished = Box::pin(story(other.clone(), true)).await;
    for (plain, embellished) in plain.iter().zip(&embellished) {
        let operation = &plain.operation;
        assert_eq!((plain.status, &plain.reply), (embellished.status, &embellished.reply), "the reply of {operation}");
        for (table, rows) in &plain.rows {
            assert_eq!(rows, &embellished.rows[table], "{table} after {operation}");
        }
    }
    assert_eq!(plain.len(), embellished.len());
    let tried: BTreeSet<&str> = plain.iter().map(|entry| entry.operation.as_str()).collect();
    let description: Value = serde_json::from_str(&tala_app::router::openapi_json().unwrap()).unwrap();
    let methods = description["paths"].as_object().unwrap().values().flat_map(|methods| methods.as_object().unwrap());
    let writing = methods.filter(|(method, described)| *method != "get" && described["requestBody"].is_object());
    let ids = writing.map(|(_, described)| described["operationId"].as_str().unwrap());
    let untried: Vec<_> = ids.filter(|id| !tried.contains(id) && !SIGNED.contains(id)).collect();
    assert_eq!(untried, [""; 0], "calls that nobody has tried with more fields than they have");
    other.give_back().await;
}
