//! A small SMTP server: it says what it is told to say and keeps what it hears.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// What the server answers, and what it has heard.
#[derive(Default)]
pub(super) struct Talk {
    /// Replies to a command that starts with the given word, in place of the usual one.
    pub(super) replies: Vec<(&'static str, &'static str)>,
    /// Never answers this command.
    pub(super) silent_at: Option<&'static str>,
    /// Hangs up at this command.
    pub(super) hang_up_at: Option<&'static str>,
    pub(super) commands: Vec<String>,
    pub(super) messages: Vec<String>,
    pub(super) connections: usize,
}

#[derive(Default)]
struct Silence {
    fell: Notify,
    over: Notify,
}

pub(super) struct Server {
    pub(super) port: u16,
    pub(super) talk: Arc<Mutex<Talk>>,
    silence: Arc<Silence>,
}

impl Server {
    pub(super) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let talk = Arc::new(Mutex::new(Talk::default()));
        let shared = Arc::clone(&talk);
        let silence = Arc::new(Silence::default());
        let kept = Arc::clone(&silence);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                shared.lock().unwrap().connections += 1;
                tokio::spawn(converse(stream, Arc::clone(&shared), Arc::clone(&kept)));
            }
        });
        Self { port, talk, silence }
    }

    pub(super) fn set(&self, change: impl FnOnce(&mut Talk)) {
        change(&mut self.talk.lock().unwrap());
    }

    /// Returns when the server has heard the command that it does not answer.
    pub(super) async fn fell_silent(&self) {
        self.silence.fell.notified().await;
    }

    /// Gives the answer that was held back, late.
    pub(super) fn answer_late(&self) {
        self.set(|talk| talk.silent_at = None);
        self.silence.over.notify_one();
    }

    pub(super) fn messages(&self) -> Vec<String> {
        self.talk.lock().unwrap().messages.clone()
    }

    pub(super) fn heard(&self, start: &str) -> usize {
        self.talk.lock().unwrap().commands.iter().filter(|command| command.starts_with(start)).count()
    }
}

enum Answer {
    Say(String),
    Silence,
    HangUp,
}

async fn converse(stream: TcpStream, talk: Arc<Mutex<Talk>>, silence: Arc<Silence>) -> Option<()> {
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    writer.write_all(b"220 mail.test ready\r\n").await.ok()?;
    loop {
        let line = lines.next_line().await.ok()??;
        let reply = match answer(&line, &talk) {
            Answer::Say(reply) => reply,
            Answer::Silence => silence.keep().await,
            Answer::HangUp => return None,
        };
        writer.write_all(format!("{reply}\r\n").as_bytes()).await.ok()?;
        if line == "QUIT" {
            return None;
        }
        if !reply.starts_with("354") {
            continue;
        }
        let mut message = String::new();
        loop {
            let line = lines.next_line().await.ok()??;
            if line == "." {
                break;
            }
            message.push_str(line.strip_prefix('.').unwrap_or(&line));
            message.push_str("\r\n");
        }
        let reply = match answer("END", &talk) {
            Answer::Say(reply) => reply,
            Answer::Silence => silence.keep().await,
            Answer::HangUp => return None,
        };
        if reply.starts_with("250 ok") {
            talk.lock().unwrap().messages.push(message);
        }
        writer.write_all(format!("{reply}\r\n").as_bytes()).await.ok()?;
    }
}

impl Silence {
    /// Says nothing until it is told to, and then what it would have said.
    async fn keep(&self) -> String {
        self.fell.notify_one();
        self.over.notified().await;
        "250 late".to_owned()
    }
}

fn answer(command: &str, talk: &Mutex<Talk>) -> Answer {
    let mut talk = talk.lock().unwrap();
    talk.commands.push(command.to_owned());
    if talk.silent_at.is_some_and(|at| command.starts_with(at)) {
        return Answer::Silence;
    }
    if talk.hang_up_at.is_some_and(|at| command.starts_with(at)) {
        return Answer::HangUp;
    }
    if let Some((_, reply)) = talk.replies.iter().find(|(start, _)| command.starts_with(start)) {
        return Answer::Say((*reply).to_owned());
    }
    Answer::Say(match command.split(' ').next().unwrap() {
        "EHLO" => "250-mail.test\r\n250 AUTH PLAIN".to_owned(),
        "AUTH" => "235 welcome".to_owned(),
        "DATA" => "354 go on".to_owned(),
        "QUIT" => "221 bye".to_owned(),
        _ => "250 ok".to_owned(),
    })
}
