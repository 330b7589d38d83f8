-- The age range of an adult who gives no date of birth (ADR 14).
ALTER TABLE people ADD COLUMN age_band text
  CONSTRAINT people_age_band CHECK (age_band IN ('18-29', '30-44', '45-59', '60+'));

-- Open invitations to become a learner's guardian; an accepted, withdrawn or expired one is deleted. The token is generated
-- when the mail is sent, so that only its hash is stored.
CREATE TABLE guardian_invitations (
  id {id} PRIMARY KEY,
  learner_id {id} NOT NULL REFERENCES people (id),
  invited_by {id} NOT NULL REFERENCES people (id),
  email text NOT NULL,
  email_key text NOT NULL,
  token_hash text,
  created_at {int} NOT NULL,
  expires_at {int} NOT NULL,
  UNIQUE (learner_id, email_key)
) {strict};
CREATE UNIQUE INDEX guardian_invitations_token ON guardian_invitations (token_hash) WHERE token_hash IS NOT NULL;
CREATE INDEX guardian_invitations_invited_by ON guardian_invitations (invited_by);
CREATE INDEX guardian_invitations_email ON guardian_invitations (email_key);
CREATE INDEX guardian_invitations_age ON guardian_invitations (expires_at)
