//! The issuer: its settings and tools, shared by all handlers.

use std::sync::Arc;

use axum::Router;
use jiff::Timestamp;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tala_db::Database;

use crate::config::IssuerConfig;
use crate::crypto::passwords::Passwords;
use crate::crypto::secrets::Secrets;
use crate::db::{MINUTE, cleanup, micros};
use crate::error::IssuerError;
use crate::oauth::signing::{Resealed, Signing};
use crate::pages::art::Art;
use crate::ports::{Clock, Entropy, Mailer};
use crate::{accounts, endpoints};

/// An OpenID provider. Cheap to clone; all clones are one.
#[derive(Clone)]
pub struct Issuer(Arc<Inner>);

struct Inner {
    config: IssuerConfig,
    db: Database,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    mailer: Arc<dyn Mailer>,
    secrets: Secrets,
    signing: Signing,
    passwords: Passwords,
    art: Art,
}

impl Issuer {
    /// Puts the parts together; touches nothing outside. [`crate::migrate`] must have run before the first request.
    ///
    /// # Errors
    /// [`IssuerError::Config`] for settings that cannot work.
    pub fn new(
        config: IssuerConfig,
        db: Database,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        mailer: Arc<dyn Mailer>,
    ) -> Result<Self, IssuerError> {
        config.check()?;
        let secrets = Secrets::derive(&config.master_key, config.previous_master_key.as_ref())?;
        let signing = Signing::new(db.clone(), config.access_token_minutes);
        let passwords = Passwords::new();
        let art = Art::new();
        Ok(Self(Arc::new(Inner { config, db, clock, entropy, mailer, secrets, signing, passwords, art })))
    }

    /// All addresses of the issuer, to be nested under the path of the issuer URL:
    /// `Router::new().nest("/id", issuer.router())`.
    pub fn router(&self) -> Router {
        endpoints::router(self.clone())
    }

    /// The published keys, as `/jwks` serves them, for a resource server in the same process. Also makes the first key.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn jwks(&self) -> Result<Value, IssuerError> {
        self.0.signing.jwks(&self.0.secrets, micros(self.now())).await
    }

    /// Publishes a new signing key; it signs after an hour, and the present key stays published until the last token
    /// signed with it has expired.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn rotate(&self) -> Result<(), IssuerError> {
        self.0.signing.rotate(&self.0.secrets, micros(self.now())).await
    }

    /// Seals the signing keys that are still sealed with the previous master key with the present one. Returns how many
    /// those were, and which open with neither key. Can be interrupted and repeated, beside servers that know both keys.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn reseal(&self) -> Result<Resealed, IssuerError> {
        self.0.signing.reseal(&self.0.secrets).await
    }

    /// Makes sure that an account exists and returns its subject. An account that is there stays as it is, so this can
    /// run at every start.
    ///
    /// # Errors
    /// [`IssuerError::Account`] when address, name or password break the rules of the sign-up page.
    pub async fn create_account(
        &self,
        email: &str,
        name: &str,
        password: &str,
        verified: bool,
    ) -> Result<String, IssuerError> {
        accounts::create(self, email, name, password, verified).await
    }

    /// Deletes the account of a subject with its sessions, grants, codes and mailed codes. Returns whether there was one.
    /// Refresh tokens and userinfo end immediately; access tokens that are out cannot be called back, so the program around this
    /// must no longer know the subject. The address is free for another account, which will have another subject.
    ///
    /// # Errors
    /// When the database fails, or a person signs in to the account at this moment: try again.
    pub async fn delete_account(&self, subject: &str) -> Result<bool, IssuerError> {
        accounts::delete(self, subject).await
    }

    /// Deletes expired rows and replaces the signing key when it is due. Call it every few minutes from any server, or
    /// from several. Returns the number of deleted rows.
    ///
    /// # Errors
    /// When the database fails; the next call goes on.
    pub async fn cleanup(&self, now: Timestamp) -> Result<u64, IssuerError> {
        let inner = &self.0;
        if inner.signing.rotate_if_due(&inner.secrets, inner.config.key_rotation_days, micros(now)).await? {
            tracing::info!("issuer published a new signing key");
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

    pub(crate) fn secrets(&self) -> &Secrets {
        &self.0.secrets
    }

    pub(crate) fn passwords(&self) -> &Passwords {
        &self.0.passwords
    }

    pub(crate) fn art(&self) -> &Art {
        &self.0.art
    }

    fn now(&self) -> Timestamp {
        self.0.clock.now()
    }

    /// Now, as stored.
    pub(crate) fn now_micros(&self) -> i64 {
        micros(self.now())
    }

    /// Life of access and ID tokens, in microseconds.
    pub(crate) fn token_life(&self) -> i64 {
        i64::from(self.0.config.access_token_minutes) * MINUTE
    }

    pub(crate) async fn sign<T: Serialize>(&self, typ: &str, claims: &T, now: i64) -> Result<String, IssuerError> {
        self.0.signing.sign(&self.0.secrets, typ, claims, now).await
    }

    /// Claims of a token signed here; see [`Signing::read`].
    pub(crate) async fn read_token<T: DeserializeOwned>(
        &self,
        token: &str,
        typ: &str,
    ) -> Result<Option<T>, IssuerError> {
        self.0.signing.read(token, typ, &self.0.config.issuer_url).await
    }

    /// The path of one of our pages as browsers see it.
    pub(crate) fn path(&self, page: &str) -> String {
        format!("{}{page}", self.0.config.base_path())
    }
}
