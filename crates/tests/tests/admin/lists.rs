//! Sorting, counting and export of the admin lists.

use serde_json::{Value, json};
use tala_domain::error::ErrorCode::{InvalidFields, RoleNotAllowed};
use tala_tests::{AdminSession, School, TestApp, both_dbs, days, later, minutes, raw};

both_dbs!(
    bookings_added_between_two_pages_neither_repeat_nor_hide_others,
    bookings_are_counted_up_to_a_limit,
    exported_bookings_are_those_of_the_list,
    export_of_many_bookings_is_complete,
    people_are_sorted_by_name_while_others_join,
    orders_are_sorted_by_total_and_exported_in_that_order,
    refunds_are_sorted_counted_and_exported,
    exported_people_are_those_of_the_list,
    invalid_sort_or_cursor_is_a_field_error,
);

const BOOKINGS: &str = "/api/admin/bookings";

/// Inserts bookings number `first` to `last`. Two each start at the same time, and every seventh is cancelled.
async fn insert_bookings(app: &TestApp, school: &School, (first, last): (i64, i64)) {
    let store = &app.ctx.store;
    let (slot, booking) = (raw::numbered(store, 1), raw::numbered(store, 2));
    let (teacher, student) = (raw::id(store, school.teacher.id.0), raw::id(store, school.student.id.0));
    let (hour, no) = (3_600_000_000_i64, raw::truth(store, false));
    let at = |hours: &str| format!("{} + {hours} * {hour}", app.now().as_microsecond());
    // A teacher has one slot at a time; that two bookings start together matters here only.
    let (slot_start, start) = (at("i"), at("(i / 2)"));
    let numbers = format!("WITH RECURSIVE n (i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i < {last})");
    let statements = [
        format!(
            "INSERT INTO slots (id, teacher_id, starts_at, kind, class_type, capacity, seats_taken, credit_cost, created_at)
             {numbers} SELECT {slot}, {teacher}, {slot_start}, 'virtual', 'private', 1, 1, 1, 0 FROM n"
        ),
        format!(
            "INSERT INTO bookings (id, slot_id, student_id, teacher_id, starts_at, ends_at, status, no_show, payment_status,
                 credits_used, amount_minor, base_amount_minor, currency, calendar_sequence, created_at, updated_at,
                 cancelled_at, cancelled_by)
             {numbers} SELECT {booking}, {slot}, {student}, {teacher}, {start}, {start} + {hour},
                 CASE WHEN i % 7 = 0 THEN 'cancelled' ELSE 'confirmed' END, {no}, 'credit', 1, 99900, 99900, 'INR', 0, i, i,
                 CASE WHEN i % 7 = 0 THEN i END, CASE WHEN i % 7 = 0 THEN 'student' END FROM n"
        ),
    ];
    raw::attempt(store, &statements.each_ref().map(String::as_str)).await.unwrap();
}

/// The number of an inserted row, from the end of its id.
fn number(item: &Value) -> i64 {
    let id = item["_id"].as_str().unwrap().replace('-', "");
    i64::from_str_radix(&id, 16).unwrap() % 1_000_000
}

async fn page(app: &TestApp, admin: &AdminSession, path: &str) -> (Vec<i64>, Option<String>, Value) {
    let page = app.admin_get(admin, path).await;
    let numbers = page["items"].as_array().unwrap().iter().map(number).collect();
    (numbers, page["next"].as_str().map(str::to_owned), page["total"].clone())
}

/// All pages of a list from a cursor on, two rows each.
async fn rest(app: &TestApp, admin: &AdminSession, path: &str, mut next: Option<String>) -> Vec<i64> {
    let mut found = Vec::new();
    while let Some(after) = next {
        let (numbers, following, total) = page(app, admin, &format!("{path}&limit=2&after={after}")).await;
        assert_eq!(total, Value::Null, "later pages are not counted");
        found.extend(numbers);
        next = following;
    }
    found
}

