-- Money: coupons, orders with their holds, payments, refunds, the provider's events, and what they add to bookings,
-- lots and the ledger. In the ledger, money that we have or are owed is positive; what we owe or have earned is negative.

CREATE TABLE coupons (
  id {id} PRIMARY KEY,
  code text NOT NULL UNIQUE,
  percent {int} NOT NULL,
  starts_at {int},
  ends_at {int},
  use_limit {int},
  student_limit {int},
  currency text,
  teacher_id {id} REFERENCES teachers (person_id),
  used {int} NOT NULL,
  stopped_at {int},
  note text NOT NULL,
  created_at {int} NOT NULL,
  CONSTRAINT coupons_percent CHECK (percent BETWEEN 1 AND 100),
  CONSTRAINT coupons_limit CHECK (used >= 0 AND (use_limit IS NULL OR used <= use_limit)),
  CONSTRAINT coupons_currency CHECK (currency IS NULL OR currency IN ('INR', 'USD'))
) {strict};

-- How often each student has used a coupon, or is about to.
CREATE TABLE coupon_students (
  coupon_id {id} NOT NULL REFERENCES coupons (id),
  student_id {id} NOT NULL REFERENCES students (person_id),
  used {int} NOT NULL,
  PRIMARY KEY (coupon_id, student_id),
  CONSTRAINT coupon_students_used CHECK (used >= 0)
) {strict};

