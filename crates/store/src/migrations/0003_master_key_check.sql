-- A value encrypted with the master key. A server that cannot decrypt it has another key and does not start. At most one
-- row, with the nil UUID.
CREATE TABLE master_key_checks (
  id {id} PRIMARY KEY,
  check_encrypted text NOT NULL
) {strict}
