//! New administrators set their password and authenticator with an activation link from an owner (D7).

use futures_util::future::join;
use secrecy::SecretString;
use serde_json::{Value, json};
use tala_app::services::admin_accounts::{TotpReset, disable_admin, reset_admin};
use tala_app::services::admin_activation::create_admin;
use tala_app::services::admin_changes::Owner;
use tala_app::services::audit::AdminActor;
use tala_domain::error::ErrorCode::{
    ActivationLinkInvalid, AlreadyProcessed, CodeRequired, InvalidCredentials, InvalidFields, LastOwner, NotFound,
    OwnAccount, RoleNotAllowed, SignInRequired, VersionConflict,
};
use tala_domain::ids::AdminId;
use tala_gateways::totp;
use tala_tests::http::Request;
use tala_tests::{AdminSession, Reply, TestApp, both_dbs, minutes, only_audit_event, raw};

both_dbs!(
    new_administrator_sets_password_and_authenticator_behind_the_link,
    invalid_new_administrator_is_rejected_field_by_field,
    only_owners_add_administrators,
    expired_replaced_or_disabled_link_is_rejected,
    link_that_is_opened_twice_simultaneously_activates_once,
    one_name_that_is_added_twice_simultaneously_exists_once,
    owner_who_is_not_activated_does_not_count_as_an_owner,
    owner_disabled_while_adding_adds_no_account,
    reset_at_the_command_line_replaces_the_link,
    staff_are_informed_of_new_administrators,
);

const PASSWORD: &str = "seven quiet lanterns";

/// Adds an administrator; returns the token of the link.
async fn add(app: &TestApp, owner: &AdminSession, name: &str, role: &str) -> String {
    let body = json!({ "username": name, "role": role });
    token_of(&app.admin_post(owner, "/api/admin/admins", &body).await)
}

fn token_of(reply: &Value) -> String {
    let (page, token) = reply["activationLink"].as_str().unwrap().split_once('#').unwrap();
    assert!(page.ends_with("/admin-activate"), "{page}");
    token.to_owned()
}

fn check<'a>(app: &'a TestApp, token: &str) -> Request<'a> {
    app.post("/api/admin/activation/check", &json!({ "token": token }))
}

fn activate<'a>(app: &'a TestApp, token: &str, password: &str, code: &str) -> Request<'a> {
    app.post("/api/admin/activation", &json!({ "token": token, "password": password, "code": code }))
}

/// The code that the authenticator of a pending account shows now.
async fn code_of(app: &TestApp, token: &str) -> String {
    let pending = check(app, token).ok().await;
    totp::code_at(&SecretString::from(pending["setupKey"].as_str().unwrap()), app.now()).unwrap()
}

async fn sign_in(app: &TestApp, name: &str, password: &str, code: Option<&str>) -> Reply {
    app.post("/api/admin/login", &json!({ "username": name, "password": password, "code": code })).send().await
}

async fn find(app: &TestApp, owner: &AdminSession, name: &str) -> Value {
    let list = app.admin_get(owner, "/api/admin/admins").await;
    list["items"].as_array().unwrap().iter().find(|item| item["username"] == name).unwrap().clone()
}

async fn path(app: &TestApp, owner: &AdminSession, name: &str, act: &str) -> String {
    format!("/api/admin/admins/{}/{act}", find(app, owner, name).await["_id"].as_str().unwrap())
}

fn why() -> Value {
    json!({ "reason": "A test" })
}

async fn new_administrator_sets_password_and_authenticator_behind_the_link(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let token = add(&app, &owner, " Nila ", "support").await;
    let listed = find(&app, &owner, "nila").await;
    let expires = app.now().saturating_add(minutes(72 * 60)).unwrap().to_string();
    assert_eq!([&listed["role"], &listed["activationExpiresAt"]], [&json!("support"), &json!(expires)], "{listed}");
    sign_in(&app, "nila", PASSWORD, None).await.refused(InvalidCredentials);
    let pending = check(&app, &token).ok().await;
    assert_eq!([&pending["username"], &pending["role"], &pending["expiresAt"]], ["nila", "support", expires.as_str()]);
    assert!(pending["setupLink"].as_str().unwrap().contains(pending["setupKey"].as_str().unwrap()), "{pending}");
    let code = code_of(&app, &token).await;
    for (password, code, fields) in [
        (PASSWORD, "000000", vec!["code"]),
        ("short", code.as_str(), vec!["password"]),
        ("short", "", vec!["password", "code"]),
    ] {
        let problem = activate(&app, &token, password, code).refused(InvalidFields).await;
        let named: Vec<_> = problem["errors"].as_array().unwrap().iter().map(|error| error["field"].clone()).collect();
        assert_eq!(named, fields, "{problem}");
    }
    activate(&app, &token, PASSWORD, &format!(" {code} ")).ok().await;
    sign_in(&app, "nila", PASSWORD, None).await.refused(CodeRequired);
    let session = AdminSession::of("nila", &sign_in(&app, "nila", PASSWORD, Some(&code)).await);
    assert_eq!(app.admin_get(&session, "/api/admin/me").await["admin"]["role"], "support");
    assert_eq!(find(&app, &owner, "nila").await["activationExpiresAt"], Value::Null);
    check(&app, &token).refused(ActivationLinkInvalid).await;
    activate(&app, &token, "another quiet lantern", &code).refused(ActivationLinkInvalid).await;
    let added = app.admin_get(&owner, "/api/admin/audit?q=admin_added").await["items"][0].clone();
    assert_eq!(added["actor"], "admin:owner");
    assert_eq!([&added["detail"]["name"], &added["detail"]["role"]], ["nila", "support"], "{added}");
    assert_eq!(only_audit_event(&app, &owner, "admin_activated").await["actor"], "admin:nila");
    for (table, column) in raw::text_columns(&app.ctx.store).await {
        let rows = format!("{table} WHERE CAST({column} AS text) LIKE '%{token}%'");
        assert_eq!(app.count(&rows).await, 0, "{table}.{column} contains the token");
    }
}

