//! Demo mode only: the local mailbox in the browser (D31), and a movable clock.

use std::sync::Arc;

use axum::extract::{Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use jiff::SignedDuration;
use jiff::fmt::rfc2822::DateTimePrinter;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use serde::{Deserialize, Serialize};
use tala_app::context::Ctx;
use tala_app::worker::run_due_jobs;
use tala_gateways::mail::{Mailbox, StoredMail};

use crate::system::SystemClock;

const MAX_LISTED: usize = 100;
const STYLE: &str = "body{font:16px/1.55 'Anek Latin',system-ui,sans-serif;background:#FBF5EA;color:#2A1A1F;margin:0 auto;max-width:860px;padding:24px}\
    h1{font-family:Georgia,serif;color:#9B1B30}a{color:#9B1B30}li{padding:10px 0;border-bottom:1px solid #E6D9C6;list-style:none}ul{padding:0}\
    small{color:#6A5358;display:block}pre{background:#FFFDF8;border:1px solid #E6D9C6;border-radius:10px;padding:16px;white-space:pre-wrap;overflow-wrap:anywhere}\
    iframe{width:100%;height:760px;border:1px solid #E6D9C6;border-radius:10px;background:#FBF5EA}\
    @media(prefers-color-scheme:dark){body{background:#191115;color:#F6EBDD}h1,a{color:#F08A8A}small{color:#BBA6A0}pre{background:#221920;border-color:#3B2C31}li{border-color:#3B2C31}}";

#[derive(Clone)]
struct Dev {
    ctx: Ctx,
    clock: Arc<SystemClock>,
    mailbox: Option<Arc<Mailbox>>,
}

/// Returns the routes below `/dev`.
pub fn dev_routes(ctx: Ctx, clock: Arc<SystemClock>, mailbox: Option<Arc<Mailbox>>) -> Router {
    Router::new()
        .route("/dev/mailbox", get(get_mailbox_page))
        .route("/dev/mailbox.json", get(list_mails))
        .route("/dev/mailbox/failing", post(set_failing))
        .route("/dev/mailbox/{id}", get(get_mail_page))
        .route("/dev/clock", get(get_time).post(advance_clock))
        .with_state(Dev { ctx, clock, mailbox })
}

/// Sets the header `Date` of all responses to a moved clock, because the client derives the present time from it. hyper sets
/// it to the system's time otherwise.
pub fn with_date_of_clock(routes: Router, clock: Arc<SystemClock>) -> Router {
    routes.layer(from_fn_with_state(clock, set_date))
}

async fn set_date(State(clock): State<Arc<SystemClock>>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let date = DateTimePrinter::new().timestamp_to_rfc9110_string(&clock.now());
    let date = date.ok().and_then(|date| HeaderValue::try_from(date).ok());
    if let (true, Some(date)) = (clock.is_moved(), date) {
        response.headers_mut().insert(header::DATE, date);
    }
    response
}

async fn stored_mails(dev: &Dev) -> Vec<StoredMail> {
    match &dev.mailbox {
        Some(mailbox) => mailbox.list(MAX_LISTED).await.unwrap_or_default(),
        None => Vec::new(),
    }
}

async fn list_mails(State(dev): State<Dev>) -> Json<Vec<StoredMail>> {
    Json(stored_mails(&dev).await)
}

async fn get_mailbox_page(State(dev): State<Dev>) -> Markup {
    mailbox_page(&stored_mails(&dev).await)
}

fn mailbox_page(mails: &[StoredMail]) -> Markup {
    let body = html! {
        p { "All mail of this demo is delivered here. " a href="/" { "Back to the product" } }
        @if mails.is_empty() {
            p { "No mail yet." }
        } @else {
            ul {
                @for mail in mails {
                    li {
                        a href={ "/dev/mailbox/" (mail.id) } { (mail.subject) }
                        small {
                            "to " (mail.to) " · " (mail.at.strftime("%a %-d %b, %H:%M UTC").to_string())
                            @if mail.ics.is_some() { " · with calendar invitation" }
                        }
                    }
                }
            }
        }
    };
    page("Mailbox", &body)
}

async fn get_mail_page(State(dev): State<Dev>, Path(id): Path<String>) -> Response {
    let found = match &dev.mailbox {
        Some(mailbox) => mailbox.find(&id).await.ok().flatten(),
        None => None,
    };
    let Some(mail) = found else {
        return (StatusCode::NOT_FOUND, page("Mail not found", &Markup::default())).into_response();
    };
    let mut response = mail_page(&mail).into_response();
    let policy =
        "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; frame-ancestors 'none'";
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    response
}

fn mail_page(mail: &StoredMail) -> Markup {
    let body = html! {
        p { a href="/dev/mailbox" { "All mails" } }
        p { "From " (mail.from_name) " <" (mail.from) ">" br; "To " (mail.to_name) " <" (mail.to) ">" }
        iframe title="Message" sandbox srcdoc=(mail.html) {}
        h2 { "Plain text" }
        pre { (mail.text) }
        @if let Some(ics) = &mail.ics {
            h2 { "Invitation" }
            pre { (ics) }
        }
    };
    page(&mail.subject, &body)
}

#[derive(Deserialize)]
struct SetFailing {
    failing: bool,
}

async fn set_failing(State(dev): State<Dev>, Json(request): Json<SetFailing>) -> StatusCode {
    if let Some(mailbox) = &dev.mailbox {
        mailbox.set_failing(request.failing);
    }
    StatusCode::NO_CONTENT
}

#[derive(Serialize)]
struct CurrentTime {
    now: jiff::Timestamp,
}

async fn get_time(State(dev): State<Dev>) -> Json<CurrentTime> {
    Json(CurrentTime { now: dev.clock.now() })
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct AdvanceClock {
    advance_minutes: i64,
}

async fn advance_clock(State(dev): State<Dev>, Json(request): Json<AdvanceClock>) -> Response {
    let by = SignedDuration::from_mins(request.advance_minutes.clamp(0, 60 * 24 * 400));
    if let Err(error) = dev.clock.advance(by) {
        return (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response();
    }
    match run_due_jobs(&dev.ctx).await {
        Ok(_) => Json(CurrentTime { now: dev.clock.now() }).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

fn page(title: &str, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { h1 { (title) } (body) }
        }
    }
}

#[cfg(test)]
mod tests {
    use tower::ServiceExt as _;

    use super::*;

    #[tokio::test]
    async fn responses_carry_the_date_of_a_moved_clock() {
        let dir = tempfile::tempdir().unwrap();
        let clock = Arc::new(SystemClock::movable(dir.path().join("clock")));
        let routes = with_date_of_clock(Router::new().route("/", get(async || "")), Arc::clone(&clock));
        let send = async || {
            let request = Request::get("/").body(axum::body::Body::empty()).unwrap();
            routes.clone().oneshot(request).await.unwrap().headers().get(header::DATE).cloned()
        };
        assert_eq!(send().await, None, "hyper adds the system's time");
        clock.advance(SignedDuration::from_hours(24 * 40)).unwrap();
        let before = clock.now();
        let date = send().await.unwrap();
        let date = jiff::fmt::rfc2822::parse(date.to_str().unwrap()).unwrap().timestamp();
        assert!(date.duration_since(before).abs() < SignedDuration::from_secs(2), "{date} at {before}");
    }

    #[test]
    fn mail_is_escaped_in_list_and_message_page() {
        let hostile = || "<script>\"'&".to_owned();
        let mail = StoredMail {
            id: hostile(),
            message_id: hostile(),
            to: hostile(),
            to_name: hostile(),
            from: hostile(),
            from_name: hostile(),
            reply_to: None,
            subject: hostile(),
            text: hostile(),
            html: hostile(),
            ics: Some(hostile()),
            at: jiff::Timestamp::UNIX_EPOCH,
        };
        let list = mailbox_page(std::slice::from_ref(&mail)).into_string();
        let message = mail_page(&mail).into_string();
        for (page, count) in [(&list, 3), (&message, 9)] {
            assert!(!page.contains("<script>"), "{page}");
            assert_eq!(page.matches("&lt;script&gt;&quot;'&amp;").count(), count, "{page}");
        }
        assert!(message.contains("srcdoc=\"&lt;script&gt;&quot;'&amp;\""), "{message}");
    }
}
