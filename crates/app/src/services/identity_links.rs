//! Linking a second identity to a person (D38). A verified address alone links nothing, because providers hand addresses over
//! to new owners (OpenID Connect Core §5.7).

use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use tala_domain::audit_actions::AuditAction;
use tala_domain::error::ErrorCode;
use tala_domain::identity::Email;
use tala_domain::ids::{JobId, LinkRequestId, PersonId};
use tala_domain::jobs::Job;
use tala_domain::time::saturating_add;
use tala_gateways::oidc::VerifiedToken;
use tala_gateways::passwords;
use tala_store::identity_links::{self, LinkRequest, NewLinkRequest};
use tala_store::people::{self, Person};
use tala_store::{StoreError, Transaction, failed_attempts, outbox};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::admin_accounts::new_salt;
use crate::services::audit::{Actor, AuditEvent};

/// How long a code is valid.
pub(crate) const CODE_LIFETIME: SignedDuration = SignedDuration::from_mins(10);
/// How long a request waits for its mail.
const REQUEST_LIFETIME: SignedDuration = SignedDuration::from_hours(1);
const CODE_DIGITS: usize = 6;
/// Codes that may be sent to one person in ten minutes, on all servers.
const MAX_CODES: i64 = 3;
const SENT_CODES_TOPIC: &str = "identity_link_code";

/// An identity that is not linked to a person.
#[derive(Clone, Copy)]
pub(crate) struct NewIdentity<'a> {
    pub(crate) issuer: &'a str,
    pub(crate) subject: &'a str,
}

/// What proved that an identity belongs to a person. Recorded in the audit log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Proof {
    Code,
    VerifiedAddress,
}

impl Proof {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::VerifiedAddress => "verified_address",
        }
    }
}

/// Links an identity to the owner of its verified address at sign-in, if the operator allows it without a code.
///
/// # Errors
/// `account_exists` if the owner has an identity of this issuer, `link_code_required` if a code must be entered first.
pub(crate) async fn link_at_sign_in(
    ctx: &Ctx,
    tx: &Transaction,
    owner: PersonId,
    identity: NewIdentity<'_>,
) -> AppResult<()> {
    require_other_issuer(tx, owner, identity.issuer).await?;
    if !ctx.settings.link_by_verified_email {
        return Err(ErrorCode::LinkCodeRequired.into());
    }
    insert(ctx, tx, owner, identity, Proof::VerifiedAddress).await
}

/// Requests a mail with a code to the verified address of an unlinked identity.
///
/// # Errors
/// `email_not_verified`, `not_found` if no person has the address, `account_exists`, or `too_many_requests`.
pub(crate) async fn request_code(ctx: &Ctx, token: &VerifiedToken) -> AppResult<()> {
    let email = verified_email(token)?;
    let write = async |tx: Transaction| {
        let owner = people::find_by_email(&tx, &email.normalized()).await?.ok_or(ErrorCode::NotFound)?;
        people::lock_for_update(&tx, owner.id).await?;
        require_other_issuer(&tx, owner.id, &token.issuer).await?;
        let (now, key) = (ctx.now(), owner.id.to_string());
        if failed_attempts::count_recent(&tx, SENT_CODES_TOPIC, &key, now).await? >= MAX_CODES {
            return Err(ErrorCode::TooManyRequests.into());
        }
        failed_attempts::record(&tx, SENT_CODES_TOPIC, &key, now).await?;
        let request = NewLinkRequest {
            id: LinkRequestId(ctx.new_id()),
            issuer: &token.issuer,
            subject: &token.subject,
            person_id: owner.id,
            expires_at: saturating_add(now, REQUEST_LIFETIME),
        };
        identity_links::upsert(&tx, &request).await?;
        let job = Job::IdentityLinkCode { request_id: request.id };
        outbox::enqueue(&tx, &[(JobId(ctx.new_id()), job)], now).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    ctx.job_enqueued.notify_one();
    Ok(())
}

/// Generates the code of a request and stores its hash. The previous code stops working. `None` if the request has ended.
///
/// # Errors
/// Those of the database and of the hash.
pub(crate) async fn issue_code(ctx: &Ctx, id: LinkRequestId) -> AppResult<Option<(PersonId, String)>> {
    let found = identity_links::find_by_id(ctx.store.read(), id).await?;
    let Some(request) = found.filter(|request| request.expires_at > ctx.now()) else { return Ok(None) };
    let mut random = [0; 8];
    ctx.entropy.fill(&mut random);
    let code = format!("{:0CODE_DIGITS$}", u64::from_be_bytes(random) % 1_000_000);
    let hash = passwords::hash(&code, new_salt(ctx)).await.map_err(AppError::internal)?;
    let write = async |tx: Transaction| {
        let expires_at = saturating_add(ctx.now(), CODE_LIFETIME);
        Ok::<_, AppError>(identity_links::set_code(&tx, id, &hash, expires_at).await?)
    };
    Ok(ctx.store.transaction(write).await?.then_some((request.person_id, code)))
}

/// Links an identity to the person whose address received the code.
///
/// # Errors
/// `link_code_invalid`, `account_exists`, `account_suspended`, or `email_not_verified`.
pub(crate) async fn confirm_code(ctx: &Ctx, token: &VerifiedToken, typed: &str) -> AppResult<()> {
    let email = verified_email(token)?;
    let code: String = typed.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
    if code.len() != CODE_DIGITS || !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ErrorCode::LinkCodeInvalid.into());
    }
    let found = identity_links::find_by_identity(ctx.store.read(), &token.issuer, &token.subject).await?;
    let request = found.ok_or(ErrorCode::LinkCodeInvalid)?;
    let claim =
        async |tx: Transaction| Ok::<_, AppError>(identity_links::claim_attempt(&tx, request.id, ctx.now()).await?);
    let is_open = ctx.store.transaction(claim).await?;
    let is_correct =
        is_open && passwords::verify(&code, request.code_hash.clone()).await.map_err(AppError::internal)?;
    if !is_correct {
        return Err(ErrorCode::LinkCodeInvalid.into());
    }
    let write = async |tx: Transaction| link_with_code(ctx, &tx, &request, token, &email).await;
    ctx.store.transaction(write).await
}

