/** Local storage key of a teacher application draft, without the user's id at the end. */
export const DRAFT_KEY_PREFIX = 'tala-teacher-draft-'
