//! The cache of the provider's signing keys. It refreshes periodically and for unknown key ids, and survives outages.

use std::sync::{Arc, PoisonError, RwLock};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey};
use serde_json::Value;
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

use super::OidcError;

/// Keys are fetched again after this time, so that a revoked key stops working.
const REFRESH_MINUTES: i64 = 10;
/// During an outage of the provider, cached keys are used for this time.
const MAX_STALE_HOURS: i64 = 24;
/// The minimum interval between two fetches.
const MIN_FETCH_INTERVAL_SECONDS: i64 = 10;
/// Tolerance for requests that are processed out of order: `now` can be this much before the last fetch.
const REORDERING_SECONDS: i64 = 60;
/// The maximum number of keys; no provider publishes as many.
const MAX_KEYS: usize = 100;

/// A source of a provider's public keys: HTTP, or an issuer in the same process.
#[async_trait]
pub trait KeySource: Send + Sync {
    /// Returns the current JWK set. Called at most once in ten seconds.
    ///
    /// # Errors
    /// [`OidcError::Unavailable`] if the provider is unreachable or its response is invalid.
    async fn jwks(&self) -> Result<Value, OidcError>;
}

#[derive(Clone)]
struct Key {
    id: Option<String>,
    algorithms: Vec<Algorithm>,
    decoding: DecodingKey,
}

/// The supported signature keys of a JWK set.
#[derive(Default)]
struct KeySet(Vec<Key>);

impl KeySet {
    /// Parses the supported signature keys; other keys (encryption, symmetric, unknown types) are ignored.
    fn parse(jwks: &Value) -> Result<Self, OidcError> {
        let keys = jwks.get("keys").and_then(Value::as_array);
        let keys = keys.ok_or_else(|| OidcError::Unavailable("JWK set without keys".to_owned()))?;
        Ok(Self(keys.iter().take(MAX_KEYS).filter_map(Key::parse).collect()))
    }

    /// Returns the key with this id; without an id, the only matching key (OpenID Connect Core §10.1).
    fn find(&self, id: Option<&str>, algorithm: Algorithm) -> Option<DecodingKey> {
        let mut matching = self
            .0
            .iter()
            .filter(|key| key.algorithms.contains(&algorithm) && (id.is_none() || key.id.as_deref() == id));
        let key = matching.next()?;
        (id.is_some() || matching.next().is_none()).then(|| key.decoding.clone())
    }
}

impl Key {
    fn parse(jwk: &Value) -> Option<Self> {
        let member = |name: &str| jwk.get(name).and_then(Value::as_str);
        if member("use").is_some_and(|usage| usage != "sig") {
            return None;
        }
        let (decoding, family) = match (member("kty")?, member("crv")) {
            ("RSA", _) => {
                (DecodingKey::from_rsa_components(member("n")?, member("e")?), AlgorithmFamily::Rsa.algorithms())
            }
            ("EC", Some("P-256")) => {
                (DecodingKey::from_ec_components(member("x")?, member("y")?), &[Algorithm::ES256][..])
            }
            ("EC", Some("P-384")) => {
                (DecodingKey::from_ec_components(member("x")?, member("y")?), &[Algorithm::ES384][..])
            }
            ("OKP", Some("Ed25519")) => (DecodingKey::from_ed_components(member("x")?), &[Algorithm::EdDSA][..]),
            _ => return None,
        };
        let algorithms = match member("alg") {
            Some(name) => family
                .iter()
                .copied()
                .filter(|algorithm| name.parse().is_ok_and(|named: Algorithm| named == *algorithm))
                .collect(),
            None => family.to_vec(),
        };
        Some(Self { id: member("kid").map(str::to_owned), algorithms, decoding: decoding.ok()? })
    }
}

#[derive(Default)]
struct State {
    keys: KeySet,
    fetched_at: Option<Timestamp>,
    attempted_at: Option<Timestamp>,
    attempts: u64,
    last_error: Option<OidcError>,
}

