//! How often somebody may try to be an administrator (D7).

use axum::http::HeaderMap;
use axum::http::header::COOKIE;
use secrecy::ExposeSecret;
use tala_domain::admin::{locked_until, locked_until_anywhere};
use tala_domain::error::ErrorCode;
use tala_domain::ids::AdminSessionId;
use tala_store::Transaction;
use tala_store::admins::{self, Admin as Account};

use crate::admin::access::{attributes, is_plain};
use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::http::client_ip::Network;

const BROWSER_COOKIE: &str = "tala_admin_browser";
/// Goes before it where there is https.
const SECURE: &str = "__Secure-";
/// So long a browser is remembered after a sign-in.
const REMEMBERED_SECONDS: u32 = 180 * 24 * 3600;

/// From where somebody tries. Each place has a count of its own for each name, so that what a stranger gets wrong elsewhere
/// locks nobody out who is right here.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A browser in which this account has signed in before. Nobody can bring one who has never known the password, so its
    /// failures alone count here.
    Browser(String),
    /// A session: somebody who types the present password once more.
    Session(AdminSessionId),
    /// Anything else: the network. All these together are counted once more, for all networks.
    Network(String),
}

impl Place {
    /// The place of a sign-in. `account` is who is to be signed in, if there is somebody of that name.
    pub(super) fn of(ctx: &Ctx, headers: &HeaderMap, network: Network, account: Option<&Account>) -> Self {
        let browser = account.and_then(|account| remembered(ctx, headers, account));
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

/// Counts a try as failed before it is judged, so that many at once count too; refused while a lock runs, which costs
/// nothing. Whoever turns out to be right is forgiven by [`forgive`].
pub(super) async fn count_try(ctx: &Ctx, name: &str, place: &Place) -> AppResult<()> {
    let (now, here) = (ctx.now(), place.key());
    let write = async |tx: Transaction| {
        let mut counted = admins::take_try(&tx, name, Some(&here), locked_until, now).await?;
        if counted.is_ok() && matches!(place, Place::Network(_)) {
            counted = admins::take_try(&tx, name, None, locked_until_anywhere, now).await?;
        }
        if let Err(until) = counted {
            let seconds = until.duration_since(now).as_secs().saturating_add(1);
            let refusal = AppError::new(ErrorCode::TooManyRequests)
                .with_detail("Too many wrong sign-ins. Please wait and try again.");
            return Err(refusal.retry_after(seconds));
        }
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await
}

/// Forgets what [`count_try`] has counted there.
pub(super) async fn forgive(tx: &Transaction, name: &str, place: &Place) -> AppResult<()> {
    admins::forgive(tx, name, Some(&place.key())).await?;
    if matches!(place, Place::Network(_)) {
        admins::forgive(tx, name, None).await?;
    }
    Ok(())
}

/// The value of a `Set-Cookie` by which this browser is known again: sealed, for this account alone.
pub(super) fn remember(ctx: &Ctx, account: &Account, place: &Place) -> AppResult<String> {
    let id = match place {
        Place::Browser(id) => id.clone(),
        Place::Session(_) | Place::Network(_) => ctx.new_id().simple().to_string(),
    };
    let mark = ctx.vault.seal(&lock_of(account), &id).map_err(AppError::internal)?;
    let prefix = if is_plain(ctx) { "" } else { SECURE };
    let attributes = attributes(ctx);
    Ok(format!("{prefix}{BROWSER_COOKIE}={mark}; Path=/api/admin; Max-Age={REMEMBERED_SECONDS}{attributes}"))
}

fn remembered(ctx: &Ctx, headers: &HeaderMap, account: &Account) -> Option<String> {
    let pairs = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok()).flat_map(|text| text.split(';'));
    let mut marks = pairs
        .filter_map(|pair| pair.trim().split_once('='))
        // The mark is sealed, so it matters little who has set it: one from before the prefix is good as well.
        .filter(|(name, _)| name.strip_prefix(SECURE).unwrap_or(name) == BROWSER_COOKIE);
    marks.find_map(|(_, mark)| ctx.vault.open(&lock_of(account), mark).ok()).map(|id| id.expose_secret().to_owned())
}

fn lock_of(account: &Account) -> String {
    format!("browser of administrator {}", account.id)
}
