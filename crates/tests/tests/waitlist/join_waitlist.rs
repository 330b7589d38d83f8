//! Visitors without an invite code: stored once, forwarded to the operator's webhook, protected against bots (SPEC §2,
//! §5, §8; D33).

use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use futures_util::future::join_all;
use serde_json::{Value, json};
use tala_domain::error::ErrorCode;
use tala_gateways::form_webhook::FormWebhook;
use tala_tests::{Database, Reply, TestApp, both_dbs, hours, minutes, raw};

both_dbs!(
    an_entry_is_kept_and_the_form_has_defaults,
    all_field_errors_are_in_one_response,
    fields_of_ten_thousand_signs_are_refused_with_a_sentence,
    double_click_creates_one_entry,
    corrected_waitlist_entry_replaces_the_first,
    bot_gets_success_and_nothing_is_stored,
    entry_without_elapsed_ms_is_kept,
    an_entry_is_passed_on_as_a_form,
    failing_webhook_loses_no_entry,
    silent_webhook_does_not_delay_visitors,
    what_a_spreadsheet_would_take_for_a_formula_is_passed_on_as_text,
    repeated_submissions_are_rate_limited,
    an_address_gets_one_confirmation_in_the_language_of_the_page,
    confirmation_contains_nothing_that_the_visitor_typed,
    link_in_the_confirmation_removes_the_address,
    two_simultaneous_roles_send_one_confirmation,
);

const PATH: &str = "/api/waitlist";

fn form() -> Value {
    json!({
        "name": " Ana  Sousa ", "email": "Ana@Example.org", "role": "Student", "location": "Porto", "country": "Portugal",
        "dancestyle": "Indian Classical Dance", "website": "", "elapsedMs": 8_000,
    })
}

fn with(changes: Value) -> Value {
    let mut form = form();
    for (field, value) in changes.as_object().unwrap() {
        form[field] = value.clone();
    }
    form
}

async fn join(app: &TestApp, form: &Value) {
    let reply = app.post(PATH, form).ok().await;
    assert_eq!(reply, json!({ "success": true, "message": "Thank you for joining the waitlist!" }));
}

async fn entries(app: &TestApp) -> Vec<String> {
    let columns = "name || '|' || email || '|' || role || '|' || location || '|' || country || '|' || dance_style";
    raw::texts(&app.ctx.store, &format!("SELECT {columns} FROM readable_waitlist ORDER BY 1")).await
}

async fn an_entry_is_kept_and_the_form_has_defaults(app: TestApp) {
    join(&app, &form()).await;
    let bare =
        json!({ "name": "Bo", "email": "bo@example.org", "location": "Oslo", "country": "Norway", "elapsedMs": 2_000 });
    join(&app, &bare).await;
    assert_eq!(
        entries(&app).await,
        [
            "Ana Sousa|Ana@Example.org|Student|Porto|Portugal|Indian Classical Dance",
            "Bo|bo@example.org|Teacher|Oslo|Norway|EDM",
        ]
    );
    assert_eq!(app.work().await, 2, "two confirmations; without a webhook nothing is forwarded");
}

async fn all_field_errors_are_in_one_response(app: TestApp) {
    let sentences = [
        ("name", "Please enter your name!", vec!["", " \n", "\u{200B}"]),
        ("email", "Please enter your email!", vec!["", "  "]),
        ("email", "Please enter a valid email!", vec!["ana", "ana@", "@x.org", "a b@x.org", "ana@x..org", "<a@x.org>"]),
        ("role", "Please choose whether you teach or learn", vec!["Guru", "admin"]),
        ("location", "Please enter your location!", vec!["", "\t"]),
        ("country", "Please enter your country!", vec!["", "\u{0}"]),
        ("dancestyle", "Please select a dance style", vec!["Tango", "edm"]),
    ];
    for (field, sentence, values) in &sentences {
        for value in values {
            let problem = app.post(PATH, &with(json!({ *field: value }))).refused(ErrorCode::InvalidFields).await;
            assert_eq!(problem["errors"], json!([{ "field": field, "message": sentence }]), "{field} {value:?}");
        }
    }
    let problem = app.post(PATH, &json!({ "role": "x", "dancestyle": "x" })).refused(ErrorCode::InvalidFields).await;
    let named: Vec<_> = problem["errors"].as_array().unwrap().iter().map(|error| error["field"].clone()).collect();
    assert_eq!(named, ["name", "email", "role", "location", "country", "dancestyle"]);
    assert_eq!(app.count("waitlist").await, 0);
}

