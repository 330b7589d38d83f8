//! Owners manage the accounts of other administrators (D7).

use futures_util::future::join;
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use tala_app::services::admin_accounts::{NewAdmin, TotpReset, add_admin, disable_admin, reset_admin};
use tala_app::services::admin_changes::{AccountAction, Manager, Owner, change_admin};
use tala_app::services::audit::AdminActor;
use tala_domain::admin::AdminRole;
use tala_domain::error::ErrorCode::{
    AlreadyProcessed, CodeRequired, InvalidCredentials, InvalidFields, LastOwner, NotFound, OwnAccount, RoleNotAllowed,
    SignInRequired,
};
use tala_domain::ids::AdminId;
use tala_store::{Transaction, admins};
use tala_tests::{AdminSession, Reply, TestApp, both_dbs, minutes, only_audit_event, raw};

both_dbs!(
    administrators_are_listed_with_state_and_last_sign_in,
    disabled_administrator_is_signed_out_and_can_be_enabled,
    owner_cannot_change_own_account,
    only_owners_manage_administrators,
    owners_who_act_on_each_other_simultaneously_leave_one,
    new_role_applies_immediately_and_ends_sessions,
    last_owner_keeps_the_role,
    owner_disabled_while_acting_changes_nothing,
    sessions_of_another_administrator_are_ended,
    reset_authenticator_replaces_the_authenticator,
    authenticator_that_was_replaced_meanwhile_is_not_replaced_again,
    new_password_at_the_command_line_keeps_an_authenticator_set_up_concurrently,
    staff_are_informed_of_each_change,
    staff_are_informed_of_changes_at_the_command_line,
);

async fn id_of(app: &TestApp, admin: &AdminSession, name: &str) -> String {
    find(&app.admin_get(admin, "/api/admin/admins").await, name)["_id"].as_str().unwrap().to_owned()
}

fn find(list: &Value, name: &str) -> Value {
    let items = list["items"].as_array().unwrap();
    items.iter().find(|item| item["username"] == name).unwrap_or_else(|| panic!("{name}: {list}")).clone()
}

fn path(id: &str, act: &str) -> String {
    format!("/api/admin/admins/{id}/{act}")
}

fn why() -> Value {
    json!({ "reason": "A test" })
}

async fn sign_in(app: &TestApp, name: &str) -> Reply {
    app.post("/api/admin/login", &json!({ "username": name, "password": AdminSession::PASSWORD })).send().await
}

const ACTS: [&str; 5] = ["disable", "enable", "end-sessions", "reset-authenticator", "role"];

/// A valid request for an act.
fn body(act: &str) -> Value {
    if act == "role" { json!({ "role": "finance", "reason": "A test" }) } else { why() }
}

async fn administrators_are_listed_with_state_and_last_sign_in(app: TestApp) {
    let owner = app.new_admin("owner").await;
    app.add_admin("asha", "support", true).await;
    app.advance(minutes(10));
    let second = app.admin_login("owner").await;
    let list = app.admin_get(&second, "/api/admin/admins").await;
    let names: Vec<_> = list["items"].as_array().unwrap().iter().map(|item| item["username"].clone()).collect();
    assert_eq!(names, ["asha", "owner"]);
    let asha = find(&list, "asha");
    assert_eq!(
        [&asha["role"], &asha["totp"], &asha["own"], &asha["signedInAt"], &asha["sessions"], &asha["disabledAt"]],
        [&json!("support"), &json!(true), &json!(false), &Value::Null, &json!(0), &Value::Null]
    );
    let own = find(&list, "owner");
    assert_eq!(
        [&own["role"], &own["totp"], &own["own"], &own["sessions"], &own["signedInAt"]],
        [&json!("owner"), &json!(false), &json!(true), &json!(2), &json!(app.now().to_string())]
    );
    app.admin_post(&owner, "/api/admin/logout", &json!({})).await;
    assert_eq!(find(&app.admin_get(&second, "/api/admin/admins").await, "owner")["sessions"], 1);
    let secret = raw::texts(&app.ctx.store, "SELECT totp_encrypted FROM admins WHERE name = 'asha'").await.remove(0);
    assert!(!list.to_string().contains(&secret) && !list.to_string().contains("argon2"), "{list}");
}

