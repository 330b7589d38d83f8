//! What a person with an invite code may know about the teacher before signing up: the facts of the invite page.

use jiff::{SignedDuration, Timestamp};
use tala_domain::ids::TeacherId;
use tala_domain::money::{Currency, Money};
use tala_domain::pricing::{self, BasisPoints, Item, service_fee};
use tala_store::teachers;
use uuid::Uuid;

use crate::context::Ctx;
use crate::error::AppResult;
use crate::services::invite_codes::find_teacher_by_code;
use crate::services::slot_listing::find_available_slots;

/// Number of open times on the page.
const MAX_OPEN_TIMES: usize = 6;
/// Open times are looked for in this many days.
const SEARCH_DAYS: i64 = 28;

/// The teacher of an invite code.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// The code in its stored spelling.
    pub code: String,
    /// The teacher.
    pub teacher_id: TeacherId,
    /// Display name.
    pub name: String,
    /// Names of dance styles.
    pub styles: Vec<String>,
    /// Guru or master; may be empty.
    pub guru: String,
    /// `0-2`, `3-5`, `6-10`, `10+`, or empty.
    pub years_teaching: String,
    /// Age groups of the students.
    pub student_ages: Vec<String>,
    /// Dance education; may be empty.
    pub education: String,
    /// Professional bio.
    pub bio: String,
    /// Key highlights.
    pub highlights: Vec<String>,
    /// Link to a performance video.
    pub video_link: Option<String>,
    /// Languages that the teacher teaches in.
    pub languages: Vec<String>,
    /// The current photo.
    pub photo_id: Option<Uuid>,
    /// Whether the teacher agreed to be listed, so that search engines may show the page.
    pub is_listed: bool,
    /// The zone of the weekly hours, otherwise that of the teacher's browser.
    pub time_zone: Option<String>,
    /// What a new student pays for one class in each currency, fees included. Empty without rates.
    pub prices: Vec<Money>,
    /// The platform fee after the first two months.
    pub later_fee: BasisPoints,
    /// Whether the platform fee is waived for a new student.
    pub is_fee_waived: bool,
    /// The next open times, soonest first.
    pub open_times: Vec<OpenTime>,
}

/// A time that can be booked.
#[derive(Clone, Debug)]
pub struct OpenTime {
    /// The start of the class.
    pub starts_at: Timestamp,
    /// Private, Group or Duet.
    pub class_type: String,
}

/// Finds the invitation with this code. Wrong codes are counted for `client`, the client's network.
///
/// # Errors
/// `invalid_invite_code` unless an approved teacher who is not suspended has the code, `too_many_requests`, or those of
/// the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn find_invitation(ctx: &Ctx, client: &str, code: &str) -> AppResult<Invitation> {
    let teacher = find_teacher_by_code(ctx, client, code).await?;
    let now = ctx.now();
    let profile = teachers::find_profile(ctx.store.read(), teacher.id).await?;
    let public = teachers::find_public_profile(ctx.store.read(), teacher.id).await?;
    let text = profile.map(|profile| profile.text).unwrap_or_default();
    let fee = service_fee(&ctx.settings.fees, now, now, 0);
    Ok(Invitation {
        code: teacher.invite_code.unwrap_or_default(),
        teacher_id: teacher.id,
        name: teacher.name,
        styles: teacher.dance_styles,
        guru: text.guru,
        years_teaching: text.years_teaching,
        student_ages: text.student_ages,
        education: text.education,
        bio: teacher.bio,
        highlights: text.highlights,
        video_link: text.video_link,
        languages: public.languages,
        photo_id: public.photo_id,
        is_listed: public.is_listed,
        time_zone: teacher.clock_zone,
        prices: first_prices(ctx, teacher.rate_inr_minor, teacher.rate_usd_minor),
        later_fee: fee.rate,
        is_fee_waived: fee.is_waived,
        open_times: list_open_times(ctx, teacher.id, now).await?,
    })
}

/// What a new student pays for one class at these rates, in rupees and dollars, fees included. Empty rates have no price.
pub fn first_prices(ctx: &Ctx, rate_inr_minor: i64, rate_usd_minor: i64) -> Vec<Money> {
    let (now, fees) = (ctx.now(), &ctx.settings.fees);
    let fee = service_fee(fees, now, now, 0);
    [Money::new(rate_inr_minor, Currency::Inr), Money::new(rate_usd_minor, Currency::Usd)]
        .into_iter()
        .filter_map(|rate| pricing::quote(rate, Item::Class { credit_cost: 1 }, 0, fee, fees.provider).ok())
        .map(|quote| quote.total)
        .filter(|total| !total.is_zero())
        .collect()
}

async fn list_open_times(ctx: &Ctx, teacher: TeacherId, now: Timestamp) -> AppResult<Vec<OpenTime>> {
    let until = now.saturating_add(SignedDuration::from_hours(24 * SEARCH_DAYS)).unwrap_or(now);
    // As the teacher's own viewer: times that other students hold are left out, and nobody's classes are taken into account.
    let found = find_available_slots(&ctx.store, teacher, teacher.into(), (now, until), now).await?;
    let slots = found.map(|(_, slots)| slots).unwrap_or_default();
    let mut open_times: Vec<OpenTime> = Vec::new();
    for slot in slots {
        if open_times.len() == MAX_OPEN_TIMES {
            break;
        }
        // Overlapping starts, such as 7:00 and 7:15, would fill the list with one morning.
        let is_separate =
            open_times.last().is_none_or(|last| tala_domain::time::class_end(last.starts_at) <= slot.date_time);
        if is_separate {
            open_times.push(OpenTime { starts_at: slot.date_time, class_type: slot.class_type_key });
        }
    }
    Ok(open_times)
}