async fn fields_of_ten_thousand_signs_are_refused_with_a_sentence(app: TestApp) {
    let long = "x".repeat(10_000);
    for field in ["name", "email", "role", "location", "country", "dancestyle"] {
        let problem = app.post(PATH, &with(json!({ field: long }))).refused(ErrorCode::InvalidFields).await;
        assert_eq!(problem["errors"][0]["field"], field);
        assert!(problem["detail"].as_str().unwrap().len() < 100, "{problem}");
    }
    let all = json!({ "name": long, "email": long, "location": long, "country": long });
    app.post(PATH, &with(all)).refused(ErrorCode::InvalidFields).await;
    app.post(PATH, &with(json!({ "name": "x".repeat(70_000) }))).refused(ErrorCode::BodyTooLarge).await;
    app.post(PATH, &with(json!({ "name": ["x"] }))).refused(ErrorCode::MalformedRequest).await;
    assert_eq!(app.count("waitlist").await, 0);
}

async fn double_click_creates_one_entry(database: Database) {
    let (script, app) = with_script(database).await;
    let form = form();
    join_all((0..8).map(|_| join(&app, &form))).await;
    join(&app, &form).await;
    assert_eq!(app.count("waitlist").await, 1);
    assert_eq!(app.work().await, 2);
    assert_eq!((script.received().len(), app.mailer.sent().len()), (1, 1));
}

async fn corrected_waitlist_entry_replaces_the_first(database: Database) {
    let (script, app) = with_script(database).await;
    join(&app, &form()).await;
    app.work().await;
    app.advance(minutes(5));
    join(&app, &with(json!({ "location": "Lisbon", "email": "ana@example.org" }))).await;
    join(&app, &with(json!({ "role": "Teacher" }))).await;
    assert_eq!(app.work().await, 2);
    assert_eq!(
        entries(&app).await,
        [
            "Ana Sousa|Ana@Example.org|Teacher|Porto|Portugal|Indian Classical Dance",
            "Ana Sousa|ana@example.org|Student|Lisbon|Portugal|Indian Classical Dance",
        ]
    );
    let heard = script.received();
    assert_eq!(heard.len(), 3);
    assert_eq!(
        id_of(&heard[0]),
        heard.iter().skip(1).find(|form| form.contains("Lisbon")).map(|form| id_of(form)).unwrap()
    );
}

async fn bot_gets_success_and_nothing_is_stored(database: Database) {
    let (script, app) = with_script(database).await;
    join(&app, &with(json!({ "website": "https://spam.test" }))).await;
    join(&app, &with(json!({ "elapsedMs": 1_999 }))).await;
    join(&app, &with(json!({ "elapsedMs": -1 }))).await;
    assert_eq!(app.work().await, 0);
    assert_eq!((app.count("waitlist").await, script.received().len()), (0, 0));
}

async fn entry_without_elapsed_ms_is_kept(app: TestApp) {
    let mut form = form();
    form.as_object_mut().unwrap().remove("elapsedMs");
    join(&app, &form).await;
    assert_eq!(app.count("waitlist").await, 1);
}

async fn an_entry_is_passed_on_as_a_form(database: Database) {
    let (script, app) = with_script(database).await;
    script.answer(Answer::Redirect);
    join(&app, &with(json!({ "name": "Ana & José = 1+1" }))).await;
    assert_eq!(app.work().await, 2);
    let heard = script.received();
    let (fields, id) = heard[0].rsplit_once("&id=").unwrap();
    assert_eq!(
        fields,
        "name=Ana+%26+Jos%C3%A9+%3D+1%2B1&email=Ana%40Example.org&role=Student&location=Porto&country=Portugal\
         &dancestyle=Indian+Classical+Dance"
    );
    assert_eq!(id.len(), 36);
    assert_eq!(app.work().await, 0, "once is enough");
}

