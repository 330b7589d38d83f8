//! Administrators, signed in as by a browser.

use axum::http::Method;
use secrecy::SecretString;
use serde_json::{Value, json};
use tala_app::services::admin_accounts::{AdminCredentials, NewAdmin, add_admin};

use crate::app::TestApp;
use crate::fixtures::Person;
use crate::http::{Reply, Request};

/// Session of a signed-in administrator.
#[derive(Clone, Debug)]
pub struct AdminSession {
    pub name: String,
    /// The browser's `Cookie` header.
    pub cookie: String,
    /// The CSRF token that changes must carry.
    pub csrf: String,
}

impl AdminSession {
    /// Password of every administrator.
    pub const PASSWORD: &str = "correct horse battery";

    /// Name and value of the cookies that a sign-in response sets.
    pub fn of(name: &str, reply: &Reply) -> Self {
        let (cookie, _) = reply.header("set-cookie").split_once(';').unwrap();
        let csrf = reply.ok()["csrfToken"].as_str().unwrap().to_owned();
        Self { name: name.to_owned(), cookie: cookie.to_owned(), csrf }
    }
}

impl TestApp {
    /// Creates an account with the usual password.
    pub async fn add_admin(&self, name: &str, role: &str, totp: bool) -> AdminCredentials {
        let password = Some(SecretString::from(AdminSession::PASSWORD));
        let request = NewAdmin { name: name.to_owned(), role: role.to_owned(), password, totp, notify_staff: false };
        add_admin(&self.ctx, &request).await.unwrap()
    }

    /// Creates an account named after its role and signs it in.
    pub async fn new_admin(&self, role: &str) -> AdminSession {
        self.add_admin(role, role, false).await;
        self.admin_login(role).await
    }

    /// Signs an administrator in, in a new browser.
    pub async fn admin_login(&self, name: &str) -> AdminSession {
        let body = json!({ "username": name, "password": AdminSession::PASSWORD });
        AdminSession::of(name, &self.post("/api/admin/login", &body).send().await)
    }

    /// Sends a GET as this administrator; returns the body of a 200 response.
    pub async fn admin_get(&self, admin: &AdminSession, path: &str) -> Value {
        self.get(path).as_admin(admin).ok().await
    }

    /// Sends a POST as this administrator; returns the body of a 200 response.
    pub async fn admin_post(&self, admin: &AdminSession, path: &str, body: &Value) -> Value {
        self.post(path, body).as_admin(admin).ok().await
    }

    pub fn delete(&self, path: &str, body: &Value) -> Request<'_> {
        self.request(Method::DELETE, path).header("content-type", "application/json").body(body.to_string())
    }
}

impl Request<'_> {
    /// Sets the session cookie and the CSRF token of this administrator.
    pub fn as_admin(self, admin: &AdminSession) -> Self {
        self.header("cookie", &admin.cookie).header("x-csrf-token", &admin.csrf)
    }
}

/// A valid application to teach.
pub fn application(person: &Person) -> Value {
    json!({
        "email": person.email, "name": "Devika Rao", "bio": "I have danced since I was five, and taught for ten.",
        "phone": "+91 98765 43210",
        "teacherProfile": {
            "firstName": "Devika", "lastName": "Rao", "country": "India", "experience": "Ten years.",
            "danceEducation": "Kalakshetra", "guru": "Smt. Leela", "googleMeetLink": "https://meet.google.com/abc-defg-hij",
            "yearsTeaching": "10+", "studentAges": ["children", "adults"], "ageConfirmed": true,
            "danceStylesWithLevel": [{ "style": "Kathak", "level": "advanced" }],
            "notes": "Evenings only.", "socialMedia": { "instagram": "@devika.dances" },
        },
        "paymentSettings": { "inrRate": 999, "usdRate": 24.99 },
    })
}

/// A person who has just applied to teach.
pub async fn applicant(app: &TestApp, name: &str) -> Person {
    let person = app.person(name).await;
    app.post("/api/onboard/teacher", &application(&person)).by(&person).ok().await;
    person
}

/// The only audit event with this action.
pub async fn only_audit_event(app: &TestApp, admin: &AdminSession, action: &str) -> Value {
    let page = app.admin_get(admin, &format!("/api/admin/audit?q={action}")).await;
    let items = page["items"].as_array().unwrap();
    assert_eq!(items.len(), 1, "{action}: {page}");
    items[0].clone()
}
