//! `tala admin add|list|disable|reset`: accounts are looked after at the server's command line only (D7).

use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use tala_domain::admin::{AdminName, AdminRole, check_password};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::AdminId;
use tala_gateways::{passwords, totp};
use tala_store::Transaction;
use tala_store::admins::{self, Admin, sessions};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::audit::{Actor, Deed};

/// Letters and digits that are not mistaken for each other.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
const GROUPS: usize = 5;
const GROUP_CHARS: usize = 4;

/// An account to be made.
#[derive(Debug)]
pub struct AddAdmin {
    /// What they sign in with.
    pub name: String,
    /// `owner`, `support` or `finance`.
    pub role: String,
    /// Their password; one is made if absent.
    pub password: Option<SecretString>,
    /// Whether signing in takes the code of an authenticator.
    pub totp: bool,
}

/// What has to be handed to the administrator, once.
#[derive(Debug)]
pub struct MadeAdmin {
    /// The name as it is stored.
    pub name: String,
    /// The password, if it was made here.
    pub password: Option<SecretString>,
    /// What the authenticator reads.
    pub enrolment: Option<SecretString>,
}

/// Makes an account.
pub async fn add_admin(ctx: &Ctx, request: &AddAdmin) -> AppResult<MadeAdmin> {
    let name = AdminName::parse(&request.name)?;
    let role = AdminRole::parse(&request.role).ok_or_else(|| FieldErrors::one("role", "owner, support or finance"))?;
    let id = AdminId(ctx.new_id());
    let keys = Keys::new(ctx, id, name.as_str(), request.password.as_ref(), request.totp).await?;
    let account = Admin {
        id,
        name: name.as_str().to_owned(),
        role,
        password_hash: keys.hash.clone(),
        totp_sealed: keys.sealed.clone(),
        created_at: ctx.now(),
        disabled_at: None,
    };
    let write = async |tx: Transaction| {
        if !admins::insert(&tx, &account).await? {
            return Err(FieldErrors::one("username", "There is an administrator with this name already.").into());
        }
        let deed = Deed::new("admin_added", id.0).detail(json!({ "name": account.name, "role": role.as_str() }));
        Actor::Console.record(&tx, ctx, &deed).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(MadeAdmin { name: account.name, password: keys.made, enrolment: keys.enrolment })
}

/// Gives an account a new password, and a new authenticator or none; opens it, unlocks it, and signs it out everywhere.
pub async fn reset_admin(
    ctx: &Ctx,
    name: &str,
    password: Option<&SecretString>,
    with_totp: bool,
) -> AppResult<MadeAdmin> {
    let account = find(ctx, name).await?;
    let keys = Keys::new(ctx, account.id, &account.name, password, with_totp).await?;
    let write = async |tx: Transaction| {
        admins::reset(&tx, account.id, &keys.hash, keys.sealed.as_deref(), ctx.now()).await?;
        admins::forgive_all(&tx, &account.name).await?;
        sessions::delete_others(&tx, account.id, None).await?;
        let deed = Deed::new("admin_reset", account.id.0).detail(json!({ "name": account.name, "totp": with_totp }));
        Actor::Console.record(&tx, ctx, &deed).await?;
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(MadeAdmin { name: account.name, password: keys.made, enrolment: keys.enrolment })
}

/// Closes an account and signs it out everywhere. False when it was closed before.
pub async fn disable_admin(ctx: &Ctx, name: &str) -> AppResult<bool> {
    let account = find(ctx, name).await?;
    let write = async |tx: Transaction| {
        let closed = admins::disable(&tx, account.id, ctx.now()).await?;
        sessions::delete_others(&tx, account.id, None).await?;
        if closed {
            let deed = Deed::new("admin_disabled", account.id.0).detail(json!({ "name": account.name }));
            Actor::Console.record(&tx, ctx, &deed).await?;
        }
        Ok::<_, AppError>(closed)
    };
    ctx.store.transaction(write).await
}

/// All accounts by name.
pub async fn list_admins(ctx: &Ctx) -> AppResult<Vec<Admin>> {
    Ok(admins::list_all(ctx.store.read()).await?)
}

async fn find(ctx: &Ctx, name: &str) -> AppResult<Admin> {
    let name = AdminName::parse(name)?;
    let account = admins::find_by_name(ctx.store.read(), name.as_str()).await?;
    account.ok_or_else(|| AppError::new(ErrorCode::NotFound).with_detail("There is no administrator with this name."))
}

/// What an account is opened with.
struct Keys {
    hash: String,
    made: Option<SecretString>,
    sealed: Option<String>,
    enrolment: Option<SecretString>,
}

impl Keys {
    async fn new(
        ctx: &Ctx,
        id: AdminId,
        name: &str,
        password: Option<&SecretString>,
        with_totp: bool,
    ) -> AppResult<Self> {
        let made = password.is_none().then(|| make_password(ctx));
        let password = password.or(made.as_ref()).ok_or_else(|| AppError::internal("no password"))?;
        check_password("password", name, password.expose_secret())?;
        let hash = passwords::hash(password.expose_secret(), salt(ctx)).await.map_err(AppError::internal)?;
        let (mut sealed, mut enrolment) = (None, None);
        if with_totp {
            let mut random = [0; 20];
            ctx.entropy.fill(&mut random);
            let secret = totp::secret(random);
            let product = &ctx.settings.product_name;
            enrolment = Some(totp::enrolment(&secret, name, product).map_err(AppError::internal)?);
            sealed = Some(ctx.vault.seal(&id.to_string(), secret.expose_secret()).map_err(AppError::internal)?);
        }
        Ok(Self { hash, made, sealed, enrolment })
    }
}

pub(crate) fn salt(ctx: &Ctx) -> [u8; 16] {
    let mut salt = [0; 16];
    ctx.entropy.fill(&mut salt);
    salt
}

/// A hundred bits, in five groups that can be read aloud.
fn make_password(ctx: &Ctx) -> SecretString {
    let mut bytes = [0; GROUPS * GROUP_CHARS];
    ctx.entropy.fill(&mut bytes);
    let group = |bytes: &[u8]| -> String {
        bytes.iter().filter_map(|byte| ALPHABET.get(usize::from(byte % 32))).map(|letter| char::from(*letter)).collect()
    };
    let groups: Vec<String> = bytes.chunks(GROUP_CHARS).map(group).collect();
    SecretString::from(groups.join("-"))
}
