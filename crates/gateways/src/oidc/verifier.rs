//! The one door for access tokens: shape, signature, claims, e-mail, and the memory of tokens seen before.

use std::sync::Arc;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use jsonwebtoken::Algorithm;
use moka::future::Cache;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::claims::{self, Email};
use super::jwt::{self, Jwt, Shape};
use super::keys::KeyCache;
use super::{
    HttpKeySource, KeySource, OidcError, OidcSettings, SettingsError, Userinfo, UserinfoSource, VerifiedToken,
};

/// A verified token is checked again after this time, so that withdrawn keys and new claims take effect.
const REMEMBER_SECONDS: i64 = 300;
/// What userinfo said is used this long.
const REMEMBER_USERINFO_SECONDS: i64 = 60;
/// A refusal that cost a request, or an e-mail that could not be asked for, is asked again after this time.
const REMEMBER_FAILURE_SECONDS: i64 = 5;
/// Refusals are kept apart, so that made-up tokens cannot push good ones out.
const REMEMBERED_REFUSALS: u64 = 10_000;

type TokenHash = [u8; 32];

/// Verifies bearer tokens of one provider. Cheap to share behind an `Arc`.
pub struct Verifier {
    settings: OidcSettings,
    algorithms: Vec<Algorithm>,
    skew: SignedDuration,
    keys: KeyCache,
    userinfo: Option<Arc<dyn UserinfoSource>>,
    verified: Cache<TokenHash, Known>,
    refused: Cache<TokenHash, (Timestamp, OidcError)>,
}

#[derive(Clone)]
struct Known {
    token: Arc<VerifiedToken>,
    since: Timestamp,
    until: Timestamp,
    /// The end as the token says it; an opaque token has none that we could read.
    ends: Option<Timestamp>,
}

impl Known {
    fn holds(&self, skew: SignedDuration, now: Timestamp) -> bool {
        now.duration_since(self.since) >= -skew
            && now < self.until
            && !self.ends.is_some_and(|end| claims::ended(end, skew, now))
    }
}

impl Verifier {
    /// A verifier over a provider's HTTP endpoints.
    pub fn over_http(settings: OidcSettings) -> Result<Self, SettingsError> {
        let source = Arc::new(HttpKeySource::new(&settings)?);
        Self::new(settings, Arc::<HttpKeySource>::clone(&source), Some(source))
    }

