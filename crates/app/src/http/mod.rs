//! What every endpoint needs of HTTP: extractors, problem JSON, the client's address, the OpenAPI description.

pub mod client_ip;
pub mod extract;
pub mod json;
pub mod middleware;
pub mod openapi;
pub mod problem;
pub mod rate_limit;
