-- Visitors without an invite code (SPEC §3, D33). One entry for each address and wish; a correction replaces it.
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
  CONSTRAINT waitlist_role CHECK (role IN ('Teacher', 'Student')),
  CONSTRAINT waitlist_once UNIQUE (email_key, role)
) {strict};

CREATE VIEW readable_waitlist AS
  SELECT name, email, role, location, country, dance_style, {readable:created_at} AS joined, {readable:updated_at} AS changed
    FROM waitlist
