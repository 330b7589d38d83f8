//! The login throttle: counts failed sign-ins of administrators and locks the source (D7).

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use secrecy::ExposeSecret;
use tala_domain::admin::{locked_until, unknown_networks_locked_until};
use tala_domain::error::ErrorCode;
use tala_domain::ids::AdminSessionId;
use tala_store::Transaction;
use tala_store::admins::{self, Admin as Account};

use crate::admin::access::{cookie_attributes, uses_insecure_cookies};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::client_ip::ClientNetwork;

const BROWSER_COOKIE: &str = "tala_admin_browser";
/// Prefix of the cookie name with https.
const SECURE_PREFIX: &str = "__Secure-";
/// How long a browser stays trusted after a sign-in.
const TRUSTED_SECONDS: u32 = 180 * 24 * 3600;

/// The source of a sign-in attempt. Failures are counted for each pair of name and source, so an attacker elsewhere cannot
/// lock an administrator out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AttemptSource {
    /// A browser in which this account has signed in before, by the id in its cookie. The cookie cannot be obtained without
    /// the password.
    Browser(String),
    /// A signed-in session, when the current password is entered to change it.
    Session(AdminSessionId),
    /// Any other client, by its network. These attempts also count for all networks together.
    Network(String),
}

impl AttemptSource {
    /// Returns the source of a sign-in to `account`, which is `None` for an unknown name.
    pub(super) fn of(ctx: &Ctx, headers: &HeaderMap, network: ClientNetwork, account: Option<&Account>) -> Self {
        let browser = account.and_then(|account| find_trusted_browser(ctx, headers, account));
        browser.map_or_else(|| Self::Network(network.0.map_or_else(String::new, |ip| ip.to_string())), Self::Browser)
    }

    fn key(&self) -> String {
        match self {
            Self::Browser(id) => format!("browser:{id}"),
            Self::Session(id) => format!("session:{id}"),
            Self::Network(network) => format!("network:{network}"),
        }
    }
}

/// Counts an attempt as failed. Called before the password is verified, so that concurrent attempts are limited too; after a
/// success, [`reset_attempts`] resets the counters.
///
/// # Errors
/// `TooManyRequests` while the name is locked for the source.
pub(super) async fn record_attempt(ctx: &Ctx, name: &str, source: &AttemptSource) -> AppResult<()> {
    let (now, key) = (ctx.now(), source.key());
    let write = async |tx: Transaction| {
        let mut result = admins::record_login_attempt(&tx, name, Some(&key), locked_until, now).await?;
        if result.is_ok() && matches!(source, AttemptSource::Network(_)) {
            result = admins::record_login_attempt(&tx, name, None, unknown_networks_locked_until, now).await?;
        }
        if let Err(until) = result {
            let seconds = until.duration_since(now).as_secs().saturating_add(1);
            let error = AppError::new(ErrorCode::TooManyRequests).with_detail(lock_message(seconds));
            return Err(error.retry_after(seconds));
        }
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await
}

/// Says how long the lock lasts, in full minutes.
fn lock_message(seconds: i64) -> String {
    // A second was added for clients that retry exactly at the end.
    let minutes = seconds.saturating_sub(1).max(1).saturating_add(59) / 60;
    let wait = if minutes == 1 { "1 minute".to_owned() } else { format!("{minutes} minutes") };
    format!("Too many failed sign-ins. Try again in {wait}.")
}

/// Resets the counters of [`record_attempt`].
///
/// # Errors
/// If the database cannot be written.
pub(super) async fn reset_attempts(tx: &Transaction, name: &str, source: &AttemptSource) -> AppResult<()> {
    admins::reset_login_attempts(tx, name, Some(&source.key())).await?;
    if matches!(source, AttemptSource::Network(_)) {
        admins::reset_login_attempts(tx, name, None).await?;
    }
    Ok(())
}

/// Returns the `Set-Cookie` value that marks the browser as trusted for this account. The id in it is encrypted.
///
/// # Errors
/// If the encryption fails.
pub(super) fn trusted_browser_cookie(ctx: &Ctx, account: &Account, source: &AttemptSource) -> AppResult<String> {
    let id = match source {
        AttemptSource::Browser(id) => id.clone(),
        AttemptSource::Session(_) | AttemptSource::Network(_) => ctx.new_id().simple().to_string(),
    };
    let value = ctx.vault.encrypt(&encryption_context(account), &id).map_err(AppError::internal)?;
    let prefix = if uses_insecure_cookies(ctx) { "" } else { SECURE_PREFIX };
    let attributes = cookie_attributes(ctx);
    Ok(format!("{prefix}{BROWSER_COOKIE}={value}; Path=/api/admin; Max-Age={TRUSTED_SECONDS}{attributes}"))
}

fn find_trusted_browser(ctx: &Ctx, headers: &HeaderMap, account: &Account) -> Option<String> {
    let pairs = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(';'));
    let mut cookies = pairs
        .filter_map(|pair| pair.trim().split_once('='))
        // The value is authenticated by its encryption, so a cookie without the prefix is accepted as well.
        .filter(|(name, _)| name.strip_prefix(SECURE_PREFIX).unwrap_or(name) == BROWSER_COOKIE);
    cookies
        .find_map(|(_, value)| ctx.vault.decrypt(&encryption_context(account), value).ok())
        .map(|id| id.expose_secret().to_owned())
}

fn encryption_context(account: &Account) -> String {
    format!("browser of administrator {}", account.id)
}

#[cfg(test)]
mod tests {
    use super::lock_message;

    #[test]
    fn lock_message_rounds_the_wait_up_to_minutes() {
        for (seconds, wait) in [(1, "1 minute"), (61, "1 minute"), (62, "2 minutes"), (3_601, "60 minutes")] {
            assert_eq!(lock_message(seconds), format!("Too many failed sign-ins. Try again in {wait}."));
        }
    }
}
