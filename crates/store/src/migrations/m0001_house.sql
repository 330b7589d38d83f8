-- The first house: people, availability, slots, bookings, credits, ledger, outbox, audit, idempotency.
-- {id} {int} {bool} {strict} become the words of each database; everything else is the same text on both.
-- Instants are UTC microseconds; the views at the end show them readably.

CREATE TABLE people (
  id {id} PRIMARY KEY,
  email text,
  email_key text,
  name text NOT NULL,
  phone text,
  time_zone text,
  created_at {int} NOT NULL,
  CONSTRAINT people_email_whole CHECK ((email IS NULL) = (email_key IS NULL))
) {strict};
CREATE UNIQUE INDEX people_email_key ON people (email_key) WHERE email_key IS NOT NULL;

CREATE TABLE identities (
  issuer text NOT NULL,
  subject text NOT NULL,
  person_id {id} NOT NULL REFERENCES people (id),
  created_at {int} NOT NULL,
  PRIMARY KEY (issuer, subject)
) {strict};
CREATE INDEX identities_person ON identities (person_id);

CREATE TABLE teachers (
  person_id {id} PRIMARY KEY REFERENCES people (id),
  status text NOT NULL,
  founding {bool} NOT NULL,
  invite_code text UNIQUE,
  bio text NOT NULL,
  experience text NOT NULL,
  dance_styles text NOT NULL,
  meeting_link text,
  rate_inr_minor {int} NOT NULL,
  rate_usd_minor {int} NOT NULL,
  created_at {int} NOT NULL,
  CONSTRAINT teachers_status CHECK (status IN ('pending', 'approved', 'rejected')),
  CONSTRAINT teachers_rates CHECK (rate_inr_minor >= 0 AND rate_usd_minor >= 0)
) {strict};

CREATE TABLE availabilities (
  teacher_id {id} PRIMARY KEY REFERENCES teachers (person_id),
  time_zone text NOT NULL,
  visibility_days {int} NOT NULL,
  weekly_hours text NOT NULL,
  version {int} NOT NULL,
  updated_at {int} NOT NULL,
  CONSTRAINT availabilities_visibility CHECK (visibility_days BETWEEN 1 AND 90)
) {strict};

CREATE TABLE students (
  person_id {id} PRIMARY KEY REFERENCES people (id),
  teacher_id {id} NOT NULL REFERENCES teachers (person_id),
  invite_code text NOT NULL,
  location text NOT NULL,
  currency text NOT NULL,
  joined_at {int} NOT NULL,
  CONSTRAINT students_location CHECK (location IN ('India', 'United States', 'Other')),
  CONSTRAINT students_currency CHECK (currency IN ('INR', 'USD'))
) {strict};
CREATE INDEX students_teacher ON students (teacher_id);

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
  amount_minor {int} NOT NULL,
  currency text NOT NULL,
  student_zone text,
  calendar_sequence {int} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  CONSTRAINT bookings_status CHECK (status IN ('confirmed', 'completed', 'cancelled')),
  CONSTRAINT bookings_payment CHECK (payment_status IN ('paid', 'credit', 'refunded', 'partially_refunded')),
  CONSTRAINT bookings_amounts CHECK (credits_used >= 0 AND amount_minor >= 0),
  CONSTRAINT bookings_hours CHECK (ends_at > starts_at)
) {strict};
CREATE UNIQUE INDEX bookings_one_seat ON bookings (slot_id, student_id) WHERE status <> 'cancelled';
CREATE INDEX bookings_student ON bookings (student_id, starts_at, id);
CREATE INDEX bookings_teacher ON bookings (teacher_id, starts_at, id);
CREATE INDEX bookings_due ON bookings (ends_at) WHERE status = 'confirmed';

-- A person's time in quarter-hours (unix seconds / 900). The primary key is what makes overlapping classes impossible.
CREATE TABLE time_cells (
  person_id {id} NOT NULL REFERENCES people (id),
  cell {int} NOT NULL,
  slot_id {id} NOT NULL REFERENCES slots (id),
  PRIMARY KEY (person_id, cell)
) {clustered};
CREATE INDEX time_cells_slot ON time_cells (slot_id, person_id);

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
  expired_at {int},
  created_at {int} NOT NULL,
  CONSTRAINT credit_lots_origin CHECK (origin IN ('bought', 'granted', 'returned')),
  CONSTRAINT credit_lots_count CHECK (total >= 1 AND remaining BETWEEN 0 AND total),
  CONSTRAINT credit_lots_price CHECK (price_per_class_minor >= 0)
) {strict};
CREATE INDEX credit_lots_student ON credit_lots (student_id, expires_at, id);
CREATE INDEX credit_lots_due ON credit_lots (expires_at) WHERE expired_at IS NULL AND remaining > 0;

CREATE TABLE ledger_transactions (
  id {id} PRIMARY KEY,
  kind text NOT NULL,
  booking_id {id} REFERENCES bookings (id),
  happened_at {int} NOT NULL
) {clustered};
CREATE INDEX ledger_transactions_booking ON ledger_transactions (booking_id) WHERE booking_id IS NOT NULL;

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
CREATE INDEX outbox_subject ON outbox (subject_id);

CREATE TABLE audit_log (
  id {id} PRIMARY KEY,
  happened_at {int} NOT NULL,
  actor_id {id},
  action text NOT NULL,
  subject_id {id},
  detail text NOT NULL
) {strict};
CREATE INDEX audit_log_subject ON audit_log (subject_id, happened_at);

CREATE TABLE idempotency_keys (
  person_id {id} NOT NULL REFERENCES people (id),
  idempotency_key text NOT NULL,
  request_hash text NOT NULL,
  booking_id {id} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (person_id, idempotency_key)
) {strict};
CREATE INDEX idempotency_keys_age ON idempotency_keys (created_at);

-- Refused guesses (of invite codes), counted for all servers together in windows of ten minutes.
CREATE TABLE refusals (
  topic text NOT NULL,
  who text NOT NULL,
  window_at {int} NOT NULL,
  refused {int} NOT NULL,
  PRIMARY KEY (topic, who, window_at)
) {strict};
CREATE INDEX refusals_age ON refusals (window_at);

CREATE VIEW readable_bookings AS
  SELECT b.id, {readable:b.starts_at} AS starts, {readable:b.created_at} AS booked, b.status, b.payment_status, b.credits_used,
         s.name AS student, t.name AS teacher
    FROM bookings b JOIN people s ON s.id = b.student_id JOIN people t ON t.id = b.teacher_id;

CREATE VIEW readable_credit_lots AS
  SELECT l.id, p.name AS student, l.origin, l.remaining, l.total, {readable:l.expires_at} AS expires, {readable:l.created_at} AS created
    FROM credit_lots l JOIN people p ON p.id = l.student_id;

CREATE VIEW readable_outbox AS
  SELECT id, topic, state, attempts, {readable:run_at} AS runs, last_error FROM outbox
