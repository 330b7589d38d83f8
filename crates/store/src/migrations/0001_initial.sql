-- The schema, one text for both databases. Placeholders in braces are replaced per database (`mod.rs`).
-- Ids are UUIDv7. Instants are UTC microseconds, amounts minor units of their currency, rates basis points.

-- People and sign-in.

CREATE TABLE people (
  id {id} PRIMARY KEY,
  email text,
  -- The address in lower case, for comparison.
  email_key text,
  name text NOT NULL,
  phone text,
  time_zone text,
  -- The text from which the person's rows in person_search_terms were made.
  search_source text,
  -- Neither student nor teacher. A column, because no index contains the absence of rows in other tables.
  has_no_role {bool} NOT NULL DEFAULT TRUE,
  created_at {int} NOT NULL,
  suspended_at {int},
  deleted_at {int},
  CONSTRAINT people_email_whole CHECK ((email IS NULL) = (email_key IS NULL))
) {strict};
CREATE UNIQUE INDEX people_email_key ON people (email_key) WHERE email_key IS NOT NULL;
CREATE INDEX people_without_role ON people (id) WHERE has_no_role AND deleted_at IS NULL;

-- Folded words of names and addresses (`sql/search_terms.rs`), compared as bytes: the primary key finds prefixes.
CREATE TABLE person_search_terms (
  term text {bytes} NOT NULL,
  person_id {id} NOT NULL REFERENCES people (id),
  PRIMARY KEY (term, person_id)
) {strict};
CREATE INDEX person_search_terms_person ON person_search_terms (person_id, term);

CREATE TABLE identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  person_id {id} NOT NULL REFERENCES people (id),
  created_at {int} NOT NULL,
  PRIMARY KEY (issuer, subject)
) {strict};
CREATE INDEX identities_person ON identities (person_id);

CREATE TABLE calendar_feeds (
  person_id {id} PRIMARY KEY REFERENCES people (id),
  token text NOT NULL UNIQUE,
  created_at {int} NOT NULL
) {strict};

-- Teachers and students.

CREATE TABLE teachers (
  person_id {id} PRIMARY KEY REFERENCES people (id),
  status text NOT NULL,
  founding {bool} NOT NULL,
  invite_code text UNIQUE,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  country text NOT NULL DEFAULT '',
  bio text NOT NULL,
  experience text NOT NULL,
  education text NOT NULL DEFAULT '',
  guru text NOT NULL DEFAULT '',
  years_teaching text NOT NULL DEFAULT '',
  student_ages text NOT NULL DEFAULT '[]',
  dance_styles text NOT NULL,
  style_levels text NOT NULL DEFAULT '[]',
  highlights text NOT NULL DEFAULT '[]',
  video_link text,
  help_video_link text,
  notes text NOT NULL DEFAULT '',
  instagram text,
  meeting_link text,
  rate_inr_minor {int} NOT NULL,
  rate_usd_minor {int} NOT NULL,
  version {int} NOT NULL DEFAULT 1,
  created_at {int} NOT NULL,
  age_confirmed_at {int},
  applied_at {int},
  decided_at {int},
  rejection_reason text,
  -- The application that was rejected, to show what the next one changes.
  rejected_application text,
  CONSTRAINT teachers_status CHECK (status IN ('pending', 'approved', 'rejected')),
  CONSTRAINT teachers_rates CHECK (rate_inr_minor >= 0 AND rate_usd_minor >= 0)
) {strict};
CREATE INDEX teachers_pending ON teachers (applied_at, person_id) WHERE status = 'pending';

-- Decisions of administrators about applications that may still be undone, with what they replaced (ADR 12).
CREATE TABLE undoable_decisions (
  -- Also the subject of the job that mails the decision.
  decision_id {id} PRIMARY KEY,
  teacher_id {id} NOT NULL UNIQUE REFERENCES teachers (person_id),
  decided_at {int} NOT NULL,
  previous_decided_at {int},
  previous_invite_code text,
  previous_reason text,
  previous_application text
) {strict};
CREATE INDEX undoable_decisions_age ON undoable_decisions (decided_at);

-- The application form as far as it is filled in, in the client's own format.
CREATE TABLE application_drafts (
  person_id {id} PRIMARY KEY REFERENCES people (id),
  body text NOT NULL,
  step {int} NOT NULL,
  version {int} NOT NULL,
  updated_at {int} NOT NULL,
  CONSTRAINT application_drafts_step CHECK (step BETWEEN 0 AND 4)
) {strict};

