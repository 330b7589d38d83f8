//! Calls that go wrong because the operator wants it.

use std::time::Duration;

use axum::extract::{OriginalUri, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};

use super::ApiError;
use crate::model::{Fault, FaultKind};
use crate::sandbox::Sandbox;

/// How long "no answer" lasts; clients have long given up by then.
const SILENCE: Duration = Duration::from_secs(60);

pub(crate) async fn meet(
    State(sandbox): State<Sandbox>,
    OriginalUri(address): OriginalUri,
    request: Request,
    next: Next,
) -> Response {
    let (method, path) = (request.method().to_string(), address.path().to_owned());
    let fault = match sandbox.call(move |state| Ok(take(state, &method, &path))).await {
        Ok(fault) => fault,
        Err(error) => return error.into_response(),
    };
    let Some(fault) = fault else { return next.run(request).await };
    if fault.carried_out {
        // Its answer is the one that gets lost.
        drop(next.run(request).await);
    }
    match fault.kind {
        FaultKind::TooManyRequests => ApiError::too_many().into_response(),
        FaultKind::ServerError => ApiError::server().into_response(),
        FaultKind::Conflict => ApiError::in_progress().into_response(),
        FaultKind::Html => bad_gateway(),
        FaultKind::Timeout => {
            // A timer or the end of the sandbox, so that nothing waits for ever.
            let _ = tokio::time::timeout(SILENCE, sandbox.until_stopped()).await;
            (StatusCode::GATEWAY_TIMEOUT, bad_gateway()).into_response()
        }
    }
}

fn take(state: &mut crate::state::State, method: &str, path: &str) -> Option<Fault> {
    let mut faults = state.faults.clone();
    let fault = faults.iter_mut().find(|fault| fault.concerns(method, path))?;
    fault.calls -= 1;
    let taken = fault.clone();
    faults.retain(|fault| fault.calls > 0);
    state.put(faults);
    Some(taken)
}

fn bad_gateway() -> Response {
    let page = "<html>\r\n<head><title>502 Bad Gateway</title></head>\r\n<body>\r\n<center><h1>502 Bad Gateway</h1>\
                </center>\r\n</body>\r\n</html>\r\n";
    (StatusCode::BAD_GATEWAY, Html(page)).into_response()
}
