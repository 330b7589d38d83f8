-- The unspent credits with a teacher who is suspended or hands over the students.
CREATE INDEX credit_lots_teacher ON credit_lots (teacher_id, id) WHERE remaining > 0 AND expired_at IS NULL;

-- The unspent credits of a partly spent package that a refund voided. The price of the spent ones stays.
ALTER TABLE refunds ADD COLUMN voided_credits {int} NOT NULL DEFAULT 0
  CONSTRAINT refunds_voided_credits CHECK (voided_credits >= 0)