CREATE TABLE availabilities (
  teacher_id {id} PRIMARY KEY REFERENCES teachers (person_id),
  time_zone text NOT NULL,
  visibility_days {int} NOT NULL,
  weekly_hours text NOT NULL,
  date_overrides text NOT NULL DEFAULT '[]',
  version {int} NOT NULL,
  updated_at {int} NOT NULL,
  CONSTRAINT availabilities_visibility CHECK (visibility_days BETWEEN 1 AND 90)
) {strict};

CREATE TABLE bank_accounts (
  teacher_id {id} PRIMARY KEY REFERENCES teachers (person_id),
  country text NOT NULL,
  holder text NOT NULL,
  bank text NOT NULL,
  -- The account number, encrypted with the master key (D34). The last four characters are shown.
  account_encrypted text NOT NULL,
  account_last4 text NOT NULL,
  ifsc text,
  routing text,
  payout_cycle text NOT NULL,
  updated_at {int} NOT NULL,
  CONSTRAINT bank_accounts_code CHECK ((ifsc IS NULL) <> (routing IS NULL))
) {strict};

CREATE TABLE students (
  person_id {id} PRIMARY KEY REFERENCES people (id),
  teacher_id {id} NOT NULL REFERENCES teachers (person_id),
  invite_code text NOT NULL,
  location text NOT NULL,
  currency text NOT NULL,
  joined_at {int} NOT NULL,
  -- The local day of the last reminder about expiring credits: at most one a day.
  credit_reminder_day {int},
  CONSTRAINT students_location CHECK (location IN ('India', 'United States', 'Other')),
  CONSTRAINT students_currency CHECK (currency IN ('INR', 'USD'))
) {strict};
CREATE INDEX students_teacher ON students (teacher_id);

CREATE TABLE student_notes (
  teacher_id {id} NOT NULL REFERENCES teachers (person_id),
  student_id {id} NOT NULL REFERENCES students (person_id),
  body text NOT NULL,
  version {int} NOT NULL,
  updated_at {int} NOT NULL,
  PRIMARY KEY (teacher_id, student_id)
) {strict};

-- Classes.

CREATE TABLE slots (
  id {id} PRIMARY KEY,
  teacher_id {id} NOT NULL REFERENCES teachers (person_id),
  starts_at {int} NOT NULL,
  kind text NOT NULL,
  class_type text NOT NULL,
  capacity {int} NOT NULL,
  seats_taken {int} NOT NULL,
  credit_cost {int} NOT NULL,
  created_at {int} NOT NULL,
  cancelled_at {int},
  CONSTRAINT slots_kind CHECK (kind IN ('virtual', 'regular')),
  CONSTRAINT slots_class_type CHECK (class_type IN ('private', 'group', 'duet')),
  CONSTRAINT slots_capacity CHECK (capacity BETWEEN 1 AND 50),
  CONSTRAINT slots_seats CHECK (seats_taken BETWEEN 0 AND capacity),
  CONSTRAINT slots_cost CHECK (credit_cost BETWEEN 1 AND 100)
) {strict};
CREATE UNIQUE INDEX slots_teacher_start ON slots (teacher_id, starts_at) WHERE cancelled_at IS NULL;

-- The quarter-hours (unix seconds / 900) in which a person has a class. The primary key prevents overlapping classes.
CREATE TABLE busy_quarter_hours (
  person_id {id} NOT NULL REFERENCES people (id),
  quarter_hour {int} NOT NULL,
  slot_id {id} NOT NULL REFERENCES slots (id),
  PRIMARY KEY (person_id, quarter_hour)
) {clustered};
CREATE INDEX busy_quarter_hours_slot ON busy_quarter_hours (slot_id, person_id);

