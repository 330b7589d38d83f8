-- Bookings are found by the code that mails and screens call them by: the end of the id.
CREATE INDEX bookings_code ON bookings ({id_end});
