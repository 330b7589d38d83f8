/** Seconds after which the student is back on the dashboard when the card follows a booking (SPEC §9). */
export const AFTER_BOOKING_SECONDS = 5

/** Seconds after which the card, opened by its own address, returns to the dashboard (SPEC §9). */
export const CARD_SECONDS = 3
