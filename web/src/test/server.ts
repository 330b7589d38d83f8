import { setupServer } from 'msw/node'

/** Mock server. Each test adds its handlers; other requests fail. */
export const server = setupServer()
