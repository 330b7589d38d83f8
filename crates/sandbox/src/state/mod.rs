//! The in-memory state. Each change is also recorded for the state file.

mod ids;
mod journal;
mod record;

pub(crate) use ids::{IdGenerator, is_valid_id};
pub(crate) use journal::Journal;
pub(crate) use record::Record;

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{
    Contact, Event, Fault, FundAccount, IdempotencyKey, Order, Payment, Payout, Refund, RefundStatus, Settings,
};

/// Maximum number of events; the oldest finished events are deleted.
const MAX_EVENTS: usize = 5_000;

pub(crate) struct State {
    /// Time of the current update or timer, in Unix seconds.
    pub(crate) now: i64,
    pub(crate) ids: IdGenerator,
    /// The secret for new events; `None` without a webhook.
    pub(crate) webhook_secret: Option<String>,
    pub(crate) orders: BTreeMap<String, Order>,
    pub(crate) payments: BTreeMap<String, Payment>,
    pub(crate) refunds: BTreeMap<String, Refund>,
    pub(crate) contacts: BTreeMap<String, Contact>,
    pub(crate) fund_accounts: BTreeMap<String, FundAccount>,
    pub(crate) payouts: BTreeMap<String, Payout>,
    pub(crate) idempotency_keys: BTreeMap<String, IdempotencyKey>,
    pub(crate) events: BTreeMap<u64, Event>,
    pub(crate) settings: Settings,
    pub(crate) faults: Vec<Fault>,
    /// Timers by time and id of payment or refund.
    timers: BTreeSet<(i64, String)>,
    /// Changes that are not written to the state file yet.
    changes: Vec<Record>,
    /// `ids.count` as last recorded.
    saved_count: u64,
}

impl State {
    pub(crate) fn new(ids: IdGenerator) -> Self {
        Self {
            now: 0,
            ids,
            webhook_secret: None,
            orders: BTreeMap::new(),
            payments: BTreeMap::new(),
            refunds: BTreeMap::new(),
            contacts: BTreeMap::new(),
            fund_accounts: BTreeMap::new(),
            payouts: BTreeMap::new(),
            idempotency_keys: BTreeMap::new(),
            events: BTreeMap::new(),
            settings: Settings::default(),
            faults: Vec::new(),
            timers: BTreeSet::new(),
            changes: Vec::new(),
            saved_count: 0,
        }
    }

    /// Inserts or replaces an entity and records the change.
    pub(crate) fn upsert(&mut self, record: impl Into<Record>) {
        let record = record.into();
        self.changes.push(record.clone());
        self.apply(record);
    }

    /// Inserts or replaces an entity without recording the change.
    pub(crate) fn apply(&mut self, record: Record) {
        match record {
            Record::Order(order) => {
                self.orders.insert(order.id.clone(), order);
            }
            Record::Payment(payment) => {
                let new = payment.wake_at;
                let id = payment.id.clone();
                let old = self.payments.insert(id.clone(), *payment).and_then(|old| old.wake_at);
                self.move_timer(&id, old, new);
            }
            Record::Refund(refund) => {
                let timer_of =
                    |refund: &Refund| refund.end.map(|(at, _)| at).filter(|_| refund.status == RefundStatus::Pending);
                let (id, new) = (refund.id.clone(), timer_of(&refund));
                let old = self.refunds.insert(refund.id.clone(), refund).as_ref().and_then(timer_of);
                self.move_timer(&id, old, new);
            }
            Record::Contact(contact) => {
                self.contacts.insert(contact.id.clone(), contact);
            }
            Record::FundAccount(account) => {
                self.fund_accounts.insert(account.id.clone(), account);
            }
            Record::Payout(payout) => {
                self.payouts.insert(payout.id.clone(), payout);
            }
            Record::Key(key) => {
                self.idempotency_keys.insert(key.key.clone(), key);
            }
            Record::Event(event) => {
                self.events.insert(event.number, event);
                self.prune_events();
            }
            Record::Settings(settings) => self.settings = settings,
            Record::Faults(faults) => self.faults = faults,
            Record::Count(count) => {
                self.ids.count = self.ids.count.max(count);
                self.saved_count = count;
            }
            Record::Format(_) => {}
        }
    }

    /// Takes the changes that are not written yet.
    pub(crate) fn take_changes(&mut self) -> Vec<Record> {
        if self.ids.count != self.saved_count {
            self.saved_count = self.ids.count;
            self.changes.push(Record::Count(self.ids.count));
        }
        std::mem::take(&mut self.changes)
    }

    /// Puts back changes that could not be written.
    pub(crate) fn restore_changes(&mut self, mut changes: Vec<Record>) {
        changes.append(&mut self.changes);
        self.changes = changes;
    }

    /// The complete state as records.
    pub(crate) fn records(&self) -> Vec<Record> {
        let mut records = vec![Record::Settings(self.settings.clone()), Record::Faults(self.faults.clone())];
        records.extend(self.orders.values().cloned().map(Record::Order));
        records.extend(self.payments.values().cloned().map(Record::from));
        records.extend(self.refunds.values().cloned().map(Record::Refund));
        records.extend(self.contacts.values().cloned().map(Record::Contact));
        records.extend(self.fund_accounts.values().cloned().map(Record::FundAccount));
        records.extend(self.payouts.values().cloned().map(Record::Payout));
        records.extend(self.idempotency_keys.values().cloned().map(Record::Key));
        records.extend(self.events.values().cloned().map(Record::Event));
        records.push(Record::Count(self.ids.count));
        records
    }

    /// The earliest due timer: its time and the id of the payment or refund.
    pub(crate) fn next_due(&self) -> Option<(i64, String)> {
        self.timers.first().filter(|(at, _)| *at <= self.now).cloned()
    }

    fn move_timer(&mut self, id: &str, old: Option<i64>, new: Option<i64>) {
        if let Some(old) = old {
            self.timers.remove(&(old, id.to_owned()));
        }
        if let Some(new) = new {
            self.timers.insert((new, id.to_owned()));
        }
    }

    fn prune_events(&mut self) {
        while self.events.len() > MAX_EVENTS {
            let Some(oldest) = self.events.values().find(|event| !event.state.is_open()).map(|event| event.number)
            else {
                return;
            };
            self.events.remove(&oldest);
        }
    }
}