async fn bookings_added_between_two_pages_neither_repeat_nor_hide_others(app: TestApp) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    // Numbers 10 to 16 at first; 10 and 11 start at the same time, as do 12 and 13. In the order of the starts, equal
    // ones by id, the numbers are also in order.
    insert_bookings(&app, &school, (10, 16)).await;
    let mut added = 0;
    for (sort, ascending) in [("dateTime", true), ("-dateTime", false), ("createdAt", true), ("", false)] {
        let path = format!("{BOOKINGS}?sort={sort}");
        let (first, next, total) = page(&app, &support, &format!("{path}&limit=3")).await;
        assert_eq!(total, json!({ "count": 7 + 2 * added, "isCapped": false }), "{sort}");
        // One before and one after all others: the first page has ended, so only one of them is to come.
        added += 1;
        for new in [10 - added, 16 + added] {
            insert_bookings(&app, &school, (new, new)).await;
        }
        let mut expected: Vec<i64> = (11 - added..=16 + added).collect();
        if !ascending {
            expected = (10 - added..=15 + added).rev().collect();
        }
        let found: Vec<i64> = first.into_iter().chain(rest(&app, &support, &path, next).await).collect();
        assert_eq!(found, expected, "{sort}");
    }
    // Two with equal starts on different pages.
    let (first, next, _) = page(&app, &support, &format!("{BOOKINGS}?sort=dateTime&limit=1")).await;
    assert_eq!((first, rest(&app, &support, &format!("{BOOKINGS}?sort=dateTime"), next).await.len()), (vec![6], 14));
}

async fn bookings_are_counted_up_to_a_limit(app: TestApp) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    insert_bookings(&app, &school, (1, 10_000)).await;
    let total =
        async |query: &str| app.admin_get(&support, &format!("{BOOKINGS}?limit=1&{query}")).await["total"].clone();
    assert_eq!(total("").await, json!({ "count": 10_000, "isCapped": false }));
    assert_eq!(total("status=cancelled&sort=createdAt").await["count"], 1_428);
    assert_eq!(total("status=not_cancelled").await["count"], 8_572);
    assert_eq!(total("q=meera").await["count"], 10_000, "a booking counts once if student and teacher match");
    assert_eq!(total("q=unknown").await, json!({ "count": 0, "isCapped": false }));
    let day = format!("to={}", later(app.now(), days(1)));
    assert_eq!(total(&day).await["count"], 47);
    assert_eq!(total("q=00000000-0000-0000-0000-0000001e8481").await["count"], 1, "booking 2,000,001");
    insert_bookings(&app, &school, (10_001, 10_001)).await;
    assert_eq!(total("").await, json!({ "count": 10_000, "isCapped": true }));
}

/// Requests a file, checks its headers and returns its lines without the byte order mark.
pub(super) async fn csv_lines(app: &TestApp, admin: &AdminSession, list: &str, query: &str) -> Vec<String> {
    let path = format!("/api/admin/{list}.csv?{query}");
    let file = app.get(&path).as_admin(admin).send_unchecked().await;
    assert_eq!((file.status.as_u16(), file.header("content-type")), (200, "text/csv; charset=utf-8"), "{}", file.text);
    assert_eq!(file.header("content-disposition"), format!("attachment; filename=\"{list}.csv\""));
    file.text.strip_prefix('\u{feff}').unwrap().lines().map(str::to_owned).collect()
}

async fn exported_bookings_are_those_of_the_list(app: TestApp) {
    let finance = app.new_admin("finance").await;
    let school = app.school().await;
    insert_bookings(&app, &school, (10, 16)).await;
    raw::execute(&app.ctx.store, "UPDATE people SET name = '=2+5, \"x\"' WHERE name = 'Meera'").await;
    for query in ["", "sort=createdAt", "sort=dateTime&status=cancelled", "q=padma&status=not_cancelled", "q=unknown"] {
        let lines = csv_lines(&app, &finance, "bookings", query).await;
        let listed = app.admin_get(&finance, &format!("{BOOKINGS}?{query}")).await["items"].clone();
        let exported: Vec<&str> = lines[1..].iter().map(|line| line.rsplit(',').next().unwrap()).collect();
        let listed: Vec<&str> = listed.as_array().unwrap().iter().map(|item| item["_id"].as_str().unwrap()).collect();
        assert_eq!(exported, listed, "{query}");
    }
    let lines = csv_lines(&app, &finance, "bookings", "q=00000000-0000-0000-0000-0000001e848e").await;
    assert!(lines[0].starts_with("Code,Class (UTC),Student,Teacher,Status"), "{}", lines[0]);
    assert_eq!(lines.len(), 2);
    assert!(lines[1].contains(",\"'=2+5, \"\"x\"\"\",Padma,cancelled,"), "a formula is inert: {}", lines[1]);
    assert_eq!(app.count("audit_log WHERE action = 'bookings_exported'").await, 6);
    let events = app.admin_get(&finance, "/api/admin/audit?q=bookings_exported").await;
    let text = events["items"].to_string();
    assert!(text.contains("\"searched\":true") && !text.contains("unknown"), "no search text: {text}");
    let refused = app.get("/api/admin/bookings.csv?status=lost").as_admin(&finance).refused(InvalidFields).await;
    assert_eq!(refused["errors"][0]["field"], "status");
    assert_eq!(app.count("audit_log WHERE action = 'bookings_exported'").await, 6, "a refused export is none");
}

