//! Signing keys and their rotation.

use std::collections::BTreeSet;
use std::sync::Arc;

use aws_lc_rs::digest;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use secrecy::SecretString;
use tala_issuer::{Clock, Issuer, IssuerConfig, Resealed};

use crate::browser::{Browser, claims, text, userinfo};
use crate::world::{MASTER_KEY, World, on_both, usual};

const PASSWORD: &str = "three quiet temple bells";

async fn kids(world: &World) -> BTreeSet<String> {
    let keys = world.json("/jwks").await;
    keys["keys"].as_array().unwrap().iter().map(|key| text(key, "kid").to_owned()).collect()
}

async fn signs_with(world: &World) -> (String, String) {
    world.account("k@example.test", PASSWORD).await;
    let tokens = Browser::new(world).tokens("k@example.test", PASSWORD).await;
    let access = text(&tokens, "access_token").to_owned();
    (jsonwebtoken::decode_header(&access).unwrap().kid.unwrap(), access)
}

#[tokio::test]
async fn a_key_is_named_by_its_thumbprint_and_shows_no_private_part() {
    on_both(usual, async |world| {
        let keys = world.json("/jwks").await;
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
        assert_eq!(world.issuer.jwks().await.unwrap(), keys, "the same in process and over HTTP");
    })
    .await;
}

#[tokio::test]
async fn a_new_key_is_published_first_signs_later_and_the_old_one_outlives_its_tokens() {
    on_both(usual, async |world| {
        let (old, _) = signs_with(&world).await;
        world.issuer.rotate().await.unwrap();
        let both = kids(&world).await;
        assert_eq!(both.len(), 2);
        assert_eq!(signs_with(&world).await.0, old, "published, but not signing yet");
        world.clock.advance_seconds(3_599);
        let (kid, last_of_old) = signs_with(&world).await;
        assert_eq!(kid, old);

        world.clock.advance_seconds(1);
        let (new, of_new) = signs_with(&world).await;
        assert!(new != old && both.contains(&new));
        for token in [&last_of_old, &of_new] {
            claims(&world, token, "at+jwt").await;
            assert_eq!(userinfo(&world, token).await.status, 200);
        }
        world.clock.advance_seconds(600 + 299);
        assert_eq!(kids(&world).await, both, "somebody may still hold a token of the old key");
        world.clock.advance_seconds(1);
        assert_eq!(kids(&world).await, BTreeSet::from([new.clone()]), "ten minutes of token and five of slack later");
        assert_eq!(signs_with(&world).await.0, new);
    })
    .await;
}

#[tokio::test]
async fn cleanup_rotates_by_itself_when_a_key_is_old() {
    on_both(usual, async |world| {
        kids(&world).await;
        world.issuer.cleanup(world.clock.now()).await.unwrap();
        assert_eq!(kids(&world).await.len(), 1);
        world.clock.advance_seconds(90 * 86_400);
        world.issuer.cleanup(world.clock.now()).await.unwrap();
        world.issuer.cleanup(world.clock.now()).await.unwrap();
        assert_eq!(kids(&world).await.len(), 2, "once, not at every call");
    })
    .await;
}

#[tokio::test]
async fn servers_that_start_or_rotate_at_once_agree_on_the_keys() {
    on_both(usual, async |world| {
        let other = world.issuer.clone();
        let (a, b) = tokio::join!(world.issuer.jwks(), other.jwks());
        a.unwrap();
        b.unwrap();
        assert_eq!(world.count("SELECT count(*) FROM issuer_signing_keys").await, 1);
        let (a, b) = tokio::join!(world.issuer.rotate(), other.rotate());
        a.unwrap();
        b.unwrap();
        let serials = world.count("SELECT count(DISTINCT serial) FROM issuer_signing_keys").await;
        assert_eq!(world.count("SELECT count(*) FROM issuer_signing_keys").await, serials);
        assert!((2..=3).contains(&serials));
    })
    .await;
}

#[tokio::test]
async fn private_keys_are_useless_without_the_master_key() {
    on_both(usual, async |world| {
        kids(&world).await;
        let config = IssuerConfig::new(&world.url, "Tala", SecretString::from("another master key, also 32+ long"));
        let thief = Issuer::new(config, world.db.clone(), world.clock.clone(), Arc::new(Zeros), world.mailbox.clone());
        assert!(thief.unwrap().jwks().await.is_ok(), "public halves need no key");
        // How an unencrypted P-256 key in PKCS #8 begins.
        let sealed = "SELECT count(*) FROM issuer_signing_keys WHERE private_sealed LIKE '%MIGHAgEAMBMGByqGSM49%'";
        assert_eq!(world.count(sealed).await, 0);
    })
    .await;
}

#[tokio::test]
async fn the_master_key_is_changed_beside_a_signing_server() {
    on_both(usual, async |world| {
        let (kid, _) = signs_with(&world).await;
        world.issuer.rotate().await.unwrap();
        let issuer = |master: &str, previous: Option<&str>| {
            let mut config = IssuerConfig::new(&world.url, "Tala", SecretString::from(master));
            config.previous_master_key = previous.map(SecretString::from);
            Issuer::new(config, world.db.clone(), world.clock.clone(), Arc::new(Zeros), world.mailbox.clone()).unwrap()
        };
        let new = "another master key, also 32+ long";
        let changing = issuer(new, Some(MASTER_KEY));
        let done = |renewed| Resealed { renewed, unreadable: Vec::new() };
        assert_eq!(changing.reseal().await.unwrap(), done(2));
        assert_eq!(changing.reseal().await.unwrap(), done(0), "once");
        assert_eq!(issuer(new, None).reseal().await.unwrap(), done(0), "the new key alone opens all of them");
        assert_eq!(issuer(MASTER_KEY, None).reseal().await.unwrap().unreadable.len(), 2, "and the old one none");
        // The newest comes first, and what is wrong with it stops nothing.
        let damage = "UPDATE issuer_signing_keys SET private_sealed = 'AAAA' WHERE serial = 2";
        world.batch(damage).await;
        let damaged = issuer(MASTER_KEY, Some(new)).reseal().await.unwrap();
        assert_eq!((damaged.renewed, damaged.unreadable.len()), (1, 1));
        assert_ne!(damaged.unreadable, std::slice::from_ref(&kid), "the one that signs is whole");
        assert_eq!(signs_with(&world).await.0, kid, "a server that has opened its keys goes on");
    })
    .await;
}

struct Zeros;

impl tala_issuer::Entropy for Zeros {
    fn fill(&self, bytes: &mut [u8]) {
        bytes.fill(0);
    }
}
