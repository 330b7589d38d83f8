//! The table that the bench prints.

use std::time::Duration;

use crate::load::Outcome;

/// One line.
pub struct Line {
    work: String,
    clients: String,
    per_second: String,
    p50: String,
    p99: String,
    ratio: String,
    target: String,
}

/// All lines of one database.
#[derive(Default)]
pub struct Report(Vec<Line>);

/// A limit of the machine, to compare with.
#[derive(Clone, Copy)]
pub struct Ceiling<'a> {
    /// What it is.
    pub name: &'a str,
    /// How many a second.
    pub per_second: f64,
}

impl Report {
    /// A load, with its share of a ceiling and its target in words. A load with two ceilings has two lines.
    pub fn load(&mut self, work: &str, outcome: &Outcome, ceiling: Option<Ceiling<'_>>, target: &str) {
        let ratio = ceiling.map_or(String::new(), |ceiling| {
            format!("{:.2} of {}", outcome.per_second() / ceiling.per_second.max(1e-9), ceiling.name)
        });
        self.0.push(Line {
            work: work.to_owned(),
            clients: outcome.clients.to_string(),
            per_second: grouped(outcome.per_second()),
            p50: format!("{:.1}", outcome.percentile_ms(50)),
            p99: format!("{:.1}", outcome.percentile_ms(99)),
            ratio,
            target: target.to_owned(),
        });
    }

    /// A ceiling without times.
    pub fn ceiling(&mut self, work: &str, clients: u32, per_second: f64) {
        self.0.push(Line {
            work: work.to_owned(),
            clients: clients.to_string(),
            per_second: grouped(per_second),
            p50: String::new(),
            p99: String::new(),
            ratio: String::new(),
            target: "ceiling".to_owned(),
        });
    }

    /// Something that is done once, and how long it took.
    pub fn once(&mut self, work: &str, took: Duration, ratio: &str, target: &str) {
        self.0.push(Line {
            work: work.to_owned(),
            clients: "1".to_owned(),
            per_second: String::new(),
            p50: grouped(took.as_secs_f64() * 1e3),
            p99: String::new(),
            ratio: ratio.to_owned(),
            target: target.to_owned(),
        });
    }

    /// How large something is, in a unit of `unit_bytes`.
    pub fn size(&mut self, work: &str, bytes: u64, (unit, unit_bytes): (&str, u64), target: &str) {
        self.0.push(Line {
            work: format!("{work}: {} {unit}", bytes.div_ceil(unit_bytes)),
            clients: String::new(),
            per_second: String::new(),
            p50: String::new(),
            p99: String::new(),
            ratio: String::new(),
            target: target.to_owned(),
        });
    }

    /// The table in Markdown.
    pub fn table(&self) -> String {
        let mut text = String::from(
            "| work | clients | a second | p50 ms | p99 ms | ratio | target |\n|---|---:|---:|---:|---:|---|---|\n",
        );
        for line in &self.0 {
            let cells = [&line.work, &line.clients, &line.per_second, &line.p50, &line.p99, &line.ratio, &line.target];
            text.push_str(&format!("| {} |\n", cells.map(String::as_str).join(" | ")));
        }
        text
    }
}

/// `12,345`.
fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
