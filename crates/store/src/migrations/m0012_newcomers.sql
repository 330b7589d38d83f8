-- Whoever is neither student nor teacher: no index knows what is not there. The mark goes when somebody joins or applies, and
-- nobody ever gets it back. A server of the release before does not take it away; the worker does so afterwards. Two statements,
-- each a join: PostgreSQL would look through all students for each person if both were one condition.
ALTER TABLE people ADD COLUMN newcomer {bool} NOT NULL DEFAULT TRUE;
UPDATE people SET newcomer = FALSE WHERE id IN (SELECT person_id FROM students);
UPDATE people SET newcomer = FALSE WHERE newcomer AND id IN (SELECT person_id FROM teachers);
CREATE INDEX people_newcomers ON people (id) WHERE newcomer AND deleted_at IS NULL
