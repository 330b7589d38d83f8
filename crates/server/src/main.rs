//! The `tala` command.

mod admin;
mod copies;
mod keys;
mod payout;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use clap::{Parser, Subcommand};
use tala_app::error::AppError;
use tala_app::services::coupons::{AddCoupon, add_coupon, stop_coupon};
use tala_app::services::credit_grants::{GrantCredits, grant_credits};
use tala_app::services::ledger_check::{COMPARED_DAYS, Report, SECOND_LOOK, check_books_twice};
use tala_app::services::teacher_approval::{ApproveTeacher, approve_teacher};
use tala_server::config::{self, Config, DEFAULTS};
use tala_server::serve::{Halves, run};
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
    /// Copy the database and the master key into a new folder, while servers go on.
    Backup(copies::BackupArguments),
    /// Put a copy into an empty place, bring its schema up to date and check the books; exits with 1 when they differ.
    Restore(copies::RestoreArguments),
    /// Look after administrators. A password is read from standard input, or made and printed once.
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// Look after teachers.
    #[command(subcommand)]
    Teacher(TeacherCommand),
    /// Look after students' credits.
    #[command(subcommand)]
    Credits(CreditsCommand),
    /// Look after coupons.
    #[command(subcommand)]
    Coupon(CouponCommand),
    /// Pay teachers.
    #[command(subcommand)]
    Payout(payout::PayoutCommand),
    /// Prove the books.
    #[command(subcommand)]
    Ledger(Ledger),
    /// Serve a stand-in for Razorpay, to try payments without money.
    Sandbox(SandboxArguments),
    /// Print the OpenAPI description.
    Openapi,
    /// Change the master key.
    #[command(subcommand)]
    Keys(keys::KeysCommand),
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
enum CouponCommand {
    /// Make a coupon.
    Add {
        /// 3 to 32 letters, digits, - and _.
        code: String,
        /// What it takes off the price, 1 to 100.
        #[arg(long)]
        percent: u32,
        /// The first instant at which it can be used, such as 2026-12-01T00:00:00+05:30.
        #[arg(long)]
        from: Option<jiff::Timestamp>,
        /// The first instant at which it no longer can.
        #[arg(long)]
        until: Option<jiff::Timestamp>,
        /// How often it can be used, by all students together.
        #[arg(long)]
        limit: Option<u32>,
        /// How often one student can use it.
        #[arg(long)]
        limit_per_student: Option<u32>,
        /// INR or USD, if it is for one currency only.
        #[arg(long)]
        currency: Option<String>,
        /// The address of a teacher, if it is for the classes of one only.
        #[arg(long)]
        teacher: Option<String>,
        /// What it is for.
        #[arg(long, default_value = "")]
        note: String,
    },
    /// End a coupon at once; what was bought with it stays.
    Stop {
        /// The code, as students type it.
        code: String,
    },
}

#[derive(Subcommand)]
enum Ledger {
    /// Check money, credits, bookings, seats, orders and the payment provider's records against each other; exits with 1
    /// and names what differs, or with 2 when the provider did not answer. What differs from the provider's records is
    /// looked at once more after a minute.
    Check {
        /// Compare the provider's payments of so many days.
        #[arg(long, default_value_t = COMPARED_DAYS)]
        days: i64,
    },
}

#[derive(clap::Args)]
struct SandboxArguments {
    /// Where to listen.
    #[arg(long, default_value = "127.0.0.1:4190")]
    listen: String,
    /// Where browsers and clients reach it, without a trailing slash.
    #[arg(long, default_value = "http://localhost:4190")]
    base_url: String,
    /// Where it keeps its state; nowhere, if absent.
    #[arg(long)]
    file: Option<PathBuf>,
    /// Public half of its key.
    #[arg(long, default_value = "rzp_test_Sandbox")]
    key_id: String,
    /// Secret half of its key.
    #[arg(long, env = "TALA_SANDBOX_KEY_SECRET", default_value = "sandbox_secret", hide_env_values = true)]
    key_secret: String,
    /// Where it sends its events.
    #[arg(long, requires = "webhook_secret")]
    webhook_url: Option<String>,
    /// What signs them.
    #[arg(long, env = "TALA_SANDBOX_WEBHOOK_SECRET", hide_env_values = true)]
    webhook_secret: Option<String>,
}

#[derive(Subcommand)]
enum Settings {
    /// Check the settings and show what came out, secrets left out.
    Check,
    /// Print the commented defaults.
    Default,
}

/// Nothing differs in our own books, and the provider's could not be read.
const NOT_COMPARED: u8 = 2;

#[tokio::main]
async fn main() -> Result<ExitCode> {
    let cli = Cli::parse();
    if let Command::Ledger(Ledger::Check { days }) = cli.command {
        let config = load(&cli)?;
        start_log(&config)?;
        return check_ledger(&config, days).await;
    }
    if let Command::Restore(arguments) = &cli.command {
        let config = load(&cli)?;
        start_log(&config)?;
        return Box::pin(copies::restore(&config, arguments)).await;
    }
    act(cli).await.map(|()| ExitCode::SUCCESS)
}

fn load(cli: &Cli) -> Result<Config> {
    let environment: BTreeMap<String, String> = std::env::vars().collect();
    let mut config = config::load(cli.config.as_deref(), &environment)?;
    if matches!(cli.command, Command::Demo) {
        demo::adjust(&mut config);
    }
    Ok(config)
}

