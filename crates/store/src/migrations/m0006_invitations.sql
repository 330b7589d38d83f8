-- Inviting from the waitlist: who was invited when and by whom, and what each invitation said.
ALTER TABLE waitlist ADD COLUMN invited_at {int};
ALTER TABLE waitlist ADD COLUMN invited_by text;
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
CREATE INDEX waitlist_invitations_entry ON waitlist_invitations (entry_id, id)
