use std::time::Duration;

use mail_parser::MessageParser;

use super::server::Server;
use super::{address, composer, mail};
use crate::mail::{MailError, MailSettingsError, Mailer, OutgoingMail, SmtpMailer, SmtpSettings};

fn mailer(url: &str) -> Result<SmtpMailer, MailSettingsError> {
    SmtpMailer::new(&SmtpSettings::new(url.to_owned().into()), composer())
}

fn mailer_with_short_timeout(server: &Server) -> SmtpMailer {
    let url = format!("smtp+insecure://127.0.0.1:{}", server.port).into();
    let settings = SmtpSettings { send_timeout: Duration::from_millis(200), ..SmtpSettings::new(url) };
    SmtpMailer::new(&settings, composer()).unwrap()
}

fn unencrypted_mailer(server: &Server) -> SmtpMailer {
    mailer(&format!("smtp+insecure://127.0.0.1:{}", server.port)).unwrap()
}

#[tokio::test]
async fn mail_is_delivered_unchanged() {
    let server = Server::start().await;
    unencrypted_mailer(&server).send(&mail()).await.unwrap();
    let [raw] = server.messages().try_into().unwrap();
    let composed = String::from_utf8(composer().compose(&mail()).unwrap().formatted()).unwrap();
    assert_eq!(raw.trim_end(), composed.trim_end());
    let message = MessageParser::default().parse(&raw).unwrap();
    assert_eq!(message.message_id(), Some("0197f1e2-booked-student@mail.tala.example"));
    let commands = server.script.lock().unwrap().commands.clone();
    let expected =
        ["EHLO tala.example", "MAIL FROM:<classes@tala.example>", "RCPT TO:<asha@example.com>", "DATA", "END"];
    assert_eq!(commands.iter().map(|command| command.trim_end()).collect::<Vec<_>>(), expected);
}

#[tokio::test]
async fn line_with_a_single_dot_does_not_end_the_message() {
    let server = Server::start().await;
    let dots =
        OutgoingMail { text: "one\n.\nRCPT TO:<thief@example.com>\n..\n".to_owned(), invitation: None, ..mail() };
    unencrypted_mailer(&server).send(&dots).await.unwrap();
    let [raw] = server.messages().try_into().unwrap();
    let message = MessageParser::default().parse(&raw).unwrap();
    assert_eq!(message.body_text(0).unwrap(), "one\r\n.\r\nRCPT TO:<thief@example.com>\r\n..\r\n");
    assert_eq!(server.count_commands("RCPT"), 1);
}

#[tokio::test]
async fn connections_are_reused() {
    let server = Server::start().await;
    let mailer = unencrypted_mailer(&server);
    for _ in 0..3 {
        mailer.send(&mail()).await.unwrap();
    }
    assert_eq!(server.messages().len(), 3);
    assert_eq!(server.script.lock().unwrap().connections, 1);
}

#[tokio::test]
async fn reply_4xx_is_temporary_and_5xx_permanent_at_every_step() {
    for step in ["MAIL", "RCPT", "DATA", "END"] {
        for (reply, temporary) in [
            ("450 later", true),
            ("421 closing", true),
            ("452 full", true),
            ("550 no such user", false),
            ("554 no", false),
        ] {
            let server = Server::start().await;
            server.set(|script| script.replies = vec![(step, reply)]);
            let mailer = unencrypted_mailer(&server);
            let error = mailer.send(&mail()).await.unwrap_err();
            assert_eq!(error.is_temporary(), temporary, "{step} {reply}: {error}");
            assert!(error.to_string().contains(&reply[4..]), "{error}");
            server.set(|script| script.replies.clear());
            mailer.send(&mail()).await.unwrap();
            assert_eq!(server.messages().len(), 1, "the mailer works again after {step} {reply}");
        }
    }
}

#[tokio::test]
async fn authentication_failure_is_temporary() {
    for reply in ["535 wrong password", "534 stronger please", "530 first sign in"] {
        let server = Server::start().await;
        server.set(|script| script.replies = vec![("AUTH", reply)]);
        let mailer = mailer(&format!("smtp+insecure://tala:s%2Bcr%40t@127.0.0.1:{}", server.port)).unwrap();
        let error = mailer.send(&mail()).await.unwrap_err();
        assert!(error.is_temporary(), "{error}");
        assert!(!error.to_string().contains("s+cr@t"));
    }
}

#[tokio::test]
async fn user_and_password_are_percent_decoded() {
    let server = Server::start().await;
    mailer(&format!("smtp+insecure://ta%40la:a+b%2F%25@127.0.0.1:{}", server.port))
        .unwrap()
        .send(&mail())
        .await
        .unwrap();
    // "\0ta@la\0a+b/%"
    assert_eq!(server.count_commands("AUTH PLAIN AHRhQGxhAGErYi8l"), 1);
}

