//! The OpenAPI description, generated from the code: operations and types by utoipa, error responses, examples and tags from
//! tables in this folder.

mod descriptions;
mod error_codes;
mod examples;
mod operations;
mod problems;
mod tags;

use serde_json::Value;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ArrayItems, KnownFormat, Object, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{Modify, OpenApi};

pub(crate) use self::operations::SignIn;
use self::operations::operations;
use crate::views::problem::{ErrorCodeSchema, Problem};

/// Metadata of the description; each router adds its operations.
#[derive(OpenApi)]
#[openapi(
    info(title = "Tala", description = "Live virtual dance classes, by invitation. Errors are RFC 9457 problem JSON with a stable `code`. The guide at `/api/docs` explains sign-in, errors, pagination, idempotency, webhooks and calendar feeds.",
         license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")),
    servers((url = "/")),
    security(("accessToken" = [])),
    modifiers(&AccessToken),
    components(schemas(ErrorCodeSchema, Problem))
)]
pub(crate) struct ApiDoc;

struct AccessToken;

impl Modify for AccessToken {
    fn modify(&self, openapi: &mut utoipa::openapi::OpenApi) {
        let components = openapi.components.get_or_insert_default();
        let mut scheme = Http::new(HttpAuthScheme::Bearer);
        scheme.description = Some("An access token of the OpenID provider".to_owned());
        components.security_schemes.insert("accessToken".to_owned(), SecurityScheme::Http(scheme).into());
        let cookie = ApiKeyValue::with_description(
            "__Host-tala_admin",
            "An administrator's session (`tala_admin` on http://localhost). Every request except GET also needs the session's `x-csrf-token` header.",
        );
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(cookie));
        components.security_schemes.insert("adminSession".to_owned(), cookie.into());
    }
}

/// Returns a string schema with these enum values, for `#[schema(schema_with = …)]`.
pub(crate) fn string_enum(values: &[&str]) -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(values.iter().copied())).build()
}

/// Returns the complete description.
///
/// # Errors
/// If the description cannot be serialized or `examples.json` cannot be parsed. A test parses it.
pub(crate) fn document(openapi: utoipa::openapi::OpenApi) -> Result<Value, serde_json::Error> {
    let mut document = serde_json::to_value(with_unsigned_formats(openapi))?;
    descriptions::clean(&mut document);
    for (_, operation) in operations(&mut document) {
        let sign_in = SignIn::of(operation);
        if let Some(operation) = operation.as_object_mut() {
            descriptions::describe_successes(operation);
            descriptions::describe_sign_in(operation, sign_in);
        }
    }
    problems::add_problem_responses(&mut document);
    examples::add_examples(&mut document)?;
    tags::add_tags(&mut document);
    Ok(document)
}

fn typed_operations(openapi: &mut utoipa::openapi::OpenApi) -> impl Iterator<Item = &mut Operation> {
    openapi.paths.paths.values_mut().flat_map(|item| {
        [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete].into_iter().flatten()
    })
}

/// Gives unsigned integers the format names of the OpenAPI format registry, which utoipa spells differently, and their
/// maximum, for clients that do not know these formats.
fn with_unsigned_formats(mut openapi: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    let schemas = openapi.components.iter_mut().flat_map(|components| components.schemas.values_mut());
    schemas.for_each(set_unsigned_formats);
    for parameter in typed_operations(&mut openapi).flat_map(|operation| operation.parameters.iter_mut().flatten()) {
        if let RefOr::T(parameter) = parameter {
            parameter.schema.iter_mut().for_each(set_unsigned_formats);
        }
    }
    openapi
}

fn set_unsigned_formats(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            let (name, maximum) = match object.format {
                Some(SchemaFormat::KnownFormat(KnownFormat::UInt8)) => ("uint8", u8::MAX.into()),
                Some(SchemaFormat::KnownFormat(KnownFormat::UInt16)) => ("uint16", u16::MAX.into()),
                Some(SchemaFormat::KnownFormat(KnownFormat::UInt32)) => ("uint32", u32::MAX),
                _ => return object.properties.values_mut().for_each(set_unsigned_formats),
            };
            object.format = Some(SchemaFormat::Custom(name.to_owned()));
            object.maximum.get_or_insert(maximum.into());
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                set_unsigned_formats(items);
            }
        }
        Schema::OneOf(one) => one.items.iter_mut().for_each(set_unsigned_formats),
        Schema::AllOf(all) => all.items.iter_mut().for_each(set_unsigned_formats),
        Schema::AnyOf(any) => any.items.iter_mut().for_each(set_unsigned_formats),
        _ => {}
    }
}
