-- What a teacher writes about a published class, shown to students. Empty for virtual slots.
ALTER TABLE slots ADD COLUMN title text NOT NULL DEFAULT '';
ALTER TABLE slots ADD COLUMN description text NOT NULL DEFAULT '';
ALTER TABLE slots ADD COLUMN level text NOT NULL DEFAULT '';
