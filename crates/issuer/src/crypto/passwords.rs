//! Password rules and hashing (D6: argon2id; length instead of composition rules, as NIST SP 800-63B advises).

use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::common_passwords::{is_common, is_of_this_place};
use crate::error::IssuerError;
use crate::ports::Entropy;

/// Shortest password, in characters.
pub(crate) const MIN_CHARS: usize = 10;
/// Longest password, in characters.
pub(crate) const MAX_CHARS: usize = 200;
/// OWASP's first choice for argon2id: 19 MiB, two passes, one lane.
const MEMORY_KIB: u32 = 19_456;
const PASSES: u32 = 2;
/// Passwords worked on at the same time, so that sign-ins cannot take all processors and memory.
const AT_ONCE: usize = 2;
const LONGEST_WAIT: Duration = Duration::from_secs(8);

/// Why a new password is refused, as the sentence shown beside the field; `None` if it is fine.
pub(crate) fn fault_of(password: &str, email: &str) -> Option<String> {
    let length = password.chars().count();
    if length == 0 {
        return Some("Choose a password.".to_owned());
    }
    if length < MIN_CHARS {
        return Some(format!(
            "Use at least {MIN_CHARS} characters; this has {length}. Three or four words together work well."
        ));
    }
    if length > MAX_CHARS {
        return Some(format!("Use at most {MAX_CHARS} characters."));
    }
    let folded = password.trim().to_lowercase();
    let local = email.split('@').next().unwrap_or_default().to_lowercase();
    if folded == email.trim().to_lowercase() || folded == local {
        return Some("Your e-mail address is the first thing that others would try. Choose something else.".to_owned());
    }
    if is_of_this_place(&folded) {
        return Some(
            "Words such as dance or class are the first that others would try here. Add some of your own.".to_owned(),
        );
    }
    is_common(&folded).then(|| "This is one of the most used passwords. Choose something of your own.".to_owned())
}

/// Hashes and checks passwords away from the request threads.
pub(crate) struct Passwords {
    permits: Arc<Semaphore>,
}

impl Passwords {
    pub(crate) fn new() -> Self {
        Self { permits: Arc::new(Semaphore::new(AT_ONCE)) }
    }

    pub(crate) async fn hash(&self, entropy: &dyn Entropy, password: &str) -> Result<String, IssuerError> {
        let mut salt = [0_u8; 16];
        entropy.fill(&mut salt);
        let password = password.to_owned();
        self.work(move || hash_with_salt(&password, &salt)).await
    }

    /// Checks a password. Without a stored hash (no such account) the same work is done and the answer is no, so that
    /// time does not tell whether an account exists.
    pub(crate) async fn verify(&self, password: &str, stored: Option<String>) -> Result<bool, IssuerError> {
        let password = password.to_owned();
        self.work(move || match stored {
            None => hash_with_salt(&password, &[7_u8; 16]).map(|_| false),
            Some(stored) => {
                let parsed = PasswordHash::new(&stored).map_err(|_| IssuerError::Crypto("stored password hash"))?;
                Ok(argon2()?.verify_password(password.as_bytes(), &parsed).is_ok())
            }
        })
        .await
    }

    async fn work<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> Result<T, IssuerError> + Send + 'static,
    ) -> Result<T, IssuerError> {
        let permit = self.permit().await?;
        let run = move || {
            let _permit = permit;
            job()
        };
        tokio::task::spawn_blocking(run).await.map_err(|_| IssuerError::Crypto("password worker"))?
    }

    async fn permit(&self) -> Result<OwnedSemaphorePermit, IssuerError> {
        let wait = tokio::time::timeout(LONGEST_WAIT, Arc::clone(&self.permits).acquire_owned());
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

    #[test]
    fn length_common_words_and_the_own_address_are_checked_and_nothing_else() {
        for bad in [
            "",
            "ninechars",
            "Password123",
            " qwertyuiop ",
            "Tala-Dance-2026",
            "Bharatanatyam!",
            "meera@example.test",
            "MEERA@example.test",
        ] {
            assert!(fault_of(bad, "meera@example.test").is_some(), "{bad:?}");
        }
        assert!(fault_of(&"x".repeat(201), "a@b.test").is_some());
        assert!(fault_of("padmasubrahmanyam", "padmasubrahmanyam@b.test").is_some());
        for good in
            ["tenletters", "talathe dancer", "tala demo 2026", "नृत्य सीखना है", "aaaa bbbb cccc", &"y".repeat(200)]
        {
            assert_eq!(fault_of(good, "meera@example.test"), None, "{good:?}");
        }
    }

    #[tokio::test]
    async fn a_hash_names_argon2id_and_its_cost_and_verifies_only_its_password() {
        struct Seven;
        impl Entropy for Seven {
            fn fill(&self, bytes: &mut [u8]) {
                bytes.fill(9);
            }
        }
        let passwords = Passwords::new();
        let hash = passwords.hash(&Seven, "a long enough one").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.verify("a long enough one", Some(hash.clone())).await.unwrap());
        assert!(!passwords.verify("a long enough two", Some(hash)).await.unwrap());
        assert!(!passwords.verify("a long enough one", None).await.unwrap());
    }
}
