/** Session storage key of the purchase that the end of a sign-in has interrupted. */
export const PURCHASE_DRAFT_KEY = 'tala.purchase-draft'