    /// A verifier over any source of keys, such as an issuer in this process, and of userinfo if there is one.
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
                .time_to_live(Duration::from_secs(REMEMBER_SECONDS.unsigned_abs()))
                .build(),
            refused: Cache::builder()
                .max_capacity(REMEMBERED_REFUSALS)
                .time_to_live(Duration::from_secs(REMEMBER_FAILURE_SECONDS.unsigned_abs()))
                .build(),
            settings,
        })
    }

    /// Who holds this token at `now`. Equal tokens asked at the same time are checked once.
    pub async fn verify(&self, bearer: &str, now: Timestamp) -> Result<VerifiedToken, OidcError> {
        let shape = jwt::shape(bearer)?;
        let hash: TokenHash = Sha256::digest(bearer.as_bytes()).into();
        if let Some(known) = self.verified.get(&hash).await {
            if known.holds(self.skew, now) {
                return Ok(VerifiedToken::clone(&known.token));
            }
            self.verified.invalidate(&hash).await;
        }
        let opaque = matches!(shape, Shape::Opaque);
        if opaque {
            self.refused_before(&hash, now).await?;
        }
        let checked = self.verified.try_get_with(hash, self.check(bearer, shape, now)).await;
        match checked {
            Ok(known) => Ok(VerifiedToken::clone(&known.token)),
            Err(error) => {
                if opaque && matches!(*error, OidcError::Invalid(_)) {
                    self.refused.insert(hash, (now, OidcError::clone(&error))).await;
                }
                Err(OidcError::clone(&error))
            }
        }
    }

    async fn refused_before(&self, hash: &TokenHash, now: Timestamp) -> Result<(), OidcError> {
        match self.refused.get(hash).await {
            Some((at, error)) if now.duration_since(at) < SignedDuration::from_secs(REMEMBER_FAILURE_SECONDS) => {
                Err(error)
            }
            _ => Ok(()),
        }
    }

    async fn check(&self, bearer: &str, shape: Shape<'_>, now: Timestamp) -> Result<Known, OidcError> {
        match shape {
            Shape::Jwt(jwt) => self.check_jwt(bearer, &jwt, now).await,
            Shape::Opaque => self.check_opaque(bearer, now).await,
        }
    }

    async fn check_jwt(&self, bearer: &str, jwt: &Jwt<'_>, now: Timestamp) -> Result<Known, OidcError> {
        let algorithm = jwt.algorithm(&self.algorithms)?;
        let key = self.keys.find(jwt.key_id(), algorithm, now).await?;
        let signed = jsonwebtoken::crypto::verify(jwt.signature, jwt.signed.as_bytes(), &key, algorithm);
        if !signed.unwrap_or(false) {
            return Err(OidcError::Invalid("signature"));
        }
        let claims = jwt.claims()?;
        let ends = claims::check(&jwt.header, &claims, &self.settings, now)?;
        let mut token = self.token(&claims, ends)?;
        let mut remember_seconds = REMEMBER_SECONDS;
        if claims::email(&claims, &self.settings) == Email::Unsaid && self.settings.userinfo_email {
            remember_seconds = self.ask_for_email(bearer, &mut token).await;
        }
        Ok(known(token, now, remember_seconds, Some(ends)))
    }

    /// Completes a JWT that says nothing about the e-mail address. A provider that refuses (oidc-provider does, for
    /// tokens made for an API) or that is away leaves the token good, without an address.
    async fn ask_for_email(&self, bearer: &str, token: &mut VerifiedToken) -> i64 {
        let Some(source) = &self.userinfo else { return REMEMBER_SECONDS };
        match source.userinfo(bearer).await {
            Ok(Userinfo::Claims(said)) if claims::subject(&said).is_ok_and(|subject| subject == token.subject) => {
                self.take_email(&said, token);
                token.name = token.name.take().or_else(|| claims::name(&said, &self.settings));
                REMEMBER_USERINFO_SECONDS
            }
            Ok(Userinfo::Claims(_)) => {
                tracing::warn!("userinfo is about another subject than the token; ignored");
                REMEMBER_USERINFO_SECONDS
            }
            Ok(Userinfo::Refused) => REMEMBER_SECONDS,
            Err(error) => {
                tracing::warn!(%error, "no e-mail address from userinfo");
                REMEMBER_FAILURE_SECONDS
            }
        }
    }

    async fn check_opaque(&self, bearer: &str, now: Timestamp) -> Result<Known, OidcError> {
        let source = self.userinfo.as_ref().filter(|_| self.settings.userinfo_fallback);
        let source = source.ok_or(OidcError::Invalid("not a JWT"))?;
        let said = match source.userinfo(bearer).await? {
            Userinfo::Claims(said) => said,
            Userinfo::Refused => return Err(OidcError::Invalid("refused by userinfo")),
        };
        let token = self.token(&said, later(now, REMEMBER_USERINFO_SECONDS))?;
        Ok(known(token, now, REMEMBER_USERINFO_SECONDS, None))
    }

    fn token(&self, said: &Map<String, Value>, expires_at: Timestamp) -> Result<VerifiedToken, OidcError> {
        let mut token = VerifiedToken {
            issuer: self.settings.issuer.clone(),
            subject: claims::subject(said)?,
            email: None,
            email_verified: false,
            name: claims::name(said, &self.settings),
            expires_at,
        };
        self.take_email(said, &mut token);
        Ok(token)
    }

    fn take_email(&self, said: &Map<String, Value>, token: &mut VerifiedToken) {
        if let Email::Verified(address) = claims::email(said, &self.settings) {
            token.email = Some(address);
            token.email_verified = true;
        }
    }
}

fn known(token: VerifiedToken, now: Timestamp, seconds: i64, ends: Option<Timestamp>) -> Known {
    Known { token: Arc::new(token), since: now, until: later(now, seconds), ends }
}

fn later(now: Timestamp, seconds: i64) -> Timestamp {
    now.checked_add(SignedDuration::from_secs(seconds)).unwrap_or(Timestamp::MAX)
}
