//! Mails to guardians (ADR 14).

use serde_json::json;
use tala_tests::PaymentsApp;
use tala_tests::families::guardian_token;

use super::Snapshots;

pub(super) async fn compare(app: &PaymentsApp, snapshots: &mut Snapshots<'_>) {
    let teacher = app.teacher("Malini").await;
    let anita = app.person("Anita Krishnan").await;
    let asha = app.learner("Asha Krishnan", &anita, &teacher).await;
    snapshots.compare("learner_joined").await;
    let bela = app.person("Bela Krishnan").await;
    app.post("/api/guardian-invitations", &json!({ "email": bela.email })).by(&asha).ok().await;
    snapshots.compare("guardian_invited").await;
    let accept = json!({ "token": guardian_token(app, &bela), "isGuardian": true });
    app.post("/api/guardian-invitations/accept", &accept).by(&bela).ok().await;
    snapshots.compare("guardian_added").await;
}
