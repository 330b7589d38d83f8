/** The day of the last change of the terms; `TERMS_VERSION` of the server has the same value. */
export const TERMS_VERSION = '2026-11-25'
