//! What the operator does to events on their way.

use serde::Deserialize;

use super::look::{EventReport, missing};
use crate::config::Error;
use crate::model::{Event, EventState, WebhookSwitches};
use crate::sandbox::Sandbox;
use crate::state::State;

/// In which order held events go out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReleaseOrder {
    /// As they happened.
    #[default]
    AsMade,
    /// Newest first.
    Reversed,
}

impl Sandbox {
    /// Sets all switches at once.
    ///
    /// # Errors
    /// When the state cannot be kept.
    pub fn switch_webhooks(&self, switches: WebhookSwitches) -> Result<(), Error> {
        self.change_settings(|settings| settings.webhooks = switches).map(|_| ())
    }

    /// Lets all held and delayed events go, and returns how many there were.
    ///
    /// # Errors
    /// When the state cannot be kept.
    pub fn release(&self, order: ReleaseOrder) -> Result<usize, Error> {
        self.with(|state| {
            let open: Vec<Event> = state.events.values().filter(|event| event.state.is_open()).cloned().collect();
            let numbers: Vec<u64> = match order {
                ReleaseOrder::AsMade => open.iter().map(|event| event.number).collect(),
                ReleaseOrder::Reversed => open.iter().rev().map(|event| event.number).collect(),
            };
            let count = open.len();
            // Events go out by their numbers; turning them round means exchanging what bears the numbers.
            for (event, number) in open.into_iter().zip(numbers) {
                let next_at = state.now;
                state.put(Event { number, state: EventState::Waiting, next_at, first_tried_at: None, ..event });
            }
            count
        })
    }

    /// Lets one held or delayed event go.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is no such event.
    pub fn release_event(&self, event_id: &str) -> Result<EventReport, Error> {
        self.on_event(event_id, |event| event.state = EventState::Waiting)
    }

    /// Sends an event (once more), with the same id and body.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is no such event, or none that could have been signed.
    pub fn resend_event(&self, event_id: &str) -> Result<EventReport, Error> {
        self.on_event(event_id, |event| {
            event.state = if event.secret.is_some() { EventState::Waiting } else { EventState::NoReceiver };
        })
    }

    /// Loses an event that has not been delivered.
    ///
    /// # Errors
    /// [`Error::Refused`] when there is no such event.
    pub fn drop_event(&self, event_id: &str) -> Result<EventReport, Error> {
        self.on_event(event_id, |event| event.state = EventState::Dropped)
    }

    /// Switches a webhook on again that Razorpay has switched off. Events that were waiting then have another day.
    ///
    /// # Errors
    /// When the state cannot be kept.
    pub fn enable_webhook(&self) -> Result<(), Error> {
        self.change_settings(|settings| settings.webhook_disabled = false)?;
        self.with(|state| {
            let waiting: Vec<Event> = state.events.values().filter(|event| event.state.is_open()).cloned().collect();
            for event in waiting {
                state.put(Event { first_tried_at: None, ..event });
            }
        })
    }

    fn on_event(&self, id: &str, change: impl FnOnce(&mut Event)) -> Result<EventReport, Error> {
        self.with(|state: &mut State| {
            let mut event = state.events.values().find(|event| event.id == id).ok_or_else(|| missing(id))?.clone();
            event.next_at = state.now;
            event.first_tried_at = None;
            change(&mut event);
            let report = EventReport::from(&event);
            state.put(event);
            Ok(report)
        })?
    }
}
