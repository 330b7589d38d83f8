//! People, their addresses, and search.

use tala_store::{people, privacy};
use tala_tests::{TestApp, both_dbs, days, minutes, raw};

both_dbs!(
    an_address_belongs_to_one_person,
    people_are_found_by_how_their_words_begin,
    renamed_person_is_found_by_the_new_name_only,
    search_terms_missing_from_an_older_server_are_added,
);

/// Names of the people found, newest first.
async fn found(app: &TestApp, search: &str) -> Vec<String> {
    let ids = people::list_ids(app.ctx.store.read(), search, 50).await.unwrap();
    let newest = tala_store::SortedPage::first(people::PersonSort::Joined, 50);
    let page = people::list_page(app.ctx.store.read(), people::PersonFilter::All, Some(search), &newest).await.unwrap();
    assert_eq!(ids, page.iter().map(|person| person.id).collect::<Vec<_>>());
    page.into_iter().map(|person| person.name).collect()
}

async fn people_are_found_by_how_their_words_begin(app: TestApp) {
    for name in ["Älva Ekström", "मीरा ज़ोशी 5", "Anne-Marie D'Souza", "Åsa Marin", "100%_Kavya"] {
        app.person(name).await;
        app.advance(minutes(1));
    }
    let table: [(&str, &[&str]); 14] = [
        ("älva", &["Älva Ekström"]),
        ("ÄLV", &["Älva Ekström"]),
        ("alva ekstrom", &["Älva Ekström"]),
        ("Ekström, Älva", &["Älva Ekström"]),
        ("मी", &["मीरा ज़ोशी 5"]),
        ("जोशी मीरा", &["मीरा ज़ोशी 5"]),
        ("mari", &["Åsa Marin", "Anne-Marie D'Souza"]),
        ("mari dsou", &["Anne-Marie D'Souza"]),
        ("D’SOUZA", &["Anne-Marie D'Souza"]),
        ("100% kavya", &["100%_Kavya"]),
        ("mari ekstrom", &[]),
        ("arie", &[]),
        ("%", &[]),
        ("_", &[]),
    ];
    for (search, names) in table {
        assert_eq!(found(&app, search).await, names, "{search}");
    }
    let marin = people::list_ids(app.ctx.store.read(), "marin", 2).await.unwrap()[0];
    let email = people::find_by_id(app.ctx.store.read(), marin).await.unwrap().unwrap().email.unwrap();
    assert_eq!(found(&app, &email.to_uppercase()).await, ["Åsa Marin"], "by the address");
    assert_eq!(found(&app, "people.te").await.len(), 5, "by the domain");
}

async fn renamed_person_is_found_by_the_new_name_only(app: TestApp) {
    let kavya = app.person("Kavya").await;
    let write = async |name: &str| {
        let tx = app.ctx.store.begin().await.unwrap();
        people::update_contact(&tx, kavya.id, Some(name), None, None).await.unwrap();
        tx.commit().await.unwrap();
    };
    write("Lakshmi").await;
    let tx = app.ctx.store.begin().await.unwrap();
    assert!(people::set_email(&tx, kavya.id, "Else@where.test", "else@where.test").await.unwrap());
    tx.commit().await.unwrap();
    for (search, times) in [("lakshmi", 1), ("else@where", 1), ("kavya", 0), ("people", 0)] {
        assert_eq!(found(&app, search).await.len(), times, "{search}");
    }
    write("Lakshmi").await;
    let tx = app.ctx.store.begin().await.unwrap();
    people::update_contact(&tx, kavya.id, Some("Undone"), None, None).await.unwrap();
    drop(tx);
    assert_eq!((found(&app, "lakshmi").await.len(), found(&app, "undone").await.len()), (1, 0));
    let tx = app.ctx.store.begin().await.unwrap();
    assert!(privacy::erase_person(&tx, kavya.id, app.now()).await.unwrap());
    tx.commit().await.unwrap();
    assert_eq!(app.count("person_search_terms").await, 0);
    assert_eq!(raw::texts(&app.ctx.store, "SELECT search_source FROM people").await, [""]);
}

async fn search_terms_missing_from_an_older_server_are_added(app: TestApp) {
    let (kavya, meera) = (app.person("Kavya").await, app.person("Meera").await);
    app.work().await;
    let store = &app.ctx.store;
    let (kavya, meera) = (raw::id(store, kavya.id.0), raw::id(store, meera.id.0));
    raw::execute(store, &format!("UPDATE people SET name = 'Lakshmi' WHERE id = {kavya}")).await;
    let forget = "name = 'Deleted person', email = NULL, email_key = NULL, deleted_at = 1";
    raw::execute(store, &format!("UPDATE people SET {forget} WHERE id = {meera}")).await;
    app.advance(days(1));
    app.work().await;
    assert_eq!((found(&app, "lakshmi").await.len(), found(&app, "kavya@").await.len()), (1, 1));
    assert_eq!(app.count(&format!("person_search_terms WHERE person_id = {meera}")).await, 0);
}

async fn an_address_belongs_to_one_person(app: TestApp) {
    let (kavya, meera) = (app.person("Kavya").await, app.person("Meera").await);
    let tx = app.ctx.store.begin().await.unwrap();
    assert!(!people::set_email(&tx, kavya.id, "MEERA@people.test", &meera.email).await.unwrap());
    assert!(people::set_email(&tx, kavya.id, "new@people.test", "new@people.test").await.unwrap());
    assert!(
        people::set_email(&tx, meera.id, &kavya.email, &kavya.email).await.unwrap(),
        "no longer in use, so available"
    );
    tx.commit().await.unwrap();
    let found = people::find_by_email(app.ctx.store.read(), &kavya.email).await.unwrap().unwrap();
    assert_eq!(found.id, meera.id);
}
