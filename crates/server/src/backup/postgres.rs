//! PostgreSQL's own programs do the copying there. What they need to know travels in their environment, never on the
//! command line, where every user of the machine could read it.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, Result, bail};
use tokio::process::Command;

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

/// The URL as environment variables of PostgreSQL's programs. What it leaves out they find as the server does. Of several
/// hosts they take the one that accepts writes, as the server does.
fn connection(url: &str) -> Result<Connection> {
    let rest = url.strip_prefix("postgres://").or_else(|| url.strip_prefix("postgresql://")).context("database.url")?;
    let (address, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = address.split_once('/').unwrap_or((address, ""));
    let (user, hosts) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (user, password) = user.split_once(':').unwrap_or((user, ""));
    let mut environment = Vec::new();
    let mut set = |name: &'static str, value: String| {
        if !value.is_empty() {
            environment.push((name, value));
        }
    };
    let (names, ports): (Vec<_>, Vec<_>) = hosts.split(',').map(host_and_port).unzip();
    set("PGHOST", decoded(&names.join(","))?);
    set("PGPORT", if ports.iter().any(|port| !port.is_empty()) { ports.join(",") } else { String::new() });
    set("PGTARGETSESSIONATTRS", if names.len() > 1 { "read-write".to_owned() } else { String::new() });
    set("PGUSER", decoded(user)?);
    set("PGPASSWORD", decoded(password)?);
    let mut database = decoded(path)?;
    for (key, value) in url::form_urlencoded::parse(query.as_bytes()) {
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

fn host_and_port(host: &str) -> (&str, &str) {
    match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, port)) => (address, port.trim_start_matches(':')),
        None => host.split_once(':').unwrap_or((host, "")),
    }
}

fn decoded(text: &str) -> Result<String> {
    let pair = format!("x={}", text.replace('+', "%2B"));
    let (_, value) = url::form_urlencoded::parse(pair.as_bytes()).next().context("database.url")?;
    Ok(value.into_owned())
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
        assert_eq!(
            told("postgres://tala@one:5432,two,[::2]:5433/school"),
            [
                "PGHOST=one,two,::2",
                "PGPORT=5432,,5433",
                "PGTARGETSESSIONATTRS=read-write",
                "PGUSER=tala",
                "database=school"
            ]
        );
        assert!(connection("postgres://host").is_err());
    }
}