async fn disabled_administrator_is_signed_out_and_can_be_enabled(app: TestApp) {
    let (owner, finance) = (app.new_admin("owner").await, app.new_admin("finance").await);
    let id = id_of(&app, &owner, "finance").await;
    let list = app.admin_post(&owner, &path(&id, "disable"), &json!({ "reason": "Left the company" })).await;
    assert_eq!(find(&list, "finance")["disabledAt"], json!(app.now().to_string()));
    app.get("/api/admin/me").as_admin(&finance).refused(SignInRequired).await;
    sign_in(&app, "finance").await.refused(InvalidCredentials);
    let again = app.post(&path(&id, "disable"), &why()).as_admin(&owner).refused(AlreadyProcessed).await;
    assert_eq!(again["message"], "finance is disabled already.");
    let event = only_audit_event(&app, &owner, "admin_disabled").await;
    assert_eq!([&event["actor"], &event["reason"]], [&json!("admin:owner"), &json!("Left the company")], "{event}");
    assert_eq!(event["detail"]["name"], "finance", "{event}");
    let list = app.admin_post(&owner, &path(&id, "enable"), &why()).await;
    assert_eq!(find(&list, "finance")["disabledAt"], Value::Null);
    app.post(&path(&id, "enable"), &why()).as_admin(&owner).refused(AlreadyProcessed).await;
    app.get("/api/admin/me").as_admin(&finance).refused(SignInRequired).await;
    sign_in(&app, "finance").await.ok();
}

async fn owner_cannot_change_own_account(app: TestApp) {
    let owner = app.new_admin("owner").await;
    app.add_admin("second", "owner", false).await;
    let id = id_of(&app, &owner, "owner").await;
    for act in ACTS {
        app.post(&path(&id, act), &body(act)).as_admin(&owner).refused(OwnAccount).await;
    }
    app.get("/api/admin/me").as_admin(&owner).ok().await;
    assert_eq!(app.count("admins WHERE disabled_at IS NOT NULL OR totp_encrypted IS NOT NULL").await, 0);
    assert_eq!(app.count("audit_log WHERE action <> 'admin_signed_in' AND admin IS NOT NULL").await, 0);
}

async fn only_owners_manage_administrators(app: TestApp) {
    let (owner, support) = (app.new_admin("owner").await, app.new_admin("support").await);
    let finance = app.new_admin("finance").await;
    let id = id_of(&app, &support, "finance").await;
    for act in ACTS {
        for other in [&support, &finance] {
            app.post(&path(&id, act), &body(act)).as_admin(other).refused(RoleNotAllowed).await;
        }
        let missing = "01890000-0000-7000-8000-000000000001";
        app.post(&path(missing, act), &body(act)).as_admin(&owner).refused(NotFound).await;
        app.post(&path(&id, act), &json!({ "role": "owner", "reason": " " }))
            .as_admin(&owner)
            .refused(InvalidFields)
            .await;
    }
    app.get("/api/admin/me").as_admin(&finance).ok().await;
}

