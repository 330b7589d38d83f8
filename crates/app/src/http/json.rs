//! JSON replies.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::error::AppError;

/// A JSON reply. Unlike `axum::Json` it serializes into a `Vec` instead of `BytesMut`, which makes lists of available slots
/// 15 % faster (T1 of `bench/`).
pub(crate) struct Json<T>(pub T);

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(body) => ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response(),
            Err(error) => AppError::internal(error).into_response(),
        }
    }
}
