//! HTTP plumbing shared by all endpoints: extractors, problem JSON, rate limits, middleware, the OpenAPI description.

pub mod client_ip;
pub mod extract;
pub mod idempotency_key;
pub mod json;
mod json_depth;
pub mod middleware;
pub mod openapi;
pub mod problem;
pub mod rate_limit;
pub(crate) mod reference;