-- The seat of an order is 'held' until hold_expires_at, then anybody's; 'used' by its booking; 'none' otherwise.
CREATE TABLE orders (
  id {id} PRIMARY KEY,
  student_id {id} NOT NULL REFERENCES students (person_id),
  teacher_id {id} NOT NULL REFERENCES teachers (person_id),
  state text NOT NULL,
  reason text,
  package_size {int} NOT NULL,
  slot_id {id} REFERENCES slots (id),
  starts_at {int},
  slot_kind text,
  class_type text,
  credit_cost {int} NOT NULL,
  seat text NOT NULL,
  hold_expires_at {int},
  currency text NOT NULL,
  rate_minor {int} NOT NULL,
  base_minor {int} NOT NULL,
  discount_percent {int} NOT NULL,
  discount_minor {int} NOT NULL,
  price_minor {int} NOT NULL,
  service_rate {int} NOT NULL,
  service_fee_minor {int} NOT NULL,
  service_waived_minor {int} NOT NULL,
  provider_rate {int} NOT NULL,
  provider_fee_minor {int} NOT NULL,
  total_minor {int} NOT NULL,
  coupon_id {id} REFERENCES coupons (id),
  coupon_code text,
  coupon_held {bool} NOT NULL,
  provider_order_id text UNIQUE,
  payment_id {id},
  booking_id {id} REFERENCES bookings (id),
  lot_id {id} REFERENCES credit_lots (id),
  student_zone text,
  receipt_number {int} UNIQUE,
  next_check_at {int},
  checks {int} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  paid_at {int},
  CONSTRAINT orders_seat CHECK (seat IN ('none', 'held', 'used')),
  CONSTRAINT orders_hold CHECK (seat <> 'held' OR (slot_id IS NOT NULL AND hold_expires_at IS NOT NULL)),
  CONSTRAINT orders_purpose CHECK ((package_size IN (4, 8)) = (starts_at IS NULL)),
  CONSTRAINT orders_currency CHECK (currency IN ('INR', 'USD')),
  CONSTRAINT orders_sums CHECK (price_minor = base_minor - discount_minor AND discount_minor >= 0 AND price_minor >= 0
    AND service_fee_minor >= 0 AND provider_fee_minor >= 0
    AND total_minor = price_minor + service_fee_minor + provider_fee_minor)
) {strict};
CREATE UNIQUE INDEX orders_one_hold ON orders (slot_id, student_id) WHERE seat = 'held';
CREATE INDEX orders_student ON orders (student_id, created_at, id);
CREATE INDEX orders_due ON orders (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE INDEX orders_holds ON orders (hold_expires_at) WHERE hold_expires_at IS NOT NULL;

CREATE TABLE payments (
  id {id} PRIMARY KEY,
  provider_payment_id text NOT NULL UNIQUE,
  order_id {id} REFERENCES orders (id),
  provider_order_id text,
  amount_minor {int} NOT NULL,
  currency text NOT NULL,
  state text NOT NULL,
  method text,
  fee_minor {int},
  disposition text NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  captured_at {int},
  CONSTRAINT payments_disposition CHECK (disposition IN ('none', 'applied', 'returned', 'foreign'))
) {strict};
CREATE INDEX payments_order ON payments (order_id) WHERE order_id IS NOT NULL;

CREATE TABLE refunds (
  id {id} PRIMARY KEY,
  payment_id {id} NOT NULL REFERENCES payments (id),
  order_id {id} REFERENCES orders (id),
  booking_id {id} REFERENCES bookings (id),
  amount_minor {int} NOT NULL,
  currency text NOT NULL,
  reason text NOT NULL,
  state text NOT NULL,
  provider_refund_id text UNIQUE,
  attempt {int} NOT NULL,
  last_error text,
  next_check_at {int},
  checks {int} NOT NULL,
  created_at {int} NOT NULL,
  updated_at {int} NOT NULL,
  finished_at {int},
  CONSTRAINT refunds_state CHECK (state IN ('requested', 'started', 'done', 'failed')),
  CONSTRAINT refunds_amount CHECK (amount_minor > 0)
) {strict};
-- Every refund gives back the whole payment, so there is at most one.
CREATE UNIQUE INDEX refunds_once ON refunds (payment_id);
CREATE INDEX refunds_order ON refunds (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX refunds_booking ON refunds (booking_id) WHERE booking_id IS NOT NULL;
CREATE INDEX refunds_due ON refunds (next_check_at) WHERE next_check_at IS NOT NULL;

CREATE TABLE provider_events (
  id {id} PRIMARY KEY,
  event_id text NOT NULL UNIQUE,
  body text NOT NULL,
  received_at {int} NOT NULL
) {strict};
CREATE INDEX provider_events_age ON provider_events (received_at);

CREATE TABLE counters (
  name text PRIMARY KEY,
  value {int} NOT NULL
) {strict};
INSERT INTO counters (name, value) VALUES ('receipt', 1000);

ALTER TABLE bookings ADD COLUMN order_id {id} REFERENCES orders (id);
ALTER TABLE bookings ADD COLUMN base_amount_minor {int} NOT NULL DEFAULT 0;
ALTER TABLE bookings ADD COLUMN cancelled_at {int};
ALTER TABLE bookings ADD COLUMN cancelled_by text;
ALTER TABLE bookings ADD COLUMN rescheduled_from {int};
ALTER TABLE bookings ADD COLUMN commission_rate {int};
UPDATE bookings SET base_amount_minor = amount_minor;
CREATE UNIQUE INDEX bookings_order ON bookings (order_id) WHERE order_id IS NOT NULL;

ALTER TABLE credit_lots ADD COLUMN order_id {id} REFERENCES orders (id);
CREATE UNIQUE INDEX credit_lots_order ON credit_lots (order_id) WHERE order_id IS NOT NULL;

ALTER TABLE ledger_transactions ADD COLUMN order_id {id} REFERENCES orders (id);
ALTER TABLE ledger_transactions ADD COLUMN refund_id {id} REFERENCES refunds (id);
CREATE INDEX ledger_transactions_order ON ledger_transactions (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX ledger_entries_account ON ledger_entries (account, commodity);

-- What lots and classes were worth before money was kept in the ledger: given by the house.
INSERT INTO ledger_transactions (id, kind, booking_id, happened_at)
  SELECT id, 'opening', NULL, created_at FROM credit_lots WHERE remaining > 0 AND price_per_class_minor > 0;
INSERT INTO ledger_entries (transaction_id, line, account, owner_id, lot_id, commodity, amount)
  SELECT id, 0, 'promotions', NULL, NULL, currency, remaining * price_per_class_minor
    FROM credit_lots WHERE remaining > 0 AND price_per_class_minor > 0;
INSERT INTO ledger_entries (transaction_id, line, account, owner_id, lot_id, commodity, amount)
  SELECT id, 1, 'unearned_credits', student_id, id, currency, -remaining * price_per_class_minor
    FROM credit_lots WHERE remaining > 0 AND price_per_class_minor > 0;
INSERT INTO ledger_transactions (id, kind, booking_id, happened_at)
  SELECT id, 'opening', id, created_at FROM bookings WHERE status = 'confirmed' AND amount_minor > 0;
INSERT INTO ledger_entries (transaction_id, line, account, owner_id, lot_id, commodity, amount)
  SELECT id, 0, 'promotions', NULL, NULL, currency, amount_minor
    FROM bookings WHERE status = 'confirmed' AND amount_minor > 0;
INSERT INTO ledger_entries (transaction_id, line, account, owner_id, lot_id, commodity, amount)
  SELECT id, 1, 'unearned_classes', student_id, NULL, currency, -amount_minor
    FROM bookings WHERE status = 'confirmed' AND amount_minor > 0;

CREATE VIEW readable_orders AS
  SELECT o.id, o.state, o.reason, o.package_size, o.seat, o.currency, o.total_minor, o.coupon_code, o.provider_order_id,
         p.name AS student, {readable:o.created_at} AS made, {readable:o.paid_at} AS paid, {readable:o.starts_at} AS class
    FROM orders o JOIN people p ON p.id = o.student_id
