//! Hashing of administrators' passwords with argon2id (D7), on blocking threads.

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

/// The parameters that OWASP recommends for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;

/// Limits concurrent hash computations, so that sign-ins cannot use up all processors and memory.
static CONCURRENCY: Semaphore = Semaphore::const_new(2);

/// A password could not be hashed or verified: the stored hash is malformed, or the computation was aborted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("password hashing failed")]
pub struct PasswordError;

/// Hashes a password. Returns a PHC string with algorithm, parameters and salt.
///
/// # Errors
/// [`PasswordError`] if the computation fails.
pub async fn hash(password: &str, salt: [u8; 16]) -> Result<String, PasswordError> {
    let password = password.to_owned();
    run_blocking(move || compute_hash(&password, &salt)).await
}

/// Verifies a password against a stored hash. Without a stored hash (no such account) it computes a hash too and returns
/// false, so that the response time does not reveal whether an account exists.
///
/// # Errors
/// [`PasswordError`] for a malformed stored hash, or if the computation fails.
pub async fn verify(password: &str, stored: Option<String>) -> Result<bool, PasswordError> {
    let password = password.to_owned();
    run_blocking(move || match stored {
        None => compute_hash(&password, &[7; 16]).map(|_| false),
        Some(stored) => {
            let parsed = PasswordHash::new(&stored).map_err(|_| PasswordError)?;
            Ok(argon2()?.verify_password(password.as_bytes(), &parsed).is_ok())
        }
    })
    .await
}

async fn run_blocking<T: Send + 'static>(
    compute: impl FnOnce() -> Result<T, PasswordError> + Send + 'static,
) -> Result<T, PasswordError> {
    let permit = CONCURRENCY.acquire().await.map_err(|_| PasswordError)?;
    let run = move || {
        let _permit = permit;
        compute()
    };
    tokio::task::spawn_blocking(run).await.map_err(|_| PasswordError)?
}

fn argon2() -> Result<Argon2<'static>, PasswordError> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).map_err(|_| PasswordError)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn compute_hash(password: &str, salt: &[u8]) -> Result<String, PasswordError> {
    let hash: PasswordHash = argon2()?.hash_password_with_salt(password.as_bytes(), salt).map_err(|_| PasswordError)?;
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn hash_contains_parameters_and_verifies_only_its_password() {
        let stored = hash("a long enough one", [9; 16]).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(verify("a long enough one", Some(stored.clone())).await.unwrap());
        assert!(!verify("a long enough two", Some(stored)).await.unwrap());
        assert!(!verify("a long enough one", None).await.unwrap());
        assert_eq!(verify("x", Some("no hash".to_owned())).await, Err(PasswordError));
    }
}
