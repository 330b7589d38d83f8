-- The day, counted in the student's own zone, on which they heard last of credits that expire: one mail a day.
ALTER TABLE students ADD COLUMN credits_told_day {int}