/// Each of two owners disables or demotes the other.
async fn owners_who_act_on_each_other_simultaneously_leave_one(app: TestApp) {
    let acts = [["disable", "disable"], ["role", "role"], ["role", "disable"]];
    for (round, acts) in acts.iter().cycle().take(6).enumerate() {
        let names = [format!("one{round}"), format!("two{round}")];
        let mut owners = Vec::new();
        for name in &names {
            app.add_admin(name, "owner", false).await;
            owners.push(app.admin_login(name).await);
        }
        let ids = [id_of(&app, &owners[0], &names[0]).await, id_of(&app, &owners[0], &names[1]).await];
        let act = async |by: usize| {
            app.post(&path(&ids[1 - by], acts[by]), &body(acts[by])).as_admin(&owners[by]).send_unchecked().await
        };
        let (one, two) = join(act(0), act(1)).await;
        let codes = [one.code(), two.code()];
        assert!([[None, Some(SignInRequired)], [Some(SignInRequired), None]].contains(&codes), "{round}: {codes:?}");
        let active =
            format!("admins WHERE disabled_at IS NULL AND role = 'owner' AND name IN ('{}', '{}')", names[0], names[1]);
        assert_eq!(app.count(&active).await, 1, "{acts:?}");
    }
}

async fn new_role_applies_immediately_and_ends_sessions(app: TestApp) {
    let (owner, support) = (app.new_admin("owner").await, app.new_admin("support").await);
    let id = id_of(&app, &owner, "support").await;
    let run = json!({ "date": "2026-03-02" });
    app.post("/api/admin/payouts/run", &run).as_admin(&support).refused(RoleNotAllowed).await;
    let list = app.admin_post(&owner, &path(&id, "role"), &body("role")).await;
    assert_eq!([&find(&list, "support")["role"], &find(&list, "support")["sessions"]], [&json!("finance"), &json!(0)]);
    app.get("/api/admin/me").as_admin(&support).refused(SignInRequired).await;
    let finance = app.admin_login("support").await;
    app.admin_post(&finance, "/api/admin/payouts/run", &run).await;
    app.post("/api/admin/coupons", &json!({ "code": "SPRING", "percent": 10 }))
        .as_admin(&finance)
        .refused(RoleNotAllowed)
        .await;
    let again = app.post(&path(&id, "role"), &body("role")).as_admin(&owner).refused(AlreadyProcessed).await;
    assert_eq!(again["message"], "support has this role already.");
    app.admin_get(&finance, "/api/admin/me").await;
    let wrong = json!({ "role": "boss", "reason": "A test" });
    let problem = app.post(&path(&id, "role"), &wrong).as_admin(&owner).refused(InvalidFields).await;
    assert_eq!(problem["errors"][0]["field"], "role");
    let event = only_audit_event(&app, &owner, "admin_role_changed").await;
    let detail = &event["detail"];
    assert_eq!([&detail["from"], &detail["to"], &detail["name"]], ["support", "finance", "support"], "{event}");
    assert_eq!([&event["reason"], &event["actor"]], ["A test", "admin:owner"], "{event}");
}

async fn last_owner_keeps_the_role(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let form = json!({ "username": "nila", "role": "owner" });
    app.admin_post(&owner, "/api/admin/admins", &form).await;
    app.add_admin("second", "owner", false).await;
    let (nila, second) = (id_of(&app, &owner, "nila").await, id_of(&app, &owner, "second").await);
    let own: AdminId = id_of(&app, &owner, "owner").await.parse().unwrap();
    app.admin_post(&owner, &path(&second, "disable"), &why()).await;
    let demote = async |id| {
        let role = AccountAction::ChangeRole(AdminRole::Support);
        change_admin(&app.ctx, Manager::Console, id, role).await.map_err(|error| error.code())
    };
    // The other owners cannot sign in: one is disabled, one is not activated.
    assert_eq!(demote(own).await, Err(LastOwner));
    assert_eq!(demote(nila.parse().unwrap()).await, Ok(()));
    assert_eq!(app.admin_get(&owner, "/api/admin/me").await["admin"]["role"], "owner");
    app.admin_post(&owner, &path(&second, "enable"), &why()).await;
    assert_eq!(demote(own).await, Ok(()));
}