async fn invalid_new_administrator_is_rejected_field_by_field(app: TestApp) {
    let owner = app.new_admin("owner").await;
    add(&app, &owner, "nila", "support").await;
    for (name, role, fields) in [
        ("NILA", "finance", vec!["username"]),
        ("Owner", "owner", vec!["username"]),
        ("x", "support", vec!["username"]),
        ("mira", "boss", vec!["role"]),
        ("", "", vec!["username", "role"]),
    ] {
        let body = json!({ "username": name, "role": role });
        let problem = app.post("/api/admin/admins", &body).as_admin(&owner).refused(InvalidFields).await;
        let named: Vec<_> = problem["errors"].as_array().unwrap().iter().map(|error| error["field"].clone()).collect();
        assert_eq!(named, fields, "{name} {role}");
    }
    assert_eq!(app.count("admins").await, 2);
}

async fn only_owners_add_administrators(app: TestApp) {
    let owner = app.new_admin("owner").await;
    add(&app, &owner, "nila", "support").await;
    let (renew, own) =
        (path(&app, &owner, "nila", "activation-link").await, path(&app, &owner, "owner", "activation-link").await);
    for role in ["support", "finance"] {
        let other = app.new_admin(role).await;
        let body = json!({ "username": "mira", "role": "owner" });
        app.post("/api/admin/admins", &body).as_admin(&other).refused(RoleNotAllowed).await;
        app.post(&renew, &why()).as_admin(&other).refused(RoleNotAllowed).await;
    }
    let active = path(&app, &owner, "support", "activation-link").await;
    app.post(&active, &why()).as_admin(&owner).refused(AlreadyProcessed).await;
    app.post(&own, &why()).as_admin(&owner).refused(OwnAccount).await;
    app.post(&renew, &json!({ "reason": " " })).as_admin(&owner).refused(InvalidFields).await;
    let missing = "/api/admin/admins/01890000-0000-7000-8000-000000000001/activation-link";
    app.post(missing, &why()).as_admin(&owner).refused(NotFound).await;
    let reset = path(&app, &owner, "nila", "reset-authenticator").await;
    app.post(&reset, &why()).as_admin(&owner).refused(VersionConflict).await;
    assert_eq!(app.count("admins").await, 4);
}

async fn expired_replaced_or_disabled_link_is_rejected(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let first = add(&app, &owner, "nila", "finance").await;
    let code = code_of(&app, &first).await;
    let second = token_of(&app.admin_post(&owner, &path(&app, &owner, "nila", "activation-link").await, &why()).await);
    check(&app, &first).refused(ActivationLinkInvalid).await;
    activate(&app, &first, PASSWORD, &code).refused(ActivationLinkInvalid).await;
    // The previous authenticator was replaced, too.
    activate(&app, &second, PASSWORD, &code).refused(InvalidFields).await;
    assert_eq!(only_audit_event(&app, &owner, "admin_activation_link_renewed").await["reason"], "A test");
    app.admin_post(&owner, &path(&app, &owner, "nila", "disable").await, &why()).await;
    check(&app, &second).refused(ActivationLinkInvalid).await;
    activate(&app, &second, PASSWORD, &code).refused(ActivationLinkInvalid).await;
    app.admin_post(&owner, &path(&app, &owner, "nila", "enable").await, &why()).await;
    let code = code_of(&app, &second).await;
    app.advance(minutes(72 * 60 - 1));
    check(&app, &second).ok().await;
    app.advance(minutes(1));
    check(&app, &second).refused(ActivationLinkInvalid).await;
    activate(&app, &second, PASSWORD, &code).refused(ActivationLinkInvalid).await;
    let owner = app.admin_login("owner").await;
    let third = token_of(&app.admin_post(&owner, &path(&app, &owner, "nila", "activation-link").await, &why()).await);
    let code = code_of(&app, &third).await;
    activate(&app, &third, PASSWORD, &code).ok().await;
    for other in ["", "x", &third.to_uppercase()] {
        check(&app, other).refused(ActivationLinkInvalid).await;
    }
}

