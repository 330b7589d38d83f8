//! The provider's signing keys: read rarely, kept while the provider is away, read again when a new key signs.

use std::sync::{Arc, PoisonError, RwLock};

use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey};
use serde_json::Value;
use tokio::sync::Mutex;
use tokio::task::JoinHandle;

use super::OidcError;

/// Keys are read again after this time, so that a key that the provider withdrew stops working.
const FRESH_MINUTES: i64 = 10;
/// While the provider is away, known keys go on working this long.
const STALE_HOURS: i64 = 24;
/// The shortest time between two reads, whatever tokens are sent to us.
const RETRY_SECONDS: i64 = 10;
/// A request may be this much older than one that has overtaken it.
const OVERTAKING_SECONDS: i64 = 60;
/// More keys than any provider publishes.
const MAX_KEYS: usize = 100;

/// Where a provider's public keys come from: over HTTP, or from an issuer in the same process.
#[async_trait]
pub trait KeySource: Send + Sync {
    /// The JWK set as the provider publishes it now. Asked at most once in ten seconds.
    async fn jwks(&self) -> Result<Value, OidcError>;
}

#[derive(Clone)]
struct Key {
    id: Option<String>,
    algorithms: Vec<Algorithm>,
    decoding: DecodingKey,
}

/// The usable keys of one JWK set.
#[derive(Default)]
struct KeySet(Vec<Key>);

impl KeySet {
    /// Keeps the signature keys that we can use; encryption keys, shared secrets and unknown kinds are left out.
    fn parse(jwks: &Value) -> Result<Self, OidcError> {
        let listed = jwks.get("keys").and_then(Value::as_array);
        let listed = listed.ok_or_else(|| OidcError::Unavailable("the key set has no keys member".to_owned()))?;
        Ok(Self(listed.iter().take(MAX_KEYS).filter_map(Key::parse).collect()))
    }

    /// The key of that name. Without a name in the token, the only key that fits (OpenID Connect Core §10.1).
    fn find(&self, id: Option<&str>, algorithm: Algorithm) -> Option<DecodingKey> {
        let mut fitting = self
            .0
            .iter()
            .filter(|key| key.algorithms.contains(&algorithm) && (id.is_none() || key.id.as_deref() == id));
        let key = fitting.next()?;
        (id.is_some() || fitting.next().is_none()).then(|| key.decoding.clone())
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
    read_at: Option<Timestamp>,
    attempted_at: Option<Timestamp>,
    attempts: u64,
    failure: Option<OidcError>,
}

impl State {
    /// A key that may still be used, even when it could not be confirmed lately.
    fn known(&self, id: Option<&str>, algorithm: Algorithm, now: Timestamp) -> Option<DecodingKey> {
        within(self.read_at, SignedDuration::from_hours(STALE_HOURS), now).then(|| self.keys.find(id, algorithm))?
    }
}

/// The keys as this process knows them.
#[derive(Clone)]
pub(super) struct KeyCache {
    source: Arc<dyn KeySource>,
    state: Arc<RwLock<State>>,
    flight: Arc<Mutex<()>>,
}

impl KeyCache {
    pub(super) fn new(source: Arc<dyn KeySource>) -> Self {
        Self { source, state: Arc::default(), flight: Arc::default() }
    }

    /// The key for a token's header. An unknown name makes us read the set again, but not more often than the limit.
    pub(super) async fn find(
        &self,
        id: Option<&str>,
        algorithm: Algorithm,
        now: Timestamp,
    ) -> Result<DecodingKey, OidcError> {
        let seen = {
            let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
            if within(state.read_at, SignedDuration::from_mins(FRESH_MINUTES), now)
                && let Some(key) = state.keys.find(id, algorithm)
            {
                return Ok(key);
            }
            state.attempts
        };
        let reading = self.read_again(seen, now);
        if let Some(key) = self.known_during_failure(id, algorithm, now) {
            return Ok(key);
        }
        if let Err(error) = reading.await {
            tracing::error!(%error, "reading the provider's keys stopped");
        }
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(key) = state.known(id, algorithm, now) {
            return Ok(key);
        }
        Err(state.failure.clone().unwrap_or(OidcError::Invalid("signing key")))
    }

    /// While the provider is known to be away, nobody waits for it whose key we have.
    fn known_during_failure(&self, id: Option<&str>, algorithm: Algorithm, now: Timestamp) -> Option<DecodingKey> {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        state.failure.as_ref().and_then(|_| state.known(id, algorithm, now))
    }

    /// Reads the set unless somebody has just done so. Runs to its end even when the request behind it goes away,
    /// so that abandoned requests cannot get around the limit.
    fn read_again(&self, seen: u64, now: Timestamp) -> JoinHandle<()> {
        let cache = self.clone();
        tokio::spawn(async move {
            let _flight = cache.flight.lock().await;
            if !cache.due(seen, now) {
                return;
            }
            let outcome = cache.source.jwks().await.and_then(|jwks| KeySet::parse(&jwks));
            cache.record(outcome, now);
        })
    }

    fn due(&self, seen: u64, now: Timestamp) -> bool {
        let state = self.state.read().unwrap_or_else(PoisonError::into_inner);
        state.attempts == seen && !within(state.attempted_at, SignedDuration::from_secs(RETRY_SECONDS), now)
    }

    fn record(&self, outcome: Result<KeySet, OidcError>, now: Timestamp) {
        let mut state = self.state.write().unwrap_or_else(PoisonError::into_inner);
        state.attempts += 1;
        state.attempted_at = Some(now);
        match outcome {
            Ok(keys) => {
                state.keys = keys;
                state.read_at = Some(now);
                state.failure = None;
            }
            Err(error) => {
                tracing::warn!(%error, "the provider's keys could not be read");
                state.failure = Some(error);
            }
        }
    }
}

/// Whether `then` lies at most `span` before `now`. Requests of the same moment overtake each other, so a `then` slightly
/// after `now` counts; one far in the future does not, so that a clock set back is harmless.
fn within(then: Option<Timestamp>, span: SignedDuration, now: Timestamp) -> bool {
    then.is_some_and(|then| {
        let age = now.duration_since(then);
        age > -SignedDuration::from_secs(OVERTAKING_SECONDS) && age < span
    })
}