-- One payout for each teacher, currency and payout day (D25). When one fails, the next run pays its classes.
CREATE TABLE payouts (
  id {id} PRIMARY KEY,
  teacher_id {id} NOT NULL REFERENCES teachers (person_id),
  currency text NOT NULL,
  -- Classes that ended before this instant are paid.
  period_end_at {int} NOT NULL,
  state text NOT NULL,
  -- Bookings, not classes: each student of a class counts.
  classes {int} NOT NULL,
  amount_minor {int} NOT NULL,
  -- The bank account at the time of the run as JSON, its number encrypted. Erasing the teacher leaves {}.
  account_encrypted text NOT NULL,
  account_last4 text NOT NULL,
  exported_at {int},
  reference text,
  failure text,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  paid_at {int},
  CONSTRAINT payouts_state CHECK (state IN ('prepared', 'paid', 'failed')),
  CONSTRAINT payouts_amount CHECK (amount_minor > 0),
  CONSTRAINT payouts_currency CHECK (currency IN ('INR', 'USD'))
) {strict};
CREATE INDEX payouts_teacher ON payouts (teacher_id, created_at, id);
CREATE UNIQUE INDEX payouts_once ON payouts (teacher_id, currency, period_end_at) WHERE state <> 'failed';
CREATE INDEX payouts_state_id ON payouts (state, id);

CREATE TABLE bookings (
  id {id} PRIMARY KEY,
  slot_id {id} NOT NULL REFERENCES slots (id),
  student_id {id} NOT NULL REFERENCES students (person_id),
  teacher_id {id} NOT NULL REFERENCES teachers (person_id),
  starts_at {int} NOT NULL,
  ends_at {int} NOT NULL,
  status text NOT NULL,
  no_show {bool} NOT NULL,
  payment_status text NOT NULL,
  credits_used {int} NOT NULL,
  -- The price after and before the discount, without fees.
  amount_minor {int} NOT NULL,
  base_amount_minor {int} NOT NULL,
  currency text NOT NULL,
  student_zone text,
  calendar_sequence {int} NOT NULL,
  rescheduled_from {int},
  cancelled_at {int},
  cancelled_by text,
  cancellation_reason text,
  -- The settlement with the teacher (D22), set when the class completes.
  commission_rate {int},
  taught_hours {int},
  net_minor {int},
  payout_id {id} REFERENCES payouts (id),
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  CONSTRAINT bookings_status CHECK (status IN ('confirmed', 'completed', 'cancelled')),
  CONSTRAINT bookings_payment CHECK (payment_status IN ('paid', 'credit', 'refunded', 'partially_refunded')),
  CONSTRAINT bookings_amounts CHECK (credits_used >= 0 AND amount_minor >= 0),
  CONSTRAINT bookings_hours CHECK (ends_at > starts_at),
  CONSTRAINT bookings_settlement CHECK (status <> 'completed'
    OR (commission_rate IS NOT NULL AND taught_hours IS NOT NULL AND net_minor IS NOT NULL))
) {strict};
CREATE UNIQUE INDEX bookings_one_seat ON bookings (slot_id, student_id) WHERE status <> 'cancelled';
CREATE INDEX bookings_student ON bookings (student_id, starts_at, id);
CREATE INDEX bookings_teacher ON bookings (teacher_id, starts_at, id);
CREATE INDEX bookings_teacher_student ON bookings (teacher_id, student_id, starts_at);
CREATE INDEX bookings_due ON bookings (ends_at) WHERE status = 'confirmed';
CREATE INDEX bookings_newest ON bookings (starts_at, id);
-- Rare statuses among a million completed bookings, for pages of one status.
CREATE INDEX bookings_cancelled ON bookings (starts_at, id) WHERE status = 'cancelled';
CREATE INDEX bookings_confirmed ON bookings (starts_at, id) WHERE status = 'confirmed';
-- The booking code in mails and on screens: the end of the id.
CREATE INDEX bookings_code ON bookings ({id_suffix});
-- Hours taught are counted at each completed class and on most of a teacher's pages.
CREATE INDEX bookings_taught ON bookings (teacher_id, slot_id) WHERE status = 'completed';
CREATE INDEX bookings_payout ON bookings (payout_id) WHERE payout_id IS NOT NULL;
CREATE INDEX bookings_unpaid ON bookings (teacher_id, currency, ends_at)
  WHERE status = 'completed' AND payout_id IS NULL;

-- Credits, coupons, orders, payments, refunds.

