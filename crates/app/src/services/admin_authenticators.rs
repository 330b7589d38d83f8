//! Authenticators of administrators (D7).

use secrecy::{ExposeSecret, SecretString};
use tala_domain::ids::AdminId;
use tala_gateways::totp;

use crate::context::Ctx;
use crate::error::{AppError, AppResult};

/// A new authenticator of an account.
pub(crate) struct NewAuthenticator {
    /// The secret, encrypted for the account.
    pub(crate) encrypted: String,
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
        let setup_link =
            totp::provisioning_uri(&secret, name, &ctx.settings.product_name).map_err(AppError::internal)?;
        let encrypted = ctx.vault.encrypt(&id.to_string(), secret.expose_secret()).map_err(AppError::internal)?;
        Ok(Self { encrypted, setup_link })
    }
}