async fn link_with_code(
    ctx: &Ctx,
    tx: &Transaction,
    request: &LinkRequest,
    token: &VerifiedToken,
    email: &Email,
) -> AppResult<()> {
    let identity = NewIdentity { issuer: &token.issuer, subject: &token.subject };
    people::lock_for_update(tx, request.person_id).await?;
    if people::find_by_identity(tx, identity.issuer, identity.subject).await?.is_some() {
        return Ok(());
    }
    let hash = request.code_hash.as_deref().unwrap_or_default();
    if !identity_links::use_code(tx, request.id, hash).await? {
        return Err(ErrorCode::LinkCodeInvalid.into());
    }
    let person = people::find_by_id(tx, request.person_id).await?.filter(|person| has_address(person, email));
    let person = person.ok_or(ErrorCode::LinkCodeInvalid)?;
    if person.suspended_at.is_some() {
        return Err(ErrorCode::AccountSuspended.into());
    }
    require_other_issuer(tx, person.id, identity.issuer).await?;
    insert(ctx, tx, person.id, identity, Proof::Code).await
}

/// Whether a person still has the address that the code was sent to.
fn has_address(person: &Person, email: &Email) -> bool {
    let own = person.email.as_deref().and_then(|own| Email::parse(own).ok());
    own.is_some_and(|own| own.normalized() == email.normalized())
}

fn verified_email(token: &VerifiedToken) -> AppResult<Email> {
    let email = token.email.as_deref().and_then(|text| Email::parse(text).ok());
    Ok(email.ok_or(ErrorCode::EmailNotVerified)?)
}

async fn require_other_issuer(tx: &Transaction, owner: PersonId, issuer: &str) -> AppResult<()> {
    let identities = people::list_identities(tx, owner).await?;
    match identities.iter().any(|(known, _)| known == issuer) {
        true => Err(ErrorCode::AccountExists.into()),
        false => Ok(()),
    }
}

async fn insert(
    ctx: &Ctx,
    tx: &Transaction,
    person: PersonId,
    identity: NewIdentity<'_>,
    proof: Proof,
) -> AppResult<()> {
    let now: Timestamp = ctx.now();
    if !people::insert_identity(tx, identity.issuer, identity.subject, person, now).await? {
        return Err(StoreError::Serialization("identity linked concurrently".to_owned()).into());
    }
    let event = AuditEvent::new(AuditAction::IdentityLinked, person.0)
        .detail(json!({ "issuer": identity.issuer, "proof": proof.as_str() }));
    Actor::Person(person).record(tx, ctx, &event).await?;
    let job = Job::IdentityLinked { person_id: person, change_id: ctx.new_id() };
    Ok(outbox::enqueue(tx, &[(JobId(ctx.new_id()), job)], now).await?)
}
