import { defineConfig } from '@hey-api/openapi-ts'

export default defineConfig({
  input: '../openapi.json',
  // `npm run gen:check` generates into a temporary folder, to compare.
  output: { path: process.env.TALA_GEN_FOLDER ?? 'src/api/gen', entryFile: false },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
})
