-- Families (ADR 14): learners whose account belongs to guardians. A learner without a sign-in has no row in `identities`.
-- The date as YYYY-MM-DD; NULL if it was not asked.
ALTER TABLE people ADD COLUMN birth_date text;

CREATE TABLE guardians (
  learner_id {id} NOT NULL REFERENCES people (id),
  guardian_id {id} NOT NULL REFERENCES people (id),
  -- A learner has at most two guardians.
  position {int} NOT NULL,
  created_at {int} NOT NULL,
  PRIMARY KEY (learner_id, guardian_id),
  UNIQUE (learner_id, position),
  CONSTRAINT guardians_position CHECK (position IN (1, 2)),
  CONSTRAINT guardians_are_others CHECK (learner_id <> guardian_id)
) {clustered};
CREATE INDEX guardians_guardian ON guardians (guardian_id, learner_id);