async fn link_that_is_opened_twice_simultaneously_activates_once(app: TestApp) {
    let owner = app.new_admin("owner").await;
    for round in 0..3 {
        let name = format!("nila{round}");
        let token = add(&app, &owner, &name, "support").await;
        let code = code_of(&app, &token).await;
        let passwords = ["seven quiet lanterns", "eight quiet lanterns"];
        let [one, two] = passwords.map(|password| activate(&app, &token, password, &code).send_unchecked());
        let (one, two) = join(one, two).await;
        let won = [one.status.is_success(), two.status.is_success()];
        assert!(won[0] != won[1], "{} {}", one.text, two.text);
        let lost = if won[0] { &two } else { &one };
        lost.refused(ActivationLinkInvalid);
        for (password, won) in passwords.into_iter().zip(won) {
            let expected = if won { CodeRequired } else { InvalidCredentials };
            sign_in(&app, &name, password, None).await.refused(expected);
        }
    }
}

async fn one_name_that_is_added_twice_simultaneously_exists_once(app: TestApp) {
    let owner = app.new_admin("owner").await;
    for round in 0..3 {
        let add = async |name: String, role: &str| {
            let body = json!({ "username": name, "role": role });
            app.post("/api/admin/admins", &body).as_admin(&owner).send_unchecked().await
        };
        let (one, two) = join(add(format!("nila{round}"), "support"), add(format!("NILA{round}"), "finance")).await;
        let codes = [one.code(), two.code()];
        assert!([[None, Some(InvalidFields)], [Some(InvalidFields), None]].contains(&codes), "{codes:?}");
    }
    assert_eq!(app.count("admins").await, 4);
}

async fn owner_who_is_not_activated_does_not_count_as_an_owner(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let token = add(&app, &owner, "nila", "owner").await;
    assert_eq!(disable_admin(&app.ctx, "owner").await.unwrap_err().code(), LastOwner);
    assert!(disable_admin(&app.ctx, "nila").await.unwrap());
    app.admin_post(&owner, &path(&app, &owner, "nila", "enable").await, &why()).await;
    let code = code_of(&app, &token).await;
    activate(&app, &token, PASSWORD, &code).ok().await;
    assert!(disable_admin(&app.ctx, "owner").await.unwrap());
    assert_eq!(disable_admin(&app.ctx, "nila").await.unwrap_err().code(), LastOwner);
}

async fn owner_disabled_while_adding_adds_no_account(app: TestApp) {
    let owner = app.new_admin("owner").await;
    app.add_admin("second", "owner", false).await;
    let acting: AdminId = find(&app, &owner, "second").await["_id"].as_str().unwrap().parse().unwrap();
    app.admin_post(&owner, &path(&app, &owner, "second", "disable").await, &why()).await;
    // The request was authorized before: only the check inside the transaction is left.
    let actor = AdminActor { admin: "second".to_owned(), reason: None };
    let result = create_admin(&app.ctx, Owner { id: acting, actor: &actor }, "nila", "owner").await;
    assert_eq!(result.unwrap_err().code(), SignInRequired);
    assert_eq!(app.count("admins").await, 2);
}

async fn reset_at_the_command_line_replaces_the_link(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let token = add(&app, &owner, "nila", "support").await;
    let password = SecretString::from(PASSWORD);
    let made = reset_admin(&app.ctx, "nila", Some(&password), TotpReset::Keep).await.unwrap();
    assert!(made.setup_link.is_some(), "its administrator has no authenticator yet");
    check(&app, &token).refused(ActivationLinkInvalid).await;
    sign_in(&app, "nila", PASSWORD, None).await.refused(CodeRequired);
    assert_eq!(find(&app, &owner, "nila").await["activationExpiresAt"], Value::Null);
}

async fn staff_are_informed_of_new_administrators(app: TestApp) {
    let owner = app.new_admin("owner").await;
    add(&app, &owner, "nila", "support").await;
    let token = token_of(&app.admin_post(&owner, &path(&app, &owner, "nila", "activation-link").await, &why()).await);
    let code = code_of(&app, &token).await;
    activate(&app, &token, PASSWORD, &code).ok().await;
    app.work().await;
    let mails = app.mailer.sent();
    for (subject, by) in [
        ("Administrator nila added", "owner"),
        ("New activation link for nila", "owner"),
        ("Administrator nila activated", "nila"),
    ] {
        let mail = mails.iter().find(|mail| mail.subject == subject).unwrap_or_else(|| panic!("{subject}: {mails:?}"));
        assert!(mail.text.contains(&format!("Changed by: {by}")), "{}", mail.text);
        assert!(!mail.text.contains(&token), "{}", mail.text);
    }
}
