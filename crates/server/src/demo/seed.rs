//! Writes the demo's people, availability, credits and classes through the store, in one transaction.

use anyhow::{Context as _, Result, bail};
use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use tala_app::context::Ctx;
use tala_domain::audit_actions::AuditAction;
use tala_domain::availability::{Availability, RangeText, ScheduleEntry};
use tala_domain::booking::{ClassText, ClassType, PaymentStatus, SlotKind};
use tala_domain::coupons::CouponTerms;
use tala_domain::identity::{AgeBand, BirthDate, Email, StatedAge, TERMS_VERSION, TeacherStatus};
use tala_domain::ids::{AuditId, BookingId, CouponId, LotId, PersonId, PostingId, SlotId, StudentId, TeacherId};
use tala_domain::money::{Currency, Money};
use tala_domain::onboarding::Location;
use tala_domain::time::class_end;
use tala_issuer::Issuer;
use tala_store::credits::{NewLot, Origin};
use tala_store::ledger::{Account, Kind, Posting};
use tala_store::people::NewPerson;
use tala_store::slots::Slot;
use tala_store::students::Student;
use tala_store::teachers::{ExpectedVersion, ProfileChange, ProfileText, StyleLevel};
use tala_store::{
    Transaction, audit, availabilities, bookings, coupons, credits, ledger, people, slots, students, teachers,
    terms_acceptances,
};

use super::people::{ANITA, ARJUN, DEVIKA, KAVYA, LEELA, MEERA, PADMA, PASSWORD, SOFIA, SignInLine};

const INR_RATE: Money = Money::new(99_900, Currency::Inr);
const USD_RATE: Money = Money::new(2_499, Currency::Usd);

struct Seed<'a> {
    ctx: &'a Ctx,
    issuer: &'a Issuer,
    tx: &'a Transaction,
    now: Timestamp,
}

/// Seeds the database and records the audit event by which it is recognized.
pub(super) async fn seed(ctx: &Ctx, issuer: &Issuer) -> Result<()> {
    let now = ctx.now();
    let tx = ctx.store.begin().await?;
    let seed = Seed { ctx, issuer, tx: &tx, now };
    let padma = seed.teacher(PADMA, Some("TCH-PAD-2345"), "Asia/Kolkata", 120).await?;
    let leela = seed.teacher(LEELA, Some("TCH-LEE-6789"), "America/New_York", 90).await?;
    seed.list_teacher(padma, &["English", "Tamil", "Hindi"]).await?;
    seed.list_teacher(leela, &["English", "Hindi", "Kannada"]).await?;
    seed.teacher(DEVIKA, None, "Asia/Kolkata", 2).await?;
    seed.person(KAVYA, None, 0).await?;
    let meera = seed.student(MEERA, (padma, "TCH-PAD-2345"), "Asia/Kolkata", Location::India, 40).await?;
    let arjun = seed.student(ARJUN, (padma, "TCH-PAD-2345"), "Asia/Kolkata", Location::India, 12).await?;
    let sofia = seed.student(SOFIA, (leela, "TCH-LEE-6789"), "America/Los_Angeles", Location::UnitedStates, 75).await?;

    let anita = seed.person(ANITA, Some("Asia/Kolkata"), 30).await?;
    let asha = seed.learner(anita, ("Asha Rao", 10), (padma, "TCH-PAD-2345"), "Asia/Kolkata", 30).await?;
    seed.learner(anita, ("Ravi Rao", 14), (leela, "TCH-LEE-6789"), "Asia/Kolkata", 20).await?;
    for (student, band) in [(meera, AgeBand::From30), (arjun, AgeBand::From18), (sofia, AgeBand::From45)] {
        people::set_age(seed.tx, student.into(), StatedAge::Band(band)).await?;
    }

    seed.availability(padma, "Asia/Kolkata", 45, &[(1..=6, "07:00", "11:00"), (1..=5, "17:00", "20:30")]).await?;
    seed.availability(leela, "America/New_York", 28, &[(1..=5, "16:00", "20:00"), (6..=6, "09:00", "13:00")]).await?;

    let expiring_lot = seed.lot((meera, padma), 4, INR_RATE, (35, 5)).await?;
    seed.lot((meera, padma), 8, INR_RATE, (10, 50)).await?;
    seed.lot((asha, padma), 4, INR_RATE, (10, 50)).await?;
    let arjun_lot = seed.lot((arjun, padma), 1, INR_RATE, (12, 18)).await?;
    let sofia_lot = seed.lot((sofia, leela), 4, USD_RATE, (60, 30)).await?;
    seed.lot((sofia, leela), 4, USD_RATE, (70, -40)).await?;

    seed.class((meera, padma), (expiring_lot, INR_RATE), "Asia/Kolkata", -9, "07:00").await?;
    seed.class((meera, padma), (expiring_lot, INR_RATE), "Asia/Kolkata", -2, "18:00").await?;
    seed.class((meera, padma), (expiring_lot, INR_RATE), "Asia/Kolkata", 2, "08:00").await?;
    seed.class((arjun, padma), (arjun_lot, INR_RATE), "Asia/Kolkata", -3, "09:00").await?;
    seed.class((sofia, leela), (sofia_lot, USD_RATE), "America/New_York", -6, "17:00").await?;
    seed.class((sofia, leela), (sofia_lot, USD_RATE), "America/New_York", 3, "18:00").await?;

    seed.published(padma, ClassType::Group, 10, "Asia/Kolkata", 3, "12:00").await?;
    seed.published(padma, ClassType::Duet, 2, "Asia/Kolkata", 4, "14:00").await?;
    seed.published(padma, ClassType::Group, 10, "Asia/Kolkata", 8, "12:00").await?;
    seed.published(leela, ClassType::Group, 6, "America/New_York", 5, "12:00").await?;

    seed.coupon("NAMASTE10", 10).await?;
    seed.coupon("FREECLASS", 100).await?;
    seed.audit_event(AuditAction::DemoSeeded).await?;
    tx.commit().await?;
    Ok(())
}

