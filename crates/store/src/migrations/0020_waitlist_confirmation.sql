-- The email that confirms a waitlist entry: one for each address, in the language of the page. Its id is in the link with which
-- the reader leaves the waitlist.
CREATE TABLE waitlist_confirmations (
  email_key text PRIMARY KEY,
  id {id} NOT NULL UNIQUE,
  language text NOT NULL,
  created_at {int} NOT NULL,
  CONSTRAINT waitlist_confirmations_language CHECK (language IN ('en', 'hi'))
) {strict}