async fn act(cli: Cli) -> Result<()> {
    match &cli.command {
        Command::Openapi => return print(&tala_app::router::openapi_json()?),
        Command::Config(Settings::Default) => return print(DEFAULTS),
        _ => {}
    }
    let config = load(&cli)?;
    start_log(&config)?;
    match cli.command {
        Command::Serve { no_worker } => {
            let halves = if no_worker { Halves::HttpOnly } else { Halves::Both };
            run(&config, halves, Box::pin(parts::build(&config, false)), |address| {
                tracing::info!(%address, "listening");
            })
            .await
        }
        Command::Worker => run(&config, Halves::WorkerOnly, Box::pin(parts::build(&config, false)), |_| {}).await,
        Command::Demo => run_demo(&config).await,
        Command::Migrate => parts::build(&config, false).await.map(|_| ()),
        Command::Backup(arguments) => copies::back_up(&config, &arguments).await,
        Command::Admin(command) => admin::run(&parts::build(&config, false).await?.ctx, command).await,
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
        Command::Coupon(command) => look_after_coupon(&config, command).await,
        Command::Payout(command) => payout::run(&parts::build(&config, false).await?.ctx, command).await,
        Command::Keys(command) => keys::run(&config, command).await,
        Command::Sandbox(arguments) => serve_sandbox(arguments).await,
        Command::Config(_) => {
            parts::check(&config, false)?;
            print(&toml::to_string_pretty(&config)?)?;
            keys::reminder(&config)?.map_or(Ok(()), |reminder| print(&reminder))
        }
        Command::Openapi | Command::Ledger(_) | Command::Restore(_) => Ok(()),
    }
}

fn said(error: AppError) -> anyhow::Error {
    anyhow::anyhow!("{error}")
}

async fn run_demo(config: &Config) -> Result<()> {
    let public_url = config.server.public_url.clone();
    run(config, Halves::Both, Box::pin(demo::build(config)), |_| {
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
    let (name, password) = demo::ADMIN;
    lines.push(String::new());
    lines.push(format!("  The back office is at {public_url}/admin-login, name: {name}, password: {password}"));
    lines.extend([String::new(), "  Stop with Ctrl+C.".to_owned(), String::new()]);
    lines.join("\n")
}

async fn look_after_coupon(config: &Config, command: CouponCommand) -> Result<()> {
    let ctx = parts::build(config, false).await?.ctx;
    match command {
        CouponCommand::Add { code, percent, from, until, limit, limit_per_student, currency, teacher, note } => {
            let (starts_at, ends_at) = (from, until);
            let request =
                AddCoupon { code, percent, starts_at, ends_at, limit, limit_per_student, currency, teacher, note };
            let code = add_coupon(&ctx, &request).await.map_err(said)?;
            print(&format!("Made. Students type {code}.\n"))
        }
        CouponCommand::Stop { code } => {
            stop_coupon(&ctx, &code).await.map_err(said)?;
            print("Stopped.\n")
        }
    }
}

async fn check_ledger(config: &Config, days: i64) -> Result<ExitCode> {
    let ctx = parts::build(config, false).await?.ctx;
    let report = check_books_twice(&ctx, days, async { tokio::time::sleep(SECOND_LOOK).await }).await?;
    show_findings(&report)?;
    if let Some(reason) = &report.not_compared {
        print(&format!("Not compared with the payment provider: {reason}\n"))?;
    }
    match report.findings.len() {
        // Silence of a provider is not agreement.
        0 if report.not_compared.is_some() && ctx.payments.is_some() => {
            print("Our own books agree.\n")?;
            return Ok(ExitCode::from(NOT_COMPARED));
        }
        0 => print("The books agree.\n")?,
        count => bail!("{count} differences"),
    }
    Ok(ExitCode::SUCCESS)
}

fn show_findings(report: &Report) -> Result<()> {
    for finding in &report.findings {
        let subject = finding.subject.map(|subject| subject.to_string()).unwrap_or_default();
        print(&format!(
            "{}: {} {subject}: {} instead of {} {}\n",
            finding.rule, finding.meaning, finding.stored, finding.ledger, finding.commodity
        ))?;
    }
    Ok(())
}

async fn serve_sandbox(arguments: SandboxArguments) -> Result<()> {
    let SandboxArguments { listen, base_url, file, key_id, key_secret, webhook_url, webhook_secret } = arguments;
    let webhook = webhook_url.zip(webhook_secret).map(|(url, secret)| razorpay_sandbox::Webhook { url, secret });
    let config =
        razorpay_sandbox::Config { webhook, file, ..razorpay_sandbox::Config::new(&base_url, &key_id, &key_secret) };
    let sandbox = razorpay_sandbox::Sandbox::open(config)?;
    let listener =
        tokio::net::TcpListener::bind(&listen).await.with_context(|| format!("cannot listen on {listen}"))?;
    print(&format!("The sandbox is at {base_url}, its operator's page at {base_url}/operator\n"))?;
    let stop = async {
        let _ = tokio::signal::ctrl_c().await;
    };
    Ok(razorpay_sandbox::serve(sandbox, listener, stop).await?)
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
