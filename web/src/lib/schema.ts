import * as z from 'zod/mini'

// Otherwise zod compiles schemas with `new Function`, which our Content-Security-Policy forbids.
z.config({ jitless: true })

export { z }
