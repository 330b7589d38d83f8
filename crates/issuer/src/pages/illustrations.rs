//! Inline SVG illustrations, generated once at start-up.

use maud::{Markup, html};

use super::kolam::{self, Kolam};
use crate::crypto::random::fingerprint;

/// The style sheet of all pages.
pub(crate) const STYLESHEET: &str = include_str!("../../assets/pages.css");
/// The script of all pages.
pub(crate) const SCRIPT: &str = include_str!("../../assets/pages.js");

/// SVG illustrations. The style sheet sets their colours.
pub(crate) struct Illustrations {
    /// The logo beside the product name.
    pub(crate) logo: Markup,
    /// The large kolam of the side panel.
    pub(crate) panel: Markup,
    /// The favicon.
    pub(crate) icon: String,
    /// Hash of the style sheet, part of its URL for cache busting.
    pub(crate) stylesheet_version: String,
    /// The same for the script.
    pub(crate) script_version: String,
}

impl Illustrations {
    pub(crate) fn new() -> Self {
        let logo = kolam::draw(3, 3, 1.0, false);
        let panel = kolam::draw(11, 14, 0.62, true);
        Self {
            logo: svg(&logo, 3.0, "mark", 0.13, 0.11),
            panel: svg(&panel, 11.0, "kolam", 0.055, 0.06),
            icon: icon(&logo),
            stylesheet_version: fingerprint(STYLESHEET).chars().take(8).collect(),
            script_version: fingerprint(SCRIPT).chars().take(8).collect(),
        }
    }
}

fn svg(kolam: &Kolam, size: f64, class: &str, line: f64, dot: f64) -> Markup {
    let side = size + 0.2;
    html! {
        svg class=(class) viewBox={ "-0.6 -0.6 " (side) " " (side) } aria-hidden="true" focusable="false" {
            g fill="none" stroke="currentColor" stroke-width=(line) stroke-linecap="round" {
                @for strand in &kolam.strands { path pathLength="1" d=(strand) {} }
            }
            g fill="currentColor" {
                @for (x, y) in &kolam.dots { circle cx=(x) cy=(y) r=(dot) {} }
            }
        }
    }
}

fn icon(kolam: &Kolam) -> String {
    let icon = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 4 4" {
            rect x="-1" y="-1" width="4" height="4" rx=".9" fill="#9B1B30" {}
            g fill="none" stroke="#F9E7C8" stroke-width=".16" {
                @for strand in &kolam.strands { path d=(strand) {} }
            }
        }
    };
    icon.into_string()
}