async fn export_of_many_bookings_is_complete(app: TestApp) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    // The last of a batch of a thousand and the first of the next start at the same time.
    insert_bookings(&app, &school, (1, 2_000)).await;
    for sort in ["dateTime", "-createdAt"] {
        let lines = csv_lines(&app, &support, "bookings", &format!("sort={sort}")).await;
        let mut ids: Vec<&str> = lines[1..].iter().map(|line| line.rsplit(',').next().unwrap()).collect();
        assert_eq!(ids.len(), 2_000);
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), 2_000, "no duplicates");
    }
}

fn names(page: &Value) -> Vec<&str> {
    page["items"].as_array().unwrap().iter().map(|item| item["name"].as_str().unwrap()).collect()
}

async fn people_are_sorted_by_name_while_others_join(app: TestApp) {
    let support = app.new_admin("support").await;
    let teacher = app.teacher("bela").await;
    for name in ["Anand", "Éva", "Chitra. Rao", "Chitra Two", "Zoë"] {
        app.advance(minutes(1));
        app.student(name, &teacher).await;
    }
    raw::execute(&app.ctx.store, "UPDATE people SET name = 'chitra. rao' WHERE name = 'Chitra Two'").await;
    app.advance(minutes(1));
    app.person("Dev").await;
    let get = async |query: &str| app.admin_get(&support, &format!("/api/admin/people?{query}")).await;
    let sorted = ["Anand", "bela", "Chitra. Rao", "chitra. rao", "Dev", "Zoë", "Éva"];
    let all = get("sort=name").await;
    assert_eq!(names(&all), sorted, "ignoring case");
    assert_eq!(all["total"], json!({ "count": 7, "isCapped": false }));
    let mut reversed = sorted;
    reversed.reverse();
    assert_eq!(names(&get("sort=-name").await), reversed);
    assert_eq!(names(&get("sort=name&role=student").await), ["Anand", "Chitra. Rao", "chitra. rao", "Zoë", "Éva"]);
    assert_eq!(names(&get("sort=name&role=teacher").await), ["bela"]);
    assert_eq!(names(&get("sort=name&role=user").await), ["Dev"]);
    assert_eq!(names(&get("sort=-name&q=chitra").await), ["chitra. rao", "Chitra. Rao"]);
    assert_eq!(get("role=student").await["total"]["count"], 5);
    assert_eq!(get("q=chitra").await["total"]["count"], 2);
    // The page ends between two equal names, and two people join: one before, one after.
    let first = get("sort=name&limit=3").await;
    assert_eq!(names(&first), sorted[..3]);
    for name in ["Aaron", "Deepa"] {
        app.advance(minutes(1));
        app.person(name).await;
    }
    let after = first["next"].as_str().unwrap().replace(' ', "%20");
    let rest = get(&format!("sort=name&limit=100&after={after}")).await;
    assert_eq!(names(&rest), ["chitra. rao", "Deepa", "Dev", "Zoë", "Éva"]);
    assert_eq!(rest["total"], Value::Null);
    assert_eq!(names(&get("sort=createdAt&limit=2").await), ["bela", "Anand"]);
    assert_eq!(names(&get("limit=2").await), ["Deepa", "Aaron"], "newest first");
}

