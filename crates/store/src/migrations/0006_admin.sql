-- The booking or the slot that a job is about, if subject_id is another id: a mail is listed with its booking.
ALTER TABLE outbox ADD COLUMN related_id {id};
CREATE INDEX outbox_related ON outbox (related_id) WHERE related_id IS NOT NULL;

-- When the provider's customer started the payment. updated_at is when we learned of it, which can be days later.
ALTER TABLE payments ADD COLUMN started_at {int};
UPDATE payments SET started_at = created_at;
CREATE INDEX payments_failed_start ON payments (started_at) WHERE state = 'failed';
