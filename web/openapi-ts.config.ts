import { defineConfig } from '@hey-api/openapi-ts'

// `npm run gen:check` generates into a temporary folder, to compare.
const folder = process.env.TALA_GEN_FOLDER ?? 'src/api/gen'
const isAdmin = '/^[A-Z]+ \\/api\\/admin\\//'
const isTeacher =
  '/^[A-Z]+ \\/api\\/(teacher\\/(?!\\{id\\}\\/available-slots)|email\\/teacher|bookings\\/\\{id\\}\\/no-show)/'
const isPurchase = '/\\/(orders|payment-success|bulk-purchase|create-booking|quote|coupons|referrals)/'
const isFamily = '/^[A-Z]+ \\/api\\/(learners|guardian)/'
const shared = { input: '../openapi.json', logs: { file: false } }
const types = ['@hey-api/client-fetch', '@hey-api/typescript'] as const
// Without the security schemes, which each function would have: `api/client.ts` sends the token.
const sdk = { name: '@hey-api/sdk', auth: false } as const

/** The functions of one part, with the client as a parameter. */
const part = (name: string, operations: string) => ({
  ...shared,
  output: { path: `${folder}/${name}`, entryFile: false },
  plugins: [...types, { ...sdk, client: false }],
  parser: { filters: { operations: { include: [operations] } } },
})

/** Functions for administrators, guardians, teachers and purchases are separate files, so that other pages do not load them. */
export default defineConfig([
  {
    ...shared,
    output: { path: folder, entryFile: false, clean: false },
    plugins: [...types, sdk],
    parser: {
      filters: { operations: { exclude: [isAdmin, isFamily, isTeacher, isPurchase] }, orphans: true },
    },
  },
  part('admin', isAdmin),
  part('family', isFamily),
  part('teacher', isTeacher),
  part('purchases', isPurchase),
])
