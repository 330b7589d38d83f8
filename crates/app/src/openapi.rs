//! The OpenAPI description, generated from the code.

use tala_domain::error::ErrorCode;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{Modify, OpenApi, PartialSchema, ToSchema};

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
    }
}

/// The list of stable codes as an enum.
pub(crate) struct ErrorCodeSchema;

impl PartialSchema for ErrorCodeSchema {
    fn schema() -> RefOr<Schema> {
        let codes = ErrorCode::ALL.iter().map(|code| code.as_str());
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Stable codes of every refusal."))
            .enum_values(Some(codes))
            .into()
    }
}

impl ToSchema for ErrorCodeSchema {
    fn name() -> std::borrow::Cow<'static, str> {
        "ErrorCode".into()
    }
}

/// The whole description as pretty JSON with a final line break, as it is committed.
pub fn openapi_json() -> Result<String, serde_json::Error> {
    let (_, openapi) = crate::router::api_routes().split_for_parts();
    Ok(openapi.to_pretty_json()? + "\n")
}
