import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** Debian's; without windows where it is installed, which takes a quarter less time. */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Journeys through the real client, served by the real binary. Each test has a school of its own. */
export default defineConfig({
  testDir: 'browser',
  outputDir: 'test-results',
  // Tests wait for the server, timers and frames for about half of their time: three keep two processors busy.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  // Something is stuck, and is better told than waited for.
  globalTimeout: 3_000_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1360, height: 900 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    contextOptions: { reducedMotion: 'reduce' },
    // It would answer for pages that a test takes away; the test about it lets it in.
    serviceWorkers: 'block',
    // A trace tells most, and costs a third of the time.
    trace: process.env.TALA_E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 20_000,
    launchOptions: {
      executablePath: process.env.TALA_CHROMIUM || CHROMIUM.find(existsSync) || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
