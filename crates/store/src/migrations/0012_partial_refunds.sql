-- What was refunded of a payment, requested refunds included: never more than was paid.
ALTER TABLE payments ADD COLUMN refunded_minor {int} NOT NULL DEFAULT 0
  CONSTRAINT payments_refunded CHECK (refunded_minor BETWEEN 0 AND amount_minor);
UPDATE payments SET refunded_minor = amount_minor WHERE id IN (SELECT payment_id FROM refunds);

-- Partial refunds: who bears them, and the parts by which a refund that the teacher shares reduces price and fees.
ALTER TABLE refunds ADD COLUMN bearer text CONSTRAINT refunds_bearer CHECK (bearer IN ('platform', 'teacher'));
ALTER TABLE refunds ADD COLUMN price_minor {int} NOT NULL DEFAULT 0 CONSTRAINT refunds_price CHECK (price_minor >= 0);
ALTER TABLE refunds ADD COLUMN service_fee_minor {int} NOT NULL DEFAULT 0
  CONSTRAINT refunds_service_fee CHECK (service_fee_minor >= 0);
ALTER TABLE refunds ADD COLUMN provider_fee_minor {int} NOT NULL DEFAULT 0
  CONSTRAINT refunds_provider_fee CHECK (provider_fee_minor >= 0)
  CONSTRAINT refunds_parts CHECK (price_minor + service_fee_minor + provider_fee_minor
    = CASE WHEN bearer = 'teacher' THEN amount_minor ELSE 0 END);
ALTER TABLE refunds ADD COLUMN idempotency_key text
  CONSTRAINT refunds_partial CHECK ((reason <> 'partial') = (bearer IS NULL)
    AND (bearer IS NULL) = (idempotency_key IS NULL));
CREATE UNIQUE INDEX refunds_idempotency ON refunds (idempotency_key) WHERE idempotency_key IS NOT NULL;

-- A payment has at most one refund of what is left of it.
CREATE UNIQUE INDEX refunds_rest ON refunds (payment_id) WHERE bearer IS NULL;
CREATE INDEX refunds_payment ON refunds (payment_id, id)
