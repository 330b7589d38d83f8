//! The `tala` command.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use clap::{Parser, Subcommand};
use tala_app::error::ApiError;
use tala_app::operator::{ApproveTeacher, GrantCredits, approve_teacher, grant_credits};
use tala_server::config::{self, Config, DEFAULTS};
use tala_server::serve::{Halves, serve};
use tala_server::{demo, parts};

#[derive(Parser)]
#[command(name = "tala", version, about = "Live virtual dance classes, by invitation")]
struct Cli {
    /// Settings file; see `tala config default`.
    #[arg(long, short, global = true, env = "TALA_CONFIG")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve HTTP and do the outbox's work.
    Serve {
        /// Leave the outbox to a `tala worker` elsewhere.
        #[arg(long)]
        no_worker: bool,
    },
    /// Do the outbox's work alone.
    Worker,
    /// Serve a school of demo people, in a data folder of its own.
    Demo,
    /// Bring the database's schema up to date, and stop.
    Migrate,
    /// Look after teachers.
    #[command(subcommand)]
    Teacher(TeacherCommand),
    /// Look after students' credits.
    #[command(subcommand)]
    Credits(CreditsCommand),
    /// Prove the books.
    #[command(subcommand)]
    Ledger(Ledger),
    /// Print the OpenAPI description.
    Openapi,
    /// Look at the settings.
    #[command(subcommand)]
    Config(Settings),
}

#[derive(Subcommand)]
enum TeacherCommand {
    /// Make somebody who has signed in once an approved teacher, and print the invite code.
    Approve {
        /// The address with which the person has signed in.
        email: String,
        /// The video meeting link of the classes.
        #[arg(long)]
        meeting_link: Option<String>,
        /// A dance style; may be repeated.
        #[arg(long = "style")]
        styles: Vec<String>,
    },
}

#[derive(Subcommand)]
enum CreditsCommand {
    /// Give a student class credits.
    Grant {
        /// The student's address.
        email: String,
        /// How many classes.
        #[arg(long)]
        classes: u32,
        /// Valid for so many days.
        #[arg(long, default_value_t = 60)]
        days: i64,
        /// Why; kept in the audit log.
        #[arg(long)]
        reason: String,
    },
}

#[derive(Subcommand)]
enum Ledger {
    /// Check sums, lots, bookings and seats against each other; exits with 1 and names what differs.
    Check,
}

#[derive(Subcommand)]
enum Settings {
    /// Check the settings and show what came out, secrets left out.
    Check,
    /// Print the commented defaults.
    Default,
}

#[tokio::main]
async fn main() -> Result<()> {
    let cli = Cli::parse();
    match &cli.command {
        Command::Openapi => return print(&tala_app::openapi::openapi_json()?),
        Command::Config(Settings::Default) => return print(DEFAULTS),
        _ => {}
    }
    let environment: BTreeMap<String, String> = std::env::vars().collect();
    let mut config = config::load(cli.config.as_deref(), &environment)?;
    if matches!(cli.command, Command::Demo) && config.database.url.is_empty() && config.data.folder == *"data" {
        config.data.folder = PathBuf::from("data/demo");
    }
    start_log(&config)?;
    match cli.command {
        Command::Serve { no_worker } => {
            let halves = if no_worker { Halves::HttpOnly } else { Halves::Both };
            serve(&config, parts::build(&config, false).await?, halves, |address| {
                tracing::info!(%address, "listening");
            })
            .await
        }
        Command::Worker => serve(&config, parts::build(&config, false).await?, Halves::WorkerOnly, |_| {}).await,
        Command::Demo => run_demo(&config).await,
        Command::Migrate => parts::build(&config, false).await.map(|_| ()),
        Command::Teacher(TeacherCommand::Approve { email, meeting_link, styles }) => {
            let request = ApproveTeacher { email, meeting_link, dance_styles: styles };
            let code = approve_teacher(&parts::build(&config, false).await?.ctx, &request).await;
            print(&format!("Approved. Invite code: {}\n", code.map_err(said)?))
        }
        Command::Credits(CreditsCommand::Grant { email, classes, days, reason }) => {
            let request = GrantCredits { email, classes, days, reason };
            grant_credits(&parts::build(&config, false).await?.ctx, &request).await.map_err(said)?;
            print("Granted.\n")
        }
        Command::Ledger(Ledger::Check) => check_ledger(&config).await,
        Command::Config(_) => {
            parts::check(&config, false)?;
            print(&toml::to_string_pretty(&config)?)
        }
        Command::Openapi => Ok(()),
    }
}

fn said(error: ApiError) -> anyhow::Error {
    anyhow::anyhow!("{error}")
}

async fn run_demo(config: &Config) -> Result<()> {
    let parts = parts::build(config, true).await?;
    demo::prepare(&parts).await?;
    let public_url = config.server.public_url.clone();
    serve(config, parts, Halves::Both, |_| {
        if let Err(error) = print(&demo_banner(&public_url)) {
            tracing::warn!(%error, "cannot print the addresses");
        }
    })
    .await
}

fn demo_banner(public_url: &str) -> String {
    let mut lines = vec![
        String::new(),
        format!("  Tala is running at {public_url}"),
        format!("  Every mail lands at {public_url}/dev/mailbox, the API is described at {public_url}/api/docs"),
        String::new(),
        format!("  Sign in with any of these, password: {}", demo::PASSWORD),
    ];
    lines.extend(demo::sign_ins().iter().map(|who| format!("    {:<18} {:<18} {}", who.email, who.name, who.about)));
    lines.extend([String::new(), "  Stop with Ctrl+C.".to_owned(), String::new()]);
    lines.join("\n")
}

async fn check_ledger(config: &Config) -> Result<()> {
    let store = tala_store::Store::open(&parts::database_url(config, "tala.db"), config.database.max_connections)
        .await
        .context("cannot open the database (database.url)")?;
    let findings = tala_store::ledger::check(store.read()).await?;
    if findings.is_empty() {
        return print("The books agree.\n");
    }
    for finding in &findings {
        print(&format!("{finding:?}\n"))?;
    }
    bail!("{} differences", findings.len())
}

fn start_log(config: &Config) -> Result<()> {
    let filter = tracing_subscriber::EnvFilter::try_new(&config.log.filter).context("log.filter")?;
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if config.log.format == "json" {
        log.json().flatten_event(true).init();
    } else {
        log.with_target(false).init();
    }
    Ok(())
}

fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}
