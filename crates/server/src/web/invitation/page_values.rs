//! The values of the invite page.

use jiff::tz::TimeZone;
use tala_app::services::invitations::{Invitation, OpenTime};
use tala_app::views::photo::photo_path;
use tala_domain::ids::TeacherId;
use tala_domain::time::Zone;

use super::kolam::Kolam;
use super::words::{Words, format_money};
use crate::web::template::Values;

/// Longer names are cut in the title and the preview, where a messenger would cut them anyway.
const MAX_TITLE_NAME_CHARS: usize = 80;
/// Longer times are given in minutes.
const MAX_WAIT_SECONDS: u64 = 90;
const EMBLEM_DOTS: i32 = 5;
const EMBLEM_STROKE: f64 = 0.08;

/// Returns the values of a teacher's page.
pub(super) fn page_values(invitation: &Invitation, words: &Words) -> Values {
    let styles: Vec<String> = invitation.styles.iter().map(|style| words.style(style)).collect();
    let languages: Vec<String> = invitation.languages.iter().map(|name| words.language(name)).collect();
    let ages: Vec<String> = invitation.student_ages.iter().map(|group| words.age_group(group)).collect();
    let zone = invitation.time_zone.as_deref().and_then(|name| Zone::parse(name).ok());
    let (zone_name, zone) =
        zone.map_or(("UTC".to_owned(), TimeZone::UTC), |zone| (zone.name().to_owned(), zone.tz().clone()));
    let short_name: String = invitation.name.chars().take(MAX_TITLE_NAME_CHARS).collect();
    let times = &invitation.open_times;
    let mut prices = invitation.prices.iter().map(|price| Values::default().text("amount", format_money(*price)));
    let (main_price, other_price) = (prices.next(), prices.next());
    Values::default()
        .text("code", &invitation.code)
        .text("name", &invitation.name)
        .text("shortName", short_name)
        .text("styles", words.join(&styles))
        .html("emblem", teacher_emblem(invitation.teacher_id))
        .text("zone", words.city(&zone_name))
        .optional("guru", &invitation.guru)
        .optional("years", &invitation.years_teaching.replace('-', "–"))
        .optional("ages", &ages.join(", "))
        .optional("education", &invitation.education)
        .optional("bio", &invitation.bio)
        .optional("video", invitation.video_link.as_deref().unwrap_or_default())
        .list("highlight", invitation.highlights.iter().map(|text| Values::default().text("highlight", text)))
        .when("highlights", !invitation.highlights.is_empty())
        .list("time", times.iter().map(|time| time_values(time, &zone, words)))
        .when("times", !times.is_empty())
        .when("noTimes", times.is_empty())
        .when("noPhoto", invitation.photo_id.is_none())
        .list("photo", invitation.photo_id.map(|id| Values::default().text("photo", photo_path(id))))
        .optional("languages", &words.join(&languages))
        .when("unlisted", !invitation.is_listed)
        .when("price", main_price.is_some())
        .list("mainPrice", main_price)
        .list("otherPrice", other_price)
        .when("waived", invitation.is_fee_waived)
        .text("feePercent", format_percent(invitation.later_fee.0))
}

/// Returns when to try again: in seconds, or in minutes if that is longer than one and a half. From two on, so that the
/// texts need no singular.
pub(super) fn wait_values(seconds: u64) -> Values {
    let is_long = seconds > MAX_WAIT_SECONDS;
    let count = if is_long { seconds.div_ceil(60) } else { seconds.max(2) };
    let item = Values::default().text("count", count.to_string());
    Values::default().list(if is_long { "minutes" } else { "seconds" }, [item])
}

/// The kolam of a teacher as SVG, the same as in the app.
pub(crate) fn teacher_emblem(id: TeacherId) -> String {
    Kolam::generate(&id.to_string(), EMBLEM_DOTS).to_svg("kolam", EMBLEM_STROKE)
}

fn time_values(time: &OpenTime, zone: &TimeZone, words: &Words) -> Values {
    Values::default()
        .text("instant", time.starts_at.to_string())
        .text("day", words.day(time.starts_at, zone))
        .text("clock", words.time(time.starts_at, zone))
        .text("type", &time.class_type)
        .text("typeName", words.class_type(&time.class_type))
}

