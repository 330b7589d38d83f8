-- What the public page of a teacher shows besides the application.
ALTER TABLE teachers ADD COLUMN languages text NOT NULL DEFAULT '[]';
-- Whether the teacher agreed to be listed on the front page and found by search engines.
ALTER TABLE teachers ADD COLUMN is_listed {bool} NOT NULL DEFAULT {false};

-- A portrait, encoded by the server. A new one has a new id, so that its address can be cached for ever.
CREATE TABLE teacher_photos (
  teacher_id {id} PRIMARY KEY REFERENCES people (id),
  photo_id {id} NOT NULL UNIQUE,
  jpeg {blob} NOT NULL,
  updated_at {int} NOT NULL
) {strict};
