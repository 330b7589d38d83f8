//! Middleware that injects faults into API calls.

use std::time::Duration;

use axum::extract::{OriginalUri, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

use super::ApiError;
use crate::model::{Fault, FaultKind};
use crate::sandbox::Sandbox;
use crate::state::State as SandboxState;

/// Duration of [`FaultKind::Timeout`], longer than the timeout of clients.
const NO_RESPONSE: Duration = Duration::from_secs(60);

/// Responds with a matching fault, if there is one.
pub(crate) async fn inject_fault(
    State(sandbox): State<Sandbox>,
    OriginalUri(address): OriginalUri,
    request: Request,
    next: Next,
) -> Response {
    let (method, path) = (request.method().to_string(), address.path().to_owned());
    let fault = match sandbox.update_async(move |state| Ok(claim_fault(state, &method, &path))).await {
        Ok(fault) => fault,
        Err(error) => return error.into_response(),
    };
    let Some(fault) = fault else { return next.run(request).await };
    if fault.carried_out {
        // Execute the call and discard its response.
        drop(next.run(request).await);
    }
    match fault.kind {
        FaultKind::TooManyRequests => ApiError::too_many_requests().into_response(),
        FaultKind::ServerError => ApiError::server_error().into_response(),
        FaultKind::Conflict => ApiError::in_progress().into_response(),
        FaultKind::Html => bad_gateway(),
        FaultKind::Timeout => {
            // Also ends when the sandbox stops.
            let _ = tokio::time::timeout(NO_RESPONSE, sandbox.wait_until_stopped()).await;
            (StatusCode::GATEWAY_TIMEOUT, bad_gateway()).into_response()
        }
    }
}

/// Consumes one call of the first matching fault.
fn claim_fault(state: &mut SandboxState, method: &str, path: &str) -> Option<Fault> {
    let mut faults = state.faults.clone();
    let fault = faults.iter_mut().find(|fault| fault.matches(method, path))?;
    fault.calls -= 1;
    let claimed = fault.clone();
    faults.retain(|fault| fault.calls > 0);
    state.upsert(faults);
    Some(claimed)
}

fn bad_gateway() -> Response {
    let page = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1>\
                </center>\r\n</body>\r\n</html>\r\n";
    (StatusCode::BAD_GATEWAY, Html(page)).into_response()
}
