//! A server recognizes a wrong master key at its start.

use futures_util::future::join_all;
use secrecy::SecretString;
use tala_app::services::master_key_check::{MasterKeyError, is_key_in_use, reencrypt_check, verify_master_key};
use tala_gateways::vault::Vault;
use tala_tests::{TestApp, both_dbs, raw};

both_dbs!(
    only_the_first_key_and_its_successor_are_accepted,
    key_of_existing_values_is_required_without_a_check_value,
    servers_that_start_simultaneously_with_different_keys_agree_on_one,
);

fn vault(key: &str) -> Vault {
    Vault::new(&secret(key)).unwrap()
}

fn secret(key: &str) -> SecretString {
    SecretString::from(key.repeat(32))
}

fn is_wrong(result: &Result<(), MasterKeyError>) -> bool {
    matches!(result, Err(MasterKeyError::WrongKey))
}

async fn only_the_first_key_and_its_successor_are_accepted(app: TestApp) {
    let store = &app.ctx.store;
    assert!(!is_key_in_use(store).await.unwrap());
    for _ in 0..2 {
        verify_master_key(store, &vault("a")).await.unwrap();
    }
    assert!(is_key_in_use(store).await.unwrap());
    assert!(is_wrong(&verify_master_key(store, &vault("b")).await));
    assert!(is_wrong(&reencrypt_check(store, &vault("b")).await));
    let changing = vault("b").with_previous_key(&secret("a")).unwrap();
    verify_master_key(store, &changing).await.unwrap();
    verify_master_key(store, &vault("a")).await.unwrap();
    for _ in 0..2 {
        reencrypt_check(store, &changing).await.unwrap();
    }
    verify_master_key(store, &vault("b")).await.unwrap();
    assert!(is_wrong(&verify_master_key(store, &vault("a")).await));
}

async fn key_of_existing_values_is_required_without_a_check_value(app: TestApp) {
    app.add_admin("asha", "owner", true).await;
    assert!(is_key_in_use(&app.ctx.store).await.unwrap());
    assert!(is_wrong(&verify_master_key(&app.ctx.store, &vault("b")).await));
    assert_eq!(app.count("master_key_checks").await, 0);
    verify_master_key(&app.ctx.store, &app.ctx.vault).await.unwrap();
    assert_eq!(app.count("master_key_checks").await, 1);
    let stored = raw::texts(&app.ctx.store, "SELECT check_encrypted FROM master_key_checks").await;
    assert!(stored[0].starts_with("v1.") && !stored[0].contains("tala"), "{stored:?}");
}

async fn servers_that_start_simultaneously_with_different_keys_agree_on_one(app: TestApp) {
    let vaults: Vec<Vault> = ["a", "b", "c", "d"].map(vault).into();
    let results = join_all(vaults.iter().map(|vault| verify_master_key(&app.ctx.store, vault))).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1, "{results:?}");
    assert!(results.iter().all(|result| result.is_ok() || is_wrong(result)), "{results:?}");
}
