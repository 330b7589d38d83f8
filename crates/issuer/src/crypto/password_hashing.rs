//! Password hashing with argon2id (D6).

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::error::IssuerError;
use crate::traits::Entropy;

/// OWASP's recommended parameters for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
/// Limit of concurrent hash computations, which bounds CPU and memory use.
const MAX_CONCURRENT: usize = 2;
/// Maximum time to wait for a free slot.
const MAX_WAIT: Duration = Duration::from_secs(8);

/// Hashes and verifies passwords on blocking threads.
pub(crate) struct PasswordManager {
    permits: Arc<Semaphore>,
}

impl PasswordManager {
    pub(crate) fn new() -> Self {
        Self { permits: Arc::new(Semaphore::new(MAX_CONCURRENT)) }
    }

    /// Hashes a password with a random salt, in PHC string format.
    pub(crate) async fn hash(&self, entropy: &dyn Entropy, password: &str) -> Result<String, IssuerError> {
        let mut salt = [0_u8; 16];
        entropy.fill(&mut salt);
        let password = password.to_owned();
        self.run_blocking(move || hash_with_salt(&password, &salt)).await
    }

    /// Verifies a password. Without a stored hash (unknown account) it does the same work and returns `false`, so timing
    /// does not reveal whether an account exists.
    pub(crate) async fn verify(&self, password: &str, stored: Option<String>) -> Result<bool, IssuerError> {
        let password = password.to_owned();
        self.run_blocking(move || match stored {
            None => hash_with_salt(&password, &[7_u8; 16]).map(|_| false),
            Some(stored) => {
                let parsed = PasswordHash::new(&stored).map_err(|_| IssuerError::Crypto("stored password hash"))?;
                Ok(argon2()?.verify_password(password.as_bytes(), &parsed).is_ok())
            }
        })
        .await
    }

    async fn run_blocking<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, IssuerError> + Send + 'static,
    ) -> Result<T, IssuerError> {
        let permit = self.acquire_permit().await?;
        let task = move || {
            let _permit = permit;
            job()
        };
        tokio::task::spawn_blocking(task).await.map_err(|_| IssuerError::Crypto("password hashing task"))?
    }

    async fn acquire_permit(&self) -> Result<OwnedSemaphorePermit, IssuerError> {
        let wait = tokio::time::timeout(MAX_WAIT, Arc::clone(&self.permits).acquire_owned());
        wait.await.map_err(|_| IssuerError::Busy)?.map_err(|_| IssuerError::Busy)
    }
}

fn argon2() -> Result<Argon2<'static>, IssuerError> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).map_err(|_| IssuerError::Crypto("argon2 parameters"))?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash_with_salt(password: &str, salt: &[u8]) -> Result<String, IssuerError> {
    let hash: PasswordHash = argon2()?
        .hash_password_with_salt(password.as_bytes(), salt)
        .map_err(|_| IssuerError::Crypto("hash password"))?;
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn hash_contains_argon2id_parameters_and_verifies_only_its_password() {
        struct FixedEntropy;
        impl Entropy for FixedEntropy {
            fn fill(&self, bytes: &mut [u8]) {
                bytes.fill(9);
            }
        }
        let passwords = PasswordManager::new();
        let hash = passwords.hash(&FixedEntropy, "a long enough one").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.verify("a long enough one", Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify("a long enough two", Some(hash)).await.unwrap());
        assert!(!passwords.verify("a long enough one", None).await.unwrap());
    }
}
