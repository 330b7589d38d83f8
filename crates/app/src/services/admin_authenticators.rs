//! Authenticators of administrators (D7).

use secrecy::{ExposeSecret, SecretString};
use tala_domain::ids::AdminId;
use tala_gateways::totp;
use tala_store::admins::Admin;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};

/// A new authenticator of an account.
pub(crate) struct NewAuthenticator {
    /// The secret, encrypted for the account.
    pub(crate) encrypted: String,
    /// The secret, to be typed into the authenticator app.
    pub(crate) secret: SecretString,
    /// The `otpauth:` URI for the authenticator app.
    pub(crate) setup_link: SecretString,
}

impl NewAuthenticator {
    /// Generates a secret.
    ///
    /// # Errors
    /// If the encryption fails.
    pub(crate) fn new(ctx: &Ctx, id: AdminId, name: &str) -> AppResult<Self> {
        let mut random = [0; 20];
        ctx.entropy.fill(&mut random);
        let secret = totp::new_secret(random);
        let setup_link = setup_link(ctx, &secret, name)?;
        let encrypted = ctx.vault.encrypt(&id.to_string(), secret.expose_secret()).map_err(AppError::internal)?;
        Ok(Self { encrypted, secret, setup_link })
    }
}

/// Decrypts the secret of the authenticator of an account that has one.
///
/// # Errors
/// `internal` without an authenticator, or if the decryption fails.
pub(crate) fn decrypt_secret(ctx: &Ctx, account: &Admin) -> AppResult<SecretString> {
    let encrypted = account.totp_encrypted.as_deref().ok_or_else(|| AppError::internal("no authenticator"))?;
    ctx.vault.decrypt(&account.id.to_string(), encrypted).map_err(AppError::internal)
}

/// Returns the `otpauth:` URI of a secret.
///
/// # Errors
/// If the secret is malformed.
pub(crate) fn setup_link(ctx: &Ctx, secret: &SecretString, name: &str) -> AppResult<SecretString> {
    totp::provisioning_uri(secret, name, &ctx.settings.product_name).map_err(AppError::internal)
}