impl State {
    /// Returns a cached key that is not too old for use during an outage.
    fn usable_key(&self, id: Option<&str>, algorithm: Algorithm, now: Timestamp) -> Option<DecodingKey> {
        within(self.fetched_at, SignedDuration::from_hours(MAX_STALE_HOURS), now)
            .then(|| self.keys.find(id, algorithm))?
    }
}

/// The cached keys.
#[derive(Clone)]
pub(super) struct KeyCache {
    source: Arc<dyn KeySource>,
    state: Arc<RwLock<State>>,
    fetch_lock: Arc<Mutex<()>>,
}

impl KeyCache {
    pub(super) fn new(source: Arc<dyn KeySource>) -> Self {
        Self { source, state: Arc::default(), fetch_lock: Arc::default() }
    }

    /// Returns the key for a token header. An unknown key id triggers a fetch, unless the last one was too recent.
    pub(super) async fn find(
        &self,
        id: Option<&str>,
        algorithm: Algorithm,
        now: Timestamp,
    ) -> Result<DecodingKey, OidcError> {
        let attempts = {
            let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
            if within(state.fetched_at, SignedDuration::from_mins(REFRESH_MINUTES), now)
                && let Some(key) = state.keys.find(id, algorithm)
            {
                return Ok(key);
            }
            state.attempts
        };
        let refresh = self.spawn_refresh(attempts, now);
        if let Some(key) = self.stale_key_during_outage(id, algorithm, now) {
            return Ok(key);
        }
        if let Err(error) = refresh.await {
            tracing::error!(%error, "fetching the identity provider's keys was aborted");
        }
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(key) = state.usable_key(id, algorithm, now) {
            return Ok(key);
        }
        Err(state.last_error.clone().unwrap_or(OidcError::Invalid("signing key")))
    }

    /// Returns a cached key if the last fetch failed, so that requests do not wait for an unavailable provider.
    fn stale_key_during_outage(&self, id: Option<&str>, algorithm: Algorithm, now: Timestamp) -> Option<DecodingKey> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        state.last_error.as_ref().and_then(|_| state.usable_key(id, algorithm, now))
    }

    /// Fetches the JWK set, unless another request has done so since `attempts` was read. Spawned so that a cancelled request
    /// cannot bypass the rate limit.
    fn spawn_refresh(&self, attempts: u64, now: Timestamp) -> JoinHandle<()> {
        let cache = self.clone();
        tokio::spawn(async move {
            let _guard = cache.fetch_lock.lock().await;
            if !cache.is_refresh_due(attempts, now) {
                return;
            }
            let outcome = cache.source.jwks().await.and_then(|jwks| KeySet::parse(&jwks));
            cache.record(outcome, now);
        })
    }

    fn is_refresh_due(&self, attempts: u64, now: Timestamp) -> bool {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        state.attempts == attempts
            && !within(state.attempted_at, SignedDuration::from_secs(MIN_FETCH_INTERVAL_SECONDS), now)
    }

    fn record(&self, outcome: Result<KeySet, OidcError>, now: Timestamp) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.attempts += 1;
        state.attempted_at = Some(now);
        match outcome {
            Ok(keys) => {
                state.keys = keys;
                state.fetched_at = Some(now);
                state.last_error = None;
            }
            Err(error) => {
                tracing::warn!(%error, "fetching the identity provider's keys failed");
                state.last_error = Some(error);
            }
        }
    }
}

/// Whether `at` is less than `span` before `now`. An `at` slightly after `now` counts, because concurrent requests are
/// processed out of order; one far after `now` does not, in case the clock was set back.
fn within(at: Option<Timestamp>, span: SignedDuration, now: Timestamp) -> bool {
    at.is_some_and(|at| {
        let age = now.duration_since(at);
        age > -SignedDuration::from_secs(REORDERING_SECONDS) && age < span
    })
}
