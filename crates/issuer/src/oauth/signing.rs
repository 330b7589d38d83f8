//! Signing keys and their rotation: a new key is published immediately, signs an hour later, and the old one stays
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

use crate::crypto::secrets::Secrets;
use crate::db::{DAY, HOUR, MINUTE, keys};
use crate::error::IssuerError;

/// How long a new key is published before it signs: longer than anyone caches the key set (`max-age=300`).
const PUBLISHED_BEFORE: i64 = HOUR;
/// Published beyond the last token's expiry, for clocks that differ.
const SLACK: i64 = 5 * MINUTE;

/// The result of [`crate::Issuer::reseal`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Resealed {
    /// How many keys were written.
    pub renewed: u64,
    /// The `kid` of each key that opens with neither master key.
    pub unreadable: Vec<String>,
}

/// Signs and checks tokens with the keys in the database.
pub(crate) struct Signing {
    db: Database,
    token_life: i64,
    /// Opened private keys by `kid`. They never change, so this can only be colder than the database, never wrong.
    opened: Mutex<HashMap<String, EncodingKey>>,
}

impl Signing {
    pub(crate) fn new(db: Database, access_token_minutes: u32) -> Self {
        let token_life = i64::from(access_token_minutes) * MINUTE;
        Self { db, token_life, opened: Mutex::new(HashMap::new()) }
    }

    /// The published key set (RFC 7517), newest first.
    pub(crate) async fn jwks(&self, secrets: &Secrets, now: i64) -> Result<Value, IssuerError> {
        let mut published = Vec::new();
        for key in self.keys(secrets, now).await?.iter().filter(|key| key.retire_at.is_none_or(|at| at > now)) {
            published.push(serde_json::from_str::<Value>(&key.public_jwk)?);
        }
        Ok(json!({ "keys": published }))
    }

    pub(crate) async fn sign<T: Serialize>(
        &self,
        secrets: &Secrets,
        typ: &str,
        claims: &T,
        now: i64,
    ) -> Result<String, IssuerError> {
        let keys = self.keys(secrets, now).await?;
        let key = keys.iter().find(|key| key.signs_from <= now).or(keys.last());
        let key = key.ok_or(IssuerError::Crypto("no signing key"))?;
        let header = Header {
            typ: Some(typ.to_owned()),
            alg: Algorithm::ES256,
            kid: Some(key.kid.clone()),
            ..Header::default()
        };
        Ok(jsonwebtoken::encode(&header, claims, &self.open(secrets, key)?)?)
    }

    /// The claims of a token that was signed here as `typ` by this issuer. Expiry is the caller's to judge.
    pub(crate) async fn read<T: DeserializeOwned>(
        &self,
        token: &str,
        typ: &str,
        issuer: &str,
    ) -> Result<Option<T>, IssuerError> {
        let Ok(header) = jsonwebtoken::decode_header(token) else { return Ok(None) };
        if header.alg != Algorithm::ES256 || header.typ.as_deref() != Some(typ) {
            return Ok(None);
        }
        let keys = keys::list(self.db.reader()).await?;
        let Some(key) = keys.iter().find(|key| Some(key.kid.as_str()) == header.kid.as_deref()) else {
            return Ok(None);
        };
        let jwk: Jwk = serde_json::from_str(&key.public_jwk)?;
        let mut rules = Validation::new(Algorithm::ES256);
        rules.validate_exp = false;
        rules.validate_aud = false;
        rules.set_required_spec_claims(&["iss"]);
        rules.set_issuer(&[issuer]);
        Ok(jsonwebtoken::decode::<T>(token, &DecodingKey::from_jwk(&jwk)?, &rules).ok().map(|data| data.claims))
    }

    /// Publishes a new key that will sign in an hour, and sets the end of the present one.
    pub(crate) async fn rotate(&self, secrets: &Secrets, now: i64) -> Result<(), IssuerError> {
        let newest = keys::list(self.db.reader()).await?.first().map(|key| key.serial);
        let (serial, signs_from) = newest.map_or((1, now), |serial| (serial + 1, now + PUBLISHED_BEFORE));
        let key = new_key(secrets, serial, signs_from, now)?;
        let publish = async |tx: Transaction| -> Result<(), Error> {
            if keys::insert(&tx, &key).await? {
                keys::mark_retired_before(&tx, serial, signs_from + self.token_life + SLACK).await?;
            }
            Ok(())
        };
        Ok(self.db.transaction(publish).await?)
    }

    /// Rotates when the newest key is older than `after_days`; says whether it did.
    pub(crate) async fn rotate_if_due(
        &self,
        secrets: &Secrets,
        after_days: u32,
        now: i64,
    ) -> Result<bool, IssuerError> {
        let keys = self.keys(secrets, now).await?;
        let due = keys.first().is_some_and(|key| key.created_at + i64::from(after_days) * DAY <= now);
        if due {
            self.rotate(secrets, now).await?;
        }
        Ok(due)
    }

    /// Seals with the master key of now what is sealed with the one before. A key that opens with neither stops nothing.
    pub(crate) async fn reseal(&self, secrets: &Secrets) -> Result<Resealed, IssuerError> {
        let mut done = Resealed::default();
        for key in keys::list(self.db.reader()).await? {
            match secrets.renew(&key.kid, &key.private_sealed) {
                Ok(None) => {}
                Ok(Some(sealed)) => {
                    let update = async |tx: Transaction| keys::update_sealed(&tx, &key, &sealed).await;
                    done.renewed += self.db.transaction(update).await?;
                }
                Err(_) => done.unreadable.push(key.kid),
            }
        }
        Ok(done)
    }

    /// The stored keys, newest first; makes the first one when there is none.
    async fn keys(&self, secrets: &Secrets, now: i64) -> Result<Vec<keys::SigningKey>, IssuerError> {
        let found = keys::list(self.db.reader()).await?;
        if !found.is_empty() {
            return Ok(found);
        }
        let first = new_key(secrets, 1, now, now)?;
        self.db.transaction(async |tx| keys::insert(&tx, &first).await).await?;
        Ok(keys::list(self.db.reader()).await?)
    }

    fn open(&self, secrets: &Secrets, key: &keys::SigningKey) -> Result<EncodingKey, IssuerError> {
        let mut opened = self.opened.lock().map_err(|_| IssuerError::Crypto("key cache"))?;
        if let Some(key) = opened.get(&key.kid) {
            return Ok(key.clone());
        }
        let private = EncodingKey::from_ec_der(&secrets.unseal(&key.kid, &key.private_sealed)?);
        opened.insert(key.kid.clone(), private.clone());
        Ok(private)
    }
}

fn new_key(secrets: &Secrets, serial: i64, signs_from: i64, now: i64) -> Result<keys::SigningKey, IssuerError> {
    // The library draws key material from the system itself; a replaceable source would have no use but mistakes.
    let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_FIXED_SIGNING, &SystemRandom::new())
        .map_err(|_| IssuerError::Crypto("generate key"))?;
    let mut jwk = Jwk::from_encoding_key(&EncodingKey::from_ec_der(pkcs8.as_ref()), Algorithm::ES256)?;
    let kid = jwk.thumbprint(ThumbprintHash::SHA256)?;
    jwk.common.key_id = Some(kid.clone());
    jwk.common.public_key_use = Some(PublicKeyUse::Signature);
    Ok(keys::SigningKey {
        private_sealed: secrets.seal(&kid, pkcs8.as_ref())?,
        public_jwk: serde_json::to_string(&jwk)?,
        kid,
        serial,
        alg: "ES256".to_owned(),
        created_at: now,
        signs_from,
        retire_at: None,
    })
}