async fn failing_webhook_loses_no_entry(database: Database) {
    let (script, app) = with_script(database).await;
    let last_error =
        async || raw::texts(&app.ctx.store, "SELECT last_error FROM outbox WHERE topic = 'waitlist_joined'").await;
    script.answer(Answer::Html);
    join(&app, &form()).await;
    assert_eq!(app.count("waitlist").await, 1);
    assert_eq!(app.work().await, 2, "the confirmation and the forwarding");
    assert_eq!(last_error().await, ["response status 200, body is not JSON"]);
    for (answer, said) in [(Answer::Away, "response status 503"), (Answer::Endless, "response is too large")] {
        script.answer(answer);
        app.advance(hours(7));
        assert_eq!(app.work().await, 1);
        assert_eq!(last_error().await, [said]);
    }
    script.answer(Answer::Json);
    app.advance(hours(7));
    assert_eq!(app.work().await, 1);
    assert_eq!(script.received().len(), 4);
    assert!(script.received().iter().all(|form| *form == script.received()[0]));
    app.advance(hours(48));
    assert_eq!(app.work().await, 0);
}

async fn silent_webhook_does_not_delay_visitors(database: Database) {
    let (script, app) = with_patience(database, Duration::from_secs(1)).await;
    script.answer(Answer::Never);
    join(&app, &form()).await;
    assert_eq!(app.work().await, 2, "the confirmation and the forwarding");
    let errors = raw::texts(&app.ctx.store, "SELECT last_error FROM outbox WHERE topic = 'waitlist_joined'").await;
    assert_eq!(errors, ["no response in time"]);
    script.answer(Answer::Json);
    app.advance(hours(1));
    assert_eq!(app.work().await, 1);
    assert_eq!(app.work().await, 0);
}

async fn what_a_spreadsheet_would_take_for_a_formula_is_passed_on_as_text(database: Database) {
    let (script, app) = with_script(database).await;
    let form = json!({ "name": "=IMPORTXML(A1)", "email": "+ana@example.org", "location": "@SUM(1)", "country": "-1" });
    join(&app, &with(form)).await;
    app.work().await;
    let heard = &script.received()[0];
    for field in ["name=%27%3DIMPORTXML", "email=%27%2Bana", "location=%27%40SUM", "country=%27-1"] {
        assert!(heard.contains(field), "{field} in {heard}");
    }
}

async fn repeated_submissions_are_rate_limited(database: Database) {
    let app = TestApp::with(database, |settings| settings.requests_per_second = 1_000).await;
    let send = async |peer: &str, number: usize| -> Reply {
        app.post(PATH, &with(json!({ "email": format!("ana{number}@example.org") }))).from(peer).send().await
    };
    for number in 0..10 {
        send("192.0.2.1:1000", number).await.ok();
    }
    send("192.0.2.1:1001", 10).await.refused(ErrorCode::TooManyRequests);
    send("192.0.2.2:1000", 11).await.ok();
    app.get("/api/config").from("192.0.2.1:1002").ok().await;
    assert_eq!(app.count("waitlist").await, 11);
}

async fn an_address_gets_one_confirmation_in_the_language_of_the_page(app: TestApp) {
    join(&app, &with(json!({ "email": "ana@example.org" }))).await;
    join(&app, &with(json!({ "email": "asha@example.org", "language": "hi" }))).await;
    app.work().await;
    let [english, hindi] = ["ana@example.org", "asha@example.org"].map(|email| app.mailer.sent_to(email).remove(0));
    assert_eq!(
        (english.subject.as_str(), hindi.subject.as_str()),
        ("You're on the Tala waitlist", "आप Tala की वेटलिस्ट में हैं")
    );
    assert!(english.text.contains("We'll email you when a place opens"), "{}", english.text);
    assert!(hindi.text.contains("/hi/#leave-waitlist/") && hindi.html.contains("<html lang=\"hi\">"), "{}", hindi.text);
    // Repeated, corrected, with the other role, in other spelling and in another language.
    for change in [
        json!({}),
        json!({ "location": "Lisbon" }),
        json!({ "role": "Teacher" }),
        json!({ "email": "ANA@example.org", "language": "hi" }),
    ] {
        app.advance(minutes(60));
        join(&app, &with(change)).await;
    }
    app.work().await;
    assert_eq!(app.mailer.sent().len(), 2, "one for each address");
    let problem = app.post(PATH, &with(json!({ "language": "ta" }))).refused(ErrorCode::InvalidFields).await;
    assert_eq!(problem["errors"][0]["field"], "language");
}

