import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'

const modules = import.meta.glob([
  '../{account,admin,api,app,checkout,copy,gallery,lib,onboarding,session,site,student,support,teacher,theme,ui}/**/*.{ts,tsx}',
  '!../**/test/**',
  '!../**/*.test.*',
  '!../**/main.{ts,tsx}',
  '!../app/preloadRoute.ts',
])

test('no module reads a text while it loads, because the language may not be set yet', async () => {
  expect(Object.keys(modules).length).toBeGreaterThan(400)
  i18n.activate('')
  const failed: string[] = []
  for (const [name, load] of Object.entries(modules))
    await load().catch((error: Error) => failed.push(`${name}: ${error.message}`))
  expect(failed).toEqual([])
}, 60_000)
