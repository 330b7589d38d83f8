-- Payouts in the order of their amounts and the waitlist in the order of names, for administrators.
CREATE INDEX payouts_amount_id ON payouts (amount_minor, id);
CREATE INDEX waitlist_name ON waitlist (LOWER(name {bytes}), id);
