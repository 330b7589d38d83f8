-- People are found by words, folded by our own rules (`domain/searching.rs`) and alike on both databases: by the order of their
-- bytes, so that an index finds what begins with something. The nightly repair fills what is missing.
CREATE TABLE people_words (
  word text {bytes} NOT NULL,
  person_id {id} NOT NULL REFERENCES people (id),
  PRIMARY KEY (word, person_id)
) {strict};
CREATE INDEX people_words_person ON people_words (person_id, word);
-- What a person's words were made of. A server of the release before changes a name without its words; those are mended.
ALTER TABLE people ADD COLUMN searched_as text
