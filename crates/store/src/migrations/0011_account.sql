-- Settings that people choose under My Account. NULL: not chosen.
ALTER TABLE people ADD COLUMN language text;
ALTER TABLE people ADD COLUMN clock text;
ALTER TABLE people ADD COLUMN week_start text;
-- Whether time_zone was chosen by the person, so that a sign-in elsewhere does not replace it with the browser's zone.
ALTER TABLE people ADD COLUMN time_zone_fixed {bool} NOT NULL DEFAULT {false};

-- The optional mails that a person does not want.
CREATE TABLE muted_mails (
  person_id {id} NOT NULL REFERENCES people (id),
  mail text NOT NULL,
  PRIMARY KEY (person_id, mail)
) {clustered};

-- Which version of the terms a person accepted, and when.
CREATE TABLE terms_acceptances (
  person_id {id} NOT NULL REFERENCES people (id),
  version text NOT NULL,
  accepted_at {int} NOT NULL,
  PRIMARY KEY (person_id, version)
) {clustered}