CREATE TABLE credit_lots (
  id {id} PRIMARY KEY,
  student_id {id} NOT NULL REFERENCES students (person_id),
  teacher_id {id} NOT NULL REFERENCES teachers (person_id),
  origin text NOT NULL,
  total {int} NOT NULL,
  remaining {int} NOT NULL,
  price_per_class_minor {int} NOT NULL,
  currency text NOT NULL,
  expires_at {int} NOT NULL,
  -- Set when the lot expires or is voided. Nothing can be debited or restored afterwards.
  expired_at {int},
  created_at {int} NOT NULL,
  CONSTRAINT credit_lots_origin CHECK (origin IN ('bought', 'granted', 'returned')),
  CONSTRAINT credit_lots_count CHECK (total >= 1 AND remaining BETWEEN 0 AND total),
  CONSTRAINT credit_lots_price CHECK (price_per_class_minor >= 0)
) {strict};
CREATE INDEX credit_lots_student ON credit_lots (student_id, expires_at, id);
CREATE INDEX credit_lots_due ON credit_lots (expires_at) WHERE expired_at IS NULL AND remaining > 0;

CREATE TABLE coupons (
  id {id} PRIMARY KEY,
  code text NOT NULL UNIQUE,
  percent {int} NOT NULL,
  starts_at {int},
  ends_at {int},
  use_limit {int},
  student_limit {int},
  currency text,
  teacher_id {id} REFERENCES teachers (person_id),
  used {int} NOT NULL,
  deactivated_at {int},
  note text NOT NULL,
  created_at {int} NOT NULL,
  CONSTRAINT coupons_percent CHECK (percent BETWEEN 1 AND 100),
  CONSTRAINT coupons_limit CHECK (used >= 0 AND (use_limit IS NULL OR used <= use_limit)),
  CONSTRAINT coupons_currency CHECK (currency IS NULL OR currency IN ('INR', 'USD'))
) {strict};

-- The uses of a coupon by each student, reserved ones included.
CREATE TABLE coupon_students (
  coupon_id {id} NOT NULL REFERENCES coupons (id),
  student_id {id} NOT NULL REFERENCES students (person_id),
  used {int} NOT NULL,
  PRIMARY KEY (coupon_id, student_id),
  CONSTRAINT coupon_students_used CHECK (used >= 0)
) {strict};

