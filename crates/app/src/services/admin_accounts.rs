//! Adding and resetting administrator accounts from the command line (D7). Owners add them with `admin_activation`.

use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use tala_domain::admin::{AdminName, AdminRole, check_password};
use tala_domain::error::{ErrorCode, FieldErrors};
use tala_domain::ids::AdminId;
use tala_domain::jobs::AdminChange;
use tala_gateways::passwords;
use tala_store::Transaction;
use tala_store::admins::{self, Admin, sessions};

use crate::context::Ctx;
use crate::error::{AppError, AppResult};
use crate::services::admin_authenticators::NewAuthenticator;
use crate::services::admin_changes::{AccountAction, Manager, change_admin, notify_staff, record_change, record_event};
use crate::services::audit::Actor;

/// Letters and digits without pairs that look alike.
const ALPHABET: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz023456789";
const GROUPS: usize = 5;
const GROUP_CHARS: usize = 4;

/// An administrator account to create.
#[derive(Debug)]
pub struct NewAdmin {
    /// The user name.
    pub name: String,
    /// `owner`, `support` or `finance`.
    pub role: String,
    /// The password. Without one, a password is generated.
    pub password: Option<SecretString>,
    /// Whether signing in requires a TOTP code.
    pub totp: bool,
    /// Whether staff are informed by mail. The demo has no one to inform.
    pub notify_staff: bool,
}

/// The credentials of a new or reset account. They are shown once.
#[derive(Debug)]
pub struct AdminCredentials {
    /// The normalized user name.
    pub name: String,
    /// The generated password, if none was given.
    pub password: Option<SecretString>,
    /// The `otpauth:` URI for the authenticator app.
    pub setup_link: Option<SecretString>,
}

/// Creates an account, with an audit event and, if wanted, a mail to staff.
///
/// # Errors
/// Invalid fields, or a user name that exists.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn add_admin(ctx: &Ctx, request: &NewAdmin) -> AppResult<AdminCredentials> {
    let name = AdminName::parse(&request.name)?;
    let role = parse_role(&request.role)?;
    let id = AdminId(ctx.new_id());
    let secrets = Secrets::new(ctx, id, name.as_str(), request.password.as_ref(), request.totp).await?;
    let account = Admin {
        id,
        name: name.as_str().to_owned(),
        role,
        password_hash: secrets.password_hash.clone(),
        totp_encrypted: secrets.totp_encrypted.clone(),
        created_at: ctx.now(),
        disabled_at: None,
        activation: None,
    };
    let write = async |tx: Transaction| {
        if !admins::insert(&tx, &account).await? {
            return Err(name_taken());
        }
        let detail = json!({ "role": role.as_str() });
        record_event(&tx, ctx, Actor::Console, &account, AdminChange::Added, detail).await?;
        if request.notify_staff {
            notify_staff(&tx, ctx, Actor::Console, &account, AdminChange::Added).await?;
        }
        Ok::<_, AppError>(())
    };
    ctx.store.transaction(write).await?;
    Ok(AdminCredentials { name: account.name, password: secrets.generated_password, setup_link: secrets.setup_link })
}

/// Parses the field `role`.
///
/// # Errors
/// The error for the field.
pub(crate) fn parse_role(text: &str) -> Result<AdminRole, FieldErrors> {
    AdminRole::parse(text).ok_or_else(|| FieldErrors::one("role", "owner, support or finance"))
}

/// The error of a user name that exists.
pub(super) fn name_taken() -> AppError {
    FieldErrors::one("username", "There is an administrator with this name already.").into()
}

/// What a reset does with the authenticator of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TotpReset {
    /// Leave it as it is. An account that was not activated gets a new one, because its administrator has none.
    Keep,
    /// Set up a new authenticator.
    New,
    /// Require the password only.
    Remove,
}

