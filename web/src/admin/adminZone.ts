/**
 * Dates in the admin area are dates in India, whatever the administrator's zone is, as in figures
 * and payouts (D25).
 */
export const ADMIN_ZONE = 'Asia/Kolkata'
