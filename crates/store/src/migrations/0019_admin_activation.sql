-- The activation link of a new administrator, until they have set a password. Only the hash of its token is stored.
ALTER TABLE admins ADD COLUMN activation_hash text;
ALTER TABLE admins ADD COLUMN activation_expires_at {int}
  CONSTRAINT admins_activation CHECK ((activation_hash IS NULL) = (activation_expires_at IS NULL));
CREATE UNIQUE INDEX admins_activation_hash ON admins (activation_hash) WHERE activation_hash IS NOT NULL
