//! `GET /api/admin/search`: one search for people, bookings, orders and payouts.

use axum::extract::State;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tala_domain::booking::BookingCode;
use tala_domain::ids::{BookingId, OrderId, PayoutId, PersonId};
use tala_store::bookings::{self, Booking};
use tala_store::orders::{self, Order, OrderFilter, OrderSort};
use tala_store::people::{self, Person, PersonFilter, PersonSort};
use tala_store::{SortedPage, payouts, teachers};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::admin::access::Admin;
use crate::admin::pagination::parse_search;
use crate::context::Ctx;
use crate::error::AppResult;
use crate::http::extract::QueryParams;
use crate::http::json::Json;

const MAX_PEOPLE: u32 = 8;
const MAX_ORDERS: u32 = 5;

/// What to search for.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SearchQuery {
    /// The beginning of words of a name or email address, a phone number, an invite code, a booking code, a receipt number,
    /// the provider's id of an order or payment, or the id of a person, booking, order or payout.
    q: Option<String>,
}

/// The kind of a found record.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum AdminHitKind {
    Person,
    Booking,
    Order,
    Payout,
}

/// A found record.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminHit {
    kind: AdminHitKind,
    #[serde(rename = "_id")]
    id: String,
    /// Name of the person, or of the people involved.
    title: String,
    /// Email address, or the provider's order id.
    #[schema(required)]
    note: Option<String>,
    /// When the class starts, the order was created or the payout was prepared; null for people.
    #[schema(required, value_type = Option<String>, format = DateTime)]
    at: Option<Timestamp>,
}

/// Found records, the most specific first.
#[derive(Serialize, ToSchema)]
pub(super) struct AdminHits {
    items: Vec<AdminHit>,
}

/// Searches people by name, email address, phone number or invite code, bookings by code, orders by receipt number or the
/// provider's ids, and all of them by id. Returns at most a few of each.
#[utoipa::path(get, path = "/api/admin/search", tag = "admin-system", security(("adminSession" = [])), params(SearchQuery),
    responses((status = 200, body = AdminHits)))]
pub(super) async fn admin_search_records(
    State(ctx): State<Ctx>,
    _admin: Admin,
    QueryParams(query): QueryParams<SearchQuery>,
) -> AppResult<Json<AdminHits>> {
    let Some(text) = parse_search(query.q.as_deref()) else { return Ok(Json(AdminHits { items: Vec::new() })) };
    let items = match text.parse::<Uuid>() {
        Ok(id) => find_by_id(&ctx, id).await?,
        Err(_) => find_by_text(&ctx, &text).await?,
    };
    Ok(Json(AdminHits { items }))
}

async fn find_by_id(ctx: &Ctx, id: Uuid) -> AppResult<Vec<AdminHit>> {
    let conn = ctx.store.read_replica();
    let mut hits: Vec<AdminHit> = people::find_by_id(conn, PersonId(id)).await?.map(person_hit).into_iter().collect();
    hits.extend(bookings::find_by_id(conn, BookingId(id)).await?.map(booking_hit));
    if let Some(order) = orders::find_by_id(conn, OrderId(id)).await? {
        hits.push(order_hit(ctx, order).await?);
    }
    hits.extend(payouts::find_by_id(conn, PayoutId(id)).await?.map(|payout| AdminHit {
        kind: AdminHitKind::Payout,
        id: payout.id.to_string(),
        title: payout.teacher_name,
        note: payout.reference,
        at: Some(payout.created_at),
    }));
    Ok(hits)
}

async fn find_by_text(ctx: &Ctx, text: &str) -> AppResult<Vec<AdminHit>> {
    let conn = ctx.store.read_replica();
    let mut hits = Vec::new();
    if text.starts_with("order_") || text.starts_with("pay_") {
        let filter = OrderFilter { provider_id: Some(text.to_owned()), ..OrderFilter::default() };
        for order in orders::list_for_admin(conn, &filter, &SortedPage::first(OrderSort::Created, MAX_ORDERS)).await? {
            hits.push(order_hit(ctx, order).await?);
        }
        return Ok(hits);
    }
    if let Ok(number) = text.parse::<i64>()
        && let Some(order) = orders::find_by_receipt_number(conn, number).await?
    {
        hits.push(order_hit(ctx, order).await?);
    }
    if let Some(teacher) = teachers::find_approved_by_code(conn, &text.to_uppercase()).await? {
        hits.extend(people::find_by_id(conn, teacher.id.into()).await?.map(person_hit));
    }
    if let Some(code) = BookingCode::parse(text) {
        hits.extend(bookings::list_by_code(conn, code).await?.into_iter().map(booking_hit));
    }
    let first = SortedPage::first(PersonSort::Joined, MAX_PEOPLE);
    let people = people::list_page(conn, PersonFilter::All, Some(text), &first).await?;
    hits.extend(people.into_iter().map(person_hit));
    Ok(hits)
}

fn person_hit(person: Person) -> AdminHit {
    AdminHit { kind: AdminHitKind::Person, id: person.id.to_string(), title: person.name, note: person.email, at: None }
}

fn booking_hit(booking: Booking) -> AdminHit {
    AdminHit {
        kind: AdminHitKind::Booking,
        id: booking.id.to_string(),
        title: format!("{} · {}", booking.student.name, booking.teacher.name),
        note: booking.student.email,
        at: Some(booking.starts_at),
    }
}

async fn order_hit(ctx: &Ctx, order: Order) -> AppResult<AdminHit> {
    let student = people::find_by_id(ctx.store.read_replica(), order.student_id.into()).await?;
    Ok(AdminHit {
        kind: AdminHitKind::Order,
        id: order.id.to_string(),
        title: student.map(|student| student.name).unwrap_or_default(),
        note: order.provider_order_id,
        at: Some(order.created_at),
    })
}
