//! `tala teacher`.

use anyhow::Result;
use clap::Subcommand;
use jiff::Timestamp;
use serde::Serialize;
use tala_app::context::Ctx;
use tala_app::services::teacher_approval::{TeacherApproval, approve_teacher};
use tala_store::SortedPage;
use tala_store::people::{self, Person, PersonFilter, PersonSort};

use crate::output::{ListFormat, print, rejected};

/// Rows read at a time.
const PAGE_SIZE: u32 = 500;

#[derive(Subcommand)]
pub(crate) enum TeacherCommand {
    /// List everyone who has applied as a teacher, newest first
    List(ListFormat),
    /// Approve a person as a teacher and print the invite code. The person must have signed in before
    Approve {
        /// Email address of the person
        email: String,
        /// Google Meet link for the classes
        #[arg(long)]
        meeting_link: Option<String>,
        /// Dance style; can be repeated
        #[arg(long = "style")]
        styles: Vec<String>,
    },
}

pub(crate) async fn run(ctx: &Ctx, command: TeacherCommand) -> Result<()> {
    match command {
        TeacherCommand::List(format) => list(ctx, format).await,
        TeacherCommand::Approve { email, meeting_link, styles } => {
            let request = TeacherApproval { email, meeting_link, dance_styles: styles };
            let code = approve_teacher(ctx, &request).await.map_err(rejected)?;
            print(&format!("Approved {}. Invite code: {code}\n", request.email))
        }
    }
}

/// A teacher in a list.
#[derive(Serialize)]
struct TeacherRow {
    id: String,
    name: String,
    email: Option<String>,
    status: &'static str,
    suspended_at: Option<Timestamp>,
}

impl From<Person> for TeacherRow {
    fn from(person: Person) -> Self {
        Self {
            id: person.id.to_string(),
            name: person.name,
            email: person.email,
            status: person.teacher_status.map_or("", |status| status.as_str()),
            suspended_at: person.suspended_at,
        }
    }
}

async fn list(ctx: &Ctx, format: ListFormat) -> Result<()> {
    let (mut rows, mut after) = (Vec::new(), None);
    loop {
        let page = SortedPage { after, ..SortedPage::first(PersonSort::Joined, PAGE_SIZE) };
        let page = people::list_page(ctx.store.read(), PersonFilter::Teachers, None, &page).await?;
        after = page.last().map(|person| PersonSort::Joined.position(person));
        rows.extend(page.into_iter().map(TeacherRow::from));
        if after.is_none() {
            break;
        }
    }
    format.print(&rows, ["NAME", "EMAIL", "STATUS"], |teacher| {
        let status = if teacher.suspended_at.is_some() { "suspended" } else { teacher.status };
        [teacher.name.clone(), teacher.email.clone().unwrap_or_default(), status.to_owned()]
    })
}
