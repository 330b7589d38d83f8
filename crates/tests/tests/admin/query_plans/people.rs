//! Query plans of the lists of people, waitlist entries, messages, payouts and referrals with tens of thousands of
//! rows: with few matches, no list scans all people.

use tala_db::Backend;
use tala_domain::payouts::PayoutState;
use tala_domain::waitlist::WaitlistRole;
use tala_store::payouts::{self, PayoutSort};
use tala_store::people::{self, PersonFilter, PersonSort};
use tala_store::waitlist::{EntryFilter, EntrySort};
use tala_store::{Direction, SortedPage, referrals, support, waitlist};
use tala_tests::recorder::{Recorder, plan, scans_table};
use tala_tests::{School, TestApp, both_dbs, raw};

use super::lists::{MAX_DISCARDED, ROWS, insert_crowd, rows_discarded};

both_dbs!(no_list_scans_all_people, substring_search_scans_its_own_table_only);

/// By names and aliases: `p` and `f` are people, `o` payouts, `r` referrals, `m` messages.
const TABLES: [&str; 13] = [
    "people",
    "p",
    "f",
    "students",
    "s",
    "payouts",
    "o",
    "referrals",
    "r",
    "waitlist",
    "support_messages",
    "m",
    "person_search_terms",
];

/// Inserts thirty thousand people, all but the three oldest students, a few thousand of the oldest also teachers; and
/// as many waitlist entries, messages, payouts and referrals, of which the three oldest are open.
async fn insert_many_people(app: &TestApp) -> School {
    let store = &app.ctx.store;
    let school = app.school().await;
    insert_crowd(store).await;
    let (teacher, student) = (raw::id(store, school.teacher.id.0), raw::id(store, school.student.id.0));
    let numbers = format!("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {ROWS})");
    let person = raw::numbered(store, 8);
    let id = |kind: i64| raw::numbered(store, kind);
    let ended = |rare: &str, usual: &str| format!("CASE WHEN i < 4 THEN {rare} ELSE {usual} END");
    let statements = [
        format!(
            "INSERT INTO students (person_id, teacher_id, invite_code, location, currency, joined_at)
             {numbers} SELECT {person}, {teacher}, 'TCH-AMD-2345', 'India', 'INR', 0 FROM n WHERE i > 3"
        ),
        format!(
            "INSERT INTO teachers (person_id, status, founding, bio, experience, dance_styles, rate_inr_minor, rate_usd_minor, created_at)
             {numbers} SELECT {person}, 'approved', FALSE, '', '', '[]', 0, 0, 0 FROM n WHERE i > 3 AND i < 3000"
        ),
        format!(
            "INSERT INTO waitlist (id, name, email, email_key, role, location, country, dance_style, created_at, updated_at,
                 invited_at) {numbers} SELECT {}, 'Name ' || i, 'w' || i, 'w' || i, {}, '', '', 'Ballet', i, i, {} FROM n",
            id(11),
            ended("'Teacher'", "'Student'"),
            ended("NULL", "i")
        ),
        format!(
            "INSERT INTO support_messages (id, person_id, from_role, topic, subject, body, about, created_at, replied_at)
             {numbers} SELECT {}, {person}, 'student', 'other', 'Subject ' || i, '', '[]', i, {} FROM n",
            id(12),
            ended("NULL", "i")
        ),
        format!(
            "INSERT INTO payouts (id, teacher_id, currency, period_end_at, state, classes, amount_minor, account_encrypted, account_last4,
                 created_at, updated_at) {numbers} SELECT {}, {teacher}, 'INR', i, {}, 1, 1, '{{}}', '', i, i FROM n",
            id(13),
            ended("'failed'", "'paid'")
        ),
        format!(
            "INSERT INTO referrals (id, student_id, name, email, email_key, created_at, granted_at)
             {numbers} SELECT {}, {student}, 'x', 'f' || i, 'f' || i, i, {} FROM n",
            id(14),
            ended("NULL", "i")
        ),
    ];
    raw::attempt(store, &statements.each_ref().map(String::as_str)).await.unwrap();
    let tx = store.begin().await.unwrap();
    while people::repair_role_flags(&tx, 10_000).await.unwrap() > 0 {}
    tx.commit().await.unwrap();
    raw::execute(store, "ANALYZE").await;
    school
}

/// Recorded statements that read more than they should.
async fn excessive_reads(app: &TestApp, recorder: &Recorder<'_>, watched: &[&str]) -> Vec<String> {
    let store = &app.ctx.store;
    let mut wrong = Vec::new();
    for statement in recorder.asked() {
        let steps = plan(store, &statement).await;
        let vain = rows_discarded(store, &statement).await;
        // SQLite does not count rows; a step along the index of all people reads all of them.
        let lite = store.backend() == Backend::Sqlite;
        let astray = lite
            && statement.sql.contains("has_no_role")
            && !steps
                .iter()
                .any(|step| step.contains("people_without_role") || step.contains("people_name_without_role"));
        if astray || vain > MAX_DISCARDED || steps.iter().any(|step| scans_table(step, watched)) {
            wrong.push(format!("{vain} {}\n  {}", statement.sql, steps.join("\n  ")));
        }
    }
    wrong
}

