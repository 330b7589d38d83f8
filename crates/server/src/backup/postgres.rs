//! PostgreSQL's own programs do the copying there. What they need to know travels in their environment, never on the
//! command line, where every user of the machine could read it.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, Result, bail};
use tokio::process::Command;
use url::Url;

/// Where Debian keeps the programs of each major version.
const DEBIAN: &str = "/usr/lib/postgresql";

/// Writes the whole database, as it is at one instant, into a new file.
pub(super) async fn dump(url: &str, file: &Path) -> Result<()> {
    let mut command = program("pg_dump", url)?;
    command.args(["--format=custom", "--no-owner", "--no-privileges", "--no-comments", "--no-password", "--file"]);
    finish(command.arg(file), "pg_dump").await
}

/// Puts a dump into an empty database: all of it, or nothing.
pub(super) async fn restore(url: &str, file: &Path) -> Result<()> {
    let mut command = program("pg_restore", url)?;
    command.args(["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--no-comments"]);
    command.args(["--no-password", "--dbname", &connection(url)?.database]).arg(file);
    finish(&mut command, "pg_restore").await
}

/// Refuses to begin without the program.
pub(super) fn look_for(name: &str) -> Result<PathBuf> {
    let mut folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    let mut versions: Vec<(u32, PathBuf)> = std::fs::read_dir(DEBIAN)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    versions.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
    folders.extend(versions.into_iter().map(|(_, folder)| folder));
    folders.into_iter().map(|folder| folder.join(name)).find(|path| path.is_file()).with_context(|| {
        format!(
            "{name} is missing: PostgreSQL's client programs copy its databases. Install the ones of the server's version \
             or newer (Debian: apt-get install postgresql-client), or put them into PATH"
        )
    })
}

fn program(name: &str, url: &str) -> Result<Command> {
    let connection = connection(url)?;
    let mut command = Command::new(look_for(name)?);
    command.stdin(Stdio::null()).stdout(Stdio::null()).kill_on_drop(true).envs(connection.environment);
    command.env("PGDATABASE", connection.database);
    Ok(command)
}

async fn finish(command: &mut Command, name: &str) -> Result<()> {
    let output = command.stderr(Stdio::piped()).output().await.with_context(|| format!("cannot start {name}"))?;
    if !output.status.success() {
        bail!("{name} failed ({}): {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(())
}

struct Connection {
    database: String,
    environment: Vec<(&'static str, String)>,
}

/// What the URL says, in the variables that PostgreSQL's programs read. What it leaves open they find as the server does.
fn connection(url: &str) -> Result<Connection> {
    let url = Url::parse(url).context("database.url")?;
    let decoded = |text: &str| -> Result<String> {
        let pair = format!("x={}", text.replace('+', "%2B"));
        let (_, value) = url::form_urlencoded::parse(pair.as_bytes()).next().context("database.url")?;
        Ok(value.into_owned())
    };
    let mut environment = Vec::new();
    let mut set = |name: &'static str, value: String| {
        if !value.is_empty() {
            environment.push((name, value));
        }
    };
    set("PGHOST", decoded(url.host_str().unwrap_or_default())?.trim_matches(['[', ']']).to_owned());
    set("PGPORT", url.port().map(|port| port.to_string()).unwrap_or_default());
    set("PGUSER", decoded(url.username())?);
    set("PGPASSWORD", decoded(url.password().unwrap_or_default())?);
    let mut database = decoded(url.path().trim_start_matches('/'))?;
    for (key, value) in url.query_pairs() {
        let name = match key.as_ref() {
            "host" | "hostaddr" => "PGHOST",
            "port" => "PGPORT",
            "user" => "PGUSER",
            "password" => "PGPASSWORD",
            "sslmode" | "ssl-mode" => "PGSSLMODE",
            "sslrootcert" | "ssl-root-cert" | "ssl-ca" => "PGSSLROOTCERT",
            "sslcert" | "ssl-cert" => "PGSSLCERT",
            "sslkey" | "ssl-key" => "PGSSLKEY",
            "passfile" => "PGPASSFILE",
            "dbname" => {
                database = value.into_owned();
                continue;
            }
            // What concerns the server's own connections alone.
            _ => continue,
        };
        set(name, value.into_owned());
    }
    if database.is_empty() {
        bail!("database.url: name the database");
    }
    Ok(Connection { database, environment })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(url: &str) -> Vec<String> {
        let connection = connection(url).unwrap();
        let said = connection.environment.iter().map(|(name, value)| format!("{name}={value}"));
        said.chain([format!("database={}", connection.database)]).collect()
    }

    #[test]
    fn the_url_becomes_what_postgresqls_programs_read() {
        assert_eq!(
            told(
                "postgres://tala:p%40ss+word%2F@db.example:5433/school?sslmode=verify-full&statement-cache-capacity=9"
            ),
            [
                "PGHOST=db.example",
                "PGPORT=5433",
                "PGUSER=tala",
                "PGPASSWORD=p@ss+word/",
                "PGSSLMODE=verify-full",
                "database=school"
            ]
        );
        assert_eq!(
            told("postgres:///school?host=/run/postgresql&user=tala&password=s"),
            ["PGHOST=/run/postgresql", "PGUSER=tala", "PGPASSWORD=s", "database=school"]
        );
        assert_eq!(told("postgresql://[::1]/school"), ["PGHOST=::1", "database=school"]);
        assert!(connection("postgres://host").is_err());
    }
}
