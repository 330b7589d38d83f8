use mail_parser::MessageParser;

use super::{address, composer, mail};
use crate::mail::{MailError, Mailbox, Mailer, OutgoingMail};

fn mail_at(second: i64) -> OutgoingMail {
    OutgoingMail {
        message_id: format!("m{second}"),
        date: jiff::Timestamp::from_second(1_772_359_200 + second).unwrap(),
        ..mail()
    }
}

#[tokio::test]
async fn sent_mail_is_stored_as_fields_and_message() {
    let directory = tempfile::tempdir().unwrap();
    let mailbox = Mailbox::open(directory.path().join("deep/mail"), composer()).await.unwrap();
    assert_eq!(mailbox.list(10).await.unwrap(), []);
    mailbox.send(&mail()).await.unwrap();
    let [stored] = mailbox.list(10).await.unwrap().try_into().unwrap();
    assert_eq!((stored.to.as_str(), stored.to_name.as_str()), ("asha@example.com", "Asha Rao"));
    assert_eq!((stored.from.as_str(), stored.from_name.as_str()), ("classes@tala.example", "Tala"));
    assert_eq!((stored.subject, stored.text, stored.html), (mail().subject, mail().text, mail().html));
    assert_eq!((stored.ics, stored.at), (mail().invitation.map(|ics| ics.text), mail().date));
    assert_eq!(stored.message_id, "0197f1e2-booked-student@mail.tala.example");
    assert_eq!(mailbox.find(&stored.id).await.unwrap().unwrap().reply_to, mail().reply_to);
    let raw = mailbox.find_raw(&stored.id).await.unwrap().unwrap();
    assert_eq!(raw, composer().compose(&mail()).unwrap().formatted());
    assert_eq!(MessageParser::default().parse(&raw).unwrap().subject(), Some("Your class is booked"));
}

#[tokio::test]
async fn stored_mail_serializes_with_expected_fields() {
    let directory = tempfile::tempdir().unwrap();
    let mailbox = Mailbox::open(directory.path(), composer()).await.unwrap();
    mailbox.send(&OutgoingMail { invitation: None, reply_to: None, ..mail() }).await.unwrap();
    let json = serde_json::to_value(&mailbox.list(1).await.unwrap()[0]).unwrap();
    let members: Vec<&str> = json.as_object().unwrap().keys().map(String::as_str).collect();
    let mut expected =
        ["id", "messageId", "to", "toName", "from", "fromName", "replyTo", "subject", "text", "html", "ics", "at"]
            .to_vec();
    expected.sort_unstable();
    assert_eq!(
        {
            let mut sorted = members.clone();
            sorted.sort_unstable();
            sorted
        },
        expected
    );
    assert_eq!((&json["ics"], &json["at"]), (&serde_json::Value::Null, &serde_json::json!("2026-03-01T10:00:00Z")));
}

#[tokio::test]
async fn list_is_limited_and_newest_first() {
    let directory = tempfile::tempdir().unwrap();
    let mailbox = Mailbox::open(directory.path(), composer()).await.unwrap();
    for second in [5, 1, 9, 3] {
        mailbox.send(&mail_at(second)).await.unwrap();
    }
    let ids =
        async |limit| mailbox.list(limit).await.unwrap().into_iter().map(|mail| mail.message_id).collect::<Vec<_>>();
    let expected =
        |seconds: &[i64]| seconds.iter().map(|second| format!("m{second}@mail.tala.example")).collect::<Vec<_>>();
    assert_eq!(ids(10).await, expected(&[9, 5, 3, 1]));
    assert_eq!(ids(2).await, expected(&[9, 5]));
    assert_eq!(ids(0).await, expected(&[]));
    let reopened = Mailbox::open(directory.path(), composer()).await.unwrap();
    assert_eq!(reopened.list(10).await.unwrap().len(), 4, "mails persist after a restart");
}

#[tokio::test]
async fn mail_delivered_twice_is_stored_twice() {
    let directory = tempfile::tempdir().unwrap();
    let mailbox = Mailbox::open(directory.path(), composer()).await.unwrap();
    let (mail, duplicate) = (mail(), mail());
    let (first, second) = tokio::join!(mailbox.send(&mail), mailbox.send(&duplicate));
    first.and(second).unwrap();
    let stored = mailbox.list(10).await.unwrap();
    assert_eq!(stored.len(), 2);
    assert_eq!(stored[0].message_id, stored[1].message_id, "duplicates have the same Message-ID");
    assert_ne!(stored[0].id, stored[1].id);
}

#[tokio::test]
async fn send_fails_temporarily_while_failing_is_set() {
    let directory = tempfile::tempdir().unwrap();
    let mailbox = Mailbox::open(directory.path(), composer()).await.unwrap();
    mailbox.set_failing(true);
    assert!(mailbox.is_failing());
    assert!(mailbox.send(&mail()).await.unwrap_err().is_temporary());
    let invalid = OutgoingMail { to: address("Asha", "no-at-sign"), ..mail() };
    assert!(matches!(mailbox.send(&invalid).await, Err(MailError::Permanent(_))), "the composer rejects it first");
    mailbox.set_failing(false);
    assert!(mailbox.send(&mail()).await.is_ok());
    assert_eq!(mailbox.list(10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn id_cannot_escape_the_directory() {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("secret.json"), "{}").unwrap();
    let mailbox = Mailbox::open(directory.path().join("mail"), composer()).await.unwrap();
    std::fs::create_dir(directory.path().join("mail/sub")).unwrap();
    for id in [
        "sub/../../secret",
        "../secret",
        "..",
        "",
        ".hidden",
        "a/b",
        "a\\b",
        "%2e%2e%2fsecret",
        &"x".repeat(300),
        "missing",
    ] {
        assert_eq!(mailbox.find(id).await.unwrap(), None, "{id}");
        assert_eq!(mailbox.find_raw(id).await.unwrap(), None, "{id}");
    }
}

#[tokio::test]
async fn temporary_files_are_not_listed_or_left_behind() {
    let directory = tempfile::tempdir().unwrap();
    let mailbox = Mailbox::open(directory.path(), composer()).await.unwrap();
    std::fs::write(directory.path().join("00000-crashed.json.tmp"), "{\"id\":").unwrap();
    std::fs::write(directory.path().join("00000-crashed.eml"), "Subject: half").unwrap();
    mailbox.send(&mail()).await.unwrap();
    assert_eq!(mailbox.list(10).await.unwrap().len(), 1);
    let names: Vec<_> = std::fs::read_dir(directory.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(
        names.iter().filter(|name| name.to_str().unwrap().contains(".tmp")).count(),
        1,
        "only the one of the test: {names:?}"
    );
}

#[tokio::test]
async fn oldest_mails_are_deleted_when_mailbox_is_full() {
    let directory = tempfile::tempdir().unwrap();
    let mailbox = Mailbox::open(directory.path(), composer()).await.unwrap();
    for number in 0..2_000 {
        std::fs::write(directory.path().join(format!("{number:017}-old.json")), "{}").unwrap();
        std::fs::write(directory.path().join(format!("{number:017}-old.eml")), "").unwrap();
    }
    mailbox.send(&mail()).await.unwrap();
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 4_000);
    assert!(!directory.path().join(format!("{:017}-old.json", 0)).exists());
    assert!(!directory.path().join(format!("{:017}-old.eml", 0)).exists());
    assert_eq!(mailbox.list(1).await.unwrap()[0].subject, "Your class is booked");
}
