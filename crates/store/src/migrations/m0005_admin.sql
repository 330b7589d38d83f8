-- The back office: administrators and their sessions, what they do, answers to messages, referrals, the last check of the
-- books, and what lists of a million rows need.

CREATE TABLE admins (
  id {id} PRIMARY KEY,
  name text NOT NULL UNIQUE,
  role text NOT NULL,
  password_hash text NOT NULL,
  totp_sealed text,
  totp_step {int} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  disabled_at {int},
  CONSTRAINT admins_role CHECK (role IN ('owner', 'support', 'finance'))
) {strict};

-- Of the token only its hash is kept: whoever reads the table cannot sign in with it.
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

-- Sign-ins that went wrong, by the name that was typed, whether or not somebody has it.
CREATE TABLE admin_tries (
  name text PRIMARY KEY,
  failures {int} NOT NULL,
  last_at {int} NOT NULL,
  locked_until {int} NOT NULL
) {strict};
CREATE INDEX admin_tries_age ON admin_tries (last_at);

ALTER TABLE audit_log ADD COLUMN admin text;
ALTER TABLE audit_log ADD COLUMN reason text;
ALTER TABLE audit_log ADD COLUMN before_text text;
ALTER TABLE audit_log ADD COLUMN after_text text;
CREATE INDEX audit_log_admin ON audit_log (admin, id) WHERE admin IS NOT NULL;
CREATE INDEX audit_log_actor ON audit_log (actor_id, id) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_log_action ON audit_log (action, id);
{append_only:audit_log};

ALTER TABLE people ADD COLUMN suspended_at {int};
ALTER TABLE people ADD COLUMN deleted_at {int};

-- What a rejected teacher had told, to show what the next application changes.
ALTER TABLE teachers ADD COLUMN rejected_text text;
CREATE INDEX teachers_pending ON teachers (applied_at, person_id) WHERE status = 'pending';

-- The first hundred approved teachers are founding teachers (D28): the counter gives each a number.
INSERT INTO counters (name, value)
  SELECT 'founding_teachers', CASE WHEN COUNT(*) > 100 THEN 100 ELSE COUNT(*) END FROM teachers WHERE status = 'approved';
UPDATE teachers SET founding = TRUE WHERE person_id IN
  (SELECT person_id FROM teachers WHERE status = 'approved' ORDER BY created_at, person_id LIMIT 100);

CREATE TABLE support_answers (
  id {id} PRIMARY KEY,
  message_id {id} NOT NULL REFERENCES support_messages (id),
  admin text NOT NULL,
  body text NOT NULL,
  created_at {int} NOT NULL
) {strict};
CREATE INDEX support_answers_message ON support_answers (message_id, id);

-- A friend is named once, by whoever was first (D29).
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

CREATE TABLE ledger_checks (
  id {id} PRIMARY KEY,
  checked_at {int} NOT NULL,
  findings {int} NOT NULL,
  not_compared text,
  detail text NOT NULL
) {strict};

ALTER TABLE payouts ADD COLUMN failure text;
CREATE INDEX payouts_state_id ON payouts (state, id);
CREATE INDEX bookings_newest ON bookings (starts_at, id);
CREATE INDEX orders_state ON orders (state, id);
CREATE INDEX orders_payment ON orders (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX orders_paid ON orders (paid_at) WHERE paid_at IS NOT NULL;
CREATE INDEX refunds_state ON refunds (state, id);
CREATE INDEX payments_failed ON payments (updated_at) WHERE state = 'failed';
CREATE INDEX outbox_dead ON outbox (id) WHERE state = 'dead'
