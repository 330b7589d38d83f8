use std::time::Duration;

use mail_parser::MessageParser;

use super::server::Server;
use super::{composer, mail, party};
use crate::mail::{MailError, MailSettingsError, Mailer, OutgoingMail, SmtpMailer, SmtpSettings};

fn mailer(url: &str) -> Result<SmtpMailer, MailSettingsError> {
    SmtpMailer::new(&SmtpSettings::new(url.to_owned().into()), composer())
}

fn impatient(server: &Server) -> SmtpMailer {
    let url = format!("smtp+insecure://127.0.0.1:{}", server.port).into();
    let settings = SmtpSettings { send_timeout: Duration::from_millis(200), ..SmtpSettings::new(url) };
    SmtpMailer::new(&settings, composer()).unwrap()
}

fn clear(server: &Server) -> SmtpMailer {
    mailer(&format!("smtp+insecure://127.0.0.1:{}", server.port)).unwrap()
}

#[tokio::test]
async fn a_mail_arrives_whole() {
    let server = Server::start().await;
    clear(&server).send(&mail()).await.unwrap();
    let [raw] = server.messages().try_into().unwrap();
    let composed = String::from_utf8(composer().compose(&mail()).unwrap().formatted()).unwrap();
    assert_eq!(raw.trim_end(), composed.trim_end());
    let message = MessageParser::default().parse(&raw).unwrap();
    assert_eq!(message.message_id(), Some("0197f1e2-booked-student@mail.tala.example"));
    let commands = server.talk.lock().unwrap().commands.clone();
    let expected =
        ["EHLO tala.example", "MAIL FROM:<classes@tala.example>", "RCPT TO:<asha@example.com>", "DATA", "END"];
    assert_eq!(commands.iter().map(|command| command.trim_end()).collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn a_line_that_is_a_dot_does_not_end_the_mail() {
    let server = Server::start().await;
    let dots =
        OutgoingMail { text: "one\n.\nRCPT TO:<thief@example.com>\n..\n".to_owned(), invitation: None, ..mail() };
    clear(&server).send(&dots).await.unwrap();
    let [raw] = server.messages().try_into().unwrap();
    let message = MessageParser::default().parse(&raw).unwrap();
    assert_eq!(message.body_text(0).unwrap(), "one\r\n.\r\nRCPT TO:<thief@example.com>\r\n..\r\n");
    assert_eq!(server.heard("RCPT"), 1);
}

#[tokio::test]
async fn connections_are_used_again() {
    let server = Server::start().await;
    let mailer = clear(&server);
    for _ in 0..3 {
        mailer.send(&mail()).await.unwrap();
    }
    assert_eq!(server.messages().len(), 3);
    assert_eq!(server.talk.lock().unwrap().connections, 1);
}

#[tokio::test]
async fn a_4xx_is_temporary_and_a_5xx_permanent_at_every_step() {
    for step in ["MAIL", "RCPT", "DATA", "END"] {
        for (reply, temporary) in [
            ("450 later", true),
            ("421 closing", true),
            ("452 full", true),
            ("550 no such user", false),
            ("554 no", false),
        ] {
            let server = Server::start().await;
            server.set(|talk| talk.replies = vec![(step, reply)]);
            let mailer = clear(&server);
            let error = mailer.send(&mail()).await.unwrap_err();
            assert_eq!(error.is_temporary(), temporary, "{step} {reply}: {error}");
            assert!(error.to_string().contains(&reply[4..]), "{error}");
            server.set(|talk| talk.replies.clear());
            mailer.send(&mail()).await.unwrap();
            assert_eq!(server.messages().len(), 1, "the mailer works again after {step} {reply}");
        }
    }
}

#[tokio::test]
async fn our_own_failed_sign_in_does_not_condemn_a_mail() {
    for reply in ["535 wrong password", "534 stronger please", "530 first sign in"] {
        let server = Server::start().await;
        server.set(|talk| talk.replies = vec![("AUTH", reply)]);
        let mailer = mailer(&format!("smtp+insecure://tala:s%2Bcr%40t@127.0.0.1:{}", server.port)).unwrap();
        let error = mailer.send(&mail()).await.unwrap_err();
        assert!(error.is_temporary(), "{error}");
        assert!(!error.to_string().contains("s+cr@t"));
    }
}

#[tokio::test]
async fn user_and_password_are_decoded() {
    let server = Server::start().await;
    mailer(&format!("smtp+insecure://ta%40la:a+b%2F%25@127.0.0.1:{}", server.port))
        .unwrap()
        .send(&mail())
        .await
        .unwrap();
    // "\0ta@la\0a+b/%"
    assert_eq!(server.heard("AUTH PLAIN AHRhQGxhAGErYi8l"), 1);
}

#[tokio::test]
async fn a_conversation_that_was_given_up_is_not_continued() {
    for step in ["NOOP", "MAIL", "RCPT", "DATA", "END"] {
        let server = Server::start().await;
        let mailer = clear(&server);
        mailer.send(&mail()).await.unwrap();
        server.set(|talk| talk.silent_at = Some(step));
        let abandoned = mail();
        tokio::select! {
            outcome = mailer.send(&abandoned) => panic!("{step}: {outcome:?}"),
            () = server.fell_silent() => {}
        }
        server.answer_late();
        let second = OutgoingMail { message_id: "second".to_owned(), ..mail() };
        mailer.send(&second).await.unwrap();
        let messages = server.messages();
        assert_eq!(messages.len(), 2, "{step}");
        assert!(messages[1].contains("<second@mail.tala.example>"), "{step}: {}", messages[1]);
        assert_eq!(server.talk.lock().unwrap().connections, 2, "{step}");
    }
}

#[tokio::test]
async fn a_connection_that_the_server_closed_is_replaced() {
    let server = Server::start().await;
    let mailer = clear(&server);
    mailer.send(&mail()).await.unwrap();
    server.set(|talk| talk.hang_up_at = Some("NOOP"));
    mailer.send(&mail()).await.unwrap();
    assert_eq!((server.messages().len(), server.talk.lock().unwrap().connections), (2, 2));
}

#[tokio::test]
async fn no_more_connections_are_opened_than_allowed() {
    let server = Server::start().await;
    let mailer = clear(&server);
    let mail = mail();
    let sent = futures_util::future::join_all((0..20).map(|_| mailer.send(&mail))).await;
    assert!(sent.iter().all(Result::is_ok), "{sent:?}");
    assert_eq!(server.messages().len(), 20);
    assert!(server.talk.lock().unwrap().connections <= 4);
}

#[tokio::test]
async fn silence_hang_ups_and_closed_doors_are_temporary() {
    for step in ["EHLO", "MAIL", "RCPT", "DATA", "END"] {
        let server = Server::start().await;
        server.set(|talk| talk.silent_at = Some(step));
        assert!(impatient(&server).send(&mail()).await.unwrap_err().is_temporary(), "silent at {step}");
        let server = Server::start().await;
        server.set(|talk| talk.hang_up_at = Some(step));
        assert!(clear(&server).send(&mail()).await.unwrap_err().is_temporary(), "hung up at {step}");
    }
    let closed = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let error = mailer(&format!("smtp+insecure://{closed}")).unwrap().send(&mail()).await.unwrap_err();
    assert!(error.is_temporary(), "{error}");
}

#[tokio::test]
async fn without_encryption_nothing_is_sent_unless_asked_for() {
    let server = Server::start().await;
    let mailer = mailer(&format!("smtp://tala:secret@127.0.0.1:{}", server.port)).unwrap();
    let error = mailer.send(&mail()).await.unwrap_err();
    assert!(error.is_temporary(), "a mistake in our settings: {error}");
    assert_eq!((server.heard("AUTH"), server.heard("MAIL")), (0, 0));
}

#[tokio::test]
async fn a_broken_encryption_gives_nothing_away() {
    let server = Server::start().await;
    server.set(|talk| talk.replies = vec![("EHLO", "250-mail.test\r\n250 STARTTLS"), ("STARTTLS", "220 go on")]);
    let mailer = mailer(&format!("smtp://tala:secret@127.0.0.1:{}", server.port)).unwrap();
    assert!(mailer.send(&mail()).await.unwrap_err().is_temporary());
    assert_eq!((server.heard("STARTTLS"), server.heard("AUTH"), server.heard("MAIL")), (1, 0, 0));
}

#[tokio::test]
async fn an_address_that_this_server_cannot_write_is_refused_for_good() {
    let server = Server::start().await;
    let unicode = OutgoingMail { to: party("Asha", "आशा@example.com"), ..mail() };
    let outcome = clear(&server).send(&unicode).await;
    assert!(matches!(outcome, Err(MailError::Permanent(_))), "{outcome:?}");
}

#[test]
fn addresses_of_servers_are_read_strictly() {
    for good in [
        "smtp://u:p@mail.example.com",
        "smtp://u:p@mail.example.com:587?tls=required",
        "smtps://u:p@mail.example.com",
        "smtp+insecure://localhost:1025",
        "smtp://mail.internal:25?tls=none",
        "smtp+insecure://u:p@127.0.0.1:1025",
        "smtp+insecure://u:p@[::1]:1025",
    ] {
        assert!(mailer(good).is_ok(), "{good}: {:?}", mailer(good).err());
    }
    for bad in [
        "",
        "mail.example.com",
        "http://mail.example.com",
        "smtp:///x",
        "smtps://mail.example.com?tls=none",
        "smtp://mail.example.com?tls=opportunistic",
        "smtp://user@mail.example.com",
        "smtp://:hunter2@mail.example.com",
        "smtp+insecure://user:hunter2@mail.example.com",
        "smtp://user:hunter2@mail.example.com?tls=none",
        "smtp://u:hunter2%ff@mail.example.com",
    ] {
        let error = mailer(bad).err().unwrap_or_else(|| panic!("{bad} was taken"));
        assert_eq!(error.field, "url");
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }
}
