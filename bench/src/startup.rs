//! T9: start-up time, idle memory and size of the program, on the stored data.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use crate::load::{self, Connection, get_with};
use crate::report::Report;
use crate::temp_database::TempDatabase;

const START_TIMEOUT: Duration = Duration::from_secs(60);
/// The worker's first round is over by then.
const IDLE_AFTER: Duration = Duration::from_secs(10);

/// Starts the program three times. Reports the median start-up time, and the idle memory.
pub fn measure(program: &Path, database: &TempDatabase) -> Result<Report> {
    let mut report = Report::default();
    let mut starts = Vec::new();
    let mut idle = 0;
    for run in 0..3 {
        let server = ServerProcess::start(program, database)?;
        starts.push(server.startup);
        if run == 2 {
            std::thread::sleep(IDLE_AFTER);
            idle = resident_bytes(server.child.id())?;
        }
        server.stop()?;
    }
    starts.sort_unstable();
    let size = std::fs::metadata(program)?.len();
    report.add_duration("T9 start to first response", starts.get(1).copied().unwrap_or_default(), "", "≤ 0.1 s");
    report.add_size("T9 idle memory", idle, ("MB", 1_000_000), "≤ 35 MB");
    report.add_size("T9 program", size, ("MiB", 1 << 20), "≤ 36 MiB");
    Ok(report)
}

struct ServerProcess {
    child: Child,
    startup: Duration,
    _dir: tempfile::TempDir,
}

impl ServerProcess {
    fn start(program: &Path, database: &TempDatabase) -> Result<Self> {
        let dir = tempfile::tempdir()?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let address = TcpListener::bind(address)?.local_addr()?;
        let begun = Instant::now();
        let child = Command::new(program)
            .arg("serve")
            .env("TALA__SERVER__LISTEN", address.to_string())
            .env("TALA__SERVER__PUBLIC_URL", format!("http://localhost:{}", address.port()))
            .env("TALA__DATA__DIR", dir.path())
            .env("TALA__DATABASE__URL", database.url())
            .env("TALA__SECRETS__MASTER_KEY", "5a".repeat(32))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| program.display().to_string())?;
        let mut started = Self { child, startup: Duration::ZERO, _dir: dir };
        let responded = load::client_runtime()?.block_on(first_response(address, &mut started.child));
        if let Err(error) = responded {
            started.child.kill()?;
            return Err(error);
        }
        started.startup = begun.elapsed();
        Ok(started)
    }

    fn stop(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

async fn first_response(address: SocketAddr, child: &mut Child) -> Result<()> {
    let begun = Instant::now();
    while begun.elapsed() < START_TIMEOUT {
        if let Some(status) = child.try_wait()? {
            anyhow::bail!("the program exited with {status}");
        }
        let Ok(mut connection) = Connection::open(address).await else {
            tokio::time::sleep(Duration::from_millis(1)).await;
            continue;
        };
        let response = connection.send(&get_with("/readyz", &[])).await?;
        ensure!(response.status == 200, "not ready: {}", response.status);
        return Ok(());
    }
    anyhow::bail!("no response within {} s", START_TIMEOUT.as_secs())
}

fn resident_bytes(process: u32) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS in /proc/PID/status")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? * 1024)
}
