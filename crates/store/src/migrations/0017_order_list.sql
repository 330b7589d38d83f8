-- Orders in the order of their totals, for administrators.
CREATE INDEX orders_total ON orders (total_minor, id);
