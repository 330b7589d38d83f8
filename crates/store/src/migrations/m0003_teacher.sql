-- The teacher's side: the whole application, its draft, the bank account, days that differ, notes, messages, feeds, payouts.

ALTER TABLE teachers ADD COLUMN first_name text NOT NULL DEFAULT '';
ALTER TABLE teachers ADD COLUMN last_name text NOT NULL DEFAULT '';
ALTER TABLE teachers ADD COLUMN country text NOT NULL DEFAULT '';
ALTER TABLE teachers ADD COLUMN education text NOT NULL DEFAULT '';
ALTER TABLE teachers ADD COLUMN guru text NOT NULL DEFAULT '';
ALTER TABLE teachers ADD COLUMN years_teaching text NOT NULL DEFAULT '';
ALTER TABLE teachers ADD COLUMN student_ages text NOT NULL DEFAULT '[]';
ALTER TABLE teachers ADD COLUMN style_levels text NOT NULL DEFAULT '[]';
ALTER TABLE teachers ADD COLUMN highlights text NOT NULL DEFAULT '[]';
ALTER TABLE teachers ADD COLUMN video_link text;
ALTER TABLE teachers ADD COLUMN help_video_link text;
ALTER TABLE teachers ADD COLUMN notes text NOT NULL DEFAULT '';
ALTER TABLE teachers ADD COLUMN instagram text;
ALTER TABLE teachers ADD COLUMN age_confirmed_at {int};
ALTER TABLE teachers ADD COLUMN applied_at {int};
ALTER TABLE teachers ADD COLUMN decided_at {int};
ALTER TABLE teachers ADD COLUMN rejection_reason text;
ALTER TABLE teachers ADD COLUMN version {int} NOT NULL DEFAULT 1;

-- What a wizard has been told so far, as the client wrote it.
CREATE TABLE teacher_drafts (
  person_id {id} PRIMARY KEY REFERENCES people (id),
  body text NOT NULL,
  step {int} NOT NULL,
  version {int} NOT NULL,
  updated_at {int} NOT NULL,
  CONSTRAINT teacher_drafts_step CHECK (step BETWEEN 0 AND 4)
) {strict};

-- account_sealed is encrypted with the master key (D34); the last four digits serve for showing.
CREATE TABLE bank_accounts (
  teacher_id {id} PRIMARY KEY REFERENCES teachers (person_id),
  country text NOT NULL,
  holder text NOT NULL,
  bank text NOT NULL,
  account_sealed text NOT NULL,
  account_last4 text NOT NULL,
  ifsc text,
  routing text,
  payout_cycle text NOT NULL,
  updated_at {int} NOT NULL,
  CONSTRAINT bank_accounts_code CHECK ((ifsc IS NULL) <> (routing IS NULL))
) {strict};

-- Dates on which other hours hold than the weekday's: date, ranges (none: the day is off), note.
ALTER TABLE availabilities ADD COLUMN days text NOT NULL DEFAULT '[]';

CREATE TABLE student_notes (
  teacher_id {id} NOT NULL REFERENCES teachers (person_id),
  student_id {id} NOT NULL REFERENCES students (person_id),
  body text NOT NULL,
  version {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (teacher_id, student_id)
) {strict};

CREATE TABLE support_messages (
  id {id} PRIMARY KEY,
  person_id {id} NOT NULL REFERENCES people (id),
  from_role text NOT NULL,
  topic text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  about text NOT NULL,
  created_at {int} NOT NULL,
  answered_at {int},
  CONSTRAINT support_messages_role CHECK (from_role IN ('student', 'teacher'))
) {strict};
CREATE INDEX support_messages_person ON support_messages (person_id, created_at);
CREATE INDEX support_messages_open ON support_messages (created_at, id) WHERE answered_at IS NULL;

CREATE TABLE calendar_feeds (
  person_id {id} PRIMARY KEY REFERENCES people (id),
  token text NOT NULL UNIQUE,
  created_at {int} NOT NULL
) {strict};

-- One payout for each teacher, currency and run day (D25). A failed one gives its classes back to the next run.
-- account: the whole account at the time of the run, its number still sealed. That is where the bank is told to pay.
CREATE TABLE payouts (
  id {id} PRIMARY KEY,
  teacher_id {id} NOT NULL REFERENCES teachers (person_id),
  currency text NOT NULL,
  cut_off {int} NOT NULL,
  state text NOT NULL,
  classes {int} NOT NULL,
  amount_minor {int} NOT NULL,
  account text NOT NULL,
  account_last4 text NOT NULL,
  exported_at {int},
  reference text,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  paid_at {int},
  CONSTRAINT payouts_state CHECK (state IN ('prepared', 'paid', 'failed')),
  CONSTRAINT payouts_amount CHECK (amount_minor > 0),
  CONSTRAINT payouts_currency CHECK (currency IN ('INR', 'USD'))
) {strict};
CREATE INDEX payouts_teacher ON payouts (teacher_id, created_at, id);
CREATE UNIQUE INDEX payouts_once ON payouts (teacher_id, currency, cut_off) WHERE state <> 'failed';

ALTER TABLE bookings ADD COLUMN cancellation_reason text;
-- What a held class brought its teacher, settled when it completes (D22).
ALTER TABLE bookings ADD COLUMN net_minor {int};
ALTER TABLE bookings ADD COLUMN taught_hours {int};
ALTER TABLE bookings ADD COLUMN payout_id {id} REFERENCES payouts (id);
UPDATE bookings SET net_minor = COALESCE((SELECT -SUM(e.amount) FROM ledger_transactions t JOIN ledger_entries e
    ON e.transaction_id = t.id WHERE t.booking_id = bookings.id AND t.kind = 'class_held' AND e.account = 'teacher_payable'), 0)
  WHERE status = 'completed';
CREATE INDEX bookings_payout ON bookings (payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX bookings_unpaid ON bookings (teacher_id, currency, ends_at) WHERE status = 'completed' AND payout_id IS NULL;
CREATE INDEX bookings_teacher_student ON bookings (teacher_id, student_id, starts_at);
-- Hours taught are counted at every completed class and on most of a teacher's pages.
CREATE INDEX bookings_taught ON bookings (teacher_id, slot_id) WHERE status = 'completed';

ALTER TABLE ledger_transactions ADD COLUMN payout_id {id} REFERENCES payouts (id);

CREATE VIEW readable_payouts AS
  SELECT o.id, p.name AS teacher, o.currency, o.amount_minor, o.classes, o.state, {readable:o.cut_off} AS until, {readable:o.paid_at} AS paid
    FROM payouts o JOIN people p ON p.id = o.teacher_id
