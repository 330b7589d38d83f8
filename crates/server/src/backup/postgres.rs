//! `pg_dump` and `pg_restore`. Connection parameters are passed in the environment, because command lines are visible to
//! all users of the machine.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context as _, Result, bail};
use tokio::process::Command;

/// Debian's directory of the programs of each major version.
const DEBIAN_PROGRAMS: &str = "/usr/lib/postgresql";

/// Dumps a consistent snapshot of the whole database into a new file.
pub(super) async fn dump(url: &str, file: &Path) -> Result<()> {
    let mut command = command("pg_dump", url)?;
    command.args(["--format=custom", "--no-owner", "--no-privileges", "--no-comments", "--no-password", "--file"]);
    run(command.arg(file), "pg_dump").await
}

/// Restores a dump into an empty database, in one transaction.
pub(super) async fn restore(url: &str, file: &Path) -> Result<()> {
    let mut command = command("pg_restore", url)?;
    command.args(["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", "--no-comments"]);
    command.args(["--no-password", "--dbname", &connection_parameters(url)?.database]).arg(file);
    run(&mut command, "pg_restore").await
}

/// Finds a client program in PATH or in Debian's directories, newest version first.
///
/// # Errors
/// If the program is not installed.
pub(super) fn find_program(name: &str) -> Result<PathBuf> {
    let mut dirs: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()).collect();
    let mut versions: Vec<(u32, PathBuf)> = std::fs::read_dir(DEBIAN_PROGRAMS)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some((entry.file_name().to_str()?.parse().ok()?, entry.path().join("bin"))))
        .collect();
    versions.sort_by_key(|(version, _)| std::cmp::Reverse(*version));
    dirs.extend(versions.into_iter().map(|(_, dir)| dir));
    dirs.into_iter().map(|dir| dir.join(name)).find(|path| path.is_file()).with_context(|| {
        format!(
            "{name} is missing: install PostgreSQL's client programs in the server's version or newer (Debian: apt-get \
             install postgresql-client), or add them to PATH"
        )
    })
}

fn command(name: &str, url: &str) -> Result<Command> {
    let parameters = connection_parameters(url)?;
    let mut command = Command::new(find_program(name)?);
    command.stdin(Stdio::null()).stdout(Stdio::null()).kill_on_drop(true).envs(parameters.environment);
    command.env("PGDATABASE", parameters.database);
    Ok(command)
}

async fn run(command: &mut Command, name: &str) -> Result<()> {
    let output = command.stderr(Stdio::piped()).output().await.with_context(|| format!("cannot start {name}"))?;
    if !output.status.success() {
        bail!("{name} failed ({}): {}", output.status, String::from_utf8_lossy(&output.stderr).trim());
    }
    Ok(())
}

struct ConnectionParameters {
    database: String,
    environment: Vec<(&'static str, String)>,
}

/// Translates the URL into libpq's environment variables (<https://www.postgresql.org/docs/current/libpq-envars.html>). Of several hosts the one that
/// accepts writes is used, as in the server.
fn connection_parameters(url: &str) -> Result<ConnectionParameters> {
    let rest = url
        .strip_prefix("postgres://")
        .or_else(|| url.strip_prefix("postgresql://"))
        .context("database.url is not a valid postgres: URL")?;
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
    set("PGHOST", percent_decode(&names.join(","))?);
    set("PGPORT", if ports.iter().any(|port| !port.is_empty()) { ports.join(",") } else { String::new() });
    set("PGTARGETSESSIONATTRS", if names.len() > 1 { "read-write".to_owned() } else { String::new() });
    set("PGUSER", percent_decode(user)?);
    set("PGPASSWORD", percent_decode(password)?);
    let mut database = percent_decode(path)?;
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
            // Parameters of Tala's own driver, unknown to libpq.
            _ => continue,
        };
        set(name, value.into_owned());
    }
    if database.is_empty() {
        bail!("database.url must contain the name of a database");
    }
    Ok(ConnectionParameters { database, environment })
}

fn host_and_port(host: &str) -> (&str, &str) {
    match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((address, port)) => (address, port.trim_start_matches(':')),
        None => host.split_once(':').unwrap_or((host, "")),
    }
}

fn percent_decode(text: &str) -> Result<String> {
    let pair = format!("x={}", text.replace('+', "%2B"));
    let (_, value) =
        url::form_urlencoded::parse(pair.as_bytes()).next().context("database.url is not a valid postgres: URL")?;
    Ok(value.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameters_of(url: &str) -> Vec<String> {
        let parameters = connection_parameters(url).unwrap();
        let variables = parameters.environment.iter().map(|(name, value)| format!("{name}={value}"));
        variables.chain([format!("database={}", parameters.database)]).collect()
    }

    #[test]
    fn url_is_translated_to_libpq_variables() {
        assert_eq!(
            parameters_of(
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
            parameters_of("postgres:///school?host=/run/postgresql&user=tala&password=s"),
            ["PGHOST=/run/postgresql", "PGUSER=tala", "PGPASSWORD=s", "database=school"]
        );
        assert_eq!(parameters_of("postgresql://[::1]/school"), ["PGHOST=::1", "database=school"]);
        assert_eq!(
            parameters_of("postgres://tala@one:5432,two,[::2]:5433/school"),
            [
                "PGHOST=one,two,::2",
                "PGPORT=5432,,5433",
                "PGTARGETSESSIONATTRS=read-write",
                "PGUSER=tala",
                "database=school"
            ]
        );
        assert!(connection_parameters("postgres://host").is_err());
    }
}