CREATE TABLE orders (
  id {id} PRIMARY KEY,
  student_id {id} NOT NULL REFERENCES students (person_id),
  teacher_id {id} NOT NULL REFERENCES teachers (person_id),
  state text NOT NULL,
  reason text,
  -- 4 or 8 for a package, 0 for a class.
  package_size {int} NOT NULL,
  slot_id {id} REFERENCES slots (id),
  starts_at {int},
  slot_kind text,
  class_type text,
  credit_cost {int} NOT NULL,
  -- 'held' reserves a seat until hold_expires_at, 'used' means that the booking has it.
  seat_state text NOT NULL,
  hold_expires_at {int},
  currency text NOT NULL,
  rate_minor {int} NOT NULL,
  base_minor {int} NOT NULL,
  discount_percent {int} NOT NULL,
  discount_minor {int} NOT NULL,
  price_minor {int} NOT NULL,
  service_rate {int} NOT NULL,
  service_fee_minor {int} NOT NULL,
  service_waived_minor {int} NOT NULL,
  provider_rate {int} NOT NULL,
  provider_fee_minor {int} NOT NULL,
  total_minor {int} NOT NULL,
  coupon_id {id} REFERENCES coupons (id),
  coupon_code text,
  coupon_reserved {bool} NOT NULL,
  provider_order_id text UNIQUE,
  payment_id {id},
  booking_id {id} REFERENCES bookings (id),
  lot_id {id} REFERENCES credit_lots (id),
  student_zone text,
  receipt_number {int} UNIQUE,
  next_check_at {int},
  provider_check_count {int} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  paid_at {int},
  CONSTRAINT orders_seat_state CHECK (seat_state IN ('none', 'held', 'used')),
  CONSTRAINT orders_hold CHECK (seat_state <> 'held' OR (slot_id IS NOT NULL AND hold_expires_at IS NOT NULL)),
  CONSTRAINT orders_purpose CHECK ((package_size IN (4, 8)) = (starts_at IS NULL)),
  CONSTRAINT orders_currency CHECK (currency IN ('INR', 'USD')),
  CONSTRAINT orders_sums CHECK (price_minor = base_minor - discount_minor AND discount_minor >= 0 AND price_minor >= 0
    AND service_fee_minor >= 0 AND provider_fee_minor >= 0
    AND total_minor = price_minor + service_fee_minor + provider_fee_minor)
) {strict};
CREATE UNIQUE INDEX orders_one_hold ON orders (slot_id, student_id) WHERE seat_state = 'held';
CREATE INDEX orders_student ON orders (student_id, created_at, id);
CREATE INDEX orders_state ON orders (state, id);
CREATE INDEX orders_due ON orders (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX orders_holds ON orders (hold_expires_at) WHERE hold_expires_at IS NOT NULL;
CREATE INDEX orders_payment ON orders (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX orders_paid ON orders (paid_at) WHERE paid_at IS NOT NULL;

-- Orders refer to bookings and lots, and these to orders. PostgreSQL accepts a reference to an existing table only.
ALTER TABLE bookings ADD COLUMN order_id {id} REFERENCES orders (id);
CREATE UNIQUE INDEX bookings_order ON bookings (order_id) WHERE order_id IS NOT NULL;
ALTER TABLE credit_lots ADD COLUMN order_id {id} REFERENCES orders (id);
CREATE UNIQUE INDEX credit_lots_order ON credit_lots (order_id) WHERE order_id IS NOT NULL;

CREATE TABLE payments (
  id {id} PRIMARY KEY,
  provider_payment_id text NOT NULL UNIQUE,
  order_id {id} REFERENCES orders (id),
  provider_order_id text,
  amount_minor {int} NOT NULL,
  currency text NOT NULL,
  state text NOT NULL,
  method text,
  fee_minor {int},
  outcome text NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  captured_at {int},
  CONSTRAINT payments_outcome CHECK (outcome IN ('none', 'applied', 'refunded', 'unmatched'))
) {strict};
CREATE INDEX payments_order ON payments (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX payments_failed ON payments (updated_at) WHERE state = 'failed';

CREATE TABLE refunds (
  id {id} PRIMARY KEY,
  payment_id {id} NOT NULL REFERENCES payments (id),
  order_id {id} REFERENCES orders (id),
  booking_id {id} REFERENCES bookings (id),
  amount_minor {int} NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  state text NOT NULL,
  provider_refund_id text UNIQUE,
  attempt {int} NOT NULL,
  last_error text,
  next_check_at {int},
  provider_check_count {int} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  finished_at {int},
  CONSTRAINT refunds_state CHECK (state IN ('requested', 'started', 'done', 'failed')),
  CONSTRAINT refunds_amount CHECK (amount_minor > 0)
) {strict};
CREATE INDEX refunds_order ON refunds (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX refunds_booking ON refunds (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX refunds_due ON refunds (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX refunds_state ON refunds (state, id);

CREATE TABLE provider_events (
  id {id} PRIMARY KEY,
  event_id text NOT NULL UNIQUE,
  body text NOT NULL,
  received_at {int} NOT NULL
) {strict};
CREATE INDEX provider_events_age ON provider_events (received_at);

-- The ledger (D18). Money that we have or are owed is positive. Money that we owe or have earned is negative.

CREATE TABLE ledger_transactions (
  id {id} PRIMARY KEY,
  kind text NOT NULL,
  booking_id {id} REFERENCES bookings (id),
  order_id {id} REFERENCES orders (id),
  refund_id {id} REFERENCES refunds (id),
  payout_id {id} REFERENCES payouts (id),
  happened_at {int} NOT NULL
) {clustered};
CREATE INDEX ledger_transactions_booking ON ledger_transactions (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX ledger_transactions_order ON ledger_transactions (order_id) WHERE order_id IS NOT NULL;

-- No index on (account, commodity): only the ledger check reads whole accounts, and SQLite would choose that index for
-- the few entries of one booking and scan the account.
CREATE TABLE ledger_entries (
  transaction_id {id} NOT NULL REFERENCES ledger_transactions (id),
  line {int} NOT NULL,
  account text NOT NULL,
  owner_id {id},
  lot_id {id} REFERENCES credit_lots (id),
  commodity text NOT NULL,
  amount {int} NOT NULL,
  PRIMARY KEY (transaction_id, line),
  CONSTRAINT ledger_entries_amount CHECK (amount <> 0),
  CONSTRAINT ledger_entries_commodity CHECK (commodity IN ('INR', 'USD', 'CREDIT'))
) {clustered};
CREATE INDEX ledger_entries_owner ON ledger_entries (owner_id, account);
CREATE INDEX ledger_entries_lot ON ledger_entries (lot_id) WHERE lot_id IS NOT NULL;

CREATE TABLE ledger_checks (
  id {id} PRIMARY KEY,
  checked_at {int} NOT NULL,
  findings {int} NOT NULL,
  not_compared text,
  detail text NOT NULL
) {strict};

-- Invitations and referrals.

-- Visitors without an invite code (SPEC §3, D33). One entry for each address and role.
CREATE TABLE waitlist (
  id {id} PRIMARY KEY,
  name text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL,
  role text NOT NULL,
  location text NOT NULL,
  country text NOT NULL,
  dance_style text NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  invited_at {int},
  invited_by text,
  CONSTRAINT waitlist_role CHECK (role IN ('Teacher', 'Student')),
  CONSTRAINT waitlist_once UNIQUE (email_key, role)
) {strict};
CREATE INDEX waitlist_open ON waitlist (id) WHERE invited_at IS NULL;
CREATE INDEX waitlist_invited ON waitlist (id) WHERE invited_at IS NOT NULL;
CREATE INDEX waitlist_role ON waitlist (role, id);
CREATE INDEX waitlist_role_open ON waitlist (role, id) WHERE invited_at IS NULL;

CREATE TABLE waitlist_invitations (
  id {id} PRIMARY KEY,
  entry_id {id} NOT NULL REFERENCES waitlist (id),
  admin text NOT NULL,
  teacher_id {id} REFERENCES teachers (person_id),
  note text NOT NULL,
  created_at {int} NOT NULL
) {strict};
CREATE INDEX waitlist_invitations_entry ON waitlist_invitations (entry_id, id);
CREATE INDEX waitlist_invitations_teacher ON waitlist_invitations (teacher_id);

-- A friend's address can be named once, by the first student who does (D29).
CREATE TABLE referrals (
  id {id} PRIMARY KEY,
  student_id {id} NOT NULL REFERENCES students (person_id),
  name text NOT NULL,
  email text NOT NULL,
  email_key text NOT NULL UNIQUE,
  created_at {int} NOT NULL,
  granted_at {int},
  lot_id {id} REFERENCES credit_lots (id)
) {strict};
CREATE INDEX referrals_student ON referrals (student_id, id);
CREATE INDEX referrals_open ON referrals (id) WHERE granted_at IS NULL;

-- Administration.

CREATE TABLE admins (
  id {id} PRIMARY KEY,
  name text NOT NULL UNIQUE,
  role text NOT NULL,
  password_hash text NOT NULL,
  -- The secret of the authenticator, encrypted with the master key.
  totp_encrypted text,
  totp_step {int} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  disabled_at {int},
  CONSTRAINT admins_role CHECK (role IN ('owner', 'support', 'finance'))
) {strict};

-- Only the hash of the token is stored, so the table cannot be used to sign in.
CREATE TABLE admin_sessions (
  id {id} PRIMARY KEY,
  admin_id {id} NOT NULL REFERENCES admins (id),
  token_hash text NOT NULL UNIQUE,
  user_agent text NOT NULL,
  created_at {int} NOT NULL,
  seen_at {int} NOT NULL
) {strict};
CREATE INDEX admin_sessions_admin ON admin_sessions (admin_id);
CREATE INDEX admin_sessions_age ON admin_sessions (seen_at);

-- Failed sign-ins for each name that was typed, whether an account has it or not.
CREATE TABLE admin_login_attempts (
  name text PRIMARY KEY,
  failures {int} NOT NULL,
  last_at {int} NOT NULL,
  locked_until {int} NOT NULL
) {strict};
CREATE INDEX admin_login_attempts_age ON admin_login_attempts (last_at);

CREATE TABLE audit_log (
  id {id} PRIMARY KEY,
  happened_at {int} NOT NULL,
  actor_id {id},
  action text NOT NULL,
  subject_id {id},
  detail text NOT NULL,
  admin text,
  reason text,
  before_text text,
  after_text text
) {strict};
CREATE INDEX audit_log_subject ON audit_log (subject_id, happened_at);
CREATE INDEX audit_log_admin ON audit_log (admin, id) WHERE admin IS NOT NULL;
CREATE INDEX audit_log_actor ON audit_log (actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_log_action ON audit_log (action, id);
{append_only:audit_log};

CREATE TABLE support_messages (
  id {id} PRIMARY KEY,
  person_id {id} NOT NULL REFERENCES people (id),
  from_role text NOT NULL,
  topic text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  about text NOT NULL,
  created_at {int} NOT NULL,
  replied_at {int},
  CONSTRAINT support_messages_role CHECK (from_role IN ('student', 'teacher'))
) {strict};
CREATE INDEX support_messages_person ON support_messages (person_id, created_at);
CREATE INDEX support_messages_open ON support_messages (created_at, id) WHERE replied_at IS NULL;

CREATE TABLE support_replies (
  id {id} PRIMARY KEY,
  message_id {id} NOT NULL REFERENCES support_messages (id),
  admin text NOT NULL,
  body text NOT NULL,
  created_at {int} NOT NULL
) {strict};
CREATE INDEX support_replies_message ON support_replies (message_id, id);

-- Background work and counters.

CREATE TABLE outbox (
  id {id} PRIMARY KEY,
  topic text NOT NULL,
  subject_id {id} NOT NULL,
  payload text NOT NULL,
  state text NOT NULL,
  run_at {int} NOT NULL,
  attempts {int} NOT NULL,
  last_error text,
  created_at {int} NOT NULL,
  finished_at {int},
  CONSTRAINT outbox_state CHECK (state IN ('ready', 'done', 'dead'))
) {strict};
CREATE UNIQUE INDEX outbox_once ON outbox (topic, subject_id);
CREATE INDEX outbox_due ON outbox (run_at) WHERE state = 'ready';
CREATE INDEX outbox_dead ON outbox (id) WHERE state = 'dead';
CREATE INDEX outbox_subject ON outbox (subject_id);

CREATE TABLE idempotency_keys (
  person_id {id} NOT NULL REFERENCES people (id),
  idempotency_key text NOT NULL,
  request_hash text NOT NULL,
  booking_id {id} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (person_id, idempotency_key)
) {strict};
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Wrong invite and coupon codes in windows of ten minutes, counted across servers.
CREATE TABLE failed_attempts (
  topic text NOT NULL,
  subject_key text NOT NULL,
  window_at {int} NOT NULL,
  failures {int} NOT NULL,
  PRIMARY KEY (topic, subject_key, window_at)
) {strict};
CREATE INDEX failed_attempts_age ON failed_attempts (window_at);

-- Series of numbers without gaps, and the instants of periodic work.
CREATE TABLE counters (
  name text PRIMARY KEY,
  value {int} NOT NULL
) {strict};
INSERT INTO counters (name, value) VALUES ('receipt', 1000), ('founding_teachers', 0);

-- Views with readable times, for people.

CREATE VIEW readable_bookings AS
  SELECT b.id, {readable:b.starts_at} AS starts, {readable:b.created_at} AS created, b.status, b.payment_status,
         b.credits_used, s.name AS student, t.name AS teacher
    FROM bookings b JOIN people s ON s.id = b.student_id JOIN people t ON t.id = b.teacher_id;

CREATE VIEW readable_credit_lots AS
  SELECT l.id, p.name AS student, l.origin, l.remaining, l.total, {readable:l.expires_at} AS expires,
         {readable:l.created_at} AS created
    FROM credit_lots l JOIN people p ON p.id = l.student_id;

CREATE VIEW readable_orders AS
  SELECT o.id, o.state, o.reason, o.package_size, o.seat_state, o.currency, o.total_minor, o.coupon_code,
         o.provider_order_id, p.name AS student, {readable:o.created_at} AS created, {readable:o.paid_at} AS paid,
         {readable:o.starts_at} AS starts
    FROM orders o JOIN people p ON p.id = o.student_id;

CREATE VIEW readable_payouts AS
  SELECT o.id, p.name AS teacher, o.currency, o.amount_minor, o.classes, o.state,
         {readable:o.period_end_at} AS period_end, {readable:o.paid_at} AS paid
    FROM payouts o JOIN people p ON p.id = o.teacher_id;

CREATE VIEW readable_outbox AS
  SELECT id, topic, state, attempts, {readable:run_at} AS runs, last_error FROM outbox;

CREATE VIEW readable_waitlist AS
  SELECT name, email, role, location, country, dance_style, {readable:created_at} AS created,
         {readable:updated_at} AS updated
    FROM waitlist
