//! Idempotency keys.

use tala_domain::ids::BookingId;
use tala_store::idempotency::{Claim, claim, delete_before};
use tala_tests::{TestApp, both_dbs, hours, later};
use uuid::Uuid;

both_dbs!(a_key_is_claimed_once, a_claim_that_is_rolled_back_was_never_made, expired_keys_are_purged);

fn booking(number: u128) -> BookingId {
    BookingId(Uuid::from_u128(number))
}

async fn a_key_is_claimed_once(app: TestApp) {
    let (kavya, meera) = (app.person("Kavya").await.id, app.person("Meera").await.id);
    let tx = app.ctx.store.begin().await.unwrap();
    for (person, key, hash, number, outcome) in [
        (kavya, "key", "hash", 1, Claim::Fresh),
        (kavya, "key", "hash", 2, Claim::Repeated(booking(1))),
        (kavya, "key", "another", 3, Claim::Mismatch),
        (kavya, "KEY", "hash", 4, Claim::Fresh),
        (meera, "key", "another", 5, Claim::Fresh),
    ] {
        assert_eq!(claim(&tx, person, key, hash, booking(number), app.now()).await.unwrap(), outcome, "{number}");
    }
    assert_eq!(claim(&tx, meera, "key", "another", booking(6), app.now()).await.unwrap(), Claim::Repeated(booking(5)));
    tx.commit().await.unwrap();
}

async fn a_claim_that_is_rolled_back_was_never_made(app: TestApp) {
    let kavya = app.person("Kavya").await.id;
    let tx = app.ctx.store.begin().await.unwrap();
    assert_eq!(claim(&tx, kavya, "key", "hash", booking(1), app.now()).await.unwrap(), Claim::Fresh);
    drop(tx);
    let tx = app.ctx.store.begin().await.unwrap();
    assert_eq!(claim(&tx, kavya, "key", "another", booking(2), app.now()).await.unwrap(), Claim::Fresh);
    tx.commit().await.unwrap();
}

async fn expired_keys_are_purged(app: TestApp) {
    let kavya = app.person("Kavya").await.id;
    let tx = app.ctx.store.begin().await.unwrap();
    for (number, age) in [(1, 49), (2, 48), (3, 1)] {
        claim(&tx, kavya, &format!("key {number}"), "hash", booking(number), later(app.now(), -hours(age)))
            .await
            .unwrap();
    }
    tx.commit().await.unwrap();
    app.work().await;
    assert_eq!(app.count("idempotency_keys").await, 2, "two days are kept");
    let tx = app.ctx.store.begin().await.unwrap();
    assert_eq!(delete_before(&tx, app.now()).await.unwrap(), 2);
    tx.commit().await.unwrap();
}