async fn confirmation_contains_nothing_that_the_visitor_typed(app: TestApp) {
    let advert = "Buy at spam.example";
    let form = json!({ "email": "ana@example.org", "name": advert, "location": advert, "country": advert });
    join(&app, &with(form)).await;
    app.work().await;
    let mail = app.mailer.sent_to("ana@example.org").remove(0);
    assert!(!format!("{}{}{}{}", mail.to.name, mail.subject, mail.text, mail.html).contains("spam.example"));
    let bot = json!({ "email": "bo@example.org", "website": "https://spam.test" });
    join(&app, &with(bot)).await;
    assert_eq!(app.work().await, 0, "a bot sends none");
}

async fn link_in_the_confirmation_removes_the_address(app: TestApp) {
    join(&app, &with(json!({ "email": "ana@example.org" }))).await;
    join(&app, &with(json!({ "email": "ana@example.org", "role": "Teacher" }))).await;
    join(&app, &with(json!({ "email": "bo@example.org" }))).await;
    app.work().await;
    let text = app.mailer.sent_to("ana@example.org").remove(0).text;
    let (_, id) = text.split_once("https://tala.test/#leave-waitlist/").unwrap();
    let leave = format!("/api/waitlist/leave/{}", id.split_whitespace().next().unwrap());
    for _ in 0..2 {
        assert_eq!(app.post(&leave, &json!({})).ok().await, json!({ "success": true }));
    }
    assert_eq!(raw::texts(&app.ctx.store, "SELECT email FROM waitlist").await, ["bo@example.org"]);
    assert_eq!(app.count("waitlist_confirmations").await, 1, "the address is erased");
}

async fn two_simultaneous_roles_send_one_confirmation(app: TestApp) {
    for round in 0..6 {
        let email = format!("ana{round}@example.org");
        let forms = ["Student", "Teacher"].map(|role| with(json!({ "email": email, "role": role })));
        join_all(forms.iter().map(|form| join(&app, form))).await;
        app.work().await;
        assert_eq!(app.mailer.sent_to(&email).len(), 1);
    }
}

/// Response of the operator's webhook.
#[derive(Clone, Copy)]
enum Answer {
    Json,
    Html,
    Away,
    Endless,
    Never,
    /// A redirect to another address, as spreadsheet services send.
    Redirect,
}

struct Script {
    answer: Mutex<Answer>,
    heard: Mutex<Vec<String>>,
}

impl Script {
    fn answer(&self, answer: Answer) {
        *self.answer.lock().unwrap() = answer;
    }

    /// The forms received, unparsed.
    fn received(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }
}

async fn take(State(script): State<Arc<Script>>, body: String) -> Response {
    script.heard.lock().unwrap().push(body);
    let answer = *script.answer.lock().unwrap();
    match answer {
        Answer::Json => json!({ "result": "success" }).to_string().into_response(),
        Answer::Html => ([(header::CONTENT_TYPE, "text/html")], "<html>Sorry</html>").into_response(),
        Answer::Away => axum::http::StatusCode::SERVICE_UNAVAILABLE.into_response(),
        Answer::Endless => "x".repeat(200_000).into_response(),
        Answer::Never => std::future::pending().await,
        Answer::Redirect => Redirect::to("/answer").into_response(),
    }
}

async fn with_script(database: Database) -> (Arc<Script>, TestApp) {
    // Far longer than this machine takes to respond.
    with_patience(database, Duration::from_secs(15)).await
}

async fn with_patience(database: Database, patience: Duration) -> (Arc<Script>, TestApp) {
    let script = Arc::new(Script { answer: Mutex::new(Answer::Json), heard: Mutex::default() });
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = format!("http://{}/exec", listener.local_addr().unwrap());
    let routes = Router::new()
        .route("/exec", post(take))
        .route("/answer", get(|| async { "{\"result\":\"success\"}" }))
        .with_state(Arc::clone(&script));
    tokio::spawn(async move { axum::serve(listener, routes).await });
    let endpoint = FormWebhook::new(&address).unwrap().with_timeout(patience);
    let app = TestApp::with(database, |settings| settings.waitlist_webhook = Some(endpoint)).await;
    (script, app)
}

fn id_of(form: &str) -> &str {
    form.rsplit_once("&id=").unwrap().1
}
