//! A scripted SMTP server for tests, which records what it receives.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;

/// The script of the server, and what it has received.
#[derive(Default)]
pub(super) struct SmtpScript {
    /// Replies to commands with the given prefix, instead of the default.
    pub(super) replies: Vec<(&'static str, &'static str)>,
    /// The server does not reply to commands with this prefix.
    pub(super) silent_at: Option<&'static str>,
    /// The server closes the connection at commands with this prefix.
    pub(super) hang_up_at: Option<&'static str>,
    pub(super) commands: Vec<String>,
    pub(super) messages: Vec<String>,
    pub(super) connections: usize,
}

/// Signals around a delayed reply.
#[derive(Default)]
struct ReplyDelay {
    started: Notify,
    ended: Notify,
}

pub(super) struct Server {
    pub(super) port: u16,
    pub(super) script: Arc<Mutex<SmtpScript>>,
    delay: Arc<ReplyDelay>,
}

impl Server {
    pub(super) async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let script = Arc::new(Mutex::new(SmtpScript::default()));
        let shared_script = Arc::clone(&script);
        let delay = Arc::new(ReplyDelay::default());
        let shared_delay = Arc::clone(&delay);
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                shared_script.lock().unwrap().connections += 1;
                tokio::spawn(serve(stream, Arc::clone(&shared_script), Arc::clone(&shared_delay)));
            }
        });
        Self { port, script, delay }
    }

    pub(super) fn set(&self, change: impl FnOnce(&mut SmtpScript)) {
        change(&mut self.script.lock().unwrap());
    }

    /// Waits until the server has received the command that it does not reply to.
    pub(super) async fn wait_for_silence(&self) {
        self.delay.started.notified().await;
    }

    /// Sends the delayed reply.
    pub(super) fn send_delayed_reply(&self) {
        self.set(|script| script.silent_at = None);
        self.delay.ended.notify_one();
    }

    pub(super) fn messages(&self) -> Vec<String> {
        self.script.lock().unwrap().messages.clone()
    }

    pub(super) fn count_commands(&self, prefix: &str) -> usize {
        self.script.lock().unwrap().commands.iter().filter(|command| command.starts_with(prefix)).count()
    }
}

enum Reaction {
    Reply(String),
    Silence,
    HangUp,
}

async fn serve(stream: TcpStream, script: Arc<Mutex<SmtpScript>>, delay: Arc<ReplyDelay>) -> Option<()> {
    let (reader, mut writer) = stream.into_split();
    let mut lines = BufReader::new(reader).lines();
    writer.write_all(b"220 mail.test ready\r\n").await.ok()?;
    loop {
        let line = lines.next_line().await.ok()??;
        let reply = match react(&line, &script) {
            Reaction::Reply(reply) => reply,
            Reaction::Silence => delay.wait().await,
            Reaction::HangUp => return None,
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
        let reply = match react("END", &script) {
            Reaction::Reply(reply) => reply,
            Reaction::Silence => delay.wait().await,
            Reaction::HangUp => return None,
        };
        if reply.starts_with("250 ok") {
            script.lock().unwrap().messages.push(message);
        }
        writer.write_all(format!("{reply}\r\n").as_bytes()).await.ok()?;
    }
}

impl ReplyDelay {
    /// Waits for `send_delayed_reply`, then returns the reply.
    async fn wait(&self) -> String {
        self.started.notify_one();
        self.ended.notified().await;
        "250 late".to_owned()
    }
}

/// Records a command and returns the scripted reaction.
fn react(command: &str, script: &Mutex<SmtpScript>) -> Reaction {
    let mut script = script.lock().unwrap();
    script.commands.push(command.to_owned());
    if script.silent_at.is_some_and(|prefix| command.starts_with(prefix)) {
        return Reaction::Silence;
    }
    if script.hang_up_at.is_some_and(|prefix| command.starts_with(prefix)) {
        return Reaction::HangUp;
    }
    if let Some((_, reply)) = script.replies.iter().find(|(prefix, _)| command.starts_with(prefix)) {
        return Reaction::Reply((*reply).to_owned());
    }
    Reaction::Reply(match command.split(' ').next().unwrap() {
        "EHLO" => "250-mail.test\r\n250 AUTH PLAIN".to_owned(),
        "AUTH" => "235 welcome".to_owned(),
        "DATA" => "354 go on".to_owned(),
        "QUIT" => "221 bye".to_owned(),
        _ => "250 ok".to_owned(),
    })
}
