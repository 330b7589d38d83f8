//! Signing keys: publication, rotation and encryption at rest.

use std::collections::BTreeSet;
use std::sync::Arc;

use aws_lc_rs::digest;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use secrecy::SecretString;
use tala_issuer::{Clock, Issuer, IssuerConfig, ReencryptedKeys};

use crate::browser::{Browser, claims, text, userinfo};
use crate::test_server::{MASTER_KEY, TestServer, default_config, for_each_database};

const PASSWORD: &str = "three quiet temple bells";

async fn kids(server: &TestServer) -> BTreeSet<String> {
    let keys = server.json("/jwks").await;
    keys["keys"].as_array().unwrap().iter().map(|key| text(key, "kid").to_owned()).collect()
}

async fn sign_in_and_key_id(server: &TestServer) -> (String, String) {
    server.create_account("k@example.test", PASSWORD).await;
    let tokens = Browser::new(server).tokens("k@example.test", PASSWORD).await;
    let access = text(&tokens, "access_token").to_owned();
    (jsonwebtoken::decode_header(&access).unwrap().kid.unwrap(), access)
}

#[tokio::test]
async fn key_id_is_thumbprint_and_private_key_is_not_published() {
    for_each_database(default_config, async |server| {
        let keys = server.json("/jwks").await;
        let [key] = keys["keys"].as_array().unwrap().as_slice() else { panic!("{keys}") };
        assert_eq!(
            (text(key, "kty"), text(key, "crv"), text(key, "alg"), text(key, "use")),
            ("EC", "P-256", "ES256", "sig")
        );
        assert!(key.get("d").is_none());
        let canonical =
            format!("{{\"crv\":\"P-256\",\"kty\":\"EC\",\"x\":\"{}\",\"y\":\"{}\"}}", text(key, "x"), text(key, "y"));
        let thumbprint = URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, canonical.as_bytes()));
        assert_eq!(text(key, "kid"), thumbprint);
        assert_eq!(server.issuer.jwks().await.unwrap(), keys, "same result in process and over HTTP");
    })
    .await;
}

#[tokio::test]
async fn rotated_key_signs_after_one_hour_and_old_key_outlives_its_tokens() {
    for_each_database(default_config, async |server| {
        let (old, _) = sign_in_and_key_id(&server).await;
        server.issuer.rotate_signing_key().await.unwrap();
        let both = kids(&server).await;
        assert_eq!(both.len(), 2);
        assert_eq!(sign_in_and_key_id(&server).await.0, old, "published but not active yet");
        server.clock.advance_seconds(3_599);
        let (kid, last_old_token) = sign_in_and_key_id(&server).await;
        assert_eq!(kid, old);

        server.clock.advance_seconds(1);
        let (new, new_token) = sign_in_and_key_id(&server).await;
        assert!(new != old && both.contains(&new));
        for token in [&last_old_token, &new_token] {
            claims(&server, token, "at+jwt").await;
            assert_eq!(userinfo(&server, token).await.status, 200);
        }
        server.clock.advance_seconds(600 + 299);
        assert_eq!(kids(&server).await, both, "tokens of the old key may still be valid");
        server.clock.advance_seconds(1);
        assert_eq!(kids(&server).await, BTreeSet::from([new.clone()]), "after token lifetime and clock skew");
        assert_eq!(sign_in_and_key_id(&server).await.0, new);
    })
    .await;
}

#[tokio::test]
async fn cleanup_rotates_old_key_once() {
    for_each_database(default_config, async |server| {
        kids(&server).await;
        server.issuer.cleanup(server.clock.now()).await.unwrap();
        assert_eq!(kids(&server).await.len(), 1);
        server.clock.advance_seconds(90 * 86_400);
        server.issuer.cleanup(server.clock.now()).await.unwrap();
        server.issuer.cleanup(server.clock.now()).await.unwrap();
        assert_eq!(kids(&server).await.len(), 2, "rotated once, not on every call");
    })
    .await;
}

#[tokio::test]
async fn concurrent_servers_agree_on_keys() {
    for_each_database(default_config, async |server| {
        let other = server.issuer.clone();
        let (a, b) = tokio::join!(server.issuer.jwks(), other.jwks());
        a.unwrap();
        b.unwrap();
        assert_eq!(server.count("SELECT count(*) FROM issuer_signing_keys").await, 1);
        let (a, b) = tokio::join!(server.issuer.rotate_signing_key(), other.rotate_signing_key());
        a.unwrap();
        b.unwrap();
        let serials = server.count("SELECT count(DISTINCT serial) FROM issuer_signing_keys").await;
        assert_eq!(server.count("SELECT count(*) FROM issuer_signing_keys").await, serials);
        assert!((2..=3).contains(&serials));
    })
    .await;
}

#[tokio::test]
async fn private_keys_are_encrypted_with_master_key() {
    for_each_database(default_config, async |server| {
        kids(&server).await;
        let config = IssuerConfig::new(&server.url, "Tala", SecretString::from("another master key, also 32+ long"));
        let other_issuer =
            Issuer::new(config, server.db.clone(), server.clock.clone(), Arc::new(Zeros), server.mailbox.clone());
        assert!(other_issuer.unwrap().jwks().await.is_ok(), "public keys are not encrypted");
        // The first bytes of an unencrypted PKCS #8 P-256 key in base64.
        let unencrypted = "SELECT count(*) FROM issuer_signing_keys WHERE private_sealed LIKE '%MIGHAgEAMBMGByqGSM49%'";
        assert_eq!(server.count(unencrypted).await, 0);
    })
    .await;
}

#[tokio::test]
async fn reencryption_changes_master_key_while_server_signs() {
    for_each_database(default_config, async |server| {
        let (kid, _) = sign_in_and_key_id(&server).await;
        server.issuer.rotate_signing_key().await.unwrap();
        let issuer = |master: &str, previous: Option<&str>| {
            let mut config = IssuerConfig::new(&server.url, "Tala", SecretString::from(master));
            config.previous_master_key = previous.map(SecretString::from);
            Issuer::new(config, server.db.clone(), server.clock.clone(), Arc::new(Zeros), server.mailbox.clone())
                .unwrap()
        };
        let new = "another master key, also 32+ long";
        let changing = issuer(new, Some(MASTER_KEY));
        let result = |reencrypted| ReencryptedKeys { reencrypted, unreadable: Vec::new() };
        assert_eq!(changing.reencrypt_signing_keys().await.unwrap(), result(2));
        assert_eq!(changing.reencrypt_signing_keys().await.unwrap(), result(0), "already re-encrypted");
        assert_eq!(
            issuer(new, None).reencrypt_signing_keys().await.unwrap(),
            result(0),
            "the new master key decrypts all keys"
        );
        assert_eq!(
            issuer(MASTER_KEY, None).reencrypt_signing_keys().await.unwrap().unreadable.len(),
            2,
            "the old master key decrypts none"
        );
        // The damaged key is processed first and must not stop the others.
        let damage = "UPDATE issuer_signing_keys SET private_sealed = 'AAAA' WHERE serial = 2";
        server.batch(damage).await;
        let damaged = issuer(MASTER_KEY, Some(new)).reencrypt_signing_keys().await.unwrap();
        assert_eq!((damaged.reencrypted, damaged.unreadable.len()), (1, 1));
        assert_ne!(damaged.unreadable, std::slice::from_ref(&kid), "the active key is intact");
        assert_eq!(sign_in_and_key_id(&server).await.0, kid, "a running server uses its cached keys");
    })
    .await;
}

struct Zeros;

impl tala_issuer::Entropy for Zeros {
    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill(0);
    }
}
