//! Signing keys and their rotation. A new key is published immediately and signs an hour later; the previous key stays
//! published until the last token signed with it has expired.

use std::collections::HashMap;
use std::sync::Mutex;

use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair};
use jsonwebtoken::jwk::{Jwk, PublicKeyUse, ThumbprintHash};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tala_db::{Database, Error, Transaction};

use crate::crypto::key_ring::KeyRing;
use crate::db::signing_keys::{self, SigningKey};
use crate::db::{DAY, HOUR, MINUTE};
use crate::error::IssuerError;

/// Time between publication and first use of a key. Longer than clients may cache the key set (`max-age=300`).
const PUBLICATION_LEAD_MICROS: i64 = HOUR;
/// Allowance for clock skew before a retired key is unpublished.
const CLOCK_SKEW_MICROS: i64 = 5 * MINUTE;

/// The result of [`crate::Issuer::reencrypt_signing_keys`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReencryptedKeys {
    /// Number of keys re-encrypted.
    pub reencrypted: u64,
    /// The `kid` of each key that neither master key can decrypt.
    pub unreadable: Vec<String>,
}

/// Signs and verifies tokens with the keys in the database.
pub(crate) struct TokenSigner {
    db: Database,
    token_lifetime_micros: i64,
    /// Decrypted private keys by `kid`. A key never changes, so entries need no invalidation.
    private_keys: Mutex<HashMap<String, EncodingKey>>,
}

impl TokenSigner {
    pub(crate) fn new(db: Database, access_token_minutes: u32) -> Self {
        let token_lifetime_micros = i64::from(access_token_minutes) * MINUTE;
        Self { db, token_lifetime_micros, private_keys: Mutex::new(HashMap::new()) }
    }

    /// The published keys (RFC 7517), newest first. Creates the first key if there is none.
    pub(crate) async fn jwks(&self, key_ring: &KeyRing, now: i64) -> Result<Value, IssuerError> {
        let mut published = Vec::new();
        for key in
            self.list_or_create(key_ring, now).await?.iter().filter(|key| key.retire_at.is_none_or(|at| at > now))
        {
            published.push(serde_json::from_str::<Value>(&key.public_jwk)?);
        }
        Ok(json!({ "keys": published }))
    }

    /// Signs claims with the newest key that is active.
    pub(crate) async fn sign<T: Serialize>(
        &self,
        key_ring: &KeyRing,
        typ: &str,
        claims: &T,
        now: i64,
    ) -> Result<String, IssuerError> {
        let keys = self.list_or_create(key_ring, now).await?;
        let key = keys.iter().find(|key| key.signs_from <= now).or(keys.last());
        let key = key.ok_or(IssuerError::Crypto("no signing key"))?;
        let header = Header {
            typ: Some(typ.to_owned()),
            alg: Algorithm::ES256,
            kid: Some(key.kid.clone()),
            ..Header::default()
        };
        Ok(jsonwebtoken::encode(&header, claims, &self.private_key(key_ring, key)?)?)
    }

    /// The claims of a token, if type, issuer and signature are valid. Does not check the expiry.
    pub(crate) async fn verify<T: DeserializeOwned>(
        &self,
        token: &str,
        typ: &str,
        issuer: &str,
    ) -> Result<Option<T>, IssuerError> {
        let Ok(header) = jsonwebtoken::decode_header(token) else { return Ok(None) };
        if header.alg != Algorithm::ES256 || header.typ.as_deref() != Some(typ) {
            return Ok(None);
        }
        let keys = signing_keys::list(self.db.reader()).await?;
        let Some(key) = keys.iter().find(|key| Some(key.kid.as_str()) == header.kid.as_deref()) else {
            return Ok(None);
        };
        let jwk: Jwk = serde_json::from_str(&key.public_jwk)?;
        let mut validation = Validation::new(Algorithm::ES256);
        validation.validate_exp = false;
        validation.validate_aud = false;
        validation.set_required_spec_claims(&["iss"]);
        validation.set_issuer(&[issuer]);
        Ok(jsonwebtoken::decode::<T>(token, &DecodingKey::from_jwk(&jwk)?, &validation).ok().map(|data| data.claims))
    }

