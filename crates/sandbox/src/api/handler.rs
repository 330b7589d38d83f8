//! What all API handlers share: running on the state, and looking up entities.

use std::collections::BTreeMap;

use axum::Json;
use serde_json::Value;

use super::error::ApiError;
use crate::sandbox::Sandbox;
use crate::state::{State, is_valid_id};

/// The result of a handler.
pub(crate) type ApiResult = Result<Json<Value>, ApiError>;

impl Sandbox {
    /// As [`Sandbox::update`], on a blocking thread if the state file has to be flushed.
    ///
    /// # Errors
    /// The error of `update`, or a server error if the state cannot be written.
    pub(crate) async fn update_async<T: Send + 'static>(
        &self,
        update: impl FnOnce(&mut State) -> Result<T, ApiError> + Send + 'static,
    ) -> Result<T, ApiError> {
        let result = match self.config().file {
            None => self.update(update),
            Some(_) => {
                let sandbox = self.clone();
                match tokio::task::spawn_blocking(move || sandbox.update(update)).await {
                    Ok(result) => result,
                    Err(_) => return Err(ApiError::server_error()),
                }
            }
        };
        result.unwrap_or_else(|_| Err(ApiError::server_error()))
    }

    /// As [`Sandbox::update_async`], with a JSON response.
    ///
    /// # Errors
    /// As [`Sandbox::update_async`].
    pub(crate) async fn json_response(
        &self,
        update: impl FnOnce(&mut State) -> Result<Value, ApiError> + Send + 'static,
    ) -> ApiResult {
        self.update_async(update).await.map(Json)
    }
}

/// The entity with an id.
///
/// # Errors
/// Razorpay's error for a malformed or an unknown id.
pub(crate) fn get_by_id<'a, T>(entities: &'a BTreeMap<String, T>, id: &str, prefix: &str) -> Result<&'a T, ApiError> {
    if !is_valid_id(id, prefix) {
        return Err(ApiError::invalid_id(id));
    }
    entities.get(id).ok_or_else(ApiError::id_not_found)
}
