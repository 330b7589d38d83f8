/** Seconds until the card returns to the dashboard after a booking (SPEC §9). */
export const AFTER_BOOKING_SECONDS = 5

/** Seconds until the card returns to the dashboard when opened by its URL (SPEC §9). */
export const CARD_SECONDS = 3