async fn new_password_at_the_command_line_keeps_an_authenticator_set_up_concurrently(app: TestApp) {
    let owner = app.new_admin("owner").await;
    app.add_admin("asha", "support", true).await;
    let id = id_of(&app, &owner, "asha").await;
    let stored = "SELECT totp_encrypted FROM admins WHERE name = 'asha'";
    let before = raw::texts(&app.ctx.store, stored).await;
    let password = SecretString::from(AdminSession::PASSWORD);
    // The command hashes the password after it has read the account, so the owner is faster.
    let (reset, new_authenticator) = join(
        reset_admin(&app.ctx, "asha", Some(&password), TotpReset::Keep),
        app.post(&path(&id, "reset-authenticator"), &why()).as_admin(&owner).send(),
    )
    .await;
    reset.unwrap();
    new_authenticator.ok();
    assert_ne!(raw::texts(&app.ctx.store, stored).await, before, "the lost device must not work again");
}

/// Two calls of an owner who is being disabled by another one: none of them counts afterwards.
async fn owner_disabled_while_acting_changes_nothing(app: TestApp) {
    let owner = app.new_admin("owner").await;
    app.add_admin("second", "owner", false).await;
    app.add_admin("helper", "support", false).await;
    let second = app.admin_login("second").await;
    let (second_id, helper) = (id_of(&app, &owner, "second").await, id_of(&app, &owner, "helper").await);
    app.admin_post(&owner, &path(&second_id, "disable"), &why()).await;
    app.post(&path(&helper, "disable"), &why()).as_admin(&second).refused(SignInRequired).await;
    // The request was authorized before: only the check inside the transaction is left.
    let actor = AdminActor { admin: "second".to_owned(), reason: None };
    let acting = AdminId(second_id.parse().unwrap());
    let manager = Manager::Owner(Owner { id: acting, actor: &actor });
    let helper = AdminId(helper.parse().unwrap());
    for change in [AccountAction::Disable, AccountAction::ChangeRole(AdminRole::Owner)] {
        let result = change_admin(&app.ctx, manager, helper, change).await;
        assert_eq!(result.unwrap_err().code(), SignInRequired);
    }
    assert_eq!(app.count("admins WHERE name = 'helper' AND disabled_at IS NULL AND role = 'support'").await, 1);
}

async fn sessions_of_another_administrator_are_ended(app: TestApp) {
    let (owner, support) = (app.new_admin("owner").await, app.new_admin("support").await);
    let second = app.admin_login("support").await;
    let id = id_of(&app, &owner, "support").await;
    let list = app.admin_post(&owner, &path(&id, "end-sessions"), &why()).await;
    assert_eq!(find(&list, "support")["sessions"], 0);
    for ended in [&support, &second] {
        app.get("/api/admin/me").as_admin(ended).refused(SignInRequired).await;
    }
    app.get("/api/admin/me").as_admin(&owner).ok().await;
    sign_in(&app, "support").await.ok();
    assert_eq!(only_audit_event(&app, &owner, "admin_sessions_ended").await["detail"]["sessions"], 2);
}

async fn reset_authenticator_replaces_the_authenticator(app: TestApp) {
    let owner = app.new_admin("owner").await;
    let support = app.new_admin("support").await;
    let id = id_of(&app, &owner, "support").await;
    let reply = app.admin_post(&owner, &path(&id, "reset-authenticator"), &why()).await;
    let setup_link = reply["setupLink"].as_str().unwrap();
    assert!(setup_link.starts_with("otpauth://totp/"), "{setup_link}");
    app.get("/api/admin/me").as_admin(&support).refused(SignInRequired).await;
    sign_in(&app, "support").await.refused(CodeRequired);
    assert_eq!(find(&app.admin_get(&owner, "/api/admin/admins").await, "support")["totp"], true);
    let next = app.admin_post(&owner, &path(&id, "reset-authenticator"), &why()).await;
    assert_ne!(next["setupLink"], setup_link);
    let secret = setup_link.split_once("secret=").unwrap().1.split('&').next().unwrap();
    for column in ["detail", "after_text"] {
        let query = format!("SELECT {column} FROM audit_log WHERE {column} IS NOT NULL");
        let texts = raw::texts(&app.ctx.store, &query).await;
        assert!(!texts.iter().any(|text| text.contains(secret)), "{column}");
    }
}

