-- Who placed the order: the student, or a guardian (ADR 14). NULL in orders of earlier releases.
ALTER TABLE orders ADD COLUMN buyer_id {id} REFERENCES people (id);
CREATE INDEX orders_buyer ON orders (buyer_id)