impl Seed<'_> {
    fn days_from_now(&self, days: i64) -> Timestamp {
        self.now.saturating_add(SignedDuration::from_hours(24 * days)).unwrap_or(self.now)
    }

    /// Returns the instant of a wall-clock time, `days` days from today.
    fn local_time(&self, zone: &str, days: i64, time: &str) -> Result<Timestamp> {
        let today = self.now.in_tz(zone)?.date();
        let date = today.checked_add(jiff::Span::new().try_days(days)?)?;
        let time: jiff::civil::Time = time.parse()?;
        Ok(date.to_datetime(time).in_tz(zone)?.timestamp())
    }

    async fn person(&self, who: SignInLine, zone: Option<&str>, days_ago: i64) -> Result<PersonId> {
        let subject = self.issuer.create_account(who.email, who.name, PASSWORD, true).await?;
        let email = Email::parse(who.email)?;
        let at = self.days_from_now(-days_ago);
        // Lists of people are sorted by id.
        let id = PersonId(self.ctx.new_id_at(at));
        let key = email.normalized();
        let new = NewPerson { id, email: Some((email.as_str(), &key)), name: who.name, time_zone: zone, at };
        if !people::insert(self.tx, &new).await? {
            bail!("the demo person {} already exists", who.email);
        }
        let authority = &self.ctx.settings.oidc_client.authority;
        people::insert_identity(self.tx, authority, &subject, id, at).await?;
        if zone.is_some() {
            terms_acceptances::insert(self.tx, id, TERMS_VERSION, at).await?;
        }
        Ok(id)
    }

    /// A teacher with a complete application, approved with this invite code.
    async fn teacher(&self, who: SignInLine, code: Option<&str>, zone: &str, days_ago: i64) -> Result<TeacherId> {
        let id = TeacherId(self.person(who, Some(zone), days_ago).await?.0);
        let at = self.days_from_now(-days_ago);
        if !teachers::submit_application(self.tx, id, &application(who, zone), at).await? {
            bail!("cannot add the demo teacher {}", who.email);
        }
        if let Some(code) = code {
            let seen = ExpectedVersion { status: TeacherStatus::Pending, version: None };
            teachers::mark_approved(self.tx, id, seen, code, at).await?.context("cannot approve a demo teacher")?;
        }
        Ok(id)
    }

    /// Puts an approved teacher on the public list.
    async fn list_teacher(&self, id: TeacherId, languages: &[&str]) -> Result<()> {
        let profile = teachers::find_profile(self.tx, id).await?.context("a demo teacher is missing")?;
        let text = profile.text;
        let styles: Vec<String> = text.styles.iter().map(|row| row.style.clone()).collect();
        let languages: Vec<String> = languages.iter().map(|language| (*language).to_owned()).collect();
        let change = ProfileChange {
            bio: &text.bio,
            experience: &text.experience,
            dance_styles: &styles,
            meeting_link: text.meeting_link.as_deref(),
            guru: &text.guru,
            education: &text.education,
            student_ages: &text.student_ages,
            highlights: &text.highlights,
            video_link: text.video_link.as_deref(),
            languages: &languages,
            is_listed: true,
        };
        teachers::update_profile(self.tx, id, &change, None).await?;
        Ok(())
    }

    async fn student(
        &self,
        who: SignInLine,
        (teacher_id, code): (TeacherId, &str),
        zone: &str,
        location: Location,
        days_ago: i64,
    ) -> Result<StudentId> {
        let id = StudentId(self.person(who, Some(zone), days_ago).await?.0);
        let currency = if location == Location::India { Currency::Inr } else { Currency::Usd };
        let joined_at = self.days_from_now(-days_ago);
        let student = Student { id, teacher_id, invite_code: code.to_owned(), location, currency, joined_at };
        if !students::insert(self.tx, &student).await? {
            bail!("cannot add the demo student {}", who.email);
        }
        Ok(id)
    }

    /// A child of a guardian, whose birthday was a month ago.
    async fn learner(
        &self,
        guardian: PersonId,
        (name, age): (&str, i64),
        (teacher_id, code): (TeacherId, &str),
        zone: &str,
        days_ago: i64,
    ) -> Result<StudentId> {
        let at = self.days_from_now(-days_ago);
        let id = PersonId(self.ctx.new_id_at(at));
        people::insert(self.tx, &NewPerson { id, email: None, name, time_zone: Some(zone), at }).await?;
        let today = self.now.in_tz(zone)?.date();
        let birth_date = today.checked_sub(jiff::Span::new().try_years(age)?.try_months(1)?)?;
        let birth_date = BirthDate::parse(&birth_date.to_string(), today)?;
        people::set_age(self.tx, id, StatedAge::BirthDate(birth_date)).await?;
        let student = Student {
            id: id.as_student(),
            teacher_id,
            invite_code: code.to_owned(),
            location: Location::India,
            currency: Currency::Inr,
            joined_at: at,
        };
        if !students::insert(self.tx, &student).await? || !people::insert_guardian(self.tx, id, guardian, at).await? {
            bail!("cannot add the demo learner {name}");
        }
        Ok(student.id)
    }

    async fn availability(
        &self,
        teacher: TeacherId,
        zone: &str,
        visibility_days: i64,
        ranges: &[(std::ops::RangeInclusive<i64>, &str, &str)],
    ) -> Result<()> {
        let schedule: Vec<ScheduleEntry> = ranges
            .iter()
            .flat_map(|(days, start, end)| {
                days.clone().map(move |day_of_week| ScheduleEntry {
                    day_of_week,
                    time_ranges: vec![RangeText { start: (*start).to_owned(), end: (*end).to_owned() }],
                })
            })
            .collect();
        let availability = Availability::parse(zone, visibility_days, &schedule)?;
        availabilities::save(self.tx, teacher, &availability, None, self.now).await?;
        Ok(())
    }

    /// Inserts a lot created `age` days ago that expires in `left` days.
    async fn lot(
        &self,
        (student_id, teacher_id): (StudentId, TeacherId),
        total: u32,
        price_per_class: Money,
        (age, left): (i64, i64),
    ) -> Result<LotId> {
        let id = LotId(self.ctx.new_id());
        let (expires_at, at) = (self.days_from_now(left), self.days_from_now(-age));
        let origin = Origin::Granted;
        credits::insert(
            self.tx,
            &NewLot { id, student_id, teacher_id, origin, total, price_per_class, expires_at, order_id: None, at },
        )
        .await?;
        let worth = price_per_class.checked_mul(total).context("amount overflow")?;
        let posting = Posting::new(PostingId(self.ctx.new_id()), Kind::CreditsGranted, at)
            .credits((student_id, id), (Account::CreditsGranted, None), i64::from(total))
            .money(Account::Promotions, None, worth)
            .lot_money(student_id, id, worth.checked_neg().context("amount overflow")?);
        ledger::post(self.tx, &posting).await?;
        Ok(id)
    }

    /// Inserts a class that was booked with a credit three days before its start, or now if that is in the future.
    async fn class(
        &self,
        (student_id, teacher_id): (StudentId, TeacherId),
        (lot, price): (LotId, Money),
        zone: &str,
        days: i64,
        time: &str,
    ) -> Result<()> {
        let starts_at = self.local_time(zone, days, time)?;
        let at = starts_at.saturating_sub(SignedDuration::from_hours(72)).unwrap_or(self.now).min(self.now);
        let slot = slots::take_virtual_seat(self.tx, SlotId(self.ctx.new_id()), teacher_id, starts_at, at)
            .await?
            .context("the slot of a demo class is taken")?;
        if !slots::insert_busy_quarter_hours(self.tx, &slot, &[student_id.into(), teacher_id.into()]).await?
            || !credits::debit(self.tx, lot, 1, price, at).await?
        {
            bail!("cannot book a demo class");
        }
        let id = BookingId(self.ctx.new_id_at(at));
        let new = bookings::NewBooking {
            id,
            slot_id: slot.id,
            student_id,
            teacher_id,
            starts_at,
            ends_at: class_end(starts_at),
            payment_status: PaymentStatus::Credit,
            credits_used: 1,
            amount: price,
            base_minor: price.amount_minor,
            order_id: None,
            student_zone: Some(zone),
            at,
        };
        bookings::insert(self.tx, &new).await?;
        let posting = Posting::new(PostingId(self.ctx.new_id()), Kind::CreditsSpent, at)
            .booking(id)
            .credits((student_id, lot), (Account::CreditsSpent, Some(teacher_id.into())), -1)
            .lot_money(student_id, lot, price)
            .money(Account::UnearnedClasses, Some(student_id.into()), price.checked_neg().context("amount overflow")?);
        Ok(ledger::post(self.tx, &posting).await?)
    }

    async fn published(
        &self,
        teacher_id: TeacherId,
        class_type: ClassType,
        capacity: u32,
        zone: &str,
        days: i64,
        time: &str,
    ) -> Result<()> {
        let slot = Slot {
            id: SlotId(self.ctx.new_id()),
            teacher_id,
            starts_at: self.local_time(zone, days, time)?,
            kind: SlotKind::Regular,
            class_type,
            capacity,
            seats_taken: 0,
            credit_cost: 1,
            text: ClassText::default(),
        };
        if !slots::insert_regular(self.tx, &slot, self.now).await? {
            bail!("cannot publish a demo class");
        }
        Ok(())
    }

    async fn coupon(&self, code: &str, percent: u32) -> Result<()> {
        let terms = CouponTerms {
            percent,
            starts_at: None,
            ends_at: None,
            limit: Some(100),
            limit_per_student: Some(3),
            currency: None,
            teacher: None,
            deactivated: false,
        };
        coupons::insert(self.tx, CouponId(self.ctx.new_id()), code, &terms, "demo coupon", self.now).await?;
        Ok(())
    }

    async fn audit_event(&self, action: AuditAction) -> Result<()> {
        let entry = audit::NewEvent {
            id: AuditId(self.ctx.new_id()),
            at: self.now,
            actor: None,
            action,
            subject: None,
            detail: json!({}),
        };
        Ok(audit::insert(self.tx, &entry).await?)
    }
}

