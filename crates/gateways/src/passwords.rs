//! Administrators' passwords as argon2id hashes (D7), worked on away from the request threads.

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

/// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;

/// Passwords worked on at the same time, so that sign-ins cannot take all processors and memory.
static AT_ONCE: Semaphore = Semaphore::const_new(2);

/// The work could not be done: a stored hash that is none, or a worker that died.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a password could not be worked on")]
pub struct PasswordError;

/// The hash of a password, with its parameters, under a fresh salt.
pub async fn hash(password: &str, salt: [u8; 16]) -> Result<String, PasswordError> {
    let password = password.to_owned();
    work(move || hash_now(&password, &salt)).await
}

/// Whether a password is the one. Without a stored hash (no such account) the same work is done and the answer is no, so
/// that time does not tell whether an account exists.
pub async fn verify(password: &str, stored: Option<String>) -> Result<bool, PasswordError> {
    let password = password.to_owned();
    work(move || match stored {
        None => hash_now(&password, &[7; 16]).map(|_| false),
        Some(stored) => {
            let parsed = PasswordHash::new(&stored).map_err(|_| PasswordError)?;
            Ok(argon2()?.verify_password(password.as_bytes(), &parsed).is_ok())
        }
    })
    .await
}

async fn work<T: Send + 'static>(
    job: impl FnOnce() -> Result<T, PasswordError> + Send + 'static,
) -> Result<T, PasswordError> {
    let permit = AT_ONCE.acquire().await.map_err(|_| PasswordError)?;
    let run = move || {
        let _permit = permit;
        job()
    };
    tokio::task::spawn_blocking(run).await.map_err(|_| PasswordError)?
}

fn argon2() -> Result<Argon2<'static>, PasswordError> {
    let params = Params::new(MEMORY_KIB, PASSES, 1, None).map_err(|_| PasswordError)?;
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, params))
}

fn hash_now(password: &str, salt: &[u8]) -> Result<String, PasswordError> {
    let hash: PasswordHash = argon2()?.hash_password_with_salt(password.as_bytes(), salt).map_err(|_| PasswordError)?;
    Ok(hash.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_hash_names_its_cost_and_verifies_only_its_password() {
        let stored = hash("a long enough one", [9; 16]).await.unwrap();
        assert!(stored.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored}");
        assert!(verify("a long enough one", Some(stored.clone())).await.unwrap());
        assert!(!verify("a long enough two", Some(stored)).await.unwrap());
        assert!(!verify("a long enough one", None).await.unwrap());
        assert_eq!(verify("x", Some("no hash".to_owned())).await, Err(PasswordError));
    }
}
