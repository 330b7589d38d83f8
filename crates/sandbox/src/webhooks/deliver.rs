//! Delivery of events: signed, at least once, with a timeout of five seconds and retries for 24 hours.

use reqwest::StatusCode;

use crate::config::Webhook;
use crate::model::{Event, EventState};
use crate::sandbox::Sandbox;
use crate::signature::webhook_signature;
use crate::state::State;

/// Time of failed deliveries after which the webhook is disabled.
const MAX_RETRY_SECONDS: i64 = 24 * 3_600;
const MIN_BACKOFF_SECONDS: i64 = 60;
const MAX_BACKOFF_SECONDS: i64 = 3 * 3_600;
/// Maximum number of events per delivery.
const BATCH_SIZE: usize = 100;

impl Sandbox {
    /// Sends due events and returns the number of requests. [`Sandbox::run`] calls it regularly; tests call it directly.
    pub async fn deliver_due(&self) -> usize {
        let _guard = self.lock_delivery().await;
        let Some(webhook) = self.webhook() else { return 0 };
        // `update` flushes the state file, so events are persisted before they are sent.
        let Ok(batch) = self.update(|state| due_events(state)) else { return 0 };
        let mut sent = 0;
        for (event, secret) in batch {
            let mut result = Ok(());
            for _ in 0..event.copies {
                result = self.send(&webhook, &event, &secret).await;
                sent += 1;
            }
            let recorded = self.update(|state| record_delivery(state, event.number, result));
            if recorded.is_err() {
                break;
            }
        }
        sent
    }

    async fn send(&self, webhook: &Webhook, event: &Event, secret: &str) -> Result<(), String> {
        let request = self
            .http()
            .post(&webhook.url)
            .header("content-type", "application/json")
            .header("x-razorpay-signature", webhook_signature(secret, event.body.as_bytes()))
            .header("x-razorpay-event-id", &event.id)
            .body(event.body.clone());
        match request.send().await.map(|response| response.status()) {
            Ok(status) if status.is_success() => Ok(()),
            Ok(status) => Err(StatusCode::as_str(&status).to_owned()),
            Err(error) if error.is_timeout() => Err("no answer within 5 seconds".to_owned()),
            Err(error) => Err(error.without_url().to_string()),
        }
    }
}

fn due_events(state: &State) -> Vec<(Event, String)> {
    if state.settings.webhook_disabled {
        return Vec::new();
    }
    let is_due = |event: &&Event| event.state == EventState::Waiting && event.next_at <= state.now;
    let with_secret = |event: &Event| event.secret.clone().map(|secret| (event.clone(), secret));
    let mut batch: Vec<_> = state.events.values().filter(is_due).take(BATCH_SIZE).filter_map(with_secret).collect();
    if state.settings.webhooks.reorder {
        batch.reverse();
    }
    batch
}

/// Records the result of a delivery and schedules a retry after a failure.
fn record_delivery(state: &mut State, number: u64, result: Result<(), String>) {
    // A control command may have dropped the event during the delivery.
    let Some(mut event) = state.events.get(&number).filter(|event| event.state == EventState::Waiting).cloned() else {
        return;
    };
    event.attempts += 1;
    let first_tried_at = *event.first_tried_at.get_or_insert(state.now);
    match result {
        Ok(()) => {
            event.state = EventState::Delivered;
            event.last_answer = Some("taken".to_owned());
        }
        Err(error) => {
            event.last_answer = Some(error);
            event.next_at = state.now + backoff_seconds(event.attempts);
            if state.now >= first_tried_at + MAX_RETRY_SECONDS {
                event.state = EventState::GaveUp;
                let mut settings = state.settings.clone();
                settings.webhook_disabled = true;
                state.upsert(settings);
            }
        }
    }
    state.upsert(event);
}

fn backoff_seconds(attempts: u32) -> i64 {
    let doubled = 2_i64.saturating_pow(attempts.saturating_sub(1).min(30));
    MIN_BACKOFF_SECONDS.saturating_mul(doubled).min(MAX_BACKOFF_SECONDS)
}