    /// Publishes a new key and schedules the retirement of the current one.
    pub(crate) async fn rotate(&self, key_ring: &KeyRing, now: i64) -> Result<(), IssuerError> {
        let newest = signing_keys::list(self.db.reader()).await?.first().map(|key| key.serial);
        let (serial, signs_from) = newest.map_or((1, now), |serial| (serial + 1, now + PUBLICATION_LEAD_MICROS));
        let key = new_key(key_ring, serial, signs_from, now)?;
        let publish = async |tx: Transaction| -> Result<(), Error> {
            if signing_keys::insert(&tx, &key).await? {
                signing_keys::mark_retired_before(
                    &tx,
                    serial,
                    signs_from + self.token_lifetime_micros + CLOCK_SKEW_MICROS,
                )
                .await?;
            }
            Ok(())
        };
        Ok(self.db.transaction(publish).await?)
    }

    /// Rotates if the newest key is older than `max_age_days`. Returns whether it did.
    pub(crate) async fn rotate_if_due(
        &self,
        key_ring: &KeyRing,
        max_age_days: u32,
        now: i64,
    ) -> Result<bool, IssuerError> {
        let keys = self.list_or_create(key_ring, now).await?;
        let due = keys.first().is_some_and(|key| key.created_at + i64::from(max_age_days) * DAY <= now);
        if due {
            self.rotate(key_ring, now).await?;
        }
        Ok(due)
    }

    /// Re-encrypts keys that are encrypted with the previous master key. Skips keys that cannot be decrypted.
    pub(crate) async fn reencrypt(&self, key_ring: &KeyRing) -> Result<ReencryptedKeys, IssuerError> {
        let mut result = ReencryptedKeys::default();
        for key in signing_keys::list(self.db.reader()).await? {
            match key_ring.reencrypt(&key.kid, &key.private_sealed) {
                Ok(None) => {}
                Ok(Some(encrypted)) => {
                    let update = async |tx: Transaction| signing_keys::update_private_key(&tx, &key, &encrypted).await;
                    result.reencrypted += self.db.transaction(update).await?;
                }
                Err(_) => result.unreadable.push(key.kid),
            }
        }
        Ok(result)
    }

    /// All stored keys, newest first. Creates the first key if there is none.
    async fn list_or_create(&self, key_ring: &KeyRing, now: i64) -> Result<Vec<SigningKey>, IssuerError> {
        let found = signing_keys::list(self.db.reader()).await?;
        if !found.is_empty() {
            return Ok(found);
        }
        let first = new_key(key_ring, 1, now, now)?;
        self.db.transaction(async |tx| signing_keys::insert(&tx, &first).await).await?;
        Ok(signing_keys::list(self.db.reader()).await?)
    }

    /// Decrypts a private key, with a cache.
    fn private_key(&self, key_ring: &KeyRing, key: &SigningKey) -> Result<EncodingKey, IssuerError> {
        let mut private_keys = self.private_keys.lock().map_err(|_| IssuerError::Crypto("key cache"))?;
        if let Some(key) = private_keys.get(&key.kid) {
            return Ok(key.clone());
        }
        let private = EncodingKey::from_ec_der(&key_ring.decrypt(&key.kid, &key.private_sealed)?);
        private_keys.insert(key.kid.clone(), private.clone());
        Ok(private)
    }
}

fn new_key(key_ring: &KeyRing, serial: i64, signs_from: i64, now: i64) -> Result<SigningKey, IssuerError> {
    // Key material comes from the operating system, not from `Entropy`, so a faulty implementation cannot weaken keys.
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
        .map_err(|_| IssuerError::Crypto("generate key"))?;
    let mut jwk = Jwk::from_encoding_key(&EncodingKey::from_ec_der(pkcs8.as_ref()), Algorithm::ES256)?;
    let kid = jwk.thumbprint(ThumbprintHash::SHA256)?;
    jwk.common.key_id = Some(kid.clone());
    jwk.common.public_key_use = Some(PublicKeyUse::Signature);
    Ok(SigningKey {
        private_sealed: key_ring.encrypt(&kid, pkcs8.as_ref())?,
        public_jwk: serde_json::to_string(&jwk)?,
        kid,
        serial,
        alg: "ES256".to_owned(),
        created_at: now,
        signs_from,
        retire_at: None,
    })
}