async fn no_list_scans_all_people(app: TestApp) {
    let school = insert_many_people(&app).await;
    let recorder = Recorder::new(&app.ctx.store);
    for (filter, found) in
        [(PersonFilter::Users, 3), (PersonFilter::Students, 51), (PersonFilter::Teachers, 51), (PersonFilter::All, 51)]
    {
        for (column, direction) in [
            (PersonSort::Joined, Direction::Ascending),
            (PersonSort::Joined, Direction::Descending),
            (PersonSort::Name, Direction::Ascending),
            (PersonSort::Name, Direction::Descending),
        ] {
            let first = SortedPage { column, direction, after: None, limit: 51 };
            let page = people::list_page(&recorder, filter, None, &first).await.unwrap();
            assert_eq!(page.len(), found, "{filter:?}");
            let after = page.last().map(|person| column.position(person));
            people::list_page(&recorder, filter, None, &SortedPage { after, ..first }).await.unwrap();
        }
        if filter == PersonFilter::Users {
            people::count(&recorder, filter, None).await.unwrap();
        }
    }
    for (filter, search, found) in [
        (PersonFilter::Users, "rare", 3),
        (PersonFilter::Students, "rare", 0),
        (PersonFilter::Students, "own299 everybody", 51),
        (PersonFilter::Teachers, "rare", 0),
    ] {
        let first = SortedPage::first(PersonSort::Joined, 51);
        let page = people::list_page(&recorder, filter, Some(search), &first).await.unwrap();
        assert_eq!(page.len(), found, "{filter:?} {search}");
    }
    let open = EntryFilter { invited: Some(false), ..EntryFilter::default() };
    let invited = EntryFilter { invited: Some(true), ..EntryFilter::default() };
    let teachers = EntryFilter { role: Some(WaitlistRole::Teacher), ..EntryFilter::default() };
    for (filter, found) in [
        (EntryFilter::default(), 51),
        (open.clone(), 3),
        (invited.clone(), 51),
        (teachers.clone(), 3),
        (EntryFilter { role: Some(WaitlistRole::Teacher), ..open }, 3),
        (EntryFilter { role: Some(WaitlistRole::Teacher), ..invited }, 0),
    ] {
        let first = SortedPage::first(EntrySort::Joined, 51);
        let page = waitlist::list_page(&recorder, &filter, &first).await.unwrap();
        assert_eq!(page.len(), found, "{filter:?}");
        let after = page.last().map(|listed| EntrySort::Joined.position(listed));
        waitlist::list_page(&recorder, &filter, &SortedPage { after, ..first }).await.unwrap();
    }
    waitlist::count_open(&recorder).await.unwrap();
    for (open, found) in [(Some(true), 3), (Some(false), 51), (None, 51)] {
        assert_eq!(support::list_messages(&recorder, open, None, None, 51).await.unwrap().len(), found, "{open:?}");
    }
    list_payouts(&recorder).await;
    payouts::list_by_teacher(&recorder, school.teacher.id, 51).await.unwrap();
    payouts::list_prepared(&recorder).await.unwrap();
    let page = referrals::list_page(&recorder, None, 51).await.unwrap();
    referrals::list_page(&recorder, page.last().map(|referral| referral.id), 51).await.unwrap();
    referrals::list_due_rewards(&recorder, 51).await.unwrap();
    referrals::list_by_student(&recorder, school.student.id).await.unwrap();
    let wrong = excessive_reads(&app, &recorder, &TABLES).await;
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

/// Subjects and waitlist names are searched for substrings, for which there is no index. These two tables may be
/// scanned: messages are limited by what people can answer, and each visitor is on the waitlist once.
async fn substring_search_scans_its_own_table_only(app: TestApp) {
    insert_many_people(&app).await;
    let recorder = Recorder::new(&app.ctx.store);
    let elsewhere = |own: &[&str]| TABLES.into_iter().filter(|table| !own.contains(table)).collect::<Vec<_>>();
    for (text, found) in [("subject 2999", 11), ("rare", 3), ("nowhere", 0)] {
        let page = support::list_messages(&recorder, None, Some(text), None, 51).await.unwrap();
        assert_eq!(page.len(), found, "{text}");
    }
    let asked = recorder.asked();
    assert_eq!(asked.len(), 3, "one statement for each search");
    for statement in asked {
        let steps = plan(&app.ctx.store, &statement).await;
        let everybody = elsewhere(&["support_messages", "m"]);
        assert!(!steps.iter().any(|step| scans_table(step, &everybody)), "{}", steps.join("\n"));
    }
    let newest = SortedPage::first(EntrySort::Joined, 51);
    for (text, found) in [("name 2999", 11), ("w29999", 1), ("nowhere", 0)] {
        let filter = EntryFilter { search: Some(text.to_owned()), ..EntryFilter::default() };
        assert_eq!(waitlist::list_page(&recorder, &filter, &newest).await.unwrap().len(), found, "{text}");
    }
    let open = EntryFilter { search: Some("name".to_owned()), invited: Some(false), ..EntryFilter::default() };
    assert_eq!(waitlist::list_page(&recorder, &open, &newest).await.unwrap().len(), 3);
    let everybody = elsewhere(&["waitlist"]);
    for statement in recorder.asked() {
        let steps = plan(&app.ctx.store, &statement).await;
        assert!(!steps.iter().any(|step| scans_table(step, &everybody)), "{}", steps.join("\n"));
    }
}

async fn list_payouts(recorder: &Recorder<'_>) {
    for (state, found) in
        [(Some(PayoutState::Failed), 3), (Some(PayoutState::Prepared), 0), (Some(PayoutState::Paid), 51), (None, 51)]
    {
        let first = SortedPage::first(PayoutSort::Created, 51);
        let page = payouts::list_page(recorder, state, &first).await.unwrap();
        assert_eq!(page.len(), found, "{state:?}");
        let after = page.last().map(|payout| PayoutSort::Created.position(payout));
        payouts::list_page(recorder, state, &SortedPage { after, ..first }).await.unwrap();
    }
}
