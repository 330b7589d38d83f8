//! What people choose under My Account.

use tala_db::{Connection, FromRow, Transaction, Value};
use tala_domain::identity::{AccountEdit, AgeBand, OptionalMail, Phone, StatedAge};
use tala_domain::ids::PersonId;
use tala_domain::time::{Language, Zone};

use crate::StoreError;
use crate::sql::{parse_enum, search_terms};

/// Saves a change of the account. A zone that follows the browser keeps its value until the next sign-in.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn update_settings(tx: &Transaction, person: PersonId, edit: &AccountEdit) -> Result<(), StoreError> {
    let zone = edit.time_zone.as_ref();
    let sql = "UPDATE people SET name = COALESCE($2, name), phone = CASE WHEN $3 THEN $4 ELSE phone END,
                      time_zone = COALESCE($5, time_zone),
                      time_zone_fixed = CASE WHEN $6 THEN $7 ELSE time_zone_fixed END,
                      language = COALESCE($8, language), clock = COALESCE($9, clock),
                      week_start = COALESCE($10, week_start)
                WHERE id = $1 AND deleted_at IS NULL";
    let values = [
        person.0.into(),
        edit.name.as_ref().map(|name| name.as_str()).into(),
        edit.phone.is_some().into(),
        edit.phone.as_ref().and_then(|phone| phone.as_ref().map(Phone::as_str)).into(),
        zone.and_then(|zone| zone.as_ref().map(Zone::name)).into(),
        zone.is_some().into(),
        zone.is_some_and(Option::is_some).into(),
        edit.language.map(Language::as_str).into(),
        edit.clock.map(|clock| clock.as_str()).into(),
        edit.week_start.map(|start| start.as_str()).into(),
    ];
    tx.execute(sql, &values).await?;
    if edit.name.is_some() || edit.phone.is_some() {
        search_terms::reindex(tx, person.0).await?;
    }
    Ok(())
}

/// Stores a date of birth or an age range. Returns false if one is stored already.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn set_age(tx: &Transaction, person: PersonId, age: StatedAge) -> Result<bool, StoreError> {
    let sql = "UPDATE people SET birth_date = $2, age_band = $3
                WHERE id = $1 AND deleted_at IS NULL AND birth_date IS NULL AND age_band IS NULL";
    Ok(tx.execute(sql, &age_values(person, age)).await? == 1)
}

/// Replaces the date of birth or age range.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn change_age(tx: &Transaction, person: PersonId, age: StatedAge) -> Result<(), StoreError> {
    let sql = "UPDATE people SET birth_date = $2, age_band = $3 WHERE id = $1 AND deleted_at IS NULL";
    tx.execute(sql, &age_values(person, age)).await?;
    Ok(())
}

fn age_values(person: PersonId, age: StatedAge) -> [Value; 3] {
    let birth_date = age.birth_date().map(|birth_date| birth_date.to_string());
    [person.0.into(), birth_date.into(), age.band().map(AgeBand::as_str).into()]
}

/// Sets the language.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn set_language(tx: &Transaction, person: PersonId, language: Language) -> Result<(), StoreError> {
    let sql = "UPDATE people SET language = $2 WHERE id = $1 AND deleted_at IS NULL";
    tx.execute(sql, &[person.0.into(), language.as_str().into()]).await?;
    Ok(())
}

/// Lists the optional mails that a person does not want.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn list_muted<C: Connection>(conn: &C, person: PersonId) -> Result<Vec<OptionalMail>, StoreError> {
    #[derive(FromRow)]
    struct Muted {
        mail: String,
    }
    let sql = "SELECT mail FROM muted_mails WHERE person_id = $1 ORDER BY mail";
    let rows: Vec<Muted> = conn.query(sql, &[person.0.into()]).await?;
    rows.iter().map(|row| parse_enum(&row.mail, OptionalMail::parse)).collect()
}

/// Whether a person does not want an optional mail.
///
/// # Errors
/// [`StoreError`] if the query fails.
pub async fn is_muted<C: Connection>(conn: &C, person: PersonId, mail: OptionalMail) -> Result<bool, StoreError> {
    Ok(list_muted(conn, person).await?.contains(&mail))
}

/// Turns an optional mail off or on. Returns whether that changed anything.
///
/// # Errors
/// [`StoreError`] if a statement fails.
pub async fn set_muted(
    tx: &Transaction,
    person: PersonId,
    mail: OptionalMail,
    is_muted: bool,
) -> Result<bool, StoreError> {
    let sql = if is_muted {
        "INSERT INTO muted_mails (person_id, mail) VALUES ($1, $2) ON CONFLICT DO NOTHING"
    } else {
        "DELETE FROM muted_mails WHERE person_id = $1 AND mail = $2"
    };
    Ok(tx.execute(sql, &[person.0.into(), mail.as_str().into()]).await? == 1)
}
