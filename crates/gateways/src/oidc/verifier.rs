//! Verification of access tokens: format, signature, claims, email, and the caches of results.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::Algorithm;
use moka::future::Cache;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::claims::{self, Email};
use super::jwt::{self, Jwt, TokenFormat};
use super::keys::KeyCache;
use super::{
    KeySource, OidcError, OidcHttpClient, OidcSettings, SettingsError, Userinfo, UserinfoSource, VerifiedToken,
};

/// A cached JWT is verified again after this time, so that revoked keys take effect.
const JWT_CACHE_SECONDS: i64 = 300;
/// A userinfo response is cached for this time.
const USERINFO_CACHE_SECONDS: i64 = 60;
/// A rejection by userinfo, or a failed request for the email address, is cached for this time.
const FAILURE_CACHE_SECONDS: i64 = 5;
/// The capacity of the cache of rejections. It is separate, so that forged tokens cannot evict valid ones.
const CACHED_REJECTIONS: u64 = 10_000;

type TokenHash = [u8; 32];

/// A verifier of bearer tokens of one provider.
pub struct Verifier {
    settings: OidcSettings,
    algorithms: Vec<Algorithm>,
    skew: SignedDuration,
    keys: KeyCache,
    userinfo: Option<Arc<dyn UserinfoSource>>,
    verified: Cache<TokenHash, CachedToken>,
    rejected: Cache<TokenHash, (Timestamp, OidcError)>,
}

#[derive(Clone)]
struct CachedToken {
    token: Arc<VerifiedToken>,
    cached_at: Timestamp,
    cached_until: Timestamp,
    /// The expiry of the token; unknown for an opaque token.
    expires_at: Option<Timestamp>,
}

impl CachedToken {
    fn is_valid(&self, skew: SignedDuration, now: Timestamp) -> bool {
        now.duration_since(self.cached_at) >= -skew
            && now < self.cached_until
            && !self.expires_at.is_some_and(|expiry| claims::is_expired(expiry, skew, now))
    }
}

impl Verifier {
    /// Creates a verifier that uses the provider's HTTP endpoints.
    ///
    /// # Errors
    /// [`SettingsError`] for an invalid or insecure setting.
    pub fn over_http(settings: OidcSettings) -> Result<Self, SettingsError> {
        let source = Arc::new(OidcHttpClient::new(&settings)?);
        Self::new(settings, Arc::<OidcHttpClient>::clone(&source), Some(source))
    }

    /// Creates a verifier with any source of keys, such as an issuer in this process, and optionally of userinfo.
    ///
    /// # Errors
    /// [`SettingsError`] for an invalid or insecure setting.
    pub fn new(
        settings: OidcSettings,
        keys: Arc<dyn KeySource>,
        userinfo: Option<Arc<dyn UserinfoSource>>,
    ) -> Result<Self, SettingsError> {
        settings.check()?;
        Ok(Self {
            algorithms: settings.checked_algorithms()?,
            skew: SignedDuration::from_secs(i64::from(settings.clock_skew_seconds)),
            keys: KeyCache::new(keys),
            userinfo,
            verified: Cache::builder()
                .max_capacity(settings.cached_tokens)
                .time_to_live(Duration::from_secs(JWT_CACHE_SECONDS.unsigned_abs()))
                .build(),
            rejected: Cache::builder()
                .max_capacity(CACHED_REJECTIONS)
                .time_to_live(Duration::from_secs(FAILURE_CACHE_SECONDS.unsigned_abs()))
                .build(),
            settings,
        })
    }

    /// Verifies a token at `now`. Concurrent calls with the same token share one verification.
    ///
    /// # Errors
    /// [`OidcError::Invalid`] for an invalid token, [`OidcError::Unavailable`] if the provider is needed and unavailable.
    pub async fn verify(&self, bearer: &str, now: Timestamp) -> Result<VerifiedToken, OidcError> {
        let format = jwt::detect_format(bearer)?;
        let hash: TokenHash = Sha256::digest(bearer.as_bytes()).into();
        if let Some(cached) = self.verified.get(&hash).await {
            if cached.is_valid(self.skew, now) {
                return Ok(VerifiedToken::clone(&cached.token));
            }
            self.verified.invalidate(&hash).await;
        }
        let is_opaque = matches!(format, TokenFormat::Opaque);
        if is_opaque {
            self.check_rejected(&hash, now).await?;
        }
        let checked = self.verified.try_get_with(hash, self.check(bearer, format, now)).await;
        match checked {
            Ok(cached) => Ok(VerifiedToken::clone(&cached.token)),
            Err(error) => {
                if is_opaque && matches!(*error, OidcError::Invalid(_)) {
                    self.rejected.insert(hash, (now, OidcError::clone(&error))).await;
                }
                Err(OidcError::clone(&error))
            }
        }
    }

