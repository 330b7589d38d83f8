//! T9: how long the program takes from its start to the first answer on this database, and what it takes of the machine.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};

use crate::load::{self, Connection, get_with};
use crate::place::Place;
use crate::report::Report;

const PATIENCE: Duration = Duration::from_secs(60);
/// By then the worker has done its first round.
const IDLE_AFTER: Duration = Duration::from_secs(10);

/// Starts the program three times; reports the median of the times, and the memory when idle.
pub fn measure(program: &Path, place: &Place) -> Result<Report> {
    let mut report = Report::default();
    let mut starts = Vec::new();
    let mut idle = 0;
    for turn in 0..3 {
        let server = Started::start(program, place)?;
        starts.push(server.took);
        if turn == 2 {
            std::thread::sleep(IDLE_AFTER);
            idle = resident_bytes(server.child.id())?;
        }
        server.stop()?;
    }
    starts.sort_unstable();
    let size = std::fs::metadata(program)?.len();
    report.once("T9 start to first answer", starts.get(1).copied().unwrap_or_default(), "", "≤ 0.1 s");
    report.size("T9 memory when idle", idle, ("MB", 1_000_000), "≤ 35 MB");
    report.size("T9 the program", size, ("MiB", 1 << 20), "≤ 36 MiB");
    Ok(report)
}

struct Started {
    child: Child,
    took: Duration,
    _folder: tempfile::TempDir,
}

impl Started {
    fn start(program: &Path, place: &Place) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let address = TcpListener::bind(address)?.local_addr()?;
        let begun = Instant::now();
        let child = Command::new(program)
            .arg("serve")
            .env("TALA__SERVER__LISTEN", address.to_string())
            .env("TALA__SERVER__PUBLIC_URL", format!("http://localhost:{}", address.port()))
            .env("TALA__DATA__FOLDER", folder.path())
            .env("TALA__DATABASE__URL", place.url())
            .env("TALA__SECRETS__MASTER_KEY", "5a".repeat(32))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| program.display().to_string())?;
        let mut started = Self { child, took: Duration::ZERO, _folder: folder };
        let answered = load::asking()?.block_on(first_answer(address, &mut started.child));
        if let Err(error) = answered {
            started.child.kill()?;
            return Err(error);
        }
        started.took = begun.elapsed();
        Ok(started)
    }

    fn stop(mut self) -> Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

async fn first_answer(address: SocketAddr, child: &mut Child) -> Result<()> {
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        if let Some(status) = child.try_wait()? {
            anyhow::bail!("the program ended with {status}");
        }
        let Ok(mut connection) = Connection::open(address).await else {
            tokio::time::sleep(Duration::from_millis(1)).await;
            continue;
        };
        let reply = connection.ask(&get_with("/readyz", &[])).await?;
        ensure!(reply.status == 200, "not ready: {}", reply.status);
        return Ok(());
    }
    anyhow::bail!("no answer for {} s", PATIENCE.as_secs())
}

fn resident_bytes(process: u32) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).context("no VmRSS")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<u64>()? * 1024)
}
