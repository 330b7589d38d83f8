/** Keys in this browser's storage under which a half-typed application is kept, before the person's id. */
export const DRAFT_KEYS = 'tala-teacher-draft-'