async fn exported_people_are_those_of_the_list(app: TestApp) {
    let support = app.new_admin("support").await;
    let teacher = app.teacher("Padma").await;
    for name in ["Meera", "@SUM(1+1)", "Arjun"] {
        app.student(name, &teacher).await;
    }
    for query in ["", "sort=name", "sort=-name&role=student", "q=meera&sort=createdAt"] {
        let lines = csv_lines(&app, &support, "people", query).await;
        let page = app.admin_get(&support, &format!("/api/admin/people?{query}")).await;
        let exported: Vec<&str> = lines[1..].iter().map(|line| line.rsplit(',').next().unwrap()).collect();
        let listed: Vec<&str> =
            page["items"].as_array().unwrap().iter().map(|item| item["_id"].as_str().unwrap()).collect();
        assert_eq!(exported, listed, "{query}");
    }
    let lines = csv_lines(&app, &support, "people", "sort=name").await;
    assert_eq!(lines[0], "Name,Email,Phone,Role,Status,Time zone,Joined (UTC),ID");
    assert!(lines[1].starts_with("'@SUM(1+1),"), "a formula is inert: {}", lines[1]);
    assert_eq!(app.count("audit_log WHERE action = 'people_exported'").await, 5);
    app.add_admin("finance", "finance", false).await;
    let finance = app.admin_login("finance").await;
    app.get("/api/admin/people.csv").as_admin(&finance).refused(RoleNotAllowed).await;
    assert_eq!(app.count("audit_log WHERE action = 'people_exported'").await, 5, "a refused export is none");
}

/// Inserts orders number `first` to `last`, paid and refunded. Two each have the same total.
async fn insert_orders(app: &TestApp, school: &School, (first, last): (i64, i64)) {
    let store = &app.ctx.store;
    let [order, payment, refund] = [3, 4, 5].map(|kind| raw::numbered(store, kind));
    let (teacher, student) = (raw::id(store, school.teacher.id.0), raw::id(store, school.student.id.0));
    let no = raw::truth(store, false);
    let numbers = format!("WITH RECURSIVE n (i) AS (SELECT {first} UNION ALL SELECT i + 1 FROM n WHERE i < {last})");
    let statements = [
        format!(
            "INSERT INTO orders (id, student_id, teacher_id, package_size, credit_cost, state, seat_state, currency,
                 rate_minor, base_minor, discount_percent, discount_minor, price_minor, service_rate, service_fee_minor,
                 service_waived_minor, provider_rate, provider_fee_minor, total_minor, coupon_reserved,
                 provider_order_id, provider_check_count, created_at, updated_at)
             {numbers} SELECT {order}, {student}, {teacher}, 4, 1, CASE WHEN i % 2 = 0 THEN 'credited' ELSE 'expired' END,
                 'none', 'INR', 100, (i / 2) * 100, 0, 0, (i / 2) * 100, 0, 0, 0, 0, 0, (i / 2) * 100, {no}, 'order_' || i, 0, i, i FROM n"
        ),
        format!(
            "INSERT INTO payments (id, provider_payment_id, order_id, amount_minor, currency, state, outcome, created_at,
                 updated_at, started_at) {numbers} SELECT {payment}, 'pay_' || i, {order}, 1000, 'INR', 'captured', 'none',
                 i, i, i FROM n"
        ),
        format!(
            "INSERT INTO refunds (id, payment_id, order_id, amount_minor, currency, reason, state, attempt,
                 provider_check_count, created_at, updated_at, last_error)
             {numbers} SELECT {refund}, {payment}, {order}, 1050, 'INR', 'cancelled',
                 CASE WHEN i % 2 = 0 THEN 'done' ELSE 'failed' END, 1, 0, i, i, '=cmd' FROM n"
        ),
    ];
    raw::attempt(store, &statements.each_ref().map(String::as_str)).await.unwrap();
}

/// The number of each row of a file, from the end of the id in its first column.
fn exported_numbers(lines: &[String]) -> Vec<i64> {
    let id = |line: &String| json!({ "_id": line.split(',').next().unwrap() });
    lines[1..].iter().map(|line| number(&id(line))).collect()
}