/// Two resets that read the account before either wrote.
async fn authenticator_that_was_replaced_meanwhile_is_not_replaced_again(app: TestApp) {
    let owner = app.new_admin("owner").await;
    app.add_admin("support", "support", true).await;
    let id: AdminId = id_of(&app, &owner, "support").await.parse().unwrap();
    let stored = async || admins::find_by_id(app.ctx.store.read(), id).await.unwrap().unwrap().totp_encrypted;
    let replace = async |from: Option<&str>, to: &str| {
        let write = async |tx: Transaction| admins::replace_totp(&tx, id, from, to, app.now()).await;
        app.ctx.store.transaction(write).await.unwrap()
    };
    let read = stored().await;
    assert!(read.is_some());
    assert!(replace(read.as_deref(), "first").await);
    assert!(!replace(read.as_deref(), "second").await);
    assert!(!replace(None, "second").await, "as if there had been no authenticator");
    assert_eq!(stored().await.as_deref(), Some("first"));
}

async fn staff_are_informed_of_each_change(app: TestApp) {
    let owner = app.new_admin("owner").await;
    app.add_admin("asha", "support", false).await;
    let id = id_of(&app, &owner, "asha").await;
    for (act, subject) in [
        ("reset-authenticator", "New authenticator for asha"),
        ("end-sessions", "Administrator asha signed out"),
        ("disable", "Administrator asha disabled"),
        ("enable", "Administrator asha enabled"),
        ("role", "New role for administrator asha"),
    ] {
        app.admin_post(&owner, &path(&id, act), &body(act)).await;
        app.work().await;
        let mails = app.mailer.sent();
        let mail = mails.iter().find(|mail| mail.subject == subject).unwrap_or_else(|| panic!("{act}: {mails:?}"));
        assert!(mail.text.contains("Changed by") && mail.text.contains("owner"), "{}", mail.text);
    }
}

async fn staff_are_informed_of_changes_at_the_command_line(app: TestApp) {
    app.new_admin("owner").await;
    app.work().await;
    assert_eq!(app.mailer.sent().len(), 0);
    let password = SecretString::from(AdminSession::PASSWORD);
    let request = NewAdmin {
        name: "Asha".to_owned(),
        role: "support".to_owned(),
        password: Some(password.clone()),
        totp: true,
        notify_staff: true,
    };
    let made = add_admin(&app.ctx, &request).await.unwrap();
    assert_eq!(add_admin(&app.ctx, &request).await.unwrap_err().code(), InvalidFields);
    app.work().await;
    reset_admin(&app.ctx, "asha", Some(&password), TotpReset::Remove).await.unwrap();
    app.work().await;
    assert!(disable_admin(&app.ctx, "asha").await.unwrap());
    assert!(!disable_admin(&app.ctx, "asha").await.unwrap());
    app.work().await;
    let mails = app.mailer.sent();
    let subjects: Vec<&str> = mails.iter().map(|mail| mail.subject.as_str()).collect();
    assert_eq!(subjects, ["Administrator asha added", "Administrator asha reset", "Administrator asha disabled"]);
    let secret = made.setup_link.unwrap();
    for (mail, authenticator) in mails.iter().zip(["On", "Off", "Off"]) {
        assert!(mail.text.contains("Changed by: the command line"), "{}", mail.text);
        assert!(mail.text.contains(&format!("Authenticator: {authenticator}")), "{}", mail.text);
        assert!(!mail.text.contains(AdminSession::PASSWORD) && !mail.text.contains(secret.expose_secret()));
    }
}
