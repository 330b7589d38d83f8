-- Bookings of a rare status in the order in which they were booked, for administrators.
CREATE INDEX bookings_cancelled_id ON bookings (id) WHERE status = 'cancelled';
CREATE INDEX bookings_confirmed_id ON bookings (id) WHERE status = 'confirmed';
