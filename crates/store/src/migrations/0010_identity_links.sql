-- A person has one account at each identity provider (D38).
CREATE UNIQUE INDEX identities_person_issuer ON identities (person_id, issuer);

-- Unlinked identities whose owner proves with a code that the address of a person is theirs (D38). The code is generated
-- when its mail is sent, so that only its hash is stored.
CREATE TABLE identity_link_requests (
  id {id} PRIMARY KEY,
  issuer text NOT NULL,
  subject text NOT NULL,
  person_id {id} NOT NULL REFERENCES people (id),
  code_hash text,
  failures {int} NOT NULL,
  expires_at {int} NOT NULL,
  UNIQUE (issuer, subject)
) {strict};
CREATE INDEX identity_link_requests_person ON identity_link_requests (person_id);
CREATE INDEX identity_link_requests_age ON identity_link_requests (expires_at)
