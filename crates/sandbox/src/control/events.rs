//! Commands on webhook events.

use serde::Deserialize;

use super::queries::{EventReport, not_found};
use crate::config::Error;
use crate::model::{Event, EventState, WebhookSwitches};
use crate::sandbox::Sandbox;
use crate::state::State;

/// The order in which released events are sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReleaseOrder {
    /// In order of creation.
    #[default]
    #[serde(rename = "as_made")]
    OldestFirst,
    /// In reverse order of creation.
    #[serde(rename = "reversed")]
    NewestFirst,
}

impl Sandbox {
    /// Replaces all webhook switches.
    ///
    /// # Errors
    /// If the state file cannot be written.
    pub fn set_webhook_switches(&self, switches: WebhookSwitches) -> Result<(), Error> {
        self.change_settings(|settings| settings.webhooks = switches).map(|_| ())
    }

    /// Releases all held and delayed events and returns their number.
    ///
    /// # Errors
    /// If the state file cannot be written.
    pub fn release_events(&self, order: ReleaseOrder) -> Result<usize, Error> {
        self.update(|state| {
            let open: Vec<Event> = state.events.values().filter(|event| event.state.is_open()).cloned().collect();
            let numbers: Vec<u64> = match order {
                ReleaseOrder::OldestFirst => open.iter().map(|event| event.number).collect(),
                ReleaseOrder::NewestFirst => open.iter().rev().map(|event| event.number).collect(),
            };
            let count = open.len();
            // Events are sent in order of their numbers, so reversing the order permutes the numbers.
            for (event, number) in open.into_iter().zip(numbers) {
                let next_at = state.now;
                state.upsert(Event { number, state: EventState::Waiting, next_at, first_tried_at: None, ..event });
            }
            count
        })
    }

    /// Releases a held or delayed event.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if the event does not exist.
    pub fn release_event(&self, event_id: &str) -> Result<EventReport, Error> {
        self.update_event(event_id, |event| event.state = EventState::Waiting)
    }

    /// Sends an event again, with the same id and body. An event without a secret cannot be sent.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if the event does not exist.
    pub fn resend_event(&self, event_id: &str) -> Result<EventReport, Error> {
        self.update_event(event_id, |event| {
            event.state = if event.secret.is_some() { EventState::Waiting } else { EventState::NoReceiver };
        })
    }

    /// Drops an event, so that it is not delivered.
    ///
    /// # Errors
    /// [`Error::InvalidCommand`] if the event does not exist.
    pub fn drop_event(&self, event_id: &str) -> Result<EventReport, Error> {
        self.update_event(event_id, |event| event.state = EventState::Dropped)
    }

    /// Enables the webhook again. Restarts the 24 hours of retries of waiting events.
    ///
    /// # Errors
    /// If the state file cannot be written.
    pub fn enable_webhook(&self) -> Result<(), Error> {
        self.change_settings(|settings| settings.webhook_disabled = false)?;
        self.update(|state| {
            let waiting: Vec<Event> = state.events.values().filter(|event| event.state.is_open()).cloned().collect();
            for event in waiting {
                state.upsert(Event { first_tried_at: None, ..event });
            }
        })
    }

    fn update_event(&self, id: &str, change: impl FnOnce(&mut Event)) -> Result<EventReport, Error> {
        self.update(|state: &mut State| {
            let mut event = state.events.values().find(|event| event.id == id).ok_or_else(|| not_found(id))?.clone();
            event.next_at = state.now;
            event.first_tried_at = None;
            change(&mut event);
            let report = EventReport::from(&event);
            state.upsert(event);
            Ok(report)
        })?
    }
}
