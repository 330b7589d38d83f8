//! The `tala` command.

mod commands;
mod logging;
mod output;

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory as _, Parser, Subcommand};
use tala_app::context::Ctx;
use tala_server::config::{self, Config, DEFAULTS};
use tala_server::serve::{ProcessMode, run as serve};
use tala_server::{demo, wiring};

use commands::{admin, backup, coupon, credits, keys, ledger, payout, sandbox, teacher};
use output::{print, rejected};

#[derive(Parser)]
#[command(name = "tala", version, about = "A marketplace for live dance classes, by invitation")]
struct Cli {
    /// Configuration file; `tala config default` prints all settings
    #[arg(long, short, global = true, env = "TALA_CONFIG")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Start the server and its background jobs
    Serve {
        /// Leave background jobs to a separate `tala worker`
        #[arg(long)]
        no_worker: bool,
    },
    /// Run background jobs only
    Worker,
    /// Start a demo school with its own data directory
    Demo,
    /// Create or update the database schema
    Migrate,
    /// Back up the database and the master key into a new directory, while servers run
    Backup(backup::BackupArguments),
    /// Restore a backup into an empty database, update its schema and check the ledger. Exits with 1 if the check has
    /// findings
    Restore(backup::RestoreArguments),
    /// Manage administrators. A password is read from standard input, or generated and printed once
    #[command(subcommand)]
    Admin(admin::AdminCommand),
    /// Manage teachers
    #[command(subcommand)]
    Teacher(teacher::TeacherCommand),
    /// Manage students' credits
    #[command(subcommand)]
    Credits(credits::CreditsCommand),
    /// Manage coupons
    #[command(subcommand)]
    Coupon(coupon::CouponCommand),
    /// Create and settle payouts to teachers
    #[command(subcommand)]
    Payout(payout::PayoutCommand),
    /// Check the ledger
    #[command(subcommand)]
    Ledger(ledger::LedgerCommand),
    /// Start the Razorpay sandbox, to test payments without money
    Sandbox(sandbox::SandboxArguments),
    /// Print the OpenAPI description of the API
    Openapi,
    /// Change the master key
    #[command(subcommand)]
    Keys(keys::KeysCommand),
    /// Check and show the configuration
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Print a completion script for your shell, such as `tala completion bash > /etc/bash_completion.d/tala`
    Completion {
        /// The shell
        shell: clap_complete::Shell,
    },
}

#[derive(Subcommand)]
enum ConfigCommand {
    /// Validate the configuration and print it without secrets
    Check,
    /// Print the default configuration with comments
    Default,
}

impl Command {
    fn is_server(&self) -> bool {
        matches!(self, Self::Serve { .. } | Self::Worker | Self::Demo | Self::Sandbox(_))
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli).await {
        Ok(code) => code,
        Err(error) => {
            // Without a backtrace, regardless of RUST_BACKTRACE: these errors are for operators.
            let _ = writeln!(std::io::stderr(), "error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> Result<ExitCode> {
    match &cli.command {
        Command::Completion { shell } => {
            clap_complete::generate(*shell, &mut Cli::command(), "tala", &mut std::io::stdout());
            return Ok(ExitCode::SUCCESS);
        }
        Command::Openapi => {
            return print(&tala_app::router::openapi_json().map_err(rejected)?).map(|()| ExitCode::SUCCESS);
        }
        Command::Config(ConfigCommand::Default) => return print(DEFAULTS).map(|()| ExitCode::SUCCESS),
        _ => {}
    }
    let config = load(&cli)?;
    logging::init(&config, cli.command.is_server())?;
    match cli.command {
        Command::Ledger(command) => return ledger::run(&open(&config).await?, command).await,
        Command::Restore(arguments) => return Box::pin(backup::restore(&config, &arguments)).await,
        command => run_command(&config, command).await?,
    }
    Ok(ExitCode::SUCCESS)
}

fn load(cli: &Cli) -> Result<Config> {
    let environment: BTreeMap<String, String> = std::env::vars().collect();
    let mut config = config::load(cli.config.as_deref(), &environment)?;
    if matches!(cli.command, Command::Demo) {
        demo::adapt_config(&mut config);
    }
    Ok(config)
}

/// Runs a command whose exit code is always 0 on success.
async fn run_command(config: &Config, command: Command) -> Result<()> {
    match command {
        Command::Serve { no_worker } => {
            let mode = if no_worker { ProcessMode::HttpOnly } else { ProcessMode::HttpAndWorker };
            serve(config, mode, Box::pin(wiring::build(config, false)), |address| {
                tracing::info!(%address, "listening");
            })
            .await
        }
        Command::Worker => serve(config, ProcessMode::WorkerOnly, Box::pin(wiring::build(config, false)), |_| {}).await,
        Command::Demo => commands::demo::run(config).await,
        Command::Migrate => {
            Box::pin(wiring::build(config, false)).await?;
            print("Database schema: up to date\n")
        }
        Command::Backup(arguments) => backup::back_up(config, &arguments).await,
        Command::Admin(command) => admin::run(&open(config).await?, command).await,
        Command::Teacher(command) => teacher::run(&open(config).await?, command).await,
        Command::Credits(command) => credits::run(&open(config).await?, command).await,
        Command::Coupon(command) => coupon::run(&open(config).await?, command).await,
        Command::Payout(command) => payout::run(&open(config).await?, command).await,
        Command::Keys(command) => keys::run(config, command).await,
        Command::Sandbox(arguments) => sandbox::run(arguments).await,
        Command::Config(ConfigCommand::Check) => check_config(config),
        Command::Config(ConfigCommand::Default)
        | Command::Completion { .. }
        | Command::Openapi
        | Command::Ledger(_)
        | Command::Restore(_) => Ok(()),
    }
}

/// Opens the database for a command.
async fn open(config: &Config) -> Result<Ctx> {
    Ok(Box::pin(wiring::build_for_command(config)).await?.ctx)
}

fn check_config(config: &Config) -> Result<()> {
    wiring::check(config, false)?;
    print(&toml::to_string_pretty(config)?)?;
    keys::previous_key_reminder(config)?.map_or(Ok(()), |reminder| print(&reminder))
}
