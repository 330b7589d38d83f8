//! Administrators, signed in as a browser would be.

use axum::http::Method;
use secrecy::SecretString;
use serde_json::{Value, json};
use tala_app::services::admin_accounts::{AddAdmin, MadeAdmin, add_admin};

use crate::app::TestApp;
use crate::http::{Reply, Request};
use crate::school::Person;

/// A signed-in administrator.
#[derive(Clone, Debug)]
pub struct Officer {
    /// The name.
    pub name: String,
    /// The `Cookie` header of their browser.
    pub cookie: String,
    /// What they send with changes.
    pub csrf: String,
}

impl Officer {
    /// Everybody's password.
    pub const PASSWORD: &str = "correct horse battery";

    /// What a browser keeps of a reply to a sign-in.
    pub fn of(name: &str, reply: &Reply) -> Self {
        let (cookie, _) = reply.header("set-cookie").split_once(';').unwrap();
        let csrf = reply.ok()["csrfToken"].as_str().unwrap().to_owned();
        Self { name: name.to_owned(), cookie: cookie.to_owned(), csrf }
    }
}

impl TestApp {
    /// Makes an account with the usual password.
    pub async fn add_admin(&self, name: &str, role: &str, totp: bool) -> MadeAdmin {
        let password = Some(SecretString::from(Officer::PASSWORD));
        let request = AddAdmin { name: name.to_owned(), role: role.to_owned(), password, totp };
        add_admin(&self.ctx, &request).await.unwrap()
    }

    /// Makes an account called after its role, and signs it in.
    pub async fn officer(&self, role: &str) -> Officer {
        self.add_admin(role, role, false).await;
        self.admin_login(role).await
    }

    /// Signs an administrator in, in another browser.
    pub async fn admin_login(&self, name: &str) -> Officer {
        let body = json!({ "username": name, "password": Officer::PASSWORD });
        Officer::of(name, &self.post("/api/admin/login", &body).send().await)
    }

    /// What an administrator reads.
    pub async fn reads(&self, officer: &Officer, path: &str) -> Value {
        self.get(path).as_admin(officer).ok().await
    }

    /// What an administrator does; the body of a reply that must be 200.
    pub async fn does(&self, officer: &Officer, path: &str, body: &Value) -> Value {
        self.post(path, body).as_admin(officer).ok().await
    }

    /// A DELETE with a JSON body.
    pub fn delete(&self, path: &str, body: &Value) -> Request<'_> {
        self.request(Method::DELETE, path).header("content-type", "application/json").body(body.to_string())
    }
}

impl Request<'_> {
    /// By this administrator, from their page.
    pub fn as_admin(self, officer: &Officer) -> Self {
        self.header("cookie", &officer.cookie).header("x-csrf-token", &officer.csrf)
    }
}

/// An application to teach, without fault.
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