async fn orders_are_sorted_by_total_and_exported_in_that_order(app: TestApp) {
    let finance = app.new_admin("finance").await;
    let school = app.school().await;
    insert_orders(&app, &school, (10, 15)).await;
    for (sort, expected) in [
        ("total", vec![10, 11, 12, 13, 14, 15, 17]),
        ("-total", vec![15, 14, 13, 12, 11, 10, 9]),
        ("createdAt", vec![10, 11, 12, 13, 14, 15, 17]),
        ("", vec![15, 14, 13, 12, 11, 10, 9]),
    ] {
        let path = format!("/api/admin/orders?sort={sort}");
        let (first, next, total) = page(&app, &finance, &format!("{path}&limit=3")).await;
        assert_eq!(total["count"], 6);
        for new in [9, 17] {
            insert_orders(&app, &school, (new, new)).await;
        }
        let found: Vec<i64> = first.into_iter().chain(rest(&app, &finance, &path, next).await).collect();
        assert_eq!(found, expected, "{sort}");
        let lines = csv_lines(&app, &finance, "orders", &format!("sort={sort}&state=credited")).await;
        let listed = page(&app, &finance, &format!("{path}&state=credited")).await.0;
        assert_eq!((exported_numbers(&lines), listed.len()), (listed, 3), "{sort}");
        let store = &app.ctx.store;
        for table in ["refunds", "payments", "orders"] {
            let added = "(SELECT id FROM orders WHERE created_at IN (9, 17))";
            let column = if table == "orders" { "id" } else { "order_id" };
            raw::execute(store, &format!("DELETE FROM {table} WHERE {column} IN {added}")).await;
        }
    }
    let lines = csv_lines(&app, &finance, "orders", "q=meera&state=expired&sort=total").await;
    assert!(lines[0].starts_with("ID,Ordered (UTC),Student,Teacher,What"), "{}", lines[0]);
    assert!(lines[1].contains(",Meera,Padma,package of 4,,expired,INR,5.00,0.00,0.00,0.00,5.00,"), "{}", lines[1]);
    assert_eq!(exported_numbers(&lines), [11, 13, 15]);
    assert_eq!(app.count("audit_log WHERE action = 'orders_exported'").await, 5);
}

async fn refunds_are_sorted_counted_and_exported(app: TestApp) {
    let support = app.new_admin("support").await;
    let school = app.school().await;
    insert_orders(&app, &school, (10, 15)).await;
    for (query, expected) in [
        ("sort=createdAt", vec![10, 11, 12, 13, 14, 15]),
        ("", vec![15, 14, 13, 12, 11, 10]),
        ("state=failed&sort=createdAt", vec![11, 13, 15]),
    ] {
        let (found, _, total) = page(&app, &support, &format!("/api/admin/refunds?{query}")).await;
        assert_eq!((&found, &total["count"]), (&expected, &json!(expected.len())), "{query}");
        let lines = csv_lines(&app, &support, "refunds", query).await;
        assert_eq!(exported_numbers(&lines), expected, "{query}");
        let newest = lines[1].split(',').collect::<Vec<_>>();
        assert_eq!((newest[2], newest[5]), ("Meera", "cancelled"), "student and reason: {}", lines[1]);
        assert!(lines[1].contains(",INR,10.50,"), "{}", lines[1]);
    }
    assert_eq!(app.count("audit_log WHERE action = 'refunds_exported'").await, 3);
}

async fn invalid_sort_or_cursor_is_a_field_error(app: TestApp) {
    let support = app.new_admin("support").await;
    let id = "01890000-0000-7000-8000-000000000001";
    for (query, field) in [
        ("sort=price".to_owned(), "sort"),
        ("sort=--dateTime".to_owned(), "sort"),
        ("sort=-".to_owned(), "sort"),
        ("after=x".to_owned(), "after"),
        (format!("after={id}"), "after"),
        (format!("after={id}.x"), "after"),
        (format!("sort=createdAt&after={id}.1"), "after"),
    ] {
        let refused = app.get(&format!("{BOOKINGS}?{query}")).as_admin(&support).refused(InvalidFields).await;
        assert_eq!(refused["errors"][0]["field"], field, "{query}");
    }
    app.admin_get(&support, &format!("{BOOKINGS}?sort=createdAt&after={id}")).await;
    app.admin_get(&support, &format!("{BOOKINGS}?after={id}.-1")).await;
}
