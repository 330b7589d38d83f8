//! The OpenAPI description, generated from the code.

use crate::views::problem::ErrorCodeSchema;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{ArrayItems, KnownFormat, Object, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{Modify, OpenApi};

/// The frame of the description; the routes add themselves.
#[derive(OpenApi)]
#[openapi(
    info(title = "Tala", description = "Live virtual dance classes, by invitation. Errors are RFC 9457 problem JSON with a stable `code`.",
         license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0")),
    servers((url = "/")),
    security(("accessToken" = [])),
    modifiers(&AccessToken),
    components(schemas(ErrorCodeSchema))
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
            "An administrator's session (`tala_admin` on http://localhost). Every call that is no GET also carries its `x-csrf-token`.",
        );
        let cookie = SecurityScheme::ApiKey(ApiKey::Cookie(cookie));
        components.security_schemes.insert("adminSession".to_owned(), cookie.into());
    }
}

/// One of these words, for `#[schema(schema_with = …)]`.
pub(crate) fn one_of(words: &[&str]) -> Object {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words.iter().copied())).build()
}

/// What utoipa leaves to be put right in the whole.
pub(crate) fn finished(openapi: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    with_exact_integers(with_problems(openapi))
}

fn operations(openapi: &mut utoipa::openapi::OpenApi) -> impl Iterator<Item = &mut Operation> {
    openapi.paths.paths.values_mut().flat_map(|item| {
        [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete].into_iter().flatten()
    })
}

/// Integers without a sign by the names of the OpenAPI registry, which utoipa spells in its own way, and with their greatest value:
/// a description that says `int32` of them would be wrong, and few readers know the other names.
fn with_exact_integers(mut openapi: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    let schemas = openapi.components.iter_mut().flat_map(|components| components.schemas.values_mut());
    schemas.for_each(exact);
    for parameter in operations(&mut openapi).flat_map(|operation| operation.parameters.iter_mut().flatten()) {
        if let RefOr::T(parameter) = parameter {
            parameter.schema.iter_mut().for_each(exact);
        }
    }
    openapi
}

fn exact(schema: &mut RefOr<Schema>) {
    let RefOr::T(schema) = schema else { return };
    match schema {
        Schema::Object(object) => {
            let (name, most) = match object.format {
                Some(SchemaFormat::KnownFormat(KnownFormat::UInt8)) => ("uint8", u8::MAX.into()),
                Some(SchemaFormat::KnownFormat(KnownFormat::UInt16)) => ("uint16", u16::MAX.into()),
                Some(SchemaFormat::KnownFormat(KnownFormat::UInt32)) => ("uint32", u32::MAX),
                _ => return object.properties.values_mut().for_each(exact),
            };
            object.format = Some(SchemaFormat::Custom(name.to_owned()));
            object.maximum.get_or_insert(most.into());
        }
        Schema::Array(array) => {
            if let ArrayItems::RefOrSchema(items) = &mut array.items {
                exact(items);
            }
        }
        Schema::OneOf(any) => any.items.iter_mut().for_each(exact),
        Schema::AllOf(all) => all.items.iter_mut().for_each(exact),
        Schema::AnyOf(any) => any.items.iter_mut().for_each(exact),
        _ => {}
    }
}

/// What refuses a request is a problem (RFC 9457), and says so in its content type.
fn with_problems(mut openapi: utoipa::openapi::OpenApi) -> utoipa::openapi::OpenApi {
    for operation in operations(&mut openapi) {
        for (status, response) in &mut operation.responses.responses {
            if let RefOr::T(response) = response
                && status.starts_with(['4', '5'])
                && let Some(problem) = response.content.shift_remove("application/json")
            {
                response.content.insert("application/problem+json".to_owned(), problem);
            }
        }
    }
    openapi
}
