-- People in the order of their names, for administrators.
CREATE INDEX people_name ON people (LOWER(name {bytes}), id) WHERE deleted_at IS NULL;
CREATE INDEX people_name_without_role ON people (LOWER(name {bytes}), id) WHERE has_no_role AND deleted_at IS NULL;
