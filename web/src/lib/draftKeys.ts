/** Session storage key of the purchase that the end of a sign-in has interrupted. */
export const PURCHASE_DRAFT_KEY = 'tala.purchase-draft'

/** Session storage key of what a new student has typed so far. */
export const STUDENT_DRAFT_KEY = 'tala.student-draft'

/** Storage key of the learner that a guardian chose last, in this tab and on this device. */
export const LEARNER_KEY = 'tala.learner'
