//! The issuer: configuration and services that all handlers share.

use std::sync::Arc;

use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tala_db::Database;

use crate::config::IssuerConfig;
use crate::crypto::key_ring::KeyRing;
use crate::crypto::password_hashing::PasswordManager;
use crate::db::{MINUTE, cleanup, micros};
use crate::error::IssuerError;
use crate::oauth::signing::{ReencryptedKeys, TokenSigner};
use crate::pages::illustrations::Illustrations;
use crate::traits::{Clock, Entropy, Mailer};

/// An OpenID provider. Cloning is cheap; clones share their state.
#[derive(Clone)]
pub struct Issuer(Arc<Inner>);

struct Inner {
    config: IssuerConfig,
    db: Database,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    mailer: Arc<dyn Mailer>,
    key_ring: KeyRing,
    signer: TokenSigner,
    passwords: PasswordManager,
    illustrations: Illustrations,
}

impl Issuer {
    /// Creates an issuer without I/O. [`crate::migrate`] must have run before the first request.
    ///
    /// # Errors
    /// [`IssuerError::Config`] if a setting is invalid; [`IssuerError::Crypto`] if the keys cannot be derived.
    pub fn new(
        config: IssuerConfig,
        db: Database,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        mailer: Arc<dyn Mailer>,
    ) -> Result<Self, IssuerError> {
        config.validate()?;
        let key_ring = KeyRing::derive(&config.master_key, config.previous_master_key.as_ref())?;
        let signer = TokenSigner::new(db.clone(), config.access_token_minutes);
        let passwords = PasswordManager::new();
        let illustrations = Illustrations::new();
        Ok(Self(Arc::new(Inner { config, db, clock, entropy, mailer, key_ring, signer, passwords, illustrations })))
    }

    /// The key set that `/jwks` serves (RFC 7517), for a resource server in the same process. Creates the first key.
    ///
    /// # Errors
    /// [`IssuerError::Database`], or [`IssuerError::Crypto`] if the first key cannot be created.
    pub async fn jwks(&self) -> Result<Value, IssuerError> {
        self.0.signer.jwks(&self.0.key_ring, micros(self.now())).await
    }

    /// Publishes a new signing key. It starts to sign after an hour. The current key stays published until the last token
    /// signed with it has expired.
    ///
    /// # Errors
    /// [`IssuerError::Database`], or [`IssuerError::Crypto`] if the key cannot be created.
    pub async fn rotate_signing_key(&self) -> Result<(), IssuerError> {
        self.0.signer.rotate(&self.0.key_ring, micros(self.now())).await
    }

    /// Re-encrypts with the current master key the signing keys that are encrypted with the previous one. Can be
    /// interrupted and repeated while servers that know both keys are running.
    ///
    /// # Errors
    /// [`IssuerError::Database`]. Keys that cannot be decrypted are returned, not an error.
    pub async fn reencrypt_signing_keys(&self) -> Result<ReencryptedKeys, IssuerError> {
        self.0.signer.reencrypt(&self.0.key_ring).await
    }

    /// Deletes expired rows and rotates the signing key when due. Returns the number of deleted rows. Call it every few
    /// minutes; concurrent calls from several servers are safe.
    ///
    /// # Errors
    /// [`IssuerError::Database`]; the next call continues. [`IssuerError::Crypto`] if a new key cannot be created.
    pub async fn cleanup(&self, now: Timestamp) -> Result<u64, IssuerError> {
        let inner = &self.0;
        if inner.signer.rotate_if_due(&inner.key_ring, inner.config.key_rotation_days, micros(now)).await? {
            tracing::info!("new signing key published");
        }
        Ok(cleanup::delete_expired(&inner.db, micros(now)).await?)
    }

    pub(crate) fn config(&self) -> &IssuerConfig {
        &self.0.config
    }

    pub(crate) fn db(&self) -> &Database {
        &self.0.db
    }

    pub(crate) fn entropy(&self) -> &dyn Entropy {
        self.0.entropy.as_ref()
    }

    pub(crate) fn mailer(&self) -> &dyn Mailer {
        self.0.mailer.as_ref()
    }

    pub(crate) fn key_ring(&self) -> &KeyRing {
        &self.0.key_ring
    }

    pub(crate) fn passwords(&self) -> &PasswordManager {
        &self.0.passwords
    }

    pub(crate) fn illustrations(&self) -> &Illustrations {
        &self.0.illustrations
    }

    fn now(&self) -> Timestamp {
        self.0.clock.now()
    }

    /// The current time in microseconds, as stored in the database.
    pub(crate) fn now_micros(&self) -> i64 {
        micros(self.now())
    }

    /// Lifetime of access and ID tokens.
    pub(crate) fn token_lifetime_micros(&self) -> i64 {
        i64::from(self.0.config.access_token_minutes) * MINUTE
    }

    pub(crate) async fn sign_token<T: Serialize>(
        &self,
        typ: &str,
        claims: &T,
        now: i64,
    ) -> Result<String, IssuerError> {
        self.0.signer.sign(&self.0.key_ring, typ, claims, now).await
    }

    /// The claims of a token if its signature is valid; see [`TokenSigner::verify`].
    pub(crate) async fn verify_token<T: DeserializeOwned>(
        &self,
        token: &str,
        typ: &str,
    ) -> Result<Option<T>, IssuerError> {
        self.0.signer.verify(token, typ, &self.0.config.issuer_url).await
    }

    /// The path of a page, including the path of the issuer URL.
    pub(crate) fn page_path(&self, page: &str) -> String {
        format!("{}{page}", self.0.config.base_path())
    }
}