/// Formats basis points like `10` or `6.5`.
fn format_percent(basis_points: u32) -> String {
    let text = format!("{}.{:02}", basis_points / 100, basis_points % 100);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use tala_domain::money::{Currency, Money};
    use tala_domain::pricing::BasisPoints;
    use uuid::Uuid;

    use super::*;
    use crate::web::template::Template;

    fn invitation(name: &str) -> Invitation {
        Invitation {
            code: "TCH-PAD-2345".to_owned(),
            teacher_id: TeacherId(Uuid::nil()),
            name: name.to_owned(),
            styles: vec!["Bharatanatyam".to_owned(), "<b>Kathak</b>".to_owned()],
            guru: "{{code}}<!--bio-->".to_owned(),
            years_teaching: "6-10".to_owned(),
            student_ages: Vec::new(),
            education: String::new(),
            bio: "\"quoted\" & </p><script>alert(1)</script>".to_owned(),
            highlights: vec!["💃".to_owned()],
            languages: vec!["Tamil".to_owned()],
            photo_id: None,
            is_listed: false,
            video_link: Some("https://youtu.be/x?a=\"onload=".to_owned()),
            time_zone: Some("Asia/Kolkata".to_owned()),
            prices: vec![Money::new(102_298, Currency::Inr), Money::new(2_559, Currency::Usd)],
            later_fee: BasisPoints(1_000),
            is_fee_waived: true,
            open_times: vec![OpenTime {
                starts_at: "2026-11-25T01:30:00Z".parse().unwrap(),
                class_type: "Private".to_owned(),
            }],
        }
    }

    /// The page of the client build, if there is one.
    fn built_page() -> Option<Template> {
        let file = crate::web::client_files::ClientFiles::get("invite.tpl")?;
        Some(Template::parse(&String::from_utf8_lossy(&file.data)))
    }

    #[test]
    fn hostile_values_stay_text() {
        let template = "<h1>{{name}}</h1><title>{{shortName}}</title>{{styles}}<!--guru-->{{guru}}<!--/guru-->\
                        <!--bio-->{{bio}}<!--/bio--><!--video--><a href=\"{{video}}\"></a><!--/video-->";
        let name = format!("💃<script>{}", "x".repeat(10_000));
        let page = Template::parse(template).render(&page_values(&invitation(&name), &Words::default()));
        assert!(!page.contains("<script>") && !page.contains("<b>"), "{}", &page[..200]);
        assert!(page.contains("{{code}}&lt;!--bio--&gt;"));
        assert!(page.contains("href=\"https://youtu.be/x?a=&quot;onload=\""));
        let title = page.split_once("<title>").unwrap().1.split_once("</title>").unwrap().0;
        assert!(title.starts_with("💃&lt;script&gt;xxx") && title.len() < 100, "{title}");
    }

    #[test]
    fn built_page_has_every_value_and_no_placeholder() {
        let Some(template) = built_page() else { return };
        let page = template.render(&page_values(&invitation("Padma"), &Words::default()));
        assert!(!page.contains("{{name}}") && !page.contains("{{instant}}"));
        for text in ["₹1,022.98", "$25.59", "2026-11-25T01:30:00Z", "6–10", "data-accept=\"TCH-PAD-2345\"", "noindex"]
        {
            assert!(page.contains(text), "{text}");
        }
        assert!(!page.contains("{{education}}") && page.contains("</html>"));
    }

    #[test]
    fn wait_is_given_in_seconds_or_minutes() {
        let template =
            Template::parse("<!--seconds-->{{count}} s<!--/seconds--><!--minutes-->{{count}} min<!--/minutes-->");
        let text = |seconds| template.render(&wait_values(seconds));
        assert_eq!([0, 2, 90, 91, 600].map(text), ["2 s", "2 s", "90 s", "2 min", "10 min"]);
    }

    #[test]
    fn percentages_have_no_empty_digits() {
        assert_eq!([1_000, 650, 0, 505].map(format_percent), ["10", "6.5", "0", "5.05"]);
    }
}
