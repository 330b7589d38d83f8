-- The back office lists bookings of one status, newest first. Among a million that are held, the few others are far apart.
CREATE INDEX bookings_cancelled ON bookings (starts_at, id) WHERE status = 'cancelled';
CREATE INDEX bookings_confirmed ON bookings (starts_at, id) WHERE status = 'confirmed';
-- What a deletion keeps of the accounts to which somebody was paid: nothing but the last digits, which have a column of their own.
UPDATE payouts SET account = '{}', failure = NULL
 WHERE teacher_id IN (SELECT id FROM people WHERE deleted_at IS NOT NULL);
