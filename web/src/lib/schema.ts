import * as z from 'zod/mini'

// Without this zod compiles its schemas with `new Function`, which our Content-Security-Policy forbids.
z.config({ jitless: true })

export { z }