fn application(who: SignInLine, zone: &str) -> ProfileText {
    let (first_name, last_name) = who.name.split_once(' ').unwrap_or((who.name, ""));
    let style = |style: &str, level: &str| StyleLevel { style: style.to_owned(), level: level.to_owned() };
    let location = if zone.starts_with("America/") { Location::UnitedStates } else { Location::India };
    ProfileText {
        first_name: first_name.to_owned(),
        last_name: last_name.to_owned(),
        country: location.as_str().to_owned(),
        bio: "I have danced since I was six and taught since I was twenty. My classes begin with breath and end with a smile."
            .to_owned(),
        experience: "Stage performances in India, Europe and the United States; students from five to seventy.".to_owned(),
        education: "Diploma in Bharatanatyam, Kalakshetra, Chennai".to_owned(),
        guru: "Smt. Rukmini Natarajan".to_owned(),
        years_teaching: "10+".to_owned(),
        student_ages: ["children", "teens", "adults"].map(str::to_owned).to_vec(),
        styles: vec![style("Bharatanatyam", "advanced"), style("Kuchipudi", "intermediate")],
        meeting_link: Some("https://meet.google.com/tal-demo-abc".to_owned()),
        rate_inr_minor: INR_RATE.amount_minor,
        rate_usd_minor: USD_RATE.amount_minor,
        ..ProfileText::default()
    }
}