/// Sets a new password, changes the authenticator as `totp` says, enables, activates and unlocks the account, and ends all its
/// sessions. Staff are informed by mail.
///
/// # Errors
/// An invalid password, or `not_found`.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn reset_admin(
    ctx: &Ctx,
    name: &str,
    password: Option<&SecretString>,
    totp: TotpReset,
) -> AppResult<AdminCredentials> {
    let account = get_admin(ctx, name).await?;
    let totp = if account.activation.is_some() && totp == TotpReset::Keep { TotpReset::New } else { totp };
    let secrets = Secrets::new(ctx, account.id, &account.name, password, totp == TotpReset::New).await?;
    let has_totp = match totp {
        TotpReset::Keep => account.totp_encrypted.is_some(),
        TotpReset::New => true,
        TotpReset::Remove => false,
    };
    let write = async |tx: Transaction| {
        admins::reset(&tx, account.id, &secrets.password_hash, ctx.now()).await?;
        // An owner may have set up another authenticator since the account was read.
        if totp != TotpReset::Keep {
            admins::set_totp(&tx, account.id, secrets.totp_encrypted.as_deref()).await?;
        }
        admins::reset_all_login_attempts(&tx, &account.name).await?;
        sessions::delete_others(&tx, account.id, None).await?;
        let detail = json!({ "totp": has_totp });
        record_change(&tx, ctx, Actor::Console, &account, AdminChange::Reset, detail).await
    };
    ctx.store.transaction(write).await?;
    Ok(AdminCredentials { name: account.name, password: secrets.generated_password, setup_link: secrets.setup_link })
}

/// Disables an account from the command line and ends all its sessions. Returns false if it was disabled before.
///
/// # Errors
/// `not_found`, or `last_owner`.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn disable_admin(ctx: &Ctx, name: &str) -> AppResult<bool> {
    let account = get_admin(ctx, name).await?;
    match change_admin(ctx, Manager::Console, account.id, AccountAction::Disable).await {
        Err(error) if error.code() == ErrorCode::AlreadyProcessed => Ok(false),
        other => other.map(|()| true),
    }
}

/// Lists all accounts by user name.
///
/// # Errors
/// Those of the database.
#[tracing::instrument(level = "debug", skip_all)]
pub async fn list_admins(ctx: &Ctx) -> AppResult<Vec<Admin>> {
    Ok(admins::list(ctx.store.read()).await?)
}

async fn get_admin(ctx: &Ctx, name: &str) -> AppResult<Admin> {
    let name = AdminName::parse(name)?;
    let account = admins::find_by_name(ctx.store.read(), name.as_str()).await?;
    account.ok_or_else(|| AppError::new(ErrorCode::NotFound).with_detail("There is no administrator with this name."))
}

/// The secrets of an account, in the form in which they are stored and shown.
struct Secrets {
    password_hash: String,
    generated_password: Option<SecretString>,
    totp_encrypted: Option<String>,
    setup_link: Option<SecretString>,
}

impl Secrets {
    async fn new(
        ctx: &Ctx,
        id: AdminId,
        name: &str,
        password: Option<&SecretString>,
        with_totp: bool,
    ) -> AppResult<Self> {
        let generated_password = password.is_none().then(|| generate_password(ctx));
        let password = password.or(generated_password.as_ref()).ok_or_else(|| AppError::internal("no password"))?;
        check_password("password", name, password.expose_secret())?;
        let password_hash =
            passwords::hash(password.expose_secret(), new_salt(ctx)).await.map_err(AppError::internal)?;
        let (mut totp_encrypted, mut setup_link) = (None, None);
        if with_totp {
            let authenticator = NewAuthenticator::new(ctx, id, name)?;
            (totp_encrypted, setup_link) = (Some(authenticator.encrypted), Some(authenticator.setup_link));
        }
        Ok(Self { password_hash, generated_password, totp_encrypted, setup_link })
    }
}

/// A new random salt for a password hash.
pub(crate) fn new_salt(ctx: &Ctx) -> [u8; 16] {
    let mut salt = [0; 16];
    ctx.entropy.fill(&mut salt);
    salt
}

/// Generates a password of 100 random bits in five groups of characters.
fn generate_password(ctx: &Ctx) -> SecretString {
    let mut bytes = [0; GROUPS * GROUP_CHARS];
    ctx.entropy.fill(&mut bytes);
    let group = |bytes: &[u8]| -> String {
        bytes.iter().filter_map(|byte| ALPHABET.get(usize::from(byte % 32))).map(|letter| char::from(*letter)).collect()
    };
    let groups: Vec<String> = bytes.chunks(GROUP_CHARS).map(group).collect();
    SecretString::from(groups.join("-"))
}
