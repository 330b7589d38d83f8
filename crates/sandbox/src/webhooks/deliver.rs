//! Sending events: at least once, signed, each try within five seconds, for a day.

use reqwest::StatusCode;

use crate::config::Webhook;
use crate::model::{Event, EventState};
use crate::sandbox::Sandbox;
use crate::signature::webhook_signature;
use crate::state::State;

/// After so long a webhook that takes nothing is switched off.
const DAY_SECONDS: i64 = 24 * 3_600;
const FIRST_RETRY_SECONDS: i64 = 60;
const LAST_RETRY_SECONDS: i64 = 3 * 3_600;
/// At most so many events in one go; the rest follows in the next.
const BATCH: usize = 100;

impl Sandbox {
    /// Sends every event whose time has come, and returns how many requests were made. [`Sandbox::run`] does this by
    /// itself; tests call it when they want the events to arrive.
    pub async fn deliver_due(&self) -> usize {
        let _turn = self.turn_to_deliver().await;
        let Some(webhook) = self.webhook() else { return 0 };
        // Also the barrier: what is sent has been written to the state file before.
        let Ok(batch) = self.with(|state| due(state)) else { return 0 };
        let mut sent = 0;
        for (event, secret) in batch {
            let mut answer = Ok(());
            for _ in 0..event.copies {
                answer = self.send(&webhook, &event, &secret).await;
                sent += 1;
            }
            let noted = self.with(|state| note(state, event.number, answer));
            if noted.is_err() {
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
        match request.send().await.map(|answer| answer.status()) {
            Ok(status) if status.is_success() => Ok(()),
            Ok(status) => Err(StatusCode::as_str(&status).to_owned()),
            Err(error) if error.is_timeout() => Err("no answer within 5 seconds".to_owned()),
            Err(error) => Err(error.without_url().to_string()),
        }
    }
}

fn due(state: &State) -> Vec<(Event, String)> {
    if state.settings.webhook_disabled {
        return Vec::new();
    }
    let is_due = |event: &&Event| event.state == EventState::Waiting && event.next_at <= state.now;
    let with_secret = |event: &Event| event.secret.clone().map(|secret| (event.clone(), secret));
    let mut batch: Vec<_> = state.events.values().filter(is_due).take(BATCH).filter_map(with_secret).collect();
    if state.settings.webhooks.reorder {
        batch.reverse();
    }
    batch
}

/// Remembers how a delivery went: done, again later, or never again.
fn note(state: &mut State, number: u64, answer: Result<(), String>) {
    // The operator may have dropped it meanwhile.
    let Some(mut event) = state.events.get(&number).filter(|event| event.state == EventState::Waiting).cloned() else {
        return;
    };
    event.attempts += 1;
    let first_tried_at = *event.first_tried_at.get_or_insert(state.now);
    match answer {
        Ok(()) => {
            event.state = EventState::Delivered;
            event.last_answer = Some("taken".to_owned());
        }
        Err(why) => {
            event.last_answer = Some(why);
            event.next_at = state.now + retry_seconds(event.attempts);
            if state.now >= first_tried_at + DAY_SECONDS {
                event.state = EventState::GaveUp;
                let mut settings = state.settings.clone();
                settings.webhook_disabled = true;
                state.put(settings);
            }
        }
    }
    state.put(event);
}

fn retry_seconds(attempts: u32) -> i64 {
    let doubled = 2_i64.saturating_pow(attempts.saturating_sub(1).min(30));
    FIRST_RETRY_SECONDS.saturating_mul(doubled).min(LAST_RETRY_SECONDS)
}