#[tokio::test]
async fn connection_of_cancelled_send_is_not_reused() {
    for step in ["NOOP", "MAIL", "RCPT", "DATA", "END"] {
        let server = Server::start().await;
        let mailer = unencrypted_mailer(&server);
        mailer.send(&mail()).await.unwrap();
        server.set(|script| script.silent_at = Some(step));
        let cancelled = mail();
        tokio::select! {
            outcome = mailer.send(&cancelled) => panic!("{step}: {outcome:?}"),
            () = server.wait_for_silence() => {}
        }
        server.send_delayed_reply();
        let second = OutgoingMail { message_id: "second".to_owned(), ..mail() };
        mailer.send(&second).await.unwrap();
        let messages = server.messages();
        assert_eq!(messages.len(), 2, "{step}");
        assert!(messages[1].contains("<second@mail.tala.example>"), "{step}: {}", messages[1]);
        assert_eq!(server.script.lock().unwrap().connections, 2, "{step}");
    }
}

#[tokio::test]
async fn connection_closed_by_server_is_replaced() {
    let server = Server::start().await;
    let mailer = unencrypted_mailer(&server);
    mailer.send(&mail()).await.unwrap();
    server.set(|script| script.hang_up_at = Some("NOOP"));
    mailer.send(&mail()).await.unwrap();
    assert_eq!((server.messages().len(), server.script.lock().unwrap().connections), (2, 2));
}

#[tokio::test]
async fn number_of_connections_is_limited() {
    let server = Server::start().await;
    let mailer = unencrypted_mailer(&server);
    let mail = mail();
    let sent = futures_util::future::join_all((0..20).map(|_| mailer.send(&mail))).await;
    assert!(sent.iter().all(Result::is_ok), "{sent:?}");
    assert_eq!(server.messages().len(), 20);
    assert!(server.script.lock().unwrap().connections <= 4);
}

#[tokio::test]
async fn timeout_disconnect_and_refused_connection_are_temporary() {
    for step in ["EHLO", "MAIL", "RCPT", "DATA", "END"] {
        let server = Server::start().await;
        server.set(|script| script.silent_at = Some(step));
        assert!(mailer_with_short_timeout(&server).send(&mail()).await.unwrap_err().is_temporary(), "silent at {step}");
        let server = Server::start().await;
        server.set(|script| script.hang_up_at = Some(step));
        assert!(unencrypted_mailer(&server).send(&mail()).await.unwrap_err().is_temporary(), "hung up at {step}");
    }
    let closed_port = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let error = mailer(&format!("smtp+insecure://{closed_port}")).unwrap().send(&mail()).await.unwrap_err();
    assert!(error.is_temporary(), "{error}");
}

#[tokio::test]
async fn nothing_is_sent_unencrypted_when_encryption_is_required() {
    let server = Server::start().await;
    let mailer = mailer(&format!("smtp://tala:secret@127.0.0.1:{}", server.port)).unwrap();
    let error = mailer.send(&mail()).await.unwrap_err();
    assert!(error.is_temporary(), "a wrong setting: {error}");
    assert_eq!((server.count_commands("AUTH"), server.count_commands("MAIL")), (0, 0));
}

#[tokio::test]
async fn failed_tls_handshake_sends_no_credentials() {
    let server = Server::start().await;
    server.set(|script| script.replies = vec![("EHLO", "250-mail.test\r\n250 STARTTLS"), ("STARTTLS", "220 go on")]);
    let mailer = mailer(&format!("smtp://tala:secret@127.0.0.1:{}", server.port)).unwrap();
    assert!(mailer.send(&mail()).await.unwrap_err().is_temporary());
    assert_eq!(
        (server.count_commands("STARTTLS"), server.count_commands("AUTH"), server.count_commands("MAIL")),
        (1, 0, 0)
    );
}

#[tokio::test]
async fn non_ascii_address_is_permanent_error_without_smtputf8() {
    let server = Server::start().await;
    let unicode = OutgoingMail { to: address("Asha", "आशा@example.com"), ..mail() };
    let outcome = unencrypted_mailer(&server).send(&unicode).await;
    assert!(matches!(outcome, Err(MailError::Permanent(_))), "{outcome:?}");
}

#[test]
fn invalid_or_insecure_server_url_is_rejected() {
    for url in [
        "smtp://u:p@mail.example.com",
        "smtp://u:p@mail.example.com:587?tls=required",
        "smtps://u:p@mail.example.com",
        "smtp+insecure://localhost:1025",
        "smtp://mail.internal:25?tls=none",
        "smtp+insecure://u:p@127.0.0.1:1025",
        "smtp+insecure://u:p@[::1]:1025",
    ] {
        assert!(mailer(url).is_ok(), "{url}: {:?}", mailer(url).err());
    }
    for url in [
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
        let error = mailer(url).err().unwrap_or_else(|| panic!("{url} was accepted"));
        assert_eq!(error.field, "url");
        assert!(!error.to_string().contains("hunter2"), "{error}");
    }
}