    /// Returns the cached error if the token was rejected recently.
    async fn check_rejected(&self, hash: &TokenHash, now: Timestamp) -> Result<(), OidcError> {
        match self.rejected.get(hash).await {
            Some((at, error)) if now.duration_since(at) < SignedDuration::from_secs(FAILURE_CACHE_SECONDS) => {
                Err(error)
            }
            _ => Ok(()),
        }
    }

    async fn check(&self, bearer: &str, format: TokenFormat<'_>, now: Timestamp) -> Result<CachedToken, OidcError> {
        match format {
            TokenFormat::Jwt(jwt) => self.check_jwt(bearer, &jwt, now).await,
            TokenFormat::Opaque => self.check_opaque(bearer, now).await,
        }
    }

    async fn check_jwt(&self, bearer: &str, jwt: &Jwt<'_>, now: Timestamp) -> Result<CachedToken, OidcError> {
        let algorithm = jwt.algorithm(&self.algorithms)?;
        let key = self.keys.find(jwt.key_id(), algorithm, now).await?;
        let verified = jsonwebtoken::crypto::verify(jwt.signature, jwt.signed.as_bytes(), &key, algorithm);
        if !verified.unwrap_or(false) {
            return Err(OidcError::Invalid("signature"));
        }
        let claims = jwt.claims()?;
        let expires_at = claims::validate(&jwt.header, &claims, &self.settings, now)?;
        let mut token = self.token(&claims, expires_at)?;
        let mut cache_seconds = JWT_CACHE_SECONDS;
        if claims::email(&claims, &self.settings) == Email::Unknown && self.settings.userinfo_email {
            cache_seconds = self.fetch_email(bearer, &mut token).await;
        }
        Ok(cached(token, now, cache_seconds, Some(expires_at)))
    }

    /// Fetches the email address of a JWT without one from userinfo; returns how long to cache the token, in seconds. If the
    /// provider rejects the token (oidc-provider does so for API tokens) or is unavailable, the token stays valid, without an
    /// address.
    async fn fetch_email(&self, bearer: &str, token: &mut VerifiedToken) -> i64 {
        let Some(source) = &self.userinfo else { return JWT_CACHE_SECONDS };
        match source.userinfo(bearer).await {
            Ok(Userinfo::Claims(claims)) if claims::subject(&claims).is_ok_and(|subject| subject == token.subject) => {
                self.set_email(&claims, token);
                token.name = token.name.take().or_else(|| claims::name(&claims, &self.settings));
                USERINFO_CACHE_SECONDS
            }
            Ok(Userinfo::Claims(_)) => {
                tracing::warn!("userinfo has another subject than the token; ignored");
                USERINFO_CACHE_SECONDS
            }
            Ok(Userinfo::Rejected) => JWT_CACHE_SECONDS,
            Err(error) => {
                tracing::warn!(%error, "fetching the email address from userinfo failed");
                FAILURE_CACHE_SECONDS
            }
        }
    }

    async fn check_opaque(&self, bearer: &str, now: Timestamp) -> Result<CachedToken, OidcError> {
        let source = self.userinfo.as_ref().filter(|_| self.settings.userinfo_fallback);
        let source = source.ok_or(OidcError::Invalid("not a JWT"))?;
        let claims = match source.userinfo(bearer).await? {
            Userinfo::Claims(claims) => claims,
            Userinfo::Rejected => return Err(OidcError::Invalid("rejected by userinfo")),
        };
        let token = self.token(&claims, saturating_add(now, USERINFO_CACHE_SECONDS))?;
        Ok(cached(token, now, USERINFO_CACHE_SECONDS, None))
    }

    fn token(&self, claims: &Map<String, Value>, expires_at: Timestamp) -> Result<VerifiedToken, OidcError> {
        let mut token = VerifiedToken {
            issuer: self.settings.issuer.clone(),
            subject: claims::subject(claims)?,
            email: None,
            email_verified: false,
            name: claims::name(claims, &self.settings),
            expires_at,
        };
        self.set_email(claims, &mut token);
        Ok(token)
    }

    fn set_email(&self, claims: &Map<String, Value>, token: &mut VerifiedToken) {
        if let Email::Verified(address) = claims::email(claims, &self.settings) {
            token.email = Some(address);
            token.email_verified = true;
        }
    }
}

fn cached(token: VerifiedToken, now: Timestamp, seconds: i64, expires_at: Option<Timestamp>) -> CachedToken {
    CachedToken { token: Arc::new(token), cached_at: now, cached_until: saturating_add(now, seconds), expires_at }
}

fn saturating_add(now: Timestamp, seconds: i64) -> Timestamp {
    now.checked_add(SignedDuration::from_secs(seconds)).unwrap_or(Timestamp::MAX)
}
