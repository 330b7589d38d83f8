//! People and their addresses.

use tala_store::people;
use tala_tests::{TestApp, both_dbs};

both_dbs!(an_address_belongs_to_one_person);

async fn an_address_belongs_to_one_person(app: TestApp) {
    let (kavya, meera) = (app.person("Kavya").await, app.person("Meera").await);
    let tx = app.ctx.store.begin_write().await.unwrap();
    assert!(!people::set_email(&tx, kavya.id, "MEERA@people.test", &meera.email).await.unwrap());
    assert!(people::set_email(&tx, kavya.id, "new@people.test", "new@people.test").await.unwrap());
    assert!(people::set_email(&tx, meera.id, &kavya.email, &kavya.email).await.unwrap(), "given up, so free");
    tx.commit().await.unwrap();
    let found = people::find_by_email(app.ctx.store.read(), &kavya.email).await.unwrap().unwrap();
    assert_eq!(found.id, meera.id);
}
