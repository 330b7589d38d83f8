/** Days of the back office are days in India, wherever the administrator sits: those of the figures and payouts (D25). */
export const HOME_ZONE = 'Asia/Kolkata'
