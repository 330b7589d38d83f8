import { setupServer } from 'msw/node'

/** Answers of the API in tests; each test adds its own, and an unexpected call fails. */
export const server = setupServer()
