//! The table of results.

use std::time::Duration;

use crate::load::Outcome;

struct Line {
    work: String,
    clients: String,
    per_second: String,
    p50: String,
    p99: String,
    ratio: String,
    target: String,
}

/// The results of one database.
#[derive(Default)]
pub struct Report(Vec<Line>);

/// A throughput that loads are compared with.
#[derive(Clone, Copy)]
pub struct Reference<'a> {
    /// Name in the table.
    pub name: &'a str,
    /// Iterations per second.
    pub per_second: f64,
}

impl Report {
    /// Adds a load, with its ratio to a reference and its target as text.
    pub fn add_load(&mut self, work: &str, outcome: &Outcome, reference: Option<Reference<'_>>, target: &str) {
        let ratio = reference.map_or(String::new(), |reference| {
            format!("{:.2} of {}", outcome.per_second() / reference.per_second.max(1e-9), reference.name)
        });
        self.0.push(Line {
            work: work.to_owned(),
            clients: outcome.clients.to_string(),
            per_second: group_digits(outcome.per_second()),
            p50: format!("{:.1}", outcome.percentile_ms(50)),
            p99: format!("{:.1}", outcome.percentile_ms(99)),
            ratio,
            target: target.to_owned(),
        });
    }

    /// Adds a throughput without durations.
    pub fn add_throughput(&mut self, work: &str, clients: u32, per_second: f64) {
        self.0.push(Line {
            work: work.to_owned(),
            clients: clients.to_string(),
            per_second: group_digits(per_second),
            p50: String::new(),
            p99: String::new(),
            ratio: String::new(),
            target: "baseline".to_owned(),
        });
    }

    /// Adds the duration of a single run.
    pub fn add_duration(&mut self, work: &str, duration: Duration, ratio: &str, target: &str) {
        self.0.push(Line {
            work: work.to_owned(),
            clients: "1".to_owned(),
            per_second: String::new(),
            p50: group_digits(duration.as_secs_f64() * 1e3),
            p99: String::new(),
            ratio: ratio.to_owned(),
            target: target.to_owned(),
        });
    }

    /// Adds a size, rounded up to a multiple of `unit_bytes`.
    pub fn add_size(&mut self, work: &str, bytes: u64, (unit, unit_bytes): (&str, u64), target: &str) {
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

    /// Returns the table in Markdown.
    pub fn table(&self) -> String {
        let mut text = String::from(
            "| work | clients | per second | p50 ms | p99 ms | ratio | target |\n|---|---:|---:|---:|---:|---|---|\n",
        );
        for line in &self.0 {
            let cells = [&line.work, &line.clients, &line.per_second, &line.p50, &line.p99, &line.ratio, &line.target];
            text.push_str(&format!("| {} |\n", cells.map(String::as_str).join(" | ")));
        }
        text
    }
}

/// Formats a number as `12,345`.
fn group_digits(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
