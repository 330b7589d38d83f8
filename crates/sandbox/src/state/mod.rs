//! Everything that is known, in memory; each change is also a row for the state file.

mod ids;
mod journal;
mod row;

pub(crate) use ids::{Ids, is_id};
pub(crate) use journal::Journal;
pub(crate) use row::Row;

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{
    Contact, Event, Fault, FundAccount, IdempotencyKey, Order, Payment, Payout, Refund, RefundStatus, Settings,
};

/// Events that are over and done with are forgotten beyond so many.
const EVENTS_KEPT: usize = 5_000;

pub(crate) struct State {
    /// The time of the call that is being worked on.
    pub(crate) now: i64,
    pub(crate) ids: Ids,
    /// Signs events; none: there is nobody to send them to.
    pub(crate) webhook_secret: Option<String>,
    pub(crate) orders: BTreeMap<String, Order>,
    pub(crate) payments: BTreeMap<String, Payment>,
    pub(crate) refunds: BTreeMap<String, Refund>,
    pub(crate) contacts: BTreeMap<String, Contact>,
    pub(crate) fund_accounts: BTreeMap<String, FundAccount>,
    pub(crate) payouts: BTreeMap<String, Payout>,
    pub(crate) keys: BTreeMap<String, IdempotencyKey>,
    pub(crate) events: BTreeMap<u64, Event>,
    pub(crate) settings: Settings,
    pub(crate) faults: Vec<Fault>,
    /// When which payment or refund moves by itself.
    wakes: BTreeSet<(i64, String)>,
    changes: Vec<Row>,
    saved_count: u64,
}

impl State {
    pub(crate) fn new(ids: Ids) -> Self {
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
            keys: BTreeMap::new(),
            events: BTreeMap::new(),
            settings: Settings::default(),
            faults: Vec::new(),
            wakes: BTreeSet::new(),
            changes: Vec::new(),
            saved_count: 0,
        }
    }

    /// Inserts or replaces, here and in the file.
    pub(crate) fn put(&mut self, row: impl Into<Row>) {
        let row = row.into();
        self.changes.push(row.clone());
        self.apply(row);
    }

    /// Inserts or replaces, here only.
    pub(crate) fn apply(&mut self, row: Row) {
        match row {
            Row::Order(order) => {
                self.orders.insert(order.id.clone(), order);
            }
            Row::Payment(payment) => {
                let wake = payment.wake_at;
                let id = payment.id.clone();
                let old = self.payments.insert(id.clone(), *payment).and_then(|old| old.wake_at);
                self.move_wake(&id, old, wake);
            }
            Row::Refund(refund) => {
                let wake_of =
                    |refund: &Refund| refund.end.map(|(at, _)| at).filter(|_| refund.status == RefundStatus::Pending);
                let (id, wake) = (refund.id.clone(), wake_of(&refund));
                let old = self.refunds.insert(refund.id.clone(), refund).as_ref().and_then(wake_of);
                self.move_wake(&id, old, wake);
            }
            Row::Contact(contact) => {
                self.contacts.insert(contact.id.clone(), contact);
            }
            Row::FundAccount(account) => {
                self.fund_accounts.insert(account.id.clone(), account);
            }
            Row::Payout(payout) => {
                self.payouts.insert(payout.id.clone(), payout);
            }
            Row::Key(key) => {
                self.keys.insert(key.key.clone(), key);
            }
            Row::Event(event) => {
                self.events.insert(event.number, event);
                self.forget_events();
            }
            Row::Settings(settings) => self.settings = settings,
            Row::Faults(faults) => self.faults = faults,
            Row::Count(count) => {
                self.ids.given = self.ids.given.max(count);
                self.saved_count = count;
            }
            Row::Format(_) => {}
        }
    }

    /// The rows that have changed since they were last taken.
    pub(crate) fn take_changes(&mut self) -> Vec<Row> {
        if self.ids.given != self.saved_count {
            self.saved_count = self.ids.given;
            self.changes.push(Row::Count(self.ids.given));
        }
        std::mem::take(&mut self.changes)
    }

    /// Rows that could not be written; they go first the next time.
    pub(crate) fn give_back(&mut self, mut rows: Vec<Row>) {
        rows.append(&mut self.changes);
        self.changes = rows;
    }

    /// All rows, in an order in which they can be applied.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Settings(self.settings.clone()), Row::Faults(self.faults.clone())];
        rows.extend(self.orders.values().cloned().map(Row::Order));
        rows.extend(self.payments.values().cloned().map(Row::from));
        rows.extend(self.refunds.values().cloned().map(Row::Refund));
        rows.extend(self.contacts.values().cloned().map(Row::Contact));
        rows.extend(self.fund_accounts.values().cloned().map(Row::FundAccount));
        rows.extend(self.payouts.values().cloned().map(Row::Payout));
        rows.extend(self.keys.values().cloned().map(Row::Key));
        rows.extend(self.events.values().cloned().map(Row::Event));
        rows.push(Row::Count(self.ids.given));
        rows
    }

    /// The first payment or refund whose time has come.
    pub(crate) fn next_due(&self) -> Option<(i64, String)> {
        self.wakes.first().filter(|(at, _)| *at <= self.now).cloned()
    }

    fn move_wake(&mut self, id: &str, old: Option<i64>, new: Option<i64>) {
        if let Some(old) = old {
            self.wakes.remove(&(old, id.to_owned()));
        }
        if let Some(new) = new {
            self.wakes.insert((new, id.to_owned()));
        }
    }

    fn forget_events(&mut self) {
        while self.events.len() > EVENTS_KEPT {
            let Some(oldest) = self.events.values().find(|event| !event.state.is_open()).map(|event| event.number)
            else {
                return;
            };
            self.events.remove(&oldest);
        }
    }
}
