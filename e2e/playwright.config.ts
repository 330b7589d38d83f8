import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** Debian's browser; the headless shell, where installed, takes a quarter less time. */
const CHROMIUM = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Browser tests of the client, served by the `tala` binary. Each test has its own demo school. */
export default defineConfig({
  testDir: 'browser',
  outputDir: 'test-results',
  // Tests wait for the server, timers and frames about half of the time, so four workers use two
  // processors.
  workers: 4,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  // If something hangs, fail instead of waiting.
  globalTimeout: 3_000_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['./support/failure-summary.ts']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1360, height: 900 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    contextOptions: { reducedMotion: 'reduce' },
    // The service worker would answer for pages that a test blocks; the test of the offline page
    // allows it.
    serviceWorkers: 'block',
    // A trace shows most details, but costs a third of the time.
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
