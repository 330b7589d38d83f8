-- The tables of the issuer. Placeholders in braces are replaced per database. Times are UTC microseconds.

CREATE TABLE issuer_accounts (
  id text PRIMARY KEY,
  email text NOT NULL,
  email_key text NOT NULL CONSTRAINT issuer_accounts_email UNIQUE,
  name text NOT NULL,
  password_hash text NOT NULL,
  email_verified {bool} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL
) {strict};

CREATE TABLE issuer_sessions (
  id text PRIMARY KEY,
  token_hash text NOT NULL CONSTRAINT issuer_sessions_token UNIQUE,
  account_id text NOT NULL REFERENCES issuer_accounts (id),
  auth_time {int} NOT NULL,
  created_at {int} NOT NULL,
  expires_at {int} NOT NULL
) {strict};
CREATE INDEX issuer_sessions_by_account ON issuer_sessions (account_id);

CREATE TABLE issuer_requests (
  id text PRIMARY KEY,
  client_id text NOT NULL,
  redirect_uri text NOT NULL,
  scope text NOT NULL,
  state text,
  nonce text,
  code_challenge text NOT NULL,
  login_hint text,
  created_at {int} NOT NULL,
  expires_at {int} NOT NULL,
  consumed_at {int}
) {strict};

CREATE TABLE issuer_challenges (
  id text PRIMARY KEY,
  browser text NOT NULL,
  purpose text NOT NULL CONSTRAINT issuer_challenges_purpose CHECK (purpose IN ('confirm', 'reset')),
  account_id text REFERENCES issuer_accounts (id),
  email text NOT NULL,
  name text NOT NULL,
  password_hash text NOT NULL,
  code_mark text NOT NULL,
  attempts {int} NOT NULL,
  created_at {int} NOT NULL,
  expires_at {int} NOT NULL,
  consumed_at {int}
) {strict};
CREATE INDEX issuer_challenges_by_account ON issuer_challenges (account_id);

CREATE TABLE issuer_families (
  id text PRIMARY KEY,
  account_id text NOT NULL REFERENCES issuer_accounts (id),
  session_id text NOT NULL,
  client_id text NOT NULL,
  scope text NOT NULL,
  auth_time {int} NOT NULL,
  created_at {int} NOT NULL,
  expires_at {int} NOT NULL,
  revoked_at {int},
  revoked_because text,
  generation {int} NOT NULL DEFAULT 0,
  rotated_from text,
  rotated_at {int}
) {strict};
CREATE INDEX issuer_families_by_account ON issuer_families (account_id);
CREATE INDEX issuer_families_by_session ON issuer_families (session_id);

CREATE TABLE issuer_codes (
  id text PRIMARY KEY,
  family_id text NOT NULL,
  client_id text NOT NULL,
  redirect_uri text NOT NULL,
  account_id text NOT NULL REFERENCES issuer_accounts (id),
  session_id text NOT NULL,
  scope text NOT NULL,
  nonce text,
  code_challenge text NOT NULL,
  auth_time {int} NOT NULL,
  expires_at {int} NOT NULL,
  used_at {int}
) {strict};

CREATE TABLE issuer_refresh_tokens (
  id text PRIMARY KEY,
  family_id text NOT NULL REFERENCES issuer_families (id) ON DELETE CASCADE,
  created_at {int} NOT NULL,
  expires_at {int} NOT NULL,
  generation {int} NOT NULL DEFAULT 0
) {strict};
CREATE INDEX issuer_refresh_tokens_by_family ON issuer_refresh_tokens (family_id);

CREATE TABLE issuer_signing_keys (
  kid text PRIMARY KEY,
  serial {int} NOT NULL CONSTRAINT issuer_signing_keys_serial UNIQUE,
  alg text NOT NULL,
  public_jwk text NOT NULL,
  private_sealed text NOT NULL,
  created_at {int} NOT NULL,
  signs_from {int} NOT NULL,
  retire_at {int}
) {strict};

CREATE TABLE issuer_allowances (
  id text PRIMARY KEY,
  full_at {int} NOT NULL
) {strict};

CREATE TABLE issuer_backoffs (
  id text PRIMARY KEY,
  failures {int} NOT NULL,
  last_at {int} NOT NULL,
  blocked_until {int} NOT NULL
) {strict};
