//! Inline SVG illustrations, generated once at start-up.

use std::fmt::Write;

use super::kolam::{self, Kolam};
use crate::crypto::random::fingerprint;

/// The style sheet of all pages.
pub(crate) const STYLESHEET: &str = include_str!("../../assets/pages.css");

/// SVG illustrations. The style sheet sets their colours.
pub(crate) struct Illustrations {
    /// The logo beside the product name.
    pub(crate) logo: String,
    /// The large kolam of the side panel.
    pub(crate) panel: String,
    /// The favicon.
    pub(crate) icon: String,
    /// Hash of the style sheet, part of its URL for cache busting.
    pub(crate) stylesheet_version: String,
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
        }
    }
}

fn svg(kolam: &Kolam, size: f64, class: &str, line: f64, dot: f64) -> String {
    let mut out = format!(
        "<svg class=\"{class}\" viewBox=\"-0.6 -0.6 {0} {0}\" aria-hidden=\"true\" focusable=\"false\">\
         <g fill=\"none\" stroke=\"currentColor\" stroke-width=\"{line}\" stroke-linecap=\"round\">",
        size + 0.2
    );
    for strand in &kolam.strands {
        let _ = write!(out, "<path pathLength=\"1\" d=\"{strand}\"/>");
    }
    out.push_str("</g><g fill=\"currentColor\">");
    for (x, y) in &kolam.dots {
        let _ = write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{dot}\"/>");
    }
    out.push_str("</g></svg>");
    out
}

fn icon(kolam: &Kolam) -> String {
    let strands: String = kolam.strands.iter().map(|strand| format!("<path d=\"{strand}\"/>")).collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 4 4\"><rect x=\"-1\" y=\"-1\" width=\"4\" \
         height=\"4\" rx=\".9\" fill=\"#9B1B30\"/><g fill=\"none\" stroke=\"#F9E7C8\" stroke-width=\".16\">{strands}\
         </g></svg>"
    )
}
